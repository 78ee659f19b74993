//! From the accesses to maps: each cell of a node that is always accessed alike is a region of its own; cells that
//! overlap are a region of bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cir::*;
use crate::types::{IntType, Scalar};

use super::{Analysis, Cell, NodeId, Range};

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
    pub name: Arc<str>,
    pub kind: RegionKind,
    /// In bits within the node.
    pub start: i64,
    pub width: i64,
    /// Of the node, in bytes; 0: none.
    pub period: i64,
    /// Whether contents may be unknown at first.
    pub unset: bool,
    /// Whether these are bytes that hold floating-point numbers.
    pub mixed: bool,
    /// Such a number and other data of its size are at one place; this is not supported.
    pub overlaid: bool,
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
    /// The members and elements of each node's blocks that have nodes of their own.
    pub parts: Vec<Vec<Part>>,
    /// The ways from the starts of blocks to each node. One without steps: it is no part.
    pub ways: Vec<Vec<Way>>,
    /// Whether the nodes of blocks matter for the check that accesses stay within arrays.
    pub has_shapes: bool,
    /// Of each node, in bytes; 0: none.
    pub periods: Vec<i64>,
    /// The node of each named block.
    pub obj_node: Vec<Option<usize>>,
    /// The node of `argv`.
    pub argv_node: Option<usize>,
    /// The nodes of the strings that they point to.
    pub argument_texts: Vec<usize>,
    /// By node: whether its blocks may be reached when the program ends.
    pub kept: Vec<bool>,
    /// The same, of what the function that is scanned gives back and nothing else leads to.
    pub returned: Vec<bool>,
    /// By node: whether all its blocks are constants.
    pub constant: Vec<bool>,
    /// Which cells a range may end within, which are cells nevertheless: by its site.
    pub cut: BTreeSet<(SiteId, RegionId)>,
    /// The node of what an allocator gives, by the register that it goes to.
    pub given_node: BTreeMap<(FuncId, VarId), usize>,
}

/// A member or an element of a node's blocks.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Whether pointers go from one element to the next.
    pub array: bool,
    /// Where it starts: in the node that it is a part of, in bytes.
    pub offset: i64,
    /// In bytes; `None`: to the end of the block.
    pub length: Option<i64>,
    pub node: usize,
    /// Where it starts: in its own node.
    pub start: i64,
}

/// How a block is left for a part of it: `distance from the start → offset in the node → … → offset in the part`.
#[derive(Clone, Debug)]
pub struct Way {
    /// The node of the block.
    pub root: usize,
    /// The offset at which the blocks start.
    pub start: i64,
    /// Of what, and which.
    pub steps: Vec<(usize, Part)>,
}

impl Layout {
    /// The regions of a node and of its parts.
    pub fn all_regions(&self, node: usize) -> Vec<RegionId> {
        let mut found = self.node_regions[node].clone();
        for part in &self.parts[node] {
            found.extend(self.all_regions(part.node));
        }
        found.sort();
        found.dedup();
        found
    }

    /// How many bytes there are from the start of each part on a way to its end; `None`: to the end of the block. What has
    /// no length of its own ends with the element that it is a part of.
    pub fn rooms(&self, way: &Way) -> Vec<Option<i64>> {
        // From where the last part starts in its node to the end of the element that it stands in.
        let (mut rest, mut start): (Option<i64>, i64) = (None, 0);
        let room = |(whole, part): &(usize, Part)| {
            let period = self.periods[*whole];
            rest = if period > 0 { part.room(period) } else { rest.map(|rest| rest - (part.offset - start)) };
            start = part.start;
            rest = part.length.or(rest);
            rest
        };
        way.steps.iter().map(room).collect()
    }

    /// Whether it is to be checked that accesses to a node stay within arrays.
    pub fn is_part(&self, node: usize) -> bool {
        self.ways[node].iter().any(|way| way.steps.iter().any(|(_, part)| part.array))
    }
}

impl Part {
    /// In bytes, where the whole has a period; `None`: to the end of the block.
    pub fn room(&self, period: i64) -> Option<i64> {
        self.length.or((period > 0).then_some(period - self.offset))
    }
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
    /// The one that there is, if it has a name.
    pub only: Option<ObjId>,
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
        parts: vec![],
        ways: vec![],
        has_shapes: false,
        periods: vec![],
        obj_node: vec![None; this.objs.len()],
        constant: vec![],
        argv_node: None,
        argument_texts: vec![],
        kept: vec![],
        returned: vec![],
        cut: BTreeSet::new(),
        given_node: BTreeMap::new(),
    };
    let ranged: BTreeMap<SiteId, Range> = this.ranges.iter().copied().collect();
    let mut nodes = Nodes::default();
    find_accesses(this, &ranged, &mut nodes, &mut layout);
    number_parts(this, &mut nodes);
    find_ways(this, &nodes, &mut layout);
    find_gaps(this, &mut nodes, &layout);
    find_blocks(this, &nodes, arguments, &mut layout);
    let cut = cut_at_ranges(&ranged, &mut nodes.accesses, &layout);
    make_regions(this, &mut nodes, &mut layout);
    let cells = cut.into_iter().filter_map(|(range, site)| Some((range, layout.site_region[site.index()]?)));
    layout.cut = cells.collect();
    if let Some(cell) = arguments
        && let Some(&number) = nodes.numbers.get(&this.graph.find(cell).node)
    {
        let pointers = |id: &RegionId| layout.regions[id.0 as usize].kind == RegionKind::Cell(Scalar::Ptr);
        layout.arguments = layout.node_regions[number].iter().copied().filter(pointers).collect();
    }
    name_regions(&mut layout.regions);
    layout
}

/// The nodes that are accessed, numbered.
#[derive(Default)]
struct Nodes {
    numbers: BTreeMap<NodeId, usize>,
    cells: Vec<Cell>,
    accesses: Vec<Vec<Access>>,
}

impl Nodes {
    fn number(&mut self, cell: Cell) -> usize {
        *self.numbers.entry(cell.node).or_insert_with(|| {
            self.accesses.push(vec![]);
            self.cells.push(cell);
            self.accesses.len() - 1
        })
    }
}

fn find_accesses(this: &mut Analysis, ranged: &BTreeMap<SiteId, Range>, nodes: &mut Nodes, layout: &mut Layout) {
    for i in 0..this.sites.len() {
        let Some(cell) = this.sites[i] else { continue };
        let cell = this.graph.find(cell);
        let number = nodes.number(cell);
        layout.site_node[i] = Some((number, cell.offset));
        let site = SiteId(i as u32);
        if ranged.contains_key(&site) {
            continue;
        }
        let decl = &this.program.sites[i];
        let (first, width) = match decl.bits {
            Some(BitField { first, width, .. }) => (i64::from(first), i64::from(width)),
            None => (0, this.types.scalar_size(decl.scalar) as i64 * 8),
        };
        let kind = Some((decl.scalar, decl.bits.is_some()));
        nodes.accesses[number].push(Access { start: cell.offset * 8 + first, width, kind, site });
    }
}

/// Parts and what has parts are numbered, too.
fn number_parts(this: &mut Analysis, nodes: &mut Nodes) {
    for node in this.graph.nodes() {
        let parts = this.graph.parts(node);
        let whole = (!parts.is_empty()).then_some(node);
        for node in parts.into_iter().map(|(_, _, target)| target.node).chain(whole) {
            nodes.number(Cell { node, offset: 0 });
        }
    }
}

fn find_ways(this: &mut Analysis, Nodes { numbers, cells, .. }: &Nodes, layout: &mut Layout) {
    let starts = super::parts::starts(this);
    layout.periods = cells.iter().map(|cell| this.graph.period(cell.node)).collect();
    layout.parts = cells.iter().map(|cell| parts_of(this, cell.node, numbers)).collect();
    let roots: Vec<Option<i64>> = cells.iter().map(|cell| starts.get(&cell.node).copied().flatten()).collect();
    let owns: Vec<bool> = cells.iter().map(|cell| starts.contains_key(&cell.node)).collect();
    layout.ways = (0..cells.len()).map(|node| ways_to(node, &layout.parts, &owns, &roots)).collect();
    layout.has_shapes = (0..cells.len()).any(|node| layout.is_part(node) && layout.ways[node].len() > 1);
}

/// Bytes between members become bytes of their own where somebody reads them with the rest.
fn find_gaps(this: &Analysis, nodes: &mut Nodes, layout: &Layout) {
    for (site, size) in &this.wholes {
        if let Some((node, at)) = layout.site_node[site.index()] {
            fill_gaps(nodes, layout, node, (at, *size as i64), *site);
        }
    }
}

/// Those within so many bytes from an offset in a node on.
fn fill_gaps(nodes: &mut Nodes, layout: &Layout, node: usize, (at, size): (i64, i64), site: SiteId) {
    let period = layout.periods[node];
    let modulo = |offset: i64, period: i64| if period > 0 { offset.rem_euclid(period) } else { offset };
    let known: BTreeSet<(i64, i64)> = nodes.accesses[node].iter().map(|a| (a.start, a.width)).collect();
    let is_covered =
        |bit: i64| known.iter().any(|(start, width)| (0..*width).contains(&modulo(bit - start, period * 8)));
    let size = if period > 0 { size.min(period) } else { size };
    let mut i = 0;
    while i < size {
        let byte = modulo(at + i, period);
        let holds =
            |part: &&Part| part.offset <= byte && part.room(period).is_none_or(|room| byte < part.offset + room);
        if let Some(part) = layout.parts[node].iter().find(holds) {
            let length = part.room(period).map_or(size - i, |room| (part.offset + room - byte).min(size - i));
            fill_gaps(nodes, layout, part.node, (part.start + byte - part.offset, length), site);
            i += length;
            continue;
        }
        if !(byte * 8..byte * 8 + 8).all(is_covered) {
            match nodes.accesses[node].last_mut() {
                // It goes on.
                Some(Access { start, width, kind: None, site: own }) if *own == site && *start + *width == byte * 8 => {
                    *width += 8
                }
                _ => nodes.accesses[node].push(Access { start: byte * 8, width: 8, kind: None, site }),
            }
        }
        i += 1;
    }
}

/// Where objects are, and what is known of the blocks of each node.
fn find_blocks(this: &mut Analysis, nodes: &Nodes, arguments: Option<Cell>, layout: &mut Layout) {
    let Nodes { numbers, cells, .. } = nodes;
    for (i, cell) in this.objs.clone().into_iter().enumerate() {
        layout.obj_node[i] = cell.and_then(|cell| numbers.get(&this.graph.find(cell).node).copied());
    }
    let argv = arguments.map(|cell| this.graph.find(cell).node);
    layout.argv_node = argv.and_then(|argv| numbers.get(&argv).copied());
    let texts = argv.map(|argv| this.graph.links(argv)).unwrap_or_default();
    let mut texts: Vec<usize> = texts.iter().filter_map(|text| numbers.get(&text.node).copied()).collect();
    texts.sort();
    texts.dedup();
    layout.argument_texts = texts;
    for (func, cell, var) in this.given.clone() {
        if let Some(node) = numbers.get(&this.graph.find(cell).node) {
            layout.given_node.insert((func, var), *node);
        }
    }
    layout.node_blocks = vec![None; cells.len()];
    let mut counts = vec![0; cells.len()];
    for (cell, size, read_only) in std::mem::take(&mut this.blocks) {
        let cell = this.graph.find(cell);
        let Some(&number) = numbers.get(&cell.node) else { continue };
        let exact = this.graph.period(cell.node) == 0;
        let own = Blocks { start: exact.then_some(cell.offset), size, read_only, only: None };
        counts[number] += 1;
        let known = layout.node_blocks[number].get_or_insert(own);
        known.start = known.start.filter(|start| own.start == Some(*start));
        known.read_only |= read_only;
        known.size = known.size.filter(|size| own.size == Some(*size));
    }
    for (index, node) in layout.obj_node.iter().enumerate() {
        if let Some(number) = node.filter(|number| counts[*number] == 1)
            && let Some(blocks) = &mut layout.node_blocks[number]
        {
            blocks.only = Some(ObjId(index as u32));
        }
    }
    let blocks_of_parts = (0..cells.len()).map(|node| part_blocks(layout, node)).collect();
    layout.node_blocks = blocks_of_parts;
}

/// A range that ends within a cell makes bytes of it. Where it ends is not known of ranges of any size, which most often
/// end with a cell: those that they might end within are given, with their sites.
fn cut_at_ranges(
    ranged: &BTreeMap<SiteId, Range>,
    accesses: &mut [Vec<Access>],
    layout: &Layout,
) -> Vec<(SiteId, SiteId)> {
    let mut may_be_cut = vec![];
    for (site, range) in ranged {
        let Some((number, offset)) = layout.site_node[site.index()] else { continue };
        for edge in edges(*range, offset) {
            for (number, edge) in edges_below(layout, number, edge) {
                let cut = accesses[number].iter().filter(|a| a.kind.is_some() && edge.cuts(a));
                let (cells, fields): (Vec<&Access>, Vec<&Access>) =
                    cut.partition(|a| edge.open && is_one_kind(&accesses[number], a));
                may_be_cut.extend(cells.into_iter().map(|a| (*site, a.site)));
                let cut =
                    fields.into_iter().map(|a| Access { start: a.start, width: a.width, kind: None, site: *site });
                let cut: Vec<Access> = cut.collect();
                accesses[number].extend(cut);
            }
        }
    }
    may_be_cut
}

/// Accesses that overlap are one region.
fn make_regions(this: &mut Analysis, nodes: &mut Nodes, layout: &mut Layout) {
    for (number, mut list) in std::mem::take(&mut nodes.accesses).into_iter().enumerate() {
        let period = this.graph.period(nodes.cells[number].node) * 8;
        let unset = !is_settled(this, nodes.cells[number]);
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
}

fn parts_of(this: &mut Analysis, node: NodeId, numbers: &BTreeMap<NodeId, usize>) -> Vec<Part> {
    let parts = this.graph.parts(node).into_iter();
    parts
        .map(|(offset, part, target)| {
            let node = numbers[&target.node];
            Part { array: part.array, offset, length: part.length, node, start: target.offset }
        })
        .collect()
}

fn ways_to(node: usize, parts: &[Vec<Part>], owns: &[bool], starts: &[Option<i64>]) -> Vec<Way> {
    let mut ways = vec![];
    if owns[node] {
        ways.push(Way { root: node, start: starts[node].unwrap_or(0), steps: vec![] });
    }
    for (whole, list) in parts.iter().enumerate() {
        for part in list.iter().filter(|part| part.node == node) {
            for mut way in ways_to(whole, parts, owns, starts) {
                way.steps.push((whole, *part));
                ways.push(way);
            }
        }
    }
    ways
}

/// What is known of the blocks of a node, where those of what it is a part of count.
fn part_blocks(layout: &Layout, node: usize) -> Option<Blocks> {
    let own = layout.node_blocks[node];
    let ways = &layout.ways[node];
    if ways.iter().all(|way| way.steps.is_empty()) {
        return own;
    }
    let read_only = ways.iter().any(|way| layout.node_blocks[way.root].is_some_and(|blocks| blocks.read_only));
    let known = match &ways[..] {
        [way] if layout.periods[node] == 0 && way.steps.iter().all(|(whole, _)| layout.periods[*whole] == 0) => {
            layout.node_blocks[way.root].and_then(|blocks| {
                let start = way.steps.iter().fold(blocks.start?, |start, (_, part)| start - part.offset + part.start);
                Some(Blocks { start: Some(start), ..blocks })
            })
        }
        _ => None,
    };
    let only = match &ways[..] {
        [way] => layout.node_blocks[way.root].and_then(|blocks| blocks.only),
        _ => None,
    };
    known.or(Some(Blocks { start: None, size: None, read_only, only }))
}

/// Where a range may end, in bytes: at an offset, or wherever the distance from it is a multiple of a step.
#[derive(Clone, Copy)]
struct Edge {
    at: i64,
    /// 0: there alone.
    step: i64,
    /// Whether it is not known where.
    open: bool,
}

impl Edge {
    fn cuts(&self, access: &Access) -> bool {
        let (at, step) = (self.at.saturating_mul(8), self.step.saturating_mul(8));
        let first = match step {
            0 => at,
            _ => access.start + 1 + (at - access.start - 1).rem_euclid(step),
        };
        access.start < first && first < access.start + access.width
    }

    /// The same where offsets count modulo a period.
    fn modulo(self, period: i64) -> Edge {
        Edge { step: num_integer::gcd(self.step, period), ..self }
    }
}

fn edges(range: Range, offset: i64) -> Vec<Edge> {
    match range {
        Range::Block => vec![],
        Range::Exactly(size) => [offset, offset + size as i64].map(|at| Edge { at, step: 0, open: false }).to_vec(),
        Range::Multiple(unit) => {
            vec![Edge { at: offset, step: 0, open: false }, Edge { at: offset, step: unit as i64, open: true }]
        }
    }
}

/// The edge in a node, and in the parts that it may lie in.
fn edges_below(layout: &Layout, node: usize, edge: Edge) -> Vec<(usize, Edge)> {
    let period = layout.periods[node];
    let edge = edge.modulo(period);
    let mut found = vec![(node, edge)];
    for part in &layout.parts[node] {
        // One place within the node is within the part or not.
        let outside = edge.step == period && {
            let at = if period > 0 { edge.at.rem_euclid(period) } else { edge.at };
            at <= part.offset || part.length.is_some_and(|length| part.offset + length <= at)
        };
        if !outside {
            let within = Edge { at: edge.at - part.offset + part.start, ..edge };
            found.extend(edges_below(layout, part.node, within));
        }
    }
    found
}

/// Whether a place is accessed as numbers alone, or as pointers alone: what is left of them in part is known, or is of no
/// use.
fn is_one_kind(accesses: &[Access], at: &Access) -> bool {
    let same = accesses.iter().filter(|a| (a.start, a.width) == (at.start, at.width));
    let kinds = same.map(|a| match a.kind {
        Some((Scalar::Int(_), false)) => Some(0),
        Some((Scalar::Ptr, _)) => Some(1),
        Some((Scalar::Float(_), _)) => Some(2),
        _ => None,
    });
    let mut kinds: Vec<Option<u8>> = kinds.collect();
    kinds.dedup();
    matches!(kinds[..], [Some(_)])
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
    // One place as two types, as in a union: what the bytes of numbers are matters then.
    let is_seen_as = |a: &Access| group.iter().any(|b| float(b) && (a.start, a.width) == (b.start, b.width));
    let overlaid = mixed && !wraps && group.iter().any(|a| a.kind.is_some() && !float(a) && is_seen_as(a));
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
    Region { name, kind, start, width: end - start, period, unset, mixed, overlaid }
}

fn name_regions(regions: &mut [Region]) {
    let mut seen = std::collections::BTreeMap::<Arc<str>, u32>::new();
    for region in regions {
        let count = seen.entry(region.name.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            region.name = format!("{}.{count}", region.name).into();
        }
    }
}
