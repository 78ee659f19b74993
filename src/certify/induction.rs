//! Certificates of k-induction: the number of steps, the facts, and the loop-free program that verifies with them.

use super::unfold::unfold;
use crate::base::ids::BlockId;
use crate::cfg::loops::loops;
use crate::engine::annotate::{attach, counted, named, written};
use crate::engine::{Declined, Question};
use crate::forms::normal::read_back;
use crate::forms::{self, NormalForm};
use crate::ir::unresolve::unresolve;
use crate::ir::{Block, Body, CmdKind, Names, Transfer};
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
    assumptions, calls are inlined but for those of the procedures that are left, and the invariants are assertions at loop heads and \
    contracts of these procedures. They hold when control reaches a loop, and again after each iteration that begins with them, and \
    whenever a procedure is called or returns; so if no assertion fails where loops are cut at their heads and calls do what \
    contracts say, none of the input does.";

/// The parameter that holds the number of steps; 0: loops are cut at their heads.
const STEPS: &str = "k";

/// Commands of a program with calls.
const LARGEST: usize = 4_000;

/// The most steps that are taken from a certificate.
const MOST: usize = 100;

/// The program in normal form, if it has loops or calls. Procedures that are called have a block without commands where they begin,
/// and one where they return.
pub fn subject(question: &Question) -> Result<NormalForm, Declined> {
    let mut plain = forms::normal(question)?;
    let entry = plain.entry;
    if plain.program.procs[entry].body.is_none() {
        return Err(Declined("no body".into()));
    }
    let has_calls = calls(&plain);
    if has_calls && plain.program.procs.iter().map(|proc| proc.cmds().count()).sum::<usize>() > LARGEST {
        return Err(Declined("recursion, or procedures too large to be inlined".into()));
    }
    if !has_calls && plain.program.procs[entry].body.iter().all(|body| loops(body).is_empty()) {
        return Err(Declined("no loops".into()));
    }
    for id in plain.program.procs.ids().filter(|&id| id != entry) {
        if let Some(body) = &mut plain.program.procs[id].body {
            with_ends(body);
        }
    }
    Ok(plain)
}

/// Whether there are calls: of procedures that are recursive, or too large to be inlined.
pub fn calls(plain: &NormalForm) -> bool {
    let mut cmds = plain.program.procs.iter().flat_map(|proc| proc.cmds());
    cmds.any(|cmd| matches!(cmd.kind, CmdKind::Call { .. }))
}

fn with_ends(body: &mut Body) {
    let mut names = Names::of_blocks(body);
    let span = body.blocks[body.entry].span;
    let empty =
        |name: &str, transfer, names: &mut Names| Block { name: names.fresh(name), cmds: Vec::new(), transfer, span };
    let returns: Vec<BlockId> = body.blocks.ids().filter(|&id| body.blocks[id].transfer == Transfer::Return).collect();
    let exit = body.blocks.push(empty("exit", Transfer::Return, &mut names));
    returns.into_iter().for_each(|id| body.blocks[id].transfer = Transfer::Goto(vec![exit]));
    body.entry = body.blocks.push(empty("entry", Transfer::Goto(vec![body.entry]), &mut names));
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
    let mut tree = named(&plain.program)?;
    let entry = plain.program.procs[plain.entry].name.to_string();
    for invariant in invariants.iter().rev() {
        match invariant.place {
            InvariantPlace::Object(_) => {
                return Err(Declined(format!(
                    "an invariant that is none of a loop or procedure: {}",
                    invariant.formula
                )));
            }
            _ => attach(&mut tree, invariant, &entry)?,
        }
    }
    let program = read_back(&tree.to_string());
    let mut program = program.ok_or_else(|| Declined("invariants that do not fit the program".into()))?;
    if steps > 0 {
        if calls(plain) {
            return Err(Declined("steps, where there are calls".into()));
        }
        let entry = program.procs.ids().find(|&proc| program.procs[proc].body.is_some());
        if !entry.is_some_and(|entry| unfold(&mut program, entry, steps)) {
            return Err(Declined("unfolded, the program is too large".into()));
        }
    }
    Ok(Obligation { name: "program".into(), text: unresolve(&program).to_string() })
}
