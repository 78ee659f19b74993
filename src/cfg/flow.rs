//! Orders and predecessors of the blocks of one body.

use crate::base::graph::Graph;
use crate::base::ids::{BlockId, Id, IdVec};
use crate::ir::{Body, Transfer};

/// A depth-first search from the entry, following targets in the order in which they are written.
pub struct Dfs {
    /// Reachable blocks in the order of discovery.
    pub preorder: Vec<BlockId>,
    /// Position in `preorder`; `None` for unreachable blocks.
    pub number: IdVec<BlockId, Option<u32>>,
    /// Reachable blocks, each after all its descendants.
    pub postorder: Vec<BlockId>,
}

pub fn depth_first(body: &Body) -> Dfs {
    let mut number = IdVec::filled(None, body.blocks.len());
    let (mut preorder, mut postorder) = (vec![body.entry], Vec::new());
    number[body.entry] = Some(0);
    let mut stack = vec![(body.entry, 0)];
    while let Some((block, next)) = stack.last_mut() {
        let targets = body.blocks[*block].transfer.targets();
        match targets.get(*next) {
            Some(&target) => {
                *next += 1;
                if number[target].is_none() {
                    number[target] = Some(preorder.len() as u32);
                    preorder.push(target);
                    stack.push((target, 0));
                }
            }
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    Dfs { preorder, number, postorder }
}

/// Reachable blocks, each before its successors but for back edges.
pub fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let mut order = depth_first(body).postorder;
    order.reverse();
    order
}

/// For each block, the reachable blocks that go to it.
pub fn predecessors(body: &Body) -> IdVec<BlockId, Vec<BlockId>> {
    let mut preds = IdVec::filled(Vec::new(), body.blocks.len());
    for block in depth_first(body).preorder {
        for &target in body.blocks[block].transfer.targets() {
            preds[target].push(block);
        }
    }
    preds
}

/// The reachable blocks and where they go.
pub fn graph(body: &Body) -> Graph<BlockId> {
    Graph::new(depth_first(body).preorder, |b| body.blocks[b].transfer.targets().iter().copied())
}

/// For each block, whether some way leads from it to one of these; they are included.
pub fn leading_to(body: &Body, goals: impl IntoIterator<Item = BlockId>) -> IdVec<BlockId, bool> {
    let preds = predecessors(body);
    spread(body, goals, |block, pending| pending.extend(&preds[block]))
}

/// For each block, whether some way leads to it from one of these; they are included.
pub fn reached_from(body: &Body, starts: impl IntoIterator<Item = BlockId>) -> IdVec<BlockId, bool> {
    spread(body, starts, |block, pending| pending.extend(body.blocks[block].transfer.targets()))
}

fn spread(
    body: &Body,
    from: impl IntoIterator<Item = BlockId>,
    next: impl Fn(BlockId, &mut Vec<BlockId>),
) -> IdVec<BlockId, bool> {
    let mut seen = IdVec::filled(false, body.blocks.len());
    let mut pending: Vec<BlockId> = from.into_iter().collect();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            next(block, &mut pending);
        }
    }
    seen
}

/// Drops the blocks that `keep` refuses and renumbers; the result maps old blocks to new ones.
/// Kept blocks must not go to dropped ones.
pub fn retain_blocks(body: &mut Body, keep: impl Fn(BlockId) -> bool) -> IdVec<BlockId, Option<BlockId>> {
    let mut new_ids = IdVec::filled(None, body.blocks.len());
    for (index, id) in body.blocks.ids().filter(|&b| keep(b)).enumerate() {
        new_ids[id] = Some(BlockId::from_index(index));
    }
    let old = std::mem::take(&mut body.blocks);
    for (index, mut block) in old.into_iter().enumerate() {
        if new_ids[BlockId::from_index(index)].is_none() {
            continue;
        }
        if let crate::ir::Transfer::Goto(targets) = &mut block.transfer {
            for target in targets {
                *target = new_ids[*target].expect("internal: a kept block goes to a dropped one");
            }
        }
        body.blocks.push(block);
    }
    body.entry = new_ids[body.entry].expect("internal: the entry block is dropped");
    new_ids
}

/// Joins a block to its successor where neither has another neighbour there, and drops the blocks that control cannot reach.
/// Of the blocks that are left, the first and the last old one.
pub fn join_blocks(body: &mut Body) -> Vec<(BlockId, BlockId)> {
    // Joining changes neither how many predecessors a block that stays has, nor which blocks are reached.
    let preds = predecessors(body);
    let mut gone = IdVec::filled(false, body.blocks.len());
    let mut ends: Vec<(BlockId, BlockId)> = body.blocks.ids().map(|block| (block, block)).collect();
    for block in reverse_postorder(body) {
        while !gone[block] {
            let next = match body.blocks[block].transfer {
                Transfer::Goto(ref targets) if targets.len() == 1 => targets[0],
                _ => break,
            };
            if next == block || preds[next].len() != 1 || next == body.entry {
                break;
            }
            gone[next] = true;
            ends[block.index()].1 = next;
            let cmds = std::mem::take(&mut body.blocks[next].cmds);
            let transfer = std::mem::replace(&mut body.blocks[next].transfer, Transfer::Return);
            body.blocks[block].cmds.extend(cmds);
            body.blocks[block].transfer = transfer;
        }
    }
    let kept = drop_unreachable(body);
    ends.retain(|&(block, _)| kept[block].is_some());
    ends
}

/// Drops the blocks that control cannot reach; the result maps old blocks to new ones.
pub fn drop_unreachable(body: &mut Body) -> IdVec<BlockId, Option<BlockId>> {
    let number = depth_first(body).number;
    retain_blocks(body, |b| number[b].is_some())
}
