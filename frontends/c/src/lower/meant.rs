//! What pointers to anything are meant to point to: what a text converts them to.
//!
//! ```text
//! int callback(void *data) { struct context *c = data; … }   →   data: struct context *
//! ```

use std::collections::BTreeMap;

use crate::clang::{Kind, Node};
use crate::types::{Type, TypeRef};

use super::Lower;
use super::tested::named;

/// The types of pointers by the names of parameters or members, each with its text. `None`: they differ.
pub type Meant = BTreeMap<String, Option<(String, TypeRef)>>;

/// Adds what a text of the unit says of them.
pub fn meant(lower: &mut Lower, unit: usize, node: &Node, found: &mut Meant) {
    if let Some((name, text, ty)) = conversion(lower, unit, node) {
        let known = found.entry(name).or_insert_with(|| Some((text, ty.clone())));
        if known.as_ref().is_some_and(|(_, other)| *other != ty) {
            *known = None;
        }
    }
    node.inner.iter().for_each(|inner| meant(lower, unit, inner, found));
}

/// The name of what a pointer to anything is in, and what it is converted to. Bytes say nothing.
fn conversion(lower: &mut Lower, unit: usize, node: &Node) -> Option<(String, String, TypeRef)> {
    let is_conversion = matches!(node.kind, Kind::ImplicitCastExpr | Kind::CStyleCastExpr);
    let from = node.inner.first().filter(|_| is_conversion && node.cast_kind.as_deref() == Some("BitCast"))?;
    if !matches!(&*lower.try_type(unit, from)?, Type::Ptr(elem) if matches!(**elem, Type::Void)) {
        return None;
    }
    let ty = lower.try_type(unit, node)?;
    let Type::Ptr(elem) = &*ty else { return None };
    let is_byte = matches!(&**elem, Type::Int(int) if int.bits == 8);
    let is_function = matches!(**elem, Type::Func(_));
    if is_byte || matches!(**elem, Type::Void) || !is_function && lower.types.size(elem).is_none() {
        return None;
    }
    let text = node.ty.as_ref()?.qual.to_string();
    Some((named(from)?, text, ty))
}
