//! Squeezing: an execution over an array of some length has a counterpart over the array without one of its elements;
//! so a violation there is one over a short array, where there is none.
//!
//! ```text
//! Question ── subject ──▶ one loop over arrays (collapse: loops behind it are one arbitrary iteration each)
//!   ── squeezing: functions from a state to one with an element less (bank, learn: which may go, by runs over short arrays)
//!   ── queries: anchor, step, base ──▶ Oracle::verify ──▶ Safe, or no answer
//! ```
//!
//! After O. Ish-Shalom, S. Itzhaky, N. Rinetzky, S. Shoham: Putting the Squeeze on Array Programs: Loop Verification via
//! Inductive Rank Reduction, VMCAI 2020. The argument is in `docs/proofs.md`.

mod bank;
mod collapse;
mod given;
mod learn;
mod plan;
mod queries;
mod squeezing;
mod subject;
mod symbolic;

use self::bank::Bank;
use self::given::{Given, given};
use self::plan::{Plan, Source};
use self::squeezing::{Changes, POSITIONS, Squeezing};
use self::subject::{Original, Subject};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ExprId;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::ir::Program;
use crate::prove::loops::invariants;
use crate::prove::loops::named::{self, Parameter};
use crate::prove::loops::steps::{prove_steps, steps};
use crate::verdict::{Certificate, Why};

/// The engine.
pub struct Squeeze;

/// Solver resource units for a query.
const QUERY: u64 = 3_000_000;

/// Squeezing functions that the solver is asked about.
const MOST: usize = 60;

/// Ways to change the state for which conditions are learnt.
const MOST_CHANGES: usize = 9;

impl Engine for Squeeze {
    fn name(&self) -> &'static str {
        "squeeze"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| search(question, Original::of(question)?, oracle, budget, notes))
    }

    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        let mut original = Original::of(question)?;
        let wrong = || Declined("the certificate is not one of this program".into());
        let Original { flat, shape } = &mut original;
        let guesses = invariants::guesses(flat, shape);
        named::keep_invariants(flat, shape, &guesses, &told.invariants).ok_or_else(wrong)?;
        let rest = named::keep_inductions(flat, shape, &told.parameters).ok_or_else(wrong)?;
        let mut subject = original.collapsed()?;
        let given = given(question, &mut subject)?;
        let ways = squeezing::changes(&subject);
        let plan = Plan::read(&mut subject, &ways, &given, rest).ok_or_else(wrong)?;
        let squeezing = plan.squeezing(&mut subject, &ways, &given).ok_or_else(wrong)?;
        let parameters = plan.write(&mut subject, &ways, &given);
        Ok(certificate(&original, &subject, &squeezing, parameters, plan.found(&given)))
    }
}

/// What the search goes on with.
struct Search<'a> {
    original: &'a Original,
    subject: Subject,
    /// The ways in which the state may change.
    ways: Vec<Changes>,
    /// The program's own squeezing functions.
    given: Vec<Given>,
    oracle: &'a mut dyn Oracle,
    budget: &'a Budget,
    notes: &'a mut Vec<String>,
    asked: Vec<Plan>,
}

fn search(
    question: &Question,
    mut original: Original,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Result<Answer, Declined> {
    let guesses = invariants::guesses(&mut original.flat, &original.shape);
    invariants::infer(&original.flat, &mut original.shape, &guesses, oracle, budget);
    if let Err(stop) = prove_steps(&original.flat, &mut original.shape, oracle, budget) {
        return Ok(Answer::Unknown(Why::Stopped(stop)));
    }
    let mut subject = original.collapsed()?;
    let given = given(question, &mut subject)?;
    let ways = squeezing::changes(&subject);
    let mut search = Search { original: &original, subject, ways, given, oracle, budget, notes, asked: Vec::new() };
    if search.subject.counter().is_none() {
        return Err(Declined("nothing counts the iterations".into()));
    }
    if let Some(answer) = search.given() {
        return Ok(answer);
    }
    for length in 0..search.subject.lengths.len() {
        if let Some(answer) = search.by_length(length) {
            return Ok(answer);
        }
    }
    if let Err(stop) = budget.check() {
        return Ok(Answer::Unknown(Why::Stopped(stop)));
    }
    Ok(Answer::Unknown(Why::Incomplete("no squeezing was found".into())))
}

impl Search<'_> {
    /// By the program's own squeezing functions.
    fn given(&mut self) -> Option<Answer> {
        for number in 0..self.given.len() {
            for changes in 0..self.ways.len().min(MOST_CHANGES) {
                let plan = Plan { changes, source: Source::Given(number) };
                let Some(squeezing) = plan.squeezing(&mut self.subject, &self.ways, &self.given) else { continue };
                if let Some(answer) = self.ask(&plan, &squeezing) {
                    return Some(answer);
                }
            }
            self.notes.push(format!("{} is not a squeezing function", self.given[number].name));
        }
        None
    }

    fn by_length(&mut self, length: usize) -> Option<Answer> {
        let bank = Bank::new(&self.subject, self.subject.lengths[length], self.budget);
        // What runs refute, the solver need not.
        let mut harmless = Vec::new();
        for changes in 0..self.ways.len().min(MOST) {
            let mut of_position = Vec::new();
            for position in 0..POSITIONS.len() {
                let plan = Plan::always(length, changes, position);
                let Some(squeezing) = plan.squeezing(&mut self.subject, &self.ways, &self.given) else {
                    of_position.push(vec![false; bank.samples.len()]);
                    continue;
                };
                let answers = bank.answers(&self.subject, &squeezing, position);
                if answers.iter().all(|a| *a)
                    && let Some(answer) = self.ask(&plan, &squeezing)
                {
                    return Some(answer);
                }
                of_position.push(answers);
            }
            self.budget.check().ok()?;
            harmless.push(of_position);
        }
        let variable = self.subject.lengths[length];
        let atoms = learn::atoms(&mut self.subject, variable);
        let holds = bank.holds(&self.subject, &atoms);
        self.notes.push(format!("{} runs, {} conditions", bank.samples.len(), atoms.len()));
        let leaves: Vec<Vec<bool>> = (0..POSITIONS.len()).map(|position| bank.leaves(position)).collect();
        for (changes, harmless) in harmless.iter().enumerate().take(MOST_CHANGES) {
            // How the loop is left matters more often than not.
            let both = |(a, b): (&Vec<bool>, &Vec<bool>)| a.iter().zip(b).map(|(a, b)| *a && *b).collect();
            let strict: Vec<Vec<bool>> = harmless.iter().zip(&leaves).map(both).collect();
            for choice in learn::choices(&strict, &holds).into_iter().chain(learn::choices(harmless, &holds)) {
                let plan = Plan { changes, source: Source::Learnt(length, choice) };
                if self.asked.contains(&plan) {
                    continue;
                }
                let Some(squeezing) = plan.squeezing(&mut self.subject, &self.ways, &self.given) else { continue };
                if let Some(answer) = self.ask(&plan, &squeezing) {
                    return Some(answer);
                }
                self.budget.check().ok()?;
            }
        }
        None
    }

    /// Asks the solver about a squeezing function.
    fn ask(&mut self, plan: &Plan, squeezing: &Squeezing) -> Option<Answer> {
        if self.asked.len() >= MOST || self.budget.check().is_err() {
            return None;
        }
        self.asked.push(plan.clone());
        let step = self.verified("squeezing", queries::squeezing(&self.subject, squeezing))?;
        let Some(base) = self.verified("base", queries::base(&self.subject, squeezing)) else {
            self.notes.push("the program over short arrays may fail".into());
            return None;
        };
        let parameters = plan.write(&mut self.subject, &self.ways, &self.given);
        let verified = Verified::all([Some(step), Some(base)])?;
        let found = plan.found(&self.given);
        Some(Answer::proved(certificate(self.original, &self.subject, squeezing, parameters, found), verified))
    }

    fn verified(&mut self, name: &str, program: Program) -> Option<Verified> {
        let limited = self.budget.within(Limits::units(QUERY * program.procs.len() as u64));
        Verified::of(&program, &self.oracle.verify(name, &program, &limited))
    }
}

/// `parameters`: of the squeezing function. `found`: what goes.
fn certificate(
    original: &Original,
    subject: &Subject,
    squeezing: &Squeezing,
    parameters: Vec<Parameter>,
    found: String,
) -> Certificate {
    let Original { flat, shape } = original;
    let kept: Vec<Vec<ExprId>> = shape.loops.iter().map(|l| l.invariants.clone()).collect();
    let held = "invariants";
    Certificate {
        engine: Squeeze.name().into(),
        method: "squeezing".into(),
        found,
        rests_on: Vec::new(),
        lemma: "An execution over a longer array has a counterpart over the array without one element, which violates \
                an assertion if it does; over short arrays, none does."
            .into(),
        parameters: [named::inductions(flat, shape), parameters].concat(),
        invariants: named::invariants(flat, shape, held),
        obligations: named::obligations([
            (held, invariants::annotated(flat, shape, &kept)),
            ("steps", steps(flat, shape).0),
            ("squeezing", queries::squeezing(subject, squeezing)),
            ("base", queries::base(subject, squeezing)),
        ]),
    }
}
