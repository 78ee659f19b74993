//! Copies whose source and target must not overlap, where the text says that both are in the same object (C17 7.24.2.1, 2).
//!
//! ```text
//! memcpy(s->text, s->text + n, rest)   →   assert s->text == s->text + n || they are at least `rest` bytes apart
//! strcpy(s, s + 1)                     →   the same of strlen(s + 1) + 1 bytes
//! snprintf(s, n, "%s.", s)             →   assert n == 0 || s != s
//! ```

use ivl::source::Span;

use super::Lower;
use super::literals::string_argument;
use super::printf::{Conversion, Piece, pieces};
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, Scalar};

const OVERLAP: &str = "the source and the target of a copy overlap";

impl<'a> Lower<'a> {
    /// Checks so many bytes from two places that `memcpy` is given. To copy what is there already is harmless.
    pub(super) fn check_overlap(&mut self, nodes: [&'a Node; 2], [to, from]: [&Expr; 2], count: &Expr, span: Span) {
        let checks = self.config.checks;
        let places = nodes.map(object);
        if !checks.bounds && !checks.deref || places[0].is_none() || places[0] != places[1] {
            return;
        }
        let behind = |start: &Expr, other: &Expr| {
            let sum = ExprKind::PtrAdd { base: start.clone(), index: count.clone(), scale: 1 };
            let end = Expr::new(sum, Scalar::Ptr, Span::NONE);
            Expr::new(ExprKind::Cmp(CmpOp::Le, end, other.clone()), INT, Span::NONE)
        };
        let same = Expr::new(ExprKind::Cmp(CmpOp::Eq, to.clone(), from.clone()), INT, span);
        let apart = Expr::new(ExprKind::Or(behind(to, from), behind(from, to)), INT, span);
        let valid = Expr::new(ExprKind::Or(same, apart), INT, span);
        let message = Failure::Assertion(OVERLAP.into());
        self.emit(StmtKind::Assert(valid, message), span);
    }

    /// Checks in front of a call that copies texts what it copies.
    pub(super) fn check_text_overlap(&mut self, name: &str, args: &'a [Node], span: Span) {
        let checks = self.config.checks;
        if !checks.bounds && !checks.deref {
            return;
        }
        match (name, args) {
            ("strcpy" | "stpcpy" | "strncpy" | "stpncpy", [to, from, most @ ..]) if have_one_object(to, from) => {
                let [target, source] = [to, from].map(|arg| self.looked_at(arg));
                let size_t = Scalar::Int(self.types.ptr_int(false));
                let (model, given, end) = match most.first() {
                    Some(most) => {
                        let most = self.looked_at(most);
                        ("strnlen", vec![source.clone(), self.convert(most, size_t, span)], 0)
                    }
                    None => ("strlen", vec![source.clone()], 1),
                };
                let length = self.model_value(model, given, size_t, span);
                let count = ExprKind::Binary(BinOp::Add, length, Expr::int(end, size_t, span));
                let count = self.snapshot(Expr::new(count, size_t, span));
                self.check_overlap([to, from], [&target, &source], &count, span);
            }
            ("sprintf", [to, format, values @ ..]) => self.check_printed(to, None, format, values, span),
            ("snprintf", [to, size, format, values @ ..]) => self.check_printed(to, Some(size), format, values, span),
            _ => {}
        }
    }

    /// The same of a text that is made from others, as far as its format shows.
    fn check_printed(
        &mut self,
        to: &'a Node,
        size: Option<&'a Node>,
        format: &'a Node,
        values: &'a [Node],
        span: Span,
    ) {
        let long = self.types.ptr_size() as u32 * 8;
        let Some(pieces) = string_argument(format).and_then(|format| pieces(&format, long)) else { return };
        for piece in pieces {
            let Piece::Converted(Conversion { letter: 's', precision: None, .. }, number) = piece else { continue };
            let Some(from) = values.get(number).filter(|from| have_one_object(to, from)) else { continue };
            let [target, source] = [to, from].map(|arg| self.looked_at(arg));
            let differ = Expr::new(ExprKind::Cmp(CmpOp::Ne, target, source), INT, span);
            let nothing = size.map(|size| self.looked_at(size)).map(|size| {
                let zero = Expr::int(0, size.ty, span);
                Expr::new(ExprKind::Cmp(CmpOp::Eq, size, zero), INT, span)
            });
            let valid = match nothing {
                Some(nothing) => Expr::new(ExprKind::Or(nothing, differ), INT, span),
                None => differ,
            };
            let message = Failure::Assertion(OVERLAP.into());
            self.emit(StmtKind::Assert(valid, message), span);
        }
    }
}

/// Whether two pointers are into the same object, as their words say.
fn have_one_object(one: &Node, other: &Node) -> bool {
    object(one).is_some_and(|object_of_one| object(other) == Some(object_of_one))
}

/// What a pointer is into, in words: `s->text` of `&s->text[i] + 1`.
fn object(pointer: &Node) -> Option<String> {
    match (pointer.kind, pointer.opcode.as_deref(), &pointer.inner[..]) {
        (Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr, _, [.., inner])
        | (Kind::UnaryOperator, Some("&" | "++" | "--"), [inner])
        | (Kind::BinaryOperator, Some("+" | "-"), [inner, _])
        | (Kind::ArraySubscriptExpr, _, [inner, _]) => object(inner),
        (Kind::MemberExpr, _, [record]) => Some(format!("{}.{}", object(record)?, pointer.name())),
        (Kind::DeclRefExpr, ..) => Some(format!("{:?}", pointer.referenced_decl.as_ref()?.id)),
        _ => None,
    }
}
