//! Contracts, where clauses and `old` become commands.
//!
//! ```text
//! procedure P(x: int) returns (y: int where y > 0);    procedure P(x: int) returns (y: int) {
//!   requires x > 0; free requires g > 0;                 old_g := g; assume y > 0; assume g > 0;
//!   ensures y > old(g);                           →      havoc y; assume y > 0;       (no body: out-parameters,
//!   modifies g;                                          havoc g; assume y > old_g;    modifies and ensures)
//!                                                      }
//! call y := P(e);                                      assert e > 0; call y := P(e);
//! ```
//!
//! A checked `requires` is asserted at each call that is not free, and assumed at the start of the entry procedure; a free one is
//! assumed at the start of the callee. A checked `ensures` of a procedure with a body is asserted at each return;
//! then the free ones are assumed. Where clauses are assumed of parameters and locals at procedure entry, of globals
//! at the start of the program, and after each havoc. The clauses stay with the procedure, as its summary.

use rustc_hash::FxHashMap;

use super::names::Names;
use super::{Back, Effect, Step};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::ir::visit::{Rewriter, Walker, substitute};
use crate::ir::{
    AssertKind, Attributes, Block, Body, Cmd, CmdKind, ExprArena, ExprKind, Program, Transfer, Var, VarKind,
    has_attribute,
};
use ivl::source::Span;

/// `entry` is where executions begin.
pub fn run(mut program: Program, entry: ProcId) -> Step {
    for id in program.procs.ids() {
        let bodyless = give_body(&mut program, id);
        let mut body = program.procs[id].body.take().expect("internal: every procedure has a body by now");
        for block in body.blocks.iter_mut() {
            let cmds = std::mem::take(&mut block.cmds);
            block.cmds = cmds.into_iter().flat_map(|cmd| expand(&mut program, cmd)).collect();
            if block.transfer == Transfer::Return {
                block.cmds.extend(at_return(&program, id, block.span));
            }
        }
        let prologue = if bodyless { free_requires(&program, id) } else { prologue(&program, id, &body, id == entry) };
        insert_entry_block(&mut body, prologue);
        replace_old(&mut program, id, &mut body);
        program.procs[id].body = Some(body);
    }
    let blocks = program.procs.iter_enumerated().map(|(id, p)| (id, origins(p.body.as_ref()))).collect();
    Step { program, back: Back { blocks, ..Back::default() }, effect: Effect::Equivalent }
}

/// All blocks are the old ones, but for the entry block that was put first in front of them (at the end of the list).
fn origins(body: Option<&Body>) -> IdVec<BlockId, super::Origin> {
    let body = body.expect("internal: every procedure has a body by now");
    let same = |b: BlockId| if b == body.entry { super::Origin::default() } else { super::Origin::same(b) };
    body.blocks.ids().map(same).collect()
}

/// A procedure without a body does what its contract allows. Returns whether there was none.
fn give_body(program: &mut Program, id: ProcId) -> bool {
    let proc = &program.procs[id];
    if proc.body.is_some() {
        return false;
    }
    let mut changed = proc.outs.clone();
    changed.extend(proc.modifies.iter().copied());
    let mut cmds = Vec::new();
    if !changed.is_empty() {
        cmds.push(command(CmdKind::Havoc(changed), proc.span));
    }
    let mut blocks = IdVec::new();
    let entry = blocks.push(Block { name: "contract".into(), cmds, transfer: Transfer::Return, span: proc.span });
    program.procs[id].body = Some(Body { locals: Vec::new(), blocks, entry });
    // Nothing is left to check at the return: the contract is what happens.
    for clause in &mut program.procs[id].ensures {
        clause.free = true;
    }
    true
}

fn command(kind: CmdKind, span: Span) -> Cmd {
    Cmd { kind, attrs: no_attributes(), span }
}

fn no_attributes() -> Attributes {
    Attributes::from([])
}

/// The command with what its contract or where clauses add.
fn expand(program: &mut Program, cmd: Cmd) -> Vec<Cmd> {
    match &cmd.kind {
        CmdKind::Havoc(vars) => {
            let wheres = where_clauses(program, vars, cmd.span);
            std::iter::once(cmd).chain(wheres).collect()
        }
        CmdKind::Call { callee, ins, .. } if !has_attribute(&cmd.attrs, "free") => {
            let proc = &program.procs[*callee];
            let args: FxHashMap<VarId, ExprId> = proc.ins.iter().copied().zip(ins.iter().copied()).collect();
            let checked: Vec<(ExprId, Span)> =
                proc.requires.iter().filter(|c| !c.free).map(|c| (c.expr, c.span)).collect();
            let mut cmds: Vec<Cmd> = checked
                .into_iter()
                .map(|(e, clause)| {
                    let condition = substitute(&mut program.exprs, e, &args);
                    command(CmdKind::Assert(condition, AssertKind::Requires(*callee, clause)), cmd.span)
                })
                .collect();
            cmds.push(cmd);
            cmds
        }
        _ => vec![cmd],
    }
}

fn where_clauses(program: &Program, vars: &[VarId], span: Span) -> Vec<Cmd> {
    vars.iter()
        .filter_map(|&v| program.vars[v].where_clause)
        .map(|clause| command(CmdKind::Assume(clause), span))
        .collect()
}

fn at_return(program: &Program, id: ProcId, span: Span) -> Vec<Cmd> {
    let ensures = &program.procs[id].ensures;
    let checked = ensures.iter().filter(|c| !c.free).map(|c| CmdKind::Assert(c.expr, AssertKind::Ensures(c.span)));
    let free = ensures.iter().filter(|c| c.free).map(|c| CmdKind::Assume(c.expr));
    checked.chain(free).map(|kind| command(kind, span)).collect()
}

fn prologue(program: &Program, id: ProcId, body: &Body, is_entry: bool) -> Vec<Cmd> {
    let proc = &program.procs[id];
    let mut vars = Vec::new();
    if is_entry {
        vars.extend(program.globals.iter().copied());
    }
    vars.extend(proc.ins.iter().chain(&proc.outs).chain(&body.locals).copied());
    let mut cmds = where_clauses(program, &vars, proc.span);
    let assumed = proc.requires.iter().filter(|c| c.free || is_entry);
    cmds.extend(assumed.map(|c| command(CmdKind::Assume(c.expr), c.span)));
    cmds
}

fn free_requires(program: &Program, id: ProcId) -> Vec<Cmd> {
    let free = program.procs[id].requires.iter().filter(|c| c.free);
    free.map(|c| command(CmdKind::Assume(c.expr), c.span)).collect()
}

fn insert_entry_block(body: &mut Body, cmds: Vec<Cmd>) {
    let span = body.blocks[body.entry].span;
    let transfer = Transfer::Goto(vec![body.entry]);
    let name = Names::of_blocks(body).fresh("entry");
    body.entry = body.blocks.push(Block { name, cmds, transfer, span });
}

/// `old(g)` is a local that copies `g` at entry.
fn replace_old(program: &mut Program, id: ProcId, body: &mut Body) {
    let mut olds = Vec::new();
    let mut walker = Walker::default();
    let roots = body.blocks.iter().flat_map(|b| &b.cmds).flat_map(command_exprs);
    walker.walk(&program.exprs, roots, &mut |_, kind| {
        if let ExprKind::Old(global) = kind {
            olds.push(*global);
        }
    });
    if olds.is_empty() {
        return;
    }
    olds.sort();
    let mut copies = FxHashMap::default();
    let mut snapshot = Vec::new();
    for global in olds {
        let Var { name, ty, .. } = program.vars[global].clone();
        let local = program.vars.push(Var {
            name: format!("old_{name}").into(),
            ty,
            kind: VarKind::Local,
            where_clause: None,
            attrs: no_attributes(),
            span: program.procs[id].span,
        });
        body.locals.push(local);
        snapshot.push((local, program.var_expr(global)));
        let copy = program.var_expr(local);
        copies.insert(global, copy);
    }
    let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| match exprs.kind(e) {
        ExprKind::Old(global) => copies.get(global).copied(),
        _ => None,
    });
    for cmd in body.blocks.iter_mut().flat_map(|b| &mut b.cmds) {
        map_command_exprs(cmd, |e| rewriter.rewrite(&mut program.exprs, e));
    }
    let span = program.procs[id].span;
    body.blocks[body.entry].cmds.insert(0, command(CmdKind::Assign(snapshot), span));
}

/// The expressions of a command.
pub fn command_exprs(cmd: &Cmd) -> Vec<ExprId> {
    match &cmd.kind {
        CmdKind::Assign(pairs) => pairs.iter().map(|&(_, e)| e).collect(),
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => vec![*e],
        CmdKind::Call { ins, .. } => ins.clone(),
        CmdKind::Havoc(_) => Vec::new(),
    }
}

/// Replaces the expressions of a command.
pub fn map_command_exprs(cmd: &mut Cmd, mut map: impl FnMut(ExprId) -> ExprId) {
    match &mut cmd.kind {
        CmdKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, e)| *e = map(*e)),
        CmdKind::Assume(e) | CmdKind::Assert(e, _) => *e = map(*e),
        CmdKind::Call { ins, .. } => ins.iter_mut().for_each(|e| *e = map(*e)),
        CmdKind::Havoc(_) => {}
    }
}
