//! How large blocks are: what an integer tells, in all states where there is the block.
//!
//! ```text
//! if (n == cap) { cap := 2 * cap; p := realloc(p, 4 * cap); }        p != 0 ==> size[p] == 4 * cap
//! ```

use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use rustc_hash::FxHashSet;

use super::linear::equation;
use super::mentioned::Mentioned;
use crate::base::ids::{ExprId, VarId};
use crate::ir::{ExprKind, Op, Program};
use crate::prove::terms::Terms;

/// States that are needed.
const LEAST: usize = 4;

/// `p == 0` or `size[p] == k * x + c`; `values` are those of the integers in each state.
pub fn guesses(
    program: &mut Program,
    mentioned: &Mentioned,
    values: &[Vec<Option<BigInt>>],
    of_blocks: &FxHashSet<VarId>,
    large: &[ExprId],
) -> Vec<ExprId> {
    let mut found = Vec::new();
    for &(start, _) in &mentioned.starts {
        let Some(at) = mentioned.integers.iter().position(|&e| e == start) else { continue };
        let is_there = |row: &Vec<Option<BigInt>>| row[at].as_ref().is_some_and(|n| !n.is_zero());
        let rows: Vec<&Vec<Option<BigInt>>> = values.iter().filter(|row| is_there(row)).collect();
        let columns = || mentioned.integers.iter().copied().enumerate();
        let sizes: Vec<(usize, ExprId)> =
            columns().filter(|&(_, e)| is_size_of(program, e, start, of_blocks)).collect();
        for (y, size) in sizes {
            for (x, other) in columns().filter(|&(_, e)| e != size && !large.contains(&e)) {
                let points = rows.iter().map(|row| Some((row[x].clone()?, row[y].clone()?)));
                let points: Option<FxHashSet<(BigInt, BigInt)>> = points.collect();
                if let Some((factor, sum)) = points.filter(|_| rows.len() >= LEAST).and_then(|points| line(&points)) {
                    let equal = equation(program, [((-1).into(), Some(size)), (factor, Some(other)), (sum, None)]);
                    let mut t = Terms(program);
                    let none = t.int(0);
                    let is_none = t.eq(start, none);
                    let guard = t.not(is_none);
                    found.push(program.exprs.implies(guard, equal));
                }
            }
        }
    }
    found
}

/// `k * x <= size[p]` and `k * (x + 1) <= size[p]`, where cells `k` apart are looked at: who is given a block and an index, knows no
/// number of cells.
pub fn indices(
    program: &mut Program,
    mentioned: &Mentioned,
    of_blocks: &FxHashSet<VarId>,
    large: &[ExprId],
) -> Vec<ExprId> {
    let steps: BTreeSet<&BigInt> = mentioned.accesses.iter().map(|access| &access.step).collect();
    let mut found = Vec::new();
    for &(start, _) in &mentioned.starts {
        let sizes = mentioned.integers.iter().filter(|&&e| is_size_of(program, e, start, of_blocks));
        let sizes: Vec<ExprId> = sizes.copied().collect();
        let indices = mentioned.changing.iter().filter(|e| !large.contains(e) && !sizes.contains(e));
        for (&size, &index) in sizes.iter().flat_map(|size| indices.clone().map(move |index| (size, index))) {
            for &step in &steps {
                let mut t = Terms(program);
                let step = t.int(step.clone());
                let far = t.mul(index, step);
                let behind = t.add(far, step);
                found.extend([t.le(far, size), t.le(behind, size)]);
            }
        }
    }
    found
}

fn is_size_of(program: &Program, e: ExprId, start: ExprId, of_blocks: &FxHashSet<VarId>) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::Select, args) if args[1] == start => {
            matches!(program.exprs.kind(args[0]), ExprKind::Var(map) if of_blocks.contains(map))
        }
        _ => false,
    }
}

/// `k` and `c` of `y == k x + c` for all of these points, `k` not zero; of one point, `c` is zero. `None`: there are none.
fn line(points: &FxHashSet<(BigInt, BigInt)>) -> Option<(BigInt, BigInt)> {
    let mut all = points.iter();
    let (x, y) = all.next()?;
    let origin = (BigInt::ZERO, BigInt::ZERO);
    let (other_x, other_y) = all.find(|(other, _)| other != x).unwrap_or(&origin);
    if x == other_x {
        return None;
    }
    let (factor, rest) = (other_y - y).div_rem(&(other_x - x));
    let sum = y - &factor * x;
    let holds = rest.is_zero() && !factor.is_zero() && points.iter().all(|(x, y)| *y == &factor * x + &sum);
    holds.then_some((factor, sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_through_all_points() {
        let line_of = |points: &[(i32, i32)]| {
            let points = points.iter().map(|&(x, y)| (x.into(), y.into()));
            line(&points.collect()).map(|(factor, sum)| (factor.to_string(), sum.to_string()))
        };
        let found = |factor: &str, sum: &str| Some((factor.to_string(), sum.to_string()));
        assert_eq!(line_of(&[(8, 32), (16, 64), (32, 128)]), found("4", "0"));
        assert_eq!(line_of(&[(0, 1), (3, 7)]), found("2", "1"));
        assert_eq!(line_of(&[(8, 32), (16, 64), (32, 127)]), None, "not on it");
        assert_eq!(line_of(&[(1, 1), (3, 2)]), None, "a half");
        assert_eq!(line_of(&[(8, 32), (8, 64)]), None, "no function");
        assert_eq!(line_of(&[(8, 32), (9, 32)]), None, "the same for all");
        assert_eq!(line_of(&[(8, 32)]), found("4", "0"));
        assert_eq!(line_of(&[(0, 32)]), None, "many");
    }
}
