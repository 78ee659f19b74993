//! Who calls whom.

use super::flow::depth_first;
use crate::base::graph::Graph;
use crate::base::ids::{IdVec, ProcId};
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

/// Procedures and whom they call from their reachable blocks.
pub fn graph(program: &Program) -> Graph<ProcId> {
    let mut callees = callees(program);
    Graph::new(program.procs.ids(), |proc| std::mem::take(&mut callees[proc]))
}

/// All procedures, each after those that it calls but for recursion. Mutually recursive ones are one group.
pub fn bottom_up(program: &Program) -> Vec<Vec<ProcId>> {
    let mut groups = graph(program).components();
    groups.iter_mut().for_each(|group| group.sort());
    groups
}
