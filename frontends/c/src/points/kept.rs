//! What may still be reached when the program ends: from variables of the file, from string literals and from what functions
//! from outside were given.

use std::collections::BTreeSet;

use crate::cir::*;

use super::layout::Layout;
use super::{Analysis, Cell, NodeId};

/// Says of each node of the layout whether its blocks may be reached.
pub(super) fn mark(this: &mut Analysis, layout: &mut Layout) {
    let program = this.program;
    let mut work: Vec<NodeId> = vec![];
    let registers = program.globals.iter().chain(&program.thread_locals);
    let objs = program.objs.iter().enumerate().filter(|(_, obj)| obj.kind != ObjKind::Local);
    let cells: Vec<Cell> = registers
        .filter_map(|var| this.vars[var.index()])
        .chain(objs.filter_map(|(i, _)| this.objs[i]))
        .chain(this.escaped.iter().copied())
        .collect();
    work.extend(cells.into_iter().map(|cell| this.graph.find(cell).node));
    let mut kept: BTreeSet<NodeId> = BTreeSet::new();
    while let Some(node) = work.pop() {
        if !kept.insert(node) {
            continue;
        }
        work.extend(this.graph.links(node).into_iter().map(|cell| cell.node));
        work.extend(this.graph.parts(node).into_iter().map(|(_, _, cell)| cell.node));
    }
    layout.kept = vec![false; layout.node_regions.len()];
    for i in 0..this.sites.len() {
        let (Some(cell), Some((node, _))) = (this.sites[i], layout.site_node[i]) else { continue };
        let node_id = this.graph.find(cell).node;
        layout.kept[node] |= kept.contains(&node_id);
    }
}
