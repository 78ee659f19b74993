//! Are two runs at the same place of their data? They are where they are about to look at the same cells.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cuts::{Cut, Cuts};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::free_vars::FreeVars;
use crate::cfg::heap::is_bookkeeping;
use crate::ir::visit::{substitute, walk};
use crate::ir::{Body, CmdKind, ExprKind, Op, Program};
use crate::prove::terms::is_memory;

/// The variables that a loop assigns.
pub fn assigned(body: &Body, cut: &Cut) -> FxHashSet<VarId> {
    let mut vars = FxHashSet::default();
    for (block, b) in body.blocks.iter_enumerated() {
        if !cut.members.as_ref().is_some_and(|m| m.contains(&block)) {
            continue;
        }
        for cmd in &b.cmds {
            match &cmd.kind {
                CmdKind::Assign(pairs) => vars.extend(pairs.iter().map(|(v, _)| *v)),
                CmdKind::Havoc(drawn) => vars.extend(drawn),
                _ => {}
            }
        }
    }
    vars
}

/// The addresses that the next iteration looks at, as expressions over the state at the cut; those alone that move.
pub fn addresses(program: &mut Program, cuts: &Cuts, cut: &Cut) -> Vec<ExprId> {
    let moving = assigned(&cuts.body, cut);
    let members = cut.members.as_ref().expect("internal: a loop");
    let mut free = FreeVars::default();
    let mut found: Vec<ExprId> = Vec::new();
    // What variables are at the start of each block, as far as they are not what they were at the cut.
    let mut known: FxHashMap<BlockId, FxHashMap<VarId, Option<ExprId>>> = FxHashMap::default();
    known.insert(cut.block, FxHashMap::default());
    for block in cuts.region(cut.block).into_iter().filter(|b| members.contains(b)) {
        let Some(mut state) = known.get(&block).cloned() else { continue };
        for cmd in &cuts.body.blocks[block].cmds {
            let roots: Vec<ExprId> = match &cmd.kind {
                CmdKind::Assume(e) | CmdKind::Assert(e, _) => vec![*e],
                CmdKind::Assign(pairs) => pairs.iter().map(|p| p.1).collect(),
                _ => vec![],
            };
            let mut indices = Vec::new();
            walk(&program.exprs, roots, |_, kind| {
                if let ExprKind::Op(Op::Select | Op::Store, args) = kind
                    && is_memory(program, program.exprs.ty(args[0]))
                    && is_named_memory(program, args[0])
                {
                    indices.push(args[1]);
                }
            });
            indices.sort();
            for index in indices {
                let vars = free.of(program, index).to_vec();
                let unknown = vars.iter().any(|v| matches!(state.get(v), Some(None)) || reads_memory(program, index));
                if unknown {
                    continue;
                }
                let now = state.iter().filter_map(|(v, e)| e.map(|e| (*v, e))).collect();
                let index = substitute(&mut program.exprs, index, &now);
                if free.of(program, index).iter().any(|v| moving.contains(v)) && !found.contains(&index) {
                    found.push(index);
                }
            }
            match &cmd.kind {
                CmdKind::Assign(pairs) => {
                    let now: FxHashMap<VarId, ExprId> = state.iter().filter_map(|(v, e)| e.map(|e| (*v, e))).collect();
                    for &(var, e) in pairs {
                        let vars = free.of(program, e).to_vec();
                        let known =
                            !reads_memory(program, e) && !vars.iter().any(|v| matches!(state.get(v), Some(None)));
                        let value = known.then(|| substitute(&mut program.exprs, e, &now));
                        state.insert(var, value);
                    }
                }
                CmdKind::Havoc(vars) => state.extend(vars.iter().map(|&v| (v, None))),
                _ => {}
            }
        }
        for &target in cuts.body.blocks[block].transfer.targets() {
            match known.get_mut(&target) {
                None => {
                    known.insert(target, state.clone());
                }
                Some(other) => {
                    let vars: Vec<VarId> = other.keys().chain(state.keys()).copied().collect();
                    for v in vars {
                        if other.get(&v) != state.get(&v) {
                            other.insert(v, None);
                        }
                    }
                }
            }
        }
    }
    found
}

fn reads_memory(program: &Program, e: ExprId) -> bool {
    let mut reads = false;
    walk(&program.exprs, [e], |_, kind| reads |= matches!(kind, ExprKind::Op(Op::Select | Op::Store, _)));
    reads
}

/// The program's memory, not what the front end keeps about blocks.
fn is_named_memory(program: &Program, map: ExprId) -> bool {
    match program.exprs.kind(map) {
        ExprKind::Var(v) => !is_bookkeeping(program, *v),
        ExprKind::Op(Op::Store, args) => is_named_memory(program, args[0]),
        _ => false,
    }
}
