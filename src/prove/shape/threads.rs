//! Programs with threads, as one of their threads sees them: where one is spawned, an execution goes on as the thread that
//! spawns or as the one that is spawned. What others do in between is told by the kinds (see [`super::interference`]).
//!
//! ```text
//! async call P(e); T   →   goto here, there;   here: T;   there: havoc thread_locals; call P(e); «others may run» assume false;
//! x := y;   (shared)   →   $cell.x[k] := $cell.y[l];
//! ```

use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, ProcId, VarId};
use crate::cfg::heap::Heap;
use crate::cfg::threads::{is_atomic, is_concurrent, is_spawn, is_thread_local};
use crate::engine::{Declined, Question};
use crate::ir::build::{fresh_local, split_block};
use crate::ir::visit::{Rewriter, walk};
use crate::ir::{
    Attr, Attribute, AttributeValue, Attributes, Block, Body, Cmd, CmdKind, Expr, ExprArena, ExprKind, Names, Op,
    Program, Transfer, TypeTable, is_marked, string_attribute,
};
use crate::pass::preempt;
use ivl::source::Span;

/// What a mark of this file says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// A thread is about to be spawned.
    Spawn,
    /// The execution goes on as the new thread.
    Child,
}

const SPAWN: &str = "spawn";
const CHILD: &str = "child";

/// The mark of a command.
pub fn split_mark(cmd: &Cmd) -> Option<Split> {
    match (&cmd.kind, string_attribute(&cmd.attrs, Attr::Atomic)?) {
        (CmdKind::Assume(_), SPAWN) => Some(Split::Spawn),
        (CmdKind::Assume(_), CHILD) => Some(Split::Child),
        _ => None,
    }
}

/// What the new thread is given, as the mark says.
pub fn given(program: &Program, cmd: &Cmd) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut pending: Vec<ExprId> = cmd.exprs().collect();
    while let Some(e) = pending.pop() {
        match program.exprs.kind(e) {
            ExprKind::Op(Op::And, args) => pending.extend(args.iter()),
            ExprKind::Op(Op::Eq, args) => found.push(args[0]),
            _ => {}
        }
    }
    found
}

/// The program without asynchronous calls, and the variables that its threads share; `None`: it has no threads.
pub fn single(question: &Question) -> Result<Option<(Program, Vec<VarId>)>, Declined> {
    let (program, entry) = (question.program, question.entry);
    if !is_concurrent(program, entry) {
        return Ok(None);
    }
    if is_marked(&program.exprs, &program.procs[entry].attrs, Attr::RaceFree) {
        return Err(Declined("data races".into()));
    }
    if program.procs.iter().any(|proc| is_atomic(program, proc)) {
        return Err(Declined("atomic procedures".into()));
    }
    let marked = preempt::run(program, entry, false).map_err(|why| Declined(why.0))?;
    let mut program = marked.unwrap_or_else(|| program.clone());
    for id in program.procs.ids() {
        split_spawns(&mut program, id);
        join_counts(&mut program, id);
    }
    let is_shared = |v: &VarId| {
        let var = &program.vars[*v];
        !program.types.is_map(var.ty) && !is_thread_local(&program, *v) && !is_counter(&program, *v)
    };
    let shared: Vec<VarId> = program.globals.iter().copied().filter(is_shared).collect();
    if shared.iter().any(|&v| ![TypeTable::INT, TypeTable::BOOL].contains(&program.vars[v].ty)) {
        return Err(Declined("threads share more than integers".into()));
    }
    Ok(Some((program, shared)))
}

/// What is counted beside the program. Another variable may be declared to keep the same: it is one of the program's own.
fn is_counter(program: &Program, var: VarId) -> bool {
    let heap = Heap::of(program, &program.globals);
    [heap.next, heap.count].contains(&Some(var))
}

fn split_spawns(program: &mut Program, id: ProcId) {
    let Some(mut body) = program.procs[id].body.take() else { return };
    let mut names = Names::of_blocks(&body);
    let own: Vec<VarId> = program.globals.iter().copied().filter(|&v| is_thread_local(program, v)).collect();
    let mut pending: Vec<_> = body.blocks.ids().collect();
    while let Some(block) = pending.pop() {
        let Some(at) = body.blocks[block].cmds.iter().position(is_spawn) else { continue };
        let here = split_block(&mut body, block, at + 1, &mut names);
        let mut call = body.blocks[block].cmds.pop().expect("internal: the call is there");
        call.attrs = call.attrs.iter().filter(|a| !a.is(Attr::Async)).cloned().collect();
        let mark = |program: &mut Program, text: &str, given: &[ExprId]| {
            let equal = |&e: &ExprId| program.exprs.op(Op::Eq, [e, e], TypeTable::BOOL);
            let mentioned: Vec<ExprId> = given.iter().map(equal).collect();
            let mut cmd = Cmd::assume(program.exprs.and(&mentioned), Span::NONE);
            let text = vec![AttributeValue::Str(text.into())];
            cmd.attrs = Attributes::from([Attribute::with(Attr::Atomic, text)]);
            cmd
        };
        let CmdKind::Call { ins, .. } = &call.kind else { panic!("internal: not a call") };
        let spawn = mark(program, SPAWN, ins);
        body.blocks[block].cmds.push(spawn);
        let mut cmds = vec![mark(program, CHILD, &[])];
        cmds.extend(Cmd::havoc(own.clone(), Span::NONE));
        cmds.push(call);
        // What the thread has done stays, also in an atomic section that it has not ended.
        let text = vec![AttributeValue::Str("end".into())];
        for attribute in [Attribute::with(Attr::Atomic, text), Attribute::marker(Attr::Yield)] {
            let mut cmd = Cmd::assume(program.exprs.bool(true), Span::NONE);
            cmd.attrs = Attributes::from([attribute]);
            cmds.push(cmd);
        }
        cmds.push(Cmd::assume(program.exprs.bool(false), Span::NONE));
        let (name, span) = (names.fresh(&body.blocks[block].name), body.blocks[block].span);
        let there = body.blocks.push(Block { name, cmds, transfer: Transfer::Return, span });
        body.blocks[block].transfer = Transfer::Goto(vec![here, there]);
        pending.push(here);
    }
    program.procs[id].body = Some(body);
}

/// What is counted beside the program is no step: `t := $next + K; $next := t;` is one command again.
fn join_counts(program: &mut Program, id: ProcId) {
    let Some(mut body) = program.procs[id].body.take() else { return };
    let single = |cmd: &Cmd| match &cmd.kind {
        CmdKind::Assign(pairs) if pairs.len() == 1 => Some(pairs[0]),
        _ => None,
    };
    // What is read in between may be looked at again.
    let mut uses: FxHashMap<VarId, u32> = FxHashMap::default();
    for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
        walk(&program.exprs, cmd.exprs(), |_, kind| {
            if let ExprKind::Var(var) = *kind {
                *uses.entry(var).or_default() += 1;
            }
        });
    }
    let is_passing = |var: VarId| body.locals.contains(&var) && uses.get(&var) == Some(&1);
    for block in body.blocks.iter_mut() {
        for at in (1..block.cmds.len()).rev() {
            let (Some((read, sum)), Some((next, e))) = (single(&block.cmds[at - 1]), single(&block.cmds[at])) else {
                continue;
            };
            let is_sum = matches!(program.exprs.kind(sum), ExprKind::Op(Op::Add | Op::Sub, args)
                if *program.exprs.kind(args[0]) == ExprKind::Var(next));
            if is_counter(program, next) && is_sum && is_passing(read) && *program.exprs.kind(e) == ExprKind::Var(read)
            {
                block.cmds[at].kind = CmdKind::Assign(vec![(next, sum)]);
                block.cmds.remove(at - 1);
            }
        }
    }
    program.procs[id].body = Some(body);
}

/// Shared variables become cells, each in a room of its own behind those of the program. `start`: where they begin.
/// Returns the maps that keep them, in the order of the rooms.
pub fn into_cells(program: &mut Program, body: &mut Body, shared: &[VarId], (start, room): (i128, i128)) -> Vec<VarId> {
    let shared: Vec<VarId> = shared.iter().copied().filter(|v| body.locals.contains(v)).collect();
    let mut cells: FxHashMap<VarId, (VarId, ExprId)> = FxHashMap::default();
    let mut maps = Vec::new();
    for (&var, number) in shared.iter().zip(0..) {
        let ty = program.types.map(Box::new([TypeTable::INT]), program.vars[var].ty);
        let name = format!("$cell.{}", program.vars[var].name);
        let map = fresh_local(program, body, &name, ty, Span::NONE);
        let address = program.exprs.int(start + number * room);
        cells.insert(var, (map, address));
        maps.push(map);
    }
    let vars: FxHashMap<VarId, ExprId> = cells.values().map(|&(map, _)| (map, program.var_expr(map))).collect();
    let types: FxHashMap<VarId, _> = cells.keys().map(|&v| (v, program.vars[v].ty)).collect();
    let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| {
        let ExprKind::Var(var) = exprs.kind(e) else { return None };
        let var = *var;
        let (map, address) = *cells.get(&var)?;
        Some(exprs.op(Op::Select, [vars[&map], address], types[&var]))
    });
    for block in body.blocks.ids() {
        let mut cmds = Vec::new();
        for mut cmd in std::mem::take(&mut body.blocks[block].cmds) {
            cmd.map_exprs(|e| rewriter.rewrite(&mut program.exprs, e));
            let assigned: Vec<VarId> = cmd.assigned().filter(|v| cells.contains_key(v)).collect();
            let mut stores = Vec::new();
            for var in assigned {
                let (map, address) = cells[&var];
                let value = match &mut cmd.kind {
                    CmdKind::Assign(pairs) if pairs.len() == 1 => {
                        let value = pairs[0].1;
                        pairs.clear();
                        value
                    }
                    CmdKind::Assign(pairs) => {
                        let fresh = fresh_local(program, body, "$value", program.vars[var].ty, Span::NONE);
                        pairs.iter_mut().filter(|p| p.0 == var).for_each(|p| p.0 = fresh);
                        program.var_expr(fresh)
                    }
                    CmdKind::Havoc(vars) => {
                        let fresh = fresh_local(program, body, "$value", program.vars[var].ty, Span::NONE);
                        vars.iter_mut().filter(|v| **v == var).for_each(|v| *v = fresh);
                        program.var_expr(fresh)
                    }
                    _ => continue,
                };
                let ty = program.vars[map].ty;
                let old = program.var_expr(map);
                let kind = ExprKind::Op(Op::Store, Box::new([old, address, value]));
                let stored = program.exprs.intern(Expr { kind, ty });
                stores.push(Cmd { kind: CmdKind::Assign(vec![(map, stored)]), ..cmd.clone() });
            }
            if !matches!(&cmd.kind, CmdKind::Assign(pairs) if pairs.is_empty()) {
                cmds.push(cmd);
            }
            cmds.extend(stores);
        }
        body.blocks[block].cmds = cmds;
    }
    maps
}

/// Maps that look as if they hold locks: one that is 0 becomes 1. What is done to them is checked.
///
/// ```text
/// assume M[p] == 0; … M[p] := 1;
/// ```
pub fn locks(program: &Program, body: &Body) -> Vec<VarId> {
    let number = |e: ExprId, n: i128| matches!(program.exprs.kind(e), ExprKind::Int(i) if *i == n.into());
    let mut found = Vec::new();
    for block in body.blocks.iter() {
        let mut free = Vec::new();
        for cmd in &block.cmds {
            match &cmd.kind {
                CmdKind::Assume(e) => {
                    if let ExprKind::Op(Op::Eq, args) = program.exprs.kind(*e)
                        && number(args[1], 0)
                    {
                        free.push(args[0]);
                    }
                }
                CmdKind::Assign(pairs) => {
                    for &(map, e) in pairs {
                        if let ExprKind::Op(Op::Store, args) = program.exprs.kind(e)
                            && number(args[2], 1)
                            && free.iter().any(|&cell| {
                                matches!(program.exprs.kind(cell), ExprKind::Op(Op::Select, of) if of[..] == args[..2])
                            })
                        {
                            found.push(map);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    found
}
