//! The recursion cost of a call site, as `--bound` counts it: each loop's back edge at most N times per entry, each
//! procedure re-entered at most N times while it is active. Back edges of loops with a constant trip count are free.

use rustc_hash::{FxHashMap, FxHashSet};

use super::trip_count::trip_counts;

use crate::base::ids::ProcId;
use crate::cfg::call_graph::{bottom_up, callees};
use crate::ir::Program;
use crate::pass::loops::is_loop_procedure;

/// What the bound counts of each procedure.
#[derive(Clone, Debug)]
pub struct Costs {
    loops: FxHashSet<ProcId>,
    /// Procedures (loops excluded) that can call themselves, directly or not.
    recursive: FxHashSet<ProcId>,
    trip_counts: FxHashMap<ProcId, u32>,
}

/// How a call counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// Not recursive: costs nothing.
    Plain,
    /// A loop is entered: counting starts anew.
    LoopEntry,
    /// A loop's back edge.
    BackEdge,
    /// A procedure that may be active already.
    Recursive,
}

impl Costs {
    /// Loops of at most `unroll_limit` rounds are unrolled whatever the bound.
    pub fn new(program: &Program, entry: ProcId, unroll_limit: u32) -> Costs {
        let loops: FxHashSet<ProcId> =
            program.procs.iter_enumerated().filter(|(_, p)| is_loop_procedure(p)).map(|(id, _)| id).collect();
        let callees = callees(program);
        let mut recursive = FxHashSet::default();
        for group in bottom_up(program) {
            let cyclic = group.len() > 1 || callees[group[0]].contains(&group[0]);
            if cyclic {
                recursive.extend(group.into_iter().filter(|p| !loops.contains(p)));
            }
        }
        Costs { loops, recursive, trip_counts: trip_counts(program, entry, unroll_limit) }
    }

    /// What the bound counts when a loop takes its back edge for the `nth` time since it was entered. The one that a
    /// constant trip count rules out is free, too: that it is not taken needs no bound.
    pub fn of_back_edge(&self, callee: ProcId, nth: u32) -> u32 {
        self.trip_counts.get(&callee).map_or(nth, |count| nth.saturating_sub(count + 1))
    }

    pub fn kind(&self, caller: ProcId, callee: ProcId) -> CallKind {
        if self.loops.contains(&callee) {
            if caller == callee { CallKind::BackEdge } else { CallKind::LoopEntry }
        } else if self.recursive.contains(&callee) {
            CallKind::Recursive
        } else {
            CallKind::Plain
        }
    }
}
