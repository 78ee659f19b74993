//! Equations that hold in all sampled states: linear ones of integers and cells, and of products of two where the program
//! multiplies.
//!
//! The coefficients are the null space of the matrix whose rows are the states. After R. Sharma, S. Gupta, B. Hariharan,
//! A. Aiken, P. Liang, A. Nori, A Data Driven Approach for Algebraic Loop Invariants, ESOP 2013.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashSet;

use super::affine::{Row, integral, reduce};
use super::linear::equation;
use super::mentioned::Mentioned;
use crate::base::ids::ExprId;
use crate::ir::visit::walk;
use crate::ir::{Cmd, ExprKind, Op, Program};
use crate::prove::terms::Terms;

/// Integers that are related.
const MOST: usize = 16;
/// Integers whose products are related; no addresses.
const FACTORS: usize = 6;
/// States that are needed.
const LEAST: usize = 8;
/// Terms of an equation, at most: what has more holds by chance.
const LONGEST: usize = 6;
/// Values and coefficients have at most so many bits.
const BITS: u64 = 64;

/// Equations between what is mentioned; `values` are those of its integers in each state.
pub fn guesses(
    program: &mut Program,
    mentioned: &Mentioned,
    values: &[Vec<Option<BigInt>>],
    large: &[ExprId],
    multiplies: bool,
) -> Vec<ExprId> {
    if values.len() < LEAST {
        return Vec::new();
    }
    let is_short = |n: &BigInt| n.bits() <= BITS;
    let known = |column: &usize| values.iter().all(|row| row[*column].as_ref().is_some_and(is_short));
    let columns: Vec<usize> = (0..mentioned.integers.len()).filter(known).take(MOST).collect();
    let singles: Vec<Vec<usize>> = columns.iter().map(|&column| vec![column]).collect();
    let mut found = fitted(program, mentioned, values, &singles);
    if multiplies {
        let is_small = |column: &usize| !large.contains(&mentioned.integers[*column]);
        // What is the same in all states tells nothing new in a product.
        let mut seen = FxHashSet::default();
        let mut is_new = |&column: &usize| seen.insert(values.iter().map(|row| &row[column]).collect::<Vec<_>>());
        let factors = columns.into_iter().filter(is_small).filter(&mut is_new);
        let factors: Vec<usize> = factors.take(FACTORS).collect();
        let mut products: Vec<Vec<usize>> = factors.iter().map(|&factor| vec![factor]).collect();
        for (n, &a) in factors.iter().enumerate() {
            products.extend(factors[n..].iter().map(|&b| vec![a, b]));
        }
        found.extend(fitted(program, mentioned, values, &products));
    }
    found
}

/// Whether the program multiplies or divides by what is no number.
pub fn multiplies(program: &Program) -> bool {
    let mut any = false;
    let roots: Vec<ExprId> = program.procs.iter().flat_map(|p| p.cmds()).flat_map(Cmd::exprs).collect();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Op(Op::Mul, args) = kind {
            any |= args.iter().filter(|&&arg| program.exprs.literal(arg).is_none()).count() > 1;
        }
    });
    any
}

/// Equations between products of columns.
fn fitted(
    program: &mut Program,
    mentioned: &Mentioned,
    values: &[Vec<Option<BigInt>>],
    products: &[Vec<usize>],
) -> Vec<ExprId> {
    let value = |row: &[Option<BigInt>], product: &[usize]| {
        let factors = product.iter().filter_map(|&column| row[column].clone());
        BigRational::from_integer(factors.product())
    };
    let row = |row: &Vec<Option<BigInt>>| -> Row {
        products.iter().map(|product| value(row, product)).chain([BigRational::one()]).collect()
    };
    let mut rows: Vec<Row> = values.iter().map(row).collect();
    rows.sort();
    rows.dedup();
    reduce(&mut rows, products.len() + 1);
    let mut found = Vec::new();
    for coefficients in null_space(&rows, products.len() + 1) {
        let scaled = integral(&coefficients);
        let terms = scaled.iter().filter(|factor| !factor.is_zero()).count();
        let changes = |n: usize| {
            let product = products.get(n).map_or(&[][..], |product| product);
            product.iter().any(|&column| mentioned.changing.contains(&mentioned.integers[column]))
        };
        let changes = (0..scaled.len()).any(|n| !scaled[n].is_zero() && changes(n));
        if changes && terms <= LONGEST && scaled.iter().all(|factor| factor.bits() <= BITS) {
            let product = |n: usize, program: &mut Program| {
                let factors = products.get(n)?.iter().map(|&column| mentioned.integers[column]);
                factors.reduce(|a, b| Terms(program).mul(a, b))
            };
            let terms: Vec<(BigInt, Option<ExprId>)> =
                scaled.into_iter().enumerate().map(|(n, factor)| (factor, product(n, program))).collect();
            found.push(equation(program, terms));
        }
    }
    found
}

/// Vectors that span all whose product with each row is zero; the rows are in reduced echelon form.
fn null_space(rows: &[Row], columns: usize) -> Vec<Row> {
    let pivots: Vec<usize> = rows.iter().filter_map(|row| row.iter().position(|value| !value.is_zero())).collect();
    let free = (0..columns).filter(|column| !pivots.contains(column));
    let vector = |free: usize| {
        let mut vector: Row = vec![BigRational::zero(); columns];
        vector[free] = BigRational::one();
        for (row, &pivot) in rows.iter().zip(&pivots) {
            vector[pivot] = -row[free].clone();
        }
        vector
    };
    free.map(vector).collect()
}
