//! Checks a certificate: the engine that made it builds it anew from the program, and each obligation is verified with
//! nothing to infer. What was handed in and what is built must not differ.

use std::path::Path;

use ivl::source::SourceMap;

use super::elaborate::elaborate_beside_triggers;
use super::modular::verify_all;
use super::other_solver;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Declined, Engine, Question, Verified};
use crate::infer::smtlib;
use crate::ir::Program;
use crate::smt::Settings;
use crate::verdict::verification::Verification;
use crate::verdict::{Certificate, Obligation};

/// The result of one obligation.
pub struct Rechecked {
    /// Its name.
    pub obligation: String,
    /// The procedures that do not verify, with why.
    pub outcome: Result<Verified, Vec<(String, String)>>,
    pub stats: Stats,
}

/// How obligations are verified.
pub struct How<'a> {
    pub solver: &'a Settings,
    pub jobs: usize,
    /// Another solver that is asked besides, by its path.
    pub other: Option<&'a Path>,
}

/// Why a certificate is a proof.
#[derive(Clone, Copy)]
pub enum Proof {
    /// Its obligations hold.
    Obligations(Verified),
    /// It has none: its engine has proved the program again.
    Again,
}

/// A certificate that was built anew.
pub struct Rebuilt {
    pub certificate: Certificate,
    /// Whether building it has proved the program.
    proved_again: bool,
}

impl Rebuilt {
    /// Whether all holds that it says.
    pub fn proof(&self, rechecked: &[Rechecked]) -> Option<Proof> {
        if self.certificate.obligations.is_empty() {
            return self.proved_again.then_some(Proof::Again);
        }
        // One result for each, and no other.
        if self.certificate.obligations.len() != rechecked.len() {
            return None;
        }
        Verified::all(rechecked.iter().map(|one| one.outcome.as_ref().ok().copied())).map(Proof::Obligations)
    }
}

/// The certificate that the engine builds from the program, as this one tells. `Err`: it is none for this program.
pub fn rebuild(question: &Question, told: &Certificate, engines: &[&dyn Engine]) -> Result<Rebuilt, Declined> {
    let engine = engines.iter().find(|engine| *engine.name() == *told.engine);
    let engine = engine.ok_or_else(|| Declined(format!("no prover is called {}", told.engine.escape_debug())))?;
    // Nobody asks the others about them, so they need not see what makes a thread of a call.
    if !engine.follows_threads() && is_concurrent(question.program, question.entry) {
        return Err(Declined("a program with threads".into()));
    }
    let certificate = engine.rebuilt(question, told)?;
    if certificate.obligations.is_empty() && !engine.proves_again() {
        return Err(Declined("the certificate has nothing to verify".into()));
    }
    Ok(Rebuilt { certificate, proved_again: engine.proves_again() })
}

/// The obligations of a certificate that was built anew, verified one after the other.
pub fn verify_obligations(certificate: &Certificate, how: &How, budget: &Budget) -> Vec<Rechecked> {
    certificate.obligations.iter().map(|obligation| verify(obligation, how, budget)).collect()
}

/// Both, for a certificate that is not in a folder. `Err`: it is not what is built, or does not hold.
pub fn recheck(
    question: &Question,
    told: &Certificate,
    engines: &[&dyn Engine],
    how: &How,
    budget: &Budget,
) -> Result<Proof, Declined> {
    let rebuilt = rebuild(question, told, engines)?;
    if rebuilt.certificate != *told {
        return Err(Declined("what is built from the program differs".into()));
    }
    let rechecked = verify_obligations(&rebuilt.certificate, how, budget);
    rebuilt.proof(&rechecked).ok_or_else(|| {
        let failed = rechecked.into_iter().filter_map(|one| Some((one.obligation, one.outcome.err()?)));
        let told =
            failed.flat_map(|(name, failed)| failed.into_iter().map(move |(p, why)| format!("{name}: {p}: {why}")));
        Declined(told.collect::<Vec<_>>().join("; "))
    })
}

/// Verifies an obligation, with nothing to infer.
pub fn verify(obligation: &Obligation, how: &How, budget: &Budget) -> Rechecked {
    let mut sources = SourceMap::default();
    let mut stats = Stats::default();
    let name = obligation.name.clone();
    let file = sources.add(format!("{name}.bpl"), obligation.text.clone());
    let program = match elaborate_beside_triggers(&sources, &[file], &mut stats) {
        Ok((program, _)) => program,
        Err(diagnostics) => {
            let failed = diagnostics.iter().map(|d| (name.clone(), d.render(&sources))).collect();
            return Rechecked { obligation: name, outcome: Err(failed), stats };
        }
    };
    let examined = verify_all(&program, how.solver, how.jobs, Some(1), budget);
    let procs: Vec<ProcId> = examined.iter().map(|one| one.proc).collect();
    examined.iter().for_each(|one| stats.merge(&one.stats));
    let results: Vec<Verification> = examined.into_iter().map(|one| one.verification).collect();
    let mut failed: Vec<(String, String)> = results.iter().filter_map(failure).collect();
    if let Some(other) = how.other {
        failed.extend(failed_by(other, &program, &procs, how.solver, budget));
    }
    let verified = Verified::of(&program, &results);
    if verified.is_none() && failed.is_empty() {
        failed.push((name.clone(), "not every procedure is to be verified, or there is none".into()));
    }
    let outcome = verified.filter(|_| failed.is_empty()).ok_or(failed);
    Rechecked { obligation: name, outcome, stats }
}

/// Why a procedure does not verify.
fn failure(verification: &Verification) -> Option<(String, String)> {
    let what = match verification.findings.first() {
        Some(finding) => format!("the {} {} fails", finding.failure.what, finding.failure.condition),
        None if verification.gave_up.is_some() => "could not be decided".into(),
        None => return None,
    };
    Some((verification.procedure.clone(), what))
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
