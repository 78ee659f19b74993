//! What terms equal, which the solver is told only where a model says otherwise: *unsat* is right without it.
//!
//! ```text
//! assert … xor(x, y) < 256 …        xor(x, y) = bv2nat(int2bv(x) ^ int2bv(y)) is deferred
//! a model has xor(5, 3) = 0         a lemma that says otherwise, or all of it, is asserted, and the query asked again
//! ```

use rustc_hash::FxHashSet;

use super::handle::Term;
use super::model::Model;

/// A formula of a session that is weaker than an equation and false in a model; `None`: there is none.
type Lemma<S> = Box<dyn Fn(&S, &Model) -> Option<Term>>;

/// After that many models of one query, equations are told without lemmas: a chain of them may take one for each link.
pub(super) const LEMMAS: u32 = 16;

/// Of a session.
pub(super) struct Deferred<S> {
    terms: FxHashSet<Term>,
    waiting: Vec<Equation<S>>,
    /// Those that were taken within scopes, whose end forgets them.
    within_scopes: Vec<Equation<S>>,
}

/// What is to be told.
pub(super) enum Wanted {
    Lemma(Term),
    Equation(Term, Term),
}

struct Equation<S> {
    term: Term,
    equal: Term,
    lemma: Lemma<S>,
}

impl<S> Default for Deferred<S> {
    fn default() -> Deferred<S> {
        Deferred { terms: FxHashSet::default(), waiting: Vec::new(), within_scopes: Vec::new() }
    }
}

impl<S> Deferred<S> {
    /// A term equals another one; false: that was said before.
    pub fn add(&mut self, term: Term, equal: Term, lemma: Lemma<S>) -> bool {
        let is_new = self.terms.insert(term);
        if is_new {
            self.waiting.push(Equation { term, equal, lemma });
        }
        is_new
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// What a model contradicts: equations, or lemmas instead where they are wanted and there are some. Equations that are told within a
    /// scope are forgotten at its end.
    pub fn contradicted(&mut self, session: &S, model: &Model, within_scope: bool, lemmas: bool) -> Vec<Wanted> {
        let mut told = Vec::new();
        let taken = self.waiting.extract_if(.., |equation| {
            let value = model.eval(equation.term);
            if value.is_some() && model.eval(equation.equal) == value {
                return false;
            }
            let lemma = lemmas.then(|| (equation.lemma)(session, model)).flatten();
            let is_taken = lemma.is_none();
            let whole = is_taken.then_some(Wanted::Equation(equation.term, equation.equal));
            told.extend(lemma.map(Wanted::Lemma).or(whole));
            is_taken
        });
        let taken: Vec<Equation<S>> = taken.collect();
        if within_scope {
            self.within_scopes.extend(taken);
        }
        told
    }

    /// All equations that wait.
    pub fn rest(&mut self) -> impl Iterator<Item = (Term, Term)> {
        self.waiting.drain(..).map(|equation| (equation.term, equation.equal))
    }

    /// A scope has ended.
    pub fn end_scope(&mut self) {
        self.waiting.append(&mut self.within_scopes);
    }
}

#[cfg(test)]
mod tests {
    use crate::base::budget::Budget;
    use crate::smt::{FuncKind, Outcome, Session, Settings, Term};

    /// A session where `f(x) = x + 1` is deferred; the outcome of `f(x) = value` and `x = 3` in it, within a scope.
    fn asked(settings: &Settings, values: &[i32]) -> Vec<Outcome> {
        let budget = Budget::unlimited();
        let session = Session::new(settings, &budget);
        let number = |n: i32| session.int(&n.into());
        let int = session.int_sort();
        let x = session.constant("x", int);
        let applied: Term = session.apply(session.function("f", &[int], int, FuncKind::Free), &[x]);
        assert!(session.defer(applied, session.add(&[x, number(1)]), |_, _| None));
        assert!(!session.defer(applied, number(0), |_, _| None));
        session.assert(session.eq(x, number(3)));
        let outcomes = values.iter().map(|&value| {
            session.push();
            session.assert(session.eq(applied, number(value)));
            let outcome = session.check(&[], &budget);
            session.pop();
            outcome
        });
        outcomes.collect()
    }

    #[test]
    fn what_models_contradict_is_told_in_each_scope() {
        use Outcome::{Sat, Unsat};
        assert_eq!(asked(&Settings::default(), &[5, 4, 5]), [Unsat, Sat, Unsat]);
        assert_eq!(asked(&Settings { never_deferred: true, ..Settings::default() }, &[5, 4]), [Sat, Sat]);
    }

    #[test]
    fn scripts_have_all_of_it() {
        let session = Session::new(&Settings::default(), &Budget::unlimited());
        let [x, y] = ["x", "y"].map(|name| session.constant(name, session.int_sort()));
        session.defer(x, y, |_, _| None);
        assert!(session.to_smtlib().contains("(= x y)"));
    }
}
