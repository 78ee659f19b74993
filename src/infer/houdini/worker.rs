//! One thread's procedures, each with a session of its own that lives as long as the search.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidates::guard_of;
use super::groups::{At, Group};
use super::task::{Fallen, Inferred, Refutation, Task};
use crate::base::budget::{Budget, Stop};
use crate::base::ids::VarId;
use crate::base::stats::Stats;
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

/// A procedure with candidates in it.
struct Procedure<'a> {
    subject: &'a Subject<'a>,
    position: usize,
    /// `Err`: there was nothing left to spend on it.
    query: Result<Query<'a>, Stop>,
    goals: Vec<&'a Goal>,
    /// The guards that the procedure mentions, by position in [`Task::guards`], and their terms.
    guards: Vec<(usize, Term)>,
    /// Those that were dropped and are false in the session for good.
    dropped: Vec<bool>,
    /// All that is checked.
    groups: Vec<Group>,
    budget: Budget,
}

/// What is to be done about a check.
enum Standing {
    /// Its candidate has fallen.
    Fallen,
    /// Nothing, as long as another candidate stands that implies its own.
    Implied,
    Open,
}

/// What comes of a question about a group of checks.
enum Asked {
    /// None fails where these are assumed.
    Holds(Vec<Term>),
    /// These fail.
    Fails(Refutation, Vec<At>),
    /// The units of its turn did not suffice; more than so many are not to be spent on one check.
    TooHard(u64),
    Stopped(Stop),
}

/// A check may cost that part of what is left, and no more.
const SHARE: u64 = 16;

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
            // What it implies is checked from now on.
            if subject.task.implied.values().any(|by| by.contains(&one.guard)) {
                state.dirty.iter_mut().enumerate().filter(|(p, _)| *p != position).for_each(|(_, dirty)| *dirty = true);
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
        let query = Query::new(words.above(), *proc, &task.solver, &budget);
        let mut procedure = Procedure {
            subject,
            position,
            query,
            goals: Vec::new(),
            guards: Vec::new(),
            dropped: Vec::new(),
            groups: Vec::new(),
            budget,
        };
        let Ok(query) = &mut procedure.query else {
            procedure.goals = goals.iter().collect();
            return Some(procedure);
        };
        // What no candidate can save is looked at later.
        let (candidates, others): (Vec<&Goal>, Vec<&Goal>) = goals.iter().partition(|goal| is_candidate(goal));
        for off in others.into_iter().flat_map(|goal| query.off(goal)) {
            query.session().assert(off);
        }
        let mentioned = mentioned(task, program, position);
        procedure.guards = mentioned.into_iter().map(|g| (g, query.constant(task.guards[g]))).collect();
        procedure.dropped = vec![false; procedure.guards.len()];
        procedure.groups = vec![Group::whole(&candidates)];
        procedure.goals = candidates;
        Some(procedure)
    }

    /// Candidates that fail when the active ones are assumed; `None`: none does.
    fn refuted(&mut self, active: &[bool]) -> Option<Vec<Fallen>> {
        let query = match &self.query {
            Ok(query) => query,
            &Err(stop) => return self.all_fallen(active, &Group::whole(&self.goals).checks, Refutation::Stopped(stop)),
        };
        let session = query.session();
        let mut assumed = Vec::with_capacity(self.guards.len());
        let mut gone = Vec::new();
        for (&(guard, term), dropped) in self.guards.iter().zip(&mut self.dropped) {
            if active[guard] {
                assumed.push(term);
                continue;
            }
            gone.push(term);
            if !std::mem::replace(dropped, true) {
                session.assert(session.not(term));
            }
        }
        let mut waiting: VecDeque<Group> = std::mem::take(&mut self.groups).into();
        let mut fallen = None;
        while let Some(mut group) = waiting.pop_front() {
            let mut implied = Vec::new();
            group.checks.retain(|&at| match self.standing(active, at) {
                Standing::Fallen => false,
                Standing::Implied => {
                    implied.push(at);
                    false
                }
                Standing::Open => true,
            });
            if !implied.is_empty() {
                self.groups.push(Group { checks: implied, units: group.units, holds_by: None });
            }
            let still_holds = |needed: &Vec<Term>| !needed.iter().any(|term| gone.contains(term));
            if group.checks.is_empty() {
                continue;
            }
            if group.holds_by.as_ref().is_some_and(still_holds) {
                self.groups.push(group);
                continue;
            }
            group.holds_by = None;
            match self.ask(&assumed, active, &group) {
                Asked::Holds(needed) => self.groups.push(Group { holds_by: Some(needed), ..group }),
                Asked::TooHard(most) => match group.instead(most) {
                    // What is hard has its next turn when all others are known.
                    Some(parts) if group.checks.len() == 1 => waiting.extend(parts),
                    Some(parts) => parts.into_iter().rev().for_each(|part| waiting.push_front(part)),
                    None => fallen = self.all_fallen(active, &group.checks, Refutation::TooHard),
                },
                Asked::Fails(refutation, checks) => {
                    let why = "the solver gives no model that refutes a candidate";
                    let undecided = || self.all_fallen(active, &group.checks, Refutation::Undecided(why.into()));
                    fallen = self.all_fallen(active, &checks, refutation).or_else(undecided);
                    waiting.push_front(group);
                }
                Asked::Stopped(stop) => fallen = self.all_fallen(active, &group.checks, Refutation::Stopped(stop)),
            }
            if fallen.is_some() {
                break;
            }
        }
        self.groups.extend(waiting);
        fallen
    }

    /// Whether one of the checks of a group fails, or of those that share a switch with them.
    fn ask(&mut self, assumed: &[Term], active: &[bool], group: &Group) -> Asked {
        let asked_about: FxHashSet<usize> = group.checks.iter().map(|at| at.goal).collect();
        let implied = |&goal: &usize| -> (usize, Vec<bool>) {
            let is_implied = |check| matches!(self.standing(active, At { goal, check }), Standing::Implied);
            (goal, (0..self.goals[goal].checks.len()).map(is_implied).collect())
        };
        let is_implied: FxHashMap<usize, Vec<bool>> = asked_about.iter().map(implied).collect();
        let Ok(query) = &mut self.query else { return Asked::Stopped(Stop::Rlimit) };
        let mut assumed = assumed.to_vec();
        let goals: FxHashSet<VarId> = group.checks.iter().map(|at| self.goals[at.goal].on).collect();
        for (index, goal) in self.goals.iter().enumerate() {
            let asked: Vec<usize> = group.checks.iter().filter(|at| at.goal == index).map(|at| at.check).collect();
            let Some(&first) = asked.first() else {
                // A postcondition has one switch for all returns.
                if !goals.contains(&goal.on) {
                    assumed.extend(query.off(goal));
                }
                continue;
            };
            // Of those that fail, one is the first; what is implied fails no sooner than what implies it.
            let before = goal.checks[..first].iter().zip(&is_implied[&index]).filter(|(_, is_implied)| !**is_implied);
            assumed.extend(before.flat_map(|(check, _)| query.chosen(check.holds)));
            let fails =
                asked.iter().flat_map(|&n| query.chosen(goal.checks[n].holds)).map(|holds| query.session().not(holds));
            let fails: Vec<Term> = fails.collect();
            if !fails.is_empty() && asked.len() < goal.checks.len() {
                let session = query.session();
                let any = session.fresh_constant("fails", session.bool_sort());
                session.assert(session.implies(any, session.or(&fails)));
                assumed.push(any);
            }
        }
        // Where one order of literals runs into a matching loop, another may not.
        let ways: &[bool] = if group.checks.len() == 1 { &[false, true] } else { &[false] };
        let refutation = match query.take_turn(&assumed, group.units, &self.budget, ways) {
            Outcome::Unsat => return Asked::Holds(query.session().unsat_core().unwrap_or(assumed)),
            Outcome::Sat => Refutation::Model,
            Outcome::Unknown(reason) => Refutation::Undecided(reason),
            Outcome::Stopped(Stop::Rlimit) if self.budget.left() != Some(0) => {
                return Asked::TooHard(self.budget.left().map_or(u64::MAX, |left| left / SHARE));
            }
            Outcome::Stopped(stop) => return Asked::Stopped(stop),
        };
        let failing = query.session().model().and_then(|model| {
            let path = query.path(&model)?;
            let index = self.goals.iter().position(|goal| query.ends_at(&path, goal))?;
            let mut fails = |check: &Check| match check.holds {
                Some(holds) => query.value_at_end(&model, &path, holds) == Some(false),
                None => true,
            };
            let checks = self.goals[index].checks.iter().enumerate().filter(|(_, check)| fails(check));
            Some(checks.map(|(check, _)| At { goal: index, check }).collect::<Vec<At>>())
        });
        Asked::Fails(refutation, failing.unwrap_or_default())
    }

    /// The candidates of these checks, which fall; `None`: none is active.
    fn all_fallen(&self, active: &[bool], checks: &[At], refutation: Refutation) -> Option<Vec<Fallen>> {
        let fallen = checks.iter().filter_map(|&at| self.fallen(active, at, refutation.clone()));
        Some(fallen.collect::<Vec<Fallen>>()).filter(|fallen| !fallen.is_empty())
    }

    fn check(&self, at: At) -> &'a Check {
        &self.goals[at.goal].checks[at.check]
    }

    /// The position of a check's guard in [`Task::guards`].
    fn guard(&self, at: At) -> Option<usize> {
        let &Subject { task, words, .. } = self.subject;
        let guard: VarId = guard_of(words.program, task.guards, self.check(at).condition)?;
        task.guards.binary_search(&guard).ok()
    }

    fn standing(&self, active: &[bool], at: At) -> Standing {
        let task = self.subject.task;
        let Some(guard) = self.guard(at).filter(|&guard| active[guard]) else { return Standing::Fallen };
        let stands = |one: &VarId| task.guards.binary_search(one).is_ok_and(|one| active[one]);
        let implied = task.implied.get(&task.guards[guard]).is_some_and(|by| by.iter().any(stands));
        if implied { Standing::Implied } else { Standing::Open }
    }

    fn fallen(&self, active: &[bool], at: At, refutation: Refutation) -> Option<Fallen> {
        let task = self.subject.task;
        let index = self.guard(at).filter(|&guard| active[guard])?;
        let check = self.check(at);
        Some(Fallen {
            guard: task.guards[index],
            proc: task.procs[self.position],
            what: check.kind.describe().0,
            span: check.span,
            refutation,
        })
    }
}

/// The guards that a procedure mentions, by position in [`Task::guards`].
fn mentioned(task: &Task, program: &Program, position: usize) -> Vec<usize> {
    let conditions = program.procs[task.procs[position]].cmds().filter_map(|cmd| match cmd.kind {
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => Some(e),
        _ => None,
    });
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
