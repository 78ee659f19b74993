//! Horn clauses: a program becomes clauses over one relation for each loop head and procedure, Spacer solves them, and
//! the solution is verified as plain invariants and contracts.
//!
//! ```text
//! forms: the program in normal form ── encode: relations and clauses ── prove::facts ⇄ Oracle::houdini: cheap invariants
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
mod ghost;
mod model;
mod proof;
mod region;
mod sexpr;
mod smtlib;
mod solve;
mod values;

use rustc_hash::FxHashMap;

use self::clauses::{Place, System};
use self::model::Foreign;
use self::proof::Annotation;
use self::solve::{Problem, Solved, solve};
use crate::base::budget::Budget;
use crate::base::ids::{ExprId, VarId};
use crate::certify::horn;
use crate::cfg::maps::maps;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::forms::{self, NormalForm};
use crate::ir::visit::substitute;
use crate::prove::facts::{self, Fact, Kinds};
use crate::verdict::Why;

/// Proves with Horn clauses.
pub struct HornClauses;

impl Engine for HornClauses {
    fn name(&self) -> &'static str {
        horn::NAME
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
    let mut plain = forms::normal(question)?;
    let guesses = facts::guesses(&mut plain, Kinds::Remainders);
    let mut system = encode::encode(&plain)?;
    let facts = facts::kept(&plain, guesses, |_| {}, oracle, budget);
    if !facts.is_empty() {
        notes.push(format!("{} facts about remainders", facts.len()));
    }
    assume(&mut system, &facts);
    // With many arrays, each cell multiplies what relations are about.
    let numbers = if maps(&plain.program).are_many() { [0, 1] } else { [1, 2] };
    let with_cells = numbers.into_iter().filter_map(|n| Some((n, ghost::with_cells(&system, n)?)));
    let (cells, mut systems): (Vec<usize>, Vec<System>) = with_cells.unzip();
    systems.push(system);
    let last = systems.len() - 1;
    let problems: Vec<Problem> = systems
        .iter()
        .enumerate()
        .map(|(index, system)| Problem { clauses: system.to_smtlib(), exact: index == last, has_arrays: last > 0 })
        .collect();
    let mut proof = None;
    let solved = solve(&problems, budget, &mut |problem, configuration, answer| {
        let what = cells.get(problem).map_or_else(String::new, |cells| format!(", {cells} cells"));
        match checked(&plain, (&systems[problem], answer), &facts, oracle, budget) {
            Ok(proved) => {
                notes.push(format!("{configuration}{what}: solved"));
                proof = Some(proved);
                true
            }
            Err(why) => {
                notes.push(format!("{configuration}{what}: {}", why.0));
                false
            }
        }
    });
    Ok(match (solved, proof) {
        (Solved::Solution, Some(proved)) => proved,
        (Solved::Refuted, _) => Answer::Unknown(Why::Incomplete("the Horn clauses have no solution".into())),
        _ => match budget.check() {
            Err(stop) => Answer::Unknown(Why::Stopped(stop)),
            Ok(()) => Answer::Unknown(Why::Incomplete("no solution of the Horn clauses was found".into())),
        },
    })
}

/// The facts are assumed in the clauses: `H(x) && …  ==> H(x + 2)` becomes `H(x) && x mod 2 == 0 && …  ==> H(x + 2)`.
fn assume(system: &mut System, facts: &[Fact]) {
    for clause in &mut system.clauses {
        for atom in &clause.atoms {
            let relation = &system.relations[atom.relation];
            let values: FxHashMap<VarId, ExprId> =
                relation.params.iter().map(|param| param.var()).zip(atom.args.iter().copied()).collect();
            for fact in facts.iter().filter(|fact| relation.place == Place::Loop(fact.proc, fact.block)) {
                clause.constraints.push(substitute(&mut system.program.exprs, fact.formula, &values));
            }
        }
    }
}

/// The proof by a solution of a system, if it verifies.
fn checked(
    plain: &NormalForm,
    (system, answer): (&System, &str),
    facts: &[Fact],
    oracle: &mut dyn Oracle,
    budget: &Budget,
) -> Result<Answer, Declined> {
    let mut program = plain.program.clone();
    let found = proof::annotations(system, &mut program, answer)
        .map_err(|Foreign(what)| Declined(format!("a solution that cannot be read: {what}")))?;
    let known =
        facts.iter().map(|fact| Annotation { place: Place::Loop(fact.proc, fact.block), formula: fact.formula });
    let annotations: Vec<Annotation> = known.chain(found).collect();
    let certificate = certificate::certificate(plain, &program, &annotations)?;
    let verified = Verified::all(certificate.obligations.iter().map(|obligation| {
        let program = forms::normal::read_back(&obligation.text)?;
        Verified::of(&program, &oracle.verify("invariants", &program, budget))
    }));
    let verified = verified.ok_or_else(|| Declined("a solution that does not verify".into()))?;
    Ok(Answer::proved(certificate, verified))
}
