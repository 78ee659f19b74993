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
    /// `bool`
    Bool(bool),
    /// `int`
    Int(BigInt),
    /// `real`
    Real(BigRational),
    /// `bvN`
    Bv {
        /// Unsigned.
        value: BigUint,
        /// In bits.
        width: u32,
    },
    /// IEEE bit pattern.
    Float {
        /// All bits.
        bits: BigUint,
        /// Bits of the exponent.
        exponent: u32,
        /// Bits of the significand, the hidden one included.
        significand: u32,
    },
    /// `rmode`
    RoundingMode(RoundingMode),
    /// `string`
    Str(Arc<str>),
    /// Not known; the same number means the same. Only in maps of executions that leave open what nobody looks at.
    Unknown(u64),
    /// An element of an uninterpreted type; elements with different numbers differ.
    Element {
        /// The type.
        con: TypeConId,
        /// Which element.
        number: u64,
    },
    /// A datatype value.
    Data {
        /// Its constructor.
        constructor: FuncId,
        /// The constructor's arguments.
        fields: Arc<[Value]>,
    },
    /// A value of a map type.
    Map(Arc<MapValue>),
}

/// A map: `base` everywhere but at `entries`. No entry equals what the base gives there when that is a constant,
/// so that over an infinite index type equal maps have equal representations.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapValue {
    /// The map before the entries.
    pub base: MapBase,
    /// Where it differs.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

impl MapValue {
    /// Changes the value at an index; `None` if there was no entry.
    pub(crate) fn put(&mut self, key: Vec<Value>, value: Value) -> Option<Value> {
        match &self.base {
            MapBase::Const(base) if *base == value => self.entries.remove(&key),
            _ => self.entries.insert(key, value),
        }
    }
}

/// A map before it is updated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MapBase {
    /// The same everywhere.
    Const(Value),
    /// A lambda expression, the values of its free variables, and the old values of the globals that it mentions
    /// under `old`, both sorted by variable.
    Lambda {
        /// The lambda expression.
        expr: ExprId,
        /// Free variables.
        env: Vec<(VarId, Value)>,
        /// Globals under `old`.
        olds: Vec<(VarId, Value)>,
    },
}

/// The interpretation of an uninterpreted function: a finite table and the value elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuncValue {
    /// The table.
    pub entries: BTreeMap<Vec<Value>, Value>,
    /// The value elsewhere.
    pub default: Value,
}
