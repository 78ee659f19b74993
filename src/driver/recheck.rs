//! Checks a certificate: it is built anew from the program, by [`certify`] or by the engine that made it, and each
//! obligation is verified with nothing to infer. What was handed in and what is built must not differ.

use crate::base::budget::Budget;
use crate::certify;
use crate::certify::check::{How, Rechecked, verify_obligations};
use crate::cfg::threads::is_concurrent;
use crate::engine::{Declined, Engine, Forms, Question, Verified};
use crate::pass::own_flag;
use crate::verdict::Certificate;

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

/// The certificate that is built from the program, as this one tells. `Err`: it is none for this program.
pub fn rebuild(question: &Question, told: &Certificate, engines: &[&dyn Engine]) -> Result<Rebuilt, Declined> {
    let engine = engines.iter().find(|engine| *engine.name() == *told.engine);
    let engine = engine.ok_or_else(|| Declined(format!("no prover is called {}", told.engine.escape_debug())))?;
    // Nobody asks the others about them, so they need not see what makes a thread of a call.
    if !engine.follows_threads() && is_concurrent(question.program, question.entry) {
        return Err(Declined("a program with threads".into()));
    }
    let flagless = own_flag::run(question.program, question.entry);
    let program = flagless.as_ref().unwrap_or(question.program);
    let forms = Forms::of(program, question.entry);
    let question = &Question { program, forms: &forms, ..*question };
    let certificate = certify::rebuilt(question, told).unwrap_or_else(|| engine.rebuilt(question, told))?;
    if certificate.obligations.is_empty() && !engine.proves_again() {
        return Err(Declined("the certificate has nothing to verify".into()));
    }
    Ok(Rebuilt { certificate, proved_again: engine.proves_again() })
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
