//! Is there an execution at all? Axioms that contradict each other, and more unique constants than their type has
//! values, leave none. Queries see only what they mention, so that is asked by itself, once a violation is found.
//!
//! Axioms with triggers are instantiated by these alone, as in queries. Generators write some that contradict each other
//! where no execution looks (a one-to-one map from integers to `bv8`): what a search by models finds there would hide
//! violations that other verifiers report.

use super::encoder::Encoder;
use super::vocabulary::Vocabulary;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ExprId;
use crate::base::stats::Stats;
use crate::ir::visit::walk;
use crate::ir::{ExprKind, Program};
use crate::smt::{Outcome, Session, Settings};

/// Solver resource units for the question, a tenth of a second's worth: contradictions that users make are found at
/// once, and quantified axioms that have a model may take the solver forever.
const UNITS: u64 = 200_000;

/// Whether the solver refutes the axioms and constants by themselves. What it takes is added to the statistics.
pub fn is_without_executions(program: &Program, solver: &Settings, budget: &Budget, stats: &mut Stats) -> bool {
    let own = budget.within(Limits::default());
    let found = stats.time("contradictions", || is_refuted(program, solver, &own));
    stats.rlimit += own.spent();
    found
}

fn is_refuted(program: &Program, solver: &Settings, budget: &Budget) -> bool {
    if !program.restricts_constants() {
        return false;
    }
    if are_refuted(program, false, solver, budget) {
        return true;
    }
    let mut untriggered = program.clone();
    untriggered.axioms = program.axioms.iter().filter(|axiom| !has_trigger(program, axiom.expr)).cloned().collect();
    !untriggered.axioms.is_empty() && are_refuted(&untriggered, true, solver, budget)
}

fn has_trigger(program: &Program, e: ExprId) -> bool {
    let mut found = false;
    walk(&program.exprs, [e], |_, kind| found |= matches!(kind, ExprKind::Quantifier(q) if !q.triggers.is_empty()));
    found
}

fn are_refuted(program: &Program, by_models: bool, solver: &Settings, budget: &Budget) -> bool {
    let session = Session::new(solver, budget);
    session.model_based_quantifiers(by_models);
    let mut encoder = Encoder::new(Vocabulary::new(program), session);
    for &constant in &program.consts {
        let constant = encoder.vocabulary.var_expr(constant);
        encoder.closed(constant);
    }
    encoder.add_all_axioms();
    let own = budget.within(Limits::units(UNITS));
    encoder.unsupported().is_none() && encoder.session.check(&[], &own) == Outcome::Unsat
}
