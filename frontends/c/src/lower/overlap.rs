//! Copies whose source and target must not overlap, where the text says that both are in the same object (C17 7.24.2.1, 2).
//!
//! ```text
//! memcpy(s->text, s->text + n, rest)   →   assert s->text == s->text + n || they are at least `rest` bytes apart
//! strcpy(s, s + 1)                     →   the same of strlen(s + 1) + 1 bytes
//! strncat(s, s + 1, n)                 →   s + strlen(s) likewise, of which one more is written than is read
//! snprintf(s, n, "%s.", s)             →   assert n == 0 || s != s
//! ```

use ivl::source::Span;

use super::Lower;
use super::literals::string_argument;
use super::lvalue::unwrapped;
use super::printf::{Conversion, Piece, pieces};
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, Scalar};

const OVERLAP: &str = "the source and the target of a copy overlap";

impl<'a> Lower<'a> {
    /// Checks so many bytes from two places that `memcpy` is given. To copy what is there already is harmless.
    pub(super) fn check_overlap(&mut self, nodes: [&'a Node; 2], places: [&Expr; 2], count: &Expr, span: Span) {
        if have_one_object(nodes[0], nodes[1]) {
            self.check_apart(places, [count, count], 1, span);
        }
    }

    /// Checks as many units of so many bytes as are written at one place and read at the other.
    fn check_apart(&mut self, [to, from]: [&Expr; 2], [written, read]: [&Expr; 2], unit: i64, span: Span) {
        let checks = self.config.checks;
        if !checks.bounds && !checks.deref {
            return;
        }
        let behind = |start: &Expr, count: &Expr, other: &Expr| {
            let sum = ExprKind::PtrAdd { base: start.clone(), index: count.clone(), scale: unit };
            let end = Expr::new(sum, Scalar::Ptr, Span::NONE);
            Expr::new(ExprKind::Cmp(CmpOp::Le, end, other.clone()), INT, Span::NONE)
        };
        let same = Expr::new(ExprKind::Cmp(CmpOp::Eq, to.clone(), from.clone()), INT, span);
        let apart = Expr::new(ExprKind::Or(behind(to, written, from), behind(from, read, to)), INT, span);
        let valid = Expr::new(ExprKind::Or(same, apart), INT, span);
        let message = Failure::Assertion(OVERLAP.into());
        self.emit(StmtKind::Assert(valid, message), span);
    }

    /// Checks the same of a record that is assigned, where a cast lets it begin elsewhere than the one that it comes from (C17
    /// 6.5.16.1p3).
    pub(super) fn check_record_overlap(&mut self, nodes: [&'a Node; 2], places: [&Expr; 2], size: u64, span: Span) {
        let [to, from] = nodes.map(place);
        if to.kind == Kind::CStyleCastExpr || from.kind == Kind::CStyleCastExpr {
            let size = Expr::int(size, Scalar::Int(self.types.ptr_int(false)), span);
            self.check_overlap([to, from], places, &size, span);
        }
    }

    /// Checks in front of a call that copies texts what it copies.
    pub(super) fn check_text_overlap(&mut self, name: &str, args: &'a [Node], span: Span) {
        let checks = self.config.checks;
        if !checks.bounds && !checks.deref {
            return;
        }
        match (name, args) {
            ("sprintf", [to, format, values @ ..]) => self.check_printed(to, None, format, values, span),
            ("snprintf", [to, size, format, values @ ..]) => self.check_printed(to, Some(size), format, values, span),
            (_, [to, from, most @ ..]) if have_one_object(to, from) => {
                if let Some(copied) = Copied::by(name) {
                    self.check_copied(copied, [to, from], most.first(), span);
                }
            }
            _ => {}
        }
    }

    fn check_copied(&mut self, copied: Copied, nodes: [&'a Node; 2], most: Option<&'a Node>, span: Span) {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let [mut to, from] = nodes.map(|arg| self.looked_at(arg));
        let most = most.map(|most| self.looked_at(most)).map(|most| self.convert(most, size_t, span));
        let unit = if copied.is_wide { 4 } else { 1 };
        let (length, length_within) = if copied.is_wide { ("wcslen", "wcsnlen") } else { ("strlen", "strnlen") };
        if copied.goes_behind {
            let passed = self.model_value(length, vec![to.clone()], size_t, span);
            let sum = ExprKind::PtrAdd { base: to, index: passed, scale: unit };
            to = self.snapshot(Expr::new(sum, Scalar::Ptr, Span::NONE));
        }
        if let (Ends::Nowhere, Some(most)) = (copied.ends, &most) {
            return self.check_apart([&to, &from], [most, most], unit, span);
        }
        // The zero is copied, or looked for.
        let is_read_within = copied.ends != Ends::AtZero && copied.ends != Ends::AtZeroOrCut;
        let length = match most.as_ref().filter(|_| is_read_within) {
            Some(most) => self.model_value(length_within, vec![from.clone(), most.clone()], size_t, span),
            None => self.model_value(length, vec![from.clone()], size_t, span),
        };
        let sum = ExprKind::Binary(BinOp::Add, length.clone(), Expr::int(1, size_t, span));
        let with_zero = self.snapshot(Expr::new(sum, size_t, span));
        let cut = |most: &Expr| {
            let fits = Expr::new(ExprKind::Cmp(CmpOp::Lt, length.clone(), most.clone()), INT, span);
            Expr::new(ExprKind::Cond(fits, with_zero.clone(), most.clone()), size_t, span)
        };
        let (written, read) = match (copied.ends, &most) {
            (Ends::Filled, Some(most)) => (most.clone(), cut(most)),
            (Ends::AtZeroAdded, Some(most)) => (with_zero.clone(), cut(most)),
            (Ends::AtZeroOrCut, Some(most)) => (cut(most), with_zero.clone()),
            _ => (with_zero.clone(), with_zero.clone()),
        };
        let [written, read] = [written, read].map(|count| self.snapshot(count));
        self.check_apart([&to, &from], [&written, &read], unit, span);
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

/// What a function copies of a text.
struct Copied {
    is_wide: bool,
    /// Where the target ends.
    goes_behind: bool,
    ends: Ends,
}

/// Where a copy ends, if there are `n` units at most.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    /// Behind the zero.
    AtZero,
    /// There; up to `n` are written.
    AtZeroOrCut,
    /// `n` are read at most, and a zero is written behind them.
    AtZeroAdded,
    /// `n` are read at most, and written in any case.
    Filled,
    /// Behind `n`.
    Nowhere,
}

impl Copied {
    /// `None`: no such function.
    fn by(name: &str) -> Option<Copied> {
        let (goes_behind, ends) = match name {
            "strcpy" | "stpcpy" | "wcscpy" | "wcpcpy" => (false, Ends::AtZero),
            "strncpy" | "stpncpy" | "wcsncpy" | "wcpncpy" => (false, Ends::Filled),
            "strlcpy" => (false, Ends::AtZeroOrCut),
            "strcat" | "wcscat" => (true, Ends::AtZero),
            "strncat" | "wcsncat" => (true, Ends::AtZeroAdded),
            "mempcpy" | "wmemcpy" | "wmempcpy" => (false, Ends::Nowhere),
            _ => return None,
        };
        let is_wide = name.starts_with('w');
        Some(Copied { is_wide, goes_behind, ends })
    }
}

/// The pointer that a place is behind; the place itself if there is none.
fn place(node: &Node) -> &Node {
    match (node.kind, node.opcode.as_deref(), &node.inner[..]) {
        (Kind::ParenExpr | Kind::ImplicitCastExpr, _, [inner]) => place(inner),
        (Kind::UnaryOperator, Some("*"), [pointer]) | (Kind::ArraySubscriptExpr, _, [pointer, _]) => unwrapped(pointer),
        _ => node,
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
