//! Numbers that an execution leaves open, and the ranges that its conditions leave them.
//!
//! A symbol stands in a variable or in a cell of a map, as it is; `x + 1` of a symbol `x` is none, but once it is
//! assigned it is another one, *bound* by `x`. A condition that compares a symbol with a number is decided by the symbol's range, and
//! where the execution takes it for granted, narrows the range. Of *free* symbols, ranges are exact: an execution may
//! have any number out of the range, whatever it has of the other free ones.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::eval::Evaluator;
use super::numbers::Comparison;
use super::stuck::{Slot, Stuck};
use crate::base::ids::ExprId;
use crate::ir::{ExprKind, Op};
use crate::verdict::Value;

/// All symbols of an execution.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Whether it is free, by number.
    free: Vec<bool>,
    ranges: Ranges,
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
    fn and(self, other: Supposed) -> Supposed {
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

    /// All ranges, to go back to.
    pub fn ranges(&self) -> Ranges {
        self.ranges.clone()
    }

    pub fn go_back(&mut self, ranges: Ranges) {
        self.ranges = ranges;
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

    fn narrow(&mut self, symbol: u64, least: Option<BigInt>, most: Option<BigInt>) -> Supposed {
        let range = self.ranges.entry(symbol).or_default();
        range.least = least.into_iter().chain(range.least.take()).max();
        range.most = most.into_iter().chain(range.most.take()).min();
        range.close();
        match () {
            () if range.is_empty() => Supposed::Never,
            () if self.free[symbol as usize] => Supposed::Exactly,
            () => Supposed::Vaguely,
        }
    }

    fn exclude(&mut self, symbol: u64, n: &BigInt) -> Supposed {
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

/// An operand of a comparison.
enum Operand {
    Symbol(u64),
    Number(BigInt),
    Other,
}

impl Evaluator<'_> {
    /// What a variable holds that is assigned an expression: where there are symbols, one stands for what has no value.
    pub fn named_value(&mut self, e: ExprId) -> Slot {
        match (self.eval(e), &mut self.symbols) {
            (Err(stuck), Some(symbols)) if !matches!(stuck, Stuck::Symbol(_)) => Err(Stuck::Symbol(symbols.bound())),
            (slot, _) => slot,
        }
    }

    /// Goes on as if a condition held, or did not. Where one of several conditions suffices, `choose` says which is the first
    /// that does, out of how many.
    pub fn suppose(&mut self, e: ExprId, holds: bool, choose: &mut dyn FnMut(usize) -> usize) -> Supposed {
        if let Ok(known) = self.holds(e) {
            return if known == holds { Supposed::Exactly } else { Supposed::Never };
        }
        let program = self.program;
        let ExprKind::Op(op, args) = program.exprs.kind(e) else { return Supposed::Vaguely };
        match (op, holds) {
            (Op::Not, _) => self.suppose(args[0], !holds, choose),
            (Op::And, true) | (Op::Or, false) => {
                args.iter().fold(Supposed::Exactly, |all, &arg| all.and(self.suppose(arg, holds, choose)))
            }
            (Op::And, false) | (Op::Or, true) => {
                let all: Vec<(ExprId, bool)> = args.iter().map(|&arg| (arg, holds)).collect();
                self.suppose_one(&all, choose)
            }
            (Op::Implies, true) => self.suppose_one(&[(args[0], false), (args[1], true)], choose),
            (Op::Implies, false) => self.suppose(args[0], true, choose).and(self.suppose(args[1], false, choose)),
            (Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge, _) => self.suppose_comparison(*op, args, holds),
            _ => Supposed::Vaguely,
        }
    }

    /// One of these holds; none is known to.
    fn suppose_one(&mut self, all: &[(ExprId, bool)], choose: &mut dyn FnMut(usize) -> usize) -> Supposed {
        let open: Vec<(ExprId, bool)> = all.iter().copied().filter(|&(arg, _)| self.holds(arg).is_err()).collect();
        let first = match open.len() {
            0 => return Supposed::Vaguely,
            1 => 0,
            several => choose(several),
        };
        let not_before = open[..first]
            .iter()
            .fold(Supposed::Exactly, |all, &(arg, holds)| all.and(self.suppose(arg, !holds, choose)));
        not_before.and(self.suppose(open[first].0, open[first].1, choose))
    }

    fn suppose_comparison(&mut self, op: Op, args: &[ExprId], holds: bool) -> Supposed {
        let (op, symbol, n) = match (self.operand(args[0]), self.operand(args[1])) {
            (Operand::Symbol(symbol), Operand::Number(n)) => (op, symbol, n),
            (Operand::Number(n), Operand::Symbol(symbol)) => (turned(op), symbol, n),
            _ => return Supposed::Vaguely,
        };
        let Some(symbols) = &mut self.symbols else { return Supposed::Vaguely };
        match if holds { op } else { negated(op) } {
            Op::Eq => symbols.narrow(symbol, Some(n.clone()), Some(n)),
            Op::Lt => symbols.narrow(symbol, None, Some(n - 1)),
            Op::Le => symbols.narrow(symbol, None, Some(n)),
            Op::Gt => symbols.narrow(symbol, Some(n + 1), None),
            Op::Ge => symbols.narrow(symbol, Some(n), None),
            _ => symbols.exclude(symbol, &n),
        }
    }

    fn operand(&mut self, e: ExprId) -> Operand {
        match self.eval(e) {
            Ok(Value::Int(n)) => Operand::Number(n),
            Err(Stuck::Symbol(symbol)) => Operand::Symbol(symbol),
            _ => Operand::Other,
        }
    }
}

/// `a op b` as `b op a`.
fn turned(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Le => Op::Ge,
        Op::Gt => Op::Lt,
        Op::Ge => Op::Le,
        op => op,
    }
}

fn negated(op: Op) -> Op {
    match op {
        Op::Lt => Op::Ge,
        Op::Le => Op::Gt,
        Op::Gt => Op::Le,
        Op::Ge => Op::Lt,
        Op::Eq => Op::Neq,
        _ => Op::Eq,
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
