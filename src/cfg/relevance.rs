//! What decides whether control comes to a violation, roughly: branches before calls that may fail, and the globals
//! that their conditions look at.
//!
//! ```text
//! if (x > 3) { n := n + 1; }                 does not matter: both ways meet again, and no condition reads n
//! if (f == 1) { call acquire(); }            the branch matters, since acquire may fail, and so does f
//! ```
//!
//! After M. Weiser, Program Slicing, 1981. DIVERGENCE: it is a guess at what matters, for over-approximations that leave
//! out the rest. Values are not followed through parameters, through calls that cannot fail, or into maps.

use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use super::call_graph::reachable;
use super::flow::depth_first;
use super::free_vars::FreeVars;
use super::mod_sets::mod_sets;
use crate::base::ids::{BlockId, ExprId, Id, IdVec, ProcId, VarId};
use crate::ir::{Body, Cmd, CmdKind, Program, Type, VarKind};

/// A choice of ways that meet again.
pub struct Branch {
    pub block: BlockId,
    /// Where all ways meet; `None`: at the end.
    pub join: Option<BlockId>,
    /// The blocks in between.
    pub between: Vec<BlockId>,
}

/// What matters.
pub struct Relevance {
    /// The procedures that may fail, the entry first.
    pub failing: Vec<ProcId>,
    /// The variables that matter, those that must have their values in conditions.
    pub vars: FxHashSet<VarId>,
    /// Of the procedures that may fail, the branches that matter, and those that do not.
    pub branches: FxHashMap<ProcId, (Vec<Branch>, Vec<Branch>)>,
    /// Globals that each procedure may modify.
    pub modified: IdVec<ProcId, Vec<VarId>>,
}

/// What matters to the value of `error`, which calls may raise. Bodies are acyclic.
pub fn relevance(program: &Program, entry: ProcId, error: VarId) -> Relevance {
    let modified = mod_sets(program);
    let mut failing = reachable(program, entry);
    failing.retain(|&p| program.procs[p].body.is_some() && modified[p].contains(&error));
    let branches = failing.iter().map(|&p| (p, (Vec::new(), branches(program.procs[p].body.as_ref())))).collect();
    let vars = FxHashSet::from_iter([error]);
    let mut analysis =
        Analysis { program, error, found: Relevance { failing, vars, branches, modified }, free: FreeVars::default() };
    while analysis.grow() {}
    analysis.found
}

struct Analysis<'a> {
    program: &'a Program,
    error: VarId,
    found: Relevance,
    free: FreeVars,
}

impl Analysis<'_> {
    /// One round over all procedures; whether it found more.
    fn grow(&mut self) -> bool {
        let (vars, mut moved) = (self.found.vars.len(), false);
        for proc in self.found.failing.clone() {
            let Some(body) = &self.program.procs[proc].body else { continue };
            let matters: IdVec<BlockId, bool> =
                body.blocks.iter().map(|block| block.cmds.iter().any(|cmd| self.matters(cmd))).collect();
            for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
                self.values(cmd);
            }
            let (mut known, open) = self.found.branches.remove(&proc).unwrap_or_default();
            let (more, open): (Vec<Branch>, Vec<Branch>) =
                open.into_iter().partition(|branch| branch.between.iter().any(|&b| matters[b]));
            for branch in &more {
                body.blocks[branch.block].transfer.targets().iter().for_each(|&target| {
                    assumed(body, target).for_each(|e| self.needs(e));
                });
            }
            moved |= !more.is_empty();
            known.extend(more);
            self.found.branches.insert(proc, (known, open));
        }
        moved || self.found.vars.len() > vars
    }

    /// Whether a command may fail or changes what matters.
    fn matters(&self, cmd: &Cmd) -> bool {
        let matters = |var: &VarId| self.found.vars.contains(var);
        match &cmd.kind {
            CmdKind::Assign(pairs) => pairs.iter().any(|(var, _)| matters(var)),
            CmdKind::Havoc(vars) => vars.iter().any(matters),
            CmdKind::Call { callee, outs, .. } => {
                outs.iter().any(matters) || self.found.modified[*callee].iter().any(matters)
            }
            CmdKind::Assume(_) | CmdKind::Assert(..) => false,
        }
    }

    /// What is assigned to what matters, matters.
    fn values(&mut self, cmd: &Cmd) {
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                for &(var, e) in pairs {
                    let is_map = matches!(self.program.types.get(self.program.vars[var].ty), Type::Map { .. });
                    if self.found.vars.contains(&var) && !is_map {
                        self.needs(e);
                    }
                }
            }
            CmdKind::Call { callee, outs, .. } if self.found.modified[*callee].contains(&self.error) => {
                for (out, formal) in outs.iter().zip(&self.program.procs[*callee].outs) {
                    if self.found.vars.contains(out) {
                        self.found.vars.insert(*formal);
                    }
                }
            }
            _ => {}
        }
    }

    fn needs(&mut self, e: ExprId) {
        let vars = self.free.of(self.program, e).iter().copied();
        self.found.vars.extend(vars.filter(|&v| self.program.vars[v].kind != VarKind::In));
    }
}

/// The assumptions at the beginning of a block.
pub fn assumed(body: &Body, block: BlockId) -> impl Iterator<Item = ExprId> {
    body.blocks[block].cmds.iter().map_while(|cmd| if let CmdKind::Assume(e) = cmd.kind { Some(e) } else { None })
}

fn branches(body: Option<&Body>) -> Vec<Branch> {
    let Some(body) = body else { return Vec::new() };
    let node = |b: BlockId| NodeIndex::new(b.index());
    let end = NodeIndex::new(body.blocks.len());
    // Backwards, so that dominators are what all ways come to.
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    (0..=body.blocks.len()).for_each(|_| {
        graph.add_node(());
    });
    let blocks = depth_first(body).preorder;
    for &block in &blocks {
        let targets = body.blocks[block].transfer.targets();
        targets.iter().for_each(|&target| {
            graph.add_edge(node(target), node(block), ());
        });
        if targets.is_empty() {
            graph.add_edge(end, node(block), ());
        }
    }
    let later = simple_fast(&graph, end);
    let branch = |&block: &BlockId| {
        let targets = body.blocks[block].transfer.targets();
        if targets.len() < 2 {
            return None;
        }
        let join = later.immediate_dominator(node(block)).filter(|&j| j != end).map(|j| BlockId::from_index(j.index()));
        let mut between: Vec<BlockId> = Vec::new();
        let mut seen: FxHashSet<BlockId> = join.into_iter().collect();
        let mut stack = targets.to_vec();
        while let Some(next) = stack.pop() {
            if seen.insert(next) {
                between.push(next);
                stack.extend(body.blocks[next].transfer.targets());
            }
        }
        Some(Branch { block, join, between })
    };
    blocks.iter().filter_map(branch).collect()
}
