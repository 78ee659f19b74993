//! Slices: programs that keep what decides whether control reaches a violation ([`crate::cfg::relevance`]), and leave
//! the rest to chance.
//!
//! ```text
//! if (x > 3) { n := n + 1; }   →   havoc n;               if it does not matter which way is taken
//! call r := helper(e);         →   havoc r, globals;      if it is not followed: it cannot fail
//! assume m[i] == n;            →                          if m or n does not matter
//! ```
//!
//! Procedures and blocks keep their ids.

use rustc_hash::FxHashSet;

use super::abstract_vars::{self, Tracked};
use super::{Back, Effect, Step};
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::cfg::relevance::{Branch, Follow, Relevance, relevance};
use crate::ir::build::fresh_local;
use crate::ir::{Body, Cmd, CmdKind, Program, Transfer, VarKind};
use ivl::source::Span;

/// A slice of a program of acyclic procedures for the value of `error` when the entry returns.
pub fn run(mut program: Program, entry: ProcId, error: VarId, follow: Follow) -> Step {
    let relevance = relevance(&program, entry, Some(error), follow);
    let mut back = Back::default();
    for (proc, idle) in &relevance.followed {
        let Some(mut body) = program.procs[*proc].body.take() else { continue };
        let mut slicer = Slicer { program: &mut program, relevance: &relevance, back: &mut back };
        slicer.calls(&mut body);
        let passed: FxHashSet<BlockId> = idle.iter().flat_map(|branch| &branch.between).copied().collect();
        for branch in idle.iter().filter(|branch| !passed.contains(&branch.block)) {
            slicer.skip(&mut body, branch);
        }
        program.procs[*proc].body = Some(body);
    }
    let tracked = |v: VarId| if relevance.vars.contains(&v) { Tracked::Yes } else { Tracked::No };
    let abstracted = abstract_vars::run(program, &tracked);
    back.vars.extend(abstracted.back.vars);
    Step { program: abstracted.program, back, effect: Effect::Over }
}

struct Slicer<'a> {
    program: &'a mut Program,
    relevance: &'a Relevance,
    back: &'a mut Back,
}

impl Slicer<'_> {
    /// Calls that are not followed leave arbitrary values.
    fn calls(&mut self, body: &mut Body) {
        for block in body.blocks.ids() {
            for cmd in std::mem::take(&mut body.blocks[block].cmds) {
                match &cmd.kind {
                    CmdKind::Call { callee, outs, .. } if !self.relevance.follows(*callee) => {
                        let changed = outs.iter().chain(&self.relevance.modified[*callee]).copied().collect();
                        let cmds = self.arbitrary(body, changed, cmd.span);
                        body.blocks[block].cmds.extend(cmds);
                    }
                    _ => body.blocks[block].cmds.push(cmd),
                }
            }
        }
    }

    /// Goes to where the ways of a branch meet.
    fn skip(&mut self, body: &mut Body, branch: &Branch) {
        let mut changed = Vec::new();
        for cmd in branch.between.iter().flat_map(|&b| &body.blocks[b].cmds) {
            changed.extend(cmd.assigned());
            changed.extend(cmd.callee().iter().flat_map(|&callee| &self.relevance.modified[callee]));
        }
        let span = body.blocks[branch.block].span;
        let cmds = self.arbitrary(body, changed, span);
        body.blocks[branch.block].cmds.extend(cmds);
        body.blocks[branch.block].transfer = Transfer::Goto(vec![branch.join]);
    }

    /// Gives variables arbitrary values, which are no decisions of the old program.
    fn arbitrary(&mut self, body: &mut Body, mut vars: Vec<VarId>, span: Span) -> Vec<Cmd> {
        let mut seen = FxHashSet::default();
        vars.retain(|&v| self.is_kept(v) && seen.insert(v));
        let mut cmds = Vec::new();
        for var in vars {
            let spare = fresh_local(self.program, body, "arbitrary", self.program.vars[var].ty, span);
            self.back.vars.insert(spare, None);
            let value = self.program.var_expr(spare);
            let mut add = |kind| cmds.push(Cmd::new(kind, span));
            add(CmdKind::Havoc(vec![spare]));
            add(CmdKind::Assign(vec![(var, value)]));
        }
        cmds
    }

    fn is_kept(&self, var: VarId) -> bool {
        self.program.vars[var].kind != VarKind::Global || self.relevance.vars.contains(&var)
    }
}
