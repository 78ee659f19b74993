//! Loops behind the first become one arbitrary iteration each: they check what the first has computed.
//!
//! ```text
//! goto L;                                  j0 := j; havoc N, y; j := j0 + N;
//! L: goto B, X;                            assume 0 <= N && (0 < N ==> (j < n)[j := j - 1]); goto L;
//! B: assume j < n; S; j := j + 1; goto L;  L: goto B, X;
//! X: …                                 →   B: assume j < n; S; j := j + 1; assume false;   X: …
//! ```
//!
//! Every execution before is one after, up to its first violation.

use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::flow::predecessors;
use crate::forms::inlined::{Flat, command};
use crate::ir::build::{fresh_local, redirect};
use crate::ir::visit::substitute;
use crate::ir::{Block, Cmd, CmdKind, Names, Op, Program, Transfer, TypeTable};
use crate::prove::loops::shape::{Induction, Loop, Shape, variables};

/// Collapses all loops but the first. Their induction variables must be proved.
pub fn collapse(flat: &mut Flat, shape: &Shape) {
    for l in &shape.loops[1..] {
        collapse_one(flat, l);
    }
}

fn collapse_one(flat: &mut Flat, l: &Loop) {
    let before: Vec<BlockId> =
        predecessors(&flat.body)[l.header].iter().copied().filter(|b| !l.members.contains(b)).collect();
    let Flat { program, body } = flat;
    let mut names = Names::of_blocks(body);
    let span = body.blocks[l.header].span;
    let mut sets: FxHashSet<VarId> = FxHashSet::default();
    for block in body.blocks.ids().filter(|b| l.members.contains(b)) {
        for cmd in body.blocks[block].cmds.iter().filter(|c| matches!(c.kind, CmdKind::Assign(_))) {
            sets.extend(cmd.assigned());
        }
    }
    let any_start = before.iter().all(|&b| match body.blocks[b].cmds.last().map(|c| &c.kind) {
        Some(CmdKind::Havoc(vars)) => sets.iter().all(|v| vars.contains(v)),
        _ => false,
    });
    let mut cmds = Vec::new();
    if any_start {
        // What begins anywhere is in any iteration.
        let chosen = l.assigned.iter().copied().filter(|v| !sets.contains(v)).collect();
        cmds.extend(Cmd::havoc(chosen, span));
    } else {
        let counter = fresh_local(program, body, "iteration", TypeTable::INT, span);
        let (count, zero, one) = (program.var_expr(counter), program.exprs.int(0), program.exprs.int(1));
        let mut last: FxHashMap<VarId, ExprId> = FxHashMap::default();
        let mut bases = Vec::new();
        let mut pairs = Vec::new();
        for induction in &l.inductions {
            let base = fresh_local(program, body, "base", TypeTable::INT, span);
            bases.push((base, program.var_expr(induction.var)));
            let before = program.exprs.op(Op::Sub, [count, one], TypeTable::INT);
            pairs.push((induction.var, after(program, base, induction, count)));
            last.insert(induction.var, after(program, base, induction, before));
        }
        let others = l.assigned.iter().copied().filter(|v| !last.contains_key(v));
        let havocked: Vec<VarId> = others.chain([counter]).collect();
        let positive = program.exprs.op(Op::Le, [zero, count], TypeTable::BOOL);
        let known: Vec<ExprId> = l
            .facts
            .iter()
            .copied()
            .filter(|&e| variables(program, e).all(|v| last.contains_key(&v) || !l.assigned.contains(&v)))
            .collect();
        let known: Vec<ExprId> = known.into_iter().map(|e| substitute(&mut program.exprs, e, &last)).collect();
        let known = program.exprs.and(&known);
        let some = program.exprs.op(Op::Lt, [zero, count], TypeTable::BOOL);
        let known = program.exprs.implies(some, known);
        if !bases.is_empty() {
            cmds.push(command(CmdKind::Assign(bases)));
        }
        cmds.extend([CmdKind::Havoc(havocked), CmdKind::Assume(positive), CmdKind::Assume(known)].map(command));
        if !pairs.is_empty() {
            cmds.push(command(CmdKind::Assign(pairs)));
        }
        cmds.extend(l.invariants.iter().map(|&e| command(CmdKind::Assume(e))));
    }
    let transfer = Transfer::Goto(vec![l.header]);
    let start = body.blocks.push(Block { name: names.fresh("any_iteration"), cmds, transfer, span });
    let never = command(CmdKind::Assume(program.exprs.bool(false)));
    let end = Block { name: names.fresh("collapsed"), cmds: vec![never], transfer: Transfer::Return, span };
    let end = body.blocks.push(end);
    let members: FxHashSet<BlockId> = l.members.clone();
    for block in body.blocks.ids().filter(|b| *b != start).collect::<Vec<_>>() {
        let to = if members.contains(&block) { end } else { start };
        redirect(body, block, &FxHashMap::from_iter([(l.header, to)]));
    }
}

/// What an induction variable is after that many iterations.
fn after(program: &mut Program, base: VarId, induction: &Induction, number: ExprId) -> ExprId {
    let added = match induction.step.is_one() {
        true => number,
        false => {
            let step = program.exprs.int(induction.step.clone());
            program.exprs.op(Op::Mul, [step, number], TypeTable::INT)
        }
    };
    let base = program.var_expr(base);
    program.exprs.op(Op::Add, [base, added], TypeTable::INT)
}
