//! `{:selective_checking}`: assertions in front of `assume {:start_checking_here}` are assumptions.
//!
//! ```text
//! A: assert d; assume {:start_checking_here} e; assert f; goto B;    →    A: assume d; assume e; assert f; goto B;
//! ```
//!
//! What control can come to from such a command is checked, all else is not.

use crate::cfg::flow::reached_from;
use crate::ir::{Attributes, Body, Cmd, CmdKind, has_attribute};

pub fn assume_before_start(body: &mut Body, attrs: &Attributes) {
    if !has_attribute(attrs, "selective_checking") {
        return;
    }
    let starts = |cmd: &Cmd| has_attribute(&cmd.attrs, "start_checking_here");
    let starting = body.blocks.iter().filter(|b| b.cmds.iter().any(starts));
    let checked = reached_from(body, starting.flat_map(|block| block.transfer.targets().iter().copied()));
    for block in body.blocks.ids().filter(|&b| !checked[b]) {
        for cmd in body.blocks[block].cmds.iter_mut().take_while(|c| !starts(c)) {
            if let CmdKind::Assert(e, _) = cmd.kind {
                cmd.kind = CmdKind::Assume(e);
            }
        }
    }
}
