//! How large something is at most that a loop divides again and again, by how often it has done so.
//!
//! ```text
//! do {                                   (i == 12 ==> u <= 4294967295) && (i == 11 ==> u <= 429496729) && … && i >= 3
//!   tmp[--i] = '0' + u % 10;
//! } while ((u /= 10) > 0);
//! ```
//!
//! The rounds are counted by something else that goes up or down by a number; where it begins, the sampled states say.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::linear::change;
use super::mentioned::Mentioned;
use crate::base::ids::{ExprId, FuncId};
use crate::ir::visit::{mentions, walk};
use crate::ir::{ExprKind, FunctionKind, Op, Program};
use crate::prove::terms::Terms;

/// What the widest types hold at most, by their bits.
const WIDTHS: [u32; 2] = [32, 64];
/// What is divided, and what counts rounds, at a head at most.
const MOST: usize = 3;

/// What may be so large in each round; `values` are those of the integers in each state, `large` are addresses.
pub fn guesses(
    program: &mut Program,
    mentioned: &Mentioned,
    values: &[Vec<Option<BigInt>>],
    large: &[ExprId],
) -> Vec<ExprId> {
    let assigned = || mentioned.comparisons.iter().filter(|(op, ..)| *op == Op::Eq);
    let divided = assigned().filter_map(|&(_, to, value)| Some((to, divisor(program, to, value)?)));
    let divided: Vec<(ExprId, BigInt)> = divided.take(MOST).collect();
    if divided.is_empty() {
        return Vec::new();
    }
    let mut counters: Vec<(ExprId, BigInt, BigInt)> = Vec::new();
    for &(_, to, value) in assigned() {
        let Some(rate) = change(program, to, value).filter(|rate| !rate.is_zero()) else { continue };
        // What a pointer counts is how far it is from where its block begins.
        let unit = if large.contains(&to) { mentioned.starts.first().map(|(_, unit)| unit) } else { None };
        let Some(first) = first(mentioned, (to, unit), &rate, values) else { continue };
        let mut t = Terms(program);
        let unit = unit.map(|unit| t.int(unit.clone()));
        let counter = unit.map_or(to, |unit| t.modulo(to, unit));
        if counters.len() < MOST && !counters.iter().any(|(known, ..)| *known == counter) {
            counters.push((counter, rate, first));
        }
    }
    let mut found = Vec::new();
    for (what, divisor) in &divided {
        for (counter, rate, first) in counters.iter().filter(|(counter, ..)| counter != what) {
            for width in WIDTHS {
                // The condition is looked at in front of a round, or behind it.
                for further in [0, 1] {
                    let limit = (BigInt::one() << width) - 1;
                    found.push(by_rounds(program, (*what, divisor, limit), (*counter, rate, first), further));
                }
            }
        }
    }
    found
}

/// The number by which a value is the quotient of something, at most.
fn divisor(program: &Program, what: ExprId, value: ExprId) -> Option<BigInt> {
    let ExprKind::Var(var) = *program.exprs.kind(what) else { return None };
    let mut divisor = None;
    walk(&program.exprs, [value], |_, kind| {
        let [what, by] = match kind {
            ExprKind::Op(Op::Div, args) => [args[0], args[1]],
            ExprKind::Call { func, args, .. } if args.len() == 2 && divides(program, *func) => [args[0], args[1]],
            _ => return,
        };
        if mentions(&program.exprs, [what], var) {
            // What is no number is two at least, if it divides anything.
            divisor = Some(program.exprs.literal(by).unwrap_or(2.into())).filter(|by| *by > BigInt::one());
        }
    });
    divisor
}

/// Whether a function divides, as the quotient of C does, which is rounded towards zero.
fn divides(program: &Program, func: FuncId) -> bool {
    let FunctionKind::Defined { body, .. } = program.funcs[func].kind else { return false };
    let mut any = false;
    walk(&program.exprs, [body], |_, kind| any |= matches!(kind, ExprKind::Op(Op::Div, _)));
    any
}

/// Where a counter begins, or its remainder: what it is behind in all states, of which some are elsewhere.
fn first(
    mentioned: &Mentioned,
    (counter, unit): (ExprId, Option<&BigInt>),
    rate: &BigInt,
    values: &[Vec<Option<BigInt>>],
) -> Option<BigInt> {
    let column = mentioned.integers.iter().position(|&e| e == counter)?;
    let counted = |value: &BigInt| unit.map_or_else(|| value.clone(), |unit| value.mod_floor(unit));
    let seen: Vec<BigInt> = values.iter().filter_map(|row| row[column].as_ref().map(counted)).collect();
    let (least, most) = (seen.iter().min()?, seen.iter().max()?);
    (least < most).then(|| if rate.is_positive() { least.clone() } else { most.clone() })
}

/// `what <= limit / divisor^k`, and no less than the negative, where the counter is `first + k * rate`; and it is no further than
/// until nothing is left, or so many rounds behind.
fn by_rounds(
    program: &mut Program,
    (what, divisor, limit): (ExprId, &BigInt, BigInt),
    (counter, rate, first): (ExprId, &BigInt, &BigInt),
    further: u32,
) -> ExprId {
    let mut t = Terms(program);
    let (mut limit, mut at, mut left) = (limit, first.clone(), further);
    let mut all = Vec::new();
    loop {
        let [here, most, least] = [at.clone(), limit.clone(), -&limit - 1].map(|n| t.int(n));
        let (is_here, no_more, no_less) = (t.eq(counter, here), t.le(what, most), t.le(least, what));
        let is_so = t.and(&[no_more, no_less]);
        all.push(t.implies(is_here, is_so));
        limit /= divisor;
        if limit.is_zero() {
            match left {
                0 => break,
                _ => left -= 1,
            }
        }
        at += rate;
    }
    let [first, last] = [first.clone(), at].map(|n| t.int(n));
    let (from, to) = if rate.is_positive() { (first, last) } else { (last, first) };
    all.extend([t.le(from, counter), t.le(counter, to)]);
    t.and(&all)
}
