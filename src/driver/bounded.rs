//! Bounded search as an engine: the passes in front of it, the search with its summaries, and the way back.

use std::sync::{Arc, Mutex};

use super::cut::cut_off;
use super::limits::{EARLY, EARLY_UNITS, RUNS};
use super::pipeline::{self, Prepared};
use super::runs::Runs;
use super::summarised::SummarisedSearch;
use super::unsupported::weakened;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Answer, Answered, Engine, Oracle, Question};
use crate::interp::replay::replay_quietly;
use crate::ir::Program;
use crate::pass::original;
use crate::pass::{Effect, sequentialise};
use crate::reach::schedules::Schedules;
use crate::reach::{self, Hooks, Progress, takes_turns};
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
}

impl Threads {
    /// The rounds of one search, where an entry spawns threads.
    pub fn rounds(&self, program: &Program, entry: ProcId) -> Option<u32> {
        is_concurrent(program, entry).then(|| self.contexts.unwrap_or(ROUNDS.0))
    }
}

/// Rounds without `--contexts`: the first that are tried, and the last where nothing limits the search.
const ROUNDS: (u32, u32) = (sequentialise::CONTEXTS as u32, 4);

/// Texts that the user may have asked for, and what the answer is about.
#[derive(Default)]
pub struct Left {
    /// The rounds of threads that were searched.
    pub contexts: Option<u32>,
    /// What was not followed beyond the bound.
    pub cut: Vec<CutOff>,
    /// The search came to no end, and there are loops that were unrolled whatever the bound.
    pub unrolls: bool,
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
    /// Loops whose number of rounds the program fixes have all of them whatever the bound, as far as the user wants it.
    pub unrolls: bool,
}

impl Default for Start {
    fn default() -> Start {
        Start { bound: 0, unrolls: true }
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
        if !is_concurrent(question.program, question.entry) {
            return self.answer_rounds(None, first, question, budget);
        }
        let (start, end) = match self.threads.contexts {
            Some(contexts) => (contexts, contexts),
            None if question.bound.is_some() => (ROUNDS.0, ROUNDS.0),
            None if self.threads.goes_on => (ROUNDS.0, u32::MAX),
            None => ROUNDS,
        };
        if self.threads.contexts.is_none() && question.bound.is_none() && first.bound == 0 {
            return self.answer_openly((start, end), question, budget);
        }
        self.answer_up_to((start, end), first, question, budget)
    }

    /// Where the user sets no bound: one round; then, by turns, runs and several rounds.
    fn answer_openly(&self, rounds: (u32, u32), question: &Question, budget: &Budget) -> Answered {
        let mut answered = self.answer_early(question, budget);
        if matches!(answered.answer, Answer::Unsafe(_) | Answer::Safe(_)) {
            return answered;
        }
        let mut stats = Stats::default();
        let runs = Runs::new(question);
        let mut schedules = runs.schedules();
        for (commands, units) in RUNS {
            // The bound is that of all rounds.
            stats.merge(&Stats { bound: None, ..answered.stats });
            let run = |schedules: &mut Schedules<'_>| runs.violation(schedules, commands, budget);
            if let Some(trace) = stats.time("runs", || schedules.as_mut().and_then(run)) {
                if let Ok(mut left) = self.left.lock() {
                    *left = Left::default();
                }
                return Answered { answer: Answer::Unsafe(trace), stats, notes: Vec::new() };
            }
            let units = units.filter(|_| schedules.is_some());
            let part = budget.within(Limits { rlimit: units, ..Limits::default() });
            answered = self.answer_up_to(rounds, Start::default(), question, &part);
            if units.is_none() || part.check().is_ok() || budget.check().is_err() {
                break;
            }
        }
        answered.stats.merge(&stats);
        answered
    }

    /// Rounds from the first number on, and more as long as nothing is found.
    fn answer_up_to(&self, (start, end): (u32, u32), first: Start, question: &Question, budget: &Budget) -> Answered {
        let mut answered = self.answer_rounds(Some(start), first, question, budget);
        for rounds in start.saturating_add(1)..=end {
            let Answer::SafeUpTo(_) = answered.answer else { break };
            let contexts = self.contexts();
            let next = self.answer_rounds(Some(rounds), first, question, budget);
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
        self.answer_rounds(Some(1), Start::default(), &question, &budget.within(Limits::units(EARLY_UNITS)))
    }

    /// The same for executions of that many rounds, where there are threads.
    fn answer_rounds(&self, rounds: Option<u32>, first: Start, question: &Question, budget: &Budget) -> Answered {
        let (program, entry) = (question.program, question.entry);
        let mut stats = Stats::default();
        let contexts = rounds.unwrap_or(ROUNDS.0) as usize;
        let prepared = stats.time("passes", || pipeline::prepare_rounds(program.clone(), entry, contexts));
        self.set_contexts(rounds);
        if !prepared.can_fail {
            let answer = Answer::Safe(Certificate::nothing_to_check());
            return Answered { answer, stats, notes: Vec::new() };
        }
        let Prepared { program: changed, entry: start, error, backs, effect, .. } = prepared;
        let mut is_certain = |trace: &Trace| {
            let trace = original(program, trace.clone(), &backs);
            replay_quietly(program, &trace, budget).is_ok_and(|execution| execution.certain)
        };
        let mut progress = |now: Progress| {
            if let Ok(mut progress) = self.progress.lock() {
                progress(now);
            }
        };
        let hooks = Hooks { progress: &mut progress, is_certain: &mut is_certain };
        let unroll_limit = if first.unrolls { self.config.unroll_limit } else { 0 };
        let config = reach::Config { first: first.bound, bound: question.bound, unroll_limit, ..self.config.clone() };
        let question = reach::Acyclic { program: Arc::new(changed), entry: start, error };
        let prepared = question.program.clone();
        let search = SummarisedSearch { question, config: &config, want_smtlib: self.want_smtlib };
        let may_count = rounds.is_none() && !takes_turns(&config, &search.question);
        let reached = search.run(budget, hooks);
        let is_cut = matches!(reached.answer, Verdict::Unknown(Why::Stopped(_) | Why::StoppedAfter(..)));
        let unrolls = may_count && is_cut && reach::unrolls(&prepared, start, unroll_limit);
        stats.merge(&reached.stats);
        if let Ok(mut left) = self.left.lock() {
            let cut = cut_off(program, &prepared, &reached.cut, &backs);
            *left = Left { smtlib: reached.smtlib, summaries: reached.summaries, contexts: rounds, cut, unrolls };
        }
        let bound = config.bound.unwrap_or(Bound(stats.bound.unwrap_or(0)));
        let answer = match carry_over(reached.answer, effect, bound) {
            Verdict::Safe(certificate) => Answer::Safe(certificate),
            Verdict::SafeUpTo(bound) => Answer::SafeUpTo(bound),
            Verdict::Unsafe(_) if program.weakened => Answer::Unknown(weakened()),
            Verdict::Unsafe(trace) => Answer::Unsafe(original(program, trace, &backs)),
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
        self.answer_from(Start { bound: self.config.first, unrolls: true }, question, budget)
    }
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
