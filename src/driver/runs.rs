//! Runs under many schedules ([`crate::reach::schedules`]) of the program that verdicts are about, and the way back.

use std::sync::Arc;

use crate::base::budget::Budget;
use crate::engine::Question;
use crate::forms::{Desugared, desugared};
use crate::interp::replay::replay_quietly;
use crate::ir::Program;
use crate::reach::schedules::Schedules;
use crate::verdict::{Decision, Trace};

/// Commands, besides as many as led to the first violation, of runs that may reach one with fewer turns.
const AGAIN: u64 = 1_000_000;

/// What is run.
pub struct Runs<'a> {
    program: &'a Program,
    desugared: Arc<Desugared>,
}

impl<'a> Runs<'a> {
    pub fn new(question: &Question<'a>) -> Runs<'a> {
        Runs { program: question.program, desugared: desugared(question) }
    }

    /// The runs from the first on; `None`: they would not tell.
    pub fn schedules(&self) -> Option<Schedules<'_>> {
        Schedules::new(&self.desugared.program, self.desugared.entry)
    }

    /// The outcome of runs of so many commands, if replay has no doubt about it: of several violations, the one that is
    /// easiest to read.
    pub fn violation(&self, schedules: &mut Schedules<'_>, commands: u64, budget: &Budget) -> Option<Trace> {
        let mut left = commands;
        let mut best: Option<(usize, Trace)> = None;
        while let Some(trace) = schedules.violation(&mut left, budget) {
            let trace = self.desugared.original(self.program, trace);
            let turns = trace.decisions.iter().filter(|d| matches!(d, Decision::Turn { .. })).count();
            let is_better = best.as_ref().is_none_or(|(fewest, _)| turns < *fewest);
            if !is_better || !replay_quietly(self.program, &trace, budget).is_ok_and(|execution| execution.certain) {
                continue;
            }
            if best.is_none() {
                left = commands - left + AGAIN;
            }
            best = Some((turns, trace));
        }
        best.map(|(_, trace)| trace)
    }
}
