//! Checks a certificate: the engine that made it builds its obligations anew from the program, and each is verified
//! with nothing to infer.

use std::path::Path;

use ivl::source::SourceMap;

use super::elaborate::elaborate_beside_triggers;
use super::modular::verify_all;
use super::other_solver;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Declined, Engine, Question};
use crate::infer::smtlib;
use crate::ir::Program;
use crate::smt::Settings;
use crate::verdict::{Certificate, Obligation};

/// The result of one obligation.
pub struct Rechecked {
    pub obligation: Obligation,
    /// The procedures that do not verify, with why; empty: the obligation holds.
    pub failed: Vec<(String, String)>,
    pub stats: Stats,
}

/// How obligations are verified.
pub struct How<'a> {
    pub solver: &'a Settings,
    pub jobs: usize,
    /// Another solver that is asked besides, by its path.
    pub other: Option<&'a Path>,
}

/// The obligations of a certificate, verified one after the other. `Err`: the certificate is none for this program.
pub fn recheck(
    question: &Question,
    certificate: &Certificate,
    engines: &[&dyn Engine],
    how: &How,
    budget: &Budget,
) -> Result<Vec<Rechecked>, Declined> {
    let engine = engines.iter().find(|engine| *engine.name() == *certificate.engine);
    let engine = engine.ok_or_else(|| Declined(format!("no prover is called {}", certificate.engine)))?;
    // Nobody asks the others about them, so they need not see what makes a thread of a call.
    if !engine.follows_threads() && is_concurrent(question.program, question.entry) {
        return Err(Declined("a program with threads".into()));
    }
    let obligations = engine.obligations(question, certificate)?;
    if obligations.is_empty() && !engine.proves_again() {
        return Err(Declined("the certificate has nothing to verify".into()));
    }
    Ok(obligations.into_iter().map(|obligation| verify(obligation, how, budget)).collect())
}

/// Verifies an obligation, with nothing to infer.
pub fn verify(obligation: Obligation, how: &How, budget: &Budget) -> Rechecked {
    let mut sources = SourceMap::default();
    let mut stats = Stats::default();
    let file = sources.add(format!("{}.bpl", obligation.name), obligation.text.clone());
    let program = match elaborate_beside_triggers(&sources, &[file], &mut stats) {
        Ok((program, _)) => program,
        Err(diagnostics) => {
            let failed = diagnostics.iter().map(|d| (obligation.name.clone(), d.render(&sources))).collect();
            return Rechecked { obligation, failed, stats };
        }
    };
    let verified = verify_all(&program, how.solver, how.jobs, Some(1), budget);
    let procs: Vec<ProcId> = verified.iter().map(|one| one.proc).collect();
    let mut failed = Vec::new();
    for one in verified {
        stats.merge(&one.stats);
        let verification = one.verification;
        if let Some(finding) = verification.findings.first() {
            let what = format!("the {} {} fails", finding.failure.what, finding.failure.condition);
            failed.push((verification.procedure, what));
        } else if verification.gave_up.is_some() {
            failed.push((verification.procedure, "could not be decided".into()));
        }
    }
    if let Some(other) = how.other {
        failed.extend(failed_by(other, &program, &procs, how.solver, budget));
    }
    Rechecked { obligation, failed, stats }
}

/// The procedures of which another solver does not say that they keep their contract.
fn failed_by(
    other: &Path,
    program: &Program,
    procs: &[ProcId],
    settings: &Settings,
    budget: &Budget,
) -> Vec<(String, String)> {
    let mut failed = Vec::new();
    for (proc, script) in smtlib::conditions(program, procs, settings) {
        let answer = match script {
            Some(script) => other_solver::ask(other, &script, budget).unwrap_or_else(|error| error.to_string()),
            None => "not a question for it".into(),
        };
        if answer != "unsat" {
            failed.push((program.procs[proc].name.to_string(), format!("{}: {answer}", other.display())));
        }
    }
    failed
}
