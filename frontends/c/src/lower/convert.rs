//! Conversions: those that clang names, and between the types of registers.

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{IntType, Scalar};

use super::Lower;

const INT: Scalar = Scalar::Int(IntType::INT);

impl<'a> Lower<'a> {
    /// `e != 0`
    pub(super) fn truth(&mut self, e: Expr, span: Span) -> Expr {
        if let ExprKind::Cmp(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) = &*e.kind {
            return e;
        }
        let zero = self.zero(e.ty, span);
        Expr::new(ExprKind::Cmp(CmpOp::Ne, e, zero), INT, span)
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
                    self.assumptions.insert("volatile variables change only where the program writes them".to_string());
                }
                let ty = self.ty(node);
                let ty = self.scalar(&ty, span);
                let place = self.place(inner)?;
                Some(self.load(place, ty, span))
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
