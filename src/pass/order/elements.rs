//! Which elements an access may concern whose index is not constant.
//!
//! ```text
//! $live[read_$next] := true;      what $next holds only grows: nothing below what it began with
//! if ($heap[p]) $live[p] := false;   nothing of which $heap says otherwise, if that never changes
//! ```
//!
//! So what is below, or is known not to be on the heap, is as if such accesses did not exist: a lock in a global variable is not
//! touched by who allocates and frees.
//!
//! A variable **grows** if each write adds a positive number to what was read in the same segment, and it begins with one
//! and the same number on all ways to a second thread. So each read of it is at least that number, by induction over its writes. As with
//! what is private (`places.rs`), a run finds that out, and the next makes use of it and confirms it.

use super::hits::{Hits, Numbers};
use super::holding::Place;
use super::places::{Cell, cell};
use super::run::Run;
use super::simplify;
use super::state::State;
use crate::base::ids::{ExprId, VarId};
use crate::ir::{ExprKind, Op};

/// Numbers that are told one by one, at most.
const FEW: usize = 8;
/// Operators within each other that are looked at.
const DEEPEST: usize = 16;

impl Run<'_> {
    /// What is known of the elements that an access concerns; `None`: nothing.
    pub fn hits(&self, index: &[ExprId], state: &State) -> Option<Hits> {
        let &[index] = index else { return None };
        match self.numbers(index, DEEPEST) {
            Some(numbers) => Some(Hits::Within(numbers)),
            None => self.witness(index, state),
        }
    }

    /// The values that an expression may have.
    fn numbers(&self, e: ExprId, depth: usize) -> Option<Numbers> {
        let depth = depth.checked_sub(1)?;
        let numbers = match self.program.exprs.kind(e) {
            ExprKind::Int(n) => Numbers { few: [n.clone()].into(), least: None },
            ExprKind::Var(var) => match self.named.get(var) {
                Some(&value) => self.numbers(value, depth)?,
                None => Numbers::from(self.guess.growing.get(&self.reads.get(var)?.0.0)?),
            },
            ExprKind::Op(Op::Add, args) => {
                let all = args.iter().map(|&arg| self.numbers(arg, depth));
                all.reduce(|a, b| Some(a?.plus(&b?)))??
            }
            ExprKind::Op(Op::Ite, args) => self.numbers(args[1], depth)?.or(self.numbers(args[2], depth)?),
            _ => return None,
        };
        (numbers.few.len() <= FEW).then_some(numbers)
    }

    /// A map of truth values of which the thread knows what it has there.
    fn witness(&self, index: ExprId, state: &State) -> Option<Hits> {
        self.facts.iter(state.holding.facts).find_map(|e| {
            let (read, value) = match self.program.exprs.kind(e) {
                ExprKind::Op(Op::Not, args) => (args[0], false),
                _ => (e, true),
            };
            let ExprKind::Var(read) = self.program.exprs.kind(read) else { return None };
            let ((map, at), _) = self.reads.get(read)?;
            (**at == [index]).then_some(Hits::Where(*map, value))
        })
    }

    /// Notes what a variable begins with that is read.
    pub fn note_first(&mut self, (var, index): &Place, first: ExprId) {
        if !index.is_empty() {
            return;
        }
        let first = match self.program.exprs.kind(first) {
            ExprKind::Int(first) => Some(first.clone()),
            _ => None,
        };
        self.accesses.grows(*var, first);
    }

    /// Notes whether a write to a variable makes it grow.
    pub fn note_growth(&mut self, (var, value): (VarId, ExprId), is_conditional: bool, state: &State) {
        let place: Place = (var, Box::default());
        let first = self.untouched(state, var, &[]);
        let before = match self.is_followed(var, state) {
            true => state.view.get(&place).copied(),
            false => Some(first),
        };
        let grows = before.filter(|_| !is_conditional).is_some_and(|before| {
            let (from, to) = (simplify::sum(self.program, before), simplify::sum(self.program, value));
            from.0 == to.0 && from.1 < to.1
        });
        let first = match self.program.exprs.kind(first) {
            ExprKind::Int(first) if grows => Some(first.clone()),
            _ => None,
        };
        self.accesses.grows(var, first);
    }

    /// Notes which elements are told apart from those that accesses may concern.
    pub fn tell_apart(&mut self) {
        let begun = std::mem::take(&mut self.begun);
        let cells: Vec<Cell> = self.accesses.cells().chain(self.guess.cells.keys()).cloned().collect();
        for cell in cells {
            for hits in self.accesses.limited(cell.0) {
                if self.is_apart(&cell, &hits, &begun) {
                    self.accesses.put_apart(cell.clone(), hits);
                }
            }
        }
    }

    /// Whether accesses do not concern an element; the states in which there is one thread yet.
    fn is_apart(&mut self, (_, index): &Cell, hits: &Hits, begun: &[State]) -> bool {
        let [ExprKind::Int(n)] = &index[..] else { return false };
        match hits {
            Hits::Within(numbers) => !numbers.has(n),
            &Hits::Where(map, value) => {
                let index = self.program.exprs.int(n.clone());
                let otherwise = self.program.exprs.bool(!value);
                let may_hit = |hits: &Hits| !matches!(hits, Hits::Within(numbers) if !numbers.has(n));
                let is_written =
                    cell(self.program, map, &[index]).is_none_or(|cell| self.accesses.is_written(&cell, may_hit));
                !is_written && begun.iter().all(|state| self.untouched(state, map, &[index]) == otherwise)
            }
        }
    }
}
