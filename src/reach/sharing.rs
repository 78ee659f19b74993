//! DAG inlining: calls that no execution makes both may share one instance of their callee.
//!
//! ```text
//! A ──▶ C₁                A ──┐
//! B ──▶ C₂        →           ├─▶ C      if no execution passes through both A's call and B's
//!                         B ──┘
//! ```
//!
//! After A. Lal, S. Qadeer, DAG Inlining: A Decision Procedure for Reachability-Modulo-Theories in Hierarchical
//! Programs, PLDI 2015. The invariant is that no execution enters an instance twice; then the terms of the instance
//! describe its one visit, whoever calls.
//!
//! DIVERGENCE: what lies on one execution is found in the graph when it is needed, not kept in tables; of the
//! instances that a call may share it takes the oldest; and the first few instances of a procedure are not shared.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bound::Context;
use super::node::{Node, NodeId, Site, SiteId};
use crate::base::ids::{Id, ProcId};
use crate::cfg::exclusive::{CallOrder, shareable};
use crate::ir::Program;

/// When sharing is worth the equations between arguments and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// So many instances of a procedure have one caller each; then sharing begins.
    pub alone: usize,
    /// Procedures are shared that make at least so many instances when all calls below them are inlined.
    pub instances: u64,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { alone: 4, instances: 8 }
    }
}

impl Thresholds {
    /// Whatever can be shared is.
    pub const NONE: Thresholds = Thresholds { alone: 0, instances: 0 };
}

/// Instances that are looked at for one call: in larger graphs, to find out what may be shared costs more than it saves.
const MOST_VISITED: usize = 10_000;

/// The instances that were made to be shared.
pub struct Sharing {
    shareable: FixedBitSet,
    alone: usize,
    /// The number of calls of each procedure that were inlined.
    inlined: FxHashMap<ProcId, usize>,
    orders: FxHashMap<ProcId, Rc<CallOrder>>,
    /// What may get further callers.
    instances: FxHashMap<ProcId, Vec<NodeId>>,
}

impl Sharing {
    /// `None`: nothing is shared.
    pub fn new(program: &Program, entry: ProcId, thresholds: Option<Thresholds>) -> Sharing {
        Sharing {
            shareable: thresholds.map(|t| shareable(program, entry, t.instances)).unwrap_or_default(),
            alone: thresholds.unwrap_or_default().alone,
            inlined: FxHashMap::default(),
            orders: FxHashMap::default(),
            instances: FxHashMap::default(),
        }
    }

    /// Whether the next instance of a procedure is to be shared; else it has one caller for good.
    pub fn begins(&mut self, proc: ProcId) -> bool {
        let inlined = self.inlined.entry(proc).or_default();
        *inlined += 1;
        self.shareable.contains(proc.index()) && *inlined > self.alone
    }

    /// For another call tree.
    pub fn begin_anew(&mut self) {
        self.inlined.clear();
        self.instances.clear();
    }

    pub fn add(&mut self, proc: ProcId, node: NodeId) {
        self.instances.entry(proc).or_default().push(node);
    }

    /// An instance that this call may share: no execution through the call enters it, or anything below it, otherwise.
    pub fn find(
        &mut self,
        program: &Program,
        nodes: &[Node],
        sites: &[Site],
        site: SiteId,
        context: &Context,
    ) -> Option<NodeId> {
        let instances = self.instances.get(&sites[site.0].callee)?;
        let candidates: Vec<NodeId> = instances.iter().copied().filter(|n| nodes[n.0].context == *context).collect();
        if candidates.is_empty() {
            return None;
        }
        let met = self.met_with(program, nodes, sites, site)?;
        let mut left = MOST_VISITED;
        candidates.into_iter().find(|&candidate| {
            let mut below = FxHashSet::default();
            let mut apart = true;
            descend(nodes, sites, candidate, &mut below, &mut |node| {
                left = left.saturating_sub(1);
                apart &= left > 0 && !met.contains(&node);
                apart
            });
            apart
        })
    }

    /// The instances that an execution through the site may enter. `None`: too many.
    fn met_with(
        &mut self,
        program: &Program,
        nodes: &[Node],
        sites: &[Site],
        site: SiteId,
    ) -> Option<FxHashSet<NodeId>> {
        let (mut above, mut below) = (FxHashSet::default(), FxHashSet::default());
        let mut ways = FxHashSet::default();
        let mut waiting = vec![site];
        let mut left = MOST_VISITED;
        // The callers upwards, and what else they may call.
        while let Some(way) = waiting.pop() {
            let caller = sites[way.0].caller;
            let node = &nodes[caller.0];
            above.insert(caller);
            let proc = node.template.proc;
            let order = self.orders.entry(proc).or_insert_with(|| {
                let body = program.procs[proc].body.as_ref().expect("internal: only bodies are inlined");
                Rc::new(CallOrder::new(body))
            });
            let block = |site: SiteId| node.template.calls[sites[site.0].call].block;
            for &other in &node.sites {
                if other != way
                    && let Some(callee) = sites[other.0].inlined
                    && !below.contains(&callee)
                    && order.compatible(block(way), block(other))
                {
                    descend(nodes, sites, callee, &mut below, &mut |_| {
                        left = left.saturating_sub(1);
                        left > 0
                    });
                }
            }
            if left == 0 {
                return None;
            }
            waiting.extend(node.parents.iter().copied().filter(|&parent| ways.insert(parent)));
        }
        below.extend(above);
        Some(below)
    }
}

/// Visits an instance and what it calls, directly or not, without what was seen before, while `go_on` says so.
fn descend(
    nodes: &[Node],
    sites: &[Site],
    from: NodeId,
    seen: &mut FxHashSet<NodeId>,
    go_on: &mut dyn FnMut(NodeId) -> bool,
) {
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        if !seen.insert(node) {
            continue;
        }
        if !go_on(node) {
            return;
        }
        waiting.extend(nodes[node.0].sites.iter().filter_map(|s| sites[s.0].inlined));
    }
}
