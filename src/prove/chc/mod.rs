//! Horn clauses: a program becomes clauses over one relation for each loop head and procedure, Spacer solves them, and
//! the solution is verified as plain invariants and contracts.
//!
//! ```text
//! prepare: the program in plain form ── encode: relations and clauses ── solve ⇄ Spacer, in a process of its own
//!   ── model: what it says, as expressions ── proof: the annotated program ── Oracle::verify ──▶ a certificate
//! ```
//!
//! The clauses allow more than the program where the solver does not know an operator, so a refutation says nothing:
//! bugs are the bounded search's. After N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, Horn Clause Solvers for
//! Program Verification, 2015, and A. Komuravelli, A. Gurfinkel, S. Chaki, SMT-based Model Checking for Recursive
//! Programs, CAV 2014.

mod clauses;
mod encode;
mod model;
mod prepare;
mod proof;
mod region;
mod sexpr;
mod smtlib;
mod solve;
mod values;

use self::solve::{Solved, solve};
use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::verdict::{Certificate, Why};

/// Proves with Horn clauses.
pub struct HornClauses;

impl Engine for HornClauses {
    fn name(&self) -> &'static str {
        "chc"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &mut Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = prove(question, oracle, budget, &mut notes).unwrap_or_else(Answer::Declined);
        Answered { answer, stats: Stats::default(), notes }
    }
}

fn prove(
    question: &Question,
    oracle: &mut dyn Oracle,
    budget: &mut Budget,
    notes: &mut Vec<String>,
) -> Result<Answer, Declined> {
    let plain = prepare::plain(question.program.clone(), question.entry)?;
    let system = encode::encode(&plain)?;
    let clauses = system.to_smtlib();
    if std::env::var_os("CHC_DUMP").is_some() { eprintln!("{clauses}"); }
    let mut proof = None;
    let patience = budget.clone();
    let solved = solve(&clauses, &patience, &mut |configuration, answer| {
        let mut candidate = plain.clone();
        if std::env::var_os("CHC_DUMP").is_some() { eprintln!("{configuration}\n{answer}"); }
        let annotations = match proof::annotations(&system, &mut candidate.program, answer) {
            Ok(annotations) => annotations,
            Err(model::Foreign(what)) => {
                notes.push(format!("{configuration}: a solution that cannot be read: {what}"));
                return false;
            }
        };
        let annotated = proof::annotated(&candidate, &annotations);
        let verified = oracle.verify("invariants", &annotated, budget);
        let good = verified.iter().all(|v| v.is_verified());
        if good {
            proof = Some(annotations.len());
        } else {
            notes.push(format!("{configuration}: a solution that does not verify"));
        }
        good
    });
    Ok(match (solved, proof) {
        (Solved::Solution(configuration, _), Some(count)) => {
            notes.push(format!("{configuration}: solved"));
            Answer::Safe(Certificate {
                engine: "chc".into(),
                method: "Horn clauses".into(),
                found: format!("{count} invariants"),
                ..Certificate::default()
            })
        }
        (Solved::Refuted, _) => Answer::Unknown(Why::Incomplete("the Horn clauses have no solution".into())),
        _ => match budget.check() {
            Err(stop) => Answer::Unknown(Why::Stopped(stop)),
            Ok(()) => Answer::Unknown(Why::Incomplete("Spacer has no answer".into())),
        },
    })
}
