//! The heap of a state: the objects in scope, what their cells hold, and how many edges come into each.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::ids::VarId;

/// A map of the program, by its number in the subject.
pub type Map = u16;
/// A cell of an object: a map, and the distance from the object's start.
pub type Cell = (Map, i64);
/// Objects that the program calls by one name.
pub type Class = u16;
/// An object in scope. Those below [`FIRST`] are the blocks that are allocated once and stay in scope.
pub type ObjId = u32;

/// The first object that is no such block.
pub const FIRST: ObjId = 1_000;

/// Whether the object stays in scope.
pub fn is_root(object: ObjId) -> bool {
    object < FIRST
}

/// Bounds of a number, where there are any.
pub type Range = (Option<i128>, Option<i128>);

/// The bounds of what is within one or the other.
pub fn hull(a: Range, b: Range) -> Range {
    let low = a.0.zip(b.0).map(|(x, y)| x.min(y));
    let high = a.1.zip(b.1).map(|(x, y)| x.max(y));
    (low, high)
}

/// What a variable or a cell holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A number; truth values are 0 and 1.
    Num(i128),
    /// Unknown, and the same wherever the number is.
    Sym(u32),
    /// Unknown. In kinds alone.
    Within(Range),
    /// An address in an object in scope.
    Ptr(ObjId, i64),
    /// An address in an object in scope, from the one distance from its start to the other. In variables alone.
    Near(ObjId, i64, i64),
    /// An address in the object that the cell belongs to. In kinds alone.
    Own(i64),
    /// An address in another object, of which it is not known whether it is in scope. In cells alone.
    Out(Out),
}

/// A pointer whose target is not looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Out {
    /// The target's class.
    pub class: Class,
    /// The distance from the target's start.
    pub at: i64,
    /// Cells of the target that point to the object which has the pointer, and where to.
    pub back: BTreeSet<(Cell, i64)>,
    /// Cells of the target that may point to it, too. No others do.
    pub open: BTreeSet<Cell>,
    /// Nothing is known of what points back.
    pub loose: bool,
}

impl Out {
    /// Whether it is possible that all of these cells of the target point back.
    fn allows(&self, seen: &BTreeSet<(Cell, i64)>) -> bool {
        self.loose || seen.iter().all(|back| self.back.contains(back) || self.open.contains(&back.0))
    }
}

/// A cell's value, and whether its edge belongs to the forest.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    pub value: Value,
    pub flag: bool,
}

/// What edges are counted by: where they come from, which part of the target they go to, and whether they are in the
/// forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub from: Class,
    pub cell: Cell,
    pub at: i64,
    pub flag: bool,
}

/// That many edges or more are not told apart.
pub const MANY: u8 = 3;

/// An object: in scope, or, with [`Value::Own`] and [`Value::Within`], a kind of objects out of scope.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Object {
    pub class: Class,
    /// What is not here may be anything, unless the object is blank.
    pub slots: BTreeMap<Cell, Slot>,
    /// Edges into it; those that are not here are none.
    pub ins: BTreeMap<Key, u8>,
    /// Paths to it, where those are counted instead (see [`super::paths`]).
    pub paths: u8,
    /// Cells that are not here are what their maps were set to at the start.
    pub blank: bool,
    pub holder: Holder,
    /// It is of one of the kinds; `slots` are what is known besides, and `ins` nothing.
    pub fog: bool,
}

/// Which threads may reach an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Holder {
    #[default]
    Shared,
    /// The thread that the state is about, alone.
    Mine,
    /// Another one alone.
    Other,
}

impl Object {
    /// One that has just been allocated.
    pub fn new(class: Class) -> Object {
        let (slots, ins) = (BTreeMap::new(), BTreeMap::new());
        Object { class, slots, ins, paths: 0, blank: true, holder: Holder::Shared, fog: false }
    }

    pub fn count(&self, key: &Key) -> u8 {
        self.ins.get(key).copied().unwrap_or(0)
    }

    pub fn set_count(&mut self, key: Key, count: u8) {
        if count == 0 {
            self.ins.remove(&key);
        } else {
            self.ins.insert(key, count.min(MANY));
        }
    }

    /// Whether an edge of the forest comes into it.
    pub fn is_attached(&self) -> bool {
        self.ins.keys().any(|key| key.flag)
    }

    /// Whether an edge of the forest goes out of it.
    pub fn has_children(&self) -> bool {
        self.slots.values().any(|slot| slot.flag)
    }

    /// Whether nothing is known of a cell, the object being in the fog. Where it is not known whether it lives, another
    /// thread may have it by itself, and may have written any cell.
    pub fn is_unclear(&self, cell: Cell, live: Map) -> bool {
        self.fog && ![cell, (live, 0)].iter().all(|cell| self.slots.contains_key(cell))
    }

    pub fn number(&self, cell: Cell) -> Option<i128> {
        match self.slots.get(&cell)?.value {
            Value::Num(n) => Some(n),
            _ => None,
        }
    }
}

/// Of the last loop head: edges in scope that count, as far as they were followed since, and where roots pointed to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Paths {
    /// Maps whose edges do not count.
    pub uncounted: BTreeSet<Map>,
    pub edges: BTreeSet<(ObjId, Cell, ObjId)>,
    pub roots: BTreeMap<VarId, ObjId>,
}

/// The objects in scope, and what is known of the order of their ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Heap {
    pub objects: BTreeMap<ObjId, Object>,
    /// The rank of the first is below that of the second; transitive.
    pub order: BTreeSet<(ObjId, ObjId)>,
    /// Objects that have one home with another of lower number (see [`super::homes`]): the least of them.
    pub groups: BTreeMap<ObjId, ObjId>,
    /// Where paths are counted: what was there at the last loop head.
    pub paths: Option<Paths>,
}

impl Heap {
    /// The edges of that key into an object that are seen in scope.
    pub fn known(&self, target: ObjId, key: &Key) -> usize {
        let from = self.objects.values().filter(|o| o.class == key.from && o.holder == Holder::Shared);
        let slots = from.filter_map(|o| o.slots.get(&key.cell));
        slots.filter(|s| s.value == Value::Ptr(target, key.at) && s.flag == key.flag).count()
    }

    pub fn key(&self, from: ObjId, cell: Cell, at: i64, flag: bool) -> Key {
        Key { from: self.objects[&from].class, cell, at, flag }
    }

    /// Whether its counters have room for the edges that are seen.
    pub fn fits(&self, target: ObjId, key: &Key) -> bool {
        if let Some(paths) = &self.paths {
            return paths.fit(self, target);
        }
        let count = self.objects[&target].count(key);
        self.objects[&target].fog || count >= MANY || self.known(target, key) <= usize::from(count)
    }

    /// The same of all edges into it and out of it.
    pub fn fits_all(&self, object: ObjId) -> bool {
        let edges = self.objects.iter().filter(|(_, o)| o.holder == Holder::Shared).flat_map(|(&from, o)| {
            let slots = o.slots.iter().filter_map(move |(&cell, slot)| match slot.value {
                Value::Ptr(target, at) => Some((from, cell, target, at, slot.flag)),
                _ => None,
            });
            slots.filter(move |edge| edge.0 == object || edge.2 == object)
        });
        edges.into_iter().all(|(from, cell, to, at, flag)| self.fits(to, &self.key(from, cell, at, flag)))
    }

    /// The cells of `from` that point to `to`, and where to.
    pub fn back(&self, from: ObjId, to: ObjId) -> BTreeSet<(Cell, i64)> {
        let slots = self.objects[&from].slots.iter();
        slots
            .filter_map(|(&cell, slot)| match slot.value {
                Value::Ptr(target, at) if target == to => Some((cell, at)),
                _ => None,
            })
            .collect()
    }

    /// Whether the pointer in that cell, whose target is not looked at, may go to that object.
    pub fn may_be(&self, from: ObjId, cell: Cell, to: ObjId) -> bool {
        let Value::Out(out) = &self.objects[&from].slots[&cell].value else { return false };
        let target = &self.objects[&to];
        if is_root(to) || from == to || target.class != out.class {
            return false;
        }
        let key = self.key(from, cell, out.at, self.objects[&from].slots[&cell].flag);
        let count = target.count(&key);
        let is_counted = self.objects[&from].holder == Holder::Shared && !target.fog && self.paths.is_none();
        if is_counted && (count == 0 || (count < MANY && self.known(to, &key) >= usize::from(count))) {
            return false;
        }
        if self.paths.as_ref().is_some_and(|paths| !paths.may_lead(self, (from, cell, to))) {
            return false;
        }
        let seen = self.back(to, from);
        out.allows(&seen)
            && out.back.iter().all(|(cell, at)| match target.slots.get(cell).map(|s| &s.value) {
                Some(Value::Ptr(target, there)) => *target == from && there == at,
                Some(Value::Out(other)) => other.at == *at && other.class == self.objects[&from].class,
                _ => false,
            })
    }

    /// Makes the pointer in that cell one to the object. `false`: the two do not go together.
    pub fn bind(&mut self, from: ObjId, cell: Cell, to: ObjId) -> bool {
        if !self.may_be(from, cell, to) {
            return false;
        }
        let Slot { value, flag } = self.objects[&from].slots[&cell].clone();
        let Value::Out(out) = value else { panic!("internal: the target is known") };
        self.set(from, cell, Value::Ptr(to, out.at), flag);
        if !self.learn_edge(from, cell, to) {
            return false;
        }
        let key = self.key(from, cell, out.at, flag);
        if (self.objects[&from].holder == Holder::Shared && !self.fits(to, &key)) || (flag && !self.below(from, to)) {
            return false;
        }
        for (back, at) in out.back {
            if let Value::Out(other) = &self.objects[&to].slots[&back].value {
                let other = other.clone();
                let seen = self.back(from, to);
                if !other.allows(&seen) {
                    return false;
                }
                let flag = self.objects[&to].slots[&back].flag;
                self.set(to, back, Value::Ptr(from, at), flag);
                if !self.learn_edge(to, back, from) {
                    return false;
                }
                let key = self.key(to, back, at, flag);
                if !self.fits(from, &key) || (flag && !self.below(to, from)) {
                    return false;
                }
            }
        }
        true
    }

    pub fn set(&mut self, object: ObjId, cell: Cell, value: Value, flag: bool) {
        self.object(object).slots.insert(cell, Slot { value, flag });
    }

    pub fn object(&mut self, object: ObjId) -> &mut Object {
        self.objects.get_mut(&object).expect("internal: the object is in scope")
    }

    /// Learns that a rank is below another. `false`: it is not.
    pub fn below(&mut self, low: ObjId, high: ObjId) -> bool {
        if low == high || is_root(high) || self.is_below(high, low) {
            return false;
        }
        if !is_root(low) {
            let lows: Vec<ObjId> = self.order.iter().filter(|p| p.1 == low).map(|p| p.0).chain([low]).collect();
            let highs: Vec<ObjId> = self.order.iter().filter(|p| p.0 == high).map(|p| p.1).chain([high]).collect();
            self.order.extend(lows.iter().flat_map(|&l| highs.iter().map(move |&h| (l, h))));
        }
        true
    }

    pub fn is_below(&self, low: ObjId, high: ObjId) -> bool {
        (is_root(low) && !is_root(high)) || self.order.contains(&(low, high))
    }

    /// Whether the counters of the blocks that stay in scope have room for the pointers of an object.
    pub fn fits_roots(&self, from: ObjId) -> bool {
        self.objects[&from].slots.iter().all(|(&cell, slot)| match slot.value {
            // Before a block is allocated, nothing points to it.
            Value::Ptr(target, at) if is_root(target) => {
                self.objects.contains_key(&target) && self.fits(target, &self.key(from, cell, at, slot.flag))
            }
            _ => true,
        })
    }

    /// The blocks that stay in scope know which of their pointers go to an object that has come into it.
    pub fn bind_roots(&mut self, to: ObjId) -> bool {
        if self.paths.is_some() {
            return true;
        }
        let roots: Vec<ObjId> = self.objects.keys().copied().filter(|&o| is_root(o)).collect();
        for root in roots {
            let cells: Vec<(Cell, Slot)> =
                self.objects[&root].slots.iter().map(|(&cell, slot)| (cell, slot.clone())).collect();
            for (cell, slot) in cells {
                if let Value::Out(out) = slot.value {
                    let key = self.key(root, cell, out.at, slot.flag);
                    if out.class == self.objects[&to].class
                        && self.objects[&to].count(&key) > 0
                        && !self.bind(root, cell, to)
                    {
                        return false;
                    }
                }
            }
            let class = self.objects[&root].class;
            let keys: Vec<Key> = self.objects[&to].ins.keys().copied().filter(|k| k.from == class).collect();
            if keys.iter().any(|key| self.known(to, key) == 0) {
                return false;
            }
        }
        true
    }
}
