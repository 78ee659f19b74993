//! A quantifier over all bytes of a record is about its members.
//!
//! ```text
//! forall { int i; (0 <= i && i < sizeof r) ==> ((char *)&r)[i] == 0 }   →   the first `sizeof r` bytes of `r` are zero
//! ```
//!
//! So the members are read as what they are, which bytes would not let them be.

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use crate::cir::*;
use crate::types::{Scalar, Types, limits};

/// More bytes than that are an array, and left to the quantifier.
const MOST: u64 = 256;

/// What says the same as that the body holds for all values of a variable; `None`: it is about something else.
pub(super) fn zeroed(var: (VarId, Scalar), body: &Expr, types: &Types) -> Option<ExprKind> {
    let ExprKind::Or(guard, rest) = &*body.kind else { return None };
    let ExprKind::Not(guard) = &*bare(guard).kind else { return None };
    let (load, site) = compared_with_zero(rest)?;
    let Scalar::Int(int) = load.ty else { return None };
    let ExprKind::Load(addr, _) = &*load.kind else { return None };
    let ExprKind::PtrAdd { base, index, scale } = &*addr.kind else { return None };
    let width = types.scalar_size(load.ty);
    let (index_var, Scalar::Int(ty)) = var else { return None };
    if int.boolean || *scale != width as i64 || !is_index(index, index_var, var.1, types) || mentions(base, index_var) {
        return None;
    }
    let (mut low, mut high) = limits(ty);
    narrow(guard, var, types, (&mut low, &mut high))?;
    let size = (high + 1u32).to_u64()?.checked_mul(width)?;
    (low.is_zero() && (1..=MOST).contains(&size)).then(|| ExprKind::Zeroed { addr: base.clone(), size, site })
}

/// The expression whose truth this is.
fn bare(e: &Expr) -> &Expr {
    match &*e.kind {
        ExprKind::Cmp(CmpOp::Ne, a, b) if b.constant().is_some_and(Zero::is_zero) => bare(a),
        ExprKind::Cast(inner) if matches!((e.ty, inner.ty), (Scalar::Int(_), Scalar::Int(_))) && is_truth(inner) => {
            bare(inner)
        }
        _ => e,
    }
}

fn is_truth(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Cmp(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..))
}

/// `*p == 0`, `!*p`
fn compared_with_zero(e: &Expr) -> Option<(&Expr, SiteId)> {
    let e = bare(e);
    let mut read = match &*e.kind {
        ExprKind::Cmp(CmpOp::Eq, a, b) if b.constant().is_some_and(Zero::is_zero) => a,
        ExprKind::Not(a) => bare(a),
        _ => return None,
    };
    // Promotions keep what is zero.
    while let ExprKind::Cast(inner) = &*read.kind
        && let (Scalar::Int(to), Scalar::Int(from)) = (read.ty, inner.ty)
        && to.bits >= from.bits
    {
        read = inner;
    }
    match &*read.kind {
        ExprKind::Load(_, site) => Some((read, *site)),
        _ => None,
    }
}

/// Whether an index is the variable: a conversion that keeps numbers that are not negative.
fn is_index(e: &Expr, var: VarId, ty: Scalar, types: &Types) -> bool {
    match &*e.kind {
        ExprKind::Var(own) => *own == var,
        ExprKind::Cast(inner) => {
            matches!(e.ty, Scalar::Int(int) if !int.boolean)
                && types.scalar_size(e.ty) >= types.scalar_size(ty)
                && is_index(inner, var, ty, types)
        }
        _ => false,
    }
}

/// What a condition says of the least and the greatest value of a variable; `None`: it says more.
fn narrow(e: &Expr, var: (VarId, Scalar), types: &Types, (low, high): (&mut BigInt, &mut BigInt)) -> Option<()> {
    let e = bare(e);
    match &*e.kind {
        ExprKind::And(a, b) => {
            narrow(a, var, types, (low, high))?;
            narrow(b, var, types, (low, high))
        }
        ExprKind::Cmp(op, a, b) => {
            let (op, index, n) = match (a.constant(), b.constant()) {
                (None, Some(n)) => (*op, a, n),
                (Some(n), None) => (mirrored(*op), b, n),
                _ => return None,
            };
            if !is_index(index, var.0, var.1, types) || *n < BigInt::zero() {
                return None;
            }
            // A negative number that is compared as one without a sign is a large one.
            let is_kept = *low >= BigInt::zero() || matches!(index.ty, Scalar::Int(int) if int.signed);
            match op {
                CmpOp::Ge => *low = low.clone().max(n.clone()),
                CmpOp::Gt => *low = low.clone().max(n + 1u32),
                CmpOp::Lt if is_kept => *high = high.clone().min(n - 1u32),
                CmpOp::Le if is_kept => *high = high.clone().min(n.clone()),
                _ => return None,
            }
            is_kept.then_some(())
        }
        _ => None,
    }
}

fn mirrored(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Lt => CmpOp::Gt,
        CmpOp::Le => CmpOp::Ge,
        CmpOp::Gt => CmpOp::Lt,
        CmpOp::Ge => CmpOp::Le,
        op => op,
    }
}

fn mentions(e: &Expr, var: VarId) -> bool {
    matches!(&*e.kind, ExprKind::Var(own) if *own == var) || e.children().into_iter().any(|child| mentions(child, var))
}
