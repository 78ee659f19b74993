//! Conversions: those that clang names, and between the types of registers.

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{INT, IntType, Scalar};

use super::Lower;

impl<'a> Lower<'a> {
    /// `e != 0`
    pub(super) fn truth(&mut self, e: Expr, span: Span) -> Expr {
        if let ExprKind::Cmp(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) = &*e.kind {
            return e;
        }
        let zero = self.zero(e.ty, span);
        let (e, zero) = self.as_pointers(e, zero);
        Expr::new(ExprKind::Cmp(CmpOp::Ne, e, zero), INT, span)
    }

    /// What is to be equal: a pointer that was made a number to compare it with zero is one, `(unsigned)p == 0`.
    pub(super) fn as_pointers(&mut self, a: Expr, b: Expr) -> (Expr, Expr) {
        match (self.cut_pointer(&a), self.cut_pointer(&b)) {
            (Some((p, cut)), _) if is_zero(&b) => (p, self.null_for(cut, &b)),
            (_, Some((q, cut))) if is_zero(&a) => (self.null_for(cut, &a), q),
            _ => (a, b),
        }
    }

    /// The pointer that a number was made of, and the width that is left of it, if it is less than before.
    fn cut_pointer(&self, e: &Expr) -> Option<(Expr, Option<u32>)> {
        /// What is narrower is no attempt to compare pointers.
        const NARROWEST: u32 = 32;
        let ExprKind::Cast(inner) = &*e.kind else { return None };
        let Scalar::Int(int) = e.ty else { return None };
        let (pointer, cut) = if inner.ty == Scalar::Ptr { (inner.clone(), None) } else { self.cut_pointer(inner)? };
        let width = cut.unwrap_or(self.types.ptr_int(false).bits);
        let cut = if int.bits < width { Some(int.bits) } else { cut };
        (int.bits >= NARROWEST && !int.boolean).then_some((pointer, cut))
    }

    fn null_for(&mut self, cut: Option<u32>, zero: &Expr) -> Expr {
        if let Some(width) = cut {
            let assumption = format!("the lower {width} bits of a pointer are zero where it is null alone");
            self.notes.assumptions.insert(assumption);
        }
        Expr::int(0, Scalar::Ptr, zero.span)
    }

    pub(super) fn convert(&mut self, e: Expr, to: Scalar, span: Span) -> Expr {
        if e.ty == to {
            return e;
        }
        if let (Scalar::Int(IntType { boolean: true, .. }), false) = (to, e.ty == to) {
            let truth = self.truth(e, span);
            return Expr::new(ExprKind::Cast(truth), to, span);
        }
        if let (Some(value), Scalar::Int(int), Scalar::Int(_) | Scalar::Ptr) = (e.constant(), to, e.ty) {
            return Expr::int(wrap(value, int), to, span);
        }
        Expr::new(ExprKind::Cast(e), to, span)
    }

    pub(super) fn cast(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let inner = node.inner.last()?;
        match node.cast_kind.as_deref()? {
            "LValueToRValue" => {
                if inner.ty.as_ref().is_some_and(|t| t.qual.contains("volatile")) {
                    self.notes
                        .assumptions
                        .insert("volatile variables change only where the program writes them".to_string());
                }
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                let place = self.place(inner)?;
                if !inner.is_atomic() {
                    return Some(self.load(place, ty, span));
                }
                let place = self.stable_place(place);
                self.emit(StmtKind::Atomic(true), span);
                let value = self.load(place, ty, span);
                let value = self.snapshot(value);
                self.emit(StmtKind::Atomic(false), span);
                Some(value)
            }
            "ArrayToPointerDecay" => {
                let place = self.place(inner)?;
                Some(self.address(place, span))
            }
            "FunctionToPointerDecay" | "BuiltinFnToFnPtr" => {
                let place = self.place(inner)?;
                Some(self.address(place, span))
            }
            "NullToPointer" => {
                self.effect(inner);
                Some(Expr::int(0, Scalar::Ptr, span))
            }
            "NoOp" | "BitCast" | "AtomicToNonAtomic" | "NonAtomicToAtomic" => {
                let ty = self.ty(node);
                let value = self.value(inner);
                self.name_block(&value, &ty);
                match self.types.scalar(&ty) {
                    Some(ty) => Some(self.convert(value, ty, span)),
                    None => Some(value),
                }
            }
            "IntegralCast"
            | "IntegralToFloating"
            | "FloatingToIntegral"
            | "FloatingCast"
            | "IntegralToPointer"
            | "PointerToIntegral"
            | "IntegralToBoolean"
            | "PointerToBoolean"
            | "FloatingToBoolean"
            | "BooleanToSignedIntegral" => {
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                let value = self.value(inner);
                Some(self.convert(value, ty, span))
            }
            "ToVoid" => {
                self.effect(inner);
                Some(Expr::int(0, INT, span))
            }
            _ => None,
        }
    }
}

/// Null, or a number that is zero.
pub(super) fn is_zero(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Const(n) => *n == BigInt::from(0),
        ExprKind::Cast(inner) => matches!((e.ty, inner.ty), (Scalar::Int(_), Scalar::Ptr)) && is_zero(inner),
        _ => false,
    }
}

/// The value as an integer type represents it: modulo two to the width.
pub(crate) fn wrap(value: &BigInt, int: IntType) -> BigInt {
    if int.boolean {
        return BigInt::from(u8::from(*value != BigInt::from(0)));
    }
    let modulus = BigInt::from(1) << int.bits;
    let mut value = ((value % &modulus) + &modulus) % &modulus;
    if int.signed && value >= BigInt::from(1) << (int.bits - 1) {
        value -= modulus;
    }
    value
}
