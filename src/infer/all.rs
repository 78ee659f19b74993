//! Modular verification of a whole program within one budget, with nothing special asked for.

use super::modular;
use super::procedure::{Config, Examined};
use super::program::{Task, verify};
use crate::base::budget::Budget;
use crate::ir::Program;
use crate::smt::Settings;

/// Verifies each procedure that has a body, several at a time; of each, as many findings as that.
pub fn verify_all(
    program: &Program,
    solver: &Settings,
    jobs: usize,
    error_limit: Option<usize>,
    budget: &Budget,
) -> Vec<Examined> {
    let modular = modular::Config::default();
    let budget = budget.shared_by(jobs);
    verify(&Task {
        program,
        procs: &modular::to_verify(program, &modular),
        modular,
        config: Config { solver: solver.clone(), error_limit, ..Config::default() },
        smoke: false,
        jobs,
        within: &|_, work| work(&budget),
        done: &|_, _| {},
    })
}
