//! Properties of programs behind a pass. Other passes and engines count on it; debug builds check it behind each pass.

use crate::base::ids::ProcId;
use crate::cfg::call_graph::{callees, reachable};
use crate::cfg::loops::loops;
use crate::ir::visit::globals_under_old;
use crate::ir::{Cmd, CmdKind, Procedure, Program};

/// A property of all procedures that executions of the entry reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guarantee {
    /// Nobody calls the entry.
    EntryUncalled,
    /// Every procedure has a body, and all that contracts, `where` and `old` say is said by commands.
    ContractsWritten,
    /// Bodies are acyclic: loops are recursive procedures.
    LoopsExtracted,
    /// There is no assertion: the error flag says whether one is violated, and is tested behind each call.
    AssertionsFlagged,
}

impl Guarantee {
    /// A procedure of which it does not hold.
    pub fn broken_in(self, program: &Program, entry: ProcId) -> Option<ProcId> {
        let callees = callees(program);
        let holds = |id: ProcId| {
            let proc = &program.procs[id];
            match self {
                Guarantee::EntryUncalled => !callees[id].contains(&entry),
                Guarantee::ContractsWritten => proc.body.is_some() && !mentions_old(program, proc),
                Guarantee::LoopsExtracted => proc.body.as_ref().is_none_or(|body| loops(body).is_empty()),
                Guarantee::AssertionsFlagged => !proc.cmds().any(|cmd| matches!(cmd.kind, CmdKind::Assert(..))),
            }
        };
        reachable(program, entry).into_iter().find(|&id| !holds(id))
    }
}

fn mentions_old(program: &Program, proc: &Procedure) -> bool {
    !globals_under_old(&program.exprs, proc.cmds().flat_map(Cmd::exprs)).is_empty()
}

/// Panics where one does not hold; for debug builds and tests, after each pass.
pub fn assert_kept(program: &Program, entry: ProcId, guarantees: &[Guarantee], after: &str) {
    for guarantee in guarantees {
        if let Some(id) = guarantee.broken_in(program, entry) {
            panic!("internal: after {after}: {guarantee:?} does not hold of {}", program.procs[id].name);
        }
    }
}
