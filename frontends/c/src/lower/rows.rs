//! Rows of arrays of arrays: an index stays within its row, though the next row lies behind it (C17 6.5.6, 8).
//!
//! ```text
//! int m[2][3];   m[i][j]   →   assert 0 <= j && j < 3          &m[i][j]   →   assert 0 <= j && j <= 3
//! ```

use ivl::source::Span;

use super::Lower;
use super::lvalue::unwrapped;
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, Scalar, Type};

impl<'a> Lower<'a> {
    /// The index of an element of what may be a row, which is checked then. `is_address`: nothing is accessed there.
    pub(super) fn within_row(&mut self, array: &'a Node, index: Expr, is_address: bool, span: Span) -> Expr {
        let checks = self.config.checks;
        let (true, Some(row)) = (checks.bounds || checks.deref, row(array)) else { return index };
        let (Type::Array(_, Some(length)), Scalar::Int(own)) = (&*self.ty(row), index.ty) else { return index };
        let length = length + u64::from(is_address);
        if own.bits < 32 || index.constant().is_some_and(|n| *n >= 0.into() && *n < length.into()) {
            return index;
        }
        let index = self.snapshot(index);
        let compare = |op, n: u64| Expr::new(ExprKind::Cmp(op, index.clone(), Expr::int(n, index.ty, span)), INT, span);
        let is_behind = compare(CmpOp::Ge, length);
        let is_outside = match own.signed {
            true => Expr::new(ExprKind::Or(compare(CmpOp::Lt, 0), is_behind), INT, span),
            false => is_behind,
        };
        let is_inside = Expr::new(ExprKind::Not(is_outside), INT, span);
        let message = Failure::Assertion("index out of bounds of a row of an array".into());
        self.emit(StmtKind::Assert(is_inside, message), span);
        index
    }
}

/// The row that a pointer to its first element is of: an element of an array that is an array itself.
fn row(pointer: &Node) -> Option<&Node> {
    let pointer = unwrapped(pointer);
    match (pointer.kind, pointer.cast_kind.as_deref(), &pointer.inner[..]) {
        (Kind::ImplicitCastExpr, Some("ArrayToPointerDecay"), [row]) => {
            Some(unwrapped(row)).filter(|row| row.kind == Kind::ArraySubscriptExpr)
        }
        _ => None,
    }
}
