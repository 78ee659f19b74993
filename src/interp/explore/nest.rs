//! The loops of a body, by their definition.
//!
//! A loop is a set of blocks each of which reaches all others. Its head is the member that a depth-first search from
//! the entry (targets in written order) meets first; its back edges lead from members to the head. The loops inside it
//! are those of its members without the head. In reducible graphs these are the natural loops.

use crate::base::ids::{BlockId, Id};
use crate::ir::Body;

/// The loops of one body, by number: their heads, and which of them each block is in.
#[derive(Clone, Debug, Default)]
pub struct Nest {
    pub heads: Vec<BlockId>,
    /// For each block, the loops around it, outermost first.
    around: Vec<Vec<usize>>,
}

impl Nest {
    pub fn new(body: &Body) -> Nest {
        let count = body.blocks.len();
        let mut nest = Nest { heads: Vec::new(), around: vec![Vec::new(); count] };
        let order = preorder(body);
        let mut pending = vec![order];
        // Outer loops are found before those inside them, so that `around` is in order.
        while let Some(blocks) = pending.pop() {
            let mut left = blocks.clone();
            while let Some(&first) = left.first() {
                let forward = reach(body, first, &blocks, false);
                let backward = reach(body, first, &blocks, true);
                let member: Vec<bool> = (0..count).map(|b| forward[b] && backward[b]).collect();
                if member[first.index()] {
                    let members: Vec<BlockId> = blocks.iter().copied().filter(|b| member[b.index()]).collect();
                    for b in &members {
                        nest.around[b.index()].push(nest.heads.len());
                    }
                    nest.heads.push(first);
                    left.retain(|b| !members.contains(b));
                    pending.push(members[1..].to_vec());
                } else {
                    left.remove(0);
                }
            }
        }
        nest
    }

    pub fn around(&self, block: BlockId) -> &[usize] {
        self.around.get(block.index()).map_or(&[], |a| a)
    }

    /// The counts of back edges taken, for the loops around `to`, after control went there from `from`, where the
    /// counts were `counts`. `None`: the edge is the back edge of a loop that has taken its fill.
    pub fn step(&self, from: BlockId, to: BlockId, counts: &[u32], bound: u32) -> Option<Vec<u32>> {
        let before = self.around(from);
        let mut after = Vec::new();
        for &l in self.around(to) {
            // A loop that control was in already keeps its count; one that is entered starts afresh.
            let count = before.iter().position(|&b| b == l).map(|i| counts[i]);
            match count {
                Some(count) if self.heads[l] == to => {
                    if count >= bound {
                        return None;
                    }
                    after.push(count + 1);
                }
                Some(count) => after.push(count),
                None => after.push(0),
            }
        }
        Some(after)
    }
}

/// The blocks that a depth-first search meets, in order.
fn preorder(body: &Body) -> Vec<BlockId> {
    let mut seen = vec![false; body.blocks.len()];
    let mut order = vec![body.entry];
    seen[body.entry.index()] = true;
    let mut stack = vec![(body.entry, 0)];
    while let Some((block, next)) = stack.pop() {
        if let Some(&target) = body.blocks[block].transfer.targets().get(next) {
            stack.push((block, next + 1));
            if !seen[target.index()] {
                seen[target.index()] = true;
                order.push(target);
                stack.push((target, 0));
            }
        }
    }
    order
}

/// The blocks that are reached from `from` by at least one edge inside the set; backwards: that reach it.
fn reach(body: &Body, from: BlockId, set: &[BlockId], backwards: bool) -> Vec<bool> {
    let mut reached = vec![false; body.blocks.len()];
    let mut stack = vec![from];
    while let Some(block) = stack.pop() {
        for &other in set {
            let (a, b) = if backwards { (other, block) } else { (block, other) };
            if !reached[other.index()] && body.blocks[a].transfer.targets().contains(&b) {
                reached[other.index()] = true;
                stack.push(other);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use ivl::source::Span;

    use super::*;
    use crate::base::ids::IdVec;
    use crate::ir::{Block, Transfer};

    fn body(edges: &[&[u32]]) -> Body {
        let block = |targets: &&[u32]| Block {
            name: "b".into(),
            cmds: Vec::new(),
            transfer: match targets {
                [] => Transfer::Return,
                targets => Transfer::Goto(targets.iter().map(|&t| BlockId(t)).collect()),
            },
            span: Span::NONE,
        };
        Body { locals: Vec::new(), blocks: edges.iter().map(block).collect::<IdVec<_, _>>(), entry: BlockId(0) }
    }

    #[test]
    fn nested_while_loops() {
        // 0 → 1 (head) → 2 (inner head) ⇄ 3, 2 → 1, 1 → 4
        let nest = Nest::new(&body(&[&[1], &[2, 4], &[3, 1], &[2], &[]]));
        assert_eq!(nest.heads, [BlockId(1), BlockId(2)]);
        assert_eq!(nest.around(BlockId(3)), [0, 1]);
        assert_eq!(nest.around(BlockId(4)), [0usize; 0]);
        // Inner back edge, then out and in again: the inner count starts afresh.
        assert_eq!(nest.step(BlockId(3), BlockId(2), &[0, 1], 2), Some(vec![0, 2]));
        assert_eq!(nest.step(BlockId(3), BlockId(2), &[0, 2], 2), None);
        assert_eq!(nest.step(BlockId(2), BlockId(1), &[0, 2], 2), Some(vec![1]));
        assert_eq!(nest.step(BlockId(1), BlockId(2), &[1], 2), Some(vec![1, 0]));
    }

    #[test]
    fn an_irreducible_loop_has_the_head_that_is_met_first() {
        // 0 → 1, 2; 1 ⇄ 2; 2 → 3
        let nest = Nest::new(&body(&[&[1, 2], &[2], &[1, 3], &[]]));
        assert_eq!(nest.heads, [BlockId(1)]);
        // Entered at the side: the first arrival at the head is a back edge.
        assert_eq!(nest.step(BlockId(0), BlockId(2), &[], 0), Some(vec![0]));
        assert_eq!(nest.step(BlockId(2), BlockId(1), &[0], 0), None);
        assert_eq!(nest.step(BlockId(1), BlockId(2), &[0], 0), Some(vec![0]));
    }

    #[test]
    fn a_block_may_be_a_loop_by_itself() {
        let nest = Nest::new(&body(&[&[0, 1], &[]]));
        assert_eq!(nest.heads, [BlockId(0)]);
        assert_eq!(nest.step(BlockId(0), BlockId(0), &[3], 3), None);
    }
}
