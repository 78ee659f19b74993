//! Functions of the bits of integers as values: arithmetic where one of the two turns out to be a number, or where they have no bit in common.
//!
//! ```text
//! bv2nat(int2bv(x) & int2bv(m)), m = ~7        →        (x div 8 mod 2^61) · 8
//! bv2nat(int2bv(8 x) | int2bv(y)), y ≤ 7       →        8 x + y
//! ```

use rustc_hash::FxHashMap;

use super::bits;
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

/// `op(int2bv(a), int2bv(b))`
struct Operation {
    op: BitOp,
    width: u32,
    a: Value,
    b: Value,
}

impl Lifted {
    /// Takes note of what a term was made of.
    pub fn note(&mut self, term: Term, builtin: &Builtin, args: &[Value]) {
        match (builtin, args) {
            (&Builtin::IntToBv(width), [operand]) if width <= 64 => {
                self.words.insert(term, (width, operand.clone()));
            }
            (builtin, [a, b]) => {
                if let (Some(op), Some((width, a)), Some((_, b))) = (BitOp::of(builtin), self.word(a), self.word(b)) {
                    self.operations.insert(term, Operation { op, width, a, b });
                }
            }
            _ => {}
        }
    }

    /// How wide a bit-vector is, and the integer that it was made of.
    fn word(&self, bits: &Value) -> Option<(u32, Value)> {
        match bits {
            &Value::Bv(number, width) => Some((width, Value::Int(number.into()))),
            Value::Term(word) => self.words.get(word).cloned(),
            _ => None,
        }
    }

    /// `bv2nat(op(int2bv(a), int2bv(b)))` as a value.
    pub fn natural(&self, builtin: &Builtin, args: &[Value], make: &mut Integers) -> Option<Value> {
        let [Value::Term(bits)] = args else { return None };
        let &Operation { op, width, ref a, ref b } = self.operations.get(bits).filter(|_| builtin.is_bv2nat())?;
        let (a, b) = (make.remainder(a, 1 << width)?, make.remainder(b, 1 << width)?);
        let number = |value: &Value| if let Value::Int(n) = *value { u64::try_from(n).ok() } else { None };
        let of_number = match (number(&a), number(&b)) {
            (_, Some(n)) => op.of_number(width, make, &a, n),
            (Some(n), _) if op.commutes() => op.of_number(width, make, &b, n),
            _ => None,
        };
        let of_both = of_number.or_else(|| make.sum(op, &a, &b));
        of_both.or_else(|| make.defers.then(|| make.bits(op, width, &a, &b)))
    }
}

/// Makes values of integers.
pub struct Integers<'a> {
    pub session: &'a Session,
    pub facts: &'a mut Facts,
    /// Whether the solver may be told later what an operator on bits gives.
    pub defers: bool,
    /// What is to be known of terms that were made.
    pub known: Vec<Term>,
}

impl Integers<'_> {
    /// `a | b` and `a ^ b` where a power of two divides one, and is more than the other.
    fn sum(&mut self, op: BitOp, a: &Value, b: &Value) -> Option<Value> {
        let is_multiple = |value: &Value, other: &Value| {
            let most = self.facts.most(other).filter(|most| (0..1 << 64).contains(most))?;
            let power = (most as u128 + 1).next_power_of_two() as i128;
            let session = self.session;
            let rest = session.modulo(value.term(session), session.int(&power.into()));
            (session.simplify(rest) == session.int(&0.into())).then_some(())
        };
        match op {
            BitOp::Or | BitOp::Xor => is_multiple(a, b).or_else(|| is_multiple(b, a))?,
            BitOp::And | BitOp::Shl | BitOp::Shr => return None,
        }
        Some(self.operator(Op::Add, a, b))
    }

    /// As a function of two terms.
    fn bits(&mut self, op: BitOp, width: u32, a: &Value, b: &Value) -> Value {
        let (term, known) = bits::of_terms(self.session, op, width, a.term(self.session), b.term(self.session));
        let all = (1 << width) - 1;
        let most = |value: &Value| self.facts.most(value).map_or(all, |most| most.min(all));
        let most = op.most(width, most(a), most(b));
        self.facts.is_within(term, 0, most);
        self.known.extend(known);
        Value::Term(term)
    }

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
