//! Between which numbers integers lie, as far as definitions and assumptions say so.
//!
//! ```text
//! havoc r; assume r < 0; … if (r == 0)                →  the branch is closed
//! if (…) p := 80; else p := 81; … p mod 16, p < 90    →  p - 80, true
//! ```
//!
//! An assumption holds on the executions that pass it, so it counts where its guard holds or one within it, and everywhere if
//! all executions pass it. A definition counts wherever the name is used: no execution comes there that has not passed it.

use rustc_hash::FxHashMap;

use super::guard::Guard;
use super::value::Value;
use crate::ir::Op;
use crate::smt::Term;

#[derive(Default)]
pub struct Facts {
    known: FxHashMap<(Term, Guard), Range>,
    /// The next guard around one: whoever passes the inner one has passed the outer one.
    around: FxHashMap<Guard, Guard>,
}

/// Guards around one that are looked at.
const FAR: usize = 32;

/// From the least number to the greatest, but for a gap; the ends of `i128` stand for no end.
///
/// ```text
/// if (…) p := 0; else p := 80 + i;        0 ≤ p ≤ 90, and none between 0 and 80
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
struct Range {
    least: i128,
    most: i128,
    /// The numbers next to the widest gap, which it does not include; within the range.
    gap: Option<(i128, i128)>,
}

/// Of all numbers.
const ANY: Range = Range { least: i128::MIN, most: i128::MAX, gap: None };

/// Of two gaps, the wider one.
fn wider(one: Option<(i128, i128)>, other: Option<(i128, i128)>) -> Option<(i128, i128)> {
    one.into_iter().chain(other).max_by_key(|&(low, high)| high.saturating_sub(low))
}

impl Range {
    fn from(least: i128, most: i128) -> Range {
        Range { least, most, gap: None }
    }

    fn of(number: i128) -> Range {
        Range::from(number, number)
    }

    fn and(self, other: Range) -> Range {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        let gap = wider(self.gap, other.gap);
        match gap {
            // What is left begins or ends beside the gap.
            Some((low, high)) if low < least => Range::from(least.max(high), most),
            Some((low, high)) if high > most => Range::from(least, most.min(low)),
            gap => Range { least, most, gap },
        }
    }

    /// The numbers of both, and those between them but for the widest gap.
    fn or(self, other: Range) -> Range {
        let between = match () {
            () if self.most < other.least => Some((self.most, other.least)),
            () if other.most < self.least => Some((other.most, self.least)),
            () => None,
        };
        // A gap of one is none where the other has numbers in it.
        let own = |gap: Option<(i128, i128)>, other: Range| gap.filter(|&(low, high)| other.avoids(low, high));
        let gap = wider(between, wider(own(self.gap, other), own(other.gap, self)));
        Range { least: self.least.min(other.least), most: self.most.max(other.most), gap }
    }

    /// Whether no number of it is between the two.
    fn avoids(self, low: i128, high: i128) -> bool {
        self.most <= low || self.least >= high || self.gap.is_some_and(|(from, to)| from <= low && to >= high)
    }

    /// Whether all of the other are in its gap.
    fn avoids_all(self, other: Range) -> bool {
        self.gap.is_some_and(|(low, high)| low < other.least && other.most < high)
    }

    /// Without that number, where it is an end.
    fn without(self, number: i128) -> Range {
        // Where there is no end, there is none to move.
        if [i128::MIN, i128::MAX].contains(&number) {
            return self;
        }
        match (number == self.least, number == self.most, self.gap) {
            (true, false, Some((low, high))) if low == number => Range::from(high, self.most),
            (false, true, Some((low, high))) if high == number => Range::from(self.least, low),
            (true, false, gap) => Range { least: number.saturating_add(1), gap, ..self },
            (false, true, gap) => Range { most: number.saturating_sub(1), gap, ..self },
            _ => self,
        }
    }

    /// Each number and a constant.
    fn plus(self, by: i128) -> Range {
        let least = if self.least == i128::MIN { None } else { self.least.checked_add(by) };
        let most = if self.most == i128::MAX { None } else { self.most.checked_add(by) };
        let gap = self.gap.and_then(|(low, high)| Some((low.checked_add(by)?, high.checked_add(by)?)));
        Range { least: least.unwrap_or(i128::MIN), most: most.unwrap_or(i128::MAX), gap }
    }

    fn is_bounded(self) -> bool {
        self.least != i128::MIN && self.most != i128::MAX
    }

    /// `None`: it has no ends.
    fn bounded(self) -> Option<(i128, i128)> {
        self.is_bounded().then_some((self.least, self.most))
    }

    /// From one to the other, in any order; where one is `None`, all numbers.
    fn between(ends: [Option<i128>; 2]) -> Range {
        match ends {
            [Some(a), Some(b)] => Range::from(a.min(b), a.max(b)),
            _ => ANY,
        }
    }
}

/// `x op n` for a comparison of a name and a number; none that would look like no end.
fn comparison(op: Op, a: &Value, b: &Value) -> Option<(Op, Term, i128)> {
    match (a, b) {
        (Value::Int(_), Value::Int(_)) => None,
        (_, Value::Int(n)) => {
            let (term, by) = a.sum()?;
            let number = n.checked_sub(by).filter(|&number| number != i128::MIN && number != i128::MAX)?;
            Some((op, term?, number))
        }
        (Value::Int(_), _) => comparison(op.mirrored(), b, a),
        _ => None,
    }
}

impl Facts {
    /// Of a value where the guard holds.
    fn range_of(&self, value: &Value, guard: Guard) -> Range {
        match value.sum() {
            Some((None, number)) => Range::of(number),
            Some((Some(term), by)) => self.range(term, guard).plus(by),
            None => ANY,
        }
    }

    /// A name is one of these values, each where its guard holds.
    pub fn join<'v>(&mut self, name: Term, ways: impl IntoIterator<Item = (&'v Value, Guard)>) {
        let each = ways.into_iter().map(|(value, guard)| self.range_of(value, guard));
        let range = each.reduce(Range::or).unwrap_or(ANY);
        self.define(name, range);
    }

    /// A term is an operator of these values.
    pub fn apply(&mut self, term: Term, op: Op, args: &[Value]) {
        let range = self.result(op, args);
        self.define(term, range);
    }

    /// A term is from one number to another.
    pub fn is_within(&mut self, term: Term, least: i128, most: i128) {
        self.define(term, Range::from(least, most));
    }

    /// The greatest number that a value may be.
    pub fn most(&self, value: &Value) -> Option<i128> {
        Some(self.range_of(value, Guard::Always).most).filter(|&most| most != i128::MAX)
    }

    fn define(&mut self, term: Term, range: Range) {
        if range.is_bounded() {
            let known = self.known.entry((term, Guard::Always)).or_insert(ANY);
            *known = known.and(range);
        }
    }

    /// The range of an integer operator.
    fn result(&self, op: Op, args: &[Value]) -> Range {
        let range = |value: &Value| self.range_of(value, Guard::Always);
        match (op, args) {
            (Op::Mod, [_, Value::Int(m)]) if *m > 0 => Range::from(0, m - 1),
            (Op::Div, [a, Value::Int(m)]) if *m > 0 => match range(a).bounded() {
                Some((least, most)) => Range::from(least.div_euclid(*m), most.div_euclid(*m)),
                None => ANY,
            },
            (Op::Ite, [_, a, b]) => range(a).or(range(b)),
            (Op::Mul, [a, Value::Int(n)] | [Value::Int(n), a]) => match range(a).bounded() {
                Some((least, most)) => Range::between([least.checked_mul(*n), most.checked_mul(*n)]),
                None => ANY,
            },
            (Op::Neg, [a]) => match range(a).bounded() {
                Some((least, most)) => Range::between([most.checked_neg(), least.checked_neg()]),
                None => ANY,
            },
            (Op::Add | Op::Sub, [a, b]) => match (range(a).bounded(), range(b).bounded()) {
                (Some((a, z)), Some((b, y))) if op == Op::Add => Range::between([a.checked_add(b), z.checked_add(y)]),
                (Some((a, z)), Some((b, y))) => Range::between([a.checked_sub(y), z.checked_sub(b)]),
                _ => ANY,
            },
            _ => ANY,
        }
    }

    /// The result of an operator of integers where the guard holds, by their ranges; `None`: they do not tell.
    ///
    /// `x mod m = x - q m` and `x div m = q` where `q m ≤ x < (q + 1) m`.
    pub fn fold(&self, op: Op, args: &[Value], guard: Guard) -> Option<Value> {
        let [a, b] = args else { return None };
        let range = |value: &Value| self.range_of(value, guard);
        match (op, b) {
            (Op::Mod | Op::Div, Value::Int(m)) if *m > 0 => {
                let (least, most) = range(a).bounded()?;
                let quotient = least.div_euclid(*m);
                match (quotient == most.div_euclid(*m), op) {
                    (false, _) => None,
                    (true, Op::Div) => Some(Value::Int(quotient)),
                    (true, _) => {
                        let (term, by) = a.sum()?;
                        Some(Value::from_sum(term, by.checked_sub(quotient.checked_mul(*m)?)?))
                    }
                }
            }
            (Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Neq, _) => {
                compared(op, range(a), range(b)).map(Value::Bool)
            }
            _ => None,
        }
    }

    /// Whoever passes the inner guard has passed the outer one.
    pub fn enclose(&mut self, inner: Guard, outer: Guard) {
        if inner != outer && matches!(inner, Guard::If(_)) {
            self.around.insert(inner, outer);
        }
    }

    /// A guard and those around it.
    fn and_around(&self, guard: Guard) -> impl Iterator<Item = Guard> {
        std::iter::successors(Some(guard), |guard| self.around.get(guard).copied()).take(FAR)
    }

    /// The guard that is around each of these; `None`: none that is near.
    pub fn around_all(&self, guards: &[Guard]) -> Option<Guard> {
        let (first, others) = guards.split_first()?;
        self.and_around(*first).find(|&outer| others.iter().all(|&other| self.and_around(other).any(|g| g == outer)))
    }

    fn range(&self, term: Term, guard: Guard) -> Range {
        let known = |guard| self.known.get(&(term, guard)).copied();
        let always = known(Guard::Always).unwrap_or(ANY);
        self.and_around(guard).filter_map(known).fold(always, Range::and)
    }

    /// A comparison was assumed.
    pub fn learn(&mut self, op: Op, (a, b): (&Value, &Value), guard: Guard) {
        let Some((op, term, n)) = comparison(op, a, b) else { return };
        let known = self.range(term, guard);
        let fact = match op {
            Op::Lt => Range { most: n - 1, ..ANY },
            Op::Le => Range { most: n, ..ANY },
            Op::Gt => Range { least: n + 1, ..ANY },
            Op::Ge => Range { least: n, ..ANY },
            Op::Eq => Range::of(n),
            Op::Neq => known.without(n),
            _ => return,
        };
        let own = self.known.entry((term, guard)).or_insert(ANY);
        *own = own.and(fact);
    }
}

/// Whether all numbers of a range compare so to all of another one; `None`: some may, and some may not.
fn compared(op: Op, a: Range, b: Range) -> Option<bool> {
    // Such a number would look like an end.
    if [a, b].iter().any(|range| range.least == i128::MAX || range.most == i128::MIN) {
        return None;
    }
    let (is_less, is_more) = (a.most < b.least, a.least > b.most);
    let is_same = a.least == a.most && (a.least, a.most) == (b.least, b.most);
    let is_apart = is_less || is_more || a.avoids_all(b) || b.avoids_all(a);
    let (always, never) = match op {
        Op::Lt => (is_less, a.least >= b.most),
        Op::Le => (a.most <= b.least, is_more),
        Op::Gt => (is_more, a.most <= b.least),
        Op::Ge => (a.least >= b.most, is_less),
        Op::Eq => (is_same, is_apart),
        Op::Neq => (is_apart, is_same),
        _ => return None,
    };
    (always || never).then_some(always)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: std::ops::RangeInclusive<i128> = -3..=3;

    fn has(range: Range, number: i128) -> bool {
        let is_in_gap = range.gap.is_some_and(|(low, high)| low < number && number < high);
        range.least <= number && number <= range.most && !is_in_gap
    }

    /// Ranges of small numbers, some without ends.
    fn ranges() -> Vec<Range> {
        let ends = || ALL.flat_map(|least| (least..=3).map(move |most| (least, most)));
        let whole = ends().map(|(least, most)| Range::from(least, most));
        let half = ALL.flat_map(|end| [Range { least: end, ..ANY }, Range { most: end, ..ANY }]);
        let split = ends().flat_map(|(least, most)| {
            let inner = (least..=most).flat_map(move |low| (low + 2..=most).map(move |high| (low, high)));
            inner.map(move |gap| Range { least, most, gap: Some(gap) })
        });
        whole.chain(half).chain(split).chain([ANY]).collect()
    }

    #[test]
    fn ranges_have_all_numbers_that_they_must_have() {
        for a in ranges() {
            for n in -6..=6 {
                assert!(!has(a, n) || has(a.plus(2), n + 2), "{n}");
                ALL.for_each(|m| assert!(!has(a, n) || n == m || has(a.without(m), n), "{n} without {m}"));
            }
            for b in ranges() {
                for n in -6..=6 {
                    assert!(!(has(a, n) && has(b, n)) || has(a.and(b), n), "{n} and");
                    assert!(!(has(a, n) || has(b, n)) || has(a.or(b), n), "{n} or");
                }
            }
        }
    }

    #[test]
    fn comparisons_hold_of_all_numbers() {
        type Compare = fn(&i128, &i128) -> bool;
        let ops: [(Op, Compare); 6] = [
            (Op::Lt, |a, b| a < b),
            (Op::Le, |a, b| a <= b),
            (Op::Gt, |a, b| a > b),
            (Op::Ge, |a, b| a >= b),
            (Op::Eq, |a, b| a == b),
            (Op::Neq, |a, b| a != b),
        ];
        for a in ranges() {
            for b in ranges() {
                for (op, holds) in ops {
                    let Some(decided) = compared(op, a, b) else { continue };
                    for x in (-6..=6).filter(|&x| has(a, x)) {
                        (-6..=6).filter(|&y| has(b, y)).for_each(|y| assert_eq!(holds(&x, &y), decided));
                    }
                }
            }
        }
    }

    #[test]
    fn no_end_is_no_number() {
        assert!(ANY.without(i128::MAX) == ANY && ANY.without(i128::MIN) == ANY);
    }

    #[test]
    fn a_range_is_one_segment_or_two() {
        let either = Range::of(0).or(Range::from(80, 90));
        assert!(compared(Op::Eq, either, Range::of(40)) == Some(false));
        assert!(either.without(0) == Range::from(80, 90));
        assert!(either.and(Range { least: 1, ..ANY }) == Range::from(80, 90));
    }
}
