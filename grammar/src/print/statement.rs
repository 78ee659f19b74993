//! Statements and bodies. A statement begins and ends in the middle of a line.

use super::Printer;
use crate::ast::*;

impl Printer {
    pub(super) fn body(&mut self, body: &Body) {
        self.put("{");
        self.indent += 1;
        for local in &body.locals {
            self.line();
            self.var_decl(local);
        }
        if !body.locals.is_empty() && !body.stmts.is_empty() {
            self.out.push('\n');
        }
        self.stmts(&body.stmts);
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    fn block(&mut self, block: &Block) {
        self.put("{");
        self.indent += 1;
        self.stmts(&block.stmts);
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    /// Each on a line of its own, labels further out.
    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Label(name) => {
                    self.indent -= 1;
                    self.line();
                    self.indent += 1;
                    if name.name.starts_with('#') && self.out.ends_with('\n') {
                        // In the first column it would be a directive.
                        self.put(" ");
                    }
                }
                _ => self.line(),
            }
            self.stmt(stmt);
        }
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Label(name) => {
                self.name(name);
                self.put(":");
            }
            StmtKind::Assert { attrs, expr } => self.keyword("assert ", attrs, expr),
            StmtKind::Assume { attrs, expr } => self.keyword("assume ", attrs, expr),
            StmtKind::Havoc { attrs, vars } => {
                self.put("havoc ");
                self.attrs(attrs);
                self.names(vars);
                self.put(";");
            }
            StmtKind::Assign { attrs, lhs, rhs } => {
                self.list(lhs, Printer::lhs);
                self.put(" := ");
                self.attrs(attrs);
                self.list(rhs, Printer::expr);
                self.put(";");
            }
            StmtKind::Unpack { attrs, constructor, vars, rhs } => {
                self.name(constructor);
                self.put("(");
                self.list(vars, Printer::lhs);
                self.put(") := ");
                self.attrs(attrs);
                self.expr(rhs);
                self.put(";");
            }
            StmtKind::Call(call) => self.call(call),
            StmtKind::CallForall { attrs, callee, args } => {
                self.put("call ");
                self.attrs(attrs);
                self.put("forall ");
                self.name(callee);
                self.put("(");
                self.list(args, |p, arg| match arg {
                    Some(e) => p.expr(e),
                    None => p.put("*"),
                });
                self.put(");");
            }
            StmtKind::If { .. } => self.if_chain(stmt),
            StmtKind::While { attrs, guard, invariants, measures, body } => {
                self.put("while ");
                self.attrs(attrs);
                self.guard(guard);
                self.indent += 1;
                for invariant in invariants {
                    self.line();
                    self.put(if invariant.free { "free invariant " } else { "invariant " });
                    self.attrs(&invariant.attrs);
                    self.expr(&invariant.expr);
                    self.put(";");
                }
                for measure in measures {
                    self.line();
                    self.measure(measure);
                }
                self.indent -= 1;
                match invariants.is_empty() && measures.is_empty() {
                    true => self.put(" "),
                    false => self.line(),
                }
                self.block(body);
            }
            StmtKind::Measure(measure) => self.measure(measure),
            StmtKind::Break(label) => {
                self.put("break");
                if let Some(label) = label {
                    self.put(" ");
                    self.name(label);
                }
                self.put(";");
            }
            StmtKind::Goto(labels) => {
                self.put("goto ");
                self.names(labels);
                self.put(";");
            }
            StmtKind::Return => self.put("return;"),
            StmtKind::ReturnExpr(e) => self.keyword("return ", &[], e),
            StmtKind::Hint(text) => {
                self.put(text);
                self.put(";");
            }
        }
    }

    fn keyword(&mut self, keyword: &str, attrs: &[Attribute], expr: &Expr) {
        self.put(keyword);
        self.attrs(attrs);
        self.expr(expr);
        self.put(";");
    }

    /// Chains of `else if` may be long, so this walks along them.
    fn if_chain(&mut self, mut stmt: &Stmt) {
        while let StmtKind::If { attrs, guard, then, else_ } = &stmt.kind {
            self.put("if ");
            self.attrs(attrs);
            self.guard(guard);
            self.put(" ");
            self.block(then);
            match else_ {
                None => break,
                Some(Else::Block(block)) => {
                    self.put(" else ");
                    self.block(block);
                    break;
                }
                Some(Else::If(next)) => {
                    self.put(" else ");
                    stmt = next;
                }
            }
        }
    }

    fn guard(&mut self, guard: &Guard) {
        self.put("(");
        match guard {
            Guard::Star => self.put("*"),
            Guard::Expr(e) => self.expr(e),
        }
        self.put(")");
    }

    fn lhs(&mut self, lhs: &Lhs) {
        self.name(&lhs.base);
        for step in &lhs.path {
            match step {
                LhsStep::Index(args) => {
                    self.put("[");
                    self.list(args, Printer::expr);
                    self.put("]");
                }
                LhsStep::Field(name) => {
                    self.put("->");
                    self.name(name);
                }
            }
        }
    }

    fn call(&mut self, call: &Call) {
        if call.async_ {
            self.put("async ");
        }
        if call.free {
            self.put("free ");
        }
        self.put("call ");
        self.attrs(&call.attrs);
        if !call.outs.is_empty() {
            self.names(&call.outs);
            self.put(" := ");
        }
        self.name(&call.callee);
        self.put("(");
        self.list(&call.args, Printer::expr);
        self.put(");");
    }

    /// A code expression, on one line.
    pub(super) fn code(&mut self, body: &Body) {
        self.put("|{ ");
        for local in &body.locals {
            self.var_decl(local);
            self.put(" ");
        }
        for stmt in &body.stmts {
            self.stmt(stmt);
            self.put(" ");
        }
        self.put("}|");
    }
}
