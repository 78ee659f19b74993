//! Coverage of a program by its paths: a path that ends and was the first to pass something that counts is run once more on the
//! interpreter, with inputs that its conditions have; what that run passes is covered.

use rustc_hash::FxHashSet;

use super::super::given::Run;
use super::distance::Distances;
use super::state::State;
use super::term::Terms;
use super::witness::run;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId};
use crate::interp::machine::End;
use crate::interp::passed::{Outside, Passed};
use crate::ir::Program;
use crate::ir::cover::{Goals, Places};
use crate::verdict::Trace;

/// Commands of a run.
const LONGEST: u64 = 200_000;

/// Inputs that cover what others before do not.
pub struct Test {
    pub outside: Outside,
    /// What is covered, by numbers of goals.
    pub passed: Vec<usize>,
    /// How much of it for the first time.
    pub news: usize,
    /// Whether the run ends in a violation.
    pub is_violation: bool,
}

/// What is covered so far.
pub struct Cover<'g> {
    goals: &'g Goals,
    places: Places,
    reached: Vec<bool>,
    pub tests: Vec<Test>,
    /// Executions that violate assertions, one for each.
    pub violations: Vec<Trace>,
    /// Where violations were met.
    violated: FxHashSet<(ProcId, BlockId, usize)>,
    /// How many times more was covered, and what was not then.
    pub epoch: u32,
    distances: Option<(u32, Distances)>,
    /// Paths whose runs did not pass what they were to.
    pub lost: u64,
    /// That of runs.
    budget: &'g Budget,
}

impl<'g> Cover<'g> {
    /// Nothing is covered. `program`: the form of it that is followed.
    pub fn new(goals: &'g Goals, program: &Program, budget: &'g Budget) -> Cover<'g> {
        Cover {
            goals,
            places: goals.places(program),
            reached: vec![false; goals.all.len()],
            tests: Vec::new(),
            violations: Vec::new(),
            violated: FxHashSet::default(),
            epoch: 0,
            distances: None,
            lost: 0,
            budget,
        }
    }

    /// A path is about to do its next command.
    pub fn look(&self, state: &mut State<'_>) {
        if let Some(frame) = state.frames.last()
            && let Some(&goal) = self.places.get(&(frame.proc, frame.block, frame.next))
            && !self.reached[goal]
            && !state.news.contains(&goal)
        {
            state.news.push(goal);
        }
    }

    /// Whether all is covered.
    pub fn is_full(&self) -> bool {
        self.reached.iter().all(|&reached| reached)
    }

    /// How likely a path is to be followed next: more so if it is near to what is not covered.
    pub fn weight(&mut self, program: &Program, state: &State<'_>) -> f64 {
        let known = (&self.places, &self.reached[..]);
        let distances = match self.distances.take() {
            Some((epoch, distances)) if epoch == self.epoch => distances,
            _ => Distances::new(program, &self.places, &self.reached),
        };
        let far = f64::from(1 + distances.of(program, known, state));
        self.distances = Some((self.epoch, distances));
        1.0 / (far * far)
    }

    /// A path violates an assertion. `false`: the run does not.
    pub fn violation(&mut self, subject: (&Program, ProcId), terms: &Terms, state: &mut State<'_>) -> bool {
        let place = state.frames.last().map(|frame| (frame.proc, frame.block, frame.next));
        if place.is_some_and(|place| !self.violated.insert(place)) {
            return true;
        }
        matches!(self.run(subject, terms, state), Some(End::Violated { .. }))
    }

    /// A path ends, or is not followed any further: it is run if it has news.
    pub fn end(&mut self, subject: (&Program, ProcId), terms: &Terms, state: &mut State<'_>) {
        state.news.retain(|&goal| !self.reached[goal]);
        if !state.news.is_empty() {
            self.run(subject, terms, state);
        }
    }

    /// Runs a path; how that ends.
    fn run(&mut self, subject: (&Program, ProcId), terms: &Terms, state: &mut State<'_>) -> Option<End> {
        let wanted = std::mem::take(&mut state.news);
        let Run { end, trace, passed } = run(subject, terms, state, Some(self.goals), LONGEST, self.budget);
        let Passed { reached, outside, .. } = passed?;
        self.lost += u64::from(wanted.iter().any(|goal| !reached.contains(goal)));
        let is_violation = matches!(end, End::Violated { .. });
        let news = reached.iter().filter(|&&goal| !std::mem::replace(&mut self.reached[goal], true)).count();
        if is_violation {
            self.violations.push(trace);
        }
        self.epoch += u32::from(news > 0);
        if news > 0 || is_violation {
            self.tests.push(Test { outside, passed: reached.into_iter().collect(), news, is_violation });
        }
        Some(end)
    }
}
