//! Attributes, `{:name arg, …}`: kept whatever their names; those that mean something are in one table.

use std::sync::Arc;

use super::expr::{ExprArena, ExprKind};
use crate::base::ids::ExprId;

pub type Attributes = Arc<[Attribute]>;

/// `{:name arg, …}`
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub name: Arc<str>,
    pub args: Vec<AttributeValue>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue {
    Str(Arc<str>),
    Expr(ExprId),
    /// As written: an expression about variables, at a declaration that knows no state.
    Text(Arc<str>),
}

/// `{:yield "access"}`: the yield is there because what follows accesses something that threads share.
pub const ACCESS: &str = "access";

macro_rules! known {
    ($($kind:ident = $name:literal,)*) => {
        /// The attributes that are read; `docs/language.md` says what they mean.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Attr {
            $(#[doc = concat!("`{:", $name, "}`")] $kind,)*
        }

        impl Attr {
            pub const ALL: &[Attr] = &[$(Attr::$kind,)*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Attr::$kind => $name,)*
                }
            }

            /// `None` of a name that means nothing.
            pub fn named(name: &str) -> Option<Attr> {
                match name {
                    $($name => Some(Attr::$kind),)*
                    // As SDV has them, too.
                    "sourceFile" => Some(Attr::SourceFile),
                    "sourceLine" => Some(Attr::SourceLine),
                    _ => None,
                }
            }
        }
    };
}

known! {
    EntryPoint = "entrypoint",
    Inline = "inline",
    Define = "define",
    Builtin = "builtin",
    BvBuiltin = "bvbuiltin",
    Implementation = "implementation",
    Indices = "indices",
    SmtDefined = "smtdefined",
    Datatype = "datatype",
    Constructor = "constructor",
    Extern = "extern",
    Qid = "qid",
    Weight = "weight",
    NeverPattern = "never_pattern",
    Pool = "pool",
    AddToPool = "add_to_pool",
    SourceFile = "sourcefile",
    SourceLine = "sourceline",
    SourceLoc = "sourceloc",
    Print = "print",
    CExpr = "cexpr",
    Annotated = "annotated",
    Shown = "shown",
    Silent = "silent",
    Input = "input",
    Arguments = "arguments",
    Cover = "cover",
    Block = "block",
    Freed = "freed",
    Dead = "dead",
    Cell = "cell",
    Where = "where",
    Access = "access",
    Condition = "condition",
    Blocks = "blocks",
    Branch = "branch",
    Msg = "msg",
    Check = "check",
    Async = "async",
    Yield = "yield",
    Atomic = "atomic",
    ThreadLocal = "thread_local",
    Unobserved = "unobserved",
    Heap = "heap",
    Range = "range",
    RaceFree = "race_free",
    WeakerOrder = "weaker_order",
    Race = "race",
    ThreadId = "thread_id",
    ChildId = "child_id",
    Free = "free",
    LoopProcedure = "loop_procedure",
    Id = "id",
    Minimize = "minimize",
    Maximize = "maximize",
    VerifiedUnder = "verified_under",
    Assumption = "assumption",
    AlwaysAssume = "always_assume",
    InlineAssume = "InlineAssume",
    SelectiveChecking = "selective_checking",
    StartCheckingHere = "start_checking_here",
    SplitHere = "split_here",
    Subsumption = "subsumption",
    Verify = "verify",
    TimeLimit = "timeLimit",
    Rlimit = "rlimit",
    Existential = "existential",
    Squeeze = "squeeze",
    Rank = "rank",
}

impl Attribute {
    /// One without arguments.
    pub fn marker(kind: Attr) -> Attribute {
        Attribute { name: kind.name().into(), args: Vec::new() }
    }

    pub fn with(kind: Attr, args: Vec<AttributeValue>) -> Attribute {
        Attribute { name: kind.name().into(), args }
    }

    pub fn known(&self) -> Option<Attr> {
        Attr::named(&self.name)
    }

    pub fn is(&self, kind: Attr) -> bool {
        &*self.name == kind.name()
    }

    /// The `index`-th argument, if it is an expression.
    pub fn expr(&self, index: usize) -> Option<ExprId> {
        match self.args.get(index)? {
            AttributeValue::Expr(e) => Some(*e),
            AttributeValue::Str(_) | AttributeValue::Text(_) => None,
        }
    }
}

/// All of this kind.
pub fn attributes_of(attrs: &[Attribute], kind: Attr) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(move |a| a.is(kind))
}

/// The value of `{:name "…"}` among attributes, if it is a string.
pub fn string_attribute(attrs: &[Attribute], kind: Attr) -> Option<&str> {
    attributes_of(attrs, kind).next()?.args.iter().find_map(|arg| match arg {
        AttributeValue::Str(s) => Some(&**s),
        _ => None,
    })
}

/// Whether `{:name …}` stands there, whatever its arguments.
pub fn has_attribute(attrs: &[Attribute], kind: Attr) -> bool {
    attributes_of(attrs, kind).next().is_some()
}

/// The truth value of `{:name}`, `{:name true}` or `{:name false}`; the first one decides. `None`: there is none.
pub fn bool_attribute(exprs: &ExprArena, attrs: &[Attribute], kind: Attr) -> Option<bool> {
    attributes_of(attrs, kind).find_map(|a| match a.args[..] {
        [] => Some(true),
        [AttributeValue::Expr(e)] => match exprs.kind(e) {
            ExprKind::Bool(b) => Some(*b),
            _ => None,
        },
        _ => None,
    })
}

/// Whether `{:name}` or `{:name true}` stands there.
pub fn is_marked(exprs: &ExprArena, attrs: &[Attribute], kind: Attr) -> bool {
    bool_attribute(exprs, attrs, kind) == Some(true)
}

/// `n` of `{:name n}`.
pub fn int_attribute(exprs: &ExprArena, attrs: &[Attribute], kind: Attr) -> Option<u32> {
    attributes_of(attrs, kind).find_map(|a| match a.args[..] {
        [AttributeValue::Expr(e)] => match exprs.kind(e) {
            ExprKind::Int(n) => u32::try_from(n.clone()).ok(),
            _ => None,
        },
        _ => None,
    })
}
