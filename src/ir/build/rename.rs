//! Commands over other variables.

use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, IdVec, VarId};
use crate::ir::visit::Rewriter;
use crate::ir::{Cmd, CmdKind, ExprArena, ExprKind, Program, Var};

/// What variables become. What is not mentioned stays.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    pub vars: FxHashMap<VarId, VarId>,
    /// What `old(g)` becomes.
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
        rename_exprs(vars, exprs, self, &mut [e])[0]
    }
}

fn rename_exprs<'e>(
    vars: &IdVec<VarId, Var>,
    exprs: &mut ExprArena,
    renaming: &Renaming,
    roots: &'e mut [ExprId],
) -> &'e [ExprId] {
    let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| {
        let new = match exprs.kind(e) {
            ExprKind::Var(v) => renaming.vars.get(v),
            ExprKind::Old(v) => renaming.olds.get(v),
            _ => None,
        };
        new.map(|&new| exprs.var(new, vars[new].ty))
    });
    for e in roots.iter_mut() {
        *e = rewriter.rewrite(exprs, *e);
    }
    roots
}

/// The command over other variables; attributes are left alone.
pub fn rename_cmd(program: &mut Program, cmd: &Cmd, renaming: &Renaming) -> Cmd {
    if renaming.is_empty() {
        return cmd.clone();
    }
    let Program { vars, exprs, .. } = program;
    let mut all = |roots: &mut [ExprId]| {
        rename_exprs(vars, exprs, renaming, roots);
    };
    let var = |v: &VarId| renaming.var(*v);
    let kind = match &cmd.kind {
        CmdKind::Assign(pairs) => {
            let mut values: Vec<ExprId> = pairs.iter().map(|&(_, e)| e).collect();
            all(&mut values);
            CmdKind::Assign(pairs.iter().map(|(v, _)| var(v)).zip(values).collect())
        }
        CmdKind::Havoc(vars) => CmdKind::Havoc(vars.iter().map(var).collect()),
        CmdKind::Assume(e) => {
            let mut e = [*e];
            all(&mut e);
            CmdKind::Assume(e[0])
        }
        CmdKind::Assert(e, kind) => {
            let mut e = [*e];
            all(&mut e);
            CmdKind::Assert(e[0], *kind)
        }
        CmdKind::Call { callee, types, ins, outs } => {
            let mut ins = ins.clone();
            all(&mut ins);
            CmdKind::Call { callee: *callee, types: types.clone(), ins, outs: outs.iter().map(var).collect() }
        }
    };
    Cmd { kind, attrs: cmd.attrs.clone(), span: cmd.span }
}
