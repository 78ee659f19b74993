//! Directed graphs over typed ids, with what petgraph knows about them: components and dominators.

use petgraph::Direction;
use petgraph::algo::dominators::{self, simple_fast};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::ids::Id;

/// A graph whose nodes are ids.
pub struct Graph<I> {
    inner: DiGraph<I, ()>,
    number: FxHashMap<I, NodeIndex>,
}

impl<I: Id> Graph<I> {
    /// The graph of these nodes; edges to what is not among them are left out.
    pub fn new<T: IntoIterator<Item = I>>(
        nodes: impl IntoIterator<Item = I>,
        mut targets: impl FnMut(I) -> T,
    ) -> Graph<I> {
        let mut inner = DiGraph::new();
        let number: FxHashMap<I, NodeIndex> = nodes.into_iter().map(|id| (id, inner.add_node(id))).collect();
        for from in inner.node_indices() {
            for target in targets(inner[from]) {
                if let Some(&to) = number.get(&target) {
                    inner.add_edge(from, to, ());
                }
            }
        }
        Graph { inner, number }
    }

    /// The graph without the edges that `drop` says.
    pub fn without_edges(mut self, drop: impl Fn(I, I) -> bool) -> Graph<I> {
        self.inner.retain_edges(|graph, edge| {
            graph.edge_endpoints(edge).is_none_or(|(from, to)| !drop(graph[from], graph[to]))
        });
        self
    }

    /// The nodes that go to one.
    pub fn sources(&self, node: I) -> impl Iterator<Item = I> {
        let number = self.number.get(&node).copied();
        number.into_iter().flat_map(|n| self.inner.neighbors_directed(n, Direction::Incoming)).map(|n| self.inner[n])
    }

    /// The strongly connected components, each after those that it goes to.
    pub fn components(&self) -> Vec<Vec<I>> {
        let ids = |nodes: Vec<NodeIndex>| nodes.into_iter().map(|n| self.inner[n]).collect();
        kosaraju_scc(&self.inner).into_iter().map(ids).collect()
    }

    /// The components in which something goes to itself, directly or not.
    pub fn cycles(&self) -> Vec<Vec<I>> {
        let goes_to_itself = |id: I| self.number.get(&id).is_some_and(|&n| self.inner.contains_edge(n, n));
        let mut components = self.components();
        components.retain(|nodes| nodes.len() > 1 || goes_to_itself(nodes[0]));
        components
    }

    /// The nodes that all ways from a root pass through.
    pub fn dominators(&self, root: I) -> Dominators<I> {
        let root = *self.number.get(&root).expect("internal: the root is no node");
        self.tree(simple_fast(&self.inner, root), root)
    }

    /// The nodes that all ways to the ends pass through; the ends are the nodes that go nowhere.
    pub fn post_dominators(&self) -> Dominators<I> {
        let mut backwards: DiGraph<(), ()> = self.inner.map(|_, _| (), |_, _| ());
        backwards.reverse();
        let end = backwards.add_node(());
        for node in self.inner.node_indices() {
            if self.inner.neighbors(node).next().is_none() {
                backwards.add_edge(end, node, ());
            }
        }
        self.tree(simple_fast(&backwards, end), end)
    }

    fn tree(&self, inner: dominators::Dominators<NodeIndex>, root: NodeIndex) -> Dominators<I> {
        let size = self.inner.node_count().max(root.index() + 1);
        let mut below: Vec<Vec<NodeIndex>> = vec![Vec::new(); size];
        for node in (0..size).map(NodeIndex::new) {
            if let Some(above) = inner.immediate_dominator(node) {
                below[above.index()].push(node);
            }
        }
        let (mut spans, mut time) = (vec![None; size], 0);
        let mut stack = vec![(root, false)];
        while let Some((node, is_left)) = stack.pop() {
            time += 1;
            match &mut spans[node.index()] {
                Some((_, end)) if is_left => *end = time,
                span => {
                    *span = Some((time, time));
                    stack.push((node, true));
                    stack.extend(below[node.index()].iter().map(|&node| (node, false)));
                }
            }
        }
        Dominators { inner, ids: self.ids(), number: self.number.clone(), spans }
    }

    fn ids(&self) -> Vec<I> {
        self.inner.node_weights().copied().collect()
    }
}

/// The dominators of a graph, in one of its directions.
pub struct Dominators<I> {
    inner: dominators::Dominators<NodeIndex>,
    /// Of the nodes in order; the end that post-dominators begin at has none.
    ids: Vec<I>,
    number: FxHashMap<I, NodeIndex>,
    /// When a walk through their tree reaches a node and leaves it, for those that are reached: chains of dominators are long.
    spans: Vec<Option<(usize, usize)>>,
}

impl<I: Id> Dominators<I> {
    /// The closest other node that dominates one; `None` for the root, for what is not reached, and where ways part for
    /// good.
    pub fn immediate(&self, node: I) -> Option<I> {
        let above = self.inner.immediate_dominator(*self.number.get(&node)?)?;
        self.ids.get(above.index()).copied()
    }

    /// Whether all ways to `b` come through `a`, which may be `b`.
    pub fn dominates(&self, a: I, b: I) -> bool {
        let (Some(&a), Some(&b)) = (self.number.get(&a), self.number.get(&b)) else { return false };
        match (self.spans[a.index()], self.spans[b.index()]) {
            (Some((begin, end)), Some((inner, _))) => begin <= inner && inner <= end,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::BlockId;

    /// 0 → 1 → 2 → 1, 0 → 3, 1 → 4, 3 → 4, 2 → 2
    fn graph() -> Graph<BlockId> {
        let targets: [&[u32]; 5] = [&[1, 3], &[2, 4], &[1, 2], &[4], &[]];
        Graph::new((0..5).map(BlockId), |b| targets[b.index()].iter().copied().map(BlockId))
    }

    #[test]
    fn components_come_after_those_that_they_go_to() {
        let mut components = graph().components();
        components.iter_mut().for_each(|c| c.sort());
        let at = |b: u32| components.iter().position(|c| c.contains(&BlockId(b))).expect("a component");
        assert_eq!(components.len(), 4);
        assert!(at(1) == at(2) && at(4) < at(1) && at(1) < at(0) && at(4) < at(3));
        assert_eq!(graph().cycles().len(), 1);
    }

    #[test]
    fn dominators_go_both_ways() {
        let forward = graph().dominators(BlockId(0));
        assert_eq!(forward.immediate(BlockId(4)), Some(BlockId(0)));
        assert!(forward.dominates(BlockId(1), BlockId(2)) && !forward.dominates(BlockId(1), BlockId(4)));
        let backward = graph().post_dominators();
        assert_eq!(backward.immediate(BlockId(0)), Some(BlockId(4)));
        assert_eq!(backward.immediate(BlockId(2)), Some(BlockId(1)));
        assert_eq!(backward.immediate(BlockId(4)), None);
    }
}
