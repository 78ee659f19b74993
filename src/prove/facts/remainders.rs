//! Guessed remainders: what integers are modulo small numbers, from some number on or always.
//!
//! ```text
//! while (x < m) { x := x + 2; }  assert x mod 2 == 0;      x mod 2 == 0 at the head
//! ```
//!
//! Spacer finds inequalities and differences by itself; remainders it enumerates.

use super::Head;
use crate::base::ids::ExprId;
use crate::ir::visit::walk;
use crate::ir::{Cmd, ExprKind, Op, Program, TypeTable};

/// Moduli that are tried, at most so large.
const LARGEST: i64 = 16;
/// Guesses in all.
const MOST: usize = 400;

/// `x mod m == r`, and `c <= x ==> x mod m == r`, of what loops assign; none where the program does not ask for remainders.
pub fn guesses(program: &mut Program, heads: &[Head]) -> Vec<(usize, ExprId)> {
    let numbers = Numbers::of(program);
    let mut found = Vec::new();
    let always = std::iter::once(None);
    let froms: Vec<Option<i64>> = always.chain(numbers.limits.iter().copied().map(Some)).collect();
    for (index, head) in heads.iter().enumerate() {
        for var in head.assigned(program, TypeTable::INT) {
            for &modulus in &numbers.moduli {
                for &from in &froms {
                    found.extend((0..modulus).map(|rest| (index, var, modulus, rest, from)));
                }
            }
        }
    }
    if found.len() > MOST {
        found.retain(|&(.., from)| from.is_none());
    }
    found.truncate(MOST);
    let formulas = found.into_iter().map(|(index, var, modulus, rest, from)| {
        let value = program.var_expr(var);
        let (modulus, rest) = (program.exprs.int(modulus), program.exprs.int(rest));
        let remainder = program.exprs.op(Op::Mod, [value, modulus], TypeTable::INT);
        let is_rest = program.exprs.eq(remainder, rest);
        let Some(from) = from else { return (index, is_rest) };
        let from = program.exprs.int(from);
        let large = program.exprs.op(Op::Le, [from, value], TypeTable::BOOL);
        (index, program.exprs.implies(large, is_rest))
    });
    formulas.collect()
}

/// Numbers that a program mentions.
#[derive(Default)]
struct Numbers {
    /// That it takes remainders of.
    moduli: Vec<i64>,
    /// That it compares with.
    limits: Vec<i64>,
}

impl Numbers {
    fn of(program: &Program) -> Numbers {
        let mut numbers = Numbers::default();
        let roots: Vec<ExprId> = program.procs.iter().flat_map(|p| p.cmds()).flat_map(Cmd::exprs).collect();
        let int = |e: &ExprId| match program.exprs.kind(*e) {
            ExprKind::Int(value) => i64::try_from(value).ok(),
            _ => None,
        };
        walk(&program.exprs, roots, |_, kind| match kind {
            ExprKind::Op(Op::Mod, args) => {
                numbers.moduli.extend(int(&args[1]).filter(|modulus| (2..=LARGEST).contains(modulus)));
            }
            ExprKind::Op(Op::Lt | Op::Le | Op::Gt | Op::Ge, args) => numbers.limits.extend(args.iter().filter_map(int)),
            _ => {}
        });
        for all in [&mut numbers.moduli, &mut numbers.limits] {
            all.sort();
            all.dedup();
        }
        numbers
    }
}
