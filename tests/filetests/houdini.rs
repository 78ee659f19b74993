//! `// houdini: GUARD…`: the candidates that survive, by the names of their guards.
//!
//! With one job and with two. The annotated program, printed and read again, has the errors announced by `//~ …` on
//! their lines, or none. A line that ends in `//=> text` stands for a program in which `text` is that line: there,
//! other candidates survive.

use rmt::internal::base::budget::Budget;
use rmt::internal::base::ids::ProcId;
use rmt::internal::infer::houdini::{Task, annotate, existential_constants, infer};
use rmt::internal::infer::modular;
use rmt::internal::ir::unresolve::unresolve;
use rmt::internal::smt::Settings;
use rustc_hash::FxHashMap;

use crate::load::load_beside_triggers;
use crate::verified::verified;
use crate::{Case, check};

pub fn run(case: &Case, arguments: &str) -> Result<(), String> {
    let mut expected: Vec<&str> = arguments.split_whitespace().collect();
    expected.sort();
    for jobs in [1, 2] {
        let (survivors, _) = survivors(&case.text, jobs)?;
        if survivors != expected {
            return Err(format!("with {jobs} jobs, {survivors:?} survive"));
        }
    }
    let (_, annotated) = survivors(&case.text, 1)?;
    let errors = errors(&annotated)?;
    let announced = case.text.matches("//~").count();
    if errors != announced {
        return Err(format!("{errors} errors, announced {announced}, in\n{annotated}"));
    }
    for mutant in check::mutants(&case.text) {
        if survivors(&mutant, 1)?.0 == expected {
            return Err(format!("the same candidates survive in\n{mutant}"));
        }
    }
    Ok(())
}

/// The names of the survivors, and the annotated program.
fn survivors(text: &str, jobs: usize) -> Result<(Vec<String>, String), String> {
    let program = load_beside_triggers("case.bpl", text)?.program;
    let modular = modular::Config::default();
    let guards = existential_constants(&program);
    let inferred = infer(&Task {
        program: &program,
        procs: &modular::to_verify(&program, &modular),
        guards: &guards,
        implied: &FxHashMap::default(),
        modular,
        solver: Settings::default(),
        jobs,
        budget: &|_: ProcId| Budget::unlimited(),
    });
    if inferred.fallen.len() + inferred.survivors.len() != guards.len() {
        return Err("candidates are lost".into());
    }
    let mut names: Vec<String> = inferred.survivors.iter().map(|&v| program.vars[v].name.to_string()).collect();
    names.sort();
    Ok((names, unresolve(&annotate(&program, &guards, &inferred.survivors)).to_string()))
}

/// How many assertions of a program fail.
fn errors(text: &str) -> Result<usize, String> {
    let program = load_beside_triggers("annotated.bpl", text)?.program;
    Ok(verified(&program).iter().map(|v| v.verification.findings.len()).sum())
}
