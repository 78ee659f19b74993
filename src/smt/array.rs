//! Arrays: maps of one or more arguments.

use z3_sys::*;

use super::handle::{Func, Sort, Term};
use super::session::Session;

impl Session {
    pub fn array_sort(&self, domain: &[Sort], range: Sort) -> Sort {
        let domain: Vec<Z3_sort> = domain.iter().map(|s| s.of(self.ctx)).collect();
        // SAFETY: the sorts belong to this context.
        self.built_sort(unsafe {
            Z3_mk_array_sort_n(self.ctx, domain.len() as u32, domain.as_ptr(), range.of(self.ctx))
        })
    }

    pub fn select(&self, array: Term, index: &[Term]) -> Term {
        let index: Vec<Z3_ast> = index.iter().map(|t| t.of(self.ctx)).collect();
        // SAFETY: the terms belong to this context.
        self.built(unsafe { Z3_mk_select_n(self.ctx, array.of(self.ctx), index.len() as u32, index.as_ptr()) })
    }

    pub fn store(&self, array: Term, index: &[Term], value: Term) -> Term {
        let index: Vec<Z3_ast> = index.iter().map(|t| t.of(self.ctx)).collect();
        // SAFETY: the terms belong to this context.
        self.built(unsafe {
            Z3_mk_store_n(self.ctx, array.of(self.ctx), index.len() as u32, index.as_ptr(), value.of(self.ctx))
        })
    }

    /// The map from one argument sort that is `value` everywhere.
    pub fn const_array(&self, domain: Sort, value: Term) -> Term {
        // SAFETY: sort and term belong to this context.
        self.built(unsafe { Z3_mk_const_array(self.ctx, domain.of(self.ctx), value.of(self.ctx)) })
    }

    /// `m[i] = f(a[i], b[i], …)`: the combinators of generalised arrays.
    pub fn map_array(&self, f: Func, arrays: &[Term]) -> Term {
        let arrays: Vec<Z3_ast> = arrays.iter().map(|t| t.of(self.ctx)).collect();
        // SAFETY: function and terms belong to this context.
        self.built(unsafe { Z3_mk_map(self.ctx, f.of(self.ctx), arrays.len() as u32, arrays.as_ptr()) })
    }

    /// The function symbol at the head of an application, for [`Session::map_array`].
    pub fn head(&self, term: Term) -> Option<Func> {
        // SAFETY: the term is checked to be an application.
        unsafe {
            if Z3_get_ast_kind(self.ctx, term.of(self.ctx)) != AstKind::App {
                return None;
            }
            Z3_get_app_decl(self.ctx, Z3_to_app(self.ctx, term.of(self.ctx))?).map(|decl| Func::new(self.ctx, decl))
        }
    }
}
