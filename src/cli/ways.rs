//! The ways in which a function of C is proved, and whose turn it is.
//!
//! ```text
//! numbers, contracts of callees → numbers, bodies of callees without loops → bit-vectors, contracts → bit-vectors, bodies
//! ```
//!
//! The first that proves it counts. A contract may say too little for a caller that the body is enough for; and what
//! works on bits may be out of reach of numbers.

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
        let of = |ints: &IntMode| replaced.iter().map(|replaced| (*ints, replaced.clone())).collect::<Vec<_>>();
        ints.iter().flat_map(of).map(|(ints, replaced)| Way { ints, replaced }).collect()
    }

    /// Whether what is read so may be another program than what the first way read.
    pub fn is_other(&self, works_on_bits: bool, has_open_callees: bool) -> bool {
        (self.ints != IntMode::Bits || works_on_bits) && (self.replaced != Replaced::WithLoops || has_open_callees)
    }
}

/// The means of one way: the last has all that is left.
pub fn turn(is_last: bool, budget: &Budget) -> Budget {
    if is_last { budget.scope() } else { turn_of(WAY, WAY_PART, WAY_GUARD, budget) }
}
