//! Names that nothing declares: what the user may have meant, and each mistake once.

use ivl::ast::Ident;
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::Resolver;
use super::scopes::Binding;
use super::tables::TypeName;

impl<'a> Resolver<'a> {
    pub(super) fn undeclared_variable(&mut self, name: &Ident) {
        let Some(meant) = similar(&name.name, self.vars.names()) else {
            return self.error(format!("the variable `{}` is not declared", name.name), name.span);
        };
        let declared = match self.vars.get(meant) {
            Some(Binding::Var(var)) => self.program.vars[var].span,
            _ => Span::NONE,
        };
        let meant = meant.to_string();
        self.report(suggesting("variable", name, &meant, declared));
    }

    pub(super) fn undeclared_global(&mut self, name: &Ident) {
        let globals = self.program.globals.iter().map(|&g| (&*self.program.vars[g].name, self.program.vars[g].span));
        self.report(undeclared("global variable", name, globals));
    }

    pub(super) fn undeclared_function(&self, name: &Ident) -> Diagnostic {
        let funcs = self.funcs.iter().map(|(name, &func)| (&**name, self.program.funcs[func].span));
        undeclared("function", name, funcs)
    }

    pub(super) fn undeclared_procedure(&self, name: &Ident) -> Diagnostic {
        let procs = self.procs.iter().map(|(&name, &proc)| (name, self.program.procs[proc].span));
        undeclared("procedure", name, procs)
    }

    pub(super) fn undeclared_type(&mut self, name: &Ident) {
        const BASIC: [&str; 3] = ["int", "bool", "real"];
        let basic = BASIC.iter().map(|&basic| (basic, Span::NONE));
        let declared = self.types.names.iter().map(|(&name, &(_, span)): (&&str, &(TypeName, Span))| (name, span));
        self.report(undeclared("type", name, basic.chain(declared)));
    }

    /// Diagnostics that say the same of the same name are one: the first, in the order of the text.
    pub(super) fn join_undeclared(&mut self) {
        let mut first: FxHashMap<String, usize> = FxHashMap::default();
        let mut further: Vec<usize> = Vec::new();
        let mut kept: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.diagnostics.drain(..) {
            let known = match diagnostic.message.ends_with(" is not declared") {
                true => first.get(&diagnostic.message).copied(),
                false => None,
            };
            if let Some(index) = known {
                further[index] += 1;
                continue;
            }
            first.insert(diagnostic.message.clone(), kept.len());
            further.push(0);
            kept.push(diagnostic);
        }
        for (diagnostic, further) in kept.iter_mut().zip(further) {
            match further {
                0 => {}
                1 => diagnostic.notes.push("it stands at one more place".to_string()),
                n => diagnostic.notes.push(format!("it stands at {n} more places")),
            }
        }
        self.diagnostics = kept;
    }
}

/// The diagnostic about a name that is none of those declared.
pub(super) fn undeclared<'n>(
    what: &str,
    name: &Ident,
    declared: impl Iterator<Item = (&'n str, Span)> + Clone,
) -> Diagnostic {
    match similar(&name.name, declared.clone().map(|(name, _)| name)) {
        Some(meant) => {
            let span = declared.clone().find(|(name, _)| *name == meant).map_or(Span::NONE, |(_, span)| span);
            suggesting(what, name, meant, span)
        }
        None => Diagnostic::error(format!("the {what} `{}` is not declared", name.name), name.span),
    }
}

fn suggesting(what: &str, name: &Ident, meant: &str, declared: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(format!("the {what} `{}` is not declared", name.name), name.span);
    diagnostic.related(declared, "a similar name").note(format!("did you mean `{meant}`?"))
}

/// The name that looks most like `name`, if one does: a third of its letters may differ.
fn similar<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    const LONGEST: usize = 64;
    let length = name.chars().count();
    if !(2..=LONGEST).contains(&length) {
        return None;
    }
    let allowed = (length / 3).max(1);
    let near = names.filter(|other| other.chars().count().abs_diff(length) <= allowed).filter_map(|other| {
        let distance = match other.eq_ignore_ascii_case(name) {
            true => 0,
            false => strsim::damerau_levenshtein(name, other),
        };
        // `x` for `y` is no slip.
        (distance <= allowed && distance < length).then_some((distance, other))
    });
    near.min().map(|(_, other)| other)
}
