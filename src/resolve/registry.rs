//! Which declarations there are: finds names that are declared twice.
//!
//! Of two declarations of a name, one that is `{:extern}` gives way to the other, the later one if both are.

use ivl::ast::{Attribute, Decl, Ident, Program};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Resolver;
use super::attributes::has_bool_attribute;
use crate::ir::Attr;

/// A declaration: its index in the program, and which of its names.
pub(super) type Place = (usize, usize);

#[derive(Default)]
pub(super) struct Registry {
    ignored: FxHashSet<Place>,
}

impl Registry {
    /// Whether the declaration does not count, because another one of the same name does.
    pub fn ignores(&self, place: Place) -> bool {
        self.ignored.contains(&place)
    }
}

struct Declared {
    place: Place,
    span: Span,
    is_extern: bool,
}

/// The names of one name space.
struct Names<'a> {
    what: &'static str,
    declared: FxHashMap<&'a str, Declared>,
}

impl<'a> Names<'a> {
    fn new(what: &'static str) -> Self {
        Names { what, declared: FxHashMap::default() }
    }
}

impl<'a> Resolver<'a> {
    /// Finds duplicates and decides which declarations are ignored.
    pub(super) fn register_names(&mut self, program: &'a Program) {
        let mut types = Names::new("type");
        let mut vars = Names::new("variable or constant");
        let mut funcs = Names::new("function");
        let mut procs = Names::new("procedure");
        for (i, decl) in program.decls.iter().enumerate() {
            match decl {
                Decl::Type(d) => self.register(&mut types, &d.name, (i, 0), &d.attrs),
                Decl::Datatype(d) => {
                    self.register(&mut types, &d.name, (i, 0), &d.attrs);
                    for (k, constructor) in d.constructors.iter().enumerate() {
                        self.register(&mut funcs, &constructor.name, (i, k + 1), &d.attrs);
                    }
                }
                Decl::Const(d) => {
                    for (k, name) in d.names.iter().enumerate() {
                        self.register(&mut vars, name, (i, k), &d.attrs);
                    }
                }
                Decl::Var(d) => {
                    for (k, var) in d.vars.iter().enumerate() {
                        self.register(&mut vars, &var.name, (i, k), &var.attrs);
                    }
                }
                Decl::Function(d) => self.register(&mut funcs, &d.name, (i, 0), &d.attrs),
                Decl::Procedure(d) => self.register(&mut procs, &d.name, (i, 0), &d.attrs),
                Decl::Axiom(_) | Decl::Implementation(_) => {}
            }
        }
    }

    fn register(&mut self, names: &mut Names<'a>, name: &'a Ident, place: Place, attrs: &[Attribute]) {
        let new = Declared { place, span: name.span, is_extern: has_bool_attribute(attrs, Attr::Extern) };
        let Some(old) = names.declared.get_mut(&*name.name) else {
            names.declared.insert(&name.name, new);
            return;
        };
        if new.is_extern {
            self.registry.ignored.insert(place);
        } else if old.is_extern {
            self.registry.ignored.insert(old.place);
            *old = new;
        } else {
            let first = old.span;
            self.registry.ignored.insert(place);
            let diagnostic =
                Diagnostic::error(format!("the {} `{}` is declared twice", names.what, name.name), name.span);
            self.report(diagnostic.related(first, "first declared here"));
        }
    }
}
