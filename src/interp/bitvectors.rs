//! Fixed-width bit-vectors, exactly as SMT-LIB's theory has them.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::numbers::Comparison;
use crate::ir::Builtin;
use crate::verdict::Value;

fn power(width: u32) -> BigUint {
    BigUint::one() << width
}

fn all_ones(width: u32) -> BigUint {
    power(width) - 1u8
}

/// A bit-vector of that width from any natural number.
pub fn bv(value: BigUint, width: u32) -> Value {
    Value::Bv { value: value % power(width), width }
}

/// `(_ int2bv n)`: modulo `2^n`.
pub fn from_int(value: &BigInt, width: u32) -> Value {
    let modulus = BigInt::from(power(width));
    Value::Bv { value: value.mod_floor(&modulus).magnitude().clone(), width }
}

/// Two's complement.
pub fn signed(value: &BigUint, width: u32) -> BigInt {
    let unsigned = BigInt::from(value.clone());
    if is_negative(value, width) { unsigned - BigInt::from(power(width)) } else { unsigned }
}

fn is_negative(value: &BigUint, width: u32) -> bool {
    width > 0 && value.bit(u64::from(width) - 1)
}

fn negate(value: &BigUint, width: u32) -> BigUint {
    (power(width) - value) % power(width)
}

/// `bvudiv`: by zero all ones.
fn udiv(a: &BigUint, b: &BigUint, width: u32) -> BigUint {
    if b.is_zero() { all_ones(width) } else { a / b }
}

/// `bvurem`: by zero the dividend.
fn urem(a: &BigUint, b: &BigUint) -> BigUint {
    if b.is_zero() { a.clone() } else { a % b }
}

/// `bvsdiv`: `bvudiv` of the magnitudes, negated when the signs differ.
fn sdiv(a: &BigUint, b: &BigUint, width: u32) -> BigUint {
    let (na, nb) = (is_negative(a, width), is_negative(b, width));
    let magnitude = |v: &BigUint, n| if n { negate(v, width) } else { v.clone() };
    let q = udiv(&magnitude(a, na), &magnitude(b, nb), width);
    if na != nb { negate(&q, width) } else { q }
}

/// `bvsrem`: sign of the dividend.
fn srem(a: &BigUint, b: &BigUint, width: u32) -> BigUint {
    let (na, nb) = (is_negative(a, width), is_negative(b, width));
    let magnitude = |v: &BigUint, n| if n { negate(v, width) } else { v.clone() };
    let r = urem(&magnitude(a, na), &magnitude(b, nb));
    if na { negate(&r, width) } else { r }
}

/// `bvsmod`: sign of the divisor; by zero the dividend.
fn smod(a: &BigUint, b: &BigUint, width: u32) -> BigUint {
    let (na, nb) = (is_negative(a, width), is_negative(b, width));
    let magnitude = |v: &BigUint, n| if n { negate(v, width) } else { v.clone() };
    let u = urem(&magnitude(a, na), &magnitude(b, nb));
    match (na, nb) {
        _ if u.is_zero() => u,
        (false, false) => u,
        (true, false) => (negate(&u, width) + b) % power(width),
        (false, true) => (u + b) % power(width),
        (true, true) => negate(&u, width),
    }
}

/// A shift amount, when it is less than the width.
fn amount(b: &BigUint, width: u32) -> Option<u32> {
    b.to_u32().filter(|&n| n < width)
}

fn shl(a: &BigUint, b: &BigUint, width: u32) -> BigUint {
    amount(b, width).map_or(BigUint::ZERO, |n| (a << n) % power(width))
}

fn lshr(a: &BigUint, b: &BigUint, width: u32) -> BigUint {
    amount(b, width).map_or(BigUint::ZERO, |n| a >> n)
}

fn ashr(a: &BigUint, b: &BigUint, width: u32) -> BigUint {
    match (is_negative(a, width), amount(b, width)) {
        (false, _) => lshr(a, b, width),
        (true, None) => all_ones(width),
        (true, Some(n)) => (a >> n) | (all_ones(width) ^ all_ones(width - n)),
    }
}

/// `a ++ b`, `a` being the high bits.
pub fn concat(a: &BigUint, wa: u32, b: &BigUint, wb: u32) -> Value {
    Value::Bv { value: (a << wb) | b, width: wa + wb }
}

/// The bits from `lo` up, `width` of them.
pub fn extract(a: &BigUint, lo: u32, width: u32) -> Value {
    Value::Bv { value: (a >> lo) % power(width), width }
}

/// A unary operator; `None`: not one of bit-vectors.
pub fn unary(op: &Builtin, a: &BigUint, width: u32) -> Option<Value> {
    let same = |value| Some(Value::Bv { value, width });
    match *op {
        Builtin::BvNeg => same(negate(a, width)),
        Builtin::BvNot => same(all_ones(width) ^ a),
        Builtin::SignExtend(n) if is_negative(a, width) => {
            Some(Value::Bv { value: a | (all_ones(n) << width), width: width + n })
        }
        Builtin::SignExtend(n) | Builtin::ZeroExtend(n) => Some(Value::Bv { value: a.clone(), width: width + n }),
        Builtin::RotateLeft(n) => same(rotate_left(a, n, width)),
        Builtin::RotateRight(n) if width > 0 => same(rotate_left(a, width - n % width, width)),
        Builtin::RotateRight(_) => same(a.clone()),
        Builtin::Repeat(n) => {
            let value = (0..n).fold(BigUint::ZERO, |v, _| (v << width) | a);
            Some(Value::Bv { value, width: width * n })
        }
        Builtin::Extract { hi, lo } if lo <= hi && hi < width => Some(extract(a, lo, hi - lo + 1)),
        Builtin::BvToInt | Builtin::BvToNat | Builtin::UbvToInt => {
            Some(Value::Int(BigInt::from_biguint(Sign::Plus, a.clone())))
        }
        Builtin::SbvToInt => Some(Value::Int(signed(a, width))),
        _ => None,
    }
}

fn rotate_left(a: &BigUint, n: u32, width: u32) -> BigUint {
    if width == 0 {
        return a.clone();
    }
    let n = n % width;
    ((a << n) % power(width)) | (a >> (width - n))
}

/// A binary operator on operands of one width; `None`: not one of bit-vectors.
pub fn binary(op: &Builtin, a: &BigUint, b: &BigUint, width: u32) -> Option<Value> {
    let unsigned = |c: Comparison| Value::Bool(c.holds(a.cmp(b)));
    let by_sign = |c: Comparison| Value::Bool(c.holds(signed(a, width).cmp(&signed(b, width))));
    let value = match op {
        Builtin::BvAdd => (a + b) % power(width),
        Builtin::BvSub => (a + power(width) - b) % power(width),
        Builtin::BvMul => (a * b) % power(width),
        Builtin::BvUdiv => udiv(a, b, width),
        Builtin::BvUrem => urem(a, b),
        Builtin::BvSdiv => sdiv(a, b, width),
        Builtin::BvSrem => srem(a, b, width),
        Builtin::BvSmod => smod(a, b, width),
        Builtin::BvAnd => a & b,
        Builtin::BvOr => a | b,
        Builtin::BvXor => a ^ b,
        Builtin::BvNand => all_ones(width) ^ (a & b),
        Builtin::BvNor => all_ones(width) ^ (a | b),
        Builtin::BvXnor => all_ones(width) ^ (a ^ b),
        Builtin::BvShl => shl(a, b, width),
        Builtin::BvLshr => lshr(a, b, width),
        Builtin::BvAshr => ashr(a, b, width),
        Builtin::BvComp => return Some(Value::Bv { value: u8::from(a == b).into(), width: 1 }),
        Builtin::Concat => return Some(concat(a, width, b, width)),
        Builtin::BvUlt => return Some(unsigned(Comparison::Lt)),
        Builtin::BvUle => return Some(unsigned(Comparison::Le)),
        Builtin::BvUgt => return Some(unsigned(Comparison::Gt)),
        Builtin::BvUge => return Some(unsigned(Comparison::Ge)),
        Builtin::BvSlt => return Some(by_sign(Comparison::Lt)),
        Builtin::BvSle => return Some(by_sign(Comparison::Le)),
        Builtin::BvSgt => return Some(by_sign(Comparison::Gt)),
        Builtin::BvSge => return Some(by_sign(Comparison::Ge)),
        _ => return None,
    };
    Some(Value::Bv { value, width })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operator on 4-bit operands, as a number.
    fn on4(op: Builtin, a: u8, b: u8) -> u8 {
        match binary(&op, &a.into(), &b.into(), 4) {
            Some(Value::Bv { value, .. }) => value.to_u8().unwrap(),
            Some(Value::Bool(b)) => b.into(),
            other => panic!("{op:?}: {other:?}"),
        }
    }

    #[test]
    fn division_by_zero_is_smt_libs() {
        assert_eq!(on4(Builtin::BvUdiv, 5, 0), 15);
        assert_eq!(on4(Builtin::BvUrem, 5, 0), 5);
        assert_eq!(on4(Builtin::BvSdiv, 5, 0), 15);
        assert_eq!(on4(Builtin::BvSdiv, 0xb, 0), 1);
        assert_eq!(on4(Builtin::BvSrem, 0xb, 0), 0xb);
        assert_eq!(on4(Builtin::BvSmod, 0xb, 0), 0xb);
    }

    #[test]
    fn signed_division_matches_machine_arithmetic() {
        for a in -8i8..8 {
            for b in (-8i8..8).filter(|&b| b != 0) {
                let bits = |v: i8| (v as u8) & 15;
                assert_eq!(on4(Builtin::BvSdiv, bits(a), bits(b)), bits(a.wrapping_div(b)), "{a} / {b}");
                assert_eq!(on4(Builtin::BvSrem, bits(a), bits(b)), bits(a.wrapping_rem(b)), "{a} % {b}");
                let floor = if (a % b != 0) && ((a < 0) != (b < 0)) { a % b + b } else { a % b };
                assert_eq!(on4(Builtin::BvSmod, bits(a), bits(b)), bits(floor), "{a} smod {b}");
                assert_eq!(on4(Builtin::BvSlt, bits(a), bits(b)), u8::from(a < b));
                assert_eq!(on4(Builtin::BvUlt, bits(a), bits(b)), u8::from(bits(a) < bits(b)));
                assert_eq!(on4(Builtin::BvMul, bits(a), bits(b)), bits(a.wrapping_mul(b)));
                assert_eq!(on4(Builtin::BvSub, bits(a), bits(b)), bits(a.wrapping_sub(b)));
            }
        }
    }

    #[test]
    fn shifts_beyond_the_width() {
        assert_eq!(on4(Builtin::BvShl, 3, 2), 12);
        assert_eq!(on4(Builtin::BvShl, 3, 4), 0);
        assert_eq!(on4(Builtin::BvLshr, 12, 2), 3);
        assert_eq!(on4(Builtin::BvAshr, 12, 1), 14);
        assert_eq!(on4(Builtin::BvAshr, 12, 9), 15);
        assert_eq!(on4(Builtin::BvAshr, 4, 9), 0);
    }

    #[test]
    fn widths_change() {
        let five = BigUint::from(5u8);
        let nine = BigUint::from(9u8);
        assert_eq!(unary(&Builtin::SignExtend(2), &nine, 4), Some(bv(0b111001u8.into(), 6)));
        assert_eq!(unary(&Builtin::ZeroExtend(2), &nine, 4), Some(bv(9u8.into(), 6)));
        assert_eq!(unary(&Builtin::Repeat(2), &five, 4), Some(bv(0x55u8.into(), 8)));
        assert_eq!(unary(&Builtin::RotateLeft(1), &nine, 4), Some(bv(3u8.into(), 4)));
        assert_eq!(unary(&Builtin::RotateRight(1), &nine, 4), Some(bv(12u8.into(), 4)));
        assert_eq!(unary(&Builtin::Extract { hi: 2, lo: 1 }, &five, 4), Some(bv(2u8.into(), 2)));
        assert_eq!(unary(&Builtin::SbvToInt, &nine, 4), Some(Value::Int((-7).into())));
        assert_eq!(from_int(&(-1).into(), 4), bv(15u8.into(), 4));
        assert_eq!(concat(&five, 4, &nine, 4), bv(0x59u8.into(), 8));
    }
}
