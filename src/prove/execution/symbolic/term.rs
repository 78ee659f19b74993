//! Terms over what the program leaves open: shared, and simplified as they are made.
//!
//! Integers are sums `c + Σ kᵢ·tᵢ` in one normal form, comparisons are `sum <= 0` and `sum == 0`, so that conditions which say the
//! same are one term:
//!
//! ```text
//! x + 3 > y   →   y - x - 2 <= 0            !(y - x - 2 <= 0)   →   x - y + 3 <= 0
//! ```
//!
//! Numbers have 127 bits; what does not fit is no term (`None`), and whoever makes it knows nothing of the value.

use std::cell::Cell;
use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::super::range::Range;
use crate::ir::Op;
use crate::ir::bits::{Arithmetic, BitOp};

/// A term, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// A term one level deep.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Int(i128),
    Bool(bool),
    /// What was left open as the n-th on a path: an integer.
    Input(u32),
    /// The same, a truth value.
    Truth(u32),
    /// What a map, left open as the n-th on a path, holds at an index: an integer.
    Cell(u32, i128),
    /// The same, a truth value.
    TruthCell(u32, i128),
    /// `c + Σ k·t`, by terms in order, none of them a sum or a number.
    Sum(i128, Box<[(TermId, i128)]>),
    Mul(TermId, TermId),
    /// Euclidean; the divisor is not zero.
    Div(TermId, TermId),
    Mod(TermId, TermId),
    /// `t <= 0`
    AtMostZero(TermId),
    /// `t == 0`
    IsZero(TermId),
    Not(TermId),
    And(Box<[TermId]>),
    Or(Box<[TermId]>),
    /// Integers.
    Ite(TermId, TermId, TermId),
    /// A function of bits on integers that are not negative, of that many bits.
    Bits(BitOp, u32, TermId, TermId),
}

/// What is known of terms otherwise.
pub trait Bounds {
    /// From where to where a term is.
    fn of(&self, terms: &Terms, term: TermId) -> Range;
}

/// All terms.
pub struct Terms {
    nodes: IndexSet<Node, FxBuildHasher>,
    /// The inputs that a term mentions, sorted.
    inputs: Vec<Option<Rc<[TermId]>>>,
    /// How often one's value was found out.
    valued: Cell<u64>,
}

pub const FALSE: TermId = TermId(0);
pub const TRUE: TermId = TermId(1);

/// `c + Σ k·t` while it is made.
type Summands = Vec<(TermId, i128)>;

impl Default for Terms {
    fn default() -> Terms {
        let mut nodes = IndexSet::default();
        nodes.insert(Node::Bool(false));
        nodes.insert(Node::Bool(true));
        Terms { nodes, inputs: Vec::new(), valued: Cell::new(0) }
    }
}

impl Terms {
    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.0 as usize]
    }

    pub fn intern(&mut self, node: Node) -> TermId {
        TermId(self.nodes.insert_full(node).0 as u32)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Of so many terms, values were found out.
    pub fn count(&self, valued: usize) {
        self.valued.set(self.valued.get() + valued as u64);
    }

    /// Of how many terms values were found out so far.
    pub fn valued(&self) -> u64 {
        self.valued.get()
    }

    pub fn int(&mut self, n: i128) -> TermId {
        self.intern(Node::Int(n))
    }

    pub fn bool(&self, value: bool) -> TermId {
        if value { TRUE } else { FALSE }
    }

    pub fn as_int(&self, term: TermId) -> Option<i128> {
        if let Node::Int(n) = self.node(term) { Some(*n) } else { None }
    }

    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        if let Node::Bool(b) = self.node(term) { Some(*b) } else { None }
    }

    /// Whether it is a truth value, and no integer.
    pub fn is_truth(&self, term: TermId) -> bool {
        matches!(
            self.node(term),
            Node::Bool(_)
                | Node::Truth(_)
                | Node::TruthCell(..)
                | Node::AtMostZero(_)
                | Node::IsZero(_)
                | Node::Not(_)
                | Node::And(_)
                | Node::Or(_)
        )
    }

    /// The inputs that it mentions, sorted.
    pub fn inputs(&mut self, term: TermId) -> Rc<[TermId]> {
        if let Some(Some(known)) = self.inputs.get(term.0 as usize) {
            return known.clone();
        }
        let mut found: Vec<TermId> = match self.node(term) {
            Node::Input(_) | Node::Truth(_) | Node::Cell(..) | Node::TruthCell(..) => vec![term],
            node => children(node).into_iter().flat_map(|child| self.inputs(child).to_vec()).collect(),
        };
        found.sort_unstable();
        found.dedup();
        let found: Rc<[TermId]> = found.into();
        self.inputs.resize(self.nodes.len(), None);
        self.inputs[term.0 as usize] = Some(found.clone());
        found
    }

    /// What sums of these parts are multiples of, and how often; `None`: nobody has made it.
    pub fn direction(&self, parts: &[(TermId, i128)]) -> Option<(TermId, i128)> {
        let factor = common_factor(parts);
        let node = Node::Sum(0, parts.iter().map(|&(term, k)| (term, k / factor)).collect());
        let found = (parts.len() > 1).then(|| self.nodes.get_index_of(&node))??;
        Some((TermId(found as u32), factor))
    }

    pub fn new_direction(&mut self, parts: &[(TermId, i128)]) -> (TermId, i128) {
        let factor = common_factor(parts);
        let node = Node::Sum(0, parts.iter().map(|&(term, k)| (term, k / factor)).collect());
        (self.intern(node), factor)
    }

    /// A term as summands and what is added to them.
    fn summands(&self, term: TermId) -> (i128, Summands) {
        match self.node(term) {
            Node::Int(n) => (*n, Vec::new()),
            Node::Sum(n, parts) => (*n, parts.to_vec()),
            _ => (0, vec![(term, 1)]),
        }
    }

    fn sum(&mut self, n: i128, parts: Summands) -> TermId {
        match parts[..] {
            [] => self.int(n),
            [(only, 1)] if n == 0 => only,
            _ => self.intern(Node::Sum(n, parts.into())),
        }
    }

    /// An operation on two numbers; `None`: what it gives is found out otherwise.
    pub fn on_numbers(&mut self, op: Op, a: i128, b: i128) -> Option<TermId> {
        let number = match op {
            Op::Add => a.checked_add(b)?,
            Op::Sub => a.checked_sub(b)?,
            Op::Mul => a.checked_mul(b)?,
            Op::Div if b > 0 => a.div_euclid(b),
            Op::Mod if b > 0 => a.rem_euclid(b),
            Op::Eq => return Some(self.bool(a == b)),
            Op::Neq => return Some(self.bool(a != b)),
            Op::Lt => return Some(self.bool(a < b)),
            Op::Le => return Some(self.bool(a <= b)),
            Op::Gt => return Some(self.bool(a > b)),
            Op::Ge => return Some(self.bool(a >= b)),
            _ => return None,
        };
        Range::is_number(number).then(|| self.int(number))
    }

    /// `a + k·b`
    pub fn add_times(&mut self, a: TermId, k: i128, b: TermId) -> Option<TermId> {
        let ((m, left), (n, right)) = (self.summands(a), self.summands(b));
        let number = m.checked_add(n.checked_mul(k)?).filter(|n| Range::is_number(*n))?;
        let mut parts: Summands = Vec::with_capacity(left.len() + right.len());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        loop {
            let (term, factor) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&(x, i)), Some(&(y, j))) if x == y => {
                    left.next();
                    right.next();
                    (x, i.checked_add(j.checked_mul(k)?)?)
                }
                (Some(&(x, i)), other) if other.is_none_or(|&(y, _)| x < y) => {
                    left.next();
                    (x, i)
                }
                (_, Some(&(y, j))) => {
                    right.next();
                    (y, j.checked_mul(k)?)
                }
                (Some(_), None) => break,
            };
            match factor {
                0 => {}
                k if Range::is_number(k) => parts.push((term, k)),
                _ => return None,
            }
        }
        Some(self.sum(number, parts))
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        self.add_times(a, 1, b)
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        self.add_times(a, -1, b)
    }

    pub fn neg(&mut self, a: TermId) -> Option<TermId> {
        let zero = self.int(0);
        self.add_times(zero, -1, a)
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.as_int(a), self.as_int(b)) {
            (Some(m), Some(n)) => Some(m.checked_mul(n)?).map(|n| self.int(n)),
            (Some(k), None) => self.scaled(k, b),
            (None, Some(k)) => self.scaled(k, a),
            (None, None) => Some(self.intern(Node::Mul(a.min(b), a.max(b)))),
        }
    }

    fn scaled(&mut self, k: i128, a: TermId) -> Option<TermId> {
        let zero = self.int(0);
        self.add_times(zero, k, a)
    }

    /// Euclidean division; the divisor is known not to be zero.
    pub fn div(&mut self, a: TermId, b: TermId, ranges: &impl Bounds) -> Option<TermId> {
        let Some(m) = self.as_int(b).filter(|m| *m != 0) else {
            return self.as_int(b).is_none().then(|| self.intern(Node::Div(a, b)));
        };
        if m == 1 {
            return Some(a);
        }
        let Range { least, most } = ranges.of(self, a);
        // One quotient for the whole range.
        if m > 0 && Range::is_number(least) && Range::is_number(most) && least.div_euclid(m) == most.div_euclid(m) {
            return Some(self.int(least.div_euclid(m)));
        }
        let (inside, outside) = self.multiples(a, m)?;
        let quotient = match self.as_int(outside) {
            Some(n) if self.as_int(inside).is_some() => self.int(n.div_euclid(m)),
            // Without the multiples, there may be one quotient for what is left.
            _ if outside != a => self.div(outside, b, ranges)?,
            _ => self.intern(Node::Div(outside, b)),
        };
        self.add(inside, quotient)
    }

    pub fn modulo(&mut self, a: TermId, b: TermId, ranges: &impl Bounds) -> Option<TermId> {
        let Some(m) = self.as_int(b).filter(|m| *m != 0) else {
            return self.as_int(b).is_none().then(|| self.intern(Node::Mod(a, b)));
        };
        let Range { least, most } = ranges.of(self, a);
        if m > 0 && Range::is_number(least) && Range::is_number(most) && least.div_euclid(m) == most.div_euclid(m) {
            let shift = self.int(least.div_euclid(m).checked_mul(m)?);
            return self.sub(a, shift);
        }
        let (_, outside) = self.multiples(a, m)?;
        if outside != a {
            return self.modulo(outside, b, ranges);
        }
        if let Some(inner) = self.below_remainder(outside, m, ranges) {
            return self.modulo(inner, b, ranges);
        }
        Some(match self.as_int(outside) {
            Some(n) => self.int(n.rem_euclid(m)),
            None => self.intern(Node::Mod(outside, b)),
        })
    }

    /// `(v mod n) div d  →  v div d` in what is looked at modulo `m`, where `n` is a multiple of `d·m`; `None`: it is something else.
    fn below_remainder(&mut self, a: TermId, m: i128, ranges: &impl Bounds) -> Option<TermId> {
        let (number, parts) = self.summands(a);
        let [(part, 1)] = parts[..] else { return None };
        let (inner, d) = match *self.node(part) {
            Node::Div(inner, d) => (inner, self.as_int(d).filter(|d| *d > 0)?),
            _ => (part, 1),
        };
        let Node::Mod(v, n) = *self.node(inner) else { return None };
        if m <= 0 || self.as_int(n).filter(|n| *n > 0)?.checked_rem(d.checked_mul(m)?)? != 0 {
            return None;
        }
        let d = self.int(d);
        let (quotient, number) = (self.div(v, d, ranges)?, self.int(number));
        self.add(quotient, number)
    }

    /// `a` as `m·inside + outside`, where outside has no multiples of `m`.
    fn multiples(&mut self, a: TermId, m: i128) -> Option<(TermId, TermId)> {
        let (n, parts) = self.summands(a);
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for (term, k) in parts {
            if k.checked_rem(m)? == 0 { inside.push((term, k / m)) } else { outside.push((term, k)) }
        }
        let rest = if m > 0 { n.rem_euclid(m) } else { n };
        let whole = if m > 0 { n.div_euclid(m) } else { 0 };
        Some((self.sum(whole, inside), self.sum(rest, outside)))
    }

    /// `a <= b`
    pub fn at_most(&mut self, a: TermId, b: TermId, ranges: &impl Bounds) -> Option<TermId> {
        let difference = self.sub(a, b)?;
        Some(self.at_most_zero(difference, ranges))
    }

    /// `a < b`
    pub fn below(&mut self, a: TermId, b: TermId, ranges: &impl Bounds) -> Option<TermId> {
        let difference = self.sub(a, b)?;
        let one = self.int(1);
        let difference = self.add(difference, one)?;
        Some(self.at_most_zero(difference, ranges))
    }

    fn at_most_zero(&mut self, a: TermId, ranges: &impl Bounds) -> TermId {
        let Range { least, most } = ranges.of(self, a);
        if most <= 0 {
            return TRUE;
        }
        if least > 0 {
            return FALSE;
        }
        // The common factor of the parts: 4·x - 3 <= 0 is x <= 0.
        if let Node::Sum(n, parts) = self.node(a)
            && let factor = parts.iter().fold(0, |g, &(_, k)| gcd(g, k))
            && factor > 1
        {
            let bound = -(-n).div_euclid(factor);
            let parts = parts.iter().map(|&(t, k)| (t, k / factor)).collect();
            let a = self.sum(bound, parts);
            return self.intern(Node::AtMostZero(a));
        }
        self.intern(Node::AtMostZero(a))
    }

    /// `a == b`, integers.
    pub fn equal(&mut self, a: TermId, b: TermId, ranges: &impl Bounds) -> Option<TermId> {
        let difference = self.sub(a, b)?;
        let Range { least, most } = ranges.of(self, difference);
        if least > 0 || most < 0 {
            return Some(FALSE);
        }
        if least == 0 && most == 0 {
            return Some(TRUE);
        }
        if let Some(chosen) = self.equal_to_choice(difference) {
            return Some(chosen);
        }
        let difference = match self.node(difference) {
            Node::Sum(n, parts) => {
                let factor = common_factor(parts);
                if n % factor != 0 {
                    return Some(FALSE);
                }
                let (n, parts) = (n / factor, parts.iter().map(|&(t, k)| (t, k / factor)).collect());
                self.sum(n, parts)
            }
            _ => difference,
        };
        Some(self.intern(Node::IsZero(difference)))
    }

    /// `(if c then 1 else 0) == 1` is `c`: what comparisons of C look like.
    fn equal_to_choice(&mut self, difference: TermId) -> Option<TermId> {
        let (n, parts) = self.summands(difference);
        let [(term, k)] = parts[..] else { return None };
        let Node::Ite(condition, a, b) = *self.node(term) else { return None };
        let (a, b) = (self.as_int(a)?, self.as_int(b)?);
        let is_zero = |value: i128| value.checked_mul(k).and_then(|v| v.checked_add(n)).map(|v| v == 0);
        Some(match (is_zero(a)?, is_zero(b)?) {
            (true, true) => TRUE,
            (true, false) => condition,
            (false, true) => self.not(condition),
            (false, false) => FALSE,
        })
    }

    pub fn not(&mut self, a: TermId) -> TermId {
        match self.node(a).clone() {
            Node::Bool(b) => self.bool(!b),
            Node::Not(b) => b,
            Node::AtMostZero(t) => {
                // t > 0 is 1 - t <= 0.
                let one = self.int(1);
                match self.sub(one, t) {
                    Some(turned) => self.intern(Node::AtMostZero(turned)),
                    None => self.intern(Node::Not(a)),
                }
            }
            _ => self.intern(Node::Not(a)),
        }
    }

    pub fn and(&mut self, all: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(all, false)
    }

    pub fn or(&mut self, all: impl IntoIterator<Item = TermId>) -> TermId {
        self.junction(all, true)
    }

    fn junction(&mut self, all: impl IntoIterator<Item = TermId>, absorbing: bool) -> TermId {
        let mut kept: Vec<TermId> = Vec::new();
        for term in all {
            match self.node(term) {
                Node::Bool(b) if *b == absorbing => return term,
                Node::Bool(_) => {}
                Node::And(parts) if !absorbing => kept.extend(parts.iter()),
                Node::Or(parts) if absorbing => kept.extend(parts.iter()),
                _ => kept.push(term),
            }
        }
        kept.sort_unstable();
        kept.dedup();
        match kept[..] {
            [] => self.bool(!absorbing),
            [one] => one,
            _ if absorbing => self.intern(Node::Or(kept.into())),
            _ => self.intern(Node::And(kept.into())),
        }
    }

    /// `if condition then a else b`, integers.
    pub fn ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        match self.as_bool(condition) {
            Some(true) => a,
            Some(false) => b,
            None if a == b => a,
            None => self.intern(Node::Ite(condition, a, b)),
        }
    }

    /// The same, truth values.
    pub fn ite_bool(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        let otherwise = self.not(condition);
        let (then, otherwise) = (self.and([condition, a]), self.and([otherwise, b]));
        self.or([then, otherwise])
    }

    /// `a <==> b`
    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        let negated = self.not(b);
        self.ite_bool(a, b, negated)
    }

    /// A function of the bits of two integers of so many bits, which are not negative.
    pub fn bits(&mut self, op: BitOp, width: u32, a: TermId, b: TermId, ranges: &impl Bounds) -> Option<TermId> {
        if width > 64 {
            return None;
        }
        let (word, number) = match (self.as_int(a), self.as_int(b)) {
            (Some(m), Some(n)) => return Some(self.int(op.apply(width, m, n))),
            (None, Some(n)) => (a, u64::try_from(n).ok()),
            (Some(n), None) if op.commutes() => (b, u64::try_from(n).ok()),
            _ => (a, None),
        };
        let arithmetic = number.and_then(|n| op.of_number(width, &mut Within { terms: self, ranges }, &word, n));
        Some(arithmetic.unwrap_or_else(|| self.intern(Node::Bits(op, width, a, b))))
    }
}

/// Terms, where something is known of the numbers that they are.
struct Within<'a, B> {
    terms: &'a mut Terms,
    ranges: &'a B,
}

impl<B: Bounds> Arithmetic for Within<'_, B> {
    type Number = TermId;

    fn number(&mut self, n: i128) -> TermId {
        self.terms.int(n)
    }

    fn plus(&mut self, a: &TermId, k: i128, b: &TermId) -> Option<TermId> {
        self.terms.add_times(*a, k, *b)
    }

    fn quotient(&mut self, a: &TermId, n: i128) -> Option<TermId> {
        let n = self.terms.int(n);
        self.terms.div(*a, n, self.ranges)
    }

    fn remainder(&mut self, a: &TermId, n: i128) -> Option<TermId> {
        let n = self.terms.int(n);
        self.terms.modulo(*a, n, self.ranges)
    }
}

/// The operands.
pub fn children(node: &Node) -> Vec<TermId> {
    match node {
        Node::Int(_) | Node::Bool(_) | Node::Input(_) | Node::Truth(_) | Node::Cell(..) | Node::TruthCell(..) => {
            Vec::new()
        }
        Node::Sum(_, parts) => parts.iter().map(|&(term, _)| term).collect(),
        &(Node::Mul(a, b) | Node::Div(a, b) | Node::Mod(a, b) | Node::Bits(_, _, a, b)) => vec![a, b],
        &(Node::AtMostZero(a) | Node::IsZero(a) | Node::Not(a)) => vec![a],
        Node::And(all) | Node::Or(all) => all.to_vec(),
        &Node::Ite(c, a, b) => vec![c, a, b],
    }
}

/// The same of other operands.
pub fn with_children(node: &Node, mut other: impl FnMut(TermId) -> TermId) -> Node {
    match node {
        Node::Sum(n, parts) => Node::Sum(*n, parts.iter().map(|&(term, k)| (other(term), k)).collect()),
        &Node::Mul(a, b) => Node::Mul(other(a), other(b)),
        &Node::Div(a, b) => Node::Div(other(a), other(b)),
        &Node::Mod(a, b) => Node::Mod(other(a), other(b)),
        &Node::Bits(op, width, a, b) => Node::Bits(op, width, other(a), other(b)),
        &Node::AtMostZero(a) => Node::AtMostZero(other(a)),
        &Node::IsZero(a) => Node::IsZero(other(a)),
        &Node::Not(a) => Node::Not(other(a)),
        Node::And(all) => Node::And(all.iter().map(|&part| other(part)).collect()),
        Node::Or(all) => Node::Or(all.iter().map(|&part| other(part)).collect()),
        &Node::Ite(c, a, b) => Node::Ite(other(c), other(a), other(b)),
        Node::Int(_) | Node::Bool(_) | Node::Input(_) | Node::Truth(_) | Node::Cell(..) | Node::TruthCell(..) => {
            node.clone()
        }
    }
}

/// The factor of all parts, such that the first is positive without it.
fn common_factor(parts: &[(TermId, i128)]) -> i128 {
    let factor = parts.iter().fold(0, |g, &(_, k)| gcd(g, k)).max(1);
    if parts.first().is_some_and(|&(_, k)| k < 0) { -factor } else { factor }
}

pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
