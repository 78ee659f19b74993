//! An entry procedure that is also called gets a caller of its own, so that executions begin and end in a procedure
//! that nothing re-enters.
//!
//! ```text
//! procedure main(x) { … call main(e); … }   →   procedure main_start(x) { call main(x); }
//! ```

use rustc_hash::FxHashMap;

use super::{Back, Effect, Step};
use crate::base::ids::{ExprId, IdVec, ProcId, VarId};
use crate::cfg::call_graph::{callees, reachable};
use crate::ir::visit::substitute;
use crate::ir::{Block, Body, Clause, Cmd, CmdKind, Names, Procedure, Program, Transfer};

/// Returns the step and where executions begin in the new program.
pub fn run(mut program: Program, entry: ProcId) -> (Step, ProcId) {
    let callees = callees(&program);
    let mut back = Back::default();
    let mut start = entry;
    if reachable(&program, entry).into_iter().any(|p| callees[p].contains(&entry)) {
        start = add_caller(&mut program, entry, &mut back);
    }
    (Step { program, back, effect: Effect::Equivalent }, start)
}

/// A procedure that calls the entry, with its parameters and contract.
pub fn add_caller(program: &mut Program, entry: ProcId, back: &mut Back) -> ProcId {
    let proc = program.procs[entry].clone();
    let mut copies: FxHashMap<VarId, ExprId> = FxHashMap::default();
    let mut copy = |program: &mut Program, var: VarId| {
        let mut copied = program.vars[var].clone();
        copied.where_clause = None;
        let new = program.vars.push(copied);
        back.vars.insert(new, Some(var));
        copies.insert(var, program.var_expr(new));
        new
    };
    let ins: Vec<VarId> = proc.ins.iter().map(|&v| copy(program, v)).collect();
    let outs: Vec<VarId> = proc.outs.iter().map(|&v| copy(program, v)).collect();
    let requires = proc
        .requires
        .iter()
        .map(|c| Clause { expr: substitute(&mut program.exprs, c.expr, &copies), ..c.clone() })
        .collect();
    let args = proc.ins.iter().map(|v| copies[v]).collect();
    let call = CmdKind::Call { callee: entry, types: Box::new([]), ins: args, outs: outs.clone() };
    let cmds = vec![Cmd::new(call, proc.span)];
    let mut blocks = IdVec::new();
    let block = blocks.push(Block { name: "start".into(), cmds, transfer: Transfer::Return, span: proc.span });
    let name = Names::of_procs(program).fresh(&format!("{}_start", proc.name));
    let start = program.procs.push(Procedure {
        name,
        ins,
        outs,
        requires,
        ensures: Vec::new(),
        body: Some(Body { locals: Vec::new(), blocks, entry: block }),
        ..proc
    });
    back.procs.insert(start, entry);
    back.blocks.insert(start, std::iter::once(super::Origin::default()).collect());
    start
}
