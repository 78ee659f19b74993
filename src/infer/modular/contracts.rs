//! Contracts, where clauses, `old` and calls become commands of the one procedure that is looked at.
//!
//! ```text
//! procedure P(x: int) returns (y: int where y > 0);     entry:  old_g := g; assume (where clauses); assume requires;
//!   requires x > 0; free requires g > 0;                return: assert ensures;
//!   ensures y > old(g);
//!   modifies g;                                         call:   P_x := e; assert P_x > 0; P_g := g;
//!                                                →              havoc g, P_y; assume (where clauses);
//! call y := P(e);                                               assume P_y > P_g; y := P_y;
//! ```
//!
//! A call may change what its procedure declares to modify, and what the bodies of it and its callees assign: generated
//! programs often leave out the former.

use crate::base::ids::{ExprId, IdVec, ProcId, VarId};
use crate::cfg::mod_sets::mod_sets;
use crate::ir::build::{Renaming, fresh_local, havoc, replace_old, where_clauses};
use crate::ir::visit::globals_under_old;
use crate::ir::{
    AssertKind, Attr, Attribute, AttributeValue, Attributes, Block, Body, Clause, Cmd, CmdKind, Names, Program,
    Transfer, is_marked,
};

/// The contracts of all procedures.
pub struct Contracts {
    contracts: IdVec<ProcId, Contract>,
}

struct Contract {
    requires: Vec<Clause>,
    ensures: Vec<Clause>,
    /// The globals that a call may change, in order of declaration.
    modifies: Vec<VarId>,
}

impl Contracts {
    pub fn of(program: &Program) -> Contracts {
        let assigned = mod_sets(program);
        let contract = |(id, proc): (ProcId, &crate::ir::Procedure)| Contract {
            requires: proc.requires.clone(),
            ensures: proc.ensures.clone(),
            modifies: program
                .globals
                .iter()
                .copied()
                .filter(|g| proc.modifies.contains(g) || assigned[id].contains(g))
                .collect(),
        };
        Contracts { contracts: program.procs.iter_enumerated().map(contract).collect() }
    }
}

/// Writes out everything that contracts say in a body; the procedure's own clauses are gone afterwards.
pub fn expand(program: &mut Program, contracts: &Contracts, id: ProcId, body: &mut Body) {
    let own = &contracts.contracts[id];
    let mut checked = Vec::new();
    for clause in &own.ensures {
        if !clause.free {
            checked.push((CmdKind::Assert(clause.expr, AssertKind::Ensures(clause.span)), &clause.attrs));
        } else if is_marked(&program.exprs, &clause.attrs, Attr::AlwaysAssume) {
            checked.push((CmdKind::Assume(clause.expr), &clause.attrs));
        }
    }
    for block in body.blocks.ids() {
        let Block { cmds, transfer, span, .. } = &mut body.blocks[block];
        if *transfer == Transfer::Return {
            let at_return =
                checked.iter().cloned().map(|(kind, attrs)| Cmd { kind, attrs: attrs.clone(), span: *span });
            cmds.extend(at_return);
        }
        let cmds = std::mem::take(cmds);
        let mut expanded = Vec::with_capacity(cmds.len());
        for cmd in cmds {
            expand_command(program, contracts, body, cmd, &mut expanded);
        }
        body.blocks[block].cmds = expanded;
    }
    add_entry(program, own, id, body);
    let proc = &mut program.procs[id];
    proc.requires.clear();
    proc.ensures.clear();
}

fn expand_command(program: &mut Program, contracts: &Contracts, body: &mut Body, mut cmd: Cmd, out: &mut Vec<Cmd>) {
    match &mut cmd.kind {
        CmdKind::Havoc(vars) => out.extend(havoc(program, body, std::mem::take(vars), cmd.span)),
        CmdKind::Call { .. } => expand_call(program, contracts, body, cmd, out),
        CmdKind::Assert(e, _) => {
            *e = weakened(program, *e, &cmd.attrs);
            out.push(cmd);
        }
        CmdKind::Assign(_) | CmdKind::Assume(_) => out.push(cmd),
    }
}

fn expand_call(program: &mut Program, contracts: &Contracts, body: &mut Body, cmd: Cmd, out: &mut Vec<Cmd>) {
    let Cmd { kind: CmdKind::Call { callee, ins, outs, .. }, attrs, span } = cmd else {
        panic!("internal: not a call")
    };
    let contract = &contracts.contracts[callee];
    let free = is_marked(&program.exprs, &attrs, Attr::Free);
    let (formal_ins, formal_outs) = (program.procs[callee].ins.clone(), program.procs[callee].outs.clone());
    let mut renaming = Renaming::default();
    let mut copy = |program: &mut Program, var: VarId| {
        let name = format!("{}_{}", program.procs[callee].name, program.vars[var].name);
        let ty = program.vars[var].ty;
        fresh_local(program, body, &name, ty, span)
    };
    let mut args = Vec::new();
    for (&formal, &arg) in formal_ins.iter().zip(&ins) {
        let local = copy(program, formal);
        renaming.vars.insert(formal, local);
        args.push((local, arg));
    }
    out.extend(Cmd::assign(args, span));
    for clause in &contract.requires {
        let condition = renaming.expr(program, clause.expr);
        if !clause.free && !free {
            let condition = weakened(program, condition, &attrs);
            let kind = CmdKind::Assert(condition, AssertKind::Requires(callee, clause.span));
            let attrs = clause.attrs.iter().chain(attrs.iter()).cloned().collect();
            out.push(Cmd { kind, attrs, span });
        } else if clause.free && is_marked(&program.exprs, &clause.attrs, Attr::AlwaysAssume) {
            out.push(Cmd::assume(condition, span));
        }
    }
    let old = globals_under_old(&program.exprs, contract.ensures.iter().map(|c| c.expr));
    let mut snapshot = Vec::new();
    for &global in &contract.modifies {
        if old.contains(&global) {
            let local = copy(program, global);
            renaming.olds.insert(global, local);
            snapshot.push((local, program.var_expr(global)));
        }
    }
    // What is not modified is what it was.
    for &global in old.iter().filter(|g| !contract.modifies.contains(g)) {
        renaming.olds.insert(global, global);
    }
    out.extend(Cmd::assign(snapshot, span));
    let mut changed = contract.modifies.clone();
    let mut results = Vec::new();
    for (&formal, &actual) in formal_outs.iter().zip(&outs) {
        let local = copy(program, formal);
        renaming.vars.insert(formal, local);
        changed.push(local);
        results.push((actual, program.var_expr(local)));
    }
    out.extend(Cmd::havoc(changed, span));
    out.extend(where_clauses(program, contract.modifies.iter().copied(), span));
    for &formal in &formal_outs {
        if let Some(clause) = program.vars[formal].where_clause {
            let clause = renaming.expr(program, clause);
            out.push(Cmd::assume(clause, span));
        }
    }
    for clause in &contract.ensures {
        let condition = renaming.expr(program, clause.expr);
        out.push(Cmd::assume(condition, span));
    }
    out.extend(Cmd::assign(results, span));
}

/// A block in front: what is assumed of the initial state, and what is remembered of it.
fn add_entry(program: &mut Program, own: &Contract, id: ProcId, body: &mut Body) {
    let span = program.procs[id].span;
    let proc = &program.procs[id];
    let vars: Vec<VarId> =
        program.globals.iter().chain(&proc.ins).chain(&proc.outs).chain(&body.locals).copied().collect();
    let assumptions: Vec<VarId> = body
        .locals
        .iter()
        .copied()
        .filter(|&v| is_marked(&program.exprs, &program.vars[v].attrs, Attr::Assumption))
        .collect();
    let mut cmds = where_clauses(program, vars, span);
    for var in assumptions {
        cmds.push(Cmd::assume(program.var_expr(var), span));
    }
    for clause in &own.requires {
        cmds.push(Cmd { kind: CmdKind::Assume(clause.expr), attrs: clause.attrs.clone(), span: clause.span });
    }
    let name = Names::of_blocks(body).fresh("entry");
    let transfer = Transfer::Goto(vec![body.entry]);
    body.entry = body.blocks.push(Block { name, cmds, transfer, span });
    replace_old(program, body, span);
}

/// What `{:verified_under u}` leaves to check: `u || e`.
fn weakened(program: &mut Program, e: ExprId, attrs: &Attributes) -> ExprId {
    let under = |a: &Attribute| match a.args[..] {
        [AttributeValue::Expr(u)] if a.is(Attr::VerifiedUnder) => Some(u),
        _ => None,
    };
    let all: Vec<ExprId> = attrs.iter().filter_map(under).collect();
    if all.is_empty() {
        return e;
    }
    let under = program.exprs.and(&all);
    program.exprs.or(&[under, e])
}
