//! Which path is followed next: one that comes to a block where none was, else by turns the last one that forked, an early one and
//! any. On the way, a path *leans*: at each place it prefers a choice of its own, so that some go on where most end (a line of ten
//! digits, of the many lines that there are). As in A. Groce et al., *Swarm Testing*, ISSTA 2012.

use rustc_hash::FxHashSet;

use super::eval::Calculator;
use super::solver::Solver;
use super::state::State;
use super::step::{Runner, Stepped, start};
use super::visited::Visited;
use super::witness;
use crate::base::budget::{Budget, Stop};
use crate::base::ids::{BlockId, ProcId};
use crate::base::stats::Stats;
use crate::interp::draws::below;
use crate::interp::eval::{self, Evaluator, Interpretation};
use crate::ir::Program;
use crate::verdict::Trace;

/// Commands between two looks at the clock.
const PATIENCE: u64 = 256;
/// Paths that wait; with more, the last one is followed always.
const MOST_WAITING: usize = 2_000;
/// Commands of a turn; then others have theirs.
const LONG: u64 = 50_000;
/// One of so many choices is not the one that a path leans to.
const LEANING: usize = 12;
/// Terms of one search.
const MOST_TERMS: usize = 6_000_000;

/// How far paths are followed.
pub struct Limits {
    pub commands: u64,
    pub paths: u64,
}

/// What was found.
pub enum Outcome {
    /// All paths end, and all assertions hold.
    Safe,
    Unsafe(Box<Trace>),
    /// Not all paths were followed to their ends.
    Open(&'static str),
    Stopped(Stop),
}

/// An outcome, and what it took.
pub struct Searched {
    pub outcome: Outcome,
    /// Paths that ended.
    pub paths: u64,
    pub waiting: usize,
    pub commands: u64,
    pub stats: Stats,
}

/// Follows the paths of a program.
pub fn search(program: &Program, entry: ProcId, limits: &Limits, budget: &Budget) -> Searched {
    let concrete =
        Evaluator::new(program, Interpretation { lazy: true, ..Interpretation::default() }, eval::Limits::default());
    let runner = Runner { calculator: Calculator::new(concrete), solver: Solver::default(), budget, missed: None };
    let mut search = Search {
        program,
        entry,
        runner,
        waiting: Vec::new(),
        covered: FxHashSet::default(),
        visited: Visited::new(program, entry),
        random: 0x9e37_79b9_7f4a_7c15,
        turn: 0,
        lean: 0,
        paths: 0,
        commands: 0,
    };
    let outcome = search.run(limits, budget);
    let solver = &search.runner.solver;
    let mut stats = Stats { queries: solver.queries, rlimit: solver.units(), ..Stats::default() };
    stats.add_time("solver", solver.spent);
    Searched { outcome, paths: search.paths, waiting: search.waiting.len(), commands: search.commands, stats }
}

/// Whether a path has come to its end.
enum Ended<'p> {
    Yes,
    Later(Box<State<'p>>),
}

struct Search<'p, 'b> {
    program: &'p Program,
    entry: ProcId,
    runner: Runner<'p, 'b>,
    #[expect(clippy::vec_box, reason = "one is taken out of the middle at every turn")]
    waiting: Vec<Box<State<'p>>>,
    covered: FxHashSet<(ProcId, BlockId)>,
    visited: Visited<'p>,
    random: u64,
    turn: u64,
    /// What the path that is followed prefers; 0: nothing.
    lean: u64,
    paths: u64,
    commands: u64,
}

impl<'p> Search<'p, '_> {
    fn run(&mut self, limits: &Limits, budget: &Budget) -> Outcome {
        let first = start(&mut self.runner, self.entry);
        self.waiting.push(Box::new(first));
        while let Some(state) = self.next() {
            match self.follow(*state, limits, budget) {
                Ok(Ended::Yes) => self.paths += 1,
                Ok(Ended::Later(state)) => self.waiting.insert(0, state),
                Err(outcome) => return outcome,
            }
            if self.paths >= limits.paths && !self.waiting.is_empty() {
                return Outcome::Open("there are many paths");
            }
        }
        self.runner.missed.map_or(Outcome::Safe, Outcome::Open)
    }

    /// Follows a path to its end, or for a turn.
    fn follow(&mut self, mut state: State<'p>, limits: &Limits, budget: &Budget) -> Result<Ended<'p>, Outcome> {
        for ran in 0u64.. {
            if ran == LONG && !self.waiting.is_empty() {
                break;
            }
            if self.commands.is_multiple_of(PATIENCE) {
                budget.check_time().map_err(Outcome::Stopped)?;
                if self.runner.calculator.terms.len() > MOST_TERMS {
                    return Err(Outcome::Open("too many terms"));
                }
            }
            if self.commands >= limits.commands {
                return Err(Outcome::Open("paths are too long"));
            }
            self.commands += 1;
            if std::mem::take(&mut state.has_arrived)
                && self.visited.again(&mut self.runner.calculator.terms, &mut state)
            {
                return Ok(Ended::Yes);
            }
            match self.runner.step(&mut state) {
                Stepped::On => self.arrive(&state),
                Stepped::Ended => return Ok(Ended::Yes),
                Stepped::Dropped(why) => {
                    self.runner.missed.get_or_insert(why);
                    return Ok(Ended::Yes);
                }
                Stepped::Violated(violated) => {
                    if let Some(trace) = self.trace(&violated, budget) {
                        return Err(Outcome::Unsafe(Box::new(trace)));
                    }
                    self.runner.missed.get_or_insert("a violation was not met again");
                    if !matches!(self.runner.beyond(&mut state), Stepped::On) {
                        return Ok(Ended::Yes);
                    }
                }
                Stepped::Forked(ways) => match self.on(ways) {
                    Some(way) => state = way,
                    None => return Ok(Ended::Yes),
                },
            }
        }
        Ok(Ended::Later(Box::new(state)))
    }

    /// An execution along a path.
    fn trace(&self, state: &State<'p>, budget: &Budget) -> Option<Trace> {
        if self.program.weakened {
            return None;
        }
        witness::trace(self.program, self.entry, &self.runner.calculator.terms, state, budget)
    }

    fn arrive(&mut self, state: &State<'p>) {
        if let Some(frame) = state.frames.last().filter(|frame| frame.next == 0) {
            self.covered.insert((frame.proc, frame.block));
        }
    }

    fn is_new(&self, state: &State<'p>) -> bool {
        state.frames.last().is_some_and(|frame| !self.covered.contains(&(frame.proc, frame.block)))
    }

    /// One of several ways to go on with; the others wait.
    fn on(&mut self, mut ways: Vec<State<'p>>) -> Option<State<'p>> {
        let new = ways.iter().position(|way| self.is_new(way));
        let way = match new {
            Some(at) => ways.remove(at),
            None if ways.is_empty() => return None,
            None => ways.remove(self.leaning(&ways)),
        };
        self.waiting.extend(ways.into_iter().map(Box::new));
        self.arrive(&way);
        Some(way)
    }

    /// The way that the path leans to, more often than not.
    fn leaning(&mut self, ways: &[State<'p>]) -> usize {
        // What is to be looked at last is not looked at now.
        let least = ways.iter().map(|way| way.guesses).min();
        if let Some(at) = ways.iter().position(|way| Some(way.guesses) == least)
            && ways.iter().any(|way| Some(way.guesses) != least)
        {
            return at;
        }
        if self.lean == 0 || below(&mut self.random, LEANING) == 0 {
            return below(&mut self.random, ways.len());
        }
        let place = ways[0].frames.last().map_or(0, |frame| u64::from(frame.proc.0) << 32 | u64::from(frame.block.0));
        below(&mut (self.lean ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1), ways.len())
    }

    /// A path that waits.
    fn next(&mut self) -> Option<Box<State<'p>>> {
        let last = self.waiting.len().checked_sub(1)?;
        self.turn += 1;
        self.lean = if self.turn.is_multiple_of(4) { 0 } else { 1 + below(&mut self.random, usize::MAX) as u64 };
        let least = self.waiting.iter().map(|state| state.guesses).min()?;
        let near = |state: &State<'p>| state.guesses == least;
        let new = self.waiting.iter().rposition(|state| near(state) && self.is_new(state));
        let at = match new {
            Some(at) => at,
            None => {
                let any = match self.turn % 3 {
                    _ if last >= MOST_WAITING => last,
                    0 => last,
                    1 => below(&mut self.random, last / 8 + 1),
                    _ => below(&mut self.random, last + 1),
                };
                let before = (0..=any).rev().find(|&at| near(&self.waiting[at]));
                before.or_else(|| (any..=last).find(|&at| near(&self.waiting[at])))?
            }
        };
        let state = self.waiting.remove(at);
        self.arrive(&state);
        Some(state)
    }
}
