//! The route of a candidate through a call tree: the edges that it takes where there is a choice. What a slice proposes is decided
//! in the whole program by a search that is directed along the route; where none follows it, the part of the
//! route that the refutation needed is one that no execution takes:
//!
//! ```text
//! slice          whole program                       slice
//! e₁ ∧ e₂ ∧ e₃ → unsatisfiable, by e₁ and e₃ alone → ¬(e₁ ∧ e₃)
//! ```
//!
//! An edge is one of an instance, and an instance is told by the calls that lead to it; these are the same in both, since a slice keeps the
//! blocks, and of each procedure either all calls or none. What is no choice in one of them is none in the other:
//!
//! - where a slice passes by a branch, there is nothing to hold on to in the whole program, nor anything to exclude;
//! - an edge to where others lead, too, often has no literal but that of its target, which is true whichever way control comes
//!   there. So only edges with a literal of their own count ([`Tree::edge`]).

use rustc_hash::FxHashSet;

use super::node::{NodeId, Site, SiteId};
use super::tree::Tree;
use super::trial::Candidate;
use crate::base::ids::BlockId;
use crate::smt::Term;

/// A choice on a route, by the activation on it and its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    activation: usize,
    block: BlockId,
}

/// An edge that a route takes in a call tree.
pub struct Edge {
    pub choice: Choice,
    /// True on executions that take it.
    pub taken: Term,
    /// Other edges of the block, none of which is taken along with it.
    pub others: Vec<Term>,
}

/// A route in a call tree.
pub struct Route {
    pub edges: Vec<Edge>,
    /// The call that each activation fills; none for the entry.
    calls: Vec<Option<SiteId>>,
}

impl Route {
    /// The route of a candidate in the tree of its slice. `None`: the tree has no such calls.
    pub fn new(candidate: &Candidate, slice: &mut Tree) -> Option<Route> {
        Route::within(slice, candidate, &|_| true)
    }

    /// The same choices in the tree of the whole program, where the calls of the route are inlined.
    pub fn followed(&self, candidate: &Candidate, whole: &mut Tree) -> Option<Route> {
        let choices: FxHashSet<Choice> = self.edges.iter().map(|edge| edge.choice).collect();
        Route::within(whole, candidate, &|choice| choices.contains(&choice))
    }

    fn within(tree: &mut Tree, candidate: &Candidate, is_made: &dyn Fn(Choice) -> bool) -> Option<Route> {
        let mut nodes: Vec<Option<NodeId>> = vec![None; candidate.guided.len()];
        let mut route = Route { edges: Vec::new(), calls: vec![None; candidate.guided.len()] };
        *nodes.first_mut()? = Some(NodeId(0));
        // Callees come behind their callers.
        for activation in 0..nodes.len() {
            let Some(node) = nodes[activation] else { continue };
            for (callee, site) in filled(candidate, activation, tree, node)? {
                let Site { caller, call, inlined, .. } = tree.sites[site.0];
                if inlined.is_none() {
                    // No execution comes there, as the edges that lead there say.
                    if tree.nodes[caller.0].instance.args(call).is_none() {
                        continue;
                    }
                    tree.inline(site);
                }
                nodes[callee] = tree.sites[site.0].inlined;
                route.calls[callee] = Some(site);
            }
            let Route { edges, .. } = &mut route;
            edges.extend(choices(candidate, activation, tree, node).into_iter().filter(|edge| is_made(edge.choice)));
        }
        Some(route)
    }

    /// What holds on the executions that take these choices: the edges, and the calls that lead to them.
    pub fn conditions(&self, choices: &[Choice], tree: &Tree) -> Vec<Term> {
        let mut conditions = Vec::new();
        for edge in self.edges.iter().filter(|edge| choices.contains(&edge.choice)) {
            conditions.push(edge.taken);
            let mut way = self.calls[edge.choice.activation];
            while let Some(site) = way {
                conditions.push(tree.sites[site.0].literal);
                let caller = tree.sites[site.0].caller;
                way = self.calls.iter().flatten().copied().find(|call| tree.sites[call.0].inlined == Some(caller));
            }
        }
        conditions
    }
}

/// The edges that an activation of the candidate takes in an instance, where there are others.
fn choices(candidate: &Candidate, activation: usize, tree: &mut Tree, node: NodeId) -> Vec<Edge> {
    let template = tree.nodes[node.0].template.clone();
    let mut edges = Vec::new();
    for (at, block) in template.blocks.iter().enumerate().filter(|(_, block)| block.targets.len() > 1) {
        let Some(&target) = candidate.guided[activation].gotos.get(&block.block) else { continue };
        let (mut taken, mut others) = (None, Vec::new());
        for (edge, &(to, _)) in block.targets.iter().enumerate() {
            match tree.edge(node, (at, edge)) {
                Some(literal) if template.blocks[to].block != target => others.push(literal),
                Some(literal) => taken = taken.or(Some(literal)),
                None => {}
            }
        }
        edges.extend(taken.map(|taken| Edge { choice: Choice { activation, block: block.block }, taken, others }));
    }
    edges
}

/// The activations that fill calls of this one, and the calls. A slice has left out calls, but of no procedure some only.
fn filled(candidate: &Candidate, activation: usize, tree: &Tree, node: NodeId) -> Option<Vec<(usize, SiteId)>> {
    let mut filled = Vec::new();
    for (block, known) in &candidate.guided[activation].calls {
        let node = &tree.nodes[node.0];
        let here = node.template.calls.iter().zip(&node.sites).filter(|(call, _)| call.block == *block);
        let mut here = here.filter(|(call, _)| known.iter().any(|(callee, _)| *callee == call.callee));
        for &(callee, by) in known {
            let (call, &site) = here.next()?;
            if call.callee != callee {
                return None;
            }
            filled.extend(by.map(|by| (by, site)));
        }
    }
    filled.sort_unstable();
    Some(filled)
}
