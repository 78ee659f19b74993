//! `measure` clauses, which prove that recursion and loops end, become assertions as in Boogie.
//!
//! ```text
//! while (g) measure m, b; { S }     →   head: assert m >= 0; m0, b0 := m, b; goto body, done;
//!                                       body: assume g; S; assert m < m0 || (m == m0 && !b && b0); goto head;
//! procedure P(x: int) measure x;    →   requires x >= 0;
//!   call P(e);                            assert e < old(x); call P(e);        before recursive calls alone
//! ```
//!
//! Values decrease lexicographically: integers downwards to zero, Booleans from true to false.

use ivl::ast::{self, Measure, Spec};
use ivl::source::Span;
use rustc_hash::FxHashMap;

use super::Resolver;
use super::infer::Ty;
use super::types::count;
use crate::base::graph::Graph;
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, TypeId, VarId};
use crate::ir::visit::{Rewriter, substitute};
use crate::ir::{
    AssertKind, Attribute, AttributeValue, Attributes, Body, Clause, Cmd, CmdKind, ExprArena, ExprKind, Op, TypeTable,
    Var, VarKind,
};

/// The attribute of the command that stands for a clause until the body is whole. Nobody can write this name.
const MARK: &str = "measure clause";

impl<'a> Resolver<'a> {
    // ---- loops ---------------------------------------------------------------------------------------------

    /// Keeps the place of a clause at a loop head.
    pub(super) fn measure_mark(&mut self, measure: &'a Measure) -> Cmd {
        let values = self.measure_values(measure).into_iter().map(AttributeValue::Expr).collect();
        let attrs = Attributes::from([Attribute { name: MARK.into(), args: values }]);
        Cmd { kind: CmdKind::Assume(self.program.exprs.bool(true)), attrs, span: measure.span }
    }

    /// The well-typed values of a clause.
    fn measure_values(&mut self, measure: &'a Measure) -> Vec<ExprId> {
        self.attributes(&measure.attrs);
        let mut values = Vec::new();
        for e in &measure.exprs {
            let typed = self.inferring(|r| r.expr(e));
            if typed.is_error() {
                continue;
            }
            if [Ty::INT, Ty::BOOL].contains(&typed.ty) {
                values.push(typed.expr);
            } else {
                let ty = self.show(typed.ty);
                self.error(format!("a measure must be of type int or bool, not `{ty}`"), e.span);
            }
        }
        values
    }

    /// Replaces the marks of a body.
    pub(super) fn lower_measures(&mut self, body: &mut Body) {
        let marked: Vec<BlockId> = body.blocks.ids().filter(|&b| body.blocks[b].cmds.iter().any(is_mark)).collect();
        if marked.is_empty() {
            return;
        }
        let graph = Graph::new(body.blocks.ids(), |b| body.blocks[b].transfer.targets().iter().copied());
        let dominators = graph.dominators(body.entry);
        for head in marked {
            let mut latches: Vec<BlockId> = graph.sources(head).filter(|&b| dominators.dominates(head, b)).collect();
            latches.sort();
            self.lower_measure(body, head, &latches);
        }
    }

    /// `latches` jump back to the loop head.
    fn lower_measure(&mut self, body: &mut Body, head: BlockId, latches: &[BlockId]) {
        let cmds = std::mem::take(&mut body.blocks[head].cmds);
        let (mut assigned, mut found) = (false, false);
        let mut decreases = None;
        for cmd in cmds {
            assigned |= matches!(cmd.kind, CmdKind::Assign(_));
            if !is_mark(&cmd) {
                body.blocks[head].cmds.push(cmd);
                continue;
            }
            let span = cmd.span;
            if latches.is_empty() {
                self.error("a measure stands at the head of a loop only", span);
            } else if found {
                self.error("a loop has at most one measure", span);
            } else if assigned {
                self.error("a loop's measure stands before the assignments", span);
            }
            found = true;
            let (mut saves, mut before) = (Vec::new(), Vec::new());
            let values = mark_values(&cmd);
            for &value in &values {
                if let Some(holds) = self.not_negative(value) {
                    body.blocks[head].cmds.push(check(holds, "the measure is not negative", span));
                }
                let saved = self.saved(self.program.exprs.ty(value), span);
                body.locals.push(saved);
                saves.push((saved, value));
                before.push(self.program.var_expr(saved));
            }
            let kind = CmdKind::Assign(saves);
            body.blocks[head].cmds.push(Cmd { kind, attrs: self.no_attrs.clone(), span });
            decreases = Some(check(self.less(&values, &before), "the measure decreases", span));
        }
        if let Some(check) = decreases {
            for &latch in latches {
                body.blocks[latch].cmds.push(check.clone());
            }
        }
    }

    /// A new local variable.
    fn saved(&mut self, ty: TypeId, span: Span) -> VarId {
        let (kind, attrs) = (VarKind::Local, self.no_attrs.clone());
        self.program.vars.push(Var { name: "measure_before".into(), ty, kind, where_clause: None, attrs, span })
    }

    // ---- procedures ----------------------------------------------------------------------------------------

    /// The clause of a procedure, as a precondition; the formals are in scope.
    pub(super) fn procedure_measure(&mut self, d: &'a ast::ProcedureDecl, proc: ProcId) {
        let clauses = d.specs.iter().filter_map(|s| match s {
            Spec::Measure(measure) => Some(measure),
            _ => None,
        });
        for measure in clauses {
            let values = self.measure_values(measure);
            for &value in &values {
                if let Some(expr) = self.not_negative(value) {
                    let attrs = message("the measure is not negative");
                    let clause = Clause { free: false, expr, attrs, span: measure.span };
                    self.program.procs[proc].requires.push(clause);
                }
            }
            if self.measures.insert(proc, values).is_some() {
                self.error("a procedure has at most one measure", measure.span);
            }
        }
    }

    /// Recursive calls of procedures with a measure decrease it.
    pub(super) fn check_recursive_calls(&mut self) {
        if self.measures.is_empty() || self.errors > 0 {
            return;
        }
        let original = |r: &Self, proc: ProcId| r.program.procs[proc].implements.unwrap_or(proc);
        let mut callees: IdVec<ProcId, Vec<ProcId>> = IdVec::filled(Vec::new(), self.program.procs.len());
        for (caller, proc) in self.program.procs.iter_enumerated() {
            callees[original(self, caller)].extend(proc.cmds().filter_map(Cmd::callee));
        }
        let circles = Graph::new(self.program.procs.ids(), |p| std::mem::take(&mut callees[p])).components();
        let circle: FxHashMap<ProcId, usize> =
            circles.iter().enumerate().flat_map(|(i, procs)| procs.iter().map(move |&p| (p, i))).collect();
        for caller in self.program.procs.ids() {
            let of = original(self, caller);
            let (Some(values), Some(home)) = (self.measures.get(&of).cloned(), circle.get(&of)) else { continue };
            let Some(mut body) = self.program.procs[caller].body.take() else { continue };
            let before = self.at_entry(caller, of, &values);
            for block in body.blocks.iter_mut() {
                for cmd in std::mem::take(&mut block.cmds) {
                    if let CmdKind::Call { callee, ins, types, .. } = &cmd.kind
                        && circle.get(callee) == Some(home)
                        && let Some(check) = self.recursive_call(*callee, ins, types, &before, cmd.span)
                    {
                        block.cmds.push(check);
                    }
                    block.cmds.push(cmd);
                }
            }
            self.program.procs[caller].body = Some(body);
        }
    }

    /// The values of the measure of `of` at the entry of `caller`, which is `of` or another implementation of it.
    fn at_entry(&mut self, caller: ProcId, of: ProcId, values: &[ExprId]) -> Vec<ExprId> {
        let formals = self.program.procs[of].ins.clone().into_iter().zip(self.program.procs[caller].ins.clone());
        let own: FxHashMap<VarId, ExprId> = formals.map(|(from, to)| (from, self.program.var_expr(to))).collect();
        let (exprs, vars) = (&mut self.program.exprs, &self.program.vars);
        let mut old = Rewriter::new(|exprs: &mut ExprArena, e| match *exprs.kind(e) {
            ExprKind::Var(v) if vars[v].kind == VarKind::Global => {
                let ty = exprs.ty(e);
                Some(exprs.intern(crate::ir::Expr { kind: ExprKind::Old(v), ty }))
            }
            _ => None,
        });
        let mut at_entry = |value: ExprId| {
            let value = substitute(exprs, value, &own);
            old.rewrite(exprs, value)
        };
        values.iter().map(|&value| at_entry(value)).collect()
    }

    /// What holds before a call: the callee's measure is less than `before`.
    fn recursive_call(
        &mut self,
        callee: ProcId,
        ins: &[ExprId],
        types: &[TypeId],
        before: &[ExprId],
        span: Span,
    ) -> Option<Cmd> {
        let values = self.measures.get(&callee).cloned().unwrap_or_default();
        if values.len() != before.len() {
            let (theirs, ours) = (count(values.len(), "measure"), before.len());
            self.error(format!("a recursive call of a procedure with {theirs}, from one with {ours}"), span);
            return None;
        }
        let exprs = &self.program.exprs;
        if values.iter().zip(before).any(|(&a, &b)| exprs.ty(a) != exprs.ty(b)) {
            self.error("a recursive call of a procedure whose measures have other types", span);
            return None;
        }
        if !types.is_empty() {
            self.error("measures of polymorphic procedures that are recursive are not supported", span);
            return None;
        }
        let formals = self.program.procs[callee].ins.iter().copied();
        let actuals: FxHashMap<VarId, ExprId> = formals.zip(ins.iter().copied()).collect();
        let exprs = &mut self.program.exprs;
        let now: Vec<ExprId> = values.iter().map(|&value| substitute(exprs, value, &actuals)).collect();
        Some(check(self.less(&now, before), "the measure decreases", span))
    }

    // ---- conditions ----------------------------------------------------------------------------------------

    /// `value >= 0`, of an integer.
    fn not_negative(&mut self, value: ExprId) -> Option<ExprId> {
        let exprs = &mut self.program.exprs;
        if exprs.ty(value) != TypeTable::INT {
            return None;
        }
        let zero = exprs.int(0);
        Some(exprs.op(Op::Ge, [value, zero], TypeTable::BOOL))
    }

    /// `a0 < b0 || (a0 == b0 && a1 < b1) || …`; on Booleans `a < b` is `!a && b`.
    fn less(&mut self, now: &[ExprId], before: &[ExprId]) -> ExprId {
        let exprs = &mut self.program.exprs;
        let mut less = exprs.bool(false);
        for (&a, &b) in now.iter().zip(before).rev() {
            let (smaller, equal) = if exprs.ty(a) == TypeTable::BOOL {
                let not = exprs.not(a);
                (exprs.and(&[not, b]), exprs.op(Op::Iff, [a, b], TypeTable::BOOL))
            } else {
                (exprs.op(Op::Lt, [a, b], TypeTable::BOOL), exprs.eq(a, b))
            };
            let rest = exprs.and(&[equal, less]);
            less = exprs.or(&[smaller, rest]);
        }
        less
    }
}

fn is_mark(cmd: &Cmd) -> bool {
    cmd.attrs.iter().any(|a| &*a.name == MARK)
}

fn mark_values(cmd: &Cmd) -> Vec<ExprId> {
    let args = cmd.attrs.iter().flat_map(|a| &a.args);
    args.filter_map(|arg| if let AttributeValue::Expr(e) = arg { Some(*e) } else { None }).collect()
}

fn check(holds: ExprId, what: &str, span: Span) -> Cmd {
    Cmd { kind: CmdKind::Assert(holds, AssertKind::Assert), attrs: message(what), span }
}

fn message(what: &str) -> Attributes {
    Attributes::from([Attribute { name: "msg".into(), args: vec![AttributeValue::Str(what.into())] }])
}
