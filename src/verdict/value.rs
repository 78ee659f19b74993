//! Concrete values.

use std::collections::BTreeMap;
use std::sync::Arc;

use ivl::ast::RoundingMode;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

use crate::base::ids::{ExprId, FuncId, TypeConId, VarId};

/// A value of a monomorphic type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    Bv {
        value: BigUint,
        width: u32,
    },
    /// IEEE bit pattern.
    Float {
        bits: BigUint,
        exponent: u32,
        significand: u32,
    },
    RoundingMode(RoundingMode),
    Str(Arc<str>),
    /// An element of an uninterpreted type; elements with different numbers differ.
    Element {
        con: TypeConId,
        number: u64,
    },
    /// A datatype value.
    Data {
        constructor: FuncId,
        fields: Arc<[Value]>,
    },
    Map(Arc<MapValue>),
}

/// A map: `base` everywhere but at `entries`. No entry equals what the base gives there when that is a constant,
/// so that over an infinite index type equal maps have equal representations.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapValue {
    pub base: MapBase,
    pub entries: BTreeMap<Vec<Value>, Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MapBase {
    Const(Value),
    /// A lambda expression, the values of its free variables, and the old values of the globals that it mentions
    /// under `old`, both sorted by variable.
    Lambda {
        expr: ExprId,
        env: Vec<(VarId, Value)>,
        olds: Vec<(VarId, Value)>,
    },
}

/// The interpretation of an uninterpreted function: a finite table and the value elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuncValue {
    pub entries: BTreeMap<Vec<Value>, Value>,
    pub default: Value,
}
