//! A procedure with several implementations: a call runs any of them.
//!
//! ```text
//! procedure p(x: int);                  procedure p(x: int) { goto A, B; A: call p#1(x); return;
//! implementation p(x: int) { … }   →                                     B: call p#2(x); return; }
//! implementation p(x: int) { … }        procedure {:implementation} p#1(x: int) { … }   and p#2 likewise
//! ```
//!
//! Preconditions are checked where `p` is called, postconditions where an implementation returns. Part of elaboration.

use std::collections::BTreeMap;

use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, IdVec, ProcId, VarId};
use crate::ir::visit::substitute;
use crate::ir::{Attr, Attribute, Attributes, Block, Body, Cmd, CmdKind, Names, Program, Transfer};

pub fn choose_implementations(program: &mut Program) {
    let mut all: BTreeMap<ProcId, Vec<ProcId>> = BTreeMap::new();
    for (id, proc) in program.procs.iter_enumerated() {
        if let Some(target) = proc.implements {
            all.entry(target).or_default().push(id);
        }
    }
    let mut names = Names::of_procs(program);
    for (chooser, mut implementations) in all {
        implementations.insert(0, split_off_first(program, chooser));
        for &id in &implementations {
            let name = names.fresh(&program.procs[chooser].name);
            let proc = &mut program.procs[id];
            proc.name = name;
            proc.implements = None;
            proc.requires.retain(|clause| clause.free);
            proc.attrs = [Attribute::marker(Attr::Implementation)].into();
        }
        for clause in &mut program.procs[chooser].ensures {
            clause.free = true;
        }
        program.procs[chooser].body = Some(choice(program, chooser, &implementations));
    }
}

/// The procedure's own body becomes that of a further procedure, with its formals; the procedure gets new ones.
fn split_off_first(program: &mut Program, id: ProcId) -> ProcId {
    let mut first = program.procs[id].clone();
    first.body = program.procs[id].body.take();
    let formals: Vec<VarId> = first.ins.iter().chain(&first.outs).copied().collect();
    let mut renamed: FxHashMap<VarId, ExprId> = FxHashMap::default();
    let mut fresh = Vec::new();
    for &formal in &formals {
        let copy = program.vars.push(program.vars[formal].clone());
        renamed.insert(formal, program.var_expr(copy));
        fresh.push(copy);
    }
    for &copy in &fresh {
        let clause = program.vars[copy].where_clause;
        program.vars[copy].where_clause = clause.map(|e| substitute(&mut program.exprs, e, &renamed));
    }
    let proc = &mut program.procs[id];
    proc.outs = fresh.split_off(proc.ins.len());
    proc.ins = fresh;
    for clause in proc.requires.iter_mut().chain(&mut proc.ensures) {
        clause.expr = substitute(&mut program.exprs, clause.expr, &renamed);
    }
    program.procs.push(first)
}

fn choice(program: &mut Program, id: ProcId, implementations: &[ProcId]) -> Body {
    let (ins, outs) = (program.procs[id].ins.clone(), program.procs[id].outs.clone());
    let ins: Vec<ExprId> = ins.into_iter().map(|v| program.var_expr(v)).collect();
    let block = |name: String, cmds: Vec<Cmd>, transfer: Transfer, span: Span| Block {
        name: name.into(),
        cmds,
        transfer,
        span,
    };
    let mut blocks = IdVec::new();
    let calls = implementations.iter().enumerate().map(|(number, &callee)| {
        let span = program.procs[callee].span;
        let kind = CmdKind::Call { callee, types: [].into(), ins: ins.clone(), outs: outs.clone() };
        let call = Cmd { kind, attrs: Attributes::from([]), span };
        block(format!("implementation{}", number + 1), vec![call], Transfer::Return, span)
    });
    let targets = calls.map(|call| blocks.push(call)).collect();
    let entry = blocks.push(block("choose".into(), Vec::new(), Transfer::Goto(targets), program.procs[id].span));
    Body { locals: Vec::new(), blocks, entry }
}
