//! When the events of an execution are those of an interleaving: each read reads from the last write before it.
//!
//! Segments are ordered by time, those of one time by the number of their thread. A read picks a write; what would be
//! between the two in that order is no write to the same place.

use super::run::{Event, Run};
use super::simplify;
use crate::base::ids::{ExprId, VarId};
use crate::ir::{ExprKind, Op, TypeTable};
use rustc_hash::FxHashMap;

/// How two events are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordered {
    Before,
    After,
    /// As their times are.
    ByTime,
}

/// Clauses that are made, at most.
const MOST: usize = 1_500_000;

impl Run<'_> {
    /// Assumes that the events are those of an interleaving; `None`: there are too many.
    pub fn consistent(&mut self) -> Option<()> {
        let mut events = std::mem::take(&mut self.events);
        let kinds = self.alike(&events);
        let summed = self.sums(&events);
        self.name_values(&mut events);
        let mut by_var: FxHashMap<VarId, (Vec<usize>, Vec<usize>)> = FxHashMap::default();
        for (index, event) in events.iter().enumerate() {
            let (reads, writes) = by_var.entry(event.var).or_default();
            if event.initial.is_some() { reads } else { writes }.push(index);
        }
        let mut vars: Vec<VarId> = by_var.keys().copied().collect();
        vars.sort();
        let mut made = 0;
        for var in vars {
            let (reads, writes) = &by_var[&var];
            for &read in reads {
                if summed.contains(&read) {
                    continue;
                }
                made += match self.read_of_lock(&events, &events[read], writes) {
                    Some(of_lock) => of_lock,
                    None => self.read_from(&events, read, (reads, writes), &kinds),
                };
                if made > MOST || self.budget.check().is_err() {
                    return None;
                }
            }
        }
        self.events = events;
        Some(())
    }

    /// What is written has a name, since many reads may read it.
    fn name_values(&mut self, events: &mut [Event]) {
        for event in events.iter_mut().filter(|event| event.initial.is_none()) {
            let is_simple = matches!(self.program.exprs.kind(event.value), ExprKind::Var(_));
            let ty = self.program.exprs.ty(event.value);
            if is_simple || simplify::is_constant(self.program, event.value) || self.program.types.is_map(ty) {
                continue;
            }
            let name = self.fresh("written", ty);
            let name = self.program.var_expr(name);
            let defined = self.program.exprs.eq(name, event.value);
            self.assume(defined);
            event.value = name;
        }
    }

    /// Whether one event is before another whatever the times.
    pub fn ordered(&self, a: &Event, b: &Event) -> Ordered {
        if a.thread == b.thread {
            return if a.at < b.at { Ordered::Before } else { Ordered::After };
        }
        if self.is_before_spawn(a, b) {
            return Ordered::Before;
        }
        if self.is_before_spawn(b, a) { Ordered::After } else { Ordered::ByTime }
    }

    /// Whether the thread of `b`, or one that it comes from, was spawned behind `a`.
    pub fn is_before_spawn(&self, a: &Event, b: &Event) -> bool {
        let mut at = self.threads[b.thread].parent;
        while let Some((thread, events)) = at {
            if thread == a.thread {
                return a.at < events;
            }
            at = self.threads[thread].parent;
        }
        false
    }

    /// `a` is before `b`.
    pub fn before(&mut self, a: &Event, b: &Event) -> ExprId {
        match self.ordered(a, b) {
            Ordered::Before => self.program.exprs.bool(true),
            Ordered::After => self.program.exprs.bool(false),
            Ordered::ByTime if a.thread < b.thread => {
                self.program.exprs.op(Op::Le, [a.clock, b.clock], TypeTable::BOOL)
            }
            Ordered::ByTime => {
                let later = self.program.exprs.op(Op::Le, [b.clock, a.clock], TypeTable::BOOL);
                self.program.exprs.not(later)
            }
        }
    }

    /// Under which condition two events are about the same place.
    fn same_place(&mut self, a: &Event, b: &Event) -> ExprId {
        let (Some(a), Some(b)) = (&a.index, &b.index) else { return self.program.exprs.bool(true) };
        let mut all = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            let equal = simplify::equal(self.program, a, b).unwrap_or_else(|| self.program.exprs.eq(a, b));
            all.push(equal);
        }
        self.program.exprs.and(&all)
    }

    /// Whether both are surely about the same place.
    fn surely_same(&self, a: &Event, b: &Event) -> bool {
        a.index == b.index || a.index.is_none()
    }

    /// Whether the write `w` is hidden from the read by another one, `by`: that happens with it or with the read, and
    /// is between the two.
    fn is_hidden(&self, w: &Event, by: &Event, read: &Event) -> bool {
        let happens = self.nodes.is_above(by.guard.node, w.guard.node)
            || self.nodes.is_above(by.guard.node, read.guard.node) && self.ordered(by, read) == Ordered::Before;
        let between = self.ordered(w, by) == Ordered::Before
            && (self.ordered(by, read) == Ordered::Before
                || w.thread == by.thread && w.clock == by.clock && w.thread != read.thread);
        happens && between && (self.surely_same(by, w) || self.surely_same(by, read))
    }

    /// Says which write a read reads from; returns the number of clauses.
    fn read_from(
        &mut self,
        events: &[Event],
        read: usize,
        (reads, writes): (&[usize], &[usize]),
        kinds: &FxHashMap<ExprId, usize>,
    ) -> usize {
        let read = &events[read];
        let never = self.program.exprs.bool(false);
        let mut near: Vec<(&Event, ExprId)> = Vec::new();
        for &w in writes {
            let w = &events[w];
            let same = self.same_place(w, read);
            if same != never && self.ordered(read, w) != Ordered::Before {
                near.push((w, same));
            }
        }
        let candidates: Vec<(&Event, ExprId)> = near
            .iter()
            .filter(|(w, _)| !near.iter().any(|(by, _)| !std::ptr::eq(*w, *by) && self.is_hidden(w, by, read)))
            .copied()
            .collect();
        let is_overwritten = candidates.iter().any(|(w, _)| {
            self.ordered(w, read) == Ordered::Before
                && self.surely_same(w, read)
                && self.nodes.is_above(w.guard.node, read.guard.node)
        });
        let mut sources = Vec::new();
        let mut made = 0;
        for &(w, same) in &candidates {
            let from = self.fresh("from", TypeTable::BOOL);
            let from = self.program.var_expr(from);
            sources.push(from);
            let value = match (&w.index, &read.index) {
                (None, Some(index)) => simplify::select(self.program, w.value, index),
                _ => w.value,
            };
            let (equal, before) = (self.program.exprs.eq(value, read.value), self.before(w, read));
            for e in [w.guard.expr, same, equal, before] {
                let follows = self.program.exprs.implies(from, e);
                self.assume(follows);
            }
            for &(other, same) in &candidates {
                if std::ptr::eq(other, w) || self.ordered(other, w) == Ordered::Before {
                    continue;
                }
                let (earlier, later) = (self.before(other, w), self.before(read, other));
                self.excluded(from, (other, same), &[earlier, later]);
                made += 1;
            }
            self.in_order(from, (w, read), events, reads, kinds);
        }
        if !is_overwritten {
            let from = self.fresh("from", TypeTable::BOOL);
            let from = self.program.var_expr(from);
            sources.push(from);
            if let Some(initial) = read.initial {
                let equal = self.program.exprs.eq(initial, read.value);
                let follows = self.program.exprs.implies(from, equal);
                self.assume(follows);
            }
            for &(other, same) in &candidates {
                let later = self.before(read, other);
                self.excluded(from, (other, same), &[later]);
                made += 1;
            }
        }
        let some = self.program.exprs.or(&sources);
        let reads = self.program.exprs.implies(read.guard.expr, some);
        self.assume(reads);
        made + 1
    }

    /// If a read is from that write, another one to the place is elsewhere, in one of these ways.
    fn excluded(&mut self, from: ExprId, (other, same): (&Event, ExprId), elsewhere: &[ExprId]) {
        let exprs = &mut self.program.exprs;
        let mut all = vec![exprs.not(from), exprs.not(other.guard.expr), exprs.not(same)];
        all.extend(elsewhere);
        let clause = exprs.or(&all);
        self.assume(clause);
    }

    /// Whether an assertion can fail at all.
    pub fn can_fail(&self) -> bool {
        self.fails.iter().any(|&e| *self.program.exprs.kind(e) != ExprKind::Bool(false))
    }
}
