//! In which ways a program is read for an answer, and which reading has its turn.
//!
//! ```text
//! any texts → unsafe by one of them → the texts themselves          numbers, bit-vectors, numbers for longer, …
//! all checks → open → without the late ones → decided → all again      IEEE 754 → open → real numbers
//! ```
//!
//! Only paths are always those of the program that leaves nothing out ([`Continued`]).
//!
//! Boogie has one reading. Of C, a front end says whether another reading may be better.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::checks::{are_asked, statuses};
use super::limits::{
    ANY_TEXTS_PART, BITS_AT_ONCE, CHECKS_GUARD, CHECKS_PART, FLOATS_PART, GUESSES, GUESSES_GUARD, GUESSES_PART, LATE,
    LATE_BOUND, LATE_GUARD, PATHS_GUARD, PATHS_PART, RACES, RACES_GUARD, RACES_PART, READING, READING_GUARD, RUN_PART,
    SEARCH, SEARCH_GUARD, SEARCH_PART, UNLIMITED,
};
use super::portfolio::{time_of, turn_of};
use super::strategy::{Checked, Engines, by_limits_of_the_user, concluded, decide, decide_again};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::stats::{EngineRun, Stats};
use crate::base::watchdog;
use crate::engine::{Engine, Question};
use crate::prove::execution::{Continued, Execution};
use crate::prove::induction::Induction;
use crate::verdict::{Verdict, Why};

/// How a program is read, besides what its front end is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// Texts of `printf` are any.
    pub any_texts: bool,
    /// Integers are bit-vectors.
    pub bits: bool,
    /// Floating-point numbers are those of IEEE 754.
    pub ieee: bool,
    /// Deadlocks are violations as well, and locks that are not used as they may be.
    pub deadlocks: bool,
    /// Data races are violations as well.
    pub races: bool,
    /// Without the checks that nobody asked for and that cost provers most.
    pub without_late: bool,
}

/// Programs in readings other than their first, each of which is made once, for all who ask.
pub struct Others<T>(Rc<RefCell<Known<T>>>);

type Known<T> = Vec<(Reading, Rc<T>)>;

impl<T> Default for Others<T> {
    fn default() -> Others<T> {
        Others(Rc::default())
    }
}

impl<T> Clone for Others<T> {
    fn clone(&self) -> Others<T> {
        Others(self.0.clone())
    }
}

impl<T> Others<T> {
    /// The program in a reading. `None`: `make` gives none.
    pub fn get(&self, reading: Reading, make: impl FnOnce() -> Option<T>) -> Option<Rc<T>> {
        let known = self.0.borrow().iter().find(|(of, _)| *of == reading).map(|(_, known)| known.clone());
        if known.is_some() {
            return known;
        }
        let made = Rc::new(make()?);
        self.0.borrow_mut().push((reading, made.clone()));
        Some(made)
    }

    /// Keeps none of them any longer.
    pub fn forget(&self) {
        self.0.borrow_mut().clear();
    }
}

impl Reading {
    /// Whether it looks for what nobody asked for of threads.
    pub fn is_of_threads(self) -> bool {
        self.deadlocks || self.races
    }

    /// In a few words, for the statistics.
    pub fn words(self) -> String {
        let all = [
            (self.deadlocks, "deadlocks"),
            (self.races, "data races"),
            (self.without_late, "without late checks"),
            (self.any_texts, "any texts"),
            (self.ieee, "IEEE 754"),
            (self.bits, "bit-vectors"),
        ];
        let words: Vec<&str> = all.into_iter().filter_map(|(is_so, word)| is_so.then_some(word)).collect();
        words.join(", ")
    }

    /// What was done so, in words that go on.
    pub fn told(self) -> String {
        let all = [
            (self.any_texts, "; texts of printf are any"),
            (self.bits, "; integers are bit-vectors"),
            (self.ieee, "; floating-point numbers are those of IEEE 754"),
        ];
        all.into_iter().filter_map(|(is_so, what)| is_so.then_some(what)).collect()
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
    /// Whether there are checks that nobody asked for and that cost provers most.
    fn is_late(&self) -> bool;
    /// Whether real numbers stand for floating-point ones, and nobody wants that.
    fn is_exact(&self) -> bool;
    /// Whether it makes threads, and nobody says whether races and deadlocks are looked for.
    fn may_race(&self) -> bool;
    /// The same program in another reading; `None`: it has none.
    fn read(&self, reading: Reading) -> Option<Self>;
    /// Asks something, of these engines.
    fn ask<T>(&mut self, who: Who, paths: Paths, ask: impl FnOnce(&Question, &Engines) -> T) -> T;
    /// Whether a violation needs that a text is any text.
    fn is_of_any_text(verdict: &Verdict) -> bool;
}

/// Who is asked about a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// All that the user asks.
    All,
    /// Bounded search.
    Search,
    /// Of them, the prover that runs the program.
    Execution,
    /// Of them, the prover that guesses invariants.
    Induction,
}

impl Who {
    /// Those of a user's provers, and whether there is bounded search. `paths` are followed by whoever else would run the program.
    pub fn of<'a>(
        self,
        provers: &[&'a dyn Engine],
        with_search: bool,
        paths: Option<&'a Continued>,
    ) -> (bool, Vec<&'a dyn Engine>) {
        let runs = |prover: &&dyn Engine| prover.name() == Execution.name();
        let guesses = |prover: &&dyn Engine| prover.name() == Induction.name();
        let provers = provers.iter().map(|prover| match paths {
            Some(paths) if runs(prover) => paths,
            _ => *prover,
        });
        match self {
            Who::All => (with_search, provers.collect()),
            Who::Search => (true, Vec::new()),
            Who::Execution => (false, provers.filter(runs).collect()),
            Who::Induction => (false, provers.filter(guesses).collect()),
        }
    }
}

/// The paths that are followed whatever the reading.
pub type Paths<'p> = Option<&'p Continued>;

/// What was found, and the program that it is about, if that was read otherwise than what was asked about.
pub type Found<R> = (Checked, Option<R>);

/// The answer about a program, which is read in other ways where these may be better; and what is known of each check.
pub fn answer<R: Read>(asked: &mut R, budget: &Budget) -> Found<R> {
    let are_asked = asked.ask(Who::All, None, are_asked);
    let part = if are_asked { without_checks(budget) } else { budget.within(Limits::default()) };
    let (mut checked, mut other) = with_paths(asked, &part);
    let Checked { verdict, stats, .. } = &mut checked;
    let about = other.as_mut().unwrap_or(asked);
    checked.checks = about.ask(Who::All, None, |question, engines| match engines.provers.is_empty() {
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

/// A turn of so many units, no more than that part of what there is.
fn in_turn<T>(units: u64, part: f64, guard: Duration, budget: &Budget, work: impl FnOnce(&Budget) -> T) -> T {
    let turn = turn_of(units, part, guard, budget);
    let limits = Limits { timeout: turn.time_left(), rlimit: turn.left(), ..Limits::default() };
    watchdog::within(limits, budget, || {}, work)
}

/// Of a program that is read in several ways, paths are followed of the one that leaves nothing out, in the turns that their prover has
/// in any reading.
fn with_paths<R: Read>(asked: &mut R, budget: &Budget) -> Found<R> {
    let has_readings = asked.is_late() || asked.is_abridged() || asked.is_bitwise();
    // Real numbers are others.
    if !has_readings || asked.is_exact() {
        return with_races(asked, None, budget);
    }
    let whole = budget.scope();
    let mut exact = match asked.is_abridged() {
        true => asked.read(Reading { any_texts: false, ..asked.reading() }),
        false => None,
    };
    let are_left_out = match &exact {
        Some(exact) => exact.is_exact(),
        None => asked.is_abridged(),
    };
    let begin = |question: &Question, engines: &Engines| {
        let are_followed = !are_left_out && engines.provers.iter().any(|prover| prover.name() == Execution.name());
        are_followed.then(|| Continued::new(question, &whole)).flatten()
    };
    let Some(paths) = exact.as_mut().unwrap_or(asked).ask(Who::Execution, None, begin) else {
        return with_races(asked, None, budget);
    };
    let (mut checked, other) = with_races(asked, Some(&paths), &whole);
    let within = paths.within();
    // Others may have proved less: without some checks, of texts that may be any.
    let decided = match checked.verdict {
        Verdict::Unsafe(_) => None,
        _ => exact.as_mut().unwrap_or(asked).ask(Who::Execution, None, |question, engines| {
            let since = (&Execution as &dyn Engine, Instant::now(), budget.spent());
            paths.decided(question).map(|answered| concluded(since, answered, question, engines, budget))
        }),
    };
    if let Some(decided) = decided {
        let has_replayed = matches!(decided.verdict, Verdict::Safe(_) | Verdict::Unsafe(_));
        checked.stats.merge(&decided.stats);
        if has_replayed || matches!(checked.verdict, Verdict::Safe(_)) && budget.check().is_err() {
            checked.cut.clear();
            return (Checked { verdict: decided.verdict, ..checked }, exact);
        }
        if budget.check().is_err() {
            return (checked, other);
        }
        let (mut found, other) = with_races(asked, None, budget);
        found.stats.engines.splice(..0, checked.stats.engines);
        return (found, other);
    }
    let stop = match checked.verdict {
        Verdict::Unknown(Why::Stopped(stop) | Why::StoppedAfter(stop, _)) => Some(stop),
        Verdict::Unknown(Why::Incomplete(_)) => Some(budget.check().err().unwrap_or(Stop::Timeout)),
        _ => None,
    };
    if let Some(stop) = stop
        && let Some(within) = within.filter(|within| Some(*within) > checked.verdict.within())
    {
        checked.cut.clear();
        return (Checked { verdict: Verdict::Unknown(Why::StoppedAfter(stop, within)), ..checked }, exact);
    }
    (checked, other)
}

/// Where a program makes threads and nobody says what is checked, a data race, a deadlock, or a lock that is not used as it may be, that little
/// finds.
fn with_races<R: Read>(asked: &mut R, paths: Paths, budget: &Budget) -> Found<R> {
    let now = asked.reading();
    // Together, the two cost more than one by one.
    for reading in [Reading { deadlocks: true, ..now }, Reading { races: true, ..now }] {
        if asked.may_race()
            && let Some(mut other) = asked.read(reading)
        {
            let found =
                in_turn(RACES, RACES_PART, RACES_GUARD, budget, |part| decided(&mut other, Who::Search, paths, part));
            if matches!(found.verdict, Verdict::Unsafe(_)) {
                return (found, Some(other));
            }
        }
    }
    with_late(asked, paths, budget)
}

/// What nobody asked for and costs provers most is looked at in a short turn first, and again when all else is decided. If it
/// stays open, a proof of all else stands where nothing was found up to a bound, and names it as taken for granted; otherwise the
/// verdict is open, too.
fn with_late<R: Read>(asked: &mut R, paths: Paths, budget: &Budget) -> Found<R> {
    if !asked.is_late() {
        return by_floats(asked, Who::All, paths, budget);
    }
    let first = in_turn(READING, 1.0, READING_GUARD, budget, |part| by_floats(asked, Who::All, paths, part));
    if !matches!(first.0.verdict, Verdict::Unknown(_)) || budget.check().is_err() {
        return by_the_user(first, budget);
    }
    let Some(mut without) = asked.read(Reading { without_late: true, ..asked.reading() }) else {
        return by_floats(asked, Who::All, paths, budget);
    };
    let (mut found, other) = by_parts(&mut without, paths, budget);
    found.stats.engines.splice(..0, first.0.stats.engines);
    let mut found = (found, Some(other.unwrap_or(without)));
    if !matches!(found.0.verdict, Verdict::Safe(_) | Verdict::SafeUpTo(_)) {
        return found;
    }
    let is_proved = matches!(found.0.verdict, Verdict::Safe(_));
    // Who asks provers alone does not want to know how far search comes.
    let searches = asked.ask(Who::All, None, |_, engines| engines.search.is_some());
    let mut turns = 1;
    let (again, is_enough) = loop {
        let again = in_turn(LATE * u64::from(turns), 1.0, LATE_GUARD * turns, budget, |part| {
            by_floats(asked, Who::All, paths, part)
        });
        // Paths with all checks tell as much.
        let is_far = is_far(&again.0.verdict) || paths.is_some_and(|paths| paths.within() >= Some(LATE_BOUND));
        let is_enough = !searches || is_proved && is_far;
        let is_last = is_enough || !budget.is_limited() || budget.check().is_err();
        if is_last || !matches!(again.0.verdict, Verdict::Unknown(_)) {
            break (again, is_enough);
        }
        turns = turns.saturating_mul(2);
    };
    let Verdict::Unknown(why) = again.0.verdict else { return again };
    if !is_enough {
        // Why it is open.
        found.0.stats.engines.extend(again.0.stats.engines);
        found.0.verdict = Verdict::Unknown(but_for(why, &found.0.verdict));
    }
    found
}

/// Where all checks together are too much for one turn, paths, guesses and search have a part of their own before all are asked about
/// fewer.
fn by_parts<R: Read>(asked: &mut R, paths: Paths, budget: &Budget) -> Found<R> {
    let mut before = by_paths(asked, paths, budget).unwrap_or_default();
    let goes_on = asked.ask(Who::All, None, |question, engines| {
        question.bound.is_none() && engines.search.is_some() && !engines.provers.is_empty()
    });
    if goes_on && !asked.is_exact() {
        let guessed = in_turn(GUESSES, GUESSES_PART, GUESSES_GUARD, budget, |part| {
            (decided(asked, Who::Induction, None, part), None)
        });
        if matches!(guessed.0.verdict, Verdict::Safe(_)) {
            return with_those_before(guessed, before);
        }
        before.engines.extend(guessed.0.stats.engines);
    }
    let searched = goes_on
        .then(|| in_turn(SEARCH, SEARCH_PART, SEARCH_GUARD, budget, |part| by_floats(asked, Who::Search, paths, part)));
    let is_over = |found: &Found<R>| !matches!(found.0.verdict, Verdict::Unknown(_)) || budget.check().is_err();
    let (mut found, searched) = match searched {
        Some(found) if is_over(&found) => (by_the_user(found, budget), None),
        searched => (by_floats(asked, Who::All, paths, budget), searched),
    };
    let searched = searched.map(|(mut searched, other)| {
        before.engines.append(&mut searched.stats.engines);
        (searched, other)
    });
    found = with_those_before(found, before);
    match searched {
        Some((searched, other))
            if matches!(found.0.verdict, Verdict::Unknown(_))
                && searched.verdict.within() > found.0.verdict.within() =>
        {
            by_the_user((Checked { stats: found.0.stats, ..searched }, other), budget)
        }
        _ => found,
    }
}

/// The same behind others who had their turn.
fn with_those_before<R>((mut found, other): Found<R>, mut before: Stats) -> Found<R> {
    before.engines.append(&mut found.stats.engines);
    found.stats.merge(&before);
    found.stats.engines = before.engines;
    (found, other)
}

/// A turn of paths, which follow all checks. What it took.
fn by_paths<R: Read>(asked: &mut R, paths: Paths, budget: &Budget) -> Option<Stats> {
    let paths = paths.filter(|paths| paths.goes_on())?;
    let time = budget.time_left().unwrap_or(UNLIMITED).mul_f64(PATHS_PART).min(PATHS_GUARD);
    let part = budget.within(Limits { timeout: Some(time), ..Limits::default() });
    asked.ask(Who::Execution, Some(paths), |question, engines| {
        let since = (paths as &dyn Engine, Instant::now(), budget.spent());
        let answered = paths.follow(question, &part)?;
        Some(concluded(since, answered, question, engines, budget).stats)
    })
}

/// Whether nothing was found up to a bound at which most violations of these checks are found that there are.
fn is_far(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unknown(Why::StoppedAfter(_, bound)) if *bound >= LATE_BOUND)
}

/// Why there is no answer where some checks are open, and this was found of all others.
fn but_for(why: Why, others: &Verdict) -> Why {
    match (why, others) {
        (why, Verdict::Safe(certificate)) => {
            Why::AllElseHolds { why: Box::new(why), engine: certificate.engine.clone() }
        }
        (Why::Stopped(stop) | Why::StoppedAfter(stop, _), Verdict::SafeUpTo(bound)) => Why::StoppedAfter(stop, *bound),
        (why, _) => why,
    }
}

/// Floating-point numbers are taken for what they are, for a while; then real numbers stand for them.
fn by_floats<R: Read>(asked: &mut R, who: Who, paths: Paths, budget: &Budget) -> Found<R> {
    if asked.is_exact()
        && let Some(mut ieee) = asked.read(Reading { ieee: true, ..asked.reading() })
    {
        let mut turn = |units: u64, guard: Duration| {
            let (found, other) =
                in_turn(units, FLOATS_PART, guard, budget, |part| by_integers(&mut ieee, who, paths, part));
            matches!(found.verdict, Verdict::Safe(_) | Verdict::Unsafe(_)).then_some((found, other))
        };
        let mut found = turn(READING, READING_GUARD);
        if found.is_none() {
            let exact = by_integers(asked, who, paths, budget);
            // A violation may be one of real numbers alone.
            let is_doubted = matches!(exact.0.verdict, Verdict::Unsafe(_)) && budget.check().is_ok();
            found = is_doubted.then(|| turn(LATE, LATE_GUARD)).flatten();
            if found.is_none() {
                return exact;
            }
        }
        if let Some((found, other)) = found {
            return (found, Some(other.unwrap_or(ieee)));
        }
    }
    by_integers(asked, who, paths, budget)
}

fn by_integers<R: Read>(asked: &mut R, who: Who, paths: Paths, budget: &Budget) -> Found<R> {
    if asked.is_bitwise()
        && let Some(bits) = asked.read(Reading { bits: true, ..asked.reading() })
    {
        return take_turns(asked, bits, (who, paths), budget);
    }
    follow_texts(asked, who, paths, budget)
}

/// Tries integers as numbers and as bit-vectors, each for a while in turn.
fn take_turns<R: Read>(numbers: &mut R, mut bits: R, (who, paths): (Who, Paths), budget: &Budget) -> Found<R> {
    let named = |((checked, other), is_bits): (Found<R>, bool), bits: R| {
        by_the_user(if is_bits { (checked, Some(other.unwrap_or(bits))) } else { (checked, other) }, budget)
    };
    let mut standing: Option<(Found<R>, bool)> = None;
    // What bit-vectors decide at once need not wait.
    let mut round = (BITS_AT_ONCE, &[true][..]);
    loop {
        let mut goes_on = false;
        let (units, kinds) = round;
        for &is_bits in kinds {
            let limits = Limits { timeout: Some(time_of(units)), rlimit: Some(units), ..Limits::default() };
            let program = if is_bits { &mut bits } else { &mut *numbers };
            let work = |part: &Budget| (follow_texts(program, who, paths, part), part.check().is_err());
            let (found, is_cut) = watchdog::within(limits, budget, || {}, work);
            let verdict = &found.0.verdict;
            let is_stopped = matches!(verdict, Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)));
            if !is_open(verdict, is_cut) {
                return named((found, is_bits), bits);
            }
            goes_on |= is_stopped || is_cut;
            standing = Some(further(standing, (found, is_bits)));
            if budget.check().is_err() {
                goes_on = false;
                break;
            }
        }
        match standing {
            Some(found) if !goes_on && kinds.len() > 1 => return named(found, bits),
            _ if kinds.len() > 1 => round.0 = units.saturating_mul(2),
            // Search goes on from where it was.
            _ => round = (if who == Who::Search { BITS_AT_ONCE } else { READING }, &[false, true]),
        }
    }
}

/// Of two answers that are open, the one that says more: the later one of one reading, and the first reading's if none says
/// anything.
fn further<R>(before: Option<(Found<R>, bool)>, mut now: (Found<R>, bool)) -> (Found<R>, bool) {
    let Some(mut before) = before else { return now };
    let says = |found: &(Found<R>, bool)| matches!(found.0.0.verdict, Verdict::SafeUpTo(_));
    let is_further = match (says(&before), says(&now)) {
        (true, true) => before.1 == now.1,
        (false, false) => match now.0.0.verdict.within().cmp(&before.0.0.verdict.within()) {
            Ordering::Equal => !now.1,
            order => order == Ordering::Greater,
        },
        (_, says_now) => says_now,
    };
    let earlier = std::mem::take(&mut before.0.0.stats.engines);
    now.0.0.stats.engines.splice(..0, earlier);
    if !is_further {
        before.0.0.stats.engines = std::mem::take(&mut now.0.0.stats.engines);
        return before;
    }
    now
}

/// Whether a verdict is not the last word: none, or what was found until the turn was cut short.
fn is_open(verdict: &Verdict, is_cut: bool) -> bool {
    match verdict {
        Verdict::Unknown(_) => true,
        Verdict::SafeUpTo(_) => is_cut,
        Verdict::Safe(_) | Verdict::Unsafe(_) => false,
    }
}

/// The end of a turn is not the last word where a limit of the user's is reached.
fn by_the_user<R>((checked, other): Found<R>, budget: &Budget) -> Found<R> {
    (Checked { verdict: by_limits_of_the_user(checked.verdict, budget), ..checked }, other)
}

/// Follows texts only if a violation needs that one is any text, or if the program need only be run.
fn follow_texts<R: Read>(asked: &mut R, who: Who, paths: Paths, budget: &Budget) -> Found<R> {
    // With bit-vectors, paths may be easy that are hard with numbers.
    let paths = paths.filter(|paths| paths.goes_on() && !asked.reading().bits);
    if !asked.is_abridged() {
        return (decided(asked, who, paths, budget), None);
    }
    let work = |part: &Budget| (decided(asked, who, paths, part), part.check().is_err());
    let (first, is_cut) = in_turn(READING, ANY_TEXTS_PART, time_of(READING), budget, work);
    let is_open = is_open(&first.verdict, is_cut);
    if !is_open && !R::is_of_any_text(&first.verdict) {
        return (first, None);
    }
    let with_texts = |asked: &R| asked.read(Reading { any_texts: false, ..asked.reading() });
    let mut ran = None;
    // Whose paths are followed anyway need not be run.
    if is_open
        && paths.is_none()
        && who == Who::All
        && let Some(mut exact) = with_texts(asked)
    {
        let part = Limits { timeout: budget.time_left().map(|left| left.mul_f64(RUN_PART)), ..Limits::default() };
        let run = decided(&mut exact, Who::Execution, paths, &budget.within(part));
        if !matches!(run.verdict, Verdict::Unknown(_)) {
            return (run, Some(exact));
        }
        ran = Some((run, exact));
    }
    let checked = if is_open { further_of(first, decided_again(asked, who, paths, budget)) } else { first };
    let is_open = matches!(checked.verdict, Verdict::Unknown(_));
    let exact = match ran {
        Some((run, exact)) if is_open && run.verdict.within() > checked.verdict.within() => {
            return by_the_user((run, Some(exact)), budget);
        }
        ran => ran.map(|(_, exact)| exact),
    };
    if !R::is_of_any_text(&checked.verdict) {
        return (checked, None);
    }
    match exact.or_else(|| with_texts(asked)) {
        Some(mut exact) => (decided(&mut exact, who, paths, budget), Some(exact)),
        // There is no other reading.
        None => (checked, None),
    }
}

/// Of two answers about the same program, the later one unless it says less.
fn further_of(first: Checked, mut again: Checked) -> Checked {
    if matches!((&again.verdict, &first.verdict), (Verdict::Unknown(_), Verdict::SafeUpTo(_))) {
        return first;
    }
    again.stats.engines.splice(..0, first.stats.engines);
    again
}

/// What the engines find, with the reading in the statistics.
fn decided<R: Read>(program: &mut R, who: Who, paths: Paths, budget: &Budget) -> Checked {
    // With all checks, there was a glance; who is asked alone need not look twice.
    let is_seen = program.reading().without_late || who == Who::Execution;
    told(program, who, paths, if is_seen { decide_again } else { decide }, budget)
}

/// The same of a program that was asked about before.
fn decided_again<R: Read>(program: &mut R, who: Who, paths: Paths, budget: &Budget) -> Checked {
    told(program, who, paths, decide_again, budget)
}

fn told<R: Read>(
    program: &mut R,
    who: Who,
    paths: Paths,
    decide: fn(&Question, &Engines, &Budget) -> Checked,
    budget: &Budget,
) -> Checked {
    let paths = paths.filter(|paths| paths.goes_on());
    let mut checked = program.ask(who, paths, |question, engines| decide(question, engines, budget));
    // Of most programs, no text is left out.
    let reading = program.reading();
    let words = Reading { any_texts: reading.any_texts && program.is_abridged(), ..reading }.words();
    let is_of_paths = |run: &EngineRun| paths.is_some_and(|paths| paths.name() == run.engine);
    checked.stats.engines.iter_mut().filter(|run| !is_of_paths(run)).for_each(|run| run.reading.clone_from(&words));
    checked
}
