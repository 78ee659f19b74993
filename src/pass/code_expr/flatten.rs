//! The blocks of a code expression with its calls inlined: plain commands, and `return e` at the ends.

use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::outcome::Both;
use crate::base::ids::{ExprId, Id, ProcId, VarId};
use crate::ir::visit::Rewriter;
use crate::ir::{Body, Clause, Cmd, CmdKind, ExprArena, ExprKind, Procedure, Program, Transfer, Var, VarKind};

pub(super) enum FlatCmd {
    Assign(Vec<(VarId, ExprId)>),
    Havoc(Vec<VarId>),
    Assume(ExprId),
    Assert(ExprId),
}

pub(super) enum Exit {
    Goto(Vec<usize>),
    Return(Both),
}

pub(super) struct FlatBlock {
    pub(super) cmds: Vec<FlatCmd>,
    pub(super) exit: Exit,
    pub(super) span: Span,
}

/// The blocks, the entry first. `None` if something cannot be expressed; the diagnostics say what.
pub(super) fn flatten(program: &mut Program, body: &Body, diags: &mut Vec<Diagnostic>) -> Option<Vec<FlatBlock>> {
    let mut this = Flattener { program, blocks: Vec::new(), active: Vec::new(), diags, failed: false };
    let span = body.blocks[body.entry].span;
    let entry = this.open(span);
    let code = this.body(body, &mut Rewriter::new(no_change), None);
    this.havoc(entry, &body.locals, &mut Rewriter::new(no_change));
    this.blocks[entry].exit = Exit::Goto(vec![code]);
    let Flattener { blocks, failed, .. } = this;
    if failed { None } else { Some(blocks) }
}

fn no_change(_: &mut ExprArena, _: ExprId) -> Option<ExprId> {
    None
}

struct Flattener<'a> {
    program: &'a mut Program,
    blocks: Vec<FlatBlock>,
    /// The procedures that are being inlined.
    active: Vec<ProcId>,
    diags: &'a mut Vec<Diagnostic>,
    failed: bool,
}

impl Flattener<'_> {
    /// A new block, empty and without successors.
    fn open(&mut self, span: Span) -> usize {
        self.blocks.push(FlatBlock { cmds: Vec::new(), exit: Exit::Goto(Vec::new()), span });
        self.blocks.len() - 1
    }

    fn push(&mut self, block: usize, cmd: FlatCmd) {
        self.blocks[block].cmds.push(cmd);
    }

    fn refuse(&mut self, diag: Diagnostic) {
        self.failed = true;
        self.diags.push(diag);
    }

    /// Adds the blocks of a body whose expressions are rewritten; `return` leads to `after`. The entry is returned.
    fn body<F>(&mut self, body: &Body, rename: &mut Rewriter<F>, after: Option<usize>) -> usize
    where
        F: FnMut(&mut ExprArena, ExprId) -> Option<ExprId>,
    {
        let places: Vec<usize> = body.blocks.iter().map(|b| self.open(b.span)).collect();
        for (id, block) in body.blocks.iter_enumerated() {
            let mut current = places[id.index()];
            for cmd in &block.cmds {
                current = self.cmd(current, cmd, rename);
            }
            self.blocks[current].exit = match (&block.transfer, after) {
                (Transfer::Goto(targets), _) => Exit::Goto(targets.iter().map(|t| places[t.index()]).collect()),
                (Transfer::Return, Some(after)) => Exit::Goto(vec![after]),
                (Transfer::ReturnExpr(e), None) => {
                    // What it is for each kind of outcome turns out when the code expressions in it have values.
                    let e = rename.rewrite(&mut self.program.exprs, *e);
                    Exit::Return(Both { every: e, some: e })
                }
                (other, _) => panic!("internal: {other:?} in a code expression or inlined procedure"),
            };
        }
        places[body.entry.index()]
    }

    /// Adds a command to a block; the block where control is afterwards is returned.
    fn cmd<F>(&mut self, block: usize, cmd: &Cmd, rename: &mut Rewriter<F>) -> usize
    where
        F: FnMut(&mut ExprArena, ExprId) -> Option<ExprId>,
    {
        let mut go = |this: &mut Self, e: ExprId| rename.rewrite(&mut this.program.exprs, e);
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                let mut renamed = Vec::with_capacity(pairs.len());
                for &(v, e) in pairs {
                    let e = go(self, e);
                    renamed.extend(self.target(v, cmd.span, &mut go).map(|v| (v, e)));
                }
                self.push(block, FlatCmd::Assign(renamed));
            }
            CmdKind::Havoc(vars) => {
                let vars: Vec<VarId> = vars.iter().filter_map(|&v| self.target(v, cmd.span, &mut go)).collect();
                self.havoc(block, &vars, &mut Rewriter::new(no_change));
            }
            CmdKind::Assume(e) => {
                let e = go(self, *e);
                self.push(block, FlatCmd::Assume(e));
            }
            CmdKind::Assert(e, _) => {
                let e = go(self, *e);
                self.push(block, FlatCmd::Assert(e));
            }
            CmdKind::Call { callee, ins, outs, .. } => {
                let ins: Vec<ExprId> = ins.iter().map(|&e| go(self, e)).collect();
                let outs: Vec<VarId> = outs.iter().filter_map(|&v| self.target(v, cmd.span, &mut go)).collect();
                if !self.failed {
                    return self.call(block, *callee, &ins, &outs, cmd.span);
                }
            }
        }
        block
    }

    /// The variable that an assignment changes, after renaming; a diagnostic if it lives outside.
    fn target(&mut self, var: VarId, span: Span, go: &mut impl FnMut(&mut Self, ExprId) -> ExprId) -> Option<VarId> {
        if matches!(self.program.vars[var].kind, VarKind::Global | VarKind::Const { .. } | VarKind::In) {
            let message = format!("a code expression may not change `{}`", self.program.vars[var].name);
            self.refuse(Diagnostic::error(message, span));
            return None;
        }
        let e = self.program.var_expr(var);
        let renamed = go(self, e);
        match self.program.exprs.kind(renamed) {
            ExprKind::Var(v) => Some(*v),
            other => panic!("internal: a variable is renamed to {other:?}"),
        }
    }

    /// `havoc vars; assume` their where clauses.
    fn havoc<F>(&mut self, block: usize, vars: &[VarId], rename: &mut Rewriter<F>)
    where
        F: FnMut(&mut ExprArena, ExprId) -> Option<ExprId>,
    {
        if !vars.is_empty() {
            self.push(block, FlatCmd::Havoc(vars.to_vec()));
        }
        for &v in vars {
            if let Some(clause) = self.program.vars[v].where_clause {
                let clause = rename.rewrite(&mut self.program.exprs, clause);
                self.push(block, FlatCmd::Assume(clause));
            }
        }
    }

    fn call(&mut self, block: usize, callee: ProcId, ins: &[ExprId], outs: &[VarId], span: Span) -> usize {
        let procedure = self.program.procs[callee].clone();
        if let Some(diag) = self.why_not(callee, &procedure, span) {
            self.refuse(diag);
            return block;
        }
        let locals = procedure.body.as_ref().map_or(&[][..], |b| &b.locals);
        let declared: Vec<VarId> = procedure.ins.iter().chain(&procedure.outs).chain(locals).copied().collect();
        let fresh = self.copies(&declared);
        // The callee changes no globals, so what it calls old is the present.
        let mut rename = Rewriter::new(|exprs: &mut ExprArena, e| match *exprs.kind(e) {
            ExprKind::Var(v) => fresh.get(&v).map(|&v| exprs.var(v, exprs.ty(e))),
            ExprKind::Old(v) => Some(exprs.var(v, exprs.ty(e))),
            _ => None,
        });
        for v in &declared {
            if let Some(clause) = self.program.vars[*v].where_clause {
                let renamed = rename.rewrite(&mut self.program.exprs, clause);
                self.program.vars[fresh[v]].where_clause = Some(renamed);
            }
        }
        let new = |vars: &[VarId]| -> Vec<VarId> { vars.iter().map(|v| fresh[v]).collect() };
        let (new_ins, new_outs) = (new(&procedure.ins), new(&procedure.outs));
        self.push(block, FlatCmd::Assign(new_ins.iter().copied().zip(ins.iter().copied()).collect()));
        for clause in &procedure.requires {
            self.clause(block, clause, !clause.free, &mut rename);
        }
        for &v in &new_ins {
            if let Some(clause) = self.program.vars[v].where_clause {
                self.push(block, FlatCmd::Assume(clause));
            }
        }
        let undetermined: Vec<VarId> = new_outs.iter().copied().chain(new(locals)).collect();
        self.havoc(block, &undetermined, &mut Rewriter::new(no_change));
        let after = self.open(span);
        self.active.push(callee);
        let target = match &procedure.body {
            Some(body) => self.body(body, &mut rename, Some(after)),
            None => after,
        };
        self.active.pop();
        self.blocks[block].exit = Exit::Goto(vec![target]);
        for clause in &procedure.ensures {
            self.clause(after, clause, !clause.free && procedure.body.is_some(), &mut rename);
        }
        let results = outs.iter().zip(&new_outs).map(|(&out, &new)| (out, self.program.var_expr(new))).collect();
        self.push(after, FlatCmd::Assign(results));
        after
    }

    fn clause<F>(&mut self, block: usize, clause: &Clause, checked: bool, rename: &mut Rewriter<F>)
    where
        F: FnMut(&mut ExprArena, ExprId) -> Option<ExprId>,
    {
        let e = rename.rewrite(&mut self.program.exprs, clause.expr);
        self.push(block, if checked { FlatCmd::Assert(e) } else { FlatCmd::Assume(e) });
    }

    fn why_not(&self, callee: ProcId, procedure: &Procedure, span: Span) -> Option<Diagnostic> {
        let name = &procedure.name;
        let message = if self.active.contains(&callee) {
            format!("not supported: a code expression calls the recursive procedure `{name}`")
        } else if !procedure.type_params.is_empty() {
            format!("not supported: a code expression calls the polymorphic procedure `{name}`")
        } else if let (Some(&global), None) = (procedure.modifies.first(), &procedure.body) {
            let global = &self.program.vars[global].name;
            format!("a code expression calls `{name}`, which modifies `{global}`")
        } else {
            return None;
        };
        Some(Diagnostic::error(message, span).related(procedure.span, "declared here"))
    }

    fn copies(&mut self, vars: &[VarId]) -> FxHashMap<VarId, VarId> {
        vars.iter()
            .map(|&v| {
                let copy = Var { kind: VarKind::Bound, ..self.program.vars[v].clone() };
                (v, self.program.vars.push(copy))
            })
            .collect()
    }
}
