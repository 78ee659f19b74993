//! Horn clauses: a program becomes clauses over one relation for each loop head and procedure, Spacer solves them, and
//! the solution is verified as plain invariants and contracts.
//!
//! ```text
//! prepare: the program in plain form ── encode: relations and clauses ── facts ⇄ Oracle::houdini: cheap invariants
//!   ── solve ⇄ Spacer, in a process of its own
//!   ── model: what it says, as expressions ── proof: the annotated program ── Oracle::verify ──▶ a certificate
//! ```
//!
//! The clauses allow more than the program where the solver does not know an operator, so a refutation says nothing:
//! bugs are the bounded search's. After N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, Horn Clause Solvers for
//! Program Verification, 2015, and A. Komuravelli, A. Gurfinkel, S. Chaki, SMT-based Model Checking for Recursive
//! Programs, CAV 2014.

mod certificate;
mod clauses;
mod encode;
mod facts;
mod ghost;
mod model;
mod prepare;
mod proof;
mod region;
mod sexpr;
mod smtlib;
mod solve;
mod values;

use self::clauses::System;
use self::facts::Fact;
use self::model::Foreign;
use self::prepare::Plain;
use self::proof::Annotation;
use self::solve::{Problem, Solved, solve};
use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::verdict::{Certificate, Obligation, Why};

/// What the engine is called.
const NAME: &str = "chc";

/// Proves with Horn clauses.
pub struct HornClauses;

impl Engine for HornClauses {
    fn name(&self) -> &'static str {
        NAME
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = prove(question, oracle, budget, &mut notes).unwrap_or_else(Answer::Declined);
        Answered { answer, stats: Stats::default(), notes }
    }

    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let plain = prepare::plain(question)?;
        Ok(vec![certificate::obligation(&plain, certificate)?])
    }
}

fn prove(
    question: &Question,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Result<Answer, Declined> {
    let plain = prepare::plain(question)?;
    let mut system = encode::encode(&plain)?;
    let facts = facts::facts(&plain, &system, oracle, budget);
    if !facts.is_empty() {
        notes.push(format!("{} facts about remainders", facts.len()));
    }
    facts::assume(&mut system, &facts);
    let cells = [1, 2].into_iter().filter_map(|n| ghost::with_cells(&system, n));
    let mut systems: Vec<System> = cells.collect();
    systems.push(system);
    let last = systems.len() - 1;
    let problems: Vec<Problem> = systems
        .iter()
        .enumerate()
        .map(|(index, system)| Problem { clauses: system.to_smtlib(), exact: index == last })
        .collect();
    let mut proof = None;
    let solved = solve(&problems, budget, &mut |problem, configuration, answer| {
        let what = if problem == last { String::new() } else { format!(", {} cells", problem + 1) };
        match checked(&plain, (&systems[problem], answer), (&systems[last], &facts), oracle, budget) {
            Ok(certificate) => {
                notes.push(format!("{configuration}{what}: solved"));
                proof = Some(certificate);
                true
            }
            Err(why) => {
                notes.push(format!("{configuration}{what}: {}", why.0));
                false
            }
        }
    });
    Ok(match (solved, proof) {
        (Solved::Solution, Some(certificate)) => Answer::Safe(certificate),
        (Solved::Refuted, _) => Answer::Unknown(Why::Incomplete("the Horn clauses have no solution".into())),
        _ => match budget.check() {
            Err(stop) => Answer::Unknown(Why::Stopped(stop)),
            Ok(()) => Answer::Unknown(Why::Incomplete("no solution of the Horn clauses was found".into())),
        },
    })
}

/// The certificate of a solution, after it was verified; each system with what is about its relations.
fn checked(
    plain: &Plain,
    (system, answer): (&System, &str),
    (known, facts): (&System, &[Fact]),
    oracle: &mut dyn Oracle,
    budget: &Budget,
) -> Result<Certificate, Declined> {
    let mut program = plain.program.clone();
    let found = proof::annotations(system, &mut program, answer)
        .map_err(|Foreign(what)| Declined(format!("a solution that cannot be read: {what}")))?;
    let mut annotations: Vec<Annotation> = Vec::with_capacity(facts.len() + found.len());
    for fact in facts {
        annotations.push(Annotation { place: fact.place(known), formula: fact.formula(known, &mut program) });
    }
    annotations.extend(found);
    let certificate = certificate::certificate(plain, &program, &annotations)?;
    for obligation in &certificate.obligations {
        let Some(program) = certificate::read_back(&obligation.text) else {
            return Err(Declined("a solution that cannot be written".into()));
        };
        let verified = oracle.verify("invariants", &program, budget);
        if !verified.iter().all(|v| v.is_verified()) {
            return Err(Declined("a solution that does not verify".into()));
        }
    }
    Ok(certificate)
}
