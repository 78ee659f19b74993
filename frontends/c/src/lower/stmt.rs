//! Statements.
//!
//! ```text
//! while (c) s;   →   head: branch c body; goto end; body: s; goto head; end:
//! ```

use std::rc::Rc;
use std::sync::Arc;

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::{Id, Kind, Node};
use crate::types::{Scalar, Type};

use super::contracts::Parts;
use super::lvalue::Place;
use super::{Lower, Slot, Storage};

/// A label of a switch.
pub(super) struct Case {
    /// `None`: `default`
    pub range: Option<(BigInt, BigInt)>,
    pub label: LabelId,
}

impl<'a> Lower<'a> {
    pub(super) fn frame_addressed(&self, node: &Node) -> bool {
        self.uses.addressed.contains(&(self.frame.unit, node.id))
    }

    pub(super) fn stmt(&mut self, node: &'a Node) {
        let span = self.span(node);
        self.cover_line(node, span);
        match node.kind {
            Kind::CompoundStmt => self.block_of(span, |lower| lower.sequence(&node.inner)),
            Kind::DeclStmt => node.inner.iter().for_each(|decl| self.local_decl(decl)),
            Kind::NullStmt | Kind::EmptyDecl | Kind::Null => {}
            Kind::AttributedStmt => {
                node.inner.iter().filter(|n| n.kind != Kind::Other).for_each(|n| self.stmt(n));
            }
            Kind::IfStmt => self.if_stmt(node, span),
            Kind::WhileStmt => self.while_stmt(node, span),
            Kind::DoStmt => self.do_stmt(node, span),
            Kind::ForStmt => self.for_stmt(node, span),
            Kind::SwitchStmt => self.switch_stmt(node, span),
            Kind::CaseStmt => self.case_stmt(node, span),
            Kind::DefaultStmt => {
                let label = self.label(None);
                if let Some(cases) = self.frame.switches.last_mut() {
                    cases.push(Case { range: None, label });
                }
                self.emit(StmtKind::Label(label), span);
                if let Some(body) = node.inner.last() {
                    self.stmt(body);
                }
            }
            Kind::BreakStmt => match self.frame.breaks.last() {
                Some(&label) => self.jump(label, span),
                None => self.malformed(span),
            },
            Kind::ContinueStmt => match self.frame.continues.last() {
                Some(&label) => self.jump(label, span),
                None => self.malformed(span),
            },
            Kind::GotoStmt => match node.label {
                Some(id) => {
                    let label = self.named_label(id, None);
                    self.jump(label, span);
                }
                None => self.malformed(span),
            },
            Kind::LabelStmt => {
                self.label_here(node);
                node.inner.iter().for_each(|child| self.stmt(child));
            }
            Kind::ReturnStmt => self.return_stmt(node, span),
            Kind::IndirectGotoStmt => self.computed_goto(node, span),
            Kind::GCCAsmStmt => self.asm(node, span),
            Kind::Other => self.error("this statement is not supported", span),
            _ => self.effect(node),
        }
    }

    fn while_stmt(&mut self, node: &'a Node, span: Span) {
        let [cond, body] = &node.inner[..] else { return self.malformed(span) };
        let parts = Parts { init: None, cond: Some(cond), step: None, body, late: false };
        if self.contracted_loop(parts, span) {
            return;
        }
        let (head, end) = (self.label(None), self.label(None));
        self.emit(StmtKind::Label(head), span);
        let told = self.told("while (", cond, ")");
        self.jump_unless(cond, end, told);
        self.loop_body(body, end, head);
        self.emit(StmtKind::Goto(head), span);
        self.emit(StmtKind::Label(end), span);
    }

    fn do_stmt(&mut self, node: &'a Node, span: Span) {
        let [body, cond] = &node.inner[..] else { return self.malformed(span) };
        let parts = Parts { init: None, cond: Some(cond), step: None, body, late: true };
        if self.contracted_loop(parts, span) {
            return;
        }
        let (head, next, end) = (self.label(None), self.label(None), self.label(None));
        self.emit(StmtKind::Label(head), span);
        self.loop_body(body, end, next);
        self.emit(StmtKind::Label(next), span);
        self.cover_line(cond, span);
        // `do … while (0)` is no loop.
        if self.constant(self.frame.unit, cond).is_none_or(|value| value != BigInt::ZERO) {
            let told = self.told("while (", cond, ")");
            self.jump_if(cond, head, told);
        }
        self.emit(StmtKind::Label(end), span);
    }

    fn for_stmt(&mut self, node: &'a Node, span: Span) {
        let [init, _, cond, step, body] = &node.inner[..] else { return self.malformed(span) };
        let parts = Parts { init: Some(init), cond: Some(cond), step: Some(step), body, late: false };
        if self.contracted_loop(parts, span) {
            return;
        }
        self.enter_scope();
        let open = self.frame.open.len();
        self.stmt(init);
        // Who jumps there stays in the scope of what is declared in front.
        let (head, next, end) = (self.label(None), self.label(None), self.label(None));
        let mark = self.out.len();
        self.emit(StmtKind::Label(head), span);
        if cond.kind != Kind::Null {
            let told = self.told("for (…; ", cond, "; …)");
            self.jump_unless(cond, end, told);
        }
        self.loop_body(body, end, next);
        self.emit(StmtKind::Label(next), span);
        if step.kind != Kind::Null {
            self.effect(step);
        }
        self.emit(StmtKind::Goto(head), span);
        self.emit(StmtKind::Label(end), span);
        let rounds = self.constant_rounds([init, cond, step], mark);
        self.plain_loop(mark, rounds, span);
        self.close_blocks(open, span);
        self.leave_scope();
    }

    fn case_stmt(&mut self, node: &'a Node, span: Span) {
        let label = self.label(None);
        let unit = self.frame.unit;
        let low = node.inner.first().and_then(|n| self.constant(unit, n));
        let high = if node.is_gnu_range { node.inner.get(1).and_then(|n| self.constant(unit, n)) } else { low.clone() };
        match (low, high, self.frame.switches.last_mut()) {
            (Some(low), Some(high), Some(cases)) => cases.push(Case { range: Some((low, high)), label }),
            _ => return self.error("this case label is not supported", span),
        }
        self.emit(StmtKind::Label(label), span);
        if let Some(body) = node.inner.last() {
            self.stmt(body);
        }
    }

    /// A block: what is declared in it, and objects without a name, live to its end.
    fn block_of(&mut self, span: Span, statements: impl FnOnce(&mut Self)) {
        self.enter_scope();
        let open = self.frame.open.len();
        statements(self);
        self.close_blocks(open, span);
        self.leave_scope();
    }

    /// What a condition or a loop governs, which is a block with or without braces (C17 6.8.4, 6.8.5).
    fn substatement(&mut self, node: &'a Node) {
        let span = self.span(node);
        self.block_of(span, |lower| lower.stmt(node));
    }

    /// The statements of a block. A declaration may be jumped over if a statement after it can be entered.
    fn sequence(&mut self, stmts: &'a [Node]) {
        let last = stmts.iter().rposition(|n| is_entered(n, true));
        for (i, child) in stmts.iter().enumerate() {
            let outer = self.frame.skippable;
            self.frame.skippable = child.kind == Kind::DeclStmt && last.is_some_and(|last| i < last);
            self.stmt(child);
            self.frame.skippable = outer;
        }
    }

    /// What a jump over a declaration leaves: a register with any value.
    fn hoist(&mut self, storage: &Storage, span: Span) {
        let mut add = |kind| self.frame.hoisted.push(Stmt { kind, span });
        match storage {
            Storage::Reg(var) => add(StmtKind::Undefined(*var)),
            Storage::Split(leaves) => leaves.iter().for_each(|(_, var)| add(StmtKind::Undefined(*var))),
            // The jump makes the block.
            Storage::Mem(_) | Storage::Own(_) => {}
        }
    }

    fn jump(&mut self, label: LabelId, span: Span) {
        let open = self.frame.open.clone();
        self.emit(StmtKind::Leave(open, Some(label)), span);
        self.emit(StmtKind::Goto(label), span);
    }

    /// The blocks of a scope that ends die.
    pub(super) fn close_blocks(&mut self, from: usize, span: Span) {
        let gone = self.frame.open.split_off(from);
        if !gone.is_empty() {
            self.emit(StmtKind::Leave(gone, None), span);
        }
    }

    pub(super) fn malformed(&mut self, span: Span) {
        self.error("this construct is not understood", span);
    }

    pub(super) fn label_here(&mut self, node: &Node) {
        let span = self.span(node);
        match node.label {
            Some(id) => {
                if node.name().starts_with("__CPROVER_ASYNC_") {
                    self.error("threads by labels `__CPROVER_ASYNC_…` are not supported (POSIX threads are)", span);
                }
                let label = self.named_label(id, Some(node.name().into()));
                self.emit(StmtKind::Label(label), span);
                if self.config.error_labels.iter().any(|name| name == node.name()) {
                    let never = Expr::int(0, Scalar::Int(crate::types::IntType::INT), span);
                    let message = format!("the label {} is reached", node.name());
                    self.emit(StmtKind::Assert(never, Failure::Assertion(message.into())), span);
                    self.emit(StmtKind::End, span);
                }
            }
            None => self.malformed(span),
        }
    }

    fn named_label(&mut self, id: Id, name: Option<Arc<str>>) -> LabelId {
        if let Some(&label) = self.frame.labels.get(&id) {
            if name.is_some() {
                self.program.labels[label.index()] = Label { name, scope: self.frame.open.clone() };
            }
            return label;
        }
        let label = self.label(name);
        self.frame.labels.insert(id, label);
        label
    }

    /// The address of a label: a number that is no address of anything else.
    pub(super) fn label_address(&mut self, node: &Node, span: Span) -> Option<Expr> {
        let label = self.named_label(node.label?, None);
        Some(Expr::int(u64::from(label.0) + 1, Scalar::Ptr, span))
    }

    /// `goto *e`: to the label of the function whose address it is.
    fn computed_goto(&mut self, node: &'a Node, span: Span) {
        let Some(target) = node.inner.first() else { return self.malformed(span) };
        let target = self.value(target);
        let target = self.snapshot(target);
        let int = Scalar::Int(crate::types::IntType::INT);
        for id in self.frame.taken_labels.clone() {
            let label = self.named_label(id, None);
            let next = self.label(None);
            let address = Expr::int(u64::from(label.0) + 1, Scalar::Ptr, span);
            let other = Expr::new(ExprKind::Cmp(CmpOp::Ne, target.clone(), address), int, span);
            self.emit(StmtKind::Branch(other, next, None), span);
            self.jump(label, span);
            self.emit(StmtKind::Label(next), span);
        }
        let never = Expr::int(0, int, span);
        if self.config.checks.deref {
            let message = Failure::Assertion("the target of this jump is no label of the function".into());
            self.emit(StmtKind::Assert(never.clone(), message), span);
        } else {
            self.notes.assumptions.insert("computed jumps go to labels of their function (--check deref)".to_string());
        }
        self.emit(StmtKind::Assume(never), span);
    }

    pub(super) fn loop_body(&mut self, body: &'a Node, end: LabelId, next: LabelId) {
        self.frame.breaks.push(end);
        self.frame.continues.push(next);
        self.substatement(body);
        self.frame.breaks.pop();
        self.frame.continues.pop();
    }

    fn if_stmt(&mut self, node: &'a Node, span: Span) {
        let (otherwise, end) = (self.label(None), self.label(None));
        let mut parts = node.inner.iter();
        let (Some(cond), Some(then)) = (parts.next(), parts.next()) else { return self.malformed(span) };
        if then.kind == Kind::NullStmt
            && let Some(text) = node.inner.get(2).and_then(|else_| self.assertion(else_))
        {
            return self.asserted(cond, &text);
        }
        let told = self.told("if (", cond, ")");
        self.jump_unless(cond, otherwise, told);
        self.substatement(then);
        if let Some(else_) = parts.next() {
            self.emit(StmtKind::Goto(end), span);
            self.emit(StmtKind::Label(otherwise), span);
            self.substatement(else_);
            self.emit(StmtKind::Label(end), span);
        } else {
            self.emit(StmtKind::Label(otherwise), span);
        }
    }

    /// The text in `__assert_fail("e", …)`, which `assert(e)` calls if `e` is false.
    pub(super) fn assertion(&mut self, call: &Node) -> Option<String> {
        let (Kind::CallExpr, [callee, text, ..]) = (call.kind, &call.inner[..]) else { return None };
        let reference = callee.inner.first()?.referenced_decl.as_ref()?;
        let known = reference.name.as_deref() == Some("__assert_fail") && self.config.assertions;
        if !known || self.decls.func_nodes.contains_key(&(None, "__assert_fail".into())) {
            return None;
        }
        super::literals::string_argument(text)
    }

    pub(super) fn asserted(&mut self, cond: &'a Node, text: &str) {
        let mut span = self.span(cond);
        // A macro at the end of the condition has its place elsewhere.
        let from = self.sources.get(span.file).and_then(|file| file.text.get(span.start as usize..));
        if from.is_some_and(|from| from.starts_with(text)) {
            span = Span { end: span.start + text.len() as u32, ..span };
        }
        let cond = self.value(cond);
        let cond = self.truth(cond, span);
        self.emit(StmtKind::Assert(cond, Failure::Assertion(format!("assertion `{text}` failed").into())), span);
    }

    /// What traces call a condition, unless that is a constant; long ones stand in the source.
    fn told(&mut self, before: &str, cond: &'a Node, after: &str) -> Told {
        const LONGEST: usize = 50;
        if self.is_constant(cond) {
            return None;
        }
        let span = self.span(cond);
        let words: Vec<&str> = self.sources.text(span)?.split_whitespace().collect();
        let text = words.join(" ");
        let text = if text.len() > LONGEST { "…" } else { &text };
        Some(format!("{before}{text}{after}").into())
    }

    pub(super) fn jump_if(&mut self, cond: &'a Node, target: LabelId, told: Told) {
        if self.covers(cond) {
            return self.covered_jump(cond, true, target, told);
        }
        let cond = self.value(cond);
        let span = cond.span;
        self.emit(StmtKind::Branch(cond, target, told), span);
    }

    /// Short-circuit operators become jumps, so that no value of theirs is needed.
    pub(super) fn jump_unless(&mut self, cond: &'a Node, target: LabelId, told: Told) {
        if self.covers(cond) {
            return self.covered_jump(cond, false, target, told);
        }
        let cond = self.value(cond);
        let span = cond.span;
        let not = Expr::new(ExprKind::Not(cond), Scalar::Int(crate::types::IntType::INT), span);
        self.emit(StmtKind::Branch(not, target, told), span);
    }

    fn switch_stmt(&mut self, node: &'a Node, span: Span) {
        let [cond, body] = &node.inner[..] else { return self.malformed(span) };
        let cond = self.value(cond);
        let cond = self.snapshot(cond);
        let end = self.label(None);
        self.frame.switches.push(vec![]);
        self.frame.breaks.push(end);
        let ((), stmts) = self.aside(|this| this.substatement(body));
        self.frame.breaks.pop();
        let cases = self.frame.switches.pop().unwrap_or_default();
        let sides = self.covers(node).then(|| self.sides(&stmts));
        let int = Scalar::Int(crate::types::IntType::INT);
        for case in &cases {
            let Some((low, high)) = &case.range else { continue };
            let bound = |v: &BigInt| Expr::int(v.clone(), cond.ty, cond.span);
            let compare = |op, v: &BigInt| Expr::new(ExprKind::Cmp(op, cond.clone(), bound(v)), int, cond.span);
            let test = if low == high {
                compare(CmpOp::Eq, low)
            } else {
                Expr::new(ExprKind::And(compare(CmpOp::Ge, low), compare(CmpOp::Le, high)), int, cond.span)
            };
            if sides.is_none() && self.program.labels[case.label.index()].scope == self.frame.open {
                self.emit(StmtKind::Branch(test, case.label, None), cond.span);
            } else {
                let next = self.label(None);
                let other = Expr::new(ExprKind::Not(test), int, cond.span);
                self.emit(StmtKind::Branch(other, next, None), cond.span);
                self.cover_side(&sides, case.label, cond.span);
                self.jump(case.label, cond.span);
                self.emit(StmtKind::Label(next), cond.span);
            }
        }
        let default = cases.iter().find(|c| c.range.is_none()).map_or(end, |c| c.label);
        self.cover_side(&sides, default, cond.span);
        self.jump(default, cond.span);
        self.out.extend(stmts);
        self.emit(StmtKind::Label(end), span);
    }

    fn return_stmt(&mut self, node: &'a Node, span: Span) {
        if let Some(value) = node.inner.first() {
            match (self.frame.ret, self.frame.ret_addr) {
                (Some(ret), _) => {
                    let value = self.value(value);
                    self.emit(StmtKind::Set(ret, value), span);
                }
                (None, Some(addr)) => {
                    let ty = self.frame.ret_ty.clone();
                    let src = self.record_value(value);
                    if let (Some(src), Some(ty)) = (src, ty) {
                        let dst = Expr::new(ExprKind::Var(addr), Scalar::Ptr, span);
                        self.copy(dst, src, &ty, span);
                    }
                }
                (None, None) => self.effect(value),
            }
        }
        let open = self.frame.open.clone();
        self.emit(StmtKind::Leave(open, None), span);
        self.emit(StmtKind::Return, span);
    }

    fn local_decl(&mut self, node: &'a Node) {
        let span = self.span(node);
        match node.kind {
            Kind::VarDecl => self.local_var(node, span),
            Kind::FunctionDecl | Kind::StaticAssertDecl | Kind::EmptyDecl | Kind::LabelDecl => {}
            Kind::TypedefDecl | Kind::RecordDecl | Kind::EnumDecl => {
                self.type_decl(self.frame.unit, node);
                if node.kind == Kind::TypedefDecl {
                    self.settle_lengths(node, span);
                }
            }
            _ => self.error("this declaration is not supported", span),
        }
    }

    fn local_var(&mut self, node: &'a Node, span: Span) {
        let name = node.name();
        let unit = self.frame.unit;
        match node.storage_class.as_deref() {
            Some("extern") => return,
            Some("static") => {
                let ty = self.ty(node);
                let (addressed, whole) = (self.frame_addressed(node), self.uses.whole.contains(&(unit, node.id)));
                let func = self.frame.func.map_or("", |f| &self.program.funcs[f.index()].name).to_string();
                let mut full = format!("{func}.{name}");
                while self.program.vars.iter().any(|v| v.global && *v.name == *full)
                    || self.program.objs.iter().any(|o| *o.name == *full)
                {
                    full.push_str(".s");
                }
                let mut slot = self.make_slot(&full, &ty, addressed, whole, true, false, span);
                if node.tls.is_some() {
                    self.own_slot(&mut slot, false, span);
                }
                self.declare_constant(&slot, node);
                // The initialiser may mention the variable itself, so the slot is known first.
                self.frame.slots.insert(node.id, slot.clone());
                self.frame.visible.push((name.into(), node.id));
                // Names of the function are in force: a static initialiser needs no registers of it.
                let init = node.inner.iter().find(|n| super::decl::is_expr(n));
                let objs = self.frame.objs.len();
                let locals = self.frame.locals.len();
                let (_, stmts) = self.aside(|this| this.initialise_static(&slot, init, span));
                self.begin_with(node, stmts);
                let temps = self.frame.locals.split_off(locals);
                self.program.init_locals.extend(temps);
                for obj in self.frame.objs.split_off(objs) {
                    self.frame.open.retain(|o| *o != obj);
                    self.program.objs[obj.index()].kind = ObjKind::Global;
                }
                return;
            }
            _ => {}
        }
        let ty = self.ty(node);
        self.check_attributes(node);
        let cleanup = node.inner.iter().find(|part| part.kind == Kind::CleanupAttr);
        let addressed = self.frame_addressed(node) || cleanup.is_some();
        let whole = self.uses.whole.contains(&(unit, node.id));
        let mut slot = self.make_slot(name, &ty, addressed, whole, false, false, span);
        if let (Some(attr), Storage::Mem(obj)) = (cleanup, &slot.storage) {
            self.register_cleanup(attr, *obj);
        }
        self.align_slot(&slot, unit, node);
        let constant = self.declare_constant(&slot, node);
        let mut length = None;
        self.lengths_of(node, &ty, span);
        if let Type::Vla(..) = &*ty
            && let Some(size) = self.vla_size(&ty, true, span)
        {
            let var = self.register(&format!("{name}.size"), size.ty, span);
            self.emit(StmtKind::Set(var, size.clone()), span);
            slot.vla_size = Some(var);
            length = Some(Expr::new(ExprKind::Var(var), size.ty, span));
        }
        self.frame.slots.insert(node.id, slot.clone());
        self.frame.visible.push((name.into(), node.id));
        if self.frame.skippable {
            self.hoist(&slot.storage, span);
        }
        if let Storage::Mem(obj) = slot.storage {
            self.emit(StmtKind::Alloc(obj, length), span);
        }
        match node.inner.iter().find(|n| super::decl::is_expr(n)) {
            Some(init) => self.initialise(&slot, init, span),
            None => match &slot.storage {
                Storage::Reg(var) => self.emit(StmtKind::Undefined(*var), span),
                Storage::Split(leaves) => {
                    leaves.clone().iter().for_each(|(_, var)| self.emit(StmtKind::Undefined(*var), span));
                }
                Storage::Mem(_) | Storage::Own(_) => {}
            },
        }
        if let (Storage::Mem(obj), true) = (slot.storage, constant) {
            self.emit(StmtKind::Seal(obj), span);
        }
    }

    /// A record arrives as an address and goes to a variable.
    pub(super) fn copy_into_slot(&mut self, slot: &Slot, src: Expr, span: Span) {
        match self.place_of(slot, span) {
            Place::Mem { addr, .. } => self.copy(addr, src, &slot.ty.clone(), span),
            _ => self.error("this parameter is not supported", span),
        }
    }
}

/// The type of a parameter: arrays and functions are pointers.
pub(super) fn decayed(ty: &crate::types::TypeRef) -> crate::types::TypeRef {
    match &**ty {
        Type::Array(elem, _) | Type::Vla(elem, _) => Rc::new(Type::Ptr(elem.clone())),
        Type::Func(_) => Rc::new(Type::Ptr(ty.clone())),
        _ => ty.clone(),
    }
}

/// Whether a statement may be entered by a jump from outside: to a label, or to a case of a switch around it.
fn is_entered(node: &Node, cases: bool) -> bool {
    match node.kind {
        Kind::LabelStmt => true,
        Kind::CaseStmt | Kind::DefaultStmt if cases => true,
        Kind::SwitchStmt => node.inner.iter().any(|n| is_entered(n, false)),
        _ => node.inner.iter().any(|n| is_entered(n, cases)),
    }
}
