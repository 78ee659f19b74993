//! A session of Z3 that is told conditions: each of their terms once, what it is made of before it.

use std::time::Duration;

use rustc_hash::FxHashMap;

use super::model::valued;
use super::term::{Node, TermId, Terms, children};
use crate::base::budget::Budget;
use crate::smt::{Outcome, Session, Settings, Term, View};
use crate::vc::bits;

/// Terms that one session is told; then another one begins.
const MOST_TOLD: usize = 200_000;

/// What inputs are.
pub type Values = Vec<(TermId, i128)>;

/// A session, and what it was told.
pub struct Told {
    settings: Settings,
    /// Queries before conditions are forgotten.
    most_asked: u32,
    session: Option<Session>,
    terms: FxHashMap<TermId, Term>,
    /// What stands for conditions: they hold where it does.
    names: FxHashMap<TermId, Term>,
    /// Queries since conditions were forgotten.
    asked: u32,
    /// Of sessions that are over: resource units, and time.
    past: (u64, Duration),
}

impl Told {
    /// A session with these settings, which forgets conditions after so many queries.
    pub fn new(settings: Settings, most_asked: u32) -> Told {
        Told {
            settings,
            most_asked,
            session: None,
            terms: FxHashMap::default(),
            names: FxHashMap::default(),
            asked: 0,
            past: Default::default(),
        }
    }

    /// Resource units so far.
    pub fn units(&self) -> u64 {
        self.past.0 + self.session.as_ref().map_or(0, Session::rlimit)
    }

    /// Time of queries so far.
    pub fn spent(&self) -> Duration {
        self.past.1 + self.session.as_ref().map_or(Duration::ZERO, Session::spent)
    }

    /// Values of these inputs with which all conditions hold; `Some(None)`: there are none; `None`: the budget was not enough to
    /// know. Cancelling the whole budget interrupts the session.
    pub fn ask(
        &mut self,
        (terms, asked, inputs): (&Terms, &[TermId], &[TermId]),
        whole: &Budget,
        budget: &Budget,
    ) -> Option<Option<Values>> {
        if self.terms.len() > MOST_TOLD {
            self.past = (self.units(), self.spent());
            (self.session, self.terms) = (None, FxHashMap::default());
            (self.names, self.asked) = (FxHashMap::default(), 0);
        }
        let session = self.session.take().unwrap_or_else(|| Session::new(&self.settings, whole));
        if self.asked == self.most_asked {
            session.pop();
            (self.names, self.asked) = (FxHashMap::default(), 0);
        }
        if self.asked == 0 {
            session.push();
        }
        self.asked += 1;
        let names: Vec<Term> = asked.iter().map(|&condition| self.name(&session, terms, condition)).collect();
        let found = match session.check(&names, budget) {
            Outcome::Unsat => Some(None),
            Outcome::Sat => self.values(&session, terms, asked, inputs).map(Some),
            Outcome::Unknown(_) | Outcome::Stopped(_) => None,
        };
        self.session = Some(session);
        found
    }

    /// What inputs are in the model of the last query; it must satisfy what was asked.
    fn values(&mut self, session: &Session, terms: &Terms, asked: &[TermId], inputs: &[TermId]) -> Option<Values> {
        let model = session.model()?;
        let mut values = FxHashMap::default();
        for &input in inputs {
            let term = self.tell(session, terms, input);
            let value = match model.view(model.eval(term)?) {
                View::Bool(b) => i128::from(b),
                View::Int(n) => i128::try_from(n).ok()?,
                _ => return None,
            };
            values.insert(input, value);
        }
        let mut known = FxHashMap::default();
        let mut holds =
            |&t: &TermId| valued(terms, t, &|i| values.get(&i).copied().unwrap_or(0), &mut known) == Some(1);
        let is_model = asked.iter().all(&mut holds);
        is_model.then(|| inputs.iter().map(|input| (*input, values[input])).collect())
    }

    /// What stands for a condition.
    fn name(&mut self, session: &Session, terms: &Terms, condition: TermId) -> Term {
        if let Some(&known) = self.names.get(&condition) {
            return known;
        }
        let formula = self.tell(session, terms, condition);
        let name = session.constant(&format!("taken!{}", condition.0), session.bool_sort());
        session.assert(session.or(&[session.not(name), formula]));
        self.names.insert(condition, name);
        name
    }

    /// The term of the session. What it is made of is told before it: chains of choices are deep.
    fn tell(&mut self, session: &Session, terms: &Terms, term: TermId) -> Term {
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.terms.contains_key(&next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(children(terms.node(next)).into_iter().filter(|t| !self.terms.contains_key(t)));
            if stack.len() == before {
                let made = self.made(session, terms.node(next), next);
                self.terms.insert(next, made);
                stack.pop();
            }
        }
        self.terms[&term]
    }

    fn made(&self, s: &Session, node: &Node, term: TermId) -> Term {
        let of = |term: &TermId| self.terms[term];
        let zero = || s.int(&0.into());
        match node {
            Node::Int(n) => s.int(&(*n).into()),
            Node::Bool(b) => s.bool(*b),
            Node::Input(_) | Node::Cell(..) => s.constant(&format!("input!{}", term.0), s.int_sort()),
            Node::Truth(_) | Node::TruthCell(..) => s.constant(&format!("input!{}", term.0), s.bool_sort()),
            Node::Sum(n, parts) => {
                let scaled = parts.iter().map(|(part, k)| match k {
                    1 => of(part),
                    _ => s.mul(&[s.int(&(*k).into()), of(part)]),
                });
                let all: Vec<Term> = scaled.chain((*n != 0).then(|| s.int(&(*n).into()))).collect();
                if let [only] = all[..] { only } else { s.add(&all) }
            }
            Node::Mul(a, b) => s.mul(&[of(a), of(b)]),
            Node::Div(a, b) => s.div(of(a), of(b)),
            Node::Mod(a, b) => s.modulo(of(a), of(b)),
            Node::AtMostZero(a) => s.le(of(a), zero()),
            Node::IsZero(a) => s.eq(of(a), zero()),
            Node::Not(a) => s.not(of(a)),
            Node::And(all) => s.and(&all.iter().map(of).collect::<Vec<Term>>()),
            Node::Or(all) => s.or(&all.iter().map(of).collect::<Vec<Term>>()),
            Node::Ite(condition, a, b) => s.ite(of(condition), of(a), of(b)),
            Node::Bits(op, width, a, b) => bits::exact(s, *op, *width, of(a), of(b)),
        }
    }
}
