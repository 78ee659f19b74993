//! Functions: signatures and bodies.

use ivl::ast::{self, Ident, TypeKind};
use ivl::diag::Diagnostic;
use rustc_hash::FxHashSet;

use super::attributes::{has_bool_attribute, int_attribute, string_attribute};
use super::infer::Ty;
use super::scopes::Binding;
use super::{Resolver, State};
use crate::base::ids::{FuncId, VarId};
use crate::ir::{Attr, Builtin, Definition, Function, FunctionKind, Name, Var, VarKind};

impl<'a> Resolver<'a> {
    pub(super) fn declare_function(&mut self, d: &'a ast::FunctionDecl) {
        let (mut type_params, mark) = self.open_type_params(&d.type_params);
        let mut params = Vec::with_capacity(d.params.len());
        let mut names = FxHashSet::default();
        for (i, (name, ty)) in self.named_params(&d.params).into_iter().enumerate() {
            let ty_id = self.type_id(ty);
            let (text, span) = match name {
                Some(name) => (name.name.clone(), name.span),
                None => (Name::from(format!("_{i}")), ty.span),
            };
            if let Some(name) = name
                && !names.insert(&*name.name)
            {
                self.error(format!("the parameter `{text}` is declared twice"), span);
            }
            params.push(self.program.vars.push(Var {
                name: text,
                ty: ty_id,
                kind: VarKind::Bound,
                where_clause: None,
                attrs: self.no_attrs.clone(),
                span,
            }));
        }
        let result = self.type_id(&d.result.ty);
        if let Some(name) = &d.result.name
            && names.contains(&*name.name)
        {
            self.error(format!("the result `{}` has the name of a parameter", name.name), name.span);
        }
        self.close_type_params(mark);
        let mut types: Vec<_> = params.iter().map(|&p| self.program.vars[p].ty).collect();
        types.push(result);
        self.order_type_params(&mut type_params, &types, &d.type_params, "parameters or the result");

        if has_bool_attribute(&d.attrs, Attr::Constructor)
            && self.declare_old_constructor(d, &type_params, &params, result)
        {
            return;
        }
        let kind = match (&d.body, builtin(d)) {
            (None, Some(builtin)) => FunctionKind::Builtin(builtin),
            _ => FunctionKind::Uninterpreted,
        };
        let func = self.program.funcs.push(Function {
            name: d.name.name.clone(),
            type_params,
            params,
            result,
            kind,
            attrs: self.no_attrs.clone(),
            span: d.name.span,
        });
        self.funcs.insert(d.name.name.clone(), func);
    }

    /// Parameters with their names. In `(a, b: int, int)` a lone word before a named parameter is a name.
    pub(super) fn named_params(&mut self, params: &'a [ast::FunctionParam]) -> Vec<(Option<&'a Ident>, &'a ast::Type)> {
        let mut named: Vec<_> = params.iter().map(|p| (p.name.as_ref(), &p.ty)).collect();
        if named.iter().all(|(name, _)| name.is_none()) {
            return named;
        }
        let mut ty = None;
        for (name, own) in named.iter_mut().rev() {
            if name.is_some() {
                ty = Some(*own);
                continue;
            }
            match (&own.kind, ty) {
                (TypeKind::Named(word, args), Some(ty)) if args.is_empty() => (*name, *own) = (Some(word), ty),
                (_, None) => self.error("the type of the last parameter is missing", own.span),
                _ => self.error("a parameter's name is expected, because other parameters have names", own.span),
            }
        }
        named
    }

    /// Resolves the body and the attributes.
    pub(super) fn define_function(&mut self, d: &'a ast::FunctionDecl) {
        let Some(&func) = self.funcs.get(&d.name.name) else { return };
        let type_params = self.program.funcs[func].type_params.clone();
        let mark = self.reopen_type_params(&d.type_params, &type_params);
        self.with_params(d, func, |r| {
            r.program.funcs[func].attrs = r.attributes(&d.attrs);
            match &d.body {
                Some(body) => r.function_body(d, func, body),
                None => r.lacks_body(d),
            }
        });
        self.close_type_params(mark);
    }

    /// Has the names of these parameters stand for those of the function.
    pub(super) fn with_params(&mut self, d: &'a ast::FunctionDecl, func: FuncId, resolve: impl FnOnce(&mut Self)) {
        self.in_state(State::None, |r| {
            r.vars.enter();
            let params = r.program.funcs[func].params.clone();
            r.declare_params(&d.params, &params);
            resolve(r);
            r.vars.leave();
        });
    }

    fn declare_params(&mut self, params: &'a [ast::FunctionParam], vars: &[VarId]) {
        let named = self.quietly(|r| r.named_params(params));
        for ((name, _), &var) in named.into_iter().flatten().zip(vars) {
            if let Some(name) = name {
                self.vars.declare(&name.name, Binding::Var(var));
            }
        }
    }

    /// DIVERGENCE: Boogie refuses `:inline` there, too, but used to ignore it, and many programs were written then.
    fn lacks_body(&mut self, d: &ast::FunctionDecl) {
        if has_bool_attribute(&d.attrs, Attr::Define) {
            self.error("a function that is `:define` must have a body", d.name.span);
        }
        if has_bool_attribute(&d.attrs, Attr::Inline) {
            let message = "this function has no body: `:inline` means nothing";
            self.report(Diagnostic::warning(message, d.name.span));
        }
    }

    pub(super) fn function_body(&mut self, d: &'a ast::FunctionDecl, func: FuncId, body: &'a ast::Expr) {
        let inline = has_bool_attribute(&d.attrs, Attr::Inline);
        let define = has_bool_attribute(&d.attrs, Attr::Define);
        if inline && define {
            self.error("a function cannot be both `:inline` and `:define`", d.name.span);
        }
        if define && !d.type_params.is_empty() {
            self.error("a function that is `:define` cannot have type parameters", d.name.span);
        }
        let style = match (inline, define) {
            (true, _) => Definition::Inline,
            (_, true) => Definition::Define,
            _ => Definition::Axiom,
        };
        let result = Ty::ground(self.program.funcs[func].result);
        let expr = self.inferring(|r| {
            let typed = r.expr(body);
            if !r.infer.unify(typed.ty, result) {
                let (found, expected) = (r.show(typed.ty), r.show(result));
                let message = format!("the body of `{}` is of type `{found}`, not `{expected}`", d.name.name);
                r.error(message, body.span);
            }
            typed.expr
        });
        if matches!(self.program.funcs[func].kind, FunctionKind::Uninterpreted) {
            self.program.funcs[func].kind = FunctionKind::Defined { body: expr, style };
        }
    }
}

/// The theory operator that attributes name.
fn builtin(d: &ast::FunctionDecl) -> Option<Builtin> {
    if let Some(text) =
        string_attribute(&d.attrs, Attr::BvBuiltin).or_else(|| string_attribute(&d.attrs, Attr::Builtin))
    {
        return Some(Builtin::parse(text, &int_attribute(&d.attrs, Attr::Indices)));
    }
    // a definition in SMT-LIB's own language
    string_attribute(&d.attrs, Attr::SmtDefined).map(|text| Builtin::Other(format!("smtdefined {text}").into()))
}
