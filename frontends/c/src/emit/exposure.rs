//! Which regions of memory a program writes.

use std::collections::BTreeSet;

use crate::cir::*;
use crate::points::{Points, RegionId};

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
                Library::Free { .. }
                | Library::Given { .. }
                | Library::Room { .. }
                | Library::Text { .. }
                | Library::Block { .. } => continue,
            },
            _ => continue,
        };
        if let Some((node, _)) = layout.site_node[range.index()] {
            found.extend(layout.all_regions(node));
        }
    }
    found
}
