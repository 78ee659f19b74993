//! One procedure's verification condition in a solver session, and what its models say.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::goals::Goal;
use crate::base::budget::{Budget, Limits, Stop, Stops};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::liveness::liveness;
use crate::smt::{Model, Outcome, Session, Settings, Term};
use crate::vc::define::define;
use crate::vc::encoder::Encoder;
use crate::vc::execution::{self, Called, Instances, PathEvent};
use crate::vc::passive::passive_form;
use crate::vc::template::{Arg, Instance, Template, TemplateBlock, TemplateEvent};
use crate::vc::vocabulary::Vocabulary;
use crate::verdict::Trace;

/// Solver resource units of the first turns of a query, a fraction of a second.
pub const FIRST_TURN: u64 = 100_000;

/// The ways to try literals.
const BOTH_WAYS: [bool; 2] = [false, true];

/// Later turns of a query that is not split are long: few queries need them, and those that do had better not begin
/// again and again.
const GROWTH: u64 = 128;

/// Z3 parameters of queries about one procedure, where the user has no others: a case is split only where it matters to
/// what is to be shown, as a condition has many facts that do not.
const PARAMETERS: [(&str, &str); 2] = [("smt.auto_config", "false"), ("smt.case_split", "3")];

/// The condition of a procedure whose goals are split.
pub struct Query<'p> {
    pub proc: ProcId,
    encoder: Encoder<'p>,
    template: Rc<Template>,
    instance: Instance,
    /// In-parameters and globals, and the terms of their initial values.
    initial: Vec<(VarId, Term)>,
    /// What variables get at a havoc, for the Booleans of goals.
    chosen: FxHashMap<VarId, Vec<Term>>,
}

/// A path from the entry to a goal.
pub type Path = execution::Path<(), ()>;

impl<'p> Query<'p> {
    /// `Err`: there is nothing left to spend on it.
    pub fn new(
        vocabulary: Vocabulary<'p>,
        proc: ProcId,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Query<'p>, Stop> {
        let named = PARAMETERS.map(|(name, value)| (name.to_string(), value.to_string()));
        let extra = named.into_iter().chain(settings.extra.iter().cloned()).collect();
        Query::untuned(vocabulary, proc, &Settings { extra, ..settings.clone() }, budget)
    }

    /// The same, with the parameters that the solver has of itself.
    pub fn untuned(
        mut vocabulary: Vocabulary<'p>,
        proc: ProcId,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Query<'p>, Stop> {
        let lease = budget.lease(Stops::Never)?;
        let live = liveness(vocabulary.program, proc, &[]);
        let mut passive = passive_form(&mut vocabulary, &live, proc);
        define(&mut vocabulary, &mut passive);
        let template = Rc::new(Template::new(&vocabulary, &passive));
        let mut encoder = Encoder::new(vocabulary, Session::new(settings, budget));
        let initial: Vec<(VarId, Term)> = live.needed_in(proc).iter().map(|&var| (var, encoder.fresh(var))).collect();
        let args: Vec<Term> = initial.iter().map(|&(_, term)| term).collect();
        let control = encoder.session.bool(true);
        let allowance = encoder.session.allowance(&lease);
        let instance = template.instantiate(&mut encoder, control, (&args, &[]), allowance);
        encoder.add_axioms();
        encoder.session.spend(lease);
        let Some(instance) = instance else { return Err(budget.check().err().unwrap_or(Stop::Rlimit)) };
        let mut chosen: FxHashMap<VarId, Vec<Term>> = FxHashMap::default();
        for event in template.blocks.iter().flat_map(|b| &b.events) {
            if let TemplateEvent::Havoc { var, value } = *event {
                chosen.entry(var).or_default().push(instance.term(value, &mut encoder));
            }
        }
        Ok(Query { proc, encoder, template, instance, initial, chosen })
    }

    pub fn session(&self) -> &Session {
        &self.encoder.session
    }

    /// What the program has that no theory of the solver interprets.
    pub fn unsupported(&self) -> Option<&str> {
        self.encoder.unsupported()
    }

    /// The literals that switch a goal off.
    pub fn off(&self, goal: &Goal) -> Vec<Term> {
        self.chosen(Some(goal.on)).map(|on| self.encoder.session.not(on)).collect()
    }

    /// What a Boolean of goals, if there is one, gets where it is chosen.
    pub fn chosen(&self, var: Option<VarId>) -> impl Iterator<Item = Term> {
        var.and_then(|var| self.chosen.get(&var)).into_iter().flatten().copied()
    }

    /// The term of a constant of the program.
    pub fn constant(&mut self, var: VarId) -> Term {
        let constant: ExprId = self.encoder.vocabulary.var_expr(var);
        let term = self.encoder.closed(constant);
        self.encoder.add_axioms();
        term
    }

    /// Is a goal reachable, under these assumptions? Takes longer turns until it is known.
    pub fn check(&self, assumed: &[Term], budget: &Budget) -> Outcome {
        let mut units = FIRST_TURN;
        loop {
            match self.take_turn(assumed, units, budget, &BOTH_WAYS) {
                Outcome::Stopped(Stop::Rlimit) if budget.left() != Some(0) => units = units.saturating_mul(GROWTH),
                outcome => return outcome,
            }
        }
    }

    /// The same, within some resource units for each of some ways to try literals ([`Session::prefer_true`]). Where one
    /// runs into a matching loop, another may not.
    pub fn take_turn(&self, assumed: &[Term], units: u64, budget: &Budget, ways: &[bool]) -> Outcome {
        let mut outcome = Outcome::Stopped(Stop::Rlimit);
        for &prefer_true in ways {
            self.encoder.session.prefer_true(prefer_true);
            outcome = self.encoder.session.check(assumed, &budget.within(Limits::units(units)));
            if outcome != Outcome::Stopped(Stop::Rlimit) || budget.left() == Some(0) {
                break;
            }
        }
        outcome
    }

    /// Walks the blocks that the model makes true. `None` when a candidate of an undecided query leads nowhere.
    pub fn path(&mut self, model: &Model) -> Option<Path> {
        execution::path(self, model)
    }

    /// The last block of a path.
    fn end(&self, path: &Path) -> &TemplateBlock {
        let last = path.events.iter().rev().find_map(|event| match event {
            PathEvent::Goto((), _, to) => Some(*to),
            _ => None,
        });
        &self.template.blocks[last.unwrap_or(0)]
    }

    /// Whether a path leads to a goal.
    pub fn ends_at(&self, path: &Path, goal: &Goal) -> bool {
        self.end(path).block == goal.block
    }

    /// The value of a Boolean that the last block of a path chooses; `None` where the model leaves it open.
    pub fn value_at_end(&mut self, model: &Model, path: &Path, var: VarId) -> Option<bool> {
        let value = self.end(path).events.iter().find_map(|e| match e {
            TemplateEvent::Havoc { var: v, value } if *v == var => Some(*value),
            _ => None,
        })?;
        Some(model.is_true(self.term((), value)))
    }

    /// The blocks of a path in the procedure as it was compiled.
    pub fn blocks(&self, path: &Path) -> Vec<BlockId> {
        let entered = path.events.iter().filter_map(|event| match event {
            PathEvent::Goto((), _, to) => Some(*to),
            _ => None,
        });
        std::iter::once(0).chain(entered).map(|block| self.template.blocks[block].block).collect()
    }

    /// The trace along a path, in terms of the procedure as it was compiled.
    pub fn trace(&mut self, model: &Model, path: &Path) -> Trace {
        execution::trace(self, model, path, self.proc)
    }
}

/// The only instance.
impl Instances for Query<'_> {
    type Node = ();
    type Site = ();

    fn entry(&self) {}

    fn template(&self, (): ()) -> Rc<Template> {
        self.template.clone()
    }

    fn call(&self, (): (), _: usize) -> Called<(), ()> {
        Called::Open(())
    }

    fn term(&mut self, (): (), arg: Arg) -> Term {
        self.instance.term(arg, &mut self.encoder)
    }

    fn encoder(&self) -> &Encoder<'_> {
        &self.encoder
    }

    fn initial(&self) -> &[(VarId, Term)] {
        &self.initial
    }
}
