//! Hierarchical refinement (Figure 4 of the Corral paper): divide and conquer.
//!
//! DIVERGENCE: the variables are halved in their order, not at random, so that runs repeat.

use super::{Oracle, union};
use crate::base::budget::Stop;

/// A minimal part of `undecided` that makes the path correct together with `tracked`, given that all of it does.
/// With u undecided variables of which r are needed: at most max(2u - 1, 0) checks, and O(r log u) (Lemma 1).
pub fn hierarchical<V: Copy>(oracle: &mut dyn Oracle<V>, tracked: &[V], undecided: &[V]) -> Result<Vec<V>, Stop> {
    if undecided.is_empty() || oracle.is_correct(tracked)? {
        return Ok(Vec::new());
    }
    if undecided.len() == 1 {
        return Ok(undecided.to_vec());
    }
    let (first, second) = undecided.split_at(undecided.len() / 2);
    let of_first = hierarchical(oracle, &union(tracked, second), first)?;
    let of_second = hierarchical(oracle, &union(tracked, &of_first), second)?;
    Ok(union(&of_first, &of_second))
}
