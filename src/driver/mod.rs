//! From a program to a verdict: which passes, which engine; replays every violation on the original program.

pub mod bounded;
pub mod elaborate;
pub mod entry;
pub mod modular;
pub mod oracle;
mod other_solver;
pub mod pipeline;
pub mod recheck;
pub mod strategy;
mod summarised;
pub mod survey;

use std::path::PathBuf;
use std::sync::Arc;

use self::bounded::Bounded;
use self::strategy::{Engines, decide};
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::call_graph::reachable;
use crate::engine::Question;
use crate::interp::replay::replay;
use crate::ir::{Attr, CmdKind, Program, has_attribute};
use crate::pass::Back;
use crate::reach::{self, Hooks, Progress, Unit};
use crate::smt::Settings;
use crate::vc::vacuity::is_without_executions;
use crate::verdict::{Certificate, Decision, Execution, Trace, Verdict, Why};

/// A verdict about one entry procedure.
pub struct Checked {
    pub verdict: Verdict<Execution>,
    pub stats: Stats,
    /// Where there are threads: the rounds in which they took turns.
    pub contexts: Option<u32>,
    /// The solver's final state, when asked for.
    pub smtlib: Option<String>,
    /// The procedures with inferred summaries, as Boogie declarations, when asked for.
    pub summaries: Option<String>,
    /// A prover's query that could not be written where the user wants it.
    pub unwritten: Option<(PathBuf, std::io::Error)>,
}

impl Checked {
    /// A verdict that nothing was done for.
    pub fn at_once(verdict: Verdict<Execution>) -> Checked {
        Checked { verdict, stats: Stats::default(), contexts: None, smtlib: None, summaries: None, unwritten: None }
    }
}

/// Checks one entry of an elaborated program by bounded search alone.
pub fn check(
    program: &Program,
    entry: ProcId,
    config: &reach::Config,
    budget: &Budget,
    want_smtlib: bool,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Checked {
    let search = Bounded { want_smtlib, ..Bounded::new(config.clone(), progress) };
    let (solver, jobs) = (&config.solver, config.jobs);
    let engines = Engines { search: Some(&search), provers: Vec::new(), solver, jobs, queries: None };
    decide(&Question { program, entry, bound: config.bound }, &engines, budget)
}

/// Splits the check of one entry into that many units of work. `Err`: the answer, which took fewer.
pub fn split(
    program: &Program,
    entry: ProcId,
    config: &reach::Config,
    budget: &Budget,
    parts: usize,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Vec<Unit>, Box<Checked>> {
    let prepared = pipeline::prepare(program.clone(), entry);
    if prepared.can_fail && unsupported(program, entry).is_none() {
        let question =
            reach::Acyclic { program: Arc::new(prepared.program), entry: prepared.entry, error: prepared.error };
        let hooks = Hooks { progress, is_certain: &mut |_| false };
        if let Some(units) = reach::split(&question, config, budget, parts, hooks) {
            return Ok(units);
        }
    }
    Err(Box::new(check(program, entry, config, budget, false, progress)))
}

/// The trace of the first program that a trace of the last one stands for. A block that passes left with one
/// successor may have had several, and the other way round, so only here the decisions become those that matter.
fn original(program: &Program, trace: Trace, backs: &[Back]) -> Trace {
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
fn confirm(program: &Program, trace: Trace, budget: &Budget) -> Verdict<Execution> {
    match replay(program, &trace, budget) {
        Ok(execution) => Verdict::Unsafe(execution),
        Err(disagreement) => Verdict::Unknown(Why::ReplayDisagrees(disagreement.describe(program))),
    }
}

/// A violation is none where the program has no execution.
fn unless_vacuous<T>(
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

fn weakened() -> Why {
    Why::Unsupported("a violation where assumptions over all types were weakened".into())
}

/// What executions of the entry can come to that is followed for one question alone.
fn unsupported(program: &Program, entry: ProcId) -> Option<Why> {
    asynchronous_call(program, entry).map(Why::Unsupported)
}

/// An `async` call that executions of the entry can come to. Elsewhere such calls do no harm.
fn asynchronous_call(program: &Program, entry: ProcId) -> Option<String> {
    for proc in reachable(program, entry) {
        for block in program.procs[proc].body.iter().flat_map(|b| b.blocks.iter()) {
            for cmd in &block.cmds {
                if let CmdKind::Call { callee, .. } = cmd.kind
                    && has_attribute(&cmd.attrs, Attr::Async)
                {
                    let name = &program.procs[callee].name;
                    return Some(format!("async calls (of {name} in {})", program.procs[proc].name));
                }
            }
        }
    }
    None
}
