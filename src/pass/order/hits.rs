//! What elements have in common that an access may concern.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use crate::base::ids::VarId;

/// What the elements have in common that an access may concern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Hits {
    /// Their index is one of the few, or not less than the other.
    Within(Numbers),
    /// The map has that truth value at their index.
    Where(VarId, bool),
}

/// Some numbers, and all from one on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Numbers {
    pub few: BTreeSet<BigInt>,
    pub least: Option<BigInt>,
}

impl Numbers {
    pub fn from(least: &BigInt) -> Numbers {
        Numbers { few: BTreeSet::new(), least: Some(least.clone()) }
    }

    pub fn has(&self, n: &BigInt) -> bool {
        self.few.contains(n) || self.least.as_ref().is_some_and(|least| n >= least)
    }

    pub fn or(self, other: Numbers) -> Numbers {
        let least = self.least.iter().chain(&other.least).min().cloned();
        Numbers { few: self.few.into_iter().chain(other.few).collect(), least }
    }

    /// `{ a + b }`.
    pub fn plus(&self, other: &Numbers) -> Numbers {
        let few = self.few.iter().flat_map(|a| other.few.iter().map(move |b| a + b)).collect();
        let below = |numbers: &Numbers| numbers.few.first().into_iter().chain(&numbers.least).min().cloned();
        let with = |open: &Numbers, any: &Numbers| Some(open.least.as_ref()? + below(any)?);
        Numbers { few, least: [with(self, other), with(other, self)].into_iter().flatten().min() }
    }
}
