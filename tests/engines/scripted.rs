//! An oracle that answers from a script and writes down what it was asked.

use std::collections::VecDeque;

use ivl::source::Span;
use rmt::internal::base::budget::Budget;
use rmt::internal::base::ids::ProcId;
use rmt::internal::engine::{Guesses, Kept, Oracle};
use rmt::internal::ir::Program;
use rmt::internal::verdict::verification::Verification;
use rmt::internal::verdict::{Bound, Execution, Verdict, Why};

#[derive(Default)]
pub struct Scripted {
    pub verify: VecDeque<Vec<Verification>>,
    pub houdini: VecDeque<Kept>,
    /// Where the script for Houdini is at its end, all guesses survive.
    pub keeps_all: bool,
    /// The kind and name of each query, in order.
    pub asked: Vec<(&'static str, String)>,
}

impl Oracle for Scripted {
    fn reach(&mut self, name: &str, _: &Program, _: ProcId, _: Bound, _: &Budget) -> Verdict<Execution> {
        self.asked.push(("reach", name.into()));
        Verdict::Unknown(Why::Unsupported("the script has no answer".into()))
    }

    fn verify(&mut self, name: &str, _: &Program, _: &Budget) -> Vec<Verification> {
        self.asked.push(("verify", name.into()));
        self.verify.pop_front().expect("the script has an answer")
    }

    fn houdini(&mut self, name: &str, _: &Program, guesses: &Guesses, _: &Budget) -> Kept {
        self.asked.push(("houdini", name.into()));
        let all = || Kept { survivors: guesses.guards.clone(), ..Kept::default() };
        self.houdini.pop_front().unwrap_or_else(|| if self.keeps_all { all() } else { Kept::default() })
    }
}

/// The answer about a procedure that keeps its contract.
pub fn verified(procedure: &str) -> Verification {
    Verification {
        procedure: procedure.into(),
        span: Span::NONE,
        findings: Vec::new(),
        gave_up: None,
        unreachable: Vec::new(),
    }
}
