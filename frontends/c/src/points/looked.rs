//! Whose addresses the program looks at as numbers: what is cast to one, and what is compared with a pointer made of one.
//!
//! `(long)&x`, `&x == (int *)n`: where `x` lies may matter. Of all other blocks no execution depends on it.

use std::collections::BTreeSet;

use crate::cir::*;
use crate::types::Scalar;

use super::{Analysis, Cell, NodeId};

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
}

/// The blocks and functions whose address may matter.
#[derive(Debug, Default)]
pub struct Looked {
    pub objs: BTreeSet<ObjId>,
    pub funcs: BTreeSet<FuncId>,
    /// Whether there are any such blocks, or pointers made of numbers.
    pub any: bool,
}

impl Looks {
    /// A conversion, whose operand points there.
    pub(super) fn cast(&mut self, e: &Expr, inner: &Expr, cell: Option<Cell>) {
        match (inner.ty, e.ty) {
            (Scalar::Ptr, Scalar::Int(int)) if !int.boolean && !null_based(inner) => self.cells.extend(cell),
            (Scalar::Int(_), Scalar::Ptr) if !is_cast_pointer(inner) && is_address(inner) => {
                self.numbers = true;
                self.cells.extend(cell);
            }
            _ => {}
        }
    }

    /// Two pointers are compared.
    pub(super) fn comparison(&mut self, (a, x): (&Expr, Option<Cell>), y: Option<Cell>) {
        if a.ty == Scalar::Ptr {
            self.pairs.push((x, y));
        }
    }
}

/// What the program looks at.
pub(super) fn looked(this: &mut Analysis) -> Looked {
    let looks = std::mem::take(&mut this.looks);
    let mut nodes: BTreeSet<NodeId> = looks.cells.iter().map(|cell| this.graph.find(*cell).node).collect();
    // What is compared with what is looked at is looked at.
    let pairs: Vec<(NodeId, NodeId)> = looks
        .pairs
        .iter()
        .filter_map(|(a, b)| Some((this.graph.find((*a)?).node, this.graph.find((*b)?).node)))
        .filter(|(a, b)| a != b)
        .collect();
    loop {
        let before = nodes.len();
        for (a, b) in &pairs {
            if nodes.contains(a) || nodes.contains(b) {
                nodes.extend([*a, *b]);
            }
        }
        if nodes.len() == before {
            break;
        }
    }
    let mut of = |cell: &Option<Cell>| cell.is_some_and(|cell| nodes.contains(&this.graph.find(cell).node));
    let objs = this.objs.iter().enumerate().filter(|(_, cell)| of(cell)).map(|(i, _)| ObjId(i as u32)).collect();
    let funcs = this.funcs.iter().enumerate().filter(|(_, cell)| of(cell)).map(|(i, _)| FuncId(i as u32)).collect();
    Looked { objs, funcs, any: !nodes.is_empty() || looks.numbers }
}

/// Whether a number may be the address of a block: neither null, nor `(void *)-1` and the like.
pub(super) fn is_address(number: &Expr) -> bool {
    number.constant().is_none_or(|n| *n >= FIRST_ADDRESS.into() && n.bits() < 64)
}

/// `(T *)(long)p`
fn is_cast_pointer(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Cast(original) if original.ty == Scalar::Ptr || is_cast_pointer(original))
}

/// `offsetof`: an address based on null is a number anyway.
fn null_based(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Const(_) => true,
        ExprKind::PtrAdd { base, .. } => null_based(base),
        ExprKind::Cast(inner) => null_based(inner),
        _ => false,
    }
}
