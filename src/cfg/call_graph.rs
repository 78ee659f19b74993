//! Who calls whom.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use super::flow::depth_first;
use crate::base::ids::{Id, IdVec, ProcId};
use crate::ir::Program;

/// The procedures that each procedure calls from its reachable blocks, without duplicates, in order of first call.
pub fn callees(program: &Program) -> IdVec<ProcId, Vec<ProcId>> {
    program
        .procs
        .iter()
        .map(|proc| {
            let mut called = Vec::new();
            let mut seen = rustc_hash::FxHashSet::default();
            if let Some(body) = &proc.body {
                for block in depth_first(body).preorder {
                    for cmd in &body.blocks[block].cmds {
                        if let Some(callee) = cmd.callee()
                            && seen.insert(callee)
                        {
                            called.push(callee);
                        }
                    }
                }
            }
            called
        })
        .collect()
}

/// The procedures that can be called, directly or not, when `entry` runs; `entry` is the first.
pub fn reachable(program: &Program, entry: ProcId) -> Vec<ProcId> {
    let callees = callees(program);
    let mut seen = IdVec::filled(false, program.procs.len());
    let mut found = vec![entry];
    seen[entry] = true;
    let mut next = 0;
    while let Some(&proc) = found.get(next) {
        next += 1;
        for &callee in &callees[proc] {
            if !std::mem::replace(&mut seen[callee], true) {
                found.push(callee);
            }
        }
    }
    found
}

/// All procedures, each after those that it calls but for recursion. Mutually recursive ones are one group.
pub fn bottom_up(program: &Program) -> Vec<Vec<ProcId>> {
    let callees = callees(program);
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<_> = callees.ids().map(|_| graph.add_node(())).collect();
    for (proc, called) in callees.iter_enumerated() {
        for callee in called {
            graph.add_edge(nodes[proc.index()], nodes[callee.index()], ());
        }
    }
    kosaraju_scc(&graph)
        .into_iter()
        .map(|group| {
            let mut procs: Vec<ProcId> = group.into_iter().map(|n| ProcId::from_index(n.index())).collect();
            procs.sort();
            procs
        })
        .collect()
}
