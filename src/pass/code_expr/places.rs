//! Replaces the code expressions of a program, place by place: what is asserted holds for every outcome, what is
//! assumed for some.

use rustc_hash::FxHashMap;

use super::outcome::{Both, Outcome};
use super::pick_value;
use crate::base::ids::{ExprId, FuncId, Id, ProcId, VarId};
use crate::ir::roots::map_roots;
use crate::ir::visit::substitute;
use crate::ir::{
    AssertKind, Attr, Body, Clause, Cmd, CmdKind, Expr, ExprKind, Function, FunctionKind, Names, Program, Transfer,
    TypeTable, VarKind, is_marked,
};

pub(super) fn rewrite(program: &mut Program, outcome: &mut Outcome) {
    for axiom in program.axioms.ids() {
        program.axioms[axiom].expr = outcome.both(program, program.axioms[axiom].expr).some;
    }
    for var in program.vars.ids() {
        if let Some(clause) = program.vars[var].where_clause {
            program.vars[var].where_clause = Some(outcome.both(program, clause).some);
        }
    }
    for func in program.funcs.ids() {
        function(program, outcome, func);
    }
    let contracts: Vec<Checked> = program.procs.ids().map(|id| contract(program, outcome, id)).collect();
    for (id, checked) in program.procs.ids().zip(&contracts) {
        if let Some(mut body) = program.procs[id].body.take() {
            self::body(program, outcome, &contracts, &mut body);
            at_returns(&mut body, &checked.ensures);
            program.procs[id].body = Some(body);
        }
    }
    // Attributes are left: they say nothing about executions.
    map_roots(program, |exprs, e| outcome.first(exprs, e));
}

/// The checks at calls and returns that the contract does not say any more.
struct Checked {
    requires: Vec<Clause>,
    ensures: Vec<Clause>,
}

/// A clause is asserted in one form and assumed in another: the clause becomes the assumption, and is free.
fn contract(program: &mut Program, outcome: &mut Outcome, id: ProcId) -> Checked {
    let formals = renamed_formals(program, id);
    let (polymorphic, has_body) = (!program.procs[id].type_params.is_empty(), program.procs[id].body.is_some());
    let mut clauses = |clauses: fn(&mut Program, ProcId) -> &mut Vec<Clause>, checks: bool| -> Vec<Clause> {
        let mut checked = Vec::new();
        let mut list = std::mem::take(clauses(program, id));
        for clause in &mut list {
            let before = clause.expr;
            if !outcome.concerns(&program.exprs, before) {
                continue;
            }
            let both = outcome.both(program, before);
            let [every, some] = [both.every, both.some].map(|e| substitute(&mut program.exprs, e, &formals));
            clause.expr = some;
            if checks && !clause.free && !both.agree() {
                if polymorphic {
                    let what = "a code expression with several paths in the contract of a polymorphic procedure";
                    outcome.refuse(program, before, what);
                }
                checked.push(Clause { expr: every, ..clause.clone() });
                clause.free = true;
            }
        }
        *clauses(program, id) = list;
        checked
    };
    let requires = clauses(|program, id| &mut program.procs[id].requires, true);
    let ensures = clauses(|program, id| &mut program.procs[id].ensures, has_body);
    Checked { requires, ensures }
}

/// A further implementation has formals of its own; the code expressions in its copy of the contract know the first's.
fn renamed_formals(program: &mut Program, id: ProcId) -> FxHashMap<VarId, ExprId> {
    let Some(first) = program.procs[id].implements else { return FxHashMap::default() };
    let all = |id: ProcId| program.procs[id].ins.iter().chain(&program.procs[id].outs).copied();
    let pairs: Vec<(VarId, VarId)> = all(first).zip(all(id)).collect();
    pairs.into_iter().map(|(theirs, own)| (theirs, program.var_expr(own))).collect()
}

fn body(program: &mut Program, outcome: &mut Outcome, contracts: &[Checked], body: &mut Body) {
    for block in body.blocks.ids() {
        let cmds = std::mem::take(&mut body.blocks[block].cmds);
        let mut out = Vec::with_capacity(cmds.len());
        for cmd in cmds {
            command(program, outcome, contracts, cmd, &mut body.locals, &mut out);
        }
        body.blocks[block].cmds = out;
    }
}

fn command(
    program: &mut Program,
    outcome: &mut Outcome,
    contracts: &[Checked],
    mut cmd: Cmd,
    locals: &mut Vec<VarId>,
    out: &mut Vec<Cmd>,
) {
    let span = cmd.span;
    let beside = |kind: CmdKind| Cmd::new(kind, span);
    let mut pick = |program: &mut Program, outcome: &mut Outcome, e: &mut ExprId| {
        let (value, picked) = pick_value(program, outcome, *e, VarKind::Local);
        *e = value;
        for (v, premise) in picked {
            locals.push(v);
            out.push(beside(CmdKind::Havoc(vec![v])));
            out.push(Cmd::assume(premise, span));
        }
    };
    let mut held = None;
    match &mut cmd.kind {
        CmdKind::Assign(pairs) => pairs.iter_mut().for_each(|(_, e)| pick(program, outcome, e)),
        CmdKind::Assume(e) => *e = outcome.both(program, *e).some,
        CmdKind::Assert(e, _) => {
            let both = outcome.both(program, *e);
            *e = both.every;
            held = (!both.agree()).then_some(both.some);
        }
        CmdKind::Call { callee, ins, .. } => {
            ins.iter_mut().for_each(|e| pick(program, outcome, e));
            let formals = program.procs[*callee].ins.iter().copied();
            let args: FxHashMap<VarId, ExprId> = formals.zip(ins.iter().copied()).collect();
            for clause in &contracts[callee.index()].requires {
                if !is_marked(&program.exprs, &cmd.attrs, Attr::Free) {
                    let e = substitute(&mut program.exprs, clause.expr, &args);
                    out.push(beside(CmdKind::Assert(e, AssertKind::Requires(*callee, clause.span))));
                }
            }
        }
        CmdKind::Havoc(_) => {}
    }
    out.push(cmd);
    out.extend(held.map(|e| Cmd::assume(e, span)));
}

fn at_returns(body: &mut Body, ensures: &[Clause]) {
    for block in body.blocks.iter_mut().filter(|b| b.transfer == Transfer::Return) {
        let span = block.span;
        block.cmds.extend(ensures.iter().map(|clause| Cmd {
            kind: CmdKind::Assert(clause.expr, AssertKind::Ensures(clause.span)),
            attrs: clause.attrs.clone(),
            span,
        }));
    }
}

/// A function has one value: where its body has several outcomes, another function says which it is.
fn function(program: &mut Program, outcome: &mut Outcome, func: FuncId) {
    let FunctionKind::Defined { body, .. } = program.funcs[func].kind else { return };
    if !outcome.concerns(&program.exprs, body) {
        return;
    }
    let mut names: Option<Names> = None;
    let mut several = false;
    let value = outcome.value(program, body, &mut |program, both: Both| {
        several = true;
        let names = names.get_or_insert_with(|| program.funcs.iter().map(|f| f.name.clone()).collect());
        let like = program.funcs[func].clone();
        let params = like.params.iter().map(|&v| program.vars.push(program.vars[v].clone())).collect();
        let args = like.params.iter().map(|&v| program.var_expr(v)).collect();
        let (name, kind) = (names.fresh("outcome"), FunctionKind::Uninterpreted);
        let chooser = Function { name, params, result: TypeTable::BOOL, kind, attrs: [].into(), ..like };
        let kind = ExprKind::Call { func: program.funcs.push(chooser), types: [].into(), args };
        let choice = program.exprs.intern(Expr { kind, ty: TypeTable::BOOL });
        let chosen = program.exprs.and(&[both.some, choice]);
        program.exprs.or(&[both.every, chosen])
    });
    if several && !program.funcs[func].type_params.is_empty() {
        outcome.refuse(program, body, "a code expression with several paths in a polymorphic function");
    }
    if let FunctionKind::Defined { body, .. } = &mut program.funcs[func].kind {
        *body = value;
    }
}
