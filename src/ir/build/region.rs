//! Copies of regions, and edges that go elsewhere.

use rustc_hash::FxHashMap;

use super::rename::{Renaming, rename_cmds};
use crate::base::ids::{BlockId, VarId};
use crate::ir::{Block, Body, Cmd, Names, Program, Transfer};

/// A loop with one entry: control comes into the members through the header alone. The blocks through which it is left
/// may be members, too.
#[derive(Clone, Copy, Debug)]
pub struct Loop<'a> {
    pub header: BlockId,
    /// The header included.
    pub members: &'a [BlockId],
}

impl Loop<'_> {
    /// The variables that an iteration may assign, in order of declaration.
    pub fn assigned(&self, body: &Body) -> Vec<VarId> {
        let cmds = self.members.iter().flat_map(|&member| &body.blocks[member].cmds);
        let mut vars: Vec<VarId> = cmds.flat_map(Cmd::assigned).collect();
        vars.sort();
        vars.dedup();
        vars
    }
}

/// Adds a copy of the members over renamed variables. Edges among the members go to the copies, the others go where
/// they went. Returns the copy of each member.
pub fn copy_region(
    program: &mut Program,
    body: &mut Body,
    members: &[BlockId],
    renaming: &Renaming,
    names: &mut Names,
) -> FxHashMap<BlockId, BlockId> {
    let mut copies = FxHashMap::default();
    for &member in members {
        let Block { name, mut cmds, transfer, span } = body.blocks[member].clone();
        rename_cmds(program, &mut cmds, renaming);
        let transfer = match transfer {
            Transfer::ReturnExpr(e) => Transfer::ReturnExpr(renaming.expr(program, e)),
            other => other,
        };
        copies.insert(member, body.blocks.push(Block { name: names.fresh(&name), cmds, transfer, span }));
    }
    for copy in copies.values() {
        redirect(body, *copy, &copies);
    }
    copies
}

/// Makes the edges of a block go where the map says; what it does not mention stays.
pub fn redirect(body: &mut Body, block: BlockId, to: &FxHashMap<BlockId, BlockId>) {
    if let Transfer::Goto(targets) = &mut body.blocks[block].transfer {
        let mut new: Vec<BlockId> = Vec::with_capacity(targets.len());
        for target in targets.iter() {
            let target = to.get(target).copied().unwrap_or(*target);
            if !new.contains(&target) {
                new.push(target);
            }
        }
        *targets = new;
    }
}
