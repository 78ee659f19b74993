//! The strategy: asks the engines in turns, as the table in [`super::portfolio`] says.
//!
//! | asked for | who answers |
//! |--|--|
//! | `--bound N` | bounded search |
//! | `--bound N --provers …` | as without a bound and with one job; where nothing is within the bound, and nothing proved, that stands |
//! | neither, one job | bounded search and the provers by turns |
//! | neither, more jobs | bounded search and the provers side by side |
//! | `--provers only:…` | the provers alone |
//!
//! The first conclusive answer wins. A violation is one only if it replays; a prover that does not apply costs nothing. An engine that a
//! limit of ours ends is asked again with more, until the limits of the user are reached: those alone are the last word.
//! Within bounded search, [`super::summarised`] says when summaries are inferred, and `reach` when bounds are deepened,
//! slices looked at, and units of work split.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use super::bounded::{Bounded, Left, Start};
use super::confirm::{confirm, unless_too_many, unless_vacuous};
use super::course::Course;
use super::limits::{CHEAP, CHEAP_GUARD, CHEAP_LARGEST, FIRST_GUARD, FIRST_OF_TURNS, FIRST_PART, FIRST_TURN, PROBE};
use super::oracle::Desk;
use super::portfolio::{self, Pass, Row, turn_of};
use super::unsupported::races_by_weaker_orders;
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::memory;
use crate::base::stats::{EngineRun, Stats};
use crate::base::workers;
use crate::cfg::heap::declares_heap;
use crate::cfg::loops::repeats;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Answer, Answered, Declined, Engine, Forms, Question};
use crate::pass::own_flag;
use crate::pass::preempt::{self, NotFollowed};
use crate::reach::{Bounds, takes_turns};
use crate::smt::Settings;
use crate::vc::vacuity::Elements;
use crate::verdict::{BOUNDED, Bound, Check, CutOff, Execution, Verdict, Why};

/// The prover with cheap guesses, which is asked before the search has had its turn.
const FIRST_PROVER: &str = "induction";

/// Who is asked.
pub struct Engines<'a> {
    /// `None`: provers alone.
    pub search: Option<&'a Bounded<'a>>,
    /// In the order in which they are tried.
    pub provers: Vec<&'a dyn Engine>,
    pub solver: &'a Settings,
    pub jobs: usize,
    /// Where the queries of provers are written.
    pub queries: Option<&'a Path>,
}

/// A verdict about one entry procedure.
pub struct Checked {
    pub verdict: Verdict<Execution>,
    pub stats: Stats,
    /// Where there are threads: the rounds in which they took turns.
    pub contexts: Option<u32>,
    /// Where nothing was found up to a bound: what was not followed further.
    pub cut: Vec<CutOff>,
    /// What is known of each check; only where provers are asked.
    pub checks: Vec<Check>,
    /// The solver's final state, when asked for.
    pub smtlib: Option<String>,
    /// The procedures with inferred summaries, as Boogie declarations, when asked for.
    pub summaries: Option<String>,
    /// A prover's query that could not be written where the user wants it.
    pub unwritten: Option<(PathBuf, std::io::Error)>,
}

impl Checked {
    /// A verdict that nothing was done for.
    pub fn at_once(verdict: Verdict<Execution>) -> Checked {
        let (stats, cut, checks) = (Stats::default(), Vec::new(), Vec::new());
        Checked { verdict, stats, contexts: None, cut, checks, smtlib: None, summaries: None, unwritten: None }
    }
}

/// Asks the engines until one has an answer.
pub fn decide(question: &Question, engines: &Engines, budget: &Budget) -> Checked {
    decide_by(true, question, engines, budget)
}

/// The same of a program that is much like one at which provers had a glance that told nothing.
pub fn decide_again(question: &Question, engines: &Engines, budget: &Budget) -> Checked {
    decide_by(false, question, engines, budget)
}

/// `glances`: whether provers have a look first.
fn decide_by(glances: bool, question: &Question, engines: &Engines, budget: &Budget) -> Checked {
    let cooperative = engines.search.is_some_and(|search| search.threads.cooperative);
    match preempt::run(question.program, question.entry, cooperative) {
        Err(NotFollowed(why)) => Checked::at_once(Verdict::Unknown(Why::Unsupported(why))),
        Ok(None) => match own_flag::run(question.program, question.entry) {
            None => decide_written_out(glances, question, engines, budget),
            Some(program) => {
                let forms = Forms::of(&program, question.entry);
                let asked = Question { program: &program, forms: &forms, ..*question };
                decide_written_out(glances, &asked, engines, budget)
            }
        },
        Ok(Some(program)) => {
            let provers = engines.provers.iter().copied().filter(|p| p.follows_threads()).collect();
            let engines = Engines { provers, ..*engines };
            let forms = Forms::of(&program, question.entry);
            let written_out = Question { program: &program, forms: &forms, ..*question };
            let checked = decide_written_out(glances, &written_out, &engines, budget);
            let is_about_races = matches!(checked.verdict, Verdict::Safe(_) | Verdict::SafeUpTo(_));
            match races_by_weaker_orders(question).filter(|_| is_about_races) {
                Some(why) => Checked { verdict: Verdict::Unknown(why), ..checked },
                None => checked,
            }
        }
    }
}

/// The same for a program in which threads yield where they may be interrupted.
fn decide_written_out(glances: bool, question: &Question, engines: &Engines, budget: &Budget) -> Checked {
    let mut log = Log::default();
    let search_decides = declares_heap(question.program) && !repeats(question.program, question.entry);
    let is_asked = |prover: &&dyn Engine| !(search_decides && engines.search.is_some() && prover.is_about_repetition());
    let engines = &Engines { provers: engines.provers.iter().copied().filter(is_asked).collect(), ..*engines };
    let asked = Asked { question, engines, budget, search_decides };
    let before = budget.spent();
    let seen = if glances { log.glance(&asked) } else { None };
    let verdict = seen.unwrap_or_else(|| log.turns(&asked));
    let found = log.further(&verdict, budget);
    let verdict = by_limits_of_the_user(found.clone().unwrap_or(verdict), budget);
    let left = engines.search.and_then(|search| search.left.lock().ok().map(|mut left| std::mem::take(&mut *left)));
    let left = left.unwrap_or_default();
    log.stats.peak_memory = memory::peak();
    // Turns that were cut short have told of what they finished.
    log.stats.rlimit = budget.spent().saturating_sub(before);
    let Left { smtlib, summaries, contexts, mut cut, .. } = left;
    if found.is_some() {
        cut.clear();
    }
    Checked {
        verdict,
        stats: log.stats,
        contexts,
        cut,
        checks: Vec::new(),
        smtlib,
        summaries,
        unwritten: log.unwritten,
    }
}

/// A limit of ours may have ended the last turn, but it was one of the user's that ended them all.
pub fn by_limits_of_the_user(verdict: Verdict, budget: &Budget) -> Verdict {
    match (verdict, budget.check()) {
        (Verdict::Unknown(Why::Stopped(_)), Err(stop)) => Verdict::Unknown(Why::Stopped(stop)),
        (Verdict::Unknown(Why::StoppedAfter(_, bound)), Err(stop)) => Verdict::Unknown(Why::StoppedAfter(stop, bound)),
        (verdict, _) => verdict,
    }
}

/// What is made of an answer that `engine` gave apart from others. Since when, and what was spent of the budget by then.
pub fn concluded(
    (engine, start, before): (&dyn Engine, Instant, u64),
    answered: Answered,
    question: &Question,
    engines: &Engines,
    budget: &Budget,
) -> Checked {
    let mut log = Log::default();
    let asked = Asked { question, engines, budget, search_decides: false };
    let verdict = log.conclude((engine.name(), start, before), answered, &asked, budget);
    Checked { stats: log.stats, ..Checked::at_once(verdict) }
}

/// What is asked, of whom, in which turns.
#[derive(Clone, Copy)]
struct Asked<'a, 'e> {
    question: &'a Question<'a>,
    engines: &'a Engines<'e>,
    budget: &'a Budget,
    /// Nothing is repeated in a program of which bounded search evaluates the heap: it is the one to decide it, given time.
    search_decides: bool,
}

/// The engines that were asked so far.
#[derive(Default)]
struct Log {
    stats: Stats,
    unwritten: Option<(PathBuf, std::io::Error)>,
    /// The provers that are over, by name.
    over: Vec<&'static str>,
    /// The furthest bound up to which a prover has found nothing.
    within: Option<Bound>,
}

fn is_conclusive(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Safe(_) | Verdict::Unsafe(_))
}

impl Log {
    /// The answer of a prover that sees it at once.
    fn glance(&mut self, asked: &Asked) -> Option<Verdict> {
        for prover in &asked.engines.provers {
            let (start, spent) = (Instant::now(), asked.budget.spent());
            let glance = |desk: &mut Desk| prover.glance(asked.question, desk, asked.budget);
            let Some(answered) = self.at_a_desk(*prover, asked, glance) else { continue };
            let verdict = self.conclude((prover.name(), start, spent), answered, asked, asked.budget);
            if is_conclusive(&verdict) {
                return Some(verdict);
            }
        }
        None
    }

    fn turns(&mut self, asked: &Asked) -> Verdict {
        let engines = asked.engines;
        match engines.search {
            Some(search) if engines.jobs > 1 && engines.provers.is_empty() => self.search(search, asked, asked.budget),
            Some(search) if engines.jobs > 1 && asked.question.bound.is_none() => side_by_side(search, asked, self),
            Some(search) => {
                let mut course = Course::of(asked.question, search);
                let found = match engines.provers.is_empty() {
                    true => self.alone(&mut course, asked),
                    false => self.begin(&mut course, asked).or_else(|| self.passes(Some(&mut course), asked)),
                };
                found.unwrap_or_else(|| course.last_word())
            }
            None => self.passes(None, asked).unwrap_or_else(|| self.no_proof()),
        }
    }

    /// Bounded search without provers: a first turn says whether it has several ways.
    fn alone(&mut self, course: &mut Course, asked: &Asked) -> Option<Verdict> {
        let Asked { question, budget, .. } = *asked;
        let found = match question.bound {
            None if !course.has_begun() => self.search_on(course, asked, &turn_of(PROBE, 1.0, FIRST_GUARD, budget)),
            _ => None,
        };
        found.or_else(|| self.search_on(course, asked, budget))
    }

    /// The rows in front of all provers.
    fn begin(&mut self, course: &mut Course, asked: &Asked) -> Option<Verdict> {
        let &Asked { question, engines, budget, .. } = asked;
        // Of threads, each turn begins anew.
        if !is_concurrent(question.program, question.entry) {
            let probe = turn_of(PROBE, FIRST_PART, FIRST_GUARD, budget);
            if !course.has_begun()
                && let Some(verdict) = self.search_on(course, asked, &probe)
            {
                return Some(verdict);
            }
            let is_small =
                question.program.procs.iter().map(|proc| proc.cmds().count()).sum::<usize>() <= CHEAP_LARGEST;
            let first = engines.provers.iter().find(|prover| prover.name() == FIRST_PROVER);
            if let Some(prover) = first.filter(|_| is_small) {
                let cheap = turn_of(CHEAP, FIRST_PART, CHEAP_GUARD, budget);
                if let Some(verdict) = self.prover(*prover, asked, &cheap) {
                    return Some(verdict);
                }
            }
        }
        if course.is_over() {
            return None;
        }
        let units = match takes_turns(&course.search.config, question.program) {
            Some(Bounds::ByTurns) => FIRST_OF_TURNS,
            _ => FIRST_TURN,
        };
        self.search_on(course, asked, &turn_of(units, FIRST_PART, FIRST_GUARD, budget))
    }

    /// All that are not over, in turn, again and again. `None`: none has an answer.
    fn passes(&mut self, mut course: Option<&mut Course>, asked: &Asked) -> Option<Verdict> {
        let &Asked { engines, budget, .. } = asked;
        let mut pass = Pass::first(budget);
        loop {
            let provers = engines.provers.iter().copied().filter(|prover| !self.over.contains(&prover.name()));
            let mut turns: Vec<Option<&dyn Engine>> = provers.map(Some).collect();
            if course.as_ref().is_some_and(|course| !course.is_over()) {
                turns.push(None);
            }
            let name = |turn: &Option<&dyn Engine>| turn.map_or(BOUNDED, |prover| prover.name());
            let rows: Vec<Row> = turns.iter().map(|turn| portfolio::row(name(turn), asked.search_decides)).collect();
            if rows.is_empty() {
                return None;
            }
            for (number, turn) in turns.into_iter().enumerate() {
                if budget.check().is_err() {
                    return None;
                }
                // Nobody else is left to wait for the rest.
                let own = match rows.len() {
                    1 => budget.within(Limits::default()),
                    _ => pass.turn(&rows[number..], budget),
                };
                let found = match (turn, &mut course) {
                    (Some(prover), _) => self.prover(prover, asked, &own),
                    (None, Some(course)) => self.search_on(course, asked, &own),
                    (None, None) => None,
                };
                if found.is_some() {
                    return found;
                }
            }
            pass = pass.next(budget);
        }
    }

    /// A turn of bounded search, in the ways that it has; `None`: it has no answer yet.
    fn search_on(&mut self, course: &mut Course, asked: &Asked, turn: &Budget) -> Option<Verdict> {
        loop {
            let (open, ways) = (course.ways().len(), course.next(turn));
            let is_last = ways.len() < 2;
            for (loops, own) in ways {
                let (start, spent) = (Instant::now(), own.spent());
                let answered = course.ask(loops, asked.question, &own);
                let verdict = self.conclude((BOUNDED, start, spent), answered, asked, &own);
                if is_conclusive(&verdict) {
                    return Some(verdict);
                }
                course.heard(loops, verdict, asked.question, &own);
                if turn.check().is_err() {
                    return None;
                }
            }
            // With all there is, it reached no end.
            if is_last && course.ways().len() == open {
                return None;
            }
            course.goes_on();
        }
    }

    /// Bounded search that has one turn.
    fn search(&mut self, search: &Bounded, asked: &Asked, turn: &Budget) -> Verdict {
        let (start, spent) = (Instant::now(), turn.spent());
        let answered = search.answer_from(Start::default(), asked.question, turn);
        self.conclude((search.name(), start, spent), answered, asked, turn)
    }

    /// What a prover answers that has an oracle; `None`: nothing.
    fn at_a_desk(
        &mut self,
        prover: &dyn Engine,
        asked: &Asked,
        ask: impl FnOnce(&mut Desk) -> Option<Answered>,
    ) -> Option<Answered> {
        let engines = asked.engines;
        let mut desk = Desk::new(prover.name(), engines.solver, engines.jobs, engines.queries);
        let answered = ask(&mut desk);
        if let Some(unwritten) = desk.unwritten {
            self.unwritten.get_or_insert(unwritten);
        }
        let mut answered = answered?;
        answered.stats.merge(&desk.stats);
        Some(answered)
    }

    /// A turn of a prover; `None`: it has no answer.
    fn prover(&mut self, prover: &dyn Engine, asked: &Asked, turn: &Budget) -> Option<Verdict> {
        let (start, spent) = (Instant::now(), turn.spent());
        let answer = |desk: &mut Desk| Some(prover.answer(asked.question, desk, turn));
        let answered = self.at_a_desk(prover, asked, answer)?;
        let is_declined = matches!(answered.answer, Answer::Declined(_));
        if let Answer::Unknown(Why::StoppedAfter(_, bound)) = answered.answer {
            self.within = self.within.max(Some(bound));
        }
        let verdict = self.conclude((prover.name(), start, spent), answered, asked, turn);
        if is_declined || turn.check().is_ok() {
            self.over.push(prover.name());
        }
        is_conclusive(&verdict).then_some(verdict)
    }

    /// What a prover has found out, where that is more than a verdict says.
    fn further(&self, verdict: &Verdict, budget: &Budget) -> Option<Verdict> {
        let within = self.within?;
        let stop = match verdict {
            Verdict::Unknown(Why::StoppedAfter(_, bound)) if *bound >= within => return None,
            Verdict::Unknown(Why::Stopped(stop) | Why::StoppedAfter(stop, _)) => *stop,
            // Its part of the time was over.
            Verdict::Unknown(Why::Incomplete(_)) => budget.check().err().unwrap_or(Stop::Timeout),
            _ => return None,
        };
        Some(Verdict::Unknown(Why::StoppedAfter(stop, within)))
    }

    /// The outcome of each prover.
    fn no_proof(&self) -> Verdict {
        let each: Vec<String> =
            self.stats.engines.iter().map(|run| format!("{}: {}", run.engine, run.outcome)).collect();
        Verdict::Unknown(Why::Incomplete(format!("no proof ({})", each.join("; "))))
    }

    /// The verdict that an answer stands for, after its violation was replayed. Who answered, since when, and what was spent
    /// of the turn by then.
    fn conclude(
        &mut self,
        (engine, start, before): (&'static str, Instant, u64),
        answered: Answered,
        asked: &Asked,
        turn: &Budget,
    ) -> Verdict {
        let Answered { answer, stats, mut notes } = answered;
        // What was tried again with the same outcome is said once.
        notes.dedup();
        self.stats.merge(&stats);
        let declined = match &answer {
            Answer::Declined(Declined(why)) => Some(format!("declined: {why}")),
            _ => None,
        };
        let verdict = self.verdict(answer, asked);
        let outcome = declined.unwrap_or_else(|| outcome(&verdict));
        self.stats.engines.push(EngineRun {
            engine,
            reading: String::new(),
            outcome,
            spent: start.elapsed(),
            units: turn.spent().saturating_sub(before),
            notes,
        });
        verdict
    }

    /// What an answer stands for, after its violation was replayed: that is not a matter of a turn.
    fn verdict(&mut self, answer: Answer, asked: &Asked) -> Verdict {
        match answer {
            Answer::Safe(certificate) => Verdict::Safe(certificate),
            Answer::SafeUpTo(bound) => Verdict::SafeUpTo(bound),
            Answer::Unsafe(trace) => {
                let program = asked.question.program;
                let elements = Elements::of(program, &trace);
                let (solver, budget) = (asked.engines.solver, asked.budget);
                let verdict = self.stats.time("replay", || confirm(program, trace, budget));
                let verdict = unless_vacuous(verdict, program, solver, budget, &mut self.stats);
                unless_too_many(verdict, elements, program, (solver, budget), &mut self.stats)
            }
            Answer::Unknown(why) => Verdict::Unknown(why),
            Answer::Declined(Declined(why)) => Verdict::Unknown(Why::Unsupported(why)),
        }
    }
}

/// Bounded search on one thread, the provers on another; who has an answer ends the other.
fn side_by_side(search: &Bounded, asked: &Asked, log: &mut Log) -> Verdict {
    let budget = asked.budget.shared_by(2).scope();
    let first: Mutex<Option<Verdict>> = Mutex::default();
    let settle = |verdict: &Verdict| {
        if is_conclusive(verdict)
            && let Ok(mut first) = first.lock()
            && first.is_none()
        {
            *first = Some(verdict.clone());
            budget.cancel().cancel();
        }
    };
    let (own, others) = (budget.within(Limits::default()), budget.within(Limits::default()));
    let mut provers = Log::default();
    let searched = std::thread::scope(|scope| {
        let work = || {
            if let Some(verdict) = provers.passes(None, &Asked { budget: &others, ..*asked }) {
                settle(&verdict);
            }
        };
        // Without this thread, there is the search.
        let _ = workers::beside(scope, "provers", work);
        let searched = log.search(search, &Asked { budget: &own, ..*asked }, &own);
        settle(&searched);
        searched
    });
    log.stats.merge(&provers.stats);
    log.unwritten = log.unwritten.take().or(provers.unwritten);
    log.within = log.within.max(provers.within);
    first.into_inner().ok().flatten().unwrap_or(searched)
}

/// A verdict in a word, for the statistics.
fn outcome(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Safe(certificate) if certificate.found.is_empty() => "safe".into(),
        Verdict::Safe(certificate) => format!("safe: {}", certificate.found),
        Verdict::SafeUpTo(Bound(bound)) => format!("safe up to bound {bound}"),
        Verdict::Unsafe(_) => "unsafe".into(),
        Verdict::Unknown(Why::Incomplete(why) | Why::Unsupported(why)) => format!("unknown: {why}"),
        Verdict::Unknown(Why::AllElseHolds { .. }) => "unknown: all else holds".into(),
        Verdict::Unknown(Why::ReplayDisagrees(why)) => format!("unknown: the violation does not replay: {why}"),
        Verdict::Unknown(Why::Stopped(stop) | Why::StoppedAfter(stop, _)) => format!("stopped: {stop:?}"),
    }
}
