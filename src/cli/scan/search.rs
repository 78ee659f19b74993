//! How a function is searched: violations that many executions reach need no formula, and each path by itself a small one.
//!
//! ```text
//! a few runs with drawn inputs → paths with a solver → bounded search, first of what is near
//! ```
//!
//! Runs and paths go through loops as often as the program does, so what stands behind a loop of a hundred rounds is
//! reached; bounded search sees what many paths have in common, and says how far nothing is found.

use std::time::Duration;

use super::finding::Far;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ProcId;
use crate::driver::bounded::Bounded;
use crate::driver::confirm::confirm;
use crate::driver::strategy::{Engines, decide};
use crate::engine::{Answer, Forms, Question};
use crate::ir::Program;
use crate::prove::execution::follow_while_new;
use crate::prove::trials::shallow_violation;
use crate::reach::Config;
use crate::verdict::{Bound, Execution, Verdict, Why};

/// Runs with drawn inputs, and how long they may take.
const RUNS: u64 = 24;
const RUNNING: Duration = Duration::from_millis(250);
/// The part of the time that paths get.
const PATHS_PART: f64 = 0.5;
/// So many paths tell about as much as all within a bound.
const MANY: u64 = 64;

/// What is found, or how far nothing is.
pub struct Searched {
    pub verdict: Verdict<Execution>,
    pub far: Far,
}

/// Looks for a violation; loops are followed `most` times where paths do not tell.
pub fn search(program: &Program, entry: ProcId, most: u32, budget: &Budget) -> Searched {
    let forms = Forms::of(program, entry);
    let question = Question { program, entry, bound: None, forms: &forms };
    let limits = |timeout| Limits { timeout, ..Limits::default() };
    let violated = |trace| match confirm(program, trace, budget) {
        verdict @ Verdict::Unsafe(_) => Some(Searched { verdict, far: Far::Open }),
        _ => None,
    };
    let tried = shallow_violation(&question, 0..RUNS, &budget.within(limits(Some(RUNNING))));
    if let Some(found) = tried.and_then(violated) {
        return found;
    }
    let part = budget.time_left().map(|left| left.mul_f64(PATHS_PART));
    let (answer, paths) = follow_while_new(&question, MANY, &budget.within(limits(part)));
    match answer {
        Answer::Safe(certificate) => return Searched { verdict: Verdict::Safe(certificate), far: Far::All },
        Answer::Unsafe(trace) => {
            if let Some(found) = violated(trace) {
                return found;
            }
        }
        Answer::Unknown(Why::StoppedAfter(_, Bound(within))) if within >= most => {
            return Searched { verdict: Verdict::SafeUpTo(Bound(most)), far: Far::Bound(most) };
        }
        Answer::Unknown(why) if paths >= MANY => {
            return Searched { verdict: Verdict::Unknown(why), far: Far::Paths(paths) };
        }
        _ => {}
    }
    deepened(&question, most, budget)
}

/// What bounded search finds: first what is near.
fn deepened(question: &Question, most: u32, budget: &Budget) -> Searched {
    let mut far = Far::Open;
    for bound in 0.. {
        let config = Config { bound: Some(Bound(bound)), ..Config::default() };
        let mut progress = |_| {};
        let search = Bounded::new(config.clone(), &mut progress);
        let engines =
            Engines { search: Some(&search), provers: vec![], solver: &config.solver, jobs: 1, queries: None };
        let verdict = decide(&Question { bound: config.bound, ..*question }, &engines, budget).verdict;
        far = match verdict {
            Verdict::Safe(_) => Far::All,
            Verdict::SafeUpTo(bound) => Far::Bound(bound.0),
            _ => far,
        };
        if bound >= most || !matches!(verdict, Verdict::SafeUpTo(_)) {
            return Searched { verdict, far };
        }
    }
    unreachable!("internal: bounds go on")
}
