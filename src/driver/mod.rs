//! From a program to a verdict: which passes, which engine; replays every violation on the original program.

pub mod bounded;
pub mod checks;
pub mod confirm;
mod course;
pub mod cover;
mod cut;
pub mod elaborate;
pub mod endless;
pub mod entry;
pub mod limits;
pub mod oracle;
pub mod pipeline;
pub mod portfolio;
mod posed;
pub mod readings;
pub mod recheck;
pub mod runs;
pub mod strategy;
mod summarised;
pub mod survey;
mod tabulated;
mod threads;
pub mod unrolled;
mod unsupported;
mod waiting;

pub use self::strategy::Checked;

use std::sync::Arc;

use self::bounded::Bounded;
use self::strategy::{Engines, decide};
use self::unsupported::unsupported;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::engine::{Engine, Forms, Question};
use crate::ir::Program;
use crate::prove::ENGINES;
use crate::reach::{self, Hooks, OneTurn, Progress, Unit};
use crate::smt::Settings;

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
    decide(&Question { program, entry, bound: config.bound, forms: &Forms::of(program, entry) }, &engines, budget)
}

/// Asks bounded search and all provers about one entry of an elaborated program.
pub fn prove(program: &Program, entry: ProcId, solver: &Settings, budget: &Budget) -> Checked {
    let mut silent = |_| {};
    let config = reach::Config { solver: solver.clone(), ..reach::Config::default() };
    let search = Bounded::new(config, &mut silent);
    let provers = ENGINES.iter().map(|&prover| prover as &dyn Engine).collect();
    let engines = Engines { search: Some(&search), provers, solver, jobs: 1, queries: None };
    decide(&Question { program, entry, bound: None, forms: &Forms::of(program, entry) }, &engines, budget)
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
    let supported = unsupported(program, entry).is_none().then(|| pipeline::prepare(program.clone(), entry));
    if let Some(prepared) = supported.filter(|prepared| prepared.can_fail) {
        let question =
            reach::Acyclic { program: Arc::new(prepared.program), entry: prepared.entry, error: prepared.error };
        let hooks = Hooks { turns: &OneTurn, progress, is_certain: &mut |_| false };
        if let Some(units) = reach::split(&question, config, budget, parts, hooks) {
            return Ok(units);
        }
    }
    Err(Box::new(check(program, entry, config, budget, false, progress)))
}
