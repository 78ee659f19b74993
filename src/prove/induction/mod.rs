//! k-induction: an assertion holds if it holds in the first `k` iterations of each loop, and in one behind `k` in which
//! all assertions held.
//!
//! ```text
//! forms: the program in normal form ── prove::facts: guesses at loop heads
//!   k = 0: loops cut      Oracle::houdini: the guesses that are invariants (Found) ── Oracle::verify ──▶ a certificate
//!   for k = 1, 2, …   unfold ── Oracle::houdini: those that are k-inductive as well ── Oracle::verify ──▶ a certificate
//! ```
//!
//! Facts that are kept are assertions like those of the program, and contracts of procedures that are called, so they are proved
//! together; with calls, there are no steps. What is found without steps is kept
//! for the next turn. After A. Donaldson, L. Haller, D. Kroening, P. Rümmer, Software Verification
//! Using k-Induction, SAS 2011.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::base::budget::{Budget, Limits, Stop};
use crate::certify::{induction, unfold};
use crate::engine::annotate::{head, invariant};
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::forms::NormalForm;
use crate::forms::normal::read_back;
use crate::infer::houdini::Place;
use crate::prove::facts::{self, Fact, Form, Kinds, Pruned};
use crate::verdict::{Invariant, InvariantPlace, Why};

/// Steps that are tried.
const STEPS: std::ops::RangeInclusive<usize> = 1..=5;

/// So many are tried; another only where the last made more facts hold.
const PATIENCE: usize = 3;

/// Solver units for a number of steps: what needs more, others prove sooner.
const UNITS: u64 = 10_000_000;

/// What nobody could tell is asked again where there is so many times as much to spend on it, and so many times that is left.
const MORE: u64 = 2;

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
    let found = question.forms.get(question, Mutex::<Option<Found>>::default);
    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
    let found = match &mut *found {
        Some(found) => found,
        none => none.insert(Found::new(question, budget)?),
    };
    let mut asked = Asked { oracle, budget, notes };
    if let Some(answer) = found.invariants(&mut asked)? {
        return Ok(answer);
    }
    let mut before = found.known.len();
    for k in STEPS.filter(|_| !induction::calls(&found.plain)) {
        if let Err(stop) = budget.check() {
            return Ok(Answer::Unknown(Why::Stopped(stop)));
        }
        match found.in_steps(k, &mut asked)? {
            (Outcome::Proved(answer), _) => return Ok(*answer),
            (Outcome::TooLarge, _) => break,
            (_, kept) if k >= PATIENCE && kept <= before => break,
            (_, kept) => before = kept,
        }
    }
    match found.hard.is_empty() && found.harder.is_empty() {
        true => Ok(Answer::Unknown(Why::Incomplete("not inductive in a few steps".into()))),
        false => Ok(Answer::Unknown(Why::Stopped(Stop::Rlimit))),
    }
}

/// What is kept for the next turn.
struct Found {
    plain: NormalForm,
    /// Guesses that nothing refutes yet.
    simple: Vec<Fact>,
    /// Those that are asked about when all of these are: about cells, and what follows from them.
    later: Vec<Fact>,
    /// Guesses that do not hold without those about cells.
    refuted: Vec<Fact>,
    /// Those about cells that are asked about again in the next turn, which has more units.
    hard: Vec<Fact>,
    /// Those that were too hard in two turns: asked about behind all others.
    harder: Vec<Fact>,
    /// What holds whenever control reaches a loop head: invariants, together.
    known: Vec<Fact>,
    /// The units with which nobody could tell whether the program verifies with them.
    unverified: Option<u64>,
}

impl Found {
    fn new(question: &Question, budget: &Budget) -> Result<Found, Declined> {
        let mut plain = induction::subject(question)?;
        let guesses = facts::guesses(&mut plain, Kinds::All, budget);
        let (simple, later) = guesses.into_iter().partition(|fact| fact.form == Form::Plain);
        let (refuted, hard, harder, known) = (vec![], vec![], vec![], vec![]);
        Ok(Found { plain, simple, later, refuted, hard, harder, known, unverified: None })
    }

    /// Looks for invariants, and verifies the program with them, with loops cut.
    fn invariants(&mut self, asked: &mut Asked) -> Result<Option<Answer>, Declined> {
        if let Some(proved) = self.verified_with_more(asked)? {
            return Ok(Some(proved));
        }
        let mut looked_at = self.unverified.map(|_| self.known.len());
        let mut again = std::mem::take(&mut self.hard);
        self.later.extend(&again);
        let mut behind = self.harder.len();
        loop {
            let guesses = std::mem::take(&mut self.simple);
            let (count, before) = (guesses.len(), self.known.len());
            let pruned = asked.prune(&self.plain, 0, &self.known, guesses).unwrap_or_default();
            self.known.extend(pruned.kept);
            self.simple = pruned.open;
            for fact in pruned.hard {
                if again.contains(&fact) { self.harder.push(fact) } else { self.hard.push(fact) }
            }
            for fact in pruned.refuted {
                match fact.form {
                    Form::Plain | Form::Conditional => self.refuted.push(fact),
                    // What is said of other ranges may be what they need.
                    Form::Prefix => self.later.push(Fact { form: Form::Cells, ..fact }),
                    Form::Ordered => self.later.push(Fact { form: Form::Pairs, ..fact }),
                    // Of others, nothing more is to be expected.
                    Form::Cells | Form::Pairs | Form::Weaker => {}
                }
            }
            let number = self.known.len() - before;
            // Without another fact, what is left open stays so.
            if looked_at.replace(self.known.len()) != Some(self.known.len())
                && let Some(proved) = self.verified((number, count), UNITS, asked)?
            {
                return Ok(Some(proved));
            }
            let goes_on = !self.simple.is_empty() && self.simple.len() < count;
            if asked.budget.check().is_err() || !goes_on && self.later.is_empty() && behind == 0 {
                return self.verified_with_more(asked);
            }
            if !goes_on {
                if self.later.is_empty() {
                    let harder = self.harder.drain(..std::mem::take(&mut behind));
                    self.later.extend(harder);
                    again.extend(&self.later);
                }
                self.simple.append(&mut self.refuted);
                let next = self.next_of_later();
                self.simple.extend(next);
            }
        }
    }

    /// The answer if the program verifies with what is known, of which so many facts were found last, of so many guesses.
    fn verified(&mut self, last: (usize, usize), units: u64, asked: &mut Asked) -> Result<Option<Answer>, Declined> {
        let outcome = asked.verify(&self.plain, (0, units), &self.known, last)?;
        self.unverified = if let Outcome::Undecided(spent) = outcome { Some(spent) } else { None };
        Ok(if let Outcome::Proved(answer) = outcome { Some(*answer) } else { None })
    }

    /// The same where nobody could tell before, and there is more to spend on it now.
    fn verified_with_more(&mut self, asked: &mut Asked) -> Result<Option<Answer>, Declined> {
        let Some(before) = self.unverified else { return Ok(None) };
        let units = asked.budget.left().map_or(before.saturating_mul(MORE * MORE), |left| left / MORE);
        if asked.budget.check().is_err() || units < before.saturating_mul(MORE) {
            return Ok(None);
        }
        self.verified((0, 0), units, asked)
    }

    /// Those about the beginnings of arrays; when these were asked about, those about other ranges; then what follows from them.
    fn next_of_later(&mut self) -> Vec<Fact> {
        for last in [Form::Conditional, Form::Ordered, Form::Pairs] {
            let now: Vec<Fact> = self.later.extract_if(.., |fact| fact.form <= last).collect();
            if !now.is_empty() {
                return now;
            }
        }
        std::mem::take(&mut self.later)
    }

    /// Verifies the program with so many steps; also the number of facts that hold.
    fn in_steps(&self, k: usize, asked: &mut Asked) -> Result<(Outcome, usize), Declined> {
        let guesses: Vec<Fact> =
            self.simple.iter().chain(&self.refuted).filter(|fact| fact.form == Form::Plain).copied().collect();
        let count = guesses.len();
        let Some(pruned) = asked.prune(&self.plain, k, &self.known, guesses) else {
            return Ok((asked.too_large(k), 0));
        };
        let number = pruned.kept.len();
        let facts = [&self.known[..], &pruned.kept].concat();
        Ok((asked.verify(&self.plain, (k, UNITS), &facts, (number, count))?, facts.len()))
    }
}

/// What comes of guesses.
enum Outcome {
    Proved(Box<Answer>),
    /// An assertion is left open.
    Open,
    /// With so many units, nobody can tell.
    Undecided(u64),
    TooLarge,
}

/// Whom a turn asks.
struct Asked<'a> {
    oracle: &'a mut dyn Oracle,
    budget: &'a Budget,
    notes: &'a mut Vec<String>,
}

impl Asked<'_> {
    /// Which of the guesses hold in so many steps where others do; `None`: the program becomes too large.
    fn prune(&mut self, plain: &NormalForm, k: usize, known: &[Fact], guesses: Vec<Fact>) -> Option<Pruned> {
        let (mut all, mut fits) = (Pruned::default(), true);
        for guesses in grouped(guesses) {
            if self.budget.check().is_err() {
                all.open.extend(guesses);
                continue;
            }
            let unfolded = |program: &mut _| fits &= unfold::unfold(program, plain.entry, k);
            let known = [known, &all.kept].concat();
            let pruned = facts::prune(plain, &known, guesses, unfolded, self.oracle, self.budget);
            if !fits {
                return None;
            }
            all.kept.extend(pruned.kept);
            all.refuted.extend(pruned.refuted);
            all.hard.extend(pruned.hard);
            all.open.extend(pruned.open);
        }
        Some(all)
    }

    fn too_large(&mut self, k: usize) -> Outcome {
        self.notes.push(format!("k = {k}: unfolded, the program is too large"));
        Outcome::TooLarge
    }

    /// Verifies the program in so many steps and units with facts, of which so many were found last, of so many guesses.
    fn verify(
        &mut self,
        plain: &NormalForm,
        (k, units): (usize, u64),
        facts: &[Fact],
        (number, count): (usize, usize),
    ) -> Result<Outcome, Declined> {
        let certificate = match induction::certificate(plain, k, invariants(plain, facts)) {
            Ok(certificate) => certificate,
            Err(Declined(why)) => {
                self.notes.push(format!("k = {k}: {why}"));
                return Ok(Outcome::TooLarge);
            }
        };
        let program = read_back(&certificate.obligations[0].text);
        let program = program.ok_or_else(|| Declined("a program that cannot be written".into()))?;
        let own = self.budget.within(Limits::units(units));
        let units = own.left().unwrap_or(units);
        let results = self.oracle.verify("induction", &program, &own);
        let verified = Verified::of(&program, &results);
        let is_refuted = results.iter().any(|result| result.errors().next().is_some());
        let outcome = if verified.is_some() { "proved" } else { "an assertion is left open" };
        self.notes.push(format!("k = {k}, {number} of {count} guesses: {outcome}"));
        Ok(match verified {
            Some(verified) => Outcome::Proved(Box::new(Answer::proved(certificate, verified))),
            None if is_refuted => Outcome::Open,
            None => Outcome::Undecided(units),
        })
    }
}

/// What is asked about together: of loops that stand in each other facts of a form, plain ones with those of single cells.
fn grouped(guesses: Vec<Fact>) -> Vec<Vec<Fact>> {
    let mut groups: BTreeMap<(usize, Form), Vec<Fact>> = BTreeMap::new();
    let nests: BTreeSet<usize> = guesses.iter().map(|fact| fact.nest).collect();
    let apart = nests.len() <= MOST_NESTS;
    let about_cells = guesses.iter().map(|fact| fact.form).filter(|form| *form > Form::Plain);
    let least = about_cells.min().unwrap_or(Form::Plain);
    for fact in guesses {
        let nest = if apart { fact.nest } else { 0 };
        groups.entry((nest, fact.form.max(least))).or_default().push(fact);
    }
    groups.into_values().collect()
}

/// Facts about the program as certificates have them.
fn invariants(plain: &NormalForm, facts: &[Fact]) -> Vec<Invariant> {
    let program = &plain.program;
    let place = |fact: &Fact| match fact.place {
        Place::Invariant(block) => head(program, fact.proc, block),
        Place::Requires => Some(InvariantPlace::Requires),
        Place::Ensures => Some(InvariantPlace::Ensures),
    };
    facts.iter().filter_map(|fact| Some(invariant(program, fact.proc, place(fact)?, fact.formula))).collect()
}
