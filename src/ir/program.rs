//! The program: declarations, procedures and blocks.

use std::sync::Arc;

use ivl::source::Span;

use super::attribute::Attributes;
use super::builtin::Builtin;
use super::command::Cmd;
use super::expr::ExprArena;
use super::types::TypeTable;
use crate::base::ids::{
    AxiomId, BlockId, CodeId, ExprId, FuncId, IdVec, ProcId, TypeConId, TypeId, TypeParamId, VarId,
};

pub type Name = Arc<str>;

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub types: TypeTable,
    pub exprs: ExprArena<'static>,
    pub type_cons: IdVec<TypeConId, TypeCon>,
    pub type_params: IdVec<TypeParamId, Name>,
    pub vars: IdVec<VarId, Var>,
    /// The variables that are constants and globals, in the order of declaration.
    pub consts: Vec<VarId>,
    pub globals: Vec<VarId>,
    pub funcs: IdVec<FuncId, Function>,
    pub axioms: IdVec<AxiomId, Axiom>,
    pub procs: IdVec<ProcId, Procedure>,
    pub codes: IdVec<CodeId, CodeExpr>,
    /// Some assumption became weaker when polymorphism was removed: a violation may be spurious, safety is not.
    pub weakened: bool,
}

/// A type constructor; with constructors of values, a datatype.
#[derive(Clone, Debug)]
pub struct TypeCon {
    pub name: Name,
    pub arity: usize,
    pub attrs: Attributes,
    /// Present for a datatype: its value constructors ([`FunctionKind::Constructor`]).
    pub constructors: Option<Vec<FuncId>>,
    /// The parameters that the constructors' types mention.
    pub params: Vec<TypeParamId>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarKind {
    /// `unique` ones of one type differ from each other.
    Const {
        unique: bool,
    },
    Global,
    /// An in-parameter of a procedure; never assigned.
    In,
    /// An out-parameter.
    Out,
    Local,
    /// Bound by a quantifier, a lambda or a function's parameter list.
    Bound,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: Name,
    pub ty: TypeId,
    pub kind: VarKind,
    pub where_clause: Option<ExprId>,
    pub attrs: Attributes,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    pub type_params: Vec<TypeParamId>,
    /// [`VarKind::Bound`] variables.
    pub params: Vec<VarId>,
    pub result: TypeId,
    pub kind: FunctionKind,
    pub attrs: Attributes,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum FunctionKind {
    Uninterpreted,
    /// `f(params) == body`.
    Defined {
        body: ExprId,
        style: Definition,
    },
    Builtin(Builtin),
    /// A datatype's value constructor; `fields` are the selectors.
    Constructor {
        datatype: TypeConId,
        fields: Vec<FuncId>,
    },
    Selector {
        constructor: FuncId,
        field: usize,
    },
    /// `is C`
    Tester {
        constructor: FuncId,
    },
}

impl FunctionKind {
    /// Whether a function of that kind has a name of its own: those of a constructor's fields and tester are made of its name.
    pub fn has_own_name(&self) -> bool {
        !matches!(self, FunctionKind::Selector { .. } | FunctionKind::Tester { .. })
    }
}

/// How a function's body was attached in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// `{:inline}`
    Inline,
    /// `{:define}`
    Define,
    /// A plain body: an axiom in Boogie.
    Axiom,
    /// The same, where triggers mention the function: the solver keeps its applications, and instantiates the axiom.
    Matched,
}

#[derive(Clone, Debug)]
pub struct Axiom {
    pub expr: ExprId,
    pub attrs: Attributes,
    pub span: Span,
}

/// `requires` and `ensures`. A free one is assumed and never checked.
#[derive(Clone, Debug)]
pub struct Clause {
    pub free: bool,
    pub expr: ExprId,
    pub attrs: Attributes,
    pub span: Span,
}

/// A procedure with at most one body. A procedure that has several implementations is split by resolution:
/// the first body stays here, each further one is a [`Procedure`] of its own with `implements` set.
#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: Name,
    pub type_params: Vec<TypeParamId>,
    pub ins: Vec<VarId>,
    pub outs: Vec<VarId>,
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    /// As declared, in order, without duplicates. The effective set is `cfg::mod_sets`.
    pub modifies: Vec<VarId>,
    pub body: Option<Body>,
    /// Of the procedure and of its implementation together.
    pub attrs: Attributes,
    /// For a further implementation: the procedure whose contract it copies.
    pub implements: Option<ProcId>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Body {
    pub locals: Vec<VarId>,
    pub blocks: IdVec<BlockId, Block>,
    pub entry: BlockId,
}

#[derive(Clone, Debug)]
pub struct Block {
    /// The label, or a made-up name; unique in the body.
    pub name: Name,
    pub cmds: Vec<Cmd>,
    pub transfer: Transfer,
    /// Where the transfer stands (for a return: the statement or the closing brace).
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// Nondeterministic choice among at least one block, without duplicates.
    Goto(Vec<BlockId>),
    Return,
    /// Only in code expressions.
    ReturnExpr(ExprId),
}

impl Transfer {
    pub fn targets(&self) -> &[BlockId] {
        match self {
            Transfer::Goto(targets) => targets,
            Transfer::Return | Transfer::ReturnExpr(_) => &[],
        }
    }
}

/// The body of a code expression: acyclic blocks that end in [`Transfer::ReturnExpr`].
#[derive(Clone, Debug)]
pub struct CodeExpr {
    pub body: Body,
}

impl Body {
    /// The commands of all blocks.
    pub fn cmds(&self) -> impl Iterator<Item = &Cmd> + Clone {
        self.blocks.iter().flat_map(|block| &block.cmds)
    }

    pub fn cmds_mut(&mut self) -> impl Iterator<Item = &mut Cmd> {
        self.blocks.iter_mut().flat_map(|block| &mut block.cmds)
    }
}

impl Procedure {
    /// The commands of its body; none without one.
    pub fn cmds(&self) -> impl Iterator<Item = &Cmd> + Clone {
        self.body.iter().flat_map(Body::cmds)
    }
}

impl Program {
    /// Whether anything is said of constants: there are axioms, or several that differ.
    pub fn restricts_constants(&self) -> bool {
        let unique = |&&c: &&VarId| self.vars[c].kind == VarKind::Const { unique: true };
        !self.axioms.is_empty() || self.consts.iter().filter(unique).count() > 1
    }

    /// Adds a variable without attributes and where clause. Who owns it must list it: a constant in `consts`, a local in
    /// the body's `locals`, and so on.
    pub fn new_var(&mut self, name: impl Into<Name>, kind: VarKind, ty: TypeId, span: Span) -> VarId {
        self.vars.push(Var { name: name.into(), ty, kind, where_clause: None, attrs: Attributes::from([]), span })
    }

    /// The variable as an expression.
    pub fn var_expr(&mut self, var: VarId) -> ExprId {
        let ty = self.vars[var].ty;
        self.exprs.var(var, ty)
    }

    pub fn proc_by_name(&self, name: &str) -> Option<ProcId> {
        self.procs.iter_enumerated().find(|(_, p)| &*p.name == name && p.implements.is_none()).map(|(id, _)| id)
    }
}
