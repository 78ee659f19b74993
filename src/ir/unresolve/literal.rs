//! Numbers as literals of the language: `2.5` for five halves, `0x1.8e0f24e8` for an IEEE bit pattern.

use ivl::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use ivl::source::Span;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

fn negated(negative: bool, e: Expr, span: Span) -> Expr {
    if negative { Expr::new(ExprKind::Unary(UnaryOp::Neg, e), span) } else { e }
}

/// `-5` is the negation of a literal.
pub(super) fn int(value: &BigInt, span: Span) -> Expr {
    negated(value.is_negative(), Expr::new(ExprKind::Int(value.abs()), span), span)
}

/// A decimal where there is one (`0.125`), else a fraction (`1.0 / 3.0`).
pub(super) fn real(value: &BigRational, span: Span) -> Expr {
    let negative = value.is_negative();
    let value = value.abs();
    let whole = |n: &BigInt| Expr::new(ExprKind::Real { mantissa: n.clone(), exponent: 0 }, span);
    let positive = match decimal(&value) {
        Some((mantissa, exponent)) => Expr::new(ExprKind::Real { mantissa, exponent }, span),
        None => Expr::new(ExprKind::Binary(BinaryOp::RealDiv, whole(value.numer()), whole(value.denom())), span),
    };
    negated(negative, positive, span)
}

/// `mantissa * 10^exponent` with the smallest mantissa that is whole; `None` for a third.
fn decimal(value: &BigRational) -> Option<(BigInt, i32)> {
    let (mut denom, mut twos, mut fives) = (value.denom().clone(), 0_u32, 0_u32);
    for (prime, count) in [(2, &mut twos), (5, &mut fives)] {
        loop {
            let (quotient, rest) = denom.div_rem(&BigInt::from(prime));
            if !rest.is_zero() {
                break;
            }
            denom = quotient;
            *count += 1;
        }
    }
    if !denom.is_one() {
        return None;
    }
    let digits = twos.max(fives);
    let mantissa = value.numer() * BigInt::from(10).pow(digits) / value.denom();
    Some((mantissa, -(i32::try_from(digits).ok()?)))
}

/// The bit pattern of a float with these widths (the hidden bit counts).
pub(super) fn float(bits: &BigUint, exponent: u32, significand: u32, span: Span) -> Expr {
    let stored = u64::from(significand) - 1;
    let fraction = bits & ((BigUint::one() << stored) - 1_u32);
    let all_ones = (BigUint::one() << exponent) - 1_u32;
    let biased = (bits >> stored) & &all_ones;
    let negative = bits.bit(stored + u64::from(exponent));
    let literal = |text: String| Expr::new(ExprKind::Float(text), span);
    if biased == all_ones {
        let what = match (fraction.is_zero(), negative) {
            (false, _) => "NaN",
            (true, false) => "+oo",
            (true, true) => "-oo",
        };
        return literal(format!("0{what}{significand}e{exponent}"));
    }
    let sizes = format!("f{significand}e{exponent}");
    // The value is `mantissa * 2^power`.
    let subnormal = biased.is_zero();
    let mantissa = if subnormal { fraction } else { fraction | (BigUint::one() << stored) };
    if mantissa.is_zero() {
        return negated(negative, literal(format!("0x0.0e0{sizes}")), span);
    }
    let bias = (BigInt::one() << (exponent - 1)) - 1;
    let power = BigInt::from(biased.max(BigUint::one())) - bias - BigInt::from(stored);
    // `digits.digits * 16^scale`, one digit before the point.
    let top: BigInt = &power + BigInt::from(mantissa.bits() - 1);
    let scale = top.div_floor(&BigInt::from(4));
    let shift: BigInt = &power - &scale * 4;
    let (hex, fraction_digits) = match u64::try_from(&shift) {
        Ok(left) => (format!("{:x}", mantissa << left), 0),
        Err(_) => {
            let fraction_bits = u64::try_from(-&shift).unwrap_or_else(|_| panic!("internal: a float of {shift} bits"));
            let digits = fraction_bits.div_ceil(4);
            (format!("{:x}", mantissa << (digits * 4 - fraction_bits)), digits as usize)
        }
    };
    let (whole, fraction) = hex.split_at(hex.len() - fraction_digits);
    let fraction = fraction.trim_end_matches('0');
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    negated(negative, literal(format!("0x{whole}.{fraction}e{scale}{sizes}")), span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(e: Expr) -> String {
        match *e.kind {
            ExprKind::Float(text) => text,
            ExprKind::Unary(UnaryOp::Neg, inner) => format!("-{}", text(inner)),
            ExprKind::Real { mantissa, exponent } => format!("{mantissa}*10^{exponent}"),
            ExprKind::Binary(BinaryOp::RealDiv, a, b) => format!("{}/{}", text(a), text(b)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn single_precision_patterns() {
        let single = |bits: f32| text(float(&BigUint::from(bits.to_bits()), 8, 24, Span::NONE));
        assert_eq!(single(0.0), "0x0.0e0f24e8");
        assert_eq!(single(-0.0), "-0x0.0e0f24e8");
        assert_eq!(single(1.0), "0x1.0e0f24e8");
        assert_eq!(single(2.5), "0x2.8e0f24e8");
        assert_eq!(single(-0.1), "-0x1.99999ae-1f24e8");
        assert_eq!(single(16_777_216.0), "0x1.0e6f24e8");
        assert_eq!(single(f32::from_bits(1)), "0x8.0e-38f24e8");
        assert_eq!(single(f32::INFINITY), "0+oo24e8");
        assert_eq!(single(f32::NEG_INFINITY), "0-oo24e8");
        assert_eq!(single(f32::NAN), "0NaN24e8");
    }

    #[test]
    fn rationals() {
        let of = |n: i32, d: i32| text(real(&BigRational::new(n.into(), d.into()), Span::NONE));
        assert_eq!(of(5, 2), "25*10^-1");
        assert_eq!(of(-3, 1), "-3*10^0");
        assert_eq!(of(1, 8), "125*10^-3");
        assert_eq!(of(1, 3), "1*10^0/3*10^0");
        assert_eq!(of(1000, 1), "1000*10^0");
    }
}
