//! One block becomes two.
//!
//! ```text
//! A: S; T; goto B;   →   A: S; goto A#1;     A#1: T; goto B;
//! ```

use crate::base::ids::BlockId;
use crate::ir::{Block, Body, Names, Transfer};

/// Ends a block behind its first commands; the rest is a block of its own, where control goes next. Returns that.
pub fn split_block(body: &mut Body, block: BlockId, commands: usize, names: &mut Names) -> BlockId {
    let front = &mut body.blocks[block];
    let (name, span) = (names.fresh(&front.name), front.span);
    let (cmds, transfer) = (front.cmds.split_off(commands), front.transfer.clone());
    let rest = body.blocks.push(Block { name, cmds, transfer, span });
    body.blocks[block].transfer = Transfer::Goto(vec![rest]);
    rest
}
