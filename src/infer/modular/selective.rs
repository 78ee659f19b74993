//! `{:selective_checking}`: assertions in front of `assume {:start_checking_here}` are assumptions.
//!
//! ```text
//! A: assert d; assume {:start_checking_here} e; assert f; goto B;    →    A: assume d; assume e; assert f; goto B;
//! ```
//!
//! What control can reach from such a command is checked, all else is not.

use crate::cfg::flow::reached_from;
use crate::ir::{Attr, Attributes, Body, Cmd, CmdKind, ExprArena, is_marked};

pub fn assume_before_start(exprs: &ExprArena, body: &mut Body, attrs: &Attributes) {
    if !is_marked(exprs, attrs, Attr::SelectiveChecking) {
        return;
    }
    let starts = |cmd: &Cmd| is_marked(exprs, &cmd.attrs, Attr::StartCheckingHere);
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
