//! Threads without rounds: one program without loops and calls whose executions are all interleavings of the threads
//! within a bound, by a partial order of what they do to shared variables. After Alglave, Kroening, Tautschnig, "Partial
//! orders for efficient bounded model checking of concurrent software", CAV 2013.
//!
//! ```text
//!                                        a := 1;                                      (until a second thread begins)
//! a := 1; async call P(); yield;         havoc t1, t2, on1, on2; assume t1 < t2 …;    (segments have times)
//! x := 2; yield;                     →   (event: write x, 2, at t1, if on1)
//! t := x; assert t == 2;                 (event: read x, r, at t2, if on2)
//!                                        assume on2 ==> (r == the value of the last write before t2);
//!                                        fails := on2 && r != 2;   assert !fails;
//! ```
//!
//! Each thread is run symbolically (`run.rs`), calls inlined and loops unrolled up to the bound, all its ways at once. A
//! **segment** is what a thread does from one place where others may run to the next; it is one step in time. Until a
//! second thread begins, there are no events; within a segment, a variable is read once, and then known. What only one
//! thread accesses, and what nobody writes, are no events either (`places.rs`). What is left is said to be consistent in
//! the end (`consistency.rs`).
//!
//! Why executions of the new program are those of the old one:
//!
//! - A thread may stay at each yield for good, which a variable decides. An assumption that fails, and a loop that goes on
//!   beyond the bound, are no executions at all: so what others see of a thread is whole segments, as in the old program,
//!   where a thread that is blocked waits in front of the segment in which it is. Nothing is lost: if a segment is not
//!   completed in an execution, there is the same execution in which it is not begun.
//! - Times grow along a thread and from a spawn to what the new thread does; by times, then threads, all segments are in
//!   one order, and each read has the value of the last write before it in that order, or what was there before. That is
//!   sequential consistency, and each interleaving has such times.
//! - Behind an assertion that fails, the thread goes on as if nothing had happened, up to its next yield at most, and
//!   nothing is assumed of it there. Whatever other threads see of that is later, so the execution up to the first failure
//!   is one of the old program; and each execution of the old program that ends in a failure is there, with all other
//!   threads staying where they are.
//!
//! The way back orders segments by time (`schedule.rs`), and the interpreter runs that interleaving.

mod commands;
mod consistency;
mod elements;
mod hits;
mod holding;
mod live;
mod locks;
mod places;
mod run;
mod schedule;
mod simplify;
mod state;
mod sums;
mod symmetry;
mod waits;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ivl::source::Span;
use rustc_hash::FxHashSet;

pub use self::schedule::Order;

use self::commands::is_spine;
use self::holding::Holding;
use self::live::Live;
use self::places::{Accesses, Guess, Key, Locks};
use self::run::{Run, Thread};
use self::state::{Changes, Guard, State};
use super::{Back, Effect, Origin, Step};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, TypeId, VarId};
use crate::cfg::call_graph::reachable;
use crate::cfg::maps::is_map;
use crate::cfg::threads::{Mark, mark, sharing};
use crate::ir::visit::for_each_child;
use crate::ir::{AssertKind, Block, Body, Cmd, CmdKind, ExprKind, Names, Op, Program, Transfer, TypeTable, VarKind};

/// Guesses of what is private, at most.
const GUESSES: usize = 8;

/// Why the threads of a program are not ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOrdered(pub &'static str);

/// The program, and what of the old one it does not follow.
pub struct Ordered {
    pub step: Step,
    /// Loops and recursive procedures that are cut off at the bound.
    pub cut: Vec<ProcId>,
    pub extent: Extent,
}

/// Which executions are within the bound: those that reach none of the places where it cuts them off. Where these are depends
/// on what is known of values, for rounds of loops that constants decide cost nothing; so on what is private or guarded.
#[derive(Debug, PartialEq, Eq)]
pub struct Extent {
    guess: Guess,
    cut_at: BTreeSet<Key>,
}

/// What is asked about the interleavings.
///
/// Where no execution within the bound fails, and none that has not failed goes on beyond it, none fails. That needs two runs that
/// mean the same by the bound: what one takes to be beyond it, the other must not count as within. So a run takes the same steps
/// whatever is asked. An assertion and a place where the bound cuts off are places to fail, and there is no more to tell of
/// what a thread has seen; only in the end is it said which of the two is looked for, and assumed that the other does not happen. Whoever
/// draws the conclusion compares extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Whether an assertion fails.
    Failures,
    /// Where none fails up to the bound: whether an execution goes on beyond it.
    Beyond,
}

/// The interleavings of the threads of `entry` up to a bound. Contracts are written out, loops are procedures.
pub fn run(
    program: Program,
    entry: ProcId,
    (bound, asked): (u32, Asked),
    budget: &Budget,
) -> Result<Ordered, NotOrdered> {
    let mut guess = Guess::default();
    for attempt in 1.. {
        let mut changed = program.clone();
        let mut run = Run::new(&mut changed, (bound, asked), &guess, budget);
        start(&mut run, entry)?;
        let locks = run.locks();
        run.tell_apart();
        let seen = std::mem::take(&mut run.accesses);
        let next = next_guess(&guess, &seen, locks, attempt);
        let Some(next) = next else {
            run.consistent().ok_or(NotOrdered("there are too many accesses"))?;
            return Ok(finish(run, entry));
        };
        guess = next;
    }
    Err(NotOrdered("no guess is right"))
}

/// A better guess of what is private; `None`: this one is right, and good enough.
fn next_guess(guess: &Guess, seen: &Accesses, locks: Locks, attempt: usize) -> Option<Guess> {
    let mut next = guess.clone();
    if next.correct(seen, &locks) {
        return Some(if attempt < GUESSES { next } else { Guess::default() });
    }
    let more = Guess { locks, ..seen.guess() };
    if attempt >= GUESSES || !more.exceeds(guess) {
        return None;
    }
    next.extend(more);
    Some(next)
}

/// Runs the entry.
fn start(run: &mut Run, entry: ProcId) -> Result<(), NotOrdered> {
    let reached = reachable(run.program, entry);
    run.shared = sharing(run.program, entry).shared.into_iter().collect();
    run.live = Live::of(run.program, &reached);
    run.whole = used_as_a_whole(run.program, &reached);
    run.numbers = number_type(run.program, &reached)?;
    let number = run.next_number();
    run.threads.push(Thread { key: 0, parent: None, events: 0, number, entries: Vec::new() });
    let (yes, no) = (run.program.exprs.bool(true), run.program.exprs.bool(false));
    let guard = Guard { expr: yes, node: run.nodes.add(None) };
    let state = State {
        guard,
        known: None,
        failed: no,
        changes: Changes::none(no),
        halt: None,
        globals: Rc::new(BTreeMap::new()),
        cells: Rc::default(),
        view: Rc::default(),
        locals: Rc::default(),
        clock: run.program.exprs.int(0),
        before: None,
        is_quiet: false,
        holding: Holding::default(),
        in_atomic: 0,
        is_concurrent: false,
        child: None,
    };
    let ins = run.program.procs[entry].ins.clone();
    let args = ins.into_iter().map(|v| run.program.var_expr(v)).collect();
    if let Some((state, _)) = run.call(entry, args, state)? {
        run.keeps_locks(&state);
    }
    Ok(())
}

/// The type of threads' numbers, if the program asks for them.
fn number_type(program: &Program, reached: &[ProcId]) -> Result<Option<TypeId>, NotOrdered> {
    let mut cmds = reached.iter().flat_map(|&p| program.procs[p].cmds());
    let asks = cmds.find(|cmd| matches!(mark(cmd), Some(Mark::Own | Mark::Child)));
    let ty = asks.and_then(|cmd| cmd.assigned().next()).map(|var| program.vars[var].ty);
    match ty {
        Some(ty) if ty != TypeTable::INT => Err(NotOrdered("numbers of threads that are bit-vectors")),
        ty => Ok(ty),
    }
}

/// The global maps that are not only read and written by element.
fn used_as_a_whole(program: &Program, reached: &[ProcId]) -> FxHashSet<VarId> {
    let mut whole = FxHashSet::default();
    let mut seen = FxHashSet::default();
    for cmd in reached.iter().flat_map(|&p| program.procs[p].cmds()) {
        if let CmdKind::Assign(pairs) = &cmd.kind {
            for &(var, e) in pairs {
                if is_spine(program, var, e) {
                    spine(program, e, &mut seen, &mut whole);
                } else {
                    by_element(program, e, false, &mut seen, &mut whole);
                }
            }
        } else {
            cmd.exprs().for_each(|e| by_element(program, e, false, &mut seen, &mut whole));
        }
    }
    whole
}

/// Looks at what is around a map that an assignment changes.
fn spine(program: &Program, e: ExprId, seen: &mut FxHashSet<(ExprId, bool)>, whole: &mut FxHashSet<VarId>) {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::Store, args) => {
            spine(program, args[0], seen, whole);
            args[1..].iter().for_each(|&arg| by_element(program, arg, false, seen, whole));
        }
        ExprKind::Op(Op::Ite, args) => {
            by_element(program, args[0], false, seen, whole);
            args[1..].iter().for_each(|&arg| spine(program, arg, seen, whole));
        }
        _ => {}
    }
}

fn by_element(
    program: &Program,
    e: ExprId,
    is_bound: bool,
    seen: &mut FxHashSet<(ExprId, bool)>,
    whole: &mut FxHashSet<VarId>,
) {
    if !seen.insert((e, is_bound)) {
        return;
    }
    let map = |e: ExprId| match *program.exprs.kind(e) {
        ExprKind::Var(var) => (program.vars[var].kind == VarKind::Global && is_map(program, var)).then_some(var),
        _ => None,
    };
    match program.exprs.kind(e) {
        ExprKind::Var(_) => whole.extend(map(e)),
        ExprKind::Op(Op::Select, args) if !is_bound && map(args[0]).is_some() => {
            args[1..].iter().for_each(|&arg| by_element(program, arg, is_bound, seen, whole));
        }
        kind => {
            let is_bound = is_bound || matches!(kind, ExprKind::Quantifier(_) | ExprKind::Lambda { .. });
            for_each_child(kind, |child| by_element(program, child, is_bound, seen, whole));
        }
    }
}

/// The body of the entry is what the run has made.
fn finish(run: Run, entry: ProcId) -> Ordered {
    let fails = if run.can_fail() { run.fails.clone() } else { Vec::new() };
    let Run { program, mut cmds, chosen, locals, threads, lists, cut, cut_at, asked, guess, .. } = run;
    let extent = Extent { guess: guess.clone(), cut_at };
    let mut back = Back::default();
    back.vars.extend(locals.iter().map(|&local| (local, None)));
    back.order = Order { threads: threads.into_iter().map(|thread| thread.entries).collect(), lists };
    if let Some(havoc) = Cmd::havoc(chosen, Span::NONE) {
        cmds.insert(0, havoc);
    }
    if !fails.is_empty() {
        let some = program.exprs.or(&fails);
        let none = program.exprs.not(some);
        cmds.push(Cmd::new(CmdKind::Assert(none, AssertKind::Assert), Span::NONE));
    }
    let mut program = std::mem::take(program);
    for (id, proc) in program.procs.iter_mut().enumerate() {
        if ProcId(id as u32) != entry {
            proc.body = None;
        }
        proc.requires.clear();
        proc.ensures.clear();
    }
    let span = program.procs[entry].span;
    let mut blocks: IdVec<BlockId, Block> = IdVec::new();
    let block = blocks.push(Block { name: "all".into(), cmds, transfer: Transfer::Return, span });
    back.blocks.insert(entry, std::iter::once(Origin::default()).collect());
    program.procs[entry].body = Some(Body { locals, blocks, entry: block });
    Names::unique(&mut program);
    let effect = if cut.is_empty() || asked == Asked::Beyond { Effect::Equivalent } else { Effect::Under };
    let step = Step { program, back, effect };
    Ordered { step, cut, extent }
}
