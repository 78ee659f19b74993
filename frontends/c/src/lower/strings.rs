//! String functions of which one argument is a literal: their loops have a known end, so they are written out.
//!
//! ```text
//! strcmp(s, "ok")   →   s[0] != 'o' ? order(s[0], 'o') : s[1] != 'k' ? order(s[1], 'k') : s[2] != 0 ? order(s[2], 0) : 0
//! strcpy(t, "ok")   →   memcpy(t, "ok", 3)
//! ```
//!
//! Where a comparison counts no rounds, the bound is left to the loops of the program.

use ivl::source::Span;
use num_traits::ToPrimitive;

use super::Lower;
use super::builtin::Done;
use super::literals::string_units;
use super::rows::Room;
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, IntType, Scalar, Type};

/// Longer literals are left to the models.
const LONGEST: usize = 64;

impl<'a> Lower<'a> {
    /// A call with a literal that is written out.
    pub(super) fn call_with_literal(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        match (name, args) {
            ("strcpy", [target, from]) => {
                let size = bytes_of(from)?.len();
                let to = self.value(target);
                let to = self.snapshot(to);
                let src = self.value(from);
                let src = self.snapshot(src);
                let count = Expr::int(size, Scalar::Int(self.types.ptr_int(false)), span);
                self.check_room(target, &count, Room::Written, span);
                let size = self.bytes(count);
                Some(Some(self.copy_bytes(to, src, size, span)))
            }
            ("strcmp", [a, b]) => self.compared_with_literal(a, b, None, span),
            ("strncmp", [a, b, most]) => {
                let most = self.constant(self.frame.unit, most)?.to_usize()?;
                self.compared_with_literal(a, b, Some(most), span)
            }
            _ => None,
        }
    }

    fn compared_with_literal(&mut self, a: &'a Node, b: &'a Node, most: Option<usize>, span: Span) -> Done {
        let (text, literal, is_first) = match (bytes_of(b), bytes_of(a)) {
            (Some(literal), _) => (a, literal, true),
            (None, Some(literal)) => (b, literal, false),
            (None, None) => return None,
        };
        let Type::Ptr(inner) = &*self.ty(text) else { return None };
        let Some(Scalar::Int(char)) = self.types.scalar(inner).filter(|_| self.types.size(inner) == Some(1)) else {
            return None;
        };
        let text = self.value(text);
        let text = self.snapshot(text);
        let (result, end) = (self.temp(INT, span), self.label(None));
        for (index, byte) in literal.iter().enumerate().take(most.unwrap_or(usize::MAX)) {
            let next = self.label(None);
            let at = self.offset(text.clone(), index as i64, span);
            let site = self.site(Scalar::Int(char), None, None);
            let read = Expr::new(ExprKind::Load(at, site), Scalar::Int(char), span);
            let read = self.convert(read, Scalar::Int(IntType::new(8, false)), span);
            let read = self.convert(read, INT, span);
            let read = self.snapshot(read);
            let of = |kind| Expr::new(kind, INT, span);
            let byte = Expr::int(*byte, INT, span);
            let same = of(ExprKind::Cmp(CmpOp::Eq, read.clone(), byte.clone()));
            self.emit(StmtKind::Branch(same, next, None), span);
            // Negative or positive, as the order of the bytes is.
            self.emit(StmtKind::Havoc(result), span);
            let (less, more) = if is_first { (CmpOp::Lt, CmpOp::Gt) } else { (CmpOp::Gt, CmpOp::Lt) };
            let sign = |op| of(ExprKind::Cmp(op, of(ExprKind::Var(result)), Expr::int(0, INT, span)));
            let is_less = of(ExprKind::Cmp(CmpOp::Lt, read, byte));
            self.emit(StmtKind::Assume(of(ExprKind::Cond(is_less, sign(less), sign(more)))), span);
            self.emit(StmtKind::Goto(end), span);
            self.emit(StmtKind::Label(next), span);
        }
        self.emit(StmtKind::Set(result, Expr::int(0, INT, span)), span);
        self.emit(StmtKind::Label(end), span);
        Some(Some(Expr::new(ExprKind::Var(result), INT, span)))
    }
}

/// The bytes of a literal up to its first zero, and that.
fn bytes_of(node: &Node) -> Option<Vec<u32>> {
    match node.kind {
        Kind::StringLiteral => {
            let mut units = string_units(node.value_text()?, 1)?;
            units.push(0);
            let length = units.iter().position(|unit| *unit == 0)? + 1;
            units.truncate(length);
            (length <= LONGEST).then_some(units)
        }
        Kind::ImplicitCastExpr | Kind::ParenExpr => bytes_of(node.inner.last()?),
        _ => None,
    }
}
