//! Quantifiers and lambdas.

use std::sync::Arc;

use ivl::ast::{self, Expr as Ast, ExprKind as Kind, Ident, QuantifierKind as AstKind};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashSet;

use super::attributes::{int_attribute, string_attribute};
use super::infer::Ty;
use super::scopes::Binding;
use super::{Context, Resolver, Typed};
use crate::base::ids::{ExprId, TypeParamId, VarId};
use crate::ir::visit;
use crate::ir::{Attr, ExprKind, Quantifier, QuantifierKind, Trigger, VarKind};

impl<'a> Resolver<'a> {
    pub(super) fn binder(&mut self, q: &'a ast::Quantifier, e: &'a Ast) -> Typed {
        if self.cx.trigger {
            self.error("a quantifier is not allowed in a trigger", e.span);
        }
        let (mut type_params, mark) = self.open_type_params(&q.type_params);
        self.vars.enter();
        let vars: Vec<VarId> = q.vars.iter().map(|v| self.bind_variable(v)).collect();
        let types: Vec<_> = vars.iter().map(|&v| self.program.vars[v].ty).collect();
        let mentioned = self.infer.params_in_order(&types);
        let position = |p: &TypeParamId| mentioned.iter().position(|m| m == p).unwrap_or(usize::MAX);
        type_params.sort_by_key(position);
        let unmentioned: Vec<TypeParamId> = type_params.iter().copied().filter(|p| !mentioned.contains(p)).collect();
        let outer = self.cx;
        self.cx = Context { trigger: false, ..outer };
        let result = match q.kind {
            AstKind::Lambda => self.lambda(q, type_params, vars, &unmentioned),
            AstKind::Forall => self.quantifier(q, QuantifierKind::Forall, type_params, vars, &unmentioned, e),
            AstKind::Exists => self.quantifier(q, QuantifierKind::Exists, type_params, vars, &unmentioned, e),
        };
        self.cx = outer;
        self.vars.leave();
        self.close_type_params(mark);
        result
    }

    fn bind_variable(&mut self, var: &'a ast::Variable) -> VarId {
        let name = &var.name;
        if self.vars.get_here(&name.name).is_some() {
            self.error(format!("the variable `{}` is declared twice", name.name), name.span);
        }
        let id = self.declare_var(var, VarKind::Bound);
        self.vars.declare(&name.name, Binding::Var(id));
        id
    }

    fn lambda(
        &mut self,
        q: &'a ast::Quantifier,
        type_params: Vec<TypeParamId>,
        vars: Vec<VarId>,
        unmentioned: &[TypeParamId],
    ) -> Typed {
        let body = self.expr(&q.body);
        if let Some(&param) = unmentioned.first() {
            let name = self.program.type_params[param].clone();
            let message = format!("the type variable `{name}` must occur in the types of the lambda's parameters");
            self.error(message, type_param_span(&q.type_params, &name));
            return Typed::ERROR;
        }
        if body.is_error() {
            return Typed::ERROR;
        }
        let args: Vec<Ty> = vars
            .iter()
            .map(|&v| {
                let ty = Ty::ground(self.program.vars[v].ty);
                self.infer.bind_params(ty, &type_params)
            })
            .collect();
        let result = self.infer.bind_params(body.ty, &type_params);
        let ty = self.infer.map(type_params.len() as u32, &args, result);
        let kind = ExprKind::Lambda { type_params: type_params.into(), vars: vars.into(), body: body.expr };
        self.build(kind, ty)
    }

    fn quantifier(
        &mut self,
        q: &'a ast::Quantifier,
        kind: QuantifierKind,
        type_params: Vec<TypeParamId>,
        vars: Vec<VarId>,
        unmentioned: &[TypeParamId],
        e: &'a Ast,
    ) -> Typed {
        let triggers = q.triggers.iter().map(|t| self.trigger(t, q, &vars, unmentioned)).collect();
        let body = self.expr(&q.body);
        let body = self.expect_bool(body, &q.body, "the body of a quantifier");
        if body.is_error() {
            return Typed::ERROR;
        }
        let mut quantifier = Quantifier {
            kind,
            type_params: type_params.into(),
            vars: vars.into(),
            triggers,
            weight: int_attribute(&q.attrs, Attr::Weight).first().copied(),
            name: quantifier_name(q),
            place: self.place(e.span),
            body: self.pooled_body(q, kind, body.expr),
        };
        self.merge_inner(&mut quantifier);
        if self.infer.dirty {
            return self.unbuilt(Ty::BOOL);
        }
        Typed { expr: self.pooled(q, quantifier), ty: Ty::BOOL }
    }

    /// `forall x :: forall y :: e` → `forall x, y :: e` without triggers, so that the solver may choose some that
    /// mention both.
    fn merge_inner(&mut self, outer: &mut Quantifier) {
        let ExprKind::Quantifier(inner) = self.program.exprs.kind(outer.body) else { return };
        if inner.kind != outer.kind || !outer.triggers.is_empty() || !inner.triggers.is_empty() {
            return;
        }
        outer.type_params = outer.type_params.iter().chain(&inner.type_params).copied().collect();
        outer.vars = outer.vars.iter().chain(&inner.vars).copied().collect();
        outer.weight = outer.weight.or(inner.weight);
        outer.body = inner.body;
    }

    /// `file:line:column`
    fn place(&self, span: Span) -> Arc<str> {
        let Some((file, line, column)) = self.sources.locate(span) else { return Arc::default() };
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        format!("{file}:{line}:{column}").into()
    }

    fn trigger(
        &mut self,
        trigger: &'a ast::Trigger,
        q: &'a ast::Quantifier,
        vars: &[VarId],
        unmentioned: &[TypeParamId],
    ) -> Trigger {
        let errors = self.errors;
        let cx = Context { trigger: true, ..self.cx };
        let mut exprs = Vec::with_capacity(trigger.exprs.len());
        let mut good = true;
        for e in &trigger.exprs {
            let typed = self.within(cx, |r| r.expr(e));
            exprs.push(typed.expr);
            good &= !typed.is_error();
            if let Kind::Var(name) = &*e.kind {
                self.error(format!("a trigger must be more than the variable `{}`", name.name), e.span);
            }
        }
        if trigger.positive && good && self.errors == errors && !self.infer.dirty {
            self.check_mentions(trigger, q, &exprs, vars, unmentioned);
        }
        Trigger { positive: trigger.positive, exprs: exprs.into() }
    }

    /// A trigger must determine all variables and type variables of its quantifier.
    fn check_mentions(
        &mut self,
        trigger: &'a ast::Trigger,
        q: &'a ast::Quantifier,
        exprs: &[ExprId],
        vars: &[VarId],
        unmentioned: &[TypeParamId],
    ) {
        let mut seen = FxHashSet::default();
        let mut seen_types = Vec::new();
        visit::walk(&self.program.exprs, exprs.iter().copied(), |e, kind| {
            match kind {
                ExprKind::Var(v) => {
                    seen.insert(*v);
                }
                ExprKind::Call { types, .. } => seen_types.extend_from_slice(types),
                _ => {}
            }
            seen_types.push(self.program.exprs.ty(e));
        });
        for (var, declared) in vars.iter().zip(&q.vars) {
            if !seen.contains(var) {
                let message = format!("the trigger must mention the variable `{}`", declared.name.name);
                self.report(Diagnostic::error(message, trigger.span).related(declared.name.span, "the variable"));
            }
        }
        if unmentioned.is_empty() {
            return;
        }
        let params = self.infer.params_in_order(&seen_types);
        for param in unmentioned {
            if !params.contains(param) {
                let name = self.program.type_params[*param].clone();
                let message = format!("the trigger must mention the type variable `{name}`, since no variable does");
                self.report(
                    Diagnostic::error(message, trigger.span)
                        .related(type_param_span(&q.type_params, &name), "the type variable"),
                );
            }
        }
    }
}

/// `{:qid "name"}` or `{:qid name}`
fn quantifier_name(q: &ast::Quantifier) -> Option<Arc<str>> {
    if let Some(name) = string_attribute(&q.attrs, Attr::Qid) {
        return Some(name.into());
    }
    let attr = q.attrs.iter().find(|a| &*a.name.name == Attr::Qid.name())?;
    match attr.args.first()? {
        ast::AttributeArg::Expr(e) => match &*e.kind {
            Kind::Var(name) => Some(name.name.clone()),
            _ => None,
        },
        ast::AttributeArg::Str(_) => None,
    }
}

fn type_param_span(names: &[Ident], name: &str) -> Span {
    names.iter().find(|n| &*n.name == name).map_or(Span::NONE, |n| n.span)
}
