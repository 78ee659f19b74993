//! A trace as the engines and passes exchange it: the initial state and the decisions.
//!
//! Everything else about an execution follows from the program, so a trace has no block list, no call stack and
//! no values of deterministic assignments: the interpreter recomputes them, which is also the check.

use super::value::{FuncValue, Value};
use crate::base::ids::{BlockId, FuncId, ProcId, VarId};

/// An execution as engines know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The procedure that it begins in.
    pub entry: ProcId,
    /// Initial values: constants, globals, and the parameters, locals and outs of the entry where known.
    /// What is missing is arbitrary.
    pub state: Vec<(VarId, Value)>,
    /// Interpretations of the functions that it evaluates.
    pub functions: Vec<(FuncId, FuncValue)>,
    /// Decisions where the program leaves a choice, in the order of execution.
    pub decisions: Vec<Decision>,
    /// Values that the language leaves open beyond functions.
    pub open: Open,
}

/// Values of what the language does not specify, as the model chose them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Open {
    /// `dividend op 0` as a table from the dividend; without one it is zero. A selector on a foreign constructor is a
    /// table of [`Trace::functions`] under the selector's id.
    pub divisions: Vec<(Division, FuncValue)>,
    /// Elements of uninterpreted types that occur nowhere else in the trace. An uninterpreted type consists of the
    /// elements in the trace, and of one element if there are none.
    pub elements: Vec<Value>,
}

/// The operators that are not specified when the divisor is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Division {
    /// `div`
    Div,
    /// `mod`
    Mod,
    /// SMT-LIB's `rem`, as Z3 has it
    Rem,
    /// `/`
    Real,
}

/// A choice that the program leaves to the execution.
#[allow(missing_docs)] // The fields are explained with the variants.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// At the end of `block` of `proc`, which has several successors, control goes to `target`.
    Goto { proc: ProcId, block: BlockId, target: BlockId },
    /// An out-parameter or local has a value before it is assigned, when a procedure with a body is entered.
    /// For the entry it wins over [`Trace::state`]. Several at one entry come in any order; what is missing is arbitrary.
    Initial { var: VarId, value: Value },
    /// A variable receives a value that the program does not determine: by havoc, or as an out-parameter or modified
    /// global of a procedure without a body. Several at one point come in this order: the variables of a havoc as
    /// written; the out-parameters, then the `modifies` set. A missing decision means: any value.
    Value { var: VarId, value: Value },
    /// Where the thread that runs lets others run (at a `{:yield}` outside of atomic sections, after it has spawned a
    /// thread there, and when it ends), this one goes on. Threads are numbered as they are spawned; the entry is 0.
    Turn { thread: u32 },
}
