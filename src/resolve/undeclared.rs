//! Names that nothing declares: what the user may have meant, and each mistake once.

use ivl::ast::Ident;
use ivl::diag::Diagnostic;
use ivl::similar::similar;
use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::Resolver;
use super::scopes::Binding;
use super::tables::TypeName;

impl<'a> Resolver<'a> {
    pub(super) fn undeclared_variable(&mut self, name: &Ident) {
        if let Some(literal) = ["true", "false"].into_iter().find(|literal| literal.eq_ignore_ascii_case(&name.name)) {
            return self.report(suggesting("variable", name, literal, Span::NONE));
        }
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
        let diagnostic = undeclared("function", name, funcs);
        if &*name.name == "not" { diagnostic.note("negation is `!`") } else { diagnostic }
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
