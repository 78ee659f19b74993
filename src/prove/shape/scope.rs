//! Objects that come into scope and leave it, and the common form of states.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::flow::Flow;
use super::heap::{Cell, FIRST, Holder, MANY, ObjId, Object, Out, Slot, Value, is_root};
use super::paths::Uncounted;
use super::state::State;
use super::subject::{Point, Subject};
use crate::base::ids::VarId;

impl State {
    /// The object that a pointer goes to is brought into scope: one of that kind. `None`: it can be none.
    pub fn materialise(&self, subject: &Subject, object: ObjId, cell: Cell, kind: &Object) -> Option<State> {
        let mut state = self.clone();
        let new = state.allocate(kind.class, None);
        let mut slots = BTreeMap::new();
        for (&cell, slot) in &kind.slots {
            let value = match &slot.value {
                Value::Own(at) => Value::Ptr(new, *at),
                Value::Within(range) => state.symbol(*range),
                value => value.clone(),
            };
            slots.insert(cell, Slot { value, flag: slot.flag });
        }
        let (ins, paths) = (kind.ins.clone(), kind.paths);
        *state.heap.object(new) = Object { slots, ins, paths, blank: false, ..Object::new(kind.class) };
        (state.heap.learn_edges(new)
            && state.heap.fits_roots(new)
            && state.heap.bind(object, cell, new)
            && state.heap.bind_roots(new)
            && state.heap.settle_in(&subject.homes(), subject.live, new))
        .then_some(state)
    }

    /// The states in which a pointer goes to an object that is in scope.
    pub fn aliases(&self, subject: &Subject, object: ObjId, cell: Cell) -> Vec<State> {
        let others: Vec<ObjId> = self.heap.movable().filter(|&o| o != object).collect();
        let mut found = Vec::new();
        for other in others {
            let mut state = self.clone();
            if state.heap.bind(object, cell, other)
                && state.heap.follow(&subject.homes(), subject.live, (object, cell, other))
            {
                found.push(state);
            }
        }
        found
    }

    /// Forgets variables that are not needed.
    pub fn keep(&mut self, live: &FxHashSet<VarId>) {
        self.vars.retain(|var, _| live.contains(var));
    }

    /// The objects that variables point to, and those whose locks are held.
    pub fn held(&self) -> BTreeSet<ObjId> {
        let targets = self.vars.values().filter_map(|v| match v {
            Value::Ptr(o, _) | Value::Near(o, ..) => Some(*o),
            _ => None,
        });
        targets.chain(self.thread.iter().flat_map(|t| t.locks.iter().map(|l| l.0))).collect()
    }

    /// A pointer goes to an object in the fog that was not in scope.
    pub fn emerge(&self, object: ObjId, cell: Cell, out: &Out) -> State {
        let mut state = self.clone();
        let new = state.allocate(out.class, None);
        *state.heap.object(new) = Object { blank: false, fog: true, ..Object::new(out.class) };
        state.heap.set(object, cell, Value::Ptr(new, out.at), false);
        state
    }

    /// What nobody holds leaves the scope. Returns what kinds the objects are that left it.
    fn leave(&mut self, subject: &Subject, point: &Point) -> Result<Vec<Object>, Uncounted> {
        let held = self.held();
        self.heap.rehome(&mut subject.homes(), subject.live);
        if subject.allocated.is_some() && subject.flow == Flow::Edges {
            self.heap.attach(subject, &held);
        }
        let gone: Vec<ObjId> = self.heap.movable().filter(|o| !held.contains(o)).collect();
        for &object in &gone {
            if !self.threads && self.heap.lives(subject.live, object) == Some(false) {
                self.forget_pointers(object);
            }
        }
        self.count_paths(subject, point)?;
        let mut kinds = Vec::new();
        for &object in &gone {
            let lives = self.heap.lives(subject.live, object) != Some(false);
            let known = &self.heap.objects[&object];
            self.lost |= lives
                && match subject.flow {
                    Flow::Edges => !known.is_attached() && subject.allocated.is_some(),
                    Flow::Paths => known.paths == 0,
                };
            if known.fog || known.holder == Holder::Other {
                continue;
            }
            // Nothing points to a dead object that no edge is counted into, unless it is a variable of another thread.
            if self.threads || lives || !known.ins.is_empty() || subject.flow == Flow::Paths {
                kinds.push(self.kind(object));
            }
        }
        let outs = self.outs(&gone.iter().copied().collect());
        for (object, cell, value) in outs {
            if let Some(slot) = self.heap.object(object).slots.get_mut(&cell) {
                slot.value = value;
            }
        }
        for object in &gone {
            self.heap.objects.remove(object);
        }
        self.heap.order.clear();
        self.relearn_order();
        Ok(kinds)
    }

    /// Pointers to a dead object become unknown values: nobody may follow them.
    fn forget_pointers(&mut self, dead: ObjId) {
        if self.heap.paths.is_some() {
            let slots = self.heap.objects.iter().flat_map(|(&from, o)| o.slots.iter().map(move |slot| (from, slot)));
            let to_it = slots.filter(|(_, (_, slot))| matches!(slot.value, Value::Ptr(to, _) if to == dead));
            let cells: Vec<(ObjId, Cell)> = to_it.map(|(from, (&cell, _))| (from, cell)).collect();
            for (from, cell) in cells {
                let value = self.unknown();
                self.heap.set(from, cell, value, false);
            }
            return;
        }
        let keys: Vec<_> = self.heap.objects[&dead].ins.iter().map(|(&key, &count)| (key, count)).collect();
        for (key, count) in keys.into_iter().filter(|(_, count)| *count < MANY) {
            let from: Vec<ObjId> =
                self.heap.objects.iter().filter(|(_, o)| o.class == key.from).map(|(&o, _)| o).collect();
            let mut left = count;
            for object in from {
                let slots = &self.heap.objects[&object].slots;
                if slots.get(&key.cell).is_some_and(|s| s.value == Value::Ptr(dead, key.at) && s.flag == key.flag) {
                    let value = self.unknown();
                    self.heap.object(object).slots.insert(key.cell, Slot { value, flag: false });
                    left -= 1;
                }
            }
            self.heap.object(dead).set_count(key, left);
        }
    }

    /// The pointers of objects that stay to those that leave.
    fn outs(&self, gone: &BTreeSet<ObjId>) -> Vec<(ObjId, Cell, Value)> {
        let mut found = Vec::new();
        for (&object, known) in self.heap.objects.iter().filter(|(o, _)| !gone.contains(o)) {
            for (&cell, slot) in &known.slots {
                if let Value::Ptr(target, at) = slot.value
                    && gone.contains(&target)
                {
                    found.push((object, cell, self.out(object, target, at)));
                }
            }
        }
        found
    }

    fn out(&self, from: ObjId, to: ObjId, at: i64) -> Value {
        let target = &self.heap.objects[&to];
        if self.threads {
            let (back, open) = (BTreeSet::new(), BTreeSet::new());
            return Value::Out(Out { class: target.class, at, back, open, loose: true });
        }
        let is_open =
            |cell: &&Cell| matches!(target.slots[cell].value, Value::Out(_)) && self.heap.may_be(to, **cell, from);
        let open = target.slots.keys().filter(is_open).copied().collect();
        Value::Out(Out { class: target.class, at, back: self.heap.back(to, from), open, loose: false })
    }

    /// What is remembered of an object out of scope.
    pub fn kind(&self, object: ObjId) -> Object {
        let known = &self.heap.objects[&object];
        let mut slots = BTreeMap::new();
        for (&cell, slot) in &known.slots {
            let value = match slot.value.clone() {
                Value::Ptr(target, at) if target == object => Value::Own(at),
                Value::Ptr(target, at) if !is_root(target) => self.out(object, target, at),
                Value::Sym(s) => match self.ranges[&s] {
                    (None, None) => continue,
                    range => Value::Within(range),
                },
                value => value,
            };
            slots.insert(cell, Slot { value, flag: slot.flag });
        }
        let holder = if known.holder == Holder::Shared { Holder::Shared } else { Holder::Other };
        // What is not mentioned would be what the map was set to at the start.
        let blank = self.threads && known.blank && slots.len() == known.slots.len();
        let (ins, paths) = (known.ins.clone(), known.paths);
        Object { class: known.class, slots, ins, paths, blank, holder, fog: false }
    }

    /// Ranks are only compared along edges that are seen.
    fn relearn_order(&mut self) {
        let mut edges = Vec::new();
        for (&object, known) in &self.heap.objects {
            for slot in known.slots.values() {
                if let (Value::Ptr(target, _), true) = (&slot.value, slot.flag) {
                    edges.push((object, *target));
                }
            }
        }
        for (low, high) in edges {
            let consistent = self.heap.below(low, high);
            assert!(consistent, "internal: the forest has a cycle");
        }
    }

    /// Objects and unknown numbers are renamed by where they are met, so that equal states look equal.
    pub fn rename(&mut self) {
        let mut order: Vec<ObjId> = self.heap.objects.keys().copied().filter(|&o| is_root(o)).collect();
        let meet = |order: &mut Vec<ObjId>, value: &Value| {
            if let Value::Ptr(o, _) | Value::Near(o, ..) = value
                && !order.contains(o)
            {
                order.push(*o);
            }
        };
        for value in self.vars.values() {
            meet(&mut order, value);
        }
        let mut at = 0;
        while at < order.len() {
            for slot in self.heap.objects[&order[at]].slots.values() {
                meet(&mut order, &slot.value);
            }
            at += 1;
        }
        for object in self.heap.objects.keys() {
            if !order.contains(object) {
                order.push(*object);
            }
        }
        let mut names: BTreeMap<ObjId, ObjId> = BTreeMap::new();
        let mut next = FIRST;
        for object in order {
            let name = if is_root(object) {
                object
            } else {
                next += 1;
                next
            };
            names.insert(object, name);
        }
        self.next_object = next;
        let mut symbols = Symbols { old: &self.ranges, names: BTreeMap::new(), ranges: BTreeMap::new() };
        let vars = self.vars.iter().map(|(v, value)| (*v, symbols.rename(&names, value)));
        // A variable of which nothing is known need not be mentioned.
        let vars: BTreeMap<VarId, Value> = vars.collect();
        let mut objects = BTreeMap::new();
        for (id, known) in &self.heap.objects {
            let mut renamed = known.clone();
            for slot in renamed.slots.values_mut() {
                slot.value = symbols.rename(&names, &slot.value);
            }
            objects.insert(names[id], renamed);
        }
        let order = self.heap.order.iter().map(|(a, b)| (names[a], names[b])).collect();
        if let Some(thread) = &mut self.thread {
            let renamed = |cells: &BTreeSet<(ObjId, Cell)>| -> BTreeSet<(ObjId, Cell)> {
                cells.iter().filter_map(|(o, cell)| Some((*names.get(o)?, *cell))).collect()
            };
            thread.locks = renamed(&thread.locks);
            thread.peeked = renamed(&thread.peeked);
        }
        let Symbols { ranges, names: renamed, .. } = symbols;
        self.next_symbol = renamed.len() as u32;
        self.ranges = ranges;
        self.vars = vars;
        self.heap.regroup(&names);
        self.rename_paths(&names);
        (self.heap.objects, self.heap.order) = (objects, order);
    }

    /// The common form at a loop head, or where ways meet. Returns the kinds of what left the scope.
    pub fn settle(&mut self, subject: &Subject, point: &Point) -> Result<Vec<Object>, Uncounted> {
        self.keep(&point.live);
        let kinds = if point.cut { self.leave(subject, point)? } else { Vec::new() };
        self.rename();
        Ok(kinds)
    }
}

struct Symbols<'a> {
    old: &'a BTreeMap<u32, super::heap::Range>,
    names: BTreeMap<u32, u32>,
    ranges: BTreeMap<u32, super::heap::Range>,
}

impl Symbols<'_> {
    fn rename(&mut self, names: &BTreeMap<ObjId, ObjId>, value: &Value) -> Value {
        match value {
            Value::Ptr(o, at) => Value::Ptr(names[o], *at),
            Value::Near(o, low, high) => Value::Near(names[o], *low, *high),
            Value::Sym(s) => {
                let range = self.old[s];
                if let (Some(low), Some(high)) = range
                    && low == high
                {
                    return Value::Num(low);
                }
                let next = self.names.len() as u32 + 1;
                let name = *self.names.entry(*s).or_insert(next);
                self.ranges.insert(name, range);
                Value::Sym(name)
            }
            value => value.clone(),
        }
    }
}
