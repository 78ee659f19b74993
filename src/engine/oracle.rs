//! Whom an engine asks: each query is an IVL program by itself, which can be printed and asked again by hand.

use rustc_hash::FxHashMap;

use crate::base::budget::Budget;
use crate::base::ids::{ProcId, VarId};
use crate::ir::Program;
use crate::verdict::verification::Verification;
use crate::verdict::{Bound, Execution, Verdict};

/// Answers queries. `name` says what the query is for, in the words of a file name; the n-th query of an engine is
/// written to `ENGINE-n-NAME.bpl` where the user asks for it.
pub trait Oracle {
    /// Can an execution from `entry` violate an assertion within the bound? As `rmt check --bound N`, without provers.
    fn reach(
        &mut self,
        name: &str,
        program: &Program,
        entry: ProcId,
        bound: Bound,
        budget: &Budget,
    ) -> Verdict<Execution>;

    /// Does each procedure with a body keep its contract, with loops cut at their invariants? As `rmt verify`.
    fn verify(&mut self, name: &str, program: &Program, budget: &Budget) -> Vec<Verification>;

    /// The largest set of guesses that hold together, but for some that need the bits of integers. As `rmt houdini`, which finds all.
    fn houdini(&mut self, name: &str, program: &Program, guesses: &Guesses, budget: &Budget) -> Kept;
}

/// Guessed clauses: a guess is a clause `b ==> e` of the program whose guard is one of these constants.
#[derive(Clone, Debug, Default)]
pub struct Guesses {
    /// Sorted.
    pub guards: Vec<VarId>,
    /// Of a guess, those of which each implies it: while one of them stands, it need not be asked about.
    pub implied: FxHashMap<VarId, Vec<VarId>>,
}

/// The result of Houdini.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// The guards of the guesses that hold together, sorted.
    pub survivors: Vec<VarId>,
    /// In the order in which they fell.
    pub fallen: Vec<Fallen>,
}

/// A guess that does not hold with the others.
#[derive(Clone, Debug)]
pub struct Fallen {
    pub guard: VarId,
    pub proc: ProcId,
    pub because: Because,
}

/// Why a guess fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// A model refutes it.
    Refuted,
    /// The solver cannot tell.
    Undecided,
    /// Of the units that there were, its part did not suffice.
    TooHard,
    /// There was nothing left to spend on it.
    Stopped,
}
