//! What the solver is told of a function of the bits of two integers before it is told all of it: a lemma that a model contradicts,
//! in arithmetic, as A. Reynolds et al. do for conjunctions (*Satisfiability Modulo Bitwise Integer Arithmetic*, 2022).
//!
//! ```text
//! f = a & b:      b = 2^w - 1  ⇒  f = a           f ≥ 2^(w-1)  ⇔  a ≥ 2^(w-1)  ∧  b ≥ 2^(w-1)         b = 6  ⇒  f = (a div 2 mod 4) · 2
//! f = a ^ b:      f = 0  ⇔  a = b                 b = 2^w - 1  ⇒  f = 2^w - 1 - a                     …
//! f = a >> b:     b = 3  ⇒  f = a div 8
//! ```

use num_traits::ToPrimitive;

use crate::ir::bits::{Arithmetic, BitOp};
use crate::smt::{Model, Session, Term, View};

/// `f = op(a, b)` on numbers from 0 to below `2^width`, at most 64 bits.
#[derive(Clone, Copy)]
pub struct Operation {
    pub op: BitOp,
    pub width: u32,
    pub applied: Term,
    pub a: Term,
    pub b: Term,
}

/// The numbers that a model has for an operation.
#[derive(Clone, Copy)]
struct Sample {
    applied: i128,
    a: i128,
    b: i128,
}

impl Operation {
    /// A formula that is true of the operation and false in a model; `None`: none that is simple, or the model's operands are not in range.
    pub fn lemma(&self, session: &Session, model: &Model) -> Option<Term> {
        let number = |term| match model.view(model.eval(term)?) {
            View::Int(n) => n.to_i128(),
            _ => None,
        };
        let sample = Sample { applied: number(self.applied)?, a: number(self.a)?, b: number(self.b)? };
        let is_word = |n: i128| (0..1 << self.width).contains(&n);
        if !is_word(sample.a) || !is_word(sample.b) {
            return None;
        }
        let found = self.of_special(session, sample).or_else(|| self.of_number(session, sample))?;
        let zero = session.int(&0.into());
        let end = session.int(&(1i128 << self.width).into());
        let outside = [self.a, self.b].into_iter().flat_map(|x| [session.lt(x, zero), session.le(end, x)]);
        let lemma = session.or(&outside.chain([found]).collect::<Vec<Term>>());
        (!model.is_true(lemma)).then_some(lemma)
    }

    /// By operands that are zero, all ones or equal, or by the highest bit.
    fn of_special(&self, s: &Session, sample: Sample) -> Option<Term> {
        let &Operation { op, width, applied: f, a, b } = self;
        let number = |n: i128| s.int(&n.into());
        let ones = (1i128 << width) - 1;
        if matches!(op, BitOp::Shl | BitOp::Shr) {
            return (sample.b >= width.into()).then(|| s.or(&[s.lt(b, number(width.into())), s.eq(f, number(0))]));
        }
        let implied = |condition: Term, value: Term| s.or(&[s.not(condition), s.eq(f, value)]);
        let operands = [(sample.a, a, sample.b, b), (sample.b, b, sample.a, a)];
        for (x, x_term, y, y_term) in operands {
            let is = |n| s.eq(x_term, number(n));
            let (at, result, value) = match op {
                BitOp::And => (ones, y_term, y),
                BitOp::Xor if x == ones => (ones, s.sub(&[number(ones), y_term]), ones - y),
                BitOp::Or | BitOp::Xor => (0, y_term, y),
                BitOp::Shl | BitOp::Shr => return None,
            };
            if x == at && sample.applied != value {
                return Some(implied(is(at), result));
            }
        }
        let same = s.eq(a, b);
        match op {
            BitOp::Xor if (sample.a == sample.b) != (sample.applied == 0) => {
                return Some(s.eq(same, s.eq(f, number(0))));
            }
            BitOp::And | BitOp::Or if sample.a == sample.b && sample.applied != sample.a => {
                return Some(implied(same, a));
            }
            _ => {}
        }
        let half = 1i128 << (width - 1);
        let is_high = |n: i128| n >= half;
        let expected = is_high(op.apply(width, sample.a, sample.b));
        (is_high(sample.applied) != expected).then(|| {
            let [f, a, b] = [f, a, b].map(|x| s.le(number(half), x));
            let both = match op {
                BitOp::And => s.and(&[a, b]),
                BitOp::Or => s.or(&[a, b]),
                _ => s.not(s.eq(a, b)),
            };
            s.eq(f, both)
        })
    }

    /// By an operand that is the number of the model.
    fn of_number(&self, s: &Session, sample: Sample) -> Option<Term> {
        let mut make = Terms(s);
        let mut by = |other: Term, operand: Term, n: i128| {
            let result = self.op.of_number(self.width, &mut make, &other, n.try_into().ok()?)?;
            Some(s.or(&[s.not(s.eq(operand, s.int(&n.into()))), s.eq(self.applied, result)]))
        };
        let second = by(self.a, self.b, sample.b);
        second.or_else(|| self.op.commutes().then(|| by(self.b, self.a, sample.a)).flatten())
    }
}

/// Arithmetic on terms.
struct Terms<'a>(&'a Session);

impl Arithmetic for Terms<'_> {
    type Number = Term;

    fn number(&mut self, n: i128) -> Term {
        self.0.int(&n.into())
    }

    fn plus(&mut self, a: &Term, k: i128, b: &Term) -> Option<Term> {
        let times = self.0.mul(&[self.0.int(&k.into()), *b]);
        Some(self.0.add(&[*a, times]))
    }

    fn quotient(&mut self, a: &Term, n: i128) -> Option<Term> {
        Some(if n == 1 { *a } else { self.0.div(*a, self.0.int(&n.into())) })
    }

    fn remainder(&mut self, a: &Term, n: i128) -> Option<Term> {
        Some(self.0.modulo(*a, self.0.int(&n.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits;
    use super::*;
    use crate::base::budget::Budget;
    use crate::smt::{Outcome, Settings};

    const OPS: [BitOp; 5] = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr];
    const WIDTH: u32 = 3;

    /// Every lemma of every wrong model holds of all operands: no pair of numbers loses its own result.
    #[test]
    fn lemmas_hold() {
        let budget = Budget::unlimited();
        let session = Session::new(&Settings::default(), &budget);
        let number = |n: i128| session.int(&n.into());
        let [f, a, b] = ["f", "a", "b"].map(|name| session.constant(name, session.int_sort()));
        let set = |values: [i128; 3]| {
            session.push();
            [f, a, b].into_iter().zip(values).for_each(|(x, n)| session.assert(session.eq(x, number(n))));
        };
        for op in OPS {
            let operation = Operation { op, width: WIDTH, applied: f, a, b };
            let mut lemmas = Vec::new();
            for at in 0..512 {
                let [x, y, z] = [at / 64, at / 8 % 8, at % 8];
                set([z, x, y]);
                assert_eq!(session.check(&[], &budget), Outcome::Sat);
                let lemma = session.model().and_then(|model| operation.lemma(&session, &model));
                assert!(lemma.is_none() || op.apply(WIDTH, x, y) != z, "{op:?} {x} {y} {z}");
                lemmas.extend(lemma);
                session.pop();
            }
            let all = session.and(&lemmas);
            for (x, y) in (0..64).map(|at| (at / 8, at % 8)) {
                set([op.apply(WIDTH, x, y), x, y]);
                session.assert(all);
                assert_eq!(session.check(&[], &budget), Outcome::Sat, "{op:?} {x} {y}");
                session.pop();
            }
        }
    }

    /// Masks that are zero or all ones, of 64 bits.
    #[test]
    fn masks_leave_all_or_nothing() {
        let budget = Budget::unlimited();
        let session = Session::new(&Settings::default(), &budget);
        let number = |n: i128| session.int(&n.into());
        let [x, mask] = ["x", "mask"].map(|name| session.constant(name, session.int_sort()));
        let ones = number((1 << 64) - 1);
        let (both, facts) = bits::of_terms(&session, BitOp::And, 64, x, mask);
        facts.into_iter().for_each(|fact| session.assert(fact));
        session.assert(session.or(&[session.eq(mask, number(0)), session.eq(mask, ones)]));
        session.assert(session.and(&[session.le(number(0), x), session.le(x, ones)]));
        session.assert(session.not(session.or(&[session.eq(both, number(0)), session.eq(both, x)])));
        assert_eq!(session.check(&[], &budget), Outcome::Unsat);
    }
}
