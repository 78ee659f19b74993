//! In which ways a program is read for an answer, and which reading has its turn.
//!
//! ```text
//! any texts → unsafe by one of them → the texts themselves          numbers, bit-vectors, numbers for longer, …
//! ```
//!
//! Boogie has one reading. Of C, a front end says whether another reading may be better.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checks::statuses;
use super::limits::{ANY_TEXTS_PART, CHECKS_GUARD, CHECKS_PART, READING};
use super::portfolio::{time_of, turn_of};
use super::strategy::{Checked, Engines, by_limits_of_the_user, decide};
use crate::base::budget::{Budget, Limits};
use crate::base::watchdog;
use crate::engine::{Engine, Question};
use crate::prove::execution::Execution;
use crate::verdict::{Verdict, Why};

/// How a program is read, besides what its front end is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// Texts of `printf` are any.
    pub any_texts: bool,
    /// Integers are bit-vectors.
    pub bits: bool,
}

impl Reading {
    /// In a few words, for the statistics.
    fn words(self) -> &'static str {
        match (self.any_texts, self.bits) {
            (false, false) => "",
            (true, false) => "any texts",
            (false, true) => "bit-vectors",
            (true, true) => "any texts, bit-vectors",
        }
    }
}

/// A program in one of its readings.
pub trait Read: Sized {
    /// The present one.
    fn reading(&self) -> Reading;
    /// Whether bit-vectors may be better than numbers.
    fn is_bitwise(&self) -> bool;
    /// Whether texts were not followed, and could be.
    fn is_abridged(&self) -> bool;
    /// The same program in another reading; `None`: it has none.
    fn read(&self, reading: Reading) -> Option<Self>;
    /// Asks something, of these engines.
    fn ask<T>(&mut self, who: Who, ask: impl FnOnce(&Question, &Engines) -> T) -> T;
    /// Whether a violation needs that a text is any text.
    fn is_of_any_text(verdict: &Verdict) -> bool;
}

/// Who is asked about a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// All that the user asks.
    All,
    /// Of them, the prover that runs the program.
    Execution,
}

impl Who {
    /// Those of a user's provers, and whether there is bounded search.
    pub fn of<'a>(self, provers: &[&'a dyn Engine], with_search: bool) -> (bool, Vec<&'a dyn Engine>) {
        match self {
            Who::All => (with_search, provers.to_vec()),
            Who::Execution => {
                (false, provers.iter().copied().filter(|prover| prover.name() == Execution.name()).collect())
            }
        }
    }
}

/// What was found, and the program that it is about, if that was read otherwise than what was asked about.
pub type Found<R> = (Checked, Option<R>);

/// The answer about a program, which is read in other ways where these may be better; and what is known of each check.
pub fn answer<R: Read>(asked: &mut R, budget: &Budget) -> Found<R> {
    let (mut checked, mut other) = in_readings(asked, &without_checks(budget));
    let Checked { verdict, stats, .. } = &mut checked;
    let about = other.as_mut().unwrap_or(asked);
    checked.checks = about.ask(Who::All, |question, engines| match engines.provers.is_empty() {
        true => Vec::new(),
        false => statuses(question, engines, verdict, budget, stats),
    });
    (checked, other)
}

/// All but what is kept for single checks.
fn without_checks(budget: &Budget) -> Budget {
    let kept = |time: Duration| time.mul_f64(CHECKS_PART).min(CHECKS_GUARD);
    budget.within(Limits {
        timeout: budget.time_left().map(|time| time - kept(time)),
        rlimit: budget.left().map(|units| units - (units as f64 * CHECKS_PART) as u64),
        ..Limits::default()
    })
}

fn in_readings<R: Read>(asked: &mut R, budget: &Budget) -> Found<R> {
    if asked.is_bitwise()
        && let Some(bits) = asked.read(Reading { bits: true, ..asked.reading() })
    {
        return take_turns(asked, bits, budget);
    }
    follow_texts(asked, budget)
}

/// Tries integers as numbers and as bit-vectors, each for a while in turn.
fn take_turns<R: Read>(numbers: &mut R, mut bits: R, budget: &Budget) -> Found<R> {
    let is_over = |checked: &Checked| !matches!(checked.verdict, Verdict::Unknown(_)) || budget.check().is_err();
    let is_stopped =
        |checked: &Checked| matches!(checked.verdict, Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)));
    let mut units = READING;
    loop {
        let limits = Limits { timeout: Some(time_of(units)), rlimit: Some(units), ..Limits::default() };
        let turn = |program: &mut R| watchdog::within(limits, budget, || {}, |part| follow_texts(program, part));
        let as_numbers = turn(numbers);
        if is_over(&as_numbers.0) {
            return by_the_user(as_numbers, budget);
        }
        let (mut checked, other) = turn(&mut bits);
        if !matches!(checked.verdict, Verdict::Unknown(_)) {
            checked.stats.engines.splice(..0, as_numbers.0.stats.engines);
            return (checked, Some(other.unwrap_or(bits)));
        }
        if is_over(&checked) || !is_stopped(&as_numbers.0) && !is_stopped(&checked) {
            return by_the_user(as_numbers, budget);
        }
        units = units.saturating_mul(2);
    }
}

/// The end of a turn is not the last word where a limit of the user's is reached.
fn by_the_user<R>((checked, other): Found<R>, budget: &Budget) -> Found<R> {
    (Checked { verdict: by_limits_of_the_user(checked.verdict, budget), ..checked }, other)
}

/// Follows texts only if a violation needs that one is any text, or if the program need only be run.
fn follow_texts<R: Read>(asked: &mut R, budget: &Budget) -> Found<R> {
    if !asked.is_abridged() {
        return (decided(asked, Who::All, budget), None);
    }
    let part = turn_of(READING, ANY_TEXTS_PART, time_of(READING), budget);
    let limits = Limits { timeout: part.time_left(), rlimit: part.left(), ..Limits::default() };
    let first = watchdog::within(limits, budget, || {}, |part| decided(asked, Who::All, part));
    let is_open = matches!(first.verdict, Verdict::Unknown(_));
    if !is_open && !R::is_of_any_text(&first.verdict) {
        return (first, None);
    }
    let Some(mut exact) = asked.read(Reading { any_texts: false, ..asked.reading() }) else {
        // There is time left, and no other reading.
        return (if is_open { decided(asked, Who::All, budget) } else { first }, None);
    };
    if is_open {
        let run = decided(&mut exact, Who::Execution, budget);
        if !matches!(run.verdict, Verdict::Unknown(_)) {
            return (run, Some(exact));
        }
        let checked = decided(asked, Who::All, budget);
        if !R::is_of_any_text(&checked.verdict) {
            return (checked, None);
        }
    }
    (decided(&mut exact, Who::All, budget), Some(exact))
}

/// What the engines find, with the reading in the statistics.
fn decided<R: Read>(program: &mut R, who: Who, budget: &Budget) -> Checked {
    let mut checked = program.ask(who, |question, engines| decide(question, engines, budget));
    let words = program.reading().words();
    checked.stats.engines.iter_mut().for_each(|run| run.reading = words);
    checked
}
