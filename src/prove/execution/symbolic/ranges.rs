//! What a path's conditions say of single terms: from where to where, and whether they hold. Free of queries.

use std::cell::Cell;

use super::super::range::Range;
use super::model::Shared;
use super::term::{Bounds, FALSE, Node, TRUE, TermId, Terms};

/// Levels of a term that are looked at, and nodes.
const DEEP: u32 = 12;
const MANY: u32 = 100;
/// What is supposed of single terms on one way to a term.
const MOST_SUPPOSED: usize = 8;
const MANY_CONDITIONS: u32 = 4_000;

/// What a path's conditions say.
#[derive(Clone, Default)]
pub struct Ranges {
    ranges: Shared<TermId, Range>,
    facts: Shared<TermId, bool>,
}

impl Bounds for Ranges {
    fn of(&self, terms: &Terms, term: TermId) -> Range {
        self.within(terms, term, (DEEP, &Cell::new(MANY)), &[])
    }
}

impl Ranges {
    /// The range where also these terms are in these ranges.
    fn within(
        &self,
        terms: &Terms,
        term: TermId,
        (depth, nodes): (u32, &Cell<u32>),
        supposed: &[(TermId, Range)],
    ) -> Range {
        if let Node::Int(n) = terms.node(term) {
            return Range::only(*n);
        }
        let known = self.ranges.get(&term).copied().unwrap_or(Range::ALL);
        let known = supposed.iter().filter(|(of, _)| *of == term).fold(known, |known, (_, range)| known.and(*range));
        if depth == 0 || nodes.get() == 0 {
            return known;
        }
        nodes.set(nodes.get() - 1);
        let of = |t: TermId| self.within(terms, t, (depth - 1, nodes), supposed);
        let by_parts = match terms.node(term) {
            Node::Sum(n, parts) => {
                let by_parts = parts.iter().fold(Range::only(*n), |sum, &(part, k)| sum.plus(of(part).times(k)));
                match terms.direction(parts) {
                    Some((direction, factor)) => match self.ranges.get(&direction) {
                        Some(range) => by_parts.and(range.times(factor).plus(Range::only(*n))),
                        None => by_parts,
                    },
                    None => by_parts,
                }
            }
            Node::Mul(a, b) => {
                let (a, b) = (of(*a), of(*b));
                let ends = |n: i128| b.times(n);
                match (Range::is_number(a.least), Range::is_number(a.most)) {
                    (true, true) => ends(a.least).or(ends(a.most)),
                    _ if a.least >= 0 && b.least >= 0 => Range { least: 0, most: i128::MAX },
                    _ => Range::ALL,
                }
            }
            Node::Mod(_, m) => match terms.as_int(*m) {
                Some(m) => Range { least: 0, most: m.saturating_abs() - 1 },
                None => Range { least: 0, most: i128::MAX },
            },
            Node::Div(a, m) => match (of(*a), terms.as_int(*m)) {
                (Range { least, most }, Some(m)) if m > 0 => {
                    let end = |end: i128| if Range::is_number(end) { end.div_euclid(m) } else { end };
                    Range { least: end(least), most: end(most) }
                }
                (Range { least, .. }, None) if least >= 0 && of(*m).least >= 0 => Range { least: 0, most: of(*a).most },
                _ => Range::ALL,
            },
            Node::Ite(condition, a, b) => {
                let branch = |taken: TermId, holds: bool| {
                    if terms.as_int(taken).is_some() || supposed.len() >= MOST_SUPPOSED {
                        return of(taken);
                    }
                    let mut supposed = supposed.to_vec();
                    suppose(terms, *condition, holds, &mut supposed);
                    self.within(terms, taken, (depth - 1, nodes), &supposed)
                };
                branch(*a, true).or(branch(*b, false))
            }
            Node::Bits(_, width, ..) => Range { least: 0, most: (1i128 << width) - 1 },
            _ => Range::ALL,
        };
        known.and(by_parts)
    }

    /// What is known of a condition.
    pub fn known(&self, terms: &Terms, condition: TermId) -> Option<bool> {
        self.known_within(terms, condition, &Cell::new(MANY_CONDITIONS))
    }

    /// The same, by so many conditions: they share parts, so there may be many ways through them.
    fn known_within(&self, terms: &Terms, condition: TermId, nodes: &Cell<u32>) -> Option<bool> {
        if let Node::Bool(b) = terms.node(condition) {
            return Some(*b);
        }
        let told = self.facts.get(&condition).copied();
        if told.is_some() || nodes.get() == 0 {
            return told;
        }
        nodes.set(nodes.get() - 1);
        match terms.node(condition) {
            Node::AtMostZero(a) => {
                let range = self.of(terms, *a);
                if range.most <= 0 {
                    return Some(true);
                }
                if range.least > 0 {
                    return Some(false);
                }
            }
            Node::IsZero(a) => {
                let range = self.of(terms, *a);
                if range.least > 0 || range.most < 0 {
                    return Some(false);
                }
                if range.least == 0 && range.most == 0 {
                    return Some(true);
                }
            }
            Node::Not(a) => return self.known_within(terms, *a, nodes).map(|b| !b),
            Node::And(all) | Node::Or(all) => {
                let absorbing = matches!(terms.node(condition), Node::Or(_));
                return junction(all.iter().map(|&part| self.known_within(terms, part, nodes)), absorbing);
            }
            _ => {}
        }
        None
    }

    /// A condition that is neither a conjunction nor known holds from here on.
    pub fn learn(&mut self, terms: &mut Terms, condition: TermId) {
        let negated = terms.not(condition);
        self.facts.insert_mut(condition, true);
        self.facts.insert_mut(negated, false);
        match terms.node(condition).clone() {
            Node::AtMostZero(a) => self.learn_at_most(terms, a),
            Node::IsZero(a) => {
                self.learn_at_most(terms, a);
                if let Some(a) = terms.neg(a) {
                    self.learn_at_most(terms, a);
                }
            }
            Node::Not(a) => {
                if let Node::IsZero(a) = *terms.node(a) {
                    self.learn_other_than_zero(terms, a);
                }
            }
            _ => {}
        }
    }

    /// `n + k·t <= 0` narrows `t`.
    fn learn_at_most(&mut self, terms: &mut Terms, a: TermId) {
        let (n, parts) = match terms.node(a) {
            Node::Sum(n, parts) => (*n, parts.to_vec()),
            _ => (0, vec![(a, 1)]),
        };
        if parts.len() > 1 {
            let (direction, k) = terms.new_direction(&parts);
            if let Some(most) = n.checked_neg() {
                self.narrow(terms, direction, Range::at_most(most, k));
            }
        }
        for (at, &(term, k)) in parts.iter().enumerate() {
            // k·t <= -n - the least of the others
            let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
            let rest = others.fold(Range::only(n), |sum, (_, &(t, k))| sum.plus(self.of(terms, t).times(k)));
            if Range::is_number(rest.least) {
                self.narrow(terms, term, Range::at_most(-rest.least, k));
            }
        }
    }

    /// `n + k·t != 0` takes an end away from `t`.
    fn learn_other_than_zero(&mut self, terms: &Terms, a: TermId) {
        let Some((n, term, k)) = single(terms, a) else { return };
        // Where there is no end, there is none to take away.
        let Some(gap) = root(n, k).filter(|&gap| Range::is_number(gap)) else { return };
        let range = self.of(terms, term);
        if range.least == gap {
            self.narrow(terms, term, Range { least: gap + 1, most: i128::MAX });
        } else if range.most == gap {
            self.narrow(terms, term, Range { least: i128::MIN, most: gap - 1 });
        }
    }

    fn narrow(&mut self, terms: &Terms, term: TermId, range: Range) {
        if terms.as_int(term).is_some() {
            return;
        }
        let known = self.of(terms, term);
        let narrowed = known.and(range);
        if narrowed != known {
            self.ranges.insert_mut(term, narrowed);
        }
    }

    /// A term as far as it is known: the number or truth value that it is here.
    pub fn simplified(&self, terms: &mut Terms, term: TermId) -> TermId {
        if terms.is_truth(term) {
            return match self.known(terms, term) {
                Some(true) => TRUE,
                Some(false) => FALSE,
                None => term,
            };
        }
        let range = self.of(terms, term);
        if range.least == range.most { terms.int(range.least) } else { term }
    }
}

/// A term as `n + k·t`; `None`: it is a sum of several.
fn single(terms: &Terms, a: TermId) -> Option<(i128, TermId, i128)> {
    match terms.node(a) {
        Node::Sum(n, parts) => match parts[..] {
            [(term, k)] => Some((*n, term, k)),
            _ => None,
        },
        _ => Some((0, a, 1)),
    }
}

/// The number `t` with `n + k·t = 0`, if there is one.
fn root(n: i128, k: i128) -> Option<i128> {
    if n.checked_rem(k)? == 0 { n.checked_div(k)?.checked_neg() } else { None }
}

/// Adds in which ranges terms are where a condition holds, or does not: what it says of single terms.
fn suppose(terms: &Terms, condition: TermId, holds: bool, ranges: &mut Vec<(TermId, Range)>) {
    match (terms.node(condition), holds) {
        (Node::Not(a), _) => suppose(terms, *a, !holds, ranges),
        (Node::And(all), true) | (Node::Or(all), false) if ranges.len() < MOST_SUPPOSED => {
            all.iter().for_each(|&part| suppose(terms, part, holds, ranges));
        }
        // n + k·t <= 0; else -n - k·t <= -1
        (Node::AtMostZero(a), _) => {
            if let Some((n, term, k)) = single(terms, *a) {
                let range = match holds {
                    true => n.checked_neg().map(|most| Range::at_most(most, k)),
                    false => n.checked_sub(1).map(|most| Range::at_most(most, -k)),
                };
                ranges.extend(range.map(|range| (term, range)));
            }
        }
        (Node::IsZero(a), true) => {
            if let Some((n, term, k)) = single(terms, *a) {
                ranges.extend(root(n, k).map(|number| (term, Range::only(number))));
            }
        }
        _ => {}
    }
}

/// What a disjunction (`absorbing`: true) or conjunction is, as far as its parts are known.
fn junction(parts: impl Iterator<Item = Option<bool>>, absorbing: bool) -> Option<bool> {
    let mut together = Some(!absorbing);
    for part in parts {
        match part {
            Some(b) if b == absorbing => return Some(absorbing),
            Some(_) => {}
            None => together = None,
        }
    }
    together
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `c₀` an input, `cₙ₊₁` = `(cₙ && xₙ) || (cₙ && yₙ)`: there are 2ⁿ ways to `c₀`.
    #[test]
    fn conditions_that_share_parts_are_not_followed_on_all_ways() {
        let mut terms = Terms::default();
        let mut condition = terms.intern(Node::Truth(0));
        for n in 0..100 {
            let (x, y) = (terms.intern(Node::Truth(2 * n + 1)), terms.intern(Node::Truth(2 * n + 2)));
            let ways = [terms.and([condition, x]), terms.and([y, condition])];
            condition = terms.or(ways);
        }
        let mut ranges = Ranges::default();
        assert_eq!(ranges.known(&terms, condition), None);
        ranges.learn(&mut terms, condition);
        assert_eq!(ranges.known(&terms, condition), Some(true));
    }
}
