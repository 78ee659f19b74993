//! Which variables and elements one thread has for itself, and which are locks or guarded by them (`locks.rs`).
//!
//! The program is run symbolically with a guess, at first that everything is shared. The run tells who accesses what; so
//! the next guess knows more, and more is constant. A guess is right if the run that begins with it confirms it: were it
//! wrong, some execution would have a first access that is not as guessed, and up to that the run is exact.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{ExprId, VarId};
use crate::ir::{ExprKind, Program};

use super::hits::Hits;
use super::simplify::is_constant;

/// A thread, by the way to where it is spawned.
pub(super) type Key = u64;

/// An element with a constant index; of a variable that is no map, the variable.
pub(super) type Cell = (VarId, Vec<ExprKind>);

/// Who has something for himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Nobody writes it.
    Nobody,
    /// Nobody else accesses it.
    Thread(Key),
    /// Nobody reads it.
    Unread,
}

/// What is known of locks and what they guard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Locks {
    /// Whether they are watched.
    pub locks: FxHashMap<Cell, bool>,
    pub guarded: FxHashSet<Cell>,
    /// Of those with accesses whose index is not constant: all of the variable.
    pub guarded_vars: FxHashSet<VarId>,
}

impl Locks {
    pub fn len(&self) -> usize {
        let guarded = self.guarded.len() + self.guarded_vars.len();
        self.locks.len() + guarded + self.locks.values().filter(|is_watched| !**is_watched).count()
    }

    /// Whether it says more than another one.
    pub fn exceeds(&self, other: &Locks) -> bool {
        self.guarded.iter().any(|cell| !other.guards(cell))
            || self.guarded_vars.iter().any(|var| !other.guarded_vars.contains(var))
            || self
                .locks
                .iter()
                .any(|(cell, &is_watched)| other.locks.get(cell).is_none_or(|&other| other && !is_watched))
    }

    /// Whether an element is guarded.
    fn guards(&self, cell: &Cell) -> bool {
        self.guarded_vars.contains(&cell.0) || self.guarded.contains(cell)
    }

    /// Takes away what a run with it did not confirm.
    pub fn correct(&mut self, seen: &Locks) {
        self.guarded.retain(|cell| seen.guards(cell));
        self.guarded_vars.retain(|var| seen.guarded_vars.contains(var));
        self.locks.retain(|cell, is_watched| {
            let found = seen.locks.get(cell);
            *is_watched |= found == Some(&true);
            found.is_some()
        });
    }

    pub fn extend(&mut self, other: Locks) {
        self.guarded.extend(other.guarded);
        self.guarded_vars.extend(other.guarded_vars);
        for (cell, is_watched) in other.locks {
            *self.locks.entry(cell).or_insert(true) &= is_watched;
        }
    }
}

/// What is private.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Guess {
    pub vars: FxHashMap<VarId, Owner>,
    pub cells: FxHashMap<Cell, Owner>,
    pub locks: Locks,
    /// Variables that grow, and what they begin with.
    pub growing: FxHashMap<VarId, BigInt>,
}

#[derive(Clone, Debug, Default)]
struct Users {
    readers: BTreeSet<Key>,
    writers: BTreeSet<Key>,
}

impl Users {
    fn add(&mut self, thread: Key, writes: bool) {
        if writes { &mut self.writers } else { &mut self.readers }.insert(thread);
    }

    fn include(&mut self, other: &Users) {
        self.readers.extend(&other.readers);
        self.writers.extend(&other.writers);
    }

    fn is_empty(&self) -> bool {
        self.readers.is_empty() && self.writers.is_empty()
    }

    fn owner(&self) -> Option<Owner> {
        if self.writers.is_empty() {
            return Some(Owner::Nobody);
        }
        let all: BTreeSet<Key> = self.readers.union(&self.writers).copied().collect();
        match all.len() {
            1 => all.first().copied().map(Owner::Thread),
            _ if self.readers.is_empty() => Some(Owner::Unread),
            _ => None,
        }
    }
}

/// The accesses of a run where several threads may be alive.
#[derive(Clone, Debug, Default)]
pub(super) struct Accesses {
    cells: FxHashMap<Cell, Users>,
    /// Those whose index is not constant, and to whole maps.
    wide: FxHashMap<VarId, Users>,
    /// Those of which something is known of the index.
    limited: FxHashMap<VarId, FxHashMap<Hits, Users>>,
    /// Elements that these do not concern.
    apart: FxHashMap<Cell, FxHashSet<Hits>>,
    /// Variables that are accessed, and what they begin with if they only grow.
    growth: FxHashMap<VarId, Option<BigInt>>,
}

/// The element; `None`: its index is not constant.
pub(super) fn cell(program: &Program, var: VarId, index: &[ExprId]) -> Option<Cell> {
    let constant = index.iter().all(|&e| is_constant(program, e));
    constant.then(|| (var, index.iter().map(|&e| program.exprs.kind(e).clone()).collect()))
}

impl Accesses {
    /// An access by a thread, which writes or does not; what is known of the elements that it concerns.
    pub fn add(
        &mut self,
        program: &Program,
        (var, index): (VarId, Option<&[ExprId]>),
        (thread, writes): (Key, bool),
        hits: Option<Hits>,
    ) {
        let users = match (index.and_then(|index| cell(program, var, index)), hits) {
            (Some(cell), _) => self.cells.entry(cell).or_default(),
            (None, Some(hits)) => self.limited.entry(var).or_default().entry(hits).or_default(),
            (None, None) => self.wide.entry(var).or_default(),
        };
        users.add(thread, writes);
    }

    /// An access to a variable; what it begins with, unless it is a write that does not make it grow.
    pub fn grows(&mut self, var: VarId, first: Option<BigInt>) {
        let known = self.growth.entry(var).or_insert_with(|| first.clone());
        if *known != first {
            *known = None;
        }
    }

    /// What is known of accesses to a variable.
    pub fn limited(&self, var: VarId) -> Vec<Hits> {
        self.limited.get(&var).into_iter().flat_map(|all| all.keys().cloned()).collect()
    }

    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.cells.keys()
    }

    pub fn put_apart(&mut self, cell: Cell, hits: Hits) {
        self.apart.entry(cell).or_default().insert(hits);
    }

    /// Whether somebody writes an element; which of the accesses of which something is known may hit it.
    pub fn is_written(&self, cell: &Cell, may_hit: impl Fn(&Hits) -> bool) -> bool {
        let direct = self.cells.get(cell).into_iter().chain(self.wide.get(&cell.0));
        let limited = self.limited.get(&cell.0).into_iter().flatten().filter(|(hits, _)| may_hit(hits));
        direct.chain(limited.map(|(_, users)| users)).any(|users| !users.writers.is_empty())
    }

    /// Who accesses an element with an index that is not constant.
    fn wide_at(&self, cell: &Cell) -> Users {
        let mut all = self.wide.get(&cell.0).cloned().unwrap_or_default();
        let apart = self.apart.get(cell);
        for (hits, users) in self.limited.get(&cell.0).into_iter().flatten() {
            if !apart.is_some_and(|apart| apart.contains(hits)) {
                all.include(users);
            }
        }
        all
    }

    /// The variables that are accessed otherwise than at one element with a constant index.
    pub fn wide(&self) -> BTreeSet<VarId> {
        self.wide.keys().chain(self.limited.keys()).copied().collect()
    }

    /// All that these accesses allow to say of what is private.
    pub fn guess(&self) -> Guess {
        let mut all = self.wide.clone();
        let limited = self.limited.iter().flat_map(|(var, all)| all.values().map(move |users| (var, users)));
        for (var, users) in self.cells.iter().map(|((var, _), users)| (var, users)).chain(limited) {
            all.entry(*var).or_default().include(users);
        }
        let vars: FxHashMap<VarId, Owner> =
            all.iter().filter_map(|(&var, users)| Some((var, users.owner()?))).collect();
        let cells = self.cells.iter().filter(|((var, _), _)| !vars.contains_key(var));
        let cells = cells.filter_map(|(cell, users)| {
            let (owner, wide) = (users.owner()?, self.wide_at(cell));
            let allowed = match owner {
                Owner::Nobody => wide.writers.is_empty(),
                Owner::Thread(_) => wide.is_empty(),
                Owner::Unread => wide.readers.is_empty(),
            };
            allowed.then(|| (cell.clone(), owner))
        });
        let growing = self.growth.iter().filter_map(|(&var, first)| Some((var, first.clone()?))).collect();
        Guess { cells: cells.collect(), vars, locks: Locks::default(), growing }
    }
}

impl Guess {
    fn len(&self) -> usize {
        self.vars.len() + self.cells.len() + self.locks.len() + self.growing.len()
    }

    /// Whether it says more than another one.
    pub fn exceeds(&self, other: &Guess) -> bool {
        self.vars.keys().any(|var| !other.vars.contains_key(var))
            || self.cells.keys().any(|cell| !other.cells.contains_key(cell) && !other.vars.contains_key(&cell.0))
            || self.growing.keys().any(|var| !other.growing.contains_key(var))
            || self.locks.exceeds(&other.locks)
    }

    /// Takes away what accesses of a run with this guess contradict; whether there was something.
    pub fn correct(&mut self, seen: &Accesses, locks: &Locks) -> bool {
        let right = seen.guess();
        let before = self.len();
        self.locks.correct(locks);
        let accessed: BTreeSet<VarId> = seen.cells.keys().map(|cell| cell.0).chain(seen.wide()).collect();
        let is_right = |claimed: Owner, found: Option<&Owner>| {
            found.is_some_and(|&found| found == claimed || found == Owner::Nobody)
        };
        self.vars.retain(|var, owner| !accessed.contains(var) || is_right(*owner, right.vars.get(var)));
        self.cells.retain(|cell, owner| {
            let untouched = !seen.cells.contains_key(cell) && seen.wide_at(cell).is_empty();
            let by_var = right.vars.get(&cell.0);
            untouched || is_right(*owner, right.cells.get(cell)) || is_right(*owner, by_var)
        });
        self.growing.retain(|var, first| seen.growth.get(var).is_none_or(|seen| seen.as_ref() == Some(first)));
        self.len() < before
    }

    /// What another run has shown as well.
    pub fn extend(&mut self, other: Guess) {
        self.vars.extend(other.vars);
        self.cells.extend(other.cells);
        self.locks.extend(other.locks);
        self.growing.extend(other.growing);
    }
}
