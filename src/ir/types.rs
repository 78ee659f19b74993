//! Interned types.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::base::ids::{TypeConId, TypeId, TypeParamId};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Bool,
    Int,
    Real,
    /// A bit-vector of that many bits; `bv0` exists in the language.
    Bv(u32),
    /// IEEE 754: bits of the exponent and of the significand, the hidden bit included.
    Float {
        exponent: u32,
        significand: u32,
    },
    RoundingMode,
    String,
    Regex,
    /// `<a…>[args]result`. The `binders` type variables are [`Type::Bound`] inside.
    Map {
        binders: u32,
        args: Box<[TypeId]>,
        result: TypeId,
    },
    /// A type constructor or a datatype, applied.
    Con(TypeConId, Box<[TypeId]>),
    /// A type parameter of a function, procedure, axiom quantifier; rigid.
    Param(TypeParamId),
    /// A type variable of an enclosing polymorphic map type: `depth` map types with binders lie between
    /// (0: the innermost), `index` counts its binders. So equal polymorphic map types are one.
    Bound {
        depth: u32,
        index: u32,
    },
}

/// All types of a program. The common ones have fixed ids.
#[derive(Clone, Debug)]
pub struct TypeTable {
    types: IndexSet<Type, FxBuildHasher>,
}

impl TypeTable {
    pub const BOOL: TypeId = TypeId(0);
    pub const INT: TypeId = TypeId(1);
    pub const REAL: TypeId = TypeId(2);

    pub fn new() -> TypeTable {
        let mut table = TypeTable { types: IndexSet::default() };
        for ty in [Type::Bool, Type::Int, Type::Real] {
            table.intern(ty);
        }
        table
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        TypeId(self.types.insert_full(ty).0 as u32)
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// Whether a type is that of maps.
    pub fn is_map(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Map { .. })
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn bv(&mut self, width: u32) -> TypeId {
        self.intern(Type::Bv(width))
    }

    /// The map type without binders `[args]result`.
    pub fn map(&mut self, args: Box<[TypeId]>, result: TypeId) -> TypeId {
        self.intern(Type::Map { binders: 0, args, result })
    }
}

impl Default for TypeTable {
    fn default() -> Self {
        TypeTable::new()
    }
}
