//! A trace as the engines and passes exchange it: the initial state and the decisions.
//!
//! Everything else about an execution follows from the program, so a trace has no block list, no call stack and
//! no values of deterministic assignments: the interpreter recomputes them, which is also the check.

use super::value::{FuncValue, Value};
use crate::base::ids::{BlockId, FuncId, ProcId, VarId};

#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    pub entry: ProcId,
    /// Initial values: constants, globals, and the parameters, locals and outs of the entry where known.
    /// What is missing is arbitrary.
    pub state: Vec<(VarId, Value)>,
    pub functions: Vec<(FuncId, FuncValue)>,
    /// What happens at the points where the program leaves a choice, in the order of execution.
    pub decisions: Vec<Decision>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// At the end of `block` of `proc`, which has several successors, control goes to `target`.
    Goto { proc: ProcId, block: BlockId, target: BlockId },
    /// A variable receives a value that the program does not determine: by havoc, as an out-parameter or modified
    /// global of a procedure without a body, or as an uninitialised local or out-parameter of a procedure entered.
    /// A missing decision means: any value.
    Value { var: VarId, value: Value },
}
