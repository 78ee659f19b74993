//! `{:pool "L"}` and `{:add_to_pool "L", t}`: which terms a quantifier is instantiated with, as triggers.
//!
//! ```text
//! (forall {:pool "L"} x: int :: e)             →  (forall x: int :: e) && (forall x: int :: {L(x)} e)
//! (forall x: int :: {:add_to_pool "L", t} e)   →  (forall x: int :: L(t) ==> e)
//! (exists x: int :: {:add_to_pool "L", t} e)   →  (exists x: int :: L(t) && e)
//! assert {:add_to_pool "L", t} e;              →  assume L(t); assert e;
//! ```
//!
//! `L` is a function of its own for each type, and always true: nothing changes but what triggers match.

use ivl::ast::{self, AttributeArg};
use ivl::source::Span;

use super::Resolver;
use super::attributes::string_attribute;
use crate::base::ids::{ExprId, FuncId, TypeId};
use crate::ir::{
    Attr, AttributeValue, Attributes, Cmd, CmdKind, Definition, Expr, ExprKind, Function, FunctionKind, Quantifier,
    QuantifierKind, Trigger, TypeTable, Var, VarKind,
};

impl<'a> Resolver<'a> {
    /// Adds the terms in the attributes of a quantifier to their pools whenever its body is looked at.
    pub(super) fn pooled_body(&mut self, q: &'a ast::Quantifier, kind: QuantifierKind, body: ExprId) -> ExprId {
        let mut added = Vec::new();
        for attr in q.attrs.iter().filter(|a| &*a.name.name == Attr::AddToPool.name()) {
            let Some((AttributeArg::Str(pool), terms)) = attr.args.split_first() else { continue };
            for term in terms {
                let AttributeArg::Expr(term) = term else { continue };
                let term = self.expr(term);
                if term.is_error() || self.infer.dirty {
                    continue;
                }
                if let Some(ty) = self.infer.known(term.ty) {
                    added.extend(self.in_pool(pool, ty, term.expr));
                }
            }
        }
        if added.is_empty() || self.infer.dirty {
            return body;
        }
        let added = self.program.exprs.and(&added);
        match kind {
            QuantifierKind::Forall => self.program.exprs.implies(added, body),
            QuantifierKind::Exists => self.program.exprs.and(&[added, body]),
        }
    }

    /// A quantifier whose variables all have pools is instantiated with what is in them, too.
    pub(super) fn pooled(&mut self, q: &'a ast::Quantifier, quantifier: Quantifier) -> ExprId {
        let mut terms = Vec::new();
        for (declared, &var) in q.vars.iter().zip(&quantifier.vars) {
            let ty = self.program.vars[var].ty;
            let value = self.program.var_expr(var);
            terms.extend(string_attribute(&declared.attrs, Attr::Pool).and_then(|pool| self.in_pool(pool, ty, value)));
        }
        let pools = (!terms.is_empty() && terms.len() == q.vars.len() && terms.len() == quantifier.vars.len())
            .then(|| Trigger { positive: true, exprs: terms.into() });
        let mut made = |quantifier: Quantifier| {
            let kind = ExprKind::Quantifier(Box::new(quantifier));
            self.program.exprs.intern(Expr { kind, ty: TypeTable::BOOL })
        };
        match pools {
            None => made(quantifier),
            // The user's triggers stay, and so does the solver's choice where there are none.
            Some(pools) if quantifier.triggers.iter().any(|t| t.positive) => {
                let triggers = quantifier.triggers.iter().cloned().chain([pools]).collect();
                made(Quantifier { triggers, ..quantifier })
            }
            Some(pools) => {
                let triggers = quantifier.triggers.iter().cloned().chain([pools]).collect();
                let both = [made(quantifier.clone()), made(Quantifier { triggers, ..quantifier.clone() })];
                match quantifier.kind {
                    QuantifierKind::Forall => self.program.exprs.and(&both),
                    QuantifierKind::Exists => self.program.exprs.or(&both),
                }
            }
        }
    }

    /// What goes in front of a command that adds terms to pools.
    pub(super) fn add_to_pools(&mut self, attrs: &Attributes, span: Span, out: &mut Vec<Cmd>) {
        for attr in attrs.iter().filter(|a| a.is(Attr::AddToPool)) {
            let Some((AttributeValue::Str(pool), terms)) = attr.args.split_first() else { continue };
            for term in terms {
                let AttributeValue::Expr(term) = *term else { continue };
                let ty = self.program.exprs.ty(term);
                if let Some(added) = self.in_pool(pool, ty, term) {
                    out.push(Cmd { kind: CmdKind::Assume(added), attrs: self.no_attrs.clone(), span });
                }
            }
        }
    }

    /// `L(term)`; `None` where the type depends on type variables.
    fn in_pool(&mut self, pool: &str, ty: TypeId, term: ExprId) -> Option<ExprId> {
        if !self.infer.params_in_order(&[ty]).is_empty() {
            return None;
        }
        let func = self.pool(pool, ty);
        let kind = ExprKind::Call { func, types: [].into(), args: [term].into() };
        Some(self.program.exprs.intern(Expr { kind, ty: TypeTable::BOOL }))
    }

    fn pool(&mut self, name: &str, ty: TypeId) -> FuncId {
        if let Some(&func) = self.pools.get(&(name.to_string(), ty)) {
            return func;
        }
        let param = self.program.vars.push(Var {
            name: "term".into(),
            ty,
            kind: VarKind::Bound,
            where_clause: None,
            attrs: self.no_attrs.clone(),
            span: Span::NONE,
        });
        let always = self.program.exprs.bool(true);
        let func = self.program.funcs.push(Function {
            name: format!("pool.{name}").into(),
            type_params: Vec::new(),
            params: vec![param],
            result: TypeTable::BOOL,
            kind: FunctionKind::Defined { body: always, style: Definition::Axiom },
            attrs: self.no_attrs.clone(),
            span: Span::NONE,
        });
        self.pools.insert((name.to_string(), ty), func);
        func
    }
}
