//! The seam between the driver and the engines: what an engine is asked, what it answers, and whom it asks in turn.
//!
//! ```text
//! driver::strategy ── Question ──▶ Engine ── queries that are IVL programs ──▶ Oracle (the driver, or a test's script)
//!                  ◀── Answer ───        ◀── verdicts ─────────────────────
//! ```
//!
//! An engine imports no other engine and not the driver. Every violation that it claims is replayed by the driver;
//! every proof is data that can be checked again without the engine's search ([`Certificate`]).

pub mod annotate;
mod forms;
mod oracle;
mod verified;

pub use forms::{Forms, Made};
pub use oracle::{Because, Fallen, Guesses, Kept, Oracle};
pub use verified::Verified;

use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::ir::Program;
use crate::verdict::{Bound, Certificate, Trace, Why};

/// Can an execution that begins in a procedure violate an assertion?
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The program that verdicts are about: elaborated; loops, calls, contracts and assertions are as written.
    pub program: &'a Program,
    pub entry: ProcId,
    /// How far the user wants loops and recursion to be followed; `None`: as far as it takes.
    pub bound: Option<Bound>,
    /// What engines made of the program so far.
    pub forms: &'a Forms<'a>,
}

/// The answer of an engine.
#[derive(Clone, Debug)]
pub enum Answer {
    /// No execution violates an assertion, whatever the bound.
    Safe(Certificate),
    /// None does within the bound.
    SafeUpTo(Bound),
    /// An execution of the question's program that ends in a violation. The driver replays it.
    Unsafe(Trace),
    Unknown(Why),
    /// The engine does not handle such programs.
    Declined(Declined),
}

impl Answer {
    /// A proof whose obligations were verified.
    pub fn proved(certificate: Certificate, _: Verified) -> Answer {
        Answer::Safe(certificate)
    }
}

/// Why an engine does not try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined(pub String);

/// An answer and what it cost.
#[derive(Clone, Debug)]
pub struct Answered {
    pub answer: Answer,
    pub stats: Stats,
    /// Attempts and why they failed, a line each; for `--stats`.
    pub notes: Vec<String>,
}

impl Answered {
    /// An answer that cost nothing worth counting.
    pub fn free(answer: Answer) -> Answered {
        Answered { answer, stats: Stats::default(), notes: Vec::new() }
    }

    /// The outcome of an attempt that notes down what it tries.
    pub fn noting(attempt: impl FnOnce(&mut Vec<String>) -> Result<Answer, Declined>) -> Answered {
        let mut notes = Vec::new();
        let answer = attempt(&mut notes).unwrap_or_else(Answer::Declined);
        Answered { notes, ..Answered::free(answer) }
    }
}

/// Decides questions by a method of its own.
pub trait Engine: Sync {
    /// The name that `--provers` takes and certificates carry.
    fn name(&self) -> &'static str;

    /// Answers within the budget. What does not apply is declined at once.
    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered;

    /// A brief look before any engine has its turn, for programs that need no more; `None`: there is no answer yet.
    fn glance(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Option<Answered> {
        let _ = (question, oracle, budget);
        None
    }

    /// Whether it takes programs with threads; others are not asked.
    fn follows_threads(&self) -> bool {
        false
    }

    /// Whether it is about loops and recursion alone; others are asked where nothing is repeated, too.
    fn is_about_repetition(&self) -> bool {
        true
    }

    /// Whether [`Engine::rebuilt`] proves the program again by itself, and leaves nothing to verify.
    fn proves_again(&self) -> bool {
        false
    }

    /// A certificate of this engine, built anew from the program, with all that is told in it. Of the one that was handed
    /// in, only parameters and invariants are looked at, and believed to be what the engine meant, never that they hold. What
    /// differs was not what is checked. `Err`: it is not a certificate for this program.
    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        let _ = (question, told);
        Err(Declined(format!("{} makes no certificates", self.name())))
    }
}
