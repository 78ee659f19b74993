//! The loop nest of a body, irreducible loops included (after Havlak, "Nesting of reducible and irreducible loops",
//! TOPLAS 1997).
//!
//! A loop is a strongly connected set of blocks. Its header is the member that a depth-first search from the entry
//! (targets in written order) meets first; its back edges are the edges from members to the header. Inside, the same
//! holds for the members without the header. For reducible graphs these are the natural loops; in general the back
//! edges are exactly the retreating edges of the search.

use rustc_hash::FxHashSet;

use super::call_graph::{graph, reachable};
use super::flow::{Dfs, depth_first, predecessors};
use crate::base::graph::Graph;
use crate::base::ids::{BlockId, ProcId};
use crate::ir::{Body, Program, build};

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

impl Loop {
    /// Header and members alone, of a loop that control enters at its header.
    pub fn region(&self) -> build::Loop<'_> {
        build::Loop { header: self.header, members: &self.members }
    }
}

/// All loops, inner ones before the loops that contain them.
pub fn loops(body: &Body) -> Vec<Loop> {
    let dfs = depth_first(body);
    let preds = predecessors(body);
    let mut found: Vec<Loop> = Vec::new();
    // Sets whose loops are still to be found, with the loop that they came from. A set is pushed after its loop,
    // so `found` has outer loops first until it is reversed.
    let mut pending = vec![(dfs.preorder.clone(), None)];
    while let Some((set, parent)) = pending.pop() {
        for members in cyclic_components(body, &dfs, &set) {
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
fn cyclic_components(body: &Body, dfs: &Dfs, set: &[BlockId]) -> Vec<Vec<BlockId>> {
    let graph = Graph::new(set.iter().copied(), |b| body.blocks[b].transfer.targets().iter().copied());
    let mut components = graph.cycles();
    components.iter_mut().for_each(|blocks| blocks.sort_by_key(|&b| dfs.number[b]));
    components.sort_by_key(|c| dfs.number[c[0]]);
    components
}

/// Whether loops or recursion can be met when a procedure runs.
pub fn repeats(program: &Program, entry: ProcId) -> bool {
    let called = reachable(program, entry);
    let has_loops = |proc: &ProcId| program.procs[*proc].body.as_ref().is_some_and(|body| !loops(body).is_empty());
    let is_called = |cycle: &Vec<ProcId>| cycle.iter().any(|proc| called.contains(proc));
    called.iter().any(has_loops) || graph(program).cycles().iter().any(is_called)
}
