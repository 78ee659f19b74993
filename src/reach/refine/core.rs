//! Refinement guided by unsat cores: what no refutation mentions is left out at once.

use super::{Oracle, union};
use crate::base::budget::Stop;

/// A minimal part of `undecided` that makes the path correct together with `tracked`, given that all of it does.
/// A check for everything, and at most one for each variable of its core; every further core shrinks what is left.
pub fn guided_by_cores<V: Copy + PartialEq>(
    oracle: &mut dyn Oracle<V>,
    tracked: &[V],
    undecided: &[V],
) -> Result<Vec<V>, Stop> {
    let (mut needed, mut candidates) = (tracked.to_vec(), undecided.to_vec());
    if !candidates.is_empty() && oracle.is_correct(&union(&needed, &candidates))? {
        keep_core(oracle, &mut candidates);
    }
    while let Some(var) = candidates.pop() {
        if oracle.is_correct(&union(&needed, &candidates))? {
            keep_core(oracle, &mut candidates);
        } else {
            needed.push(var);
        }
    }
    Ok(needed.split_off(tracked.len()))
}

fn keep_core<V: PartialEq>(oracle: &dyn Oracle<V>, candidates: &mut Vec<V>) {
    if let Some(core) = oracle.core() {
        candidates.retain(|v| core.contains(v));
    }
}
