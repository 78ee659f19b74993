//! Variables of a file that lead somewhere once other functions have run, so that one that is scanned finds them set.
//!
//! ```text
//! static struct table *table;   void init(void) { table = make(); }   int size(void) { return table->n; }
//!   →   size: table is to an object
//! ```

use std::collections::BTreeSet;

use crate::clang::{Kind, Node};
use crate::files::is_system_path;
use crate::types::{Type, TypeRef};

use super::decl::{has_init, is_constant, is_expr, is_external};
use super::{Key, Lower};

/// Arrays of more elements stay as they are.
const MOST: u64 = 8;

/// A variable at file scope that is null at the start, and that others may set.
pub struct Variable {
    pub key: Key,
    pub ty: TypeRef,
}

/// These variables of a unit, by name.
pub fn variables(lower: &mut Lower, unit: usize) -> Vec<Variable> {
    let mut changed = BTreeSet::new();
    for (_, node) in lower.decls.func_nodes.values().filter(|(of, _)| *of == unit) {
        names(lower, unit, node, &mut |key, is_read| {
            if !is_read {
                changed.insert(key.clone());
            }
        });
    }
    let mut found = vec![];
    for (key, decls) in &lower.decls.globals {
        let own = decls.decls.iter().filter(|(of, _)| *of == unit);
        let defined = own.clone().find(|(_, node)| has_init(node)).or(own.clone().find(|(_, node)| !is_external(node)));
        let Some((_, node)) = defined.or(own.clone().next()) else { continue };
        let is_set = if is_external(node) {
            node.loc.as_ref().is_some_and(|place| !is_system_path(&place.file))
        } else {
            // Other files may set it.
            (changed.contains(key) || node.storage_class.as_deref() != Some("static"))
                && node.inner.iter().filter(|inner| is_expr(inner)).all(is_zero)
        };
        if is_set && !is_constant(node) {
            found.push((key.clone(), *node));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.1.cmp(&b.1));
    let typed = found.into_iter().filter_map(|(key, node)| {
        let ty = lower.try_type(unit, node)?;
        let is_small = !matches!(&*ty, Type::Array(_, length) if length.is_none_or(|length| length > MOST));
        (is_small && lower.types.has_pointers(&ty)).then_some(Variable { key, ty })
    });
    typed.collect()
}

impl Lower<'_> {
    /// Whether a number that a unit defines is another file's to the function that is scanned, and some function changes it: it has
    /// any value then.
    pub(super) fn is_set_elsewhere(&mut self, key: &Key, unit: usize, node: &Node) -> bool {
        let is_declared = |(of, node): &(usize, &Node)| *of == 0 && is_external(node);
        let decls = self.decls.globals.get(key);
        if self.config.environment.is_none() || unit == 0 || !decls.is_some_and(|all| all.decls.iter().any(is_declared))
        {
            return false;
        }
        let is_number = self.try_type(unit, node).is_some_and(|ty| matches!(&*ty, Type::Int(_) | Type::Float(_)));
        let mut is_changed = false;
        for (of, node) in self.decls.func_nodes.values().filter(|_| is_number) {
            names(self, *of, node, &mut |other, is_read| is_changed |= !is_read && other == key);
        }
        is_changed
    }
}

/// The variables at file scope that a text names.
pub fn named(lower: &Lower, unit: usize, node: &Node, found: &mut BTreeSet<Key>) {
    names(lower, unit, node, &mut |key, _| _ = found.insert(key.clone()));
}

/// Calls `visit` for each mention of a variable at file scope, with whether its value is only read there.
fn names(lower: &Lower, unit: usize, node: &Node, visit: &mut impl FnMut(&Key, bool)) {
    for inner in &node.inner {
        if let Some(decl) = &inner.referenced_decl
            && let Some(key) = lower.decls.units[unit].globals.get(&decl.id)
        {
            visit(key, node.cast_kind.as_deref() == Some("LValueToRValue"));
        }
        names(lower, unit, inner, visit);
    }
}

/// Whether an initialiser says what would be so without it.
fn is_zero(value: &Node) -> bool {
    match value.kind {
        Kind::IntegerLiteral => value.value_text() == Some("0"),
        Kind::ImplicitCastExpr | Kind::CStyleCastExpr | Kind::ParenExpr | Kind::ConstantExpr | Kind::InitListExpr => {
            value.inner.iter().all(is_zero)
        }
        Kind::GNUNullExpr | Kind::ImplicitValueInitExpr => true,
        _ => false,
    }
}
