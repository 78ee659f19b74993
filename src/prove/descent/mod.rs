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
mod constants;
mod cuts;
mod dead;
mod flatten;
mod fresh;
mod pool;
mod product;
mod relax;
mod shrink;
mod sites;
mod stages;
mod terms;

use std::time::{Duration, Instant};

use crate::base::budget::{Budget, Limits};
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Declined, Engine, Guesses, Oracle, Question};
use crate::infer::houdini::{annotate, attach};
use crate::ir::unresolve::{unresolve, unresolve_expr};
use crate::ir::{AssertKind, CmdKind, Program};
use crate::verdict::{Certificate, Invariant, InvariantPlace, Obligation, Why};

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

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = match prepare(question) {
            Err(declined) => Answer::Declined(declined),
            Ok(prepared) => search(&prepared, oracle, budget, &mut notes),
        };
        Answered { answer, stats: Stats::default(), notes }
    }

    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let wrong = || Declined("the certificate is not one of this program".into());
        let (plan, kept) = Plan::read(certificate).ok_or_else(wrong)?;
        let prepared = prepare(question)?;
        let cuts = cut(&prepared.flat, plan.behind_test)?;
        let all = shrinks(&prepared.flat.program, &cuts, &prepared.memory);
        let shrink = all.get(plan.shrink).ok_or_else(wrong)?;
        let attempt = Attempt::new(&prepared, &cuts, shrink, &plan);
        if kept.iter().any(|&k| k >= attempt.guesses.guards.len()) {
            return Err(wrong());
        }
        let survivors: Vec<_> = kept.iter().map(|&k| attempt.guesses.guards[k]).collect();
        Ok(vec![attempt.obligation(&survivors)])
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
    // Where the next block would lie matters to the end: it tells how blocks are placed.
    let next: Vec<_> = relax::next_block(&flat).into_iter().collect();
    dead::simplify(&mut flat, &next);
    constants::spread(&mut flat);
    dead::simplify(&mut flat, &next);
    fresh::assume_fresh(&mut flat);
    let memory = relax(&mut flat);
    sites::check_by_site(&mut flat, &memory);
    dead::simplify(&mut flat, &[memory.bytes]);
    if !flat.body().cmds().any(|cmd| matches!(cmd.kind, CmdKind::Assert(..))) {
        return Err(Declined("no assertions".into()));
    }
    if !memory.varies && !relax::grows_in_loops(&flat, &memory) {
        return Err(Declined("all runs allocate the same memory".into()));
    }
    Ok(Prepared { flat, memory })
}

/// How a product is built: what a certificate has to say.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    /// Position among the shrinks.
    shrink: usize,
    behind_test: bool,
    align: Alignment,
}

/// The parameters of certificates.
const SHRINK: &str = "shrink";
const CUTS: &str = "cuts";
const PEEL: &str = "peel";
const TAIL: &str = "tail";
const DYNAMIC: &str = "dynamic";
const KEPT: &str = "kept";

/// What is peeled and followed at most.
const MOST_ITERATIONS: usize = 8;

impl Plan {
    fn write(&self, kept: &[usize]) -> Vec<(String, String)> {
        let kept: Vec<String> = kept.iter().map(usize::to_string).collect();
        let cuts = if self.behind_test { "test" } else { "head" };
        [
            (SHRINK, self.shrink.to_string()),
            (CUTS, cuts.to_string()),
            (PEEL, self.align.peel.to_string()),
            (TAIL, self.align.tail.to_string()),
            (DYNAMIC, self.align.dynamic.to_string()),
            (KEPT, kept.join(",")),
        ]
        .map(|(name, value)| (name.to_string(), value))
        .to_vec()
    }

    fn read(certificate: &Certificate) -> Option<(Plan, Vec<usize>)> {
        let value = |name: &str| certificate.parameters.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
        let number = |name: &str| value(name)?.parse::<usize>().ok();
        let count = |name: &str| number(name).filter(|&n| n <= MOST_ITERATIONS);
        let behind_test = match value(CUTS)? {
            "test" => true,
            "head" => false,
            _ => return None,
        };
        let align = Alignment { peel: count(PEEL)?, tail: count(TAIL)?, dynamic: value(DYNAMIC)?.parse().ok()? };
        let kept = value(KEPT)?.split(',').filter(|k| !k.is_empty()).map(|k| k.parse().ok()).collect::<Option<_>>()?;
        Some((Plan { shrink: number(SHRINK)?, behind_test, align }, kept))
    }
}

/// What one product may take of what is left.
const ATTEMPT_SHARE: f64 = 0.5;
const ATTEMPT_LEAST: Duration = Duration::from_secs(5);

/// Alignments, the cheapest first: iterations in front, whether loops are cut behind their tests, and whether runs may
/// get out of step.
const ALIGNMENTS: [(usize, bool, bool); 8] = [
    (1, false, false),
    (1, true, false),
    (2, false, false),
    (1, false, true),
    (2, true, false),
    (1, true, true),
    (2, false, true),
    (2, true, true),
];

/// Tries shrinks and alignments in order of cost.
fn search(prepared: &Prepared, oracle: &mut dyn Oracle, budget: &Budget, notes: &mut Vec<String>) -> Answer {
    let cuts = match [false, true].map(|behind_test| cut(&prepared.flat, behind_test)) {
        [Ok(heads), Ok(tests)] => [heads, tests],
        [Err(declined), _] | [_, Err(declined)] => return Answer::Declined(declined),
    };
    let all = [0, 1].map(|n| shrinks(&prepared.flat.program, &cuts[n], &prepared.memory));
    if all.iter().all(Vec::is_empty) {
        return Answer::Declined(Declined("nothing that the program draws can be smaller".into()));
    }
    let mut order: Vec<(usize, usize)> = (0..ALIGNMENTS.len())
        .flat_map(|a| (0..all[usize::from(ALIGNMENTS[a].1)].len()).map(move |shrink| (a, shrink)))
        .collect();
    order.sort_by_key(|&(a, shrink)| a + shrink);
    let mut tried = 0;
    for (a, position) in order {
        if let Err(stop) = budget.check() {
            return Answer::Unknown(Why::Stopped(stop));
        }
        let (peel, behind_test, dynamic) = ALIGNMENTS[a];
        let n = usize::from(behind_test);
        // Behind its last node, the primary tests once more.
        let tail = if behind_test || all[n][position].lead.is_empty() { 1 } else { 2 };
        let align = Alignment { peel, tail, dynamic };
        let plan = Plan { shrink: position, behind_test, align };
        let attempt = Attempt::new(prepared, &cuts[n], &all[n][position], &plan);
        if dynamic && !attempt.has_dynamic {
            continue;
        }
        tried += 1;
        let share = budget.time_left().map(|left| left.mul_f64(ATTEMPT_SHARE).max(ATTEMPT_LEAST));
        let own = budget.within(Limits { timeout: share, ..Limits::default() });
        let start = Instant::now();
        let (outcome, proof) = attempt.run(&tried.to_string(), oracle, &own);
        notes.push(format!("{tried}: {}: {outcome} in {:.1}s", attempt.name, start.elapsed().as_secs_f64()));
        if let Some(certificate) = proof {
            return Answer::Safe(certificate);
        }
    }
    Answer::Unknown(Why::Incomplete(format!("none of {tried} products verifies")))
}

/// A product with its guesses.
struct Attempt {
    /// In words.
    name: String,
    plan: Plan,
    product: Product,
    /// The product's program, the guesses attached.
    program: Program,
    guesses: Guesses,
    has_dynamic: bool,
}

impl Attempt {
    fn new(prepared: &Prepared, cuts: &Cuts, shrink: &Shrink, plan: &Plan) -> Attempt {
        let program = prepared.flat.program.clone();
        let shrinks = std::slice::from_ref(shrink);
        let product = build(program, prepared.flat.proc, cuts, &prepared.memory, shrinks, &plan.align);
        let mut program = product.program.clone();
        #[cfg(debug_assertions)]
        crate::ir::verify::assert_valid(&program, "a product");
        let guesses = Guesses { guards: attach(&mut program, &product.guesses) };
        let name = format!(
            "{}, {} in front, cut {}{}",
            shrink.name,
            plan.align.peel,
            if plan.behind_test { "behind tests" } else { "at heads" },
            if plan.align.dynamic { ", out of step at the end" } else { "" }
        );
        Attempt { name, plan: *plan, has_dynamic: product.has_dynamic, product, program, guesses }
    }

    /// What came of it, and the proof.
    fn run(&self, name: &str, oracle: &mut dyn Oracle, budget: &Budget) -> (String, Option<Certificate>) {
        let count = self.guesses.guards.len();
        let kept = oracle.houdini(&format!("{name}-guesses"), &self.program, &self.guesses, budget);
        let annotated = self.annotated(&kept.survivors);
        let verified = oracle.verify(&format!("{name}-product"), &annotated, budget);
        let blocks = annotated.procs[self.product.proc].body.as_ref().map_or(0, |b| b.blocks.len());
        let undecided = kept.fallen.iter().filter(|f| f.undecided.is_some()).count();
        let figures = format!(
            "{blocks} blocks, {} of {count} guesses hold{}",
            kept.survivors.len(),
            if undecided > 0 { format!(" ({undecided} undecided)") } else { String::new() }
        );
        if verified.is_empty() || verified.iter().any(|v| !v.is_verified()) {
            let mut why: Vec<String> = Vec::new();
            for verification in &verified {
                let ends = verification.findings.iter().filter_map(|f| f.path.last());
                why.extend(ends.map(|(block, _)| format!("ends {block}")));
                why.extend(verification.gave_up.iter().map(|why| format!("{why:?}")));
            }
            return (format!("{figures}; {}", why.join(", ")), None);
        }
        let vacuous = oracle.verify(&format!("{name}-vacuous"), &self.claims_no_smaller_run(&annotated), budget);
        let vacuous = vacuous.iter().all(|v| v.is_verified());
        let beside = if vacuous { "no smaller run reaches the end" } else { "a smaller run reaches the end, too" };
        let positions = |guard| self.guesses.guards.binary_search(guard).ok();
        let positions: Vec<usize> = kept.survivors.iter().filter_map(positions).collect();
        let invariants = positions.iter().map(|&k| self.invariant(k)).collect();
        let certificate = Certificate {
            engine: "descent".into(),
            method: "size descent".into(),
            found: format!("{} invariants; {}", positions.len(), self.name),
            rests_on: Vec::new(),
            lemma: LEMMA.into(),
            parameters: self.plan.write(&positions),
            invariants,
            obligations: vec![self.obligation(&kept.survivors)],
        };
        (format!("{figures}; {beside}; proved"), Some(certificate))
    }

    fn annotated(&self, survivors: &[crate::base::ids::VarId]) -> Program {
        annotate(&self.program, &self.guesses.guards, survivors)
    }

    fn obligation(&self, survivors: &[crate::base::ids::VarId]) -> Obligation {
        let mut program = self.annotated(survivors);
        // Guards are not mentioned any more.
        program.consts.retain(|c| self.guesses.guards.binary_search(c).is_err());
        Obligation { name: "product".into(), text: unresolve(&program).to_string() }
    }

    fn invariant(&self, position: usize) -> Invariant {
        let guess = &self.product.guesses[position];
        let place = match (guess.place, &self.product.program.procs[guess.proc].body) {
            (crate::infer::houdini::Place::Invariant(block), Some(body)) => body.blocks[block].name.to_string(),
            _ => String::new(),
        };
        let formula = unresolve_expr(&self.product.program, guess.expr, ivl::source::Span::NONE).to_string();
        let procedure = self.product.program.procs[guess.proc].name.to_string();
        Invariant { procedure, place: InvariantPlace::Loop(place), formula }
    }

    /// The product with a claim at its end that does not hold if the proof says something about runs of all sizes.
    fn claims_no_smaller_run(&self, annotated: &Program) -> Program {
        let mut program = annotated.clone();
        let mut claims = Vec::new();
        for &(alive, bytes) in &self.product.scapegoats {
            let mut t = terms::Terms(&mut program);
            let (alive, own, primary) = (t.var(alive), t.var(bytes), t.var(self.product.bytes));
            let smaller = t.lt(own, primary);
            let both = t.and(&[alive, smaller]);
            claims.push(t.not(both));
        }
        let claim = program.exprs.and(&claims);
        let end = self.product.end;
        if let Some(body) = &mut program.procs[self.product.proc].body {
            let span = body.blocks[end].span;
            body.blocks[end].cmds.push(flatten::plain(CmdKind::Assert(claim, AssertKind::Assert), span));
        }
        program
    }
}

const LEMMA: &str = "The product runs the program beside a run of it with other choices. Where that run has allocated \
fewer bytes it assumes that no assertion fails, and it shows that no assertion of the program fails. By induction on the \
bytes allocated, none fails.";
