//! Where the ways of a fork meet again: at the block that all of them reach, or where the activation ends.

use rustc_hash::FxHashMap;

use super::state::{Frame, State};
use crate::base::graph::Dominators;
use crate::base::ids::{BlockId, IdVec, ProcId};
use crate::cfg::flow::{graph, predecessors};
use crate::ir::{Body, CmdKind, ExprKind, Program, Transfer};

/// A place on a path.
#[derive(Clone, Copy)]
pub struct Join {
    /// Activations.
    depth: usize,
    /// Of the last one, the block and the command; `None`: wherever control comes back to.
    at: Option<(BlockId, usize)>,
}

impl Join {
    /// Whether a path is there.
    pub fn is_met(&self, state: &State) -> bool {
        state.frames.len() == self.depth
            && self.at.is_none_or(|at| state.frames.last().is_some_and(|frame| (frame.block, frame.next) == at))
    }

    /// Whether it is at the beginning of a block.
    pub fn is_beginning(&self) -> bool {
        self.at.is_some_and(|(_, next)| next == 0)
    }

    /// Activations there.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

/// The joins of all bodies.
#[derive(Default)]
pub struct Joins(FxHashMap<ProcId, (Dominators<BlockId>, IdVec<BlockId, bool>)>);

impl Joins {
    /// Where the ways meet that a path may go.
    pub fn of(&mut self, program: &Program, state: &State) -> Option<Join> {
        let &Frame { proc, body, block, next, .. } = state.frames.last()?;
        let depth = state.frames.len();
        if next < body.blocks[block].cmds.len() {
            return Some(Join { depth, at: Some((block, next + 1)) });
        }
        let (later, returns) = self.0.entry(proc).or_insert_with(|| {
            let returns = returning(program, body);
            (graph(body).without_edges(|from, to| returns[from] && !returns[to]).post_dominators(), returns)
        });
        match later.immediate(block) {
            Some(join) => Some(Join { depth, at: Some((join, 0)) }),
            None => returns[block].then_some(Join { depth: depth - 1, at: None }),
        }
    }
}

/// The blocks from which an execution can return.
fn returning(program: &Program, body: &Body) -> IdVec<BlockId, bool> {
    let ends = |block: BlockId| {
        let never =
            |cmd: &CmdKind| matches!(cmd, CmdKind::Assume(e) if *program.exprs.kind(*e) == ExprKind::Bool(false));
        body.blocks[block].cmds.iter().any(|cmd| never(&cmd.kind))
    };
    let before = predecessors(body);
    let mut found = IdVec::filled(false, body.blocks.len());
    let mut stack: Vec<BlockId> =
        body.blocks.ids().filter(|&block| !matches!(body.blocks[block].transfer, Transfer::Goto(_))).collect();
    while let Some(block) = stack.pop() {
        if !found[block] && !ends(block) {
            found[block] = true;
            stack.extend(&before[block]);
        }
    }
    found
}
