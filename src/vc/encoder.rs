//! From a program's words to clauses about terms of one solver session.

use super::clause::Clause;
use super::translate::{Symbols, Translation};
use super::vocabulary::Vocabulary;
use crate::base::ids::{ExprId, FuncId, TypeId, VarId};
use crate::smt::{Func, Session, Sort, Term};

/// Translates what is said of a program, in a session of its own. The program does not change.
///
/// What is translated are terms and [`Clause`]s. The latter are kept in the order in which they are made, until somebody
/// takes them, or has the session assert them.
pub struct Encoder<'p> {
    pub vocabulary: Vocabulary<'p>,
    pub session: Session,
    pub(super) symbols: Symbols,
    clauses: Vec<Clause>,
}

impl<'p> Encoder<'p> {
    pub fn new(vocabulary: Vocabulary<'p>, session: Session) -> Encoder<'p> {
        let symbols = Symbols::new(&vocabulary);
        Encoder { vocabulary, session, symbols, clauses: Vec::new() }
    }

    /// Forgets what was translated and asserted; from now on it is about these words.
    pub fn begin_anew(&mut self, vocabulary: Vocabulary<'p>) {
        self.session.begin_anew();
        self.symbols = Symbols::new(&vocabulary);
        self.vocabulary = vocabulary;
        self.clauses.clear();
    }

    fn translation(&mut self) -> Translation<'_> {
        let Encoder { vocabulary, session, symbols, clauses } = self;
        Translation { vocabulary, session, symbols, clauses }
    }

    pub fn sort(&mut self, ty: TypeId) -> Sort {
        self.translation().sort(ty)
    }

    /// A term that may be any value of a variable.
    pub fn fresh(&mut self, var: VarId) -> Term {
        let sort = self.sort(self.vocabulary.var(var).ty);
        self.session.fresh_constant(&self.vocabulary.var(var).name, sort)
    }

    /// The term of an expression without incarnations. Bound variables are constants until they are bound.
    pub fn closed(&mut self, e: ExprId) -> Term {
        self.translation().closed(e)
    }

    /// The term of an expression from the terms of its children (in the order of `for_each_child`).
    pub fn build(&mut self, e: ExprId, args: &[Term]) -> Term {
        self.translation().build(e, args)
    }

    /// Lets a variable stand for a term. Each variable at most once.
    pub fn stand_in(&mut self, var: VarId, term: Term) {
        self.symbols.vars.insert(var, term);
    }

    /// The first thing so far that no theory of the solver interprets.
    pub fn unsupported(&self) -> Option<&str> {
        self.symbols.unsupported.as_deref()
    }

    /// The solver's symbol for an uninterpreted function that the query uses.
    pub(super) fn known_func(&self, func: FuncId) -> Option<Func> {
        self.symbols.funcs.get(&func).copied()
    }

    /// The term of a constant that the query uses.
    pub(super) fn known_const(&self, var: VarId) -> Option<Term> {
        self.symbols.vars.get(&var).copied()
    }

    pub fn add(&mut self, clause: Clause) {
        self.clauses.push(clause);
    }

    /// The clauses so far, and what is to be known of all that they mention.
    pub fn clauses(&mut self) -> Vec<Clause> {
        self.translation().state_axioms();
        std::mem::take(&mut self.clauses)
    }

    /// The session asserts the clauses so far, and what is to be known of all that they mention.
    pub fn assert_clauses(&mut self) {
        for Clause { guard, heads } in self.clauses() {
            let session = &self.session;
            let mut parts = Vec::with_capacity(heads.len() + 1);
            parts.extend(guard.map(|guard| session.not(guard)));
            parts.extend(heads);
            session.assert(session.or(&parts));
        }
    }

    /// All axioms are to be known, used or not.
    pub fn state_all_axioms(&mut self) {
        self.symbols.pending = self.vocabulary.program.axioms.ids().collect();
    }
}
