//! Loops with several entries become loops with one, by splitting nodes.
//!
//! ```text
//! A: goto H, S;                          A: goto H, S#1;
//! H: …; goto S;                    →     H: …; goto S;          S#1: …; goto H, E;
//! S: …; goto H, E;                       S: …; goto H, E;
//! ```
//!
//! A block on a cycle that no header dominates is copied for each edge into it, together with what it dominates. Blocks
//! without invariants are copied first, so that those with invariants become the headers. After J. Janssen, H.
//! Corporaal, Making Graphs Reducible with Controlled Node Splitting, TOPLAS 1997.

use crate::base::ids::BlockId;
use crate::cfg::flow::{depth_first, drop_unreachable, graph, predecessors};
use crate::ir::build::{Renaming, copy_region, redirect};
use crate::ir::{Body, CmdKind, Names, Program};

/// Blocks that copies may add: their number can be exponential.
const MOST: usize = 5_000;

/// `false`: there would be too many copies; some loops still have several entries.
#[must_use]
pub fn split_side_entries(program: &mut Program, body: &mut Body) -> bool {
    let mut names = Names::of_blocks(body);
    let most = body.blocks.len() + MOST;
    while let Some(split) = to_split(body) {
        if body.blocks.len() > most {
            return false;
        }
        let Split { block, entering, dominated } = split;
        // The first edge keeps the original.
        for &pred in entering.iter().skip(1) {
            let copies = copy_region(program, body, &dominated, &Renaming::default(), &mut names);
            redirect(body, pred, &[(block, copies[&block])].into_iter().collect());
        }
        drop_unreachable(body);
    }
    true
}

/// A block to copy.
struct Split {
    block: BlockId,
    /// Its predecessors that it does not dominate; several.
    entering: Vec<BlockId>,
    /// The blocks that it dominates, itself included.
    dominated: Vec<BlockId>,
}

/// `None`: every cycle has a header that dominates it.
fn to_split(body: &Body) -> Option<Split> {
    let order = depth_first(body).preorder;
    let graph = graph(body);
    let dominators = graph.dominators(body.entry);
    let graph = graph.without_edges(|from, to| dominators.dominates(to, from));
    let preds = predecessors(body);
    let entering =
        |b: BlockId| -> Vec<BlockId> { preds[b].iter().copied().filter(|&p| !dominators.dominates(b, p)).collect() };
    let mut candidates: Vec<BlockId> =
        graph.cycles().into_iter().flatten().filter(|&b| entering(b).len() > 1).collect();
    candidates.sort_by_key(|b| order.iter().position(|o| o == b));
    let without_invariant = candidates.iter().copied().find(|&b| !has_invariant(body, b));
    let block = without_invariant.or(candidates.first().copied())?;
    let dominated = order.iter().copied().filter(|&b| dominators.dominates(block, b)).collect();
    Some(Split { block, entering: entering(block), dominated })
}

fn has_invariant(body: &Body, block: BlockId) -> bool {
    matches!(body.blocks[block].cmds.first().map(|c| &c.kind), Some(CmdKind::Assert(..)))
}
