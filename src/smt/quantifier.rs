//! Quantifiers and lambdas.

use z3_sys::*;

use super::handle::Term;
use super::session::Session;

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

/// Ranges of at most that many integers are written out.
const WRITTEN_OUT: i64 = 128;

impl Session {
    pub fn quantifier(&self, q: &Binder) -> Term {
        if let Some(instances) = self.written_out(q) {
            return instances;
        }
        // SAFETY: all handles belong to this context; the bound constants are applications.
        unsafe {
            let bound: Vec<Z3_app> = q.vars.iter().filter_map(|v| Z3_to_app(self.ctx, v.of(self.ctx))).collect();
            let patterns: Vec<Z3_pattern> = q
                .triggers
                .iter()
                .filter(|terms| terms.iter().all(|&t| self.can_trigger(t, q.vars)))
                .filter_map(|terms| {
                    let terms: Vec<Z3_ast> = terms.iter().map(|t| t.of(self.ctx)).collect();
                    Z3_mk_pattern(self.ctx, terms.len() as u32, terms.as_ptr())
                })
                .collect();
            let negative: Vec<Z3_ast> = q.no_triggers.iter().map(|t| t.of(self.ctx)).collect();
            let skolem = self.symbol(&format!("{}!sk", q.name));
            let make = |patterns: &[Z3_pattern], negative: &[Z3_ast]| {
                Z3_mk_quantifier_const_ex(
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
                    q.body.of(self.ctx),
                )
            };
            // Z3 refuses triggers without variables and with connectives in them; it finds others by itself.
            self.built(make(&patterns, &negative).or_else(|| make(&[], &negative)))
        }
    }

    /// The map `(lambda vars :: body)`.
    pub fn lambda(&self, vars: &[Term], body: Term) -> Term {
        // SAFETY: all handles belong to this context; the bound constants are applications.
        unsafe {
            let bound: Vec<Z3_app> = vars.iter().filter_map(|v| Z3_to_app(self.ctx, v.of(self.ctx))).collect();
            self.built(Z3_mk_lambda_const(self.ctx, bound.len() as u32, bound.as_ptr(), body.of(self.ctx)))
        }
    }

    /// `forall x: int :: lo <= x && x < hi ==> φ(x)` is `φ(lo) && … && φ(hi - 1)` where `hi - lo` is a small number,
    /// as it is for the cells of an object of known size; `exists x: int :: lo <= x && x < hi && φ(x)`, their disjunction.
    /// The guard stays in each instance, so the bounds found only need to be implied by it.
    fn written_out(&self, q: &Binder) -> Option<Term> {
        let &[var] = q.vars else { return None };
        if !self.has_int_sort(var) {
            return None;
        }
        let guard = match (q.kind, self.application(q.body)?) {
            (BinderKind::Forall, (DeclKind::Implies, parts)) => *parts.first()?,
            (BinderKind::Exists, _) => q.body,
            _ => return None,
        };
        let (mut low, mut high) = (None, None);
        for guard in self.conjuncts(guard) {
            let Some((op, sides)) = self.application(guard) else { continue };
            let one = self.int(&1.into());
            match (op, &sides[..]) {
                // low <= x, low < x, x >= low, x > low; high exclusive.
                (DeclKind::Le, &[a, b]) if b == var => low = low.or(Some(a)),
                (DeclKind::Ge, &[b, a]) if b == var => low = low.or(Some(a)),
                (DeclKind::Lt, &[a, b]) if b == var => low = low.or(Some(self.add(&[a, one]))),
                (DeclKind::Gt, &[b, a]) if b == var => low = low.or(Some(self.add(&[a, one]))),
                (DeclKind::Lt, &[b, a]) if b == var => high = high.or(Some(a)),
                (DeclKind::Gt, &[a, b]) if b == var => high = high.or(Some(a)),
                (DeclKind::Le, &[b, a]) if b == var => high = high.or(Some(self.add(&[a, one]))),
                (DeclKind::Ge, &[a, b]) if b == var => high = high.or(Some(self.add(&[a, one]))),
                _ => {}
            }
        }
        let (low, high) = (low?, high?);
        let count = self.small_number(self.sub(&[high, low]))?.max(0);
        if count > WRITTEN_OUT || self.mentions(low, var) || self.mentions(high, var) {
            return None;
        }
        let instance = |k: i64| self.substituted(q.body, var, self.add(&[low, self.int(&k.into())]));
        let instances: Vec<Term> = (0..count).map(instance).collect();
        Some(if q.kind == BinderKind::Forall { self.and(&instances) } else { self.or(&instances) })
    }

    /// Whether Z3 takes the term as a part of a trigger. After functions are expanded it may be a variable alone, or
    /// contain none, or logic.
    fn can_trigger(&self, term: Term, vars: &[Term]) -> bool {
        let mut pending = vec![term];
        let mut has_var = false;
        while let Some(part) = pending.pop() {
            let is_var = vars.contains(&part);
            if is_var && part == term {
                return false;
            }
            has_var |= is_var;
            match self.application(part) {
                Some((kind, args)) => {
                    let is_logic = matches!(
                        kind,
                        DeclKind::And
                            | DeclKind::Or
                            | DeclKind::Not
                            | DeclKind::Implies
                            | DeclKind::Iff
                            | DeclKind::Eq
                            | DeclKind::Distinct
                            | DeclKind::Ite
                    );
                    if is_logic {
                        return false;
                    }
                    pending.extend(args);
                }
                // Numbers are no applications.
                None if self.is_number(part) => {}
                None => return false,
            }
        }
        has_var
    }

    fn is_number(&self, term: Term) -> bool {
        // SAFETY: the term belongs to this context.
        unsafe { Z3_get_ast_kind(self.ctx, term.of(self.ctx)) == AstKind::Numeral }
    }

    fn has_int_sort(&self, term: Term) -> bool {
        // SAFETY: the term belongs to this context.
        unsafe {
            Z3_get_sort(self.ctx, term.of(self.ctx))
                .is_some_and(|sort| Z3_get_sort_kind(self.ctx, sort) == SortKind::Int)
        }
    }

    fn conjuncts(&self, term: Term) -> Vec<Term> {
        match self.application(term) {
            Some((DeclKind::And, args)) => args.into_iter().flat_map(|a| self.conjuncts(a)).collect(),
            _ => vec![term],
        }
    }

    /// The value of a term that simplifies to a number.
    fn small_number(&self, term: Term) -> Option<i64> {
        let mut value = 0;
        // SAFETY: the term belongs to this context; the kind is checked before the value is read.
        unsafe {
            let simple = Z3_simplify(self.ctx, term.of(self.ctx))?;
            (Z3_get_ast_kind(self.ctx, simple) == AstKind::Numeral
                && Z3_get_numeral_int64(self.ctx, simple, &mut value))
            .then_some(value)
        }
    }

    fn mentions(&self, term: Term, var: Term) -> bool {
        self.substituted(term, var, self.int(&0.into())) != term
    }

    fn substituted(&self, term: Term, var: Term, by: Term) -> Term {
        // SAFETY: the terms belong to this context.
        self.built(unsafe { Z3_substitute(self.ctx, term.of(self.ctx), 1, &var.of(self.ctx), &by.of(self.ctx)) })
    }
}
