//! What a program does with memory as a whole: whether it reads the bytes of pointers, and which regions it writes.

use std::collections::{BTreeMap, BTreeSet};

use crate::cir::*;
use crate::points::{Points, RegionId};
use crate::types::Scalar;

/// Whether memory that holds pointers is accessed at another type as well.
pub(super) fn read_as_numbers(program: &Program, points: &Points) -> bool {
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
