//! What a path is the first to do: to reach a place so many times, as far as times are told apart. A place is a block and the block of
//! the call. So of the paths that differ in how often they went round some loop, a few are followed soon, whatever the others are. After
//! the hit counts in M. Zalewski's AFL; where a loop is left counts like any other place (by the rounds made before, there are too many
//! that are first).

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::super::magnitude::magnitude;
use crate::base::ids::{BlockId, Id, ProcId};

/// How often a path reached places.
#[derive(Clone, Default)]
pub struct Visits(rpds::HashTrieMap<u64, u32>);

/// Control is at the beginning of a block, for the n-th time on the path.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrival {
    place: u64,
    times: u32,
}

impl Arrival {
    fn nth(place: u64, times: u32) -> Arrival {
        Arrival { place, times: magnitude(times) }
    }
}

impl Visits {
    /// What it is to reach a place next.
    pub fn next(&self, place: u64) -> Arrival {
        Arrival::nth(place, 1 + self.times(place))
    }

    /// The same, which counts from now on.
    pub fn count(&mut self, place: u64) -> Arrival {
        let times = 1 + self.times(place);
        self.0.insert_mut(place, times);
        Arrival::nth(place, times)
    }

    fn times(&self, place: u64) -> u32 {
        self.0.get(&place).copied().unwrap_or(0)
    }
}

/// A place: the block, and that of the call.
pub fn place(own: (ProcId, BlockId), call: Option<(ProcId, BlockId)>) -> u64 {
    let mut hasher = FxHasher::default();
    for (proc, block) in [own].into_iter().chain(call) {
        hasher.write_usize(proc.index());
        hasher.write_usize(block.index());
    }
    hasher.finish()
}
