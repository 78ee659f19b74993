//! Can an execution violate an assertion?

use std::rc::Rc;
use std::time::Duration;

use super::program::{Program, Rejected};
use crate::base::budget::{Budget, Cancel, Limits};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::base::workers;
use crate::cfg::threads::is_concurrent;
use crate::driver::Checked;
use crate::driver::bounded::Bounded;
use crate::driver::elaborate::elaborate_resolved;
use crate::driver::entry::entries;
use crate::driver::readings::{self, Others, Paths, Read, Reading, Who};
use crate::driver::strategy::Engines;
use crate::engine::{Engine, Forms, Made, Question};
use crate::ir;
use crate::prove::ENGINES;
use crate::reach;
use crate::smt::{Settings, check_version};
use crate::verdict::execution::Given;
use crate::verdict::{Bound, Check, CutOff, Verdict};

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
    /// Where nothing was found up to a bound: what was not followed further.
    pub cut: Vec<CutOff>,
    /// What is known of each check; empty where a bound is given.
    pub checks: Vec<Check>,
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
        // What costs little, and proves as much, comes first: as on the command line.
        let any_texts = program.c.as_ref().and_then(|c| program.read(Reading { any_texts: true, ..c.reading }));
        let read = Rc::new(Elaborated::new(any_texts.as_ref().unwrap_or(program).clone(), options)?);
        let mut asked = Asked { read, options, others: Others::default() };
        let budget = Budget::new(options.limits, Cancel::default());
        let (Checked { verdict, contexts, cut, checks, .. }, other) = readings::answer(&mut asked, &budget);
        let Elaborated { elaborated, entry, .. } = &*other.unwrap_or(asked).read;
        Ok(Outcome { entry: elaborated.procs[*entry].name.to_string(), verdict, contexts, cut, checks })
    })
}

/// A program in one of its readings.
struct Asked<'o> {
    read: Rc<Elaborated>,
    options: &'o CheckOptions,
    /// All readings so far but for the first.
    others: Others<Elaborated>,
}

struct Elaborated {
    program: Program,
    elaborated: ir::Program,
    entry: ProcId,
    /// What engines made of it, from one turn to the next.
    made: Made,
}

impl Elaborated {
    fn new(program: Program, options: &CheckOptions) -> Result<Elaborated, Rejected> {
        let (elaborated, _) = elaborate_resolved(program.resolved.clone(), &mut Stats::default())
            .map_err(|diagnostics| Rejected::new(&diagnostics, &program.sources))?;
        let entry = entry(&elaborated, &program, options)?;
        Ok(Elaborated { program, elaborated, entry, made: Made::default() })
    }
}

impl Read for Asked<'_> {
    fn reading(&self) -> Reading {
        self.read.program.c.as_ref().map_or(Reading::default(), |c| c.reading)
    }

    fn is_bitwise(&self) -> bool {
        self.read.program.c.as_ref().is_some_and(|c| c.bitwise)
    }

    fn is_abridged(&self) -> bool {
        self.read.program.c.as_ref().is_some_and(|c| c.abridged)
    }

    fn is_late(&self) -> bool {
        self.read.program.c.as_ref().is_some_and(|c| c.late && !c.reading.without_late)
    }

    fn is_exact(&self) -> bool {
        self.read.program.c.as_ref().is_some_and(|c| c.exact_floats && !c.reading.ieee)
    }

    fn may_race(&self) -> bool {
        self.read.program.c.as_ref().is_some_and(|c| !c.reading.is_of_threads())
            && is_concurrent(&self.read.elaborated, self.read.entry)
    }

    fn read(&self, reading: Reading) -> Option<Self> {
        let make = || Elaborated::new(self.read.program.read(reading)?, self.options).ok();
        let read = self.others.get(reading, make)?;
        Some(Asked { read, options: self.options, others: self.others.clone() })
    }

    fn ask<T>(&mut self, who: Who, paths: Paths, ask: impl FnOnce(&Question, &Engines) -> T) -> T {
        let options = self.options;
        let solver = Settings { memory: options.limits.memory, ..Settings::default() };
        let jobs = options.jobs.max(1);
        let config = reach::Config { bound: options.bound, jobs, solver: solver.clone(), ..reach::Config::default() };
        let mut silent = |_| {};
        let search = Bounded::new(config, &mut silent);
        let provers = if options.bound.is_none() { ENGINES } else { &[] };
        let provers: Vec<&dyn Engine> = provers.iter().map(|&prover| prover as &dyn Engine).collect();
        let (with_search, provers) = who.of(&provers, true, paths);
        let engines = Engines { search: with_search.then_some(&search), provers, solver: &solver, jobs, queries: None };
        let Elaborated { elaborated: program, entry, made, .. } = &*self.read;
        let entry = *entry;
        ask(&Question { program, entry, bound: options.bound, forms: &Forms::kept(program, entry, made) }, &engines)
    }

    fn is_of_any_text(verdict: &Verdict) -> bool {
        let is_any = |input: &Given| input.value.name == rmt_c::ANY_TEXT;
        matches!(verdict, Verdict::Unsafe(execution) if execution.inputs.iter().any(is_any))
    }
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
