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
use crate::verdict::Trace;
use ivl::source::Span;

/// An oracle about a path.
pub trait PathOracle: Oracle<VarId> {
    /// Whether the path is feasible if these globals are tracked; `None`: the solver does not know.
    fn is_feasible(&mut self, tracked: &[VarId]) -> Result<Option<bool>, Stop>;

    /// After a check that said that the path is feasible: an execution, in terms of the program of the path.
    fn execution(&mut self) -> Option<Trace>;

    /// Solver checks so far.
    fn checks(&self) -> u64;
}

/// A path, and what checks of it need.
struct Subject<'a> {
    stage: &'a mut Stage,
    path: &'a Path,
    settings: &'a Settings,
    budget: &'a Budget,
    checks: u64,
}

impl Subject<'_> {
    /// The condition of the abstracted path.
    fn query(&mut self, tracked: &dyn Fn(VarId) -> Tracked) -> Result<(Query, Back), Stop> {
        let Stage { program, prepared, free_vars } = &mut *self.stage;
        let (mut body, mut back) = (self.path.body.clone(), Back::default());
        abstract_body(program, &mut body, tracked, free_vars, &mut back);
        program.procs[Stage::PATH].body = Some(body);
        Ok((Query::new(program, prepared, Stage::PATH, self.settings, self.budget)?, back))
    }

    fn check(&mut self, query: &Query, assumed: &[Term]) -> Result<Option<bool>, Stop> {
        self.checks += 1;
        match query.check(assumed, self.budget) {
            Outcome::Sat => Ok(Some(true)),
            Outcome::Unsat => Ok(Some(false)),
            Outcome::Unknown(_) => Ok(None),
            Outcome::Stopped(stop) => Err(stop),
        }
    }

    fn execution(&self, query: &mut Query, back: &Back) -> Option<Trace> {
        let program = &self.stage.program;
        if query.unsupported().is_some() {
            return None;
        }
        let session = query.session.clone();
        let model = session.model()?;
        let path = query.path(program, &model)?;
        Some(self.path.trace(back.trace(query.trace(program, &model, &path))))
    }
}

/// A program for each check (Figure 3).
pub struct Programs<'a> {
    subject: Subject<'a>,
    last: Option<(Query, Back)>,
}

impl<'a> Programs<'a> {
    pub fn new(stage: &'a mut Stage, path: &'a Path, settings: &'a Settings, budget: &'a Budget) -> Programs<'a> {
        Programs { subject: Subject { stage, path, settings, budget, checks: 0 }, last: None }
    }
}

impl Oracle<VarId> for Programs<'_> {
    fn is_correct(&mut self, tracked: &[VarId]) -> Result<bool, Stop> {
        Ok(self.is_feasible(tracked)? == Some(false))
    }
}

impl PathOracle for Programs<'_> {
    fn is_feasible(&mut self, tracked: &[VarId]) -> Result<Option<bool>, Stop> {
        let tracked: FxHashSet<VarId> = tracked.iter().copied().collect();
        let of = |v: VarId| if tracked.contains(&v) { Tracked::Yes } else { Tracked::No };
        let (query, _) = self.last.insert(self.subject.query(&of)?);
        self.subject.check(query, &[])
    }

    fn execution(&mut self) -> Option<Trace> {
        let (query, back) = self.last.as_mut()?;
        self.subject.execution(query, back)
    }

    fn checks(&self) -> u64 {
        self.subject.checks
    }
}

/// One condition with a Boolean constant for each undecided variable (Figure 5); checks differ in what they assume.
pub struct Constants<'a> {
    subject: Subject<'a>,
    query: Query,
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
        let mut subject = Subject { stage, path, settings, budget, checks: 0 };
        let (mut query, mut back) =
            subject.query(&|v| constant_of.get(&v).map_or(Tracked::Yes, |&b| Tracked::If(b)))?;
        back.vars.extend(constant_of.values().map(|&b| (b, None)));
        let program = &mut subject.stage.program;
        let mut term = |b: VarId| {
            let e = program.var_expr(b);
            query.closed(program, e)
        };
        let constants = undecided.into_iter().map(|v| (v, term(constant_of[&v]))).collect();
        Ok(Constants { subject, query, back, constants })
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
        let core = self.query.session.unsat_core();
        Some(self.constants.iter().filter(|(_, term)| core.contains(term)).map(|&(v, _)| v).collect())
    }
}

impl PathOracle for Constants<'_> {
    fn is_feasible(&mut self, tracked: &[VarId]) -> Result<Option<bool>, Stop> {
        let tracked: FxHashSet<VarId> = tracked.iter().copied().collect();
        let session = self.query.session.clone();
        let literal = |&(v, b): &(VarId, Term)| if tracked.contains(&v) { b } else { session.not(b) };
        let assumed: Vec<Term> = self.constants.iter().map(literal).collect();
        self.subject.check(&self.query, &assumed)
    }

    fn execution(&mut self) -> Option<Trace> {
        self.subject.execution(&mut self.query, &self.back)
    }

    fn checks(&self) -> u64 {
        self.subject.checks
    }
}
