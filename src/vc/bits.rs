//! Functions of the bits of two integers as functions of which little is known: between which numbers they lie. The solver is told
//! what they are only where a model has them otherwise.
//!
//! ```text
//! bv2nat(int2bv(a) & int2bv(b))      →      bvand.w(a, b),  0 ≤ bvand.w(a, b) ≤ a, b
//! ```

use super::bit_lemmas::Operation;
use super::theory;
use crate::ir::bits::BitOp;
use crate::smt::{Constant, FuncKind, Model, Session, Term};

/// The function of two terms from 0 to below `2^width`, at most 64 bits; with what is to be known of it, if that is new. That holds
/// wherever the terms are of that range: on executions that pass their definitions, or where they may be anything.
pub fn of_terms(session: &Session, op: BitOp, width: u32, a: Term, b: Term) -> (Term, Vec<Term>) {
    let int = session.int_sort();
    let function = session.function(&format!("{}.{width}", op.builtin().text()), &[int, int], int, FuncKind::Free);
    let applied = session.apply(function, &[a, b]);
    let operation = Operation { op, width, applied, a, b };
    let lemma = move |session: &Session, model: &Model| operation.lemma(session, model);
    let is_new = session.defer(applied, exact(session, op, width, a, b), lemma);
    (applied, if is_new { facts(session, op, width, applied, [a, b]) } else { Vec::new() })
}

/// The same of a bit-vector, if it is `op(int2bv(a), int2bv(b))`; `None`: it is none.
pub fn of_vector(session: &Session, op: BitOp, width: u32, bits: Term) -> Option<(Term, Vec<Term>)> {
    let [a, b] = session.operands(bits)[..] else { return None };
    let is_vector = |word| session.sort_of(word) == session.sort_of(bits);
    if !is_vector(a) || !is_vector(b) || operator(session, op, a, b) != bits {
        return None;
    }
    let integer = |word: Term| match (session.constant_of(word), &session.operands(word)[..]) {
        (Some(Constant::Bv(number, _)), _) => Some(session.int(&number.into())),
        (_, &[x]) if session.sort_of(x) == session.int_sort() && session.int_to_bv(width, x) == word => {
            Some(session.modulo(x, session.int(&(1i128 << width).into())))
        }
        _ => None,
    };
    let (a, b) = (integer(a)?, integer(b)?);
    Some(of_terms(session, op, width, a, b))
}

/// `bv2nat(op(int2bv(a), int2bv(b)))`
pub fn exact(session: &Session, op: BitOp, width: u32, a: Term, b: Term) -> Term {
    let bits = operator(session, op, session.int_to_bv(width, a), session.int_to_bv(width, b));
    session.bv_to_int(bits, false)
}

fn operator(session: &Session, op: BitOp, a: Term, b: Term) -> Term {
    theory::bit_vectors(session, &op.builtin(), &[a, b]).expect("internal: theories have these operators")
}

/// `0 ≤ f < 2^w`, and by operator:
///
/// ```text
/// a & b ≤ a, b        a, b ≤ a | b ≤ a + b        a ^ b ≤ a + b        a >> b ≤ a
/// ```
fn facts(session: &Session, op: BitOp, width: u32, applied: Term, [a, b]: [Term; 2]) -> Vec<Term> {
    let number = |n: i128| session.int(&n.into());
    let sum = || session.add(&[a, b]);
    let bounds = [session.le(number(0), applied), session.lt(applied, number(1 << width))];
    let own = match op {
        BitOp::And => vec![session.le(applied, a), session.le(applied, b)],
        BitOp::Or => vec![session.le(a, applied), session.le(b, applied), session.le(applied, sum())],
        BitOp::Xor => vec![session.le(applied, sum())],
        BitOp::Shl => Vec::new(),
        BitOp::Shr => vec![session.le(applied, a)],
    };
    bounds.into_iter().chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::budget::Budget;
    use crate::smt::{Outcome, Settings};

    const OPS: [BitOp; 5] = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr];

    #[test]
    fn numbers_give_what_their_bits_give() {
        let budget = Budget::unlimited();
        let session = Session::new(&Settings::default(), &budget);
        let number = |n: i128| session.int(&n.into());
        for (op, (a, b)) in OPS.into_iter().flat_map(|op| (0..64).map(move |n| (op, (n / 8, n % 8)))) {
            let (term, known) = of_terms(&session, op, 3, number(a), number(b));
            known.into_iter().for_each(|fact| session.assert(fact));
            session.assert(session.eq(term, number(op.apply(3, a, b))));
            assert_eq!(session.check(&[], &budget), Outcome::Sat, "{op:?} {a} {b}");
        }
    }

    #[test]
    fn vectors_are_functions_of_what_they_were_made_of() {
        let session = Session::new(&Settings::default(), &Budget::unlimited());
        let [x, y] = ["x", "y"].map(|name| session.constant(name, session.int_sort()));
        let [v, w] = [x, y].map(|x| session.int_to_bv(8, x));
        let own = session.bv_xor(v, w);
        assert!(of_vector(&session, BitOp::Xor, 8, own).is_some());
        assert!(of_vector(&session, BitOp::And, 8, own).is_none(), "another operator");
        assert!(of_vector(&session, BitOp::Xor, 8, v).is_none(), "none");
        let other = session.constant("v", session.sort_of(v));
        assert!(of_vector(&session, BitOp::Xor, 8, session.bv_xor(v, other)).is_none(), "an operand of no integer");
    }
}
