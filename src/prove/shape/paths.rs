//! The flow of the paper: how many paths lead to each object, instead of how many edges.
//!
//! ```text
//! paths(y) = 1, if y stays in scope   +   variables that are roots and point to y   +   Σ paths(x) over cells x.f = y
//! ```
//!
//! DIVERGENCE: that there are no cycles is asserted at each loop head, not assumed; the footprint of an update is what is in
//! scope; which variables are roots, and which maps have edges that count, is found by trial.
//!
//! What is written down holds at the last loop head. At the next, paths within the scope are counted anew; those that come
//! in from outside have not changed, and those that go out must not have.

use std::collections::{BTreeMap, BTreeSet};

use super::heap::{Cell, Heap, MANY, Map, ObjId, Paths, Value, is_root};
use super::state::State;
use super::subject::{Point, Subject};
use crate::base::ids::VarId;

/// The state says nothing of paths.
pub struct Uncounted(pub String);

/// A number of paths: at least so many, or, if it is exact, so many; [`MANY`] are never exact.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Count {
    least: u8,
    exact: bool,
}

impl Count {
    fn of(paths: u8) -> Count {
        Count { least: paths.min(MANY), exact: paths < MANY }
    }

    fn plus(self, other: Count) -> Count {
        let least = MANY.min(self.least + other.least);
        Count { least, exact: self.exact && other.exact && least < MANY }
    }

    /// `self + part = whole`, of which the part is known.
    fn rest(whole: Count, part: Count) -> Count {
        match (whole.exact, part.exact) {
            (true, _) => Count { least: whole.least.saturating_sub(part.least), exact: true },
            (false, true) => Count { least: whole.least - part.least, exact: false },
            (false, false) => Count { least: 0, exact: false },
        }
    }
}

impl Paths {
    fn counts(&self, cell: Cell) -> bool {
        !self.uncounted.contains(&cell.0)
    }

    /// The paths that reached an object from those in scope, and in variables.
    fn within(&self, heap: &Heap, to: ObjId) -> Count {
        // A block that stays in scope has a path if it was there.
        let own = u8::from(is_root(to) && heap.objects[&to].paths > 0);
        let roots = self.roots.values().filter(|&&o| o == to).count() as u8;
        let start = Count::of(own).plus(Count::of(roots.min(MANY)));
        let edges = self.edges.iter().filter(|edge| edge.2 == to);
        edges.fold(start, |sum, edge| sum.plus(Count::of(heap.objects[&edge.0].paths)))
    }

    /// Whether no more came than there were.
    pub fn fit(&self, heap: &Heap, to: ObjId) -> bool {
        let (all, within) = (Count::of(heap.objects[&to].paths), self.within(heap, to));
        !all.exact || within.least <= all.least
    }

    /// Whether an edge between them may have been there.
    pub fn may_lead(&self, heap: &Heap, (from, cell, to): (ObjId, Cell, ObjId)) -> bool {
        let (all, within) = (Count::of(heap.objects[&to].paths), self.within(heap, to));
        let more = within.plus(Count::of(heap.objects[&from].paths));
        !self.counts(cell) || !all.exact || more.least <= all.least
    }

    /// What an object reached in scope, itself included.
    fn reached(&self, from: ObjId) -> BTreeSet<ObjId> {
        closure(from, |o| self.edges.iter().filter(|edge| edge.0 == o).map(|edge| edge.2).collect())
    }
}

fn closure(from: ObjId, next: impl Fn(ObjId) -> Vec<ObjId>) -> BTreeSet<ObjId> {
    let (mut found, mut work) = (BTreeSet::from([from]), vec![from]);
    while let Some(object) = work.pop() {
        for other in next(object) {
            if found.insert(other) {
                work.push(other);
            }
        }
    }
    found
}

impl Heap {
    /// Learns of an edge that was there at the last loop head. `false`: it was not.
    pub fn learn_edge(&mut self, from: ObjId, cell: Cell, to: ObjId) -> bool {
        let Some(paths) = &mut self.paths else { return true };
        if !paths.counts(cell) {
            return true;
        }
        let in_circles = paths.reached(to).contains(&from);
        paths.edges.insert((from, cell, to));
        !in_circles && self.paths.as_ref().is_some_and(|paths| paths.fit(self, to))
    }

    /// The same of all edges of an object that has come into scope.
    pub fn learn_edges(&mut self, from: ObjId) -> bool {
        if self.paths.is_none() {
            return true;
        }
        let slots = self.objects[&from].slots.iter();
        let edges: Vec<(Cell, ObjId)> = slots
            .filter_map(|(&cell, slot)| match slot.value {
                Value::Ptr(to, _) => Some((cell, to)),
                _ => None,
            })
            .collect();
        edges.into_iter().all(|(cell, to)| self.objects.contains_key(&to) && self.learn_edge(from, cell, to))
    }

    /// Whether a pointer that counts leads out of scope.
    pub fn leads_out(&self, paths: &Paths) -> bool {
        self.objects.keys().any(|&object| self.leads_out_of(paths, object))
    }

    fn leads_out_of(&self, paths: &Paths, object: ObjId) -> bool {
        let slots = &self.objects[&object].slots;
        slots.iter().any(|(&cell, slot)| paths.counts(cell) && matches!(slot.value, Value::Out(_)))
    }

    /// The edges in scope that count, as they are now.
    fn edges_now(&self, paths: &Paths) -> BTreeSet<(ObjId, Cell, ObjId)> {
        let slots = self.objects.iter().flat_map(|(&from, o)| o.slots.iter().map(move |slot| (from, slot)));
        slots
            .filter_map(|(from, (&cell, slot))| match slot.value {
                Value::Ptr(to, _) if paths.counts(cell) => Some((from, cell, to)),
                _ => None,
            })
            .collect()
    }

    /// Some edge that may have closed a circle: one in scope, or with ways through what is out of scope.
    fn new_circle(&self, paths: &Paths, now: &BTreeSet<(ObjId, Cell, ObjId)>, lost: bool) -> Option<BTreeSet<Map>> {
        let before: BTreeMap<ObjId, BTreeSet<ObjId>> = self.objects.keys().map(|&o| (o, paths.reached(o))).collect();
        // There was no way from one to the other if there was one back, or if more paths would have come in than did.
        let outside = |from: ObjId, to: ObjId| {
            let incoming = Count::rest(Count::of(self.objects[&to].paths), paths.within(self, to));
            let enough = lost || !incoming.exact || incoming.least >= self.objects[&from].paths.max(1);
            enough && !before[&to].contains(&from) && self.leads_out_of(paths, from)
        };
        let next = |from: ObjId| -> Vec<ObjId> {
            let seen = now.iter().filter(|edge| edge.0 == from).map(|edge| edge.2);
            seen.chain(self.objects.keys().copied().filter(|&to| outside(from, to))).collect()
        };
        // In a circle of what was there before, nothing is new, and there was none.
        let new = now.iter().filter(|edge| edge.0 == edge.2 || !before[&edge.0].contains(&edge.2));
        let closing = new.into_iter().find(|edge| closure(edge.2, next).contains(&edge.0))?;
        let behind = closure(closing.2, next);
        let inner = now.iter().filter(|edge| behind.contains(&edge.0) && behind.contains(&edge.2));
        Some(inner.map(|edge| edge.1.0).chain([closing.1.0]).collect())
    }
}

impl State {
    /// Counts paths anew at a loop head. `Err`: they may have changed out of sight, or in circles.
    pub fn count_paths(&mut self, subject: &Subject, point: &Point) -> Result<(), Uncounted> {
        let Some(mut paths) = self.heap.paths.take() else { return Ok(()) };
        let target = |var: VarId| match self.vars.get(&var) {
            Some(Value::Ptr(object, _) | Value::Near(object, ..)) => Some(*object),
            _ => None,
        };
        let mut rootless = subject.rootless();
        let is_root_var = |var: &&VarId| point.live.contains(var) && rootless.is_root(**var);
        let roots: BTreeMap<VarId, ObjId> =
            self.vars.keys().filter(is_root_var).filter_map(|&var| Some((var, target(var)?))).collect();
        let now = self.heap.edges_now(&paths);
        if let Some(maps) = self.heap.new_circle(&paths, &now, self.lost) {
            rootless.cyclic.extend(maps);
            return Err(Uncounted("links may go in circles".into()));
        }
        let counted = self.heap.recount(&paths, &now, &roots);
        match counted {
            Ok(counted) => {
                for (object, count) in counted {
                    self.heap.object(object).paths = count;
                }
            }
            Err(why) => {
                // A variable that has gone is rather no root than one that has moved.
                let all: BTreeSet<VarId> = paths.roots.keys().chain(roots.keys()).copied().collect();
                let (moved, gone): (Vec<VarId>, Vec<VarId>) = all
                    .into_iter()
                    .filter(|v| paths.roots.get(v) != roots.get(v))
                    .partition(|v| paths.roots.contains_key(v) && roots.contains_key(v));
                let less = if gone.is_empty() { moved } else { gone };
                rootless.weakened |= !less.is_empty();
                rootless.vars.extend(less);
                return Err(why);
            }
        }
        (paths.edges, paths.roots) = (now, roots);
        self.heap.paths = Some(paths);
        Ok(())
    }

    /// What is written down is of what is left in scope, by its new names.
    pub fn rename_paths(&mut self, names: &BTreeMap<ObjId, ObjId>) {
        let Some(paths) = &mut self.heap.paths else { return };
        let edges = paths.edges.iter().filter_map(|(a, cell, b)| Some((*names.get(a)?, *cell, *names.get(b)?)));
        paths.edges = edges.collect();
        let roots = paths.roots.iter().filter_map(|(&var, o)| Some((var, *names.get(o)?)));
        paths.roots = roots.collect();
    }
}

impl Heap {
    /// The paths to each object in scope, whose edges go in no circles.
    fn recount(
        &self,
        paths: &Paths,
        now: &BTreeSet<(ObjId, Cell, ObjId)>,
        roots: &BTreeMap<VarId, ObjId>,
    ) -> Result<BTreeMap<ObjId, u8>, Uncounted> {
        let no = |why: &str| Err(Uncounted(why.into()));
        // By object: the paths to it, and whether there are as many as there were.
        let mut done: BTreeMap<ObjId, (u8, bool)> = BTreeMap::new();
        while done.len() < self.objects.len() {
            let sources = |to: ObjId, edges: &BTreeSet<(ObjId, Cell, ObjId)>| -> Vec<ObjId> {
                let mut found: Vec<ObjId> = edges.iter().filter(|edge| edge.2 == to).map(|edge| edge.0).collect();
                found.sort_unstable();
                found
            };
            let is_next = |o: &&ObjId| {
                !done.contains_key(o) && now.iter().filter(|edge| edge.2 == **o).all(|edge| done.contains_key(&edge.0))
            };
            let next = self.objects.keys().find(is_next);
            let &object = next.expect("internal: the edges go in no circles");
            let (old, from) = (self.objects[&object].paths, sources(object, now));
            let count_roots = |roots: &BTreeMap<VarId, ObjId>| roots.values().filter(|o| **o == object).count() as u8;
            let is_old = !is_root(object) || old > 0;
            let is_same = is_old
                && count_roots(roots) == count_roots(&paths.roots)
                && from == sources(object, &paths.edges)
                && from.iter().all(|source| done[source].1);
            let count = if is_same {
                Count::of(old)
            } else {
                let outside = Count::rest(Count::of(old), paths.within(self, object));
                let start =
                    outside.plus(Count::of(u8::from(is_root(object)))).plus(Count::of(count_roots(roots).min(MANY)));
                from.iter().fold(start, |sum, source| sum.plus(Count::of(done[source].0)))
            };
            if !count.exact && count.least < MANY {
                return no("the number of paths is not known");
            }
            let is_same = is_same || (is_old && count.exact && count.least == old);
            if !is_same && self.leads_out_of(paths, object) {
                return no("paths may change out of sight");
            }
            done.insert(object, (count.least, is_same));
        }
        Ok(done.into_iter().map(|(object, (count, _))| (object, count)).collect())
    }
}
