//! Which variables matter where, and a body without what does not.

use fixedbitset::FixedBitSet;

use super::flatten::Flat;
use crate::base::ids::{BlockId, Id, IdVec, VarId};
use crate::cfg::flow::{self, reverse_postorder};
use crate::cfg::free_vars::FreeVars;
use crate::ir::{AttributeValue, Body, Cmd, CmdKind, Program, Transfer};

/// The variables that are live at the start of each block.
pub struct Live {
    at: IdVec<BlockId, FixedBitSet>,
}

impl Live {
    pub fn at(&self, block: BlockId, var: VarId) -> bool {
        self.at[block].contains(var.index())
    }
}

/// `needed` matter at the end.
pub fn live(program: &Program, body: &Body, needed: &[VarId]) -> Live {
    let empty = FixedBitSet::with_capacity(program.vars.len());
    let mut live = Live { at: IdVec::filled(empty, body.blocks.len()) };
    let mut free = FreeVars::default();
    let order = reverse_postorder(body);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev() {
            let mut now = at_end(&live, body, block, needed);
            for cmd in body.blocks[block].cmds.iter().rev() {
                before(program, &mut free, cmd, &mut now);
            }
            if now != live.at[block] {
                live.at[block] = now;
                changed = true;
            }
        }
    }
    live
}

fn at_end(live: &Live, body: &Body, block: BlockId, needed: &[VarId]) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(live.at[block].len());
    match &body.blocks[block].transfer {
        Transfer::Goto(targets) => targets.iter().for_each(|&t| set.union_with(&live.at[t])),
        _ => needed.iter().for_each(|v| set.insert(v.index())),
    }
    set
}

fn before(program: &Program, free: &mut FreeVars, cmd: &Cmd, live: &mut FixedBitSet) {
    before_command(program, free, cmd, live);
    // What attributes tell of memory is what holds in front of the command or behind it.
    for value in cmd.attrs.iter().flat_map(|a| &a.args) {
        if let AttributeValue::Expr(e) = value {
            free.of(program, *e).iter().for_each(|v| live.insert(v.index()));
        }
    }
}

fn before_command(program: &Program, free: &mut FreeVars, cmd: &Cmd, live: &mut FixedBitSet) {
    match &cmd.kind {
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => {
            free.of(program, *e).iter().for_each(|v| live.insert(v.index()));
        }
        CmdKind::Havoc(vars) => vars.iter().for_each(|v| live.set(v.index(), false)),
        CmdKind::Assign(pairs) => {
            let kept: Vec<_> = pairs.iter().filter(|(v, _)| live.contains(v.index())).map(|&(_, e)| e).collect();
            pairs.iter().for_each(|(v, _)| live.set(v.index(), false));
            for e in kept {
                free.of(program, e).iter().for_each(|v| live.insert(v.index()));
            }
        }
        CmdKind::Call { .. } => panic!("internal: a call in a flat body"),
    }
}

/// Drops assignments and draws that nobody looks at, and blocks that control does not reach; joins blocks that follow
/// each other in any case.
pub fn simplify(flat: &mut Flat, needed: &[VarId]) {
    let mut body = flat.take_body();
    let program = &flat.program;
    let live = live(program, &body, needed);
    let mut free = FreeVars::default();
    for block in body.blocks.ids() {
        let mut now = at_end(&live, &body, block, needed);
        let cmds = std::mem::take(&mut body.blocks[block].cmds);
        let mut kept = Vec::with_capacity(cmds.len());
        for mut cmd in cmds.into_iter().rev() {
            match &mut cmd.kind {
                CmdKind::Assign(pairs) => pairs.retain(|(v, _)| now.contains(v.index())),
                CmdKind::Havoc(vars) => vars.retain(|v| now.contains(v.index())),
                _ => {}
            }
            let nothing = match &cmd.kind {
                CmdKind::Assign(pairs) => pairs.is_empty(),
                CmdKind::Havoc(vars) => vars.is_empty(),
                CmdKind::Assume(e) => *program.exprs.kind(*e) == crate::ir::ExprKind::Bool(true),
                _ => false,
            };
            if !nothing {
                before(program, &mut free, &cmd, &mut now);
                kept.push(cmd);
            }
        }
        kept.reverse();
        body.blocks[block].cmds = kept;
    }
    join_blocks(&mut body);
    let used = mentioned(program, &body);
    body.locals.retain(|v| used.contains(v.index()));
    flat.put_body(body);
}

fn mentioned(program: &Program, body: &Body) -> FixedBitSet {
    let mut used = FixedBitSet::with_capacity(program.vars.len());
    let mut free = FreeVars::default();
    for cmd in body.blocks.iter().flat_map(|b| &b.cmds) {
        match &cmd.kind {
            CmdKind::Assume(e) | CmdKind::Assert(e, _) => {
                free.of(program, *e).iter().for_each(|v| used.insert(v.index()));
            }
            CmdKind::Havoc(vars) => vars.iter().for_each(|v| used.insert(v.index())),
            CmdKind::Assign(pairs) => {
                for &(var, e) in pairs {
                    used.insert(var.index());
                    free.of(program, e).iter().for_each(|v| used.insert(v.index()));
                }
            }
            CmdKind::Call { .. } => {}
        }
    }
    used
}

/// Blocks that follow each other in any case become one.
pub fn join_blocks(body: &mut Body) {
    skip_empty(body);
    flow::join_blocks(body);
}

/// Edges to empty blocks that go on to one other block go there.
fn skip_empty(body: &mut Body) {
    for block in body.blocks.ids() {
        let Transfer::Goto(targets) = body.blocks[block].transfer.clone() else { continue };
        let mut new: Vec<BlockId> = Vec::new();
        for mut target in targets {
            for _ in 0..body.blocks.len() {
                match (&body.blocks[target].transfer, body.blocks[target].cmds.is_empty()) {
                    (Transfer::Goto(next), true) if next.len() == 1 && next[0] != target => target = next[0],
                    _ => break,
                }
            }
            if !new.contains(&target) {
                new.push(target);
            }
        }
        body.blocks[block].transfer = Transfer::Goto(new);
    }
}
