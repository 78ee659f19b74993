//! Whose addresses the program looks at as numbers: what is cast to one, what is kept where numbers are read, and what is
//! compared with a pointer made of one.
//!
//! `(long)&x`, `&x == (int *)n`: where `x` lies may matter. Of all other blocks no execution depends on it.

use std::collections::{BTreeMap, BTreeSet};

use crate::cir::*;
use crate::types::{Scalar, Types};

use super::{Analysis, Cell, Layout, NodeId, RegionId};

/// Addresses below are of no block.
pub const FIRST_ADDRESS: u32 = 4096;

/// What the analysis collects on its way.
#[derive(Default)]
pub(super) struct Looks {
    /// Pointers that become numbers, or were numbers.
    cells: Vec<Cell>,
    /// Pointers that are compared.
    pairs: Vec<(Option<Cell>, Option<Cell>)>,
    /// Some pointer is made of a number.
    numbers: bool,
    /// Pointers that are kept in memory as whole numbers, and where.
    kept: Vec<(SiteId, Cell)>,
    /// Where memory is read.
    pub(super) reads: Vec<SiteId>,
}

/// The blocks and functions whose address may matter.
#[derive(Debug, Default)]
pub struct Looked {
    pub objs: BTreeSet<ObjId>,
    pub funcs: BTreeSet<FuncId>,
    /// Where such blocks are allocated and freed, among others.
    pub sites: BTreeSet<SiteId>,
    /// Whether there are any such blocks, or pointers made of numbers.
    pub any: bool,
}

impl Looks {
    /// A conversion, whose operand points there.
    pub(super) fn cast(&mut self, e: &Expr, inner: &Expr, cell: Option<Cell>, is_small: bool) {
        match (inner.ty, e.ty) {
            (Scalar::Ptr, Scalar::Int(int)) if !int.boolean && !null_based(inner) => self.cells.extend(cell),
            (Scalar::Int(_), Scalar::Ptr) if !is_cast_pointer(inner) && !is_small => {
                self.numbers = true;
                self.cells.extend(cell);
            }
            _ => {}
        }
    }

    /// A pointer goes to memory as a number, which matters if that is read.
    pub(super) fn keep(&mut self, site: SiteId, cell: Option<Cell>) {
        self.kept.extend(cell.map(|cell| (site, cell)));
    }

    /// Two pointers are compared.
    pub(super) fn comparison(&mut self, (a, x): (&Expr, Option<Cell>), y: Option<Cell>) {
        if a.ty == Scalar::Ptr {
            self.pairs.push((x, y));
        }
    }
}

/// What pointers are compared may be equal: memory with any contents holds what nobody was seen to put there. So they point to the
/// same. Returns whether there was more of it.
pub(super) fn join_compared(this: &mut Analysis) -> bool {
    let pairs: Vec<(Cell, Cell)> = this.looks.pairs.iter().filter_map(|(a, b)| (*a).zip(*b)).collect();
    let mut changed = false;
    for (a, b) in pairs {
        if this.graph.find(a) != this.graph.find(b) {
            this.graph.merge(a, b);
            changed = true;
        }
    }
    changed
}

/// What the program looks at.
pub(super) fn looked(this: &mut Analysis, layout: &Layout) -> Looked {
    let mut looks = std::mem::take(&mut this.looks);
    let region = |site: SiteId| layout.site_region[site.index()];
    let read: BTreeSet<RegionId> = looks.reads.iter().filter_map(|site| region(*site)).collect();
    let is_read = |site| region(site).is_none_or(|region| read.contains(&region));
    looks.cells.extend(looks.kept.iter().filter(|(site, _)| is_read(*site)).map(|(_, cell)| *cell));
    for site in sites_of_both(this.program, layout) {
        // What is a pointer to one access is a number to another.
        if let (Scalar::Ptr, Some(cell)) = (this.program.sites[site.index()].scalar, this.sites[site.index()]) {
            looks.cells.push(this.graph.link(cell));
        }
        looks.numbers = true;
    }
    let mut nodes: BTreeSet<NodeId> = looks.cells.iter().map(|cell| this.graph.find(*cell).node).collect();
    // What is compared with what is looked at is looked at.
    let pairs: Vec<(NodeId, NodeId)> = looks
        .pairs
        .iter()
        .filter_map(|(a, b)| Some((this.graph.find((*a)?).node, this.graph.find((*b)?).node)))
        .filter(|(a, b)| a != b)
        .collect();
    // A part lies where the whole lies.
    this.spread(&mut nodes, pairs);
    let mut of = |cell: &Option<Cell>| cell.is_some_and(|cell| nodes.contains(&this.graph.find(cell).node));
    let objs = this.objs.iter().enumerate().filter(|(_, cell)| of(cell)).map(|(i, _)| ObjId(i as u32)).collect();
    let funcs = this.funcs.iter().enumerate().filter(|(_, cell)| of(cell)).map(|(i, _)| FuncId(i as u32)).collect();
    let sites = this.sites.iter().enumerate().filter(|(_, cell)| of(cell)).map(|(i, _)| SiteId(i as u32)).collect();
    Looked { objs, funcs, sites, any: !nodes.is_empty() || looks.numbers }
}

/// The accesses to memory that holds pointers and is accessed at another type as well.
fn sites_of_both(program: &Program, layout: &Layout) -> Vec<SiteId> {
    let mut seen: BTreeMap<RegionId, (bool, bool)> = BTreeMap::new();
    let regions = || program.sites.iter().zip(&layout.site_region).enumerate();
    for (_, (site, region)) in regions() {
        if let Some(region) = region {
            let (pointers, others) = seen.entry(*region).or_default();
            *pointers |= site.scalar == Scalar::Ptr;
            *others |= site.scalar != Scalar::Ptr;
        }
    }
    let is_both = |region: &Option<RegionId>| region.is_some_and(|region| seen.get(&region) == Some(&(true, true)));
    regions().filter(|(_, (_, region))| is_both(region)).map(|(i, _)| SiteId(i as u32)).collect()
}

/// The pointer that a whole number is made of.
pub(super) fn as_number<'e>(e: &'e Expr, types: &Types) -> Option<&'e Expr> {
    let ExprKind::Cast(inner) = &*e.kind else { return None };
    let is_whole = matches!(e.ty, Scalar::Int(int) if !int.boolean && int.bits >= types.ptr_int(false).bits);
    match inner.ty {
        _ if !is_whole => None,
        Scalar::Ptr => Some(inner),
        _ => as_number(inner, types),
    }
}

/// `(T *)(long)p`
fn is_cast_pointer(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Cast(original) if original.ty == Scalar::Ptr || is_cast_pointer(original))
}

/// `offsetof`: an address based on null is a number anyway.
fn null_based(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Const(_) => true,
        ExprKind::PtrAdd { base, .. } | ExprKind::Part { base, .. } => null_based(base),
        ExprKind::Cast(inner) => null_based(inner),
        _ => false,
    }
}
