//! Guessed bounds: variables against numbers of the program and against each other.

use num_bigint::BigInt;

use super::Head;
use crate::base::ids::ExprId;
use crate::ir::visit::walk;
use crate::ir::{Cmd, ExprKind, Op, Program, TypeTable};

/// Guesses at a loop head, at most.
const MOST: usize = 160;
/// Numbers that variables are compared with, the smallest first.
const NUMBERS: usize = 8;

/// For each loop head `x >= c` and `x <= c` of what the loop assigns, and `x <= y`, `x >= y` of that and what else is live.
pub fn guesses(program: &mut Program, heads: &[Head]) -> Vec<(usize, ExprId)> {
    let numbers = numbers(program);
    let mut found = Vec::new();
    for (index, head) in heads.iter().enumerate() {
        let before = found.len();
        for &var in &head.assigned {
            let value = program.var_expr(var);
            let limits = numbers.iter().map(|number| program.exprs.int(number.clone())).collect::<Vec<_>>();
            let others = head.live.iter().filter(|&&other| other != var).map(|&other| program.var_expr(other));
            let others: Vec<ExprId> = others.collect();
            for other in limits.into_iter().chain(others) {
                for pair in [[other, value], [value, other]] {
                    found.push((index, program.exprs.op(Op::Le, pair, TypeTable::BOOL)));
                }
            }
        }
        found.truncate(before + MOST);
    }
    found
}

/// The numbers that the program mentions, by size; zero and one besides.
fn numbers(program: &Program) -> Vec<BigInt> {
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
    numbers
}
