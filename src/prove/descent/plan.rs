//! How products are built: what a certificate has to say.

use super::cases::{self, Case};
use crate::verdict::Certificate;

/// One product.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Position among the shrinks.
    pub shrink: usize,
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
const KEPT: &str = "kept";

/// What is peeled and followed at most.
const MOST_ITERATIONS: usize = 8;

impl Plan {
    /// `kept`: the guesses that hold, by position.
    pub fn write(&self, kept: &[usize]) -> Vec<(String, String)> {
        let kept: Vec<String> = kept.iter().map(usize::to_string).collect();
        let cuts = if self.behind_test { "test" } else { "head" };
        let mut parameters = vec![
            (SHRINK, self.shrink.to_string()),
            (CUTS, cuts.to_string()),
            (PEEL, self.align.peel.to_string()),
            (TAIL, self.align.tail.to_string()),
            (DYNAMIC, self.align.dynamic.to_string()),
            (KEPT, kept.join(",")),
        ];
        if !self.cases.is_empty() {
            parameters.push((CASES, cases::write(&self.cases)));
        }
        parameters.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
    }

    /// The products of a certificate, with the guesses that hold.
    pub fn read_all(certificate: &Certificate) -> Option<Vec<(Plan, Vec<usize>)>> {
        let mut rest = &certificate.parameters[..];
        let mut plans = Vec::new();
        while let Some((first, tail)) = rest.split_first() {
            let end = tail.iter().position(|(name, _)| name == SHRINK).unwrap_or(tail.len());
            if first.0 != SHRINK {
                return None;
            }
            plans.push(Plan::read(&rest[..=end])?);
            rest = &tail[end..];
        }
        Some(plans)
    }

    fn read(parameters: &[(String, String)]) -> Option<(Plan, Vec<usize>)> {
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
        let kept = value(KEPT)?.split(',').filter(|k| !k.is_empty()).map(|k| k.parse().ok()).collect::<Option<_>>()?;
        Some((Plan { shrink: number(SHRINK)?, behind_test, align, cases }, kept))
    }
}
