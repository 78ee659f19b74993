//! What is known of an execution at one place: the values of variables, and the heap in scope.

use std::collections::BTreeMap;

use super::flow::Flow;
use super::guards::{Access, Thread};
use super::heap::{Cell, Class, FIRST, Heap, Holder, Map, ObjId, Object, Range, Slot, Value, is_root};
use super::subject::Subject;
use crate::base::ids::VarId;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Those that are not here may be anything.
    pub vars: BTreeMap<VarId, Value>,
    pub heap: Heap,
    /// The numbers that are not known.
    pub ranges: BTreeMap<u32, Range>,
    pub next_symbol: u32,
    pub next_object: ObjId,
    /// What maps were set to at the start.
    pub defaults: BTreeMap<Map, i128>,
    /// An object out of scope may live although no edge of the forest goes to it.
    pub lost: bool,
    /// `$allocated`, less the number of objects that are to be freed.
    pub surplus: i128,
    /// The program has threads.
    pub threads: bool,
    /// Where there are others by now: the thread.
    pub thread: Option<Thread>,
    /// Within how many atomic sections it is.
    pub inside: u8,
    /// What the last step accessed.
    pub accesses: Vec<Access>,
}

impl State {
    /// At the start: with the blocks of the program's own variables.
    pub fn start(subject: &Subject) -> State {
        let start = |n| Object { paths: 1, ..Object::new(n as Class) };
        let objects = (0..subject.statics() as u32).map(|n| (n, start(n))).collect();
        let paths = (subject.flow == Flow::Paths).then(|| subject.paths());
        State {
            vars: BTreeMap::new(),
            heap: Heap { objects, paths, ..Heap::default() },
            ranges: BTreeMap::new(),
            next_symbol: 0,
            next_object: FIRST,
            defaults: BTreeMap::new(),
            lost: false,
            surplus: 0,
            threads: subject.threads,
            thread: None,
            inside: 0,
            accesses: Vec::new(),
        }
    }

    pub fn symbol(&mut self, range: Range) -> Value {
        let (low, high) = range;
        if let (Some(low), Some(high)) = range
            && low == high
        {
            return Value::Num(low);
        }
        self.next_symbol += 1;
        self.ranges.insert(self.next_symbol, (low, high));
        Value::Sym(self.next_symbol)
    }

    pub fn unknown(&mut self) -> Value {
        self.symbol((None, None))
    }

    /// The bounds of a value, where it is a number.
    pub fn range(&self, value: &Value) -> Range {
        match value {
            Value::Num(n) => (Some(*n), Some(*n)),
            Value::Sym(s) => self.ranges[s],
            Value::Within(range) => *range,
            Value::Ptr(..) | Value::Near(..) | Value::Own(_) | Value::Out(_) => (None, None),
        }
    }

    pub fn var(&mut self, var: VarId) -> Value {
        if let Some(value) = self.vars.get(&var) {
            return value.clone();
        }
        let value = self.unknown();
        self.vars.insert(var, value.clone());
        value
    }

    /// What a cell of an object in scope holds; [`Value::Out`] included.
    pub fn cell(&mut self, object: ObjId, cell: Cell) -> Value {
        let known = &self.heap.objects[&object];
        if let Some(slot) = known.slots.get(&cell) {
            return slot.value.clone();
        }
        let value = match self.defaults.get(&cell.0) {
            Some(&n) if known.blank => Value::Num(n),
            _ => self.unknown(),
        };
        self.heap.object(object).slots.insert(cell, Slot { value: value.clone(), flag: false });
        value
    }

    /// A block that is allocated; the address is new.
    pub fn allocate(&mut self, class: Class, root: Option<ObjId>) -> ObjId {
        let id = root.unwrap_or_else(|| {
            self.next_object += 1;
            self.next_object
        });
        let holder = if self.thread.is_some() && root.is_none() { Holder::Mine } else { Holder::Shared };
        self.heap.objects.insert(id, Object { holder, ..Object::new(class) });
        id
    }

    /// The number of objects in scope that live and are to be freed, as far as that is written down.
    pub fn to_be_freed(&self, subject: &Subject) -> i128 {
        let Some(heap) = subject.heap else { return 0 };
        let counts = |o: &Object| o.number((subject.live, 0)).is_some_and(|n| n != 0) && o.number((heap, 0)) == Some(1);
        self.heap.objects.values().filter(|o| counts(o)).count() as i128
    }

    /// Whether all objects that live are in scope.
    pub fn all_in_scope(&self) -> bool {
        let outward = |slot: &Slot| slot.flag && matches!(slot.value, Value::Out(_));
        !self.lost
            && match &self.heap.paths {
                Some(paths) => !self.heap.leads_out(paths),
                None => !self.heap.objects.values().flat_map(|o| o.slots.values()).any(outward),
            }
    }

    /// `$allocated`
    pub fn allocated(&mut self, subject: &Subject) -> Value {
        if self.all_in_scope() { Value::Num(self.to_be_freed(subject) + self.surplus) } else { self.unknown() }
    }
}

impl Heap {
    /// Whether an object lives, if that is known.
    pub fn lives(&self, live: Map, object: ObjId) -> Option<bool> {
        let object = &self.objects[&object];
        match object.slots.get(&(live, 0)) {
            Some(_) => object.number((live, 0)).map(|n| n != 0),
            None => object.blank.then_some(false),
        }
    }

    /// Objects that need not stay in scope.
    pub fn movable(&self) -> impl Iterator<Item = ObjId> {
        self.objects.keys().copied().filter(|&o| !is_root(o))
    }
}
