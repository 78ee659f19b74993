//! Expressions: elaborates each node of the syntax tree into a typed, hash-consed expression.

use std::sync::Arc;

use ivl::ast::{self, BinaryOp, Expr as Ast, ExprKind as Kind, Ident, UnaryOp};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Pow;

use super::infer::{Ty, site_of};
use super::scopes::Binding;
use super::types::{MAX_BITS, count};
use super::{Context, Resolver, State, Typed, UNBUILT};
use crate::base::ids::{FuncId, TypeParamId, VarId};
use crate::ir::{Expr, ExprKind, Op, Type, TypeTable, VarKind};

/// Real literals with more digits than this are refused.
const MAX_DECIMAL_EXPONENT: u32 = 100_000;

impl<'a> Resolver<'a> {
    /// Elaborates an expression, inside of [`Resolver::inferring`].
    pub(super) fn expr(&mut self, e: &'a Ast) -> Typed {
        match &*e.kind {
            Kind::Bool(b) => Typed { expr: self.program.exprs.bool(*b), ty: Ty::BOOL },
            Kind::Int(n) => Typed { expr: self.program.exprs.int(n.clone()), ty: Ty::INT },
            Kind::Real { mantissa, exponent } => self.real(mantissa, *exponent, e.span),
            Kind::Bv { value, width } => {
                if value.bits() > u64::from(*width) {
                    self.error(format!("{value} does not fit into {}", count(*width as usize, "bit")), e.span);
                    return Typed::ERROR;
                }
                if *width > MAX_BITS {
                    self.error(format!("bit-vectors have at most {MAX_BITS} bits"), e.span);
                    return Typed::ERROR;
                }
                let ty = self.infer.table.bv(*width);
                self.build(ExprKind::Bv { value: value.clone(), width: *width }, Ty::ground(ty))
            }
            Kind::Float(text) => self.float(text, e.span),
            Kind::Str(s) => {
                let ty = self.infer.table.intern(Type::String);
                self.build(ExprKind::Str(Arc::from(s.as_str())), Ty::ground(ty))
            }
            Kind::RoundingMode(mode) => {
                let ty = self.infer.table.intern(Type::RoundingMode);
                self.build(ExprKind::RoundingMode(*mode), Ty::ground(ty))
            }
            Kind::Var(name) => self.variable(name),
            Kind::Old(arg) => {
                if self.cx.state != State::Two {
                    self.error("`old` is allowed only in bodies of procedures and in postconditions", e.span);
                }
                self.within(Context { old: true, ..self.cx }, |r| r.expr(arg))
            }
            Kind::Unary(UnaryOp::Not, arg) => self.not(arg, e.span),
            Kind::Unary(UnaryOp::Neg, arg) => self.negate(arg),
            Kind::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, _) => self.junction(*op, e),
            Kind::Binary(op, a, b) => self.binary(*op, a, b, e.span),
            Kind::Call(name, args) => self.call(name, args, e),
            Kind::Select(map, args) => self.select(map, args, e),
            Kind::Store(map, args, value) => self.store(map, args, value, e),
            Kind::Extract { arg, hi, lo } => self.extract(arg, *hi, *lo, e.span),
            Kind::Ite(condition, yes, no) => self.ite(condition, yes, no, e.span),
            Kind::Field(value, field) => {
                let value = self.expr(value);
                self.field(value, field)
            }
            Kind::FieldUpdate(value, field, new) => {
                let value = self.expr(value);
                let typed = self.expr(new);
                self.update_field(value, field, typed, new.span)
            }
            Kind::Is(value, constructor) => {
                let value = self.expr(value);
                self.test(value, constructor)
            }
            Kind::Coerce(arg, ty) => {
                let typed = self.expr(arg);
                let wanted = Ty::ground(self.type_id(ty));
                if !self.infer.unify(typed.ty, wanted) {
                    let (found, wanted) = (self.show(typed.ty), self.show(wanted));
                    self.error(format!("an expression of type `{found}` is not a `{wanted}`"), e.span);
                    return Typed::ERROR;
                }
                typed
            }
            Kind::Quantifier(q) => self.binder(q, e),
            Kind::Let { vars, body, .. } => self.let_in(vars, body),
            Kind::Code(body) => self.code_expr(body, e.span),
        }
    }

    // ---- building ------------------------------------------------------------------------------------------

    /// The expression, or its type alone while types are open.
    pub(super) fn build(&mut self, kind: ExprKind, ty: Ty) -> Typed {
        if ty.is_error() {
            return Typed::ERROR;
        }
        match self.infer.known(ty) {
            Some(known) if !self.infer.dirty => {
                Typed { expr: self.program.exprs.intern(Expr { kind, ty: known }), ty: Ty::ground(known) }
            }
            _ => self.unbuilt(ty),
        }
    }

    /// An expression that another run has to build, once its types are known.
    pub(super) fn unbuilt(&mut self, ty: Ty) -> Typed {
        self.infer.dirty = true;
        Typed { expr: UNBUILT, ty }
    }

    pub(super) fn op(&mut self, op: Op, args: &[Typed], ty: Ty) -> Typed {
        if args.iter().any(|a| a.is_error()) {
            return Typed::ERROR;
        }
        let args = args.iter().map(|a| a.expr).collect();
        self.build(ExprKind::Op(op, args), ty)
    }

    // ---- leaves --------------------------------------------------------------------------------------------

    fn real(&mut self, mantissa: &BigInt, exponent: i32, span: Span) -> Typed {
        if exponent.unsigned_abs() > MAX_DECIMAL_EXPONENT {
            self.error("the exponent of this number is too large", span);
            return Typed::ERROR;
        }
        let power = BigInt::from(10).pow(exponent.unsigned_abs());
        let value = if exponent >= 0 {
            BigRational::from_integer(mantissa * power)
        } else {
            BigRational::new(mantissa.clone(), power)
        };
        self.build(ExprKind::Real(value), Ty::REAL)
    }

    fn variable(&mut self, name: &'a Ident) -> Typed {
        match self.vars.get(&name.name) {
            Some(Binding::Var(var)) => self.read(var, name.span),
            Some(Binding::Value(expr, ty)) => {
                if expr == UNBUILT && self.infer.known(ty).is_none() {
                    self.infer.dirty = true;
                }
                Typed { expr, ty }
            }
            Some(Binding::Builtin(func)) => {
                let ty = Ty::ground(self.program.funcs[func].result);
                self.apply(func, &[], &[], ty)
            }
            None => {
                self.undeclared_variable(name);
                Typed::ERROR
            }
        }
    }

    fn read(&mut self, var: VarId, span: Span) -> Typed {
        let (ty, kind) = (self.program.vars[var].ty, self.program.vars[var].kind);
        let is_global = kind == VarKind::Global;
        if is_global && self.cx.state == State::None {
            let name = self.program.vars[var].name.clone();
            let message = format!("the global variable `{name}` cannot be mentioned here: there is no state");
            let declared = self.program.vars[var].span;
            self.report(Diagnostic::error(message, span).related(declared, "declared here"));
            return Typed::ERROR;
        }
        let kind = if is_global && self.cx.old { ExprKind::Old(var) } else { ExprKind::Var(var) };
        self.build(kind, if ty == super::infer::ERROR_ID { Ty::ERROR } else { Ty::ground(ty) })
    }

    // ---- calls of functions --------------------------------------------------------------------------------

    fn call(&mut self, name: &'a Ident, args: &'a [Ast], e: &'a Ast) -> Typed {
        match (&*name.name, args) {
            ("int", [arg]) => return self.convert(arg, Ty::REAL, Op::RealToInt, Ty::INT),
            ("real", [arg]) => return self.convert(arg, Ty::INT, Op::IntToReal, Ty::REAL),
            _ => {}
        }
        let typed: Vec<Typed> = args.iter().map(|a| self.expr(a)).collect();
        let Some(&func) = self.funcs.get(&name.name) else {
            let mut diagnostic = self.undeclared_function(name);
            if self.procs.contains_key(&*name.name) {
                diagnostic = diagnostic.note("there is a procedure of this name; procedures are called by `call`");
            }
            self.report(diagnostic);
            return Typed::ERROR;
        };
        let params = self.program.funcs[func].params.clone();
        if params.len() != args.len() {
            let message = format!("`{}` takes {}, not {}", name.name, count(params.len(), "argument"), args.len());
            let declared = self.program.funcs[func].span;
            self.report(Diagnostic::error(message, e.span).related(declared, "declared here"));
            return Typed::ERROR;
        }
        if typed.iter().any(|t| t.is_error()) {
            return Typed::ERROR;
        }
        let type_params = self.program.funcs[func].type_params.clone();
        let map = self.instantiate(&type_params, e, name.span);
        let mut good = true;
        for (i, (&param, (actual, arg))) in params.iter().zip(typed.iter().zip(args)).enumerate() {
            let formal = self.infer.substitute(self.program.vars[param].ty, &map);
            good &= self.fits(*actual, formal, arg.span, || format!("argument {} of `{}`", i + 1, name.name), func);
        }
        if !good {
            return Typed::ERROR;
        }
        let ty = self.infer.substitute(self.program.funcs[func].result, &map);
        let types: Vec<Ty> = map.into_iter().map(|(_, t)| t).collect();
        self.apply(func, &types, &typed, ty)
    }

    fn fits(&mut self, actual: Typed, formal: Ty, span: Span, what: impl Fn() -> String, func: FuncId) -> bool {
        if self.infer.unify(formal, actual.ty) {
            return true;
        }
        let (found, expected) = (self.show(actual.ty), self.show(formal));
        let message = format!("{} must be of type `{expected}`, not `{found}`", what());
        let declared = self.program.funcs[func].span;
        self.report(Diagnostic::error(message, span).related(declared, "declared here"));
        false
    }

    /// Types for type parameters, to be found by unification. `node` is the place in the syntax tree.
    pub(super) fn instantiate<T>(&mut self, params: &[TypeParamId], node: &T, span: Span) -> Vec<(TypeParamId, Ty)> {
        let mut map = Vec::with_capacity(params.len());
        for (i, &param) in params.iter().enumerate() {
            let ty = self.infer.instantiate_param((site_of(node), i as u32), &self.program.type_params[param], span);
            map.push((param, ty));
        }
        map
    }

    /// `int(e)` and `real(e)`
    fn convert(&mut self, arg: &'a Ast, from: Ty, op: Op, to: Ty) -> Typed {
        let typed = self.expr(arg);
        if !self.infer.unify(typed.ty, from) {
            let (found, expected) = (self.show(typed.ty), self.show(from));
            let message = format!("only a `{expected}` can be converted this way, not a `{found}`");
            self.error(message, arg.span);
            return Typed::ERROR;
        }
        self.op(op, &[typed], to)
    }

    // ---- other forms ---------------------------------------------------------------------------------------

    fn ite(&mut self, condition: &'a Ast, yes: &'a Ast, no: &'a Ast, span: Span) -> Typed {
        let test = self.expr(condition);
        let (then, otherwise) = (self.expr(yes), self.expr(no));
        let test = self.expect_bool(test, condition, "the condition of if-then-else");
        if test.is_error() || then.is_error() || otherwise.is_error() {
            return Typed::ERROR;
        }
        if !self.infer.unify(then.ty, otherwise.ty) {
            let (a, b) = (self.show(then.ty), self.show(otherwise.ty));
            self.error(format!("the branches of if-then-else are of types `{a}` and `{b}`"), span);
            return Typed::ERROR;
        }
        self.op(Op::Ite, &[test, then, otherwise], then.ty)
    }

    fn extract(&mut self, arg: &'a Ast, hi: u32, lo: u32, span: Span) -> Typed {
        let typed = self.expr(arg);
        if hi < lo {
            self.error(format!("the range [{hi}:{lo}] ends before it starts; the high end is written first"), span);
            return Typed::ERROR;
        }
        if typed.is_error() {
            return Typed::ERROR;
        }
        let some = self.infer.some_bv(hi);
        if !self.infer.unify(typed.ty, some) {
            let found = self.show(typed.ty);
            let bits = count(hi as usize, "bit");
            self.error(format!("[{hi}:{lo}] needs a bit-vector of at least {bits}, not `{found}`"), span);
            return Typed::ERROR;
        }
        let ty = self.infer.table.bv(hi - lo);
        self.op(Op::Extract { hi, lo }, &[typed], Ty::ground(ty))
    }

    fn let_in(&mut self, vars: &'a [ast::LetVar], body: &'a Ast) -> Typed {
        let values: Vec<Typed> = vars.iter().map(|v| self.expr(&v.value)).collect();
        self.vars.enter();
        for (var, value) in vars.iter().zip(values) {
            if self.vars.get_here(&var.name.name).is_some() {
                self.error(format!("the variable `{}` is declared twice", var.name.name), var.name.span);
            }
            self.vars.declare(&var.name.name, Binding::Value(value.expr, value.ty));
        }
        let result = self.expr(body);
        self.vars.leave();
        result
    }

    /// An `int` as a `real`.
    pub(super) fn as_real(&mut self, typed: Typed) -> Typed {
        if self.infer.known(typed.ty) == Some(TypeTable::INT) {
            self.op(Op::IntToReal, &[typed], Ty::REAL)
        } else {
            typed
        }
    }
}
