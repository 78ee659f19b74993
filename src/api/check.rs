//! Can an execution violate an assertion?

use std::time::Duration;

use super::program::{Program, Rejected};
use crate::base::budget::{Budget, Cancel, Limits};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::base::workers;
use crate::driver::Checked;
use crate::driver::bounded::Bounded;
use crate::driver::elaborate::elaborate_resolved;
use crate::driver::entry::entries;
use crate::driver::strategy::{Engines, decide};
use crate::engine::{Forms, Question};
use crate::ir;
use crate::prove::ENGINES;
use crate::reach;
use crate::smt::{Settings, check_version};
use crate::verdict::{Bound, Verdict};

/// How [`check`] asks. By default: without a bound, for a minute, on one thread.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The procedure where executions begin; `None`: the one of [`Program::entries`].
    pub entry: Option<String>,
    /// How far loops and recursion are followed. `None`: ever further, and provers try to show that there is no violation
    /// whatever the bound.
    pub bound: Option<Bound>,
    /// Limits of time, memory and solver resources.
    pub limits: Limits,
    /// Threads.
    pub jobs: usize,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        let minute = Limits { timeout: Some(Duration::from_secs(60)), ..Limits::default() };
        CheckOptions { entry: None, bound: None, limits: minute, jobs: 1 }
    }
}

/// The answer of [`check`].
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The procedure where executions begin.
    pub entry: String,
    /// Whether one of them violates an assertion.
    pub verdict: Verdict,
    /// Where there are threads: the rounds in which they took turns.
    pub contexts: Option<u32>,
}

/// Decides whether an execution can violate an assertion. A violation has been replayed by an interpreter.
///
/// ```
/// use rmt::{Bound, CheckOptions, StepKind, Verdict};
///
/// let text = "procedure main() { var x: int; assert x * x != 49; }";
/// let program = rmt::resolve(&rmt::parse("square.bpl", text)?)?;
/// let outcome = rmt::check(&program, &CheckOptions { bound: Some(Bound(0)), ..CheckOptions::default() })?;
/// let Verdict::Unsafe(execution) = &outcome.verdict else { panic!("7 and -7 violate the assertion") };
/// assert_eq!(program.locate(execution.failure.span), Some(("square.bpl", 1, 32)));
/// assert!(matches!(execution.steps[0].kind, StepKind::Call { .. }));
/// # Ok::<(), rmt::Rejected>(())
/// ```
pub fn check(program: &Program, options: &CheckOptions) -> Result<Outcome, Rejected> {
    solver_is_there()?;
    workers::on_deep_stack(|| {
        let sources = &program.sources;
        let (elaborated, _) = elaborate_resolved(program.resolved.clone(), &mut Stats::default())
            .map_err(|diagnostics| Rejected::new(&diagnostics, sources))?;
        let entry = entry(&elaborated, program, options)?;
        let budget = Budget::new(options.limits, Cancel::default());
        let solver = Settings { memory: options.limits.memory, ..Settings::default() };
        let jobs = options.jobs.max(1);
        let config = reach::Config { bound: options.bound, jobs, solver: solver.clone(), ..reach::Config::default() };
        let mut silent = |_| {};
        let search = Bounded::new(config, &mut silent);
        let provers = if options.bound.is_none() { ENGINES.to_vec() } else { Vec::new() };
        let engines = Engines { search: Some(&search), provers, solver: &solver, jobs, queries: None };
        let question =
            Question { program: &elaborated, entry, bound: options.bound, forms: &Forms::of(&elaborated, entry) };
        let Checked { verdict, contexts, .. } = decide(&question, &engines, &budget);
        Ok(Outcome { entry: elaborated.procs[entry].name.to_string(), verdict, contexts })
    })
}

/// The one entry that is asked about.
fn entry(elaborated: &ir::Program, program: &Program, options: &CheckOptions) -> Result<ProcId, Rejected> {
    let named: Vec<String> = options.entry.iter().cloned().collect();
    let found = entries(elaborated, &named).map_err(|diagnostic| Rejected::new(&[diagnostic], &program.sources))?;
    match found[..] {
        [entry] => Ok(entry),
        _ => Err(Rejected::plain(format!("the program has several entries: {}", program.entries().join(", ")))),
    }
}

/// The solver's library is found at run time, and may be an old one.
pub(super) fn solver_is_there() -> Result<(), Rejected> {
    check_version().map_err(|(found, oldest)| {
        Rejected::plain(format!("the libz3 that this process runs with is {found}; {oldest} or newer is needed"))
    })
}
