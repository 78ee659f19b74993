//! k-induction: an assertion holds if it holds in the first `k` iterations of each loop, and in one behind `k` in which
//! all assertions held.
//!
//! ```text
//! forms: the program in normal form ── prove::facts: guesses at loop heads
//!   for k = 1, 2, …   unfold ── Oracle::houdini: the guesses that are k-inductive ── Oracle::verify ──▶ a certificate
//! ```
//!
//! Facts that are kept are assertions like those of the program, so they are proved together. With `k = 1` this is
//! plain induction over what is guessed. After A. Donaldson, L. Haller, D. Kroening, P. Rümmer, Software Verification
//! Using k-Induction, SAS 2011.

use crate::base::budget::{Budget, Limits};
use crate::certify::{induction, unfold};
use crate::engine::annotate::{head, invariant};
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::forms::NormalForm;
use crate::forms::normal::read_back;
use crate::prove::facts::{self, Fact, Kinds};
use crate::verdict::{Invariant, Why};

/// Steps that are tried.
const STEPS: std::ops::RangeInclusive<usize> = 1..=5;

/// So many are tried; another only where the last made more facts hold.
const PATIENCE: usize = 3;

/// Solver units for a number of steps: what needs more, others prove sooner.
const UNITS: u64 = 4_000_000;

/// Proves by k-induction.
pub struct Induction;

impl Engine for Induction {
    fn name(&self) -> &'static str {
        induction::NAME
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| prove(question, oracle, budget, notes))
    }
}

fn prove(
    question: &Question,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Result<Answer, Declined> {
    let mut plain = induction::subject(question)?;
    let entry = plain.entry;
    let guesses = facts::guesses(&mut plain, Kinds::All);
    let mut before = 0;
    for k in STEPS {
        if let Err(stop) = budget.check() {
            return Ok(Answer::Unknown(Why::Stopped(stop)));
        }
        let mut fits = true;
        let unfolded = |program: &mut _| fits = unfold::unfold(program, entry, k);
        let kept = facts::kept(&plain, guesses.clone(), unfolded, oracle, budget);
        let certificate =
            if fits { induction::certificate(&plain, k, invariants(&plain, &kept)) } else { Err(too_large()) };
        let certificate = match certificate {
            Ok(certificate) => certificate,
            Err(why) => {
                notes.push(format!("k = {k}: {}", why.0));
                break;
            }
        };
        let program = read_back(&certificate.obligations[0].text);
        let program = program.ok_or_else(|| Declined("a program that cannot be written".into()))?;
        let verified = oracle.verify("induction", &program, &budget.within(Limits::units(UNITS)));
        if let Some(verified) = Verified::of(&program, &verified) {
            notes.push(format!("k = {k}, {} of {} guesses: proved", kept.len(), guesses.len()));
            return Ok(Answer::proved(certificate, verified));
        }
        notes.push(format!("k = {k}, {} of {} guesses: an assertion is left open", kept.len(), guesses.len()));
        if k >= PATIENCE && kept.len() <= before {
            break;
        }
        before = kept.len();
    }
    Ok(Answer::Unknown(Why::Incomplete("not inductive in a few steps".into())))
}

/// Facts about the program as certificates have them.
fn invariants(plain: &NormalForm, facts: &[Fact]) -> Vec<Invariant> {
    let program = &plain.program;
    let place = |fact: &Fact| head(program, fact.proc, fact.block);
    facts.iter().filter_map(|fact| Some(invariant(program, fact.proc, place(fact)?, fact.formula))).collect()
}

fn too_large() -> Declined {
    Declined("unfolded, the program is too large".into())
}
