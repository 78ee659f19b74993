//! Arbitrary values, as where clauses allow them.

use ivl::source::Span;

use super::fresh_local;
use crate::base::ids::VarId;
use crate::ir::{Attr, Body, Cmd, CmdKind, Program, is_marked};

/// The `where` clauses of variables that got arbitrary values, as assumptions.
pub fn where_clauses(program: &Program, vars: impl IntoIterator<Item = VarId>, span: Span) -> Vec<Cmd> {
    let clauses = vars.into_iter().filter_map(|v| program.vars[v].where_clause);
    clauses.map(|clause| Cmd::assume(clause, span)).collect()
}

/// Gives variables any value that their where clauses allow. An `{:assumption}` variable stays false once it is.
pub fn havoc(program: &mut Program, body: &mut Body, vars: Vec<VarId>, span: Span) -> Vec<Cmd> {
    let (mut cmds, mut monotone) = (Vec::new(), Vec::new());
    for &var in vars
        .iter()
        .filter(|&&v| is_marked(&program.exprs, &program.vars[v].attrs, Attr::Assumption))
        .collect::<Vec<_>>()
    {
        let before = fresh_local(program, body, "before", program.vars[var].ty, span);
        cmds.push(Cmd::new(CmdKind::Assign(vec![(before, program.var_expr(var))]), span));
        let (now, before) = (program.var_expr(var), program.var_expr(before));
        monotone.push(Cmd::assume(program.exprs.implies(now, before), span));
    }
    let wheres = where_clauses(program, vars.iter().copied(), span);
    cmds.extend(Cmd::havoc(vars, span));
    cmds.extend(wheres);
    cmds.extend(monotone);
    cmds
}
