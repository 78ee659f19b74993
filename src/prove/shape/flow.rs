//! What is counted of objects, and what is known of roots where it is paths (see [`super::paths`]).

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::heap::Map;
use crate::base::ids::VarId;

/// By what objects are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    #[default]
    Edges,
    Paths,
}

impl Flow {
    pub const ALL: [Flow; 2] = [Flow::Edges, Flow::Paths];

    pub fn name(self) -> &'static str {
        match self {
            Flow::Edges => "edges",
            Flow::Paths => "paths",
        }
    }
}

/// Variables that were found to be no roots, for paths would change out of sight.
#[derive(Clone, Debug, Default)]
pub struct Rootless {
    pub vars: FxHashSet<VarId>,
    /// A variable was found: what was concluded before is void.
    pub weakened: bool,
    /// Maps with edges in what may have been cycles.
    pub cyclic: BTreeSet<Map>,
}

impl Rootless {
    pub fn is_root(&self, var: VarId) -> bool {
        !self.vars.contains(&var)
    }
}
