//! What Houdini is asked, and what it answers.

use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::base::budget::{Budget, Stop};
use crate::base::ids::{ProcId, VarId};
use crate::base::stats::Stats;
use crate::infer::modular;
use crate::ir::Program;
use crate::smt::Settings;

/// What is to be inferred.
pub struct Task<'a> {
    pub program: &'a Program,
    /// The procedures whose bodies candidates must hold for: a part of [`modular::to_verify`], in order. A candidate
    /// that is checked in none of them survives.
    pub procs: &'a [ProcId],
    /// The guards of the candidates, sorted: constants of the program.
    pub guards: &'a [VarId],
    /// Of a candidate, those of which each implies it: while one of them stands, it is not checked.
    pub implied: &'a FxHashMap<VarId, Vec<VarId>>,
    pub modular: modular::Config,
    pub solver: Settings,
    /// Procedures at a time.
    pub jobs: usize,
    /// The budget of each procedure. What cannot be decided within it falls.
    pub budget: &'a (dyn Fn(ProcId) -> Budget + Sync),
}

/// What Houdini found.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// The guards of the largest inductive set, sorted.
    pub survivors: Vec<VarId>,
    /// In the order in which they fell.
    pub fallen: Vec<Fallen>,
    pub stats: Stats,
}

/// Why a candidate is not part of the inductive set.
#[derive(Clone, Debug)]
pub struct Fallen {
    pub guard: VarId,
    /// Where it failed.
    pub proc: ProcId,
    /// "precondition" and so on.
    pub what: &'static str,
    pub span: Span,
    pub refutation: Refutation,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Refutation {
    /// A model satisfies everything that is assumed, and not this.
    Model,
    /// Whether there is one could not be decided, for this reason.
    Undecided(String),
    /// That took more units than one may have of those that there are.
    TooHard,
    /// Nobody looked, or not for long: there was nothing left to spend.
    Stopped(Stop),
}
