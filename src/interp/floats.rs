//! IEEE 754 numbers, exactly: operations on rationals, rounded once.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::numbers::Comparison;
use crate::ir::Builtin;
use crate::ir::expr::RoundingMode;
use crate::verdict::Value;

/// Formats with more exponent bits are not computed with: their numbers have millions of digits.
const WIDEST_EXPONENT: u32 = 16;

/// A format: `exponent` and `significand` bits, the hidden bit included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub exponent: u32,
    pub significand: u32,
}

/// The number of a bit pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Nan,
    Infinity {
        negative: bool,
    },
    Zero {
        negative: bool,
    },
    /// Not zero.
    Finite(BigRational),
}

use Number::{Finite, Infinity, Nan, Zero as ZeroOf};

impl Number {
    fn negative(&self) -> bool {
        match self {
            Nan => false,
            Infinity { negative } | ZeroOf { negative } => *negative,
            Finite(r) => r.is_negative(),
        }
    }

    fn negate(self) -> Number {
        match self {
            Nan => Nan,
            Infinity { negative } => Infinity { negative: !negative },
            ZeroOf { negative } => ZeroOf { negative: !negative },
            Finite(r) => Finite(-r),
        }
    }

    /// The real number, for zeros and finite ones.
    fn real(&self) -> Option<BigRational> {
        match self {
            ZeroOf { .. } => Some(BigRational::zero()),
            Finite(r) => Some(r.clone()),
            Nan | Infinity { .. } => None,
        }
    }

    /// A rational as a number; an exact zero gets that sign.
    fn of(r: BigRational, negative_zero: bool) -> Number {
        if r.is_zero() { ZeroOf { negative: negative_zero } } else { Finite(r) }
    }
}

fn two_to(exponent: i64) -> BigRational {
    let magnitude = BigInt::one() << exponent.unsigned_abs();
    if exponent < 0 { BigRational::new(BigInt::one(), magnitude) } else { BigRational::from_integer(magnitude) }
}

/// Largest `k` with `2^k <= a`, for positive `a`.
fn floor_log2(a: &BigRational) -> i64 {
    let k = a.numer().bits() as i64 - a.denom().bits() as i64;
    if two_to(k) <= *a { k } else { k - 1 }
}

/// An integer near a non-negative rational.
fn round_magnitude(q: &BigRational, negative: bool, mode: RoundingMode) -> BigInt {
    let (floor, rest) = q.numer().div_mod_floor(q.denom());
    let twice: BigInt = rest.clone() * 2;
    let up = match mode {
        _ if rest.is_zero() => false,
        RoundingMode::NearestEven => match twice.cmp(q.denom()) {
            std::cmp::Ordering::Equal => floor.is_odd(),
            order => order.is_gt(),
        },
        RoundingMode::NearestAway => twice >= *q.denom(),
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
        RoundingMode::TowardZero => false,
    };
    if up { floor + 1 } else { floor }
}

impl Format {
    pub fn supported(self) -> bool {
        (2..=WIDEST_EXPONENT).contains(&self.exponent) && self.significand >= 2
    }

    fn bias(self) -> i64 {
        (1i64 << (self.exponent - 1)) - 1
    }

    /// Stored bits of the significand.
    fn fraction(self) -> u32 {
        self.significand - 1
    }

    fn all_ones_exponent(self) -> BigUint {
        ((BigUint::one() << self.exponent) - 1u8) << self.fraction()
    }

    fn value(self, bits: BigUint) -> Value {
        Value::Float { bits, exponent: self.exponent, significand: self.significand }
    }

    pub fn decode(self, bits: &BigUint) -> Number {
        let negative = bits.bit(u64::from(self.exponent + self.fraction()));
        let hidden = BigUint::one() << self.fraction();
        let fraction = bits % &hidden;
        let biased = (bits >> self.fraction()) % (BigUint::one() << self.exponent);
        if biased == (BigUint::one() << self.exponent) - 1u8 {
            return if fraction.is_zero() { Infinity { negative } } else { Nan };
        }
        if biased.is_zero() && fraction.is_zero() {
            return ZeroOf { negative };
        }
        let (significand, exponent) = if biased.is_zero() {
            (fraction, 1 - self.bias())
        } else {
            (fraction + hidden, i64::try_from(biased).unwrap_or(i64::MAX) - self.bias())
        };
        let magnitude = BigRational::from_integer(significand.into()) * two_to(exponent - i64::from(self.fraction()));
        Finite(if negative { -magnitude } else { magnitude })
    }

    /// The bit pattern nearest to a number in that mode.
    pub fn encode(self, number: &Number, mode: RoundingMode) -> Value {
        let sign = |negative: bool| BigUint::from(u8::from(negative)) << (self.exponent + self.fraction());
        let r = match number {
            Nan => return self.value(self.all_ones_exponent() | BigUint::one() << (self.fraction() - 1)),
            Infinity { negative } => return self.value(sign(*negative) | self.all_ones_exponent()),
            ZeroOf { negative } => return self.value(sign(*negative)),
            Finite(r) => r,
        };
        let negative = r.is_negative();
        let magnitude = r.abs();
        let mut exponent = floor_log2(&magnitude).max(1 - self.bias());
        let quantum = two_to(exponent - i64::from(self.fraction()));
        let mut significand = round_magnitude(&(magnitude / quantum), negative, mode).magnitude().clone();
        if significand.bits() > u64::from(self.significand) {
            significand >>= 1;
            exponent += 1;
        }
        if exponent > self.bias() {
            let to_infinity = match mode {
                RoundingMode::NearestEven | RoundingMode::NearestAway => true,
                RoundingMode::TowardPositive => !negative,
                RoundingMode::TowardNegative => negative,
                RoundingMode::TowardZero => false,
            };
            let infinity = self.all_ones_exponent();
            return self.value(sign(negative) | if to_infinity { infinity } else { infinity - 1u8 });
        }
        let hidden = BigUint::one() << self.fraction();
        let bits = if significand < hidden {
            significand
        } else {
            let biased = BigUint::from((exponent + self.bias()) as u64);
            (biased << self.fraction()) | (significand - hidden)
        };
        self.value(sign(negative) | bits)
    }
}

/// All NaNs are one.
pub fn canonical(bits: BigUint, exponent: u32, significand: u32) -> Value {
    let format = Format { exponent, significand };
    if format.supported() && format.decode(&bits) == Nan {
        return format.encode(&Nan, RoundingMode::NearestEven);
    }
    format.value(bits)
}

pub fn add(a: Number, b: Number, mode: RoundingMode) -> Number {
    match (&a, &b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinity { negative: x }, Infinity { negative: y }) if x != y => Nan,
        (Infinity { .. }, _) => a,
        (_, Infinity { .. }) => b,
        (ZeroOf { negative: x }, ZeroOf { negative: y }) if x == y => a,
        _ => {
            let sum = a.real().unwrap_or_default() + b.real().unwrap_or_default();
            Number::of(sum, mode == RoundingMode::TowardNegative)
        }
    }
}

pub fn mul(a: &Number, b: &Number) -> Number {
    let negative = a.negative() != b.negative();
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinity { .. }, ZeroOf { .. }) | (ZeroOf { .. }, Infinity { .. }) => Nan,
        (Infinity { .. }, _) | (_, Infinity { .. }) => Infinity { negative },
        (Finite(x), Finite(y)) => Finite(x * y),
        _ => ZeroOf { negative },
    }
}

pub fn div(a: &Number, b: &Number) -> Number {
    let negative = a.negative() != b.negative();
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinity { .. }, Infinity { .. }) | (ZeroOf { .. }, ZeroOf { .. }) => Nan,
        (Infinity { .. }, _) | (_, ZeroOf { .. }) => Infinity { negative },
        (_, Infinity { .. }) | (ZeroOf { .. }, _) => ZeroOf { negative },
        (Finite(x), Finite(y)) => Finite(x / y),
    }
}

/// A number between the neighbours of the root that rounds as the root does, in that format.
fn sqrt(a: Number, format: Format) -> Number {
    match a {
        Finite(r) if r.is_positive() => {
            // Two more bits than the format has, and a half for what is cut off.
            let k = floor_log2(&r).div_euclid(2) - i64::from(format.significand) - 2;
            let scaled = r / two_to(2 * k);
            let (floor, rest) = scaled.numer().div_mod_floor(scaled.denom());
            let root = floor.sqrt();
            let exact = rest.is_zero() && &root * &root == floor;
            let root = BigRational::from_integer(root);
            let root = if exact { root } else { root + BigRational::new(1.into(), 2.into()) };
            Finite(root * two_to(k))
        }
        Finite(_) | Infinity { negative: true } | Nan => Nan,
        other => other,
    }
}

fn round_to_integral(a: Number, mode: RoundingMode) -> Number {
    match a {
        Finite(r) => {
            let negative = r.is_negative();
            let magnitude = BigRational::from_integer(round_magnitude(&r.abs(), negative, mode));
            Number::of(if negative { -magnitude } else { magnitude }, negative)
        }
        other => other,
    }
}

/// `a - b * n` for the integer `n` nearest to `a / b`.
fn rem(a: Number, b: &Number) -> Number {
    match (&a, b) {
        (Nan, _) | (_, Nan) | (Infinity { .. }, _) | (_, ZeroOf { .. }) => Nan,
        (Finite(x), Finite(y)) => {
            let q = x / y;
            let n = round_magnitude(&q.abs(), q.is_negative(), RoundingMode::NearestEven);
            let n = BigRational::from_integer(if q.is_negative() { -n } else { n });
            Number::of(x - y * n, x.is_negative())
        }
        _ => a,
    }
}

/// IEEE comparison; `None` when one is not a number.
fn order(a: &Number, b: &Number) -> Option<std::cmp::Ordering> {
    // Infinities as integers beyond, finite ones between.
    let rank = |n: &Number| match n {
        Infinity { negative } => {
            if *negative {
                -1
            } else {
                1
            }
        }
        _ => 0,
    };
    if *a == Nan || *b == Nan {
        return None;
    }
    Some(rank(a).cmp(&rank(b)).then_with(|| a.real().cmp(&b.real())))
}

pub fn compare(op: Comparison, a: &Number, b: &Number) -> bool {
    order(a, b).is_some_and(|o| op.holds(o))
}

pub fn equal(a: &Number, b: &Number) -> bool {
    order(a, b).is_some_and(|o| o.is_eq())
}

/// A value's format and number, for a float in a format that is computed with.
pub fn view(value: &Value) -> Option<(Format, Number)> {
    match value {
        &Value::Float { ref bits, exponent, significand } => {
            let format = Format { exponent, significand };
            format.supported().then(|| (format, format.decode(bits)))
        }
        _ => None,
    }
}

/// An operator of the theory of floating-point numbers; `None`: not one, foreign operands, or an unspecified result.
pub fn apply(op: &Builtin, args: &[Value]) -> Option<Value> {
    if let Builtin::Rounded(op, mode) = op {
        let all: Vec<Value> = std::iter::once(Value::RoundingMode(*mode)).chain(args.iter().cloned()).collect();
        return apply(op, &all);
    }
    let (mode, operands) = match args {
        [Value::RoundingMode(mode), rest @ ..] => (*mode, rest),
        _ => (RoundingMode::NearestEven, args),
    };
    let [first, ..] = operands else { return None };
    if let Builtin::ToFp { exponent, significand } | Builtin::ToFpUnsigned { exponent, significand } = *op {
        let unsigned = matches!(op, Builtin::ToFpUnsigned { .. });
        return convert(Format { exponent, significand }, first, mode, args.len() == 1, unsigned);
    }
    let (format, a) = view(first)?;
    let second = || operands.get(1).and_then(view).filter(|(f, _)| *f == format).map(|(_, b)| b);
    let number = |n: Number| Some(format.encode(&n, mode));
    let truth = |b: bool| Some(Value::Bool(b));
    match op {
        Builtin::FpAbs => number(if a.negative() { a.negate() } else { a }),
        Builtin::FpNeg => number(a.negate()),
        Builtin::FpAdd => number(add(a, second()?, mode)),
        Builtin::FpSub => number(add(a, second()?.negate(), mode)),
        Builtin::FpMul => number(mul(&a, &second()?)),
        Builtin::FpDiv => number(div(&a, &second()?)),
        Builtin::FpFma => {
            let (_, c) = operands.get(2).and_then(view)?;
            number(add(mul(&a, &second()?), c, mode))
        }
        Builtin::FpSqrt => number(sqrt(a, format)),
        Builtin::FpRem => number(rem(a, &second()?)),
        Builtin::FpRoundToIntegral => number(round_to_integral(a, mode)),
        Builtin::FpMin | Builtin::FpMax => {
            let b = second()?;
            match (&a, &b) {
                (Nan, _) => number(b),
                (_, Nan) => number(a),
                // SMT-LIB leaves the sign of the result open.
                (ZeroOf { negative: x }, ZeroOf { negative: y }) if x != y => None,
                _ => number(if compare(Comparison::Le, &a, &b) == (*op == Builtin::FpMin) { a } else { b }),
            }
        }
        Builtin::FpLe => truth(compare(Comparison::Le, &a, &second()?)),
        Builtin::FpLt => truth(compare(Comparison::Lt, &a, &second()?)),
        Builtin::FpGe => truth(compare(Comparison::Ge, &a, &second()?)),
        Builtin::FpGt => truth(compare(Comparison::Gt, &a, &second()?)),
        Builtin::FpEq => truth(equal(&a, &second()?)),
        Builtin::FpIsNormal => truth(matches!(&a, Finite(r) if r.abs() >= two_to(1 - format.bias()))),
        Builtin::FpIsSubnormal => truth(matches!(&a, Finite(r) if r.abs() < two_to(1 - format.bias()))),
        Builtin::FpIsZero => truth(matches!(a, ZeroOf { .. })),
        Builtin::FpIsInfinite => truth(matches!(a, Infinity { .. })),
        Builtin::FpIsNan => truth(a == Nan),
        Builtin::FpIsNegative => truth(a != Nan && a.negative()),
        Builtin::FpIsPositive => truth(a != Nan && !a.negative()),
        Builtin::FpToReal => a.real().map(Value::Real),
        &Builtin::FpToUbv(width) => {
            let n = round_to_integral(a, mode).real()?.to_integer();
            let fits = !n.is_negative() && n.bits() <= u64::from(width);
            fits.then(|| super::bitvectors::from_int(&n, width))
        }
        &Builtin::FpToSbv(width) => {
            let n = round_to_integral(a, mode).real()?.to_integer();
            let half = BigInt::one() << width.checked_sub(1)?;
            (-&half <= n && n < half).then(|| super::bitvectors::from_int(&n, width))
        }
        _ => None,
    }
}

/// `to_fp`: of a bit pattern when `reinterpret`, else of a real, a float or a bit-vector.
fn convert(format: Format, from: &Value, mode: RoundingMode, reinterpret: bool, unsigned: bool) -> Option<Value> {
    if !format.supported() {
        return None;
    }
    let number = match from {
        Value::Bv { value, width } if reinterpret => {
            let fits = *width == format.exponent + format.significand;
            return fits.then(|| canonical(value.clone(), format.exponent, format.significand));
        }
        Value::Bv { value, .. } if unsigned => Number::of(BigRational::from_integer(value.clone().into()), false),
        Value::Bv { value, width } => {
            Number::of(BigRational::from_integer(super::bitvectors::signed(value, *width)), false)
        }
        Value::Int(n) => Number::of(BigRational::from_integer(n.clone()), false),
        Value::Real(r) => Number::of(r.clone(), false),
        _ => view(from)?.1,
    };
    Some(format.encode(&number, mode))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: Format = Format { exponent: 11, significand: 53 };
    const SINGLE: Format = Format { exponent: 8, significand: 24 };
    const RNE: Value = Value::RoundingMode(RoundingMode::NearestEven);

    fn double(x: f64) -> Value {
        canonical(x.to_bits().into(), 11, 53)
    }

    fn single(x: f32) -> Value {
        canonical(x.to_bits().into(), 8, 24)
    }

    const SAMPLES: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        0.2,
        1.5,
        -2.75,
        1e308,
        -1e308,
        5e-324,
        2.2250738585072014e-308,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        3.0,
    ];

    #[test]
    fn agrees_with_the_machine() {
        for a in SAMPLES {
            assert_eq!(apply(&Builtin::FpSqrt, &[RNE, double(a)]), Some(double(a.sqrt())), "sqrt {a}");
            assert_eq!(
                apply(&Builtin::FpRoundToIntegral, &[RNE, double(a)]),
                Some(double(a.round_ties_even())),
                "round {a}"
            );
            assert_eq!(
                apply(&Builtin::ToFp { exponent: 8, significand: 24 }, &[RNE, double(a)]),
                Some(single(a as f32))
            );
            for b in SAMPLES {
                let ops = [
                    (Builtin::FpAdd, a + b),
                    (Builtin::FpSub, a - b),
                    (Builtin::FpMul, a * b),
                    (Builtin::FpDiv, a / b),
                ];
                for (op, expected) in ops {
                    assert_eq!(apply(&op, &[RNE, double(a), double(b)]), Some(double(expected)), "{a} {op:?} {b}");
                }
                assert_eq!(apply(&Builtin::FpLt, &[double(a), double(b)]), Some(Value::Bool(a < b)), "{a} < {b}");
                assert_eq!(apply(&Builtin::FpEq, &[double(a), double(b)]), Some(Value::Bool(a == b)), "{a} == {b}");
                let fma = Some(double(a.mul_add(b, 0.1)));
                assert_eq!(apply(&Builtin::FpFma, &[RNE, double(a), double(b), double(0.1)]), fma);
            }
        }
    }

    #[test]
    fn rounds_in_all_modes() {
        let third = Finite(BigRational::new(1.into(), 3.into()));
        let bits = |mode| match SINGLE.encode(&third, mode) {
            Value::Float { bits, .. } => bits,
            _ => BigUint::ZERO,
        };
        assert_eq!(bits(RoundingMode::NearestEven), BigUint::from(0x3eaa_aaabu32));
        assert_eq!(bits(RoundingMode::TowardZero), BigUint::from(0x3eaa_aaaau32));
        assert_eq!(bits(RoundingMode::TowardPositive), BigUint::from(0x3eaa_aaabu32));
        assert_eq!(bits(RoundingMode::TowardNegative), BigUint::from(0x3eaa_aaaau32));
        let huge = Finite(two_to(2000));
        assert_eq!(DOUBLE.encode(&huge, RoundingMode::TowardZero), double(f64::MAX));
        assert_eq!(DOUBLE.encode(&huge, RoundingMode::NearestEven), double(f64::INFINITY));
    }

    #[test]
    fn converts_to_integers() {
        let three = Value::Bv { value: 3u8.into(), width: 8 };
        let minus = Value::Bv { value: 0xfdu8.into(), width: 8 };
        let rtz = Value::RoundingMode(RoundingMode::TowardZero);
        assert_eq!(apply(&Builtin::FpToSbv(8), &[rtz.clone(), double(3.7)]), Some(three.clone()));
        assert_eq!(apply(&Builtin::FpToSbv(8), &[rtz.clone(), double(-3.7)]), Some(minus.clone()));
        assert_eq!(apply(&Builtin::FpToUbv(8), &[rtz.clone(), double(256.0)]), None);
        assert_eq!(apply(&Builtin::ToFp { exponent: 11, significand: 53 }, &[rtz, minus]), Some(double(-3.0)));
    }
}
