//! One procedure's verification condition in a solver session, and what its models say.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::goals::Goal;
use crate::base::budget::{Budget, Limits, Stop, Stops};
use crate::base::ids::{ExprId, ProcId, VarId};
use crate::cfg::liveness::liveness;
use crate::ir::Program;
use crate::smt::{Model, Outcome, Session, Settings, Term};
use crate::vc::functions::Definitions;
use crate::vc::passive::passive_form;
use crate::vc::template::{Arg, Instance, Template, TemplateEvent};
use crate::vc::translate::Translator;
use crate::vc::values::{Values, Wanted};
use crate::verdict::{Decision, Trace};

/// What all queries about one program share.
#[derive(Clone)]
pub struct Prepared {
    definitions: Definitions,
    translator: Translator,
}

impl Prepared {
    pub fn new(program: &mut Program) -> Prepared {
        let mut definitions = Definitions::new(program);
        let translator = Translator::new(program, &mut definitions);
        Prepared { definitions, translator }
    }
}

/// Solver resource units of the first turns of a query, a fraction of a second.
pub const FIRST_TURN: u64 = 100_000;

/// Later turns of a query that is not split are long: few queries need them, and those that do had better not begin
/// again and again.
const GROWTH: u64 = 128;

/// The condition of a procedure whose goals are split.
pub struct Query {
    /// Shared with the models that borrow it.
    pub session: Rc<Session>,
    pub proc: ProcId,
    translator: Translator,
    template: Template,
    instance: Instance,
    /// In-parameters and globals, and the terms of their initial values.
    initial: Vec<(VarId, Term)>,
    /// What variables get at a havoc, for the Booleans of goals.
    chosen: FxHashMap<VarId, Vec<Term>>,
}

/// A path from the entry to a goal: positions of blocks in the template.
pub struct Path {
    blocks: Vec<usize>,
}

impl Query {
    /// `Err`: there is nothing left to spend on it.
    pub fn new(
        program: &mut Program,
        prepared: &mut Prepared,
        proc: ProcId,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Query, Stop> {
        let lease = budget.lease(Stops::Never)?;
        let live = liveness(program, proc, &[]);
        let passive = passive_form(program, &mut prepared.definitions, &live, proc);
        let template = Template::new(program, &passive);
        let session = Rc::new(Session::new(settings, budget));
        let mut translator = prepared.translator.clone();
        let needed: Vec<VarId> = live.needed_in(proc).to_vec();
        let mut initial = Vec::with_capacity(needed.len());
        for var in needed {
            let sort = translator.sort(&session, program, program.vars[var].ty);
            initial.push((var, session.fresh_constant(&program.vars[var].name, sort)));
        }
        let args: Vec<Term> = initial.iter().map(|&(_, term)| term).collect();
        let instance = session.building(Some(lease), || {
            let control = session.bool(true);
            let instance = template.instantiate(&mut translator, &session, program, control, &args, &[]);
            translator.assert_axioms(&session, program);
            instance
        });
        let mut chosen: FxHashMap<VarId, Vec<Term>> = FxHashMap::default();
        for event in template.blocks.iter().flat_map(|b| &b.events) {
            if let TemplateEvent::Havoc { var, value } = *event {
                let term = instance.term(value, &mut translator, &session, program);
                chosen.entry(var).or_default().push(term);
            }
        }
        Ok(Query { session, proc, translator, template, instance, initial, chosen })
    }

    /// What the program has that no theory of the solver interprets.
    pub fn unsupported(&self) -> Option<&str> {
        self.translator.unsupported.as_deref()
    }

    /// The literals that switch a goal off.
    pub fn off(&self, goal: &Goal) -> Vec<Term> {
        self.chosen.get(&goal.on).into_iter().flatten().map(|&on| self.session.not(on)).collect()
    }

    /// The values that a Boolean of a goal gets, one for each of its blocks.
    pub fn chosen(&self, var: VarId) -> &[Term] {
        self.chosen.get(&var).map_or(&[], |terms| terms)
    }

    /// The term of an expression without locals: over constants alone.
    pub fn closed(&mut self, program: &Program, e: ExprId) -> Term {
        let term = self.translator.closed(&self.session, program, e);
        self.translator.assert_axioms(&self.session, program);
        term
    }

    /// Is a goal reachable, under these assumptions? Takes longer turns until it is known.
    pub fn check(&self, assumed: &[Term], budget: &Budget) -> Outcome {
        let mut units = FIRST_TURN;
        loop {
            match self.take_turn(assumed, units, budget) {
                Outcome::Stopped(Stop::Rlimit) if budget.left() != Some(0) => units = units.saturating_mul(GROWTH),
                outcome => return outcome,
            }
        }
    }

    /// The same, within some resource units. Where one way to try literals runs into a matching loop, another may not:
    /// both get that many.
    pub fn take_turn(&self, assumed: &[Term], units: u64, budget: &Budget) -> Outcome {
        let mut outcome = Outcome::Stopped(Stop::Rlimit);
        for prefer_true in [false, true] {
            self.session.prefer_true(prefer_true);
            outcome = self.session.check(assumed, &budget.within(Limits::units(units)));
            if outcome != Outcome::Stopped(Stop::Rlimit) || budget.left() == Some(0) {
                break;
            }
        }
        outcome
    }

    /// Walks the blocks that the model makes true. `None` when a candidate of an undecided query leads nowhere.
    pub fn path(&mut self, program: &Program, model: &Model) -> Option<Path> {
        let mut blocks = vec![0];
        let mut at = 0;
        while !self.template.blocks[at].targets.is_empty() {
            let targets = &self.template.blocks[at].targets;
            let mut taken = None;
            for &(target, literal) in targets {
                let term = self.instance.term(literal, &mut self.translator, &self.session, program);
                if targets.len() == 1 || model.is_true(term) {
                    taken = Some(target);
                    break;
                }
            }
            at = taken?;
            blocks.push(at);
        }
        Some(Path { blocks })
    }

    /// Of these goals the one at the end of a path.
    pub fn goal_of<'g>(&self, path: &Path, goals: &'g [Goal]) -> Option<(usize, &'g Goal)> {
        let last = &self.template.blocks[*path.blocks.last()?];
        goals.iter().enumerate().find(|(_, goal)| goal.block == last.block)
    }

    /// The value of a Boolean that the last block of a path chooses; `None` where the model leaves it open.
    pub fn value_at_end(&mut self, program: &Program, model: &Model, path: &Path, var: VarId) -> Option<bool> {
        let last = &self.template.blocks[*path.blocks.last()?];
        let value = last.events.iter().find_map(|e| match e {
            TemplateEvent::Havoc { var: v, value } if *v == var => Some(*value),
            _ => None,
        })?;
        let term = self.instance.term(value, &mut self.translator, &self.session, program);
        Some(model.is_true(term))
    }

    /// The literals of the edges that a path takes.
    pub fn literals(&mut self, program: &Program, path: &Path) -> Vec<Term> {
        let mut literals = Vec::new();
        for pair in path.blocks.windows(2) {
            let targets = &self.template.blocks[pair[0]].targets;
            if targets.len() > 1
                && let Some(&(_, literal)) = targets.iter().find(|(target, _)| *target == pair[1])
            {
                literals.push(self.instance.term(literal, &mut self.translator, &self.session, program));
            }
        }
        literals
    }

    /// The blocks of a path in the procedure as it was compiled.
    pub fn blocks(&self, path: &Path) -> Vec<crate::base::ids::BlockId> {
        path.blocks.iter().map(|&b| self.template.blocks[b].block).collect()
    }

    /// The trace along a path, in terms of the procedure as it was compiled.
    pub fn trace(&mut self, program: &Program, model: &Model, path: &Path) -> Trace {
        let mut wanted = Vec::new();
        let mut term = |arg: Arg| self.instance.term(arg, &mut self.translator, &self.session, program);
        for &(var, arg) in &self.template.uninitialised {
            wanted.push(Wanted::Initial(var, term(arg)));
        }
        let mut previous: Option<usize> = None;
        for &at in &path.blocks {
            let block = &self.template.blocks[at];
            if let Some(from) = previous.replace(at) {
                let from = self.template.blocks[from].block;
                wanted.push(Wanted::Goto(Decision::Goto { proc: self.proc, block: from, target: block.block }));
            }
            for event in &block.events {
                if let TemplateEvent::Havoc { var, value } = *event {
                    wanted.push(Wanted::Value(var, term(value)));
                }
            }
        }
        Values::new(&self.session, model, &self.translator, program).trace(self.proc, &self.initial, wanted)
    }
}
