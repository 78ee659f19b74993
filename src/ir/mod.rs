//! The typed program: what resolution produces and every pass rewrites.
//!
//! Types and expressions are interned, so that equal ones are one; variables are unique in the whole program,
//! so that no substitution can capture; control flow is basic blocks with goto and return alone.

pub mod attribute;
pub mod bits;
pub mod build;
pub mod builtin;
pub mod cardinality;
pub mod command;
pub mod cover;
pub mod expr;
pub mod names;
pub mod program;
pub mod roots;
pub mod types;
pub mod unresolve;
pub mod verify;
pub mod visit;

pub use attribute::{
    ACCESS, Attr, Attribute, AttributeValue, Attributes, attributes_of, bool_attribute, has_attribute, int_attribute,
    is_marked, string_attribute,
};
pub use builtin::Builtin;
pub use command::{AssertKind, Cmd, CmdKind, assigned_once};
pub use expr::{Expr, ExprArena, ExprKind, Op, Quantifier, QuantifierKind, Trigger};
pub use names::Names;
pub use program::*;
pub use types::{Type, TypeTable};
