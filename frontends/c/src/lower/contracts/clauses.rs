//! Conditions that are assumed or asserted, and what they say about pointers.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::Type;

use super::super::Lower;
use super::opened::{is_fresh, makes_memory};
use super::{INT, bare, called, is_pointer_predicate, without_brackets};

/// Of a longer clause, messages have the beginning.
const LONGEST: usize = 120;

/// How a clause is taken.
#[derive(Clone, Copy)]
pub(super) enum Take<'m> {
    Assumed,
    /// With what is said if it does not hold.
    Asserted(&'m str),
}

impl<'a> Lower<'a> {
    pub(in crate::lower) fn assume_clause(&mut self, node: &'a Node) {
        self.clause(node, Take::Assumed);
    }

    pub(in crate::lower) fn assert_clause(&mut self, node: &'a Node, message: &str) {
        self.clause(node, Take::Asserted(message));
    }

    fn clause(&mut self, node: &'a Node, take: Take) {
        let span = self.span(node);
        let inner = without_brackets(truth_of(node));
        let makes = matches!(take, Take::Assumed) && self.is_proved();
        // A condition that is made of pointers' facts must be looked at in its order.
        let is_meant = is_pointer_predicate;
        match (inner.kind, inner.opcode.as_deref(), &inner.inner[..]) {
            (Kind::BinaryOperator, Some("&&"), [a, b]) => {
                self.clause(a, take);
                self.clause(b, take);
            }
            (Kind::BinaryOperator, Some("||"), [a, b]) if self.says_of_pointers(inner, is_meant) => {
                self.either(a, b, take, makes, span);
            }
            (Kind::ConditionalOperator, _, [c, a, b]) if self.says_of_pointers(inner, is_meant) => {
                if makes && self.says_of_pointers(c, is_meant) {
                    return self.error("what is said here about pointers is not supported in front of `?`", span);
                }
                let (otherwise, end) = (self.label(None), self.label(None));
                let from = self.out.len();
                self.jump_unless(c, otherwise, None);
                self.clause_behind(from, a, take, span);
                self.emit(StmtKind::Goto(end), span);
                self.emit(StmtKind::Label(otherwise), span);
                self.clause_behind(from, b, take, span);
                self.emit(StmtKind::Label(end), span);
            }
            (Kind::CallExpr, ..) if called(inner).is_some_and(is_pointer_predicate) => {
                self.pointer_clause(inner, take, span);
            }
            _ => self.condition_clause(node, take, makes, span),
        }
    }

    /// `a || b`
    fn either(&mut self, a: &'a Node, b: &'a Node, take: Take, makes: bool, span: Span) {
        // What can be evaluated comes first.
        let (a, b) = if self.says_of_pointers(a, makes_memory) { (b, a) } else { (a, b) };
        let is_meant = if makes { makes_memory } else { is_fresh };
        let (other, end) = (self.label(None), self.label(None));
        let mark = self.frame.open.len();
        let from = self.out.len();
        if !self.says_of_pointers(a, is_meant) {
            self.jump_if(a, end, None);
        } else if let Take::Assumed = take {
            let choice = self.temp(INT, span);
            self.emit(StmtKind::Havoc(choice), span);
            self.emit(StmtKind::Branch(Self::int(ExprKind::Var(choice), span), other, None), span);
            self.clause_behind(from, a, take, span);
            self.emit(StmtKind::Goto(end), span);
        } else {
            return self.error("what is said here about pointers is not supported on both sides of `||`", span);
        }
        self.emit(StmtKind::Label(other), span);
        self.clause_behind(from, b, take, span);
        debug_assert_eq!(mark, self.frame.open.len(), "internal: a clause opens a block");
        self.emit(StmtKind::Label(end), span);
    }

    /// A condition that is evaluated, or a function that is opened.
    fn condition_clause(&mut self, node: &'a Node, take: Take, makes: bool, span: Span) {
        if self.says_of_pointers(node, makes_memory) {
            let call = self.asked(truth_of(node));
            if let Some((condition, parameters)) = self.open(call) {
                self.clause(condition, take);
                return self.close(parameters);
            }
            if makes {
                let message = "what is said here about pointers is not supported: it is a condition of its own, or behind \
                               `==>`, or what a function of the same file returns";
                return self.error(message, span);
            }
        }
        let value = self.value(node);
        let value = self.truth(value, span);
        self.take(value, take, span);
    }

    /// A clause that stands behind a condition, which begins at a statement. What it says of pointers holds where it does.
    fn clause_behind(&mut self, from: usize, node: &'a Node, take: Take, span: Span) {
        let flag = self.temp(INT, span);
        if self.frame.contract.conditions.is_empty() {
            self.frame.contract.condition_from = from;
        }
        let from = self.frame.contract.condition_from;
        self.out.insert(from, Stmt { kind: StmtKind::Set(flag, Expr::int(0, INT, span)), span });
        self.emit(StmtKind::Set(flag, Expr::int(1, INT, span)), span);
        self.frame.contract.conditions.push(flag);
        self.clause(node, take);
        self.frame.contract.conditions.pop();
    }

    pub(super) fn take(&mut self, condition: Expr, take: Take, span: Span) {
        match take {
            Take::Assumed => self.emit(StmtKind::Assume(condition), span),
            Take::Asserted(message) => {
                let span = match self.sources.text(span).map(balanced) {
                    Some(length) => Span { end: span.start + length as u32, ..span },
                    None => span,
                };
                let text = self.sources.text(span).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
                let message = match text.char_indices().nth(LONGEST) {
                    _ if text.is_empty() => message.to_string(),
                    Some((end, _)) => format!("{message}: {}…", &text[..end]),
                    None => format!("{message}: {text}"),
                };
                self.emit(StmtKind::Assert(condition, Failure::Assertion(message.into())), span);
            }
        }
    }

    /// `is_fresh(p, n)`, `r_ok(p, n)` and the like as a condition of its own.
    fn pointer_clause(&mut self, node: &'a Node, take: Take, span: Span) {
        let name = called(node).unwrap_or_default();
        let args = &node.inner[1..];
        match (name, args) {
            ("__CPROVER_is_fresh", [pointer, size]) => match take {
                Take::Assumed => self.make_fresh(pointer, size, span),
                Take::Asserted(_) => self.assert_fresh(pointer, size, take, span),
            },
            ("__CPROVER_r_ok" | "__CPROVER_w_ok" | "__CPROVER_rw_ok", [pointer, ..]) => {
                if let (Take::Assumed, [pointer, size]) = (take, args) {
                    self.make_accessible(pointer, size, span);
                } else if let (Take::Assumed, Some(unknown)) = (take, self.unknown_pointer(pointer)) {
                    // The size is that of what the pointer is to.
                    let size = self.pointee_size(pointer);
                    let Some(size) = size else { return self.error("the size of this object is not known", span) };
                    let size = Expr::int(size, self.size_t(), span);
                    self.give_block_unless_said(unknown, size, span);
                }
                if let Take::Asserted(_) = take {
                    self.show(pointer, span);
                }
                let value = match args {
                    [pointer] => {
                        let size = self.pointee_size(pointer).unwrap_or(1);
                        let size = Expr::int(size, self.size_t(), span);
                        let pointer = self.value(pointer);
                        self.accessible_bytes(pointer, size, span)
                    }
                    _ => self.value(node),
                };
                let value = self.truth(value, span);
                self.take(value, take, span);
            }
            ("__CPROVER_pointer_in_range_dfcc", [low, pointer, high]) => {
                let distance = self.common_size(low, pointer);
                let (low, pointer, high) = (self.value(low), self.value(pointer), self.value(high));
                let (low, pointer, high) = (self.snapshot(low), self.snapshot(pointer), self.snapshot(high));
                self.are_beside(&low, &pointer, distance);
                let one = Self::int(ExprKind::Cmp(CmpOp::Le, low, pointer.clone()), span);
                let other = Self::int(ExprKind::Cmp(CmpOp::Le, pointer, high), span);
                let inside = Self::int(ExprKind::And(one, other), span);
                self.take(inside, take, span);
            }
            ("__CPROVER_pointer_equals", [a, b]) => {
                let (a, b) = (self.value(a), self.value(b));
                self.take(Self::int(ExprKind::Cmp(CmpOp::Eq, a, b), span), take, span);
            }
            _ => self.error(format!("`{name}` is not supported with these arguments"), span),
        }
    }

    /// The size of what a pointer is to.
    pub(in crate::lower) fn pointee_size(&mut self, pointer: &'a Node) -> Option<u64> {
        match &*self.ty(bare(pointer)) {
            Type::Ptr(inner) => self.types.size(inner),
            Type::Array(inner, _) => self.types.size(inner),
            _ => None,
        }
    }
}

/// How much of a text, from its beginning, has no closing bracket without its opening one: where macros made the clause,
/// it may be found to end too late.
fn balanced(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Of `!!c` and conversions to truths: what is asked.
fn truth_of(node: &Node) -> &Node {
    match (node.kind, node.inner.last()) {
        (Kind::ParenExpr | Kind::ConstantExpr, Some(inner)) => truth_of(inner),
        (Kind::UnaryOperator, Some(inner)) if node.opcode.as_deref() == Some("!") => match twice_negated(inner) {
            Some(inner) => truth_of(inner),
            None => node,
        },
        (Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some(inner))
            if matches!(node.cast_kind.as_deref(), Some("IntegralToBoolean" | "IntegralCast")) && is_truth(inner) =>
        {
            truth_of(inner)
        }
        _ => node,
    }
}

/// `e` of a negated `!e`.
fn twice_negated(node: &Node) -> Option<&Node> {
    let node = bare(node);
    node.inner.first().filter(|_| node.kind == Kind::UnaryOperator && node.opcode.as_deref() == Some("!"))
}

/// Whether the value is 0 or 1.
fn is_truth(node: &Node) -> bool {
    let node = bare(node);
    match node.kind {
        Kind::BinaryOperator => {
            matches!(node.opcode.as_deref(), Some("&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">="))
        }
        Kind::CallExpr => called(node).is_some_and(is_pointer_predicate),
        Kind::UnaryOperator => node.opcode.as_deref() == Some("!"),
        _ => false,
    }
}
