//! Size descent: if a run fails on an input, some run on a smaller input fails, too; so no input fails.
//!
//! ```text
//! the program ── flatten: one body ── relax: sizes, and room for smaller blocks
//!   ── alone: without a scapegoat, facts: guesses ── houdini, then verify ──▶ a proof
//!   ── cuts ── search, for each shrink and alignment: stages (product, pool: guesses) ── attempt, by the oracle: houdini for each
//!      loop, then verify ──▶ a proof for all runs, or for those of some cases; the search goes on with the others
//! ```
//!
//! The engine builds a *product*: the program, the *primary*, and beside it *scapegoats*, which are the same program
//! with other choices, taken from the primary's. Of scapegoats that have allocated fewer bytes than the primary the
//! product assumes that no assertion fails (the induction hypothesis); of the primary it asserts that. If the product
//! verifies, the program is safe: of all runs that fail take one that has allocated the fewest bytes when it fails; the
//! product has an execution whose primary is that run, whose scapegoats keep to the hypothesis since they have allocated
//! less where it is used, and which fails. The product's base cases are executions in which all scapegoats are dead.
//!
//! After size descent in "Shrinker"; the construction differs in that scapegoats are runs of the program, so that the
//! heap of any input is one that the program has built.

mod align;
mod alone;
mod attempt;
mod cases;
mod constants;
mod cuts;
mod dead;
mod facts;
mod flatten;
mod fresh;
mod guessed;
mod infer;
mod links;
mod passed;
mod plan;
mod pool;
mod product;
mod relax;
mod search;
mod shrink;
mod sites;
mod stages;
mod templates;

use crate::base::budget::Budget;
use crate::base::ids::VarId;
use crate::engine::annotate::written;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::ir::CmdKind;
use crate::verdict::{Certificate, Invariant};

use crate::forms::inlined::no_existentials;
use alone::Alone;
use attempt::Attempt;
use cases::{are_exhaustive, follow_rounds};
use cuts::cut;
use flatten::{Flat, flatten};
use plan::Plan;
use relax::{Memory, relax};
use search::search;
use shrink::shrinks;

/// Proofs by size descent.
pub struct Descent;

impl Engine for Descent {
    fn name(&self) -> &'static str {
        "descent"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| {
            let prepared = prepare(question)?;
            if let Some((alone, (invariants, verified))) = alone(&prepared, oracle, budget, notes) {
                return Ok(Answer::proved(alone.certificate(invariants)?, verified));
            }
            let proved = match search(&prepared, oracle, budget, notes) {
                Ok(proved) => proved,
                Err(answer) => return Ok(*answer),
            };
            let verified = Verified::all(proved.iter().map(|product| Some(product.verified)));
            let verified = verified.ok_or_else(|| Declined("no products".into()))?;
            let products = proved.iter().map(|p| (&p.attempt, p.attempt.guessed.invariants(&p.kept)));
            Ok(Answer::proved(certificate(products)?, verified))
        })
    }

    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        let wrong = || Declined("the certificate is not one of this program".into());
        if alone::is_told_in(told) {
            let alone = Alone::new(&prepare(question)?).ok_or_else(wrong)?;
            return alone.certificate(told.invariants.iter().map(written).collect::<Result<_, _>>()?);
        }
        let plans = Plan::read_all(told).ok_or_else(wrong)?;
        let prepared = prepare(question)?;
        let cases: Vec<_> = plans.iter().map(|(plan, _)| plan.cases.clone()).collect();
        if !are_exhaustive(&cases) || cases.iter().flatten().any(|case| case.position >= prepared.rounds.len()) {
            return Err(wrong());
        }
        let mut products = Vec::new();
        for (plan, invariants) in plans {
            let cuts = cut(&prepared.flat, plan.behind_test)?;
            let all = shrinks(&prepared.flat.program, &cuts, &prepared.memory);
            let shrink = all.iter().find(|shrink| shrink.name == plan.shrink).ok_or_else(wrong)?;
            let attempt = Attempt::new(&prepared, &cuts, shrink, plan);
            products.push((attempt, invariants.iter().map(written).collect::<Result<_, _>>()?));
        }
        certificate(products.iter().map(|(attempt, invariants): &(_, Vec<_>)| (attempt, invariants.clone())))
    }
}

/// A proof without a scapegoat.
fn alone(
    prepared: &Prepared,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Option<(Alone, (Vec<Invariant>, Verified))> {
    let alone = Alone::new(prepared)?;
    let proved = alone.prove(oracle, budget, notes)?;
    Some((alone, proved))
}

fn obligation_name(n: usize) -> String {
    if n == 0 { "product".into() } else { format!("product {}", n + 1) }
}

/// The program that products are made of.
struct Prepared {
    flat: Flat,
    memory: Memory,
    /// Of each loop, whether control has come back to its head.
    rounds: Vec<VarId>,
}

fn prepare(question: &Question) -> Result<Prepared, Declined> {
    let mut flat = flatten(question)?;
    let mut body = flat.take_body();
    no_existentials(&flat.program, &body)?;
    dead::join_blocks(&mut body);
    flat.put_body(body);
    // Where the next block would lie matters to the end: it tells how blocks are placed.
    let next: Vec<_> = relax::next_block(&flat).into_iter().collect();
    dead::simplify(&mut flat, &next);
    constants::spread(&mut flat);
    dead::simplify(&mut flat, &next);
    fresh::assume_fresh(&mut flat);
    let mut memory = relax(&mut flat);
    memory.within = sites::check_by_site(&mut flat, &memory);
    dead::simplify(&mut flat, &[memory.bytes]);
    // Of blocks that no assertion is about, starts and sizes are gone.
    let left = &flat.body().locals;
    memory.within.retain(|w| [w.pointer, w.at, w.size].iter().all(|var| left.contains(var)));
    if !flat.body().cmds().any(|cmd| matches!(cmd.kind, CmdKind::Assert(..))) {
        return Err(Declined("no assertions".into()));
    }
    if !memory.varies && !relax::grows_in_loops(&flat, &memory) {
        return Err(Declined("all runs allocate the same memory".into()));
    }
    let rounds = follow_rounds(&mut flat);
    Ok(Prepared { flat, memory, rounds })
}

fn certificate<'a>(products: impl Iterator<Item = (&'a Attempt, Vec<Invariant>)>) -> Result<Certificate, Declined> {
    let mut names = Vec::new();
    let mut certificate = Certificate {
        engine: "descent".into(),
        method: "size descent".into(),
        lemma: LEMMA.into(),
        ..Certificate::default()
    };
    for (n, (attempt, invariants)) in products.enumerate() {
        names.push(attempt.name.as_str());
        certificate.parameters.extend(attempt.plan.write(invariants.len()));
        certificate.obligations.push(attempt.guessed.obligation(&invariants, obligation_name(n))?);
        certificate.invariants.extend(invariants);
    }
    certificate.found = format!("{} invariants; {}", certificate.invariants.len(), names.join("; "));
    Ok(certificate)
}

const LEMMA: &str = "The product runs the program beside a run of it with other choices. Where that run has allocated \
fewer bytes it assumes that no assertion fails, and it shows that no assertion of the program fails. By induction on the \
bytes allocated, none fails. Several products are about different runs; each run is one of those that some product is \
about.";
