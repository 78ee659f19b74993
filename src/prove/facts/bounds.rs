//! Guessed bounds: integers against numbers of the program and against each other, pointers against the ends of blocks.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use super::linear::{Linear, change, unwrapped};
use super::mentioned::Mentioned;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{substitute, walk};
use crate::ir::{Cmd, ExprKind, Op, Program};
use crate::prove::terms::Terms;

/// Numbers that integers are compared with, the smallest first.
const NUMBERS: usize = 8;
/// Lengths that are added to a pointer.
const LENGTHS: usize = 8;
/// Numbers of so many bits are the limits of types.
const WORD: u64 = 31;
/// States that say how fast something goes up, and how much faster than something else that may be.
const SEEN: usize = 8;
const FASTEST: u32 = 8;
/// Integers of which two may bound another one together.
const JOINT: usize = 10;
/// Changes that are looked at.
const RATES: usize = 8;

/// `x <= y` and `x < y` both ways, of what the loop changes and of all else that is of its kind; for addresses, `p <= q + n` as
/// well. `large` are addresses; with what is `constant`, numbers alone are compared.
pub fn guesses(
    program: &mut Program,
    mentioned: &Mentioned,
    (large, constant): (&[ExprId], &[ExprId]),
    (numbers, limits): (&[ExprId], &[ExprId]),
) -> Vec<ExprId> {
    let mut t = Terms(program);
    let zero = t.int(0);
    let is_small = |e: &ExprId| !large.contains(e) && !constant.contains(e);
    let small: Vec<ExprId> = mentioned.integers.iter().copied().filter(is_small).collect();
    let mut found = Vec::new();
    for &value in &mentioned.changing {
        let is_large = large.contains(&value);
        let others: Vec<ExprId> = match is_large {
            true => std::iter::once(zero).chain(large.iter().copied()).collect(),
            false if constant.contains(&value) => Vec::new(),
            false => small.clone(),
        };
        for &number in numbers.iter().filter(|_| !is_large) {
            found.extend([t.le(value, number), t.le(number, value)]);
        }
        for &limit in limits.iter().filter(|_| !is_large) {
            found.extend([t.le(value, limit), t.lt(value, limit)]);
        }
        for &other in others.iter().filter(|&&other| other != value) {
            between(&mut t, value, other, &mut found);
            if is_large && other != zero {
                for &length in small.iter().take(LENGTHS) {
                    let end = t.add(other, length);
                    between(&mut t, value, end, &mut found);
                }
            }
        }
    }
    found
}

/// What changes at the same rates in opposite ways has a sum that stays: `p` goes up as `n` goes down, and `p + n` is at most the
/// end of a block.
pub fn sums(program: &mut Program, mentioned: &Mentioned, large: &[ExprId]) -> Vec<ExprId> {
    let rates: Vec<(ExprId, BigInt)> = rates(program, mentioned);
    let is_changing = |e: &ExprId| mentioned.changing.contains(e);
    let unchanging: Vec<ExprId> = mentioned.integers.iter().copied().filter(|e| !is_changing(e)).collect();
    let mut t = Terms(program);
    let zero = t.int(0);
    let mut found = Vec::new();
    for (up, rise) in rates.iter().filter(|(_, rate)| rate.is_positive()) {
        for (down, fall) in rates.iter().filter(|(down, rate)| rate.is_negative() && down != up) {
            let [rise, fall] = [rise.magnitude(), fall.magnitude()].map(|n| BigInt::from(n.clone()));
            let common = rise.gcd(&fall);
            let up_part = times(&mut t, *up, &(&fall / &common));
            let down_part = times(&mut t, *down, &(&rise / &common));
            let sum = t.add(up_part, down_part);
            let is_large = large.contains(up) || large.contains(down);
            let (ends, lengths): (Vec<ExprId>, Vec<ExprId>) = unchanging.iter().partition(|e| large.contains(e));
            if !is_large {
                lengths.iter().for_each(|&length| between(&mut t, sum, length, &mut found));
                continue;
            }
            for &end in &ends {
                for &length in std::iter::once(&zero).chain(lengths.iter().take(LENGTHS)) {
                    for factor in [BigInt::one(), &rise / &common] {
                        let length = times(&mut t, length, &factor);
                        let end = t.add(end, length);
                        between(&mut t, sum, end, &mut found);
                    }
                }
            }
        }
    }
    found
}

/// What goes up at most so many times as fast as another integer: `o <= 2 * i` where up to two bytes are written for each that is read;
/// `values` are those of the integers in each state.
pub fn paces(
    program: &mut Program,
    mentioned: &Mentioned,
    values: &[Vec<Option<BigInt>>],
    large: &[ExprId],
) -> Vec<ExprId> {
    let rises = |e: &ExprId| mentioned.changing.contains(e) && !large.contains(e);
    let columns: Vec<usize> = (0..mentioned.integers.len()).filter(|&n| rises(&mentioned.integers[n])).collect();
    let mut found = Vec::new();
    let mut t = Terms(program);
    for (&fast, &slow) in columns.iter().flat_map(|fast| columns.iter().map(move |slow| (fast, slow))) {
        let pairs = values.iter().map(|row| Some((row[fast].as_ref()?, row[slow].as_ref()?)));
        let Some(pairs) = pairs.collect::<Option<Vec<_>>>().filter(|pairs| pairs.len() >= SEEN) else { continue };
        let keeps = |pace: u32| pairs.iter().all(|&(x, y)| *x <= y * pace && !y.is_negative());
        if fast != slow
            && !keeps(1)
            && let Some(pace) = (2..=FASTEST).find(|&pace| keeps(pace))
        {
            let most = times(&mut t, mentioned.integers[slow], &pace.into());
            found.push(t.le(mentioned.integers[fast], most));
        }
    }
    found
}

/// What goes up no more than two other integers together: `k <= i + j` where what is read of two arrays is written into a third, some
/// of it once. `values` are those of the integers in each state.
pub fn joint(
    program: &mut Program,
    mentioned: &Mentioned,
    values: &[Vec<Option<BigInt>>],
    large: &[ExprId],
) -> Vec<ExprId> {
    let is_small = |&n: &usize| !large.contains(&mentioned.integers[n]);
    let changes = |n: usize| mentioned.changing.contains(&mentioned.integers[n]);
    let is_seen = |&n: &usize| values.len() >= SEEN && values.iter().all(|row| row[n].as_ref().is_some_and(is_natural));
    let is_cell = |&n: &usize| !matches!(program.exprs.kind(mentioned.integers[n]), ExprKind::Var(_));
    let mut columns: Vec<usize> = (0..mentioned.integers.len()).filter(is_small).filter(is_seen).collect();
    columns.sort_by_key(is_cell);
    columns.truncate(JOINT);
    let at = |row: &[Option<BigInt>], n: usize| row[n].clone().unwrap_or_default();
    let mut found = Vec::new();
    let mut t = Terms(program);
    for &sum in columns.iter().filter(|&&n| changes(n)) {
        let exceeds = |n: usize| values.iter().any(|row| at(row, sum) > at(row, n));
        let parts: Vec<usize> = columns.iter().copied().filter(|&n| n != sum && exceeds(n)).collect();
        for (index, &one) in parts.iter().enumerate() {
            for &other in parts[index + 1..].iter().filter(|&&other| changes(one) || changes(other)) {
                if values.iter().all(|row| at(row, sum) <= at(row, one) + at(row, other)) {
                    let both = t.add(mentioned.integers[one], mentioned.integers[other]);
                    found.push(t.le(mentioned.integers[sum], both));
                }
            }
        }
    }
    found
}

fn is_natural(n: &BigInt) -> bool {
    !n.is_negative()
}

fn times(t: &mut Terms<'_>, e: ExprId, factor: &BigInt) -> ExprId {
    if factor.is_one() {
        return e;
    }
    let factor = t.int(factor.clone());
    t.mul(e, factor)
}

/// By how much what the loop changes goes up or down at some place in it.
fn rates(program: &Program, mentioned: &Mentioned) -> Vec<(ExprId, BigInt)> {
    let mut found = Vec::new();
    for &(_, to, value) in mentioned.comparisons.iter().filter(|(op, ..)| *op == Op::Eq) {
        let rate = change(program, to, value).filter(|rate| rate.bits() > 0).map(|rate| (to, rate));
        found.extend(rate.filter(|rate| !found.contains(rate) && found.len() < RATES));
    }
    found
}

/// All that can be between two integers.
fn between(t: &mut Terms<'_>, a: ExprId, b: ExprId, found: &mut Vec<ExprId>) {
    if a == b {
        return;
    }
    found.extend([t.le(a, b), t.le(b, a), t.lt(a, b), t.lt(b, a)]);
}

/// Comparisons of the program, at the head; what is not equal may be so.
pub fn compared(program: &mut Program, mentioned: &Mentioned) -> Vec<ExprId> {
    let mut found = Vec::new();
    for &(op, left, right) in &mentioned.comparisons {
        // What wraps around is no easier to tell than what does not.
        let multiplies = is_product(program, left) || is_product(program, right);
        let [left, right] = [left, right].map(|e| if multiplies { unwrapped(program, e) } else { e });
        let mut t = Terms(program);
        match op {
            Op::Eq | Op::Neq => {
                let same = t.eq(left, right);
                found.extend([same, t.not(same)]);
            }
            _ => between(&mut t, left, right, &mut found),
        }
    }
    found
}

/// Whether there is a product of what are no numbers in it.
fn is_product(program: &Program, e: ExprId) -> bool {
    let mut any = false;
    walk(&program.exprs, [e], |_, kind| {
        if let ExprKind::Op(Op::Mul, args) = kind {
            any |= args.iter().all(|&arg| program.exprs.literal(arg).is_none());
        }
    });
    any
}

/// Comparisons of products and cells as if nothing wrapped around, also with one variable that the loop changes in place of
/// another: behind the loop, the program may look at either.
pub fn uncoupled(program: &mut Program, mentioned: &Mentioned, large: &[ExprId]) -> Vec<ExprId> {
    let variable = |program: &Program, e: ExprId| match program.exprs.kind(e) {
        ExprKind::Var(var) if !large.contains(&e) => Some(*var),
        _ => None,
    };
    let changing: Vec<VarId> = mentioned.changing.iter().filter_map(|&e| variable(program, e)).take(NUMBERS).collect();
    let mut found = Vec::new();
    for &(op, left, right) in mentioned.comparisons.iter().filter(|(op, ..)| !matches!(op, Op::Eq | Op::Neq)) {
        let mut variables = Vec::new();
        let (mut is_cell, mut divides) = (false, false);
        walk(&program.exprs, [left], |_, kind| match kind {
            ExprKind::Var(var) if changing.contains(var) => variables.push(*var),
            ExprKind::Op(Op::Select, _) => is_cell = true,
            ExprKind::Op(Op::Div | Op::Mod, _) => divides = true,
            _ => {}
        });
        if divides || !is_cell && !is_product(program, left) {
            continue;
        }
        let [left, right] = [left, right].map(|side| unwrapped(program, side));
        for &var in &variables {
            for &other in changing.iter().filter(|&&other| other != var) {
                let replaced = FxHashMap::from_iter([(var, program.var_expr(other))]);
                let left = substitute(&mut program.exprs, left, &replaced);
                let mut t = Terms(program);
                found.push(match op {
                    Op::Lt => t.lt(left, right),
                    Op::Le => t.le(left, right),
                    Op::Gt => t.lt(right, left),
                    _ => t.le(right, left),
                });
            }
        }
    }
    found
}

/// What truth values are, and where blocks begin: `live[p]`, or there is no `p`; all addresses, as that of the next block, may be
/// where one begins.
pub fn truths(program: &mut Program, mentioned: &Mentioned, large: &[ExprId]) -> Vec<ExprId> {
    let mut t = Terms(program);
    let zero = t.int(0);
    let mut found = Vec::new();
    if let Some((_, unit)) = mentioned.starts.first() {
        let unit = t.int(unit.clone());
        for &address in large {
            let rest = t.modulo(address, unit);
            found.push(t.eq(rest, zero));
        }
    }
    for &(start, ref unit) in &mentioned.starts {
        let unit = t.int(unit.clone());
        let rest = t.modulo(start, unit);
        found.push(t.eq(rest, zero));
        found.push(t.le(unit, start));
        let none = t.eq(start, zero);
        found.extend([none, t.not(none)]);
        // What is asked of one block may be asked of another.
        for &map in &mentioned.truth_maps {
            let truth = t.select(map, start);
            let some = t.not(none);
            found.push(t.implies(some, truth));
        }
    }
    for &truth in &mentioned.truths {
        found.extend([truth, t.not(truth)]);
    }
    found
}

/// Numbers in what the program compares, which may be too large for [`numbers`]: what integers are at most.
pub fn limits(program: &mut Program) -> Vec<ExprId> {
    let bodies = program.procs.iter().filter(|p| p.body.is_some());
    let roots: Vec<ExprId> = bodies.flat_map(|p| p.cmds()).flat_map(Cmd::exprs).collect();
    let mut sides = Vec::new();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Op(Op::Le | Op::Lt | Op::Ge | Op::Gt, args) = kind {
            sides.extend([args[0], args[1]]);
        }
    });
    let mut limits: Vec<BigInt> = Vec::new();
    for number in sides.into_iter().map(|side| Linear::of(program, side).number) {
        if number.is_positive() && number.bits() < WORD && !limits.contains(&number) && limits.len() < NUMBERS {
            limits.push(number);
        }
    }
    limits.into_iter().map(|number| program.exprs.int(number)).collect()
}

/// The numbers that the program mentions, by size; zero and one besides, and where what counts down to zero ends.
pub fn numbers(program: &mut Program) -> Vec<ExprId> {
    let bodies = program.procs.iter().filter(|p| p.body.is_some());
    let roots: Vec<ExprId> = bodies.flat_map(|p| p.cmds()).flat_map(Cmd::exprs).collect();
    let mut numbers = vec![BigInt::from(0), BigInt::from(1), BigInt::from(-1)];
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Int(value) = kind {
            numbers.push(value.clone());
        }
    });
    numbers.sort_by_key(|number| (number.magnitude().clone(), number.sign()));
    numbers.dedup();
    numbers.truncate(NUMBERS);
    numbers.into_iter().map(|number| program.exprs.int(number)).collect()
}
