//! What summaries are asked for.

use crate::base::budget::Budget;
use crate::base::ids::{ProcId, VarId};
use crate::cfg::liveness::Liveness;
use crate::smt::Settings;

/// What guesses are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All that a procedure gets or leaves.
    Everything,
    /// The same without quantifiers, which the search may not decide.
    Unquantified,
    /// The globals that assertions are about: few guesses, quickly judged.
    Typestate,
}

/// What summaries are to be inferred of: the program that the search gets, and what it gets with it.
pub struct Task<'a> {
    pub entry: ProcId,
    /// Raised when an assertion has failed.
    pub error: VarId,
    pub live: &'a Liveness,
    pub scope: Scope,
    pub solver: Settings,
    /// Z3 resource units for all procedures. When they are spent, those that are left get no summaries.
    pub units: u64,
    /// Procedures at a time.
    pub jobs: usize,
    pub budget: &'a Budget,
}
