//! The loop nest of a body, irreducible loops included (after Havlak, "Nesting of reducible and irreducible loops",
//! TOPLAS 1997).
//!
//! A loop is a strongly connected set of blocks. Its header is the member that a depth-first search from the entry
//! (targets in written order) meets first; its back edges are the edges from members to the header. Inside, the same
//! holds for the members without the header. For reducible graphs these are the natural loops; in general the back
//! edges are exactly the retreating edges of the search.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use rustc_hash::FxHashSet;

use super::flow::{Dfs, depth_first, predecessors};
use crate::base::ids::{BlockId, IdVec};
use crate::ir::Body;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub header: BlockId,
    /// Members in the order of discovery, those of inner loops included; the header is the first.
    pub members: Vec<BlockId>,
    /// Members other than the header that control enters from outside; none in a reducible graph.
    pub side_entries: Vec<BlockId>,
    /// The innermost loop around this one: an index into the result of [`loops`].
    pub parent: Option<usize>,
}

/// All loops, inner ones before the loops that contain them.
pub fn loops(body: &Body) -> Vec<Loop> {
    let dfs = depth_first(body);
    let preds = predecessors(body);
    let mut found: Vec<Loop> = Vec::new();
    // Sets whose loops are still to be found, with the loop that they came from. A set is pushed after its loop,
    // so `found` has outer loops first until it is reversed.
    let mut pending = vec![(dfs.preorder.clone(), None)];
    let mut local = IdVec::filled(None, body.blocks.len());
    while let Some((set, parent)) = pending.pop() {
        for members in cyclic_components(body, &dfs, &set, &mut local) {
            pending.push((members[1..].to_vec(), Some(found.len())));
            let inside: FxHashSet<BlockId> = members.iter().copied().collect();
            let entered = |m: &BlockId| *m == body.entry || preds[*m].iter().any(|p| !inside.contains(p));
            let side_entries = members[1..].iter().copied().filter(entered).collect();
            found.push(Loop { header: members[0], members, side_entries, parent });
        }
    }
    let last = found.len().wrapping_sub(1);
    found.reverse();
    for l in &mut found {
        l.parent = l.parent.map(|p| last - p);
    }
    found
}

/// The strongly connected components of the subgraph that have a cycle, each in discovery order.
fn cyclic_components(
    body: &Body,
    dfs: &Dfs,
    set: &[BlockId],
    local: &mut IdVec<BlockId, Option<NodeIndex>>,
) -> Vec<Vec<BlockId>> {
    let mut graph: DiGraph<BlockId, ()> = DiGraph::with_capacity(set.len(), set.len() * 2);
    for &block in set {
        local[block] = Some(graph.add_node(block));
    }
    for node in graph.node_indices() {
        for target in body.blocks[graph[node]].transfer.targets() {
            if let Some(to) = local[*target] {
                graph.add_edge(node, to, ());
            }
        }
    }
    for &block in set {
        local[block] = None;
    }
    let mut components: Vec<Vec<BlockId>> = kosaraju_scc(&graph)
        .into_iter()
        .filter(|nodes| nodes.len() > 1 || graph.contains_edge(nodes[0], nodes[0]))
        .map(|nodes| {
            let mut blocks: Vec<BlockId> = nodes.into_iter().map(|n| graph[n]).collect();
            blocks.sort_by_key(|&b| dfs.number[b]);
            blocks
        })
        .collect();
    components.sort_by_key(|c| dfs.number[c[0]]);
    components
}
