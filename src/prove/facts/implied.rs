//! Which guesses follow from which others at their place: linear comparisons of the same sum with another number, with a condition and
//! without.
//!
//! ```text
//! x - y <= 3   implies   x - y <= 5,   p ==> x - y <= 3            x == 3   implies   x <= 3, 2 <= x
//! ```

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::Fact;
use super::linear::Linear;
use crate::base::ids::{ExprId, ProcId};
use crate::infer::houdini::Place;
use crate::ir::visit::walk;
use crate::ir::{ExprKind, Op, Program, TypeTable};

/// `condition ==> sum <= most`, where an equation says so both ways.
struct Comparison {
    condition: Option<ExprId>,
    sum: BTreeMap<ExprId, BigInt>,
    most: BigInt,
    is_equation: bool,
}

/// A sum at a place.
type Key = (ProcId, Place, BTreeMap<ExprId, BigInt>);

/// For each of the facts those that imply it, none of them both ways.
pub fn implied(program: &Program, facts: &[Fact]) -> Vec<Vec<usize>> {
    let mut by_sum: FxHashMap<Key, Vec<(usize, Comparison)>> = FxHashMap::default();
    for (number, fact) in facts.iter().enumerate() {
        for one in comparisons(program, fact.formula) {
            by_sum.entry((fact.proc, fact.place, one.sum.clone())).or_default().push((number, one));
        }
    }
    let mut implied = vec![Vec::new(); facts.len()];
    for alike in by_sum.values() {
        for (number, weaker) in alike.iter().filter(|(_, one)| !one.is_equation) {
            let by = alike.iter().filter(|(other, one)| other != number && implies((*other, one), (*number, weaker)));
            implied[*number].extend(by.map(|(other, _)| *other));
        }
    }
    implied
}

fn implies((number, one): (usize, &Comparison), (other, weaker): (usize, &Comparison)) -> bool {
    let is_general = one.condition.is_none() && weaker.condition.is_some();
    let is_stronger = one.most < weaker.most || is_general || one.is_equation || number < other;
    (is_general || one.condition == weaker.condition) && one.most <= weaker.most && is_stronger
}

/// What a formula says as comparisons; nothing where it is none, or wraps around.
fn comparisons(program: &Program, formula: ExprId) -> Vec<Comparison> {
    let mut calls = false;
    walk(&program.exprs, [formula], |_, kind| calls |= matches!(kind, ExprKind::Call { .. }));
    let (condition, e) = match program.exprs.kind(formula) {
        ExprKind::Op(Op::Implies, sides) => (Some(sides[0]), sides[1]),
        _ => (None, formula),
    };
    let ExprKind::Op(op, args) = program.exprs.kind(e) else { return Vec::new() };
    if calls || args.len() != 2 || program.exprs.ty(args[0]) != TypeTable::INT {
        return Vec::new();
    }
    let at_most = |less: ExprId, more: ExprId, by: u32| {
        let (mut sum, other) = (Linear::of(program, less), Linear::of(program, more));
        for (atom, factor) in other.atoms {
            *sum.atoms.entry(atom).or_default() -= factor;
        }
        sum.atoms.retain(|_, factor| *factor != BigInt::ZERO);
        let most = other.number - sum.number - by * BigInt::one();
        Comparison { condition, sum: sum.atoms, most, is_equation: *op == Op::Eq }
    };
    match op {
        Op::Le => vec![at_most(args[0], args[1], 0)],
        Op::Lt => vec![at_most(args[0], args[1], 1)],
        Op::Ge => vec![at_most(args[1], args[0], 0)],
        Op::Gt => vec![at_most(args[1], args[0], 1)],
        Op::Eq => vec![at_most(args[0], args[1], 0), at_most(args[1], args[0], 0)],
        _ => Vec::new(),
    }
}
