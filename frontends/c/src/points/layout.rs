//! From the accesses to maps: each cell of a node that is always accessed alike is a region of its own; cells that
//! overlap are a region of bytes.

use std::rc::Rc;

use crate::cir::*;
use crate::types::{IntType, Scalar};

use super::{Analysis, Cell, Range};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegionId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// One value of the type an address; integers of either sign are kept as this type has them.
    Cell(Scalar),
    /// A bit-field of that type and width.
    Field(IntType, u32),
    /// Bytes, unsigned.
    Bytes,
}

/// A map.
#[derive(Clone, Debug)]
pub struct Region {
    pub name: Rc<str>,
    pub kind: RegionKind,
    /// In bits within the node.
    pub start: i64,
    pub width: i64,
    /// Of the node, in bytes; 0: none.
    pub period: i64,
    /// Whether contents may be unknown at first.
    pub unset: bool,
    /// Whether the node is accessed as both number and floating point; this is not supported.
    pub mixed: bool,
}

/// Where each site is.
pub struct Layout {
    pub regions: Vec<Region>,
    /// The region of each access.
    pub site_region: Vec<Option<RegionId>>,
    /// The regions of the node of each site, and the site's offset.
    pub site_node: Vec<Option<(usize, i64)>>,
    /// The regions of each node, by offset.
    pub node_regions: Vec<Vec<RegionId>>,
    /// The blocks of each node; `None`: none known.
    pub node_blocks: Vec<Option<Blocks>>,
    /// Where the pointers to the arguments of the program are.
    pub arguments: Vec<RegionId>,
}

/// What is known of the blocks that a node stands for.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    /// Where they start, if it is one place and offsets are exact.
    pub start: Option<i64>,
    /// Their size, if they have one and the same.
    pub size: Option<u64>,
    /// Whether some are not to be written.
    pub read_only: bool,
}

struct Access {
    start: i64,
    width: i64,
    kind: Option<(Scalar, bool)>,
    site: SiteId,
}

pub(super) fn lay_out(this: &mut Analysis, arguments: Option<Cell>) -> Layout {
    let count = this.sites.len();
    let mut layout = Layout {
        regions: vec![],
        site_region: vec![None; count],
        site_node: vec![None; count],
        node_regions: vec![],
        node_blocks: vec![],
        arguments: vec![],
    };
    let mut numbers: std::collections::BTreeMap<super::NodeId, usize> = std::collections::BTreeMap::new();
    let mut accesses: Vec<Vec<Access>> = vec![];
    let mut cells: Vec<Cell> = vec![];
    let ranged: std::collections::BTreeMap<SiteId, Range> = this.ranges.iter().copied().collect();
    for i in 0..count {
        let Some(cell) = this.sites[i] else { continue };
        let cell = this.graph.find(cell);
        let number = *numbers.entry(cell.node).or_insert_with(|| {
            accesses.push(vec![]);
            cells.push(cell);
            accesses.len() - 1
        });
        layout.site_node[i] = Some((number, cell.offset));
        let site = SiteId(i as u32);
        if ranged.contains_key(&site) {
            continue;
        }
        let decl = &this.program.sites[i];
        let (first, width) = match decl.bits {
            Some((first, width)) => (i64::from(first), i64::from(width)),
            None => (0, this.types.scalar_size(decl.scalar) as i64 * 8),
        };
        let kind = Some((decl.scalar, decl.bits.is_some()));
        accesses[number].push(Access { start: cell.offset * 8 + first, width, kind, site });
    }
    layout.node_blocks = vec![None; cells.len()];
    for (cell, size, read_only) in std::mem::take(&mut this.blocks) {
        let cell = this.graph.find(cell);
        let Some(&number) = numbers.get(&cell.node) else { continue };
        let exact = this.graph.period(cell.node) == 0;
        let own = Blocks { start: exact.then_some(cell.offset), size, read_only };
        let known = layout.node_blocks[number].get_or_insert(own);
        known.start = known.start.filter(|start| own.start == Some(*start));
        known.read_only |= read_only;
        known.size = known.size.filter(|size| own.size == Some(*size));
    }
    // A range that ends within a cell makes bytes of it.
    for (site, range) in &ranged {
        let Some((number, offset)) = layout.site_node[site.index()] else { continue };
        let period = this.graph.period(cells[number].node);
        let cuts = |a: &Access| match *range {
            Range::Block => false,
            Range::Exactly(size) => [offset * 8, (offset + size as i64) * 8].into_iter().any(|edge| {
                let edge = if period > 0 { edge.rem_euclid(period * 8) } else { edge };
                a.start < edge && edge < a.start + a.width
            }),
            Range::Multiple(unit) => {
                // Edges are wherever the distance from the site is a multiple of the step.
                let step = 8 * num_integer::gcd(unit as i64, period);
                let from = a.start - offset * 8;
                (from.div_euclid(step) + 1) * step < from + a.width
            }
        };
        let parts: Vec<Access> = accesses[number]
            .iter()
            .filter(|a| a.kind.is_some() && cuts(a))
            .map(|a| Access { start: a.start, width: a.width, kind: None, site: *site })
            .collect();
        accesses[number].extend(parts);
    }
    for (number, mut list) in accesses.into_iter().enumerate() {
        let period = this.graph.period(cells[number].node) * 8;
        let unset = !is_settled(this, cells[number]);
        list.sort_by_key(|a| (a.start, a.width));
        // What reaches over the end of the period meets the start of the next element: all is bytes then.
        let wraps = period > 0 && list.iter().any(|a| a.start + a.width > period);
        let mut regions = vec![];
        let mut i = 0;
        while i < list.len() {
            let start = list[i].start;
            let mut end = start + list[i].width;
            let mut j = i + 1;
            while j < list.len() && (wraps || list[j].start < end) {
                end = end.max(list[j].start + list[j].width);
                j += 1;
            }
            let group = &list[i..j];
            let id = RegionId(layout.regions.len() as u32);
            let region = make_region(this, group, start, end, period / 8, unset, wraps);
            layout.regions.push(region);
            regions.push(id);
            for access in group {
                if access.kind.is_some() {
                    layout.site_region[access.site.index()] = Some(id);
                }
            }
            i = j;
        }
        layout.node_regions.push(regions);
    }
    if let Some(cell) = arguments
        && let Some(&number) = numbers.get(&this.graph.find(cell).node)
    {
        let pointers = |id: &RegionId| layout.regions[id.0 as usize].kind == RegionKind::Cell(Scalar::Ptr);
        layout.arguments = layout.node_regions[number].iter().copied().filter(pointers).collect();
    }
    name_regions(&mut layout.regions);
    layout
}

fn is_settled(this: &mut Analysis, cell: Cell) -> bool {
    let flags = this.graph.flags(cell);
    flags.global && !flags.unset
}

fn make_region(
    this: &Analysis,
    group: &[Access],
    start: i64,
    end: i64,
    period: i64,
    unset: bool,
    wraps: bool,
) -> Region {
    let sites = &this.program.sites;
    let hint = group.iter().find_map(|a| sites[a.site.index()].hint.clone());
    let float = |a: &Access| matches!(a.kind, Some((Scalar::Float(_), _)));
    let uniform = !wraps
        && group.iter().all(|a| a.kind.is_some() && a.start == group[0].start && a.width == group[0].width)
        && group.iter().all(|a| float(a) == float(&group[0]));
    let mixed = !uniform && group.iter().any(float);
    let kind = match (uniform, group[0].kind) {
        (true, Some((scalar, false))) if group.iter().all(|a| matches!(a.kind, Some((_, false)))) => {
            // Pointers go with integers of their width; `_Bool` with bytes.
            let pointer = group.iter().any(|a| matches!(a.kind, Some((Scalar::Ptr, _))));
            let same = group.iter().all(|a| a.kind == group[0].kind);
            match scalar {
                scalar if same => RegionKind::Cell(scalar),
                _ if pointer => RegionKind::Cell(Scalar::Ptr),
                Scalar::Int(int) if int.boolean => RegionKind::Cell(Scalar::Int(IntType::new(8, false))),
                scalar => RegionKind::Cell(scalar),
            }
        }
        (true, Some((Scalar::Int(int), true))) if group.iter().all(|a| a.kind == group[0].kind) => {
            RegionKind::Field(int, group[0].width as u32)
        }
        _ => RegionKind::Bytes,
    };
    let name = hint.unwrap_or_else(|| "mem".into());
    Region { name, kind, start, width: end - start, period, unset, mixed }
}

fn name_regions(regions: &mut [Region]) {
    let mut seen = std::collections::BTreeMap::<Rc<str>, u32>::new();
    for region in regions {
        let count = seen.entry(region.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            region.name = format!("{}.{count}", region.name).into();
        }
    }
}
