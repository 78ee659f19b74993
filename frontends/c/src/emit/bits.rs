//! Arithmetic on bit-vectors of the width of their C type, as `--int bits` asks.

use ivl::ast;
use ivl::make::*;
use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::types::{IntType, Scalar, limits};

use super::Emit;
use super::value::{Demand, UNSIGNED, Val};
use super::words::{bits, known};

impl Emit<'_> {
    /// The width of the bit-vectors of a type.
    pub(super) fn width(&self, ty: Scalar) -> Option<u32> {
        match ty {
            Scalar::Int(int) => Some(int.bits),
            Scalar::Ptr => Some(self.word_bits()),
            Scalar::Float(_) => None,
        }
    }

    /// A constant of an integer type or a pointer.
    pub(super) fn number(&self, n: i64, ty: Scalar) -> ast::Expr {
        match self.width(ty) {
            Some(width) if self.is_bits() => bits(&n.into(), width),
            _ => int(n),
        }
    }

    /// A value of which no interval is known.
    fn plain(&self, e: ast::Expr) -> Val {
        Val { e, low: 0.into(), high: 0.into(), zeroes: 0 }
    }

    /// A comparison, in either representation.
    pub(super) fn compare(&mut self, op: CmpOp, a: ast::Expr, b: ast::Expr, ty: Scalar) -> ast::Expr {
        if let (CmpOp::Eq | CmpOp::Ne, Scalar::Float(bits), true) = (op, ty, self.is_ieee()) {
            let equal = self.equal_floats(a, b, bits);
            return if op == CmpOp::Eq { equal } else { not(equal) };
        }
        let width = match self.width(ty) {
            Some(width) if self.is_bits() => width,
            _ => return compare_numbers(op, a, b),
        };
        let signed = matches!(ty, Scalar::Int(int) if int.signed);
        let name = match (op, signed) {
            (CmpOp::Eq, _) => return eq(a, b),
            (CmpOp::Ne, _) => return neq(a, b),
            (CmpOp::Lt, true) => "bvslt",
            (CmpOp::Le, true) => "bvsle",
            (CmpOp::Gt, true) => "bvsgt",
            (CmpOp::Ge, true) => "bvsge",
            (CmpOp::Lt, false) => "bvult",
            (CmpOp::Le, false) => "bvule",
            (CmpOp::Gt, false) => "bvugt",
            (CmpOp::Ge, false) => "bvuge",
        };
        self.helpers.bv_test(name, width, a, b)
    }

    pub(super) fn unary_bits(&mut self, op: UnOp, a: ast::Expr, ty: IntType, span: Span) -> Val {
        let e = match op {
            UnOp::BitNot => self.helpers.bv_unary("bvnot", ty.bits, a),
            UnOp::Neg => {
                if ty.signed {
                    let least = bits(&(BigInt::from(1) << (ty.bits - 1)), ty.bits);
                    self.demand(neq(a.clone(), least), Demand::NoOverflow, span);
                } else if self.checks_unsigned(ty, span) {
                    self.check(eq(a.clone(), bv(0u32, ty.bits)), UNSIGNED, span);
                }
                self.helpers.bv_unary("bvneg", ty.bits, a)
            }
        };
        self.plain(e)
    }

    pub(super) fn arithmetic_bits(&mut self, op: BinOp, a: ast::Expr, b: ast::Expr, ty: IntType, span: Span) -> Val {
        let width = ty.bits;
        let name = match (op, ty.signed) {
            (BinOp::Add, _) => "bvadd",
            (BinOp::Sub, _) => "bvsub",
            (BinOp::Mul, _) => "bvmul",
            (BinOp::Div, true) => "bvsdiv",
            (BinOp::Div, false) => "bvudiv",
            (BinOp::Rem, true) => "bvsrem",
            (BinOp::Rem, false) => "bvurem",
            (BinOp::Shl, _) => "bvshl",
            (BinOp::Shr, true) => "bvashr",
            (BinOp::Shr, false) => "bvlshr",
            (BinOp::And, _) => "bvand",
            (BinOp::Or, _) => "bvor",
            (BinOp::Xor, _) => "bvxor",
        };
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul if ty.signed || self.checks_unsigned(ty, span) => {
                // The result of the operation on twice the width, or one bit more, is that on the width.
                let wide = if op == BinOp::Mul { 2 * width } else { width + 1 };
                let (x, y) = (self.resize(a.clone(), ty, wide), self.resize(b.clone(), ty, wide));
                let exact = self.helpers.bv(name, wide, x, y);
                let result = self.helpers.bv(name, width, a, b);
                let extended = self.resize(result.clone(), ty, wide);
                if ty.signed {
                    self.demand(eq(exact, extended), Demand::NoOverflow, span);
                } else {
                    self.check(eq(exact, extended), UNSIGNED, span);
                }
                return self.plain(result);
            }
            BinOp::Div | BinOp::Rem => {
                let fixed = known(&b);
                if fixed.as_ref().is_none_or(|n| *n == 0.into()) {
                    self.demand(neq(b.clone(), bv(0u32, width)), Demand::NoDivisionByZero, span);
                }
                let ones = bits(&(-1).into(), width);
                if ty.signed && (fixed.is_none() || known(&ones) == fixed) {
                    let least = bits(&(BigInt::from(1) << (width - 1)), width);
                    let flips = and(eq(a.clone(), least), eq(b.clone(), ones));
                    self.demand(not(flips), Demand::NoOverflow, span);
                }
            }
            BinOp::Shl if ty.signed && (self.config.checks.shift || self.config.checks.overflow) => {
                let overflows = self.config.checks.overflow && !self.config.dialect.wraps;
                if self.config.checks.shift {
                    let natural = self.helpers.bv_test("bvsge", width, a.clone(), bv(0u32, width));
                    self.check(natural, "left shift of a negative number", span);
                }
                let message = if self.config.checks.shift { "left shift overflows" } else { "signed integer overflow" };
                let shifted = self.helpers.bv("bvshl", width, a.clone(), b.clone());
                let back = self.helpers.bv("bvashr", width, shifted, b.clone());
                if overflows || self.config.checks.shift {
                    self.check(eq(back, a.clone()), message, span);
                }
            }
            _ => {}
        }
        let e = self.helpers.bv(name, width, a, b);
        self.plain(e)
    }

    /// Whether the arithmetic of an unsigned type must stay in its range.
    fn checks_unsigned(&mut self, ty: IntType, span: Span) -> bool {
        self.config.checks.unsigned && !ty.signed && !ty.boolean && self.is_on("unsigned-overflow", span)
    }

    /// A value must be in the range of the type that it is converted to.
    fn keeps_bits(&mut self, e: &ast::Expr, from: IntType, to: IntType, span: Span) {
        let (own, new) = (limits(from), limits(to));
        let fits = |low: &BigInt, high: &BigInt| new.0 <= *low && *high <= new.1;
        let is_known = known(e).is_some_and(|n| {
            let n = crate::lower::wrap(&n, from);
            fits(&n, &n)
        });
        if is_known || fits(&own.0, &own.1) || !self.is_on("conversion", span) {
            return;
        }
        let wide = from.bits.max(to.bits) + 1;
        let before = self.resize(e.clone(), from, wide);
        let converted = self.resize(e.clone(), from, to.bits);
        let after = self.resize(converted, to, wide);
        self.check(eq(before, after), "a conversion changes the value", span);
    }

    /// A shift count, whose type is its own, in the width of what is shifted.
    pub(super) fn count_bits(
        &mut self,
        shifted: Option<&ast::Expr>,
        count: ast::Expr,
        from: IntType,
        ty: IntType,
        span: Span,
    ) -> ast::Expr {
        if let Some(shifted) = shifted
            && self.config.checks.overflow
            && !self.config.checks.shift
            && !self.config.dialect.wraps
            && known(&count).is_none_or(|n| n >= ty.bits.into())
        {
            // All bits but those of zero leave.
            let width = bits(&ty.bits.into(), from.bits);
            let name = if from.signed { "bvslt" } else { "bvult" };
            let least = self.helpers.bv_test(name, from.bits, count.clone(), width);
            self.check(or(eq(shifted.clone(), bv(0u32, ty.bits)), least), "signed integer overflow", span);
        }
        if known(&count).is_none_or(|n| n >= ty.bits.into()) {
            let width = bits(&ty.bits.into(), from.bits);
            let least = self.helpers.bv_test("bvult", from.bits, count.clone(), width);
            self.demand(least, Demand::ShiftInRange, span);
        }
        match known(&count) {
            Some(n) => bits(&n, ty.bits),
            None => self.resize(count, IntType { signed: false, ..from }, ty.bits),
        }
    }

    /// A value of an integer type as an address-wide number.
    fn as_word(&mut self, index: &Expr) -> ast::Expr {
        let value = self.value(index).e;
        match index.ty {
            Scalar::Int(ty) => self.resize(value, ty, self.word_bits()),
            _ => value,
        }
    }

    pub(super) fn ptr_add_bits(&mut self, base: Val, index: &Expr, scale: i64) -> Val {
        if let Some(n) = index.constant() {
            let bytes = n * scale;
            if bytes == BigInt::from(0) {
                return base;
            }
            let bytes = self.word(bytes);
            let e = self.plus(base.e, bytes);
            return self.plain(e);
        }
        let index = self.as_word(index);
        let bytes = if scale == 1 {
            index
        } else {
            let scale = self.word(scale);
            self.helpers.bv("bvmul", self.word_bits(), index, scale)
        };
        let e = self.plus(base.e, bytes);
        self.plain(e)
    }

    pub(super) fn ptr_sub_bits(&mut self, a: ast::Expr, b: ast::Expr, scale: i64) -> Val {
        let bytes = self.minus(a, b);
        let e = if scale == 1 {
            bytes
        } else {
            let scale = self.word(scale);
            self.helpers.bv("bvsdiv", self.word_bits(), bytes, scale)
        };
        self.plain(e)
    }

    pub(super) fn cast_bits(&mut self, e: ast::Expr, from: Scalar, to: Scalar, span: Span) -> Val {
        let int_of = |this: &Self, ty: Scalar| match ty {
            Scalar::Int(int) => int,
            Scalar::Ptr | Scalar::Float(_) => this.types.ptr_int(false),
        };
        let cast = match (from, to) {
            (Scalar::Float(from), Scalar::Float(to)) => return Val::real(self.float_of_float(e, from, to)),
            (Scalar::Float(from), _) => {
                let to = int_of(self, to);
                self.int_of_float(e, from, to, span)
            }
            (_, Scalar::Float(to)) => {
                let from = int_of(self, from);
                return Val::real(self.float_of_int(e, from, to));
            }
            _ => match (int_of(self, from), int_of(self, to)) {
                (a, b) if b.boolean && !a.boolean => ite(neq(e, bv(0u32, a.bits)), bv(1u32, 8), bv(0u32, 8)),
                (a, b) => {
                    if self.config.checks.conversion && matches!((from, to), (Scalar::Int(_), Scalar::Int(_))) {
                        self.keeps_bits(&e, a, b, span);
                    }
                    self.resize(e, a, b.bits)
                }
            },
        };
        self.plain(cast)
    }
}

fn compare_numbers(op: CmpOp, a: ast::Expr, b: ast::Expr) -> ast::Expr {
    match op {
        CmpOp::Eq => eq(a, b),
        CmpOp::Ne => neq(a, b),
        CmpOp::Lt => lt(a, b),
        CmpOp::Le => le(a, b),
        CmpOp::Gt => gt(a, b),
        CmpOp::Ge => ge(a, b),
    }
}
