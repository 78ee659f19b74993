//! Building blocks for programs made of programs: renamed copies of regions, snapshots, peeled loops, lock step.
//!
//! A region is a set of blocks of one body. What is built here is control flow and renaming alone; that it means what
//! its user wants (that two loops do not share variables, say) is the user's business.

mod lock_step;
mod peel;
mod region;
mod rename;
mod snapshot;

pub use lock_step::lock_step;
pub use peel::{peel, unroll};
pub use region::{Loop, copy_region, redirect};
pub use rename::{Renaming, rename_cmd};
pub use snapshot::{fresh_local, snapshot};

use std::collections::HashSet;

use super::{Body, Name};

/// Names for new blocks: unique in one body.
pub struct BlockNames(HashSet<Name>);

impl BlockNames {
    pub fn of(body: &Body) -> BlockNames {
        BlockNames(body.blocks.iter().map(|b| b.name.clone()).collect())
    }

    /// `wanted`, or with a number behind `#` if that is taken.
    pub fn fresh(&mut self, wanted: &str) -> Name {
        let stem = wanted.rsplit_once('#').map_or(wanted, |(stem, _)| stem);
        let mut name: Name = wanted.into();
        let mut n = 0;
        while !self.0.insert(name.clone()) {
            n += 1;
            name = format!("{stem}#{n}").into();
        }
        name
    }
}
