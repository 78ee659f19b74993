//! Rewriting of programs, one file a pass.
//!
//! A pass returns everything that it learns: the new program, how a trace of the new program maps back to the old
//! one, and what its verdicts are worth there.

pub mod abstract_vars;
pub mod code_expr;
pub mod contracts;
pub mod definitions;
pub mod entry;
pub mod error_flag;
pub mod frames;
pub mod isomorphic_types;
pub mod loops;
pub mod monomorphise;
pub mod prune;
pub mod slice;
pub mod targets;

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, IdVec, ProcId, VarId};
use crate::ir::Program;
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
}

/// The old block that a new one begins and ends like; a block that was split has several successors in the new
/// program, of which the first begins and the last ends like the old one. `None`: made by the pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub start: Option<BlockId>,
    pub end: Option<BlockId>,
}

impl Origin {
    pub fn same(block: BlockId) -> Origin {
        Origin { start: Some(block), end: Some(block) }
    }
}

impl Back {
    /// The trace of the old program that a trace of the new one stands for.
    pub fn trace(&self, trace: Trace) -> Trace {
        let Trace { entry, state, functions, decisions, open } = trace;
        let state = state.into_iter().filter_map(|(v, value)| Some((self.var(v)?, value))).collect();
        let decisions = decisions.into_iter().filter_map(|d| self.decision(d)).collect();
        Trace { entry: self.procs.get(&entry).copied().unwrap_or(entry), state, functions, decisions, open }
    }

    /// The old variable that a variable stands for.
    pub fn var(&self, var: VarId) -> Option<VarId> {
        self.vars.get(&var).copied().unwrap_or(Some(var))
    }

    fn decision(&self, decision: Decision) -> Option<Decision> {
        match decision {
            Decision::Initial { var, value } => Some(Decision::Initial { var: self.var(var)?, value }),
            Decision::Value { var, value } => Some(Decision::Value { var: self.var(var)?, value }),
            Decision::Goto { proc, block, target } => {
                let (block, target) = match self.blocks.get(&proc) {
                    Some(origins) => (origins[block].end?, origins[target].start?),
                    None => (block, target),
                };
                let proc = self.procs.get(&proc).copied().unwrap_or(proc);
                Some(Decision::Goto { proc, block, target })
            }
        }
    }
}
