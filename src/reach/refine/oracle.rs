//! The checks of refinement: is a path correct if these globals are tracked?

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Oracle, Path, Stage};
use crate::base::budget::{Budget, Stop};
use crate::base::ids::VarId;
use crate::infer::query::Query;
use crate::ir::{Program, TypeTable, VarKind};
use crate::pass::Back;
use crate::pass::abstract_vars::{Tracked, abstract_body};
use crate::smt::{Outcome, Settings, Term};
use crate::vc::vocabulary::Vocabulary;
use crate::verdict::Trace;
use ivl::source::Span;

/// An oracle about a path.
pub trait PathOracle: Oracle<VarId> {
    /// Whether the path is feasible if these globals are tracked; `None`: the solver does not know.
    fn is_feasible(&mut self, tracked: &[VarId]) -> Result<Option<bool>, Stop>;

    /// The same, with an execution if there is one.
    fn find(&mut self, tracked: &[VarId]) -> Result<Found, Stop>;

    /// Solver checks so far.
    fn checks(&self) -> u64;
}

/// What a path is.
pub enum Found {
    /// Feasible; an execution in terms of the program of the path, if the model says enough.
    Execution(Option<Trace>),
    Infeasible,
    Undecided,
}

/// What checks of a path need.
struct Checks<'a> {
    path: &'a Path,
    settings: &'a Settings,
    budget: &'a Budget,
    made: u64,
}

impl Checks<'_> {
    /// The condition of the abstracted path. The path reaches its place in the program before.
    fn query<'p>(&self, program: &'p Program) -> Result<Query<'p>, Stop> {
        Query::new(Vocabulary::new(program), Stage::PATH, self.settings, self.budget)
    }

    fn check(&mut self, query: &Query, assumed: &[Term]) -> Result<Option<bool>, Stop> {
        self.made += 1;
        match query.check(assumed, self.budget) {
            Outcome::Sat => Ok(Some(true)),
            Outcome::Unsat => Ok(Some(false)),
            Outcome::Unknown(_) => Ok(None),
            Outcome::Stopped(stop) => Err(stop),
        }
    }

    fn find(&mut self, query: &mut Query, assumed: &[Term], back: &Back) -> Result<Found, Stop> {
        Ok(match self.check(query, assumed)? {
            Some(true) => Found::Execution(self.execution(query, back)),
            Some(false) => Found::Infeasible,
            None => Found::Undecided,
        })
    }

    fn execution(&self, query: &mut Query, back: &Back) -> Option<Trace> {
        if query.unsupported().is_some() {
            return None;
        }
        let model = query.session().model()?;
        let path = query.path(&model)?;
        Some(self.path.trace(back.trace(query.trace(&model, &path))))
    }
}

/// Puts the abstracted path into the program.
fn place(stage: &mut Stage, path: &Path, tracked: &dyn Fn(VarId) -> Tracked) -> Back {
    let Stage { program, free_vars } = stage;
    let (mut body, mut back) = (path.body.clone(), Back::default());
    abstract_body(program, &mut body, tracked, free_vars, &mut back);
    program.procs[Stage::PATH].body = Some(body);
    back
}

/// A program for each check (Figure 3).
pub struct Programs<'a> {
    stage: &'a mut Stage,
    checks: Checks<'a>,
}

impl<'a> Programs<'a> {
    pub fn new(stage: &'a mut Stage, path: &'a Path, settings: &'a Settings, budget: &'a Budget) -> Programs<'a> {
        Programs { stage, checks: Checks { path, settings, budget, made: 0 } }
    }

    fn place(&mut self, tracked: &[VarId]) -> Back {
        let tracked: FxHashSet<VarId> = tracked.iter().copied().collect();
        let of = |v: VarId| if tracked.contains(&v) { Tracked::Yes } else { Tracked::No };
        place(self.stage, self.checks.path, &of)
    }
}

impl Oracle<VarId> for Programs<'_> {
    fn is_correct(&mut self, tracked: &[VarId]) -> Result<bool, Stop> {
        Ok(self.is_feasible(tracked)? == Some(false))
    }
}

impl PathOracle for Programs<'_> {
    fn is_feasible(&mut self, tracked: &[VarId]) -> Result<Option<bool>, Stop> {
        self.place(tracked);
        let query = self.checks.query(&self.stage.program)?;
        self.checks.check(&query, &[])
    }

    fn find(&mut self, tracked: &[VarId]) -> Result<Found, Stop> {
        let back = self.place(tracked);
        let mut query = self.checks.query(&self.stage.program)?;
        self.checks.find(&mut query, &[], &back)
    }

    fn checks(&self) -> u64 {
        self.checks.made
    }
}

/// One condition with a Boolean constant for each undecided variable (Figure 5); checks differ in what they assume.
pub struct Constants<'a> {
    checks: Checks<'a>,
    query: Query<'a>,
    back: Back,
    /// Those of the variables that the path reads.
    constants: Vec<(VarId, Term)>,
}

impl<'a> Constants<'a> {
    /// All but the undecided globals are tracked.
    pub fn new(
        stage: &'a mut Stage,
        path: &'a Path,
        undecided: &[VarId],
        settings: &'a Settings,
        budget: &'a Budget,
    ) -> Result<Constants<'a>, Stop> {
        let undecided: Vec<VarId> = undecided.iter().copied().filter(|v| path.reads.contains(v)).collect();
        let constant_of: FxHashMap<VarId, VarId> =
            undecided.iter().map(|&v| (v, constant(&mut stage.program, v))).collect();
        let mut back = place(stage, path, &|v| constant_of.get(&v).map_or(Tracked::Yes, |&b| Tracked::If(b)));
        back.vars.extend(constant_of.values().map(|&b| (b, None)));
        let checks = Checks { path, settings, budget, made: 0 };
        let mut query = checks.query(&stage.program)?;
        let constants = undecided.into_iter().map(|v| (v, query.constant(constant_of[&v]))).collect();
        Ok(Constants { checks, query, back, constants })
    }

    /// What a check assumes.
    fn assumed(&self, tracked: &[VarId]) -> Vec<Term> {
        let tracked: FxHashSet<VarId> = tracked.iter().copied().collect();
        let session = self.query.session();
        let literal = |&(v, b): &(VarId, Term)| if tracked.contains(&v) { b } else { session.not(b) };
        self.constants.iter().map(literal).collect()
    }
}

/// A Boolean that says whether the global is tracked.
fn constant(program: &mut Program, global: VarId) -> VarId {
    let name = format!("tracked_{}", program.vars[global].name);
    program.new_var(name, VarKind::Const { unique: false }, TypeTable::BOOL, Span::NONE)
}

impl Oracle<VarId> for Constants<'_> {
    fn is_correct(&mut self, tracked: &[VarId]) -> Result<bool, Stop> {
        Ok(self.is_feasible(tracked)? == Some(false))
    }

    fn core(&self) -> Option<Vec<VarId>> {
        let core = self.query.session().unsat_core()?;
        Some(self.constants.iter().filter(|(_, term)| core.contains(term)).map(|&(v, _)| v).collect())
    }
}

impl PathOracle for Constants<'_> {
    fn is_feasible(&mut self, tracked: &[VarId]) -> Result<Option<bool>, Stop> {
        let assumed = self.assumed(tracked);
        self.checks.check(&self.query, &assumed)
    }

    fn find(&mut self, tracked: &[VarId]) -> Result<Found, Stop> {
        let assumed = self.assumed(tracked);
        self.checks.find(&mut self.query, &assumed, &self.back)
    }

    fn checks(&self) -> u64 {
        self.checks.made
    }
}
