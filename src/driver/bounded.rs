//! Bounded search as an engine: the passes in front of it, the search with its summaries, and the way back.

use std::sync::{Arc, Mutex};

use super::cut::cut_off;
use super::pipeline::{self, Prepared};
use super::posed::Posed;
use super::unsupported::weakened;
use super::waiting::Waiting;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::loops::repeats;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Answer, Answered, Engine, Oracle, Question};
use crate::ir::Program;
use crate::pass::original;
use crate::pass::{Effect, sequentialise};
use crate::reach::{self, Bounds, Hooks, OneTurn, Progress, Reached};
use crate::verdict::{BOUNDED, Bound, Certificate, CutOff, Trace, Verdict, Why};

/// The search, and who hears of its progress.
pub struct Bounded<'a> {
    pub config: reach::Config,
    pub progress: Mutex<&'a mut (dyn FnMut(Progress) + Send)>,
    /// Whether the solver's final state is wanted, as SMT-LIB.
    pub want_smtlib: bool,
    pub threads: Threads,
    /// The results of the last search besides its answer.
    pub left: Mutex<Left>,
}

/// How far threads are followed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads {
    /// The rounds in which they take turns; `None`: a few, and more where nothing is found and nothing else bounded.
    pub contexts: Option<u32>,
    /// They yield only where the program says so.
    pub cooperative: bool,
    /// Without a number of rounds: the user has set a limit, so there are more rounds until it is reached.
    pub goes_on: bool,
    /// All interleavings at once, and no rounds.
    pub is_ordered: bool,
}

impl Threads {
    /// The rounds of one search, where an entry spawns threads.
    pub fn rounds(&self, program: &Program, entry: ProcId) -> Option<u32> {
        is_concurrent(program, entry).then(|| self.contexts.unwrap_or(ROUNDS.0))
    }
}

/// Rounds without `--contexts`: the first that are tried, and the last where nothing limits the search.
pub(super) const ROUNDS: (u32, u32) = (sequentialise::CONTEXTS as u32, 4);

/// Texts that the user may have asked for, and what the answer is about.
#[derive(Default)]
pub struct Left {
    /// The rounds of threads that were searched.
    pub contexts: Option<u32>,
    /// What was not followed beyond the bound.
    pub cut: Vec<CutOff>,
    /// The search reached no end, and what counts all rounds may come further.
    pub counts: bool,
    /// The solver's final state.
    pub smtlib: Option<String>,
    /// The procedures with inferred summaries, as Boogie declarations.
    pub summaries: Option<String>,
}

/// Where a search begins.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Bounds are deepened from there on, where none is given: nothing is to be found below.
    pub bound: u32,
    /// Loops whose number of rounds the program fixes have all of them whatever the bound, as far as the user wants it, and something
    /// may come behind what is cut off ([`super::course`]).
    pub unrolls: bool,
}

impl Start {
    /// At that bound.
    pub fn at(bound: u32) -> Start {
        Start { bound, unrolls: true }
    }
}

impl Default for Start {
    fn default() -> Start {
        Start::at(0)
    }
}

impl<'a> Bounded<'a> {
    pub fn new(config: reach::Config, progress: &'a mut (dyn FnMut(Progress) + Send)) -> Bounded<'a> {
        Bounded {
            config,
            progress: Mutex::new(progress),
            want_smtlib: false,
            threads: Threads::default(),
            left: Mutex::default(),
        }
    }

    /// The rounds of threads that were searched.
    pub fn contexts(&self) -> Option<u32> {
        self.left.lock().ok().and_then(|left| left.contexts)
    }

    /// Says which rounds of threads an answer is about.
    pub fn set_contexts(&self, contexts: Option<u32>) {
        if let Ok(mut left) = self.left.lock() {
            left.contexts = contexts;
        }
    }

    /// Answers from there on.
    pub fn answer_from(&self, first: Start, question: &Question, budget: &Budget) -> Answered {
        self.answer_in_turn(&mut None, first, question, budget)
    }

    /// The same in one of several turns: goes on with the search that waits, if there is one, and leaves what waits for the next.
    pub fn answer_in_turn(
        &self,
        waiting: &mut Option<Waiting>,
        first: Start,
        question: &Question,
        budget: &Budget,
    ) -> Answered {
        if is_concurrent(question.program, question.entry) {
            return self.answer_threads(first.bound, question, budget);
        }
        let mut stats = Stats::default();
        let (posed, before) = match waiting.take() {
            Some(before) => (before.posed.clone(), Some(before)),
            None => {
                let prepared = stats.time("passes", || pipeline::prepare(question.program.clone(), question.entry));
                self.set_contexts(None);
                if let Some(answer) = at_once(&prepared, None, &[], question) {
                    return Answered { answer, stats, notes: Vec::new() };
                }
                (Arc::new(self.posed(prepared, (None, &[]), first, question)), None)
            }
        };
        // Texts are of what has ended.
        let may_wait = !self.want_smtlib && !self.config.show_summaries && self.config.jobs == 1;
        let begun = before.or_else(|| may_wait.then(|| Waiting::begin(posed.clone(), budget)).flatten());
        let reached = match begun {
            Some(begun) => {
                let (reached, waits) = begun.go_on(budget, &mut |now| self.tell(now));
                *waiting = waits;
                reached
            }
            None => self.reached(&posed, budget),
        };
        self.answered(&posed, reached, question, stats)
    }

    fn tell(&self, now: Progress) {
        if let Ok(mut progress) = self.progress.lock() {
            progress(now);
        }
    }

    /// The same for executions of that many rounds, where there are threads.
    pub(super) fn answer_rounds(&self, rounds: u32, first: Start, question: &Question, budget: &Budget) -> Answered {
        let (program, entry) = (question.program, question.entry);
        let mut stats = Stats::default();
        let prepared = stats.time("passes", || pipeline::prepare_rounds(program.clone(), entry, rounds as usize));
        self.set_contexts(Some(rounds));
        self.answer_prepared((prepared, Some(rounds), &[]), first, question, budget, stats)
    }

    /// The search in a program that passes have prepared: for those rounds of threads, or up to these places.
    pub(super) fn answer_prepared(
        &self,
        (prepared, rounds, beyond): (Prepared, Option<u32>, &[ProcId]),
        first: Start,
        question: &Question,
        budget: &Budget,
        stats: Stats,
    ) -> Answered {
        if let Some(answer) = at_once(&prepared, rounds, beyond, question) {
            return Answered { answer, stats, notes: Vec::new() };
        }
        let posed = self.posed(prepared, (rounds, beyond), first, question);
        let reached = self.reached(&posed, budget);
        self.answered(&posed, reached, question, stats)
    }

    fn posed(
        &self,
        prepared: Prepared,
        (rounds, beyond): (Option<u32>, &[ProcId]),
        first: Start,
        question: &Question,
    ) -> Posed {
        let config = reach::Config { first: first.bound, bound: question.bound, ..self.config.clone() };
        let mut posed = Posed::new(prepared, config, first.unrolls, question);
        posed.search.want_smtlib = self.want_smtlib;
        (posed.rounds, posed.beyond) = (rounds, beyond.to_vec());
        posed
    }

    /// What the search reaches in one turn.
    fn reached(&self, posed: &Posed, budget: &Budget) -> Reached {
        let mut is_certain = |trace: &Trace| posed.is_certain(trace, budget);
        let mut progress = |now| self.tell(now);
        let hooks = Hooks { turns: &OneTurn, progress: &mut progress, is_certain: &mut is_certain };
        posed.search.clone().run(budget, hooks)
    }

    /// What that says of the question's program.
    fn answered(&self, posed: &Posed, reached: Reached, question: &Question, mut stats: Stats) -> Answered {
        let Posed { search, bounds, backs, effect, rounds, beyond, .. } = posed;
        let program = question.program;
        let reach::Acyclic { program: prepared, entry, .. } = &search.question;
        let is_cut = matches!(reached.answer, Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)));
        let may_count = rounds.is_none()
            && match bounds {
                Some(Bounds::Apart) => repeats(program, question.entry),
                Some(Bounds::ByTurns) => false,
                Some(Bounds::Deepening) | None => {
                    is_cut && reach::unrolls(prepared, *entry, search.config.unroll_limit)
                }
            };
        stats.merge(&reached.stats);
        if let Ok(mut left) = self.left.lock() {
            let cut = cut_off(program, prepared, if beyond.is_empty() { &reached.cut } else { beyond }, backs);
            *left = Left {
                smtlib: reached.smtlib,
                summaries: reached.summaries,
                contexts: *rounds,
                cut,
                counts: may_count && is_cut,
            };
        }
        let bound = search.config.bound.unwrap_or(Bound(stats.bound.unwrap_or(0)));
        let answer = match carry_over(reached.answer, *effect, bound) {
            Verdict::Safe(certificate) => Answer::Safe(certificate),
            Verdict::SafeUpTo(bound) => Answer::SafeUpTo(bound),
            Verdict::Unsafe(_) if program.weakened => Answer::Unknown(weakened()),
            Verdict::Unsafe(trace) => Answer::Unsafe(original(program, trace, backs)),
            Verdict::Unknown(why) => Answer::Unknown(why),
        };
        Answered { answer, stats, notes: Vec::new() }
    }
}

impl Engine for Bounded<'_> {
    fn name(&self) -> &'static str {
        BOUNDED
    }

    fn answer(&self, question: &Question, _: &mut dyn Oracle, budget: &Budget) -> Answered {
        self.answer_from(Start::at(self.config.first), question, budget)
    }
}

/// The answer about a program that cannot reach an assertion; `None`: it can.
fn at_once(prepared: &Prepared, rounds: Option<u32>, beyond: &[ProcId], question: &Question) -> Option<Answer> {
    if prepared.can_fail {
        return None;
    }
    Some(match question.bound {
        Some(bound) if !beyond.is_empty() => Answer::SafeUpTo(bound),
        // What threads do was followed to the end.
        _ if rounds.is_none() && is_concurrent(question.program, question.entry) => {
            Answer::Safe(Certificate::over_approximation_refuted())
        }
        _ => Answer::Safe(Certificate::nothing_to_check()),
    })
}

/// The verdict about a program, carried over to the one that passes of this effect made it from. A violation carries
/// over as a candidate in any case: whether it is one, replay says.
pub fn carry_over<T>(verdict: Verdict<T>, effect: Effect, bound: Bound) -> Verdict<T> {
    match (verdict, effect) {
        // Executions are missing: what was not found may be among them.
        (Verdict::Safe(_), Effect::Under) => Verdict::SafeUpTo(bound),
        (verdict, _) => verdict,
    }
}
