//! When something holds.

use super::value::Value;
use crate::smt::{Session, Term};

/// When something holds: on every execution, or on those with a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guard {
    Always,
    If(Term),
    Never,
}

impl Guard {
    /// A term that says the same.
    pub fn term(self, session: &Session) -> Term {
        match self {
            Guard::Always => session.bool(true),
            Guard::If(literal) => literal,
            Guard::Never => session.bool(false),
        }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Guard::Always => Value::Bool(true),
            Guard::If(literal) => Value::Term(literal),
            Guard::Never => Value::Bool(false),
        }
    }
}
