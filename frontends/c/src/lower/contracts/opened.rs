//! Predicates of users: functions that return a condition.
//!
//! ```text
//! bool valid(struct s *s) { return s && rw_ok(s->a, s->n); }     requires(valid(x))   →   requires(x && rw_ok(x->a, x->n))
//! ```
//!
//! What they say of pointers is said of the caller's, so it makes memory where the clause is assumed.

use rustc_hash::FxHashSet;

use crate::clang::{Id, Kind, Node};
use crate::types::{IntType, Scalar, Type};

use super::super::designator::designator;
use super::super::{Key, Lower};
use super::{bare, called, is_pointer_predicate, without_brackets};

impl<'a> Lower<'a> {
    /// What a parameter of the function that is opened stands for.
    pub(in crate::lower) fn stands_for(&self, node: &'a Node) -> Option<&'a Node> {
        if self.opened.is_empty() {
            return None;
        }
        let node = match node.kind {
            Kind::ImplicitCastExpr if node.cast_kind.as_deref() == Some("LValueToRValue") => {
                without_brackets(node.inner.first()?)
            }
            _ => node,
        };
        let decl = node.referenced_decl.as_ref().filter(|_| node.kind == Kind::DeclRefExpr)?;
        self.opened.get(&decl.id).copied()
    }

    /// The expression without conversions that a parameter stands for.
    pub(super) fn behind_parameters(&self, node: &'a Node) -> &'a Node {
        let node = bare(node);
        match self.stands_for(node) {
            Some(argument) => self.behind_parameters(argument),
            None => node,
        }
    }

    /// The pointer that an address is reckoned from: `p` of `p + i`, `&p->a[i]`, `p->b`, if that is an array.
    pub(super) fn reckoned_from(&mut self, node: &'a Node) -> &'a Node {
        let node = self.behind_parameters(node);
        let inner = match (node.kind, node.opcode.as_deref(), &node.inner[..]) {
            (Kind::BinaryOperator, Some("+" | "-"), [a, b]) => Some(if self.is_pointer(a) { a } else { b }),
            (Kind::UnaryOperator, Some("&"), [place]) => return self.holder(place),
            (Kind::MemberExpr | Kind::ArraySubscriptExpr, ..) if !self.is_pointer(node) => return self.holder(node),
            _ => None,
        };
        match inner {
            Some(inner) => self.reckoned_from(inner),
            None => node,
        }
    }

    /// The pointer that the address of a place is reckoned from.
    fn holder(&mut self, place: &'a Node) -> &'a Node {
        let place = self.behind_parameters(place);
        match (place.kind, &place.inner[..]) {
            (Kind::MemberExpr, [inner]) if !place.is_arrow => self.holder(inner),
            (Kind::MemberExpr, [inner]) | (Kind::ArraySubscriptExpr, [inner, _]) => self.reckoned_from(inner),
            (Kind::UnaryOperator, [inner]) if place.opcode.as_deref() == Some("*") => self.reckoned_from(inner),
            _ => place,
        }
    }

    /// Whether the value is a pointer that stands somewhere, or is reckoned from one.
    fn is_pointer(&mut self, node: &'a Node) -> bool {
        matches!(&*self.ty(node), Type::Ptr(_))
    }

    /// The call that a condition is, whatever it is converted to, as long as that is zero where the result is.
    pub(super) fn asked(&mut self, node: &'a Node) -> &'a Node {
        let node = without_brackets(node);
        match (node.kind, node.cast_kind.as_deref(), node.inner.last()) {
            (Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some("IntegralToBoolean"), Some(inner)) => {
                self.asked(inner)
            }
            (Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some("IntegralCast"), Some(inner))
                if self.is_truth_value(inner) =>
            {
                self.asked(inner)
            }
            _ => node,
        }
    }

    fn is_truth_value(&mut self, node: &'a Node) -> bool {
        let ty = self.ty(node);
        matches!(self.types.scalar(&ty), Some(Scalar::Int(IntType { boolean: true, .. })))
    }

    /// The condition that a function returns which is called; its parameters stand for the arguments until
    /// [`Lower::close`]. `None`: it does more, or is of another file, or is opened already.
    pub(super) fn open(&mut self, call: &'a Node) -> Option<(&'a Node, Vec<Id>)> {
        let (unit, function) = self.body_of(call)?;
        if unit != self.frame.unit {
            return None;
        }
        let parameters: Vec<&'a Node> = function.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl).collect();
        let body = function.inner.iter().find(|n| n.kind == Kind::CompoundStmt)?;
        let [statement] = &body.inner[..] else { return None };
        let condition = statement.inner.first().filter(|_| statement.kind == Kind::ReturnStmt)?;
        let arguments = &call.inner[1..];
        if parameters.len() != arguments.len() || parameters.iter().any(|p| self.opened.contains_key(&p.id)) {
            return None;
        }
        let ids: Vec<Id> = parameters.iter().map(|parameter| parameter.id).collect();
        self.opened.extend(ids.iter().copied().zip(arguments));
        Some((condition, ids))
    }

    pub(super) fn close(&mut self, parameters: Vec<Id>) {
        parameters.iter().for_each(|id| _ = self.opened.remove(id));
    }

    /// Whether something is said that makes memory where it is assumed, be it in a function that is called.
    pub(super) fn says_of_pointers(&self, node: &Node, is_meant: fn(&str) -> bool) -> bool {
        self.says(node, is_meant, &mut FxHashSet::default())
    }

    fn says(&self, node: &Node, is_meant: fn(&str) -> bool, seen: &mut FxHashSet<Key>) -> bool {
        if let Some(name) = called(node) {
            if is_meant(name) {
                return true;
            }
            if let Some(key) = self.called_key(node)
                && seen.insert(key.clone())
                && let Some((_, function)) = self.decls.func_nodes.get(&key)
                && self.says(function, is_meant, seen)
            {
                return true;
            }
        }
        node.inner.iter().any(|inner| self.says(inner, is_meant, seen))
    }

    fn called_key(&self, call: &Node) -> Option<Key> {
        self.function_key(designator(call.inner.first()?)?)
    }

    fn body_of(&self, call: &Node) -> Option<(usize, &'a Node)> {
        let key = self.called_key(call).filter(|_| call.kind == Kind::CallExpr)?;
        self.decls.func_nodes.get(&key).copied()
    }
}

/// Of what memory is made where it is assumed.
pub(super) fn makes_memory(name: &str) -> bool {
    is_pointer_predicate(name) && name != "__CPROVER_pointer_equals"
}

/// What cannot be evaluated.
pub(super) fn is_fresh(name: &str) -> bool {
    matches!(name, "__CPROVER_is_fresh" | "__CPROVER_pointer_in_range_dfcc")
}
