//! A program in a form that is run fast: integers, truth values and floating-point numbers are numbers of 128 bits, variables have slots,
//! functions are expanded where they are called. Of other types, values are not followed.

use std::rc::Rc;

use super::super::range::Range;
use super::floats::{FloatOp, Width};
use crate::base::ids::{BlockId, IdVec, ProcId};
use crate::ir::bits::BitOp;

/// A number. What cannot be compiled ends the run.
pub enum Code {
    Const(i128),
    Var(usize),
    Not(Box<Code>),
    Neg(Box<Code>),
    Binary(Binary, Box<[Code; 2]>),
    Float(FloatOp, Width, Vec<Code>),
    And(Vec<Code>),
    Or(Vec<Code>),
    Implies(Box<[Code; 2]>),
    Ite(Box<[Code; 3]>),
    Select(MapCode, Box<Code>),
    /// A slot has a value while something is computed.
    Let(Box<((Place, Assigned), Code)>),
    Unknown,
}

pub enum MapCode {
    Var(usize),
    Same(Box<Code>),
    Store(Box<(MapCode, Code, Code)>),
    Lambda(Rc<Lambda>),
    Unknown,
}

/// A lambda expression with one bound variable.
pub struct Lambda {
    pub var: usize,
    pub body: Code,
    /// What else it mentions.
    pub ints: Vec<usize>,
    pub maps: Vec<usize>,
}

#[derive(Clone, Copy)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Eq,
    Neq,
    Lt,
    Le,
    Gt,
    Ge,
    /// On bits of numbers that are reduced to so many.
    Bits(BitOp, u32),
}

impl Binary {
    /// What it gives; `None`: that is open, or too large.
    pub fn apply(self, a: i128, b: i128) -> Option<i128> {
        Some(match self {
            Binary::Add => a.checked_add(b)?,
            Binary::Sub => a.checked_sub(b)?,
            Binary::Mul => a.checked_mul(b)?,
            // What a division by zero gives is open.
            Binary::Div => a.checked_div_euclid(b)?,
            Binary::Mod => a.checked_rem_euclid(b)?,
            Binary::Eq => i128::from(a == b),
            Binary::Neq => i128::from(a != b),
            Binary::Lt => i128::from(a < b),
            Binary::Le => i128::from(a <= b),
            Binary::Gt => i128::from(a > b),
            Binary::Ge => i128::from(a >= b),
            Binary::Bits(op, width) => {
                let all = (1 << width) - 1;
                op.apply(width, a & all, b & all)
            }
        })
    }
}

/// Where the value of a variable is.
#[derive(Clone, Copy)]
pub enum Place {
    Int(usize),
    Map(usize),
    /// Of a type that is not followed.
    None,
}

pub enum Assigned {
    Int(Code),
    Map(MapCode),
    None,
}

/// What numbers stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Int,
    Truth,
    /// By their bit patterns.
    Float(Width),
}

/// What is left open where a variable gets any value.
#[derive(Clone)]
pub struct Opened {
    pub place: Place,
    pub kind: Kind,
    /// What is assumed of it behind.
    pub range: Range,
}

pub enum Instruction {
    Assume(Code),
    Assert(Code),
    Set(Place, Assigned),
    SetAll(Vec<(Place, Assigned)>),
    Havoc(Vec<Opened>),
    Call {
        callee: ProcId,
        args: Vec<Assigned>,
        outs: Vec<Place>,
    },
    /// What is not followed.
    Unknown,
}

pub struct Block {
    pub code: Vec<Instruction>,
    /// `None`: the procedure returns.
    pub next: Option<Vec<BlockId>>,
    /// How many instructions at its beginning are assumptions.
    pub assumed: usize,
    /// Among all blocks.
    pub number: usize,
}

/// A procedure; `None` in its place: it has no body.
pub struct Compiled {
    pub entry: BlockId,
    pub blocks: IdVec<BlockId, Block>,
    pub ins: Vec<Place>,
    pub outs: Vec<Place>,
    /// Out-parameters and locals.
    pub own: Vec<Opened>,
    /// Numbers among them, by their positions, that are assumed to equal something at the beginning.
    pub known: Vec<(usize, Code)>,
}

pub struct Image {
    pub procs: IdVec<ProcId, Option<Compiled>>,
    /// Constants, globals and parameters of the entry.
    pub given: Vec<Opened>,
    pub ints: usize,
    pub maps: usize,
    /// Maps that are memory.
    pub memory: Vec<usize>,
    pub axioms: Vec<Code>,
    /// Constants among what is given, by their positions, of which axioms say what they equal.
    pub known: Vec<(usize, Code)>,
}

#[cfg(test)]
mod tests {
    use super::{Binary, BitOp};

    #[test]
    fn operators_are_those_of_the_language() {
        let cases = [
            (Binary::Div, -7, 2, Some(-4)),
            (Binary::Mod, -7, 2, Some(1)),
            (Binary::Div, 7, 0, None),
            (Binary::Mul, i128::MAX, 2, None),
            (Binary::Bits(BitOp::And, 8), -1, 0x1ff, Some(0xff)),
            (Binary::Bits(BitOp::Xor, 4), 0b1100, 0b1010, Some(0b0110)),
            (Binary::Bits(BitOp::Shl, 8), 0x81, 1, Some(2)),
            (Binary::Bits(BitOp::Shl, 8), 1, 8, Some(0)),
            (Binary::Bits(BitOp::Shl, 8), 1, 257, Some(2)),
            (Binary::Bits(BitOp::Shr, 8), 0x180, 7, Some(1)),
            (Binary::Bits(BitOp::Shl, 64), 3, 63, Some(1 << 63)),
        ];
        for (at, (op, a, b, expected)) in cases.into_iter().enumerate() {
            assert_eq!(op.apply(a, b), expected, "case {at}");
        }
    }
}
