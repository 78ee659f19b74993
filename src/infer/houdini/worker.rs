//! One thread's procedures, each with a session of its own that lives as long as the search.

use std::sync::{Condvar, Mutex, MutexGuard};

use rustc_hash::FxHashMap;

use super::candidates::guard_of;
use super::task::{Fallen, Inferred, Refutation, Task};
use crate::base::budget::{Budget, Stop};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::base::stats::Stats;
use crate::cfg::flow::reverse_postorder;
use crate::infer::goals::{Check, Goal, Split};
use crate::infer::query::Query;
use crate::ir::Program;
use crate::ir::visit::walk;
use crate::ir::{CmdKind, ExprKind};
use crate::smt::{Outcome, Term};
use crate::vc::vocabulary::Vocabulary;

/// What the workers work on.
pub(super) struct Subject<'a> {
    pub task: &'a Task<'a>,
    /// The isolated program.
    pub program: &'a Program,
    /// Of the same program with its goals split, and the goals, by position in [`Task::procs`].
    pub words: &'a Vocabulary<'a>,
    pub split: &'a [Split],
    /// For each guard the procedures (by position) that assume something under it.
    pub assuming: &'a [Vec<usize>],
}

/// What the workers share.
pub(super) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// By position in [`Task::guards`].
    active: Vec<bool>,
    /// By position in [`Task::procs`]: to be looked at (again).
    dirty: Vec<bool>,
    /// Procedures of workers that there is no thread for: who comes next takes them.
    left: Vec<usize>,
    /// Procedures that are being looked at.
    busy: usize,
    fallen: Vec<Fallen>,
    stats: Stats,
}

impl Shared {
    pub fn new(task: &Task) -> Shared {
        let state = State {
            active: vec![true; task.guards.len()],
            dirty: vec![true; task.procs.len()],
            left: Vec::new(),
            busy: 0,
            fallen: Vec::new(),
            stats: Stats::default(),
        };
        Shared { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Leaves procedures to the workers that there are.
    pub fn leave(&self, procedures: Vec<usize>) {
        self.lock().left.extend(procedures);
        self.changed.notify_all();
    }

    pub fn into_inferred(self, task: &Task) -> Inferred {
        let State { active, fallen, stats, .. } =
            self.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let survivors = task.guards.iter().zip(active).filter(|(_, active)| *active).map(|(&g, _)| g).collect();
        Inferred { survivors, fallen, stats }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// A guard that a procedure mentions.
struct Guard {
    /// Position in [`Task::guards`].
    position: usize,
    term: Term,
    /// Whether it was dropped and is false in the session for good.
    dropped: bool,
    /// The place of the first block that assumes something under it: goals in front of that do not depend on it.
    assumed_at: usize,
}

/// A procedure with candidates in it.
struct Procedure<'a> {
    subject: &'a Subject<'a>,
    position: usize,
    /// `Err`: there was nothing left to spend on it.
    query: Result<Query<'a>, Stop>,
    /// Goals come before those that control comes to later.
    goals: Vec<&'a Goal>,
    /// For each goal whether nothing that is active is known to fail there.
    settled: Vec<bool>,
    /// The place of each block among all: blocks come before their successors.
    rank: FxHashMap<BlockId, usize>,
    /// The guards that the procedure mentions, by position in [`Task::guards`], and their terms.
    guards: Vec<Guard>,
    budget: Budget,
}

pub(super) fn run(subject: &Subject, shared: &Shared, mut own: Vec<usize>) {
    let mut procedures: FxHashMap<usize, Option<Procedure>> = FxHashMap::default();
    while let Some((position, mut active)) = next(shared, &mut own) {
        let procedure = procedures.entry(position).or_insert_with(|| Procedure::new(subject, position));
        if let Some(procedure) = procedure {
            while let Some(fallen) = procedure.refuted(&active) {
                active = drop_all(subject, shared, position, fallen);
            }
        }
        shared.lock().busy -= 1;
        shared.changed.notify_all();
    }
    let mut state = shared.lock();
    for query in procedures.into_values().flatten().filter_map(|procedure| procedure.query.ok()) {
        state.stats.queries += query.session().queries();
        state.stats.rlimit += query.session().settle();
    }
}

/// Waits for a procedure of this thread to be looked at; `None`: nothing is left to do for anyone.
fn next(shared: &Shared, own: &mut Vec<usize>) -> Option<(usize, Vec<bool>)> {
    let mut state = shared.lock();
    loop {
        own.append(&mut state.left);
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
fn drop_all(subject: &Subject, shared: &Shared, position: usize, fallen: Vec<Fallen>) -> Vec<bool> {
    let guards = subject.task.guards;
    let mut state = shared.lock();
    for one in fallen {
        let guard = guards.binary_search(&one.guard).expect("internal: candidates have guards of the task");
        if std::mem::replace(&mut state.active[guard], false) {
            for &user in subject.assuming[guard].iter().filter(|&&p| p != position) {
                state.dirty[user] = true;
            }
            state.fallen.push(one);
        }
    }
    shared.changed.notify_all();
    state.active.clone()
}

impl<'a> Procedure<'a> {
    /// `None` where no candidate is checked.
    fn new(subject: &'a Subject<'a>, position: usize) -> Option<Procedure<'a>> {
        let &Subject { task, program, words, split, .. } = subject;
        let Split { proc, goals, .. } = &split[position];
        let is_candidate = |goal: &Goal| guard_of(words.program, task.guards, goal.checks[0].condition).is_some();
        if !goals.iter().any(is_candidate) {
            return None;
        }
        let budget = (task.budget)(*proc);
        let rank = ranks(words.program, *proc);
        let place = |goal: &&Goal| rank.get(&goal.block).copied();
        let (mut candidates, others): (Vec<&Goal>, Vec<&Goal>) = goals.iter().partition(|goal| is_candidate(goal));
        candidates.sort_by_key(place);
        let settled = vec![false; candidates.len()];
        let mut query = Query::new(words.above(), *proc, &task.solver, &budget);
        let mut guards = Vec::new();
        if let Ok(query) = &mut query {
            // What no candidate can save is looked at later.
            for off in others.into_iter().flat_map(|goal| query.off(goal)) {
                query.session().assert(off);
            }
            let assumed_at = first_assumed(task, words.program, *proc, &rank);
            for position in mentioned(task, program, position) {
                let assumed_at = assumed_at.get(&position).copied().unwrap_or(0);
                guards.push(Guard {
                    position,
                    term: query.constant(task.guards[position]),
                    dropped: false,
                    assumed_at,
                });
            }
        }
        Some(Procedure { subject, position, query, goals: candidates, settled, rank, guards, budget })
    }

    /// Candidates that fail when the active ones are assumed; `None`: none does. Goals are looked at one by one: a
    /// question about one of them is about less of the procedure, and what fails early is dropped before it is assumed.
    fn refuted(&mut self, active: &[bool]) -> Option<Vec<Fallen>> {
        self.drop_inactive(active);
        for index in 0..self.goals.len() {
            if self.settled[index] {
                continue;
            }
            let open = self.goals[index].checks.iter().any(|check| self.is_active(active, check));
            if open && let Some(fallen) = self.refuted_at(index, active) {
                return Some(fallen);
            }
            self.settled[index] = true;
        }
        None
    }

    /// Guards that are not active any more are false for good; what comes behind their assumptions is open again.
    fn drop_inactive(&mut self, active: &[bool]) {
        for guard in &mut self.guards {
            if active[guard.position] || std::mem::replace(&mut guard.dropped, true) {
                continue;
            }
            if let Ok(query) = &self.query {
                query.session().assert(query.session().not(guard.term));
            }
            for (goal, settled) in self.goals.iter().zip(&mut self.settled) {
                *settled &= self.rank.get(&goal.block).is_some_and(|&rank| rank < guard.assumed_at);
            }
        }
    }

    /// Candidates that fail at one goal.
    fn refuted_at(&mut self, index: usize, active: &[bool]) -> Option<Vec<Fallen>> {
        let goal = self.goals[index];
        let query = match &mut self.query {
            Ok(query) => query,
            &mut Err(stop) => return self.give_up(goal, active, &format!("{stop:?}")),
        };
        let mut assumed: Vec<Term> = self.guards.iter().filter(|g| active[g.position]).map(|g| g.term).collect();
        for (other, goal) in self.goals.iter().enumerate() {
            if other != index {
                assumed.extend(query.off(goal));
            }
        }
        let refutation = match query.check(&assumed, &self.budget) {
            Outcome::Unsat => return None,
            Outcome::Sat => Refutation::Model,
            Outcome::Unknown(reason) => Refutation::Undecided(reason),
            Outcome::Stopped(stop) => return self.give_up(goal, active, &format!("{stop:?}")),
        };
        let failing = query.session().model().and_then(|model| {
            let path = query.path(&model)?;
            if !query.ends_at(&path, goal) {
                return None;
            }
            let fails = |check: &&Check| match check.holds {
                Some(holds) => query.value_at_end(&model, &path, holds) == Some(false),
                None => true,
            };
            Some(goal.checks.iter().filter(fails).collect::<Vec<&Check>>())
        });
        let failing = failing.into_iter().flatten();
        let fallen: Vec<Fallen> = failing.filter_map(|check| self.fallen(active, check, refutation.clone())).collect();
        if fallen.is_empty() {
            return self.give_up(goal, active, "the solver gives no model that refutes a candidate");
        }
        Some(fallen)
    }

    /// Without an answer, nothing that is checked at a goal can stay.
    fn give_up(&self, goal: &Goal, active: &[bool], reason: &str) -> Option<Vec<Fallen>> {
        let refutation = Refutation::Undecided(reason.into());
        let all = goal.checks.iter().filter_map(|check| self.fallen(active, check, refutation.clone()));
        let all: Vec<Fallen> = all.collect();
        (!all.is_empty()).then_some(all)
    }

    fn is_active(&self, active: &[bool], check: &Check) -> bool {
        self.fallen(active, check, Refutation::Model).is_some()
    }

    fn fallen(&self, active: &[bool], check: &Check, refutation: Refutation) -> Option<Fallen> {
        let &Subject { task, words, .. } = self.subject;
        let guard: VarId = guard_of(words.program, task.guards, check.condition)?;
        let index = task.guards.binary_search(&guard).ok()?;
        active[index].then(|| Fallen {
            guard,
            proc: task.procs[self.position],
            what: check.kind.describe().0,
            span: check.span,
            refutation,
        })
    }
}

/// The place of each reachable block of an acyclic body in an order in which blocks come before their successors.
fn ranks(program: &Program, proc: ProcId) -> FxHashMap<BlockId, usize> {
    let body = program.procs[proc].body.as_ref();
    body.into_iter().flat_map(reverse_postorder).enumerate().map(|(rank, block)| (block, rank)).collect()
}

/// The place of the first block that assumes something under a guard, by the guard's position in [`Task::guards`].
fn first_assumed(
    task: &Task,
    program: &Program,
    proc: ProcId,
    rank: &FxHashMap<BlockId, usize>,
) -> FxHashMap<usize, usize> {
    let mut first: FxHashMap<usize, usize> = FxHashMap::default();
    let Some(body) = &program.procs[proc].body else { return first };
    for (id, block) in body.blocks.iter_enumerated() {
        let Some(&rank) = rank.get(&id) else { continue };
        let assumed = block.cmds.iter().filter_map(|cmd| match cmd.kind {
            CmdKind::Assume(e) => Some(e),
            _ => None,
        });
        for guard in guards_in(task, program, assumed) {
            let at = first.entry(guard).or_insert(rank);
            *at = rank.min(*at);
        }
    }
    first
}

/// The guards that a procedure mentions, by position in [`Task::guards`].
fn mentioned(task: &Task, program: &Program, position: usize) -> Vec<usize> {
    let conditions = program.procs[task.procs[position]].cmds().filter_map(|cmd| match cmd.kind {
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => Some(e),
        _ => None,
    });
    guards_in(task, program, conditions)
}

fn guards_in(task: &Task, program: &Program, conditions: impl Iterator<Item = ExprId>) -> Vec<usize> {
    let mut mentioned: Vec<usize> = Vec::new();
    walk(&program.exprs, conditions, |_, kind| {
        if let ExprKind::Var(v) = kind
            && let Ok(guard) = task.guards.binary_search(v)
        {
            mentioned.push(guard);
        }
    });
    mentioned.sort();
    mentioned
}
