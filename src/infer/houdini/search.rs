//! From candidates to survivors: procedures are looked at until nothing falls any more.

use rustc_hash::FxHashSet;

use super::candidates::guard_of;
use super::task::{Fallen, Inferred, Refutation, Task};
use super::worker::{self, Shared, Subject};
use crate::base::ids::{ExprId, IdVec, ProcId, VarId};
use crate::base::workers;
use crate::cfg::call_graph::bottom_up;
use crate::infer::goals::{Grouping, split_all};
use crate::infer::modular::{self, Isolated};
use crate::ir::visit::{substitute, walk};
use crate::ir::{Clause, CmdKind, ExprKind, Op, Program};
use crate::vc::vocabulary::Vocabulary;

/// The largest set of candidates that hold when all of them are assumed.
pub fn infer(task: &Task) -> Inferred {
    let (program, declined) = isolated(task);
    if let Some(&proc) = declined.first() {
        return nothing(task, proc);
    }
    let is_candidate = |program: &Program, e| guard_of(program, task.guards, e).is_some();
    let (compiled, split) = split_all(&program, task.procs, Grouping::Together(&is_candidate));
    let words = Vocabulary::new(&compiled);
    let assuming = assuming(&program, task);
    let order = order(task);
    let shared = Shared::new(task);
    let subject = Subject { task, program: &program, words: &words, split: &split, assuming: &assuming };
    let jobs = task.jobs.clamp(1, task.procs.len().max(1));
    // A session stays with its thread, so each procedure has one.
    let own = |job: usize| order.iter().copied().skip(job).step_by(jobs).collect::<Vec<usize>>();
    let lacking = |job| shared.leave(own(job));
    workers::at_once("houdini", jobs, |job| worker::run(&subject, &shared, own(job)), lacking);
    shared.into_inferred(task)
}

/// What is checked in a procedure that cannot be taken apart is not known to hold, and what rests on it neither.
fn nothing(task: &Task, proc: ProcId) -> Inferred {
    let refutation = Refutation::Undecided("loops with too many entries".into());
    let span = task.program.procs[proc].span;
    let fallen = |&guard: &VarId| Fallen { guard, proc, what: "procedure", span, refutation: refutation.clone() };
    Inferred { fallen: task.guards.iter().map(fallen).collect(), ..Inferred::default() }
}

/// The isolated program. Axioms about guards speak of other constants: a guard is what is assumed of it, no more.
fn isolated(task: &Task) -> (Program, Vec<ProcId>) {
    let Isolated { mut program, declined } = modular::isolate(task.program.clone(), task.procs, &task.modular);
    let mut others = rustc_hash::FxHashMap::default();
    for id in program.axioms.ids() {
        let axiom = program.axioms[id].expr;
        let mut mentioned = Vec::new();
        walk(&program.exprs, [axiom], |_, kind| {
            if let ExprKind::Var(v) = kind
                && task.guards.binary_search(v).is_ok()
            {
                mentioned.push(*v);
            }
        });
        for guard in mentioned {
            others.entry(guard).or_insert_with(|| {
                let copy = program.vars[guard].clone();
                let other = program.vars.push(copy);
                program.consts.push(other);
                program.var_expr(other)
            });
        }
        program.axioms[id].expr = substitute(&mut program.exprs, axiom, &others);
    }
    (program, declined)
}

/// For each guard the procedures (by position) that assume something under it.
fn assuming(program: &Program, task: &Task) -> Vec<Vec<usize>> {
    let mut assuming = vec![Vec::new(); task.guards.len()];
    for (position, &proc) in task.procs.iter().enumerate() {
        let cmds = program.procs[proc].cmds();
        let assumed: Vec<ExprId> = cmds
            .flat_map(|cmd| match cmd.kind {
                CmdKind::Assume(e) => vec![e],
                CmdKind::Assert(e, _) => besides_guards(program, task.guards, e),
                _ => Vec::new(),
            })
            .collect();
        let mut seen = FxHashSet::default();
        walk(&program.exprs, assumed, |_, kind| {
            if let ExprKind::Var(v) = kind
                && let Ok(guard) = task.guards.binary_search(v)
                && seen.insert(guard)
            {
                assuming[guard].push(position);
            }
        });
    }
    assuming
}

/// What a condition says besides the guards under which it does: it may hold by other guards, too.
fn besides_guards(program: &Program, guards: &[VarId], e: ExprId) -> Vec<ExprId> {
    let (mut e, mut found) = (e, Vec::new());
    while let ExprKind::Op(Op::Implies, sides) = program.exprs.kind(e) {
        let is_guard = matches!(program.exprs.kind(sides[0]), ExprKind::Var(v) if guards.binary_search(v).is_ok());
        if !is_guard {
            found.push(sides[0]);
        }
        e = sides[1];
    }
    found.push(e);
    found
}

/// Positions of procedures, callers first: what fails at a call is dropped before the callee's body assumes it. Where
/// nothing is claimed at calls, callees first: what fails at a return is dropped before callers assume it.
fn order(task: &Task) -> Vec<usize> {
    let is_candidate = |clause: &Clause| guard_of(task.program, task.guards, clause.expr).is_some();
    let at_calls = task.program.procs.iter().flat_map(|p| &p.requires).any(is_candidate);
    let mut rank: IdVec<ProcId, usize> = IdVec::filled(0, task.program.procs.len());
    for (index, group) in bottom_up(task.program).into_iter().enumerate() {
        for proc in group {
            rank[proc] = index;
        }
    }
    let mut order: Vec<usize> = (0..task.procs.len()).collect();
    order.sort_by_key(|&p| rank[task.procs[p]]);
    if at_calls {
        order.reverse();
    }
    order
}
