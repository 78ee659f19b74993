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

use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::base::ids::{BlockId, Id};
use crate::cfg::flow::{depth_first, drop_unreachable, predecessors};
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
    /// What it dominates, itself included.
    dominated: Vec<BlockId>,
}

/// `None`: every cycle has a header that dominates it.
fn to_split(body: &Body) -> Option<Split> {
    let order = depth_first(body).preorder;
    let node = |b: BlockId| NodeIndex::new(b.index());
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(body.blocks.len(), body.blocks.len() * 2);
    body.blocks.ids().for_each(|_| {
        graph.add_node(());
    });
    for &block in &order {
        for &target in body.blocks[block].transfer.targets() {
            graph.add_edge(node(block), node(target), ());
        }
    }
    let dominators = simple_fast(&graph, node(body.entry));
    graph.retain_edges(|graph, edge| {
        graph.edge_endpoints(edge).is_none_or(|(from, to)| !dominates(&dominators, to, from))
    });
    let preds = predecessors(body);
    let entering = |b: BlockId| -> Vec<BlockId> {
        preds[b].iter().copied().filter(|&p| !dominates(&dominators, node(b), node(p))).collect()
    };
    let mut candidates: Vec<BlockId> = kosaraju_scc(&graph)
        .into_iter()
        .filter(|component| component.len() > 1)
        .flatten()
        .map(|n| BlockId::from_index(n.index()))
        .filter(|&b| entering(b).len() > 1)
        .collect();
    candidates.sort_by_key(|b| order.iter().position(|o| o == b));
    let without_invariant = candidates.iter().copied().find(|&b| !has_invariant(body, b));
    let block = without_invariant.or(candidates.first().copied())?;
    let dominated = order.iter().copied().filter(|&b| dominates(&dominators, node(block), node(b))).collect();
    Some(Split { block, entering: entering(block), dominated })
}

fn dominates(dominators: &Dominators<NodeIndex>, a: NodeIndex, b: NodeIndex) -> bool {
    dominators.dominators(b).is_some_and(|mut all| all.any(|d| d == a))
}

fn has_invariant(body: &Body, block: BlockId) -> bool {
    matches!(body.blocks[block].cmds.first().map(|c| &c.kind), Some(CmdKind::Assert(..)))
}
