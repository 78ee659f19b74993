//! Coverage of a program by the inputs of single executions, and the verdict if that settles it.

use std::time::Instant;

use super::confirm::{confirm, unless_vacuous};
use super::strategy::Checked;
use crate::base::budget::Budget;
use crate::base::stats::EngineRun;
use crate::engine::{Answer, Answered, Question};
use crate::prove::execution::cover::{Covered, cover};
use crate::smt::Settings;
use crate::verdict::{Verdict, Why};

/// The part of the time for coverage; who answers else gets the rest.
pub const COVER_PART: f64 = 0.85;

/// What is covered, and the answer about the program, which is open where neither all paths were followed nor one violates an assertion.
pub fn covered(question: &Question, solver: &Settings, budget: &Budget) -> (Covered, Checked) {
    let begun = Instant::now();
    let mut found = cover(question, budget);
    let Answered { answer, stats: mut own, notes } =
        std::mem::replace(&mut found.answered, Answered::free(Answer::Unknown(Why::Incomplete(String::new()))));
    let verdict = match violation(question, &mut found, budget) {
        Some(verdict) => unless_vacuous(verdict, question.program, solver, budget, &mut own),
        None => match answer {
            Answer::Safe(certificate) => Verdict::Safe(certificate),
            Answer::Unknown(why) => Verdict::Unknown(why),
            Answer::Declined(why) => Verdict::Unknown(Why::Incomplete(why.0)),
            Answer::SafeUpTo(_) | Answer::Unsafe(_) => Verdict::Unknown(Why::Incomplete("paths".into())),
        },
    };
    own.engines.push(EngineRun {
        engine: "coverage",
        reading: String::new(),
        outcome: format!("{} tests", found.tests.len()),
        spent: begun.elapsed(),
        units: own.rlimit,
        notes,
    });
    (found, Checked { stats: own, ..Checked::at_once(verdict) })
}

/// What is said of violations that were met: the first that the interpreter agrees with, or why it does not agree with any.
fn violation(question: &Question, found: &mut Covered, budget: &Budget) -> Option<Verdict> {
    let mut last = None;
    for trace in std::mem::take(&mut found.violations) {
        match confirm(question.program, trace, budget) {
            Verdict::Unsafe(execution) => return Some(Verdict::Unsafe(execution)),
            verdict => last = Some(verdict),
        }
    }
    last
}
