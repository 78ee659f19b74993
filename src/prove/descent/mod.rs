//! Size descent: if a run fails on an input, some run on a smaller input fails, too; so no input fails.
//!
//! ```text
//! the program ── flatten: one body ── relax: sizes, and room for smaller blocks ── cuts
//!   ── for each shrink and alignment: stages (product, pool: guesses) ── oracle: houdini, then verify ──▶ a proof
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
mod cuts;
mod dead;
mod flatten;
mod pool;
mod product;
mod relax;
mod shrink;
mod stages;
mod terms;

use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Declined, Engine, Guesses, Oracle, Question};
use crate::infer::houdini::{annotate, attach};
use crate::ir::unresolve::unresolve;
use crate::verdict::{Certificate, Obligation, Why};

use cuts::{Cuts, cut};
use flatten::{Flat, flatten};
use relax::{Memory, relax};
use shrink::{Shrink, shrinks};
use stages::{Alignment, Product, build};

/// Proofs by size descent.
pub struct Descent;

impl Engine for Descent {
    fn name(&self) -> &'static str {
        "descent"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &mut Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = match prepare(question) {
            Err(declined) => Answer::Declined(declined),
            Ok(prepared) => search(&prepared, oracle, budget, &mut notes),
        };
        Answered { answer, stats: Stats::default(), notes }
    }
}

/// The program that products are made of.
struct Prepared {
    flat: Flat,
    memory: Memory,
}

fn prepare(question: &Question) -> Result<Prepared, Declined> {
    let mut flat = flatten(question)?;
    let mut body = flat.take_body();
    dead::join_blocks(&mut body);
    flat.put_body(body);
    let memory = relax(&mut flat);
    let needed = memory.bytes.into_iter().collect::<Vec<_>>();
    dead::simplify(&mut flat, &needed);
    Ok(Prepared { flat, memory })
}

/// Tries shrinks and alignments in order of cost.
fn search(prepared: &Prepared, oracle: &mut dyn Oracle, budget: &mut Budget, notes: &mut Vec<String>) -> Answer {
    let mut tried = 0;
    for peel in 1..=2 {
        for behind_test in [false, true] {
            let cuts = match cut(&prepared.flat, behind_test) {
                Ok(cuts) => cuts,
                Err(declined) => return Answer::Declined(declined),
            };
            let all = shrinks(&prepared.flat.program, &cuts, &prepared.memory);
            if all.is_empty() {
                return Answer::Declined(Declined("nothing that the program draws can be smaller".into()));
            }
            for shrink in all {
                for dynamic in [false, true] {
                    if let Err(stop) = budget.check() {
                        return Answer::Unknown(Why::Stopped(stop));
                    }
                    tried += 1;
                    let align = Alignment { peel, tail: 1, dynamic };
                    let name = format!("{tried}");
                    if let Some(certificate) = attempt(prepared, &cuts, &[shrink.clone()], &align, &name, oracle, budget, notes) {
                        return Answer::Safe(certificate);
                    }
                }
            }
        }
    }
    Answer::Unknown(Why::Incomplete(format!("none of {tried} products verifies")))
}

#[allow(clippy::too_many_arguments)]
fn attempt(
    prepared: &Prepared,
    cuts: &Cuts,
    shrinks: &[Shrink],
    align: &Alignment,
    name: &str,
    oracle: &mut dyn Oracle,
    budget: &mut Budget,
    notes: &mut Vec<String>,
) -> Option<Certificate> {
    let start = std::time::Instant::now();
    let program = prepared.flat.program.clone();
    let Product { mut program, guesses, .. } = build(program, prepared.flat.proc, cuts, &prepared.memory, shrinks, align);
    #[cfg(debug_assertions)]
    crate::ir::verify::assert_valid(&program, "a product");
    let guards = attach(&mut program, &guesses);
    let count = guards.len();
    let guesses = Guesses { guards };
    let kept = oracle.houdini(&format!("{name}-guesses"), &program, &guesses, budget);
    let annotated = annotate(&program, &guesses.guards, &kept.survivors);
    let verified = oracle.verify(&format!("{name}-product"), &annotated, budget);
    let holds = !verified.is_empty() && verified.iter().all(|v| v.is_verified());
    let undecided = kept.fallen.iter().filter(|f| f.undecided.is_some()).count();
    let names: Vec<&str> = shrinks.iter().map(|s| &*s.name).collect();
    let why = if holds {
        "proved".to_string()
    } else {
        let why: Vec<String> = verified
            .iter()
            .flat_map(|v| {
                let stopped = v.gave_up.iter().map(|w| format!("{w:?}"));
                let found = v.findings.iter().map(|f| format!("{:?}", f.path.last().map(|p| &p.0)));
                found.chain(stopped).collect::<Vec<_>>()
            })
            .collect();
        why.join(" ")
    };
    notes.push(format!(
        "{name}: {} (peel {}, {}): {} blocks, {} of {count} guesses kept ({undecided} undecided), {:.1}s: {why}",
        names.join("; "),
        align.peel,
        if align.dynamic { "dynamic" } else { "in step" },
        program.procs[prepared.flat.proc].body.as_ref().map_or(0, |b| b.blocks.len()),
        kept.survivors.len(),
        start.elapsed().as_secs_f64(),
    ));
    holds.then(|| Certificate {
        engine: "descent".into(),
        method: "size descent".into(),
        found: format!("{} invariants", kept.survivors.len()),
        lemma: LEMMA.into(),
        obligations: vec![Obligation { name: "descent-product".into(), text: unresolve(&annotated).to_string() }],
        ..Certificate::default()
    })
}

const LEMMA: &str = "The product runs the program beside runs of it with other choices. It assumes of those that \
have allocated fewer bytes that no assertion fails, and shows that no assertion of the program fails. By induction on \
the bytes allocated, none fails.";
