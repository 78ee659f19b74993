//! From the trace of an engine to the execution that users see.

use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::interp::replay::replay_small;
use crate::ir::Program;
use crate::pass::Back;
use crate::smt::Settings;
use crate::vc::vacuity::is_without_executions;
use crate::verdict::{Certificate, Decision, Execution, Trace, Verdict, Why};

/// The trace of the first program that a trace of the last one stands for. A block that passes left with one
/// successor may have had several, and the other way round, so only here the decisions become those that matter.
pub fn original(program: &Program, trace: Trace, backs: &[Back]) -> Trace {
    let mut trace = backs.iter().rev().fold(trace, |trace, back| back.trace(trace));
    trace.decisions.retain(|decision| match decision {
        Decision::Goto { proc, block, .. } => {
            let body = program.procs[*proc].body.as_ref();
            body.is_some_and(|body| body.blocks[*block].transfer.targets().len() > 1)
        }
        _ => true,
    });
    trace
}

/// The execution of a trace, if the interpreter agrees that it is one.
pub fn confirm(program: &Program, trace: Trace, budget: &Budget) -> Verdict<Execution> {
    match replay_small(program, &trace, budget) {
        Ok(execution) => Verdict::Unsafe(execution),
        Err(disagreement) => Verdict::Unknown(Why::ReplayDisagrees(disagreement.describe(program))),
    }
}

/// A violation is none where the program has no execution.
pub fn unless_vacuous<T>(
    verdict: Verdict<T>,
    program: &Program,
    solver: &Settings,
    budget: &Budget,
    stats: &mut Stats,
) -> Verdict<T> {
    match verdict {
        Verdict::Unsafe(_) if is_without_executions(program, solver, budget, stats) => {
            Verdict::Safe(Certificate::no_execution())
        }
        verdict => verdict,
    }
}
