//! What inputs may be: numbers that satisfy a path's conditions, and what terms are then.

use std::cell::RefCell;
use std::rc::Rc;

use rpds::HashTrieMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::term::{Node, TermId, Terms};

/// What paths share until one of them knows more.
pub type Shared<K, V> = HashTrieMap<K, V, archery::RcK, FxBuildHasher>;

/// What is kept of one model's values of terms, before it is asked for the next one.
const MOST_KNOWN: usize = 50_000;

/// Values of inputs; what is not told is zero. Truth values are 0 and 1.
#[derive(Clone, Default)]
pub struct Model {
    inputs: Shared<TermId, i128>,
    /// What terms are in it: a path's next condition is made of much that those before are made of.
    known: Rc<RefCell<FxHashMap<TermId, i128>>>,
}

impl Model {
    pub fn with(&self, values: impl IntoIterator<Item = (TermId, i128)>) -> Model {
        let mut inputs = self.inputs.clone();
        values.into_iter().for_each(|(input, value)| inputs.insert_mut(input, value));
        Model { inputs, known: Rc::default() }
    }

    /// Keeps no values of terms any more, until it is asked for some.
    pub fn forget(&mut self) {
        self.known = Rc::default();
    }

    /// What is told of inputs, in order.
    pub fn told(&self) -> Vec<(TermId, i128)> {
        let mut told: Vec<(TermId, i128)> = self.inputs.iter().map(|(&input, &value)| (input, value)).collect();
        told.sort_unstable();
        told
    }

    /// The value of a term; zero where it is too large.
    pub fn value(&self, terms: &Terms, term: TermId) -> i128 {
        self.try_value(terms, term).unwrap_or(0)
    }

    pub fn satisfies(&self, terms: &Terms, condition: TermId) -> bool {
        self.try_value(terms, condition) == Some(1)
    }

    pub fn try_value(&self, terms: &Terms, term: TermId) -> Option<i128> {
        let mut known = self.known.borrow_mut();
        if known.len() > MOST_KNOWN {
            known.clear();
        }
        let before = known.len();
        let value = valued(terms, term, &|input| self.inputs.get(&input).copied().unwrap_or(0), &mut known);
        terms.count(known.len() - before);
        value
    }
}

/// The value of a term where inputs have these; `None`: it is too large.
pub fn valued(
    terms: &Terms,
    term: TermId,
    input: &dyn Fn(TermId) -> i128,
    known: &mut FxHashMap<TermId, i128>,
) -> Option<i128> {
    let is_small = matches!(
        terms.node(term),
        Node::Int(_) | Node::Bool(_) | Node::Input(_) | Node::Truth(_) | Node::Cell(..) | Node::TruthCell(..)
    );
    if !is_small && let Some(&value) = known.get(&term) {
        return Some(value);
    }
    let value = match terms.node(term) {
        Node::Input(_) | Node::Truth(_) | Node::Cell(..) | Node::TruthCell(..) => input(term),
        node => computed(node, &mut |term| valued(terms, term, input, known))?,
    };
    if !is_small {
        known.insert(term, value);
    }
    Some(value)
}

/// The value of a term that is no input, by those of its operands; `None`: it is too large, or an operand has none.
pub fn computed(node: &Node, of: &mut impl FnMut(TermId) -> Option<i128>) -> Option<i128> {
    Some(match node {
        Node::Int(n) => *n,
        Node::Bool(b) => i128::from(*b),
        Node::Input(_) | Node::Truth(_) | Node::Cell(..) | Node::TruthCell(..) => return None,
        Node::Sum(n, parts) => {
            let mut sum = *n;
            for &(part, k) in parts {
                sum = sum.checked_add(of(part)?.checked_mul(k)?)?;
            }
            sum
        }
        Node::Mul(a, b) => of(*a)?.checked_mul(of(*b)?)?,
        Node::Div(a, b) => of(*a)?.checked_div_euclid(of(*b)?)?,
        Node::Mod(a, b) => of(*a)?.checked_rem_euclid(of(*b)?)?,
        Node::AtMostZero(a) => i128::from(of(*a)? <= 0),
        Node::IsZero(a) => i128::from(of(*a)? == 0),
        Node::Not(a) => 1 - of(*a)?,
        Node::And(all) => {
            let mut holds = 1;
            for &part in all {
                holds = holds.min(of(part)?);
            }
            holds
        }
        Node::Or(all) => {
            let mut holds = 0;
            for &part in all {
                holds = holds.max(of(part)?);
            }
            holds
        }
        Node::Ite(condition, a, b) => {
            if of(*condition)? == 1 {
                of(*a)?
            } else {
                of(*b)?
            }
        }
        Node::Bits(op, width, a, b) => op.apply(*width, of(*a)?, of(*b)?),
    })
}
