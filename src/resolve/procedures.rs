//! Procedures: signatures, contracts, and bodies, their own or of `implementation` declarations.
//!
//! The formals of an implementation are those of the procedure under other names. A further implementation of the
//! same procedure becomes a procedure of its own with a copy of the contract.

use ivl::ast::{self, Ident, Spec};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::infer::ERROR_ID;
use super::scopes::Binding;
use super::types::count;
use super::{Resolver, State};
use crate::base::ids::{ExprId, ProcId, TypeId, TypeParamId, VarId};
use crate::ir::visit::substitute;
use crate::ir::{Clause, Procedure, VarKind};

/// The parameters and type parameters of a procedure under the names that a body uses.
struct Formals<'a> {
    type_params: Vec<(&'a Ident, TypeParamId)>,
    vars: Vec<(&'a Ident, VarId)>,
}

/// A body for a procedure, under its own names.
#[derive(Clone, Copy)]
pub(super) struct Implementing<'a> {
    pub attrs: &'a [ast::Attribute],
    pub name: &'a Ident,
    pub type_params: &'a [Ident],
    pub ins: &'a [ast::Variable],
    pub outs: &'a [ast::Variable],
    pub body: &'a ast::Body,
}

impl<'a> Resolver<'a> {
    pub(super) fn declare_procedure(&mut self, d: &'a ast::ProcedureDecl) {
        let (mut type_params, mark) = self.open_type_params(&d.type_params);
        let mut names = FxHashSet::default();
        for formal in d.ins.iter().chain(&d.outs) {
            if !names.insert(&*formal.name.name) {
                self.error(format!("the parameter `{}` is declared twice", formal.name.name), formal.name.span);
            }
        }
        let ins: Vec<VarId> = d.ins.iter().map(|v| self.declare_var(v, VarKind::In)).collect();
        let outs: Vec<VarId> = d.outs.iter().map(|v| self.declare_var(v, VarKind::Out)).collect();
        self.close_type_params(mark);
        let types: Vec<TypeId> = ins.iter().chain(&outs).map(|&v| self.program.vars[v].ty).collect();
        self.order_type_params(&mut type_params, &types, &d.type_params, "parameters");
        let proc = self.program.procs.push(Procedure {
            name: d.name.name.clone(),
            type_params,
            ins,
            outs,
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: Vec::new(),
            body: None,
            attrs: self.no_attrs.clone(),
            implements: None,
            span: d.name.span,
        });
        self.procs.insert(&d.name.name, proc);
        if d.pure_ {
            self.pure_procs.insert(proc);
        }
    }

    // ---- contracts -----------------------------------------------------------------------------------------

    pub(super) fn resolve_contract(&mut self, d: &'a ast::ProcedureDecl) {
        let Some(&proc) = self.procs.get(&*d.name.name) else { return };
        self.modifies(d, proc);
        let formals = self.own_formals(d, proc);
        let mark = self.open_named_type_params(&formals.type_params);
        self.vars.enter();
        let (one, two) = if d.pure_ { (State::None, State::None) } else { (State::One, State::Two) };
        let (ins, outs) = formals.vars.split_at(d.ins.len());
        self.in_state(one, |r| {
            r.declare_formals(ins);
            for (var, &(_, id)) in d.ins.iter().zip(ins) {
                r.complete_var(id, var);
            }
            for spec in &d.specs {
                if let Spec::Requires { free, attrs, expr, span } = spec {
                    let clause = r.clause(*free, attrs, expr, *span, "a precondition");
                    r.program.procs[proc].requires.push(clause);
                }
            }
            r.procedure_measure(d, proc);
            r.declare_formals(outs);
            for (var, &(_, id)) in d.outs.iter().zip(outs) {
                r.complete_var(id, var);
            }
            r.program.procs[proc].attrs = r.attributes(&d.attrs);
        });
        self.in_state(two, |r| {
            for spec in &d.specs {
                if let Spec::Ensures { free, attrs, expr, span } = spec {
                    let clause = r.clause(*free, attrs, expr, *span, "a postcondition");
                    r.program.procs[proc].ensures.push(clause);
                }
            }
        });
        self.vars.leave();
        self.close_type_params(mark);
    }

    fn clause(
        &mut self,
        free: bool,
        attrs: &'a [ast::Attribute],
        expr: &'a ast::Expr,
        span: Span,
        what: &str,
    ) -> Clause {
        let expr = self.condition(expr, what);
        Clause { free, expr, attrs: self.attributes(attrs), span }
    }

    fn modifies(&mut self, d: &'a ast::ProcedureDecl, proc: ProcId) {
        let mut seen = FxHashSet::default();
        let mut modifies = Vec::new();
        for spec in &d.specs {
            let Spec::Modifies { names, span } = spec else { continue };
            if d.pure_ && !names.is_empty() {
                self.error("a pure procedure modifies nothing", *span);
            }
            for name in names {
                match self.vars.get(&name.name) {
                    Some(Binding::Var(var)) if self.program.vars[var].kind == VarKind::Global => {
                        if seen.insert(var) {
                            modifies.push(var);
                        }
                    }
                    Some(_) => {
                        let message = format!("the constant `{}` cannot be modified", name.name);
                        self.error(message, name.span);
                    }
                    None => self.undeclared_global(name),
                }
            }
        }
        self.program.procs[proc].modifies = modifies;
    }

    fn own_formals(&self, d: &'a ast::ProcedureDecl, proc: ProcId) -> Formals<'a> {
        let proc = &self.program.procs[proc];
        let named = |p: &TypeParamId| {
            let ident = d.type_params.iter().find(|n| n.name == self.program.type_params[*p])?;
            Some((ident, *p))
        };
        Formals {
            type_params: proc.type_params.iter().filter_map(named).collect(),
            vars: d
                .ins
                .iter()
                .chain(&d.outs)
                .zip(proc.ins.iter().chain(&proc.outs))
                .map(|(v, &id)| (&v.name, id))
                .collect(),
        }
    }

    fn declare_formals(&mut self, formals: &[(&'a Ident, VarId)]) {
        for &(name, id) in formals {
            self.vars.declare(&name.name, Binding::Var(id));
        }
    }

    // ---- bodies --------------------------------------------------------------------------------------------

    pub(super) fn resolve_own_body(&mut self, d: &'a ast::ProcedureDecl) {
        let (Some(&proc), Some(body)) = (self.procs.get(&*d.name.name), &d.body) else { return };
        let formals = self.own_formals(d, proc);
        let state = if d.pure_ { State::None } else { State::Two };
        self.attach_body(proc, formals, body, state);
    }

    pub(super) fn resolve_implementation(&mut self, d: &'a ast::ImplementationDecl) {
        for formal in d.ins.iter().chain(&d.outs) {
            if let Some(clause) = &formal.where_clause {
                self.error("where clauses belong to the procedure, not to its implementation", clause.span);
            }
        }
        let ast::ImplementationDecl { attrs, name, type_params, ins, outs, body, .. } = d;
        self.implement(Implementing { attrs, name, type_params, ins, outs, body });
    }

    pub(super) fn implement(&mut self, d: Implementing<'a>) {
        let Some(&proc) = self.procs.get(&*d.name.name) else {
            self.error(format!("there is no procedure `{}` to implement", d.name.name), d.name.span);
            return;
        };
        let Some(formals) = self.match_formals(d, proc) else { return };
        let attrs = self.program.procs[proc].attrs.clone();
        let attrs = self.in_state(State::One, |r| {
            r.vars.enter();
            r.declare_formals(&formals.vars);
            let all = r.more_attributes(&attrs, d.attrs);
            r.vars.leave();
            all
        });
        let state = if self.pure_procs.contains(&proc) { State::None } else { State::Two };
        if self.program.procs[proc].body.is_none() {
            self.program.procs[proc].attrs = attrs;
            // traces go through the body, so its names are the ones to show
            for &(name, id) in &formals.vars {
                self.program.vars[id].name = name.name.clone();
                self.program.vars[id].span = name.span;
            }
            self.attach_body(proc, formals, d.body, state);
            return;
        }
        let (copy, formals) = self.copy_procedure(proc, d, formals);
        self.program.procs[copy].attrs = attrs;
        self.attach_body(copy, formals, d.body, state);
    }

    /// Checks an implementation's signature against the procedure's.
    fn match_formals(&mut self, d: Implementing<'a>, proc: ProcId) -> Option<Formals<'a>> {
        let mut names = FxHashSet::default();
        for formal in d.ins.iter().chain(d.outs) {
            if !names.insert(&*formal.name.name) {
                self.error(format!("the parameter `{}` is declared twice", formal.name.name), formal.name.span);
            }
        }
        let errors = self.errors;
        let (mut type_params, mark) = self.open_type_params(d.type_params);
        let types: Vec<TypeId> = d.ins.iter().chain(d.outs).map(|v| self.type_id(&v.ty)).collect();
        self.close_type_params(mark);
        self.order_type_params(&mut type_params, &types, d.type_params, "parameters");

        let Procedure { type_params: expected_params, ins, outs, span, .. } = &self.program.procs[proc];
        let (expected_params, ins, outs, span) = (expected_params.clone(), ins.clone(), outs.clone(), *span);
        let mismatch = |r: &mut Self, found: usize, expected: usize, what: &str| {
            if found != expected {
                let message = format!(
                    "the procedure `{}` has {}, its implementation has {found}",
                    d.name.name,
                    count(expected, what)
                );
                r.report(Diagnostic::error(message, d.name.span).related(span, "the procedure"));
            }
        };
        mismatch(self, d.type_params.len(), expected_params.len(), "type parameter");
        mismatch(self, d.ins.len(), ins.len(), "in-parameter");
        mismatch(self, d.outs.len(), outs.len(), "out-parameter");
        if self.errors > errors {
            return None;
        }
        let mut map = Vec::new();
        for (&from, &to) in type_params.iter().zip(&expected_params) {
            map.push((from, self.infer.table.intern(crate::ir::Type::Param(to))));
        }
        let mut vars = Vec::with_capacity(types.len());
        for ((formal, &ty), &var) in d.ins.iter().chain(d.outs).zip(&types).zip(ins.iter().chain(&outs)) {
            let found = if ty == ERROR_ID { ty } else { self.infer.substitute_ground(ty, &map) };
            let expected = self.program.vars[var].ty;
            if found != expected && found != ERROR_ID && expected != ERROR_ID {
                let (found, expected) = (self.show_id(found), self.show_id(expected));
                let message = format!(
                    "the parameter `{}` is of type `{expected}` in the procedure, not `{found}`",
                    formal.name.name
                );
                let declared = self.program.vars[var].span;
                self.report(Diagnostic::error(message, formal.name.span).related(declared, "in the procedure"));
            }
            vars.push((&formal.name, var));
        }
        let named = |p: &TypeParamId| {
            let ident = d.type_params.iter().find(|n| n.name == self.program.type_params[*p])?;
            Some(ident)
        };
        let type_params =
            type_params.iter().zip(expected_params).filter_map(|(from, to)| Some((named(from)?, to))).collect();
        Some(Formals { type_params, vars })
    }

    /// A copy of the procedure for a further implementation, and the formals of that.
    fn copy_procedure(&mut self, proc: ProcId, d: Implementing<'a>, formals: Formals<'a>) -> (ProcId, Formals<'a>) {
        let mut map: FxHashMap<VarId, ExprId> = FxHashMap::default();
        let mut vars = Vec::with_capacity(formals.vars.len());
        for (name, old) in formals.vars {
            let mut var = self.program.vars[old].clone();
            var.name = name.name.clone();
            var.span = name.span;
            let new = self.program.vars.push(var);
            let new_expr = self.program.var_expr(new);
            map.insert(old, new_expr);
            vars.push((name, new));
        }
        for &(_, new) in &vars {
            if let Some(clause) = self.program.vars[new].where_clause {
                let clause = substitute(&mut self.program.exprs, clause, &map);
                self.program.vars[new].where_clause = Some(clause);
            }
        }
        let body = self.program.procs[proc].body.take();
        let mut copy = self.program.procs[proc].clone();
        self.program.procs[proc].body = body;
        for clause in copy.requires.iter_mut().chain(&mut copy.ensures) {
            clause.expr = substitute(&mut self.program.exprs, clause.expr, &map);
        }
        copy.ins = vars[..d.ins.len()].iter().map(|&(_, v)| v).collect();
        copy.outs = vars[d.ins.len()..].iter().map(|&(_, v)| v).collect();
        copy.implements = Some(proc);
        copy.span = d.name.span;
        (self.program.procs.push(copy), Formals { type_params: formals.type_params, vars })
    }

    fn attach_body(&mut self, proc: ProcId, formals: Formals<'a>, body: &'a ast::Body, state: State) {
        let mark = self.open_named_type_params(&formals.type_params);
        self.vars.enter();
        self.declare_formals(&formals.vars);
        let locals = self.in_state(State::One, |r| r.locals(&body.locals));
        let body = self.in_state(state, |r| r.lower_body(body, locals, false));
        self.vars.leave();
        self.close_type_params(mark);
        self.program.procs[proc].body = Some(body);
    }

    /// Declares locals in the innermost scope, then resolves what they mention.
    pub(super) fn locals(&mut self, decls: &'a [ast::VarDecl]) -> Vec<VarId> {
        let mut locals = Vec::new();
        for var in decls.iter().flat_map(|d| &d.vars) {
            let name = &var.name;
            if let Some(before) = self.vars.get_here(&name.name) {
                let mut diagnostic =
                    Diagnostic::error(format!("the variable `{}` is declared twice", name.name), name.span);
                if let Binding::Var(before) = before {
                    diagnostic = diagnostic.related(self.program.vars[before].span, "first declared here");
                }
                self.report(diagnostic);
            }
            let id = self.declare_var(var, VarKind::Local);
            self.vars.declare(&name.name, Binding::Var(id));
            locals.push(id);
        }
        for (var, &id) in decls.iter().flat_map(|d| &d.vars).zip(&locals) {
            self.complete_var(id, var);
        }
        locals
    }
}
