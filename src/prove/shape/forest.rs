//! The forest: each live object out of scope has one flagged edge into it, from an object of lower rank.
//!
//! Ranks are never computed. What is known is that some are below others: a flagged edge goes from a lower one to a
//! higher one, and an object that no flagged edge comes into (an *orphan*) may be given another rank, as long as what its
//! own flagged edges go to stays above it.

use std::collections::BTreeSet;

use super::heap::{Cell, Heap, Key, MANY, ObjId, Slot, Value, is_root};
use super::subject::Subject;

/// Which orphans are preferred as parents: those that variables hold, or those that nobody does and whose own children
/// then go above them, before they themselves get a parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Down,
    Up,
}

impl Heap {
    /// Flags an edge into each orphan, if one can be. Those that nobody holds need it, so they are first.
    /// `held`: those that variables point to.
    pub fn attach(&mut self, subject: &Subject, held: &BTreeSet<ObjId>) {
        let grown = |order: Order| {
            let mut heap = self.clone();
            for needs in [true, false] {
                while let Some((parent, cell, orphan)) = heap.next_edge(subject, held, needs, order) {
                    heap.flag(parent, cell, orphan);
                }
            }
            heap
        };
        let complete = |heap: &Heap| {
            heap.movable().all(|o| held.contains(&o) || !heap.may_live(subject, o) || heap.objects[&o].is_attached())
        };
        let heap = Some(grown(Order::Down)).filter(&complete).or_else(|| Some(grown(Order::Up)).filter(&complete));
        *self = heap.unwrap_or_else(|| grown(Order::Down));
    }

    fn may_live(&self, subject: &Subject, object: ObjId) -> bool {
        self.lives(subject.live, object) != Some(false)
    }

    fn next_edge(
        &self,
        subject: &Subject,
        held: &BTreeSet<ObjId>,
        needs: bool,
        order: Order,
    ) -> Option<(ObjId, Cell, ObjId)> {
        let live = |object: ObjId| self.may_live(subject, object);
        let held = |object: ObjId| held.contains(&object);
        let mut best: Option<(u8, ObjId, Cell, ObjId)> = None;
        for (&parent, object) in self.objects.iter().filter(|(o, _)| live(**o)) {
            let orphan_parent = !is_root(parent) && !object.is_attached();
            let cost = match (order, orphan_parent, held(parent)) {
                (_, false, _) => 0,
                (Order::Down, true, true) | (Order::Up, true, false) => 1,
                (Order::Down, true, false) | (Order::Up, true, true) => 2,
            };
            for (&cell, slot) in object.slots.iter().filter(|(cell, _)| !subject.unflagged.contains(&cell.0)) {
                let Slot { value: Value::Ptr(child, _), flag: false } = *slot else { continue };
                let is_orphan =
                    !is_root(child) && child != parent && live(child) && !self.objects[&child].is_attached();
                if !is_orphan || held(child) == needs || (!needs && orphan_parent && !held(parent)) {
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
