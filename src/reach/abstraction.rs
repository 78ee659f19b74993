//! Abstraction and refinement (Figure 1 of the Corral paper).
//!
//! Globals that are not tracked are abstracted away. A violation of what is left is looked at in the program of its
//! path, with all globals: it is one, or it shows which further globals must be tracked. What is exhausted within a
//! bound stays so when more is tracked.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashSet;

use super::bound::Costs;
use super::config::{Acyclic, Config, Hooks, Reached};
use super::deepening::Deepening;
use super::parallel::search;
use super::refine::{Found, Path, Refinement, Stage, minimal_set, oracle};

use crate::base::budget::{Budget, Stop};
use crate::base::ids::VarId;
use crate::base::stats::{Stats, TrackedGlobals};
use crate::pass::abstract_vars::{self, Tracked};
use crate::verdict::{Trace, Verdict, Why};

/// [`search`], with the globals that the configuration asks for, and those that turn out to matter.
pub fn reach(question: &Acyclic, config: &Config, budget: &Budget, want_smtlib: bool, mut hooks: Hooks) -> Reached {
    let Some(abstraction) = &config.abstraction else {
        return search(question, config, budget, want_smtlib, hooks.shorter());
    };
    let globals: Vec<VarId> = question.program.globals.iter().copied().filter(|&g| g != question.error).collect();
    let tracked = globals.iter().copied().filter(|g| abstraction.tracked.contains(g)).collect();
    // Trip counts may depend on globals that are not tracked; the verdict is about the program that has them.
    let costs = Some(Costs::new(&question.program, question.entry, config.unroll_limit));
    let run = Run {
        question,
        globals,
        tracked,
        algorithm: abstraction.refinement,
        config: Config { costs, ..config.clone() },
        stage: None,
        stats: Stats::default(),
        summary: TrackedGlobals::default(),
    };
    run.run(budget, want_smtlib, hooks)
}

struct Run<'a> {
    question: &'a Acyclic,
    /// Without the error flag, which is always tracked.
    globals: Vec<VarId>,
    tracked: Vec<VarId>,
    algorithm: Refinement,
    config: Config,
    /// Made for the first path.
    stage: Option<Stage>,
    stats: Stats,
    summary: TrackedGlobals,
}

/// What a violation of the abstract program is.
enum Candidate {
    Violation(Trace),
    /// More is tracked now.
    Refined,
}

impl Run<'_> {
    fn run(mut self, budget: &Budget, want_smtlib: bool, hooks: Hooks) -> Reached {
        let Hooks { turns, progress, is_certain } = hooks;
        let &Acyclic { ref program, entry, error } = self.question;
        loop {
            let tracked: FxHashSet<VarId> = self.tracked.iter().copied().chain([error]).collect();
            let of = |v: VarId| if tracked.contains(&v) { Tracked::Yes } else { Tracked::No };
            let step = self.stats.time("abstraction", || abstract_vars::run((**program).clone(), &of));
            let back = step.back;
            let mut certain = |trace: &Trace| is_certain(&back.trace(trace.clone()));
            let question = Acyclic { program: Arc::new(step.program), entry, error };
            let hooks = Hooks { turns, progress: &mut *progress, is_certain: &mut certain };
            let mut reached = search(&question, &self.config, budget, want_smtlib, hooks);
            self.stats.merge(&reached.stats);
            self.summary.searches += 1;
            let verdict = match reached.answer {
                _ if self.tracked.len() == self.globals.len() => Some(reached.answer),
                Verdict::Unsafe(trace) => {
                    match self.measured(budget, |run| run.concretise(back.trace(trace), budget, is_certain)) {
                        Ok(Candidate::Violation(trace)) => Some(Verdict::Unsafe(trace)),
                        Ok(Candidate::Refined) => None,
                        Err(stop) => {
                            self.config.first = self.first();
                            Some(Deepening::new(&self.config).given_up(Why::Stopped(stop)))
                        }
                    }
                }
                Verdict::Unknown(Why::Incomplete(_)) => {
                    self.tracked = self.globals.clone();
                    None
                }
                verdict => Some(verdict),
            };
            if let Some(verdict) = verdict {
                let name = |&v: &VarId| program.vars[v].name.to_string();
                self.summary.names = self.tracked.iter().map(name).collect();
                self.summary.all = self.globals.len() as u64;
                self.stats.tracked = Some(self.summary);
                reached.stats = self.stats;
                return Reached { answer: verdict, ..reached };
            }
            self.config.first = self.first();
        }
    }

    /// The bound below which nothing is left, where bounds are deepened.
    fn first(&self) -> u32 {
        if self.config.bound.is_none() { self.stats.bound.unwrap_or(0) } else { 0 }
    }

    /// Adds to the statistics what the work takes.
    fn measured<T>(&mut self, budget: &Budget, work: impl FnOnce(&mut Self) -> T) -> T {
        let (start, spent) = (Instant::now(), budget.spent());
        let result = work(self);
        self.stats.rlimit += budget.spent() - spent;
        self.stats.add_time("refinement", start.elapsed());
        result
    }

    /// Finds out whether the path of a trace is feasible; if not, tracks what shows it. A path that cannot be decided
    /// is left to a search with all globals.
    fn concretise(
        &mut self,
        trace: Trace,
        budget: &Budget,
        is_certain: &mut (dyn FnMut(&Trace) -> bool + Send),
    ) -> Result<Candidate, Stop> {
        let program = &self.question.program;
        let stage = self.stage.get_or_insert_with(|| Stage::new(program, self.question.entry));
        let undecided: Vec<VarId> = self.globals.iter().copied().filter(|g| !self.tracked.contains(g)).collect();
        let mut further = undecided.clone();
        if let Some(path) = Path::new(stage, program, &trace) {
            let mut oracle = oracle(self.algorithm, stage, &path, &undecided, &self.config.solver, budget)?;
            let found = oracle.find(&self.globals)?;
            self.summary.checks += 1;
            match found {
                Found::Execution(Some(execution)) => return Ok(Candidate::Violation(execution)),
                Found::Execution(None) => {}
                Found::Infeasible => {
                    let needed = minimal_set(self.algorithm, &mut *oracle, &self.tracked, &undecided)?;
                    self.summary.checks += oracle.checks() - 1;
                    if !needed.is_empty() {
                        further = needed;
                    }
                }
                Found::Undecided if is_certain(&trace) => return Ok(Candidate::Violation(trace)),
                Found::Undecided => {}
            }
        }
        self.tracked.extend(further);
        Ok(Candidate::Refined)
    }
}
