//! Refinement: which globals must be tracked so that a spurious path is infeasible (section 3.1 of the Corral paper).
//!
//! Each algorithm returns a minimal set: without any one variable of it, the path is feasible again (Theorem 1). They
//! differ in how many checks they need, and what a check costs: [`oracle::Programs`] abstracts the path anew for each,
//! [`oracle::Constants`] builds one condition for all.

mod core;
mod hierarchical;
mod oracle;
mod path;
mod storm;

use oracle::{Constants, Programs};
pub use oracle::{Found, PathOracle};
pub use path::{Path, Stage};

use crate::base::budget::{Budget, Stop};
use crate::base::ids::VarId;
use crate::smt::Settings;

/// How the variables to be tracked are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refinement {
    /// One after the other, each in a program of its own.
    Storm,
    /// Algorithm 1: divide and conquer, each check a program of its own.
    Alg1,
    /// Algorithm 2: the same over Boolean constants, all checks on one condition.
    Alg2,
    /// Over Boolean constants, guided by unsat cores.
    Core,
}

impl Refinement {
    pub const ALL: [Refinement; 4] = [Refinement::Storm, Refinement::Alg1, Refinement::Alg2, Refinement::Core];
}

/// Says whether a path is correct, that is infeasible, if these variables alone are tracked.
pub trait Oracle<V> {
    fn is_correct(&mut self, tracked: &[V]) -> Result<bool, Stop>;

    /// After a check that said yes: undecided variables that suffice for it, where the oracle knows.
    fn core(&self) -> Option<Vec<V>> {
        None
    }
}

/// A minimal part of `undecided` that makes the path correct together with `tracked`, given that all of it does.
pub fn minimal_set<V: Copy + PartialEq>(
    algorithm: Refinement,
    oracle: &mut dyn Oracle<V>,
    tracked: &[V],
    undecided: &[V],
) -> Result<Vec<V>, Stop> {
    match algorithm {
        Refinement::Storm => storm::scan(oracle, tracked, undecided),
        Refinement::Alg1 | Refinement::Alg2 => hierarchical::hierarchical(oracle, tracked, undecided),
        Refinement::Core => core::guided_by_cores(oracle, tracked, undecided),
    }
}

/// The oracle that an algorithm asks.
pub fn oracle<'a>(
    algorithm: Refinement,
    stage: &'a mut Stage,
    path: &'a Path,
    undecided: &[VarId],
    settings: &'a Settings,
    budget: &'a Budget,
) -> Result<Box<dyn PathOracle + 'a>, Stop> {
    Ok(match algorithm {
        Refinement::Storm | Refinement::Alg1 => Box::new(Programs::new(stage, path, settings, budget)),
        Refinement::Alg2 | Refinement::Core => Box::new(Constants::new(stage, path, undecided, settings, budget)?),
    })
}

fn union<V: Copy>(a: &[V], b: &[V]) -> Vec<V> {
    a.iter().chain(b).copied().collect()
}
