//! What a thread knows at a place of its program: facts, the locks that it holds, how far others have come.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::ids::{ExprId, VarId};

/// A variable, or an element of a map; of the latter the index.
pub(super) type Place = (VarId, Box<[ExprId]>);

/// What a thread has found out, one thing after the other.
#[derive(Default)]
pub(super) struct Facts {
    /// Each with the one before it.
    all: Vec<(ExprId, Option<usize>)>,
}

impl Facts {
    pub fn add(&mut self, e: ExprId, before: Option<usize>) -> usize {
        self.all.push((e, before));
        self.all.len() - 1
    }

    /// From the last one on.
    pub fn iter(&self, last: Option<usize>) -> impl Iterator<Item = ExprId> {
        std::iter::successors(last, |&at| self.all[at].1).map(|at| self.all[at].0)
    }

    pub fn has(&self, last: Option<usize>, e: ExprId) -> bool {
        self.iter(last).any(|known| known == e)
    }

    /// What was found out in both.
    pub fn common(&self, mut a: Option<usize>, mut b: Option<usize>) -> Option<usize> {
        // What is in front of a fact has a smaller number.
        while a != b {
            if a > b { a = self.all[a?].1 } else { b = self.all[b?].1 }
        }
        a
    }
}

/// What a thread knows of locks, and of how far others have come.
#[derive(Clone, Default)]
pub(super) struct Holding {
    /// Locks, and under which condition it holds them.
    pub held: Rc<BTreeMap<Place, ExprId>>,
    pub facts: Option<usize>,
    /// Places that are no more as they were in the beginning.
    pub passed: Rc<BTreeSet<Place>>,
    /// Locks that were looked at in this segment, and are not taken yet.
    pub open: Rc<BTreeSet<Place>>,
}

/// What a run has seen of places that may be locks.
#[derive(Default)]
pub(super) struct Seen {
    pub taken: BTreeSet<Place>,
    /// What they begin with.
    pub firsts: BTreeMap<Place, ExprId>,
    /// Those that begin otherwise on other ways, or are written otherwise than locks are.
    pub other: BTreeSet<Place>,
    /// Those that are held from a segment to the next, or read by who may hold them.
    pub kept: BTreeSet<Place>,
}
