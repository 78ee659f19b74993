//! From a program's words to clauses about terms of one solver session.

use super::clause::{Clause, Taker};
use super::translate::{Symbols, Translation};
use super::vocabulary::Vocabulary;
use crate::base::ids::{ExprId, FuncId, TypeConId, TypeId, VarId};
use crate::smt::{Binder, BinderKind, Func, Session, Sort, Term};

/// Translates what is said of a program, in a session of its own. The program does not change.
///
/// What comes of it are terms and [`Clause`]s, which the session asserts, unless somebody else wants them
/// ([`Encoder::clauses_of`]).
pub struct Encoder<'p> {
    pub vocabulary: Vocabulary<'p>,
    pub session: Session,
    pub(super) symbols: Symbols,
    taker: Taker,
}

impl<'p> Encoder<'p> {
    pub fn new(vocabulary: Vocabulary<'p>, session: Session) -> Encoder<'p> {
        let symbols = Symbols::new(&vocabulary);
        Encoder { vocabulary, session, symbols, taker: Taker::Session }
    }

    /// Forgets what was translated and asserted; from now on it is about these words.
    pub fn begin_anew(&mut self, vocabulary: Vocabulary<'p>) {
        self.session.begin_anew();
        let limits_types = self.symbols.limits_types;
        self.symbols = Symbols::new(&vocabulary);
        self.symbols.limits_types = limits_types;
        self.vocabulary = vocabulary;
    }

    fn translation(&mut self) -> Translation<'_> {
        let Encoder { vocabulary, session, symbols, taker } = self;
        Translation { vocabulary, session, symbols, taker }
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

    /// The sort of a type that the query uses.
    pub(super) fn known_type(&self, con: TypeConId) -> Option<Sort> {
        self.symbols.cons.get(&con).copied()
    }

    /// The term of a constant that the query uses.
    pub(super) fn known_const(&self, var: VarId) -> Option<Term> {
        self.symbols.vars.get(&var).copied()
    }

    pub fn add(&mut self, clause: Clause) {
        self.taker.take(&self.session, clause);
    }

    /// What is to be known of all that was mentioned so far.
    pub fn add_axioms(&mut self) {
        self.translation().add_axioms();
    }

    /// What `make` makes, and the clauses that come of it, with all that is to be known of what they mention. The
    /// session asserts none of them.
    pub fn clauses_of<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (T, Vec<Clause>) {
        let before = std::mem::replace(&mut self.taker, Taker::Caller(Vec::new()));
        let made = make(self);
        self.add_axioms();
        let clauses = match std::mem::replace(&mut self.taker, before) {
            Taker::Caller(clauses) => clauses,
            Taker::Session => Vec::new(),
        };
        (made, clauses)
    }

    /// Whether axioms may say how many elements a type has, which the solver does not know of who only mentions the type.
    pub fn may_limit_types(&self) -> bool {
        !self.symbols.limits_types && !self.vocabulary.facts.of_type.is_empty()
    }

    /// From now on, the solver knows that a type has at most so many elements.
    pub fn limit_type(&mut self, ty: TypeId, most: u64) {
        let sort = self.sort(ty);
        let elements: Vec<Term> = (0..most).map(|_| self.session.fresh_constant("element", sort)).collect();
        self.state_all(sort, &elements);
    }

    /// A sort has no other elements.
    pub(super) fn state_all(&self, sort: Sort, elements: &[Term]) {
        let session = &self.session;
        let any = session.fresh_constant("any", sort);
        let cases: Vec<Term> = elements.iter().map(|&element| session.eq(any, element)).collect();
        session.assert(session.quantifier(&Binder {
            kind: BinderKind::Forall,
            vars: &[any],
            triggers: &[],
            no_triggers: &[],
            weight: 1,
            name: "all elements",
            body: session.or(&cases),
        }));
    }

    /// From now on it knows. That is little use to most queries, and quantifiers without triggers are hard for it.
    pub fn limit_types(&mut self) {
        self.translation().limit_types();
    }

    /// All axioms, used or not.
    pub fn add_all_axioms(&mut self) {
        self.symbols.pending = self.vocabulary.program.axioms.ids().collect();
        self.add_axioms();
    }
}
