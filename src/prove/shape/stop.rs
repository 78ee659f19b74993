//! Why there is no next state yet.

use super::heap::{Cell, ObjId};

/// Why there is no next state yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It depends on where the pointer in that cell goes.
    Resolve(ObjId, Cell),
    /// It depends on an object in the fog.
    Clear(ObjId),
    /// It depends on a cell of such an object.
    Look(ObjId, Cell),
    /// The prover does not know what that does.
    GiveUp(String),
}

/// Why nothing is said of an object that another thread may have by itself.
pub fn other(_: ObjId) -> Stop {
    Stop::GiveUp("possible: an object is used that another thread has by itself, or has freed".into())
}
