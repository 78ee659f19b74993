//! What terms equal, which the solver is told only where a model says otherwise: *unsat* is right without it.
//!
//! ```text
//! assert … xor(x, y) < 256 …        xor(x, y) = bv2nat(int2bv(x) ^ int2bv(y)) is deferred
//! a model has xor(5, 3) = 0         it is asserted, and the query asked again
//! ```

use rustc_hash::FxHashSet;

use super::handle::Term;

/// Of a session.
#[derive(Default)]
pub(super) struct Deferred {
    terms: FxHashSet<Term>,
    /// A term, and what it equals.
    waiting: Vec<(Term, Term)>,
    /// Those that were taken within scopes, whose end forgets them.
    within_scopes: Vec<(Term, Term)>,
}

impl Deferred {
    /// A term equals another one; false: that was said before.
    pub fn add(&mut self, term: Term, equal: Term) -> bool {
        let is_new = self.terms.insert(term);
        if is_new {
            self.waiting.push((term, equal));
        }
        is_new
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The equations that are wanted; within a scope, until its end.
    pub fn take(&mut self, within_scope: bool, mut is_wanted: impl FnMut(Term, Term) -> bool) -> Vec<(Term, Term)> {
        let taken: Vec<(Term, Term)> =
            self.waiting.extract_if(.., |&mut (term, equal)| is_wanted(term, equal)).collect();
        if within_scope {
            self.within_scopes.extend(&taken);
        }
        taken
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
        assert!(session.defer(applied, session.add(&[x, number(1)])));
        assert!(!session.defer(applied, number(0)));
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
        session.defer(x, y);
        assert!(session.to_smtlib().contains("(= x y)"));
    }
}
