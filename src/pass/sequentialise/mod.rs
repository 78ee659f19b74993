//! Threads become calls: a program whose threads take turns becomes a sequential one with the same executions of up to
//! K rounds. After Lal and Reps, "Reducing concurrent analysis under a context bound to sequential analysis", CAV 2008;
//! threads that are spawned on the way as in Corral (one run to its end where it is spawned, La Torre and others).
//!
//! In each round every thread has a turn: first what a thread spawned, in that order, then the thread. A new thread has
//! its turn in that round at once. The globals that threads share have a copy for each round; all but the first begin
//! with guessed values. The sequential program runs a thread through all its rounds, and what it spawns where that is
//! spawned; in the end, each round must have left what was guessed for the next.
//!
//! ```text
//! yield;              goto stay, to_1, …, stop;
//!                     to_r: assume k < r; copy_k := g; k, g := r, copy_r; goto stay;
//!                →    stop: stopped := true; return;
//! async call P(e);    old := k; goto now, in_1, …, never;   in_r: (as to_r)
//!                     now: call P(e); copy_k := g; k, g, stopped := old, copy_old, false; never: …
//! assert e;           goto ok, fail;   ok: assume e;   fail: assume !e; failed, stopped := true, true; return;
//!
//! procedure threads() { k := 0; guess_r := copy_r; call main(); copy_k := g;
//!                       assume copy_0 == guess_1 && …; assert !failed; }
//! ```
//!
//! After each call that may have stopped, `stopped` is tested, as `error_flag` does with its flag.
//!
//! Where each assertion can be asked about, `failing` says which one failed, only one does, and instead of `!failed` each
//! asserts in the end that it is not the one.
//!
//! DIVERGENCE: the present round's values are in the globals themselves, and change places with a copy when the round
//! changes: so commands between two yields stay as they are.

mod points;
mod schedule;

use ivl::source::Span;
use rustc_hash::FxHashSet;

pub use self::schedule::Schedule;

use self::points::Points;
use super::{Back, Effect, Origin, Step, entry as entries, keep_reachable};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, TypeId, VarId};
use crate::cfg::call_graph::{bottom_up, reachable};
use crate::cfg::sections::Sections;
use crate::cfg::threads::{Mark, is_concurrent, is_spawn, is_thread_local, mark, sharing};
use crate::ir::{
    ACCESS, AssertKind, Attr, Block, Body, Builtin, Cmd, CmdKind, Expr, ExprKind, Function, FunctionKind, Name, Names,
    Op, Program, Transfer, Type, TypeTable, VarKind, string_attribute,
};

/// Contexts of a thread where nothing else is asked for.
pub const CONTEXTS: usize = 2;

/// The step, and where executions begin in the new program; `with_goals`: each assertion can be asked about. A program
/// with one thread stays as it is.
pub fn run(mut program: Program, entry: ProcId, contexts: usize, with_goals: bool) -> (Step, ProcId) {
    if !is_concurrent(&program, entry) {
        return (Step { program, back: Back::default(), effect: Effect::Equivalent }, entry);
    }
    let mut back = Back::default();
    let shared = sharing(&program, entry).shared;
    let stopping = stopping(&program);
    let reached = reachable(&program, entry);
    let can_fail = reached.iter().any(|&p| program.procs[p].cmds().any(|c| matches!(c.kind, CmdKind::Assert(..))));
    let sections = Sections::new(&program, entry);
    let mut state = State::new(&mut program, &mut back, shared, contexts.max(1), &reached, sections);
    if with_goals {
        state.failing = Some(state.global(&mut program, &mut back, "failing", TypeTable::INT));
    }
    let start = entries::add_caller(&mut program, entry, &mut back);
    for &id in &reached {
        let Some(body) = program.procs[id].body.take() else { continue };
        let (mut body, mut origins) = Points::rewrite(&mut program, &mut back, &state, &stopping, id, body);
        keep_reachable_with_events(&mut body, &mut origins, &mut back, id);
        let proc = &mut program.procs[id];
        proc.body = Some(body);
        if stopping.contains(&id) {
            // A call that has stopped keeps no contract; a thread begins later than its precondition was checked.
            proc.requires.clear();
            proc.ensures.clear();
        }
    }
    caller(&mut program, &mut back, &state, start, entry, can_fail);
    (Step { program, back, effect: Effect::Under }, start)
}

/// [`keep_reachable`], where blocks that say something about the schedule are renumbered, too.
fn keep_reachable_with_events(body: &mut Body, origins: &mut IdVec<BlockId, Origin>, back: &mut Back, id: ProcId) {
    let before: Vec<Name> = body.blocks.iter().map(|b| b.name.clone()).collect();
    keep_reachable(body, origins);
    let mut kept = body.blocks.ids().zip(body.blocks.iter().map(|b| b.name.clone())).peekable();
    for (old, name) in before.into_iter().enumerate() {
        let event = back.threads.events.remove(&(id, BlockId(old as u32)));
        if let Some((new, _)) = kept.next_if(|(_, kept)| *kept == name)
            && let Some(event) = event
        {
            back.threads.events.insert((id, new), event);
        }
    }
    back.blocks.insert(id, std::mem::take(origins));
}

/// The procedures whose calls may stop: they yield or assert something, or call such procedures.
fn stopping(program: &Program) -> FxHashSet<ProcId> {
    let mut stopping = FxHashSet::default();
    for group in bottom_up(program) {
        let stops = |cmd: &Cmd| match &cmd.kind {
            CmdKind::Assert(..) => true,
            CmdKind::Assume(_) => mark(cmd) == Some(Mark::Yield),
            CmdKind::Call { callee, .. } => !is_spawn(cmd) && stopping.contains(callee),
            _ => false,
        };
        if group.iter().any(|p| program.procs[*p].cmds().any(stops)) {
            stopping.extend(group);
        }
    }
    stopping
}

/// A global, its copies of all rounds, and what was guessed for all but the first.
struct Shared {
    var: VarId,
    copies: Vec<VarId>,
}

/// The variables of the sequential program.
struct State {
    contexts: usize,
    shared: Vec<Shared>,
    /// The round of the thread that runs.
    round: VarId,
    /// It goes on no more.
    stopped: VarId,
    /// An assertion has failed.
    failed: VarId,
    /// The number of that one.
    failing: Option<VarId>,
    /// If threads yield or spawn in atomic sections: in how many the thread is; what was spawned there has run already.
    atomic: Option<Atomic>,
    sections: Sections,
    /// Accesses to what is shared are marked.
    preemptive: bool,
    /// If the program asks for them: the number of the thread, the highest number so far, and whether one is greater.
    numbers: Option<Numbers>,
    /// Globals that each thread has for itself.
    own: Vec<VarId>,
}

#[derive(Clone, Copy)]
struct Atomic {
    inside: VarId,
    late: VarId,
}

#[derive(Clone, Copy)]
struct Numbers {
    ty: TypeId,
    current: VarId,
    last: VarId,
}

impl State {
    fn new(
        program: &mut Program,
        back: &mut Back,
        shared: Vec<VarId>,
        contexts: usize,
        reached: &[ProcId],
        sections: Sections,
    ) -> State {
        let cmds = || reached.iter().flat_map(|&p| program.procs[p].cmds());
        let has_atomic = reached.iter().any(|&p| asks_for_section(program, &sections, p));
        let preemptive = cmds().any(|cmd| string_attribute(&cmd.attrs, Attr::Yield) == Some(ACCESS));
        let asks = cmds().find(|cmd| matches!(mark(cmd), Some(Mark::Own | Mark::Child)));
        let number_type = asks.and_then(|cmd| cmd.assigned().next()).map(|v| program.vars[v].ty);
        let own = program.globals.iter().copied().filter(|&g| is_thread_local(program, g)).collect();
        let mut names = Names::of_vars(program);
        let mut global = |program: &mut Program, name: &str, ty| {
            let var = program.new_var(names.fresh(name), VarKind::Global, ty, Span::NONE);
            program.globals.push(var);
            back.vars.insert(var, None);
            var
        };
        let round = global(program, "round", TypeTable::INT);
        let stopped = global(program, "stopped", TypeTable::BOOL);
        let failed = global(program, "failed", TypeTable::BOOL);
        let atomic = has_atomic.then(|| Atomic {
            inside: global(program, "in_atomic", TypeTable::INT),
            late: global(program, "late", TypeTable::BOOL),
        });
        let numbers = number_type.map(|ty| Numbers {
            ty,
            current: global(program, "thread", ty),
            last: global(program, "threads", ty),
        });
        let shared = shared
            .into_iter()
            .map(|var| {
                let (name, ty) = (program.vars[var].name.clone(), program.vars[var].ty);
                let copies = (0..contexts).map(|r| global(program, &format!("{name}_{r}"), ty)).collect();
                Shared { var, copies }
            })
            .collect();
        State { contexts, shared, round, stopped, failed, failing: None, atomic, sections, preemptive, numbers, own }
    }

    /// A global for the pass alone.
    fn global(&self, program: &mut Program, back: &mut Back, name: &str, ty: TypeId) -> VarId {
        let var = program.new_var(Names::of_vars(program).fresh(name), VarKind::Global, ty, Span::NONE);
        program.globals.push(var);
        back.vars.insert(var, None);
        var
    }

    fn set(&self, program: &mut Program, var: VarId, value: bool) -> (VarId, ExprId) {
        (var, program.exprs.bool(value))
    }

    /// `round == r`
    fn in_round(&self, program: &mut Program, r: usize) -> ExprId {
        let (round, r) = (program.var_expr(self.round), program.exprs.int(r));
        program.exprs.eq(round, r)
    }

    /// The copy of the present round, which is below `rounds`, gets the present values.
    fn save(&self, program: &mut Program, rounds: usize, span: Span) -> Option<Cmd> {
        let mut pairs = Vec::new();
        for Shared { var, copies } in &self.shared {
            let (now, ty) = (program.var_expr(*var), program.vars[*var].ty);
            for (r, &copy) in copies.iter().enumerate().take(rounds) {
                let value = if rounds == 1 {
                    now
                } else {
                    let (here, before) = (self.in_round(program, r), program.var_expr(copy));
                    program.exprs.op(Op::Ite, [here, now, before], ty)
                };
                pairs.push((copy, value));
            }
        }
        Cmd::assign(pairs, span)
    }

    /// The round becomes `r`, which is later.
    fn move_to(&self, program: &mut Program, r: usize, span: Span) -> Vec<Cmd> {
        let (round, later) = (program.var_expr(self.round), program.exprs.int(r));
        let is_later = program.exprs.op(Op::Lt, [round, later], TypeTable::BOOL);
        let mut cmds = vec![Cmd::assume(is_later, span)];
        cmds.extend(self.save(program, r, span));
        let mut pairs = vec![(self.round, later)];
        pairs.extend(self.shared.iter().map(|s| (s.var, program.var_expr(s.copies[r]))));
        cmds.extend(Cmd::assign(pairs, span));
        cmds
    }

    /// The round becomes an earlier one, which a variable says.
    fn back_to(&self, program: &mut Program, before: VarId, span: Span) -> Vec<Cmd> {
        let mut cmds: Vec<Cmd> = self.save(program, self.contexts, span).into_iter().collect();
        let old = program.var_expr(before);
        let mut pairs = vec![(self.round, old)];
        for Shared { var, copies } in &self.shared {
            let ty = program.vars[*var].ty;
            let mut value = program.var_expr(copies[copies.len() - 1]);
            for (r, &copy) in copies.iter().enumerate().rev().skip(1) {
                let r = program.exprs.int(r);
                let (here, copy) = (program.exprs.eq(old, r), program.var_expr(copy));
                value = program.exprs.op(Op::Ite, [here, copy, value], ty);
            }
            pairs.push((*var, value));
        }
        cmds.extend(Cmd::assign(pairs, span));
        cmds
    }
}

/// Whether a procedure yields or spawns where it may be in an atomic section.
fn asks_for_section(program: &Program, sections: &Sections, proc: ProcId) -> bool {
    let Some(body) = &program.procs[proc].body else { return false };
    body.blocks.iter_enumerated().any(|(id, block)| {
        let inside = sections.inside(proc, body, id);
        block.cmds.iter().zip(inside).any(|(cmd, inside)| inside && (mark(cmd) == Some(Mark::Yield) || is_spawn(cmd)))
    })
}

/// `a > b` among numbers of threads.
fn greater(program: &mut Program, numbers: Numbers, a: VarId, b: VarId) -> ExprId {
    let (a, b) = (program.var_expr(a), program.var_expr(b));
    let Type::Bv(_) = *program.types.get(numbers.ty) else {
        return program.exprs.op(Op::Gt, [a, b], TypeTable::BOOL);
    };
    let known = program.funcs.iter_enumerated().find(|(_, f)| is_unsigned_greater(program, f, numbers.ty));
    let func = match known.map(|(func, _)| func) {
        Some(func) => func,
        None => {
            let params = ["a", "b"].map(|name| program.new_var(name, VarKind::Bound, numbers.ty, Span::NONE)).to_vec();
            program.funcs.push(Function {
                name: "thread_is_greater".into(),
                type_params: Vec::new(),
                params,
                result: TypeTable::BOOL,
                kind: FunctionKind::Builtin(Builtin::BvUgt),
                attrs: [].into(),
                span: Span::NONE,
            })
        }
    };
    let call = ExprKind::Call { func, types: Box::new([]), args: Box::new([a, b]) };
    program.exprs.intern(Expr { kind: call, ty: TypeTable::BOOL })
}

fn is_unsigned_greater(program: &Program, func: &Function, ty: TypeId) -> bool {
    matches!(&func.kind, FunctionKind::Builtin(Builtin::BvUgt)) && func.params.iter().all(|&p| program.vars[p].ty == ty)
}

/// The body of the procedure in front of the entry: what is guessed, and whether it was right.
fn caller(program: &mut Program, back: &mut Back, state: &State, start: ProcId, entry: ProcId, can_fail: bool) {
    let mut body = program.procs[start].body.take().expect("internal: the caller was made with a body");
    let span = program.procs[start].span;
    let call = std::mem::take(&mut body.blocks[body.entry].cmds);
    let mut first = vec![
        (state.round, program.exprs.int(0)),
        state.set(program, state.stopped, false),
        state.set(program, state.failed, false),
    ];
    if let Some(Atomic { inside, late }) = state.atomic {
        first.extend([(inside, program.exprs.int(0)), state.set(program, late, false)]);
    }
    let mut cmds: Vec<Cmd> = Cmd::assign(first, span).into_iter().collect();
    if let Some(numbers) = state.numbers {
        // Numbers are positive: what is above an arbitrary one is above 0 of bit-vectors.
        cmds.extend(Cmd::havoc(vec![numbers.last, numbers.current], span));
        if numbers.ty == TypeTable::INT {
            let (last, zero) = (program.var_expr(numbers.last), program.exprs.int(0));
            let positive = program.exprs.op(Op::Ge, [last, zero], TypeTable::BOOL);
            cmds.push(Cmd::assume(positive, span));
        }
        let above = greater(program, numbers, numbers.current, numbers.last);
        cmds.push(Cmd::assume(above, span));
        cmds.extend(Cmd::assign(vec![(numbers.last, program.var_expr(numbers.current))], span));
    }
    // The copies of the rounds begin with any values: the guesses.
    let mut right = Vec::new();
    let mut guesses = Vec::new();
    for Shared { var, copies } in &state.shared {
        for (r, &copy) in copies.iter().enumerate().skip(1) {
            let (name, ty) = (format!("{}_guess_{r}", program.vars[*var].name), program.vars[*var].ty);
            let guess = crate::ir::build::fresh_local(program, &mut body, &name, ty, span);
            back.vars.insert(guess, None);
            guesses.push((guess, program.var_expr(copy)));
            let (left, guessed) = (program.var_expr(copies[r - 1]), program.var_expr(guess));
            right.push(program.exprs.eq(left, guessed));
        }
    }
    cmds.extend(Cmd::assign(guesses, span));
    cmds.extend(call);
    let mut names = Names::of_blocks(&body);
    let mut add = |body: &mut Body, name: &str, cmds, targets: Vec<BlockId>| {
        let transfer = if targets.is_empty() { Transfer::Return } else { Transfer::Goto(targets) };
        body.blocks.push(Block { name: names.fresh(name), cmds, transfer, span })
    };
    let mut last: Vec<Cmd> = state.save(program, state.contexts, span).into_iter().collect();
    last.extend(right.into_iter().map(|e| Cmd::assume(e, span)));
    match state.failing {
        Some(failing) => last.extend(each_held(program, &back.threads.goals, state.failed, failing)),
        None if can_fail => {
            let failed = program.var_expr(state.failed);
            let held = program.exprs.not(failed);
            last.push(Cmd::new(CmdKind::Assert(held, AssertKind::Assert), span));
        }
        None => {}
    }
    let end = add(&mut body, "end", last, Vec::new());
    let stopped = program.var_expr(state.stopped);
    let returned = program.exprs.not(stopped);
    let finished = add(&mut body, "finished", vec![Cmd::assume(returned, span)], vec![end]);
    let halted = add(&mut body, "halted", vec![Cmd::assume(stopped, span)], vec![end]);
    let first = body.entry;
    body.blocks[first].cmds = cmds;
    body.blocks[first].transfer = Transfer::Goto(vec![finished, halted]);
    back.threads.events.insert((start, finished), schedule::Event::Finished);
    back.threads.events.insert((start, halted), schedule::Event::Halted);
    back.blocks.insert(start, body.blocks.ids().map(|_| Origin::default()).collect());
    program.procs[start].name = Names::of_procs(program).fresh(&format!("{}_threads", program.procs[entry].name));
    let proc = &mut program.procs[start];
    proc.body = Some(body);
    proc.requires.clear();
    proc.ensures.clear();
}

/// Each assertion of the threads: it is not the one that failed.
fn each_held(program: &mut Program, goals: &[(ProcId, Cmd)], failed: VarId, failing: VarId) -> Vec<Cmd> {
    let mut asserted = Vec::new();
    for (number, (_, goal)) in goals.iter().enumerate() {
        let CmdKind::Assert(_, kind) = &goal.kind else { continue };
        let (failed, failing, number) =
            (program.var_expr(failed), program.var_expr(failing), program.exprs.int(number));
        let this = program.exprs.eq(failing, number);
        let fails = program.exprs.and(&[failed, this]);
        let held = program.exprs.not(fails);
        asserted.push(Cmd { kind: CmdKind::Assert(held, *kind), attrs: goal.attrs.clone(), span: goal.span });
    }
    asserted
}
