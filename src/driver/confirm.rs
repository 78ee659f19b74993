//! From the trace of an engine to the execution that users see.

use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::interp::replay::replay_small;
use crate::ir::Program;
use crate::smt::Settings;
use crate::vc::vacuity::{Elements, is_without_executions};
use crate::verdict::{Certificate, Execution, Trace, Verdict, Why};

/// The execution of a trace, if the interpreter agrees that it is one.
pub fn confirm(program: &Program, trace: Trace, budget: &Budget) -> Verdict<Execution> {
    match replay_small(program, &trace, budget) {
        Ok(execution) => Verdict::Unsafe(execution),
        Err(disagreement) => Verdict::Unknown(Why::ReplayDisagrees(disagreement.describe(program))),
    }
}

/// A violation is none where the program has no execution. An execution that does not replay may show that, too: one in
/// which unique constants are equal.
pub fn unless_vacuous<T>(
    verdict: Verdict<T>,
    program: &Program,
    solver: &Settings,
    budget: &Budget,
    stats: &mut Stats,
) -> Verdict<T> {
    match verdict {
        Verdict::Unsafe(_) | Verdict::Unknown(Why::ReplayDisagrees(_))
            if is_without_executions(program, solver, budget, stats) =>
        {
            Verdict::Safe(Certificate::no_execution())
        }
        verdict => verdict,
    }
}

/// A violation is none where axioms leave its types fewer elements than it has. There may be another one.
pub fn unless_too_many<T>(
    verdict: Verdict<T>,
    elements: Elements,
    program: &Program,
    (solver, budget): (&Settings, &Budget),
    stats: &mut Stats,
) -> Verdict<T> {
    match verdict {
        Verdict::Unsafe(_) if elements.or_more().are_too_many(program, solver, budget, stats) => {
            let why = "the execution that was found has more elements of a type than the axioms allow";
            Verdict::Unknown(Why::Incomplete(why.into()))
        }
        verdict => verdict,
    }
}
