//! Random programs: what is verified by itself is not violated from any state that its precondition allows.
//!
//! The explorer runs each verified procedure with its callees cut down to their contracts, and, where every procedure
//! is verified, each of them with everything that it calls. What it finds is a violation; what it does not look at
//! (integers outside of a small range, executions beyond the bound) it cannot refute. `RMT_RANDOM=N` tries N programs,
//! `RMT_RANDOM_FROM=S` begins with seed S.

#[path = "support/generate.rs"]
mod generate;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::base::ids::ProcId;
use rmt::internal::infer::modular::{self, to_verify};
use rmt::internal::infer::{self, Task};
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::ir::Program;
use rmt::internal::verdict::verification::Certainty;

use generate::{INTS, Size, generate};
use load::load_beside_triggers;

/// Programs in a normal run.
const PROGRAMS: u64 = 300;
/// What one procedure may take.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
struct Tally {
    procedures: u32,
    verified: u32,
    refuted: u32,
    undecided: u32,
    /// Procedures that the explorer went through to the end.
    explored: u32,
    /// Programs with nothing but verified procedures.
    whole: u32,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn verified_procedures_are_not_violated() {
    let count = number("RMT_RANDOM").unwrap_or(PROGRAMS);
    let from = number("RMT_RANDOM_FROM").unwrap_or(0);
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in from..from + count {
        // Small ones are verified more often.
        let size = Size { procedures: 3, statements: 1 + seed % 4, nesting: 1 + seed % 2 };
        let text = generate(seed, size);
        let judged = std::panic::catch_unwind(AssertUnwindSafe(|| judge(&text, (seed % 3) as u32, &mut tally)));
        if let Err(why) = judged.unwrap_or_else(|_| Err("a panic".to_string())) {
            println!("seed {seed}, bound {}: {why}\n{text}", seed % 3);
            failures.push(seed);
        }
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "seeds {failures:?}");
    // The generator makes programs of all kinds.
    assert!(count < 100 || (tally.verified > 0 && tally.refuted > 0 && tally.explored > 0 && tally.whole > 0));
}

fn judge(text: &str, bound: u32, tally: &mut Tally) -> Result<(), String> {
    let program = load_beside_triggers("random.bpl", text)?.program;
    let modular = modular::Config::default();
    let procs = to_verify(&program, &modular);
    let results = infer::verify(&Task {
        program: &program,
        procs: &procs,
        modular,
        config: infer::Config::default(),
        smoke: false,
        jobs: 1,
        within: &|_, work| {
            work(&Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default()))
        },
        done: &|_, _| {},
    });
    tally.procedures += results.len() as u32;
    let options = Options { bound, ints: INTS, states: 10_000, ..Options::default() };
    let mut all = true;
    for result in &results {
        let verification = &result.verification;
        for finding in &verification.findings {
            if let Certainty::NotReplayed(why) = &finding.certainty {
                return Err(format!("in {}, a model does not replay: {why}", verification.procedure));
            }
        }
        match verification.exit_code() {
            0 => tally.verified += 1,
            10 => tally.refuted += 1,
            _ => tally.undecided += 1,
        }
        if !verification.is_verified() {
            all = false;
            continue;
        }
        match explore(&by_contracts(&program, result.proc), result.proc, &options) {
            Outcome::Unsafe(_) => return Err(format!("{} is verified, and violated", verification.procedure)),
            Outcome::Safe { .. } => tally.explored += 1,
            Outcome::TooBig | Outcome::Unclear(_) => {}
        }
    }
    if all {
        tally.whole += 1;
        for result in &results {
            if let Outcome::Unsafe(_) = explore(&program, result.proc, &options) {
                return Err(format!("everything is verified, and {} violated", result.verification.procedure));
            }
        }
    }
    Ok(())
}

/// The program in which every other procedure does what its contract says. (The generator declares what is modified.)
fn by_contracts(program: &Program, proc: ProcId) -> Program {
    let mut program = program.clone();
    for id in program.procs.ids().filter(|id| *id != proc) {
        program.procs[id].body = None;
    }
    program
}
