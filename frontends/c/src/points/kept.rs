//! What may still be reached when the program ends: what variables of the file and what functions from outside were given
//! point to.

use std::collections::BTreeSet;

use crate::cir::*;

use super::layout::Layout;
use super::{Analysis, Cell, NodeId};

/// Says of each node of the layout whether its blocks may be reached, and whether by what the function that is scanned gives back alone.
pub(super) fn mark(this: &mut Analysis, layout: &mut Layout) {
    let result = this.program.result;
    let kept = reached(this, result);
    layout.kept = nodes_of(this, layout, &kept);
    layout.returned = vec![false; layout.kept.len()];
    if result.is_some() {
        let all = reached(this, None);
        layout.returned = nodes_of(this, layout, &all);
        layout.returned.iter_mut().zip(&layout.kept).for_each(|(returned, kept)| *returned &= !kept);
    }
}

/// Which nodes of the layout are of these.
fn nodes_of(this: &mut Analysis, layout: &Layout, found: &BTreeSet<NodeId>) -> Vec<bool> {
    let mut are = vec![false; layout.node_regions.len()];
    for i in 0..this.sites.len() {
        let (Some(cell), Some((node, _))) = (this.sites[i], layout.site_node[i]) else { continue };
        are[node] |= found.contains(&this.graph.find(cell).node);
    }
    are
}

/// The nodes that variables of the file lead to, but for one of them.
fn reached(this: &mut Analysis, without: Option<VarId>) -> BTreeSet<NodeId> {
    let program = this.program;
    let unowned = lead_to_no_block(program);
    let is_asked = |var: &&VarId| !unowned.contains(*var) && Some(**var) != without;
    let registers = program.globals.iter().chain(&program.thread_locals).filter(is_asked);
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
    // With a block, its parts are reached, and with one of them the block. What is counted where it is allocated is so where
    // it is freed.
    this.spread(&mut kept, vec![]);
    kept
}

/// The registers that never hold anything but null and addresses of variables of the file: as `stdin`, `stdout` and `stderr`
/// do, which share their node with all streams.
fn lead_to_no_block(program: &Program) -> BTreeSet<VarId> {
    let mut found: BTreeSet<VarId> = program.globals.iter().copied().collect();
    for stmt in program.init.iter().chain(program.funcs.iter().filter_map(|func| func.body.as_ref()).flatten()) {
        let is_address = matches!(&stmt.kind, StmtKind::Set(_, value) if is_of_variable(program, value));
        if !is_address && let Some(var) = stmt.kind.assigned_or_undefined() {
            found.remove(&var);
        }
    }
    found
}

/// Whether a pointer is null or into a variable of the file.
fn is_of_variable(program: &Program, pointer: &Expr) -> bool {
    match &*pointer.kind {
        ExprKind::Const(_) => true,
        ExprKind::Obj(obj) => program.objs[obj.index()].kind == ObjKind::Global,
        ExprKind::Cast(base) | ExprKind::PtrAdd { base, .. } | ExprKind::Part { base, .. } => {
            is_of_variable(program, base)
        }
        _ => false,
    }
}
