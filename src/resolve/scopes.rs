//! Scopes of variables: constants and globals, then parameters and locals, then bound variables.
//!
//! One table holds what each name means now; entering a scope starts a log of what to restore on leaving, so that a
//! look-up costs the same however deep the scopes are.

use rustc_hash::FxHashMap;

use super::infer::Ty;
use crate::base::ids::{ExprId, FuncId, VarId};

/// What a variable's name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    Var(VarId),
    /// A `let` variable: the value itself.
    Value(ExprId, Ty),
    /// A constant that a theory interprets: a function without arguments.
    Builtin(FuncId),
}

#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    binding: Binding,
}

#[derive(Default)]
pub(super) struct Scopes<'a> {
    names: FxHashMap<&'a str, Entry>,
    /// What the names meant outside, for each scope one after the other.
    shadowed: Vec<(&'a str, Option<Entry>)>,
    /// Where each open scope begins in `shadowed`.
    marks: Vec<usize>,
}

impl<'a> Scopes<'a> {
    pub fn enter(&mut self) {
        self.marks.push(self.shadowed.len());
    }

    pub fn leave(&mut self) {
        let mark = self.marks.pop().expect("internal: a scope is left that was not entered");
        for (name, entry) in self.shadowed.drain(mark..).rev() {
            match entry {
                Some(entry) => self.names.insert(name, entry),
                None => self.names.remove(name),
            };
        }
    }

    pub fn get(&self, name: &str) -> Option<Binding> {
        self.names.get(name).map(|e| e.binding)
    }

    /// The names that mean something now, in no order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.names.keys().copied()
    }

    /// What the name means if this very scope declares it.
    pub fn get_here(&self, name: &str) -> Option<Binding> {
        self.names.get(name).filter(|e| e.depth == self.depth()).map(|e| e.binding)
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: &'a str, binding: Binding) {
        let entry = Entry { depth: self.depth(), binding };
        let before = self.names.insert(name, entry);
        if !self.marks.is_empty() {
            self.shadowed.push((name, before));
        }
    }

    fn depth(&self) -> u32 {
        self.marks.len() as u32
    }
}
