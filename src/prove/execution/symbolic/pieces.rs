//! Numbers that were taken to pieces, as they are in bytes, are put together again.
//!
//! ```text
//! u mod 256 + 256·((u div 256) mod 256)   →   u mod 65536                and that is u where it is from 0 to 65535
//! ```
//!
//! Such a piece is `(u div m) mod b`, the highest one maybe `u div m`. What it is next to may have been made of another `u`, a
//! multiple of `m·b` away.

use super::term::{Bounds, Node, TermId, Terms};

/// `(u div m) mod b`; without `b`, `u div m`.
struct Piece {
    of: TermId,
    m: i128,
    b: Option<i128>,
}

impl Terms {
    /// A sum in which pieces of one number that follow each other are one.
    pub fn put_together(&mut self, sum: TermId, ranges: &impl Bounds) -> Option<TermId> {
        let mut sum = sum;
        // Two become one each time.
        for _ in 1..self.pieces(sum).len() {
            let pieces = self.pieces(sum);
            let pairs = || pieces.iter().flat_map(|low| pieces.iter().map(move |high| (*low, *high)));
            let joined = pairs().find_map(|(low, high)| Some((low, high, self.joined(low, high, ranges)?)));
            let Some(((low, k), (high, l), both)) = joined else { break };
            let without = self.add_times(sum, -k, low).and_then(|rest| self.add_times(rest, -l, high))?;
            sum = self.add_times(without, k, both)?;
        }
        Some(sum)
    }

    /// The summands that may be pieces, with their factors.
    fn pieces(&self, sum: TermId) -> Vec<(TermId, i128)> {
        let Node::Sum(_, parts) = self.node(sum) else { return Vec::new() };
        let is_piece = |&&(part, _): &&(TermId, i128)| matches!(self.node(part), Node::Mod(..) | Node::Div(..));
        parts.iter().filter(is_piece).copied().collect()
    }

    /// Two pieces as one, with the factor of the lower one; `None`: they do not follow each other.
    fn joined(&mut self, (low, k): (TermId, i128), (high, l): (TermId, i128), ranges: &impl Bounds) -> Option<TermId> {
        let (low, high) = (self.piece(low)?, self.piece(high)?);
        let base = low.b?;
        if low.m.checked_mul(base)? != high.m || k.checked_mul(base)? != l {
            return None;
        }
        let apart = self.sub(high.of, low.of)?;
        if self.as_int(apart)?.rem_euclid(high.m) != 0 {
            return None;
        }
        let m = self.int(low.m);
        let whole = self.div(high.of, m, ranges)?;
        let Some(above) = high.b else { return Some(whole) };
        let b = self.int(base.checked_mul(above)?);
        self.modulo(whole, b, ranges)
    }

    fn piece(&mut self, term: TermId) -> Option<Piece> {
        let (inner, b) = match *self.node(term) {
            Node::Mod(inner, b) => (inner, b),
            Node::Div(of, m) => return Some(Piece { of, m: self.as_int(m).filter(|m| *m > 0)?, b: None }),
            _ => return None,
        };
        let b = self.as_int(b).filter(|b| *b > 0)?;
        // (c + w div m) mod b  =  ((w + c·m) div m) mod b
        let (number, quotient) = match self.node(inner) {
            Node::Sum(n, parts) if let [(only, 1)] = parts[..] => (*n, only),
            _ => (0, inner),
        };
        match *self.node(quotient) {
            Node::Div(of, m) if let Some(m) = self.as_int(m).filter(|m| *m > 0) => {
                let shift = self.int(number.checked_mul(m)?);
                Some(Piece { of: self.add(of, shift)?, m, b: Some(b) })
            }
            _ => Some(Piece { of: inner, m: 1, b: Some(b) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::range::Range;
    use super::super::model::Model;
    use super::*;

    /// Of inputs: from 0 to 2^64 - 1; of the second one, to 2^62.
    struct Words;

    impl Bounds for Words {
        fn of(&self, terms: &Terms, term: TermId) -> Range {
            match (terms.as_int(term), terms.node(term)) {
                (Some(n), _) => Range { least: n, most: n },
                (None, Node::Input(1)) => Range { least: 0, most: 1 << 62 },
                (None, Node::Input(_)) => Range { least: 0, most: (1 << 64) - 1 },
                (None, &Node::Div(a, m)) if let (Node::Input(_), Some(m)) = (terms.node(a), terms.as_int(m)) => {
                    Range { least: 0, most: self.of(terms, a).most / m }
                }
                (None, _) => Range { least: -(1 << 100), most: 1 << 100 },
            }
        }
    }

    /// The bytes of a number, and the sum of them again.
    fn again(terms: &mut Terms, number: TermId, bytes: u32) -> TermId {
        let base = terms.int(256);
        let mut sum = terms.int(0);
        for i in 0..bytes {
            let weight = 1 << (8 * i);
            let unit = terms.int(weight);
            let byte = terms.div(number, unit, &Words).and_then(|rest| terms.modulo(rest, base, &Words)).unwrap();
            let next = terms.add_times(sum, weight, byte).unwrap();
            sum = terms.put_together(next, &Words).unwrap();
        }
        sum
    }

    #[test]
    fn bytes_of_a_number_are_the_number() {
        let mut terms = Terms::default();
        let input = terms.intern(Node::Input(0));
        assert_eq!(again(&mut terms, input, 8), input);
        let smaller = terms.intern(Node::Input(1));
        assert_eq!(again(&mut terms, smaller, 8), smaller);
        let modulus = terms.int(1 << 32);
        let half = terms.modulo(input, modulus, &Words).unwrap();
        assert_eq!(again(&mut terms, input, 4), half);
        assert_eq!(again(&mut terms, half, 4), half);
    }

    #[test]
    fn bytes_of_a_sum_are_its_remainder() {
        let mut terms = Terms::default();
        let (input, n, modulus) = (terms.intern(Node::Input(0)), terms.int(300), terms.int(1 << 64));
        let sum = terms.add(input, n).unwrap();
        let remainder = terms.modulo(sum, modulus, &Words).unwrap();
        assert_eq!(again(&mut terms, sum, 8), remainder);
        assert_eq!(again(&mut terms, remainder, 8), remainder);
    }

    /// A number that looks like any.
    fn any(state: &mut u64, below: u64) -> i128 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        i128::from((*state >> 33) % below)
    }

    #[test]
    fn sums_keep_their_values() {
        let state = &mut 1;
        for _ in 0..3000 {
            let mut terms = Terms::default();
            let inputs = [0, 1].map(|n| terms.intern(Node::Input(n)));
            let (mut plain, mut together) = (vec![], terms.int(any(state, 3)));
            let start = terms.as_int(together).unwrap();
            for _ in 0..4 {
                let (at, digit, weight) = (any(state, 4) as u32, any(state, 2), any(state, 5) as u32);
                let apart = [0, 1, 16, 256, 65536, -256][any(state, 6) as usize];
                let (of, apart) = (inputs[usize::from(any(state, 8) == 0)], terms.int(apart));
                let (of, unit, base) = (terms.add(of, apart).unwrap(), terms.int(1 << (4 * at)), terms.int(16));
                let whole = terms.div(of, unit, &Words).unwrap();
                let piece = if digit == 0 { whole } else { terms.modulo(whole, base, &Words).unwrap() };
                let weight = [1, 16, 256, 4096, -16][weight as usize];
                plain.push((weight, piece));
                let sum = terms.add_times(together, weight, piece).unwrap();
                together = terms.put_together(sum, &Words).unwrap();
            }
            for _ in 0..8 {
                let values = inputs.map(|input| (input, any(state, 1 << 31) * any(state, 1 << 30) % (1 << 62)));
                let model = Model::default().with(values);
                let expected: i128 = plain.iter().map(|&(weight, piece)| weight * model.value(&terms, piece)).sum();
                assert_eq!(model.value(&terms, together), start + expected);
            }
        }
    }
}
