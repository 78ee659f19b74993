//! Whether a condition can hold on a path: asked of what is known first, of Z3 last.
//!
//! Each state has a model of its conditions. What holds in it is possible, free of queries. Else only conditions count that share
//! inputs with what is asked ([`super::groups`]). Where their inputs have few values, these are tried ([`super::trial`]). What is
//! left is a query, and answers are kept.
//!
//! A query is asked of a session first that knows those before it, and is quick where terms are sums. What that does not answer at once
//! is asked alone, of one that knows products: of 250 long queries about an evaluator of expressions, 233 had no answer beside what
//! others were about, and one has none alone.

use std::time::Duration;

use rustc_hash::FxHashMap;

use super::groups::{About, Groups};
use super::model::Model;
use super::ranges::Ranges;
use super::term::{TermId, Terms};
use super::told::{Told, Values};
use super::trial::{Trials, Tried, by_repair};
use super::turns::Turns;
use crate::base::budget::Limits;
use crate::smt::Settings;

/// Units of one query: at first, and at least. Each that is given up leaves half to the next, so that those that are hard do not take
/// all the time; each that takes more than a quarter and is not gives the double.
const PATIENCE: (u64, u64) = (400_000, 50_000);
/// Units of a query beside others.
const FEW: u64 = 20_000;
/// What ends it if units do not.
const GUARD: Duration = Duration::from_secs(2);
/// Queries that are asked of the same conditions, each of those that count in it: a path's next query is much like its last. With more
/// (of 25 to 400), those that do not count cost more than is saved.
const MOST_ASKED: u32 = 50;

pub enum Feasible {
    /// With a model of the path's conditions and this one.
    Yes(Model),
    No,
    Unknown,
}

/// The outcome of a query.
#[derive(Clone)]
enum Answer {
    Known(Option<Values>),
    /// It took more units than that.
    GivenUp(u64),
}

pub struct Solver {
    together: Told,
    alone: Told,
    answers: FxHashMap<Vec<TermId>, Answer>,
    pub queries: u64,
    /// How much less patience there is: halves of it. Where bounds are finished, what is given up elsewhere does not count.
    given_up: [u32; 2],
    trials: Trials,
    /// Whether bounds are finished.
    pub is_finishing: bool,
}

impl Default for Solver {
    fn default() -> Solver {
        let settings = Settings::default();
        Solver {
            alone: Told::new(settings.of_products(), 1),
            together: Told::new(settings, MOST_ASKED),
            answers: FxHashMap::default(),
            queries: 0,
            given_up: [0; 2],
            trials: Trials::default(),
            is_finishing: false,
        }
    }
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
                    Tried::Values(values) => Answer::Known(Some(values)),
                    Tried::None => Answer::Known(None),
                    Tried::Open => self.ask(terms, &key, &inputs, turns),
                };
                if !matches!(answer, Answer::GivenUp(_)) || !turns.is_over() {
                    self.answers.insert(key, answer.clone());
                }
                answer
            }
        };
        match answer {
            Answer::Known(Some(values)) => Feasible::Yes(model.with(values)),
            Answer::Known(None) => Feasible::No,
            Answer::GivenUp(_) => Feasible::Unknown,
        }
    }

    /// Resource units of Z3 so far.
    pub fn units(&self) -> u64 {
        self.together.units() + self.alone.units()
    }

    /// Time of queries so far.
    pub fn spent(&self) -> Duration {
        self.together.spent() + self.alone.spent()
    }

    /// Units of the next query.
    fn patience(&self) -> u64 {
        (PATIENCE.0 >> self.given_up[usize::from(self.is_finishing)]).max(PATIENCE.1)
    }

    fn ask(&mut self, terms: &Terms, asked: &[TermId], inputs: &[TermId], turns: &Turns) -> Answer {
        let (patience, before) = (self.patience(), self.units());
        self.queries += 1;
        let within =
            |units| turns.budget().within(Limits { timeout: Some(GUARD), rlimit: Some(units), ..Limits::default() });
        let mut found = self.together.ask((terms, asked, inputs), turns.whole(), &within(FEW));
        if found.is_none() && !turns.is_over() {
            found = self.alone.ask((terms, asked, inputs), turns.whole(), &within(patience));
        }
        let is_long = self.units() - before > patience / 4;
        let given_up = &mut self.given_up[usize::from(self.is_finishing)];
        match found {
            None if turns.is_over() => {}
            None => *given_up = (*given_up + 1).min((PATIENCE.0 / PATIENCE.1).ilog2()),
            Some(_) if is_long => *given_up = given_up.saturating_sub(1),
            Some(_) => {}
        }
        found.map_or(Answer::GivenUp(patience), Answer::Known)
    }
}
