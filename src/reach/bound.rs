//! The recursion cost of a call site, as `--bound` counts it: each loop's back edge at most N times per entry, each
//! procedure re-entered at most N times while it is active. Back edges of loops with a constant trip count are free.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::trip_count::trip_counts;

use crate::base::ids::ProcId;
use crate::cfg::call_graph::{bottom_up, callees, reachable};
use crate::ir::Program;
use crate::pass::loops::is_loop_procedure;

/// What the bound counts of each procedure.
#[derive(Clone, Debug)]
pub struct Costs {
    loops: FxHashSet<ProcId>,
    /// Procedures (loops excluded) that can call themselves, directly or not; and loops that call each other.
    recursive: FxHashSet<ProcId>,
    trip_counts: FxHashMap<ProcId, u32>,
    unroll_limit: u32,
}

/// What the cost of an activation's calls depends on.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Back edges taken since the loop was entered, for a loop procedure, and how many of them were free.
    iterations: u32,
    decided: u32,
    /// How often each recursive procedure is active, if it is.
    active: Rc<BTreeMap<ProcId, u32>>,
}

/// How a call counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallKind {
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
                let several = group.iter().filter(|p| loops.contains(p)).count() > 1;
                recursive.extend(group.into_iter().filter(|p| several || !loops.contains(p)));
            }
        }
        Costs { loops, recursive, trip_counts: trip_counts(program, entry, unroll_limit), unroll_limit }
    }

    /// Whether there is anything that a bound may cut off among what `entry` can call.
    pub fn may_cut(&self, program: &Program, entry: ProcId) -> bool {
        let is_open = |loop_: &ProcId| self.loops.contains(loop_) && !self.trip_counts.contains_key(loop_);
        reachable(program, entry).iter().any(|proc| self.recursive.contains(proc) || is_open(proc))
    }

    /// What the bound counts when a loop takes its back edge for the `nth` time since it was entered. The one that a
    /// constant trip count rules out is free, too: that it is not taken needs no bound.
    fn of_back_edge(&self, callee: ProcId, nth: u32) -> u32 {
        self.trip_counts.get(&callee).map_or(nth, |count| nth.saturating_sub(count + 1))
    }

    /// What the bound counts of a call that an activation of `caller` makes.
    pub fn cost(&self, caller: ProcId, callee: ProcId, context: &Context) -> u32 {
        match self.kind(caller, callee) {
            CallKind::Plain | CallKind::LoopEntry => 0,
            CallKind::BackEdge => self.of_back_edge(callee, context.iterations + 1 - context.decided),
            CallKind::Recursive => context.active.get(&callee).copied().unwrap_or(0),
        }
    }

    /// The context of the activation that the call makes.
    pub fn enter(&self, caller: ProcId, callee: ProcId, context: &Context) -> Context {
        let kind = self.kind(caller, callee);
        let iterations = if kind == CallKind::BackEdge { context.iterations + 1 } else { 0 };
        let mut active = context.active.clone();
        if kind == CallKind::Recursive {
            *Rc::make_mut(&mut active).entry(callee).or_default() += 1;
        }
        let decided = if kind == CallKind::BackEdge { context.decided } else { 0 };
        Context { iterations, decided, active }
    }

    /// The context of the activation that a back edge makes which counts nothing; `None`: the call is no back edge, or as
    /// many as loops are unrolled have counted nothing since the loop was entered.
    pub fn decided(&self, caller: ProcId, callee: ProcId, context: &Context) -> Option<Context> {
        let is_free = self.kind(caller, callee) == CallKind::BackEdge && context.decided < self.unroll_limit;
        is_free.then(|| {
            let next = self.enter(caller, callee, context);
            Context { decided: next.decided + 1, ..next }
        })
    }

    fn kind(&self, caller: ProcId, callee: ProcId) -> CallKind {
        if self.loops.contains(&callee) {
            match caller == callee {
                true => CallKind::BackEdge,
                // Else a ring of loops would be no recursion at all.
                false if self.loops.contains(&caller) && self.recursive.contains(&callee) => CallKind::Recursive,
                false => CallKind::LoopEntry,
            }
        } else if self.recursive.contains(&callee) {
            CallKind::Recursive
        } else {
            CallKind::Plain
        }
    }
}
