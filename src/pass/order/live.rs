//! Which variables matter at the heads of loops. What threads share always matters, since others may read it.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, IdVec, ProcId, VarId};
use crate::cfg::flow::reverse_postorder;
use crate::cfg::free_vars::FreeVars;
use crate::ir::{Body, Cmd, CmdKind, Program, Transfer, VarKind};
use crate::pass::loops::is_loop_procedure;

type Set = FxHashSet<VarId>;

/// Of each loop procedure, the parameters whose values matter.
#[derive(Default)]
pub(super) struct Live {
    ins: FxHashMap<ProcId, Set>,
    outs: FxHashMap<ProcId, Set>,
    /// Of each procedure, what matters where its blocks begin.
    blocks: FxHashMap<ProcId, IdVec<BlockId, Set>>,
    free: FreeVars,
}

impl Live {
    /// Of the procedures given. Sets grow until nothing changes.
    pub fn of(program: &Program, procs: &[ProcId]) -> Live {
        let mut live = Live::default();
        let mut changes = true;
        while changes {
            changes = false;
            for &proc in procs {
                changes |= program.procs[proc].body.as_ref().is_some_and(|body| live.grow(program, proc, body));
            }
        }
        live
    }

    /// Whether a value that is given to a loop procedure matters.
    pub fn needs(&self, proc: ProcId, param: VarId) -> bool {
        self.ins.get(&proc).is_some_and(|ins| ins.contains(&param))
    }

    fn grow(&mut self, program: &Program, proc: ProcId, body: &Body) -> bool {
        let mut changes = false;
        let order = reverse_postorder(body);
        let mut live_in: IdVec<BlockId, Set> = IdVec::filled(Set::default(), body.blocks.len());
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for &block in order.iter().rev() {
                let mut live = self.at_end(program, proc, &body.blocks[block].transfer, &live_in);
                for cmd in body.blocks[block].cmds.iter().rev() {
                    changes |= self.before(program, cmd, &mut live);
                }
                goes_on |= live.len() > live_in[block].len();
                live_in[block] = live;
            }
        }
        let known = self.ins.entry(proc).or_default();
        let before = known.len();
        known.extend(live_in[body.entry].iter().filter(|var| program.vars[**var].kind == VarKind::In));
        let grows = known.len() > before;
        self.blocks.insert(proc, live_in);
        changes || grows
    }

    /// What matters at the end of a block.
    fn at_end(&self, program: &Program, proc: ProcId, transfer: &Transfer, live_in: &IdVec<BlockId, Set>) -> Set {
        match transfer {
            Transfer::Return | Transfer::ReturnExpr(_) => match is_loop_procedure(&program.procs[proc]) {
                true => self.outs.get(&proc).cloned().unwrap_or_default(),
                false => program.procs[proc].outs.iter().copied().collect(),
            },
            Transfer::Goto(targets) => targets.iter().flat_map(|&t| &live_in[t]).copied().collect(),
        }
    }

    /// What of the variables of a procedure matters behind a command, but for what it assigns.
    pub fn behind(&mut self, program: &Program, proc: ProcId, (block, index): (BlockId, usize)) -> BTreeSet<VarId> {
        let (Some(body), Some(live_in)) = (&program.procs[proc].body, self.blocks.remove(&proc)) else {
            return BTreeSet::new();
        };
        let mut live = self.at_end(program, proc, &body.blocks[block].transfer, &live_in);
        self.blocks.insert(proc, live_in);
        let cmds = &body.blocks[block].cmds;
        for cmd in cmds[index + 1..].iter().rev() {
            self.before(program, cmd, &mut live);
        }
        for var in cmds[index].assigned() {
            live.remove(&var);
        }
        live.into_iter().collect()
    }

    /// From what matters behind a command to what does in front of it; whether more of a callee's results matters.
    fn before(&mut self, program: &Program, cmd: &Cmd, live: &mut Set) -> bool {
        let matters = |live: &Set, var: VarId| program.vars[var].kind == VarKind::Global || live.contains(&var);
        let mut grows = false;
        let mut used = Vec::new();
        match &cmd.kind {
            CmdKind::Assign(pairs) => used.extend(pairs.iter().filter(|pair| matters(live, pair.0)).map(|pair| pair.1)),
            CmdKind::Call { callee, ins, outs, .. } if is_loop_procedure(&program.procs[*callee]) => {
                let callee_outs = program.procs[*callee].outs.iter().copied().zip(outs);
                let needed: Vec<VarId> = callee_outs.filter(|(_, out)| matters(live, **out)).map(|(o, _)| o).collect();
                let known = self.outs.entry(*callee).or_default();
                let before = known.len();
                known.extend(needed);
                grows = known.len() > before;
                let params = program.procs[*callee].ins.iter().copied().zip(ins);
                used.extend(params.filter(|(param, _)| self.needs(*callee, *param)).map(|(_, &arg)| arg));
            }
            _ => used.extend(cmd.exprs()),
        }
        for var in cmd.assigned() {
            live.remove(&var);
        }
        for e in used {
            live.extend(self.free.of(program, e).iter().filter(|var| program.vars[**var].kind != VarKind::Global));
        }
        grows
    }
}
