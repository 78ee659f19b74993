//! Rewriting of programs, one file a pass.
//!
//! A pass returns everything that it learns: the new program, how a trace of the new program maps back to the old
//! one, and what its verdicts are worth there.

pub mod abstract_vars;
pub mod code_expr;
pub mod contracts;
pub mod cover;
pub mod cut;
pub mod definitions;
pub mod entry;
pub mod error_flag;
pub mod frames;
pub mod guarantee;
pub mod implementations;
pub mod inline;
pub mod isomorphic_types;
pub mod loops;
pub mod monomorphise;
pub mod order;
pub mod own_flag;
pub mod preempt;
pub mod prune;
pub mod reducible;
pub mod sequentialise;
pub mod slice;
pub mod targets;
pub mod unroll;

use rustc_hash::FxHashMap;

use self::order::Order;
use self::sequentialise::Schedule;

use crate::base::ids::{BlockId, IdVec, ProcId, VarId};
use crate::cfg::flow::drop_unreachable;
use crate::ir::{Body, Program};
use crate::verdict::{Decision, Trace};

/// The result of a pass.
pub struct Step {
    pub program: Program,
    pub back: Back,
    pub effect: Effect,
}

/// How the executions of the new program relate to those of the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The same violations.
    Equivalent,
    /// More executions: Safe carries over, Unsafe is a candidate that must be concretised.
    Over,
    /// Fewer executions: Unsafe carries over, Safe becomes safe up to the bound.
    Under,
}

impl Effect {
    /// The effect of two passes in a row; `None` when nothing carries over.
    pub fn then(self, next: Effect) -> Option<Effect> {
        match (self, next) {
            (Effect::Equivalent, e) | (e, Effect::Equivalent) => Some(e),
            (a, b) if a == b => Some(a),
            _ => None,
        }
    }
}

/// Where the parts of a new program come from. What is not mentioned is unchanged.
#[derive(Clone, Debug, Default)]
pub struct Back {
    /// New procedures that a pass took out of an old one.
    pub procs: FxHashMap<ProcId, ProcId>,
    /// For procedures whose blocks changed: the origin of each block.
    pub blocks: FxHashMap<ProcId, IdVec<BlockId, Origin>>,
    /// New variables that stand for an old one; `None`: for none, its decisions are dropped.
    pub vars: FxHashMap<VarId, Option<VarId>>,
    /// New variables that stand for those of a procedure that was inlined.
    pub inlined: FxHashMap<VarId, Inlined>,
    /// Where a pass made threads one after another: how they take turns.
    pub threads: Schedule,
    /// Where a pass ordered what threads do: all that they may do.
    pub order: Order,
}

/// How a variable stands for one of a procedure that was inlined. In front of that, it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inlined {
    /// It takes its place.
    Itself,
    /// Its havoc is what the old one holds when the procedure is entered.
    Initial,
}

/// The old block that a new one begins and ends like; a block that was split has several successors in the new
/// program, of which the first begins and the last ends like the old one. `None`: made by the pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The old procedure of the block; `None`: the one that the new block's procedure stands for.
    pub proc: Option<ProcId>,
    pub start: Option<BlockId>,
    pub end: Option<BlockId>,
}

impl Origin {
    pub fn same(block: BlockId) -> Origin {
        Origin { proc: None, start: Some(block), end: Some(block) }
    }
}

impl Back {
    /// The trace of the old program that a trace of the new one stands for.
    pub fn trace(&self, trace: Trace) -> Trace {
        let Trace { entry, state, functions, decisions, open } = trace;
        let state = state.into_iter().filter_map(|(v, value)| Some((self.var(v)?, value))).collect();
        let decisions = match () {
            () if !self.order.is_empty() => self.order.in_time(&decisions),
            () if !self.threads.is_empty() => self.threads.in_time(decisions, |d| self.decision(d)),
            () => decisions.into_iter().filter_map(|d| self.decision(d)).collect(),
        };
        Trace { entry: self.procs.get(&entry).copied().unwrap_or(entry), state, functions, decisions, open }
    }

    /// The old variable that a variable stands for.
    pub fn var(&self, var: VarId) -> Option<VarId> {
        self.vars.get(&var).copied().unwrap_or(Some(var))
    }

    fn decision(&self, decision: Decision) -> Option<Decision> {
        match decision {
            Decision::Initial { var, .. } if self.inlined.contains_key(&var) => None,
            Decision::Initial { var, value } => Some(Decision::Initial { var: self.var(var)?, value }),
            Decision::Value { var, value } if self.inlined.get(&var) == Some(&Inlined::Initial) => {
                Some(Decision::Initial { var: self.var(var)?, value })
            }
            Decision::Value { var, value } => Some(Decision::Value { var: self.var(var)?, value }),
            Decision::Turn { .. } => Some(decision),
            Decision::Goto { proc, block, target } => {
                let own = self.procs.get(&proc).copied().unwrap_or(proc);
                let Some(origins) = self.blocks.get(&proc) else {
                    return Some(Decision::Goto { proc: own, block, target });
                };
                let (from, to) = (origins[block], origins[target]);
                let proc = (from.proc == to.proc).then_some(from.proc.unwrap_or(own))?;
                Some(Decision::Goto { proc, block: from.end?, target: to.start? })
            }
        }
    }
}

/// Drops the blocks that control cannot reach, and their origins.
fn keep_reachable(body: &mut Body, origins: &mut IdVec<BlockId, Origin>) {
    let kept = drop_unreachable(body);
    let old = std::mem::take(origins);
    *origins = old.iter_enumerated().filter(|&(block, _)| kept[block].is_some()).map(|(_, origin)| *origin).collect();
}

/// The trace of the first program that a trace of the last one stands for. A block that passes left with one
/// successor may have had several, and the other way round, so only here the decisions become those that matter.
pub fn original(program: &Program, trace: Trace, backs: &[Back]) -> Trace {
    let mut trace = backs.iter().rev().fold(trace, |trace, back| back.trace(trace));
    trace.decisions.retain(|decision| match decision {
        Decision::Goto { proc, block, .. } => {
            let body = program.procs[*proc].body.as_ref();
            body.is_some_and(|body| body.blocks[*block].transfer.targets().len() > 1)
        }
        _ => true,
    });
    trace
}
