//! Horn clauses: a program becomes clauses over one relation for each loop head and procedure, Spacer solves them, and
//! the solution is verified as plain invariants and contracts.
//!
//! ```text
//! forms: the program in normal form ── explicit: values of a few globals ── proof (where the state is mostly maps, at a glance)
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
mod explicit;
mod ghost;
mod model;
mod proof;
mod region;
mod sexpr;
mod smtlib;
mod solve;
mod values;

use std::time::Duration;

use rustc_hash::FxHashMap;

use self::clauses::{Place, System};
use self::model::Foreign;
use self::proof::Annotation;
use self::solve::{Problem, Solved, solve};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, VarId};
use crate::certify::horn;
use crate::cfg::heap::declares_heap;
use crate::cfg::loops::repeats;
use crate::cfg::maps::maps;
use crate::cfg::relevance::{Follow, relevance};
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::forms::{self, NormalForm};
use crate::ir::Program;
use crate::ir::visit::substitute;
use crate::prove::facts::{self, Fact, Kinds};
use crate::verdict::Why;

/// Proves with Horn clauses.
pub struct HornClauses;

impl Engine for HornClauses {
    fn name(&self) -> &'static str {
        horn::NAME
    }

    fn is_about_repetition(&self) -> bool {
        false
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| prove(question, oracle, budget, notes))
    }

    fn glance(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Option<Answered> {
        let has_many_maps = maps(question.program).are_many();
        has_many_maps.then(|| Answered::noting(|notes| by_values(question, oracle, budget, notes)))
    }
}

/// What values of a few globals tell of a program whose state is mostly maps.
fn by_values(
    question: &Question,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Result<Answer, Declined> {
    let plain = forms::normal(question)?;
    let slice = relevance(&plain.program, plain.entry, None, Follow::Acting);
    let part = |of: f64| {
        let time = budget.time_left().map_or(VALUES_GUARD, |left| left.mul_f64(of));
        budget.within(Limits { timeout: Some(time), ..Limits::default() })
    };
    let found = explicit::invariants(&plain, &slice, &part(VALUES_PART), notes);
    let (program, found) = found.ok_or_else(|| Declined("values of globals do not tell".into()))?;
    proved(&plain, &program, &found, oracle, &part(VERIFIED_PART))
}

fn prove(
    question: &Question,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Result<Answer, Declined> {
    let mut plain = forms::normal(question)?;
    // Where nothing is repeated, bounded search asks the same, and evaluates what it knows of the heap.
    if declares_heap(question.program) && !repeats(&plain.program, plain.entry) {
        return Err(Declined("no loops".into()));
    }
    let has_many_maps = maps(&plain.program).are_many();
    if has_many_maps {
        let slice = relevance(&plain.program, plain.entry, None, Follow::Acting);
        let (followed, vars) = (slice.followed.len(), slice.vars.len());
        notes.push(format!("a slice: {followed} procedures, {vars} variables"));
        let parts = vec![("a slice".to_string(), encode::encode(&plain, Some(&slice))?)];
        let turn = budget.time_left().map(|left| left.mul_f64(SLICES_PART));
        let turn = budget.within(Limits { timeout: turn, ..Limits::default() });
        if let Some(proved) = solution(&plain, &parts, &[], oracle, &turn, notes).1 {
            return Ok(proved);
        }
    }
    let guesses = facts::guesses(&mut plain, Kinds::Remainders, budget);
    let mut system = encode::encode(&plain, None)?;
    let facts = facts::prune(&plain, &[], guesses, |_| {}, oracle, budget).kept;
    if !facts.is_empty() {
        notes.push(format!("{} facts about remainders", facts.len()));
    }
    assume(&mut system, &facts);
    // With many arrays, each cell multiplies what relations are about.
    let numbers = if has_many_maps { [0, 1] } else { [1, 2] };
    let with_cells = numbers.into_iter().filter_map(|n| Some((format!("{n} cells"), ghost::with_cells(&system, n)?)));
    let mut parts: Vec<(String, System)> = with_cells.collect();
    parts.push((String::new(), system));
    Ok(match solution(&plain, &parts, &facts, oracle, budget, notes) {
        (Solved::Solution, Some(proved)) => proved,
        (Solved::Refuted, _) => Answer::Unknown(Why::Incomplete("the Horn clauses have no solution".into())),
        _ => match budget.check() {
            Err(stop) => Answer::Unknown(Why::Stopped(stop)),
            Ok(()) => Answer::Unknown(Why::Incomplete("no solution of the Horn clauses was found".into())),
        },
    })
}

/// The part of a turn that slices get, where there are some.
const SLICES_PART: f64 = 0.7;

/// The part of what there is in which values of globals are explored, and in which what they tell is verified, and the time if there is no
/// end to it (`drivers`).
const VALUES_PART: f64 = 0.1;
const VERIFIED_PART: f64 = 0.3;
const VALUES_GUARD: Duration = Duration::from_secs(20);

/// The outcome of solving one of these systems, of which the last but for slices says all, and the proof.
fn solution(
    plain: &NormalForm,
    parts: &[(String, System)],
    facts: &[Fact],
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> (Solved, Option<Answer>) {
    let has_arrays = parts.len() > 1;
    let problem =
        |(name, system): &(String, System)| Problem { clauses: system.to_smtlib(), exact: name.is_empty(), has_arrays };
    let problems: Vec<Problem> = parts.iter().map(problem).collect();
    let mut proof = None;
    let solved = solve(&problems, budget, &mut |problem, configuration, answer| {
        let (name, system) = &parts[problem];
        let what = if name.is_empty() { String::new() } else { format!(", {name}") };
        match checked(plain, (system, answer), facts, oracle, budget) {
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
    (solved, proof)
}

/// The facts are assumed in the clauses: `H(x) && …  ==> H(x + 2)` becomes `H(x) && x mod 2 == 0 && …  ==> H(x + 2)`.
fn assume(system: &mut System, facts: &[Fact]) {
    for clause in &mut system.clauses {
        for atom in &clause.atoms {
            let relation = &system.relations[atom.relation];
            let values: FxHashMap<VarId, ExprId> =
                relation.params.iter().map(|param| param.var()).zip(atom.args.iter().copied()).collect();
            for fact in facts.iter().filter(|fact| relation.place == Place::of(fact)) {
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
    let known = facts.iter().map(|fact| Annotation { place: Place::of(fact), formula: fact.formula });
    let annotations: Vec<Annotation> = known.chain(found).collect();
    proved(plain, &program, &annotations, oracle, budget)
}

/// The proof by annotations, if it verifies.
fn proved(
    plain: &NormalForm,
    program: &Program,
    annotations: &[Annotation],
    oracle: &mut dyn Oracle,
    budget: &Budget,
) -> Result<Answer, Declined> {
    let certificate = certificate::certificate(plain, program, annotations)?;
    let verified = Verified::all(certificate.obligations.iter().map(|obligation| {
        let program = forms::normal::read_back(&obligation.text)?;
        Verified::of(&program, &oracle.verify("invariants", &program, budget))
    }));
    let verified = verified.ok_or_else(|| Declined("a solution that does not verify".into()))?;
    Ok(Answer::proved(certificate, verified))
}
