//! Integers and reals.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Exponents beyond this make numbers that nobody wants to see.
const LARGEST_EXPONENT: i64 = 4096;

/// Euclidean `a div b`, `b` not zero: `a == b * (a div b) + (a mod b)` and `0 <= a mod b < |b|`.
pub fn div(a: &BigInt, b: &BigInt) -> BigInt {
    if b.is_negative() { -a.div_floor(&-b) } else { a.div_floor(b) }
}

/// Euclidean `a mod b`, `b` not zero.
pub fn modulo(a: &BigInt, b: &BigInt) -> BigInt {
    a.mod_floor(&b.abs())
}

/// Z3's `rem`: `a mod b` with the sign of `b`.
pub fn rem(a: &BigInt, b: &BigInt) -> BigInt {
    let m = modulo(a, b);
    if b.is_negative() { -m } else { m }
}

/// `a ** b`; `None` where the result is irrational, undefined or absurdly large.
pub fn pow(a: &BigRational, b: &BigRational) -> Option<BigRational> {
    let exponent = b.is_integer().then(|| b.to_integer().to_i64()).flatten()?;
    if exponent.abs() > LARGEST_EXPONENT || (a.is_zero() && exponent < 0) {
        return None;
    }
    if exponent == 0 {
        return Some(BigRational::one());
    }
    Some(num_traits::pow::Pow::pow(a, exponent as i32))
}

/// A comparison operator, by which orderings satisfy it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// Of the same operands in the other order.
    pub fn turned(self) -> Comparison {
        match self {
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
        }
    }

    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Lt => ordering.is_lt(),
            Comparison::Le => ordering.is_le(),
            Comparison::Gt => ordering.is_gt(),
            Comparison::Ge => ordering.is_ge(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn euclidean_in_all_four_quadrants() {
        for (a, b, q, r) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1), (6, -3, -2, 0), (-1, 5, -1, 4)]
        {
            let (a, b) = (BigInt::from(a), BigInt::from(b));
            assert_eq!(div(&a, &b), BigInt::from(q), "{a} div {b}");
            assert_eq!(modulo(&a, &b), BigInt::from(r), "{a} mod {b}");
            assert_eq!(&b * div(&a, &b) + modulo(&a, &b), a);
        }
        assert_eq!(rem(&BigInt::from(7), &BigInt::from(-2)), BigInt::from(-1));
    }

    #[test]
    fn powers() {
        let q = |n: i64, d: i64| BigRational::new(n.into(), d.into());
        assert_eq!(pow(&q(2, 3), &q(3, 1)), Some(q(8, 27)));
        assert_eq!(pow(&q(2, 3), &q(-2, 1)), Some(q(9, 4)));
        assert_eq!(pow(&q(0, 1), &q(0, 1)), Some(q(1, 1)));
        assert_eq!(pow(&q(0, 1), &q(-1, 1)), None);
        assert_eq!(pow(&q(2, 1), &q(1, 2)), None);
    }
}
