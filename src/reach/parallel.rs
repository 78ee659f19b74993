//! One search on several threads: whoever has nothing to do gets a part of what another one has left.
//!
//! A busy worker splits its unit at a call: it goes on with the executions that do not pass through the call, and
//! leaves those that do to others. Each unit has a call tree and a solver context of its own. The first violation ends
//! the search; no violation means that no unit has one.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};

use super::search::{Acyclic, Config, Hooks, Progress, Reached, Summaries, with_search};
use super::unit::Unit;
use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::base::workers;
use crate::ir::Program;
use crate::verdict::{Bound, Trace, Verdict, Why};

/// Units that wait for a worker.
pub struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Unit>,
    /// The program with the summaries that a worker has inferred.
    summarised: Option<Arc<Program>>,
    /// Workers without a unit.
    idle: usize,
    workers: usize,
    over: bool,
    /// Units are collected, not worked on: until there are so many.
    wanted: Option<usize>,
}

impl Pool {
    fn new(workers: usize, first: Unit) -> Pool {
        let state = State { waiting: VecDeque::from([first]), workers, ..State::default() };
        Pool { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Units that begin later, begin with these summaries.
    pub fn summarised(&self, program: &Arc<Program>) {
        if let Ok(mut state) = self.state.lock() {
            state.summarised = Some(program.clone());
        }
    }

    /// The same with the summaries that are known by now.
    fn with_summaries(&self, question: Acyclic, config: Config) -> (Acyclic, Config) {
        match self.state.lock().ok().and_then(|state| state.summarised.clone()) {
            Some(program) => (Acyclic { program, ..question }, Config { summaries: Summaries::Given, ..config }),
            None => (question, config),
        }
    }

    /// Whether a worker waits for a unit that nobody has given yet.
    pub fn is_hungry(&self) -> bool {
        self.state.lock().is_ok_and(|state| state.wanted.unwrap_or(state.idle) > state.waiting.len())
    }

    /// Whether all units that were wanted are there.
    pub fn is_complete(&self) -> bool {
        self.state.lock().is_ok_and(|state| state.wanted.is_some_and(|wanted| wanted <= state.waiting.len()))
    }

    pub fn give(&self, unit: Unit) {
        if let Ok(mut state) = self.state.lock() {
            state.waiting.push_back(unit);
        }
        self.changed.notify_one();
    }

    /// The next unit; `None` when all are done.
    fn take(&self) -> Option<Unit> {
        let mut state = self.state.lock().ok()?;
        state.idle += 1;
        loop {
            if let Some(unit) = state.waiting.pop_front() {
                state.idle -= 1;
                return Some(unit);
            }
            if state.over || state.idle == state.workers {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            state = self.changed.wait(state).ok()?;
        }
    }

    /// There is one worker less than was said, but never none.
    fn lack_one(&self) {
        if let Ok(mut state) = self.state.lock() {
            state.workers = (state.workers - 1).max(1);
        }
        self.changed.notify_all();
    }

    fn end(&self) {
        if let Ok(mut state) = self.state.lock() {
            state.over = true;
            state.waiting.clear();
        }
        self.changed.notify_all();
    }
}

/// Splits a search at its bound into that many units, which together are as good as it. `None`: the search ended before
/// there were so many.
pub fn split(question: &Acyclic, config: &Config, budget: &Budget, parts: usize, hooks: Hooks) -> Option<Vec<Unit>> {
    if parts <= 1 {
        return Some(vec![config.unit.clone()]);
    }
    let state = State { wanted: Some(parts - 1), ..State::default() };
    let pool = Pool { state: Mutex::new(state), changed: Condvar::new() };
    let (unit, mut hooks) = (config.unit.clone(), hooks);
    // Splits are at calls that are inlined one by one.
    let config = Config { split_after: 0, ahead: 0, ..config.clone() };
    let reached = with_search(question, &config, budget, false, hooks.shorter(), |search| {
        search.ask_unit(unit, Some(&pool));
        search.unit().clone()
    });
    let given = pool.is_complete().then(|| pool.state.into_inner().map(|state| state.waiting).unwrap_or_default())?;
    Some(std::iter::once(reached.answer).chain(given).collect())
}

/// Can the entry return?
pub fn search<'a>(
    question: &Acyclic,
    config: &'a Config,
    budget: &'a Budget,
    want_smtlib: bool,
    hooks: Hooks<'a>,
) -> Reached {
    if let Err(stop) = budget.check() {
        let answer = Verdict::Unknown(Why::Stopped(stop));
        Reached { answer, stats: Stats::default(), smtlib: None, summaries: None }
    } else if config.jobs > 1 && !want_smtlib {
        on_threads(question, config, budget, hooks)
    } else {
        with_search(question, config, budget, want_smtlib, hooks, |search| search.ask_unit(config.unit.clone(), None))
    }
}

fn on_threads(question: &Acyclic, config: &Config, budget: &Budget, hooks: Hooks) -> Reached {
    let (mut question, mut stats, mut summaries) = (question.clone(), Stats::default(), None);
    let hooks = Mutex::new(hooks);
    let mut bound = config.bound.unwrap_or(Bound(config.first));
    let mut finished = config.first.checked_sub(1).map(Bound);
    let mut here = config.clone();
    loop {
        here.bound = Some(bound);
        let pool = Pool::new(config.jobs, config.unit.clone());
        let reached = one_bound(&pool, &question, &here, budget, &hooks);
        stats.merge(&reached.stats);
        summaries = summaries.or(reached.summaries);
        (question, here) = pool.with_summaries(question, here);
        let answer = match reached.answer {
            Verdict::SafeUpTo(_) if config.bound.is_none() => {
                finished = Some(bound);
                bound = Bound(bound.0 + 1);
                continue;
            }
            Verdict::Unknown(Why::Stopped(stop)) => {
                Verdict::Unknown(finished.map_or(Why::Stopped(stop), |bound| Why::StoppedAfter(stop, bound)))
            }
            answer => answer,
        };
        return Reached { answer, stats, smtlib: None, summaries };
    }
}

fn one_bound(pool: &Pool, question: &Acyclic, config: &Config, budget: &Budget, hooks: &Mutex<Hooks>) -> Reached {
    let budget = budget.shared_by(config.jobs).scope();
    let result: Mutex<Option<Reached>> = Mutex::default();
    let work = || {
        while let Some(unit) = pool.take() {
            let mut progress = |now: Progress| {
                if let Ok(mut hooks) = hooks.lock() {
                    (hooks.progress)(now);
                }
            };
            let mut is_certain = |trace: &Trace| hooks.lock().is_ok_and(|mut hooks| (hooks.is_certain)(trace));
            let hooks = Hooks { progress: &mut progress, is_certain: &mut is_certain };
            let (question, config) = pool.with_summaries(question.clone(), config.clone());
            let reached =
                with_search(&question, &config, &budget, false, hooks, |search| search.ask_unit(unit, Some(pool)));
            let Ok(mut result) = result.lock() else { return };
            let all = match result.take() {
                Some(known) => together(known, reached),
                None => reached,
            };
            if matches!(result.insert(all).answer, Verdict::Unsafe(_)) {
                pool.end();
                budget.cancel().cancel();
            }
        }
    };
    workers::at_once("search", config.jobs, |_| work(), |_| pool.lack_one());
    result.into_inner().unwrap_or_default().expect("internal: the first unit has an answer")
}

/// What is known of two units together.
fn together(mut a: Reached, b: Reached) -> Reached {
    a.stats.merge(&b.stats);
    Reached { answer: worse(a.answer, b.answer), summaries: a.summaries.or(b.summaries), ..a }
}

fn worse(a: Verdict<Trace>, b: Verdict<Trace>) -> Verdict<Trace> {
    let rank = |verdict: &Verdict<Trace>| match verdict {
        Verdict::Safe(_) => 0,
        Verdict::SafeUpTo(_) => 1,
        Verdict::Unknown(_) => 2,
        Verdict::Unsafe(_) => 3,
    };
    if rank(&b) > rank(&a) { b } else { a }
}
