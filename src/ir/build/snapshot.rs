//! Locals that remember.

use crate::base::ids::{BlockId, TypeId, VarId};
use crate::ir::{Attributes, Body, Cmd, CmdKind, Program, Var, VarKind};
use ivl::source::Span;

/// A new local of the body.
pub fn fresh_local(program: &mut Program, body: &mut Body, name: &str, ty: TypeId, span: Span) -> VarId {
    let var =
        Var { name: name.into(), ty, kind: VarKind::Local, where_clause: None, attrs: Attributes::from([]), span };
    let var = program.vars.push(var);
    body.locals.push(var);
    var
}

/// A local that has the value of `var` at the latest arrival at the block. Where the block is a loop head, that is the
/// value at the start of the iteration.
pub fn snapshot(program: &mut Program, body: &mut Body, at: BlockId, var: VarId) -> VarId {
    let (name, ty) = (format!("{}_at_{}", program.vars[var].name, body.blocks[at].name), program.vars[var].ty);
    let span = body.blocks[at].span;
    let copy = fresh_local(program, body, &name, ty, span);
    let assign = CmdKind::Assign(vec![(copy, program.var_expr(var))]);
    let cmds = &mut body.blocks[at].cmds;
    // Invariants stay in front, where they are the loop's.
    let leading = cmds.iter().take_while(|c| matches!(c.kind, CmdKind::Assert(..) | CmdKind::Assume(_))).count();
    cmds.insert(leading, Cmd { kind: assign, attrs: Attributes::from([]), span });
    copy
}
