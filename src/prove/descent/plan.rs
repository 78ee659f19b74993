//! How products are built: what a certificate has to say.

use super::cases::{self, Case};
use crate::verdict::{Certificate, Invariant};

/// One product.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the shrink.
    pub shrink: String,
    pub behind_test: bool,
    pub align: Alignment,
    /// The runs that it is about.
    pub cases: Vec<Case>,
}

/// How loops are lined up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alignment {
    /// Iterations in front of each loop.
    pub peel: usize,
    /// Iterations that one run may still make when the other has left.
    pub tail: usize,
    /// Leave the lockstep where the addresses differ.
    pub dynamic: bool,
}

/// The parameters of certificates. Each product begins with the first.
const SHRINK: &str = "shrink";
const CUTS: &str = "cuts";
const PEEL: &str = "peel";
const TAIL: &str = "tail";
const DYNAMIC: &str = "dynamic";
const CASES: &str = "cases";
/// How many of the invariants are of this product.
const INVARIANTS: &str = "invariants";

/// What is peeled and followed at most.
const MOST_ITERATIONS: usize = 8;

impl Plan {
    /// `kept`: how many guesses hold.
    pub fn write(&self, kept: usize) -> Vec<(String, String)> {
        let cuts = if self.behind_test { "test" } else { "head" };
        let mut parameters = vec![
            (SHRINK, self.shrink.clone()),
            (CUTS, cuts.to_string()),
            (PEEL, self.align.peel.to_string()),
            (TAIL, self.align.tail.to_string()),
            (DYNAMIC, self.align.dynamic.to_string()),
            (INVARIANTS, kept.to_string()),
        ];
        if !self.cases.is_empty() {
            parameters.push((CASES, cases::write(&self.cases)));
        }
        parameters.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
    }

    /// The products of a certificate, with their invariants.
    pub fn read_all(certificate: &Certificate) -> Option<Vec<(Plan, &[Invariant])>> {
        let mut rest = &certificate.parameters[..];
        let mut invariants = &certificate.invariants[..];
        let mut plans = Vec::new();
        while let Some((first, tail)) = rest.split_first() {
            let end = tail.iter().position(|(name, _)| name == SHRINK).unwrap_or(tail.len());
            if first.0 != SHRINK {
                return None;
            }
            let (plan, count) = Plan::read(&rest[..=end])?;
            let (own, others) = invariants.split_at_checked(count)?;
            plans.push((plan, own));
            (rest, invariants) = (&tail[end..], others);
        }
        invariants.is_empty().then_some(plans)
    }

    fn read(parameters: &[(String, String)]) -> Option<(Plan, usize)> {
        let value = |name: &str| parameters.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
        let number = |name: &str| value(name)?.parse::<usize>().ok();
        let count = |name: &str| number(name).filter(|&n| n <= MOST_ITERATIONS);
        let behind_test = match value(CUTS)? {
            "test" => true,
            "head" => false,
            _ => return None,
        };
        let align = Alignment { peel: count(PEEL)?, tail: count(TAIL)?, dynamic: value(DYNAMIC)?.parse().ok()? };
        let cases = value(CASES).map_or(Some(Vec::new()), cases::read)?;
        Some((Plan { shrink: value(SHRINK)?.into(), behind_test, align, cases }, number(INVARIANTS)?))
    }
}
