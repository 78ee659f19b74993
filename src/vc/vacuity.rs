//! Is there an execution at all? Axioms that contradict each other, and more unique constants than their type has
//! values, leave none. Queries see only what they mention, so that is asked by itself, once a violation is found.
//!
//! Axioms with triggers are instantiated by these alone, as in queries. Generators write some that contradict each other
//! where no execution looks (a one-to-one map from integers to `bv8`): what a search by models finds there would hide
//! violations that other verifiers report.
//!
//! The same is asked of the elements that an execution has of uninterpreted types: axioms that it does not look at may
//! say that there are not so many ([`crate::ir::cardinality`]).

use super::encoder::Encoder;
use super::vocabulary::Vocabulary;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, Id, TypeId};
use crate::base::stats::Stats;
use crate::interp::domain::Domain;
use crate::ir::cardinality::Cardinality;
use crate::ir::visit::walk;
use crate::ir::{ExprKind, Program, Type};
use crate::smt::{FuncKind, Outcome, Session, Settings, Term};
use crate::verdict::Trace;

/// Solver resource units for the question, a tenth of a second's worth: contradictions that users make are found at
/// once, and quantified axioms that have a model may take the solver forever.
const UNITS: u64 = 200_000;

/// Whether the solver refutes the axioms and constants by themselves. What it takes is added to the statistics.
pub fn is_without_executions(program: &Program, solver: &Settings, budget: &Budget, stats: &mut Stats) -> bool {
    program.restricts_constants() && is_refuted((program, &[]), solver, budget, stats)
}

/// How many elements an execution has of each type that axioms may limit.
pub struct Elements(Vec<Universe>);

struct Universe {
    ty: TypeId,
    count: u64,
    /// Whether it has no others.
    is_all: bool,
}

impl Elements {
    /// Those of a trace. Where conditions quantify over them, there are no others in it.
    pub fn of(program: &Program, trace: &Trace) -> Elements {
        let mut cardinality = Cardinality::new(program);
        let quantified = cardinality.quantified_by_procedures();
        let mut domain = Domain::new(program);
        domain.add_elements_of_trace(trace);
        let universe = |ty: TypeId| match program.types.get(ty) {
            Type::Con(con, _) if cardinality.is_limited(*con) => {
                Some(Universe { ty, count: domain.count_elements(*con), is_all: quantified.contains(con) })
            }
            _ => None,
        };
        Elements((0..program.types.len()).map(TypeId::from_index).filter_map(universe).collect())
    }

    /// The same, of which there may be more.
    pub fn or_more(mut self) -> Elements {
        self.0.iter_mut().for_each(|universe| universe.is_all = false);
        self
    }

    /// Whether the solver refutes that there are so many, but not the axioms by themselves.
    pub fn are_too_many(&mut self, program: &Program, solver: &Settings, budget: &Budget, stats: &mut Stats) -> bool {
        self.0.retain(|universe| universe.is_all || universe.count > 1);
        !self.0.is_empty()
            && is_refuted((program, &self.0), solver, budget, stats)
            && !is_without_executions(program, solver, budget, stats)
    }

    /// How many the types may have at most of which these are too many each by itself.
    pub fn limits(
        &self,
        program: &Program,
        solver: &Settings,
        budget: &Budget,
        stats: &mut Stats,
    ) -> Vec<(TypeId, u64)> {
        let mut limits = Vec::new();
        for &Universe { ty, count, .. } in &self.0 {
            let mut are_refuted = |count| {
                let universe = Universe { ty, count, is_all: false };
                count > 1 && is_refuted((program, &[universe]), solver, budget, stats)
            };
            if !are_refuted(count) {
                continue;
            }
            let (mut most, mut too_many) = (1, count);
            while too_many - most > 1 {
                let middle = most + (too_many - most) / 2;
                if are_refuted(middle) { too_many = middle } else { most = middle }
            }
            limits.push((ty, most));
        }
        limits
    }
}

fn is_refuted(
    (program, elements): (&Program, &[Universe]),
    solver: &Settings,
    budget: &Budget,
    stats: &mut Stats,
) -> bool {
    let own = budget.within(Limits::default());
    let refuted = |program: &Program, by_models| are_refuted((program, elements), by_models, solver, &own);
    let found = stats.time("contradictions", || {
        if refuted(program, false) {
            return true;
        }
        let mut untriggered = program.clone();
        untriggered.axioms = program.axioms.iter().filter(|axiom| !has_trigger(program, axiom.expr)).cloned().collect();
        (!untriggered.axioms.is_empty() || !elements.is_empty()) && refuted(&untriggered, true)
    });
    stats.rlimit += own.spent();
    found
}

fn has_trigger(program: &Program, e: ExprId) -> bool {
    let mut found = false;
    walk(&program.exprs, [e], |_, kind| found |= matches!(kind, ExprKind::Quantifier(q) if !q.triggers.is_empty()));
    found
}

fn are_refuted(
    (program, elements): (&Program, &[Universe]),
    by_models: bool,
    solver: &Settings,
    budget: &Budget,
) -> bool {
    let session = Session::new(solver, budget);
    session.model_based_quantifiers(by_models);
    let mut encoder = Encoder::new(Vocabulary::new(program), session);
    for &constant in &program.consts {
        let constant = encoder.vocabulary.var_expr(constant);
        encoder.closed(constant);
    }
    encoder.add_all_axioms();
    for universe in elements {
        state_elements(&mut encoder, universe);
    }
    let own = budget.within(Limits::units(UNITS));
    encoder.unsupported().is_none() && encoder.session.check(&[], &own) == Outcome::Unsat
}

/// There are so many elements: `number(e)` is another number for each.
fn state_elements(encoder: &mut Encoder, universe: &Universe) {
    let sort = encoder.sort(universe.ty);
    let session = &encoder.session;
    let number = session.function(&format!("element%{}", universe.ty.0), &[sort], session.int_sort(), FuncKind::Free);
    let elements: Vec<Term> = (0..universe.count).map(|_| session.fresh_constant("element", sort)).collect();
    for (i, &element) in elements.iter().enumerate() {
        session.assert(session.eq(session.apply(number, &[element]), session.int(&i.into())));
    }
    if universe.is_all {
        encoder.state_all(sort, &elements);
    }
}
