//! Quantifiers and lambdas.

use z3_sys::*;

use super::session::Session;
use super::term::Term;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinderKind {
    Forall,
    Exists,
}

/// A quantifier over constants that stand for its bound variables.
pub struct Binder<'a> {
    pub kind: BinderKind,
    pub vars: &'a [Term],
    /// Each trigger is a set of terms that must all match.
    pub triggers: &'a [Vec<Term>],
    pub no_triggers: &'a [Term],
    pub weight: u32,
    pub name: &'a str,
    pub body: Term,
}

impl Session {
    pub fn quantifier(&self, q: &Binder) -> Term {
        // SAFETY: all handles belong to this context; the bound constants are applications.
        unsafe {
            let bound: Vec<Z3_app> = q.vars.iter().filter_map(|v| Z3_to_app(self.ctx, v.0)).collect();
            let patterns: Vec<Z3_pattern> = q
                .triggers
                .iter()
                .filter_map(|terms| {
                    let terms: Vec<Z3_ast> = terms.iter().map(|t| t.0).collect();
                    Z3_mk_pattern(self.ctx, terms.len() as u32, terms.as_ptr())
                })
                .collect();
            let negative: Vec<Z3_ast> = q.no_triggers.iter().map(|t| t.0).collect();
            let skolem = self.symbol(&format!("{}!sk", q.name));
            self.built(Z3_mk_quantifier_const_ex(
                self.ctx,
                q.kind == BinderKind::Forall,
                q.weight,
                self.symbol(q.name),
                skolem,
                bound.len() as u32,
                bound.as_ptr(),
                patterns.len() as u32,
                patterns.as_ptr(),
                negative.len() as u32,
                negative.as_ptr(),
                q.body.0,
            ))
        }
    }

    /// The map `(lambda vars :: body)`.
    pub fn lambda(&self, vars: &[Term], body: Term) -> Term {
        // SAFETY: all handles belong to this context; the bound constants are applications.
        unsafe {
            let bound: Vec<Z3_app> = vars.iter().filter_map(|v| Z3_to_app(self.ctx, v.0)).collect();
            self.built(Z3_mk_lambda_const(self.ctx, bound.len() as u32, bound.as_ptr(), body.0))
        }
    }
}
