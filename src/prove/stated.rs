//! The question's program as the interpreter runs it forwards: contracts, where clauses and `old` are commands.

use crate::base::ids::ProcId;
use crate::engine::Question;
use crate::ir::Program;
use crate::pass::{Back, contracts, entry, prune};
use crate::verdict::{Decision, Trace};

pub struct Stated {
    pub program: Program,
    pub entry: ProcId,
    backs: [Back; 3],
}

impl Stated {
    pub fn new(question: &Question) -> Stated {
        let pruned = prune::run(question.program.clone(), question.entry);
        let (entered, entry) = entry::run(pruned.program, question.entry);
        let stated = contracts::run(entered.program, entry);
        Stated { program: stated.program, entry, backs: [pruned.back, entered.back, stated.back] }
    }

    /// The trace of the question's program.
    pub fn original(&self, program: &Program, trace: Trace) -> Trace {
        let mut trace = self.backs.iter().rev().fold(trace, |trace, back| back.trace(trace));
        trace.decisions.retain(|decision| match decision {
            Decision::Goto { proc, block, .. } => {
                program.procs[*proc].body.as_ref().is_some_and(|b| b.blocks[*block].transfer.targets().len() > 1)
            }
            _ => true,
        });
        trace
    }
}
