//! Values of inputs for which conditions hold, tried out before a solver is asked: short texts decide most of what a program does with them,
//! and what it computes of their characters (hashes, remainders, bits) is hard for solvers and quick to compute.
//!
//! Inputs get values one after the other, and a condition is looked at as soon as all its inputs have theirs: backtracking (S. Golomb,
//! L. Baumert, *Backtrack Programming*, JACM 1965). An input of many values keeps that of the model. Of a sum of inputs it is known
//! before whether it can be what it has to be ([`super::sums`]), so the digits of a number are found one by one.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Model, computed, valued};
use super::ranges::Ranges;
use super::sums::{Sum, Sums};
use super::term::{Bounds, Node, TermId, Terms, children, with_children};

/// Values of an input that are tried.
const FEW: i128 = 600;
/// Terms that are computed at most: at first, and at least. Each time that they do not suffice leaves half to the next, and each time that
/// they do gives the double: a number of many digits is for a solver, a hash is not.
const MOST: (u64, u64) = (400_000, 6_250);
/// Terms of all conditions.
const LARGE: usize = 4_000;

/// The outcome of trying.
pub enum Tried {
    /// Inputs for which all conditions hold.
    Values(Vec<(TermId, i128)>),
    /// There are none.
    None,
    /// Not all values were tried.
    Open,
}

/// Tries values, and learns how many are worth it.
#[derive(Default)]
pub struct Trials {
    /// Halves of [`MOST`] that are lost.
    lost: u32,
    truths: Truths,
}

impl Trials {
    /// Values for which all conditions hold, the last of which does not in the model.
    pub fn values(
        &mut self,
        terms: &mut Terms,
        asked: &[TermId],
        inputs: &[TermId],
        ranges: &Ranges,
        model: &Model,
    ) -> Tried {
        let Some(&last) = asked.last() else { return Tried::Open };
        let mut of_one: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
        let mut of_several = Vec::new();
        for &condition in asked {
            match terms.inputs(condition)[..] {
                [input] => of_one.entry(input).or_default().push(condition),
                _ => of_several.push(condition),
            }
        }
        let mut levels = Vec::with_capacity(inputs.len());
        for &input in inputs {
            let own = of_one.remove(&input).unwrap_or_default();
            match Level::new(terms, input, &own, (ranges, model), &mut self.truths) {
                Some(level) if level.values.is_empty() && level.is_whole => return Tried::None,
                Some(level) if !level.values.is_empty() => levels.push(level),
                _ => return Tried::Open,
            }
        }
        // The model has to change in what the last one is about, and most where that weighs most.
        let own = terms.inputs(last);
        let sum = Sum::of(terms, last);
        let weight = |input: TermId| sum.as_ref().map_or(0, |sum| sum.weight(input));
        levels.sort_by_cached_key(|level| {
            (own.binary_search(&level.input).is_err(), Reverse(weight(level.input)), level.values.len())
        });
        if levels[..own.len()].iter().all(|level| level.values.len() == 1 && !level.is_whole) {
            return Tried::Open;
        }
        let Some(slots) = Slots::number(terms, &of_several, &mut levels) else { return Tried::Open };
        let is_open = levels.iter().any(|level| !level.is_whole);
        let ends = |level: &Level| {
            let values = || level.values.iter().copied();
            (level.input, values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let sums = Sums::new(terms, &of_several, &levels.iter().map(ends).collect::<Vec<_>>());
        let mut trial = Trial { values: vec![0; slots], sums, left: self.most(), is_open, is_spent: false };
        let is_found = trial.level(&levels, 0);
        self.learn(&trial);
        if !is_found {
            return if trial.is_open { Tried::Open } else { Tried::None };
        }
        Tried::Values(levels.iter().enumerate().map(|(slot, level)| (level.input, trial.values[slot])).collect())
    }

    /// Terms that may be computed.
    fn most(&self) -> u64 {
        MOST.0 >> self.lost
    }

    fn learn(&mut self, trial: &Trial) {
        if trial.is_spent {
            self.lost = (self.lost + 1).min((MOST.0 / MOST.1).ilog2());
        } else if trial.left < self.most() / 2 {
            self.lost = self.lost.saturating_sub(1);
        }
    }
}

/// Conditions about one input of few values each: for which of them they hold.
#[derive(Default)]
struct Truths(FxHashMap<TermId, Truth>);

struct Truth {
    least: i128,
    /// From the least on; `None`: nobody knows.
    holds: Vec<Option<bool>>,
}

impl Truths {
    /// Whether a condition holds for each of the values, which are few.
    fn of(&mut self, terms: &Terms, condition: TermId, values: &RangeInclusive<i128>) -> &[Option<bool>] {
        let reaches =
            |truth: &Truth| truth.least <= *values.start() && *values.end() < truth.least + truth.holds.len() as i128;
        if !self.0.get(&condition).is_some_and(reaches) {
            let mut known = FxHashMap::default();
            let holds = values.clone().map(|value| {
                known.clear();
                Some(valued(terms, condition, &|_| value, &mut known)? == 1)
            });
            let holds = holds.collect();
            self.0.insert(condition, Truth { least: *values.start(), holds });
        }
        let truth = &self.0[&condition];
        let from = (values.start() - truth.least) as usize;
        &truth.holds[from..][..(values.end() - values.start() + 1) as usize]
    }
}

/// An input, and what is computed when it has a value.
struct Level {
    input: TermId,
    /// Those for which the conditions hold that are about it alone; that of the model comes first.
    values: Vec<i128>,
    /// There are no others.
    is_whole: bool,
    /// Terms by their slots: their operands are slots as well.
    steps: Vec<(usize, Node)>,
    /// Slots of conditions.
    conditions: Vec<usize>,
}

impl Level {
    /// `None`: the value of a condition is not known.
    fn new(
        terms: &Terms,
        input: TermId,
        own: &[TermId],
        (ranges, model): (&Ranges, &Model),
        truths: &mut Truths,
    ) -> Option<Level> {
        let first = model.value(terms, input);
        let (range, is_whole) = match terms.node(input) {
            Node::Truth(_) | Node::TruthCell(..) => (0..=1, true),
            _ => match ranges.of(terms, input) {
                range if range.count().is_some_and(|count| count <= FEW) => (range.least..=range.most, true),
                _ => (first..=first, false),
            },
        };
        let mut holds = vec![Some(true); range.clone().count()];
        let own = if range.is_empty() { &[] } else { own };
        for &condition in own {
            let truth = truths.of(terms, condition, &range);
            let both = |(all, one): (&mut Option<bool>, &Option<bool>)| {
                *all = if *all == Some(false) || *one == Some(false) { Some(false) } else { all.and(*one) };
            };
            holds.iter_mut().zip(truth).for_each(both);
        }
        let mut values = Vec::new();
        for (value, holds) in range.zip(holds) {
            if holds? {
                values.push(value);
            }
        }
        // That of the model comes first.
        if let Ok(at) = values.binary_search(&first) {
            values[..=at].rotate_right(1);
        }
        Some(Level { input, values, is_whole, steps: Vec::new(), conditions: Vec::new() })
    }
}

/// The terms of conditions, numbered: first the inputs, in the order in which they get values.
#[derive(Default)]
struct Slots {
    slots: FxHashMap<TermId, usize>,
    /// The last input that a term mentions, by its slot.
    last: Vec<usize>,
}

impl Slots {
    /// Puts each term and each condition where its last input has a value. Returns how many slots there are; `None`: too many.
    fn number(terms: &Terms, asked: &[TermId], levels: &mut [Level]) -> Option<usize> {
        let mut slots = Slots::default();
        for (at, level) in levels.iter().enumerate() {
            slots.slots.insert(level.input, at);
            slots.last.push(at);
        }
        let mut seen = FxHashSet::default();
        for &condition in asked.iter().filter(|&&condition| seen.insert(condition)) {
            let slot = slots.put(terms, condition, levels)?;
            levels[slots.last[slot]].conditions.push(slot);
        }
        Some(slots.last.len())
    }

    /// Operands come before what is made of them.
    fn put(&mut self, terms: &Terms, term: TermId, levels: &mut [Level]) -> Option<usize> {
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.slots.contains_key(&next) {
                stack.pop();
                continue;
            }
            let (node, before) = (terms.node(next), stack.len());
            let operands = children(node);
            stack.extend(operands.iter().copied().filter(|operand| !self.slots.contains_key(operand)));
            if stack.len() > before {
                continue;
            }
            let slot = self.last.len();
            if slot > LARGE {
                return None;
            }
            // Numbers have their value with the first input.
            let last = operands.iter().map(|operand| self.last[self.slots[operand]]).max().unwrap_or(0);
            let node = with_children(node, |operand| TermId(self.slots[&operand] as u32));
            levels[last].steps.push((slot, node));
            self.last.push(last);
            self.slots.insert(next, slot);
            stack.pop();
        }
        self.slots.get(&term).copied()
    }
}

struct Trial {
    /// By slot.
    values: Vec<i128>,
    sums: Sums,
    /// Terms that may be computed.
    left: u64,
    /// Some value was not tried, or the value of a condition is not known.
    is_open: bool,
    /// No more terms may be computed.
    is_spent: bool,
}

impl Trial {
    /// Whether inputs from here on have values for which all conditions hold.
    fn level(&mut self, levels: &[Level], at: usize) -> bool {
        let Some(level) = levels.get(at) else { return true };
        for &value in &level.values {
            let cost = 1 + (level.steps.len() + self.sums.of_level(at)) as u64;
            if self.left < cost {
                (self.is_open, self.is_spent) = (true, true);
                return false;
            }
            self.left -= cost;
            self.values[at] = value;
            if self.sums.add(at, value) {
                match self.hold(level) {
                    Some(true) if self.level(levels, at + 1) => return true,
                    Some(_) => {}
                    None => self.is_open = true,
                }
            }
            self.sums.take_away(at, value);
        }
        false
    }

    /// Whether the conditions of a level hold; `None`: a number is too large.
    fn hold(&mut self, level: &Level) -> Option<bool> {
        for (slot, node) in &level.steps {
            self.values[*slot] = computed(node, &mut |operand| Some(self.values[operand.0 as usize]))?;
        }
        Some(level.conditions.iter().all(|&slot| self.values[slot] == 1))
    }
}

/// Values next to those of the model that satisfy the conditions: one input at a time, at the ends of its range and around the
/// zeros of what is asked last.
pub fn by_repair(
    terms: &Terms,
    asked: &[TermId],
    inputs: &[TermId],
    ranges: &Ranges,
    model: &Model,
) -> Option<Vec<(TermId, i128)>> {
    let condition = *asked.last()?;
    let term = match terms.node(condition) {
        Node::AtMostZero(a) | Node::IsZero(a) => *a,
        Node::Not(a) => match terms.node(*a) {
            Node::IsZero(a) => *a,
            _ => *a,
        },
        _ => return None,
    };
    let parts: Vec<(TermId, i128)> = match terms.node(term) {
        Node::Sum(_, parts) => parts.to_vec(),
        _ => vec![(term, 1)],
    };
    let here = model.try_value(terms, term)?;
    for (input, k) in parts {
        if inputs.binary_search(&input).is_err() {
            continue;
        }
        let (value, range) = (model.value(terms, input), ranges.of(terms, input));
        let zero = value - here.div_euclid(k);
        for candidate in [zero, zero.saturating_add(1), zero.saturating_sub(1)] {
            let candidate = candidate.clamp(range.least, range.most.max(range.least));
            let repaired = model.with([(input, candidate)]);
            if asked.iter().rev().all(|&condition| repaired.satisfies(terms, condition)) {
                return Some(vec![(input, candidate)]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(33·a + b) mod 13 == 5` of two characters, and what is asked besides.
    fn asked(terms: &mut Terms, besides: i128) -> (Vec<TermId>, Vec<TermId>, Ranges) {
        let mut ranges = Ranges::default();
        let inputs: Vec<TermId> = (0..2).map(|n| terms.intern(Node::Input(n))).collect();
        let (zero, most) = (terms.int(0), terms.int(255));
        for &input in &inputs {
            for condition in [terms.at_most(zero, input, &ranges), terms.at_most(input, most, &ranges)] {
                ranges.learn(terms, condition.unwrap());
            }
        }
        let (factor, thirteen, five) = (terms.int(33), terms.int(13), terms.int(5));
        let hash = terms.mul(factor, inputs[0]).and_then(|product| terms.add(product, inputs[1])).unwrap();
        let bucket = terms.modulo(hash, thirteen, &ranges).unwrap();
        let number = terms.int(besides);
        let sum = terms.add(inputs[0], inputs[1]).unwrap();
        let asked = vec![terms.equal(sum, number, &ranges).unwrap(), terms.equal(bucket, five, &ranges).unwrap()];
        (asked, inputs, ranges)
    }

    #[test]
    fn values_satisfy_all_conditions() {
        let mut terms = Terms::default();
        let (asked, inputs, ranges) = asked(&mut terms, 300);
        let Tried::Values(values) = Trials::default().values(&mut terms, &asked, &inputs, &ranges, &Model::default())
        else {
            panic!("two characters are few");
        };
        let model = Model::default().with(values);
        let [a, b] = [0, 1].map(|n| model.value(&terms, inputs[n]));
        assert_eq!(((33 * a + b) % 13, a + b), (5, 300));
    }

    #[test]
    fn none_is_found_where_there_is_none() {
        let mut terms = Terms::default();
        let (asked, inputs, ranges) = asked(&mut terms, 510);
        // Both are 255: 34·255 mod 13 is 12.
        assert!(matches!(
            Trials::default().values(&mut terms, &asked, &inputs, &ranges, &Model::default()),
            Tried::None
        ));
    }

    /// Nineteen digits that are `n`, and a twentieth behind which it is too large: there is one such number.
    #[test]
    fn digits_of_a_number_are_found_one_by_one() {
        const LARGEST: i128 = u64::MAX as i128;
        let (mut terms, mut ranges) = (Terms::default(), Ranges::default());
        let digits: Vec<TermId> = (0..20).map(|n| terms.intern(Node::Input(n))).collect();
        let (zero, nine, ten) = (terms.int(0), terms.int(9), terms.int(10));
        let mut number = zero;
        let (mut shorter, mut asked) = (zero, Vec::new());
        for &digit in &digits {
            for condition in [terms.at_most(zero, digit, &ranges), terms.at_most(digit, nine, &ranges)] {
                ranges.learn(&mut terms, condition.unwrap());
            }
            shorter = number;
            number = terms.mul(number, ten).and_then(|n| terms.add(n, digit)).unwrap();
        }
        let (tenth, largest) = (terms.int(LARGEST / 10), terms.int(LARGEST));
        asked.push(terms.at_most(shorter, tenth, &ranges).unwrap());
        let fits = terms.at_most(number, largest, &ranges).unwrap();
        asked.push(terms.not(fits));
        let Tried::Values(values) = Trials::default().values(&mut terms, &asked, &digits, &ranges, &Model::default())
        else {
            panic!("digits are few");
        };
        let model = Model::default().with(values);
        assert!(model.value(&terms, shorter) == LARGEST / 10 && model.value(&terms, number) > LARGEST);
    }

    #[test]
    fn of_an_input_of_many_values_nothing_is_excluded() {
        let mut terms = Terms::default();
        let (mut asked, mut inputs, ranges) = asked(&mut terms, 300);
        let wide = terms.intern(Node::Input(7));
        inputs.push(wide);
        let product = terms.mul(wide, inputs[0]).unwrap();
        let number = terms.int(1_000_000_007);
        asked.push(terms.equal(product, number, &ranges).unwrap());
        assert!(matches!(
            Trials::default().values(&mut terms, &asked, &inputs, &ranges, &Model::default()),
            Tried::Open
        ));
    }
}
