//! Summaries of procedures and loops: postconditions that Houdini finds to hold, so that the search need not look
//! inside calls to refute paths through them (section 4.2 of the Corral paper).
//!
//! ```text
//! procedure lock() { assert s == 0; s := 1; }   →   free ensures old(s) == 0 ==> !error;
//!                                                   free ensures error || s == 1;
//! ```
//!
//! They are inferred of the program that the search gets: acyclic procedures, loops among them, that return early with
//! `error` raised where an assertion fails. So a clause that does not speak of `error` is about returns without a
//! violation alone, as the contract's own clauses are. Callees come before callers; what a caller needs of a small
//! callee that calls nothing is its body, which takes the place of the call.

mod candidates;
mod task;

use ivl::ast::Decl;
use rustc_hash::{FxHashMap, FxHashSet};

pub use self::candidates::has_typestate;
use self::candidates::{Candidate, Claim, candidates};
pub use self::task::{Scope, Task};
use super::houdini::{self, Attached, Place, attach};
use super::modular::{self, Inlining};
use crate::base::budget::Limits;
use crate::base::ids::{ExprId, IdVec, ProcId, VarId};
use crate::base::stats::Stats;
use crate::cfg::call_graph::{bottom_up, reachable};
use crate::cfg::mod_sets::mod_sets;
use crate::ir::unresolve::unresolve;
use crate::ir::visit::walk;
use crate::ir::{Attribute, AttributeValue, Attributes, Body, Clause, Cmd, CmdKind, ExprKind, Procedure, Program};
use crate::pass::loops::is_loop_procedure;

/// Z3 resource units for each procedure, or its part of all of them. What cannot be decided within them is no summary.
const PATIENCE: u64 = 500_000;
/// For all procedures, as [`Task::units`].
pub const PATIENCE_WITH_ALL: u64 = 10_000_000;
/// What it costs to begin with a procedure, in the same units.
const SESSION: u64 = 30_000;
/// Values that calls leave behind, over all calls. A program with more gets no summaries: to take its calls apart would
/// cost more than the search.
const CALLS_WRITTEN_OUT: usize = 2_000_000;
/// Procedures whose sessions live at the same time.
const AT_A_TIME: usize = 8;
/// Commands of a callee that is inlined.
const SMALL: usize = 24;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    /// Clauses that hold, without those that follow from others in an obvious way.
    pub clauses: Vec<(ProcId, ExprId)>,
    pub candidates: usize,
    pub stats: Stats,
}

/// Adds what holds of the candidates to the program, as `free ensures`.
pub fn summarise(program: &mut Program, task: &Task) -> Summaries {
    let mut called = IdVec::filled(false, program.procs.len());
    reachable(program, task.entry).into_iter().for_each(|p| called[p] = true);
    let groups = bottom_up(program);
    let callers_first: Vec<ProcId> = groups.iter().rev().flatten().copied().filter(|&p| called[p]).collect();
    let written: usize =
        callers_first.iter().flat_map(|&p| called_by(program, p)).map(|p| task.live.modified(p).len()).sum();
    if written > CALLS_WRITTEN_OUT {
        return Summaries::default();
    }
    let small = small_procedures(program, task.entry);
    let candidates = candidates(program, task, &callers_first, &small);
    let mut summaries = Summaries { candidates: candidates.len(), ..Summaries::default() };
    let mut by_proc: IdVec<ProcId, Vec<Candidate>> = program.procs.iter().map(|_| Vec::new()).collect();
    for candidate in candidates {
        by_proc[candidate.proc].push(candidate);
    }
    let concerned = by_proc.iter().filter(|guesses| !guesses.is_empty()).count() as u64;
    let patience = PATIENCE.max(task.units / concerned.max(1));
    let mut judge = Judge::new(program, task, &callers_first, &small);
    let (mut part, mut sessions): (Vec<ProcId>, u64) = (Vec::new(), 0);
    for (index, group) in groups.iter().enumerate() {
        part.extend(group.iter().filter(|p| !by_proc[**p].is_empty()));
        let last = index + 1 == groups.len();
        if part.is_empty() || (part.len() < AT_A_TIME && !last) {
            continue;
        }
        if task.budget.check().is_err() || summaries.stats.rlimit + sessions * SESSION > task.units {
            break;
        }
        part.sort();
        sessions += part.len() as u64;
        let guesses: Vec<Candidate> = part.iter().flat_map(|&p| std::mem::take(&mut by_proc[p])).collect();
        let survivors = judge.survivors(&part, &guesses, (task, patience), &mut summaries.stats);
        let clauses = survivors.iter().filter(|c| !is_implied(c, &survivors)).map(|c| (c.proc, c.clause));
        summaries.clauses.extend(clauses);
        part.clear();
    }
    for &(proc, clause) in &summaries.clauses {
        add(program, proc, clause);
    }
    summaries
}

/// The procedures that summaries are about, as Boogie declarations.
pub fn declarations(program: &Program, summaries: &Summaries) -> String {
    let mut program = program.clone();
    program.procs.iter_mut().for_each(|p| p.body = None);
    let about: FxHashSet<&str> = summaries.clauses.iter().map(|&(proc, _)| &*program.procs[proc].name).collect();
    let mut syntax = unresolve(&program);
    syntax.decls.retain(|decl| match decl {
        Decl::Procedure(p) => about.contains(&*p.name.name),
        _ => false,
    });
    syntax.to_string()
}

/// The callees of a procedure, as often as it calls them.
fn called_by(program: &Program, proc: ProcId) -> impl Iterator<Item = ProcId> {
    program.procs[proc].cmds().filter_map(Cmd::callee)
}

fn add(program: &mut Program, proc: ProcId, expr: ExprId) {
    let span = program.procs[proc].span;
    program.procs[proc].ensures.push(Clause { free: true, expr, attrs: Attributes::from([]), span });
}

/// Whether a clause says less than another one: its claim holds without its premise, or its variable does not change.
fn is_implied(c: &Candidate, all: &[&Candidate]) -> bool {
    all.iter().filter(|other| other.proc == c.proc && other.clause != c.clause).any(|other| {
        match (&other.claim, &c.claim) {
            (Claim::Same(x), Claim::Monotone(y)) => x == y,
            (Claim::Same(x), Claim::Holds(..)) if c.premise.is_some() => c.about.as_slice() == [*x],
            (a, b) => a == b && other.premise.is_none(),
        }
    })
}

/// Procedures without calls, loops and much else.
fn small_procedures(program: &Program, entry: ProcId) -> Vec<ProcId> {
    let is_small = |proc: &Procedure| {
        let cmds = proc.cmds();
        let calls = cmds.clone().any(|cmd| matches!(cmd.kind, CmdKind::Call { .. }));
        !calls && !is_loop_procedure(proc) && cmds.count() <= SMALL
    };
    program.procs.iter_enumerated().filter(|&(id, p)| id != entry && is_small(p)).map(|(id, _)| id).collect()
}

/// The program as Houdini is to judge it.
struct Judge {
    /// Procedures have the bodies that take the place of calls, and of the others what is known to hold.
    program: Program,
    /// The other bodies.
    bodies: IdVec<ProcId, Option<Body>>,
}

impl Judge {
    /// What modular verification takes for granted beyond what the search does is left out, and what the contracts of
    /// the input say holds of returns without a violation.
    fn new(program: &Program, task: &Task, called: &[ProcId], small: &[ProcId]) -> Judge {
        let mut program = program.clone();
        let none = Attributes::from([]);
        for var in program.vars.iter_mut() {
            var.where_clause = None;
            var.attrs = none.clone();
        }
        let modified = mod_sets(&program);
        let raised = program.var_expr(task.error);
        let once = program.exprs.int(1);
        let Program { procs, exprs, .. } = &mut program;
        for (proc, modified) in procs.iter_mut().zip(modified) {
            proc.requires.clear();
            proc.attrs = none.clone();
            for clause in &mut proc.ensures {
                if modified.contains(&task.error) {
                    clause.expr = exprs.or(&[raised, clause.expr]);
                }
                (clause.free, clause.attrs) = (true, none.clone());
            }
            proc.modifies = modified;
            let cmds = proc.body.iter_mut().flat_map(|b| b.blocks.iter_mut()).flat_map(|b| &mut b.cmds);
            cmds.for_each(|cmd| cmd.attrs = none.clone());
        }
        // What neither callers nor clauses look at need not change.
        for &id in called {
            let mut seen: FxHashSet<VarId> = task.live.needed_out(id).iter().copied().collect();
            walk(&program.exprs, program.procs[id].ensures.iter().map(|c| c.expr), |_, kind| {
                if let ExprKind::Var(v) = kind {
                    seen.insert(*v);
                }
            });
            program.procs[id].modifies.retain(|g| seen.contains(g));
        }
        for &id in small {
            program.procs[id].ensures.clear();
            program.procs[id].attrs =
                [Attribute { name: "inline".into(), args: vec![AttributeValue::Expr(once)] }].into();
        }
        let mut bodies = IdVec::filled(None, program.procs.len());
        for id in program.procs.ids().filter(|id| small.binary_search(id).is_err()) {
            bodies[id] = program.procs[id].body.take();
        }
        Judge { program, bodies }
    }

    /// Of guesses about these procedures those that hold; they are taken for granted from then on. Each procedure has
    /// `patience` resource units.
    fn survivors<'c>(
        &mut self,
        procs: &[ProcId],
        guesses: &'c [Candidate],
        (task, patience): (&Task, u64),
        stats: &mut Stats,
    ) -> Vec<&'c Candidate> {
        let contracts: Vec<usize> = procs.iter().map(|&p| self.program.procs[p].ensures.len()).collect();
        for &proc in procs {
            self.program.procs[proc].body = self.bodies[proc].take();
        }
        let attached: Vec<Attached> =
            guesses.iter().map(|c| Attached { proc: c.proc, place: Place::Ensures, expr: c.clause }).collect();
        let guards = attach(&mut self.program, &attached);
        let shared = task.budget.shared_by(task.jobs);
        let inferred = houdini::infer(&houdini::Task {
            program: &self.program,
            procs,
            guards: &guards,
            implied: &FxHashMap::default(),
            modular: modular::Config { inline: Inlining::Assume, ..modular::Config::default() },
            solver: task.solver.clone(),
            jobs: task.jobs,
            budget: &|_| shared.within(Limits::units(patience)),
        });
        stats.merge(&inferred.stats);
        for (&proc, given) in procs.iter().zip(contracts) {
            self.program.procs[proc].body = None;
            self.program.procs[proc].ensures.truncate(given);
        }
        let holds = |guard: &VarId| inferred.survivors.binary_search(guard).is_ok();
        let survivors: Vec<&Candidate> =
            guesses.iter().zip(&guards).filter(|(_, guard)| holds(guard)).map(|(c, _)| c).collect();
        survivors.iter().for_each(|c| add(&mut self.program, c.proc, c.clause));
        survivors
    }
}
