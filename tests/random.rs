//! Random programs: the engine and the explorer must agree, and every violation must replay.
//!
//! `RMT_RANDOM=N` tries N programs, `RMT_RANDOM_FROM=S` begins with seed S.

#[path = "support/generate.rs"]
mod generate;
#[path = "support/load.rs"]
mod load;

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use rmt::base::budget::{Budget, Cancel};
use rmt::driver;
use rmt::interp::explore::{Options, Outcome, explore};
use rmt::interp::replay;
use rmt::reach::{self, Summaries};
use rmt::verdict::{Bound, Verdict, Why};

use generate::{INTS, Size, generate};
use load::{entry, load};

/// Programs in a normal run.
const PROGRAMS: u64 = 300;
/// What one query to the engine may take.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
struct Tally {
    safe: u32,
    cut: u32,
    violated: u32,
    big: u32,
    /// The engine needed too long.
    slow: u32,
    /// With contracts alone.
    proved: u32,
    /// With inferred summaries, before the search or on demand.
    summarised: u32,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn engine_and_explorer_agree() {
    let count = number("RMT_RANDOM").unwrap_or(PROGRAMS);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in from..from + count {
        let text = generate(seed, Size::default());
        // Programs are too small for the thresholds of every day.
        let sharing = (seed % 4 != 3).then_some(reach::Thresholds::NONE);
        let compared =
            std::panic::catch_unwind(AssertUnwindSafe(|| compare(&text, (seed % 3) as u32, sharing, &mut tally)));
        if let Err(why) = compared.unwrap_or_else(|_| Err("a panic".to_string())) {
            println!("seed {seed}, bound {}: {why}\n{text}", seed % 3);
            failures.push(seed);
        }
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "seeds {failures:?}");
    // The generator makes programs of all kinds.
    assert!(count < 100 || (tally.safe > 0 && tally.cut > 0 && tally.violated > 0 && tally.proved > 0));
    // Summaries prove more: each program is asked twice with them.
    assert!(count < 100 || tally.summarised > 2 * tally.proved);
}

fn compare(text: &str, bound: u32, sharing: Option<reach::Thresholds>, tally: &mut Tally) -> Result<(), String> {
    let loaded = load("random.bpl", text)?;
    let entry = entry(&loaded)?;
    let options = |bound| Options { bound, ints: INTS, states: 20_000, ..Options::default() };
    let outcome = explore(&loaded.program, entry, &options(bound));
    match &outcome {
        Outcome::Safe { cut_off: false } => tally.safe += 1,
        Outcome::Safe { cut_off: true } => tally.cut += 1,
        Outcome::Unsafe(trace) => {
            tally.violated += 1;
            replay(&loaded.program, trace, &Budget::unlimited())
                .map_err(|d| format!("the explorer's trace does not replay: {}", d.describe(&loaded.program)))?;
        }
        Outcome::TooBig => tally.big += 1,
        Outcome::Unclear(stuck) => return Err(format!("the explorer is stuck: {stuck:?}")),
    }
    // The explorer knows no exceptions from the bound, so the last way may find violations beyond it.
    for (summaries, unroll_limit) in [(Summaries::Given, 0), (Summaries::Houdini, 0), (Summaries::OnDemand, 8)] {
        let config =
            reach::Config { bound: Some(Bound(bound)), summaries, unroll_limit, sharing, ..reach::Config::default() };
        let mut budget = Budget::new(Some(PATIENCE), None, None, Cancel::default());
        let verdict = driver::check(&loaded.program, entry, &config, &mut budget, false, &mut |_| {}).verdict;
        match (&outcome, &verdict) {
            (_, Verdict::Unknown(Why::Stopped(_))) => {
                let name = text.lines().next().unwrap_or_default();
                println!("{name}, bound {bound}, {summaries:?}: too slow");
                tally.slow += 1;
            }
            (_, Verdict::Unknown(why)) => return Err(format!("{summaries:?}: the engine does not know: {why:?}")),
            (Outcome::Safe { cut_off: true }, Verdict::Unsafe(_)) if unroll_limit > 0 => {}
            (Outcome::Safe { .. }, Verdict::Unsafe(_)) => {
                return Err(format!("{summaries:?}: the explorer finds no violation, the engine one"));
            }
            (Outcome::Unsafe(_), Verdict::Safe(_) | Verdict::SafeUpTo(_)) => {
                return Err(format!("{summaries:?}: the explorer finds a violation, the engine says {verdict:?}"));
            }
            (_, Verdict::Safe(_)) => {
                *if summaries == Summaries::Given { &mut tally.proved } else { &mut tally.summarised } += 1;
                // A proof holds at all bounds.
                if let Outcome::Unsafe(_) = explore(&loaded.program, entry, &options(bound + 2)) {
                    return Err(format!("{summaries:?}: proved, but violated at bound {}", bound + 2));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
