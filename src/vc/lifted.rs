//! Functions of the bits of integers, where one of the two turns out to be a number: they are arithmetic then.
//!
//! ```text
//! bv2nat(int2bv(x) & int2bv(m)), m = ~7        →        (x div 8 mod 2^61) · 8
//! ```

use rustc_hash::FxHashMap;

use super::value::Value;
use crate::ir::Builtin;
use crate::ir::bits::BitOp;
use crate::smt::Term;

/// What bit-vectors were made of.
#[derive(Default)]
pub struct Lifted {
    /// `int2bv(x)`, and how wide it is.
    words: FxHashMap<Term, (u32, Value)>,
    operations: FxHashMap<Term, Operation>,
}

/// `op(int2bv(x), n)`
#[derive(Clone)]
pub struct Operation {
    pub op: BitOp,
    pub width: u32,
    pub operand: Value,
    pub number: u64,
}

impl Lifted {
    /// Takes note of what a term was made of.
    pub fn note(&mut self, term: Term, builtin: &Builtin, args: &[Value]) {
        match (builtin, args) {
            (&Builtin::IntToBv(width), [operand]) if width <= 64 => {
                self.words.insert(term, (width, operand.clone()));
            }
            (builtin, [a, b]) => {
                let Some(op) = BitOp::of(builtin) else { return };
                let (word, number) = match (a, b) {
                    (Value::Term(word), &Value::Bv(number, _)) => (word, number),
                    (&Value::Bv(number, _), Value::Term(word)) if op.commutes() => (word, number),
                    _ => return,
                };
                if let Some((width, operand)) = self.words.get(word).cloned() {
                    self.operations.insert(term, Operation { op, width, operand, number });
                }
            }
            _ => {}
        }
    }

    /// What the bits of a bit-vector were computed by.
    pub fn operation(&self, bits: &Value) -> Option<Operation> {
        if let Value::Term(term) = bits { self.operations.get(term).cloned() } else { None }
    }
}
