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

use std::collections::{BTreeMap, BTreeSet};

use crate::base::budget::{Budget, Limits};
use crate::certify::{induction, unfold};
use crate::engine::annotate::{head, invariant};
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::forms::NormalForm;
use crate::forms::normal::read_back;
use crate::prove::facts::{self, Fact, Form, Kinds};
use crate::verdict::{Invariant, Why};

/// Steps that are tried.
const STEPS: std::ops::RangeInclusive<usize> = 1..=5;

/// So many are tried; another only where the last made more facts hold.
const PATIENCE: usize = 3;

/// Solver units for a number of steps: what needs more, others prove sooner.
const UNITS: u64 = 4_000_000;

/// Where there are more nests of loops, they are asked about together.
const MOST_NESTS: usize = 12;

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
    let guesses = facts::guesses(&mut plain, Kinds::All, budget);
    let (simple, quantified): (Vec<Fact>, Vec<Fact>) = guesses.into_iter().partition(|fact| fact.form == Form::Plain);
    let mut before = 0;
    for k in STEPS {
        if let Err(stop) = budget.check() {
            return Ok(Answer::Unknown(Why::Stopped(stop)));
        }
        let mut attempt = Attempt { plain: &plain, k, known: Vec::new(), oracle, budget, notes };
        match attempt.with(simple.clone())? {
            Outcome::Proved(answer) => return Ok(*answer),
            Outcome::TooLarge => break,
            Outcome::Open => {}
        }
        if k == 1 && !quantified.is_empty() {
            // What rests on facts about cells did not hold without them.
            let mut more: Vec<Fact> = simple.iter().filter(|fact| !attempt.known.contains(fact)).copied().collect();
            more.extend(&quantified);
            if let Outcome::Proved(answer) = attempt.with(more)? {
                return Ok(*answer);
            }
        }
        let kept = attempt.known.len();
        if k >= PATIENCE && kept <= before {
            break;
        }
        before = kept;
    }
    Ok(Answer::Unknown(Why::Incomplete("not inductive in a few steps".into())))
}

/// What comes of guesses.
enum Outcome {
    Proved(Box<Answer>),
    /// An assertion is left open.
    Open,
    TooLarge,
}

/// A proof with a number of steps.
struct Attempt<'a> {
    plain: &'a NormalForm,
    k: usize,
    /// Facts that hold.
    known: Vec<Fact>,
    oracle: &'a mut dyn Oracle,
    budget: &'a Budget,
    notes: &'a mut Vec<String>,
}

impl Attempt<'_> {
    /// Finds those of the guesses that hold, and verifies the program with all that is known.
    fn with(&mut self, guesses: Vec<Fact>) -> Result<Outcome, Declined> {
        let Attempt { plain, k, budget, .. } = *self;
        let (count, before) = (guesses.len(), self.known.len());
        let mut fits = true;
        for guesses in grouped(guesses) {
            if !fits || budget.check().is_err() {
                break;
            }
            let unfolded = |program: &mut _| fits &= unfold::unfold(program, plain.entry, k);
            let kept = facts::kept(plain, &self.known, guesses, unfolded, self.oracle, budget);
            self.known.extend(kept);
        }
        let number = self.known.len() - before;
        let certificate = match fits {
            true => induction::certificate(plain, k, invariants(plain, &self.known)),
            false => Err(too_large()),
        };
        let certificate = match certificate {
            Ok(certificate) => certificate,
            Err(why) => {
                self.notes.push(format!("k = {k}: {}", why.0));
                return Ok(Outcome::TooLarge);
            }
        };
        let program = read_back(&certificate.obligations[0].text);
        let program = program.ok_or_else(|| Declined("a program that cannot be written".into()))?;
        let verified = self.oracle.verify("induction", &program, &budget.within(Limits::units(UNITS)));
        let verified = Verified::of(&program, &verified);
        let outcome = if verified.is_some() { "proved" } else { "an assertion is left open" };
        self.notes.push(format!("k = {k}, {number} of {count} guesses: {outcome}"));
        Ok(match verified {
            Some(verified) => Outcome::Proved(Box::new(Answer::proved(certificate, verified))),
            None => Outcome::Open,
        })
    }
}

/// What is asked about together: of loops that stand in each other facts of a form, plain ones with those of single cells.
fn grouped(guesses: Vec<Fact>) -> Vec<Vec<Fact>> {
    let mut groups: BTreeMap<(usize, Form), Vec<Fact>> = BTreeMap::new();
    let nests: BTreeSet<usize> = guesses.iter().map(|fact| fact.nest).collect();
    let apart = nests.len() <= MOST_NESTS;
    for fact in guesses {
        let nest = if apart { fact.nest } else { 0 };
        groups.entry((nest, fact.form.max(Form::Cells))).or_default().push(fact);
    }
    groups.into_values().collect()
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
