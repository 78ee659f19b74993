//! Expressions, with the interval that each value is known to lie in.
//!
//! Integers are numbers in the range of their C type. Unsigned results are brought back into it, signed ones are
//! required to lie in it: `u + 1` → `$wrap.u32(u + 1)`; `i + 1` → `assume i + 1 <= 2147483647;` and `i + 1`. What the
//! interval shows to be in range costs nothing.

use ivl::ast;
use ivl::make::*;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::cir::*;
use crate::config::Contracts;
use crate::types::{IntType, Scalar, limits};

use super::helpers::modulus;
use super::words::bits;
use super::{Emit, kinds, quantify};

/// A number and its interval. Of reals the interval says nothing.
#[derive(Clone)]
pub(super) struct Val {
    pub e: ast::Expr,
    pub low: BigInt,
    pub high: BigInt,
    /// So many of the lowest bits are zero.
    pub zeroes: u32,
}

impl Val {
    pub(super) fn of(e: ast::Expr, (low, high): (BigInt, BigInt)) -> Val {
        Val { e, low, high, zeroes: 0 }
    }

    fn constant(value: BigInt) -> Val {
        Val {
            e: int(value.clone()),
            zeroes: value.trailing_zeros().unwrap_or(0) as u32,
            low: value.clone(),
            high: value,
        }
    }

    pub(super) fn real(e: ast::Expr) -> Val {
        Val { e, low: BigInt::zero(), high: BigInt::zero(), zeroes: 0 }
    }

    fn fixed(&self) -> Option<&BigInt> {
        (self.low == self.high).then_some(&self.low)
    }
}

/// What an operation requires of its operands.
#[derive(Clone, Copy)]
pub(super) enum Demand {
    NoOverflow,
    NoDivisionByZero,
    ShiftInRange,
}

impl Emit<'_> {
    /// What the range of a type asks of a value; `None`: nothing.
    pub(super) fn in_range(&mut self, e: ast::Expr, ty: IntType) -> Option<ast::Expr> {
        if self.is_bits() {
            return ty.boolean.then(|| self.helpers.bv_test("bvule", 8, e, bv(1u32, 8)));
        }
        let (low, high) = limits(ty);
        Some(and(le(int(low), e.clone()), le(e, int(high))))
    }

    /// The same where a bit-field holds it.
    pub(super) fn in_width(&mut self, e: ast::Expr, ty: IntType, width: Option<u32>) -> Option<ast::Expr> {
        match width.filter(|width| *width < ty.bits && !ty.boolean) {
            None => self.in_range(e, ty),
            Some(width) if self.is_bits() => {
                let narrow = IntType::new(width, ty.signed);
                let cut = self.resize(e.clone(), ty, width);
                Some(eq(e, self.resize(cut, narrow, ty.bits)))
            }
            Some(width) => self.in_range(e, IntType::new(width, ty.signed)),
        }
    }

    pub(super) fn zero_value(&self, ty: Scalar) -> ast::Expr {
        match ty {
            Scalar::Float(bits) => self.float_zero(bits),
            Scalar::Int(ty) if self.is_bits() => bv(0u32, ty.bits),
            Scalar::Ptr => self.word(0),
            Scalar::Int(_) => int(0),
        }
    }

    fn ptr_range(&self) -> (BigInt, BigInt) {
        let unsigned = self.types.ptr_int(false);
        let signed = self.types.ptr_int(true);
        (limits(signed).0, limits(unsigned).1)
    }

    fn type_range(&self, ty: Scalar) -> (BigInt, BigInt) {
        match ty {
            Scalar::Int(int) => limits(int),
            Scalar::Ptr => self.ptr_range(),
            Scalar::Float(_) => (BigInt::zero(), BigInt::zero()),
        }
    }

    /// Holds wherever the expression at hand is evaluated: checked if asked for, else assumed.
    pub(super) fn demand(&mut self, condition: ast::Expr, why: Demand, span: ivl::source::Span) {
        if matches!(why, Demand::NoOverflow) && self.config.dialect.wraps {
            return;
        }
        let kind = match why {
            Demand::NoOverflow => "signed-overflow",
            Demand::NoDivisionByZero => "div-by-zero",
            Demand::ShiftInRange => "undefined-shift",
        };
        let off = self.is_off(kind, span);
        let checks = self.config.checks;
        let (checked, message, assumption) = match why {
            Demand::NoOverflow => {
                (checks.overflow, "signed integer overflow", "signed arithmetic does not overflow (--check overflow)")
            }
            Demand::NoDivisionByZero => (checks.div, "division by zero", "no division by zero (--check div)"),
            Demand::ShiftInRange => {
                (checks.shift, "shift by a count out of range", "shift counts are less than the width (--check shift)")
            }
        };
        let checked = checked && !off;
        if checked {
            self.check(condition.clone(), message, span);
        } else {
            self.assumptions.insert(assumption.to_string());
        }
        let condition = self.guarded(condition);
        if !checked {
            self.push(assume(vec![], condition), span);
        }
    }

    pub(super) fn check(&mut self, condition: ast::Expr, message: &str, span: ivl::source::Span) {
        // What a contract assumes was asserted, and looked at, elsewhere.
        if self.assuming && self.program.strict {
            return self.push(assume(vec![], boolean(true)), span);
        }
        let condition = self.guarded(condition);
        self.push(assert(kinds::said(message), condition), span);
    }

    pub(super) fn guarded(&self, condition: ast::Expr) -> ast::Expr {
        if self.guards.is_empty() { condition } else { implies(all(self.guards.iter().cloned()), condition) }
    }

    fn under<T>(&mut self, guard: ast::Expr, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.guards.push(guard);
        let value = inside(self);
        self.guards.pop();
        value
    }

    /// The truth of an expression.
    pub(super) fn cond(&mut self, e: &Expr) -> ast::Expr {
        if let Some(truth) = self.as_truth(e) {
            return truth;
        }
        let value = self.value(e);
        let zero = self.zero_value(e.ty);
        self.compare(CmpOp::Ne, value.e, zero, e.ty).at(e.span)
    }

    /// Expressions that are truths by nature.
    fn as_truth(&mut self, e: &Expr) -> Option<ast::Expr> {
        let truth = match &*e.kind {
            ExprKind::Cmp(op, a, b) => self.comparison(*op, a, b),
            ExprKind::Not(a) => {
                let a = self.cond(a);
                match *a.kind {
                    ast::ExprKind::Unary(ast::UnaryOp::Not, inner) => inner,
                    ast::ExprKind::Binary(ast::BinaryOp::Eq, x, y) => neq(x, y),
                    ast::ExprKind::Binary(ast::BinaryOp::Neq, x, y) => eq(x, y),
                    kind => not(ast::Expr::new(kind, a.span)),
                }
            }
            ExprKind::And(a, b) => {
                let a = self.cond(a);
                let b = self.under(a.clone(), |this| this.cond(b));
                and(a, b)
            }
            ExprKind::Or(a, b) => {
                let a = self.cond(a);
                let b = self.under(not(a.clone()), |this| this.cond(b));
                or(a, b)
            }
            ExprKind::Cast(inner) if matches!(e.ty, Scalar::Int(_)) && by_nature(inner) => return self.as_truth(inner),
            ExprKind::Const(n) => boolean(!n.is_zero()),
            ExprKind::Quant { all, vars, body } => self.quantified(*all, vars, body),
            ExprKind::Within { addr, size, base, length } => self.within([addr, size, base, length]),
            ExprKind::Since { addr, mark } => self.since(addr, mark),
            ExprKind::Beside(a, b) => self.beside(a, b),
            ExprKind::BlockWithin { addr, base, length } => self.block_within(addr, base, length),
            ExprKind::Zeroed { addr, size, site } => self.zeroed(addr, *size, *site, e.span),
            _ => return None,
        };
        Some(truth.at(e.span))
    }

    fn comparison(&mut self, op: CmpOp, a: &Expr, b: &Expr) -> ast::Expr {
        // `truth != 0` and `truth == 0` are the truth itself and its opposite.
        if b.constant().is_some_and(Zero::is_zero) && by_nature(a) {
            if op == CmpOp::Ne {
                return self.cond(a);
            }
            if op == CmpOp::Eq {
                return not(self.cond(a));
            }
        }
        let (ty, span) = (a.ty, a.span);
        let (a, b) = (self.value(a).e, self.value(b).e);
        if ty == Scalar::Ptr && self.config.checks.pointer && !matches!(op, CmpOp::Eq | CmpOp::Ne) {
            self.check_one_block(&a, &b, span);
        }
        self.compare(op, a, b, ty)
    }

    pub(super) fn value(&mut self, e: &Expr) -> Val {
        if let Scalar::Float(bits) = e.ty {
            self.floats(bits);
        }
        let mut value = self.plain_value(e);
        if value.e.span == ivl::source::Span::NONE {
            value.e.span = e.span;
        }
        value
    }

    fn plain_value(&mut self, e: &Expr) -> Val {
        match &*e.kind {
            ExprKind::Const(n) => {
                if let (true, Some(width)) = (self.is_bits(), self.width(e.ty)) {
                    return Val { e: bits(n, width), ..Val::constant(n.clone()) };
                }
                // Addresses are not negative.
                if e.ty == Scalar::Ptr && n.is_negative() {
                    return Val::constant(n + modulus(self.types.ptr_int(false)));
                }
                Val::constant(n.clone())
            }
            ExprKind::FloatConst(text) => {
                let Scalar::Float(bits) = e.ty else { panic!("internal: a floating-point constant of another type") };
                Val::real(self.float_constant(text, bits, e.span))
            }
            ExprKind::FloatFn(function, a) => {
                let Scalar::Float(bits) = e.ty else { panic!("internal: a floating-point function of another type") };
                let a = self.value(a).e;
                Val::real(self.float_function(*function, a, bits, e.span))
            }
            ExprKind::Pure(name, args) => self.pure(name, args, e),
            ExprKind::Var(v) => {
                let copies = std::mem::take(&mut self.copies);
                match self.var_shadow(*v) {
                    Some(shadow) if copies => self.copied = Some(var(shadow)),
                    Some(shadow) => self.check(var(shadow), crate::UNSET, e.span),
                    None => {}
                }
                Val::of(var(self.var_names[v.index()].to_string()), self.type_range(e.ty))
            }
            ExprKind::Obj(obj) => Val::of(self.obj_address(*obj), self.ptr_range()),
            ExprKind::Func(func) => Val::of(self.func_address(*func), self.ptr_range()),
            ExprKind::Load(addr, site) => {
                let loaded = self.load(addr, *site, e.span);
                Val::of(loaded, self.type_range(e.ty))
            }
            ExprKind::Next => self.next(),
            ExprKind::Cmp(..)
            | ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quant { .. }
            | ExprKind::Within { .. }
            | ExprKind::Since { .. }
            | ExprKind::Beside(..)
            | ExprKind::BlockWithin { .. }
            | ExprKind::Zeroed { .. } => {
                let truth = self.cond(e);
                let (yes, no) = (self.number(1, e.ty), self.zero_value(e.ty));
                Val::of(ite(truth, yes, no), (0.into(), 1.into()))
            }
            ExprKind::Cond(c, a, b) => {
                let c = self.cond(c);
                let a = self.under(c.clone(), |this| this.value(a));
                let b = self.under(not(c.clone()), |this| this.value(b));
                Val { e: ite(c, a.e, b.e), low: a.low.min(b.low), high: a.high.max(b.high), zeroes: 0 }
            }
            ExprKind::Cast(inner) => self.cast(inner, e.ty, e.span),
            ExprKind::Unary(op, a) => self.unary(*op, a, e),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e),
            ExprKind::PtrAdd { base, index, scale } => {
                let from = self.value(base);
                let sum = self.ptr_add(from.clone(), index, *scale);
                self.check_step(e, from.e, &sum.e);
                sum
            }
            ExprKind::Part { base, .. } => self.value(base),
            ExprKind::PtrSub { a, b, scale } => {
                let (a, b) = (self.value(a).e, self.value(b).e);
                if self.config.checks.distance {
                    self.reads_distances = true;
                    self.check_one_block(&a, &b, e.span);
                } else {
                    let assumption = "pointers that are subtracted point into one block (--check pointer)";
                    self.assumptions.insert(assumption.to_string());
                }
                if self.is_bits() {
                    return self.ptr_sub_bits(a, b, *scale);
                }
                let bytes = sub(a, b);
                let e = if *scale == 1 { bytes } else { div(bytes, int(*scale)) };
                Val::of(e, self.type_range(e_type(self.types.ptr_int(true))))
            }
        }
    }

    /// A function of its arguments: one of the IVL for each list of types.
    fn pure(&mut self, name: &str, args: &[Expr], e: &Expr) -> Val {
        let values = args.iter().map(|arg| self.value(arg).e).collect();
        let types: Vec<ast::Type> = args.iter().map(|arg| self.ivl_type(arg.ty)).collect();
        let result = self.ivl_type(e.ty);
        let name = self.helpers.uninterpreted(name, types, result);
        let call = apply(name, values);
        if let Scalar::Int(int) = e.ty
            && let Some(range) = self.in_range(call.clone(), int)
        {
            let range = self.guarded(range);
            self.push(assume(vec![], range), e.span);
        }
        Val::of(call, self.type_range(e.ty))
    }

    /// Pointers that are subtracted, or compared by order.
    fn check_one_block(&mut self, a: &ast::Expr, b: &ast::Expr, span: ivl::source::Span) {
        let mut same = eq(self.block_of(a.clone()), self.block_of(b.clone()));
        // Of memory that somebody else hands over, no blocks are known.
        if let Some((a, b)) = self.is_unknown_memory(a).zip(self.is_unknown_memory(b)) {
            same = or(and(a, b), same);
        }
        self.check(same, "pointers into different blocks are subtracted or ordered", span);
    }

    /// An operation of one operand; `e` is all of it.
    fn unary(&mut self, op: UnOp, a: &Expr, e: &Expr) -> Val {
        let a = self.value(a);
        match (e.ty, op) {
            (Scalar::Float(bits), _) => Val::real(self.negated_float(a.e, bits)),
            (Scalar::Int(ty), _) if self.is_bits() => self.unary_bits(op, a.e, ty, e.span),
            (Scalar::Int(ty), UnOp::Neg) => {
                let raw = Val { low: -&a.high, high: -&a.low, e: neg(a.e), zeroes: 0 };
                self.fit(raw, ty, e.span)
            }
            // ~a = -a - 1
            (Scalar::Int(ty), UnOp::BitNot) => {
                let raw = Val { low: -&a.high - 1, high: -&a.low - 1, e: sub(neg(a.e), int(1)), zeroes: 0 };
                self.wrap(raw, ty)
            }
            (Scalar::Ptr, _) => a,
        }
    }

    /// An operation of two operands; `e` is all of it.
    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, e: &Expr) -> Val {
        if let Scalar::Float(bits) = e.ty {
            let (a, b) = (self.value(a).e, self.value(b).e);
            return Val::real(self.float_arithmetic(op, a, b, bits, e.span));
        }
        let count = b.ty;
        let (a, mut b) = (self.value(a), self.value(b));
        let Scalar::Int(ty) = e.ty else { return a };
        if self.is_bits() {
            if let (BinOp::Shl | BinOp::Shr, Scalar::Int(count)) = (op, count) {
                let shifted = (op == BinOp::Shl && ty.signed).then_some(&a.e);
                b.e = self.count_bits(shifted, b.e, count, ty, e.span);
            }
            return self.arithmetic_bits(op, a.e, b.e, ty, e.span);
        }
        self.arithmetic(op, a, b, ty, e.span)
    }

    /// `base + index * scale`
    fn ptr_add(&mut self, base_val: Val, index: &Expr, scale: i64) -> Val {
        if self.is_bits() {
            return self.ptr_add_bits(base_val, index, scale);
        }
        let mut index_val = self.value(index);
        // An index as large as the address space is a negative one.
        if let (Some(n), Scalar::Int(_)) = (index_val.fixed(), index.ty) {
            let n = crate::lower::wrap(n, self.types.ptr_int(true));
            index_val = Val::constant(n);
        }
        let bytes = match index_val.fixed() {
            Some(n) => int(n * scale),
            None if scale == 1 => index_val.e,
            None => mul(index_val.e, int(scale)),
        };
        if let ast::ExprKind::Int(n) = &*bytes.kind
            && n.is_zero()
        {
            return base_val;
        }
        let e = match *bytes.kind {
            ast::ExprKind::Unary(ast::UnaryOp::Neg, amount) => sub(base_val.e, amount),
            kind => add(base_val.e, ast::Expr::new(kind, bytes.span)),
        };
        Val::of(e, self.ptr_range())
    }

    /// A signed result must be in range; an unsigned one is brought there.
    fn fit(&mut self, raw: Val, ty: IntType, span: ivl::source::Span) -> Val {
        if !ty.signed || self.config.dialect.wraps {
            if !ty.signed && self.config.checks.unsigned && !ty.boolean {
                self.stays(&raw, ty, "unsigned-overflow", UNSIGNED, span);
            }
            return self.wrap(raw, ty);
        }
        let (low, high) = limits(ty);
        let above = raw.high > high;
        let below = raw.low < low;
        let mut conditions = vec![];
        if below {
            conditions.push(le(int(low.clone()), raw.e.clone()));
        }
        if above {
            conditions.push(le(raw.e.clone(), int(high.clone())));
        }
        if !conditions.is_empty() {
            self.demand(all(conditions), Demand::NoOverflow, span);
            if self.config.checks.overflow {
                self.result(&raw.e, span);
            }
        }
        Val { e: raw.e, low: raw.low.max(low), high: raw.high.min(high), zeroes: raw.zeroes }
    }

    /// The value modulo the width, in the range of the type.
    pub(super) fn wrap(&mut self, raw: Val, ty: IntType) -> Val {
        let (low, high) = limits(ty);
        if raw.low >= low && raw.high <= high {
            return raw;
        }
        if let Some(n) = raw.fixed() {
            return Val::constant(crate::lower::wrap(n, ty));
        }
        if ty.boolean {
            return Val { e: ite(neq(raw.e, int(0)), int(1), int(0)), low, high, zeroes: 0 };
        }
        let m = modulus(ty);
        let e = if raw.low >= &low - &m && raw.high <= &high + &m {
            self.helpers.wrap_once(raw.e, ty)
        } else {
            self.helpers.wrap_any(raw.e, ty)
        };
        Val { e, low, high, zeroes: 0 }
    }

    /// A number must be in the range of a type, which is no matter of what C defines, unless a pragma says otherwise.
    fn stays(&mut self, raw: &Val, ty: IntType, kind: &str, message: &str, span: ivl::source::Span) {
        if !self.is_on(kind, span) {
            return;
        }
        let (low, high) = limits(ty);
        let above = (raw.high > high).then(|| le(raw.e.clone(), int(high)));
        let below = (raw.low < low).then(|| le(int(low), raw.e.clone()));
        if let Some(condition) = below.into_iter().chain(above).reduce(and) {
            self.check(condition, message, span);
            self.result(&raw.e.clone(), span);
        }
    }

    fn arithmetic(&mut self, op: BinOp, a: Val, b: Val, ty: IntType, span: ivl::source::Span) -> Val {
        match op {
            BinOp::Add => {
                let raw = Val { low: &a.low + &b.low, high: &a.high + &b.high, e: add(a.e, b.e), zeroes: 0 };
                self.fit(raw, ty, span)
            }
            BinOp::Sub => {
                let raw = Val { low: &a.low - &b.high, high: &a.high - &b.low, e: sub(a.e, b.e), zeroes: 0 };
                self.fit(raw, ty, span)
            }
            BinOp::Mul => {
                let corners = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
                let low = corners.iter().min().cloned().unwrap_or_default();
                let high = corners.iter().max().cloned().unwrap_or_default();
                self.fit(Val { low, high, e: mul(a.e, b.e), zeroes: 0 }, ty, span)
            }
            BinOp::Div | BinOp::Rem => {
                if b.low <= BigInt::zero() && b.high >= BigInt::zero() {
                    self.demand(neq(b.e.clone(), int(0)), Demand::NoDivisionByZero, span);
                }
                let natural = !a.low.is_negative();
                let lowest = limits(ty).0;
                if op == BinOp::Rem
                    && self.config.checks.overflow
                    && ty.signed
                    && a.low <= lowest
                    && b.low <= (-1).into()
                    && b.high >= (-1).into()
                {
                    // The quotient of this remainder is out of range.
                    let flips = and(eq(a.e.clone(), int(lowest)), eq(b.e.clone(), int(-1)));
                    self.demand(not(flips), Demand::NoOverflow, span);
                }
                let e = match (op, natural) {
                    (BinOp::Div, true) => div(a.e.clone(), b.e.clone()),
                    (BinOp::Div, false) => self.helpers.quotient(a.e.clone(), b.e.clone()),
                    (_, true) => modulo(a.e.clone(), b.e.clone()),
                    (_, false) => self.helpers.remainder(a.e.clone(), b.e.clone()),
                };
                let size = a.low.abs().max(a.high.abs());
                if op == BinOp::Rem {
                    let divisor: BigInt = b.low.abs().max(b.high.abs()) - 1;
                    let size = size.min(divisor.max(BigInt::zero()));
                    let low = if natural { BigInt::zero() } else { -&size };
                    return Val { e, low, high: size, zeroes: 0 };
                }
                let may_flip = b.low.is_negative();
                let low = if natural && !may_flip { BigInt::zero() } else { -&size };
                let high = if may_flip { size } else { a.high.clone().max(BigInt::zero()) };
                self.fit(Val { e, low, high, zeroes: 0 }, ty, span)
            }
            BinOp::Shl | BinOp::Shr => self.shift(op, a, b, ty, span),
            BinOp::And | BinOp::Or | BinOp::Xor => self.bitwise(op, a, b, ty),
        }
    }

    fn shift(&mut self, op: BinOp, a: Val, b: Val, ty: IntType, span: ivl::source::Span) -> Val {
        let width = BigInt::from(ty.bits);
        let overflows = op == BinOp::Shl && ty.signed && self.config.checks.overflow && !self.config.dialect.wraps;
        if overflows && !self.config.checks.shift && b.high >= width {
            // All bits but those of zero leave.
            let stays = or(eq(a.e.clone(), int(0)), lt(b.e.clone(), int(ty.bits)));
            self.check(stays, "signed integer overflow", span);
        }
        if b.low.is_negative() || b.high >= width {
            let in_range = and(le(int(0), b.e.clone()), lt(b.e.clone(), int(ty.bits)));
            self.demand(in_range, Demand::ShiftInRange, span);
        }
        if op == BinOp::Shl && ty.signed && self.config.checks.shift && a.low.is_negative() {
            self.check(ge(a.e.clone(), int(0)), "left shift of a negative number", span);
        }
        let least = b.low.to_u32().unwrap_or(0).min(ty.bits - 1);
        let most = b.high.to_u32().unwrap_or(ty.bits - 1).min(ty.bits - 1);
        // The power of two, by cases.
        let power = |n: u32| BigInt::one() << n;
        let mut factor = int(power(most));
        for n in (least..most).rev() {
            factor = ite(eq(b.e.clone(), int(n)), int(power(n)), factor);
        }
        if op == BinOp::Shr {
            // Rounds down, as an arithmetic shift does.
            use num_integer::Integer;
            let by = |n: &BigInt, k: u32| n.div_floor(&power(k));
            let low = by(&a.low, least).min(by(&a.low, most));
            let high = by(&a.high, least).max(by(&a.high, most));
            return Val { low, high, zeroes: 0, e: div(a.e, factor) };
        }
        let low = (&a.low * power(most)).min(&a.low * power(least));
        let high = (&a.high * power(most)).max(&a.high * power(least));
        let raw = Val { low, high, zeroes: a.zeroes + least, e: mul(a.e, factor) };
        if ty.signed && self.config.checks.shift {
            if raw.high > limits(ty).1 {
                self.check(le(raw.e.clone(), int(limits(ty).1)), "left shift overflows", span);
            }
        } else if overflows && (raw.high > limits(ty).1 || raw.low < limits(ty).0) {
            let (low, high) = limits(ty);
            self.check(and(le(int(low), raw.e.clone()), le(raw.e.clone(), int(high))), "signed integer overflow", span);
            self.result(&raw.e, span);
        }
        self.wrap(raw, ty)
    }

    /// `a & m` for a constant is a sum over the runs of ones in it; `|` and `^` follow from
    /// `a | b = a + b - (a & b)` and `a ^ b = a + b - 2 (a & b)`, which hold for negative numbers as well.
    fn bitwise(&mut self, op: BinOp, a: Val, b: Val, ty: IntType) -> Val {
        let (a, b) = if a.fixed().is_some() { (b, a) } else { (a, b) };
        if let (Some(x), Some(y)) = (a.fixed(), b.fixed()) {
            let value = match op {
                BinOp::And => x & y,
                BinOp::Or => x | y,
                _ => x ^ y,
            };
            return Val::constant(value);
        }
        let bits = a.high.bits().max(b.high.bits()).max(1) as u32;
        let natural = !a.low.is_negative() && !b.low.is_negative();
        let apart = (!a.low.is_negative() && a.high.bits() <= u64::from(b.zeroes))
            || (!b.low.is_negative() && b.high.bits() <= u64::from(a.zeroes));
        let conjunction = match b.fixed() {
            // No bit is one in both.
            _ if apart => Some(int(0)),
            Some(mask) => masked(&a, mask),
            None if natural && bits <= 8 => bit_by_bit(&a, &b, bits),
            None => None,
        };
        self.bitwise |= conjunction.is_none() || b.fixed().is_none() && !apart && bits > 1;
        let bound = if natural { (BigInt::one() << bits) - 1 } else { limits(ty).1 };
        let low = if natural { BigInt::zero() } else { limits(ty).0 };
        match conjunction {
            Some(both) => {
                let operands = (a.e.clone(), b.e.clone());
                let e = match op {
                    BinOp::And => {
                        return Val { e: both, low, high: if natural { a.high.min(b.high) } else { bound }, zeroes: 0 };
                    }
                    BinOp::Or => sub(add(a.e, b.e), both),
                    _ => sub(add(a.e, b.e), mul(int(2), both)),
                };
                self.say_of_bits(op, operands, &e, bits);
                Val { e, low, high: bound, zeroes: 0 }
            }
            None => {
                let name = match op {
                    BinOp::And => "bvand",
                    BinOp::Or => "bvor",
                    _ => "bvxor",
                };
                let width = if natural { bits } else { ty.bits };
                let pattern = IntType::new(width, false);
                let (a, b) = (self.wrap(a, pattern), self.wrap(b, pattern));
                let e = self.helpers.lifted(name, width, a.e, b.e);
                let raw = Val { e, low: BigInt::zero(), high: (BigInt::one() << width) - 1, zeroes: 0 };
                self.wrap(raw, ty)
            }
        }
    }

    /// When `a | b` and `a ^ b` are zero, all ones, or one of both: what code in constant time computes with masks, and
    /// sums over bits hide. Of products nothing is said, which the solver would only look at once more.
    fn say_of_bits(&mut self, op: BinOp, (a, b): (ast::Expr, ast::Expr), result: &ast::Expr, bits: u32) {
        let is_number = |e: &ast::Expr| matches!(&*e.kind, ast::ExprKind::Int(_));
        let proves = matches!(self.config.contracts, Contracts::Proved { .. });
        if !proves || [&a, &b].into_iter().any(|e| is_number(e) || !quantify::is_linear(e)) {
            return;
        }
        let ones = || int((BigInt::one() << bits) - 1);
        let is = |value: ast::Expr, when: ast::Expr| eq(eq(result.clone(), value), when);
        let zero = |e: &ast::Expr| eq(e.clone(), int(0));
        let facts = if op == BinOp::Or {
            vec![is(int(0), and(zero(&a), zero(&b)))]
        } else {
            vec![
                is(int(0), eq(a.clone(), b.clone())),
                is(ones(), eq(add(a.clone(), b.clone()), ones())),
                is(a.clone(), zero(&b)),
                is(b.clone(), zero(&a)),
                is(sub(ones(), a.clone()), eq(b.clone(), ones())),
                is(sub(ones(), b), eq(a, ones())),
            ]
        };
        let facts = self.guarded(all(facts));
        self.push(assume(vec![], facts), ivl::source::Span::NONE);
    }

    fn cast(&mut self, inner: &Expr, to: Scalar, span: ivl::source::Span) -> Val {
        if matches!(to, Scalar::Int(int) if !int.boolean) {
            self.check_finite(inner, span);
        }
        let value = self.value(inner);
        if let (Scalar::Int(_), Scalar::Ptr, true) = (inner.ty, to, inner.constant().is_none()) {
            self.assumptions.insert("numbers that become pointers are whole addresses".to_string());
        }
        if self.is_bits() {
            return self.cast_bits(value.e, inner.ty, to, span);
        }
        match (inner.ty, to) {
            (Scalar::Int(_) | Scalar::Ptr, Scalar::Int(int)) if int.boolean => {
                if value.low >= BigInt::zero() && value.high <= BigInt::one() {
                    return value;
                }
                Val::of(ite(neq(value.e, int_zero()), int_one(), int_zero()), (0.into(), 1.into()))
            }
            (Scalar::Int(_) | Scalar::Ptr, Scalar::Int(int)) => {
                if self.config.checks.conversion && inner.ty != Scalar::Ptr {
                    self.stays(&value, int, "conversion", "a conversion changes the value", span);
                }
                self.wrap(value, int)
            }
            (Scalar::Int(_), Scalar::Ptr) => {
                let bits = self.types.ptr_int(false);
                self.wrap(value, bits)
            }
            (Scalar::Ptr, Scalar::Ptr) => value,
            (Scalar::Int(from), Scalar::Float(to)) => Val::real(self.float_of_int(value.e, from, to)),
            (Scalar::Float(from), Scalar::Int(to)) => {
                let e = self.int_of_float(value.e, from, to, span);
                Val::of(e, limits(to))
            }
            (Scalar::Float(from), Scalar::Float(to)) => Val::real(self.float_of_float(value.e, from, to)),
            (Scalar::Ptr, Scalar::Float(_)) | (Scalar::Float(_), Scalar::Ptr) => {
                self.error("this conversion is not supported", span);
                value
            }
        }
    }
}

/// What is said where unsigned arithmetic leaves its type.
pub(super) const UNSIGNED: &str = "unsigned integer overflow";

fn e_type(int: IntType) -> Scalar {
    Scalar::Int(int)
}

fn int_zero() -> ast::Expr {
    int(0)
}

fn int_one() -> ast::Expr {
    int(1)
}

fn by_nature(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Cmp(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Quant { .. } | ExprKind::Within { .. } | ExprKind::Since { .. } => true,
        ExprKind::Beside(..) | ExprKind::BlockWithin { .. } | ExprKind::Zeroed { .. } => true,
        ExprKind::Cast(inner) => matches!(e.ty, Scalar::Int(_)) && by_nature(inner),
        _ => false,
    }
}

/// `a & mask`, if the mask is a few runs of ones: the run from bit `i` to below `j` gives
/// `((a div 2^i) mod 2^(j-i)) * 2^i`; the last run of a negative mask has no end.
fn masked(a: &Val, mask: &BigInt) -> Option<ast::Expr> {
    let power = |n: u64| BigInt::one() << n;
    let mut terms = vec![];
    let length = mask.bits().max(a.high.bits()).max(a.low.bits()) + 1;
    let mut i = 0;
    while i < length {
        if !mask.bit(i) {
            i += 1;
            continue;
        }
        let start = i;
        while i < length && mask.bit(i) {
            i += 1;
        }
        let shifted = if start == 0 { a.e.clone() } else { div(a.e.clone(), int(power(start))) };
        // Nothing of the number is above the run.
        let whole = i == length || (!a.low.is_negative() && a.high < power(i));
        let run = if whole { shifted } else { modulo(shifted, int(power(i - start))) };
        terms.push(if start == 0 { run } else { mul(run, int(power(start))) });
    }
    (terms.len() <= 4).then(|| terms.into_iter().reduce(add).unwrap_or_else(|| int(0)))
}

fn bit_by_bit(a: &Val, b: &Val, bits: u32) -> Option<ast::Expr> {
    let bit = |v: &Val, n: u32| {
        if v.high <= BigInt::one() && n == 0 {
            return eq(v.e.clone(), int(1));
        }
        let shifted = if n == 0 { v.e.clone() } else { div(v.e.clone(), int(BigInt::one() << n)) };
        eq(modulo(shifted, int(2)), int(1))
    };
    let terms = (0..bits).map(|n| ite(and(bit(a, n), bit(b, n)), int(BigInt::one() << n), int(0)));
    terms.reduce(add)
}
