//! Types that share their name with another one: clang's tree refers to types by name alone.
//!
//! ```text
//! sizeof(struct s { char x; })    →   the tree has `struct s`, and not what is defined here
//! struct s p; { struct s { … }; sizeof p }   →   `p` is of `struct s` in the tree, which is the inner one there
//! ```
//!
//! Such types are refused.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::clang::{Kind, Node};
use crate::files::is_system_path;
use crate::types::{Type, TypeRef};

use super::Lower;

impl Lower<'_> {
    /// The tags of a file that are also defined within expressions or parameters, of which its tree has nothing.
    pub(super) fn hidden_tags(&mut self, tree: &Node) -> FxHashSet<Arc<str>> {
        let mut known: FxHashMap<Arc<str>, FxHashSet<usize>> = FxHashMap::default();
        find_definitions(tree, &mut known);
        let mut files: FxHashSet<Arc<str>> = known.keys().cloned().collect();
        files.extend(tree.inner.iter().filter_map(|node| Some(node.loc.as_ref()?.file.clone())));
        let mut hidden = FxHashSet::default();
        for file in files.into_iter().filter(|file| !is_system_path(file)) {
            let span = self.files.part(self.sources, &(file.clone(), 0, 0));
            let Some(source) = self.sources.get(span.file) else { continue };
            let known = known.get(&file);
            let is_hidden = |(at, _): &(usize, &str)| known.is_none_or(|known| !known.contains(at));
            hidden.extend(defined_inside(&source.text).filter(is_hidden).map(|(_, name)| Arc::from(name)));
        }
        hidden
    }

    /// A type of a block that hides another one outside is refused.
    pub(super) fn refuse_hiding(&mut self, unit: usize, node: &Node, inner: Option<&TypeRef>) {
        let (name, unit) = (node.name(), &self.decls.units[unit]);
        let Some((_, around)) = unit.scopes.split_last() else { return };
        let is_type = node.kind == Kind::TypedefDecl;
        let outer = around.iter().rev().find_map(|(types, tags)| if is_type { types } else { tags }.get(name));
        let Some(outer) = outer.or_else(|| if is_type { &unit.typedefs } else { &unit.tags }.get(name)) else { return };
        let is_complete = match **outer {
            Type::Record(index) => self.types.records[index].complete,
            _ => true,
        };
        if is_complete && inner != Some(outer) {
            let span = self.span(node);
            self.error(format!("the type `{name}` of a block, which hides another one, is not supported"), span);
        }
    }
}

/// Where the names of records and enumerations are that a tree defines, by file.
fn find_definitions(node: &Node, found: &mut FxHashMap<Arc<str>, FxHashSet<usize>>) {
    if let (Kind::RecordDecl | Kind::EnumDecl, Some(place)) = (node.kind, &node.loc) {
        found.entry(place.file.clone()).or_default().insert(place.offset as usize);
    }
    node.inner.iter().for_each(|inner| find_definitions(inner, found));
}

/// The named definitions of records and enumerations in brackets, with the places of their names: `(struct s {`.
fn defined_inside(text: &str) -> impl Iterator<Item = (usize, &str)> {
    ["struct", "union", "enum"].into_iter().flat_map(move |keyword| {
        text.match_indices(keyword).filter_map(move |(at, _)| {
            let mut before = text[..at].trim_end();
            for qualifier in ["const", "volatile"] {
                before = before.strip_suffix(qualifier).unwrap_or(before).trim_end();
            }
            let rest = &text[at + keyword.len()..];
            let name = rest.trim_start();
            let length = name.find(|c: char| !c.is_alphanumeric() && c != '_')?;
            let is_definition = length > 0 && name.len() < rest.len() && name[length..].trim_start().starts_with('{');
            let place = text.len() - name.len();
            (is_definition && before.ends_with(['(', ',', ':'])).then_some((place, &name[..length]))
        })
    })
}
