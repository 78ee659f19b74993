//! What decides whether control reaches a violation, roughly: branches before calls that may fail, and the globals
//! that their conditions look at.
//!
//! ```text
//! if (x > 3) { n := n + 1; }                 does not matter: both ways meet again, and no condition reads n
//! if (f == 1) { call acquire(); }            the branch matters, since acquire may fail, and so does f
//! ```
//!
//! After M. Weiser, Program Slicing, 1981. DIVERGENCE: it is a guess at what matters, for over-approximations that leave
//! out the rest. How far values are followed is a question of what the state is:
//!
//! | | through calls | through parameters | what is read from maps |
//! |--|--|--|--|
//! | [`Follow::Failing`] | that may fail | no | as other values |
//! | [`Follow::Acting`] | that may fail or modify what matters | yes | is arbitrary |
//!
//! Where most of the state is maps, what matters is the typestate beside them: in `lock(); … unlock();` the second call may do no
//! more than to give the flag another value.

use rustc_hash::FxHashSet;

use super::call_graph::{bottom_up, reachable};
use super::flow::{depth_first, graph};
use super::free_vars::FreeVars;
use super::maps::is_map;
use super::mod_sets::mod_sets;
use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::ir::{Body, Cmd, CmdKind, Program, VarKind};

/// A choice of ways that meet again before the end.
pub struct Branch {
    pub block: BlockId,
    /// Where all ways meet.
    pub join: BlockId,
    /// The blocks in between.
    pub between: Vec<BlockId>,
}

/// How far values are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    Failing,
    Acting,
}

/// The parts of a program that matter.
pub struct Relevance {
    /// The procedures that are followed, with their branches that do not matter.
    pub followed: Vec<(ProcId, Vec<Branch>)>,
    /// The variables that matter, those that must have their values in conditions.
    pub vars: FxHashSet<VarId>,
    /// Globals that each procedure may modify.
    pub modified: IdVec<ProcId, Vec<VarId>>,
    follows: IdVec<ProcId, bool>,
}

impl Relevance {
    /// Whether calls of a procedure are followed. All others neither fail nor modify what matters.
    pub fn follows(&self, proc: ProcId) -> bool {
        self.follows[proc]
    }
}

/// The parts of a program that matter to the value of `error`, which calls may raise; without it, to assertions.
pub fn relevance(program: &Program, entry: ProcId, error: Option<VarId>, follow: Follow) -> Relevance {
    let procs = reachable(program, entry);
    let (modified, asserting) = (mod_sets(program), asserting(program));
    let follows = IdVec::filled(false, program.procs.len());
    let found = Relevance { followed: Vec::new(), vars: error.into_iter().collect(), modified, follows };
    let mut analysis = Analysis { program, follow, asserting, found, free: FreeVars::default() };
    while analysis.follow_more(&procs) | analysis.grow() {}
    analysis.found
}

/// The procedures from which an assertion is reached.
fn asserting(program: &Program) -> IdVec<ProcId, bool> {
    let mut asserting = IdVec::filled(false, program.procs.len());
    for group in bottom_up(program) {
        let asserts =
            |cmd: &Cmd| matches!(cmd.kind, CmdKind::Assert(..)) || cmd.callee().is_some_and(|callee| asserting[callee]);
        if group.iter().any(|&proc| program.procs[proc].cmds().any(asserts)) {
            group.iter().for_each(|&proc| asserting[proc] = true);
        }
    }
    asserting
}

struct Analysis<'a> {
    program: &'a Program,
    follow: Follow,
    /// Those that reach assertions.
    asserting: IdVec<ProcId, bool>,
    found: Relevance,
    free: FreeVars,
}

impl Analysis<'_> {
    /// Follows the procedures that may fail or modify what matters by now; whether there are more.
    fn follow_more(&mut self, procs: &[ProcId]) -> bool {
        if self.follow == Follow::Failing && !self.found.followed.is_empty() {
            return false;
        }
        let before = self.found.followed.len();
        for &proc in procs {
            let Some(body) = &self.program.procs[proc].body else { continue };
            if self.found.follows[proc] || !self.acts(proc) {
                continue;
            }
            self.found.follows[proc] = true;
            let (joined, open) = branches(body);
            // A branch whose ways do not meet before the end decides what is done at all, so it matters.
            open.into_iter().for_each(|block| self.decides(body, block));
            self.found.followed.push((proc, joined));
        }
        self.found.followed.len() > before
    }

    /// Whether a procedure may fail or modify what matters.
    fn acts(&self, proc: ProcId) -> bool {
        self.asserting[proc] || self.found.modified[proc].iter().any(|var| self.found.vars.contains(var))
    }

    /// One round over all procedures; whether it found more.
    fn grow(&mut self) -> bool {
        let (vars, mut moved) = (self.found.vars.len(), false);
        let mut followed = std::mem::take(&mut self.found.followed);
        for (proc, idle) in &mut followed {
            let Some(body) = &self.program.procs[*proc].body else { continue };
            let matters: IdVec<BlockId, bool> =
                body.blocks.iter().map(|block| block.cmds.iter().any(|cmd| self.matters(cmd))).collect();
            // Values come from further up: backwards, one round follows them far.
            for block in depth_first(body).preorder.into_iter().rev() {
                body.blocks[block].cmds.iter().rev().for_each(|cmd| self.values(cmd));
            }
            let (more, rest): (Vec<Branch>, Vec<Branch>) =
                std::mem::take(idle).into_iter().partition(|branch| branch.between.iter().any(|&b| matters[b]));
            more.iter().for_each(|branch| self.decides(body, branch.block));
            moved |= !more.is_empty();
            *idle = rest;
        }
        self.found.followed = followed;
        moved || self.found.vars.len() > vars
    }

    /// Whether a command may fail or changes what matters.
    fn matters(&self, cmd: &Cmd) -> bool {
        let fails = matches!(cmd.kind, CmdKind::Assert(..));
        let acts = cmd.callee().is_some_and(|callee| self.acts(callee));
        fails || acts || cmd.assigned().any(|var| self.found.vars.contains(&var))
    }

    /// What is assigned to what matters, matters.
    fn values(&mut self, cmd: &Cmd) {
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                for &(var, e) in pairs {
                    if self.found.vars.contains(&var) && !is_map(self.program, var) {
                        self.needs(e);
                    }
                }
            }
            CmdKind::Call { callee, ins, outs, .. } if self.found.follows[*callee] => {
                let formals = &self.program.procs[*callee];
                for (out, formal) in outs.iter().zip(&formals.outs) {
                    if self.found.vars.contains(out) {
                        self.found.vars.insert(*formal);
                    }
                }
                for (&actual, formal) in ins.iter().zip(&formals.ins) {
                    if self.found.vars.contains(formal) {
                        self.needs(actual);
                    }
                }
            }
            CmdKind::Assert(e, _) => self.needs(*e),
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
        let (program, follow) = (self.program, self.follow);
        let vars = self.free.of(program, e).iter().copied();
        match follow {
            Follow::Failing => self.found.vars.extend(vars.filter(|&v| program.vars[v].kind != VarKind::In)),
            Follow::Acting if vars.clone().any(|v| is_map(program, v)) => {}
            Follow::Acting => self.found.vars.extend(vars),
        }
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
