//! Rows of arrays of arrays, and arrays in records: an index stays within its row, though the next row lies behind it (C17 6.5.6, 8).
//!
//! ```text
//! int m[2][3];   m[i][j]   →   assert 0 <= j && j < 3          &m[i][j]   →   assert 0 <= j && j <= 3
//! ```
//!
//! Of members, indices that are constants; others are looked at where they lead to (`emit/parts.rs`).

use ivl::source::Span;

use super::Lower;
use super::lvalue::unwrapped;
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, Scalar, Type};

/// What bytes are for that there must be room for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Room {
    /// A size is given for a text.
    Given,
    Written,
    Read,
}

impl<'a> Lower<'a> {
    /// The index of an element of what may be a row, which is checked then. `is_address`: nothing is accessed there.
    pub(super) fn within_row(&mut self, array: &'a Node, index: Expr, is_address: bool, span: Span) -> Expr {
        let checks = self.config.checks;
        if !checks.bounds && !checks.deref {
            return index;
        }
        let (row, what) = match row(array) {
            Some(row) => (row, "index out of bounds of a row of an array"),
            None if index.constant().is_none() => return index,
            None => match self.member_array(array) {
                Some(member) => (member, "index out of bounds of an array in a record"),
                None => return index,
            },
        };
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
        let message = Failure::Assertion(what.into());
        self.emit(StmtKind::Assert(is_inside, message), span);
        index
    }

    /// The array that a pointer to its first element is of, if that is a member of a record that does not go on behind its end.
    fn member_array(&mut self, pointer: &'a Node) -> Option<&'a Node> {
        let array = decayed(pointer).filter(|array| array.kind == Kind::MemberExpr)?;
        let has_length = matches!(&*self.ty(array), Type::Array(_, Some(length)) if *length > 0);
        (has_length && !self.is_open(array)).then_some(array)
    }

    /// Where a text of so many bytes goes must be as large, if that is such an array; where the size is given for a text, which
    /// may be smaller, so must a variable (the library stops there when it is built with `_FORTIFY_SOURCE`).
    pub(super) fn check_room(&mut self, to: &'a Node, size: &Expr, what: Room, span: Span) {
        let checks = self.config.checks;
        let to = as_it_was(to);
        let message = match what {
            Room::Given => "the size that is given for a text is larger than the array that it goes to",
            Room::Written => "write out of bounds of an array in a record",
            Room::Read => "read out of bounds of an array in a record",
        };
        let is_variable = what == Room::Given && decayed(to).is_some_and(|array| array.kind == Kind::DeclRefExpr);
        let array = if is_variable { decayed(to) } else { self.member_array(to) };
        let Some(room) = array.map(|array| self.ty(array)).and_then(|ty| self.types.size(&ty)) else { return };
        if !checks.bounds && !checks.deref || size.constant().is_some_and(|size| *size <= room.into()) {
            return;
        }
        let fits = ExprKind::Cmp(CmpOp::Le, size.clone(), Expr::int(room, size.ty, span));
        let fits = Expr::new(fits, INT, span);
        self.emit(StmtKind::Assert(fits, Failure::Assertion(message.into())), span);
    }
}

/// The array that a pointer to its first element is of, in the text.
fn decayed(pointer: &Node) -> Option<&Node> {
    let pointer = unwrapped(pointer);
    match (pointer.kind, pointer.cast_kind.as_deref(), &pointer.inner[..]) {
        (Kind::ImplicitCastExpr, Some("ArrayToPointerDecay"), [array]) => Some(unwrapped(array)),
        (Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some("NoOp"), [inner]) => decayed(inner),
        _ => None,
    }
}

/// A pointer before its type was changed.
fn as_it_was(pointer: &Node) -> &Node {
    let pointer = unwrapped(pointer);
    match (pointer.cast_kind.as_deref(), &pointer.inner[..]) {
        (Some("BitCast"), [inner]) => as_it_was(inner),
        _ => pointer,
    }
}

/// The row that a pointer to its first element is of: an element of an array that is an array itself.
fn row(pointer: &Node) -> Option<&Node> {
    decayed(pointer).filter(|row| row.kind == Kind::ArraySubscriptExpr)
}
