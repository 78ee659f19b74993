//! The program is run, along every path that what it leaves open allows.
//!
//! What the program leaves open (an input, an initial value) is a symbol with a range ([`crate::interp::symbols`]); what is
//! computed from it has no value. A condition without a value is taken both ways, and narrows the range of a symbol that it
//! compares with a number:
//!
//! ```text
//! havoc x; i := 0;                          x: any    i: 0
//! while (i < 1000) { s := s + a[i]; … }     decided 1,001 times
//! if (x > 0) { … } else { … }               two paths, each run from the start; on one, x is 1 or more
//! assert s == 499500;                       decided on both
//! ```
//!
//! So every execution of the program is on one of the paths, and where all of them end and each assertion on them holds,
//! none is violated, whatever the bound. A program without inputs has one path, and costs what running it costs. An
//! assertion that cannot be decided ends the attempt, as do many paths. A violation on a path whose conditions all are ranges of
//! symbols is one of the program, whatever numbers of the ranges the symbols are.
//!
//! Beside the paths with a solver go runs with drawn inputs that coverage guides ([`fuzz`]).
//!
//! Where paths do not tell, a few runs with drawn inputs ([`super::trials`]) may: violations that many inputs reach need no formula,
//! however large the program is.

mod continued;
pub mod cover;
mod fuzz;
mod given;
mod magnitude;
mod path;
mod range;
mod symbolic;

pub use continued::Continued;

use std::ops::Range;
use std::time::Duration;

use self::path::{Ended, Path};
use self::symbolic::{Outcome, Progress, Searched, Turn, Turns};
use super::trials::shallow_violation;
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::stats::Stats;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Answer, Answered, Declined, Engine, Question};
use crate::forms::{self, Desugared};
use crate::interp::on_deep_stack;
use crate::verdict::{Bound, Certificate, Trace, Why};

/// Paths of a program.
const MOST_PATHS: u64 = 4096;
/// Commands of the glance that comes before all other engines, on all paths.
const GLANCE: u64 = 200_000;
/// It takes a fraction of that where commands are not very long.
const BLINK: Duration = Duration::from_secs(1);
/// Commands of a program that is no exercise.
const ORDINARY: usize = 200;
/// Commands of a program that a solver takes its time for.
const LARGE: usize = 4_000;
/// Runs with drawn inputs, at a glance and before all paths are followed, and how long they may take.
const FEW_TRIALS: (Range<u64>, Duration) = (0..20, Duration::from_millis(300));
const MORE_TRIALS: (Range<u64>, Duration) = (20..2_000, Duration::from_secs(3));

/// The commands of paths after which it is asked whether they reach anything new.
const NEW: u64 = 8192;
/// Paths that are followed with a solver, as far as time goes, and the part of it that they get.
const ALL: symbolic::Limits = symbolic::Limits { commands: u64::MAX, paths: u64::MAX };
const SOLVERS_PART: f64 = 0.85;
/// The same of an exercise: what its loops reach is more often for others to say (`loops.tsv`).
const EXERCISES_PART: f64 = 0.2;
/// The part of its turn that a large program gets: the search needs the rest (`drivers`).
const LARGES_PART: f64 = 0.7;
/// The part of what is left then that runs with drawn inputs get.
const TRIALS_PART: f64 = 0.5;
/// Those of the glance.
const FEW: symbolic::Limits = symbolic::Limits { commands: 100_000, paths: 2_000 };

/// How a certificate came about: paths were run by ranges, or followed with a solver.
const RUN: &str = "execution";
const FOLLOWED: &str = "paths";

pub struct Execution;

impl Engine for Execution {
    fn name(&self) -> &'static str {
        "execution"
    }

    fn is_about_repetition(&self) -> bool {
        false
    }

    fn answer(&self, question: &Question, _: &mut dyn crate::engine::Oracle, budget: &Budget) -> Answered {
        in_turn(question, budget, |part| followed(question, &ALL, part))
    }

    fn proves_again(&self) -> bool {
        true
    }

    /// The program is run again.
    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        let again = match &*told.method {
            FOLLOWED => followed(question, &ALL, &Budget::unlimited()).answer,
            _ => answer(question, u64::MAX, &Budget::unlimited()),
        };
        match again {
            Answer::Safe(certificate) => Ok(certificate),
            Answer::Declined(why) => Err(why),
            _ => Err(Declined("a path violates an assertion".into())),
        }
    }

    fn glance(&self, question: &Question, _: &mut dyn crate::engine::Oracle, budget: &Budget) -> Option<Answered> {
        at_a_glance(question, budget, |part| followed(question, &FEW, part))
    }
}

/// A turn: what paths with a solver find, else a few runs, else paths by ranges.
fn in_turn(question: &Question, budget: &Budget, follow: impl FnOnce(&Budget) -> Answered) -> Answered {
    let budget = &budget.within(part(budget, if size(question) < LARGE { 1.0 } else { LARGES_PART }));
    let followed = follow(&budget.within(solvers_part(question, budget)));
    if let Answer::Safe(_) | Answer::Unsafe(_) = followed.answer {
        return followed;
    }
    let tried = tried(question, MORE_TRIALS, &budget.within(part(budget, TRIALS_PART)));
    let answer = tried.map_or_else(|| answer(question, u64::MAX, budget), Answer::Unsafe);
    // What stopped the solver's paths is why there is no answer, and they may have finished a bound.
    let is_open = matches!(answer, Answer::Declined(_) | Answer::Unknown(_));
    Answered { answer: if is_open { followed.answer } else { answer }, ..followed }
}

/// What paths with a solver get of a turn.
fn solvers_part(question: &Question, budget: &Budget) -> Limits {
    part(budget, if size(question) < ORDINARY { EXERCISES_PART } else { SOLVERS_PART })
}

/// What needs no more than to be run, or a few paths with a solver.
fn at_a_glance(question: &Question, budget: &Budget, follow: impl FnOnce(&Budget) -> Answered) -> Option<Answered> {
    let blink = || budget.within(Limits { timeout: Some(BLINK), ..Limits::default() });
    match answer(question, GLANCE, &blink()) {
        answer @ (Answer::Safe(_) | Answer::Unsafe(_)) => Some(Answered::free(answer)),
        // Bounded search finds shorter violations where it finds them as soon.
        _ if size(question) < ORDINARY => None,
        _ => {
            let followed = follow(&blink());
            if let Answer::Safe(_) | Answer::Unsafe(_) = followed.answer {
                return Some(followed);
            }
            if size(question) < LARGE {
                return None;
            }
            tried(question, FEW_TRIALS, budget).map(|trace| Answered::free(Answer::Unsafe(trace)))
        }
    }
}

/// Commands of the program.
fn size(question: &Question) -> usize {
    question.program.procs.iter().map(|proc| proc.cmds().count()).sum()
}

/// The outcome of following paths with a solver, whoever else may answer.
pub fn follow(question: &Question, budget: &Budget) -> Answer {
    followed(question, &ALL, budget).answer
}

/// The same, as long as paths reach blocks that none reached before: until as many commands again reach no other, on that
/// many paths at least. And how many paths ended.
pub fn follow_while_new(question: &Question, least: u64, budget: &Budget) -> (Answer, u64) {
    let turn = |commands| Turn { budget: budget.within(Limits::default()), commands };
    let turns = || {
        let mut before = Progress::default();
        let wait = move |stop, now: &Progress| {
            let is_new = now.blocks.0 > before.blocks.0 || now.paths < least;
            before = *now;
            (is_new && stop == Stop::Rlimit && budget.check().is_ok()).then(|| turn(now.commands.max(NEW)))
        };
        Turns::several(budget, turn(NEW), Box::new(wait))
    };
    let (answered, paths) = counted(question, &ALL, turns);
    (answered.answer, paths)
}

/// The same, so far.
fn followed(question: &Question, limits: &symbolic::Limits, budget: &Budget) -> Answered {
    counted(question, limits, || Turns::one(budget)).0
}

fn counted<'t>(
    question: &Question,
    limits: &symbolic::Limits,
    turns: impl FnOnce() -> Turns<'t> + Send,
) -> (Answered, u64) {
    if is_concurrent(question.program, question.entry) {
        return (Answered::free(declined("threads")), 0);
    }
    let stated = forms::desugared(question);
    let found = on_deep_stack(|| {
        let found = symbolic::search(&stated.program, stated.entry, limits, None, turns());
        (found.progress.paths, told(question, &stated, found))
    });
    (found.1, found.0)
}

/// The outcome of paths.
fn told(question: &Question, stated: &Desugared, found: Searched) -> Answered {
    let Searched { outcome, progress } = found;
    let (note, stats) = (noted(&progress), spent(&progress, &Progress::default()));
    let answer = match outcome {
        Outcome::Safe => Answer::Safe(certificate(FOLLOWED, progress.paths)),
        Outcome::Unsafe(trace) => Answer::Unsafe(stated.original(question.program, *trace)),
        Outcome::Open(why) => declined(why),
        Outcome::Stopped(stop) => Answer::Unknown(match progress.within {
            Some(bound) => Why::StoppedAfter(stop, bound),
            None => Why::Stopped(stop),
        }),
    };
    Answered { answer, stats, notes: vec![note] }
}

/// How far paths have come, in words.
fn noted(progress: &Progress) -> String {
    let Progress { paths, waiting, commands, runs, queries, blocks: (reached, blocks), within, .. } = progress;
    let within = within.map_or_else(String::new, |Bound(bound)| format!("; all up to bound {bound}"));
    format!(
        "{paths} paths, {waiting} wait, {commands} commands, {queries} queries, {runs} runs with drawn inputs, {reached} of {blocks} blocks reached{within}"
    )
}

/// What was spent since paths had come that far.
fn spent(now: &Progress, before: &Progress) -> Stats {
    let (queries, rlimit) = (now.queries - before.queries, now.units - before.units);
    let mut stats = Stats { queries, rlimit, ..Stats::default() };
    stats.add_time("solver", now.solver - before.solver);
    stats
}

/// A part of the time that is left.
fn part(budget: &Budget, of: f64) -> Limits {
    Limits { timeout: budget.time_left().map(|left| left.mul_f64(of)), ..Limits::default() }
}

/// Why paths of a program are not followed.
fn unsuited(question: &Question) -> Option<Answer> {
    let is_uninterpreted = |con: &crate::ir::TypeCon| con.constructors.is_none();
    if question.program.type_cons.iter().any(is_uninterpreted) {
        return Some(declined("a type has values that nobody knows"));
    }
    is_concurrent(question.program, question.entry).then(|| declined("threads"))
}

/// A violation that runs with drawn inputs reach.
fn tried(question: &Question, (runs, longest): (Range<u64>, Duration), budget: &Budget) -> Option<Trace> {
    if is_concurrent(question.program, question.entry) {
        return None;
    }
    shallow_violation(question, runs, &budget.within(Limits { timeout: Some(longest), ..Limits::default() }))
}

/// Runs all paths, at most so many commands.
fn answer(question: &Question, longest: u64, budget: &Budget) -> Answer {
    if let Some(declined) = unsuited(question) {
        return declined;
    }
    let stated = forms::desugared(question);
    on_deep_stack(|| {
        let (mut path, mut paths, mut commands) = (Path::default(), 0, 0);
        loop {
            let (ended, ran) = path.run(&stated.program, stated.entry, longest - commands, budget);
            (paths, commands) = (paths + 1, commands + ran);
            match ended {
                Ended::Passed => {}
                Ended::Violated if path.is_exact() && !question.program.weakened => {
                    let trace = path.trace(&stated.program, stated.entry, budget);
                    return trace.map_or_else(
                        || declined("the violation was not met again"),
                        |trace: Trace| Answer::Unsafe(stated.original(question.program, trace)),
                    );
                }
                // Conditions within expressions cost paths: not unless they are needed.
                Ended::Violated | Ended::Open(_) if !path.splits => {
                    (path, paths) = (Path::splitting(), 0);
                    continue;
                }
                Ended::Violated => return declined("an assertion may hang on what the program leaves open"),
                Ended::Open(why) => return declined(why),
                Ended::Stopped(stop) => return Answer::Unknown(Why::Stopped(stop)),
            }
            if !path.next() {
                return Answer::Safe(certificate(RUN, paths));
            }
            if paths == MOST_PATHS {
                return declined("too many paths");
            }
        }
    })
}

fn declined(why: &str) -> Answer {
    Answer::Declined(Declined(why.into()))
}

fn certificate(method: &str, paths: u64) -> Certificate {
    Certificate {
        engine: Execution.name().into(),
        method: method.into(),
        found: if paths == 1 { "1 path".into() } else { format!("{paths} paths") },
        lemma: "every execution is on one of the paths; all paths end, and all assertions on them hold".into(),
        ..Certificate::default()
    }
}
