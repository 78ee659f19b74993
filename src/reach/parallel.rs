//! One search on several threads: whoever has nothing to do gets a part of what another one has left.
//!
//! A busy worker splits its unit at a call: it goes on with the executions that do not pass through the call, and
//! leaves those that do to others. Each unit has a call tree and a solver context of its own. The first violation ends
//! the search; no violation means that no unit has one.

use std::sync::Mutex;

use super::config::{Acyclic, Config, Hooks, OneTurn, Progress, Reached};
use super::deepening::Deepening;
use super::pool::Pool;
use super::search::{Search, with_search};
use super::unit::Unit;
use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::base::workers;
use crate::verdict::{Trace, Verdict, Why};

/// Splits a search at its bound into that many units, which together are as good as it. `None`: the search ended before
/// there were so many.
pub fn split(question: &Acyclic, config: &Config, budget: &Budget, parts: usize, hooks: Hooks) -> Option<Vec<Unit>> {
    if parts <= 1 {
        return Some(vec![config.unit.clone()]);
    }
    let pool = Pool::collecting(parts - 1);
    let (unit, mut hooks) = (config.unit.clone(), hooks);
    // Splits are at calls that are inlined one by one.
    let config = Config { split_after: 0, ahead: Some(0), ..config.clone() };
    let reached = with_search(question, &config, budget, false, hooks.shorter(), |search| {
        search.ask_unit(unit, Some(&pool));
        search.unit().clone()
    });
    let given = pool.into_collected()?;
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
        Reached { answer, stats: Stats::default(), smtlib: None, summaries: None, cut: Vec::new() }
    } else if config.jobs > 1 && !want_smtlib {
        on_threads(question, config, budget, hooks)
    } else {
        let turns = hooks.turns;
        let ask = |search: &mut Search| search.ask_unit(config.unit.clone(), None);
        let reached = with_search(question, config, budget, want_smtlib, hooks, ask);
        turns.ended(&reached.stats);
        reached
    }
}

fn on_threads(question: &Acyclic, config: &Config, budget: &Budget, hooks: Hooks) -> Reached {
    let (mut question, mut stats, mut summaries) = (question.clone(), Stats::default(), None);
    let hooks = Mutex::new(hooks);
    let mut deepening = Deepening::new(config);
    let mut here = config.clone();
    loop {
        here.bound = Some(deepening.now());
        let pool = Pool::new(config.jobs, config.unit.clone());
        let reached = one_bound(&pool, &question, &here, budget, &hooks);
        stats.merge(&reached.stats);
        summaries = summaries.or(reached.summaries);
        (question, here) = pool.with_summaries(question, here);
        let answer = match reached.answer {
            Verdict::SafeUpTo(_) => deepening.exhausted(),
            Verdict::Unknown(why) => Some(deepening.given_up(why)),
            answer => Some(answer),
        };
        if let Some(answer) = answer {
            return Reached { answer, stats, smtlib: None, summaries, cut: reached.cut };
        }
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
            let hooks = Hooks { turns: &OneTurn, progress: &mut progress, is_certain: &mut is_certain };
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
    a.cut.extend(b.cut);
    a.cut.sort_unstable();
    a.cut.dedup();
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
