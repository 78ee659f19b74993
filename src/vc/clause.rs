//! What conditions are made of.

use crate::smt::{Session, Term};

/// `unless ∨ ⋁ heads`: a session asserts it, and an engine of Horn clauses takes it for one of its own.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The negated guard; `None`: on every execution.
    pub unless: Option<Term>,
    pub heads: Vec<Term>,
}

impl Clause {
    /// What holds whatever is executed.
    pub fn fact(formula: Term) -> Clause {
        Clause { unless: None, heads: vec![formula] }
    }

    /// The session that its terms are of takes it for granted.
    pub fn assert(self, session: &Session) {
        let Clause { unless, heads } = self;
        let parts: Vec<Term> = unless.into_iter().chain(heads).collect();
        session.assert(session.or(&parts));
    }
}

/// Who gets clauses as they are made.
#[derive(Debug)]
pub(super) enum Taker {
    /// The session, at once: in which order terms and assertions are made is part of what the solver goes by.
    Session,
    Caller(Vec<Clause>),
}

impl Taker {
    pub fn take(&mut self, session: &Session, clause: Clause) {
        match self {
            Taker::Session => clause.assert(session),
            Taker::Caller(clauses) => clauses.push(clause),
        }
    }
}
