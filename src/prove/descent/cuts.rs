//! Where the two runs are compared: one place in each loop, and one behind each loop's exits.
//!
//! ```text
//! H: x := M[p]; goto D, E;            at the head: H          behind the test: C
//! D: assume x != 0; C: …; goto H;     exits: assumptions alone still belong to the loop, then a cut
//! E: assume x == 0; F: …
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::flatten::Flat;
use crate::base::ids::BlockId;
use crate::cfg::flow::{predecessors, reverse_postorder};
use crate::cfg::loops::loops;
use crate::engine::Declined;
use crate::ir::build::redirect;
use crate::ir::{Block, Body, CmdKind, Names, Transfer};

/// A body with its cut points.
pub struct Cuts {
    /// The body of the flat procedure, some blocks split.
    pub body: Body,
    /// Control reaches an earlier one before a later one.
    pub cuts: Vec<Cut>,
    /// By block.
    pub index: FxHashMap<BlockId, usize>,
}

pub struct Cut {
    pub block: BlockId,
    /// The members of the loop; `None`: behind the exits of one.
    pub members: Option<FxHashSet<BlockId>>,
    /// For the last cut behind a loop, in the order of [`Cuts::cuts`].
    pub last_exit: bool,
}

/// Cuts each loop at its head or behind its first test.
pub fn cut(flat: &Flat, behind_test: bool) -> Result<Cuts, Declined> {
    let mut body = flat.body().clone();
    let mut names = Names::of_blocks(&body);
    let found = loops(&body);
    if found.is_empty() {
        return Err(Declined("no loops".into()));
    }
    if found.iter().any(|l| !l.side_entries.is_empty()) {
        return Err(Declined("loops with several entries".into()));
    }
    if found.iter().any(|l| l.parent.is_some()) {
        return Err(Declined("nested loops".into()));
    }
    let order = reverse_postorder(&body);
    let mut in_order: Vec<_> = found.iter().collect();
    in_order.sort_by_key(|l| order.iter().position(|&b| b == l.header));
    let mut cuts = Vec::new();
    for l in in_order {
        let mut members: FxHashSet<BlockId> = l.members.iter().copied().collect();
        let mut block = l.header;
        if behind_test && let Some(behind) = split_behind_test(&mut body, l.header, &members, &mut names) {
            members.insert(behind);
            block = behind;
        }
        absorb_exits(&mut body, &mut members);
        let exits = exits(&mut body, &mut members, &mut names);
        cuts.push(Cut { block, members: Some(members), last_exit: false });
        let last = exits.len();
        for (i, exit) in exits.into_iter().enumerate() {
            cuts.push(Cut { block: exit, members: None, last_exit: i + 1 == last });
        }
    }
    let index = cuts.iter().enumerate().map(|(i, c)| (c.block, i)).collect();
    Ok(Cuts { body, cuts, index })
}

/// How many commands in front of a block are assumptions.
fn guards(body: &Body, block: BlockId) -> usize {
    body.blocks[block].cmds.iter().take_while(|c| matches!(c.kind, CmdKind::Assume(_))).count()
}

/// A block's commands from the n-th on become a block of their own.
fn split(body: &mut Body, block: BlockId, n: usize, names: &mut Names) -> BlockId {
    let Block { name, cmds, transfer, span } = &mut body.blocks[block];
    let rest = cmds.split_off(n);
    let transfer = std::mem::replace(transfer, Transfer::Return);
    let new = Block { name: names.fresh(name), cmds: rest, transfer, span: *span };
    let new = body.blocks.push(new);
    body.blocks[block].transfer = Transfer::Goto(vec![new]);
    new
}

fn split_behind_test(
    body: &mut Body,
    header: BlockId,
    members: &FxHashSet<BlockId>,
    names: &mut Names,
) -> Option<BlockId> {
    let targets = body.blocks[header].transfer.targets();
    let inside: Vec<BlockId> = targets.iter().copied().filter(|t| members.contains(t)).collect();
    let [inside] = inside[..] else { return None };
    if targets.len() < 2 || inside == header || predecessors(body)[inside].len() != 1 {
        return None;
    }
    let n = guards(body, inside);
    Some(split(body, inside, n, names))
}

/// Blocks of assumptions alone that are reached from the loop only belong to it.
fn absorb_exits(body: &mut Body, members: &mut FxHashSet<BlockId>) {
    let preds = predecessors(body);
    loop {
        let outside = exit_targets(body, members);
        let more: Vec<BlockId> = outside
            .into_iter()
            .filter(|&b| {
                guards(body, b) == body.blocks[b].cmds.len()
                    && body.blocks[b].transfer.targets().len() == 1
                    && preds[b].iter().all(|p| members.contains(p))
            })
            .collect();
        if more.is_empty() {
            return;
        }
        members.extend(more);
    }
}

/// Where control goes when it leaves, in a fixed order.
fn exit_targets(body: &Body, members: &FxHashSet<BlockId>) -> Vec<BlockId> {
    let mut targets = Vec::new();
    for block in reverse_postorder(body).into_iter().filter(|b| members.contains(b)) {
        for &target in body.blocks[block].transfer.targets() {
            if !members.contains(&target) && !targets.contains(&target) {
                targets.push(target);
            }
        }
    }
    targets
}

/// Makes a block for each exit, behind the exit's own test.
fn exits(body: &mut Body, members: &mut FxHashSet<BlockId>, names: &mut Names) -> Vec<BlockId> {
    let preds = predecessors(body);
    let mut exits = Vec::new();
    for target in exit_targets(body, members) {
        let n = guards(body, target);
        if preds[target].len() == 1 && n > 0 {
            members.insert(target);
            exits.push(split(body, target, n, names));
            continue;
        }
        let name = names.fresh("behind");
        let span = body.blocks[target].span;
        let exit = body.blocks.push(Block { name, cmds: Vec::new(), transfer: Transfer::Goto(vec![target]), span });
        for &member in members.iter() {
            redirect(body, member, &FxHashMap::from_iter([(target, exit)]));
        }
        exits.push(exit);
    }
    exits
}

impl Cuts {
    /// The blocks between a block and the next cuts, in reverse postorder; the first is the block itself.
    pub fn region(&self, start: BlockId) -> Vec<BlockId> {
        let mut seen = FxHashSet::from_iter([start]);
        let mut stack = vec![start];
        while let Some(block) = stack.pop() {
            for &target in self.body.blocks[block].transfer.targets() {
                if !self.index.contains_key(&target) && seen.insert(target) {
                    stack.push(target);
                }
            }
        }
        let mut region: Vec<BlockId> = reverse_postorder(&self.body).into_iter().filter(|b| seen.contains(b)).collect();
        // A loop's cut may come behind its head.
        if let Some(at) = region.iter().position(|&b| b == start) {
            region.rotate_left(at);
        }
        region
    }
}
