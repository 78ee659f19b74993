//! Whether a condition can hold on a path: asked of what is known first, of Z3 last.
//!
//! Each state has a model of its conditions. What holds in it is possible, free of queries. Else only conditions count that share
//! inputs with what is asked ([`super::groups`]). Where their inputs have few values, these are tried ([`super::trial`]). What is
//! left is a query, and answers are kept.

use std::time::Duration;

use rustc_hash::FxHashMap;

use super::groups::{About, Groups};
use super::model::{Model, valued};
use super::ranges::Ranges;
use super::term::{Node, TermId, Terms};
use super::trial::{Trials, Tried, by_repair};
use super::turns::Turns;
use crate::base::budget::Limits;
use crate::ir::bits::BitOp;
use crate::smt::{Outcome, Session, Settings, Term, View};

/// Units of one query: at first, and at least. Each that is given up leaves half to the next, so that those that are hard do not take
/// all the time; each that takes more than a quarter and is not gives the double.
const PATIENCE: (u64, u64) = (400_000, 50_000);
/// What ends it if units do not.
const GUARD: Duration = Duration::from_secs(2);
/// Terms that one session is told; then another one begins.
const MOST_TOLD: usize = 200_000;
/// Queries that are asked of the same conditions, each of those that count in it: a path's next query is much like its last. With more
/// (of 25 to 400), those that do not count cost more than is saved.
const MOST_ASKED: u32 = 50;

pub enum Feasible {
    /// With a model of the path's conditions and this one.
    Yes(Model),
    No,
    Unknown,
}

/// What a query comes to.
#[derive(Clone)]
enum Answer {
    /// Inputs have these values.
    Values(Vec<(TermId, i128)>),
    None,
    /// It took more units than that.
    GivenUp(u64),
}

#[derive(Default)]
pub struct Solver {
    session: Option<Session>,
    told: FxHashMap<TermId, Term>,
    /// What stands for conditions: they hold where it does.
    names: FxHashMap<TermId, Term>,
    /// Queries since conditions were forgotten.
    asked: u32,
    answers: FxHashMap<Vec<TermId>, Answer>,
    pub queries: u64,
    /// Resource units of sessions that are over.
    units: u64,
    /// How much less patience there is: halves of it. Where bounds are finished, what is given up elsewhere does not count.
    given_up: [u32; 2],
    trials: Trials,
    /// Whether bounds are finished.
    pub is_finishing: bool,
    pub spent: Duration,
}

impl Solver {
    /// Can the condition hold where the conditions do, which the model satisfies?
    pub fn feasible(
        &mut self,
        terms: &mut Terms,
        (groups, ranges, model): (&Groups, &Ranges, &Model),
        condition: TermId,
        turns: &Turns,
    ) -> Feasible {
        match ranges.known(terms, condition) {
            Some(true) => return Feasible::Yes(model.clone()),
            Some(false) => return Feasible::No,
            None => {}
        }
        if model.satisfies(terms, condition) {
            return Feasible::Yes(model.clone());
        }
        let About { conditions: mut asked, inputs } = groups.about(terms, condition);
        asked.push(condition);
        let mut key = asked.clone();
        key.sort_unstable();
        key.dedup();
        let patience = self.patience();
        let answer = match self.answers.get(&key) {
            Some(known) if !matches!(known, Answer::GivenUp(units) if *units < patience / 2) => known.clone(),
            _ => {
                if let Some(values) = by_repair(terms, &asked, &inputs, ranges, model) {
                    return Feasible::Yes(model.with(values));
                }
                let answer = match self.trials.values(terms, &asked, &inputs, ranges, model) {
                    Tried::Values(values) => Answer::Values(values),
                    Tried::None => Answer::None,
                    Tried::Open => self.ask(terms, &key, &inputs, turns),
                };
                if !matches!(answer, Answer::GivenUp(_)) || !turns.is_over() {
                    self.answers.insert(key, answer.clone());
                }
                answer
            }
        };
        match answer {
            Answer::Values(values) => Feasible::Yes(model.with(values)),
            Answer::None => Feasible::No,
            Answer::GivenUp(_) => Feasible::Unknown,
        }
    }

    /// Resource units of Z3 so far.
    pub fn units(&self) -> u64 {
        self.units + self.session.as_ref().map_or(0, Session::rlimit)
    }

    /// Units of the next query.
    fn patience(&self) -> u64 {
        (PATIENCE.0 >> self.given_up[usize::from(self.is_finishing)]).max(PATIENCE.1)
    }

    fn ask(&mut self, terms: &Terms, asked: &[TermId], inputs: &[TermId], turns: &Turns) -> Answer {
        if self.told.len() > MOST_TOLD {
            self.units = self.units();
            (self.session, self.told) = (None, FxHashMap::default());
            (self.names, self.asked) = (FxHashMap::default(), 0);
        }
        let session = self.session.take().unwrap_or_else(|| Session::new(&Settings::default(), turns.whole()));
        let (started, before) = (session.spent(), session.rlimit());
        self.queries += 1;
        if self.asked == MOST_ASKED {
            session.pop();
            (self.names, self.asked) = (FxHashMap::default(), 0);
        }
        if self.asked == 0 {
            session.push();
        }
        self.asked += 1;
        let names: Vec<Term> = asked.iter().map(|&condition| self.name(&session, terms, condition)).collect();
        let patience = self.patience();
        let own = turns.budget().within(Limits { timeout: Some(GUARD), rlimit: Some(patience), ..Limits::default() });
        let answer = match session.check(&names, &own) {
            Outcome::Unsat => Answer::None,
            Outcome::Sat => {
                self.values(&session, terms, asked, inputs).map_or(Answer::GivenUp(patience), Answer::Values)
            }
            Outcome::Unknown(_) | Outcome::Stopped(_) => Answer::GivenUp(patience),
        };
        let given_up = &mut self.given_up[usize::from(self.is_finishing)];
        match answer {
            Answer::GivenUp(_) if turns.is_over() => {}
            Answer::GivenUp(_) => *given_up = (*given_up + 1).min((PATIENCE.0 / PATIENCE.1).ilog2()),
            _ if session.rlimit() - before > patience / 4 => *given_up = given_up.saturating_sub(1),
            _ => {}
        }
        self.spent += session.spent().saturating_sub(started);
        self.session = Some(session);
        answer
    }

    /// What inputs are in the model of the last query; it must satisfy what was asked.
    fn values(
        &mut self,
        session: &Session,
        terms: &Terms,
        asked: &[TermId],
        inputs: &[TermId],
    ) -> Option<Vec<(TermId, i128)>> {
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
            if self.told.contains_key(&next) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(super::term::children(terms.node(next)).into_iter().filter(|t| !self.told.contains_key(t)));
            if stack.len() == before {
                let made = self.made(session, terms.node(next), next);
                self.told.insert(next, made);
                stack.pop();
            }
        }
        self.told[&term]
    }

    fn made(&self, s: &Session, node: &Node, term: TermId) -> Term {
        let of = |term: &TermId| self.told[term];
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
            Node::Bits(op, width, a, b) => {
                let (a, b) = (s.int_to_bv(*width, of(a)), s.int_to_bv(*width, of(b)));
                let bits = match op {
                    BitOp::And => s.bv_and(a, b),
                    BitOp::Or => s.bv_or(a, b),
                    BitOp::Xor => s.bv_xor(a, b),
                    BitOp::Shl => s.bv_shl(a, b),
                    BitOp::Shr => s.bv_lshr(a, b),
                };
                s.bv_to_int(bits, false)
            }
        }
    }
}
