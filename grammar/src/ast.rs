//! The syntax tree of the IVL: what was written, before names and types are resolved.
//!
//! Every node carries the span of its text. Trees made by front ends use [`Span::NONE`] or the span of
//! the source construct that they came from.

use std::sync::Arc;

use num_bigint::{BigInt, BigUint};

use crate::source::Span;

/// A name as written, without the leading backslash of escaped identifiers.
pub type Name = Arc<str>;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Name,
    pub span: Span,
}

/// A whole program: the declarations of all its files, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub decls: Vec<Decl>,
}

/// `{:name arg, …}`; attributes are open-ended, so unknown ones are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub name: Ident,
    pub args: Vec<AttributeArg>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttributeArg {
    /// A string with `\"` already unescaped; other backslashes are kept as written.
    Str(String),
    Expr(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Decl {
    Type(TypeDecl),
    Datatype(DatatypeDecl),
    Const(ConstDecl),
    Function(FunctionDecl),
    Axiom(AxiomDecl),
    Var(VarDecl),
    Procedure(ProcedureDecl),
    Implementation(ImplementationDecl),
}

/// `type {:attrs} C a b;` (a constructor) or `type S a = T;` (a synonym).
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDecl {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub params: Vec<Ident>,
    pub synonym: Option<Type>,
    pub span: Span,
}

/// `datatype D<a> { C1(x: int), C2() }`.
#[derive(Clone, Debug, PartialEq)]
pub struct DatatypeDecl {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub params: Vec<Ident>,
    pub constructors: Vec<ConstructorDecl>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ConstructorDecl {
    pub name: Ident,
    pub fields: Vec<Variable>,
}

/// One name with its type: a global, a local, a parameter, a bound variable or a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub ty: Type,
    pub where_clause: Option<Expr>,
}

/// `const {:attrs} unique a, b: T extends …;`
#[derive(Clone, Debug, PartialEq)]
pub struct ConstDecl {
    pub attrs: Vec<Attribute>,
    pub unique: bool,
    pub names: Vec<Ident>,
    pub ty: Type,
    pub parents: Option<ParentSpec>,
    /// `uses { axiom …; }`: axioms that belong to the constant.
    pub uses: Vec<AxiomDecl>,
    pub span: Span,
}

/// `extends unique p, q complete`: the order constraints of Boogie 2.
#[derive(Clone, Debug, PartialEq)]
pub struct ParentSpec {
    pub parents: Vec<(bool, Ident)>,
    pub complete: bool,
}

/// `function {:attrs} f<a>(x: T, U) returns (r: V) { body }`.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionDecl {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub type_params: Vec<Ident>,
    /// A parameter may be nameless.
    pub params: Vec<FunctionParam>,
    pub result: FunctionParam,
    pub body: Option<Expr>,
    /// `uses { axiom …; }`.
    pub uses: Vec<AxiomDecl>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FunctionParam {
    pub attrs: Vec<Attribute>,
    pub name: Option<Ident>,
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AxiomDecl {
    pub attrs: Vec<Attribute>,
    pub expr: Expr,
    pub span: Span,
}

/// `var {:attrs} x, y: T where e;`; the clause holds for each of the names. One `Variable` for each name.
#[derive(Clone, Debug, PartialEq)]
pub struct VarDecl {
    pub vars: Vec<Variable>,
    pub span: Span,
}

/// `procedure {:attrs} P<a>(ins) returns (outs); spec` with an optional body.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcedureDecl {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub type_params: Vec<Ident>,
    pub ins: Vec<Variable>,
    pub outs: Vec<Variable>,
    pub specs: Vec<Spec>,
    pub body: Option<Body>,
    /// `pure procedure`
    pub pure_: bool,
    pub span: Span,
}

/// `implementation {:attrs} P<a>(ins) returns (outs) { body }`.
#[derive(Clone, Debug, PartialEq)]
pub struct ImplementationDecl {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub type_params: Vec<Ident>,
    pub ins: Vec<Variable>,
    pub outs: Vec<Variable>,
    pub body: Body,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    Requires { free: bool, attrs: Vec<Attribute>, expr: Expr, span: Span },
    Ensures { free: bool, attrs: Vec<Attribute>, expr: Expr, span: Span },
    Modifies { names: Vec<Ident>, span: Span },
    Measure(Measure),
}

/// `measure e, …;` of a procedure or of a loop: values that decrease with each recursive call or each round.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    pub attrs: Vec<Attribute>,
    pub exprs: Vec<Expr>,
    pub span: Span,
}

/// `{ var …; statements }`. `close` is the span of the closing brace (where a falling-off return happens).
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub locals: Vec<VarDecl>,
    pub stmts: Vec<Stmt>,
    pub close: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `name:` before a statement or at the end of a block.
    Label(Ident),
    Assert {
        attrs: Vec<Attribute>,
        expr: Expr,
    },
    Assume {
        attrs: Vec<Attribute>,
        expr: Expr,
    },
    Havoc {
        attrs: Vec<Attribute>,
        vars: Vec<Ident>,
    },
    /// `x, m[i], d->f := e1, e2, e3`: parallel assignment.
    Assign {
        attrs: Vec<Attribute>,
        lhs: Vec<Lhs>,
        rhs: Vec<Expr>,
    },
    /// `D(x, y) := e`: takes a datatype value apart.
    Unpack {
        attrs: Vec<Attribute>,
        constructor: Ident,
        vars: Vec<Lhs>,
        rhs: Expr,
    },
    Call(Call),
    /// `call forall P(*, e)`; `None` stands for `*`.
    CallForall {
        attrs: Vec<Attribute>,
        callee: Ident,
        args: Vec<Option<Expr>>,
    },
    If {
        attrs: Vec<Attribute>,
        guard: Guard,
        then: Block,
        else_: Option<Else>,
    },
    While {
        attrs: Vec<Attribute>,
        guard: Guard,
        invariants: Vec<Invariant>,
        measures: Vec<Measure>,
        body: Block,
    },
    /// At the head of a loop that is written with jumps.
    Measure(Measure),
    Break(Option<Ident>),
    Goto(Vec<Ident>),
    Return,
    /// `return e;`, only in code expressions.
    ReturnExpr(Expr),
    /// `hide f;`, `reveal *;`, `push;`, `pop;`: visibility hints of the prover; kept for printing, no effect.
    Hint(String),
}

/// `{ … }` of structured statements.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub close: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Else {
    /// `else { … }`
    Block(Block),
    /// `else if …`: the statement is an [`StmtKind::If`].
    If(Box<Stmt>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Guard {
    /// `(*)`
    Star,
    Expr(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    pub free: bool,
    pub attrs: Vec<Attribute>,
    pub expr: Expr,
    pub span: Span,
}

/// `call {:attrs} x, y := P(e, f)`. `async_` also stands for the attribute of that name.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub attrs: Vec<Attribute>,
    pub async_: bool,
    pub free: bool,
    pub outs: Vec<Ident>,
    pub callee: Ident,
    pub args: Vec<Expr>,
}

/// The left side of an assignment: `x`, then selections and fields, innermost first (`x[i]->f[j]`).
#[derive(Clone, Debug, PartialEq)]
pub struct Lhs {
    pub base: Ident,
    pub path: Vec<LhsStep>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LhsStep {
    Index(Vec<Expr>),
    Field(Ident),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    Bool,
    Int,
    Real,
    /// A constructor, synonym, type variable, `bvN`, `floatSeE`, `rmode`, `string` or `regex`, with arguments.
    Named(Ident, Vec<Type>),
    /// `<a>[T, U]V`
    Map {
        type_params: Vec<Ident>,
        args: Vec<Type>,
        result: Box<Type>,
    },
}

/// An expression. `depth` is 1 plus the deepest child, so that hostile nesting is refused before anything recurses.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub span: Span,
    pub depth: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Bool(bool),
    Int(BigInt),
    /// A decimal: `mantissa * 10^exponent`.
    Real {
        mantissa: BigInt,
        exponent: i32,
    },
    /// `5bv32`
    Bv {
        value: BigUint,
        width: u32,
    },
    /// `0x1.8e3f24e8`-style literals, as written; the resolver gives them their value.
    Float(String),
    Str(String),
    /// `RNE`, `RTZ`, … : rounding modes.
    RoundingMode(RoundingMode),
    Var(Ident),
    Old(Expr),
    Unary(UnaryOp, Expr),
    Binary(BinaryOp, Expr, Expr),
    /// `f(e, …)`: a function, a constructor, or the coercions `int(e)` and `real(e)` (by those names).
    Call(Ident, Vec<Expr>),
    /// `m[i, j]`
    Select(Expr, Vec<Expr>),
    /// `m[i, j := v]`
    Store(Expr, Vec<Expr>, Expr),
    /// `e[hi:lo]`: the bits below `hi`, from `lo` up.
    Extract {
        arg: Expr,
        hi: u32,
        lo: u32,
    },
    Ite(Expr, Expr, Expr),
    /// `e->f`
    Field(Expr, Ident),
    /// `e->(f := v)`
    FieldUpdate(Expr, Ident, Expr),
    /// `e is C`
    Is(Expr, Ident),
    /// `e : T`: a type annotation.
    Coerce(Expr, Type),
    Quantifier(Quantifier),
    /// `(var x, y := e1, e2; body)`; attributes may precede each name.
    Let {
        vars: Vec<LetVar>,
        attrs: Vec<Attribute>,
        body: Expr,
    },
    /// `|{ var …; blocks }|`
    Code(Body),
}

#[derive(Clone, Debug, PartialEq)]
pub struct LetVar {
    pub attrs: Vec<Attribute>,
    pub name: Ident,
    pub value: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Quantifier {
    pub kind: QuantifierKind,
    pub type_params: Vec<Ident>,
    pub vars: Vec<Variable>,
    pub attrs: Vec<Attribute>,
    pub triggers: Vec<Trigger>,
    pub body: Expr,
}

/// `{e, f}`, or `{:nopats e}` when negative.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger {
    pub positive: bool,
    pub exprs: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantifierKind {
    Forall,
    Exists,
    Lambda,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    NearestEven,
    NearestAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Neg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Iff,
    Implies,
    /// `a <== b`
    Explies,
    And,
    Or,
    Eq,
    Neq,
    /// `<:`, the partial order of Boogie 2
    PartialOrder,
    Lt,
    Le,
    Gt,
    Ge,
    /// `++`, bit-vector concatenation
    Concat,
    Add,
    Sub,
    Mul,
    /// `div`: Euclidean
    Div,
    /// `mod`: Euclidean
    Mod,
    /// `/`: division of reals (and of ints, giving a real) and floats
    RealDiv,
    /// `**`
    Pow,
}

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        let depth = 1 + kind.max_child_depth();
        Expr { kind: Box::new(kind), span, depth }
    }
}

impl ExprKind {
    /// Visits the direct sub-expressions, terms of triggers included; not those in attributes and code expressions.
    pub fn for_each_child<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        match self {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real { .. }
            | ExprKind::Bv { .. }
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::RoundingMode(_)
            | ExprKind::Var(_)
            | ExprKind::Code(_) => {}
            ExprKind::Old(e)
            | ExprKind::Unary(_, e)
            | ExprKind::Extract { arg: e, .. }
            | ExprKind::Field(e, _)
            | ExprKind::Is(e, _)
            | ExprKind::Coerce(e, _) => visit(e),
            ExprKind::Binary(_, a, b) | ExprKind::FieldUpdate(a, _, b) => [a, b].into_iter().for_each(visit),
            ExprKind::Ite(a, b, c) => [a, b, c].into_iter().for_each(visit),
            ExprKind::Call(_, args) => args.iter().for_each(visit),
            ExprKind::Select(map, args) => args.iter().chain([map]).for_each(visit),
            ExprKind::Store(map, args, value) => args.iter().chain([map, value]).for_each(visit),
            ExprKind::Quantifier(q) => {
                q.triggers.iter().flat_map(|trigger| &trigger.exprs).chain([&q.body]).for_each(visit);
            }
            ExprKind::Let { vars, body, .. } => vars.iter().map(|v| &v.value).chain([body]).for_each(visit),
        }
    }

    /// The greatest `depth` among the direct sub-expressions, 0 for a leaf.
    fn max_child_depth(&self) -> u32 {
        let mut depth = match self {
            ExprKind::Code(body) => body_depth(body),
            ExprKind::Quantifier(q) => {
                let vars = q.vars.iter().map(|v| attrs_depth(&v.attrs)).max().unwrap_or(0);
                attrs_depth(&q.attrs).max(vars)
            }
            ExprKind::Let { vars, attrs, .. } => {
                let vars = vars.iter().map(|v| attrs_depth(&v.attrs)).max().unwrap_or(0);
                attrs_depth(attrs).max(vars)
            }
            _ => 0,
        };
        self.for_each_child(|child| depth = depth.max(child.depth));
        depth
    }
}

/// The greatest `depth` of the expressions in attributes.
pub(crate) fn attrs_depth(attrs: &[Attribute]) -> u32 {
    let args = attrs.iter().flat_map(|attr| &attr.args);
    args.map(|arg| if let AttributeArg::Expr(e) = arg { e.depth } else { 0 }).max().unwrap_or(0)
}

/// The greatest `depth` of the expressions in the flat statements of a code expression.
fn body_depth(body: &Body) -> u32 {
    let of = |es: &[Expr]| es.iter().map(|e| e.depth).max().unwrap_or(0);
    let lhs_depth = |lhs: &[Lhs]| {
        let steps = lhs.iter().flat_map(|l| &l.path);
        steps.map(|step| if let LhsStep::Index(es) = step { of(es) } else { 0 }).max().unwrap_or(0)
    };
    let vars = body.locals.iter().flat_map(|decl| &decl.vars);
    let locals = vars.map(|v| v.where_clause.as_ref().map_or(0, |e| e.depth).max(attrs_depth(&v.attrs)));
    let stmts = body.stmts.iter().map(|stmt| match &stmt.kind {
        StmtKind::Assert { attrs, expr } | StmtKind::Assume { attrs, expr } => expr.depth.max(attrs_depth(attrs)),
        StmtKind::Havoc { attrs, .. } => attrs_depth(attrs),
        StmtKind::Assign { attrs, lhs, rhs } => of(rhs).max(lhs_depth(lhs)).max(attrs_depth(attrs)),
        StmtKind::Unpack { attrs, vars, rhs, .. } => rhs.depth.max(lhs_depth(vars)).max(attrs_depth(attrs)),
        StmtKind::Call(call) => of(&call.args).max(attrs_depth(&call.attrs)),
        StmtKind::CallForall { attrs, args, .. } => {
            args.iter().flatten().map(|e| e.depth).max().unwrap_or(0).max(attrs_depth(attrs))
        }
        StmtKind::ReturnExpr(e) => e.depth,
        // The others hold no expressions, or stand in no code expression.
        _ => 0,
    });
    locals.chain(stmts).max().unwrap_or(0)
}
