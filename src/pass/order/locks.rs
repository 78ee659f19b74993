//! Where a thread need not be interrupted, for it holds a lock: Lipton, "Reduction: a method of proving properties of parallel
//! programs", CACM 1975, with locks and what they guard found by the values of the run.
//!
//! ```text
//! lock(m); yield; x := x + 1; yield; unlock(m); yield;      (one segment in place of three)
//! ```
//!
//! # What a lock is
//!
//! A **lock** is a variable, or an element with a constant index of a map that is nowhere accessed otherwise, for which holds:
//!
//! 1. All accesses to it, reads and writes, have one and the same constant as what was there when the second thread began: that it is
//!    *free*. A place that begins otherwise on another way is no lock, whoever uses it there.
//! 2. Each write either **takes** it: writes another constant, unconditionally, where the thread surely has read, in the same segment,
//!    that it is free. Or it **gives it back**: writes that it is free, unconditionally, where the thread surely holds it, that is, has
//!    taken it and not given it back on whatever way it came.
//!
//! So, by induction over its writes up to the first failure: a lock is free if and only if nobody holds it, one thread at most holds
//! it, and nobody else writes it then.
//!
//! A lock is **watched** if others may tell that it is held. It is not if each read by a thread that does not surely hold it is followed by the
//! assumption that it was free, in the same segment and under the same condition, and nowhere between the two the thread may
//! fail, be it that an assertion does not depend on the read as far as one can see: branches, names and memory carry what was
//! read. So whoever reads that such a lock is held is no segment that reaches its end, nor one that fails.
//!
//! # What it guards
//!
//! Two accesses by different threads to one place **exclude** each other if the threads surely hold one and the same lock there, or if one
//! of the two is behind the other whatever the times: in front of the spawn, or in front of *each* write to a place that the other
//! thread has seen to be no more as it was in the beginning (what `pthread_join` waits for). Which of these writes it has seen, it
//! does not know. A place is **guarded** if all accesses to it exclude each other where one of the two writes. What a segment has read
//! already is no access: what excluded the first read, still does.
//!
//! # Why nothing is lost
//!
//! **Right movers** are accesses to guarded places, and what takes a lock that is not watched. A segment goes on at a yield if
//! all that was done in it are right movers, each lock that was looked at being taken. So a segment is a series of what were segments before:
//! right movers, and a last one, which may be anything. Let there be an execution with all yields, up to its first failure:
//!
//! - Let `r` be one of the right movers, and `b` a segment of another thread, completed or up to the failure, between `r` and what the
//!   thread of `r` does next. Then `b, r` is possible as well, with the same values read, the same outcome and the same memory behind:
//!   - If `r` accesses a guarded place, `b` does not, but that both read it. They do not both hold a lock: the thread of `r` still holds it when
//!     `b` begins, since it is given back by what is no right mover. `b` is not behind `r` whatever the times: a spawn is no right mover, and what
//!     `r` writes itself are guarded places, for which the same holds, and locks, which nobody has seen held. Nor is `r` behind `b`.
//!   - If `r` takes a lock, `b` does not write it, and does not read it, for it would read that it is held.
//! - So right movers move to just in front of what the thread does next: an access that others see, what gives back the lock, a failure. Where
//!   the thread does nothing more, they move behind the failure of another one, and are left out.
//! - The reads of a lock without taking it do not move: another thread could take it. So the next yield begins a segment.
//! - What is left out otherwise is left out of executions with all yields: a round that changes nothing (`waits.rs`) is so also if these
//!   are fewer, and of an execution with fewest steps there is none. Orders of segments that are alike (`symmetry.rs`) are those of
//!   segments as they are then.
//!
//! What gives back a lock ends a segment, and is no left mover: what would have to be shown for that, that the thread comes to an end
//! behind it, need not be.
//!
//! As with what is private (`places.rs`), a first run finds out what locks are, the next makes use of it and confirms it. Each of the above
//! is looked at in that run: the first access that is otherwise comes behind a part of an execution where all is as was said.
//!
//! # What stands in the middle
//!
//! - *Failures*: of a thread that holds locks, an assertion fails where it did, behind its own right movers. To go on beyond the bound is to
//!   fail as well, whichever of the two is asked for (`Asked`). Others that fail have not seen what was moved behind.
//! - *Who waits, or ends, with a lock*: its right movers are left out, or the lock is kept (`Seen::kept`) and read as held from then on.
//!   Whether somebody waits for ever is asked by assertions: who says that he does so has read the lock, and watches it.
//! - *`trylock`*: who goes on otherwise where the lock is held, watches it.
//! - *Condition variables*: to wait gives back the lock, and takes it in a later segment. In one segment, what the thread has given back is free.
//! - *Recursive mutexes and those that check for errors*: who may hold the lock reads it, and goes on: watched, but for reads by who surely holds it.
//! - *Read-write locks*: a count of readers is no lock, since what is written is not constant. Readers hold nothing, so what they
//!   read and others write is not guarded.
//! - *Unlocking by who does not hold the lock, initialising it once more, freeing it*: a write that neither takes it nor gives it back. Not a lock.
//! - *Locks at addresses that are not constant*, or in memory that is accessed at such: not a lock.
//! - *Atomic operations*, and whatever else others see: no right mover, so the next yield is one.
//! - *Joining*: the flag that a thread has ended, if all that set it come behind the access.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::holding::{Holding, Place};
use super::places::{Locks, cell};
use super::run::{Event, Run};
use super::simplify;
use super::state::State;
use crate::base::ids::{ExprId, VarId};
use crate::ir::{ExprKind, Op, TypeTable};

/// Accesses to a place that are compared with each other, at most.
const MOST_COMPARED: usize = 2_000;

impl Run<'_> {
    /// The thread has found out that a condition holds.
    pub fn learn(&mut self, state: &mut State, e: ExprId) {
        if !state.is_concurrent {
            return;
        }
        if let ExprKind::Op(Op::And, args) = self.program.exprs.kind(e) {
            args.clone().iter().for_each(|&e| self.learn(state, e));
            return;
        }
        state.holding.facts = Some(self.facts.add(e, state.holding.facts));
        let (e, is_negated) = match self.program.exprs.kind(e) {
            ExprKind::Op(Op::Not, args) => (args[0], true),
            _ => (e, false),
        };
        let (value, is_other) = match self.program.exprs.kind(e).clone() {
            ExprKind::Var(value) => (Some(value), self.differs_from_first(value, !is_negated)),
            ExprKind::Op(Op::Eq, args) => {
                let of = |a: ExprId| match *self.program.exprs.kind(a) {
                    ExprKind::Var(value) => Some(value),
                    _ => None,
                };
                let (value, known) =
                    if of(args[0]).is_some() { (of(args[0]), args[1]) } else { (of(args[1]), args[0]) };
                let first = value.and_then(|value| Some(self.reads.get(&value)?.1));
                let is_other = first.is_some_and(|first| match is_negated {
                    true => first == known && simplify::is_constant(self.program, first),
                    false => simplify::differ(self.program, first, known),
                });
                (value, is_other)
            }
            _ => (None, false),
        };
        if let Some((place, _)) = value.filter(|_| is_other).and_then(|value| self.reads.get(&value)) {
            Rc::make_mut(&mut state.holding.passed).insert(place.clone());
        }
    }

    /// Of a place that is true or false: whether it is not as it was in the beginning.
    fn differs_from_first(&self, read: VarId, is_true: bool) -> bool {
        let first = self.reads.get(&read).map(|known| self.program.exprs.kind(known.1));
        first == Some(&ExprKind::Bool(!is_true))
    }

    /// Whether a condition surely holds in a state.
    pub fn is_known(&self, state: &State, e: ExprId) -> bool {
        let is_known = |e: &ExprId| self.is_known(state, *e);
        let follows = match self.program.exprs.kind(e) {
            ExprKind::Bool(value) => *value,
            ExprKind::Op(Op::And, args) => args.iter().all(is_known),
            ExprKind::Op(Op::Or, args) => args.iter().any(is_known),
            ExprKind::Var(name) => self.named.get(name).is_some_and(is_known),
            _ => false,
        };
        follows || e == state.guard.expr || self.facts.has(state.holding.facts, e)
    }

    /// Takes away the locks that the thread surely does not hold.
    fn without_free(&mut self, state: &mut State) {
        for (place, when) in state.holding.held.clone().iter() {
            let not = self.program.exprs.not(*when);
            if self.is_known(state, not) {
                Rc::make_mut(&mut state.holding.held).remove(place);
            }
        }
    }

    /// The locks that the thread surely holds.
    pub fn surely_held(&self, state: &State) -> Rc<[Place]> {
        let held = state.holding.held.iter().filter(|(_, when)| self.is_known(state, **when));
        held.map(|(place, _)| place.clone()).collect()
    }

    /// A read that is an event: whether it moves to the right.
    pub fn read_moves(&mut self, state: &mut State, place: &Place, first: ExprId) -> bool {
        if state.holding.held.contains_key(place) {
            self.seen_locks.kept.insert(place.clone());
        }
        self.begins_with(place, first);
        match cell(self.program, place.0, &place.1) {
            _ if self.guess.locks.guarded_vars.contains(&place.0) => true,
            Some(cell) if self.guess.locks.guarded.contains(&cell) => true,
            Some(cell) if self.guess.locks.locks.get(&cell) == Some(&false) => {
                if !state.holding.held.get(place).is_some_and(|&when| self.is_known(state, when)) {
                    Rc::make_mut(&mut state.holding.open).insert(place.clone());
                }
                true
            }
            _ => false,
        }
    }

    /// A write that is an event: whether it moves to the right. What it does to locks.
    pub fn write_moves(
        &mut self,
        state: &mut State,
        (var, index): (VarId, Option<&[ExprId]>),
        value: ExprId,
        is_conditional: bool,
    ) -> bool {
        if self.guess.locks.guarded_vars.contains(&var) {
            return true;
        }
        let Some((index, cell)) = index.and_then(|index| Some((index, cell(self.program, var, index)?))) else {
            return false;
        };
        let place: Place = (var, index.into());
        let first = self.untouched(state, var, index);
        self.begins_with(&place, first);
        let takes =
            !is_conditional && simplify::differ(self.program, value, first) && self.is_free(state, &place, first);
        if takes {
            let yes = self.program.exprs.bool(true);
            Rc::make_mut(&mut state.holding.held).insert(place.clone(), yes);
            Rc::make_mut(&mut state.holding.open).remove(&place);
            self.seen_locks.taken.insert(place);
        } else {
            let is_held = state.holding.held.get(&place).is_some_and(|&when| self.is_known(state, when));
            if is_held && value == first && !is_conditional {
                Rc::make_mut(&mut state.holding.held).remove(&place);
            } else {
                self.seen_locks.other.insert(place);
            }
        }
        match self.guess.locks.locks.get(&cell) {
            Some(is_watched) => takes && !is_watched,
            None => self.guess.locks.guarded.contains(&cell),
        }
    }

    /// A place that is accessed has this first value, on the ways there; a lock has one and the same on all.
    fn begins_with(&mut self, place: &Place, first: ExprId) {
        let known = *self.seen_locks.firsts.entry(place.clone()).or_insert(first);
        if known != first || !simplify::is_constant(self.program, first) {
            self.seen_locks.other.insert(place.clone());
        }
    }

    /// Whether the thread has read in this segment that a place has its first value.
    fn is_free(&mut self, state: &State, place: &Place, first: ExprId) -> bool {
        let Some(&value) = state.view.get(place) else { return false };
        let is_free = simplify::op(self.program, Op::Eq, vec![value, first], TypeTable::BOOL);
        let turned = simplify::op(self.program, Op::Eq, vec![first, value], TypeTable::BOOL);
        self.is_known(state, is_free) || self.is_known(state, turned)
    }

    /// Others may run here, or the thread ends.
    pub fn keeps_locks(&mut self, state: &State) {
        self.seen_locks.kept.extend(state.holding.held.keys().cloned());
    }

    /// What is known where ways come together.
    pub fn merged_holding(&mut self, states: &mut [State], ways: &[ExprId]) -> Holding {
        states.iter_mut().for_each(|state| self.without_free(state));
        let never = self.program.exprs.bool(false);
        let held = self.merged_map(states, ways, |state| &state.holding.held, |_, _, _| never);
        let mut merged = Holding { held, ..states[0].holding.clone() };
        for Holding { facts, passed, open, .. } in states.iter().skip(1).map(|state| &state.holding) {
            merged.facts = self.facts.common(merged.facts, *facts);
            if !Rc::ptr_eq(&merged.passed, passed) {
                Rc::make_mut(&mut merged.passed).retain(|place| passed.contains(place));
            }
            if !Rc::ptr_eq(&merged.open, open) {
                Rc::make_mut(&mut merged.open).extend(open.iter().cloned());
            }
        }
        merged
    }

    // ---- What the run has shown.

    /// What locks are, and what they guard.
    pub fn locks(&mut self) -> Locks {
        let events = std::mem::take(&mut self.events);
        let wide = self.accesses.wide();
        let mut by_place: FxHashMap<Place, Vec<usize>> = FxHashMap::default();
        let mut by_var: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (number, event) in events.iter().enumerate() {
            match &event.index {
                _ if wide.contains(&event.var) => by_var.entry(event.var).or_default().push(number),
                Some(index) => by_place.entry((event.var, index.clone())).or_default().push(number),
                None => {}
            }
        }
        let mut found = Locks::default();
        let mut locks: BTreeSet<Place> = BTreeSet::new();
        for (place, accesses) in &by_place {
            let Some(cell) = cell(self.program, place.0, &place.1) else { continue };
            if self.seen_locks.taken.contains(place) && !self.seen_locks.other.contains(place) {
                found.locks.insert(cell, accesses.iter().any(|&n| self.watches(place, &events[n])));
                locks.insert(place.clone());
            }
        }
        let behind = self.behind(&events, &by_place);
        let is_guarded = |accesses: &[usize]| is_guarded(&events, accesses, &behind, &locks);
        let guarded = by_var.iter().filter(|(_, accesses)| is_guarded(accesses));
        found.guarded_vars = guarded.map(|(&var, _)| var).collect();
        for (place, accesses) in &by_place {
            let Some(cell) = cell(self.program, place.0, &place.1) else { continue };
            if !locks.contains(place) && is_guarded(accesses) {
                found.guarded.insert(cell);
            }
        }
        self.events = events;
        found
    }

    /// Whether an event is a read of a lock by a thread that does not hold it, and that may go on, or fail, where it is held.
    fn watches(&mut self, place: &Place, event: &Event) -> bool {
        event.initial.is_some_and(|first| !event.held.contains(place) && !self.needs_free(event, first))
    }

    /// Whether what comes behind a read of a lock assumes that it was free, before anything can fail.
    fn needs_free(&mut self, read: &Event, first: ExprId) -> bool {
        let is_free = simplify::op(self.program, Op::Eq, vec![read.value, first], TypeTable::BOOL);
        let turned = simplify::op(self.program, Op::Eq, vec![first, read.value], TypeTable::BOOL);
        let required = self.tests[read.tests..].iter().find(|test| {
            let is_about_it = test.condition == is_free || test.condition == turned;
            is_about_it && !test.fails && test.clock == read.clock && test.guard == read.guard.expr
        });
        // Whatever fails in between may depend on what was read, by where it stands, by names or by memory.
        required.is_some_and(|test| !self.failures[read.failures..test.failures].contains(&read.clock))
    }

    /// Of each event, how many events of each thread are before it whatever the times, those that happen.
    fn behind(&self, events: &[Event], by_place: &FxHashMap<Place, Vec<usize>>) -> Vec<Vec<usize>> {
        let mut behind: Vec<Vec<usize>> = events.iter().map(|event| self.behind_by_program(event)).collect();
        let mut passed: BTreeSet<&Place> = events.iter().flat_map(|event| event.passed.iter()).collect();
        passed.retain(|place| by_place.contains_key(*place));
        let mut grows = true;
        while grows {
            grows = false;
            // Who has seen that a place was written is behind one of the writes, and does not know which.
            let of_place = passed.iter().filter_map(|&place| {
                let writes = by_place[place].iter().filter(|&&n| events[n].initial.is_none());
                let least = |a: Vec<usize>, b: Vec<usize>| a.into_iter().zip(b).map(|(a, b)| a.min(b)).collect();
                Some((place, writes.map(|&n| behind[n].clone()).reduce(least)?))
            });
            let of_place: FxHashMap<&Place, Vec<usize>> = of_place.collect();
            for (event, behind) in events.iter().zip(&mut behind) {
                for more in event.passed.iter().filter_map(|place| of_place.get(place)) {
                    for (known, &more) in behind.iter_mut().zip(more) {
                        grows |= more > *known;
                        *known = more.max(*known);
                    }
                }
            }
        }
        behind
    }

    /// The same by the order of the thread's own program, and by spawns.
    fn behind_by_program(&self, event: &Event) -> Vec<usize> {
        let mut behind = vec![0; self.threads.len()];
        let mut at = Some((event.thread, event.at));
        while let Some((thread, events)) = at {
            behind[thread] = events;
            at = self.threads[thread].parent;
        }
        behind
    }

    /// Says what is read of a lock; returns the number of conditions. `None`: it is of another place.
    pub fn read_of_lock(&mut self, events: &[Event], read: &Event, writes: &[usize]) -> Option<usize> {
        let (index, first) = (read.index.as_ref()?, read.initial?);
        let place = (read.var, index.clone());
        let &is_watched = self.guess.locks.locks.get(&cell(self.program, read.var, index)?)?;
        let (mut value, mut made) = (first, 1);
        if is_watched || self.seen_locks.kept.contains(&place) {
            let writes = writes.iter().map(|&n| &events[n]).filter(|write| write.index == read.index);
            let (freed, taken): (Vec<&Event>, Vec<&Event>) = writes.partition(|write| write.value == first);
            for taken in taken {
                let freed: Vec<&Event> =
                    freed.iter().copied().filter(|freed| freed.thread == taken.thread && freed.at > taken.at).collect();
                made += 1 + freed.len();
                let is_held = self.is_held(taken, &freed, read);
                value = simplify::ite(self.program, is_held, taken.value, value);
            }
        }
        let is_so = self.program.exprs.eq(read.value, value);
        self.assume(is_so);
        Some(made)
    }

    /// Whether a thread that has taken a lock, and gives it back there, has not done so when that is read.
    fn is_held(&mut self, taken: &Event, freed: &[&Event], read: &Event) -> ExprId {
        let mut all = vec![taken.guard.expr, self.before(taken, read)];
        for freed in freed {
            let is_before = self.before(freed, read);
            let is_free = self.program.exprs.and(&[freed.guard.expr, is_before]);
            all.push(self.program.exprs.not(is_free));
        }
        simplify::op(self.program, Op::And, all, TypeTable::BOOL)
    }
}

/// Whether all accesses exclude each other where one of two writes.
fn is_guarded(events: &[Event], accesses: &[usize], behind: &[Vec<usize>], locks: &BTreeSet<Place>) -> bool {
    let together = |a: &Event, b: &Event| a.held.iter().any(|place| locks.contains(place) && b.held.contains(place));
    let is_behind = |b: usize, a: usize| behind[b][events[a].thread] > events[a].at;
    accesses.len() <= MOST_COMPARED
        && accesses.iter().enumerate().all(|(n, &one)| {
            accesses[n + 1..].iter().all(|&other| {
                let (a, b) = (&events[one], &events[other]);
                a.thread == b.thread
                    || (a.initial.is_some() && b.initial.is_some())
                    || together(a, b)
                    || is_behind(one, other)
                    || is_behind(other, one)
            })
        })
}
