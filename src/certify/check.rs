//! Verifies obligations, with nothing to infer.

use std::path::Path;

use ivl::diag::{Diagnostic, Severity};
use ivl::parse;
use ivl::source::SourceMap;

use super::other_solver;
use crate::base::budget::Budget;
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::engine::Verified;
use crate::infer::{smtlib, verify_all};
use crate::ir::Program;
use crate::pass::definitions::use_definitions_beside_triggers;
use crate::pass::frames::simplify_frames;
use crate::pass::monomorphise::monomorphise;
use crate::resolve::resolve;
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

/// The obligations of a certificate that was built anew, verified one after the other.
pub fn verify_obligations(certificate: &Certificate, how: &How, budget: &Budget) -> Vec<Rechecked> {
    certificate.obligations.iter().map(|obligation| verify(obligation, how, budget)).collect()
}

/// Verifies an obligation, with nothing to infer.
pub fn verify(obligation: &Obligation, how: &How, budget: &Budget) -> Rechecked {
    let mut stats = Stats::default();
    let name = obligation.name.clone();
    let program = match read(obligation) {
        Ok(program) => program,
        Err(Unreadable(why)) => return Rechecked { outcome: Err(vec![(name.clone(), why)]), obligation: name, stats },
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

/// Why an obligation is no program.
struct Unreadable(String);

/// The program of an obligation, in which types, code expressions and definitions were written out before it was printed.
fn read(obligation: &Obligation) -> Result<Program, Unreadable> {
    let mut sources = SourceMap::default();
    let file = sources.add(format!("{}.bpl", obligation.name), obligation.text.clone());
    let why = |all: &[Diagnostic]| Unreadable(all.iter().map(|d| d.render(&sources)).collect());
    let (tree, found) = parse(&sources, file);
    if !found.is_empty() {
        return Err(why(&found));
    }
    let (program, found) = resolve(&tree, &sources);
    let program = program.filter(|_| !found.iter().any(|d| d.severity == Severity::Error));
    let (mut program, _) = monomorphise(program.ok_or_else(|| why(&found))?).map_err(|found| why(&found))?;
    use_definitions_beside_triggers(&mut program);
    simplify_frames(&mut program);
    Ok(program)
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
