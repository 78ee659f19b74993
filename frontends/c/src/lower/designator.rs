//! The function that an expression names.

use crate::clang::{Kind, Node};

/// `f` in `f`, `(f)`, `*f`, `&f`.
pub(super) fn designator(node: &Node) -> Option<&Node> {
    match node.kind {
        Kind::DeclRefExpr => {
            let decl = node.referenced_decl.as_ref()?;
            (decl.kind == Kind::FunctionDecl).then_some(node)
        }
        Kind::ParenExpr => designator(node.inner.first()?),
        Kind::ImplicitCastExpr => match node.cast_kind.as_deref() {
            Some("FunctionToPointerDecay" | "BuiltinFnToFnPtr" | "NoOp") => designator(node.inner.last()?),
            _ => None,
        },
        Kind::UnaryOperator if matches!(node.opcode.as_deref(), Some("*" | "&")) => designator(node.inner.first()?),
        _ => None,
    }
}
