//! Numbers that are read from a text: where any text will do, any number will.
//!
//! ```text
//! atoi(s)   →   s ends within its block; any int
//! ```

use ivl::source::Span;

use super::Lower;
use super::builtin::Done;
use crate::clang::{Kind, Node};
use crate::config::Texts;
use crate::types::{INT, IntType, Scalar, TypeRef};

impl<'a> Lower<'a> {
    /// A call of a function of the C library that gives the number that a text begins with.
    pub(super) fn number_of_text(&mut self, name: &str, args: &'a [Node], ret_ty: &TypeRef, span: Span) -> Done {
        let (text, end) = match (name, args) {
            ("atoi" | "atol" | "atoll", [text]) => (text, None),
            ("strtol" | "strtoul" | "strtoll" | "strtoull", [text, end, _]) => (text, Some(end)),
            _ => return None,
        };
        let Some(Scalar::Int(int)) = self.types.scalar(ret_ty) else { return None };
        // Which texts callers pass is up to them, and so are the numbers.
        if self.config.texts == Texts::Exact
            || self.config.environment.is_some()
            || int.bits > self.types.ptr_int(true).bits
            || end.is_some_and(|end| !is_null(end))
        {
            return None;
        }
        self.notes.abridged = true;
        let text = self.value(text);
        let text = self.snapshot(text);
        args[1..].iter().for_each(|arg| self.effect(arg));
        self.text_of_model(text, span);
        let (model, own) = match int.bits {
            32 => ("__rmt_any_int", INT),
            _ => ("__rmt_any_long", Scalar::Int(IntType::new(64, true))),
        };
        let value = self.model_value(model, vec![], own, span);
        let value = self.convert(value, Scalar::Int(int), span);
        if end.is_some() {
            self.cut_in_number(&value, span);
        }
        Some(Some(value))
    }
}

fn is_null(node: &Node) -> bool {
    let is_cast = matches!(node.kind, Kind::ImplicitCastExpr | Kind::CStyleCastExpr | Kind::ParenExpr);
    is_cast && (node.cast_kind.as_deref() == Some("NullToPointer") || node.inner.last().is_some_and(is_null))
}
