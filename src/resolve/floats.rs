//! Floating-point literals: Boogie's notation -> IEEE 754 bit patterns.
//!
//! `0x1.8e0f24e8` is hexadecimal 1.8 times 16 to the power of 0 with a significand of 24 bits, the hidden one
//! included, and an exponent of 8 bits. `0NaN24e8`, `0+oo24e8` and `0-oo24e8` are the special values. A literal that
//! the format cannot hold is refused, as Boogie does; only what falls among the subnormal numbers is rounded.

use ivl::source::Span;
use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::infer::Ty;
use super::{Resolver, Typed};
use crate::ir::{ExprKind, Type};

/// Exponents of 16 beyond this are refused.
const MAX_EXPONENT: i64 = 1 << 56;

/// A literal's value and format.
struct Float {
    bits: BigUint,
    exponent: u32,
    significand: u32,
}

impl Resolver<'_> {
    pub(super) fn float(&mut self, text: &str, span: Span) -> Typed {
        match parse(text) {
            Ok(Float { bits, exponent, significand }) => {
                let ty = self.infer.table.intern(Type::Float { exponent, significand });
                self.build(ExprKind::Float(bits), Ty::ground(ty))
            }
            Err(why) => {
                self.error(why, span);
                Typed::ERROR
            }
        }
    }
}

fn parse(text: &str) -> Result<Float, &'static str> {
    const MALFORMED: &str = "this is not a floating-point literal, such as 0x1.8e0f24e8";
    let (rest, exponent) = text.rsplit_once('e').ok_or(MALFORMED)?;
    let exponent: u32 = exponent.parse().map_err(|_| MALFORMED)?;
    if let Some((number, significand)) = rest.rsplit_once('f') {
        let significand: u32 = significand.parse().map_err(|_| MALFORMED)?;
        check_format(significand, exponent)?;
        let bits = finite(number, significand, exponent).ok_or(MALFORMED)??;
        return Ok(Float { bits, exponent, significand });
    }
    let special = rest.get(1..4).ok_or(MALFORMED)?;
    let significand: u32 = rest.get(4..).and_then(|s| s.parse().ok()).ok_or(MALFORMED)?;
    check_format(significand, exponent)?;
    let ones = (BigUint::one() << exponent) - 1u32;
    let infinity = ones << (significand - 1);
    let bits = match special {
        "NaN" | "nan" => infinity | (BigUint::one() << (significand - 2)),
        "+oo" => infinity,
        "-oo" => infinity | sign_bit(significand, exponent),
        _ => return Err(MALFORMED),
    };
    Ok(Float { bits, exponent, significand })
}

/// Whether there are floats of that many bits in the significand and in the exponent.
pub(super) fn is_format(significand: u32, exponent: u32) -> bool {
    (2..=65536).contains(&significand) && (2..=62).contains(&exponent)
}

fn check_format(significand: u32, exponent: u32) -> Result<(), &'static str> {
    if is_format(significand, exponent) { Ok(()) } else { Err("there is no such floating-point format") }
}

fn sign_bit(significand: u32, exponent: u32) -> BigUint {
    BigUint::one() << (significand + exponent - 1)
}

/// `[-]0x1.8e-3`; `None` if it is malformed.
fn finite(number: &str, significand: u32, exponent: u32) -> Option<Result<BigUint, &'static str>> {
    let (negative, number) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    // the exponent's `e` is the last one: hexadecimal digits have it too
    let (digits, power) = number.strip_prefix("0x")?.rsplit_once('e')?;
    let (whole, fraction) = digits.split_once('.')?;
    if whole.is_empty() || fraction.is_empty() {
        return None;
    }
    let mantissa = BigUint::parse_bytes(format!("{whole}{fraction}").as_bytes(), 16)?;
    let power: i64 = match power.parse() {
        Ok(power) if (-MAX_EXPONENT..=MAX_EXPONENT).contains(&power) => power,
        _ if power.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit()) && !power.is_empty() => {
            return Some(Err("the exponent of this number is too large"));
        }
        _ => return None,
    };
    // the value is mantissa * 2^scale
    let scale = 4 * power - 4 * fraction.len() as i64;
    let magnitude = encode(&mantissa, scale, significand, exponent);
    Some(magnitude.map(|bits| if negative { bits | sign_bit(significand, exponent) } else { bits }))
}

/// The bit pattern of `mantissa * 2^scale` without a sign.
fn encode(mantissa: &BigUint, scale: i64, significand: u32, exponent: u32) -> Result<BigUint, &'static str> {
    if mantissa.is_zero() {
        return Ok(BigUint::zero());
    }
    let stored = i64::from(significand) - 1;
    let bias = (1i64 << (exponent - 1)) - 1;
    let top = mantissa.bits() as i64 - 1;
    let biased = top + scale + bias;
    if biased >= (1i64 << exponent) - 1 {
        return Err("this number is too large for its format");
    }
    if biased >= 1 {
        let drop = top - stored;
        if drop > 0 && mantissa.trailing_zeros().is_some_and(|z| (z as i64) < drop) {
            return Err("this number has more digits than its format");
        }
        let with_hidden = if drop >= 0 { mantissa >> drop as u64 } else { mantissa << (-drop) as u64 };
        let fraction = with_hidden - (BigUint::one() << stored as u64);
        return Ok((BigUint::from(biased as u64) << stored as u64) | fraction);
    }
    // subnormal: units of 2^(1 - bias - stored), rounded to the nearest, ties to even
    let shift = scale - (1 - bias - stored);
    let units = if shift >= 0 {
        mantissa << shift as u64
    } else {
        let drop = (-shift) as u64;
        if drop > mantissa.bits() + 1 {
            return Err("this number is too small for its format");
        }
        let kept = mantissa >> drop;
        let rest = mantissa - (&kept << drop);
        let half = BigUint::one() << (drop - 1);
        let up = rest > half || (rest == half && kept.bit(0));
        kept + u32::from(up)
    };
    if units.is_zero() || units.bits() as i64 > stored {
        return Err("this number is too small for its format");
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn bits(text: &str) -> Option<u64> {
        u64::try_from(parse(text).ok()?.bits).ok()
    }

    #[test]
    fn reads_literals() {
        assert_eq!(bits("0x1.8e0f24e8"), Some(u64::from(1.5f32.to_bits())));
        assert_eq!(bits("-0x2.0e0f53e11"), Some((-2.0f64).to_bits()));
        assert_eq!(bits("0x0.1e1f24e8"), Some(u64::from(1.0f32.to_bits())));
        assert_eq!(bits("0x0.0e0f24e8"), Some(0));
        assert_eq!(bits("0+oo24e8"), Some(u64::from(f32::INFINITY.to_bits())));
        assert_eq!(bits("0-oo53e11"), Some(f64::NEG_INFINITY.to_bits()));
        assert_eq!(bits("0NaN24e8"), Some(u64::from(f32::NAN.to_bits())));
    }

    #[test]
    fn refuses_what_the_format_cannot_hold() {
        assert_eq!(bits("0x1.0000001e0f24e8"), None);
        assert_eq!(bits("0x1.0e40f24e8"), None);
        assert_eq!(bits("0x1.0e-400f24e8"), None);
        assert_eq!(bits("0x1.0e0f1e8"), None);
    }

    #[test]
    fn rounds_subnormal_numbers() {
        // 16^-37 = 2^-148, two units of the smallest subnormal
        assert_eq!(bits("0x1.0e-37f24e8"), Some(2));
    }
}
