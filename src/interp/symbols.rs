//! Numbers that an execution leaves open, and the ranges that its conditions leave them.
//!
//! A symbol stands in a variable or in a cell of a map, as it is; `x + 1` of a symbol `x` is none, but once it is
//! assigned it is another one, *bound* by `x`. A condition that compares a symbol with a number is decided by the symbol's range, and
//! where the execution takes it for granted, narrows the range. Of *free* symbols, ranges are exact: an execution may
//! have any number out of the range, whatever it has of the other free ones.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::numbers::Comparison;
use crate::verdict::Value;

/// Numbers that are few.
const FEW: usize = 16;
/// Bits of a number: exact real numbers grow with each operation.
const LONGEST: u64 = 4096;

/// All symbols of an execution.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Whether it is free, by number.
    free: Vec<bool>,
    ranges: Ranges,
    /// Those that were left few numbers last.
    few: Vec<u64>,
}

/// Of symbols that are not any number.
pub type Ranges = FxHashMap<u64, Range>;

/// Integers from the least to the most, but for some between them.
#[derive(Clone, Debug, Default)]
pub struct Range {
    least: Option<BigInt>,
    most: Option<BigInt>,
    /// Strictly between the ends.
    gaps: BTreeSet<BigInt>,
}

/// What supposing a condition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supposed {
    /// It holds for all numbers that are left in the ranges, and for no others.
    Exactly,
    /// It holds for some of them, as far as is known.
    Vaguely,
    /// It holds for none.
    Never,
}

impl Supposed {
    pub(super) fn and(self, other: Supposed) -> Supposed {
        match (self, other) {
            (Supposed::Never, _) | (_, Supposed::Never) => Supposed::Never,
            (Supposed::Exactly, Supposed::Exactly) => Supposed::Exactly,
            _ => Supposed::Vaguely,
        }
    }
}

impl Symbols {
    /// A number that the execution chooses.
    pub fn free(&mut self) -> u64 {
        self.add(true)
    }

    /// A number that hangs on others.
    pub fn bound(&mut self) -> u64 {
        self.add(false)
    }

    fn add(&mut self, is_free: bool) -> u64 {
        self.free.push(is_free);
        self.free.len() as u64 - 1
    }

    pub fn range(&self, symbol: u64) -> Range {
        self.ranges.get(&symbol).cloned().unwrap_or_default()
    }

    /// The only number that it may be.
    pub(super) fn only(&self, symbol: u64) -> Option<BigInt> {
        let Range { least, most, .. } = self.ranges.get(&symbol)?;
        least.clone().filter(|_| least == most)
    }

    /// A symbol that conditions left few numbers, and these; each is told once.
    pub fn next_of_few(&mut self) -> Option<(u64, Vec<BigInt>)> {
        loop {
            let symbol = self.few.pop()?;
            let numbers = self.ranges.get(&symbol).and_then(Range::few_numbers).unwrap_or_default();
            if numbers.len() > 1 {
                return Some((symbol, numbers));
            }
        }
    }

    /// All ranges, to go back to.
    pub fn ranges(&self) -> Ranges {
        self.ranges.clone()
    }

    pub fn go_back(&mut self, ranges: Ranges) {
        self.ranges = ranges;
        self.few.clear();
    }

    /// `symbol op n`, where the range tells.
    pub(super) fn compare(&self, symbol: u64, op: Comparison, n: &BigInt) -> Option<bool> {
        let range = self.ranges.get(&symbol)?;
        let (least, most) =
            (range.least.as_ref().map(|m| op.holds(m.cmp(n))), range.most.as_ref().map(|m| op.holds(m.cmp(n))));
        // Comparisons are monotone: what holds at the end that is farther from being true holds everywhere.
        match op {
            Comparison::Lt | Comparison::Le if most == Some(true) => Some(true),
            Comparison::Lt | Comparison::Le if least == Some(false) => Some(false),
            Comparison::Gt | Comparison::Ge if least == Some(true) => Some(true),
            Comparison::Gt | Comparison::Ge if most == Some(false) => Some(false),
            _ => None,
        }
    }

    /// `symbol == n`, where the range tells.
    pub(super) fn equals(&self, symbol: u64, n: &BigInt) -> Option<bool> {
        let range = self.ranges.get(&symbol)?;
        if range.least.as_ref() == Some(n) && range.most.as_ref() == Some(n) {
            return Some(true);
        }
        (!range.contains(n)).then_some(false)
    }

    /// Leaves a symbol only numbers from the least to the most.
    pub fn narrow(&mut self, symbol: u64, least: Option<BigInt>, most: Option<BigInt>) -> Supposed {
        let range = self.ranges.entry(symbol).or_default();
        range.least = least.into_iter().chain(range.least.take()).max();
        range.most = most.into_iter().chain(range.most.take()).min();
        range.close();
        if range.is_short() {
            self.few.push(symbol);
        }
        match () {
            () if range.is_empty() => Supposed::Never,
            () if self.free[symbol as usize] => Supposed::Exactly,
            () => Supposed::Vaguely,
        }
    }

    pub(super) fn exclude(&mut self, symbol: u64, n: &BigInt) -> Supposed {
        self.ranges.entry(symbol).or_default().gaps.insert(n.clone());
        self.narrow(symbol, None, None)
    }
}

impl Range {
    fn contains(&self, n: &BigInt) -> bool {
        let (least, most) = (self.least.as_ref(), self.most.as_ref());
        least.is_none_or(|least| least <= n) && most.is_none_or(|most| n <= most) && !self.gaps.contains(n)
    }

    fn is_empty(&self) -> bool {
        matches!((&self.least, &self.most), (Some(least), Some(most)) if least > most)
    }

    fn is_short(&self) -> bool {
        matches!((&self.least, &self.most), (Some(least), Some(most)) if most - least < FEW.into())
    }

    /// Its numbers, if they are few.
    fn few_numbers(&self) -> Option<Vec<BigInt>> {
        let least = self.least.as_ref().filter(|_| self.is_short())?;
        Some((0..FEW).map(|n| least + n).filter(|n| self.contains(n)).collect())
    }

    /// Makes the ends such that they are in the range.
    fn close(&mut self) {
        if let Some(least) = &mut self.least {
            while self.gaps.remove(least) {
                *least += 1;
            }
            self.gaps = self.gaps.split_off(least);
        }
        if let Some(most) = &mut self.most {
            while self.gaps.remove(most) {
                *most -= 1;
            }
            self.gaps.split_off(most);
        }
    }

    /// The number in it that is next to zero.
    pub fn number(&self) -> BigInt {
        let mut distance = BigInt::ZERO;
        if let Some(least) = &self.least {
            distance = distance.max(least.clone());
        }
        if let Some(most) = &self.most {
            distance = distance.max(-most);
        }
        while !self.contains(&distance) && !self.contains(&-&distance) {
            distance += 1;
        }
        if self.contains(&distance) { distance } else { -distance }
    }
}

/// Whether a number is too long to go on with.
pub(super) fn is_long(value: &Value) -> bool {
    match value {
        Value::Int(n) => n.bits() > LONGEST,
        Value::Real(r) => r.numer().bits() + r.denom().bits() > LONGEST,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excluding(symbols: &mut Symbols, symbol: u64, numbers: impl IntoIterator<Item = i64>) -> Vec<Supposed> {
        numbers.into_iter().map(|n| symbols.exclude(symbol, &n.into())).collect()
    }

    #[test]
    fn ranges_have_gaps_and_close_over_them() {
        let mut symbols = Symbols::default();
        let symbol = symbols.free();
        assert_eq!(excluding(&mut symbols, symbol, [0, 1, -1]), [Supposed::Exactly; 3]);
        assert_eq!(symbols.range(symbol).number(), 2.into());
        assert_eq!(symbols.equals(symbol, &0.into()), Some(false));
        assert_eq!(symbols.narrow(symbol, None, Some(1.into())), Supposed::Exactly);
        assert_eq!(symbols.compare(symbol, Comparison::Le, &(-2).into()), Some(true));
        assert_eq!(symbols.compare(symbol, Comparison::Gt, &(-3).into()), None);
        assert_eq!(symbols.narrow(symbol, Some((-3).into()), None), Supposed::Exactly);
        assert_eq!(excluding(&mut symbols, symbol, [-2]), [Supposed::Exactly]);
        assert_eq!(symbols.equals(symbol, &(-3).into()), Some(true));
        assert_eq!(excluding(&mut symbols, symbol, [-3]), [Supposed::Never]);
    }
}
