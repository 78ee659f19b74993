//! Locals that remember.

use ivl::source::Span;

use super::rename::{Renaming, rename_cmds};
use crate::base::ids::{BlockId, TypeId, VarId};
use crate::ir::visit::globals_under_old;
use crate::ir::{Body, Cmd, CmdKind, Program, VarKind};

/// A new local of the body.
pub fn fresh_local(program: &mut Program, body: &mut Body, name: &str, ty: TypeId, span: Span) -> VarId {
    let var = program.new_var(name, VarKind::Local, ty, span);
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
    cmds.insert(leading, Cmd::new(assign, span));
    copy
}

/// In the commands, `old(g)` becomes a local that copies `g` at entry.
pub fn replace_old(program: &mut Program, body: &mut Body, span: Span) {
    let olds = globals_under_old(&program.exprs, body.cmds().flat_map(Cmd::exprs));
    let mut renaming = Renaming::default();
    let mut copies = Vec::with_capacity(olds.len());
    for global in olds {
        let (name, ty) = (format!("old_{}", program.vars[global].name), program.vars[global].ty);
        let local = fresh_local(program, body, &name, ty, span);
        renaming.olds.insert(global, local);
        copies.push((local, program.var_expr(global)));
    }
    rename_cmds(program, body.cmds_mut(), &renaming);
    body.blocks[body.entry].cmds.splice(0..0, Cmd::assign(copies, span));
}
