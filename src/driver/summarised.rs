//! The search and its summaries: what contracts say, what is inferred before it, or once it reaches a bound without a
//! proof. Bugs and easy proofs then cost no inference.

use std::sync::Arc;

use super::limits::{SUMMARIES_LEAST, SUMMARIES_PART};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::liveness::liveness;
use crate::infer::summaries::{PATIENCE_WITH_ALL, Scope, Summaries as Inferred, Task, declarations, summarise};
use crate::reach::{
    self, Acyclic, Bounds, Config, Engine, FIRST_TURN, Hooks, Reached, Summaries, reach_by_turns, takes_turns,
};
use crate::verdict::{Bound, Verdict, Why};

/// A question, and how it is searched for an answer.
#[derive(Clone)]
pub struct SummarisedSearch {
    pub question: Acyclic,
    pub config: Config,
    pub want_smtlib: bool,
}

impl SummarisedSearch {
    pub fn run(mut self, budget: &Budget, mut hooks: Hooks) -> Reached {
        if self.config.summaries == Summaries::None {
            Arc::make_mut(&mut self.question.program).procs.iter_mut().for_each(|p| p.ensures.clear());
        }
        let config = &self.config;
        // Static inlining leaves no call open that would need more than its contract; an abstract program lacks the
        // globals that summaries speak of.
        let inferring = matches!(config.summaries, Summaries::Houdini | Summaries::OnDemand);
        if !inferring || config.engine == Engine::Static || config.abstraction.is_some() {
            return reach::reach(&self.question, config, budget, self.want_smtlib, hooks);
        }
        let bounds = takes_turns(config, &self.question.program);
        if config.shuts {
            return self.search_from(config.first, Vec::new(), budget, hooks);
        }
        let mut stats = Stats::default();
        let mut first = None;
        if config.summaries == Summaries::OnDemand {
            let to_a_bound = Config { bound: config.bound.or(Some(Bound(config.first))), ..config.clone() };
            let turn = budget.within(Limits { rlimit: bounds.map(|_| FIRST_TURN), ..Limits::default() });
            let mut reached = self.search(&self.question, &to_a_bound, &turn, hooks.shorter());
            let is_cut = matches!(
                reached.answer,
                Verdict::Unknown(Why::Stopped(Stop::Rlimit) | Why::StoppedAfter(Stop::Rlimit, _))
            );
            let goes_on = match reached.answer {
                // Where one bound takes long, others may not.
                _ if bounds.is_some() && is_cut && budget.check().is_ok() => Some(config.first),
                // Below, summaries were asked for a proof.
                Verdict::SafeUpTo(bound) if bounds == Some(Bounds::Apart) && config.first > 0 => Some(bound.0 + 1),
                _ => None,
            };
            if let Some(first) = goes_on {
                let further = self.search_from(first, reached.cut, budget, hooks);
                reached.stats.merge(&further.stats);
                return Reached { stats: reached.stats, ..further };
            }
            let Verdict::SafeUpTo(bound) = reached.answer else { return reached };
            stats.merge(&reached.stats);
            first = Some((bound, reached));
        }
        let mut summarised = self.question.clone();
        // A proof by summaries is short, if there is one.
        let patience = first.as_ref().map(|(_, first)| (first.stats.rlimit / SUMMARIES_PART).max(SUMMARIES_LEAST));
        let units = patience.unwrap_or(PATIENCE_WITH_ALL).min(PATIENCE_WITH_ALL);
        let inferred = stats.time("summaries", || self.infer(&mut summarised, units, budget));
        stats.merge(&inferred.stats);
        let text = config.show_summaries.then(|| declarations(&summarised.program, &inferred));
        let reached = match first {
            Some((bound, first)) if config.bound.is_some() || bounds == Some(Bounds::Apart) => {
                let patience = budget.within(Limits { rlimit: patience, ..Limits::default() });
                let proof = (!inferred.clauses.is_empty())
                    .then(|| self.search(&summarised, config, &patience, hooks.shorter()))
                    .inspect(|proof| stats.merge(&proof.stats));
                match proof {
                    Some(proof) if !matches!(proof.answer, Verdict::Unknown(_)) => proof,
                    // Without a proof, what is known by now stays known.
                    _ if config.bound.is_some() => first,
                    // And what was inferred is a burden.
                    _ => {
                        let further = self.search_from(bound.0 + 1, first.cut, budget, hooks);
                        stats.merge(&further.stats);
                        further
                    }
                }
            }
            first => {
                let mut reached = self.search(&summarised, config, budget, hooks.shorter());
                stats.merge(&reached.stats);
                // Summaries with quantifiers may be more than the solver can decide.
                if matches!(reached.answer, Verdict::Unknown(Why::Incomplete(_))) && !inferred.clauses.is_empty() {
                    reached = self.search(&self.question, config, budget, hooks);
                    stats.merge(&reached.stats);
                }
                if let (Verdict::Unknown(Why::Stopped(stop)), Some((bound, _))) = (&reached.answer, first) {
                    reached.answer = Verdict::Unknown(Why::StoppedAfter(*stop, bound));
                }
                reached
            }
        };
        Reached { stats, summaries: text, ..reached }
    }

    /// Without summaries, from a bound on below which there is nothing; `cut` is what was left out there.
    fn search_from(&self, first: u32, cut: Vec<ProcId>, budget: &Budget, hooks: Hooks) -> Reached {
        let reached = self.search(&self.question, &Config { first, ..self.config.clone() }, budget, hooks);
        let has_own = !matches!(reached.answer, Verdict::Unknown(_)) || !reached.cut.is_empty();
        if has_own { reached } else { Reached { cut, ..reached } }
    }

    fn search(&self, question: &Acyclic, config: &Config, budget: &Budget, hooks: Hooks) -> Reached {
        if takes_turns(config, &question.program).is_some() {
            return reach_by_turns(question, config, budget, self.want_smtlib, hooks);
        }
        reach::reach(question, config, budget, self.want_smtlib, hooks)
    }

    /// Adds summaries to the program.
    fn infer(&self, question: &mut Acyclic, units: u64, budget: &Budget) -> Inferred {
        let Acyclic { program, entry, error } = question;
        let live = liveness(program, *entry, &[*error]);
        let (solver, jobs) = (self.config.solver.clone(), self.config.jobs);
        summarise(
            Arc::make_mut(program),
            &Task { entry: *entry, error: *error, live: &live, scope: Scope::Everything, solver, units, jobs, budget },
        )
    }
}
