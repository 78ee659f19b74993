//! Which globals of the IVL a procedure may modify: those that it assigns, and those that its callees may modify.

use std::collections::BTreeSet;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use ivl::ast::{Name, Spec};
use ivl::make::modifies;

use crate::cir::FuncId;

/// What a procedure does by itself.
#[derive(Default)]
pub(super) struct Own {
    pub assigned: BTreeSet<Arc<str>>,
    pub callees: BTreeSet<FuncId>,
    /// Those whose result has no place.
    pub dropped: BTreeSet<FuncId>,
}

/// The clause of each procedure; `None`: it modifies nothing.
pub(super) fn clauses(procedures: &[Own]) -> Vec<Option<Spec>> {
    // Sets are large where call chains are long, so they are bits.
    let all: BTreeSet<&str> = procedures.iter().flat_map(|p| p.assigned.iter().map(|name| &**name)).collect();
    let names: Vec<Name> = all.into_iter().map(Name::from).collect();
    let index = |name: &str| names.partition_point(|other| &**other < name);
    let own = |p: &Own| {
        let mut set = FixedBitSet::with_capacity(names.len());
        p.assigned.iter().for_each(|name| set.insert(index(name)));
        set
    };
    let mut sets: Vec<FixedBitSet> = procedures.iter().map(own).collect();
    close(&mut sets, procedures);
    let clause = |set: &FixedBitSet| (!set.is_clear()).then(|| modifies(set.ones().map(|i| names[i].clone())));
    sets.iter().map(clause).collect()
}

fn close(sets: &mut [FixedBitSet], procedures: &[Own]) {
    let order = callees_first(procedures);
    loop {
        let mut changed = false;
        for &i in &order {
            let mut set = std::mem::take(&mut sets[i]);
            let before = set.count_ones(..);
            procedures[i].callees.iter().for_each(|callee| set.union_with(&sets[callee.index()]));
            changed |= set.count_ones(..) > before;
            sets[i] = set;
        }
        if !changed {
            return;
        }
    }
}

/// The procedures, callees first where they do not call each other.
fn callees_first(procedures: &[Own]) -> Vec<usize> {
    let mut order = vec![];
    let mut seen = vec![false; procedures.len()];
    for root in 0..procedures.len() {
        let mut path = vec![(root, false)];
        while let Some((at, done)) = path.pop() {
            if done {
                order.push(at);
            } else if !std::mem::replace(&mut seen[at], true) {
                path.push((at, true));
                path.extend(procedures[at].callees.iter().map(|callee| (callee.index(), false)));
            }
        }
    }
    order
}
