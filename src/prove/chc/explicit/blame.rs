//! Which globals' values would exclude a violation that nothing known excludes: those that conditions on the way to it hang on.

use rustc_hash::FxHashSet;

use super::explore::{Explorer, From, Visit};
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::walk;
use crate::ir::{CmdKind, ExprKind, VarKind};

/// Globals that are found for one violation.
const MOST: usize = 2;
/// Visits that are looked at.
const FAR: usize = 20_000;

impl Explorer<'_, '_> {
    /// Globals of which values are not followed yet, the nearest to the violation first.
    pub fn blamed(&mut self, violated: usize) -> Vec<VarId> {
        let (mut wanted, mut found) = (FxHashSet::default(), Vec::new());
        let (mut calls, mut looked) = (Vec::new(), 0);
        let mut at = Some(violated);
        while let Some(visit) = at
            && found.len() < MOST
            && looked < FAR
        {
            looked += 1;
            self.look(visit, &mut wanted, &mut found);
            let Visit { context, from, .. } = self.visits[visit];
            at = match from {
                From::Visit(before) => Some(before),
                From::Return { call, last } => {
                    calls.push(call);
                    self.through(call, last, &mut wanted);
                    Some(last)
                }
                From::Entry => calls.pop().or_else(|| self.contexts[context].callers.first().copied()),
            };
        }
        found
    }

    /// What a call gives back is what the callee's results are.
    fn through(&self, call: usize, last: usize, wanted: &mut FxHashSet<VarId>) {
        let (caller, block) = (self.contexts[self.visits[call].context].proc, self.visits[call].block);
        let callee = self.contexts[self.visits[last].context].proc;
        let Some(body) = &self.values.program.procs[caller].body else { return };
        if let Some(CmdKind::Call { outs, .. }) = body.blocks[block].cmds.last().map(|cmd| &cmd.kind) {
            for (actual, &formal) in outs.iter().zip(&self.values.program.procs[callee].outs) {
                if wanted.contains(actual) {
                    wanted.insert(formal);
                }
            }
        }
    }

    /// Goes backwards through a block: what conditions and what is wanted of them hang on is wanted.
    fn look(&mut self, visit: usize, wanted: &mut FxHashSet<VarId>, found: &mut Vec<VarId>) {
        let Visit { context, block, .. } = self.visits[visit];
        let proc = self.contexts[context].proc;
        let Some(body) = &self.values.program.procs[proc].body else { return };
        let mut exprs: Vec<(Vec<VarId>, ExprId)> = Vec::new();
        for cmd in body.blocks[block].cmds.iter().rev() {
            match &cmd.kind {
                CmdKind::Assume(e) | CmdKind::Assert(e, _) => exprs.push((Vec::new(), *e)),
                CmdKind::Assign(pairs) => exprs.extend(pairs.iter().map(|&(var, e)| (vec![var], e))),
                CmdKind::Call { callee, ins, .. } => {
                    let formals = &self.values.program.procs[*callee].ins;
                    exprs.extend(formals.iter().zip(ins).map(|(&formal, &e)| (vec![formal], e)));
                }
                CmdKind::Havoc(_) => {}
            }
        }
        for (of, e) in exprs {
            if !of.is_empty() && !of.iter().any(|var| wanted.contains(var)) {
                continue;
            }
            let e = self.values.plain(e);
            let mut vars = Vec::new();
            walk(&self.values.program.exprs, [e], |_, kind| {
                if let ExprKind::Var(var) = *kind {
                    vars.push(var);
                }
            });
            for var in vars {
                if wanted.insert(var)
                    && self.values.program.vars[var].kind == VarKind::Global
                    && self.values.may_follow(var)
                    && !self.values.follows(var)
                {
                    found.push(var);
                }
            }
        }
    }
}
