//! Hash-consed expressions: equal expressions have equal ids, and a shared one is stored once.

use std::sync::Arc;

use indexmap::IndexSet;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxBuildHasher;

pub use ivl::ast::RoundingMode;

use super::types::TypeTable;
use crate::base::ids::{CodeId, ExprId, FuncId, TypeId, TypeParamId, VarId};

/// An expression and its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    Bv {
        value: BigUint,
        width: u32,
    },
    /// The IEEE bit pattern; the widths are the type's.
    Float(BigUint),
    Str(Arc<str>),
    RoundingMode(RoundingMode),
    /// A constant, global, parameter, local or bound variable.
    Var(VarId),
    /// A global's value at procedure entry: `old` is pushed down to the variables by resolution.
    Old(VarId),
    Op(Op, Box<[ExprId]>),
    /// A function applied; `types` instantiate its type parameters (empty once monomorphic).
    Call {
        func: FuncId,
        types: Box<[TypeId]>,
        args: Box<[ExprId]>,
    },
    Quantifier(Box<Quantifier>),
    /// `(lambda vars :: body)`; the type is a map.
    Lambda {
        type_params: Box<[TypeParamId]>,
        vars: Box<[VarId]>,
        body: ExprId,
    },
    /// A code expression, until `pass::code_expr` removes it. Boolean.
    Code(CodeId),
}

/// Operators of the language itself. Arity and types are checked by `ir::verify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Not,
    /// n-ary, at least two
    And,
    /// n-ary, at least two
    Or,
    Implies,
    Iff,
    Eq,
    Neq,
    /// `<`, `<=`, `>`, `>=` on int, real and float alike
    Lt,
    Le,
    Gt,
    Ge,
    /// `-e`
    Neg,
    /// `+`, `-`, `*` on int, real and float alike
    Add,
    Sub,
    Mul,
    /// Euclidean on int: `a == b * div(a, b) + mod(a, b)`, `0 <= mod(a, b) < |b|`; by zero unspecified
    Div,
    Mod,
    /// `/` on real and float (int operands are converted by resolution)
    RealDiv,
    /// `**` on real
    Pow,
    IntToReal,
    /// floor
    RealToInt,
    /// `a ++ b`, `a` being the high bits
    Concat,
    /// `e[hi:lo]`: bits `lo` up to and without `hi`
    Extract {
        hi: u32,
        lo: u32,
    },
    /// `[condition, then, else]`
    Ite,
    /// `[map, index…]`
    Select,
    /// `[map, index…, value]`
    Store,
}

impl Op {
    /// The comparison `op` with `a op b` for `b self a`; what is no order comparison is left as it is.
    pub fn mirrored(self) -> Op {
        match self {
            Op::Lt => Op::Gt,
            Op::Le => Op::Ge,
            Op::Gt => Op::Lt,
            Op::Ge => Op::Le,
            op => op,
        }
    }

    /// The comparison that holds where this one does not; `None`: it is no comparison.
    pub fn negated(self) -> Option<Op> {
        Some(match self {
            Op::Lt => Op::Ge,
            Op::Le => Op::Gt,
            Op::Gt => Op::Le,
            Op::Ge => Op::Lt,
            Op::Eq => Op::Neq,
            Op::Neq => Op::Eq,
            _ => return None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuantifierKind {
    Forall,
    Exists,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quantifier {
    pub kind: QuantifierKind,
    pub type_params: Box<[TypeParamId]>,
    pub vars: Box<[VarId]>,
    pub triggers: Box<[Trigger]>,
    /// `{:weight n}`
    pub weight: Option<u32>,
    /// `{:qid name}`
    pub name: Option<Arc<str>>,
    /// `file:line:column`, for statistics; empty where it was made.
    pub place: Arc<str>,
    pub body: ExprId,
}

impl Quantifier {
    /// Its name for users, and where it stands.
    pub fn label(&self) -> String {
        match &self.name {
            Some(name) if self.place.is_empty() => name.to_string(),
            Some(name) => format!("{name} at {}", self.place),
            None if self.place.is_empty() => "quantifier".into(),
            None => self.place.to_string(),
        }
    }
}

/// `{e, f}`; a negative one is `{:nopats e}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trigger {
    pub positive: bool,
    pub exprs: Box<[ExprId]>,
}

/// All expressions of a program; or further ones above those of another arena, which stays as it is and whose ids stay
/// good.
#[derive(Clone, Debug, Default)]
pub struct ExprArena<'b> {
    below: Option<&'b ExprArena<'b>>,
    /// The number of expressions below.
    first: usize,
    exprs: IndexSet<Expr, FxBuildHasher>,
}

impl ExprArena<'_> {
    /// An arena for further expressions.
    pub fn above(&self) -> ExprArena<'_> {
        ExprArena { below: Some(self), first: self.len(), exprs: IndexSet::default() }
    }

    /// The expressions from there on.
    pub fn from(&self, first: usize) -> impl Iterator<Item = &Expr> {
        (first..self.len()).map(|id| self.get(ExprId(id as u32)))
    }

    /// The expression's id, which it gets if it has none.
    pub fn intern(&mut self, expr: Expr) -> ExprId {
        match self.below.and_then(|below| below.find(&expr)) {
            Some(known) => known,
            None => ExprId((self.first + self.exprs.insert_full(expr).0) as u32),
        }
    }

    fn find(&self, expr: &Expr) -> Option<ExprId> {
        let known = self.below.and_then(|below| below.find(expr));
        known.or_else(|| Some(ExprId((self.first + self.exprs.get_index_of(expr)?) as u32)))
    }

    pub fn get(&self, id: ExprId) -> &Expr {
        match self.below {
            Some(below) if (id.0 as usize) < self.first => below.get(id),
            _ => &self.exprs[id.0 as usize - self.first],
        }
    }

    pub fn kind(&self, id: ExprId) -> &ExprKind {
        &self.get(id).kind
    }

    pub fn ty(&self, id: ExprId) -> TypeId {
        self.get(id).ty
    }

    pub fn len(&self) -> usize {
        self.first + self.exprs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn bool(&mut self, value: bool) -> ExprId {
        self.intern(Expr { kind: ExprKind::Bool(value), ty: TypeTable::BOOL })
    }

    pub fn int(&mut self, value: impl Into<BigInt>) -> ExprId {
        self.intern(Expr { kind: ExprKind::Int(value.into()), ty: TypeTable::INT })
    }

    /// The variable as an expression; `ty` is its declared type.
    /// The value of an integer literal, which may have a sign.
    pub fn literal(&self, e: ExprId) -> Option<BigInt> {
        match self.kind(e) {
            ExprKind::Int(n) => Some(n.clone()),
            ExprKind::Op(Op::Neg, args) => self.literal(args[0]).map(|n| -n),
            _ => None,
        }
    }

    pub fn var(&mut self, var: VarId, ty: TypeId) -> ExprId {
        self.intern(Expr { kind: ExprKind::Var(var), ty })
    }

    pub fn op(&mut self, op: Op, args: impl Into<Box<[ExprId]>>, ty: TypeId) -> ExprId {
        self.intern(Expr { kind: ExprKind::Op(op, args.into()), ty })
    }

    /// `!e`, with double negation and constants folded.
    pub fn not(&mut self, e: ExprId) -> ExprId {
        match self.kind(e) {
            ExprKind::Bool(b) => {
                let negated = !*b;
                self.bool(negated)
            }
            ExprKind::Op(Op::Not, args) => args[0],
            _ => self.op(Op::Not, [e], TypeTable::BOOL),
        }
    }

    /// Conjunction; `true` for none, the conjunct itself for one.
    pub fn and(&mut self, args: &[ExprId]) -> ExprId {
        self.junction(Op::And, true, args)
    }

    /// Disjunction; `false` for none, the disjunct itself for one.
    pub fn or(&mut self, args: &[ExprId]) -> ExprId {
        self.junction(Op::Or, false, args)
    }

    fn junction(&mut self, op: Op, neutral: bool, args: &[ExprId]) -> ExprId {
        let mut kept = Vec::with_capacity(args.len());
        for &arg in args {
            match self.kind(arg) {
                ExprKind::Bool(b) if *b == neutral => {}
                ExprKind::Bool(_) => return arg,
                _ => kept.push(arg),
            }
        }
        match kept[..] {
            [] => self.bool(neutral),
            [one] => one,
            _ => self.op(op, kept, TypeTable::BOOL),
        }
    }

    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.kind(a), self.kind(b)) {
            (ExprKind::Bool(true), _) => b,
            (ExprKind::Bool(false), _) => self.bool(true),
            (_, ExprKind::Bool(true)) => b,
            _ => self.op(Op::Implies, [a, b], TypeTable::BOOL),
        }
    }

    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.op(Op::Eq, [a, b], TypeTable::BOOL)
    }
}
