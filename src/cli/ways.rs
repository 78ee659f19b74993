//! The ways in which a function of C is proved, and whose turn it is.
//!
//! ```text
//! numbers, contracts of callees → numbers, bodies of callees without loops → bit-vectors, contracts → bit-vectors, bodies
//!   → the same as whole programs
//! ```
//!
//! The first that proves it counts. A contract may say too little for a caller that the body is enough for; what
//! works on bits may be out of reach of numbers; and of a loop without an invariant nothing is known, unless whoever decides
//! whole programs finds one, or follows all of its rounds.

use rmt_c::{IntMode, Replaced};

use super::args::{IntArg, VerifyArgs};
use crate::base::budget::Budget;
use crate::driver::limits::{WAY, WAY_GUARD, WAY_PART};
use crate::driver::portfolio::turn_of;

/// How a function is read.
#[derive(Clone, Debug)]
pub struct Way {
    pub ints: IntMode,
    pub replaced: Replaced,
    /// Whether its executions are followed, rather than each loop taken by itself.
    pub is_whole: bool,
}

/// What is seen of a function once it is read.
#[derive(Clone, Copy)]
pub struct Seen {
    pub works_on_bits: bool,
    /// Whether it calls functions by their contracts whose bodies have no loops.
    pub has_open_callees: bool,
    /// Whether there are loops of which no contract says what they do, or recursion.
    pub has_open_loops: bool,
}

impl Way {
    /// The first, and those that may follow, as far as the user leaves them open.
    pub fn all(args: &VerifyArgs) -> Vec<Way> {
        let replaced = match &args.replace {
            Some(names) => vec![Replaced::Named(names.clone())],
            None => vec![Replaced::All, Replaced::WithLoops],
        };
        let ints = match args.c.int {
            IntArg::Auto => vec![IntMode::Math, IntMode::Bits],
            IntArg::Math => vec![IntMode::Math],
            IntArg::Bits => vec![IntMode::Bits],
        };
        let of = |is_whole: bool| {
            let (ints, replaced) = (&ints, &replaced);
            let with = move |ints: IntMode| replaced.iter().map(move |r| Way { ints, replaced: r.clone(), is_whole });
            ints.iter().copied().flat_map(with).collect::<Vec<_>>()
        };
        [false, true].into_iter().flat_map(of).collect()
    }

    /// Whether this may say more than the first way, which has seen that.
    pub fn is_other(&self, seen: Seen) -> bool {
        (self.ints != IntMode::Bits || seen.works_on_bits)
            && (self.replaced != Replaced::WithLoops || seen.has_open_callees)
            && (!self.is_whole || seen.has_open_loops)
    }
}

/// The means of one way: the last has all that is left.
pub fn turn(is_last: bool, budget: &Budget) -> Budget {
    if is_last { budget.scope() } else { turn_of(WAY, WAY_PART, WAY_GUARD, budget) }
}
