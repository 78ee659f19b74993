//! What variables hold along a path: terms, maps with cells that are terms, other values as they are.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::term::TermId;
use crate::base::ids::{ExprId, VarId};
use crate::verdict::Value;

#[derive(Clone)]
pub enum Val {
    /// An integer or truth value.
    Term(TermId),
    Map(Rc<Map>),
    /// A value of another type.
    Known(Value),
    /// Anything.
    Unknown,
}

/// A map from integers: what its base gives but for the entries.
#[derive(Clone)]
pub struct Map {
    pub entries: BTreeMap<i128, Val>,
    pub base: Base,
}

#[derive(Clone)]
pub enum Base {
    Same(Val),
    /// What was left open as the n-th on the path.
    Open(u32, Cells),
    /// Another map, but for an index that is a term.
    Over(Rc<Map>, TermId, Val),
    /// A lambda expression, with what its free variables hold.
    Lambda(ExprId, Rc<[(VarId, Val)]>),
}

/// What is in the cells of a map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cells {
    Integers,
    Truths,
    Others,
}

impl Map {
    pub fn over(base: Base) -> Val {
        Val::Map(Rc::new(Map { entries: BTreeMap::new(), base }))
    }
}
