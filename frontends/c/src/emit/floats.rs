//! Floating-point numbers: real numbers, or with `--float ieee` those of IEEE 754, rounded to nearest even.
//!
//! ```text
//! x * 0.1f   →   x * 0.1   or   x * $fp.8.24(RNE, 0.1)
//! ```

use ivl::ast::{self, RoundingMode};
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::config::FloatMode;
use crate::types::{IntType, Scalar, limits};

use super::Emit;
use super::value::Demand;

/// Bits of exponent and significand, the hidden bit included. `long double` is that of x87.
fn format(bits: u32) -> (u32, u32) {
    match bits {
        32 => (8, 24),
        64 => (11, 53),
        _ => (15, 64),
    }
}

fn float_type(bits: u32) -> ast::Type {
    let (exponent, significand) = format(bits);
    named_type(format!("float{significand}e{exponent}"), vec![])
}

impl Emit<'_> {
    pub(super) fn is_ieee(&self) -> bool {
        self.config.floats == FloatMode::Ieee
    }

    pub(super) fn float_type(&self, bits: u32) -> ast::Type {
        if self.is_ieee() { float_type(bits) } else { real_type() }
    }

    pub(super) fn float_zero(&self, bits: u32) -> ast::Expr {
        let (exponent, significand) = format(bits);
        if self.is_ieee() { float(format!("0x0.0e0f{significand}e{exponent}")) } else { real(0, 0) }
    }

    /// What is taken for granted of them.
    pub(super) fn floats(&mut self, bits: u32) {
        if !self.is_ieee() {
            self.exact_floats = true;
            self.assumptions.insert("floating-point numbers are exact: neither rounded nor infinite".to_string());
        } else if bits == 80 {
            self.assumptions.insert("`long double` has a significand of 64 bits, as on x86".to_string());
        }
    }

    pub(super) fn float_constant(&mut self, text: &str, bits: u32, span: Span) -> ast::Expr {
        let (exponent, significand) = format(bits);
        match text {
            "inf" if self.is_ieee() => return float(format!("0+oo{significand}e{exponent}")),
            "nan" if self.is_ieee() => return float(format!("0NaN{significand}e{exponent}")),
            _ => {}
        }
        let Some((mantissa, power)) = decimal(text) else {
            self.error("this floating-point constant needs --float ieee", span);
            return self.float_zero(bits);
        };
        let value = real(mantissa, power);
        if self.is_ieee() { self.rounded(bits, "real", real_type(), "to_fp", value) } else { value }
    }

    /// A value of another type, rounded to nearest.
    fn rounded(&mut self, bits: u32, kind: &str, from: ast::Type, operation: &str, value: ast::Expr) -> ast::Expr {
        let (exponent, significand) = format(bits);
        let name = format!("$fp{bits}.{kind}");
        let text = format!("(_ {operation} {exponent} {significand})");
        self.helpers.theory(&name, vec![rounding(), from], float_type(bits), &text);
        apply(name, vec![mode(RoundingMode::NearestEven), value])
    }

    /// The number whose bits these are.
    pub(super) fn float_of_bits(&mut self, pattern: ast::Expr, bits: u32) -> ast::Expr {
        self.bitwise = true;
        let (exponent, significand) = format(bits);
        let name = format!("$fp{bits}.bits");
        let text = format!("(_ to_fp {exponent} {significand})");
        self.helpers.theory(&name, vec![bv_type(bits)], float_type(bits), &text);
        apply(name, vec![pattern])
    }

    fn unary_float(&mut self, operation: &str, a: ast::Expr, bits: u32) -> ast::Expr {
        let name = format!("${operation}.{bits}");
        self.helpers.theory(&name, vec![float_type(bits)], float_type(bits), operation);
        apply(name, vec![a])
    }

    /// `a == b` of IEEE numbers: the zeros are equal, and no NaN is, not even to itself.
    pub(super) fn equal_floats(&mut self, a: ast::Expr, b: ast::Expr, bits: u32) -> ast::Expr {
        let name = format!("$fp.eq.{bits}");
        self.helpers.theory(&name, vec![float_type(bits), float_type(bits)], bool_type(), "fp.eq");
        apply(name, vec![a, b])
    }

    pub(super) fn negated_float(&mut self, a: ast::Expr, bits: u32) -> ast::Expr {
        if self.is_ieee() { self.unary_float("fp.neg", a, bits) } else { neg(a) }
    }

    pub(super) fn float_arithmetic(
        &mut self,
        op: BinOp,
        a: ast::Expr,
        b: ast::Expr,
        bits: u32,
        span: Span,
    ) -> ast::Expr {
        match op {
            BinOp::Add => add(a, b),
            BinOp::Sub => sub(a, b),
            BinOp::Mul => mul(a, b),
            BinOp::Div => {
                if !self.is_ieee() {
                    let zero = self.float_zero(bits);
                    self.demand(neq(b.clone(), zero), Demand::NoDivisionByZero, span);
                }
                binary(ast::BinaryOp::RealDiv, a, b)
            }
            _ => {
                self.error("this operation on floating-point numbers is not supported", span);
                a
            }
        }
    }

    pub(super) fn float_function(&mut self, function: FloatFn, a: ast::Expr, bits: u32, span: Span) -> ast::Expr {
        if self.is_ieee() {
            let direction = match function {
                FloatFn::Abs => return self.unary_float("fp.abs", a, bits),
                FloatFn::Sqrt | FloatFn::Nearest => RoundingMode::NearestEven,
                FloatFn::Floor => RoundingMode::TowardNegative,
                FloatFn::Ceil => RoundingMode::TowardPositive,
                FloatFn::Trunc => RoundingMode::TowardZero,
                FloatFn::Round => RoundingMode::NearestAway,
            };
            let operation = if function == FloatFn::Sqrt { "fp.sqrt" } else { "fp.roundToIntegral" };
            let name = format!("${operation}.{bits}");
            self.helpers.theory(&name, vec![rounding(), float_type(bits)], float_type(bits), operation);
            return apply(name, vec![mode(direction), a]);
        }
        let zero = || real(0, 0);
        let floor = |e: ast::Expr| apply("real", vec![apply("int", vec![e])]);
        let ceil = |e: ast::Expr| neg(floor(neg(e)));
        match function {
            FloatFn::Abs => ite(lt(a.clone(), zero()), neg(a.clone()), a),
            FloatFn::Floor => floor(a),
            FloatFn::Ceil => ceil(a),
            FloatFn::Trunc => ite(ge(a.clone(), zero()), floor(a.clone()), ceil(a)),
            // Halves go away from zero.
            FloatFn::Round => ite(ge(a.clone(), zero()), floor(add(a.clone(), real(5, -1))), ceil(sub(a, real(5, -1)))),
            FloatFn::Nearest | FloatFn::Sqrt => {
                self.error("this function of floating-point numbers needs --float ieee", span);
                a
            }
        }
    }

    /// An integer as a floating-point number.
    pub(super) fn float_of_int(&mut self, value: ast::Expr, from: IntType, to: u32) -> ast::Expr {
        self.floats(to);
        let unsigned = !from.signed || from.boolean;
        if self.is_ieee() {
            let pattern = if self.is_bits() { value } else { self.helpers.bits_of(from.bits, value) };
            let (kind, operation) = if unsigned { ("u", "to_fp_unsigned") } else { ("s", "to_fp") };
            return self.rounded(to, &format!("{kind}{}", from.bits), bv_type(from.bits), operation, pattern);
        }
        let number = if self.is_bits() { self.number_of_bits(value, from) } else { value };
        apply("real", vec![number])
    }

    /// A floating-point number as an integer: towards zero; out of range is undefined.
    pub(super) fn int_of_float(&mut self, value: ast::Expr, from: u32, to: IntType, span: Span) -> ast::Expr {
        self.floats(from);
        if to.boolean {
            let zero = self.float_zero(from);
            let truth = self.compare(CmpOp::Ne, value, zero, Scalar::Float(from));
            return ite(truth, self.number(1, e_type(to)), self.number(0, e_type(to)));
        }
        let assumption = "floating-point numbers that become integers are in their range";
        self.assumptions.insert(assumption.to_string());
        let (low, high) = limits(to);
        if !self.is_ieee() {
            let down = |e| apply("int", vec![e]);
            let whole = ite(ge(value.clone(), real(0, 0)), down(value.clone()), neg(down(neg(value))));
            let range = and(le(int(low), whole.clone()), le(whole.clone(), int(high)));
            let range = self.guarded(range);
            self.push(assume(vec![], range), span);
            return if self.is_bits() { self.helpers.bits_of(to.bits, whole) } else { whole };
        }
        // Both ends are powers of two, or zero, and so exact.
        let whole = self.float_function(FloatFn::Trunc, value.clone(), from, span);
        let low = self.rounded(from, "real", real_type(), "to_fp", real(low, 0));
        let above = self.rounded(from, "real", real_type(), "to_fp", real(high + 1, 0));
        let range = and(le(low, whole.clone()), lt(whole, above));
        let range = self.guarded(range);
        self.push(assume(vec![], range), span);
        let operation = if to.signed { "fp.to_sbv" } else { "fp.to_ubv" };
        let name = format!("${operation}.{from}.{}", to.bits);
        let text = format!("(_ {operation} {})", to.bits);
        self.helpers.theory(&name, vec![rounding(), float_type(from)], bv_type(to.bits), &text);
        let pattern = apply(name, vec![mode(RoundingMode::TowardZero), value]);
        if self.is_bits() { pattern } else { self.number_of_bits(pattern, to) }
    }

    /// A quotient that becomes an integer has a divisor other than zero: what it is otherwise, infinite or no number, no
    /// sum or product makes finite again.
    pub(super) fn check_finite(&mut self, e: &Expr, span: Span) {
        let (Scalar::Float(bits), true) = (e.ty, self.is_ieee()) else { return };
        match &*e.kind {
            ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div), a, b) => {
                self.check_finite(a, span);
                if *op != BinOp::Div {
                    return self.check_finite(b, span);
                }
                let (divisor, zero) = (self.value(b).e, self.float_zero(bits));
                let is_other = self.compare(CmpOp::Ne, divisor, zero, e.ty);
                self.demand(is_other, Demand::NoDivisionByZero, span);
            }
            ExprKind::Unary(_, inner) | ExprKind::Cast(inner) => self.check_finite(inner, span),
            _ => {}
        }
    }

    /// The number that a bit pattern of an integer type is.
    fn number_of_bits(&mut self, pattern: ast::Expr, ty: IntType) -> ast::Expr {
        let natural = self.helpers.number_of(ty.bits, pattern.clone());
        if !ty.signed {
            return natural;
        }
        let negative = self.helpers.bv_test("bvslt", ty.bits, pattern, bv(0u32, ty.bits));
        ite(negative, sub(natural.clone(), int(BigInt::from(1) << ty.bits)), natural)
    }

    pub(super) fn float_of_float(&mut self, value: ast::Expr, from: u32, to: u32) -> ast::Expr {
        self.floats(to);
        if !self.is_ieee() || from == to {
            return value;
        }
        self.rounded(to, &from.to_string(), float_type(from), "to_fp", value)
    }
}

fn mode(mode: RoundingMode) -> ast::Expr {
    expr(ast::ExprKind::RoundingMode(mode))
}

fn rounding() -> ast::Type {
    named_type("rmode", vec![])
}

fn e_type(int: IntType) -> crate::types::Scalar {
    crate::types::Scalar::Int(int)
}

/// `1.5e-3` → 15 · 10^-4
fn decimal(text: &str) -> Option<(BigInt, i32)> {
    let lower = text.to_ascii_lowercase();
    let (digits, exponent) = match lower.split_once('e') {
        Some((digits, exponent)) => (digits.to_string(), exponent.parse::<i32>().ok()?),
        None => (lower, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mantissa: BigInt = format!("{whole}{fraction}").parse().ok()?;
    Some((mantissa, exponent - fraction.len() as i32))
}
