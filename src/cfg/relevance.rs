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

use rustc_hash::FxHashSet;

use super::call_graph::reachable;
use super::flow::{depth_first, graph};
use super::free_vars::FreeVars;
use super::mod_sets::mod_sets;
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::ir::{Body, Cmd, CmdKind, Program, Type, VarKind};

/// A choice of ways that meet again before the end.
pub struct Branch {
    pub block: BlockId,
    /// Where all ways meet.
    pub join: BlockId,
    /// The blocks in between.
    pub between: Vec<BlockId>,
}

/// The parts of a program that matter.
pub struct Relevance {
    /// The procedures that may fail, the entry first, with their branches that do not matter.
    pub failing: Vec<(ProcId, Vec<Branch>)>,
    /// The variables that matter, those that must have their values in conditions.
    pub vars: FxHashSet<VarId>,
    /// Globals that each procedure may modify.
    pub modified: IdVec<ProcId, Vec<VarId>>,
}

/// The parts of a program that matter to the value of `error`, which calls may raise. Bodies are acyclic.
pub fn relevance(program: &Program, entry: ProcId, error: VarId) -> Relevance {
    let modified = mod_sets(program);
    let found = Relevance { failing: Vec::new(), vars: FxHashSet::from_iter([error]), modified };
    let mut analysis = Analysis { program, error, found, free: FreeVars::default() };
    for proc in reachable(program, entry) {
        let Some(body) = &program.procs[proc].body else { continue };
        if !analysis.found.modified[proc].contains(&error) {
            continue;
        }
        let (joined, open) = branches(body);
        // A branch whose ways do not meet before the end decides what is done at all, so it matters.
        open.into_iter().for_each(|block| analysis.decides(body, block));
        analysis.found.failing.push((proc, joined));
    }
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
        let mut failing = std::mem::take(&mut self.found.failing);
        for (proc, idle) in &mut failing {
            let Some(body) = &self.program.procs[*proc].body else { continue };
            let matters: IdVec<BlockId, bool> =
                body.blocks.iter().map(|block| block.cmds.iter().any(|cmd| self.matters(cmd))).collect();
            for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
                self.values(cmd);
            }
            let (more, rest): (Vec<Branch>, Vec<Branch>) =
                std::mem::take(idle).into_iter().partition(|branch| branch.between.iter().any(|&b| matters[b]));
            more.iter().for_each(|branch| self.decides(body, branch.block));
            moved |= !more.is_empty();
            *idle = rest;
        }
        self.found.failing = failing;
        moved || self.found.vars.len() > vars
    }

    /// Whether a command may fail or changes what matters.
    fn matters(&self, cmd: &Cmd) -> bool {
        let modified = cmd.callee().map_or(&[][..], |callee| &self.found.modified[callee]);
        cmd.assigned().chain(modified.iter().copied()).any(|var| self.found.vars.contains(&var))
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

    /// The conditions of a branch matter.
    fn decides(&mut self, body: &Body, branch: BlockId) {
        for &target in body.blocks[branch].transfer.targets() {
            assumed(body, target).for_each(|e| self.needs(e));
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

/// The branches whose ways meet again, and the others.
fn branches(body: &Body) -> (Vec<Branch>, Vec<BlockId>) {
    let blocks = depth_first(body).preorder;
    let later = graph(body).post_dominators();
    let (mut joined, mut open) = (Vec::new(), Vec::new());
    for block in blocks {
        let targets = body.blocks[block].transfer.targets();
        if targets.len() < 2 {
            continue;
        }
        match later.immediate(block) {
            Some(join) => joined.push(Branch { block, join, between: between(body, block, join) }),
            None => open.push(block),
        }
    }
    (joined, open)
}

/// The blocks on the ways from a branch to where they meet.
fn between(body: &Body, branch: BlockId, join: BlockId) -> Vec<BlockId> {
    let mut found: Vec<BlockId> = Vec::new();
    let mut seen = FxHashSet::from_iter([join]);
    let mut stack = body.blocks[branch].transfer.targets().to_vec();
    while let Some(block) = stack.pop() {
        if seen.insert(block) {
            found.push(block);
            stack.extend(body.blocks[block].transfer.targets());
        }
    }
    found
}
