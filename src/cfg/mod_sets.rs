//! The globals that a call may modify. Declared `modifies` clauses count for procedures without bodies alone:
//! generated programs omit them elsewhere, so the sets are computed.

use rustc_hash::FxHashSet;

use super::call_graph::bottom_up;
use crate::base::ids::{IdVec, ProcId, VarId};
use crate::ir::{Program, VarKind};

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
            for cmd in body.cmds() {
                union.extend(cmd.assigned().filter(|&v| is_global(v)));
                union.extend(cmd.callee().iter().flat_map(|&callee| &sets[callee]));
            }
        }
        for proc in group {
            sets[proc] = union.clone();
        }
    }
    let ordered = |set: &FxHashSet<VarId>| program.globals.iter().copied().filter(|g| set.contains(g)).collect();
    sets.iter().map(ordered).collect()
}
