//! Loops that wait: a round that changes nothing is left out. After Kokologiannakis, Ren, Vafeiadis, "Dynamic partial order
//! reductions for spinloops", FMCAD 2021, where it is found by the text of the loop; here by the values of the run.
//!
//! A round is **idle** if it comes back to the head of its loop with all as it was there: the variables that matter from the
//! head on, what the thread has for itself, and each element of memory that others may see, which is written with the value
//! that it has. So a failing exchange is idle that writes what is there.
//!
//! Why no violation is lost: take an execution with an idle round that is completed, and leave out the steps of the round. Others
//! see the same values, for what they could have read of it was there before. The thread itself stands at the head of the loop
//! in front of the round as it stands there behind it. There it yields (`preempt` sees to that), so what comes behind the
//! round may come as late as it did: at the head of the loop begins a segment in which nothing was done. What is left is an
//! execution up to the same failure, with one idle round less, and none in the end. An idle round that is not completed, one that
//! fails or stays behind, is left as it is.
//!
//! So idle rounds are assumed not to end; and where each round that does not leave the loop is idle, no round is behind the
//! first. That holds of what can be reached. Whether a thread waits for ever is another question.

use std::rc::Rc;

use super::run::{Active, Run};
use super::simplify;
use super::state::{Head, State};
use crate::base::ids::{ExprId, ProcId};
use crate::ir::{Op, TypeTable};

impl Run<'_> {
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
        if state.in_atomic != 0 || state.is_concurrent != before.is_concurrent {
            return never;
        }
        let ins = self.program.procs[proc].ins.clone();
        let mut pairs: Vec<(ExprId, ExprId)> = Vec::new();
        let both = ins.iter().zip(known.iter().zip(args));
        pairs.extend(both.filter(|(var, _)| self.live.needs(proc, **var)).map(|(_, (&a, &b))| (a, b)));
        if !Rc::ptr_eq(&before.globals, &state.globals) {
            for &var in before.globals.keys().chain(state.globals.keys()) {
                pairs.push((self.global(&before, var), self.global(state, var)));
            }
        }
        if !Rc::ptr_eq(&before.cells, &state.cells) {
            for place @ (var, index) in before.cells.keys().chain(state.cells.keys()) {
                let mut at = |state: &State| {
                    state.cells.get(place).copied().unwrap_or_else(|| self.untouched(state, *var, index))
                };
                pairs.push((at(&before), at(state)));
            }
        }
        let mut all = vec![self.program.exprs.not(state.changed)];
        for (a, b) in pairs {
            let same = self.same(a, b);
            if same == never {
                return never;
            }
            all.push(same);
        }
        simplify::op(self.program, Op::And, all, TypeTable::BOOL)
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
