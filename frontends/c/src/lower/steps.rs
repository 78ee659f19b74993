//! Each access to memory that threads may share is a step of its own, as C has it.
//!
//! ```text
//! if (p->x + y > 0 && z) …    →    a := p; b := load [a]; c := y; t := b + c > 0; if !t goto end; d := z; t := d != 0;
//!                             end: if t …
//! ```
//!
//! Atomic sections are one step in any case, and stay as they are.

use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::cir::*;
use crate::types::{INT, Scalar};

/// Splits the statements of a program that makes threads.
pub(super) fn split(program: &mut Program) {
    if !program.funcs.iter().any(Func::is_thread) {
        return;
    }
    for func in 0..program.funcs.len() {
        if program.funcs[func].name.starts_with("__VERIFIER_atomic_") {
            continue;
        }
        let Some(stmts) = program.funcs[func].body.take() else { continue };
        let outside = outside_sections(&stmts);
        let mut split = Split { program, locals: vec![], out: vec![] };
        for (stmt, outside) in stmts.into_iter().zip(outside) {
            split.stmt(stmt, outside);
        }
        let Split { locals, out, .. } = split;
        program.funcs[func].locals.extend(locals);
        program.funcs[func].body = Some(out);
    }
}

/// For each statement, whether it may run in no atomic section that begins in this function. What calls do is not known.
fn outside_sections(stmts: &[Stmt]) -> Vec<bool> {
    let mut at_label: FxHashMap<LabelId, u32> = FxHashMap::default();
    loop {
        let mut depth = Some(0);
        let mut outside = vec![];
        let mut changed = false;
        for stmt in stmts {
            if let StmtKind::Label(label) = &stmt.kind {
                let by_jumps = at_label.get(label).copied();
                depth = depth.into_iter().chain(by_jumps).min();
            }
            outside.push(depth == Some(0));
            if let (Some(depth), StmtKind::Branch(_, label, _) | StmtKind::Goto(label)) = (depth, &stmt.kind) {
                let known = at_label.entry(*label).or_insert(u32::MAX);
                changed |= depth < *known;
                *known = depth.min(*known);
            }
            depth = match &stmt.kind {
                StmtKind::Atomic(true) => depth.map(|n| n.saturating_add(1)),
                StmtKind::Atomic(false) => depth.map(|n| n.saturating_sub(1)),
                StmtKind::Call { .. } => depth.map(|_| 0),
                StmtKind::Goto(_) | StmtKind::Return | StmtKind::End => None,
                _ => depth,
            };
        }
        if !changed {
            return outside;
        }
    }
}

struct Split<'a> {
    program: &'a mut Program,
    locals: Vec<VarId>,
    out: Vec<Stmt>,
}

impl Split<'_> {
    fn stmt(&mut self, mut stmt: Stmt, outside: bool) {
        let reads: usize = stmt.kind.operands().into_iter().map(|e| self.reads(e)).sum();
        // What is read and written in one statement of the IVL is split there. Addresses are compared, or checked, before they are used.
        let accesses = match &stmt.kind {
            StmtKind::Copy { .. } | StmtKind::Library(_) => true,
            StmtKind::Store { addr, .. }
            | StmtKind::Zero { addr, .. }
            | StmtKind::Call { callee: Callee::Indirect(addr), .. } => self.reads(addr) > 0,
            _ => false,
        };
        if outside && reads + usize::from(accesses) > 1 {
            for operand in stmt.kind.operands_mut() {
                self.settle(operand);
            }
        }
        self.out.push(stmt);
    }

    /// How often the value of something that threads may share is read, at most.
    fn reads(&self, e: &Expr) -> usize {
        let inner: usize = e.children().into_iter().map(|e| self.reads(e)).sum();
        inner + usize::from(self.is_read(e))
    }

    fn is_read(&self, e: &Expr) -> bool {
        match &*e.kind {
            ExprKind::Load(..) | ExprKind::Zeroed { .. } => true,
            ExprKind::Var(var) => self.program.vars[var.index()].global && !self.program.thread_locals.contains(var),
            _ => false,
        }
    }

    /// What is read in an expression is read before it, one after the other.
    fn settle(&mut self, e: &mut Expr) {
        if self.reads(e) == 0 {
            return;
        }
        match &mut *e.kind {
            ExprKind::And(a, b) if self.reads(b) > 0 => {
                self.settle(a);
                let kind = ExprKind::Not(a.clone());
                return self.choose(e, |e| Expr::new(kind, e.ty, e.span));
            }
            ExprKind::Or(a, b) if self.reads(b) > 0 => {
                self.settle(a);
                let a = a.clone();
                return self.choose(e, |_| a);
            }
            ExprKind::Cond(c, a, b) if self.reads(a) + self.reads(b) > 0 => {
                self.settle(c);
                return self.either(e);
            }
            _ => {}
        }
        for child in e.children_mut() {
            self.settle(child);
        }
        if self.is_read(e) {
            self.keep(e);
        }
    }

    /// `a && b`, `a || b`: `b` is looked at where `a` does not decide.
    fn choose(&mut self, e: &mut Expr, decides: impl FnOnce(&Expr) -> Expr) {
        let (ExprKind::And(a, b) | ExprKind::Or(a, b)) = &mut *e.kind else { return };
        let (left, mut right, span) = (a.clone(), b.clone(), e.span);
        let result = self.local(INT, span);
        let end = self.label();
        self.push(StmtKind::Set(result, Expr::new(ExprKind::Cast(left), INT, span)), span);
        let decided = decides(e);
        self.push(StmtKind::Branch(decided, end, None), span);
        self.settle(&mut right);
        self.push(StmtKind::Set(result, Expr::new(ExprKind::Cast(right), INT, span)), span);
        self.push(StmtKind::Label(end), span);
        *e = Expr::new(ExprKind::Var(result), INT, span);
    }

    /// `c ? a : b`
    fn either(&mut self, e: &mut Expr) {
        let ExprKind::Cond(c, a, b) = &mut *e.kind else { return };
        let (c, mut a, mut b, span, ty) = (c.clone(), a.clone(), b.clone(), e.span, e.ty);
        let result = self.local(ty, span);
        let (then, end) = (self.label(), self.label());
        self.push(StmtKind::Branch(c, then, None), span);
        self.settle(&mut b);
        self.push(StmtKind::Set(result, b), span);
        self.push(StmtKind::Goto(end), span);
        self.push(StmtKind::Label(then), span);
        self.settle(&mut a);
        self.push(StmtKind::Set(result, a), span);
        self.push(StmtKind::Label(end), span);
        *e = Expr::new(ExprKind::Var(result), ty, span);
    }

    fn keep(&mut self, e: &mut Expr) {
        let (ty, span) = (e.ty, e.span);
        let var = self.local(ty, span);
        let value = std::mem::replace(e, Expr::new(ExprKind::Var(var), ty, span));
        self.push(StmtKind::Set(var, value), span);
    }

    /// A local, which has a name of its own among those of the function.
    fn local(&mut self, ty: Scalar, span: Span) -> VarId {
        let var = VarId(self.program.vars.len() as u32);
        let name = format!("{READ}{}", self.locals.len() + 1).into();
        self.program.vars.push(Var { name, ty, width: None, global: false, span });
        self.locals.push(var);
        var
    }

    fn label(&mut self) -> LabelId {
        self.program.labels.push(Label::default());
        LabelId(self.program.labels.len() as u32 - 1)
    }

    fn push(&mut self, kind: StmtKind, span: Span) {
        self.out.push(Stmt { kind, span });
    }
}
