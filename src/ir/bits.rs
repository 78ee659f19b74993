//! Functions of the bits of two integers that are not negative; in arithmetic, where one of the two is a number.
//!
//! ```text
//! a & n  =  Σ ((a div 2^i) mod 2^(j-i)) · 2^i         over the runs of ones of n, from bit i to below j
//! a | n  =  a + n - (a & n)          a ^ n  =  a + n - 2 (a & n)
//! a << n =  (a · 2^n) mod 2^w        a >> n =  a div 2^n
//! ```

use super::Builtin;

/// Runs of ones in a number, with more than which its bits are better looked at one by one.
const MOST_RUNS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    And,
    Or,
    Xor,
    /// Shifts.
    Shl,
    Shr,
}

/// What makes terms of integers. `None`: a number is too large for it.
pub trait Arithmetic {
    type Number: Clone;

    fn number(&mut self, n: i128) -> Self::Number;
    /// `a + k·b`
    fn plus(&mut self, a: &Self::Number, k: i128, b: &Self::Number) -> Option<Self::Number>;
    /// `a div n`, where `n > 0`.
    fn quotient(&mut self, a: &Self::Number, n: i128) -> Option<Self::Number>;
    /// `a mod n`, where `n > 0`.
    fn remainder(&mut self, a: &Self::Number, n: i128) -> Option<Self::Number>;
}

impl BitOp {
    /// That of a function on bit-vectors.
    pub fn of(builtin: &Builtin) -> Option<BitOp> {
        Some(match builtin {
            Builtin::BvAnd => BitOp::And,
            Builtin::BvOr => BitOp::Or,
            Builtin::BvXor => BitOp::Xor,
            Builtin::BvShl => BitOp::Shl,
            Builtin::BvLshr => BitOp::Shr,
            _ => return None,
        })
    }

    /// That function on bit-vectors.
    pub fn builtin(self) -> Builtin {
        match self {
            BitOp::And => Builtin::BvAnd,
            BitOp::Or => Builtin::BvOr,
            BitOp::Xor => Builtin::BvXor,
            BitOp::Shl => Builtin::BvShl,
            BitOp::Shr => Builtin::BvLshr,
        }
    }

    /// The greatest number that it gives of such from 0 to these, of so many bits, at most 64.
    pub fn most(self, width: u32, a: i128, b: i128) -> i128 {
        let all = (1i128 << width) - 1;
        match self {
            BitOp::And => a.min(b),
            BitOp::Or | BitOp::Xor => ((a | b) as u128 + 1).next_power_of_two() as i128 - 1,
            BitOp::Shl => all,
            BitOp::Shr => a,
        }
    }

    /// What it gives, of two numbers of so many bits, at most 64.
    pub fn apply(self, width: u32, a: i128, b: i128) -> i128 {
        let all = (1i128 << width) - 1;
        match self {
            BitOp::And => a & b,
            BitOp::Or => a | b,
            BitOp::Xor => a ^ b,
            BitOp::Shl | BitOp::Shr if b >= i128::from(width) => 0,
            BitOp::Shl => ((a as u128) << b) as i128 & all,
            BitOp::Shr => a >> b,
        }
    }

    /// Whether the operands may be the other way round.
    pub fn commutes(self) -> bool {
        matches!(self, BitOp::And | BitOp::Or | BitOp::Xor)
    }

    /// What it gives of a term from 0 to below `2^width`, at most 64 bits, and of a number of as many; `None`: not without looking at
    /// bits.
    pub fn of_number<A: Arithmetic>(self, width: u32, make: &mut A, a: &A::Number, n: u64) -> Option<A::Number> {
        match self {
            BitOp::And => conjunction(width, make, a, n),
            BitOp::Or | BitOp::Xor => {
                let both = conjunction(width, make, a, n)?;
                let number = make.number(n.into());
                let sum = make.plus(a, 1, &number)?;
                make.plus(&sum, if self == BitOp::Or { -1 } else { -2 }, &both)
            }
            BitOp::Shl | BitOp::Shr if n >= u64::from(width) => Some(make.number(0)),
            BitOp::Shl => {
                let zero = make.number(0);
                // What is shifted out is left out first, so that numbers stay small.
                let kept = make.remainder(a, 1 << (u64::from(width) - n))?;
                make.plus(&zero, 1 << n, &kept)
            }
            BitOp::Shr => make.quotient(a, 1 << n),
        }
    }
}

/// `a & n`
fn conjunction<A: Arithmetic>(width: u32, make: &mut A, a: &A::Number, n: u64) -> Option<A::Number> {
    let runs = runs(n);
    if runs.len() > MOST_RUNS {
        return None;
    }
    let mut sum = make.number(0);
    for (first, end) in runs {
        let above = make.quotient(a, 1 << first)?;
        let run = if end == width { above } else { make.remainder(&above, 1 << (end - first))? };
        sum = make.plus(&sum, 1 << first, &run)?;
    }
    Some(sum)
}

/// The runs of ones in a number, the lowest first: the first bit of each, and the one behind it.
fn runs(mut n: u64) -> Vec<(u32, u32)> {
    let (mut runs, mut at) = (Vec::new(), 0);
    while n != 0 {
        let first = at + n.trailing_zeros();
        n >>= n.trailing_zeros();
        let end = first + n.trailing_ones();
        n = n.checked_shr(n.trailing_ones()).unwrap_or(0);
        runs.push((first, end));
        at = end;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers by themselves.
    struct Numbers;

    impl Arithmetic for Numbers {
        type Number = i128;

        fn number(&mut self, n: i128) -> i128 {
            n
        }

        fn plus(&mut self, a: &i128, k: i128, b: &i128) -> Option<i128> {
            a.checked_add(k.checked_mul(*b)?)
        }

        fn quotient(&mut self, a: &i128, n: i128) -> Option<i128> {
            Some(a.div_euclid(n))
        }

        fn remainder(&mut self, a: &i128, n: i128) -> Option<i128> {
            Some(a.rem_euclid(n))
        }
    }

    const OPS: [BitOp; 5] = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr];

    fn agrees(width: u32, samples: impl Iterator<Item = u64> + Clone) {
        for op in OPS {
            for a in samples.clone() {
                for n in samples.clone() {
                    let found = op.of_number(width, &mut Numbers, &a.into(), n);
                    assert_eq!(found, Some(op.apply(width, a.into(), n.into())), "{op:?} {a} {n}");
                }
            }
        }
    }

    #[test]
    fn of_a_number_it_is_what_it_is_of_bits() {
        agrees(6, 0..64);
    }

    #[test]
    fn nothing_is_more_than_the_most() {
        for op in OPS {
            for (a, b) in (0..64).flat_map(|a| (0..64).map(move |b| (a, b))) {
                let most = (0..=a).flat_map(|x| (0..=b).map(move |y| op.apply(6, x, y))).max();
                assert!(most.is_some_and(|most| most <= op.most(6, a, b)), "{op:?} {a} {b}");
            }
        }
    }

    #[test]
    fn wide_numbers() {
        let samples =
            [0, 1, 2, 0xff, 1 << 31, 0xffff_ffff, 1 << 32, 0xff00_ff00_0000_00ff, 1 << 63, u64::MAX - 1, u64::MAX];
        agrees(64, samples.into_iter());
    }
}
