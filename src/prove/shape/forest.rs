//! The forest: each live object out of scope has one flagged edge into it, from an object of lower rank.
//!
//! Ranks are never computed. What is known is that some are below others: a flagged edge goes from a lower one to a
//! higher one, and an object that no flagged edge comes into (an *orphan*) may be given another rank, as long as what its
//! own flagged edges go to stays above it.

use std::collections::BTreeSet;

use super::heap::{Cell, Heap, Key, MANY, ObjId, Slot, Value, is_root};
use super::subject::Subject;

impl Heap {
    /// Flags an edge into each orphan, if one can be. Those that nobody holds need it, so they are first.
    /// `held`: those that variables point to.
    pub fn attach(&mut self, subject: &Subject, held: &BTreeSet<ObjId>) {
        for needs in [true, false] {
            while let Some((parent, cell, orphan)) = self.next_edge(subject, held, needs) {
                self.flag(parent, cell, orphan);
            }
        }
    }

    fn next_edge(&self, subject: &Subject, held: &BTreeSet<ObjId>, needs: bool) -> Option<(ObjId, Cell, ObjId)> {
        let live = |object: ObjId| self.lives(subject.live, object) != Some(false);
        let held = |object: ObjId| held.contains(&object);
        let mut best: Option<(u8, ObjId, Cell, ObjId)> = None;
        for (&parent, object) in self.objects.iter().filter(|(o, _)| live(**o)) {
            let orphan_parent = !is_root(parent) && !object.is_attached();
            // An orphan that nobody holds is a parent only if there is no other.
            let cost = match (orphan_parent, held(parent)) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 2,
            };
            for (&cell, slot) in object.slots.iter().filter(|(cell, _)| !subject.unflagged.contains(&cell.0)) {
                let Slot { value: Value::Ptr(child, _), flag: false } = *slot else { continue };
                let is_orphan =
                    !is_root(child) && child != parent && live(child) && !self.objects[&child].is_attached();
                if !is_orphan || held(child) == needs || (!needs && cost == 2) {
                    continue;
                }
                let free = !self.objects[&child].has_children();
                // Of many edges, it would not be known how many are left.
                let Value::Ptr(_, at) = slot.value else { continue };
                let few = self.objects[&child].count(&self.key(parent, cell, at, false)) < MANY;
                let allowed = few && (orphan_parent || free || self.is_below(parent, child));
                if allowed && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, parent, cell, child));
                }
            }
        }
        best.map(|(_, parent, cell, child)| (parent, cell, child))
    }

    fn flag(&mut self, parent: ObjId, cell: Cell, child: ObjId) {
        if !is_root(parent) && !self.objects[&parent].is_attached() {
            // It goes below the child.
            self.order.retain(|pair| pair.1 != parent);
        }
        if !self.objects[&child].has_children() {
            // The child goes just above the parent.
            self.order.retain(|pair| pair.0 != child && pair.1 != child);
            let is_above = |high: &ObjId| *high != child && self.is_below(parent, *high);
            let above: Vec<ObjId> = self.movable().filter(is_above).collect();
            self.below(parent, child);
            for high in above {
                self.below(child, high);
            }
        } else {
            self.below(parent, child);
        }
        let slot = self.object(parent).slots.get_mut(&cell).expect("internal: the edge is there");
        slot.flag = true;
        let Value::Ptr(_, at) = slot.value else { panic!("internal: no edge") };
        let from = self.objects[&parent].class;
        let (old, new) = (Key { from, cell, at, flag: false }, Key { from, cell, at, flag: true });
        let target = self.object(child);
        let left = target.count(&old) - 1;
        target.set_count(old, left);
        target.set_count(new, 1);
    }
}
