//! Searches that have taken long look at a slice of the program first: an execution of it is tried out in the whole program
//! ([`super::directed`]). Where the slice has none, or none that the whole program has, the program has none.

use std::sync::Arc;

use super::directed::Decided;
use super::{Round, Search, proved, with_search};
use crate::base::budget::Limits;
use crate::base::ids::ExprId;
use crate::pass::{Back, slice};
use crate::reach::config::{Acyclic, Config, Engine, Hooks, Summaries};
use crate::reach::route::Route;
use crate::reach::tree::Path;
use crate::reach::trial::Candidate;
use crate::reach::unit::Unit;
use crate::smt::Outcome;
use crate::verdict::{Bound, Verdict};

/// Executions of a slice that are tried out in vain.
const TRIES: usize = 16;
/// Z3 resource units for a slice.
const SLICE: u64 = 100_000_000;

/// What a candidate reaches in the whole program, by its route in the slice, after so many were tried in vain.
type Decide<'a> = &'a mut dyn FnMut(&Candidate, &Route, usize) -> Decided;

impl<'a> Search<'a, '_> {
    /// Looks at a slice of the program, within the present bound.
    pub(super) fn scout(&mut self) -> Option<Round> {
        let &mut Search { ref tree, config, entry, error, bound, follow, budget, turns, .. } = self;
        let step = self.stats.time("slice", || slice::run(tree.program().clone(), entry, error, follow));
        let here = Config {
            engine: Engine::Static,
            bound: Some(Bound(bound)),
            costs: Some(tree.costs.clone()),
            summaries: Summaries::Given,
            unit: Unit::default(),
            jobs: 1,
            ..config.clone()
        };
        let conditions: Vec<ExprId> = self.assumed.iter().chain(&self.asked).copied().collect();
        let limited = budget.within(Limits::units(SLICE));
        let question = Acyclic { program: Arc::new(step.program), entry, error };
        let hooks = Hooks { turns, progress: &mut |_| {}, is_certain: &mut |_| false };
        let mut cut = Vec::new();
        let mut decide = |candidate: &Candidate, route: &Route, undecided| {
            let decided = self.decide(candidate, route, undecided);
            if let Decided::Refuted { is_within: true, .. } = decided {
                cut.append(&mut self.cut);
            }
            decided
        };
        let reached = with_search(&question, &here, &limited, false, hooks, |slice| {
            conditions.iter().for_each(|&condition| slice.assume(condition));
            slice.bound = bound;
            slice.widens = true;
            slice.executions(&step.back, &mut decide)
        });
        self.stats.merge(&reached.stats);
        cut.extend(reached.cut);
        cut.sort_unstable();
        cut.dedup();
        self.cut = cut;
        reached.answer
    }

    /// What the executions of a slice say of the whole program.
    fn executions(&mut self, back: &Back, decide: Decide) -> Option<Round> {
        self.inline_all(self.config.at_once).ok()?;
        let (mut undecided, mut is_within) = (0, false);
        while undecided < TRIES && self.tree.unsupported().is_none() {
            let Some(path) = self.execution()? else {
                let is_decided = undecided == 0 && self.tree.unsupported().is_none();
                return is_decided.then(|| self.no_more(is_within));
            };
            let candidate = self.candidate(&path, back)?;
            let mut route = Route::new(&candidate, &mut self.tree)?;
            let model = self.tree.session().model()?;
            route.edges.retain(|edge| model.is_true(edge.taken));
            drop(model);
            let excluded = match decide(&candidate, &route, undecided) {
                Decided::Violation(trace) => return Some(Round::Done(Verdict::Unsafe(trace))),
                Decided::Refuted { choices, is_within: within } => {
                    is_within |= within;
                    let conditions = route.conditions(&choices, &self.tree);
                    // Else the candidate would be proposed again.
                    let model = self.tree.session().model()?;
                    if !conditions.iter().all(|&condition| model.is_true(condition)) {
                        return None;
                    }
                    conditions
                }
                Decided::Undecided => {
                    undecided += 1;
                    path.literals
                }
            };
            self.exclude(excluded.iter());
        }
        None
    }

    /// The slice has no execution that the whole program may have, or none within the bound.
    fn no_more(&mut self, is_within: bool) -> Round {
        match (self.core_is_fixed(), is_within) {
            (true, false) => Round::Done(proved()),
            (false, false) => self.exhausted(),
            (_, true) => {
                self.cut = self.cut_off();
                Round::Exhausted
            }
        }
    }

    /// An execution within the bound, if there is one left.
    fn execution(&mut self) -> Option<Option<Path>> {
        loop {
            let open = self.tree.open.clone();
            if self.check(&open).ok()? != Outcome::Unsat {
                return self.path().ok().map(Some);
            }
            let (blocked, allowed) = self.beyond_and_within();
            if allowed.is_empty() || self.check(&blocked).ok()? == Outcome::Unsat {
                return Some(None);
            }
            let path = self.path().ok()?;
            let wanted = path.open_sites();
            if wanted.is_empty() {
                return Some(Some(path));
            }
            self.inline(&wanted).ok()?;
            self.widen().ok()?;
        }
    }

    fn candidate(&mut self, path: &Path, back: &Back) -> Option<Candidate> {
        let model = self.tree.session().model()?;
        Candidate::new(&mut self.tree, &model, path, self.entry, back)
    }
}
