//! The globals that a call may modify. Declared `modifies` clauses count for procedures without bodies alone:
//! generated programs omit them elsewhere, so the sets are computed.

use rustc_hash::FxHashSet;

use super::call_graph::bottom_up;
use crate::base::ids::{IdVec, ProcId, VarId};
use crate::ir::{CmdKind, Program, VarKind};

/// For each procedure, the globals that it or its callees assign or havoc, in order of declaration.
pub fn mod_sets(program: &Program) -> IdVec<ProcId, Vec<VarId>> {
    let mut sets: IdVec<ProcId, FxHashSet<VarId>> = IdVec::filled(FxHashSet::default(), program.procs.len());
    let is_global = |v: VarId| program.vars[v].kind == VarKind::Global;
    for group in bottom_up(program) {
        let mut union = FxHashSet::default();
        for &proc in &group {
            let procedure = &program.procs[proc];
            let Some(body) = &procedure.body else {
                union.extend(procedure.modifies.iter().copied());
                continue;
            };
            for cmd in body.blocks.iter().flat_map(|b| &b.cmds) {
                match &cmd.kind {
                    CmdKind::Assign(pairs) => union.extend(pairs.iter().map(|&(v, _)| v).filter(|&v| is_global(v))),
                    CmdKind::Havoc(vars) => union.extend(vars.iter().copied().filter(|&v| is_global(v))),
                    CmdKind::Call { callee, outs, .. } => {
                        union.extend(sets[*callee].iter().copied());
                        union.extend(outs.iter().copied().filter(|&v| is_global(v)));
                    }
                    CmdKind::Assume(_) | CmdKind::Assert(..) => {}
                }
            }
        }
        for proc in group {
            sets[proc] = union.clone();
        }
    }
    let ordered = |set: &FxHashSet<VarId>| program.globals.iter().copied().filter(|g| set.contains(g)).collect();
    sets.iter().map(ordered).collect()
}
