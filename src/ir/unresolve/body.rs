//! Bodies as labelled blocks.

use ivl::ast::{self, StmtKind};
use ivl::source::Span;

use super::Unresolver;
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::ir::{AssertKind, Attr, Block, Body, Cmd, CmdKind, ExprKind, Op, Transfer};

impl Unresolver<'_> {
    /// The locals are declared in the open scope and forgotten again: a code expression's scope ends with it.
    pub(super) fn body(&mut self, body: &Body) -> ast::Body {
        let vars = self.declare_all(&body.locals);
        let declared: Vec<ast::Name> = vars.iter().map(|v| v.name.name.clone()).collect();
        let locals = vars
            .into_iter()
            .map(|v| {
                let span = v.name.span;
                ast::VarDecl { vars: vec![v], span }
            })
            .collect();
        let order = std::iter::once(body.entry).chain(body.blocks.ids().filter(|&b| b != body.entry));
        let labels = super::names::labels(&body.blocks);
        let mut stmts = Vec::new();
        for id in order {
            let block = &body.blocks[id];
            let span = block.cmds.first().map_or(block.span, |c| c.span);
            let label = ast::Ident { name: labels[id].clone(), span };
            stmts.push(ast::Stmt { kind: StmtKind::Label(label), span });
            // A havoc of nothing cannot be written.
            for cmd in block.cmds.iter().filter(|cmd| !matches!(&cmd.kind, CmdKind::Havoc(vars) if vars.is_empty())) {
                self.span = cmd.span;
                let kind = self.cmd(cmd);
                stmts.push(ast::Stmt { kind, span: cmd.span });
            }
            self.span = block.span;
            let kind = self.transfer(block, |target| labels[target].clone());
            stmts.push(ast::Stmt { kind, span: block.span });
        }
        for name in &declared {
            self.names.forget(name);
        }
        ast::Body { locals, stmts, close: Span::NONE }
    }

    fn transfer(&mut self, block: &Block, label: impl Fn(BlockId) -> ast::Name) -> StmtKind {
        match &block.transfer {
            Transfer::Goto(targets) => {
                StmtKind::Goto(targets.iter().map(|&t| ast::Ident { name: label(t), span: block.span }).collect())
            }
            Transfer::Return => StmtKind::Return,
            Transfer::ReturnExpr(e) => StmtKind::ReturnExpr(self.whole(*e)),
        }
    }

    fn cmd(&mut self, cmd: &Cmd) -> StmtKind {
        let mut attrs = self.attributes(&cmd.attrs);
        let idents = |this: &Self, vars: &[VarId]| vars.iter().map(|&v| this.var_ident(v)).collect();
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                let (lhs, rhs) = pairs.iter().map(|&(v, e)| self.assignment(v, e)).unzip();
                StmtKind::Assign { attrs, lhs, rhs }
            }
            CmdKind::Havoc(vars) => StmtKind::Havoc { attrs, vars: idents(self, vars) },
            CmdKind::Assume(e) => StmtKind::Assume { attrs, expr: self.whole(*e) },
            CmdKind::Assert(e, kind) => {
                let (name, args) = match *kind {
                    AssertKind::Assert | AssertKind::Stop(_) => ("", Vec::new()),
                    AssertKind::Race => ("race", Vec::new()),
                    AssertKind::Invariant => ("loop_invariant", Vec::new()),
                    AssertKind::InvariantOnEntry => ("loop_invariant_on_entry", Vec::new()),
                    AssertKind::InvariantMaintained => ("loop_invariant_maintained", Vec::new()),
                    AssertKind::Requires(callee, _) => {
                        let callee = self.program.procs[callee].name.to_string();
                        ("precondition", vec![ast::AttributeArg::Str(callee)])
                    }
                    AssertKind::Ensures(_) => ("postcondition", Vec::new()),
                };
                if !name.is_empty() && cmd.attrs.iter().all(|a| &*a.name != name) {
                    attrs.push(self.attribute(name, args));
                }
                StmtKind::Assert { attrs, expr: self.whole(*e) }
            }
            CmdKind::Call { callee, ins, outs, .. } => StmtKind::Call(ast::Call {
                async_: take_marker(&mut attrs, Attr::Async),
                free: take_marker(&mut attrs, Attr::Free),
                attrs,
                outs: idents(self, outs),
                callee: self.ident(&self.names.procs[*callee]),
                args: ins.iter().map(|&e| self.whole(e)).collect(),
            }),
        }
    }

    /// `m := m[i := m[i][j := e]]` is written `m[i][j] := e`.
    fn assignment(&mut self, var: VarId, value: ExprId) -> (ast::Lhs, ast::Expr) {
        let program = self.program;
        let mut path = Vec::new();
        let mut value = value;
        // The map of the last store, and its index.
        let mut outer: Option<(ExprId, &[ExprId])> = None;
        while let ExprKind::Op(Op::Store, args) = program.exprs.kind(value) {
            let updates_target = match (program.exprs.kind(args[0]), outer) {
                (ExprKind::Var(v), None) => *v == var,
                (ExprKind::Op(Op::Select, select), Some((map, index))) => select[0] == map && select[1..] == *index,
                _ => false,
            };
            if !updates_target {
                break;
            }
            let index = &args[1..args.len() - 1];
            path.push(ast::LhsStep::Index(index.iter().map(|&e| self.whole(e)).collect()));
            outer = Some((args[0], index));
            value = args[args.len() - 1];
        }
        (ast::Lhs { base: self.var_ident(var), path, span: self.span }, self.whole(value))
    }
}

/// Removes `{:name}`; whether it was there.
fn take_marker(attrs: &mut Vec<ast::Attribute>, kind: Attr) -> bool {
    let before = attrs.len();
    attrs.retain(|a| &*a.name.name != kind.name() || !a.args.is_empty());
    attrs.len() < before
}
