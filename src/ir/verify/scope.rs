//! The rules of scopes.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Owner, Rule, Verifier};
use crate::base::ids::{ExprId, Id, TypeParamId, VarId};
use crate::ir::roots::body_roots;
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, VarKind};

/// Bound variables that are free in an expression, in order. Shared where they are the same.
#[derive(Clone, Default)]
pub(super) struct Free {
    vars: Rc<[VarId]>,
    params: Rc<[TypeParamId]>,
}

fn union<T: Copy + Ord>(a: &Rc<[T]>, b: &Rc<[T]>) -> Rc<[T]> {
    let contains = |big: &[T], small: &[T]| small.iter().all(|x| big.binary_search(x).is_ok());
    if contains(a, b) {
        return a.clone();
    }
    if contains(b, a) {
        return b.clone();
    }
    let mut all: Vec<T> = a.iter().chain(b.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

fn without<T: Copy + Ord>(a: &Rc<[T]>, bound: &[T]) -> Rc<[T]> {
    if bound.iter().all(|x| a.binary_search(x).is_err()) {
        return a.clone();
    }
    a.iter().copied().filter(|x| !bound.contains(x)).collect()
}

impl Verifier<'_> {
    /// The variables in the expression are declared by `owner` or around it. `stateful`: globals may occur.
    pub(super) fn scoped(&mut self, e: ExprId, owner: Owner, stateful: bool) {
        self.scoped_all(vec![e], owner, stateful);
    }

    pub(super) fn scoped_all(&mut self, roots: Vec<ExprId>, owner: Owner, stateful: bool) {
        let program = self.program;
        if matches!(owner, Owner::Code(_)) {
            // Checked where the code expression stands.
            return;
        }
        for &root in &roots {
            let free = self.free(root);
            let (params, type_params): (&[VarId], &[TypeParamId]) = match owner {
                Owner::Function(f) => (&program.funcs[f].params, &program.funcs[f].type_params),
                Owner::Procedure(p) => (&[], &program.procs[p].type_params),
                _ => (&[], &[]),
            };
            let loose = free.vars.iter().find(|v| !params.contains(v));
            self.check(Rule::Scope, loose.is_none(), || format!("{loose:?} is bound nowhere around {root:?}"));
            let loose = free.params.iter().find(|p| !type_params.contains(p));
            self.check(Rule::TypeScope, loose.is_none(), || format!("{loose:?} is bound nowhere around {root:?}"));
        }
        self.visible(roots, &[owner], stateful);
    }

    /// Parameters and locals below the roots belong to one of the owners.
    fn visible(&mut self, roots: Vec<ExprId>, owners: &[Owner], stateful: bool) {
        let program = self.program;
        let mut seen = FxHashSet::default();
        let mut stack = roots;
        while let Some(e) = stack.pop() {
            if !seen.insert(e) {
                continue;
            }
            let kind = program.exprs.kind(e);
            match kind {
                ExprKind::Var(v) => {
                    let var = &program.vars[*v];
                    let holds = match var.kind {
                        VarKind::Const { .. } | VarKind::Bound => true,
                        VarKind::Global => stateful,
                        VarKind::In | VarKind::Out | VarKind::Local => owners.contains(&self.owner[v.index()]),
                    };
                    self.check(Rule::Scope, holds, || format!("{} ({v:?}) does not belong here", var.name));
                }
                ExprKind::Old(v) => {
                    self.check(Rule::Scope, stateful, || format!("old({v:?}) does not belong here"));
                }
                ExprKind::Code(code) => {
                    let body = &program.codes[*code].body;
                    let mut inner = Vec::new();
                    body_roots(body, &mut |_, e| inner.push(e));
                    inner.extend(body.locals.iter().filter_map(|&v| program.vars[v].where_clause));
                    let mut around = owners.to_vec();
                    around.push(Owner::Code(*code));
                    self.visible(inner, &around, stateful);
                }
                _ => for_each_child(kind, |c| stack.push(c)),
            }
        }
    }

    /// The variables that must be bound around the expression.
    fn free(&mut self, e: ExprId) -> Free {
        if let Some(known) = self.free.get(&e) {
            return known.clone();
        }
        let program = self.program;
        let expr = program.exprs.get(e);
        let mut free = Free::default();
        let mut params = Vec::new();
        self.free_params(expr.ty, &mut params);
        if let ExprKind::Call { types, .. } = &expr.kind {
            types.iter().for_each(|&t| self.free_params(t, &mut params));
        }
        if let ExprKind::Quantifier(_) | ExprKind::Lambda { .. } = expr.kind {
            let vars = match &expr.kind {
                ExprKind::Quantifier(q) => &q.vars,
                ExprKind::Lambda { vars, .. } => vars,
                _ => unreachable!("internal: a binder"),
            };
            vars.iter().for_each(|&v| self.free_params(program.vars[v].ty, &mut params));
        }
        params.sort_unstable();
        params.dedup();
        free.params = params.into();
        if let ExprKind::Var(v) = expr.kind
            && program.vars[v].kind == VarKind::Bound
        {
            free.vars = [v].into();
        }
        let mut children = Vec::new();
        for_each_child(&expr.kind, |c| children.push(c));
        if let ExprKind::Code(code) = expr.kind {
            body_roots(&program.codes[code].body, &mut |_, e| children.push(e));
        }
        for child in children {
            let inner = self.free(child);
            free.vars = union(&free.vars, &inner.vars);
            free.params = union(&free.params, &inner.params);
        }
        match &expr.kind {
            ExprKind::Quantifier(q) => {
                free.vars = without(&free.vars, &q.vars);
                free.params = without(&free.params, &q.type_params);
            }
            ExprKind::Lambda { type_params, vars, .. } => {
                free.vars = without(&free.vars, vars);
                free.params = without(&free.params, type_params);
            }
            _ => {}
        }
        self.free.insert(e, free.clone());
        free
    }
}
