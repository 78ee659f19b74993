//! Parts of a search: executions that pass through some calls and not through others. Two units that differ in one
//! call, and in nothing else, are as good as the unit that leaves it open. After P. Chatterjee, S. Roy, B. P. Diep,
//! A. Lal, Distributed Bounded Model Checking, FMCAD 2020.

use fixedbitset::FixedBitSet;
use serde::{Deserialize, Serialize};

use super::node::{NodeId, SiteId};
use super::tree::Tree;
use crate::smt::Term;

/// A call together with the active calls above it: from the entry on, the number of the call in its procedure.
pub type CallPath = Vec<usize>;

/// The executions to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub through: Vec<CallPath>,
    pub not_through: Vec<CallPath>,
}

/// The call of a unit is not in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchCall;

/// A unit in a call tree.
#[derive(Default)]
pub struct Placed {
    /// What holds on the unit's executions alone.
    pub literals: Vec<Term>,
    /// Every execution passes through these.
    pub forced: Vec<SiteId>,
    /// No execution passes through these.
    pub excluded: Vec<SiteId>,
}

impl Unit {
    /// Inlines what the unit is about.
    pub fn place(&self, tree: &mut Tree) -> Result<Placed, NoSuchCall> {
        let mut placed = Placed::default();
        for path in &self.through {
            let site = site(tree, path)?;
            placed.through(tree, site);
        }
        for path in &self.not_through {
            let site = site(tree, path)?;
            placed.not_through(tree, site);
        }
        tree.refresh_open();
        Ok(placed)
    }
}

impl Placed {
    /// The call is made, those above it are, and no edge is taken from which one of them cannot be reached any more:
    /// `⋀ call ∧ ⋀ ¬edge` over the edges out of what leads there, as far as they have literals of their own ([`Tree::edge`]).
    fn through(&mut self, tree: &mut Tree, site: SiteId) {
        let mut next = Some(site);
        while let Some(site) = next {
            self.forced.push(site);
            self.literals.push(tree.session().literal(tree.sites[site.0].literal));
            let node = tree.sites[site.0].caller;
            let template = tree.nodes[node.0].template.clone();
            let calls = template.block_of_call(tree.sites[site.0].call);
            let leads = template.leads_to(calls);
            for at in leads.ones().filter(|&at| at != calls) {
                let targets = template.blocks[at].targets.iter().enumerate();
                for (edge, _) in targets.filter(|&(_, &(target, _))| !leads.contains(target)) {
                    let taken = tree.edge(node, (at, edge));
                    let session = tree.session();
                    self.literals.extend(taken.map(|taken| session.not(session.literal(taken))));
                }
            }
            next = tree.nodes[node.0].parents.first().copied();
        }
    }

    /// `¬call`
    pub fn not_through(&mut self, tree: &Tree, site: SiteId) {
        self.excluded.push(site);
        self.literals.push(tree.session().not(tree.session().literal(tree.sites[site.0].literal)));
    }

    /// A call to split the search at: the one below which there is closest to half of what is inlined. Its path, too.
    /// Only calls with one way to them count, which executions may pass by.
    pub fn best_split(&self, tree: &Tree) -> Option<(SiteId, CallPath)> {
        let all = tree.nodes.len();
        // Callees come after their callers but where instances are shared, and below those nothing is split.
        let mut below = vec![1usize; all];
        for node in (1..all).rev() {
            if let [parent] = tree.nodes[node].parents[..] {
                below[tree.sites[parent.0].caller.0] += below[node];
            }
        }
        let mut one_way = FixedBitSet::with_capacity(all);
        one_way.insert(0);
        let mut best: Option<(usize, SiteId)> = None;
        for (node, &size) in below.iter().enumerate().skip(1) {
            let [parent] = tree.nodes[node].parents[..] else { continue };
            let caller = tree.sites[parent.0].caller;
            if !one_way.contains(caller.0) || self.excluded.contains(&parent) {
                continue;
            }
            one_way.set(node, tree.nodes[node].is_alone());
            let distance = (2 * size).abs_diff(all);
            if size > 1
                && best.is_none_or(|(least, _)| distance < least)
                && !self.forced.contains(&parent)
                && tree.nodes[caller.0].template.may_pass_by(tree.sites[parent.0].call)
            {
                best = Some((distance, parent));
            }
        }
        let (_, site) = best?;
        Some((site, path(tree, site)))
    }
}

/// The site at the end of a path; inlines the calls on the way to it, for themselves alone.
fn site(tree: &mut Tree, path: &CallPath) -> Result<SiteId, NoSuchCall> {
    let mut node = NodeId(0);
    let (last, way) = path.split_last().ok_or(NoSuchCall)?;
    for &call in way {
        let site = *tree.nodes[node.0].sites.get(call).ok_or(NoSuchCall)?;
        node = match tree.sites[site.0].inlined {
            Some(callee) => callee,
            None => tree.inline_alone(site),
        };
    }
    tree.nodes[node.0].sites.get(*last).copied().ok_or(NoSuchCall)
}

fn path(tree: &Tree, site: SiteId) -> CallPath {
    let mut path = Vec::new();
    let mut next = Some(site);
    while let Some(site) = next {
        path.push(tree.sites[site.0].call);
        next = tree.nodes[tree.sites[site.0].caller.0].parents.first().copied();
    }
    path.reverse();
    path
}
