//! Functions of the bits of integers, where one of the two turns out to be a number: they are arithmetic then.
//!
//! ```text
//! bv2nat(int2bv(x) & int2bv(m)), m = ~7        →        (x div 8 mod 2^61) · 8
//! ```

use rustc_hash::FxHashMap;

use super::facts::Facts;
use super::fold;
use super::guard::Guard;
use super::theory;
use super::value::Value;
use crate::ir::bits::{Arithmetic, BitOp};
use crate::ir::{Builtin, Op};
use crate::smt::{Session, Term};

/// What bit-vectors were made of.
#[derive(Default)]
pub struct Lifted {
    /// `int2bv(x)`, and how wide it is.
    words: FxHashMap<Term, (u32, Value)>,
    operations: FxHashMap<Term, Operation>,
}

/// `op(int2bv(x), n)`
struct Operation {
    op: BitOp,
    width: u32,
    operand: Value,
    number: u64,
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

    /// `bv2nat(op(int2bv(x), n))` as arithmetic.
    pub fn natural(&self, builtin: &Builtin, args: &[Value], make: &mut Integers) -> Option<Value> {
        let (Builtin::BvToInt | Builtin::BvToNat | Builtin::UbvToInt, [Value::Term(bits)]) = (builtin, args) else {
            return None;
        };
        let &Operation { op, width, ref operand, number } = self.operations.get(bits)?;
        let operand = make.remainder(operand, 1 << width)?;
        op.of_number(width, make, &operand, number)
    }
}

/// Makes values of integers.
pub struct Integers<'a> {
    pub session: &'a Session,
    pub facts: &'a mut Facts,
}

impl Integers<'_> {
    fn operator(&mut self, op: Op, a: &Value, b: &Value) -> Value {
        let (session, args) = (self.session, [a.clone(), b.clone()]);
        let folded = fold::operator(session, op, &args, false).or_else(|| self.facts.fold(op, &args, Guard::Always));
        folded.unwrap_or_else(|| {
            let term = theory::operator(session, op, &[a.term(session), b.term(session)], false);
            self.facts.apply(term, op, &args);
            Value::Term(term)
        })
    }
}

impl Arithmetic for Integers<'_> {
    type Number = Value;

    fn number(&mut self, n: i128) -> Value {
        Value::Int(n)
    }

    fn plus(&mut self, a: &Value, k: i128, b: &Value) -> Option<Value> {
        let times = self.operator(Op::Mul, &Value::Int(k), b);
        Some(self.operator(Op::Add, a, &times))
    }

    fn quotient(&mut self, a: &Value, n: i128) -> Option<Value> {
        Some(self.operator(Op::Div, a, &Value::Int(n)))
    }

    fn remainder(&mut self, a: &Value, n: i128) -> Option<Value> {
        Some(self.operator(Op::Mod, a, &Value::Int(n)))
    }
}
