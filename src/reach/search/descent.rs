//! One candidate followed to its end, in searches that have taken long: the next candidates go through the same calls,
//! and when none of those that are open may fail, the candidate is tried out.

use std::time::Instant;

use super::{Halt, Search};
use crate::reach::execution::{Path, PathEvent};
use crate::reach::refine::{self, Refinement, Stage, oracle};
use crate::reach::tree::SiteId;
use crate::reach::trial::Candidate;
use crate::reach::unit::leading_to;
use crate::smt::Outcome;
use crate::verdict::Trace;

/// Z3 resource units for the path of a trial run.
const TRIAL: u64 = 20_000_000;

impl Search<'_, '_> {
    /// The next candidates are to go through the same calls that may fail.
    pub(super) fn follow(&mut self, path: &Path) {
        let Some(model) = self.tree.session.model() else { return };
        let (nodes, sites) = (&self.tree.nodes, &self.tree.sites);
        let taken = |event: &PathEvent| match *event {
            PathEvent::Enter(node) => nodes[node.0].parents.iter().copied().find(|p| model.is_true(sites[p.0].literal)),
            PathEvent::Open(site) => Some(site),
            PathEvent::Goto(..) | PathEvent::Havoc(..) => None,
        };
        let calls: Vec<SiteId> =
            path.events.iter().filter_map(taken).filter(|&site| self.tree.may_fail(site)).collect();
        self.along = calls.into_iter().map(|site| leading_to(&mut self.tree, site)).collect();
    }

    /// Satisfiable with these sites blocked? First with the calls of the last candidate, as far as that goes.
    pub(super) fn check_along(&mut self, blocked: &[SiteId]) -> Result<Outcome, Halt> {
        let fixed = self.fixed.len();
        let mut back = 1;
        while !self.along.is_empty() {
            self.fixed.extend(self.along.iter().flatten());
            let outcome = self.check(blocked);
            self.fixed.truncate(fixed);
            match outcome? {
                Outcome::Unsat => {
                    let core = self.tree.session.unsat_core();
                    let last = self.along.iter().rposition(|call| call.iter().any(|literal| core.contains(literal)));
                    // Further back each time, for one dead end is seldom alone.
                    self.along.truncate((last.unwrap_or(0) + 1).saturating_sub(back));
                    back *= 2;
                }
                Outcome::Sat => return Ok(Outcome::Sat),
                _ => self.along.clear(),
            }
        }
        self.check(blocked)
    }

    /// Whether a candidate becomes a violation when its open calls are executed.
    pub(super) fn try_out(&mut self, path: &Path) -> Option<Trace> {
        let start = Instant::now();
        let found = self.trial_run(path);
        self.stats.add_time("trial runs", start.elapsed());
        found.filter(|trace| (self.is_certain)(trace))
    }

    fn trial_run(&mut self, path: &Path) -> Option<Trace> {
        let model = self.tree.session.model()?;
        let candidate = Candidate::new(&mut self.tree, &model, path, self.entry)?;
        let program = &*self.tree.program;
        let decisions = candidate.execute(program, &self.tree.costs, self.bound, self.budget)?;
        let mut stage = Stage::new(program, self.entry);
        let conditions = self.assumed.iter().chain(&self.asked).copied();
        let taken = refine::Path::new(&mut stage, program, self.entry, &decisions)?.assuming(conditions);
        let mut limited = self.budget.limited_to(Some(TRIAL));
        let before = limited.rlimit_left();
        let mut oracle = oracle(Refinement::Core, &mut stage, &taken, &[], &self.config.solver, &mut limited);
        let outcome = oracle.is_feasible(&[]);
        let execution = if let Ok(Some(true) | None) = outcome { oracle.execution() } else { None };
        self.stats.queries += oracle.checks();
        drop(oracle);
        let spent = before.unwrap_or_default().saturating_sub(limited.rlimit_left().unwrap_or_default());
        self.stats.rlimit += spent;
        self.budget.spend_rlimit(spent);
        execution
    }
}
