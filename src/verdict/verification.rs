//! What modular verification says about a procedure.

use ivl::source::Span;

use super::Why;
use super::execution::{Execution, Failure};

/// A procedure by itself: calls do what contracts say, loops begin where invariants allow.
#[derive(Clone, Debug)]
pub struct Verification {
    /// Its name.
    pub procedure: String,
    /// Its declaration.
    pub span: Span,
    /// Assertions that may fail, in the order of the text.
    pub findings: Vec<Finding>,
    /// Why there may be more to find; `None`: every other assertion holds, or the limit of findings was reached.
    pub gave_up: Option<Why>,
    /// Code that assumptions make unreachable.
    pub unreachable: Vec<Span>,
}

/// An assertion that may fail.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The assertion, and the values of what it mentions.
    pub failure: Failure,
    /// Whether it fails for certain.
    pub certainty: Certainty,
    /// Whether the solver did not decide, and the execution was found by other means.
    pub hard: bool,
    /// The steps that lead there, if the interpreter could follow them.
    pub execution: Option<Execution>,
    /// The blocks on the way, by name.
    pub path: Vec<(String, Span)>,
}

/// How sure a finding is.
#[derive(Clone, Debug, PartialEq)]
pub enum Certainty {
    /// The interpreter has followed the solver's model to the failure.
    Replayed,
    /// The solver has a model; the interpreter could not follow it, for this reason.
    NotReplayed(String),
    /// The solver does not know, for this reason: the assertion may hold all the same.
    Undecided(String),
}

impl Verification {
    /// Every assertion holds.
    pub fn is_verified(&self) -> bool {
        self.findings.is_empty() && self.gave_up.is_none()
    }

    /// The findings that are not undecided.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|f| !matches!(f.certainty, Certainty::Undecided(_)))
    }

    /// The process exit code: 0 verified, 10 some assertion fails, 20 undecided.
    pub fn exit_code(&self) -> u8 {
        match (self.is_verified(), self.errors().next()) {
            (true, _) => 0,
            (false, Some(_)) => 10,
            (false, None) => 20,
        }
    }
}
