//! The strategy: which engines, in which order, with which share of the budget.
//!
//! | asked for | who answers |
//! |--|--|
//! | `--bound N` | bounded search |
//! | `--bound N --provers …` | as without a bound and with one job; where nothing is within the bound, and nothing proved, that stands |
//! | neither, one job | bounded search for a first turn; the provers in order, each with a share; bounded search goes on |
//! | neither, more jobs | bounded search and the provers side by side |
//! | `--provers only:…` | the provers alone |
//!
//! The first conclusive answer wins. A violation is one only if it replays; a prover that does not apply costs nothing.
//! Within bounded search, [`super::summarised`] says when summaries are inferred, and `reach` when bounds are deepened,
//! slices looked at, and units of work split.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::bounded::{Bounded, Left};
use super::confirm::{confirm, unless_vacuous};
use super::oracle::Desk;
use super::unsupported::races_by_weaker_orders;
use crate::base::budget::{Budget, Limits};
use crate::base::memory;
use crate::base::stats::{EngineRun, Stats};
use crate::base::workers;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Answer, Answered, Declined, Engine, Forms, Question};
use crate::pass::preempt::{self, NotFollowed};
use crate::smt::Settings;
use crate::verdict::{Bound, Execution, Verdict, Why};

/// Bounded search begins: most bugs, and most proofs that need no invariant, come at once.
const FIRST_TURN: Duration = Duration::from_secs(2);
/// The provers together may take that much of what is left before bounded search goes on.
const PROVERS_SHARE: f64 = 0.75;
/// The time of a prover where the user sets no limit.
const PROVER_TURN: Duration = Duration::from_secs(60);

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
        Checked { verdict, stats: Stats::default(), contexts: None, smtlib: None, summaries: None, unwritten: None }
    }
}

/// Asks the engines until one has an answer.
pub fn decide(question: &Question, engines: &Engines, budget: &Budget) -> Checked {
    let cooperative = engines.search.is_some_and(|search| search.threads.cooperative);
    match preempt::run(question.program, question.entry, cooperative) {
        Err(NotFollowed(why)) => Checked::at_once(Verdict::Unknown(Why::Unsupported(why))),
        Ok(None) => decide_written_out(question, engines, budget),
        Ok(Some(program)) => {
            let provers = engines.provers.iter().copied().filter(|p| p.follows_threads()).collect();
            let engines = Engines { provers, ..*engines };
            let forms = Forms::of(&program, question.entry);
            let written_out = Question { program: &program, forms: &forms, ..*question };
            let checked = decide_written_out(&written_out, &engines, budget);
            let is_about_races = matches!(checked.verdict, Verdict::Safe(_) | Verdict::SafeUpTo(_));
            match races_by_weaker_orders(question).filter(|_| is_about_races) {
                Some(why) => Checked { verdict: Verdict::Unknown(why), ..checked },
                None => checked,
            }
        }
    }
}

/// The same for a program in which threads yield where they may be interrupted.
fn decide_written_out(question: &Question, engines: &Engines, budget: &Budget) -> Checked {
    let mut log = Log::default();
    let verdict = log.glance(engines, question, budget).unwrap_or_else(|| log.turns(engines, question, budget));
    let left = engines.search.and_then(|search| search.left.lock().ok().map(|mut left| std::mem::take(&mut *left)));
    let left = left.unwrap_or_default();
    log.stats.peak_memory = memory::peak();
    let Left { smtlib, summaries, contexts } = left;
    Checked { verdict, stats: log.stats, contexts, smtlib, summaries, unwritten: log.unwritten }
}

/// The engines that were asked so far.
#[derive(Default)]
struct Log {
    stats: Stats,
    unwritten: Option<(PathBuf, std::io::Error)>,
}

impl Log {
    /// The answer of a prover that sees it at once.
    fn glance(&mut self, engines: &Engines, question: &Question, budget: &Budget) -> Option<Verdict> {
        for prover in &engines.provers {
            let start = Instant::now();
            let Some(answered) = prover.glance(question, budget) else { continue };
            let verdict = self.conclude((prover.name(), start), answered, question, engines.solver, budget);
            if let Verdict::Safe(_) | Verdict::Unsafe(_) = verdict {
                return Some(verdict);
            }
        }
        None
    }

    fn turns(&mut self, engines: &Engines, question: &Question, budget: &Budget) -> Verdict {
        match engines.search {
            Some(search) if engines.provers.is_empty() => self.search(search, 0, question, budget),
            Some(search) if engines.jobs > 1 && question.bound.is_none() => {
                side_by_side(search, engines, question, budget, self)
            }
            Some(search) => self.in_turns(search, engines, question, budget),
            None => self.provers(engines, question, budget).unwrap_or_else(|| self.no_proof()),
        }
    }

    fn in_turns(&mut self, search: &Bounded, engines: &Engines, question: &Question, budget: &Budget) -> Verdict {
        let verdict =
            self.search(search, 0, question, &budget.within(Limits { timeout: Some(FIRST_TURN), ..Limits::default() }));
        let has_more_rounds = search.threads.contexts.is_none() && question.bound.is_none();
        let mut standing = None;
        let next = match verdict {
            Verdict::Safe(_) | Verdict::Unsafe(_) => return verdict,
            // Its turn ended it, or it has followed as many rounds as there are.
            Verdict::SafeUpTo(_) if has_more_rounds && is_concurrent(question.program, question.entry) => {
                standing = Some((verdict, search.contexts()));
                0
            }
            // What was finished of threads is one of their rounds.
            Verdict::Unknown(Why::StoppedAfter(..)) if is_concurrent(question.program, question.entry) => 0,
            Verdict::Unknown(Why::StoppedAfter(_, Bound(finished))) => finished + 1,
            Verdict::Unknown(Why::Stopped(_)) => 0,
            // More time does not help the search.
            other => return self.provers(engines, question, budget).unwrap_or(other),
        };
        if let Some(verdict) = self.provers(engines, question, &share(budget, PROVERS_SHARE)) {
            return verdict;
        }
        let verdict = self.search(search, next, question, budget);
        match (verdict, standing) {
            // What was found before stays true.
            (Verdict::Unknown(_), Some((before, contexts))) => {
                search.set_contexts(contexts);
                before
            }
            (verdict, _) => verdict,
        }
    }

    /// Bounded search from that bound on.
    fn search(&mut self, search: &Bounded, first: u32, question: &Question, budget: &Budget) -> Verdict {
        let start = Instant::now();
        let answered = search.answer_from(first, question, budget);
        self.conclude((search.name(), start), answered, question, &search.config.solver, budget)
    }

    /// Each prover in its turn; `None`: none has an answer.
    fn provers(&mut self, engines: &Engines, question: &Question, budget: &Budget) -> Option<Verdict> {
        for (number, prover) in engines.provers.iter().enumerate() {
            if budget.check().is_err() {
                break;
            }
            let (start, is_last) = (Instant::now(), number + 1 == engines.provers.len());
            let own = share(budget, if is_last { 1.0 } else { prover.share() });
            let mut desk = Desk::new(prover.name(), engines.solver, engines.jobs, engines.queries);
            let mut answered = prover.answer(question, &mut desk, &own);
            answered.stats.merge(&desk.stats);
            if let Some(unwritten) = desk.unwritten {
                self.unwritten.get_or_insert(unwritten);
            }
            let verdict = self.conclude((prover.name(), start), answered, question, engines.solver, budget);
            if let Verdict::Safe(_) | Verdict::Unsafe(_) = verdict {
                return Some(verdict);
            }
        }
        None
    }

    /// The outcome of each prover.
    fn no_proof(&self) -> Verdict {
        let each: Vec<String> =
            self.stats.engines.iter().map(|run| format!("{}: {}", run.engine, run.outcome)).collect();
        Verdict::Unknown(Why::Incomplete(format!("no proof ({})", each.join("; "))))
    }

    /// The verdict that an answer stands for, after its violation was replayed. Who answered, and since when.
    fn conclude(
        &mut self,
        (engine, start): (&'static str, Instant),
        answered: Answered,
        question: &Question,
        solver: &Settings,
        budget: &Budget,
    ) -> Verdict {
        let Answered { answer, stats, mut notes } = answered;
        // What was tried again with the same outcome is said once.
        notes.dedup();
        self.stats.merge(&stats);
        let verdict = match answer {
            Answer::Safe(certificate) => Verdict::Safe(certificate),
            Answer::SafeUpTo(bound) => Verdict::SafeUpTo(bound),
            Answer::Unsafe(trace) => {
                let verdict = self.stats.time("replay", || confirm(question.program, trace, budget));
                unless_vacuous(verdict, question.program, solver, budget, &mut self.stats)
            }
            Answer::Unknown(why) => Verdict::Unknown(why),
            Answer::Declined(Declined(why)) => {
                let run = EngineRun { engine, outcome: format!("declined: {why}"), spent: start.elapsed(), notes };
                self.stats.engines.push(run);
                return Verdict::Unknown(Why::Unsupported(why));
            }
        };
        self.stats.engines.push(EngineRun { engine, outcome: outcome(&verdict), spent: start.elapsed(), notes });
        verdict
    }
}

/// Bounded search on one thread, the provers on another; who has an answer ends the other.
fn side_by_side(search: &Bounded, engines: &Engines, question: &Question, budget: &Budget, log: &mut Log) -> Verdict {
    let budget = budget.shared_by(2).scope();
    let first: Mutex<Option<Verdict>> = Mutex::default();
    let settle = |verdict: &Verdict| {
        if let (Verdict::Safe(_) | Verdict::Unsafe(_), Ok(mut first)) = (verdict, first.lock())
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
            if let Some(verdict) = provers.provers(engines, question, &others) {
                settle(&verdict);
            }
        };
        // Without this thread, there is the search.
        let _ = workers::beside(scope, "provers", work);
        let searched = log.search(search, 0, question, &own);
        settle(&searched);
        searched
    });
    log.stats.merge(&provers.stats);
    log.unwritten = log.unwritten.take().or(provers.unwritten);
    first.into_inner().ok().flatten().unwrap_or(searched)
}

/// A part of the budget's time, and of its solver's units.
fn share(budget: &Budget, part: f64) -> Budget {
    let time = budget.time_left().map_or(PROVER_TURN, |left| left.mul_f64(part));
    let rlimit = budget.left().map(|left| (left as f64 * part) as u64);
    budget.within(Limits { timeout: Some(time), rlimit, ..Limits::default() })
}

/// A verdict in a word, for the statistics.
fn outcome(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Safe(certificate) if certificate.found.is_empty() => "safe".into(),
        Verdict::Safe(certificate) => format!("safe: {}", certificate.found),
        Verdict::SafeUpTo(Bound(bound)) => format!("safe up to bound {bound}"),
        Verdict::Unsafe(_) => "unsafe".into(),
        Verdict::Unknown(Why::Incomplete(why) | Why::Unsupported(why)) => format!("unknown: {why}"),
        Verdict::Unknown(Why::ReplayDisagrees(why)) => format!("unknown: the violation does not replay: {why}"),
        Verdict::Unknown(Why::Stopped(stop) | Why::StoppedAfter(stop, _)) => format!("stopped: {stop:?}"),
    }
}
