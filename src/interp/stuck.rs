//! Why an expression has no value here, and how that combines in three-valued logic.

use crate::base::ids::{FuncId, TypeId, VarId};
use crate::verdict::{Division, Value};

/// The value of an expression or variable, or why there is none.
pub type Slot = Result<Value, Stuck>;

/// Why an expression cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// A Boolean that is this as far as was seen: a quantifier over an infinite type of which some instances were
    /// tried, or an equality of maps that are alike wherever they were compared. Only Boolean expressions have it.
    Unsure(bool),
    /// A non-Boolean value that hangs on an [`Stuck::Unsure`] Boolean.
    Undecided,
    /// The variable has no value yet: a choice of whoever explores.
    Unassigned(VarId),
    /// What the language leaves open has no value here yet: a choice of whoever explores.
    Open(Box<Point>),
    /// It is this number, which is left open ([`super::symbols`]).
    Symbol(u64),
    /// It hangs on a number that is left open.
    Unknown,
    /// A function of a theory that the interpreter does not know.
    Builtin(FuncId),
    /// An operation without an exact value: `**` with a fractional exponent, an operator on foreign operands.
    Operation,
    /// A map that cannot be tabulated, or a map as a key that cannot be compared.
    Map,
    /// A type of which no values are known.
    NoValues(TypeId),
    /// A code expression or a polymorphic construct, which passes remove before.
    NotLowered,
    /// The expression or a recursive function nests too deeply.
    Depth,
    /// The evaluation used up its steps.
    Fuel,
}

/// A point at which the language leaves a value open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Point {
    /// An uninterpreted function, or a selector on a foreign constructor, at these arguments.
    Function(FuncId, Vec<Value>),
    /// A division of this dividend by zero.
    Division(Division, Value),
}

impl Stuck {
    /// For a consumer that is not Boolean logic and makes something else of it.
    pub(super) fn harden(self) -> Stuck {
        match self {
            Stuck::Unsure(_) => Stuck::Undecided,
            Stuck::Symbol(_) => Stuck::Unknown,
            other => other,
        }
    }

    /// Whether assigning something would help.
    pub fn is_choice(&self) -> bool {
        matches!(self, Stuck::Unassigned(_) | Stuck::Open(_))
    }

    /// Which of two operands' reasons a junction reports: first what a choice resolves, then what nothing resolves,
    /// then the Boolean that absorbs (`false` for a conjunction).
    pub(super) fn join(self, other: Stuck, absorbing: bool) -> Stuck {
        let rank = |s: &Stuck| match s {
            Stuck::Unsure(b) if *b == absorbing => 1,
            Stuck::Unsure(_) => 0,
            s if s.is_choice() => 3,
            _ => 2,
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}

/// Negation of a Boolean that may be unsure.
pub(super) fn negate(slot: Result<bool, Stuck>) -> Result<bool, Stuck> {
    match slot {
        Ok(b) => Ok(!b),
        Err(Stuck::Unsure(b)) => Err(Stuck::Unsure(!b)),
        Err(other) => Err(other),
    }
}

/// `a <==> b` where each side may be unsure.
pub(super) fn iff(a: Result<bool, Stuck>, b: Result<bool, Stuck>) -> Result<bool, Stuck> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok(a == b),
        (Ok(a), Err(Stuck::Unsure(b))) | (Err(Stuck::Unsure(a)), Ok(b)) => Err(Stuck::Unsure(a == b)),
        (Err(Stuck::Unsure(a)), Err(Stuck::Unsure(b))) => Err(Stuck::Unsure(a == b)),
        (Err(a), Err(b)) => Err(a.join(b, false)),
        (Err(s), Ok(_)) | (Ok(_), Err(s)) => Err(s),
    }
}

/// A conjunction (`absorbing` is false) or disjunction (true) that ends at the first absorbing operand.
pub(super) struct Junction {
    absorbing: bool,
    pending: Option<Stuck>,
}

impl Junction {
    pub(super) fn new(absorbing: bool) -> Junction {
        Junction { absorbing, pending: None }
    }

    /// Takes an operand; true: the result is the absorbing value, whatever follows.
    pub(super) fn add(&mut self, operand: Result<bool, Stuck>) -> bool {
        match operand {
            Ok(b) => return b == self.absorbing,
            Err(s) => {
                self.pending = Some(match self.pending.take() {
                    Some(p) => p.join(s, self.absorbing),
                    None => s,
                });
            }
        }
        false
    }

    /// The result when no operand absorbed.
    pub(super) fn end(self) -> Result<bool, Stuck> {
        match self.pending {
            Some(s) => Err(s),
            None => Ok(!self.absorbing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(operands: &[Result<bool, Stuck>], absorbing: bool) -> Result<bool, Stuck> {
        let mut junction = Junction::new(absorbing);
        for o in operands {
            if junction.add(o.clone()) {
                return Ok(absorbing);
            }
        }
        junction.end()
    }

    #[test]
    fn a_known_operand_absorbs_stuck_ones() {
        assert_eq!(all(&[Err(Stuck::Fuel), Ok(false)], false), Ok(false));
        assert_eq!(all(&[Err(Stuck::Fuel), Ok(true)], true), Ok(true));
        assert_eq!(all(&[Err(Stuck::Fuel), Ok(true)], false), Err(Stuck::Fuel));
        assert_eq!(all(&[Err(Stuck::Unsure(true)), Err(Stuck::Unsure(false))], false), Err(Stuck::Unsure(false)));
        assert_eq!(all(&[Err(Stuck::Unsure(true)), Err(Stuck::Unsure(false))], true), Err(Stuck::Unsure(true)));
        assert_eq!(all(&[Err(Stuck::Unsure(true)), Ok(true)], false), Err(Stuck::Unsure(true)));
        assert_eq!(all(&[Err(Stuck::Fuel), Err(Stuck::Unassigned(VarId(3)))], false), Err(Stuck::Unassigned(VarId(3))));
    }

    #[test]
    fn doubt_survives_negation_and_equivalence() {
        assert_eq!(negate(Err(Stuck::Unsure(true))), Err(Stuck::Unsure(false)));
        assert_eq!(iff(Ok(false), Err(Stuck::Unsure(false))), Err(Stuck::Unsure(true)));
        assert_eq!(iff(Err(Stuck::Depth), Ok(true)), Err(Stuck::Depth));
    }
}
