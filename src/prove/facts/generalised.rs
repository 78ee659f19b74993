//! What the program asserts of single cells, of all cells of a range.
//!
//! ```text
//! assert inv[perm[i]] == i          forall x in [perm, perm + k * 4): inv[M[x]] == (x - perm) div 4
//! ```
//!
//! An index becomes what is quantified over: whatever loop it belongs to, the assertion holds behind other loops because
//! these made it so, cell by cell. After C. Furia, B. Meyer, Inferring Loop Invariants Using Postconditions, 2010.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use rustc_hash::FxHashSet;

use super::heads::{Definitions, Head};
use super::linear::Linear;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{Rewriter, mentions, walk};
use crate::ir::{AssertKind, Body, CmdKind, ExprArena, ExprKind, Op, Program, TypeTable};
use crate::prove::terms::is_memory;

/// Assertions, and properties of cells, at most.
const MOST: usize = 12;
/// Parts of an assertion that are looked at for indices.
const PARTS: usize = 4;

/// `property` may hold of the cell of `map` at `x`, which is so far from a multiple of `step`.
#[derive(Clone, Debug)]
pub struct Property {
    pub map: VarId,
    pub base: Linear,
    pub step: BigInt,
    pub formula: ExprId,
}

/// Assertions about cells of a body, in parts; none about whole blocks.
pub fn assertions(program: &Program, body: &Body, of_blocks: &FxHashSet<VarId>) -> Vec<ExprId> {
    let mut found = Vec::new();
    let asserted = body.cmds().filter_map(|cmd| match cmd.kind {
        CmdKind::Assert(e, AssertKind::Assert) => Some(e),
        _ => None,
    });
    let mut waiting: Vec<ExprId> = asserted.collect();
    waiting.reverse();
    while let Some(e) = waiting.pop() {
        match program.exprs.kind(e) {
            ExprKind::Op(Op::And, args) => waiting.extend(args),
            _ if found.len() < MOST && is_about_cells(program, e, of_blocks) && !found.contains(&e) => found.push(e),
            _ => {}
        }
    }
    found
}

fn is_about_cells(program: &Program, e: ExprId, of_blocks: &FxHashSet<VarId>) -> bool {
    let (mut any, mut heap) = (false, false);
    walk(&program.exprs, [e], |_, kind| match kind {
        ExprKind::Op(Op::Select, _) => any = true,
        ExprKind::Var(var) => heap |= of_blocks.contains(var),
        ExprKind::Quantifier(_) | ExprKind::Lambda { .. } => heap = true,
        _ => {}
    });
    any && !heap
}

/// What these assertions say of cells at a head, with `x` for where the cell is.
pub fn properties(
    program: &mut Program,
    (definitions, assertions): (&Definitions, &[ExprId]),
    head: &Head,
    x: VarId,
) -> Vec<Property> {
    let mut found: Vec<Property> = Vec::new();
    for &assertion in assertions {
        for (map, index, var) in indices(program, assertion) {
            let mut base = Linear::of(program, index);
            let Some(step) = base.atoms.remove(&program.var_expr(var)).filter(Signed::is_positive) else { continue };
            let formula = moved(program, assertion, (var, &base, &step), x);
            let Some(formula) = definitions.within(program, head, formula, x) else { continue };
            let start = base.expr(program);
            let Some(start) = definitions.at(program, head, start) else { continue };
            let base = Linear::of(program, start);
            if found.len() < MOST && head.knows(program, map) && !found.iter().any(|p| p.formula == formula) {
                found.push(Property { map, base, step, formula });
            }
        }
    }
    found
}

/// Cells of an assertion, with each variable that says where they are.
fn indices(program: &Program, assertion: ExprId) -> Vec<(VarId, ExprId, VarId)> {
    let mut found = Vec::new();
    walk(&program.exprs, [assertion], |_, kind| {
        if let ExprKind::Op(Op::Select, args) = kind
            && let ExprKind::Var(map) = program.exprs.kind(args[0])
            && is_memory(program, program.vars[*map].ty)
        {
            let sum = Linear::of(program, args[1]);
            let variable = |e: &ExprId| match program.exprs.kind(*e) {
                ExprKind::Var(var) => Some(*var),
                _ => None,
            };
            found.extend(sum.atoms.keys().filter_map(variable).take(PARTS).map(|var| (*map, args[1], var)));
        }
    });
    found
}

/// The formula with `(x - base) / step` for a variable.
fn moved(program: &mut Program, formula: ExprId, place: (VarId, &Linear, &BigInt), x: VarId) -> ExprId {
    let x = program.var_expr(x);
    let (variable, base, step) = place;
    let var = program.var_expr(variable);
    let mut far = base.clone();
    far.number = -far.number;
    far.atoms.values_mut().for_each(|factor| *factor = -factor.clone());
    far.atoms.insert(x, BigInt::one());
    let whole = far.expr(program);
    let quotient = match step.is_one() {
        true => whole,
        false => {
            let step = program.exprs.int(step.clone());
            program.exprs.op(Op::Div, [whole, step], TypeTable::INT)
        }
    };
    // Sums first: in them, the step need not be divided by.
    let mut sums: Vec<(ExprId, ExprId)> = Vec::new();
    let mut indices = Vec::new();
    walk(&program.exprs, [formula], |_, kind| {
        if let ExprKind::Op(Op::Select, args) = kind {
            indices.push(args[1]);
        }
    });
    for index in indices {
        let mut sum = Linear::of(program, index);
        let Some(factor) = sum.atoms.remove(&var) else { continue };
        let (times, rest) = factor.div_rem(step);
        let atoms = sum.atoms.keys().copied();
        if rest.is_positive() || rest.is_negative() || mentions(&program.exprs, atoms, variable) {
            continue;
        }
        for (&atom, factor) in &far.atoms {
            *sum.atoms.entry(atom).or_default() += factor * &times;
        }
        sum.atoms.retain(|_, factor| *factor != BigInt::ZERO);
        sum.number += &far.number * &times;
        sums.push((index, sum.expr(program)));
    }
    let leaf = |_: &mut ExprArena, e: ExprId| match sums.iter().find(|(index, _)| *index == e) {
        Some(&(_, sum)) => Some(sum),
        None => (e == var).then_some(quotient),
    };
    Rewriter::new(leaf).rewrite(&mut program.exprs, formula)
}
