//! `old(e)` and `loop_entry(e)`: what an expression was at an earlier moment.
//!
//! ```text
//! (__rmt_old(), *r)   →   at the moment: copy the record to a block; later: its address
//! ```

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::Scalar;

use super::super::Lower;
use super::{called, without_brackets};

impl<'a> Lower<'a> {
    /// The values that the function's `old` expressions have now.
    pub(super) fn remember_olds(&mut self) {
        let func = self.frame.func;
        let key = self.defined.functions.iter().find(|(_, id)| Some(**id) == func).map(|(key, _)| key.clone());
        if let Some((_, node)) = key.and_then(|key| self.decls.func_nodes.get(&key).copied()) {
            self.remember(node, "__rmt_old");
        }
    }

    /// The values of all expressions so marked.
    pub(super) fn remember(&mut self, node: &'a Node, mark: &str) {
        if let Some(e) = marked(node, mark) {
            let span = self.span(e);
            let value = self.kept(e);
            match value {
                Some(value) => _ = self.frame.contract.remembered.insert(node.id, value),
                None => self.error("the earlier value of this expression cannot be kept", span),
            }
            return;
        }
        node.inner.iter().for_each(|inner| self.remember(inner, mark));
    }

    fn kept(&mut self, e: &'a Node) -> Option<Expr> {
        let span = self.span(e);
        let inner = without_brackets(e);
        if inner.kind == Kind::ImplicitCastExpr && inner.cast_kind.as_deref() == Some("ArrayToPointerDecay") {
            let array = inner.inner.last()?;
            let ty = self.ty(array);
            let place = self.place(array)?;
            let from = self.address(place, span);
            return self.copied(from, &ty, e);
        }
        let ty = self.ty(e);
        if self.types.scalar(&ty).is_some() {
            let value = self.value(e);
            let (ty, value_span) = (value.ty, value.span);
            let kept = self.register("$then", ty, value_span);
            self.emit(StmtKind::Set(kept, value), span);
            return Some(Expr::new(ExprKind::Var(kept), ty, value_span));
        }
        let from = self.record_value(e)?;
        self.copied(from, &ty, e)
    }

    /// The address of a copy.
    fn copied(&mut self, from: Expr, ty: &crate::types::TypeRef, e: &'a Node) -> Option<Expr> {
        let span = self.span(e);
        let _ = self.types.size(ty)?;
        let obj = self.block("$then", ty, span);
        self.emit(StmtKind::Alloc(obj, None), span);
        let address = Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span);
        self.copy(address.clone(), from, ty, span);
        Some(address)
    }

    /// The value that an expression had, if it is marked so: of a record or an array, the address of a copy.
    pub(in crate::lower) fn remembered(&mut self, node: &'a Node) -> Option<Expr> {
        if self.frame.contract.remembered.is_empty() {
            return None;
        }
        self.frame.contract.remembered.get(&node.id).cloned()
    }

    /// Says that a mark stands where it means nothing.
    pub(in crate::lower) fn misplaced_moment(&mut self, node: &'a Node) -> bool {
        let name = match (marked(node, "__rmt_old"), marked(node, "__rmt_loop_entry")) {
            (Some(_), _) => "old",
            (_, Some(_)) => "loop_entry",
            _ => return false,
        };
        let span = self.span(node);
        self.error(format!("`{name}` means nothing here"), span);
        true
    }
}

/// The `e` of `(mark(), e)`.
fn marked<'n>(node: &'n Node, mark: &str) -> Option<&'n Node> {
    let (Kind::BinaryOperator, Some(","), [first, e]) = (node.kind, node.opcode.as_deref(), &node.inner[..]) else {
        return None;
    };
    (called(without_brackets(first)) == Some(mark)).then_some(e)
}
