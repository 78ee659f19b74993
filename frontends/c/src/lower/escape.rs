//! Which variables must live in memory: those whose address is taken, and records that are used as a whole.
//!
//! `s.x = s.y + 1; p = &i;` → `i` is addressed; `s` is neither addressed nor used whole, so its members become registers.

use crate::clang::{Kind, Node};

use super::Lower;

impl<'a> Lower<'a> {
    pub(super) fn find_escapes(&mut self, unit: usize, node: &Node) {
        match node.kind.kind {
            Kind::UnaryOperator if node.kind.opcode.as_deref() == Some("&") => {
                if let Some(root) = node.inner.first().and_then(root) {
                    self.mark(unit, root, true);
                }
                if let Some(operand) = node.inner.first() {
                    // Operands of members and subscripts are expressions of their own.
                    self.find_escapes_below(unit, operand);
                }
                return;
            }
            Kind::MemberExpr if !node.kind.is_arrow && scalar_text(node) => {
                if chain_root(node).is_some() {
                    return;
                }
            }
            Kind::DeclRefExpr => self.mark(unit, node, false),
            _ => {}
        }
        self.find_escapes_below(unit, node);
    }

    fn find_escapes_below(&mut self, unit: usize, node: &Node) {
        for child in node.inner.iter().chain(&node.kind.array_filler) {
            self.find_escapes(unit, child);
        }
    }

    fn mark(&mut self, unit: usize, reference: &Node, address: bool) {
        let Some(decl) = &reference.kind.referenced_decl else { return };
        if !matches!(decl.kind, Kind::VarDecl | Kind::ParmVarDecl) {
            return;
        }
        if let Some(key) = self.units[unit].globals.get(&decl.id).cloned() {
            if address {
                self.addressed_globals.insert(key);
            } else {
                self.whole_globals.insert(key);
            }
        } else if address {
            self.addressed.insert((unit, decl.id));
        } else {
            self.whole.insert((unit, decl.id));
        }
    }
}

/// The variable that an lvalue is, or is a part of.
fn root(node: &Node) -> Option<&Node> {
    match node.kind.kind {
        Kind::DeclRefExpr => Some(node),
        Kind::ParenExpr => root(node.inner.first()?),
        Kind::UnaryOperator if node.kind.opcode.as_deref() == Some("__extension__") => root(node.inner.first()?),
        Kind::MemberExpr if !node.kind.is_arrow => root(node.inner.first()?),
        _ => None,
    }
}

fn chain_root(node: &Node) -> Option<&Node> {
    match node.kind.kind {
        Kind::DeclRefExpr => Some(node),
        Kind::ParenExpr => chain_root(node.inner.first()?),
        Kind::MemberExpr if !node.kind.is_arrow => chain_root(node.inner.first()?),
        _ => None,
    }
}

/// Whether the type of a node is neither array nor record.
fn scalar_text(node: &Node) -> bool {
    let Some(ty) = &node.kind.ty else { return false };
    let text = ty.desugared.as_deref().unwrap_or(&ty.qual);
    let aggregate = ["struct ", "union "].iter().any(|word| {
        let bare = text.trim_start_matches("const ").trim_start_matches("volatile ");
        bare.starts_with(word) && !text.contains('*')
    });
    !text.ends_with(']') && !aggregate
}
