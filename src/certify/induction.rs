//! Certificates of k-induction: the number of steps, the facts, and the loop-free program that verifies with them.

use super::unfold::unfold;
use crate::cfg::loops::loops;
use crate::engine::annotate::{attach, counted, written};
use crate::engine::{Declined, Question};
use crate::forms::normal::read_back;
use crate::forms::{self, NormalForm};
use crate::ir::CmdKind;
use crate::ir::unresolve::unresolve;
use crate::verdict::{Certificate, Invariant, InvariantPlace, Obligation};

/// What the method is called.
pub const NAME: &str = "induction";

const LEMMA: &str = "The program is the input in which contracts, where clauses and old are written out as assertions \
    and assumptions, calls are inlined, and the invariants are assertions at loop heads; then each loop, inner ones \
    first, is its first k iterations, then any state, k complete iterations in which every assertion is assumed, and one \
    more. For every execution of the loop there is one of this that does the same, so if no assertion of it fails, none \
    of the input does.";

/// The same without steps.
const CUT: &str = "The program is the input in which contracts, where clauses and old are written out as assertions and \
    assumptions, calls are inlined, and the invariants are assertions at loop heads. They hold when control comes to a loop, and \
    again after each iteration that begins with them; so if no assertion fails where loops are cut at their heads, none of the \
    input does.";

/// The parameter that holds the number of steps; 0: loops are cut at their heads.
const STEPS: &str = "k";

/// The most steps that are taken from a certificate.
const MOST: usize = 100;

/// The program in normal form, if it is one procedure, with loops and without calls.
pub fn subject(question: &Question) -> Result<NormalForm, Declined> {
    let plain = forms::normal(question)?;
    let Some(body) = &plain.program.procs[plain.entry].body else { return Err(Declined("no body".into())) };
    if body.cmds().any(|cmd| matches!(cmd.kind, CmdKind::Call { .. })) {
        return Err(Declined("recursion, or procedures too large to be inlined".into()));
    }
    if loops(body).is_empty() {
        return Err(Declined("no loops".into()));
    }
    Ok(plain)
}

/// The certificate that another one tells of.
pub fn rebuilt(question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
    let steps = match &told.parameters[..] {
        [(name, steps)] if name == STEPS => steps.parse().ok().filter(|steps| (0..=MOST).contains(steps)),
        _ => None,
    };
    let invariants = told.invariants.iter().map(written).collect::<Result<_, _>>()?;
    certificate(&subject(question)?, steps.ok_or_else(|| Declined("no number of steps".into()))?, invariants)
}

/// The certificate of these invariants of the program in normal form, by so many steps.
pub fn certificate(plain: &NormalForm, k: usize, invariants: Vec<Invariant>) -> Result<Certificate, Declined> {
    Ok(Certificate {
        engine: NAME.into(),
        method: if k == 0 { NAME.into() } else { format!("{k}-induction") },
        found: counted(&invariants),
        lemma: if k == 0 { CUT.into() } else { LEMMA.into() },
        parameters: vec![(STEPS.to_string(), k.to_string())],
        obligations: vec![obligation(plain, k, &invariants)?],
        invariants,
        ..Certificate::default()
    })
}

/// The plain program with these invariants, unfolded.
fn obligation(plain: &NormalForm, steps: usize, invariants: &[Invariant]) -> Result<Obligation, Declined> {
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
        return Err(Declined("unfolded, the program is too large".into()));
    }
    Ok(Obligation { name: "program".into(), text: unresolve(&program).to_string() })
}
