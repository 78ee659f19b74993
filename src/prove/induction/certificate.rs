//! Certificates: the number of steps, the facts, and the loop-free program that verifies with them.

use super::unfold::unfold;
use super::{NAME, too_large};
use crate::engine::Declined;
use crate::engine::annotate::{attach, counted, head, invariant, written};
use crate::ir::unresolve::unresolve;
use crate::prove::facts::Fact;
use crate::prove::plain::{Plain, read_back};
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
pub fn certificate(plain: &Plain, facts: &[Fact], k: usize) -> Result<Certificate, Declined> {
    let program = &plain.program;
    let invariants: Vec<Invariant> = facts
        .iter()
        .filter_map(|fact| Some(invariant(program, fact.proc, head(program, fact.proc, fact.block)?, fact.formula)))
        .collect();
    of(plain, k, invariants)
}

/// The certificate that another one tells of.
pub fn rebuilt(plain: &Plain, told: &Certificate) -> Result<Certificate, Declined> {
    let steps = match &told.parameters[..] {
        [(name, steps)] if name == STEPS => steps.parse().ok().filter(|steps| (1..=MOST).contains(steps)),
        _ => None,
    };
    let invariants = told.invariants.iter().map(written).collect::<Result<_, _>>()?;
    of(plain, steps.ok_or_else(|| Declined("no number of steps".into()))?, invariants)
}

fn of(plain: &Plain, k: usize, invariants: Vec<Invariant>) -> Result<Certificate, Declined> {
    Ok(Certificate {
        engine: NAME.into(),
        method: format!("{k}-induction"),
        found: counted(&invariants),
        lemma: LEMMA.into(),
        parameters: vec![(STEPS.to_string(), k.to_string())],
        obligations: vec![obligation(plain, k, &invariants)?],
        invariants,
        ..Certificate::default()
    })
}

/// The plain program with these invariants, unfolded.
fn obligation(plain: &Plain, steps: usize, invariants: &[Invariant]) -> Result<Obligation, Declined> {
    let mut tree = unresolve(&plain.program);
    let entry = plain.program.procs[plain.entry].name.to_string();
    for invariant in invariants.iter().rev() {
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
