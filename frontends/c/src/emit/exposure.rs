//! What a program does with memory as a whole: whether it looks at addresses as numbers, by casts or by reading the bytes
//! of pointers, and which regions it writes.

use std::collections::{BTreeMap, BTreeSet};

use crate::cir::*;
use crate::points::{Points, RegionId};
use crate::types::Scalar;

/// Whether the value of an address, as opposed to what it points to, may matter.
pub(super) fn addresses_are_numbers(program: &Program, points: &Points) -> bool {
    fn exposes(e: &Expr) -> bool {
        if let ExprKind::Cast(inner) = &*e.kind
            && inner.ty == Scalar::Ptr
            && matches!(e.ty, Scalar::Int(int) if !int.boolean)
            && inner.constant().is_none()
            && !null_based(inner)
        {
            return true;
        }
        // A cast there and back is harmless.
        if let ExprKind::Cast(inner) = &*e.kind
            && e.ty == Scalar::Ptr
            && let ExprKind::Cast(original) = &*inner.kind
            && original.ty == Scalar::Ptr
        {
            return exposes(original);
        }
        e.children().into_iter().any(exposes)
    }
    let stmts = program.init.iter().chain(program.funcs.iter().flat_map(|f| f.body.iter().flatten()));
    stmts.flat_map(stmt_exprs).any(exposes) || read_as_numbers(program, points)
}

/// Whether memory that holds pointers is accessed at another type as well.
fn read_as_numbers(program: &Program, points: &Points) -> bool {
    let mut seen: BTreeMap<RegionId, (bool, bool)> = BTreeMap::new();
    for (site, region) in program.sites.iter().zip(&points.layout.site_region) {
        if let Some(region) = region {
            let (pointers, others) = seen.entry(*region).or_default();
            *pointers |= site.scalar == Scalar::Ptr;
            *others |= site.scalar != Scalar::Ptr;
        }
    }
    seen.values().any(|&(pointers, others)| pointers && others)
}

/// The regions that the program writes.
pub(super) fn written(program: &Program, points: &Points) -> BTreeSet<RegionId> {
    let mut found = BTreeSet::new();
    let layout = &points.layout;
    for stmt in program.init.iter().chain(program.funcs.iter().flat_map(|f| f.body.iter().flatten())) {
        let range = match &stmt.kind {
            StmtKind::Store { site, .. } => {
                found.extend(layout.site_region[site.index()]);
                continue;
            }
            StmtKind::Copy { dst_site: site, .. } | StmtKind::Zero { site, .. } => site,
            StmtKind::Library(library) => match library {
                Library::Malloc { site, .. } | Library::Realloc { site, .. } | Library::Memset { site, .. } => site,
                Library::Memcpy { dst_site, .. } => dst_site,
                Library::Any { site, .. } => site,
                Library::Free { .. } | Library::Room { .. } => continue,
            },
            _ => continue,
        };
        if let Some((node, _)) = layout.site_node[range.index()] {
            found.extend(layout.node_regions[node].iter().copied());
        }
    }
    found
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

/// The expressions of a statement.
fn stmt_exprs(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Set(_, e) | StmtKind::Branch(e, _) | StmtKind::Assume(e) | StmtKind::Assert(e, _) => vec![e],
        StmtKind::Store { addr, value, .. } => vec![addr, value],
        StmtKind::Copy { dst, src, .. } => vec![dst, src],
        StmtKind::Call { callee, args, .. } => {
            let mut all: Vec<&Expr> = args.iter().collect();
            if let Callee::Indirect(address) = callee {
                all.push(address);
            }
            all
        }
        StmtKind::Alloc(_, size) => size.iter().collect(),
        StmtKind::Zero { addr, .. } => vec![addr],
        StmtKind::Library(library) => match library {
            Library::Malloc { size, .. } => vec![&size.count],
            Library::Free { ptr, .. } => vec![ptr],
            Library::Realloc { ptr, size, .. } => vec![ptr, &size.count],
            Library::Memcpy { dst, src, size, .. } => vec![dst, src, &size.count],
            Library::Memset { dst, value, size, .. } => vec![dst, value, &size.count],
            Library::Any { dst, size, .. } => vec![dst, &size.count],
            Library::Room { ptr, .. } => vec![ptr],
        },
        StmtKind::Undefined(_) | StmtKind::Leave(..) | StmtKind::End => vec![],
        StmtKind::Havoc(_) | StmtKind::Goto(_) | StmtKind::Label(_) | StmtKind::Return => vec![],
    }
}
