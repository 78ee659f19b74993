//! The linear scan of STORM (Lahiri, Qadeer, Rakamarić: "Static and Precise Detection of Concurrency Errors in Systems
//! Code Using SMT Solvers", CAV 2009): one variable after the other is left out if the path stays correct.

use super::{Oracle, union};
use crate::base::budget::Stop;

/// A minimal part of `undecided` that makes the path correct together with `tracked`, given that all of it does.
/// One check for each undecided variable.
pub fn scan<V: Copy>(oracle: &mut dyn Oracle<V>, tracked: &[V], undecided: &[V]) -> Result<Vec<V>, Stop> {
    let mut needed = union(tracked, &[]);
    for (i, &var) in undecided.iter().enumerate() {
        if !oracle.is_correct(&union(&needed, &undecided[i + 1..]))? {
            needed.push(var);
        }
    }
    Ok(needed.split_off(tracked.len()))
}
