//! What conditions are made of.

use crate::smt::Term;

/// `guard ⇒ ⋁ heads`: a session asserts it, and an engine of Horn clauses takes it for one of its own.
#[derive(Clone, Debug)]
pub struct Clause {
    /// `None`: on every execution.
    pub guard: Option<Term>,
    pub heads: Vec<Term>,
}

impl Clause {
    /// What holds whatever is executed.
    pub fn fact(formula: Term) -> Clause {
        Clause { guard: None, heads: vec![formula] }
    }
}
