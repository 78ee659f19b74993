//! Loops are cut at their heads.
//!
//! ```text
//! A: goto H;                               A: assert I (on entry); goto H;
//! H: assert I; S; goto B, E;         →     H: havoc (what the loop assigns); assume I; S; goto B, E;
//! B: T; goto H;                            B: T; assert I (maintained); assume false; return;
//! ```
//!
//! The invariants are the assertions and assumptions in front of the head's first other command; assumptions (free
//! invariants) are assumed and never checked. Each loop has one entry ([`super::reducible`]) and nothing calls.

use rustc_hash::FxHashSet;

use crate::base::ids::{BlockId, VarId};
use crate::cfg::flow::{drop_unreachable, predecessors};
use crate::cfg::loops::{Loop, loops};
use crate::ir::build::{havoc, redirect};
use crate::ir::{AssertKind, Block, Body, Cmd, CmdKind, Names, Program, Transfer};

/// Makes the body acyclic.
pub fn cut_loops(program: &mut Program, body: &mut Body) {
    let nest = loops(body);
    // Read off before cutting, when no loop has been havocked yet.
    let assigned: Vec<Vec<VarId>> = nest.iter().map(|l| l.region().assigned(body)).collect();
    // Cutting an inner loop leaves the edges to the heads of outer ones alone.
    let preds = predecessors(body);
    let mut names = Names::of_blocks(body);
    for (l, assigned) in nest.iter().zip(assigned) {
        cut(program, body, l, assigned, &preds[l.header], &mut names);
    }
    drop_unreachable(body);
}

fn cut(program: &mut Program, body: &mut Body, l: &Loop, assigned: Vec<VarId>, preds: &[BlockId], names: &mut Names) {
    let header = l.header;
    let members: FxHashSet<BlockId> = l.members.iter().copied().collect();
    let invariants = invariants(body, header);
    let never = program.exprs.bool(false);
    for &pred in preds {
        let back = members.contains(&pred);
        let kind = if back { AssertKind::InvariantMaintained } else { AssertKind::InvariantOnEntry };
        let mut cmds: Vec<Cmd> = invariants.iter().map(|cmd| with_kind(cmd, kind)).collect();
        if back {
            cmds.push(Cmd::assume(never, body.blocks[pred].span));
        } else if cmds.is_empty() {
            continue;
        }
        let transfer = if back { Transfer::Return } else { Transfer::Goto(vec![header]) };
        if body.blocks[pred].transfer.targets().len() == 1 {
            let block = &mut body.blocks[pred];
            block.cmds.extend(cmds);
            block.transfer = transfer;
        } else {
            let name = names.fresh(&format!("{}_{}", body.blocks[header].name, if back { "again" } else { "entry" }));
            let span = body.blocks[pred].span;
            let edge = body.blocks.push(Block { name, cmds, transfer, span });
            redirect(body, pred, &[(header, edge)].into_iter().collect());
        }
    }
    let span = body.blocks[header].span;
    let havoc = havoc(program, body, assigned, span);
    let block = &mut body.blocks[header];
    let leading = leading(&block.cmds);
    for cmd in &mut block.cmds[..leading] {
        if let CmdKind::Assert(e, _) = cmd.kind {
            cmd.kind = CmdKind::Assume(e);
        }
    }
    block.cmds.splice(0..0, havoc);
}

fn leading(cmds: &[Cmd]) -> usize {
    cmds.iter().take_while(|c| matches!(c.kind, CmdKind::Assert(..) | CmdKind::Assume(_))).count()
}

/// The checked invariants of a loop head.
fn invariants(body: &Body, header: BlockId) -> Vec<Cmd> {
    let cmds = &body.blocks[header].cmds;
    cmds[..leading(cmds)].iter().filter(|c| matches!(c.kind, CmdKind::Assert(..))).cloned().collect()
}

fn with_kind(cmd: &Cmd, kind: AssertKind) -> Cmd {
    let mut cmd = cmd.clone();
    if let CmdKind::Assert(_, old) = &mut cmd.kind {
        *old = kind;
    }
    cmd
}
