//! Numbers of IEEE 754 as bit patterns; all NaNs are one, as in [`crate::interp::floats`].

use crate::ir::Builtin;
use crate::ir::expr::RoundingMode;

/// A format: that of `float` or of `double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    Single,
    Double,
}

impl Width {
    pub fn of(exponent: u32, significand: u32) -> Option<Width> {
        match (exponent, significand) {
            (8, 24) => Some(Width::Single),
            (11, 53) => Some(Width::Double),
            _ => None,
        }
    }

    /// Bits of exponent and significand, the hidden one included.
    pub fn bits(self) -> (u32, u32) {
        match self {
            Width::Single => (8, 24),
            Width::Double => (11, 53),
        }
    }

    /// The pattern of the nearest number.
    pub fn pattern(self, number: f64) -> i128 {
        match (self, number.is_nan()) {
            (Width::Single, true) => f32::NAN.to_bits().into(),
            (Width::Single, false) => (number as f32).to_bits().into(),
            (Width::Double, true) => f64::NAN.to_bits().into(),
            (Width::Double, false) => number.to_bits().into(),
        }
    }

    /// Exact: each number of 32 bits is one of 64.
    pub fn number(self, pattern: i128) -> f64 {
        match self {
            Width::Single => f32::from_bits(pattern as u32).into(),
            Width::Double => f64::from_bits(pattern as u64),
        }
    }

    /// An operation that rounds, once.
    fn rounded(self, x: f64, y: f64, single: fn(f32, f32) -> f32, double: fn(f64, f64) -> f64) -> f64 {
        match self {
            Width::Single => single(x as f32, y as f32).into(),
            Width::Double => double(x, y),
        }
    }
}

/// An operation, all of which round to nearest even, unless the mode says how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Neg,
    Abs,
    Sqrt,
    ToIntegral(RoundingMode),
    Lt,
    Le,
    Eq,
    IsNan,
    IsInfinite,
    IsZero,
    IsNegative,
    IsPositive,
    /// Of an integer.
    OfInt,
    /// Of a number of the other format.
    Of(Width),
    /// An integer.
    ToInt(RoundingMode),
}

impl FloatOp {
    /// That of a function; what has a mode of its own is looked at by others.
    pub fn of(builtin: &Builtin) -> Option<FloatOp> {
        Some(match builtin {
            Builtin::FpAdd => FloatOp::Add,
            Builtin::FpSub => FloatOp::Sub,
            Builtin::FpMul => FloatOp::Mul,
            Builtin::FpDiv => FloatOp::Div,
            Builtin::FpNeg => FloatOp::Neg,
            Builtin::FpAbs => FloatOp::Abs,
            Builtin::FpSqrt => FloatOp::Sqrt,
            Builtin::FpLt => FloatOp::Lt,
            Builtin::FpLe => FloatOp::Le,
            Builtin::FpEq => FloatOp::Eq,
            Builtin::FpIsNan => FloatOp::IsNan,
            Builtin::FpIsInfinite => FloatOp::IsInfinite,
            Builtin::FpIsZero => FloatOp::IsZero,
            Builtin::FpIsNegative => FloatOp::IsNegative,
            Builtin::FpIsPositive => FloatOp::IsPositive,
            _ => return None,
        })
    }

    /// What it gives, of one operand or two; `None`: that is open. A format: that of the result, or of what is compared.
    pub fn apply(self, width: Width, a: i128, b: i128) -> Option<i128> {
        let (x, y) = (width.number(a), width.number(b));
        let truth = |holds: bool| Some(holds.into());
        let number = match self {
            FloatOp::Add => width.rounded(x, y, |x, y| x + y, |x, y| x + y),
            FloatOp::Sub => width.rounded(x, y, |x, y| x - y, |x, y| x - y),
            FloatOp::Mul => width.rounded(x, y, |x, y| x * y, |x, y| x * y),
            FloatOp::Div => width.rounded(x, y, |x, y| x / y, |x, y| x / y),
            FloatOp::Sqrt => width.rounded(x, y, |x, _| x.sqrt(), |x, _| x.sqrt()),
            FloatOp::Neg => -x,
            FloatOp::Abs => x.abs(),
            FloatOp::ToIntegral(mode) => integral(x, mode),
            FloatOp::Lt => return truth(x < y),
            FloatOp::Le => return truth(x <= y),
            FloatOp::Eq => return truth(x == y),
            FloatOp::IsNan => return truth(x.is_nan()),
            FloatOp::IsInfinite => return truth(x.is_infinite()),
            FloatOp::IsZero => return truth(x == 0.0),
            FloatOp::IsNegative => return truth(!x.is_nan() && x.is_sign_negative()),
            FloatOp::IsPositive => return truth(!x.is_nan() && x.is_sign_positive()),
            FloatOp::OfInt if width == Width::Single => return Some((a as f32).to_bits().into()),
            FloatOp::OfInt => a as f64,
            FloatOp::Of(other) => other.number(a),
            FloatOp::ToInt(mode) => {
                let whole = integral(x, mode);
                return (whole.abs() < 2f64.powi(100)).then_some(whole as i128);
            }
        };
        Some(width.pattern(number))
    }
}

fn integral(x: f64, mode: RoundingMode) -> f64 {
    match mode {
        RoundingMode::NearestEven => x.round_ties_even(),
        RoundingMode::NearestAway => x.round(),
        RoundingMode::TowardPositive => x.ceil(),
        RoundingMode::TowardNegative => x.floor(),
        RoundingMode::TowardZero => x.trunc(),
    }
}

#[cfg(test)]
mod tests {
    use super::{FloatOp, Width};
    use crate::interp::floats;
    use crate::ir::Builtin;
    use crate::ir::expr::RoundingMode;
    use crate::verdict::Value;

    const NUMBERS: [f64; 14] = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        1e-310,
        1e-45,
        16777217.0,
        4294967295.5,
        -1e19,
        f64::MAX,
        f64::NEG_INFINITY,
        f64::NAN,
        2.5,
    ];
    const OPERATIONS: [Builtin; 15] = [
        Builtin::FpAdd,
        Builtin::FpSub,
        Builtin::FpMul,
        Builtin::FpDiv,
        Builtin::FpNeg,
        Builtin::FpAbs,
        Builtin::FpSqrt,
        Builtin::FpLt,
        Builtin::FpLe,
        Builtin::FpEq,
        Builtin::FpIsNan,
        Builtin::FpIsInfinite,
        Builtin::FpIsZero,
        Builtin::FpIsNegative,
        Builtin::FpIsPositive,
    ];

    fn value(width: Width, pattern: i128) -> Value {
        let (exponent, significand) = width.bits();
        Value::Float { bits: (pattern as u64).into(), exponent, significand }
    }

    #[test]
    fn operations_are_those_of_the_interpreter() {
        for width in [Width::Single, Width::Double] {
            let patterns = NUMBERS.map(|x| width.pattern(x));
            for (op, a, b) in OPERATIONS.iter().flat_map(|op| patterns.map(|a| patterns.map(|b| (op, a, b)))).flatten()
            {
                let unary =
                    matches!(op, Builtin::FpNeg | Builtin::FpAbs | Builtin::FpSqrt) || op.text().starts_with("fp.is");
                let mut args = vec![value(width, a)];
                if !unary {
                    args.push(value(width, b));
                }
                let found = FloatOp::of(op).and_then(|own| own.apply(width, a, b));
                let found = found.map(|found| match op.text().as_str() {
                    "fp.lt" | "fp.leq" | "fp.eq" => Value::Bool(found == 1),
                    text if text.starts_with("fp.is") => Value::Bool(found == 1),
                    _ => value(width, found),
                });
                assert_eq!(found, floats::apply(op, &args), "{} {width:?} {a:x} {b:x}", op.text());
            }
        }
    }

    #[test]
    fn integers_are_rounded_by_their_mode() {
        let whole = |x: f64, mode| FloatOp::ToInt(mode).apply(Width::Double, Width::Double.pattern(x), 0);
        assert_eq!(whole(-2.5, RoundingMode::TowardZero), Some(-2));
        assert_eq!(whole(2.5, RoundingMode::NearestEven), Some(2));
        assert_eq!(whole(2.5, RoundingMode::NearestAway), Some(3));
        assert_eq!(whole(f64::NAN, RoundingMode::TowardZero), None);
        assert_eq!(FloatOp::OfInt.apply(Width::Single, 16_777_217, 0), Some(16_777_216f32.to_bits().into()));
        assert_eq!(
            FloatOp::Of(Width::Double).apply(Width::Single, Width::Double.pattern(0.1), 0),
            Some(0.1f32.to_bits().into())
        );
    }
}
