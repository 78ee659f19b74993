//! Loops that wait: a round that changes nothing is left out. After Kokologiannakis, Ren, Vafeiadis, "Dynamic partial order
//! reductions for spinloops", FMCAD 2021, where it is found by the text of the loop; here by the values of the run.
//!
//! ```text
//! while (!flag) { yield; }                           from head to head
//! lock(m); while (!ready) wait(c, m);                from halt to halt: unlock(m); yield;  lock(m); … unlock(m); yield;
//! ```
//!
//! A round is **idle** if the thread comes back with all as it was there: the variables that matter from there on, what
//! the thread has for itself, and each element of memory that others may see and anybody reads, at the end of each of its
//! segments: within one, nobody looks. So a failing exchange is idle that writes what is there, and so is a segment that takes a
//! lock, looks at what it guards, and gives it back.
//!
//! It may go from the head of the loop to the head, if others may run there; or from a **halt**, the first place in a round where
//! others may run and the thread holds no lock, to the same place in the next round, reached by the same calls.
//!
//! Why no violation is lost: take an execution with an idle round that is completed, and leave out the steps of the round. Others
//! see the same values, for what they could have read of it was there before. The thread itself stands at the head of the loop
//! in front of the round as it stands there behind it. There it yields (`preempt` sees to that), so what comes behind the
//! round may come as late as it did: at the head of the loop begins a segment in which nothing was done. At a halt a segment begins in
//! any case; the thread goes on from the halt of the round in front of it, with the same commands, and comes where it would have
//! come. What is left is an execution up to the same failure, with one idle round less, and none in the end. An idle round that is
//! not completed, one that fails or stays behind, is left as it is.
//!
//! What is said of locks, and of what they guard, is found out without the idle rounds, and holds of them as well: what
//! a thread has found out at a halt is still so when it comes there again, and from there on it does what it did. So the first
//! access that were otherwise would be one in an execution without them, too.
//!
//! So idle rounds are assumed not to end; and where each round that does not leave the loop is idle, no round is behind the
//! first, or the second. That holds of what can be reached. Whether a thread waits for ever is another question.

use std::rc::Rc;

use super::holding::Place;
use super::places::cell;
use super::run::{Active, Run};
use super::simplify;
use super::state::{Changes, Halt, Head, State};
use crate::base::ids::{ExprId, ProcId};
use crate::ir::{Op, Program, TypeTable};
use crate::pass::loops::is_loop_procedure;

impl Changes {
    /// None, where `never` says that.
    pub fn none(never: ExprId) -> Changes {
        Changes { some: never, written: Rc::default() }
    }
}

impl State {
    /// Those since the head of the loop, and since the halt.
    fn all_changes(&mut self) -> impl Iterator<Item = &mut Changes> {
        std::iter::once(&mut self.changes).chain(self.halt.as_mut().map(|(_, changes)| changes))
    }

    /// Notes that others see something that they did not, under that condition.
    pub fn note_change(&mut self, program: &mut Program, when: ExprId) {
        for changes in self.all_changes() {
            changes.some = program.exprs.or(&[changes.some, when]);
        }
    }

    /// Notes that a place is written in which that was.
    fn note_written(&mut self, place: &Place, before: ExprId) {
        for changes in self.all_changes() {
            if !changes.written.contains_key(place) {
                Rc::make_mut(&mut changes.written).insert(place.clone(), before);
            }
        }
    }
}

impl Run<'_> {
    /// Notes what a write to what others may see changes.
    pub fn note_write(
        &mut self,
        (is_one, place): (bool, &Place),
        value: ExprId,
        when: Option<ExprId>,
        state: &mut State,
    ) {
        match (state.view.get(place).copied().filter(|_| is_one), when) {
            (Some(before), None) => state.note_written(place, before),
            (Some(before), Some(when)) => {
                let same = self.same(before, value);
                let differs = self.program.exprs.not(same);
                let changes = self.program.exprs.and(&[when, differs]);
                state.note_change(self.program, changes);
            }
            (None, when) => {
                let yes = self.program.exprs.bool(true);
                state.note_change(self.program, when.unwrap_or(yes));
            }
        }
    }

    /// Under which condition others see what they did not where the changes began. What was written and is no more in the view may be
    /// anything.
    pub fn settled(&mut self, changes: &Changes, state: &State) -> ExprId {
        let mut all = vec![changes.some];
        for (place, &before) in changes.written.iter() {
            let same = match state.view.get(place) {
                Some(&now) => self.same(before, now),
                None => self.program.exprs.bool(false),
            };
            if !self.is_known(state, same) {
                all.push(self.program.exprs.not(same));
            }
        }
        self.program.exprs.or(&all)
    }

    /// The segment ends: what it has written, others see.
    pub fn end_segment(&mut self, state: &mut State) {
        state.changes = Changes::none(self.settled(&state.changes, state));
        if let Some((halt, changes)) = state.halt.take() {
            state.halt = Some((halt, Changes::none(self.settled(&changes, state))));
        }
    }

    /// The changes on the way that was taken.
    pub fn merged_changes(&mut self, all: Vec<(&Changes, &State)>, ways: &[ExprId]) -> Changes {
        let first = all[0].0;
        if all.iter().all(|(changes, _)| changes.written == first.written) {
            let some: Vec<ExprId> = all.iter().map(|(changes, _)| changes.some).collect();
            return Changes { some: self.choose_value(ways, &some), written: first.written.clone() };
        }
        let some: Vec<ExprId> = all.into_iter().map(|(changes, state)| self.settled(changes, state)).collect();
        Changes::none(self.choose_value(ways, &some))
    }

    /// Where the thread has stood last, if that is the same place on all ways.
    pub fn merged_halt(&mut self, states: &[State], ways: &[ExprId]) -> Option<(usize, Changes)> {
        let halt = states[0].halt.as_ref()?.0;
        let all = states.iter().map(|state| {
            let (_, changes) = state.halt.as_ref().filter(|(at, _)| *at == halt)?;
            Some((changes, state))
        });
        let all: Vec<_> = all.collect::<Option<_>>()?;
        Some((halt, self.merged_changes(all, ways)))
    }

    /// What a round begins with; `None`: its loop is no candidate.
    pub fn head(&mut self, proc: ProcId, args: &[ExprId], state: &State) -> Option<Head> {
        let is_candidate = state.in_atomic == 0 && self.plan(proc).is_ok_and(|plan| plan.yields_first);
        is_candidate.then(|| Head { args: args.to_vec(), state: state.clone() })
    }

    /// Under which condition the round that is over in this state was idle.
    pub fn idle(&mut self, proc: ProcId, args: &[ExprId], state: &State) -> ExprId {
        let never = self.program.exprs.bool(false);
        let Some(Active { head: Some(head), .. }) = self.active.last() else { return never };
        let (before, known) = (head.state.clone(), head.args.clone());
        let ins = self.program.procs[proc].ins.clone();
        let both = ins.iter().zip(known.iter().zip(args));
        let pairs = both.filter(|(var, _)| self.live.needs(proc, **var)).map(|(_, (&a, &b))| (a, b)).collect();
        self.is_as_before(&before, state, &state.changes, pairs)
    }

    /// Under which condition a thread is as it was: pairs of what it has for itself, and what it has done in between.
    fn is_as_before(
        &mut self,
        before: &State,
        state: &State,
        changes: &Changes,
        mut pairs: Vec<(ExprId, ExprId)>,
    ) -> ExprId {
        let never = self.program.exprs.bool(false);
        if state.in_atomic != 0 || state.is_concurrent != before.is_concurrent {
            return never;
        }
        if !Rc::ptr_eq(&before.globals, &state.globals) {
            for &var in before.globals.keys().chain(state.globals.keys()) {
                pairs.push((self.global(before, var), self.global(state, var)));
            }
        }
        if !Rc::ptr_eq(&before.cells, &state.cells) {
            for place @ (var, index) in before.cells.keys().chain(state.cells.keys()) {
                let mut at = |state: &State| {
                    state.cells.get(place).copied().unwrap_or_else(|| self.untouched(state, *var, index))
                };
                pairs.push((at(before), at(state)));
            }
        }
        let changed = self.settled(changes, state);
        let mut all = vec![self.program.exprs.not(changed)];
        for (a, b) in pairs {
            let same = self.same(a, b);
            if same == never {
                return never;
            }
            all.push(same);
        }
        simplify::op(self.program, Op::And, all, TypeTable::BOOL)
    }

    /// The round of a loop in which the thread is, by its activation.
    fn round(&self) -> Option<usize> {
        // Those below are of the thread that has spawned this one.
        let own = self.active.len().checked_sub(self.path.len())?;
        (own..self.active.len()).rev().find(|&n| is_loop_procedure(&self.program.procs[self.active[n].proc]))
    }

    /// What the thread is like where others may run in a round.
    fn halted(&mut self, round: usize, state: &State) -> Halt {
        let way = self.path[self.path.len() - (self.active.len() - round)..].to_vec();
        let mut locals = Vec::new();
        for (n, &(proc, block, index)) in way.iter().enumerate() {
            let held = self.active.get(round + n + 1).map_or(&state.locals, |callee| &callee.outer).clone();
            let live = self.live.behind(self.program, proc, (block, index));
            locals.extend(live.iter().map(|var| held.get(var).copied()));
        }
        Halt { round: self.active[round].list, way, locals, state: state.clone() }
    }

    /// Where others may run, the thread notes what it is like, once in a round, and where it holds no lock.
    pub fn halt(&mut self, state: &mut State) {
        let Some(round) = self.round() else { return };
        let is_lock = |(var, index): &Place| {
            cell(self.program, *var, index).is_some_and(|cell| self.guess.locks.locks.contains_key(&cell))
        };
        if state.holding.held.keys().any(is_lock) {
            return;
        }
        let is_of_round = |halt: usize| self.halts[halt].round == self.active[round].list;
        if state.halt.as_ref().is_some_and(|(halt, _)| is_of_round(*halt)) {
            return;
        }
        let halt = self.halted(round, state);
        let none = Changes::none(self.program.exprs.bool(false));
        state.halt = Some((self.halts.len(), none));
        self.halts.push(halt);
    }

    /// Assumes that the thread is not as it was at this place in the round before; whether it can be here at all.
    pub fn is_busy(&mut self, state: &State) -> bool {
        let Some((last, changes)) = &state.halt else { return true };
        let Some(round) = self.round().filter(|&round| round > 0) else { return true };
        let (before, proc) = (&self.active[round - 1], self.active[round].proc);
        if before.proc != proc || self.halts[*last].round != before.list {
            return true;
        }
        let now = self.halted(round, state);
        let last = &self.halts[*last];
        if now.way != last.way {
            return true;
        }
        let pairs = last.locals.iter().zip(&now.locals).map(|(a, b)| Some(((*a)?, (*b)?)));
        let Some(pairs) = pairs.collect::<Option<Vec<_>>>() else { return true };
        let idle = self.is_as_before(&last.state.clone(), state, changes, pairs);
        let is_busy = self.program.exprs.not(idle);
        self.require(state, is_busy)
    }

    /// Under which condition two values are equal; never, where it is not worth while to ask.
    pub fn same(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match simplify::equal(self.program, a, b) {
            Some(known) => known,
            None if self.program.types.is_map(self.program.exprs.ty(a)) => self.program.exprs.bool(false),
            None => self.program.exprs.eq(a, b),
        }
    }
}
