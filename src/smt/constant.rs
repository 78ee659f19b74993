//! Terms that are constants.

use z3_sys::*;

use super::handle::{Sort, Term};
use super::session::Session;

/// The value of a term that is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    Bool(bool),
    Int(i64),
    /// Value and width, at most 64 bits.
    Bv(u64, u32),
    /// A number of another sort, or a larger one.
    Other,
}

impl Session {
    /// `None`: the term is no constant, or one of a sort without numbers.
    pub fn constant_of(&self, term: Term) -> Option<Constant> {
        // SAFETY: the term belongs to this context; the kinds are checked before the calls that depend on them.
        unsafe {
            match Z3_get_ast_kind(self.ctx, term.of(self.ctx)) {
                AstKind::Numeral => {}
                AstKind::App => {
                    return match Z3_get_bool_value(self.ctx, term.of(self.ctx)) {
                        Z3_L_TRUE => Some(Constant::Bool(true)),
                        Z3_L_FALSE => Some(Constant::Bool(false)),
                        _ => Z3_is_numeral_ast(self.ctx, term.of(self.ctx)).then_some(Constant::Other),
                    };
                }
                _ => return None,
            }
            let sort = Z3_get_sort(self.ctx, term.of(self.ctx))?;
            let (mut int, mut bits) = (0, 0);
            Some(match Z3_get_sort_kind(self.ctx, sort) {
                SortKind::Int if Z3_get_numeral_int64(self.ctx, term.of(self.ctx), &mut int) => Constant::Int(int),
                SortKind::Bv if Z3_get_numeral_uint64(self.ctx, term.of(self.ctx), &mut bits) => {
                    match Z3_get_bv_sort_size(self.ctx, sort) {
                        width if width <= 64 => Constant::Bv(bits, width),
                        _ => Constant::Other,
                    }
                }
                _ => Constant::Other,
            })
        }
    }

    pub fn sort_of(&self, term: Term) -> Sort {
        // SAFETY: the term belongs to this context.
        self.built_sort(unsafe { Z3_get_sort(self.ctx, term.of(self.ctx)) })
    }

    /// An equal term; a constant where constants alone decide.
    pub fn simplify(&self, term: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_simplify(self.ctx, term.of(self.ctx)) })
    }
}
