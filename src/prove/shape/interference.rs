//! What other threads do between two steps of one, in any number: whatever keeps each object of one of the kinds.
//!
//! ```text
//! malloc: mine ── an edge from a shared object comes into it ──▶ shared ── no edge is left, and its lock is mine ──▶ mine
//! ```
//!
//! Objects of one thread alone are as it left them; of shared ones, what no other can write stays known: cells that are only
//! written under a lock that this thread holds (*guards*, found by trial), and numbers that are never written. The rest is
//! *fog*: an object of one of the kinds, chosen where it is looked at. Edges are counted that come from shared objects.
//!
//! An execution is cut into transactions: takes of locks and guarded accesses, then at most one other access, then
//! guarded accesses and gives. So only the first place behind such an access or a give at which threads may be interrupted
//! is one (R. Lipton, *Reduction: A Method of Proving Properties of Parallel Programs*, CACM 1975).

use std::collections::{BTreeMap, BTreeSet};

use super::guards::{Access, Lock, SOMEWHERE, Thread};
use super::heap::{Cell, Holder, MANY, ObjId, Object, Range, Slot, Value, hull, is_root};
use super::state::State;
use super::stop::{Stop, other};
use super::subject::Subject;

/// What a lock is that another thread may have taken.
pub const TAKEN: Range = (Some(0), Some(1));

impl State {
    /// Notes an access, where there are other threads.
    pub fn note(&mut self, object: ObjId, cell: Cell, writes: bool) {
        if self.thread.is_some() && self.heap.objects[&object].holder == Holder::Shared {
            self.accesses.push(Access { object, cell, writes });
        }
    }

    /// The locks that are held, as seen from an object.
    fn locks(&self, object: ObjId) -> BTreeSet<Lock> {
        let mut found = BTreeSet::new();
        for &(holder, cell) in self.thread.iter().flat_map(|t| &t.locks) {
            if holder == object {
                found.insert(Lock::Own(cell));
            }
            if is_root(holder) {
                found.insert(Lock::Of(holder, cell));
            }
        }
        found
    }

    /// Where the targets of an object's pointers have to be known.
    fn edges(&self, object: ObjId) -> Result<Vec<(Cell, ObjId, i64)>, Stop> {
        let mut found = Vec::new();
        for (&cell, slot) in &self.heap.objects[&object].slots {
            match slot.value {
                Value::Out(_) => return Err(Stop::Resolve(object, cell)),
                Value::Ptr(target, at) => {
                    let known = &self.heap.objects[&target];
                    if known.fog {
                        return Err(Stop::Clear(target));
                    }
                    if known.holder == Holder::Other {
                        return Err(other(target));
                    }
                    found.push((cell, target, at));
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// An object of this thread alone is shared from now on.
    fn publish(&mut self, object: ObjId) -> Result<(), Stop> {
        for (cell, target, at) in self.edges(object)? {
            let key = self.heap.key(object, cell, at, false);
            let target = self.heap.object(target);
            let count = target.count(&key);
            target.set_count(key, count.saturating_add(1));
        }
        self.heap.object(object).holder = Holder::Shared;
        Ok(())
    }

    /// A shared object that no edge comes into is this thread's own from now on.
    fn gain(&mut self, object: ObjId) -> Result<bool, Stop> {
        let mut heap = self.heap.clone();
        for (cell, target, at) in self.edges(object)? {
            let key = heap.key(object, cell, at, false);
            let target = heap.object(target);
            match target.count(&key) {
                // It would not be known how many are left.
                0 | MANY.. => return Ok(false),
                count => target.set_count(key, count - 1),
            }
        }
        heap.object(object).holder = Holder::Mine;
        self.heap = heap;
        Ok(true)
    }

    /// A thread is spawned that is given these. The first time, what nobody points to becomes the own of the thread that
    /// spawns it.
    pub fn spawn(&mut self, given: BTreeSet<ObjId>) -> Result<(), Stop> {
        if self.thread.is_none() {
            let alone = |o: &ObjId| self.heap.objects[o].ins.is_empty() && !given.contains(o);
            for object in self.heap.movable().filter(alone).collect::<Vec<_>>() {
                self.gain(object)?;
            }
        }
        let thread = self.thread.get_or_insert_with(Thread::default);
        (thread.due, thread.given) = (true, given);
        Ok(())
    }

    /// The execution goes on as the new thread.
    pub fn become_child(&mut self) {
        for object in self.heap.objects.values_mut().filter(|o| o.holder == Holder::Mine) {
            object.holder = Holder::Other;
            object.slots.clear();
        }
        self.thread = Some(Thread { due: true, ..Thread::default() });
    }

    /// The states in which an object in the fog is one of that kind. `None`: it can be none.
    pub fn clear(&self, subject: &Subject, object: ObjId, kind: &Object) -> Option<State> {
        let mut state = self.clone();
        let old = &self.heap.objects[&object];
        let is_kept = old.slots.contains_key(&(subject.live, 0));
        if kind.holder == Holder::Other {
            let (slots, ins) = (BTreeMap::new(), kind.ins.clone());
            *state.heap.object(object) = Object { holder: Holder::Other, fog: false, slots, ins, ..old.clone() };
            return (!is_kept && !is_root(object) && state.heap.fits_all(object)).then_some(state);
        }
        let slots = self.slots(subject, &mut state, object, kind)?;
        *state.heap.object(object) = Object {
            class: kind.class,
            slots,
            ins: kind.ins.clone(),
            paths: 0,
            blank: kind.blank,
            holder: Holder::Shared,
            fog: false,
        };
        state.heap.fits_all(object).then_some(state)
    }

    /// The same, as far as one cell of the object goes, and whether it lives: it stays in the fog.
    pub fn look(&self, subject: &Subject, object: ObjId, cell: Cell, kind: &Object) -> Option<State> {
        let mut state = self.clear(subject, object, kind)?;
        if kind.holder == Holder::Other {
            return Some(state);
        }
        let old = &self.heap.objects[&object];
        let looked_at = [cell, (subject.live, 0)];
        for cell in looked_at {
            state.cell(object, cell);
        }
        let mut slots = std::mem::take(&mut state.heap.object(object).slots);
        slots.retain(|cell, _| looked_at.contains(cell) || old.slots.contains_key(cell));
        *state.heap.object(object) = Object { slots, ..old.clone() };
        Some(state)
    }

    /// What an object in the fog has in its cells if it is of that kind. `None`: it is not. Whether a lock is taken is no
    /// matter of kinds.
    fn slots(
        &self,
        subject: &Subject,
        state: &mut State,
        object: ObjId,
        kind: &Object,
    ) -> Option<BTreeMap<Cell, Slot>> {
        // All threads have the blocks that stay in scope; a pointer to another one is of another execution.
        let is_there = |slot: &Slot| !matches!(slot.value, Value::Ptr(o, _) if !self.heap.objects.contains_key(&o));
        if !kind.slots.values().all(is_there) {
            return None;
        }
        let mut slots = BTreeMap::new();
        for (&cell, slot) in &kind.slots {
            let value = match &slot.value {
                Value::Own(at) => Value::Ptr(object, *at),
                Value::Within(range) => state.symbol(*range),
                value => value.clone(),
            };
            slots.insert(cell, Slot { value, flag: false });
        }
        let default = |cell: Cell| self.defaults.get(&cell.0).filter(|_| kind.blank).map(|&n| Value::Num(n));
        for cell in subject.guards().taken(kind.class) {
            if let Some(value @ (Value::Num(_) | Value::Within(_))) =
                kind.slots.get(&cell).map(|slot| slot.value.clone()).or_else(|| default(cell))
            {
                let value = state.symbol(hull(self.range(&value), TAKEN));
                slots.insert(cell, Slot { value, flag: false });
            }
        }
        for (&cell, slot) in &self.heap.objects[&object].slots {
            let default = default(cell);
            if let Some(other) = slots.get(&cell).map(|s| &s.value).or(default.as_ref())
                && !self.may_equal(state, &slot.value, other)
            {
                return None;
            }
            slots.insert(cell, slot.clone());
        }
        Some(slots)
    }

    /// Whether a value that is kept and one of a kind may be the same.
    fn may_equal(&self, state: &State, kept: &Value, other: &Value) -> bool {
        let class = |o: &ObjId| self.heap.objects.get(o).map(|o| o.class);
        match (kept, other) {
            (Value::Ptr(o, x), Value::Ptr(p, y)) => o == p && x == y,
            (Value::Ptr(o, at), Value::Out(out)) | (Value::Out(out), Value::Ptr(o, at)) => {
                class(o) == Some(out.class) && *at == out.at && !is_root(*o)
            }
            (Value::Out(a), Value::Out(b)) => a.class == b.class && a.at == b.at,
            (Value::Num(_) | Value::Sym(_), Value::Num(_) | Value::Sym(_)) => {
                let ((a, b), (c, d)): (Range, Range) = (state.range(kept), state.range(other));
                let apart = |x: Option<i128>, y: Option<i128>| x.zip(y).is_some_and(|(x, y)| x < y);
                !apart(b, c) && !apart(d, a)
            }
            // Pointers are no small numbers.
            (Value::Ptr(..) | Value::Out(_), Value::Num(n)) | (Value::Num(n), Value::Ptr(..) | Value::Out(_)) => *n > 0,
            _ => true,
        }
    }
}

impl Subject {
    /// An atomic section ends: locks that were looked at in it are taken, or it shows what others have done.
    pub fn end_section(&self, state: &mut State) {
        let Some(thread) = &mut state.thread else { return };
        for lock in std::mem::take(&mut thread.peeked).difference(&thread.locks) {
            thread.committed = true;
            self.guards().watch((state.heap.objects[&lock.0].class, lock.1));
        }
    }

    /// A thread waits: if not for a lock to be given back, then perhaps for one to be taken.
    pub fn wait(&self, state: &State) {
        let Some(thread) = &state.thread else { return };
        for &(object, cell) in thread.peeked.difference(&thread.locks) {
            let known = &state.heap.objects[&object];
            if known.number(cell) != Some(1) {
                self.guards().watch((known.class, cell));
            }
        }
    }

    /// What the accesses of a step say of guards and of the transaction.
    pub fn account(&self, state: &mut State) {
        for Access { object, cell, writes } in std::mem::take(&mut state.accesses) {
            let Some(known) = state.heap.objects.get(&object) else { continue };
            let inside = state.inside > 0;
            if self.locks.contains(&cell.0) {
                // To take it is not to look at it: that is found at the end of the section.
                if writes {
                    continue;
                }
                if let Some(thread) = state.thread.as_mut().filter(|t| !t.locks.contains(&(object, cell))) {
                    thread.peeked.insert((object, cell));
                }
                if !inside {
                    self.end_section(state);
                }
                continue;
            }
            let (class, held) = (known.class, state.locks(object));
            let mut guards = self.guards();
            guards.access((class, cell), writes, &held);
            let is_somewhere = writes && cell.1 == SOMEWHERE;
            let is_alone =
                guards.commutes(class, cell, writes, &held) && guards.stays_shared(class, (self.live, 0), &held);
            if (is_somewhere || !is_alone)
                && let Some(thread) = &mut state.thread
            {
                thread.committed = true;
            }
        }
    }

    /// What others can reach is shared; what nobody can reach any more, and whose lock is held, is this thread's own.
    /// `leaves`: what is shared in any case.
    fn settle_holders(&self, state: &mut State, leaves: &dyn Fn(ObjId) -> bool) -> Result<(), Stop> {
        loop {
            let goes = |o: &ObjId| {
                let known = &state.heap.objects[o];
                known.holder == Holder::Mine && (!known.ins.is_empty() || leaves(*o))
            };
            let Some(object) = state.heap.movable().find(goes) else { break };
            state.publish(object)?;
        }
        let alone = |o: &ObjId| {
            let known = &state.heap.objects[o];
            known.holder == Holder::Shared
                && !known.fog
                && known.ins.is_empty()
                && known.number((self.live, 0)) == Some(1)
                && !leaves(*o)
        };
        for object in state.heap.movable().filter(alone).collect::<Vec<_>>() {
            let (class, held) = (state.heap.objects[&object].class, state.locks(object));
            let live = (self.live, 0);
            if held.is_empty() || !self.guards().is_kept(class, live, &held) || self.may_be_locked(state, object) {
                continue;
            }
            if state.gain(object)? {
                self.guards().gain(class, live, &held);
            }
        }
        Ok(())
    }

    /// Whether another thread may hold a lock of that object.
    fn may_be_locked(&self, state: &State, object: ObjId) -> bool {
        let (known, thread) = (&state.heap.objects[&object], state.thread.as_ref());
        let is_held = |cell: Cell| thread.is_some_and(|t| t.locks.contains(&(object, cell)));
        self.guards().taken(known.class).any(|cell| known.number(cell) != Some(0) && !is_held(cell))
    }

    /// Other threads run. Returns what is known then, and the kinds of the objects that they may reach.
    pub fn interrupt(&self, mut state: State) -> Result<(State, Vec<Object>), Stop> {
        let Some(thread) = state.thread.clone() else { return Ok((state, Vec::new())) };
        let held = state.held();
        let leaves = |o: ObjId| thread.given.contains(&o) || (thread.arriving && !held.contains(&o));
        self.settle_holders(&mut state, &leaves)?;
        let pushed = |o: &&Object| !o.fog && o.holder != Holder::Other;
        let objects: Vec<ObjId> = state.heap.objects.iter().filter(|(_, o)| pushed(o)).map(|(&o, _)| o).collect();
        let guards = self.guards();
        let kind = |object: ObjId| {
            let mut kind = state.kind(object);
            // Which numbers threads write is not told apart, but for what says whether a block lives, and locks.
            let is_plain =
                |cell: &Cell| !is_root(object) && !self.about.contains(&cell.0) && !self.locks.contains(&cell.0);
            kind.slots.retain(|cell, slot| {
                let is_number = matches!(slot.value, Value::Num(n) if n != 0) || matches!(slot.value, Value::Within(_));
                !(is_number && is_plain(cell) && guards.is_written(kind.class, *cell))
            });
            kind.blank &= kind.slots.len() == state.heap.objects[&object].slots.len();
            kind
        };
        let kinds = objects.into_iter().map(kind).collect();
        for object in state.heap.objects.keys().copied().collect::<Vec<_>>() {
            let locks = state.locks(object);
            let known = state.heap.object(object);
            match known.holder {
                Holder::Mine => continue,
                Holder::Other => known.slots.clear(),
                Holder::Shared => {
                    let class = known.class;
                    let live = (self.live, 0);
                    let stays = guards.is_kept(class, live, &locks);
                    let stays_shared = guards.stays_shared(class, live, &locks);
                    known.slots.retain(|&cell, slot| {
                        if self.locks.contains(&cell.0) {
                            return thread.locks.contains(&(object, cell));
                        }
                        let is_pointer = matches!(slot.value, Value::Ptr(..) | Value::Out(_));
                        (stays && guards.is_kept(class, cell, &locks))
                            || (!is_pointer && stays_shared && !guards.is_written(class, cell))
                    });
                }
            }
            known.ins.clear();
            known.blank = false;
            known.holder = Holder::Shared;
            known.fog = true;
        }
        drop(guards);
        if let Some(thread) = &mut state.thread {
            *thread = Thread { locks: std::mem::take(&mut thread.locks), ..Thread::default() };
        }
        Ok((state, kinds))
    }

    /// A lock is taken or given back, if the cell is one.
    pub fn lock(&self, state: &mut State, object: ObjId, cell: Cell, value: &Value) -> Result<(), Stop> {
        if !self.locks.contains(&cell.0) {
            return Ok(());
        }
        let old = state.cell(object, cell);
        let is_free = state.range(&old) == (Some(0), Some(0));
        let known = &state.heap.objects[&object];
        let (is_mine, class) = (known.holder == Holder::Mine, known.class);
        let Some(thread) = &mut state.thread else { return Ok(()) };
        match value {
            Value::Num(1) if is_free => {
                thread.locks.insert((object, cell));
                self.guards().take((class, cell));
                thread.committed |= !is_mine && self.guards().is_watched((class, cell));
                Ok(())
            }
            Value::Num(0) if thread.locks.contains(&(object, cell)) => {
                self.settle_holders(state, &|_| false)?;
                if let Some(thread) = &mut state.thread {
                    thread.locks.remove(&(object, cell));
                    thread.committed = true;
                }
                Ok(())
            }
            // Whether it is held is not told any more.
            _ if is_mine => {
                thread.locks.remove(&(object, cell));
                Ok(())
            }
            _ => Err(Stop::GiveUp("a lock is not used as such".into())),
        }
    }
}
