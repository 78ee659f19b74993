//! What becomes of a quantifier over types depends on where it stands.
//!
//! All types there are cannot be enumerated; the instances that the program uses can, and a fresh uninterpreted type
//! stands for one type of which nothing is known.
//!
//! | where | `forall<a>` | `exists<a>` |
//! |--|--|--|
//! | axiom | the instances: weaker | the instances or a fresh type |
//! | assumed repeatedly | the instances: weaker | true, with a warning: each time another type may do |
//! | asserted | the instances and a fresh type | the instances: harder to show |
//! | clause, asserted and assumed | the instances and a fresh type | refused |
//! | value | refused | refused |
//!
//! Below a negation the two change places. One fresh type is enough for an assertion because at most one failure ends
//! an execution, and one type makes it fail; for an axiom, because it speaks of no state. It is not enough where the type
//! may depend on a variable that a quantifier of the opposite kind binds around it: what is assumed becomes true, with
//! a warning, and what is asserted is refused. Thus no execution is lost; some may be added.

use crate::ir::QuantifierKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Root {
    Axiom,
    /// `assume`, free clauses, where clauses, postconditions of procedures without bodies.
    Assumed,
    Asserted,
    /// Checked clauses: asserted on one side of a call and assumed on the other.
    Clause,
    /// An assigned value, a function's body, an argument.
    Value,
    /// Means nothing; anything will do.
    Attribute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sign {
    Positive,
    Negative,
    Both,
}

/// Where an expression stands in a whole one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Position {
    root: Root,
    sign: Sign,
    /// Below a quantifier whose variables a fresh type would have to depend on.
    dependent: bool,
}

/// How to write a quantifier over types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Treatment {
    Instances,
    InstancesAndFresh,
    /// Nothing, which assumes less: this truth value.
    Dropped(bool),
    Refused,
}

impl Position {
    pub(super) fn at(root: Root) -> Position {
        Position { root, sign: Sign::Positive, dependent: false }
    }

    pub(super) fn negated(self) -> Position {
        let sign = match self.sign {
            Sign::Positive => Sign::Negative,
            Sign::Negative => Sign::Positive,
            Sign::Both => Sign::Both,
        };
        Position { sign, ..self }
    }

    /// Where the value of the expression counts both ways.
    pub(super) fn both(self) -> Position {
        Position { sign: Sign::Both, ..self }
    }

    /// The body of a quantifier.
    pub(super) fn below(self, kind: QuantifierKind) -> Position {
        let fresh_may_depend = match self.root {
            Root::Axiom | Root::Assumed => self.is_universal(kind) != Some(false),
            Root::Asserted | Root::Clause => self.is_universal(kind) != Some(true),
            Root::Value | Root::Attribute => true,
        };
        Position { dependent: self.dependent || fresh_may_depend, ..self }
    }

    /// Whether the quantifier is a universal one once negations are pushed down.
    fn is_universal(self, kind: QuantifierKind) -> Option<bool> {
        match self.sign {
            Sign::Positive => Some(kind == QuantifierKind::Forall),
            Sign::Negative => Some(kind == QuantifierKind::Exists),
            Sign::Both => None,
        }
    }

    pub(super) fn is_assertion(self) -> bool {
        matches!(self.root, Root::Asserted | Root::Clause)
    }

    pub(super) fn why_refused(self) -> &'static str {
        match (self.root, self.sign) {
            (Root::Value, _) | (_, Sign::Both) => {
                "not supported: a quantifier over types whose value is used, neither assumed nor asserted"
            }
            _ => "not supported: a quantifier over types that asserts something of each value of another quantifier",
        }
    }

    /// The table above.
    pub(super) fn treatment(self, kind: QuantifierKind) -> Treatment {
        let dropped = Treatment::Dropped(self.sign == Sign::Positive);
        match (self.root, self.is_universal(kind)) {
            (Root::Attribute, _) => Treatment::Instances,
            (_, None) | (Root::Value, _) => Treatment::Refused,
            (Root::Axiom | Root::Assumed, Some(true)) => Treatment::Instances,
            (Root::Axiom, Some(false)) if !self.dependent => Treatment::InstancesAndFresh,
            (Root::Axiom | Root::Assumed, Some(false)) => dropped,
            (Root::Asserted | Root::Clause, Some(true)) if !self.dependent => Treatment::InstancesAndFresh,
            (Root::Asserted, Some(false)) => Treatment::Instances,
            (Root::Asserted | Root::Clause, _) => Treatment::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use QuantifierKind::{Exists, Forall};

    #[test]
    fn negation_swaps_and_dependence_refuses() {
        let asserted = Position::at(Root::Asserted);
        assert_eq!(asserted.treatment(Forall), Treatment::InstancesAndFresh);
        assert_eq!(asserted.negated().treatment(Forall), Treatment::Instances);
        assert_eq!(asserted.below(Forall).treatment(Forall), Treatment::InstancesAndFresh);
        assert_eq!(asserted.below(Exists).treatment(Forall), Treatment::Refused);
        assert_eq!(asserted.both().treatment(Forall), Treatment::Refused);
        let axiom = Position::at(Root::Axiom);
        assert_eq!(axiom.below(Exists).treatment(Forall), Treatment::Instances);
        assert_eq!(axiom.treatment(Exists), Treatment::InstancesAndFresh);
        assert_eq!(axiom.below(Forall).treatment(Exists), Treatment::Dropped(true));
        assert_eq!(axiom.below(Forall).negated().treatment(Forall), Treatment::Dropped(false));
        assert_eq!(Position::at(Root::Assumed).treatment(Exists), Treatment::Dropped(true));
    }
}
