//! Many questions about one program: each answer is that of the question asked alone.

#[path = "support/generate.rs"]
mod generate;
#[allow(dead_code)]
#[path = "support/load.rs"]
mod load;

use std::time::Duration;

use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::base::ids::ProcId;
use rmt::internal::driver;
use rmt::internal::driver::bounded::Threads;
use rmt::internal::driver::survey::{About, check_each, reach_targets};
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::ir::{AssertKind, CmdKind, Program};
use rmt::internal::pass::targets;
use rmt::internal::reach::Config;
use rmt::internal::verdict::{Bound, Verdict, Why};

use generate::{INTS, Size, generate};
use load::{entry, load};

/// For the questions about one program.
fn patience() -> Budget {
    Budget::new(Limits { timeout: Some(Duration::from_secs(5)), ..Limits::default() }, Cancel::default())
}

fn config(bound: u32) -> Config {
    // The explorer knows no exceptions from the bound.
    Config { bound: Some(Bound(bound)), unroll_limit: 0, ..Config::default() }
}

#[test]
fn some_assertion_fails_iff_the_program_is_unsafe() {
    let mut several = 0;
    for seed in 0..24 {
        let loaded = load("random.bpl", &generate(seed, Size::default())).expect("generated programs are accepted");
        let entry = entry(&loaded).expect("generated programs have an entry");
        let config = config((seed % 3) as u32);
        let whole = driver::check(&loaded.program, entry, &config, &patience(), false, &mut |_| {}).verdict;
        let about = About { program: &loaded.program, entry, config: &config, threads: Threads::default() };
        let (answers, _) = check_each(about, &patience(), &mut |_, _| {});
        let stopped = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(Why::Stopped(_)));
        if stopped(&whole) || answers.iter().any(|a| stopped(&a.verdict)) {
            continue;
        }
        let fails = |verdict: &Verdict| matches!(verdict, Verdict::Unsafe(_));
        let failing = answers.iter().filter(|a| fails(&a.verdict)).count();
        assert_eq!(failing > 0, fails(&whole), "seed {seed}");
        for answered in &answers {
            // It fails where it stands.
            if let Verdict::Unsafe(execution) = &answered.verdict {
                assert_eq!(execution.failure.span, answered.subject.span, "seed {seed}");
            }
        }
        several += usize::from(failing > 1);
    }
    assert!(several > 0);
}

/// The program in which only one of the places can be stopped at, and nothing else fails.
fn only(program: &Program, wanted: usize) -> Program {
    let mut program = program.clone();
    let never = program.exprs.bool(false);
    for proc in program.procs.ids() {
        for block in program.procs[proc].body.iter_mut().flat_map(|b| b.blocks.iter_mut()) {
            for cmd in &mut block.cmds {
                if matches!(cmd.kind, CmdKind::Assert(_, AssertKind::Stop(p)) if p != wanted) {
                    cmd.kind = CmdKind::Assume(never);
                }
            }
        }
    }
    program
}

fn explored(program: &Program, entry: ProcId, bound: u32) -> Option<bool> {
    match explore(program, entry, &Options { bound, ints: INTS, states: 2_000, ..Options::default() }) {
        Outcome::Unsafe(_) => Some(true),
        Outcome::Safe { .. } => Some(false),
        _ => None,
    }
}

#[test]
fn places_are_reached_iff_an_execution_stops_there() {
    let (mut reached, mut dead) = (0, 0);
    for seed in 0..12 {
        let bound = (seed % 2) as u32;
        // Contracts that fail would end executions: only places can fail here.
        let text = generate(seed, Size::default()).replace("assert ", "assume ");
        let mut loaded = load("random.bpl", &text).expect("generated programs are accepted");
        let entry = entry(&loaded).expect("generated programs have an entry");
        for proc in loaded.program.procs.iter_mut() {
            proc.requires.iter_mut().chain(&mut proc.ensures).for_each(|clause| clause.free = true);
            for cmd in proc.body.iter_mut().flat_map(|b| b.blocks.iter_mut()).flat_map(|b| b.cmds.iter_mut()) {
                if let CmdKind::Assert(e, _) = cmd.kind {
                    cmd.kind = CmdKind::Assume(e);
                }
            }
        }
        let marked = targets::run(&mut loaded.program, true, &|_| true);
        let config = config(bound);
        let about = About { program: &loaded.program, entry, config: &config, threads: Threads::default() };
        let (answers, _) = reach_targets(about, &marked, &|_| true, &patience(), &mut |_, _| {});
        for (place, answer) in answers.iter().enumerate() {
            let answer = answer.as_ref().expect("every place was asked for");
            let Some(expected) = explored(&only(&loaded.program, place), entry, bound) else { continue };
            let found = match answer {
                Verdict::Unsafe(()) => true,
                Verdict::Safe(_) | Verdict::SafeUpTo(_) => false,
                Verdict::Unknown(Why::Stopped(_)) => continue,
                Verdict::Unknown(why) => panic!("seed {seed}, place {place}: {why:?}"),
            };
            assert_eq!(found, expected, "seed {seed}, place {place} ({:?}): {answer:?}", marked[place]);
            if found {
                reached += 1;
            } else {
                dead += 1;
            }
        }
    }
    assert!(reached > 20 && dead > 5, "{reached} reached, {dead} not");
}
