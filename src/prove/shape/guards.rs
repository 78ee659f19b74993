//! Which locks guard which cells, and what is known of the thread that a state is about (see [`super::interference`]).

use std::collections::{BTreeMap, BTreeSet};

use super::heap::{Cell, Class, ObjId};

/// The thread that a state is about, beside others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Thread {
    /// The locks that it holds.
    pub locks: BTreeSet<(ObjId, Cell)>,
    /// Since the last interruption it has done something that does not commute with what others do later.
    pub committed: bool,
    /// It may be interrupted here.
    pub due: bool,
    /// The same, at the beginning of a block.
    pub arriving: bool,
    /// Locks that it does not hold and has looked at in this atomic section.
    pub peeked: BTreeSet<(ObjId, Cell)>,
    /// What a thread that is spawned is given: it stays no thread's own.
    pub given: BTreeSet<ObjId>,
}

/// A cell of an object that a thread looks at or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    pub object: ObjId,
    pub cell: Cell,
    pub writes: bool,
}

/// A lock: of the object that it guards, or of one that stays in scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lock {
    Own(Cell),
    Of(ObjId, Cell),
}

/// The locks that are held at each access of shared objects, by cell. What is not here has no access.
#[derive(Clone, Debug, Default)]
pub struct Guards {
    writes: BTreeMap<(Class, Cell), BTreeSet<Lock>>,
    all: BTreeMap<(Class, Cell), BTreeSet<Lock>>,
    taken: BTreeSet<(Class, Cell)>,
    /// Locks that a thread looks at and does not take.
    watched: BTreeSet<(Class, Cell)>,
    /// Classes of which a thread has come to have a shared object by itself.
    gained: BTreeSet<Class>,
    /// A lock fell out: what was concluded before may be wrong.
    pub weakened: bool,
}

/// Stands for all cells of a map.
pub const SOMEWHERE: i64 = i64::MIN;

impl Guards {
    pub fn access(&mut self, key: (Class, Cell), writes: bool, held: &BTreeSet<Lock>) {
        let mut narrow = |locks: &mut BTreeMap<(Class, Cell), BTreeSet<Lock>>| match locks.get_mut(&key) {
            None => {
                locks.insert(key, held.clone());
                self.weakened = true;
            }
            Some(old) => {
                let before = old.len();
                old.retain(|lock| held.contains(lock));
                self.weakened |= old.len() < before;
            }
        };
        narrow(&mut self.all);
        if writes {
            narrow(&mut self.writes);
        }
    }

    /// A thread comes to have a shared object by itself: it may write any cell then, and share it again. As if the block
    /// were freed.
    pub fn gain(&mut self, class: Class, live: Cell, held: &BTreeSet<Lock>) {
        self.weakened |= self.gained.insert(class);
        self.access((class, live), true, held);
    }

    /// Whether a shared object stays shared, whatever others do while these locks are held. Where it does not, who has it
    /// writes what guards of cells say nothing about.
    pub fn stays_shared(&self, class: Class, live: Cell, held: &BTreeSet<Lock>) -> bool {
        !self.gained.contains(&class) || is_guarded(&self.writes, class, live, held)
    }

    /// A thread takes a lock.
    pub fn take(&mut self, lock: (Class, Cell)) {
        self.weakened |= self.taken.insert(lock);
    }

    /// The cells of objects of a class that are taken as locks.
    pub fn taken(&self, class: Class) -> impl Iterator<Item = Cell> {
        self.taken.iter().filter(move |lock| lock.0 == class).map(|lock| lock.1)
    }

    /// A thread looks at a lock that it does not hold then: it sees whether another one has taken it.
    pub fn watch(&mut self, lock: (Class, Cell)) {
        self.weakened |= self.watched.insert(lock);
    }

    /// Whether taking the lock commutes with what others do before it is given back.
    pub fn is_watched(&self, (class, cell): (Class, Cell)) -> bool {
        [cell, (cell.0, SOMEWHERE)].iter().any(|&cell| self.watched.contains(&(class, cell)))
    }

    /// Whether nobody else can write the cell while the object is shared: it is never written, or a lock of these is held.
    pub fn is_kept(&self, class: Class, cell: Cell, held: &BTreeSet<Lock>) -> bool {
        is_guarded(&self.writes, class, cell, held)
    }

    pub fn is_written(&self, class: Class, cell: Cell) -> bool {
        self.writes.contains_key(&(class, cell)) || self.writes.contains_key(&(class, (cell.0, SOMEWHERE)))
    }

    /// Whether an access commutes with what others do while those locks are held and the object is shared.
    pub fn commutes(&self, class: Class, cell: Cell, writes: bool, held: &BTreeSet<Lock>) -> bool {
        is_guarded(if writes { &self.all } else { &self.writes }, class, cell, held)
    }
}

fn is_guarded(
    locks: &BTreeMap<(Class, Cell), BTreeSet<Lock>>,
    class: Class,
    cell: Cell,
    held: &BTreeSet<Lock>,
) -> bool {
    // Somewhere may be each cell of the map.
    let concerns = |c: Cell| c.0 == cell.0 && (c.1 == cell.1 || c.1 == SOMEWHERE || cell.1 == SOMEWHERE);
    let mut noted = locks.iter().filter(|((of, c), _)| *of == class && concerns(*c));
    noted.all(|(_, l)| !l.is_disjoint(held))
}
