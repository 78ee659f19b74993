//! Bounds in turns, for programs on which a single bound may take long.
//!
//! A bound at which the solver stalls says nothing of the next one, at which a violation may be found at once. So the search
//! deepens for some units; where it stalls, the next bounds are tried for as many, each by itself; then it goes on
//! with more units where nothing is known yet:
//!
//! ```text
//! units    ×1                       ×3                    ×9
//! deepen   0 ✓ 1 ✓ 2 …              2 ✓ 3 …               3 ✓ 4 ✓ …
//! beyond               3 … 4 …              4 … 5 violation
//! ```
//!
//! Where much is evaluated ahead, which knows the bound, each bound is by itself from the first on. Where nothing is behind what is
//! cut off, each further one is harder than the one before, and has all that is left.
//!
//! Each of these turns begins anew: what was inlined for one bound is a burden at another. As turns grow, all of them together cost
//! little more than the last ones.

use super::abstraction::reach;
use super::bound::Costs;
use super::config::{Acyclic, Config, Hooks, Reached, Summaries};
use super::deepening::Deepening;
use super::suited::{Bounds, suited};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::stats::Stats;
use crate::ir::Program;
use crate::verdict::{Bound, Verdict, Why};

/// Units of the first turns: a second or so.
pub const FIRST_TURN: u64 = 1_000_000;
/// A search that may spend more begins with that part of it.
const FIRST_PART: u64 = 32;
/// Units of a turn, in those of the turn before.
const FACTOR: u64 = 3;
/// Bounds that are tried beyond the one that stalls.
const BEYOND: u32 = 2;

/// How bounds have turns in a search of this program; `None`: they have none.
pub fn takes_turns(config: &Config, program: &Program) -> Option<Bounds> {
    let may_take = config.bound.is_none()
        && config.summaries != Summaries::Houdini
        && config.jobs == 1
        && config.abstraction.is_none();
    Some(suited(config, program).bounds).filter(|&bounds| may_take && bounds != Bounds::Deepening)
}

/// A search without a bound, by turns.
pub fn reach_by_turns(
    question: &Acyclic,
    config: &Config,
    budget: &Budget,
    want_smtlib: bool,
    mut hooks: Hooks,
) -> Reached {
    let (mut stats, mut cut) = (Stats::default(), Vec::new());
    if !Costs::new(&question.program, question.entry, config.unroll_limit).may_cut(&question.program, question.entry) {
        // All bounds are the same.
        let here = Config { bound: Some(Bound(config.first)), shuts: false, ..config.clone() };
        return reach(question, &here, budget, want_smtlib, hooks);
    }
    let apart = takes_turns(config, &question.program) == Some(Bounds::Apart);
    let mut deepening = Deepening::new(config);
    let mut units = match config.shuts {
        true => u64::MAX,
        false => budget.left().map_or(FIRST_TURN, |left| FIRST_TURN.max(left / FIRST_PART)),
    };
    loop {
        let (mut beyond, mut is_cut) = (0, false);
        while beyond <= BEYOND {
            let first = deepening.now().0;
            let here = match beyond {
                0 if !apart => Config { first, ..config.clone() },
                _ => Config { bound: Some(Bound(first + beyond)), is_passing: apart, ..config.clone() },
            };
            let turn = budget.within(Limits::units(units));
            let mut reached = reach(question, &here, &turn, want_smtlib, hooks.shorter());
            let at = reached.stats.bound.take();
            stats.merge(&reached.stats);
            stats.bound = Some(first);
            let why = match reached.answer {
                Verdict::Unknown(why) => why,
                // Nothing within a bound is nothing within those below.
                Verdict::SafeUpTo(bound) => {
                    deepening.has_finished(bound);
                    (beyond, cut) = (0, reached.cut);
                    continue;
                }
                answer => {
                    stats.bound = at;
                    return Reached { answer, stats, ..reached };
                }
            };
            if let Why::StoppedAfter(_, bound) = why
                && bound.0 >= first
            {
                deepening.has_finished(bound);
                cut = std::mem::take(&mut reached.cut);
            }
            let why = match (budget.check(), why) {
                (Err(stop), _) => Why::Stopped(stop),
                // The units of this turn are used up.
                (Ok(()), Why::Stopped(Stop::Rlimit) | Why::StoppedAfter(Stop::Rlimit, _)) => {
                    (beyond, is_cut) = (beyond + 1, true);
                    continue;
                }
                // Another bound may be decided.
                (Ok(()), Why::Incomplete(_)) if is_cut || beyond < BEYOND => {
                    beyond += 1;
                    continue;
                }
                (Ok(()), Why::StoppedAfter(stop, _)) => Why::Stopped(stop),
                (Ok(()), why) => why,
            };
            return Reached { answer: deepening.given_up(why), stats, cut, ..reached };
        }
        units = units.saturating_mul(FACTOR);
    }
}
