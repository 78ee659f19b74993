//! What terms equal, which the solver is told only where a model says otherwise: *unsat* is right without it.
//!
//! ```text
//! assert … xor(x, y) < 256 …        xor(x, y) = bv2nat(int2bv(x) ^ int2bv(y)) is deferred
//! a model has xor(5, 3) = 0         it is asserted, and the query asked again
//! ```

use rustc_hash::FxHashSet;

use super::handle::Term;
use super::session::Session;

/// Of a session.
#[derive(Default)]
pub(super) struct Deferred {
    terms: FxHashSet<Term>,
    /// A term, and what it equals.
    waiting: Vec<(Term, Term)>,
    /// Those that were asserted within scopes, whose end forgets them.
    within_scopes: Vec<(Term, Term)>,
}

impl Session {
    /// A term equals another one; false: that was said before.
    pub fn defer(&self, term: Term, equal: Term) -> bool {
        let mut deferred = self.deferred.borrow_mut();
        let is_new = deferred.terms.insert(term);
        if is_new {
            deferred.waiting.push((term, equal));
        }
        is_new
    }

    /// Asserts what the model of the last query contradicts; false: nothing.
    pub(super) fn assert_contradicted(&self) -> bool {
        if self.settings.never_deferred || self.deferred.borrow().waiting.is_empty() {
            return false;
        }
        let Some(model) = self.model() else { return false };
        let holds = |&(term, equal): &(Term, Term)| model.eval(term) == model.eval(equal);
        self.assert_deferred(|equation| !holds(equation))
    }

    /// Asserts all that was deferred.
    pub(super) fn assert_all_deferred(&self) {
        self.assert_deferred(|_| true);
    }

    fn assert_deferred(&self, mut is_wanted: impl FnMut(&(Term, Term)) -> bool) -> bool {
        let mut deferred = self.deferred.borrow_mut();
        let (wanted, waiting): (Vec<_>, Vec<_>) = deferred.waiting.drain(..).partition(|equation| is_wanted(equation));
        wanted.iter().for_each(|&(term, equal)| self.assert(self.eq(term, equal)));
        deferred.waiting = waiting;
        let any = !wanted.is_empty();
        if self.scopes() > 0 {
            deferred.within_scopes.extend(wanted);
        }
        any
    }

    /// A scope has ended.
    pub(super) fn defer_again(&self) {
        let mut deferred = self.deferred.borrow_mut();
        let Deferred { waiting, within_scopes, .. } = &mut *deferred;
        waiting.append(within_scopes);
    }
}
