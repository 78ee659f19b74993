//! What the resolver looks up again: the names of types, and restricted attributes.

use ivl::ast::{self, Ident};
use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::base::ids::{TypeConId, TypeId, TypeParamId, VarId};

/// What a type's name stands for.
#[derive(Clone, Copy)]
pub(super) enum TypeName {
    Con(TypeConId),
    Synonym(usize),
}

pub(super) struct Synonym<'a> {
    pub decl: &'a ast::TypeDecl,
    pub state: SynonymState,
}

#[derive(Clone, Copy)]
pub(super) enum SynonymState {
    New,
    InProgress,
    Done(TypeId),
}

/// What a type variable's name stands for.
#[derive(Clone, Copy)]
pub(super) enum Binder {
    Param(TypeParamId),
    /// Variable `index` of the binder of that level, counted from the outside.
    Bound {
        level: u32,
        index: u32,
    },
    /// Declared twice or under a taken name; complained about already.
    Broken,
}

#[derive(Default)]
pub(super) struct TypeNames<'a> {
    pub names: FxHashMap<&'a str, (TypeName, Span)>,
    pub synonyms: Vec<Synonym<'a>>,
    /// The synonyms whose bodies are being resolved, each mentioned by the one before.
    pub in_progress: Vec<usize>,
    pub binders: Vec<(&'a str, Binder, Span)>,
    /// How many binders of map types (or of a synonym) are open.
    pub level: u32,
}

impl<'a> TypeNames<'a> {
    pub fn declare_con(&mut self, name: &'a Ident, con: TypeConId) {
        self.names.insert(&name.name, (TypeName::Con(con), name.span));
    }

    pub fn declare_synonym(&mut self, decl: &'a ast::TypeDecl) {
        self.names.insert(&decl.name.name, (TypeName::Synonym(self.synonyms.len()), decl.name.span));
        self.synonyms.push(Synonym { decl, state: SynonymState::New });
    }

    pub fn get(&self, name: &str) -> Option<TypeName> {
        self.names.get(name).map(|&(n, _)| n)
    }
}

/// Which attributes stand where, of those whose use is restricted.
#[derive(Default)]
pub(super) struct KnownAttributes<'a> {
    pub ids: FxHashMap<&'a str, Span>,
    /// The assumption variables, and where they were assigned.
    pub assumptions: FxHashMap<VarId, Option<Span>>,
}
