//! What keeps the number of states down: values that nobody will look at are forgotten.

use crate::base::ids::{BlockId, ExprId, Id, IdVec, ProcId, VarId};
use crate::ir::visit::walk;
use crate::ir::{CmdKind, ExprKind, Program, VarKind};

use super::code::{Code, Micro};

/// For each block and each position in a state's values: whether the value may be looked at from there on.
/// Positions as in [`Code::vars`], then [`Code::olds`].
pub fn live_at_blocks(program: &Program, code: &Code<'_>) -> Vec<Vec<bool>> {
    let width = code.vars.len() + code.olds.len();
    let mut live = vec![vec![false; width]; code.blocks.len()];
    loop {
        let mut changed = false;
        for (index, block) in code.blocks.iter().enumerate().rev() {
            let mut now = vec![false; width];
            for micro in block.iter().rev() {
                before(program, code, micro, &live, &mut now);
            }
            changed |= now != live[index];
            live[index] = now;
        }
        if !changed {
            return live;
        }
    }
}

/// Turns what is live after a step into what is live before it.
fn before(program: &Program, code: &Code<'_>, micro: &Micro<'_>, blocks: &[Vec<bool>], live: &mut [bool]) {
    let position = |v: VarId| code.vars.iter().position(|&x| x == v);
    let kill = |live: &mut [bool], v: VarId| {
        if let Some(position) = position(v) {
            live[position] = false;
        }
    };
    let mut used: Vec<ExprId> = Vec::new();
    match micro {
        Micro::Assign(pairs) => {
            pairs.iter().for_each(|&(v, _)| kill(live, v));
            used.extend(pairs.iter().map(|&(_, e)| e));
        }
        Micro::Havoc(vars) => vars.iter().for_each(|&v| kill(live, v)),
        Micro::Assume(e) | Micro::Assert(e) => used.push(*e),
        Micro::Distinct(_) => {}
        Micro::Snapshot => live[code.vars.len()..].fill(false),
        Micro::Call { ins, outs, .. } => {
            outs.iter().for_each(|&v| kill(live, v));
            used.extend(*ins);
        }
        Micro::Goto(targets) => {
            for target in *targets {
                for (now, &then) in live.iter_mut().zip(&blocks[target.index()]) {
                    *now |= then;
                }
            }
        }
        Micro::Exit => {
            for (i, &v) in code.vars.iter().enumerate() {
                live[i] |= program.vars[v].kind == VarKind::Out;
            }
        }
    }
    walk(&program.exprs, used, |_, kind| match kind {
        ExprKind::Var(v) => {
            if let Some(position) = position(*v) {
                live[position] = true;
            }
        }
        ExprKind::Old(v) => {
            if let Some(i) = code.olds.iter().position(|x| x == v) {
                live[code.vars.len() + i] = true;
            }
        }
        _ => {}
    });
}

/// For each procedure, the globals (by their position among the globals) that it or what it calls mentions.
pub fn mentioned_globals(program: &Program) -> IdVec<ProcId, Vec<bool>> {
    let mut mentioned: IdVec<ProcId, Vec<bool>> =
        IdVec::filled(vec![false; program.globals.len()], program.procs.len());
    let mut calls: Vec<(ProcId, ProcId)> = Vec::new();
    for (id, proc) in program.procs.iter_enumerated() {
        let mut vars: Vec<VarId> = proc.modifies.clone();
        let mut used: Vec<ExprId> = proc.requires.iter().chain(&proc.ensures).map(|c| c.expr).collect();
        let mut havocked: Vec<VarId> = proc.ins.iter().chain(&proc.outs).chain(&proc.modifies).copied().collect();
        if let Some(body) = &proc.body {
            havocked.extend(&body.locals);
            for cmd in body.cmds() {
                let changed = if matches!(cmd.kind, CmdKind::Havoc(_)) { &mut havocked } else { &mut vars };
                changed.extend(cmd.assigned());
                used.extend(cmd.exprs());
                calls.extend(cmd.callee().map(|callee| (id, callee)));
            }
        }
        used.extend(havocked.iter().filter_map(|&v| program.vars[v].where_clause));
        vars.extend(havocked);
        walk(&program.exprs, used, |_, kind| {
            if let ExprKind::Var(v) | ExprKind::Old(v) = kind {
                vars.push(*v);
            }
        });
        for (i, g) in program.globals.iter().enumerate() {
            mentioned[id][i] = vars.contains(g);
        }
    }
    loop {
        let mut changed = false;
        for &(caller, callee) in &calls {
            for i in 0..program.globals.len() {
                if mentioned[callee][i] && !mentioned[caller][i] {
                    mentioned[caller][i] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            return mentioned;
        }
    }
}

/// The state's values at the start of a block without those that are dead there. Constants and globals stay: others
/// look at them.
pub fn forget_dead(live: &[Vec<bool>], block: BlockId, shared: usize, values: &mut [Option<crate::verdict::Value>]) {
    for (value, &live) in values.iter_mut().zip(&live[block.index()]).skip(shared) {
        if !live {
            *value = None;
        }
    }
}
