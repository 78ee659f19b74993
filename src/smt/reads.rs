//! What is known of the maps of a session whose reads are resolved before the solver sees them ([`super::read_over_write`]).

use rustc_hash::{FxHashMap, FxHashSet};

use super::handle::Term;

/// What is known of maps and where they were read.
#[derive(Default)]
pub(super) struct Reads {
    pub(super) rewritten: FxHashMap<Term, Term>,
    /// By map and place.
    pub(super) values: FxHashMap<(Term, Vec<Term>), Term>,
    /// By name of a map: the places where it was read, with what stands there.
    pub(super) places: FxHashMap<Term, Vec<(Vec<Term>, Term)>>,
    /// By name of a map: what it is equal to, with when not.
    pub(super) equalities: FxHashMap<Term, Vec<(Vec<Term>, Term)>>,
    /// Names that were said to be something else.
    pub(super) defined: FxHashSet<Term>,
    /// Names that the solver knows as arrays.
    pub(super) whole: FxHashSet<Term>,
    /// The equalities of maps.
    pub(super) withheld: Vec<Term>,
    /// Clauses for the solver.
    pub(super) clauses: Vec<Term>,
    /// Reads of names whose equalities were not looked at: the value, when not, the map, the place.
    pub(super) pending: Vec<(Term, Vec<Term>, Term, Vec<Term>)>,
}
