//! Calls become the bodies of what they call, as far as nothing is recursive.
//!
//! ```text
//! procedure P(x: int) returns (y: int)          A: …; P_x := e; havoc P_y_initial, P_z_initial;
//! { var z: int; B: S; return; }            →       P_y, P_z := P_y_initial, P_z_initial; goto P_B;
//!                                               P_B: S; goto A#1;
//! A: …; call y := P(e); T; …                    A#1: y := P_y; T; …
//! ```
//!
//! Calls within a circle of the call graph, calls of what has no body, and `{:async}` ones stay. With `loops` in front, loops are such
//! circles; without, they are inlined as they are. Contracts must be written out (`contracts`).

use rustc_hash::FxHashSet;

use super::{Back, Effect, Inlined, Origin, Step, keep_reachable};
use crate::base::ids::{BlockId, IdVec, ProcId, VarId};
use crate::cfg::call_graph::{bottom_up, reachable};
use crate::ir::build::{Renaming, Spliced, activation, fresh_local, splice};
use crate::ir::{Attr, Body, Cmd, CmdKind, Names, Procedure, Program, has_attribute};

/// Inlines in everything that `entry` reaches. `None`: some body would have more than `most` blocks.
pub fn run(mut program: Program, entry: ProcId, most: usize) -> Option<Step> {
    let mut work = Inliner { stays: FxHashSet::default(), origins: IdVec::new(), back: Back::default(), most };
    work.origins = program.procs.iter().map(own_blocks).collect();
    let used: FxHashSet<ProcId> = reachable(&program, entry).into_iter().collect();
    for group in bottom_up(&program) {
        let recursive = group.len() > 1 || program.procs[group[0]].cmds().any(|cmd| cmd.callee() == Some(group[0]));
        for &proc in &group {
            if recursive || program.procs[proc].body.is_none() {
                work.stays.insert(proc);
            }
        }
        for proc in group.into_iter().filter(|proc| used.contains(proc)) {
            work.procedure(&mut program, proc)?;
        }
    }
    let Inliner { origins, mut back, .. } = work;
    back.blocks = origins.into_iter().enumerate().map(|(proc, blocks)| (ProcId(proc as u32), blocks)).collect();
    Some(Step { program, back, effect: Effect::Equivalent })
}

fn own_blocks(proc: &Procedure) -> IdVec<BlockId, Origin> {
    proc.body.iter().flat_map(|body| body.blocks.ids()).map(Origin::same).collect()
}

struct Inliner {
    /// The procedures whose calls stay.
    stays: FxHashSet<ProcId>,
    /// Of the blocks of each procedure, as far as it is done.
    origins: IdVec<ProcId, IdVec<BlockId, Origin>>,
    back: Back,
    most: usize,
}

impl Inliner {
    fn procedure(&mut self, program: &mut Program, id: ProcId) -> Option<()> {
        let Some(mut body) = program.procs[id].body.take() else { return Some(()) };
        let mut names = Names::of_blocks(&body);
        for block in body.blocks.ids() {
            let mut current = block;
            for cmd in std::mem::take(&mut body.blocks[block].cmds) {
                match cmd.callee() {
                    Some(callee) if !self.stays.contains(&callee) && !has_attribute(&cmd.attrs, Attr::Async) => {
                        current = self.call(program, id, &mut body, current, cmd, &mut names);
                        if body.blocks.len() > self.most {
                            return None;
                        }
                    }
                    _ => body.blocks[current].cmds.push(cmd),
                }
            }
        }
        keep_reachable(&mut body, &mut self.origins[id]);
        program.procs[id].body = Some(body);
        Some(())
    }

    /// Puts the body of the callee at the end of a block; returns the block behind it.
    fn call(
        &mut self,
        program: &mut Program,
        caller: ProcId,
        body: &mut Body,
        at: BlockId,
        cmd: Cmd,
        names: &mut Names,
    ) -> BlockId {
        let Cmd { kind: CmdKind::Call { callee, ins, outs, .. }, span, .. } = cmd else {
            panic!("internal: not a call")
        };
        let proc = program.procs[callee].clone();
        let renaming = activation(program, body, &proc, span);
        for (&old, &new) in &renaming.vars {
            self.back.vars.insert(new, self.back.var(old));
            let role = self.back.inlined.get(&old).copied().unwrap_or(Inlined::Itself);
            self.back.inlined.insert(new, role);
        }
        let args = proc.ins.iter().map(|&formal| renaming.var(formal)).zip(ins).collect();
        body.blocks[at].cmds.extend(Cmd::assign(args, span));
        let start = self.initial_values(program, body, &proc, &renaming);
        body.blocks[at].cmds.extend(start);
        let Spliced { copies, after } = splice(program, body, at, &proc, &renaming, names);
        let results = outs.into_iter().zip(proc.outs.iter().map(|&formal| program.var_expr(renaming.var(formal))));
        body.blocks[after].cmds = Cmd::assign(results.collect(), span).into_iter().collect();
        // New blocks were added in order: the one behind the call, then the copies.
        let behind = Origin { start: None, ..self.origins[caller][at] };
        self.origins[caller][at].end = None;
        self.origins[caller].push(behind);
        let inner = &self.origins[callee];
        let copied: Vec<Origin> =
            inner.iter().map(|&origin| Origin { proc: Some(origin.proc.unwrap_or(callee)), ..origin }).collect();
        debug_assert_eq!(copies.len(), copied.len());
        copied.into_iter().for_each(|origin| {
            self.origins[caller].push(origin);
        });
        after
    }

    /// Out-parameters and locals begin with arbitrary values. These get variables of their own: in the old program they
    /// are no havocs.
    fn initial_values(
        &mut self,
        program: &mut Program,
        body: &mut Body,
        proc: &Procedure,
        renaming: &Renaming,
    ) -> Vec<Cmd> {
        let locals = proc.body.iter().flat_map(|body| &body.locals);
        let (mut fresh, mut pairs): (Vec<VarId>, Vec<_>) = (Vec::new(), Vec::new());
        for &var in proc.outs.iter().chain(locals) {
            // What callees of the callee begin with is set where they are entered.
            if self.back.inlined.contains_key(&var) {
                continue;
            }
            let own = renaming.var(var);
            let (name, ty) = (format!("{}_initial", program.vars[own].name), program.vars[own].ty);
            let value = fresh_local(program, body, &name, ty, proc.span);
            self.back.vars.insert(value, Some(var));
            self.back.inlined.insert(value, Inlined::Initial);
            fresh.push(value);
            pairs.push((own, program.var_expr(value)));
        }
        Cmd::havoc(fresh, proc.span).into_iter().chain(Cmd::assign(pairs, proc.span)).collect()
    }
}
