//! Places that are only added to: what is there is what was there in the beginning, and what was added since.
//!
//! ```text
//! lock(m); x := x + d; unlock(m);  ‖  lock(m); x := x + e; unlock(m);      (who reads x: d if that is earlier, and e if that is)
//! ```
//!
//! If each segment that writes a place has read it before, it changes it by the difference of what it writes and what it has read. So
//! a read gives the first value and the sum of these differences of all segments before it, in any interleaving: nothing is left out
//! or assumed. Where the differences are known apart from what was read, no order of the segments matters but who is before whom
//! reads, and the solver need not look for the write that each read reads from.
//!
//! Numbers that wrap around are such sums as long as these cannot leave the range, whatever the order.

use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::{FxHashMap, FxHashSet};

use super::consistency::Ordered;
use super::holding::Place;
use super::places::cell;
use super::run::{Event, Run};
use super::simplify;
use crate::base::ids::{ExprId, VarId};
use crate::ir::{ExprKind, Op, TypeTable};

/// Pairs of a read and a segment, at most.
const MOST_SHARES: usize = 100_000;

/// From the least to the greatest value.
type Range = (BigInt, BigInt);

/// What a segment adds to a place.
struct Share<'a> {
    /// One of its writes.
    write: &'a Event,
    added: ExprId,
    range: Option<Range>,
}

/// A condition about a variable that is taken to be false: a sum of the variable has come out of its range.
struct Wraps {
    condition: ExprId,
    var: ExprId,
}

impl Run<'_> {
    /// Says what is read of places that are only added to; which reads these are.
    pub fn sums(&mut self, events: &[Event]) -> FxHashSet<usize> {
        let mut by_place: FxHashMap<Place, Vec<usize>> = FxHashMap::default();
        let mut unclear: FxHashSet<VarId> = FxHashSet::default();
        for (number, event) in events.iter().enumerate() {
            match &event.index {
                Some(index) if cell(self.program, event.var, index).is_some() => {
                    by_place.entry((event.var, index.clone())).or_default().push(number);
                }
                _ => {
                    unclear.insert(event.var);
                }
            }
        }
        let mut places: Vec<(Place, Vec<usize>)> = by_place.into_iter().collect();
        places.sort();
        let mut done = FxHashSet::default();
        for (place, numbers) in places {
            let (reads, writes): (Vec<usize>, Vec<usize>) = numbers.iter().partition(|&&n| events[n].initial.is_some());
            if unclear.contains(&place.0) || reads.len() * writes.len() > MOST_SHARES || writes.len() < 2 {
                continue;
            }
            let reads_of: Vec<&Event> = reads.iter().map(|&n| &events[n]).collect();
            let writes_of: Vec<&Event> = writes.iter().map(|&n| &events[n]).collect();
            if self.summed(&reads_of, &writes_of) {
                done.extend(reads);
            }
        }
        done
    }

    /// Says what is read of one place, if it is only added to.
    fn summed(&mut self, reads: &[&Event], writes: &[&Event]) -> bool {
        let Some(first) = reads.first().and_then(|read| read.initial) else { return false };
        if self.program.exprs.ty(first) != TypeTable::INT || reads.iter().any(|read| read.initial != Some(first)) {
            return false;
        }
        let mut wraps = Some(Vec::new());
        let mut shares = self.shares(reads, writes, &mut wraps);
        let mut range = shares.as_ref().and_then(|shares| self.range_of_all(first, shares));
        let stays_within = |run: &mut Self, range: &Range| {
            wraps.into_iter().flatten().all(|Wraps { condition, var }| run.is_false(condition, var, range))
        };
        if !range.as_ref().is_some_and(|range| stays_within(self, range)) {
            shares = self.shares(reads, writes, &mut None);
            range = shares.as_ref().and_then(|shares| self.range_of_all(first, shares));
        }
        let Some(shares) = shares else { return false };
        for read in reads {
            self.sum(read, first, &shares);
            if let Some(range) = &range {
                self.within(read.value, range);
            }
        }
        true
    }

    /// Says that a number is within a range, which follows, but not at once.
    fn within(&mut self, e: ExprId, (least, most): &Range) {
        let (least, most) = (self.program.exprs.int(least.clone()), self.program.exprs.int(most.clone()));
        for (a, b) in [(least, e), (e, most)] {
            let within = self.program.exprs.op(Op::Le, [a, b], TypeTable::BOOL);
            self.assume(within);
        }
    }

    /// What all segments add to a place; `None`: they do otherwise. Sums that wrap around are noted, where these may be.
    fn shares<'a>(
        &mut self,
        reads: &[&'a Event],
        writes: &[&'a Event],
        wraps: &mut Option<Vec<Wraps>>,
    ) -> Option<Vec<Share<'a>>> {
        let is_behind_write = |read: &&Event| writes.iter().any(|w| w.clock == read.clock && w.at < read.at);
        if reads.iter().any(is_behind_write) {
            return None;
        }
        let mut shares: Vec<Share> = Vec::new();
        for &write in writes {
            let in_front = |read: &&&Event| {
                read.clock == write.clock
                    && read.at < write.at
                    && self.nodes.is_above(read.guard.node, write.guard.node)
            };
            let before: Vec<ExprId> = reads.iter().filter(in_front).map(|read| read.value).collect();
            let written = self.written_out(write.value);
            let added = before.into_iter().find_map(|read| self.difference(written, read, wraps))?;
            let known = shares.iter().position(|share| share.write.clock == write.clock);
            let otherwise = known.map_or(self.program.exprs.int(0), |known| shares[known].added);
            let added = simplify::ite(self.program, write.guard.expr, added, otherwise);
            match known {
                Some(known) => shares[known].added = added,
                None => shares.push(Share { write, added, range: None }),
            }
        }
        for share in &mut shares {
            share.range = self.range(share.added);
        }
        Some(shares)
    }

    /// Whether a comparison of a sum of a variable with a number is false where the variable is within the range.
    fn is_false(&mut self, condition: ExprId, var: ExprId, range: &Range) -> bool {
        let ExprKind::Op(op, args) = self.program.exprs.kind(condition).clone() else { return false };
        let &[sum, limit] = &args[..] else { return false };
        let Some(limit) = self.program.exprs.literal(limit) else { return false };
        let mut wraps = Some(Vec::new());
        let Some(added) = self.difference(sum, var, &mut wraps) else { return false };
        let Some((least, most)) = self.range(added) else { return false };
        if !wraps.into_iter().flatten().all(|Wraps { condition, var }| self.is_false(condition, var, range)) {
            return false;
        }
        match op {
            Op::Gt => &range.1 + most <= limit,
            Op::Lt => &range.0 + least >= limit,
            _ => false,
        }
    }

    /// One expression less a variable, if the variable is not in it then, but in conditions.
    fn difference(&mut self, e: ExprId, var: ExprId, wraps: &mut Option<Vec<Wraps>>) -> Option<ExprId> {
        let ExprKind::Var(of) = *self.program.exprs.kind(var) else { return None };
        if e == var {
            return Some(self.program.exprs.int(0));
        }
        let ExprKind::Op(op, args) = self.program.exprs.kind(e).clone() else { return None };
        match (op, &args[..]) {
            (Op::Add | Op::Sub, &[a, b]) => {
                let is_in = |run: &mut Self, e| run.free.of(run.program, e).contains(&of);
                let (changed, other) = match (is_in(self, a), is_in(self, b)) {
                    (true, false) => (a, b),
                    (false, true) if op == Op::Add => (b, a),
                    _ => return None,
                };
                let inner = self.difference(changed, var, wraps)?;
                Some(simplify::op(self.program, op, vec![inner, other], TypeTable::INT))
            }
            (Op::Ite, &[condition, a, b]) => {
                let is_about_it = self.free.of(self.program, condition).contains(&of);
                if let Some(all) = wraps.as_mut().filter(|_| is_about_it) {
                    all.push(Wraps { condition, var });
                    return self.difference(b, var, wraps);
                }
                let (a, b) = (self.difference(a, var, wraps)?, self.difference(b, var, wraps)?);
                Some(simplify::ite(self.program, condition, a, b))
            }
            _ => None,
        }
    }

    /// The range of what is a number whatever the conditions.
    fn range(&self, e: ExprId) -> Option<Range> {
        if let Some(n) = self.program.exprs.literal(e) {
            return Some((n.clone(), n));
        }
        let ExprKind::Op(Op::Ite, args) = self.program.exprs.kind(e) else { return None };
        let ((a, b), (c, d)) = (self.range(args[1])?, self.range(args[2])?);
        Some((a.min(c), b.max(d)))
    }

    /// The range of a first value and any of what is added to it.
    fn range_of_all(&self, first: ExprId, shares: &[Share]) -> Option<Range> {
        let first = self.program.exprs.literal(first)?;
        shares.iter().try_fold((first.clone(), first), |(least, most), share| {
            let (a, b) = share.range.as_ref()?;
            Some((least + a.min(&BigInt::zero()), most + b.max(&BigInt::zero())))
        })
    }

    /// A read gives the sum of what was added before it.
    fn sum(&mut self, read: &Event, first: ExprId, shares: &[Share]) {
        let mut sum = first;
        let none = self.program.exprs.int(0);
        for share in shares.iter().filter(|share| share.write.clock != read.clock) {
            let added = match self.ordered(share.write, read) {
                Ordered::After => continue,
                Ordered::Before => share.added,
                Ordered::ByTime => {
                    let is_before = self.before(share.write, read);
                    simplify::ite(self.program, is_before, share.added, none)
                }
            };
            let part = self.fresh("share", TypeTable::INT);
            let part = self.program.var_expr(part);
            let defined = self.program.exprs.eq(part, added);
            self.assume(defined);
            if let Some((least, most)) = share.range.clone() {
                self.within(part, &(least.min(BigInt::zero()), most.max(BigInt::zero())));
            }
            sum = self.program.exprs.op(Op::Add, [sum, part], TypeTable::INT);
        }
        let defined = self.program.exprs.eq(read.value, sum);
        self.assume(defined);
    }
}
