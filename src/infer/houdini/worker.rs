//! One thread's procedures, each with a session of its own that lives as long as the search.

use std::sync::MutexGuard;

use rustc_hash::FxHashMap;

use super::candidates::guard_of;
use super::search::{Fallen, Refutation, Shared, State, Task};
use crate::base::budget::{Budget, Stop};
use crate::base::ids::VarId;
use crate::infer::goals::{Check, Goal, Grouping, split_goals};
use crate::infer::query::{Prepared, Query};
use crate::ir::Program;
use crate::ir::visit::walk;
use crate::ir::{CmdKind, ExprKind};
use crate::smt::{Outcome, Term};

/// A procedure with candidates in it.
struct Procedure {
    /// `Err`: there was nothing left to spend on it.
    query: Result<Query, Stop>,
    goals: Vec<Goal>,
    /// The guards that the procedure mentions, by position in [`Task::guards`], and their terms.
    guards: Vec<(usize, Term)>,
    /// Those that were dropped and are false in the session for good.
    dropped: Vec<bool>,
    budget: Budget,
}

pub(super) fn run(task: &Task, program: &Program, assuming: &[Vec<usize>], shared: &Shared, own: Vec<usize>) {
    let mut scratch = program.clone();
    let mut prepared = Prepared::new(&mut scratch);
    let mut procedures: FxHashMap<usize, Option<Procedure>> = FxHashMap::default();
    while let Some((position, mut active)) = next(shared, &own) {
        let procedure = procedures
            .entry(position)
            .or_insert_with(|| Procedure::new(task, program, &mut scratch, &mut prepared, position));
        if let Some(procedure) = procedure {
            while let Some(fallen) = procedure.refuted(task, &scratch, position, &active) {
                active = drop_all(task, shared, assuming, position, fallen);
            }
        }
        let mut state = lock(shared);
        state.busy -= 1;
        shared.changed.notify_all();
    }
    let mut state = lock(shared);
    for query in procedures.into_values().flatten().filter_map(|procedure| procedure.query.ok()) {
        state.stats.queries += query.session.queries();
        state.stats.rlimit += query.session.settle();
    }
}

fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Waits for a procedure of this thread to be looked at; `None`: nothing is left to do for anyone.
fn next(shared: &Shared, own: &[usize]) -> Option<(usize, Vec<bool>)> {
    let mut state = lock(shared);
    loop {
        if let Some(&position) = own.iter().find(|&&p| state.dirty[p]) {
            state.dirty[position] = false;
            state.busy += 1;
            return Some((position, state.active.clone()));
        }
        if state.busy == 0 && !state.dirty.contains(&true) {
            shared.changed.notify_all();
            return None;
        }
        state = shared.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
    }
}

/// Drops candidates; returns those that are left. Who assumed them is to be looked at again.
fn drop_all(task: &Task, shared: &Shared, assuming: &[Vec<usize>], position: usize, fallen: Vec<Fallen>) -> Vec<bool> {
    let mut state = lock(shared);
    for one in fallen {
        let guard = task.guards.binary_search(&one.guard).expect("internal: candidates have guards of the task");
        if std::mem::replace(&mut state.active[guard], false) {
            for &user in assuming[guard].iter().filter(|&&p| p != position) {
                state.dirty[user] = true;
            }
            state.fallen.push(one);
        }
    }
    shared.changed.notify_all();
    state.active.clone()
}

impl Procedure {
    /// `None` where no candidate is checked.
    fn new(
        task: &Task,
        program: &Program,
        scratch: &mut Program,
        prepared: &mut Prepared,
        position: usize,
    ) -> Option<Procedure> {
        let proc = task.procs[position];
        let mut mentioned: Vec<usize> = Vec::new();
        let cmds = program.procs[proc].cmds();
        let conditions: Vec<_> = cmds
            .filter_map(|cmd| match cmd.kind {
                CmdKind::Assume(e) | CmdKind::Assert(e, _) => Some(e),
                _ => None,
            })
            .collect();
        walk(&program.exprs, conditions, |_, kind| {
            if let ExprKind::Var(v) = kind
                && let Ok(guard) = task.guards.binary_search(v)
            {
                mentioned.push(guard);
            }
        });
        mentioned.sort();
        let is_candidate = |program: &Program, e| guard_of(program, task.guards, e).is_some();
        let (mut goals, _) = split_goals(scratch, proc, Grouping::Together(&is_candidate));
        if !goals.iter().any(|goal| is_candidate(scratch, goal.checks[0].condition)) {
            scratch.procs[proc].body = None;
            return None;
        }
        let budget = (task.budget)(proc);
        let query = Query::new(scratch, prepared, proc, &task.solver, &budget);
        scratch.procs[proc].body = None;
        let Ok(mut query) = query else {
            return Some(Procedure { query, goals, guards: Vec::new(), dropped: Vec::new(), budget });
        };
        // What no candidate can save is looked at later.
        goals.retain(|goal| {
            let candidate = is_candidate(scratch, goal.checks[0].condition);
            if !candidate {
                query.off(goal).into_iter().for_each(|off| query.session.assert(off));
            }
            candidate
        });
        let mut guards = Vec::with_capacity(mentioned.len());
        for guard in mentioned {
            let e = scratch.var_expr(task.guards[guard]);
            guards.push((guard, query.closed(scratch, e)));
        }
        let dropped = vec![false; guards.len()];
        Some(Procedure { query: Ok(query), goals, guards, dropped, budget })
    }

    /// Candidates that fail when the active ones are assumed; `None`: none does.
    fn refuted(&mut self, task: &Task, program: &Program, position: usize, active: &[bool]) -> Option<Vec<Fallen>> {
        let query = match &mut self.query {
            Ok(query) => query,
            &mut Err(stop) => return self.give_up(task, program, position, active, &format!("{stop:?}")),
        };
        let mut assumed = Vec::with_capacity(self.guards.len());
        for (&(guard, term), dropped) in self.guards.iter().zip(&mut self.dropped) {
            if active[guard] {
                assumed.push(term);
            } else if !std::mem::replace(dropped, true) {
                query.session.assert(query.session.not(term));
            }
        }
        let refutation = match query.check(&assumed, &self.budget) {
            Outcome::Unsat => return None,
            Outcome::Sat => Refutation::Model,
            Outcome::Unknown(reason) => Refutation::Undecided(reason),
            Outcome::Stopped(stop) => {
                return self.give_up(task, program, position, active, &format!("{stop:?}"));
            }
        };
        let session = query.session.clone();
        let failing = session.model().and_then(|model| {
            let path = query.path(program, &model)?;
            let (index, goal) = query.goal_of(&path, &self.goals)?;
            let checks: Vec<Check> = goal.checks.clone();
            let fails = |check: &Check| match check.holds {
                Some(holds) => query.value_at_end(program, &model, &path, holds) == Some(false),
                None => true,
            };
            Some((index, checks.into_iter().filter(fails).collect::<Vec<Check>>()))
        });
        let fallen: Vec<Fallen> = failing
            .into_iter()
            .flat_map(|(_, checks)| checks)
            .filter_map(|check| self.fallen(task, program, position, active, &check, refutation.clone()))
            .collect();
        if fallen.is_empty() {
            return self.give_up(task, program, position, active, "the solver gives no model that refutes a candidate");
        }
        Some(fallen)
    }

    /// Without an answer, nothing that is checked here can stay.
    fn give_up(
        &self,
        task: &Task,
        program: &Program,
        position: usize,
        active: &[bool],
        reason: &str,
    ) -> Option<Vec<Fallen>> {
        let refutation = Refutation::Undecided(reason.into());
        let all: Vec<Fallen> = self
            .goals
            .iter()
            .flat_map(|goal| &goal.checks)
            .filter_map(|check| self.fallen(task, program, position, active, check, refutation.clone()))
            .collect();
        (!all.is_empty()).then_some(all)
    }

    fn fallen(
        &self,
        task: &Task,
        program: &Program,
        position: usize,
        active: &[bool],
        check: &Check,
        refutation: Refutation,
    ) -> Option<Fallen> {
        let guard: VarId = guard_of(program, task.guards, check.condition)?;
        let index = task.guards.binary_search(&guard).ok()?;
        active[index].then(|| Fallen {
            guard,
            proc: task.procs[position],
            what: check.kind.describe().0,
            span: check.span,
            refutation,
        })
    }
}
