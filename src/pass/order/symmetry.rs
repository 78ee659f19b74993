//! Of segments that do the same to the same place, one order is enough.
//!
//! ```text
//! x := x + 1; yield;  ‖  x := x + 1; yield;        (whoever comes first, the outcome is the same)
//! ```
//!
//! Segments are **alike** that read a place and write it, access nothing else that is shared, and write the same function of
//! what they read, which is read for that alone: nobody keeps it, and what is assumed or asserted of it is the same as well.
//!
//! Let `s` be such a segment, and `t` one that is like it, of another thread, and reads what `s` has written. If the thread of `t`
//! has reached `t` before `s`, and nobody else reads the place between the two, then `t` could as well be just in front of `s`: what
//! is between them accesses other places, the two together write what they wrote, and each of them reads what the other one did;
//! so if `t` has failed, now `s` does, or `t` in front of it. This puts threads in their order, earlier ones first; done again and
//! again it comes to an end, since orders of other places stay, and the execution gets no longer. So `t` reading from `s` is
//! left out where `t` is of the earlier thread. After Godefroid's sleep sets, and Wang, Yang, Kahlon, Gupta, "Peephole partial order
//! reduction", TACAS 2008, with functions compared in place of accesses.

use rustc_hash::{FxHashMap, FxHashSet};

use super::run::{Event, Run};
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::substitute;
use crate::ir::{CmdKind, ExprKind, Op, TypeTable};

/// What a segment does to its place: of what it reads, which the variable stands for.
struct Update {
    place: (VarId, Box<[ExprId]>),
    read: VarId,
    written: ExprId,
    tests: Vec<(ExprId, bool)>,
}

impl Run<'_> {
    /// Segments that are alike have the same number, by their times.
    pub fn alike(&mut self, events: &[Event]) -> FxHashMap<ExprId, usize> {
        let mut by_clock: FxHashMap<ExprId, Vec<&Event>> = FxHashMap::default();
        events.iter().for_each(|event| by_clock.entry(event.clock).or_default().push(event));
        let uses = self.uses(events);
        let mut tests: FxHashMap<ExprId, Vec<usize>> = FxHashMap::default();
        self.tests.iter().enumerate().for_each(|(n, test)| tests.entry(test.clock).or_default().push(n));
        let mut kinds: Vec<Update> = Vec::new();
        let mut found = FxHashMap::default();
        let mut clocks: Vec<ExprId> = by_clock.keys().copied().collect();
        clocks.sort();
        for clock in clocks {
            let tests = tests.get(&clock).map_or(&[][..], |tests| tests);
            let Some(update) = self.update(&by_clock[&clock], &uses, tests) else { continue };
            let kind = kinds.iter().position(|known| self.are_alike(known, &update));
            found.insert(clock, kind.unwrap_or(kinds.len()));
            if kind.is_none() {
                kinds.push(update);
            }
        }
        found
    }

    /// The commands that mention a variable; those that events mention twice have none of them alone.
    fn uses(&mut self, events: &[Event]) -> FxHashMap<VarId, FxHashSet<usize>> {
        let mut reads: FxHashSet<VarId> = events.iter().filter_map(|event| self.read_by(event)).collect();
        reads.extend(self.named.keys());
        let mut uses: FxHashMap<VarId, FxHashSet<usize>> = FxHashMap::default();
        for (index, cmd) in self.cmds.iter().enumerate() {
            for e in cmd.exprs() {
                for &var in self.free.of(self.program, e).iter().filter(|var| reads.contains(var)) {
                    uses.entry(var).or_default().insert(index);
                }
            }
        }
        for (number, event) in events.iter().enumerate() {
            let index = event.index.iter().flat_map(|index| index.iter());
            // What a read gives is no use of it.
            let value = event.initial.unwrap_or(event.value);
            for e in index.copied().chain([value]) {
                for &var in self.free.of(self.program, e).iter().filter(|var| reads.contains(var)) {
                    uses.entry(var).or_default().insert(usize::MAX - number);
                }
            }
        }
        uses
    }

    fn read_by(&self, event: &Event) -> Option<VarId> {
        match *self.program.exprs.kind(event.value) {
            ExprKind::Var(var) if event.initial.is_some() => Some(var),
            _ => None,
        }
    }

    /// What a segment with these events and tests does, if that is so simple.
    fn update(
        &mut self,
        events: &[&Event],
        uses: &FxHashMap<VarId, FxHashSet<usize>>,
        tests: &[usize],
    ) -> Option<Update> {
        let &[read, write] = events else { return None };
        let var = self.read_by(read)?;
        let (index, is_write) = (read.index.clone()?, write.initial.is_none());
        let is_same = read.var == write.var && write.index.as_ref() == Some(&index) && read.guard == write.guard;
        if !is_write || !is_same || read.before.is_none() {
            return None;
        }
        let mut about: Vec<usize> = Vec::new();
        let mut by_events = 0;
        let mut values = vec![var];
        let mut next = 0;
        while let Some(&value) = values.get(next) {
            next += 1;
            for &place in uses.get(&value).into_iter().flatten() {
                let known = tests.iter().copied().find(|&n| self.tests[n].command == place);
                match (self.name_at(place), known) {
                    _ if place >= self.cmds.len() => by_events += 1,
                    (Some(name), _) => values.push(name),
                    (None, Some(n)) if self.tests[n].guard == read.guard.expr => about.push(n),
                    _ => return None,
                }
            }
        }
        about.sort_unstable();
        about.dedup();
        // It is mentioned by the write alone.
        let written = self.written_out(write.value);
        let is_index = index.iter().any(|&e| self.free.of(self.program, e).iter().any(|var| values.contains(var)));
        let is_read = self.free.of(self.program, written).contains(&var);
        if is_index || by_events > usize::from(is_read) {
            return None;
        }
        let tests = about.iter().map(|&n| (self.written_out(self.tests[n].condition), self.tests[n].fails)).collect();
        Some(Update { place: (read.var, index), read: var, written, tests })
    }

    /// The name that a command gives.
    fn name_at(&self, command: usize) -> Option<VarId> {
        let CmdKind::Assign(pairs) = &self.cmds.get(command)?.kind else { return None };
        pairs.first().map(|pair| pair.0).filter(|name| self.named.contains_key(name))
    }

    /// With what names stand for.
    pub fn written_out(&mut self, e: ExprId) -> ExprId {
        let vars = self.free.of(self.program, e).to_vec();
        let named: FxHashMap<VarId, ExprId> =
            vars.into_iter().filter_map(|var| Some((var, *self.named.get(&var)?))).collect();
        if named.is_empty() {
            return e;
        }
        let e = substitute(&mut self.program.exprs, e, &named);
        self.written_out(e)
    }

    fn are_alike(&mut self, one: &Update, other: &Update) -> bool {
        if one.place != other.place || one.tests.len() != other.tests.len() {
            return false;
        }
        let read = self.program.var_expr(one.read);
        let renamed = FxHashMap::from_iter([(other.read, read)]);
        let mut is_same = |a: ExprId, b: ExprId| a == substitute(&mut self.program.exprs, b, &renamed);
        is_same(one.written, other.written)
            && one.tests.iter().zip(&other.tests).all(|(&a, &b)| a.1 == b.1 && is_same(a.0, b.0))
    }

    /// The read is from that write; not so, if both could be the other way round and that is the order of the threads.
    pub fn in_order(
        &mut self,
        from: ExprId,
        (write, read): (&Event, &Event),
        events: &[Event],
        reads: &[usize],
        kinds: &FxHashMap<ExprId, usize>,
    ) {
        let (Some(kind), Some(other)) = (kinds.get(&read.clock), kinds.get(&write.clock)) else { return };
        let Some(come) = read.before.filter(|_| kind == other && read.thread < write.thread) else { return };
        // What is there before is of that thread, or of one it comes from: the earlier one where times are equal.
        let in_time = self.program.exprs.op(Op::Le, [come, write.clock], TypeTable::BOOL);
        let late = self.program.exprs.not(in_time);
        let mut all = vec![self.program.exprs.not(from), late];
        for u in reads.iter().map(|&u| &events[u]) {
            if kinds.get(&u.clock) == Some(kind) {
                continue;
            }
            let (behind, in_front) = (self.before(write, u), self.before(u, read));
            all.push(self.program.exprs.and(&[u.guard.expr, behind, in_front]));
        }
        let clause = self.program.exprs.or(&all);
        self.assume(clause);
    }
}
