//! The question's program as the interpreter runs it forwards: contracts, where clauses and `old` are commands.

use crate::base::ids::ProcId;
use crate::engine::Question;
use crate::ir::Program;
use crate::pass::{Back, contracts, entry, original, prune};
use crate::verdict::Trace;

/// A program in that form, and the way back.
pub struct Desugared {
    pub program: Program,
    pub entry: ProcId,
    backs: [Back; 3],
}

impl Desugared {
    pub(super) fn new(question: &Question) -> Desugared {
        let pruned = prune::run(question.program.clone(), question.entry);
        let (entered, entry) = entry::run(pruned.program, question.entry);
        let stated = contracts::run(entered.program, entry);
        Desugared { program: stated.program, entry, backs: [pruned.back, entered.back, stated.back] }
    }

    /// The trace of the question's program.
    pub fn original(&self, program: &Program, trace: Trace) -> Trace {
        original(program, trace, &self.backs)
    }
}
