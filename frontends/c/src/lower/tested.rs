//! Which pointers functions compare with null: by the names of parameters and members.
//!
//! ```text
//! if (!p || p->next == NULL)   →   p, next          assert(p)   →   nothing: it says what callers must pass
//! ```

use std::collections::BTreeSet;

use crate::clang::{Kind, Node};

/// The names in a function's text that are compared with null.
pub fn tested(node: &Node, found: &mut BTreeSet<String>) {
    let at = |i: usize| node.inner.get(i);
    let op = node.opcode.as_deref();
    match node.kind {
        Kind::UnaryExprOrTypeTraitExpr => return,
        Kind::UnaryOperator if op == Some("!") => found.extend(at(0).and_then(named)),
        Kind::BinaryOperator if matches!(op, Some("==" | "!=")) => {
            for (side, other) in [(at(0), at(1)), (at(1), at(0))] {
                if other.is_some_and(is_null) {
                    found.extend(side.and_then(named));
                }
            }
        }
        Kind::BinaryOperator if matches!(op, Some("&&" | "||")) => {
            found.extend(at(0).and_then(named));
            found.extend(at(1).and_then(named));
        }
        Kind::IfStmt | Kind::WhileStmt | Kind::ConditionalOperator => {
            if node.inner.iter().skip(1).any(fails) {
                node.inner.iter().skip(1).for_each(|inner| tested(inner, found));
                return;
            }
            found.extend(at(0).and_then(named));
        }
        Kind::DoStmt => found.extend(at(1).and_then(named)),
        Kind::ForStmt => found.extend(at(2).and_then(named)),
        _ => {}
    }
    node.inner.iter().for_each(|inner| tested(inner, found));
}

/// The variable or member that an expression is.
fn named(node: &Node) -> Option<String> {
    match node.kind {
        Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr => named(node.inner.first()?),
        Kind::BinaryOperator if node.opcode.as_deref() == Some("=") => named(node.inner.first()?),
        Kind::DeclRefExpr => node.referenced_decl.as_ref().and_then(|decl| decl.name.as_deref()).map(str::to_string),
        Kind::MemberExpr => Some(node.name().trim_start_matches("->").trim_start_matches('.').to_string()),
        _ => None,
    }
}

fn is_null(node: &Node) -> bool {
    match node.kind {
        Kind::ParenExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr => {
            node.cast_kind.as_deref() == Some("NullToPointer") || node.inner.first().is_some_and(is_null)
        }
        Kind::GNUNullExpr => true,
        Kind::IntegerLiteral => node.value_text() == Some("0"),
        _ => false,
    }
}

/// Whether a branch is where an `assert` fails.
fn fails(node: &Node) -> bool {
    let is = |node: &Node| {
        let name = node.referenced_decl.as_ref().and_then(|decl| decl.name.as_deref());
        matches!(name, Some("__assert_fail" | "__assert_rtn" | "__assert"))
    };
    node.kind != Kind::CompoundStmt && (is(node) || node.inner.iter().any(fails))
}

/// The functions that a function's text names, and whether it does more with them than to call them.
pub fn mentioned(node: &Node, called: bool, found: &mut Vec<(String, bool)>) {
    if node.kind == Kind::DeclRefExpr
        && let Some(name) = node.referenced_decl.as_ref().and_then(|decl| decl.name.as_deref())
    {
        found.push((name.to_string(), called));
    }
    let passes = matches!(node.kind, Kind::ImplicitCastExpr | Kind::ParenExpr);
    for (i, inner) in node.inner.iter().enumerate() {
        mentioned(inner, node.kind == Kind::CallExpr && i == 0 || called && passes, found);
    }
}
