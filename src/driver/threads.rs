//! Bounded search of programs with threads: rounds, runs, and all interleavings at once.
//!
//! | asked for | what is done |
//! |--|--|
//! | `--contexts K` | K rounds |
//! | `--bound N` | two rounds for a short while, then all interleavings up to N; where these take too long, two rounds |
//! | neither | one round; all interleavings with growing bounds for a short while; then, by turns, runs, all interleavings, and several rounds |
//!
//! Few rounds find what needs few turns, with executions that are easy to read. All interleavings are one query for each
//! bound ([`crate::pass::order`]): what it excludes, it excludes whatever the number of turns.

use super::bounded::{Bounded, Left, ROUNDS, Start};
use super::limits::{
    BEYOND, EARLY, EARLY_GUARD, EARLY_PART, EARLY_UNITS, FEW_ROUNDS, ORDERED, ORDERED_FIRST, ORDERED_FIRST_GUARD,
    ORDERED_GUARD, ORDERED_PART, ROUNDS_PART, RUNS,
};
use super::pipeline::{self, PreparedOrder};
use super::portfolio::turn_of;
use super::runs::Runs;
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Question};
use crate::interp::replay::replay_quietly;
use crate::pass::order::{Asked, Extent, NotOrdered};
use crate::reach::schedules::Schedules;
use crate::verdict::{Bound, Why};

/// How far all interleavings have been followed.
struct Followed {
    /// Nothing is to be found below that bound.
    next: u32,
    /// What was found out last, and what else there is to say of it.
    safe: Option<(Answered, Left)>,
    /// More time does not help.
    is_over: bool,
}

impl Bounded<'_> {
    /// Answers, with bounds deepened from `first` on where none is given, for a program with threads.
    pub(super) fn answer_threads(&self, first: u32, question: &Question, budget: &Budget) -> Answered {
        if self.threads.is_ordered {
            let mut followed = Followed { next: first, safe: None, is_over: false };
            return match self.follow(&mut followed, question, budget) {
                (answered, true) => answered,
                (unknown, false) => self.last_word(followed, unknown),
            };
        }
        let (start, end) = match self.threads.contexts {
            Some(contexts) => (contexts, contexts),
            None if question.bound.is_some() => return self.answer_within_bound(first, question, budget),
            None if self.threads.goes_on => (ROUNDS.0, u32::MAX),
            None => ROUNDS,
        };
        if self.threads.contexts.is_none() && first == 0 {
            return self.answer_openly((start, end), question, budget);
        }
        self.answer_up_to((start, end), first, question, budget)
    }

    /// Where the user sets a bound.
    fn answer_within_bound(&self, first: u32, question: &Question, budget: &Budget) -> Answered {
        let rounds = |budget: &Budget| self.answer_rounds(ROUNDS.0, Start::at(first), question, budget);
        let few = rounds(&turn_of(FEW_ROUNDS, ROUNDS_PART, ORDERED_GUARD[0], budget));
        if matches!(few.answer, Answer::Unsafe(_) | Answer::Safe(_)) {
            return few;
        }
        let kept = self.take_left();
        let mut followed = Followed { next: first, safe: None, is_over: false };
        let turn = turn_of(ORDERED[1], ORDERED_PART, ORDERED_GUARD[1], budget);
        let mut answered = match self.follow(&mut followed, question, &turn) {
            (answered, true) => answered,
            (unknown, false) if followed.safe.is_some() => self.last_word(followed, unknown),
            (unknown, false) if matches!(few.answer, Answer::SafeUpTo(_)) => {
                self.put_left(kept);
                return with_stats(few, unknown.stats);
            }
            (unknown, false) => with_stats(rounds(budget), unknown.stats),
        };
        answered.stats.merge(&Stats { bound: None, ..few.stats });
        answered
    }

    /// Where the user sets no bound: one round; then, by turns, runs, all interleavings and several rounds.
    fn answer_openly(&self, rounds: (u32, u32), question: &Question, budget: &Budget) -> Answered {
        let mut answered = self.answer_early(question, budget);
        if matches!(answered.answer, Answer::Unsafe(_) | Answer::Safe(_)) {
            return answered;
        }
        let mut stats = Stats::default();
        let mut followed = Followed { next: 0, safe: None, is_over: false };
        let part = turn_of(ORDERED_FIRST, ORDERED_PART, ORDERED_FIRST_GUARD, budget);
        let (found, is_decided) = self.follow(&mut followed, question, &part);
        if is_decided {
            return with_stats(found, answered.stats);
        }
        stats.merge(&Stats { bound: None, ..found.stats });
        let runs = Runs::new(question);
        let mut schedules = runs.schedules();
        for (turn, (commands, units)) in RUNS.into_iter().enumerate() {
            // The bound is that of all rounds.
            stats.merge(&Stats { bound: None, ..answered.stats });
            let run = |schedules: &mut Schedules<'_>| runs.violation(schedules, commands, budget);
            if let Some(trace) = stats.time("runs", || schedules.as_mut().and_then(run)) {
                self.put_left(Left::default());
                return Answered { answer: Answer::Unsafe(trace), stats, notes: Vec::new() };
            }
            if !followed.is_over {
                let part = turn_of(ORDERED[turn], ORDERED_PART, ORDERED_GUARD[turn], budget);
                match self.follow(&mut followed, question, &part) {
                    (found, true) => return with_stats(found, stats),
                    (unknown, false) => stats.merge(&Stats { bound: None, ..unknown.stats }),
                }
            }
            let units = units.filter(|_| schedules.is_some());
            let part = budget.within(Limits { rlimit: units, ..Limits::default() });
            answered = self.answer_up_to(rounds, 0, question, &part);
            if units.is_none() || part.check().is_ok() || budget.check().is_err() {
                break;
            }
        }
        if followed.safe.is_some() && !matches!(answered.answer, Answer::Unsafe(_) | Answer::Safe(_)) {
            answered = self.last_word(followed, answered);
        }
        with_stats(answered, stats)
    }

    /// All interleavings, with growing bounds where the question has none, and whether that is the answer. Else it has taken
    /// too long, or the program is none for it; what was found out by then is noted.
    fn follow(&self, followed: &mut Followed, question: &Question, budget: &Budget) -> (Answered, bool) {
        let mut stats = Stats::default();
        loop {
            let bound = question.bound.unwrap_or(Bound(followed.next));
            let before = budget.spent();
            let (answered, extent) = self.answer_ordered(bound, question, budget);
            let answered = with_stats(answered, std::mem::take(&mut stats));
            match &answered.answer {
                Answer::Unsafe(_) | Answer::Safe(_) => return (answered, true),
                Answer::SafeUpTo(_) => {
                    let units = budget.spent().saturating_sub(before).max(BEYOND);
                    let part = budget.within(Limits::units(units));
                    if let Some(proved) = self.answer_beyond((bound, extent.as_ref()), question, &part) {
                        return (with_stats(proved, answered.stats), true);
                    }
                    if question.bound.is_some() {
                        return (answered, true);
                    }
                    stats = answered.stats.clone();
                    followed.next = bound.0 + 1;
                    followed.safe = Some((answered, self.take_left()));
                }
                _ => {
                    followed.is_over = budget.check().is_ok();
                    return (answered, false);
                }
            }
        }
    }

    /// What is known of all interleavings. Where it is the user's limits that end the search, a bound that deepening has come
    /// to is no verdict, as without threads.
    fn last_word(&self, followed: Followed, unknown: Answered) -> Answered {
        let Some((mut answered, left)) = followed.safe else { return unknown };
        self.put_left(left);
        if let Answer::SafeUpTo(bound) = answered.answer
            && self.threads.goes_on
        {
            answered.answer = Answer::Unknown(Why::StoppedAfter(Stop::Timeout, bound));
        }
        with_stats(answered, unknown.stats)
    }

    /// All interleavings, where none goes on beyond the bound, which has had this extent; found out in about the time that the
    /// bound took.
    fn answer_beyond(
        &self,
        (bound, extent): (Bound, Option<&Extent>),
        question: &Question,
        budget: &Budget,
    ) -> Option<Answered> {
        let asked = (bound.0, Asked::Beyond);
        let ordered = pipeline::prepare_ordered(question.program.clone(), question.entry, asked, budget).ok()?;
        if extent != Some(&ordered.extent) {
            return None;
        }
        let at = Question { bound: Some(bound), ..*question };
        let kept = self.take_left();
        let answered =
            self.answer_prepared((ordered.prepared, None, &[]), Start::default(), &at, budget, Stats::default());
        if matches!(answered.answer, Answer::Safe(_)) {
            return Some(answered);
        }
        self.put_left(kept);
        None
    }

    /// All interleavings up to a bound, and its extent.
    fn answer_ordered(&self, bound: Bound, question: &Question, budget: &Budget) -> (Answered, Option<Extent>) {
        let (program, entry) = (question.program, question.entry);
        let mut stats = Stats::default();
        let ordered = stats
            .time("order", || pipeline::prepare_ordered(program.clone(), entry, (bound.0, Asked::Failures), budget));
        let PreparedOrder { prepared, cut, extent } = match ordered {
            Ok(ordered) => ordered,
            Err(NotOrdered(why)) => {
                let answer = Answer::Unknown(Why::Incomplete(format!("threads are not ordered: {why}")));
                return (Answered { answer, stats, notes: Vec::new() }, None);
            }
        };
        let at = Question { bound: Some(bound), ..*question };
        self.set_contexts(None);
        let mut answered = self.answer_prepared((prepared, None, &cut), Start::default(), &at, budget, stats);
        if let Answer::Unsafe(trace) = &answered.answer
            && let Err(disagreement) = replay_quietly(program, trace, budget)
        {
            answered.answer = Answer::Unknown(Why::ReplayDisagrees(disagreement.describe(program)));
        }
        (answered, Some(extent))
    }

    /// Rounds from the first number on, and more as long as nothing is found.
    fn answer_up_to(&self, (start, end): (u32, u32), first: u32, question: &Question, budget: &Budget) -> Answered {
        let mut answered = self.answer_rounds(start, Start::at(first), question, budget);
        for rounds in start.saturating_add(1)..=end {
            let Answer::SafeUpTo(_) = answered.answer else { break };
            let contexts = self.contexts();
            let next = self.answer_rounds(rounds, Start::at(first), question, budget);
            answered.stats.merge(&next.stats);
            match next.answer {
                // What was found before stays true.
                Answer::Unknown(_) => {
                    self.set_contexts(contexts);
                    break;
                }
                answer => answered.answer = answer,
            }
        }
        answered
    }

    /// Many violations need one round, which has no guesses, and few of a loop's.
    fn answer_early(&self, question: &Question, budget: &Budget) -> Answered {
        let question = Question { bound: Some(EARLY), ..*question };
        let part = turn_of(EARLY_UNITS, EARLY_PART, EARLY_GUARD, budget);
        self.answer_rounds(1, Start::default(), &question, &part)
    }

    fn take_left(&self) -> Left {
        self.left.lock().map(|mut left| std::mem::take(&mut *left)).unwrap_or_default()
    }

    fn put_left(&self, kept: Left) {
        if let Ok(mut left) = self.left.lock() {
            *left = kept;
        }
    }
}

/// The answer, which took that much besides.
fn with_stats(mut answered: Answered, stats: Stats) -> Answered {
    answered.stats.merge(&Stats { bound: None, ..stats });
    answered
}
