//! Building blocks for programs made of programs: renamed copies of regions, snapshots, peeled loops, lock step.
//!
//! A region is a set of blocks of one body. What is built here is control flow and renaming alone; that it means what
//! its user wants (that two loops do not share variables, say) is the user's business.

mod havoc;
mod lock_step;
mod peel;
mod region;
mod rename;
mod snapshot;
mod splice;
mod split;

pub use havoc::{havoc, where_clauses};
pub use lock_step::lock_step;
pub use peel::{dead_end, peel, unroll};
pub use region::{Loop, copy_region, redirect};
pub use rename::{Renaming, rename_cmd, rename_cmds};
pub use snapshot::{fresh_local, replace_old, snapshot};
pub use splice::{Spliced, activation, own_vars, splice};
pub use split::split_block;
