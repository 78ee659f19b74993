//! Random programs: the explorer's violations replay, and nothing on the way rejects a program.

mod support;

use rmt::base::budget::Budget;
use rmt::interp::explore::{Options, Outcome, explore};
use rmt::interp::replay;

use support::generate::{INTS, Size, generate};
use support::load::{entry, load};

/// How many programs a normal run tries; `RMT_RANDOM=N` tries N.
const PROGRAMS: u64 = 300;

#[test]
fn violations_replay() {
    let count = std::env::var("RMT_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(PROGRAMS);
    let from = std::env::var("RMT_RANDOM_FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut tally = [0u32; 4];
    for seed in from..from + count {
        let text = generate(seed, Size::default());
        let loaded = load("random.bpl", &text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        let entry = entry(&loaded.program).unwrap();
        let options = Options { bound: (seed % 3) as u32, ints: INTS, states: 20_000, ..Options::default() };
        let outcome = explore(&loaded.program, entry, &options);
        match &outcome {
            Outcome::Safe { cut_off: false } => tally[0] += 1,
            Outcome::Safe { cut_off: true } => tally[1] += 1,
            Outcome::Unsafe(trace) => {
                tally[2] += 1;
                if let Err(disagreement) = replay(&loaded.program, trace, &Budget::unlimited()) {
                    panic!("seed {seed}: {}\n{text}\n{trace:#?}", disagreement.describe(&loaded.program));
                }
            }
            Outcome::TooBig => tally[3] += 1,
            Outcome::Unclear(stuck) => panic!("seed {seed}: {stuck:?}\n{text}"),
        }
    }
    println!("safe {} cut {} unsafe {} big {}", tally[0], tally[1], tally[2], tally[3]);
    // The generator makes programs of all kinds.
    assert!(count < 100 || (tally[0] > 0 && tally[1] > 0 && tally[2] > 0));
}
