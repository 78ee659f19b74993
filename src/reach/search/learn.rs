//! Summaries in mid-search: of what assertions mention once the search has taken long, of all that procedures get or
//! leave once it has taken much longer. With them it begins anew: what was inlined without them led elsewhere.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use super::{Lesson, Search, own_time};
use crate::base::budget::Stops;
use crate::base::ids::ProcId;
use crate::cfg::call_graph::reachable;
use crate::infer::summaries::{PATIENCE_WITH_ALL, Scope, Task, declarations, has_typestate, summarise};
use crate::ir::Program;
use crate::reach::config::{Config, Engine, Summaries};

/// The second lesson comes when the search has taken that many times what is long.
const MUCH_LONGER: u64 = 10;
/// The part of what the search has taken that it may take.
const SHARE: u64 = 4;

impl Config {
    /// What a search may learn, in that order.
    pub(super) fn lessons(&self, program: &Program, entry: ProcId) -> VecDeque<Lesson> {
        let (first, second) = match self.summaries {
            _ if self.engine != Engine::Stratified => (false, false),
            Summaries::Typestate => (true, false),
            // An abstract program lacks the globals that summaries speak of.
            Summaries::OnDemand => (true, self.abstraction.is_none()),
            Summaries::None | Summaries::Given | Summaries::Houdini => (false, false),
        };
        let typestate = (first && has_typestate(program, &reachable(program, entry)))
            .then_some(Lesson { scope: Scope::Typestate, after: self.long });
        let everything =
            second.then_some(Lesson { scope: Scope::Unquantified, after: self.long.saturating_mul(MUCH_LONGER) });
        typestate.into_iter().chain(everything).collect()
    }
}

impl<'p> Search<'_, 'p> {
    /// Infers summaries and begins anew, if there are any.
    pub(super) fn learn(&mut self) {
        let Some(lesson) = self.lessons.pop_front() else { return };
        let units = match lesson.scope {
            Scope::Typestate => PATIENCE_WITH_ALL,
            Scope::Unquantified | Scope::Everything => lesson.after / SHARE,
        };
        let task = Task {
            entry: self.entry,
            error: self.error,
            live: self.tree.liveness,
            scope: lesson.scope,
            units,
            solver: self.config.solver.clone(),
            jobs: self.config.jobs,
            budget: self.budget,
        };
        let start = Instant::now();
        let mut program = self.tree.program().clone();
        let inferred = summarise(&mut program, &task);
        self.stats.merge(&inferred.stats);
        self.stats.add_time("summaries", start.elapsed());
        if inferred.clauses.is_empty() {
            // With more time there may be some.
            if self.turns.is_over() {
                self.lessons.push_front(Lesson { after: lesson.after.saturating_mul(2), ..lesson });
            }
            return;
        }
        if self.config.show_summaries {
            self.summaries = Some(declarations(&program, &inferred));
        }
        let learned: &'p _ = self.learned;
        let program = learned[self.lessons.len()].get_or_init(|| Arc::new(program));
        if let Some(pool) = self.part.pool {
            pool.summarised(program);
        }
        self.begin_anew(program);
    }

    fn begin_anew(&mut self, program: &'p Program) {
        let (start, asked) = (Instant::now(), self.tree.session().spent());
        self.stats.inlined += self.tree.nodes.len() as u64 - std::mem::take(&mut self.told.inlined);
        let lease = self.budget.lease(Stops::Never).ok();
        self.tree.growing(lease, |tree| tree.begin_anew(program));
        for condition in self.assumed.clone() {
            let condition = self.tree.closed(condition);
            self.tree.session().assert(condition);
        }
        self.fix_asked();
        let placed = self.part.unit.place(&mut self.tree).expect("internal: the unit was placed before");
        self.fixed.extend(&placed.literals);
        self.part.placed = placed;
        self.stats.add_time("vc", own_time(self.tree.session(), start, asked));
    }
}
