//! The expressions that a program holds, wherever they stand: each of them once, in a fixed order.

use super::attribute::{Attribute, AttributeValue, Attributes};
use super::command::Cmd;
use super::expr::{ExprArena, ExprKind};
use super::program::{Body, Clause, FunctionKind, Procedure, Program, Transfer};
use super::visit::{for_each_child, globals_under_old};
use crate::base::ids::{ExprId, ProcId, VarId};

/// The role of a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Part of the program's meaning.
    Meaning,
    /// An attribute's argument.
    Attribute,
}

/// Calls `visit` on every expression of the program that is no part of another, code expressions' bodies included.
pub fn for_each_root(program: &Program, mut visit: impl FnMut(Place, ExprId)) {
    let visit = &mut visit;
    for con in program.type_cons.iter() {
        attrs(&con.attrs, visit);
    }
    for var in program.vars.iter() {
        attrs(&var.attrs, visit);
        if let Some(e) = var.where_clause {
            visit(Place::Meaning, e);
        }
    }
    for func in program.funcs.iter() {
        attrs(&func.attrs, visit);
        if let FunctionKind::Defined { body, .. } = func.kind {
            visit(Place::Meaning, body);
        }
    }
    for axiom in program.axioms.iter() {
        attrs(&axiom.attrs, visit);
        visit(Place::Meaning, axiom.expr);
    }
    for procedure in program.procs.iter() {
        procedure_roots(procedure, visit);
    }
    for code in program.codes.iter() {
        body_roots(&code.body, visit);
    }
}

/// The expressions of a procedure: contract, body and attributes; without the where clauses of its variables.
pub fn procedure_roots(procedure: &Procedure, visit: &mut dyn FnMut(Place, ExprId)) {
    attrs(&procedure.attrs, visit);
    for clause in procedure.requires.iter().chain(&procedure.ensures) {
        attrs(&clause.attrs, visit);
        visit(Place::Meaning, clause.expr);
    }
    if let Some(body) = &procedure.body {
        body_roots(body, visit);
    }
}

/// The expressions of a body's commands and transfers, without the where clauses of its locals.
pub fn body_roots(body: &Body, visit: &mut dyn FnMut(Place, ExprId)) {
    for block in body.blocks.iter() {
        for cmd in &block.cmds {
            attrs(&cmd.attrs, visit);
            cmd.exprs().for_each(|e| visit(Place::Meaning, e));
        }
        if let Transfer::ReturnExpr(e) = block.transfer {
            visit(Place::Meaning, e);
        }
    }
}

/// The globals that a procedure mentions under `old`, in order of their ids.
pub fn old_globals(program: &Program, proc: ProcId) -> Vec<VarId> {
    let decl = &program.procs[proc];
    let clauses = decl.requires.iter().chain(&decl.ensures).map(|c| c.expr);
    globals_under_old(&program.exprs, clauses.chain(decl.cmds().flat_map(Cmd::exprs)))
}

fn attrs(attributes: &[Attribute], visit: &mut dyn FnMut(Place, ExprId)) {
    for arg in attributes.iter().flat_map(|a| &a.args) {
        if let AttributeValue::Expr(e) = arg {
            visit(Place::Attribute, *e);
        }
    }
}

/// Replaces every expression of the program that is no part of another.
pub fn map_roots(program: &mut Program, mut rewrite: impl FnMut(&mut ExprArena, ExprId) -> ExprId) {
    let Program { exprs, type_cons, vars, funcs, axioms, procs, codes, .. } = program;
    let mut map = |e: &mut ExprId| *e = rewrite(exprs, *e);
    for con in type_cons.iter_mut() {
        map_attrs(&mut con.attrs, &mut map);
    }
    for var in vars.iter_mut() {
        map_attrs(&mut var.attrs, &mut map);
        if let Some(e) = &mut var.where_clause {
            map(e);
        }
    }
    for func in funcs.iter_mut() {
        map_attrs(&mut func.attrs, &mut map);
        if let FunctionKind::Defined { body, .. } = &mut func.kind {
            map(body);
        }
    }
    for axiom in axioms.iter_mut() {
        map_attrs(&mut axiom.attrs, &mut map);
        map(&mut axiom.expr);
    }
    for procedure in procs.iter_mut() {
        map_attrs(&mut procedure.attrs, &mut map);
        for clause in procedure.requires.iter_mut().chain(&mut procedure.ensures) {
            map_clause(clause, &mut map);
        }
        if let Some(body) = &mut procedure.body {
            map_body_with(body, &mut map);
        }
    }
    for code in codes.iter_mut() {
        map_body_with(&mut code.body, &mut map);
    }
}

/// Replaces every expression of a body's commands and transfers that is no part of another.
pub fn map_body(exprs: &mut ExprArena, body: &mut Body, mut rewrite: impl FnMut(&mut ExprArena, ExprId) -> ExprId) {
    map_body_with(body, &mut |e| *e = rewrite(exprs, *e));
}

fn map_clause(clause: &mut Clause, map: &mut dyn FnMut(&mut ExprId)) {
    map_attrs(&mut clause.attrs, map);
    map(&mut clause.expr);
}

fn map_body_with(body: &mut Body, map: &mut dyn FnMut(&mut ExprId)) {
    for block in body.blocks.iter_mut() {
        for cmd in &mut block.cmds {
            map_cmd(cmd, map);
        }
        if let Transfer::ReturnExpr(e) = &mut block.transfer {
            map(e);
        }
    }
}

fn map_cmd(cmd: &mut Cmd, map: &mut dyn FnMut(&mut ExprId)) {
    map_attrs(&mut cmd.attrs, map);
    cmd.map_exprs(|mut e| {
        map(&mut e);
        e
    });
}

/// Attributes are shared between declarations; they are copied only where one holds an expression that changes.
fn map_attrs(attributes: &mut Attributes, map: &mut dyn FnMut(&mut ExprId)) {
    let is_expr = |arg: &AttributeValue| matches!(arg, AttributeValue::Expr(_));
    if !attributes.iter().any(|a| a.args.iter().any(is_expr)) {
        return;
    }
    let mut copy = attributes.to_vec();
    let mut changed = false;
    for arg in copy.iter_mut().flat_map(|a| &mut a.args) {
        if let AttributeValue::Expr(e) = arg {
            let old = *e;
            map(e);
            changed |= old != *e;
        }
    }
    if changed {
        *attributes = copy.into();
    }
}

/// Visits every distinct expression below the roots once, parents before children, and steps into code expressions.
pub fn walk_with_code(
    program: &Program,
    roots: impl IntoIterator<Item = ExprId>,
    mut visit: impl FnMut(ExprId, &ExprKind),
) {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack: Vec<ExprId> = roots.into_iter().collect();
    while let Some(e) = stack.pop() {
        if !seen.insert(e) {
            continue;
        }
        let kind = program.exprs.kind(e);
        visit(e, kind);
        for_each_child(kind, |c| stack.push(c));
        if let ExprKind::Code(code) = kind {
            let body = &program.codes[*code].body;
            body_roots(body, &mut |_, e| stack.push(e));
            stack.extend(body.locals.iter().filter_map(|&v| program.vars[v].where_clause));
        }
    }
}
