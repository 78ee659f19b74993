//! Which parameters of a function are texts: where it looks for the zero that ends them, there is nothing behind it.
//!
//! ```text
//! size_t words(const char *s) { for (const char *p = s; *p; p++) … }   →   s
//! int first(const char *s) { return s[0] + s[1]; }                     →   nothing: who knows how many there are
//! ```

use rustc_hash::FxHashSet;

use super::designator::designator;
use super::{Key, Lower};
use crate::clang::node::Literal;
use crate::clang::{Id, Kind, Node};

/// Of functions that are called deeper, it is not asked what they look for.
const DEEPEST: usize = 4;

/// The arguments of the C library's functions on strings that are texts, by position.
const LIBRARY: [(&str, &[usize]); 19] = [
    ("strlen", &[0]),
    ("strcmp", &[0, 1]),
    ("strcasecmp", &[0, 1]),
    ("strcpy", &[1]),
    ("stpcpy", &[1]),
    ("strcat", &[1]),
    ("strdup", &[0]),
    ("strchr", &[0]),
    ("strrchr", &[0]),
    ("strstr", &[0, 1]),
    ("strspn", &[0, 1]),
    ("strcspn", &[0, 1]),
    ("strpbrk", &[0, 1]),
    ("strtol", &[0]),
    ("strtoul", &[0]),
    ("strtod", &[0]),
    ("atoi", &[0]),
    ("atol", &[0]),
    ("atof", &[0]),
];

/// Whether a function of a file takes what one of its parameters points to for a text that ends in a zero, and never compares a pointer
/// into it with another, which could be its end.
pub(super) fn is_text(lower: &Lower, unit: usize, function: &Node, param: &Node) -> bool {
    is_text_within(lower, unit, (function, param.id), DEEPEST)
}

fn is_text_within(lower: &Lower, unit: usize, (function, param): (&Node, Id), depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let inside = pointers_into(function, param);
    let is_inside = |node: &Node| root(node).is_some_and(|id| inside.contains(&id));
    let (mut looks, mut compares) = (false, false);
    each(function, &mut |node| {
        compares |= is_compared(node, &is_inside);
        looks |= looks_for_zero(node, &is_inside) || passes_text(lower, unit, node, &is_inside, depth);
    });
    looks && !compares
}

/// The variables that point into what a parameter points to, as far as assignments of one to the other say.
fn pointers_into(function: &Node, param: Id) -> FxHashSet<Id> {
    let mut inside = FxHashSet::from_iter([param]);
    loop {
        let before = inside.len();
        let known = inside.clone();
        let is_inside = |node: &Node| root(node).is_some_and(|id| known.contains(&id));
        each(function, &mut |node| match (node.kind, node.opcode.as_deref(), &node.inner[..]) {
            (Kind::VarDecl, _, [.., value]) if is_inside(value) => _ = inside.insert(node.id),
            (Kind::BinaryOperator, Some("="), [to, value]) if is_inside(value) => inside.extend(root(to)),
            _ => {}
        });
        if inside.len() == before {
            return inside;
        }
    }
}

/// The variable that an expression points from: `s` of `s`, `s++`, `(char *)s + 1`.
fn root(node: &Node) -> Option<Id> {
    match (node.kind, node.opcode.as_deref(), &node.inner[..]) {
        (Kind::DeclRefExpr, ..) => Some(node.referenced_decl.as_ref()?.id),
        (Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr, _, [.., inner])
        | (Kind::UnaryOperator, Some("++" | "--"), [inner])
        | (Kind::BinaryOperator, Some("+" | "-"), [inner, _]) => root(inner),
        _ => None,
    }
}

/// The pointer that an expression reads at: `s` of `*s`, `s[i]`, `*s++`.
fn read(node: &Node) -> Option<&Node> {
    match (node.kind, node.opcode.as_deref(), &node.inner[..]) {
        (Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr, _, [.., inner]) => read(inner),
        (Kind::UnaryOperator, Some("*"), [pointer]) | (Kind::ArraySubscriptExpr, _, [pointer, _]) => Some(pointer),
        // `(c = *s++) != 0`
        (Kind::BinaryOperator, Some("="), [_, value]) => read(value),
        _ => None,
    }
}

/// Whether a statement or expression asks if what it reads is zero.
fn looks_for_zero(node: &Node, is_inside: &impl Fn(&Node) -> bool) -> bool {
    let reads = |node: Option<&Node>| node.and_then(read).is_some_and(is_inside);
    let at = |i: usize| node.inner.get(i);
    match (node.kind, node.opcode.as_deref()) {
        (Kind::UnaryOperator, Some("!")) => reads(at(0)),
        (Kind::BinaryOperator, Some("==" | "!=")) => {
            [(at(0), at(1)), (at(1), at(0))].into_iter().any(|(side, other)| reads(side) && other.is_some_and(is_zero))
        }
        (Kind::BinaryOperator, Some("&&" | "||")) => reads(at(0)) || reads(at(1)),
        (Kind::IfStmt | Kind::WhileStmt | Kind::ConditionalOperator, _) => reads(at(0)),
        (Kind::DoStmt, _) => reads(at(1)),
        (Kind::ForStmt, _) => reads(at(2)),
        (Kind::SwitchStmt, _) => reads(at(0)) && has_case_of_zero(node),
        _ => false,
    }
}

fn has_case_of_zero(node: &Node) -> bool {
    let is_own = node.kind == Kind::CaseStmt && node.inner.first().is_some_and(is_zero);
    is_own || node.inner.iter().any(has_case_of_zero)
}

/// Whether an expression is a constant zero, by its text.
fn is_zero(node: &Node) -> bool {
    match node.kind {
        Kind::IntegerLiteral => node.value_text() == Some("0"),
        Kind::CharacterLiteral => matches!(node.value, Some(Literal::Number(0))),
        Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr | Kind::ConstantExpr => {
            node.inner.last().is_some_and(is_zero)
        }
        _ => false,
    }
}

/// Whether a call passes a pointer into the text to a function that takes it for one.
fn passes_text(lower: &Lower, unit: usize, node: &Node, is_inside: &impl Fn(&Node) -> bool, depth: usize) -> bool {
    if node.kind != Kind::CallExpr {
        return false;
    }
    let callee = node.inner.first().and_then(designator).and_then(|named| named.referenced_decl.as_ref());
    let Some(name) = callee.and_then(|decl| decl.name.as_deref()) else { return false };
    let args = node.inner.get(1..).unwrap_or(&[]);
    let mut given = args.iter().enumerate().filter(|(_, arg)| is_inside(arg)).map(|(i, _)| i);
    let of_strings = LIBRARY.iter().find(|(known, _)| *known == name).map(|(_, texts)| *texts);
    let texts = of_strings.unwrap_or_else(|| super::streams::texts(name));
    if !texts.is_empty() {
        return given.any(|i| texts.contains(&i));
    }
    let keys: [Key; 2] = [(Some(unit), name.into()), (None, name.into())];
    let Some((_, callee)) = keys.iter().find_map(|key| lower.decls.func_nodes.get(key)) else { return false };
    let params: Vec<Id> = callee.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl).map(|n| n.id).collect();
    given.any(|i| params.get(i).is_some_and(|&param| is_text_within(lower, unit, (*callee, param), depth)))
}

/// Whether it is asked which of two pointers comes first, one of them into the text.
fn is_compared(node: &Node, is_inside: &impl Fn(&Node) -> bool) -> bool {
    let orders = matches!(node.opcode.as_deref(), Some("<" | "<=" | ">" | ">="));
    node.kind == Kind::BinaryOperator && orders && node.inner.iter().any(is_inside)
}

/// Shows a node and all below it.
fn each<'n>(node: &'n Node, show: &mut impl FnMut(&'n Node)) {
    show(node);
    node.inner.iter().for_each(|inner| each(inner, show));
}
