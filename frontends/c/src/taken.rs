//! Functions whose addresses a text takes, so that others may call them.
//!
//! ```text
//! table[0] = f; sort(a, n, compare);   →   f, compare          int (*p)(int) = f; return p(1);   →   nothing
//! ```

use std::collections::BTreeSet;

use crate::clang::{Id, Kind, Node};

/// Adds the names of these functions, and of variables that are read.
pub fn taken(node: &Node, found: &mut BTreeSet<String>) {
    let mut text = Text::default();
    text.declarations(node);
    text.walk(node, false);
    let is_spread = |variable: &Id| text.spread.contains(variable);
    let held = text.held.into_iter().filter(|(variable, _)| is_spread(variable)).map(|(_, name)| name);
    found.extend(held.chain(text.found));
}

/// What is known of a function's text.
#[derive(Default)]
struct Text {
    own: BTreeSet<Id>,
    /// Variables of its own that are more than called.
    spread: BTreeSet<Id>,
    /// What such variables are given.
    held: Vec<(Id, String)>,
    found: BTreeSet<String>,
}

impl Text {
    fn declarations(&mut self, node: &Node) {
        for inner in &node.inner {
            if inner.kind == Kind::DeclStmt {
                let variables =
                    inner.inner.iter().filter(|decl| decl.kind == Kind::VarDecl && decl.storage_class.is_none());
                self.own.extend(variables.map(|decl| decl.id));
            }
            self.declarations(inner);
        }
    }

    /// `is_called`: nothing else is done with it.
    fn walk(&mut self, node: &Node, is_called: bool) {
        match (node.kind, &node.inner[..]) {
            (Kind::VarDecl, [value]) if self.holds(node.id, value) => return,
            (Kind::BinaryOperator, [to, value])
                if node.opcode.as_deref() == Some("=")
                    && reference(to).is_some_and(|(variable, _)| self.holds(variable, value)) =>
            {
                return;
            }
            (Kind::DeclRefExpr, _) if !is_called => {
                if let Some((id, name)) = reference(node) {
                    self.spread.insert(id);
                    self.found.insert(name.to_string());
                }
            }
            _ => {}
        }
        let passes = passes(node);
        for (i, inner) in node.inner.iter().enumerate() {
            self.walk(inner, node.kind == Kind::CallExpr && i == 0 || is_called && passes);
        }
    }

    /// Whether a variable of the text's own is given the address of a function.
    fn holds(&mut self, variable: Id, value: &Node) -> bool {
        let Some((_, name)) = reference(value).filter(|_| self.own.contains(&variable) && is_function(value)) else {
            return false;
        };
        self.held.push((variable, name.to_string()));
        true
    }
}

/// Whether an expression is its operand, for what is called.
fn passes(node: &Node) -> bool {
    let op = node.opcode.as_deref();
    matches!(node.kind, Kind::ImplicitCastExpr | Kind::ParenExpr)
        || node.kind == Kind::UnaryOperator && matches!(op, Some("*" | "&"))
}

/// What an expression names.
fn reference(node: &Node) -> Option<(Id, &str)> {
    match node.kind {
        Kind::DeclRefExpr => {
            let decl = node.referenced_decl.as_ref()?;
            Some((decl.id, decl.name.as_deref()?))
        }
        _ if passes(node) => reference(node.inner.first()?),
        _ => None,
    }
}

fn is_function(node: &Node) -> bool {
    match node.kind {
        Kind::DeclRefExpr => node.referenced_decl.as_ref().is_some_and(|decl| decl.kind == Kind::FunctionDecl),
        _ => node.inner.first().is_some_and(is_function),
    }
}
