//! Conditions on sums of inputs that get values one after the other: whether what is left can still make the sum what it has to be.
//!
//! ```text
//! 1000·a + 100·b + 10·c + d + n <= 0      a = 7 is too much: 7000 + n + (the least of the rest) > 0
//! ```

use rustc_hash::FxHashMap;

use super::term::{Node, TermId, Terms};

/// Sums of such numbers have room.
const LARGEST: u128 = 1 << 120;

/// A sum of inputs that is at most zero, or zero.
pub struct Sum<'t> {
    number: i128,
    parts: &'t [(TermId, i128)],
    is_zero: bool,
}

impl<'t> Sum<'t> {
    /// `None`: the condition says something else.
    pub fn of(terms: &'t Terms, condition: TermId) -> Option<Sum<'t>> {
        let (term, is_zero) = match terms.node(condition) {
            Node::AtMostZero(a) => (*a, false),
            Node::IsZero(a) => (*a, true),
            _ => return None,
        };
        let Node::Sum(number, parts) = terms.node(term) else { return None };
        let is_input = |&(part, _): &(TermId, i128)| matches!(terms.node(part), Node::Input(_) | Node::Cell(..));
        parts.iter().all(is_input).then_some(Sum { number: *number, parts, is_zero })
    }

    /// How much an input counts.
    pub fn weight(&self, input: TermId) -> u128 {
        self.parts.iter().find(|(part, _)| *part == input).map_or(0, |(_, k)| k.unsigned_abs())
    }
}

/// Sums, and what is known of them.
pub struct Sums {
    all: Vec<Partial>,
    /// By level: which sums its input is part of, and how often.
    levels: Vec<Vec<(usize, i128)>>,
}

/// A sum of the inputs that have values.
struct Partial {
    sum: i128,
    is_zero: bool,
    /// By level: the least and the most of all inputs from there on.
    rest: Vec<(i128, i128)>,
}

impl Sums {
    /// Those among the conditions. `levels`: inputs in the order in which they get values, the least and the most of them.
    pub fn new(terms: &Terms, conditions: &[TermId], levels: &[(TermId, i128, i128)]) -> Sums {
        let numbers: FxHashMap<TermId, usize> = levels.iter().enumerate().map(|(at, level)| (level.0, at)).collect();
        let mut sums = Sums { all: Vec::new(), levels: vec![Vec::new(); levels.len()] };
        for sum in conditions.iter().filter_map(|&condition| Sum::of(terms, condition)) {
            sums.learn(&sum, &numbers, levels);
        }
        sums
    }

    /// Numbers that are too large are not looked at.
    fn learn(&mut self, sum: &Sum, numbers: &FxHashMap<TermId, usize>, levels: &[(TermId, i128, i128)]) -> Option<()> {
        let mut factors = vec![0; levels.len()];
        for (part, k) in sum.parts {
            factors[*numbers.get(part)?] = *k;
        }
        let mut rest = vec![(0, 0); levels.len() + 1];
        for at in (0..levels.len()).rev() {
            let (_, least, most) = levels[at];
            let (one, other) = (least.checked_mul(factors[at])?, most.checked_mul(factors[at])?);
            let after: (i128, i128) = rest[at + 1];
            rest[at] = (after.0.checked_add(one.min(other))?, after.1.checked_add(one.max(other))?);
        }
        let is_large = |n: i128| n.unsigned_abs() > LARGEST;
        if is_large(sum.number) || rest.iter().any(|&(least, most)| is_large(least) || is_large(most)) {
            return None;
        }
        for (at, &k) in factors.iter().enumerate().filter(|(_, k)| **k != 0) {
            self.levels[at].push((self.all.len(), k));
        }
        self.all.push(Partial { sum: sum.number, is_zero: sum.is_zero, rest });
        Some(())
    }

    /// How many sums an input is part of.
    pub fn of_level(&self, level: usize) -> usize {
        self.levels[level].len()
    }

    /// The input of a level has a value. Returns whether all sums that it is part of can be what they have to be.
    pub fn add(&mut self, level: usize, value: i128) -> bool {
        let mut can_be = true;
        for &(number, k) in &self.levels[level] {
            let partial = &mut self.all[number];
            partial.sum += k * value;
            let (least, most) = partial.rest[level + 1];
            can_be &= partial.sum + least <= 0 && (!partial.is_zero || partial.sum + most >= 0);
        }
        can_be
    }

    /// It has none any more.
    pub fn take_away(&mut self, level: usize, value: i128) {
        for &(number, k) in &self.levels[level] {
            self.all[number].sum -= k * value;
        }
    }
}
