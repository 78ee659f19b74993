//! Cheap invariants of loops: how integers compare with induction variables, limits and each other. They are guessed
//! here and kept by Houdini.

use rustc_hash::FxHashSet;

use super::shape::{Loop, Shape, variables};
use super::steps::add;
use crate::base::budget::Budget;
use crate::base::ids::{ExprId, IdVec, VarId};
use crate::engine::{Guesses, Oracle};
use crate::forms::inlined::{Flat, command};
use crate::ir::visit::walk;
use crate::ir::{AssertKind, Body, CmdKind, ExprKind, Op, Program, TypeTable, VarKind};
use ivl::source::Span;

/// Integers of a loop that are compared, of each kind.
const MOST: usize = 5;
/// Integers of a loop that are compared with zero.
const MOST_CONSTANT: usize = 15;

/// What may hold at the heads of the loops, in the order of the shape.
pub fn guesses(flat: &mut Flat, shape: &Shape) -> Vec<Vec<ExprId>> {
    shape.loops.iter().map(|l| of_loop(flat, l)).collect()
}

fn of_loop(flat: &mut Flat, l: &Loop) -> Vec<ExprId> {
    let Flat { program, body } = flat;
    let is_int = |program: &Program, v: VarId| program.vars[v].ty == TypeTable::INT;
    let counters: Vec<VarId> = l.inductions.iter().map(|i| i.var).take(MOST).collect();
    let is_other = |v: &VarId| is_int(program, *v) && !counters.contains(v) && !only_havocked(body, *v);
    let assigned: Vec<VarId> = l.assigned.iter().copied().filter(is_other).collect();
    let others: Vec<VarId> = assigned.iter().copied().take(MOST).collect();
    let limits: Vec<ExprId> = limits(program, l).into_iter().take(MOST).collect();
    let (zero, minus_one) = (program.exprs.int(0), program.exprs.int(-1));
    let mut found = Vec::new();
    let compare = |program: &mut Program, op: Op, a: ExprId, b: ExprId| program.exprs.op(op, [a, b], TypeTable::BOOL);
    // What never grows, though it might (`if (…) n = n + 1`).
    for &var in assigned.iter().take(MOST_CONSTANT) {
        let v = program.var_expr(var);
        found.push(compare(program, Op::Le, v, zero));
    }
    for &var in counters.iter().chain(&others) {
        let v = program.var_expr(var);
        found.push(compare(program, Op::Le, zero, v));
        for &limit in &limits {
            found.push(compare(program, Op::Le, v, limit));
        }
    }
    for &var in &others {
        let v = program.var_expr(var);
        found.push(compare(program, Op::Le, minus_one, v));
        for &counter in &counters {
            let i = program.var_expr(counter);
            found.push(compare(program, Op::Le, v, i));
            found.push(compare(program, Op::Lt, v, i));
            found.push(compare(program, Op::Le, i, v));
            for &limit in &limits {
                let (less, same) = (compare(program, Op::Lt, v, i), program.exprs.eq(v, limit));
                found.push(program.exprs.or(&[same, less]));
            }
            let (less, none) = (compare(program, Op::Lt, v, i), program.exprs.eq(v, zero));
            found.push(program.exprs.or(&[none, less]));
        }
        for &limit in &limits {
            found.push(compare(program, Op::Lt, v, limit));
        }
        for &other in others.iter().filter(|&&o| o != var) {
            let w = program.var_expr(other);
            found.push(compare(program, Op::Le, v, w));
        }
        let constants = constants(program, body, var);
        if (1..=3).contains(&constants.len()) {
            let each: Vec<ExprId> = constants.into_iter().map(|c| program.exprs.eq(v, c)).collect();
            found.push(program.exprs.or(&each));
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|&e| seen.insert(e));
    found
}

/// Integers that the conditions of an iteration mention and that the loop does not assign.
pub fn limits(program: &Program, l: &Loop) -> Vec<ExprId> {
    let mut found: Vec<ExprId> = Vec::new();
    for &fact in &l.facts {
        if variables(program, fact).any(|v| program.vars[v].ty != TypeTable::INT) {
            continue;
        }
        walk(&program.exprs, [fact], |e, kind| {
            let is_limit = match kind {
                ExprKind::Var(v) => !l.assigned.contains(v),
                ExprKind::Int(_) => true,
                _ => false,
            };
            if is_limit && program.exprs.ty(e) == TypeTable::INT && !found.contains(&e) {
                found.push(e);
            }
        });
    }
    found
}

fn only_havocked(body: &Body, var: VarId) -> bool {
    !body.cmds().any(|cmd| matches!(cmd.kind, CmdKind::Assign(_)) && cmd.assigned().any(|v| v == var))
}

/// The integers that are assigned to a variable, if nothing else is.
fn constants(program: &Program, body: &Body, var: VarId) -> Vec<ExprId> {
    let mut found: Vec<ExprId> = Vec::new();
    for cmd in body.cmds() {
        if let CmdKind::Assign(pairs) = &cmd.kind {
            for &(_, value) in pairs.iter().filter(|(v, _)| *v == var) {
                match program.exprs.kind(value) {
                    ExprKind::Int(_) if !found.contains(&value) => found.push(value),
                    ExprKind::Int(_) => {}
                    _ => return Vec::new(),
                }
            }
        }
    }
    found
}

/// The program with conditions as loop invariants; its own assertions hold.
pub fn annotated(flat: &Flat, shape: &Shape, invariants: &[Vec<ExprId>]) -> Program {
    let mut body = flat.body.clone();
    for cmd in body.cmds_mut() {
        if let CmdKind::Assert(e, _) = cmd.kind {
            cmd.kind = CmdKind::Assume(e);
        }
    }
    with_invariants(flat, body, shape, invariants, "invariants")
}

/// The program with its loop invariants: verified if they hold, and with them its own assertions.
pub fn enough(flat: &Flat, shape: &Shape) -> Program {
    let invariants: Vec<Vec<ExprId>> = shape.loops.iter().map(|l| l.invariants.clone()).collect();
    with_invariants(flat, flat.body.clone(), shape, &invariants, "enough")
}

fn with_invariants(flat: &Flat, mut body: Body, shape: &Shape, invariants: &[Vec<ExprId>], name: &str) -> Program {
    let mut program = flat.program.clone();
    program.procs = IdVec::new();
    for cmd in body.cmds_mut() {
        cmd.attrs = command(CmdKind::Havoc(Vec::new())).attrs;
    }
    for (l, invariants) in shape.loops.iter().zip(invariants) {
        let asserts = invariants.iter().map(|&e| command(CmdKind::Assert(e, AssertKind::Invariant)));
        body.blocks[l.header].cmds.splice(0..0, asserts);
    }
    add(&mut program, name.into(), body);
    program
}

/// The program with guesses, each behind a constant of its own.
pub fn guarded(flat: &Flat, shape: &Shape, guesses: &[Vec<ExprId>]) -> (Program, Guesses) {
    let mut guarded = Flat { program: flat.program.clone(), body: flat.body.clone() };
    let mut guards = Vec::new();
    let program = &mut guarded.program;
    let behind: Vec<Vec<ExprId>> = guesses
        .iter()
        .map(|of_loop| {
            let mut behind = Vec::new();
            for &e in of_loop {
                let kind = VarKind::Const { unique: false };
                let guard = program.new_var(format!("guess_{}", guards.len()), kind, TypeTable::BOOL, Span::NONE);
                program.consts.push(guard);
                guards.push(guard);
                let guard = program.var_expr(guard);
                behind.push(program.exprs.implies(guard, e));
            }
            behind
        })
        .collect();
    (annotated(&guarded, shape, &behind), Guesses { guards, ..Guesses::default() })
}

/// Guesses invariants and keeps those that hold together.
pub fn infer(flat: &Flat, shape: &mut Shape, guesses: &[Vec<ExprId>], oracle: &mut dyn Oracle, budget: &Budget) {
    let (program, guards) = guarded(flat, shape, guesses);
    let survivors = match guards.guards.is_empty() {
        true => Vec::new(),
        false => oracle.houdini("invariants", &program, &guards, budget).survivors,
    };
    let mut all = guards.guards.iter();
    for (l, guesses) in shape.loops.iter_mut().zip(guesses) {
        let holds: Vec<bool> = all.by_ref().take(guesses.len()).map(|g| survivors.contains(g)).collect();
        l.invariants = guesses.iter().zip(holds).filter(|(_, holds)| *holds).map(|(&guess, _)| guess).collect();
    }
}
