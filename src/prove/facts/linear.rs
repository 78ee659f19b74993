//! Integer expressions as sums: `a + (i - 1) * 4` is `1·a + 4·i - 4`.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashSet;

use crate::base::ids::{ExprId, FuncId};
use crate::cfg::heap::range;
use crate::ir::visit::{Rewriter, walk};
use crate::ir::{ExprArena, ExprKind, FunctionKind, Op, Program, TypeTable};
use crate::prove::terms::Terms;

/// Numbers of more bits are the sizes of types.
pub const WRAPS: u64 = 16;
/// Parts of an expression that are looked at.
const PARTS: usize = 500;

/// A sum of multiples of expressions that are no sums, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Factors; none is zero.
    pub atoms: BTreeMap<ExprId, BigInt>,
    pub number: BigInt,
}

impl Linear {
    pub fn of(program: &Program, e: ExprId) -> Linear {
        let mut sum = Linear::default();
        sum.add(program, e, &BigInt::one(), &mut PARTS.clone());
        sum.atoms.retain(|_, factor| !factor.is_zero());
        sum
    }

    /// Adds a multiple; when no parts are left to look at, of what is no sum.
    fn add(&mut self, program: &Program, e: ExprId, factor: &BigInt, parts: &mut usize) {
        *parts = parts.saturating_sub(1);
        if *parts == 0 {
            *self.atoms.entry(e).or_default() += factor;
            return;
        }
        if let Some(number) = program.exprs.literal(e) {
            self.number += number * factor;
            return;
        }
        match program.exprs.kind(e) {
            ExprKind::Op(Op::Add, args) => args.iter().for_each(|&arg| self.add(program, arg, factor, parts)),
            ExprKind::Op(Op::Sub, args) => {
                self.add(program, args[0], factor, parts);
                args[1..].iter().for_each(|&arg| self.add(program, arg, &-factor, parts));
            }
            ExprKind::Op(Op::Neg, args) => self.add(program, args[0], &-factor, parts),
            ExprKind::Op(Op::Mul, args) if args.len() == 2 => {
                match (program.exprs.literal(args[0]), program.exprs.literal(args[1])) {
                    (Some(number), _) => self.add(program, args[1], &(number * factor), parts),
                    (_, Some(number)) => self.add(program, args[0], &(number * factor), parts),
                    _ => *self.atoms.entry(e).or_default() += factor,
                }
            }
            // What is kept in a range seldom leaves it, and a guess need not hold.
            ExprKind::Call { func, args, .. } if args.len() == 1 && range(program, *func).is_some() => {
                self.add(program, args[0], factor, parts);
            }
            _ => *self.atoms.entry(e).or_default() += factor,
        }
    }

    /// The sum as an expression.
    pub fn expr(&self, program: &mut Program) -> ExprId {
        let mut t = Terms(program);
        let mut sum = None;
        for (&atom, factor) in &self.atoms {
            let term = match factor.is_one() {
                true => atom,
                false => {
                    let factor = t.int(factor.clone());
                    t.mul(atom, factor)
                }
            };
            sum = Some(sum.map_or(term, |sum| t.add(sum, term)));
        }
        match sum {
            Some(sum) if self.number.is_zero() => sum,
            Some(sum) => {
                let number = t.int(self.number.clone());
                t.add(sum, number)
            }
            None => t.int(self.number.clone()),
        }
    }
}

/// Whether it compares integers whose difference is a number, as `i < i + 1`: it tells nothing.
pub fn is_constant(program: &Program, e: ExprId) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::Not, args) => is_constant(program, args[0]),
        ExprKind::Op(Op::Eq | Op::Le | Op::Lt, args) if program.exprs.ty(args[0]) == TypeTable::INT => {
            let mut calls = false;
            walk(&program.exprs, [e], |_, kind| calls |= matches!(kind, ExprKind::Call { .. }));
            let [left, right] = [args[0], args[1]].map(|side| Linear::of(program, side));
            !calls && left.atoms == right.atoms
        }
        _ => false,
    }
}

/// By how much a value is more than something, where that is a number.
pub fn change(program: &Program, from: ExprId, value: ExprId) -> Option<BigInt> {
    let mut change = Linear::of(program, value);
    let own = change.atoms.remove(&from).is_some_and(|factor| factor.is_one());
    (own && change.atoms.is_empty()).then_some(change.number)
}

/// Calls in calls that are looked through.
const DEEPEST: usize = 4;

/// The expression as if nothing wrapped around.
pub fn unwrapped(program: &mut Program, mut e: ExprId) -> ExprId {
    let is_remainder = |body: ExprId| match program.exprs.kind(body) {
        ExprKind::Op(Op::Mod, args) => program.exprs.literal(args[1]).is_some_and(|n| n.bits() > WRAPS),
        _ => false,
    };
    let wraps = |func: FuncId| match program.funcs[func].kind {
        FunctionKind::Defined { body, .. } => is_remainder(body) || range(program, func).is_some(),
        _ => false,
    };
    let wrapping: FxHashSet<FuncId> = program.funcs.ids().filter(|&func| wraps(func)).collect();
    for _ in 0..DEEPEST {
        let leaf = |exprs: &mut ExprArena, e: ExprId| match exprs.kind(e) {
            ExprKind::Call { func, args, .. } if args.len() == 1 && wrapping.contains(func) => Some(args[0]),
            _ => None,
        };
        e = Rewriter::new(leaf).rewrite(&mut program.exprs, e);
    }
    e
}

/// The sum of multiples of terms (without one: of one) is zero, with positive factors on both sides.
pub fn equation(program: &mut Program, terms: impl IntoIterator<Item = (BigInt, Option<ExprId>)>) -> ExprId {
    let mut t = Terms(program);
    let mut sides = [None, None];
    for (factor, term) in terms.into_iter().filter(|(factor, _)| !factor.is_zero()) {
        let amount = factor.abs();
        let multiple = match term {
            Some(term) if amount.is_one() => term,
            Some(term) => {
                let amount = t.int(amount);
                t.mul(amount, term)
            }
            None => t.int(amount),
        };
        let side = &mut sides[usize::from(factor.is_negative())];
        *side = Some(side.map_or(multiple, |sum| t.add(sum, multiple)));
    }
    let [left, right] = sides.map(|side| side.unwrap_or_else(|| t.int(0)));
    t.eq(left, right)
}
