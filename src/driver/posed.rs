//! A search of a program that passes have prepared, and the way back from it.

use std::sync::Arc;

use super::pipeline::Prepared;
use super::summarised::SummarisedSearch;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::cfg::heap::declares_heap;
use crate::cfg::threads::is_concurrent;
use crate::engine::Question;
use crate::interp::replay::replay_quietly;
use crate::ir::Program;
use crate::pass::{Back, Effect, original};
use crate::reach::{self, Bounds, takes_turns};
use crate::smt::Arrays;
use crate::verdict::Trace;

pub struct Posed {
    pub search: SummarisedSearch,
    /// How bounds have turns in it.
    pub bounds: Option<Bounds>,
    original: Program,
    pub backs: Vec<Back>,
    pub effect: Effect,
    /// Of threads, the rounds that it is about.
    pub rounds: Option<u32>,
    /// What is beyond a bound already.
    pub beyond: Vec<ProcId>,
}

impl Posed {
    /// `unrolls`: as in [`super::bounded::Start`].
    pub fn new(prepared: Prepared, mut config: reach::Config, unrolls: bool, question: &Question) -> Posed {
        let original = question.program;
        let Prepared { program, entry, error, backs, effect, .. } = prepared;
        let bounds = takes_turns(&config, &program);
        if !unrolls {
            (config.unroll_limit, config.shuts) = (0, bounds == Some(Bounds::Apart));
        }
        // Of threads, most candidates need all that is true of maps.
        if declares_heap(original) && is_concurrent(original, question.entry) {
            config.solver.arrays.get_or_insert(Arrays::Exact);
        }
        let acyclic = reach::Acyclic { program: Arc::new(program), entry, error };
        let search = SummarisedSearch { question: acyclic, config, want_smtlib: false };
        Posed { search, bounds, original: original.clone(), backs, effect, rounds: None, beyond: Vec::new() }
    }

    /// Whether a candidate replays, and every condition on the way is decided: then it is a violation beyond doubt.
    pub fn is_certain(&self, trace: &Trace, budget: &Budget) -> bool {
        let trace = original(&self.original, trace.clone(), &self.backs);
        replay_quietly(&self.original, &trace, budget).is_ok_and(|execution| execution.certain)
    }
}
