//! Searches that have taken long look at a slice of the program first: what leads to violations in it is inlined at once,
//! and an execution of it is tried out in the whole program. Where the slice has none, the program has none.

use std::sync::Arc;
use std::time::Instant;

use super::{Round, Search, proved, with_search};
use crate::base::budget::Limits;
use crate::base::ids::ExprId;
use crate::pass::{Back, slice};
use crate::reach::config::{Acyclic, Config, Engine, Hooks, Summaries};
use crate::reach::tree::Path;
use crate::reach::trial::Candidate;
use crate::reach::unit::Unit;
use crate::smt::{Outcome, Term};
use crate::verdict::{Bound, Trace, Verdict};

/// Instances of a slice that can be looked at at once.
const MOST: usize = 10_000;
/// Executions of a slice that are tried out.
const TRIES: usize = 16;
/// Z3 resource units for a slice.
const SLICE: u64 = 100_000_000;

type Violation<'a> = &'a mut dyn FnMut(Candidate) -> Option<Trace>;

impl Search<'_, '_> {
    /// Looks at a slice of the program, within the present bound.
    pub(super) fn scout(&mut self) -> Option<Round> {
        let &mut Search { ref tree, config, entry, error, bound, follow, .. } = self;
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
        let limited = self.budget.within(Limits::units(SLICE));
        let question = Acyclic { program: Arc::new(step.program), entry, error };
        let hooks = Hooks { progress: &mut *self.progress, is_certain: &mut |_| false };
        let (budget, stats, is_certain) = (self.budget, &mut self.stats, &mut *self.is_certain);
        let mut violation = |candidate: Candidate| {
            let start = Instant::now();
            let run = candidate.execute(tree.program(), tree.liveness, (&tree.costs, bound), budget);
            let found = run.filter(|trace| is_certain(trace));
            stats.add_time("trial runs", start.elapsed());
            found
        };
        let reached = with_search(&question, &here, &limited, false, hooks, |slice| {
            conditions.iter().for_each(|&condition| slice.assume(condition));
            slice.bound = bound;
            slice.executions(&step.back, &mut violation)
        });
        self.stats.merge(&reached.stats);
        reached.answer
    }

    /// What the executions of a slice say of the whole program; `violation` executes that along a candidate.
    fn executions(&mut self, back: &Back, violation: Violation) -> Option<Round> {
        self.inline_all(MOST).ok()?;
        if self.tree.nodes.len() > MOST || self.tree.unsupported().is_some() {
            return None;
        }
        let open = self.tree.open.clone();
        for number in 0..TRIES {
            match self.check(&open).ok()? {
                Outcome::Unsat if number > 0 => return None,
                Outcome::Unsat if open.is_empty() || self.core_is_empty() => return Some(Round::Done(proved())),
                Outcome::Unsat => return Some(self.exhausted()),
                _ => {}
            }
            let path = self.path().ok()?;
            if let Some(trace) = self.candidate(&path, back).and_then(&mut *violation) {
                return Some(Round::Done(Verdict::Unsafe(trace)));
            }
            let session = self.tree.session();
            let negated: Vec<Term> = path.literals.iter().map(|&l| session.not(l)).collect();
            session.assert(session.or(&negated));
        }
        None
    }

    fn candidate(&mut self, path: &Path, back: &Back) -> Option<Candidate> {
        let model = self.tree.session().model()?;
        Candidate::new(&mut self.tree, &model, path, self.entry, back)
    }
}
