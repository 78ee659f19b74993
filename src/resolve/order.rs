//! The partial order `<:` of Boogie 2 and the `extends` clauses of constants.
//!
//! `<:` becomes a polymorphic function that is reflexive, antisymmetric and transitive. For
//! `const c: T extends p, q` (This is Boogie 2, section 5.1):
//!
//! * `c <: p`, `c <: q`, and nothing else is directly above: `c <: w ==> w == c || p <: w || q <: w`
//! * `complete`: nothing else is directly below: `w <: c ==> w == c || w <: child1 || …`
//! * `unique` edges of two children of one parent: nothing is below both children

use ivl::ast::{ConstDecl, Decl, Ident, Program};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::infer::Ty;
use super::scopes::Binding;
use super::{Resolver, Typed};
use crate::base::ids::{ExprId, FuncId, TypeId, TypeParamId, VarId};
use crate::ir::{
    Axiom, Expr, ExprKind, Function, FunctionKind, Op, Quantifier, QuantifierKind, Type, TypeTable, Var, VarKind,
};

/// The constants below one, and whether their edges are unique.
type Children = FxHashMap<VarId, Vec<(VarId, bool)>>;

impl<'a> Resolver<'a> {
    /// `x <: y`; `None` if their types differ.
    pub(super) fn partial_order(&mut self, x: Typed, y: Typed) -> Option<Typed> {
        if !self.infer.unify(x.ty, y.ty) {
            return None;
        }
        let func = self.order_func();
        Some(self.apply(func, &[x.ty], &[x, y], Ty::BOOL))
    }

    fn order_func(&mut self) -> FuncId {
        if let Some(func) = self.order {
            return func;
        }
        let param = self.program.type_params.push("a".into());
        let ty = self.infer.table.intern(Type::Param(param));
        let params = vec![self.order_var("x", ty), self.order_var("y", ty)];
        let func = self.program.funcs.push(Function {
            name: "<:".into(),
            type_params: vec![param],
            params,
            result: TypeTable::BOOL,
            kind: FunctionKind::Uninterpreted,
            attrs: self.no_attrs.clone(),
            span: Span::NONE,
        });
        self.order = Some(func);
        func
    }

    fn order_var(&mut self, name: &str, ty: TypeId) -> VarId {
        self.program.vars.push(Var {
            name: name.into(),
            ty,
            kind: VarKind::Bound,
            where_clause: None,
            attrs: self.no_attrs.clone(),
            span: Span::NONE,
        })
    }

    /// Adds the axioms, if the program uses the order.
    pub(super) fn order_axioms(&mut self, program: &'a Program) {
        let mut children = Children::default();
        let mut extending = Vec::new();
        for (i, decl) in program.decls.iter().enumerate() {
            if let Decl::Const(d) = decl {
                self.check_parents(d, i, &mut children, &mut extending);
            }
        }
        if self.order.is_none() && extending.is_empty() {
            return;
        }
        self.order_laws();
        for (d, constant, parents) in extending {
            self.edges(d, constant, &parents, &children);
        }
    }

    /// Finds the parents of each constant of a declaration.
    fn check_parents(
        &mut self,
        d: &'a ConstDecl,
        index: usize,
        children: &mut Children,
        extending: &mut Vec<(&'a ConstDecl, VarId, Vec<VarId>)>,
    ) {
        let Some(spec) = &d.parents else { return };
        for (k, name) in d.names.iter().enumerate() {
            if self.registry.ignores((index, k)) {
                continue;
            }
            let Some(Binding::Var(constant)) = self.vars.get(&name.name) else { continue };
            let mut parents = Vec::new();
            for (unique, parent) in &spec.parents {
                if let Some(parent) = self.parent(parent, constant) {
                    children.entry(parent).or_default().push((constant, *unique));
                    parents.push(parent);
                }
            }
            extending.push((d, constant, parents));
        }
    }

    fn parent(&mut self, name: &Ident, child: VarId) -> Option<VarId> {
        let Some(Binding::Var(parent)) = self.vars.get(&name.name) else {
            self.error(format!("the constant `{}` is not declared", name.name), name.span);
            return None;
        };
        let var = &self.program.vars[parent];
        if !matches!(var.kind, VarKind::Const { .. }) {
            let diagnostic = Diagnostic::error(format!("the parent `{}` is not a constant", name.name), name.span);
            let declared = var.span;
            self.report(diagnostic.related(declared, "declared here"));
            return None;
        }
        if var.ty != self.program.vars[child].ty {
            let (found, expected) = (self.show_id(var.ty), self.show_id(self.program.vars[child].ty));
            let message = format!("the parent `{}` is of type `{found}`, not `{expected}`", name.name);
            self.error(message, name.span);
            return None;
        }
        if parent == child {
            self.error(format!("the constant `{}` is its own parent", name.name), name.span);
            return None;
        }
        Some(parent)
    }

    // ---- formulas ------------------------------------------------------------------------------------------

    fn below(&mut self, a: VarId, b: VarId) -> ExprId {
        let func = self.order_func();
        let ty = self.program.vars[a].ty;
        let args = [self.program.var_expr(a), self.program.var_expr(b)].into();
        self.program.exprs.intern(Expr { kind: ExprKind::Call { func, types: [ty].into(), args }, ty: TypeTable::BOOL })
    }

    fn same(&mut self, a: VarId, b: VarId) -> ExprId {
        let (a, b) = (self.program.var_expr(a), self.program.var_expr(b));
        self.program.exprs.eq(a, b)
    }

    fn order_axiom(&mut self, type_params: Vec<TypeParamId>, vars: Vec<VarId>, body: ExprId, span: Span) {
        let expr = if vars.is_empty() {
            body
        } else {
            let quantifier = Quantifier {
                kind: QuantifierKind::Forall,
                type_params: type_params.into(),
                vars: vars.into(),
                triggers: Box::default(),
                weight: None,
                name: None,
                place: Default::default(),
                body,
            };
            let kind = ExprKind::Quantifier(Box::new(quantifier));
            self.program.exprs.intern(Expr { kind, ty: TypeTable::BOOL })
        };
        self.program.axioms.push(Axiom { expr, attrs: self.no_attrs.clone(), span });
    }

    /// Reflexive, antisymmetric, transitive.
    fn order_laws(&mut self) {
        for law in 0..3 {
            let param = self.program.type_params.push("a".into());
            let ty = self.infer.table.intern(Type::Param(param));
            let vars: Vec<VarId> = ["x", "y", "z"][..=law].iter().map(|n| self.order_var(n, ty)).collect();
            let body = match vars[..] {
                [x] => self.below(x, x),
                [x, y] => {
                    let both = [self.below(x, y), self.below(y, x)];
                    let both = self.program.exprs.and(&both);
                    let same = self.same(x, y);
                    self.program.exprs.implies(both, same)
                }
                _ => {
                    let (x, y, z) = (vars[0], vars[1], vars[2]);
                    let both = [self.below(x, y), self.below(y, z)];
                    let both = self.program.exprs.and(&both);
                    let third = self.below(x, z);
                    self.program.exprs.implies(both, third)
                }
            };
            self.order_axiom(vec![param], vars, body, Span::NONE);
        }
    }

    fn edges(&mut self, d: &'a ConstDecl, constant: VarId, parents: &[VarId], children: &Children) {
        let ty = self.program.vars[constant].ty;
        for &parent in parents {
            let edge = self.below(constant, parent);
            self.order_axiom(Vec::new(), Vec::new(), edge, d.span);
        }
        let complete = d.parents.as_ref().is_some_and(|p| p.complete);
        // nothing else is directly above; `complete` without parents says nothing about them
        if !(parents.is_empty() && complete) {
            let w = self.order_var("w", ty);
            let mut above = vec![self.same(w, constant)];
            above.extend(parents.iter().map(|&p| self.below(p, w)));
            let above = self.program.exprs.or(&above);
            let premise = self.below(constant, w);
            let body = self.program.exprs.implies(premise, above);
            self.order_axiom(Vec::new(), vec![w], body, d.span);
        }
        let below = children.get(&constant).map_or(&[][..], |c| c);
        if complete {
            let w = self.order_var("w", ty);
            let mut under = vec![self.same(w, constant)];
            under.extend(below.iter().map(|&(child, _)| self.below(w, child)));
            let under = self.program.exprs.or(&under);
            let premise = self.below(w, constant);
            let body = self.program.exprs.implies(premise, under);
            self.order_axiom(Vec::new(), vec![w], body, d.span);
        }
        // siblings under unique edges, each pair once: with those that come before this constant
        for &parent in parents {
            let siblings = children.get(&parent).map_or(&[][..], |c| c);
            let unique: Vec<VarId> = siblings.iter().filter(|(_, unique)| *unique).map(|&(c, _)| c).collect();
            let Some(own) = unique.iter().position(|&c| c == constant) else { continue };
            for &sibling in &unique[..own] {
                let w = self.order_var("w", ty);
                let both = [self.below(w, constant), self.below(w, sibling)];
                let both = self.program.exprs.and(&both);
                let body = self.program.exprs.op(Op::Not, [both], TypeTable::BOOL);
                self.order_axiom(Vec::new(), vec![w], body, d.span);
            }
        }
    }
}
