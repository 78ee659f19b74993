//! Which variables must live in memory: those whose address is taken, and records that are used as a whole.
//!
//! `s.x = s.y + 1; p = &i;` → `i` is addressed; `s` is neither addressed nor used whole, so its members become registers.

use crate::clang::{Kind, Node};

use super::Lower;
use super::errno::{is_number, names_location};

impl<'a> Lower<'a> {
    pub(super) fn find_escapes(&mut self, unit: usize, node: &Node) {
        match node.kind {
            Kind::UnaryOperator if node.opcode.as_deref() == Some("&") => {
                if let Some(root) = node.inner.first().and_then(root) {
                    self.mark(unit, root, true);
                }
                if let Some(operand) = node.inner.first() {
                    self.models.errno_addressed |= is_number(operand);
                    // Operands of members and subscripts are expressions of their own.
                    self.find_escapes_below(unit, operand);
                }
                return;
            }
            Kind::MemberExpr if !node.is_arrow && self.is_scalar(unit, node) && chain_root(node).is_some() => {
                return;
            }
            Kind::UnaryOperator if is_number(node) => return,
            Kind::BinaryOperator | Kind::CompoundAssignOperator | Kind::UnaryOperator if assigns(node) => {
                let target = node.inner.first().and_then(root).and_then(|root| root.referenced_decl.as_ref());
                self.uses.assigned.extend(target.map(|decl| (unit, decl.id)));
            }
            // Its outputs.
            Kind::GCCAsmStmt => {
                let targets = node.inner.iter().filter_map(root).filter_map(|root| root.referenced_decl.as_ref());
                self.uses.assigned.extend(targets.map(|decl| (unit, decl.id)));
            }
            Kind::AtomicExpr => {
                let in_place = self.in_place(unit, node);
                for (index, child) in node.inner.iter().enumerate() {
                    match in_place.iter().find(|known| known.0 == index).map(|known| known.1) {
                        Some(variable) => {
                            self.mark(unit, variable, false);
                            self.uses.assigned.extend(variable.referenced_decl.as_ref().map(|decl| (unit, decl.id)));
                        }
                        None => self.find_escapes(unit, child),
                    }
                }
                return;
            }
            Kind::DeclRefExpr => self.mark(unit, node, false),
            // A record that starts as a copy of another.
            Kind::VarDecl if node.inner.iter().any(|init| super::decl::is_expr(init) && self.copies(unit, init)) => {
                match self.decls.units[unit].globals.get(&node.id).cloned() {
                    Some(key) => _ = self.uses.whole_globals.insert(key),
                    None => _ = self.uses.whole.insert((unit, node.id)),
                }
            }
            _ => {}
        }
        self.find_escapes_below(unit, node);
    }

    fn find_escapes_below(&mut self, unit: usize, node: &Node) {
        for child in node.inner.iter().chain(&node.array_filler) {
            self.find_escapes(unit, child);
        }
    }

    fn is_scalar(&mut self, unit: usize, node: &Node) -> bool {
        self.try_type(unit, node).is_some_and(|ty| self.types.scalar(&ty).is_some())
    }

    /// Whether an initialiser has a record that is not written as a list.
    fn copies(&mut self, unit: usize, init: &Node) -> bool {
        match init.kind {
            Kind::InitListExpr => init.inner.iter().chain(&init.array_filler).any(|n| self.copies(unit, n)),
            Kind::ImplicitValueInitExpr | Kind::StringLiteral => false,
            _ => !self.is_scalar(unit, init),
        }
    }

    fn mark(&mut self, unit: usize, reference: &Node, address: bool) {
        let Some(decl) = &reference.referenced_decl else { return };
        self.models.errno_addressed |= names_location(reference);
        self.models.at_exit |= decl.kind == Kind::FunctionDecl && decl.name.as_deref() == Some("atexit");
        if !matches!(decl.kind, Kind::VarDecl | Kind::ParmVarDecl) {
            return;
        }
        if let Some(key) = self.decls.units[unit].globals.get(&decl.id).cloned() {
            if address {
                self.uses.addressed_globals.insert(key);
            } else {
                self.uses.whole_globals.insert(key);
            }
        } else if address {
            self.uses.addressed.insert((unit, decl.id));
        } else {
            self.uses.whole.insert((unit, decl.id));
        }
    }
}

fn assigns(node: &Node) -> bool {
    node.kind == Kind::CompoundAssignOperator || matches!(node.opcode.as_deref(), Some("=" | "++" | "--"))
}

/// The variable that an lvalue is, or is a part of.
fn root(node: &Node) -> Option<&Node> {
    match node.kind {
        Kind::DeclRefExpr => Some(node),
        Kind::ParenExpr => root(node.inner.first()?),
        Kind::UnaryOperator if node.opcode.as_deref() == Some("__extension__") => root(node.inner.first()?),
        Kind::MemberExpr if !node.is_arrow => root(node.inner.first()?),
        _ => None,
    }
}

fn chain_root(node: &Node) -> Option<&Node> {
    match node.kind {
        Kind::DeclRefExpr => Some(node),
        Kind::ParenExpr => chain_root(node.inner.first()?),
        Kind::MemberExpr if !node.is_arrow => chain_root(node.inner.first()?),
        _ => None,
    }
}
