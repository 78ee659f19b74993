//! The graph of what may point where: nodes that are merged, never split.
//!
//! A node stands for a set of blocks that the analysis does not tell apart. A [`Cell`] is a node and an offset in bytes.
//! Merging two cells lines their nodes up at the offsets. A node that is lined up with itself at another offset gets a
//! *period*, the greatest common divisor of all such distances, and its offsets count modulo the period: so arrays and
//! pointers that walk need no special treatment.
//!
//! An array that is a member of a record would take the record's other members with it, and a pointer to one member would
//! line up the whole with all else that it points to; such members are [`Part`]s, nodes of their own, for as long as
//! nothing accesses their bytes otherwise.
//!
//! After Steensgaard, "Points-to analysis in almost linear time"; offsets as in Lattner's data structure analysis.

use std::collections::{BTreeMap, BTreeSet};

use crate::cir::FuncId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A node and an offset in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    pub node: NodeId,
    pub offset: i64,
}

/// What kinds of blocks a node stands for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flags {
    /// Blocks whose contents are unknown at first: of the heap, the stack, of undefined variables.
    pub unset: bool,
    pub global: bool,
    /// Whether there is arithmetic on the numbers that their addresses are.
    pub computed: bool,
    /// Whether some may be memory that is not the program's.
    pub foreign: bool,
}

/// A member or an element of the blocks of a node. It has a node of its own, so that what pointers to it do concerns it
/// alone: an index that is not known leaves the whole without a period.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// In bytes; `None`: to the end of the block, or of the period.
    pub length: Option<i64>,
    /// So many bytes it has for sure.
    pub least: i64,
    /// Whether pointers go from one element to the next.
    pub array: bool,
    /// Its start; `None`: given up, the array is accessed as the rest of the node is.
    pub target: Option<Cell>,
}

#[derive(Debug, Default)]
struct Node {
    period: i64,
    /// What the pointers stored in the node point to, by offset.
    links: BTreeMap<i64, Cell>,
    /// By offset.
    parts: BTreeMap<i64, Part>,
    funcs: BTreeSet<FuncId>,
    flags: Flags,
}

#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// For merged nodes: the other, and what to add to offsets.
    parents: Vec<Option<(NodeId, i64)>>,
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Graph {
    pub fn fresh(&mut self) -> Cell {
        self.nodes.push(Node::default());
        self.parents.push(None);
        Cell { node: NodeId(self.nodes.len() as u32 - 1), offset: 0 }
    }

    /// The cell as it is now: the surviving node, the offset within its period.
    pub fn find(&mut self, cell: Cell) -> Cell {
        let (mut node, mut offset) = (cell.node, cell.offset);
        while let Some((next, shift)) = self.parents[node.0 as usize] {
            node = next;
            offset += shift;
        }
        if node != cell.node {
            // Shorten the path.
            self.parents[cell.node.0 as usize] = Some((node, offset - cell.offset));
        }
        let period = self.nodes[node.0 as usize].period;
        Cell { node, offset: if period > 0 { offset.rem_euclid(period) } else { offset } }
    }

    pub fn period(&mut self, node: NodeId) -> i64 {
        let cell = self.find(Cell { node, offset: 0 });
        self.nodes[cell.node.0 as usize].period
    }

    pub fn flags(&mut self, cell: Cell) -> Flags {
        let cell = self.find(cell);
        self.nodes[cell.node.0 as usize].flags
    }

    pub fn add_flags(&mut self, cell: Cell, flags: Flags) {
        let cell = self.find(cell);
        let own = &mut self.nodes[cell.node.0 as usize].flags;
        own.unset |= flags.unset;
        own.global |= flags.global;
        own.computed |= flags.computed;
        own.foreign |= flags.foreign;
    }

    /// The part that starts at the cell and has that many bytes.
    pub fn part(&mut self, cell: Cell, length: Option<i64>, least: i64, array: bool) -> Cell {
        let cell = self.find(cell);
        let fresh = self.fresh();
        let mut work = vec![];
        self.add_part(cell, Part { length, least, array, target: Some(fresh) }, &mut work);
        self.drain(work);
        self.find(fresh)
    }

    /// The parts that have nodes of their own, by offset: what each is, and where it starts in its node.
    pub fn parts(&mut self, node: NodeId) -> Vec<(i64, Part, Cell)> {
        let parts: Vec<(i64, Part)> = self.nodes[node.0 as usize].parts.iter().map(|(at, part)| (*at, *part)).collect();
        parts.into_iter().filter_map(|(at, part)| Some((at, part, self.find(part.target?)))).collect()
    }

    /// The pointers stored from an offset of a node on are those that are stored from a cell on. Returns whether there
    /// were any.
    pub fn move_links(&mut self, node: NodeId, (start, end): (i64, i64), to: Cell) -> bool {
        let own = &mut self.nodes[node.0 as usize];
        let moved: Vec<(i64, Cell)> = own.links.range(start..end).map(|(at, target)| (*at, *target)).collect();
        own.links.retain(|at, _| !(start..end).contains(at));
        for (at, target) in &moved {
            let link = self.link(Cell { offset: to.offset + at - start, ..to });
            self.merge(link, *target);
        }
        !moved.is_empty()
    }

    /// What pointers stored in a node point to.
    pub fn links(&mut self, node: NodeId) -> Vec<Cell> {
        let links: Vec<Cell> = self.nodes[node.0 as usize].links.values().copied().collect();
        links.into_iter().map(|target| self.find(target)).collect()
    }

    /// The nodes that stand for themselves.
    pub fn nodes(&self) -> Vec<NodeId> {
        (0..self.nodes.len()).filter(|i| self.parents[*i].is_none()).map(|i| NodeId(i as u32)).collect()
    }

    /// The part at that offset is accessed as the rest of the node is, from now on.
    pub fn give_up(&mut self, node: NodeId, offset: i64) {
        let mut work = vec![];
        let cell = self.find(Cell { node, offset });
        self.add_part(cell, Part { length: None, least: 0, array: false, target: None }, &mut work);
        self.drain(work);
    }

    /// The part at that offset is one of what stands at the cell from now on.
    pub fn move_part(&mut self, (node, offset): (NodeId, i64), to: Cell) {
        if let Some(part) = self.nodes[node.0 as usize].parts.remove(&offset) {
            let to = self.find(to);
            let mut work = vec![];
            self.add_part(to, part, &mut work);
            self.drain(work);
        }
    }

    /// One more part; where there is one, the two are the same.
    fn add_part(&mut self, at: Cell, part: Part, work: &mut Vec<(Cell, Cell)>) {
        let own = &mut self.nodes[at.node.0 as usize];
        let known = own.parts.remove(&at.offset).unwrap_or(part);
        let length = known.length.zip(part.length).map(|(a, b)| a.max(b));
        let least = known.least.max(part.least);
        // What steps through the whole by less steps into the midst of the part.
        let fits = own.period == 0 || at.offset + length.unwrap_or(0).max(least) <= own.period;
        let both = known.target.zip(part.target).filter(|_| fits);
        match both {
            Some((a, b)) => work.push((a, b)),
            None => work.extend(known.target.into_iter().chain(part.target).map(|target| (target, at))),
        }
        let array = known.array || part.array;
        own.parts.insert(at.offset, Part { length, least, array, target: both.map(|(a, _)| a) });
    }

    pub fn add_func(&mut self, cell: Cell, func: FuncId) {
        let cell = self.find(cell);
        self.nodes[cell.node.0 as usize].funcs.insert(func);
    }

    pub fn funcs(&mut self, cell: Cell) -> Vec<FuncId> {
        let cell = self.find(cell);
        self.nodes[cell.node.0 as usize].funcs.iter().copied().collect()
    }

    /// What the pointer stored there points to.
    pub fn link(&mut self, cell: Cell) -> Cell {
        let cell = self.find(cell);
        if let Some(&target) = self.nodes[cell.node.0 as usize].links.get(&cell.offset) {
            return self.find(target);
        }
        let target = self.fresh();
        self.nodes[cell.node.0 as usize].links.insert(cell.offset, target);
        target
    }

    /// Offsets of the node count modulo that number from now on.
    pub fn add_period(&mut self, cell: Cell, period: i64) {
        let cell = self.find(cell);
        let mut work = vec![];
        self.set_period(cell.node, period, &mut work);
        self.drain(work);
    }

    fn set_period(&mut self, node: NodeId, period: i64, work: &mut Vec<(Cell, Cell)>) {
        let own = &mut self.nodes[node.0 as usize];
        let new = gcd(own.period, period);
        if new == own.period {
            return;
        }
        own.period = new;
        let parts = std::mem::take(&mut own.parts);
        let links = std::mem::take(&mut own.links);
        for (offset, target) in links {
            match own.links.entry(offset.rem_euclid(new)) {
                std::collections::btree_map::Entry::Vacant(entry) => _ = entry.insert(target),
                std::collections::btree_map::Entry::Occupied(entry) => work.push((*entry.get(), target)),
            }
        }
        for (offset, part) in parts {
            self.add_part(Cell { node, offset: offset.rem_euclid(new) }, part, work);
        }
    }

    /// Makes two cells one.
    pub fn merge(&mut self, a: Cell, b: Cell) {
        self.drain(vec![(a, b)]);
    }

    fn drain(&mut self, mut work: Vec<(Cell, Cell)>) {
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a.node == b.node {
                if a.offset != b.offset {
                    self.set_period(a.node, a.offset - b.offset, &mut work);
                }
                continue;
            }
            // The node with fewer links goes.
            let weight = |graph: &Graph, c: Cell| graph.nodes[c.node.0 as usize].links.len();
            let (a, b) = if weight(self, a) >= weight(self, b) { (a, b) } else { (b, a) };
            let shift = a.offset - b.offset;
            let gone = std::mem::take(&mut self.nodes[b.node.0 as usize]);
            self.parents[b.node.0 as usize] = Some((a.node, shift));
            self.set_period(a.node, gone.period, &mut work);
            let own = &mut self.nodes[a.node.0 as usize];
            own.funcs.extend(gone.funcs);
            own.flags.unset |= gone.flags.unset;
            own.flags.global |= gone.flags.global;
            own.flags.computed |= gone.flags.computed;
            own.flags.foreign |= gone.flags.foreign;
            for (offset, target) in gone.links {
                let mut at = offset + shift;
                if own.period > 0 {
                    at = at.rem_euclid(own.period);
                }
                match own.links.entry(at) {
                    std::collections::btree_map::Entry::Vacant(entry) => _ = entry.insert(target),
                    std::collections::btree_map::Entry::Occupied(entry) => work.push((*entry.get(), target)),
                }
            }
            for (offset, part) in gone.parts {
                let at = self.find(Cell { offset: offset + shift, ..a });
                self.add_part(at, part, &mut work);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_gives_a_period() {
        let mut graph = Graph::default();
        let array = graph.fresh();
        let there = graph.link(Cell { offset: 4, ..array });
        let later = graph.link(Cell { offset: 12, ..array });
        assert_ne!(graph.find(there), graph.find(later));
        graph.merge(array, Cell { offset: 8, ..array });
        assert_eq!(graph.period(array.node), 8);
        assert_eq!(graph.find(there), graph.find(later));
    }

    #[test]
    fn merging_lines_up() {
        let mut graph = Graph::default();
        let (a, b) = (graph.fresh(), graph.fresh());
        let target = graph.link(Cell { offset: 8, ..b });
        graph.merge(Cell { offset: 16, ..a }, b);
        assert_eq!(graph.link(Cell { offset: 24, ..a }), graph.find(target));
    }
}
