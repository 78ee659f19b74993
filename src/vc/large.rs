//! Constants that grow: products of products soon fill the memory, so beyond a size they may be any number.
//!
//! ```text
//! x := 2; x := x * x, a hundred times        →        x is any number
//! ```

use rustc_hash::FxHashMap;

use super::value::Value;
use crate::ir::Op;
use crate::smt::Term;

/// Bits of a constant of the program that is too large for a machine's number, about.
const WRITTEN: u64 = 256;

/// A number of more bits may be any.
pub const LARGEST: u64 = 1 << 16;

/// Computed constants that are too large for a machine's number, by their bits.
#[derive(Default)]
pub struct Large(FxHashMap<Term, u64>);

impl Large {
    /// The bits of what an operator makes of constants, about.
    pub fn bits(&self, op: Op, args: &[Value]) -> u64 {
        let bits = |value: &Value| match value {
            Value::Literal(term) => self.0.get(term).copied().unwrap_or(WRITTEN),
            _ => u64::from(i128::BITS),
        };
        match op {
            Op::Mul => args.iter().map(bits).sum(),
            _ => args.iter().map(bits).max().unwrap_or(0) + 1,
        }
    }

    /// Takes note of what was computed.
    pub fn note(&mut self, value: &Value, bits: u64) {
        if let Value::Literal(term) = value {
            self.0.insert(*term, bits);
        }
    }
}
