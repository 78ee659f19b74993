//! Commands over other variables.

use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, IdVec, VarId};
use crate::ir::visit::Rewriter;
use crate::ir::{Cmd, ExprArena, ExprKind, Program, Var};

/// The new names of variables. Variables that are not mentioned stay.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    pub vars: FxHashMap<VarId, VarId>,
    /// The variables that stand for `old(g)`.
    pub olds: FxHashMap<VarId, VarId>,
}

impl Renaming {
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty() && self.olds.is_empty()
    }

    pub fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    pub fn expr(&self, program: &mut Program, e: ExprId) -> ExprId {
        let Program { vars, exprs, .. } = program;
        self.rewriter(vars).rewrite(exprs, e)
    }

    fn rewriter(&self, vars: &IdVec<VarId, Var>) -> Rewriter<impl FnMut(&mut ExprArena, ExprId) -> Option<ExprId>> {
        Rewriter::new(|exprs: &mut ExprArena, e| {
            let new = match exprs.kind(e) {
                ExprKind::Var(v) => self.vars.get(v),
                ExprKind::Old(v) => self.olds.get(v),
                _ => None,
            };
            new.map(|&new| exprs.var(new, vars[new].ty))
        })
    }
}

/// The command over other variables; attributes are left alone.
pub fn rename_cmd(program: &mut Program, cmd: &Cmd, renaming: &Renaming) -> Cmd {
    let mut cmd = cmd.clone();
    rename_cmds(program, [&mut cmd], renaming);
    cmd
}

/// Puts the commands over other variables; attributes are left alone.
pub fn rename_cmds<'c>(program: &mut Program, cmds: impl IntoIterator<Item = &'c mut Cmd>, renaming: &Renaming) {
    if renaming.is_empty() {
        return;
    }
    let Program { vars, exprs, .. } = program;
    let mut rewriter = renaming.rewriter(vars);
    for cmd in cmds {
        cmd.map_exprs(|e| rewriter.rewrite(exprs, e));
        cmd.map_assigned(|var| renaming.var(var));
    }
}
