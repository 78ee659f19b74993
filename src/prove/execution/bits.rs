//! Functions of the bits of two integers that are not negative.

use crate::ir::Builtin;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    And,
    Or,
    Xor,
    /// Shifts.
    Shl,
    Shr,
}

impl BitOp {
    /// That of a function on bit-vectors.
    pub fn of(builtin: &Builtin) -> Option<BitOp> {
        Some(match builtin {
            Builtin::BvAnd => BitOp::And,
            Builtin::BvOr => BitOp::Or,
            Builtin::BvXor => BitOp::Xor,
            Builtin::BvShl => BitOp::Shl,
            Builtin::BvLshr => BitOp::Shr,
            _ => return None,
        })
    }

    /// What it gives, of two numbers of so many bits, at most 64.
    pub fn apply(self, width: u32, a: i128, b: i128) -> i128 {
        let all = (1i128 << width) - 1;
        match self {
            BitOp::And => a & b,
            BitOp::Or => a | b,
            BitOp::Xor => a ^ b,
            BitOp::Shl | BitOp::Shr if b >= i128::from(width) => 0,
            BitOp::Shl => ((a as u128) << b) as i128 & all,
            BitOp::Shr => a >> b,
        }
    }
}
