//! Operators on values of which something is known. What is not decided here is left to the solver's terms.

use super::value::{Value, select, store};
use crate::ir::{Builtin, Op};
use crate::smt::{Session, Term};

/// An operator of the language; `None`: nothing known decides it. `is_int`: of a map, whether its index is an integer.
pub fn operator(session: &Session, op: Op, args: &[Value], is_int: bool) -> Option<Value> {
    let bool = |value: bool| Some(Value::Bool(value));
    match (op, args) {
        (Op::Not, [a]) => not(session, a),
        (Op::And, _) => junction(session, args, true),
        (Op::Or, _) => junction(session, args, false),
        (Op::Implies, [Value::Bool(true), b]) => Some(b.clone()),
        (Op::Implies, [Value::Bool(false), _] | [_, Value::Bool(true)]) => bool(true),
        (Op::Implies, [a, Value::Bool(false)]) => not(session, a),
        (Op::Iff | Op::Eq, [Value::Bool(true), b] | [b, Value::Bool(true)]) => Some(b.clone()),
        (Op::Iff | Op::Eq, [Value::Bool(false), b] | [b, Value::Bool(false)]) => not(session, b),
        (Op::Iff | Op::Eq, [a, b]) => equal(a, b).map(Value::Bool),
        (Op::Neq, [a, b]) => equal(a, b).map(|equal| Value::Bool(!equal)),
        (Op::Lt, [a, b]) => difference(a, b).map(|d| Value::Bool(d < 0)),
        (Op::Le, [a, b]) => difference(a, b).map(|d| Value::Bool(d <= 0)),
        (Op::Gt, [a, b]) => difference(a, b).map(|d| Value::Bool(d > 0)),
        (Op::Ge, [a, b]) => difference(a, b).map(|d| Value::Bool(d >= 0)),
        (Op::Neg, [Value::Int(a)]) => a.checked_neg().map(Value::Int),
        (Op::Add, [a, b]) => add(a, b),
        (Op::Sub, [a, Value::Int(b)]) => add(a, &Value::Int(b.checked_neg()?)),
        (Op::Sub, [a, b]) => difference(a, b).map(Value::Int),
        (Op::Mul, [Value::Int(a), Value::Int(b)]) => a.checked_mul(*b).map(Value::Int),
        (Op::Mul, [Value::Int(0), _] | [_, Value::Int(0)]) => Some(Value::Int(0)),
        (Op::Mul, [Value::Int(1), a] | [a, Value::Int(1)]) => Some(a.clone()),
        (Op::Div, [Value::Int(a), Value::Int(b)]) if *b != 0 => a.checked_div_euclid(*b).map(Value::Int),
        (Op::Mod, [Value::Int(a), Value::Int(b)]) if *b != 0 => a.checked_rem_euclid(*b).map(Value::Int),
        (Op::Concat, &[Value::Bv(a, v), Value::Bv(b, w)]) if v + w <= 64 && w < 64 => {
            Some(Value::Bv(a << w | b, v + w))
        }
        // The high bit is excluded.
        (Op::Extract { hi, lo }, &[Value::Bv(a, _)]) if hi > lo => Some(low_bits(a >> lo, hi - lo)),
        (Op::Ite, [Value::Bool(condition), a, b]) => Some(if *condition { a.clone() } else { b.clone() }),
        (Op::Ite, [_, a, b]) if a == b => Some(a.clone()),
        (Op::Select, [map, index]) => Some(select(session, map, index, is_int)),
        (Op::Store, [map, index, value]) => Some(store(session, map.clone(), index, value.clone(), is_int)),
        _ => None,
    }
}

/// An operator that an attribute names.
pub fn builtin(op: &Builtin, args: &[Value]) -> Option<Value> {
    match (op, args) {
        (&Builtin::BvNot, &[Value::Bv(a, w)]) => Some(low_bits(!a, w)),
        (&Builtin::BvNeg, &[Value::Bv(a, w)]) => Some(low_bits(a.wrapping_neg(), w)),
        (&Builtin::SignExtend(n), &[Value::Bv(a, w)]) if w + n <= 64 => Some(low_bits(signed(a, w) as u64, w + n)),
        (&Builtin::ZeroExtend(n), &[Value::Bv(a, w)]) if w + n <= 64 => Some(Value::Bv(a, w + n)),
        (&Builtin::Extract { hi, lo }, &[Value::Bv(a, _)]) if hi >= lo => Some(low_bits(a >> lo, hi - lo + 1)),
        (&Builtin::IntToBv(w), &[Value::Int(a)]) if (1..=64).contains(&w) => Some(low_bits(a as u64, w)),
        (Builtin::BvToInt | Builtin::BvToNat | Builtin::UbvToInt, &[Value::Bv(a, _)]) => Some(Value::Int(a.into())),
        (Builtin::SbvToInt, &[Value::Bv(a, w)]) => Some(Value::Int(signed(a, w).into())),
        (op, &[Value::Bv(a, w), Value::Bv(b, v)]) if v == w => bits(op, a, b, w),
        _ => None,
    }
}

/// A bit-vector operator on two constants of the same width.
fn bits(op: &Builtin, a: u64, b: u64, width: u32) -> Option<Value> {
    let number = |value: u64| Some(low_bits(value, width));
    let bool = |value: bool| Some(Value::Bool(value));
    let (s, t) = (signed(a, width), signed(b, width));
    let by = u32::try_from(b).unwrap_or(u32::MAX);
    match op {
        Builtin::BvAdd => number(a.wrapping_add(b)),
        Builtin::BvSub => number(a.wrapping_sub(b)),
        Builtin::BvMul => number(a.wrapping_mul(b)),
        Builtin::BvUdiv if b != 0 => number(a / b),
        Builtin::BvUrem if b != 0 => number(a % b),
        Builtin::BvSdiv if b != 0 => number(s.wrapping_div(t) as u64),
        Builtin::BvSrem if b != 0 => number(s.wrapping_rem(t) as u64),
        Builtin::BvAnd => number(a & b),
        Builtin::BvOr => number(a | b),
        Builtin::BvXor => number(a ^ b),
        Builtin::BvShl => number(if by < width { a << by } else { 0 }),
        Builtin::BvLshr => number(if by < width { a >> by } else { 0 }),
        Builtin::BvAshr => number((s >> by.min(63)) as u64),
        Builtin::BvUlt => bool(a < b),
        Builtin::BvUle => bool(a <= b),
        Builtin::BvUgt => bool(a > b),
        Builtin::BvUge => bool(a >= b),
        Builtin::BvSlt => bool(s < t),
        Builtin::BvSle => bool(s <= t),
        Builtin::BvSgt => bool(s > t),
        Builtin::BvSge => bool(s >= t),
        _ => None,
    }
}

fn low_bits(value: u64, width: u32) -> Value {
    Value::Bv(if width < 64 { value & ((1 << width) - 1) } else { value }, width)
}

/// The number that the bits stand for in two's complement.
fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

fn not(session: &Session, value: &Value) -> Option<Value> {
    match value {
        Value::Bool(value) => Some(Value::Bool(!value)),
        other => Some(Value::Term(session.not(other.term(session)))),
    }
}

/// Conjunction where `neutral` is true, else disjunction.
fn junction(session: &Session, args: &[Value], neutral: bool) -> Option<Value> {
    let mut open: Vec<Term> = Vec::new();
    for arg in args {
        match arg {
            Value::Bool(value) if *value == neutral => {}
            Value::Bool(value) => return Some(Value::Bool(*value)),
            other => open.push(other.term(session)),
        }
    }
    Some(match open[..] {
        [] => Value::Bool(neutral),
        _ if neutral => Value::Term(session.and(&open)),
        _ => Value::Term(session.or(&open)),
    })
}

fn equal(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Bv(a, _), Value::Bv(b, _)) => Some(a == b),
        _ if a == b => Some(true),
        _ => difference(a, b).map(|difference| difference == 0),
    }
}

/// `a - b` where it is a constant; integers alone.
fn difference(a: &Value, b: &Value) -> Option<i128> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_sub(*b),
        (Value::Sum(..), _) | (_, Value::Sum(..)) => {
            let ((a, j), (b, k)) = (a.sum()?, b.sum()?);
            if a == b { j.checked_sub(k) } else { None }
        }
        _ => None,
    }
}

fn add(a: &Value, b: &Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_add(*b).map(Value::Int),
        (Value::Int(by), a) | (a, Value::Int(by)) => {
            let (term, already) = a.sum()?;
            Some(Value::from_sum(term, already.checked_add(*by)?))
        }
        _ => None,
    }
}
