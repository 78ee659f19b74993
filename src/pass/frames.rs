//! Frame conditions become map updates.
//!
//! ```text
//! (forall x: T :: x == i || x == j || a[x] == b[x])    →    a == b[i := a[i]][j := a[j]]
//! (forall x: T :: a[x] == b[x])                        →    a == b
//! ```
//!
//! Maps are extensional, so both sides say the same, and the right one needs no quantifier. Contracts of allocators and
//! of `modifies`-like clauses in generated programs have this form. Part of elaboration, so that the interpreter
//! decides these conditions, too.

use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::roots::map_roots;
use crate::ir::visit::{Rewriter, mentions};
use crate::ir::{ExprArena, ExprKind, Op, Program, QuantifierKind, TypeTable};

/// The program is monomorphic.
pub fn simplify_frames(program: &mut Program) {
    let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| frame(exprs, e));
    map_roots(program, |exprs, e| rewriter.rewrite(exprs, e));
}

/// A frame condition without its quantifier.
fn frame(exprs: &mut ExprArena, e: ExprId) -> Option<ExprId> {
    let ExprKind::Quantifier(q) = exprs.kind(e) else { return None };
    let (QuantifierKind::Forall, &[var]) = (q.kind, &*q.vars) else { return None };
    let body = q.body;
    let mut places = Vec::new();
    let mut equation = None;
    for part in disjuncts(exprs, body) {
        match part {
            // `x == i`
            Part::Plain(e) if equality_with(exprs, e, var).is_some() => places.extend(equality_with(exprs, e, var)),
            Part::Plain(e) if equation.is_none() => equation = Some(cells(exprs, e, var)?),
            Part::Plain(_) => return None,
            // `x != i ==> …`
            Part::Negated(e) => places.push(inequality_with(exprs, e, var)?),
        }
    }
    let (a, b, element) = equation?;
    let map_type = exprs.ty(a);
    let mut updated = b;
    for place in places {
        let cell = exprs.op(Op::Select, [a, place], element);
        updated = exprs.op(Op::Store, [updated, place, cell], map_type);
    }
    Some(exprs.op(Op::Eq, [a, updated], TypeTable::BOOL))
}

enum Part {
    Plain(ExprId),
    Negated(ExprId),
}

/// The disjuncts of `e`; of an implication the negated premises and the conclusion.
fn disjuncts(exprs: &ExprArena, e: ExprId) -> Vec<Part> {
    match exprs.kind(e) {
        ExprKind::Op(Op::Or, args) => args.iter().flat_map(|&a| disjuncts(exprs, a)).collect(),
        ExprKind::Op(Op::Implies, args) => {
            let mut parts: Vec<Part> = conjuncts(exprs, args[0]).into_iter().map(Part::Negated).collect();
            parts.extend(disjuncts(exprs, args[1]));
            parts
        }
        _ => vec![Part::Plain(e)],
    }
}

fn conjuncts(exprs: &ExprArena, e: ExprId) -> Vec<ExprId> {
    match exprs.kind(e) {
        ExprKind::Op(Op::And, args) => args.iter().flat_map(|&a| conjuncts(exprs, a)).collect(),
        _ => vec![e],
    }
}

/// `i` of `x == i` or `i == x`.
fn equality_with(exprs: &ExprArena, e: ExprId, var: VarId) -> Option<ExprId> {
    match exprs.kind(e) {
        ExprKind::Op(Op::Eq, sides) => other_side(exprs, sides, var),
        _ => None,
    }
}

/// `i` of `x != i`, however written.
fn inequality_with(exprs: &ExprArena, e: ExprId, var: VarId) -> Option<ExprId> {
    match exprs.kind(e) {
        ExprKind::Op(Op::Neq, sides) => other_side(exprs, sides, var),
        ExprKind::Op(Op::Not, args) => equality_with(exprs, args[0], var),
        _ => None,
    }
}

fn other_side(exprs: &ExprArena, sides: &[ExprId], var: VarId) -> Option<ExprId> {
    let is_var = |e: ExprId| *exprs.kind(e) == ExprKind::Var(var);
    let other = match *sides {
        [a, b] if is_var(a) => b,
        [a, b] if is_var(b) => a,
        _ => return None,
    };
    (!mentions(exprs, [other], var)).then_some(other)
}

/// The maps of `a[x] == b[x]` (or `<==>`) and their element type.
fn cells(exprs: &ExprArena, e: ExprId, var: VarId) -> Option<(ExprId, ExprId, TypeId)> {
    let ExprKind::Op(Op::Eq | Op::Iff, sides) = exprs.kind(e) else { return None };
    let map = |side: ExprId| match exprs.kind(side) {
        ExprKind::Op(Op::Select, args) => match args[..] {
            [map, index] if *exprs.kind(index) == ExprKind::Var(var) && !mentions(exprs, [map], var) => Some(map),
            _ => None,
        },
        _ => None,
    };
    let (a, b) = (map(sides[0])?, map(sides[1])?);
    (exprs.ty(a) == exprs.ty(b)).then(|| (a, b, exprs.ty(sides[0])))
}
