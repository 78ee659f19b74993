//! Which members and elements keep nodes of their own: those that pointers to them do not leave.
//!
//! `struct { int op; char key[8]; } slot[4]`: `slot[i].key[j]` concerns the keys alone, and `at = &p->next` says nothing
//! of `p`. Other accesses to the same bytes become accesses to the part. A part is given up where an access is to it and
//! to something else, where accesses through it leave it for sure, where the numbers of its addresses are computed with,
//! and where nothing tells at which bytes of a block it lies. Accesses that may leave an array are checked as they happen,
//! which takes blocks of the program: arrays in memory from outside are given up.

use std::collections::{BTreeMap, BTreeSet};

use crate::cir::*;

use super::graph::Part;
use super::{Analysis, Cell, Flags, NodeId, Range};

/// As many ways from the start of a block to a part are told apart.
const MOST_WAYS: usize = 16;

/// A part, and its place: the node that it is a part of, the offset in there.
type Place = (NodeId, i64);

#[derive(Clone, Copy)]
struct Live {
    place: Place,
    length: Option<i64>,
    array: bool,
    target: Cell,
}

impl Live {
    /// The first byte behind it, in the node that it is a part of.
    fn end(&self, period: i64) -> i64 {
        match self.length {
            Some(length) => self.place.1 + length,
            None if period > 0 => period,
            None => i64::MAX,
        }
    }
}

/// One round of accesses that become those of parts, and of parts that are given up. Returns whether there were any.
pub(super) fn settle(this: &mut Analysis) -> bool {
    let live: Vec<Live> = live(this);
    // First of all, for else accesses would enter the same parts again and again.
    if let Some((node, offset)) = tangled(&live) {
        this.graph.give_up(node, offset);
        return true;
    }
    if nest(this, &live) || enter(this, &live) {
        return true;
    }
    let accesses = accesses(this);
    let starts = starts(this);
    let mut gone: BTreeSet<Place> = overlapping(this, &live, &accesses);
    gone.extend(left(this, &live, &accesses));
    gone.extend(unplaced(&live, &starts));
    gone.extend(outside(this, &live, &starts));
    for (node, offset) in &gone {
        this.graph.give_up(*node, *offset);
    }
    if gone.is_empty() {
        inherit(this, &live);
    }
    !gone.is_empty()
}

fn live(this: &mut Analysis) -> Vec<Live> {
    let mut live = vec![];
    for node in this.graph.nodes() {
        let parts = this.graph.parts(node);
        live.extend(parts.into_iter().map(|(offset, part, target)| {
            let Part { length, array, .. } = part;
            Live { place: (node, offset), length, array, target }
        }));
    }
    live
}

/// The parts of each node, by where they start.
fn by_node(live: &[Live]) -> BTreeMap<NodeId, Vec<Live>> {
    let mut found: BTreeMap<NodeId, Vec<Live>> = BTreeMap::new();
    live.iter().for_each(|part| found.entry(part.place.0).or_default().push(*part));
    found
}

/// A part of the whole that lies within another part of it is a part of that: `a[i].text` and `p = &a[i]; p->text` are one.
/// Returns whether there was one.
fn nest(this: &mut Analysis, live: &[Live]) -> bool {
    for (node, parts) in by_node(live) {
        let period = this.graph.period(node);
        // What pointers walk through is no record, but its elements are.
        for outer in parts.iter().filter(|part| !part.array) {
            let (start, end) = (outer.place.1, outer.end(period));
            let is_inner = |part: &&Live| start < part.place.1 && part.end(period) <= end;
            if let Some(inner) = parts.iter().find(is_inner) {
                let first = inner.place.1;
                let at = Cell { offset: outer.target.offset + first - start, ..outer.target };
                this.graph.move_part((node, first), at);
                return true;
            }
        }
    }
    false
}

/// What is accessed in the whole at the bytes of a part is accessed in the part. Returns whether there is more of it.
fn enter(this: &mut Analysis, live: &[Live]) -> bool {
    let mut changed = false;
    for part in live {
        let period = this.graph.period(part.place.0);
        changed |= this.graph.move_links(part.place.0, (part.place.1, part.end(period)), part.target);
    }
    let by_node = by_node(live);
    for (site, cell, bytes) in accesses(this) {
        let period = this.graph.period(cell.node);
        let holds = |part: &&Live| part.place.1 <= cell.offset && cell.offset + bytes <= part.end(period);
        if let Some(part) = by_node.get(&cell.node).and_then(|parts| parts.iter().find(holds)) {
            let offset = part.target.offset + cell.offset - part.place.1;
            this.sites[site.index()] = Some(Cell { offset, ..part.target });
            changed = true;
        }
    }
    changed
}

/// What is accessed by type: the cell, and how many bytes.
type Access = (SiteId, Cell, i64);

fn accesses(this: &mut Analysis) -> Vec<Access> {
    let ranged: BTreeSet<SiteId> = this.ranges.iter().map(|(site, _)| *site).collect();
    let mut found = vec![];
    for i in 0..this.sites.len() {
        let (Some(cell), false) = (this.sites[i], ranged.contains(&SiteId(i as u32))) else { continue };
        let decl = &this.program.sites[i];
        let bytes = match decl.bits {
            Some(BitField { first, width, .. }) => i64::from((first + width).div_ceil(8)),
            None => this.types.scalar_size(decl.scalar) as i64,
        };
        found.push((SiteId(i as u32), this.graph.find(cell), bytes));
    }
    found
}

/// Parts whose bytes something else of their node is, too.
fn overlapping(this: &mut Analysis, live: &[Live], accesses: &[Access]) -> BTreeSet<Place> {
    let mut gone = BTreeSet::new();
    let by_node = by_node(live);
    for &(_, cell, bytes) in accesses {
        let period = this.graph.period(cell.node);
        // What reaches over the end of the period makes bytes of all.
        let wraps = period > 0 && cell.offset + bytes > period;
        let touches = |part: &&Live| wraps || (cell.offset < part.end(period) && part.place.1 < cell.offset + bytes);
        gone.extend(by_node.get(&cell.node).into_iter().flatten().filter(touches).map(|part| part.place));
    }
    for (node, parts) in &by_node {
        let period = this.graph.period(*node);
        for pair in parts.windows(2) {
            if pair[1].place.1 < pair[0].end(period) {
                gone.extend([pair[0].place, pair[1].place]);
            }
        }
    }
    gone
}

/// Parts that accesses through them leave for sure, or may leave by arithmetic on numbers.
fn left(this: &mut Analysis, live: &[Live], accesses: &[Access]) -> BTreeSet<Place> {
    let mut by_node: BTreeMap<NodeId, Vec<(i64, i64)>> = BTreeMap::new();
    let mut open: BTreeSet<NodeId> = BTreeSet::new();
    accesses.iter().for_each(|(_, cell, size)| by_node.entry(cell.node).or_default().push((cell.offset, *size)));
    for (site, range) in this.ranges.clone() {
        let Some(cell) = this.sites[site.index()] else { continue };
        let cell = this.graph.find(cell);
        match range {
            Range::Exactly(size) => by_node.entry(cell.node).or_default().push((cell.offset, size as i64)),
            Range::Multiple(_) => _ = open.insert(cell.node),
            Range::Block => {}
        }
    }
    // A part of a part leaves it as an access does; one without a length has a byte at least.
    for part in live {
        by_node.entry(part.place.0).or_default().push((part.place.1, part.length.unwrap_or(1)));
    }
    let mut gone = out_of_arrays(this, live);
    for part in live {
        let node = part.target.node;
        let walked = this.graph.period(node) > 0;
        let leaves = |(offset, size): &(i64, i64)| {
            let first = offset - part.target.offset;
            let behind = |end: i64| part.length.is_some_and(|length| end > length);
            if walked { behind(*size) } else { first < 0 || behind(first + size) }
        };
        let goes_on = !part.array && (walked || open.contains(&node));
        if goes_on || this.graph.flags(part.target).computed || by_node.get(&node).into_iter().flatten().any(leaves) {
            gone.insert(part.place);
        }
    }
    gone
}

/// Arrays that steps by known numbers of bytes lead out of: to the header before the text of a string, or from an element
/// to its record. A step back by one element stays within an array that has a length; a step over elements may lead to its
/// end, one to a member that lies there leads out.
fn out_of_arrays(this: &mut Analysis, live: &[Live]) -> BTreeSet<Place> {
    let mut by_node: BTreeMap<NodeId, Vec<(i64, i64)>> = BTreeMap::new();
    for (cell, bytes, scale) in this.steps.clone() {
        by_node.entry(this.graph.find(cell).node).or_default().push((bytes, scale));
    }
    let mut gone = BTreeSet::new();
    for part in live {
        let period = this.graph.period(part.target.node);
        let leads_out = |(bytes, scale): &(i64, i64)| {
            let over_elements = scale % period == 0;
            if *bytes < 0 {
                !over_elements || part.length.is_none() || *bytes < -scale
            } else {
                *scale > period && part.length.is_some_and(|length| *bytes >= length)
            }
        };
        let mut steps = by_node.get(&part.target.node).into_iter().flatten();
        if part.array && period > 0 && steps.any(leads_out) {
            gone.insert(part.place);
        }
    }
    gone
}

/// Parts of nodes whose blocks do not start at one offset.
fn unplaced(live: &[Live], starts: &BTreeMap<NodeId, Option<i64>>) -> BTreeSet<Place> {
    let is_unplaced = |part: &&Live| part.array && starts.get(&part.place.0).is_some_and(|start| start.is_none());
    live.iter().filter(is_unplaced).map(|part| part.place).collect()
}

/// Arrays that may lie in memory that is not the program's.
fn outside(this: &mut Analysis, live: &[Live], starts: &BTreeMap<NodeId, Option<i64>>) -> BTreeSet<Place> {
    let foreign = from_outside(this, Vec::new());
    let mut owned: BTreeSet<NodeId> = starts.keys().copied().collect();
    let mut work: Vec<NodeId> = owned.iter().copied().collect();
    while let Some(node) = work.pop() {
        let parts = this.graph.parts(node).into_iter().map(|(_, _, target)| target.node);
        work.extend(parts.filter(|node| owned.insert(*node)));
    }
    let is_outside = |node: &NodeId| foreign.contains(node) || !owned.contains(node);
    live.iter().filter(|part| part.array && is_outside(&part.place.0)).map(|part| part.place).collect()
}

/// Memory that may not be the program's, these nodes among it: what pointers in it point to, and its parts, are from outside as well.
fn from_outside(this: &mut Analysis, also: Vec<NodeId>) -> BTreeSet<NodeId> {
    let mut foreign: BTreeSet<NodeId> = this.graph.nodes().into_iter().filter(|node| is_foreign(this, *node)).collect();
    foreign.extend(also);
    let mut work: Vec<NodeId> = foreign.iter().copied().collect();
    while let Some(node) = work.pop() {
        let parts = this.graph.parts(node).into_iter().map(|(_, _, target)| target);
        let below: Vec<Cell> = parts.chain(this.graph.links(node)).collect();
        work.extend(below.into_iter().map(|cell| cell.node).filter(|node| foreign.insert(*node)));
    }
    foreign
}

/// What memory from outside holds is unknown, though variables of the program that start as zeroes may share its node. What the
/// arguments of the program say is from outside.
pub(super) fn outside_is_unset(this: &mut Analysis, arguments: Option<Cell>) {
    let argv = arguments.map(|cell| this.graph.find(cell).node);
    let texts = argv.map(|argv| this.graph.links(argv)).unwrap_or_default();
    for node in from_outside(this, texts.into_iter().map(|cell| cell.node).collect()) {
        this.graph.add_flags(Cell { node, offset: 0 }, Flags { unset: true, ..Flags::default() });
    }
}

fn is_foreign(this: &mut Analysis, node: NodeId) -> bool {
    this.graph.flags(Cell { node, offset: 0 }).foreign
}

/// By node: the offset at which its blocks start, if it is one.
pub(super) fn starts(this: &mut Analysis) -> BTreeMap<NodeId, Option<i64>> {
    let mut starts: BTreeMap<NodeId, Option<i64>> = BTreeMap::new();
    let cells: Vec<Cell> = this.blocks.iter().map(|(cell, ..)| *cell).collect();
    for cell in cells {
        let cell = this.graph.find(cell);
        let known = starts.entry(cell.node).or_insert(Some(cell.offset));
        *known = known.filter(|start| *start == cell.offset);
    }
    starts
}

/// A part of what is a part of itself, or of too many things.
fn tangled(live: &[Live]) -> Option<Place> {
    /// The number of ways down from the nodes that are no parts.
    fn ways(
        node: NodeId,
        above: &BTreeMap<NodeId, Vec<Place>>,
        on_way: &mut Vec<NodeId>,
        known: &mut BTreeMap<NodeId, usize>,
    ) -> Result<usize, Place> {
        if let Some(ways) = known.get(&node) {
            return Ok(*ways);
        }
        on_way.push(node);
        let mut count = 1;
        for place in above.get(&node).into_iter().flatten() {
            if on_way.contains(&place.0) {
                return Err(*place);
            }
            count += ways(place.0, above, on_way, known)?;
            if count > MOST_WAYS {
                return Err(*place);
            }
        }
        on_way.pop();
        known.insert(node, count);
        Ok(count)
    }
    let mut above: BTreeMap<NodeId, Vec<Place>> = BTreeMap::new();
    live.iter().for_each(|part| above.entry(part.target.node).or_default().push(part.place));
    let mut known = BTreeMap::new();
    live.iter().find_map(|part| ways(part.target.node, &above, &mut vec![], &mut known).err())
}

/// A part lies in the kinds of blocks that the whole lies in.
fn inherit(this: &mut Analysis, live: &[Live]) {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for part in live {
            let whole = this.graph.flags(Cell { node: part.place.0, offset: 0 });
            let own = this.graph.flags(part.target);
            changed |= (whole.unset && !own.unset) || (whole.global && !own.global);
            let Flags { unset, global, .. } = whole;
            this.graph.add_flags(part.target, Flags { unset, global, ..Flags::default() });
        }
    }
}
