//! The operators: their types, overloads and coercions, and what may stand in a trigger.

use ivl::ast::{BinaryOp, Expr as Ast, ExprKind as Kind};
use ivl::diag::Diagnostic;
use ivl::source::Span;

use super::infer::Ty;
use super::scopes::Binding;
use super::{Resolver, Typed};
use crate::ir::Op;

impl<'a> Resolver<'a> {
    pub(super) fn not(&mut self, arg: &'a Ast, span: Span) -> Typed {
        if self.in_trigger("`!`", span) {
            return Typed::ERROR;
        }
        let typed = self.expr(arg);
        let typed = self.expect_bool(typed, arg, "the operand of `!`");
        self.op(Op::Not, &[typed], Ty::BOOL)
    }

    pub(super) fn negate(&mut self, arg: &'a Ast) -> Typed {
        if let Kind::Float(text) = &*arg.kind
            && text.starts_with("0x")
        {
            // the sign belongs to the literal
            return self.float(&format!("-{text}"), arg.span);
        }
        let typed = self.expr(arg);
        if typed.is_error() {
            return typed;
        }
        for ty in [Ty::INT, Ty::REAL] {
            if self.infer.unify(typed.ty, ty) {
                return self.op(Op::Neg, &[typed], ty);
            }
        }
        let found = self.show(typed.ty);
        self.error(format!("`-` cannot be applied to `{found}`"), arg.span);
        Typed::ERROR
    }

    /// `a && b && c` (and `||`) as one operation, however it is nested.
    pub(super) fn junction(&mut self, op: BinaryOp, e: &'a Ast) -> Typed {
        let (ir_op, text) = if op == BinaryOp::And { (Op::And, "&&") } else { (Op::Or, "||") };
        if self.in_trigger(&format!("`{text}`"), e.span) {
            return Typed::ERROR;
        }
        let mut operands = Vec::new();
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            match &*e.kind {
                Kind::Binary(o, a, b) if *o == op => stack.extend([b, a]),
                _ => operands.push(e),
            }
        }
        let mut typed = Vec::with_capacity(operands.len());
        for operand in operands {
            let t = self.expr(operand);
            typed.push(self.expect_bool(t, operand, &format!("the operands of `{text}`")));
        }
        self.op(ir_op, &typed, Ty::BOOL)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: &'a Ast, b: &'a Ast, span: Span) -> Typed {
        match op {
            BinaryOp::Implies | BinaryOp::Explies | BinaryOp::Iff | BinaryOp::And | BinaryOp::Or => {
                return self.logic(op, a, b, span);
            }
            BinaryOp::Eq if self.in_trigger("`==`", span) => return Typed::ERROR,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge if self.in_trigger("a comparison", span) => {
                return Typed::ERROR;
            }
            _ => {}
        }
        let (x, y) = (self.expr(a), self.expr(b));
        if x.is_error() || y.is_error() {
            return Typed::ERROR;
        }
        let typed = match op {
            BinaryOp::Eq => self.equal(Op::Eq, x, y),
            BinaryOp::Neq => self.equal(Op::Neq, x, y),
            BinaryOp::Lt => self.arithmetic(Op::Lt, x, y, Some(Ty::BOOL)),
            BinaryOp::Le => self.arithmetic(Op::Le, x, y, Some(Ty::BOOL)),
            BinaryOp::Gt => self.arithmetic(Op::Gt, x, y, Some(Ty::BOOL)),
            BinaryOp::Ge => self.arithmetic(Op::Ge, x, y, Some(Ty::BOOL)),
            BinaryOp::Add => self.arithmetic(Op::Add, x, y, None),
            BinaryOp::Sub => self.arithmetic(Op::Sub, x, y, None),
            BinaryOp::Mul => self.arithmetic(Op::Mul, x, y, None),
            BinaryOp::Div => self.both(x, y, Ty::INT).then(|| self.op(Op::Div, &[x, y], Ty::INT)),
            BinaryOp::Mod => self.both(x, y, Ty::INT).then(|| self.op(Op::Mod, &[x, y], Ty::INT)),
            BinaryOp::RealDiv => self.real_div(x, y),
            BinaryOp::Pow => self.both(x, y, Ty::REAL).then(|| self.op(Op::Pow, &[x, y], Ty::REAL)),
            BinaryOp::Concat => self.concat(x, y),
            BinaryOp::PartialOrder => self.partial_order(x, y),
            BinaryOp::Implies | BinaryOp::Explies | BinaryOp::Iff | BinaryOp::And | BinaryOp::Or => None,
        };
        typed.unwrap_or_else(|| {
            let (tx, ty) = (self.show(x.ty), self.show(y.ty));
            let message = format!("`{}` cannot be applied to `{tx}` and `{ty}`", text(op));
            let left = (a.span, format!("this is of type `{tx}`"));
            let right = (b.span, format!("this is of type `{ty}`"));
            let diagnostic = Diagnostic::error(message, span).related(left.0, left.1).related(right.0, right.1);
            let mut diagnostic = self.with_declaration(diagnostic, a);
            if var_of(a) != var_of(b) {
                diagnostic = self.with_declaration(diagnostic, b);
            }
            let divides = |e: &Ast| matches!(&*e.kind, Kind::Binary(BinaryOp::RealDiv, ..));
            let is_bits = |ty: &str| ty.strip_prefix("bv").is_some_and(|width| width.parse::<u32>().is_ok());
            if divides(a) || divides(b) {
                diagnostic = diagnostic.note("`/` divides reals; the quotient of integers is `div`");
            } else if is_bits(&tx) && tx == ty {
                diagnostic = diagnostic.note(
                    "operations on bit-vectors are functions: `function {:bvbuiltin \"bvadd\"} add(a: bv8, b: bv8): bv8;`",
                );
            }
            self.report(diagnostic);
            Typed::ERROR
        })
    }

    /// Says where the variable, function or map that an expression is about is declared.
    pub(super) fn with_declaration(&self, diagnostic: Diagnostic, e: &Ast) -> Diagnostic {
        let declared = match &*e.kind {
            Kind::Call(name, _) => self.funcs.get(&name.name).map(|&func| self.program.funcs[func].span),
            _ => var_of(e).and_then(|name| match self.vars.get(name) {
                Some(Binding::Var(var)) => Some(self.program.vars[var].span),
                _ => None,
            }),
        };
        match declared {
            Some(span) => diagnostic.related(span, "declared here"),
            None => diagnostic,
        }
    }

    fn logic(&mut self, op: BinaryOp, a: &'a Ast, b: &'a Ast, span: Span) -> Typed {
        if self.in_trigger(&format!("`{}`", text(op)), span) {
            return Typed::ERROR;
        }
        let what = format!("the operands of `{}`", text(op));
        let x = self.expr(a);
        let x = self.expect_bool(x, a, &what);
        let y = self.expr(b);
        let y = self.expect_bool(y, b, &what);
        match op {
            BinaryOp::Implies => self.op(Op::Implies, &[x, y], Ty::BOOL),
            BinaryOp::Explies => self.op(Op::Implies, &[y, x], Ty::BOOL),
            BinaryOp::Iff => self.op(Op::Iff, &[x, y], Ty::BOOL),
            BinaryOp::And => self.op(Op::And, &[x, y], Ty::BOOL),
            _ => self.op(Op::Or, &[x, y], Ty::BOOL),
        }
    }

    fn both(&mut self, x: Typed, y: Typed, ty: Ty) -> bool {
        self.infer.unify(x.ty, ty) && self.infer.unify(y.ty, ty)
    }

    /// An operator of ints, of reals and of floats of one format.
    fn arithmetic(&mut self, op: Op, x: Typed, y: Typed, result: Option<Ty>) -> Option<Typed> {
        for ty in [Ty::INT, Ty::REAL] {
            if self.both(x, y, ty) {
                return Some(self.op(op, &[x, y], result.unwrap_or(ty)));
            }
        }
        self.same_float(x, y).then(|| self.op(op, &[x, y], result.unwrap_or(x.ty)))
    }

    fn same_float(&mut self, x: Typed, y: Typed) -> bool {
        self.infer.is_float(x.ty) && self.infer.is_float(y.ty) && self.infer.unify(x.ty, y.ty)
    }

    /// `/`: ints are converted to reals.
    fn real_div(&mut self, x: Typed, y: Typed) -> Option<Typed> {
        let number = |r: &mut Self, t: Typed| r.infer.unify(t.ty, Ty::INT) || r.infer.unify(t.ty, Ty::REAL);
        if number(self, x) && number(self, y) {
            let (x, y) = (self.as_real(x), self.as_real(y));
            return Some(self.op(Op::RealDiv, &[x, y], Ty::REAL));
        }
        self.same_float(x, y).then(|| self.op(Op::RealDiv, &[x, y], x.ty))
    }

    /// `==` and `!=`: identity of values, of floats as well. The types may differ if some instance of the type parameters
    /// makes them equal.
    fn equal(&mut self, op: Op, x: Typed, y: Typed) -> Option<Typed> {
        self.infer.comparable(x.ty, y.ty).then(|| self.op(op, &[x, y], Ty::BOOL))
    }

    /// `a ++ b`
    fn concat(&mut self, x: Typed, y: Typed) -> Option<Typed> {
        for typed in [x, y] {
            let some = self.infer.some_bv(0);
            if !self.infer.unify(typed.ty, some) {
                return None;
            }
        }
        let ty = self.infer.concat(x.ty, y.ty)?;
        Some(self.op(Op::Concat, &[x, y], ty))
    }

    /// Complains if this is a trigger; true then.
    pub(super) fn in_trigger(&mut self, what: &str, span: Span) -> bool {
        if self.cx.trigger {
            self.error(format!("{what} is not allowed in a trigger"), span);
        }
        self.cx.trigger
    }
}

/// The variable of `x`, `x[i]`, `x[i := v]`, `old(x)`.
fn var_of(e: &Ast) -> Option<&str> {
    match &*e.kind {
        Kind::Var(name) => Some(&name.name),
        Kind::Old(e) | Kind::Select(e, _) | Kind::Store(e, ..) => var_of(e),
        _ => None,
    }
}

fn text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Iff => "<==>",
        BinaryOp::Implies => "==>",
        BinaryOp::Explies => "<==",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Neq => "!=",
        BinaryOp::PartialOrder => "<:",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Concat => "++",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "div",
        BinaryOp::Mod => "mod",
        BinaryOp::RealDiv => "/",
        BinaryOp::Pow => "**",
    }
}
