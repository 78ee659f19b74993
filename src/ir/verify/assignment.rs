//! What stands for type parameters at a use.

use rustc_hash::FxHashMap;

use crate::base::ids::{TypeId, TypeParamId};

/// The types that type parameters stand for.
#[derive(Default)]
pub(super) struct Assignment(pub(super) FxHashMap<TypeParamId, TypeId>);

impl Assignment {
    pub(super) fn of(params: &[TypeParamId], types: &[TypeId]) -> Assignment {
        Assignment(params.iter().copied().zip(types.iter().copied()).collect())
    }
}
