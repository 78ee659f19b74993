//! The spurious paths of a program: what the loop of abstraction and refinement meets.

use std::sync::Arc;

use rmt::internal::base::budget::Budget;
use rmt::internal::base::ids::{ProcId, VarId};
use rmt::internal::driver::pipeline;
use rmt::internal::ir::Program;
use rmt::internal::pass::abstract_vars::{self, Tracked};
use rmt::internal::reach::refine::{Path, Refinement, Stage, oracle};
use rmt::internal::reach::{Acyclic, Config, Hooks, OneTurn, search};
use rmt::internal::verdict::Verdict;

/// A path that is infeasible when all globals are tracked, and feasible with those of `tracked`.
pub struct Spurious<'a> {
    pub stage: &'a mut Stage,
    pub path: &'a Path,
    pub tracked: &'a [VarId],
    pub undecided: &'a [VarId],
}

/// Calls `refine` for each spurious path, beginning with no global tracked, until there is none, or it says stop. It
/// returns which globals to track as well.
pub fn spurious_paths(
    program: &Program,
    entry: ProcId,
    config: &Config,
    budget: &Budget,
    refine: &mut dyn FnMut(Spurious) -> Option<Vec<VarId>>,
) {
    let prepared = pipeline::prepare(program.clone(), entry);
    if !prepared.can_fail {
        return;
    }
    let (program, entry, error) = (prepared.program, prepared.entry, prepared.error);
    let mut stage = Stage::new(&program, entry);
    let mut undecided: Vec<VarId> = program.globals.iter().copied().filter(|&g| g != error).collect();
    let mut tracked: Vec<VarId> = Vec::new();
    loop {
        let of = |v: VarId| if undecided.contains(&v) { Tracked::No } else { Tracked::Yes };
        let step = abstract_vars::run(program.clone(), &of);
        let hooks = Hooks { turns: &OneTurn, progress: &mut |_| {}, is_certain: &mut |_| false };
        let question = Acyclic { program: Arc::new(step.program), entry, error };
        let reached = search(&question, config, budget, false, hooks);
        let Verdict::Unsafe(trace) = reached.answer else { return };
        let Some(path) = Path::new(&mut stage, &program, &step.back.trace(trace)) else { return };
        let all: Vec<VarId> = tracked.iter().chain(&undecided).copied().collect();
        let oracle = oracle(Refinement::Alg1, &mut stage, &path, &undecided, &config.solver, budget);
        let feasible = oracle.and_then(|mut oracle| oracle.is_feasible(&all));
        if feasible != Ok(Some(false)) {
            return;
        }
        let found = Spurious { stage: &mut stage, path: &path, tracked: &tracked, undecided: &undecided };
        match refine(found) {
            Some(further) if !further.is_empty() => {
                undecided.retain(|v| !further.contains(v));
                tracked.extend(further);
            }
            _ => return,
        }
    }
}
