//! What may still be reached when the program ends: what variables of the file and what functions from outside were given
//! point to.

use std::collections::BTreeSet;

use crate::cir::*;

use super::layout::Layout;
use super::{Analysis, Cell, NodeId};

/// Says of each node of the layout whether its blocks may be reached.
pub(super) fn mark(this: &mut Analysis, layout: &mut Layout) {
    let program = this.program;
    let registers = program.globals.iter().chain(&program.thread_locals);
    let pointed: Vec<Cell> =
        registers.filter_map(|var| this.vars[var.index()]).chain(this.escaped.iter().copied()).collect();
    // A block that shares its node with a variable is not reached by that: only what the variable holds leads anywhere.
    let objs = program.objs.iter().enumerate().filter(|(_, obj)| obj.kind == ObjKind::Global);
    let variables: Vec<Cell> = objs.filter_map(|(i, _)| this.objs[i]).collect();
    let mut kept: BTreeSet<NodeId> = pointed.into_iter().map(|cell| this.graph.find(cell).node).collect();
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    let mut work: Vec<NodeId> = variables.into_iter().map(|cell| this.graph.find(cell).node).collect();
    work.extend(&kept);
    while let Some(node) = work.pop() {
        if seen.insert(node) {
            let linked: Vec<NodeId> = this.graph.links(node).into_iter().map(|cell| cell.node).collect();
            kept.extend(&linked);
            work.extend(linked);
            work.extend(this.graph.parts(node).into_iter().map(|(_, _, cell)| cell.node));
        }
    }
    // With a block, its parts are reached.
    let mut work: Vec<NodeId> = kept.iter().copied().collect();
    while let Some(node) = work.pop() {
        let parts = this.graph.parts(node).into_iter().map(|(_, _, cell)| cell.node);
        work.extend(parts.filter(|part| kept.insert(*part)));
    }
    layout.kept = vec![false; layout.node_regions.len()];
    for i in 0..this.sites.len() {
        let (Some(cell), Some((node, _))) = (this.sites[i], layout.site_node[i]) else { continue };
        let node_id = this.graph.find(cell).node;
        layout.kept[node] |= kept.contains(&node_id);
    }
}
