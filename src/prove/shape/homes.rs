//! Which objects belong together: the nodes of a ring, say, and the block with its head.
//!
//! ```text
//! home(x) = x, where x is a block of certain classes (heads);   home(y): some head, which the prover chooses
//! x.f = y  ⇒  home(x) = home(y)      at loop heads, for all cells f but those that are found *loose*, and y that live
//! ```
//!
//! What is known is which objects in scope have one home: their *group*. No two heads do. So whoever follows a ring comes
//! back to the head that it belongs to, and to no other.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::heap::{Cell, Class, Heap, MANY, Map, ObjId, Object, Value};

/// Whose homes they are, and what cells say nothing of them.
#[derive(Clone, Debug, Default)]
pub struct Homes {
    pub heads: FxHashSet<Class>,
    loose: FxHashSet<(Class, Cell)>,
    /// A cell was found loose: what was concluded before may be wrong.
    pub weakened: bool,
}

impl Homes {
    pub fn of(heads: FxHashSet<Class>) -> Homes {
        Homes { heads, ..Homes::default() }
    }

    /// Whether edges of that cell lead from an object to one with the same home.
    pub fn is_tight(&self, class: Class, cell: Cell) -> bool {
        !self.heads.is_empty() && !self.loose.contains(&(class, cell))
    }
}

impl Heap {
    /// The least object of the group.
    fn group(&self, object: ObjId) -> ObjId {
        self.groups.get(&object).copied().unwrap_or(object)
    }

    /// Whether a head is in the group.
    fn has_head(&self, homes: &Homes, group: ObjId) -> bool {
        let is_in = |(o, known): (&ObjId, &Object)| homes.heads.contains(&known.class) && self.group(*o) == group;
        self.objects.iter().any(is_in)
    }

    /// Learns that two objects have one home. `false`: they have not.
    fn join(&mut self, homes: &Homes, a: ObjId, b: ObjId) -> bool {
        let (a, b) = (self.group(a), self.group(b));
        if a == b {
            return true;
        }
        let is_possible = !(self.has_head(homes, a) && self.has_head(homes, b));
        let (low, high) = (a.min(b), a.max(b));
        self.groups.values_mut().filter(|least| **least == high).for_each(|least| *least = low);
        self.groups.insert(high, low);
        is_possible
    }

    /// Learns of the home of an object from an edge that was there at the last loop head. `false`: there is none.
    pub fn follow(&mut self, homes: &Homes, live: Map, (from, cell, to): (ObjId, Cell, ObjId)) -> bool {
        let is_tight = homes.is_tight(self.objects[&from].class, cell);
        !is_tight || self.lives(live, to) != Some(true) || self.join(homes, from, to)
    }

    /// The same of all edges of an object that has come into scope.
    pub fn settle_in(&mut self, homes: &Homes, live: Map, object: ObjId) -> bool {
        if homes.heads.is_empty() {
            return true;
        }
        let edges = self.edges();
        let mut own = edges.into_iter().filter(|&(from, _, to)| from == object || to == object);
        own.all(|edge| self.follow(homes, live, edge))
    }

    fn edges(&self) -> Vec<(ObjId, Cell, ObjId)> {
        let slots = self.objects.iter().flat_map(|(&from, o)| o.slots.iter().map(move |slot| (from, slot)));
        let edge = |(from, (&cell, slot)): (ObjId, (&Cell, &super::heap::Slot))| match slot.value {
            Value::Ptr(to, _) if to != from => Some((from, cell, to)),
            _ => None,
        };
        slots.filter_map(edge).collect()
    }

    /// Whether an edge that counts leads between the object and one out of scope.
    fn is_anchored(&self, homes: &Homes, object: ObjId) -> bool {
        let known = &self.objects[&object];
        let goes_out = known
            .slots
            .iter()
            .any(|(&cell, slot)| matches!(slot.value, Value::Out(_)) && homes.is_tight(known.class, cell));
        let comes_in = |(key, &count): (&super::heap::Key, &u8)| {
            homes.is_tight(key.from, key.cell) && (count >= MANY || usize::from(count) > self.known(object, key))
        };
        goes_out || known.ins.iter().any(comes_in)
    }

    /// At a loop head: objects get new homes where none of their edges says which they have. If there are none such
    /// that all edges lead to the same home, some cells are loose.
    pub fn rehome(&mut self, homes: &mut Homes, live: Map) {
        if homes.heads.is_empty() {
            return;
        }
        let is_fixed = |o: &ObjId| homes.heads.contains(&self.objects[o].class) || self.is_anchored(homes, *o);
        let fixed: BTreeSet<ObjId> = self.objects.keys().copied().filter(is_fixed).collect();
        let mut groups: BTreeMap<ObjId, ObjId> = self.objects.keys().map(|&o| (o, o)).collect();
        for &object in &fixed {
            let first = fixed.iter().find(|&&other| self.group(other) == self.group(object));
            groups.insert(object, *first.unwrap_or(&object));
        }
        // By group: whether its home is some that was chosen before.
        let mut is_old: BTreeMap<ObjId, bool> = groups.iter().map(|(&o, &g)| (g, fixed.contains(&o))).collect();
        for (from, cell, to) in self.edges() {
            let class = self.objects[&from].class;
            if !homes.is_tight(class, cell) || self.lives(live, to) == Some(false) {
                continue;
            }
            let (a, b) = (groups[&from], groups[&to]);
            if a == b {
                continue;
            }
            if is_old[&a] && is_old[&b] {
                homes.loose.insert((class, cell));
                homes.weakened = true;
                continue;
            }
            groups.values_mut().filter(|group| **group == b).for_each(|group| *group = a);
            let either = is_old[&a] || is_old[&b];
            is_old.insert(a, either);
        }
        self.groups = least(groups);
    }

    /// Groups by the new names of the objects that are left.
    pub fn regroup(&mut self, names: &BTreeMap<ObjId, ObjId>) {
        let named = |(&object, &name): (&ObjId, &ObjId)| (name, self.group(object));
        self.groups = least(names.iter().map(named).collect());
    }
}

/// Groups are called after their least objects, which are left out.
fn least(groups: BTreeMap<ObjId, ObjId>) -> BTreeMap<ObjId, ObjId> {
    let mut names: BTreeMap<ObjId, ObjId> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for (object, group) in groups {
        let name = *names.entry(group).or_insert(object);
        if name != object {
            found.insert(object, name);
        }
    }
    found
}
