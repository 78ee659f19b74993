//! Calls of procedures marked `{:inline n}` become their bodies, n activations deep.
//!
//! ```text
//! call y := P(e);   →   P_x := e; assert (requires); havoc (locals, results); goto (the body of P);
//!                       … assert (ensures); y := P_y; …
//! ```
//!
//! A call that would be one activation too many is not followed: see [`Inlining`]. The depth is that of the call's
//! attribute, else the procedure's, and is counted from the outermost activation of the procedure on. Free clauses of
//! inlined procedures say nothing.

use rustc_hash::FxHashMap;

use super::Inlining;
use crate::base::ids::{BlockId, IdVec, ProcId, VarId};
use crate::ir::build::{Renaming, Spliced, activation, fresh_local, own_vars, splice};
use crate::ir::visit::globals_under_old;
use crate::ir::{
    AssertKind, Attr, Body, Clause, Cmd, CmdKind, Names, Procedure, Program, has_attribute, int_attribute, is_marked,
};

/// Inlines in these procedures. `depth`: everything with a body, this many levels; deeper calls stay.
pub fn inline_calls(program: &mut Program, procs: &[ProcId], mode: Inlining, depth: Option<u32>) {
    let inlined: IdVec<ProcId, Option<Procedure>> = program
        .procs
        .iter()
        .map(|p| (p.body.is_some() && (depth.is_some() || has_attribute(&p.attrs, Attr::Inline))).then(|| p.clone()))
        .collect();
    let by_call = |p: &Procedure| p.cmds().any(|cmd| cmd.callee().is_some() && has_attribute(&cmd.attrs, Attr::Inline));
    if inlined.iter().all(Option::is_none) && !program.procs.iter().any(by_call) {
        return;
    }
    let all: IdVec<ProcId, Procedure> = program.procs.clone();
    for &id in procs {
        let old = program.procs[id].body.take().expect("internal: only procedures with bodies are verified");
        let mut inliner = Inliner {
            procs: &all,
            mode,
            depth,
            level: depth.unwrap_or(0),
            names: Names::of_blocks(&old),
            body: Body { locals: old.locals.clone(), blocks: old.blocks.clone(), entry: old.entry },
        };
        let blocks: Vec<BlockId> = old.blocks.ids().collect();
        inliner.blocks(program, blocks, &mut FxHashMap::default());
        program.procs[id].body = Some(inliner.body);
    }
}

struct Inliner<'a> {
    procs: &'a IdVec<ProcId, Procedure>,
    mode: Inlining,
    depth: Option<u32>,
    /// With a depth: how many levels are left.
    level: u32,
    names: Names,
    body: Body,
}

/// How many activations are still allowed of each procedure that is being inlined.
type Left = FxHashMap<ProcId, u32>;

impl Inliner<'_> {
    fn blocks(&mut self, program: &mut Program, blocks: Vec<BlockId>, left: &mut Left) {
        for block in blocks {
            let cmds = std::mem::take(&mut self.body.blocks[block].cmds);
            let mut current = block;
            for cmd in cmds {
                match self.depth_of(program, &cmd, left) {
                    None => self.body.blocks[current].cmds.push(cmd),
                    Some(0) => {
                        let never = program.exprs.bool(false);
                        let end = match self.mode {
                            Inlining::Assert => Cmd::new(CmdKind::Assert(never, AssertKind::Assert), cmd.span),
                            Inlining::Assume => Cmd::assume(never, cmd.span),
                            Inlining::None | Inlining::Spec => cmd,
                        };
                        self.body.blocks[current].cmds.push(end);
                    }
                    Some(n) => current = self.call(program, current, cmd, n, left),
                }
            }
        }
    }

    /// How deep a call is inlined; `None`: it is left alone.
    fn depth_of(&self, program: &Program, cmd: &Cmd, left: &Left) -> Option<u32> {
        let CmdKind::Call { callee, .. } = cmd.kind else { return None };
        let proc = &self.procs[callee];
        if proc.body.is_none() || has_attribute(&cmd.attrs, Attr::Async) {
            return None;
        }
        if self.depth.is_some() {
            return (self.level > 0).then_some(self.level);
        }
        let declared = || {
            int_attribute(&program.exprs, &cmd.attrs, Attr::Inline)
                .or_else(|| int_attribute(&program.exprs, &proc.attrs, Attr::Inline))
        };
        left.get(&callee).copied().or_else(declared)
    }

    /// Puts the callee's body in place of a call at the end of `current`; returns the block behind it.
    fn call(&mut self, program: &mut Program, current: BlockId, cmd: Cmd, depth: u32, left: &mut Left) -> BlockId {
        let Cmd { kind: CmdKind::Call { callee, ins, outs, .. }, span, attrs } = cmd else {
            panic!("internal: not a call")
        };
        let proc = &self.procs[callee];
        let name = &proc.name;
        let mut renaming = activation(program, &mut self.body, proc, span);
        let clauses = proc.requires.iter().chain(&proc.ensures).map(|c| c.expr);
        let olds = globals_under_old(&program.exprs, clauses.chain(proc.cmds().flat_map(Cmd::exprs)));
        let mut snapshot = Vec::new();
        for global in olds {
            let (name, ty) = (format!("{name}_old_{}", program.vars[global].name), program.vars[global].ty);
            let local = fresh_local(program, &mut self.body, &name, ty, span);
            renaming.olds.insert(global, local);
            snapshot.push((local, program.var_expr(global)));
        }
        for var in own_vars(proc) {
            if let Some(clause) = program.vars[var].where_clause {
                let clause = renaming.expr(program, clause);
                program.vars[renaming.var(var)].where_clause = Some(clause);
            }
        }

        // In.
        let args: Vec<(VarId, _)> = proc.ins.iter().map(|&v| renaming.var(v)).zip(ins).collect();
        let mut prologue: Vec<Cmd> = Cmd::assign(snapshot, span).into_iter().chain(Cmd::assign(args, span)).collect();
        let is_free = is_marked(&program.exprs, &attrs, Attr::Free);
        for clause in proc.requires.iter().filter(|c| !c.free && !is_free) {
            let condition = renaming.expr(program, clause.expr);
            let kind = CmdKind::Assert(condition, AssertKind::Requires(callee, clause.span));
            let attrs = clause.attrs.iter().chain(attrs.iter()).cloned().collect();
            prologue.push(Cmd { kind, attrs, span });
        }
        let locals = proc.body.iter().flat_map(|b| &b.locals);
        let fresh: Vec<VarId> = locals.chain(&proc.outs).map(|&v| renaming.var(v)).collect();
        prologue.extend(Cmd::havoc(fresh, span));

        // Out.
        let results: Vec<(VarId, _)> =
            outs.into_iter().zip(proc.outs.iter().map(|&v| program.var_expr(renaming.var(v)))).collect();
        let mut epilogue: Vec<Cmd> =
            proc.ensures.iter().filter_map(|c| inlined_ensures(program, c, &renaming, self.depth.is_some())).collect();
        epilogue.extend(Cmd::assign(results, span));
        self.body.blocks[current].cmds.extend(prologue);
        let Spliced { copies, after } = splice(program, &mut self.body, current, proc, &renaming, &mut self.names);
        self.body.blocks[after].cmds = epilogue;
        let mut inside: Vec<BlockId> = copies.values().copied().collect();
        inside.sort();
        if self.depth.is_some() {
            // What is inlined is checked where it stands alone.
            for &copy in &inside {
                self.body.blocks[copy].cmds.retain(|cmd| !matches!(cmd.kind, CmdKind::Assert(..)));
            }
        }

        let before = left.insert(callee, depth - 1);
        self.level = self.level.saturating_sub(1);
        self.blocks(program, inside, left);
        self.level += u32::from(self.depth.is_some());
        match before {
            Some(n) => left.insert(callee, n),
            None => left.remove(&callee),
        };
        after
    }
}

fn inlined_ensures(program: &mut Program, clause: &Clause, renaming: &Renaming, trusted: bool) -> Option<Cmd> {
    let assumed = (trusted && !clause.free) || is_marked(&program.exprs, &clause.attrs, Attr::InlineAssume);
    if clause.free && !assumed {
        return None;
    }
    let condition = renaming.expr(program, clause.expr);
    let kind =
        if assumed { CmdKind::Assume(condition) } else { CmdKind::Assert(condition, AssertKind::Ensures(clause.span)) };
    Some(Cmd { kind, attrs: clause.attrs.clone(), span: clause.span })
}
