//! The program with what Houdini found: survivors are plain clauses, the others are gone.

use rustc_hash::FxHashSet;

use crate::base::ids::{ExprId, VarId};
use crate::ir::roots::map_roots;
use crate::ir::visit::Rewriter;
use crate::ir::{CmdKind, ExprArena, ExprKind, Op, Program};

/// Replaces the guards by what became of them, in clauses and bodies. `guards` and `survivors` are sorted.
pub fn annotate(program: &Program, guards: &[VarId], survivors: &[VarId]) -> Program {
    let mut program = program.clone();
    let axioms: Vec<ExprId> = program.axioms.iter().map(|a| a.expr).collect();
    let guards: FxHashSet<VarId> = guards.iter().copied().collect();
    // Implications whose premise is decided are simplified on the way up.
    let mut value = Rewriter::new(|exprs: &mut ExprArena, e| fold(exprs, e, &guards, survivors));
    map_roots(&mut program, |exprs, e| value.rewrite(exprs, e));
    // What axioms say of the guards is no reason to believe candidates, or anything.
    for (axiom, expr) in program.axioms.iter_mut().zip(axioms) {
        axiom.expr = expr;
    }
    let is_true = |exprs: &ExprArena, e: ExprId| *exprs.kind(e) == ExprKind::Bool(true);
    let Program { procs, exprs, .. } = &mut program;
    for proc in procs.iter_mut() {
        proc.requires.retain(|c| !is_true(exprs, c.expr));
        proc.ensures.retain(|c| !is_true(exprs, c.expr));
        for block in proc.body.iter_mut().flat_map(|b| b.blocks.iter_mut()) {
            block.cmds.retain(|cmd| match cmd.kind {
                CmdKind::Assert(e, _) => !is_true(exprs, e),
                _ => true,
            });
        }
    }
    program
}

fn fold(exprs: &mut ExprArena, e: ExprId, guards: &FxHashSet<VarId>, survivors: &[VarId]) -> Option<ExprId> {
    match exprs.kind(e) {
        ExprKind::Var(v) if guards.contains(v) => {
            let value = survivors.binary_search(v).is_ok();
            Some(exprs.bool(value))
        }
        ExprKind::Op(Op::Implies, sides) => {
            let (premise, conclusion) = (sides[0], sides[1]);
            match exprs.kind(premise) {
                ExprKind::Var(v) if guards.contains(v) => {
                    if survivors.binary_search(v).is_ok() {
                        Some(rewritten(exprs, conclusion, guards, survivors))
                    } else {
                        Some(exprs.bool(true))
                    }
                }
                _ => {
                    let premise = rewritten(exprs, premise, guards, survivors);
                    let conclusion = rewritten(exprs, conclusion, guards, survivors);
                    Some(exprs.implies(premise, conclusion))
                }
            }
        }
        _ => None,
    }
}

fn rewritten(exprs: &mut ExprArena, e: ExprId, guards: &FxHashSet<VarId>, survivors: &[VarId]) -> ExprId {
    Rewriter::new(|exprs: &mut ExprArena, e| fold(exprs, e, guards, survivors)).rewrite(exprs, e)
}
