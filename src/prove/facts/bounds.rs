//! Guessed bounds: integers against numbers of the program and against each other, pointers against the ends of blocks.

use num_bigint::BigInt;

use super::mentioned::Mentioned;
use crate::base::ids::ExprId;
use crate::ir::visit::walk;
use crate::ir::{Cmd, ExprKind, Op, Program};
use crate::prove::terms::Terms;

/// Numbers that integers are compared with, the smallest first.
const NUMBERS: usize = 8;
/// Lengths that are added to a pointer.
const LENGTHS: usize = 8;

/// `x <= y` and `x < y` both ways, of what the loop changes and of all else that is of its kind; for addresses, `p <= q + n` as
/// well. `large` are addresses.
pub fn guesses(program: &mut Program, mentioned: &Mentioned, large: &[ExprId], numbers: &[ExprId]) -> Vec<ExprId> {
    let mut t = Terms(program);
    let zero = t.int(0);
    let small: Vec<ExprId> = mentioned.integers.iter().copied().filter(|e| !large.contains(e)).collect();
    let mut found = Vec::new();
    for &value in &mentioned.changing {
        let is_large = large.contains(&value);
        let others: Vec<ExprId> = match is_large {
            true => std::iter::once(zero).chain(large.iter().copied()).collect(),
            false => small.clone(),
        };
        for &number in numbers.iter().filter(|_| !is_large) {
            found.extend([t.le(value, number), t.le(number, value)]);
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

/// All that can be between two integers.
fn between(t: &mut Terms<'_>, a: ExprId, b: ExprId, found: &mut Vec<ExprId>) {
    if a == b {
        return;
    }
    found.extend([t.le(a, b), t.le(b, a), t.lt(a, b), t.lt(b, a)]);
}

/// Comparisons of the program, at the head; what is not equal may be so.
pub fn compared(program: &mut Program, mentioned: &Mentioned) -> Vec<ExprId> {
    let mut t = Terms(program);
    let mut found = Vec::new();
    for &(op, left, right) in &mentioned.comparisons {
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

/// What truth values are, and where blocks begin: `live[p]`, or there is no `p`.
pub fn truths(program: &mut Program, mentioned: &Mentioned) -> Vec<ExprId> {
    let mut t = Terms(program);
    let zero = t.int(0);
    let mut found = Vec::new();
    for &(start, ref unit) in &mentioned.starts {
        let unit = t.int(unit.clone());
        let rest = t.modulo(start, unit);
        found.push(t.eq(rest, zero));
        found.push(t.le(unit, start));
        let none = t.eq(start, zero);
        found.extend([none, t.not(none)]);
        for &truth in &mentioned.truths {
            if is_cell_at(t.0, truth, start) {
                let some = t.not(none);
                found.push(t.implies(some, truth));
            }
        }
    }
    for &truth in &mentioned.truths {
        found.extend([truth, t.not(truth)]);
    }
    found
}

fn is_cell_at(program: &Program, cell: ExprId, index: ExprId) -> bool {
    matches!(program.exprs.kind(cell), ExprKind::Op(Op::Select, args) if args[1] == index)
}

/// The numbers that the program mentions, by size; zero and one besides.
pub fn numbers(program: &mut Program) -> Vec<ExprId> {
    let bodies = program.procs.iter().filter(|p| p.body.is_some());
    let roots: Vec<ExprId> = bodies.flat_map(|p| p.cmds()).flat_map(Cmd::exprs).collect();
    let mut numbers = vec![BigInt::from(0), BigInt::from(1)];
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
