//! Inlining keeps what random programs do, and its traces are traces of the programs.

#[path = "support/generate.rs"]
mod generate;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use rmt::internal::base::budget::Budget;
use rmt::internal::driver::pipeline::{self, Pass};
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::interp::replay;
use rmt::internal::ir::verify;
use rmt::internal::pass::inline;
use rmt::internal::verdict::{Decision, Trace};

use generate::{INTS, Size, generate};
use load::{entry, load};

const PROGRAMS: u64 = 120;

#[test]
fn inlined_programs_do_the_same() {
    let (mut violated, mut safe, mut fewer) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let text = generate(seed, Size::default());
        let loaded = load("random.bpl", &text).expect("generated programs are accepted");
        let entry = entry(&loaded).expect("generated programs have an entry");
        let prepared = pipeline::run(loaded.program, entry, &[Pass::Prune, Pass::Entry, Pass::Contracts])
            .expect("they go together");
        let (program, entry) = (prepared.program, prepared.entry);
        let step = inline::run(program.clone(), entry, 2000).expect("generated programs are small");
        verify::assert_valid(&step.program, "inline");
        let calls =
            |program: &rmt::internal::ir::Program| program.procs[entry].cmds().filter_map(|c| c.callee()).count();
        fewer += u32::from(calls(&step.program) < calls(&program));
        let options = Options { bound: (seed % 3) as u32, ints: INTS, states: 20_000, ..Options::default() };
        match (explore(&program, entry, &options), explore(&step.program, entry, &options)) {
            (Outcome::Unsafe(_), Outcome::Unsafe(trace)) => {
                violated += 1;
                let trace = original(&program, step.back.trace(trace));
                let replayed = replay(&program, &trace, &Budget::unlimited());
                if let Err(disagreement) = replayed {
                    panic!("seed {seed}: {}\n{text}", disagreement.describe(&program));
                }
            }
            (Outcome::Safe { .. }, Outcome::Safe { .. }) => safe += 1,
            // What is havocked is enumerated, which initial values need not be.
            (Outcome::TooBig, _) | (_, Outcome::TooBig | Outcome::Unclear(_)) => {}
            (before, after) => panic!("seed {seed}: {before:?} before, {after:?} after\n{text}"),
        }
    }
    println!("{violated} violated, {safe} safe, {fewer} with fewer calls");
    assert!(violated > 10 && safe > 10 && fewer > 10);
}

/// The decisions where the program has a choice.
fn original(program: &rmt::internal::ir::Program, mut trace: Trace) -> Trace {
    trace.decisions.retain(|decision| match decision {
        Decision::Goto { proc, block, .. } => {
            let body = program.procs[*proc].body.as_ref();
            body.is_some_and(|body| body.blocks[*block].transfer.targets().len() > 1)
        }
        _ => true,
    });
    trace
}
