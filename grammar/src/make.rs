//! Builders for those who make programs: front ends, provers, tests.
//!
//! ```
//! use ivl::make::*;
//!
//! let stmts = vec![
//!     assign("x", add(var("x"), int(1))),
//!     assert(vec![attr_str("sourcefile", "a.c"), attr_int("sourceline", 7)], lt(var("x"), int(10))),
//! ];
//! let mut main = procedure("main", vec![], vec![]);
//! main.attrs.push(flag("entrypoint"));
//! main.specs.push(modifies(["x"]));
//! main.body = Some(body(vec![], stmts));
//! let program = ivl::ast::Program { decls: vec![global("x", int_type()), main.into()] };
//! assert!(program.to_string().contains("x := x + 1;"));
//! ```
//!
//! What is made stands nowhere: its span is [`Span::NONE`] until [`At::at`] gives it another. Nothing is simplified.

use std::fmt::Write;

use num_bigint::{BigInt, BigUint, Sign};

use crate::ast::*;
use crate::source::Span;

/// Gives a node a place.
pub trait At {
    fn at(self, span: Span) -> Self;
}

macro_rules! at {
    ($($node:ty),*) => {
        $(impl At for $node {
            fn at(self, span: Span) -> Self {
                Self { span, ..self }
            }
        })*
    };
}

at!(Ident, Type, Expr, Stmt, Attribute, ProcedureDecl, ImplementationDecl, FunctionDecl, AxiomDecl, VarDecl);

macro_rules! decl_from {
    ($($node:ty => $variant:ident),*) => {
        $(impl From<$node> for Decl {
            fn from(decl: $node) -> Decl {
                Decl::$variant(decl)
            }
        })*
    };
}

decl_from!(
    TypeDecl => Type, DatatypeDecl => Datatype, ConstDecl => Const, FunctionDecl => Function, AxiomDecl => Axiom,
    VarDecl => Var, ProcedureDecl => Procedure, ImplementationDecl => Implementation
);

// Names

/// A name that can be printed and read: each character that no name may have becomes `#` hexadecimal code `#`, and so
/// does a digit in front. Different names stay different if they have no `#` themselves.
pub fn legal_name(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for (i, c) in text.char_indices() {
        let legal = c.is_ascii_alphabetic() || "'~#$^_.?`".contains(c) || (i > 0 && c.is_ascii_digit());
        if legal {
            name.push(c);
        } else {
            _ = write!(name, "#{:x}#", c as u32);
        }
    }
    if name.is_empty() { "#".to_string() } else { name }
}

/// The text must be lexable as a name; a keyword is (the printer escapes it).
pub fn ident(name: impl Into<Name>) -> Ident {
    Ident { name: name.into(), span: Span::NONE }
}

fn idents<N: Into<Name>>(names: impl IntoIterator<Item = N>) -> Vec<Ident> {
    names.into_iter().map(ident).collect()
}

// Types

fn ty(kind: TypeKind) -> Type {
    Type { kind, span: Span::NONE }
}

pub fn int_type() -> Type {
    ty(TypeKind::Int)
}

pub fn bool_type() -> Type {
    ty(TypeKind::Bool)
}

pub fn real_type() -> Type {
    ty(TypeKind::Real)
}

/// `bvN`
pub fn bv_type(width: u32) -> Type {
    named_type(format!("bv{width}"), vec![])
}

/// `name arg …`
pub fn named_type(name: impl Into<Name>, args: Vec<Type>) -> Type {
    ty(TypeKind::Named(ident(name), args))
}

/// `[arg, …]result`
pub fn map_type(args: Vec<Type>, result: Type) -> Type {
    ty(TypeKind::Map { type_params: vec![], args, result: Box::new(result) })
}

// Expressions

pub fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::NONE)
}

pub fn var(name: impl Into<Name>) -> Expr {
    expr(ExprKind::Var(ident(name)))
}

pub fn boolean(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

/// A negative number is the negation of a literal.
pub fn int(value: impl Into<BigInt>) -> Expr {
    let value = value.into();
    match value.sign() {
        Sign::Minus => neg(expr(ExprKind::Int(-value))),
        _ => expr(ExprKind::Int(value)),
    }
}

/// `mantissa * 10^exponent`
pub fn real(mantissa: impl Into<BigInt>, exponent: i32) -> Expr {
    let mantissa = mantissa.into();
    match mantissa.sign() {
        Sign::Minus => neg(expr(ExprKind::Real { mantissa: -mantissa, exponent })),
        _ => expr(ExprKind::Real { mantissa, exponent }),
    }
}

/// A literal as it is written: `0x1.8e0f24e8`.
pub fn float(text: impl Into<String>) -> Expr {
    expr(ExprKind::Float(text.into()))
}

pub fn bv(value: impl Into<BigUint>, width: u32) -> Expr {
    expr(ExprKind::Bv { value: value.into(), width })
}

pub fn not(e: Expr) -> Expr {
    expr(ExprKind::Unary(UnaryOp::Not, e))
}

pub fn neg(e: Expr) -> Expr {
    expr(ExprKind::Unary(UnaryOp::Neg, e))
}

pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, a, b))
}

macro_rules! binaries {
    ($($name:ident $op:ident,)*) => {
        $(pub fn $name(a: Expr, b: Expr) -> Expr {
            binary(BinaryOp::$op, a, b)
        })*
    };
}

binaries! {
    iff Iff,
    implies Implies,
    and And,
    or Or,
    eq Eq,
    neq Neq,
    lt Lt,
    le Le,
    gt Gt,
    ge Ge,
    add Add,
    sub Sub,
    mul Mul,
    div Div,
    modulo Mod,
}

/// The conjunction of any number of expressions; `true` if there are none.
pub fn all(conjuncts: impl IntoIterator<Item = Expr>) -> Expr {
    conjuncts.into_iter().reduce(and).unwrap_or_else(|| boolean(true))
}

/// The disjunction of any number of expressions; `false` if there are none.
pub fn any(disjuncts: impl IntoIterator<Item = Expr>) -> Expr {
    disjuncts.into_iter().reduce(or).unwrap_or_else(|| boolean(false))
}

/// `f(arg, …)`
pub fn apply(function: impl Into<Name>, args: Vec<Expr>) -> Expr {
    expr(ExprKind::Call(ident(function), args))
}

/// `m[i]`
pub fn select(map: Expr, index: Expr) -> Expr {
    expr(ExprKind::Select(map, vec![index]))
}

/// `m[i := v]`
pub fn store(map: Expr, index: Expr, value: Expr) -> Expr {
    expr(ExprKind::Store(map, vec![index], value))
}

/// `if c then a else b`
pub fn ite(c: Expr, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Ite(c, a, b))
}

/// `e[hi:lo]`: the bits from `lo` up to, not including, `hi`.
pub fn extract(arg: Expr, hi: u32, lo: u32) -> Expr {
    expr(ExprKind::Extract { arg, hi, lo })
}

/// `a ++ b`: the bits of `a` above those of `b`.
pub fn concat(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::Concat, a, b)
}

pub fn old(e: Expr) -> Expr {
    expr(ExprKind::Old(e))
}

/// A quantifier without triggers. Add them with [`triggered`].
pub fn quantifier(kind: QuantifierKind, vars: Vec<Variable>, body: Expr) -> Expr {
    expr(ExprKind::Quantifier(Quantifier { kind, type_params: vec![], vars, attrs: vec![], triggers: vec![], body }))
}

pub fn forall(vars: Vec<Variable>, body: Expr) -> Expr {
    quantifier(QuantifierKind::Forall, vars, body)
}

pub fn exists(vars: Vec<Variable>, body: Expr) -> Expr {
    quantifier(QuantifierKind::Exists, vars, body)
}

/// A quantifier with one more trigger; any other expression as it is.
pub fn triggered(mut quantifier: Expr, exprs: Vec<Expr>) -> Expr {
    if let ExprKind::Quantifier(q) = &mut *quantifier.kind {
        q.triggers.push(Trigger { positive: true, exprs, span: Span::NONE });
    }
    Expr::new(*quantifier.kind, quantifier.span)
}

// Attributes

/// `{:name arg, …}`
pub fn attr(name: impl Into<Name>, args: Vec<AttributeArg>) -> Attribute {
    Attribute { name: ident(name), args, span: Span::NONE }
}

/// `{:name}`
pub fn flag(name: impl Into<Name>) -> Attribute {
    attr(name, vec![])
}

/// `{:name "text"}`. Strings have no line ends, so blanks take their places.
pub fn attr_str(name: impl Into<Name>, text: &str) -> Attribute {
    attr(name, vec![AttributeArg::Str(text.replace(['\r', '\n'], " "))])
}

/// `{:name n}`
pub fn attr_int(name: impl Into<Name>, value: impl Into<BigInt>) -> Attribute {
    attr(name, vec![AttributeArg::Expr(int(value))])
}

// Statements

pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::NONE }
}

pub fn label(name: impl Into<Name>) -> Stmt {
    stmt(StmtKind::Label(ident(name)))
}

pub fn assert(attrs: Vec<Attribute>, expr: Expr) -> Stmt {
    stmt(StmtKind::Assert { attrs, expr })
}

pub fn assume(attrs: Vec<Attribute>, expr: Expr) -> Stmt {
    stmt(StmtKind::Assume { attrs, expr })
}

/// `name := value;`
pub fn assign(name: impl Into<Name>, value: Expr) -> Stmt {
    assign_all(vec![(lhs(name), value)])
}

/// `name[index] := value;`
pub fn assign_at(name: impl Into<Name>, index: Expr, value: Expr) -> Stmt {
    let mut target = lhs(name);
    target.path.push(LhsStep::Index(vec![index]));
    assign_all(vec![(target, value)])
}

/// `a, b := e, f;`
pub fn assign_all(assignments: Vec<(Lhs, Expr)>) -> Stmt {
    let (lhs, rhs) = assignments.into_iter().unzip();
    stmt(StmtKind::Assign { attrs: vec![], lhs, rhs })
}

/// A variable as a target of assignments.
pub fn lhs(name: impl Into<Name>) -> Lhs {
    Lhs { base: ident(name), path: vec![], span: Span::NONE }
}

pub fn havoc<N: Into<Name>>(vars: impl IntoIterator<Item = N>) -> Stmt {
    stmt(StmtKind::Havoc { attrs: vec![], vars: idents(vars) })
}

/// `call {:attrs} out, … := callee(arg, …);`
pub fn call<N: Into<Name>>(
    attrs: Vec<Attribute>,
    outs: impl IntoIterator<Item = N>,
    callee: impl Into<Name>,
    args: Vec<Expr>,
) -> Stmt {
    let (outs, callee) = (idents(outs), ident(callee));
    stmt(StmtKind::Call(Call { attrs, async_: false, free: false, outs, callee, args }))
}

/// `async call callee(arg, …);`
pub fn async_call(callee: impl Into<Name>, args: Vec<Expr>) -> Stmt {
    let outs = idents(std::iter::empty::<Name>());
    stmt(StmtKind::Call(Call { attrs: vec![], async_: true, free: false, outs, callee: ident(callee), args }))
}

pub fn goto<N: Into<Name>>(labels: impl IntoIterator<Item = N>) -> Stmt {
    stmt(StmtKind::Goto(idents(labels)))
}

pub fn return_stmt() -> Stmt {
    stmt(StmtKind::Return)
}

/// `if (guard) { then } else { otherwise }`, without the `else` if there is nothing in it.
pub fn if_stmt(guard: Guard, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    let else_ = if otherwise.is_empty() { None } else { Some(Else::Block(block(otherwise))) };
    stmt(StmtKind::If { attrs: vec![], guard, then: block(then), else_ })
}

/// `while (guard) invariant e; … { body }`
pub fn while_stmt(guard: Guard, invariants: Vec<Expr>, body: Vec<Stmt>) -> Stmt {
    let invariant = |expr: Expr| Invariant { free: false, attrs: vec![], span: expr.span, expr };
    let invariants = invariants.into_iter().map(invariant).collect();
    stmt(StmtKind::While { attrs: vec![], guard, invariants, measures: vec![], body: block(body) })
}

pub fn block(stmts: Vec<Stmt>) -> Block {
    Block { stmts, close: Span::NONE }
}

pub fn body(locals: Vec<Variable>, stmts: Vec<Stmt>) -> Body {
    let locals = locals.into_iter().map(|var| VarDecl { vars: vec![var], span: Span::NONE }).collect();
    Body { locals, stmts, close: Span::NONE }
}

// Declarations

pub fn variable(name: impl Into<Name>, ty: Type) -> Variable {
    Variable { attrs: vec![], name: ident(name), ty, where_clause: None }
}

/// `var name: ty;`
pub fn global(name: impl Into<Name>, ty: Type) -> Decl {
    Decl::Var(VarDecl { vars: vec![variable(name, ty)], span: Span::NONE })
}

/// `const name: ty;`
pub fn constant(name: impl Into<Name>, ty: Type) -> ConstDecl {
    let names = vec![ident(name)];
    ConstDecl { attrs: vec![], unique: false, names, ty, parents: None, uses: vec![], span: Span::NONE }
}

/// `type name = synonym;`, or a constructor without parameters.
pub fn type_decl(name: impl Into<Name>, synonym: Option<Type>) -> TypeDecl {
    TypeDecl { attrs: vec![], name: ident(name), params: vec![], synonym, span: Span::NONE }
}

pub fn axiom(expr: Expr) -> Decl {
    Decl::Axiom(AxiomDecl { attrs: vec![], span: expr.span, expr })
}

/// `function name(x: T, …): result;`
pub fn function(name: impl Into<Name>, params: Vec<Variable>, result: Type) -> FunctionDecl {
    let params = params.into_iter().map(|v| FunctionParam { attrs: v.attrs, name: Some(v.name), ty: v.ty }).collect();
    FunctionDecl {
        attrs: vec![],
        name: ident(name),
        type_params: vec![],
        params,
        result: FunctionParam { attrs: vec![], name: None, ty: result },
        body: None,
        uses: vec![],
        span: Span::NONE,
    }
}

/// `procedure name(ins) returns (outs);`
pub fn procedure(name: impl Into<Name>, ins: Vec<Variable>, outs: Vec<Variable>) -> ProcedureDecl {
    ProcedureDecl {
        attrs: vec![],
        name: ident(name),
        type_params: vec![],
        ins,
        outs,
        specs: vec![],
        body: None,
        pure_: false,
        span: Span::NONE,
    }
}

pub fn requires(expr: Expr) -> Spec {
    Spec::Requires { free: false, attrs: vec![], span: expr.span, expr }
}

pub fn ensures(expr: Expr) -> Spec {
    Spec::Ensures { free: false, attrs: vec![], span: expr.span, expr }
}

pub fn modifies<N: Into<Name>>(names: impl IntoIterator<Item = N>) -> Spec {
    Spec::Modifies { names: idents(names), span: Span::NONE }
}
