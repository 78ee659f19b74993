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

use super::{Back, Effect, Step};
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::ir::build::{replace_old, where_clauses};
use crate::ir::visit::substitute;
use crate::ir::{AssertKind, Attr, Block, Body, Cmd, CmdKind, Names, Program, Transfer, is_marked};
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
        let span = program.procs[id].span;
        replace_old(&mut program, &mut body, span);
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
    let cmds = Cmd::havoc(changed, proc.span).into_iter().collect();
    let mut blocks = IdVec::new();
    let entry = blocks.push(Block { name: "contract".into(), cmds, transfer: Transfer::Return, span: proc.span });
    program.procs[id].body = Some(Body { locals: Vec::new(), blocks, entry });
    // Nothing is left to check at the return: the contract is what happens.
    for clause in &mut program.procs[id].ensures {
        clause.free = true;
    }
    true
}

/// The command with what its contract or where clauses add.
fn expand(program: &mut Program, cmd: Cmd) -> Vec<Cmd> {
    match &cmd.kind {
        CmdKind::Havoc(vars) => {
            let wheres = where_clauses(program, vars.iter().copied(), cmd.span);
            std::iter::once(cmd).chain(wheres).collect()
        }
        CmdKind::Call { callee, ins, .. } if !is_marked(&program.exprs, &cmd.attrs, Attr::Free) => {
            let proc = &program.procs[*callee];
            let args: FxHashMap<VarId, ExprId> = proc.ins.iter().copied().zip(ins.iter().copied()).collect();
            let checked: Vec<(ExprId, Span)> =
                proc.requires.iter().filter(|c| !c.free).map(|c| (c.expr, c.span)).collect();
            let mut cmds: Vec<Cmd> = checked
                .into_iter()
                .map(|(e, clause)| {
                    let condition = substitute(&mut program.exprs, e, &args);
                    Cmd::new(CmdKind::Assert(condition, AssertKind::Requires(*callee, clause)), cmd.span)
                })
                .collect();
            cmds.push(cmd);
            cmds
        }
        _ => vec![cmd],
    }
}

fn at_return(program: &Program, id: ProcId, span: Span) -> Vec<Cmd> {
    let ensures = &program.procs[id].ensures;
    let checked = ensures.iter().filter(|c| !c.free).map(|c| CmdKind::Assert(c.expr, AssertKind::Ensures(c.span)));
    let free = ensures.iter().filter(|c| c.free).map(|c| CmdKind::Assume(c.expr));
    checked.chain(free).map(|kind| Cmd::new(kind, span)).collect()
}

fn prologue(program: &Program, id: ProcId, body: &Body, is_entry: bool) -> Vec<Cmd> {
    let proc = &program.procs[id];
    let mut vars = Vec::new();
    if is_entry {
        vars.extend(program.globals.iter().copied());
    }
    vars.extend(proc.ins.iter().chain(&proc.outs).chain(&body.locals).copied());
    let mut cmds = where_clauses(program, vars, proc.span);
    let assumed = proc.requires.iter().filter(|c| c.free || is_entry);
    cmds.extend(assumed.map(|c| Cmd::assume(c.expr, c.span)));
    cmds
}

fn free_requires(program: &Program, id: ProcId) -> Vec<Cmd> {
    let free = program.procs[id].requires.iter().filter(|c| c.free);
    free.map(|c| Cmd::assume(c.expr, c.span)).collect()
}

fn insert_entry_block(body: &mut Body, cmds: Vec<Cmd>) {
    let span = body.blocks[body.entry].span;
    let transfer = Transfer::Goto(vec![body.entry]);
    let name = Names::of_blocks(body).fresh("entry");
    body.entry = body.blocks.push(Block { name, cmds, transfer, span });
}
