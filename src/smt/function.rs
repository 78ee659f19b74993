//! Uninterpreted constants and functions, and recursive definitions.

use z3_sys::*;

use super::handle::{Func, Sort, Term};
use super::session::Session;
use super::term::FuncKind;

impl Session {
    /// The constant of that name and sort: equal arguments give the same constant.
    pub fn constant(&self, name: &str, sort: Sort) -> Term {
        // SAFETY: the sort belongs to this context.
        self.built(unsafe { Z3_mk_const(self.ctx, self.symbol(name), sort.of(self.ctx)) })
    }

    /// A constant that differs from all others; `prefix` makes it readable in dumps.
    pub fn fresh_constant(&self, prefix: &str, sort: Sort) -> Term {
        let number = self.fresh.get();
        self.fresh.set(number + 1);
        self.constant(&format!("{prefix}!{number}"), sort)
    }

    pub fn function(&self, name: &str, domain: &[Sort], range: Sort, kind: FuncKind) -> Func {
        let domain: Vec<Z3_sort> = domain.iter().map(|s| s.of(self.ctx)).collect();
        let (symbol, n) = (self.symbol(name), domain.len() as u32);
        // SAFETY: the sorts belong to this context.
        let decl = unsafe {
            match kind {
                FuncKind::Free => Z3_mk_func_decl(self.ctx, symbol, n, domain.as_ptr(), range.of(self.ctx)),
                FuncKind::Recursive => Z3_mk_rec_func_decl(self.ctx, symbol, n, domain.as_ptr(), range.of(self.ctx)),
            }
        };
        Func::new(self.ctx, decl.expect("internal: Z3 refused a function declaration"))
    }

    /// Gives a [`FuncKind::Recursive`] function its body over these constants.
    pub fn define(&self, func: Func, params: &[Term], body: Term) {
        let mut params: Vec<Z3_ast> = params.iter().map(|t| t.of(self.ctx)).collect();
        // SAFETY: function and terms belong to this context.
        unsafe {
            Z3_add_rec_def(self.ctx, func.of(self.ctx), params.len() as u32, params.as_mut_ptr(), body.of(self.ctx))
        };
        self.note_error();
    }

    pub fn apply(&self, func: Func, args: &[Term]) -> Term {
        let args: Vec<Z3_ast> = args.iter().map(|t| t.of(self.ctx)).collect();
        // SAFETY: function and terms belong to this context.
        self.built(unsafe { Z3_mk_app(self.ctx, func.of(self.ctx), args.len() as u32, args.as_ptr()) })
    }
}
