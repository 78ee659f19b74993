//! Certificates: the number of steps, the facts, and the loop-free program that verifies with them.

use super::unfold::unfold;
use super::{NAME, too_large};
use crate::engine::Declined;
use crate::engine::annotate::{attach, counted, head, invariant};
use crate::ir::unresolve::unresolve;
use crate::prove::facts::Fact;
use crate::prove::forms::NormalForm;
use crate::prove::forms::normal::read_back;
use crate::verdict::{Certificate, Invariant, InvariantPlace, Obligation};

const LEMMA: &str = "The program is the input in which contracts, where clauses and old are written out as assertions \
    and assumptions, calls are inlined, and the invariants are assertions at loop heads; then each loop, inner ones \
    first, is its first k iterations, then any state, k complete iterations in which every assertion is assumed, and one \
    more. For every execution of the loop there is one of this that does the same, so if no assertion of it fails, none \
    of the input does.";

/// The parameter that holds the number of steps.
const STEPS: &str = "k";

/// The most steps that are taken from a certificate.
const MOST: usize = 100;

/// The certificate of facts that are expressions of the plain program.
pub fn certificate(plain: &NormalForm, facts: &[Fact], k: usize) -> Result<Certificate, Declined> {
    let program = &plain.program;
    let invariants: Vec<Invariant> = facts
        .iter()
        .filter_map(|fact| Some(invariant(program, fact.proc, head(program, fact.proc, fact.block)?, fact.formula)))
        .collect();
    let mut certificate = Certificate {
        engine: NAME.into(),
        method: format!("{k}-induction"),
        found: counted(&invariants),
        lemma: LEMMA.into(),
        parameters: vec![(STEPS.to_string(), k.to_string())],
        invariants,
        ..Certificate::default()
    };
    certificate.obligations = vec![obligation(plain, &certificate)?];
    Ok(certificate)
}

/// The plain program with the invariants of a certificate, unfolded.
pub fn obligation(plain: &NormalForm, certificate: &Certificate) -> Result<Obligation, Declined> {
    let steps = match &certificate.parameters[..] {
        [(name, steps)] if name == STEPS => steps.parse().ok().filter(|steps| (1..=MOST).contains(steps)),
        _ => None,
    };
    let steps: usize = steps.ok_or_else(|| Declined("no number of steps".into()))?;
    let mut tree = unresolve(&plain.program);
    let entry = plain.program.procs[plain.entry].name.to_string();
    for invariant in certificate.invariants.iter().rev() {
        match invariant.place {
            InvariantPlace::Loop(_) => attach(&mut tree, invariant, &entry)?,
            _ => return Err(Declined(format!("an invariant that is none of a loop: {}", invariant.formula))),
        }
    }
    let program = read_back(&tree.to_string());
    let mut program = program.ok_or_else(|| Declined("invariants that do not fit the program".into()))?;
    let entry = program.procs.ids().find(|&proc| program.procs[proc].body.is_some());
    if !entry.is_some_and(|entry| unfold(&mut program, entry, steps)) {
        return Err(too_large());
    }
    Ok(Obligation { name: "program".into(), text: unresolve(&program).to_string() })
}
