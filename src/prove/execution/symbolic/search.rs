//! Which path is followed next: half of the work goes to those within the least bound, so that one bound after the other is finished. The
//! other half goes ahead, to a path that comes to a block where none was, else by turns to the last one that forked, an early one and
//! any. On the way, a path *leans*: at each place it prefers a choice of its own, so that some go on where most end (a line of ten
//! digits, of the many lines that there are). As in A. Groce et al., *Swarm Testing*, ISSTA 2012.

use rustc_hash::FxHashSet;

use super::cover::Cover;
use super::eval::Calculator;
use super::rounds::Loops;
use super::solver::Solver;
use super::state::State;
use super::step::{Runner, Stepped, start};
use super::visited::{Again, Visited};
use super::witness;
use crate::base::budget::{Budget, Stop};
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::base::stats::Stats;
use crate::interp::draws::below;
use crate::interp::eval::{self, Evaluator, Interpretation};
use crate::ir::{Program, Type};
use crate::verdict::{Bound, Trace};

/// Commands between two looks at the clock.
const PATIENCE: u64 = 256;
/// Paths that wait; with more, the last one is followed always.
const MOST_WAITING: usize = 2_000;
/// Commands of a turn; then others have theirs.
const LONG: u64 = 50_000;
/// The same where one asks for coverage, and a path comes to nothing new.
const SHORT: u64 = 2_000;
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
    /// The same; all within a bound were, if there is one.
    Stopped(Stop, Option<Bound>),
}

/// An outcome, and what it took.
pub struct Searched {
    pub outcome: Outcome,
    /// Paths that ended.
    pub paths: u64,
    pub waiting: usize,
    pub commands: u64,
    /// Blocks that a path came to, and all.
    pub blocks: (usize, usize),
    pub stats: Stats,
}

/// Follows the paths of a program: to a violation, or where one asks for coverage, to whatever counts.
pub fn search(
    program: &Program,
    entry: ProcId,
    limits: &Limits,
    cover: Option<&mut Cover<'_>>,
    budget: &Budget,
) -> Searched {
    let concrete =
        Evaluator::new(program, Interpretation { lazy: true, ..Interpretation::default() }, eval::Limits::default());
    let runner = Runner {
        calculator: Calculator::new(concrete),
        solver: Solver::default(),
        loops: Loops::new(program),
        budget,
        missed: None,
    };
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
        ahead: 0,
        level: None,
        finished: None,
        cover,
        has_bits: own_vars(program).any(|var| matches!(program.types.get(program.vars[var].ty), Type::Bv(_))),
    };
    let outcome = match search.run(limits, budget) {
        Ok(outcome) => outcome,
        Err(stop) => Outcome::Stopped(stop, search.within()),
    };
    let waiting = search.waiting.len();
    let blocks = program.procs.iter().filter_map(|proc| proc.body.as_ref()).map(|body| body.blocks.len()).sum();
    search.end_all();
    let solver = &search.runner.solver;
    let mut stats = Stats { queries: solver.queries, rlimit: solver.units(), ..Stats::default() };
    stats.add_time("solver", solver.spent);
    Searched {
        outcome,
        paths: search.paths,
        waiting,
        commands: search.commands,
        blocks: (search.covered.len(), blocks),
        stats,
    }
}

/// Variables of the program, but for those of functions.
fn own_vars(program: &Program) -> impl Iterator<Item = VarId> {
    let of_procs = program
        .procs
        .iter()
        .flat_map(|proc| proc.ins.iter().chain(&proc.outs).chain(proc.body.iter().flat_map(|body| &body.locals)));
    program.globals.iter().chain(of_procs).copied()
}

/// A path that waits, and what is looked at to choose one.
struct Waiting<'p> {
    need: u32,
    guesses: u32,
    is_alike: bool,
    place: Option<(ProcId, BlockId)>,
    /// Where one asks for coverage: how likely it is to be next, and by what was covered when that was found out.
    weight: (u32, f64),
    state: Box<State<'p>>,
}

impl<'p> From<Box<State<'p>>> for Waiting<'p> {
    fn from(state: Box<State<'p>>) -> Waiting<'p> {
        let place = place(&state);
        Waiting {
            need: state.need,
            guesses: state.guesses,
            is_alike: state.is_alike,
            place,
            weight: (u32::MAX, 0.0),
            state,
        }
    }
}

/// Where a path is.
fn place(state: &State) -> Option<(ProcId, BlockId)> {
    state.frames.last().map(|frame| (frame.proc, frame.block))
}

/// What following a path comes to.
enum Followed<'p> {
    Ended,
    Later(Box<State<'p>>),
    Last(Outcome),
}

struct Search<'p, 'b, 'c, 'g> {
    program: &'p Program,
    entry: ProcId,
    runner: Runner<'p, 'b>,
    waiting: Vec<Waiting<'p>>,
    covered: FxHashSet<(ProcId, BlockId)>,
    visited: Visited<'p>,
    random: u64,
    turn: u64,
    /// What the path that is followed prefers; 0: nothing.
    lean: u64,
    paths: u64,
    commands: u64,
    /// Commands of paths beyond the least bound.
    ahead: u64,
    /// The bound of the turn; `None`: it goes ahead.
    level: Option<u32>,
    /// No path waits that is within this bound.
    finished: Option<u32>,
    /// What is covered, where one asks for that.
    cover: Option<&'c mut Cover<'g>>,
    has_bits: bool,
}

impl<'p> Search<'p, '_, '_, '_> {
    fn run(&mut self, limits: &Limits, budget: &Budget) -> Result<Outcome, Stop> {
        let first = start(&mut self.runner, self.entry);
        self.waiting.push(Box::new(first).into());
        while let Some(state) = self.next() {
            let before = self.commands;
            match self.follow(*state, limits, budget)? {
                Followed::Ended => {
                    self.paths += 1;
                    if self.cover.as_ref().is_some_and(|cover| cover.is_full()) {
                        return Ok(Outcome::Open("all is covered"));
                    }
                }
                Followed::Later(state) => self.waiting.insert(0, state.into()),
                Followed::Last(outcome) => return Ok(outcome),
            }
            if self.level.is_none() {
                self.ahead += self.commands - before;
            }
            if self.paths >= limits.paths && !self.waiting.is_empty() {
                return Ok(Outcome::Open("there are many paths"));
            }
            // Of bit-vectors, only constants are followed: there is more to come.
            if let Some(missed) = self.runner.missed.filter(|_| self.has_bits) {
                return Ok(Outcome::Open(missed.why));
            }
        }
        Ok(self.runner.missed.map_or(Outcome::Safe, |missed| Outcome::Open(missed.why)))
    }

    /// The bound within which all was looked at.
    fn within(&self) -> Option<Bound> {
        let missed = self.runner.missed.map_or(Some(u32::MAX), |missed| missed.within.checked_sub(1))?;
        self.finished.map(|finished| Bound(finished.min(missed)))
    }

    /// A path ends.
    fn end(&mut self, state: &mut State<'p>) {
        if let Some(cover) = &mut self.cover {
            cover.end((self.program, self.entry), &self.runner.calculator.terms, state);
        }
    }

    /// Paths are not followed any further.
    fn end_all(&mut self) {
        for mut path in std::mem::take(&mut self.waiting) {
            self.end(&mut path.state);
        }
    }

    /// Follows a path to its end, or for a turn.
    fn follow(&mut self, mut state: State<'p>, limits: &Limits, budget: &Budget) -> Result<Followed<'p>, Stop> {
        match self.follow_on(&mut state, limits, budget).transpose() {
            None => Ok(Followed::Later(Box::new(state))),
            Some(ended) => {
                self.end(&mut state);
                ended
            }
        }
    }

    /// The same; `None`: for a turn.
    fn follow_on(
        &mut self,
        state: &mut State<'p>,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Option<Followed<'p>>, Stop> {
        let (mut ran, turn) = (0u64, if self.cover.is_some() { SHORT } else { LONG });
        loop {
            if ran >= turn && !self.waiting.is_empty() || self.level.is_some_and(|level| state.need > level) {
                break;
            }
            if self.commands.is_multiple_of(PATIENCE) {
                budget.check_time()?;
                if self.runner.calculator.terms.len() > MOST_TERMS {
                    return Ok(Some(Followed::Last(Outcome::Open("too many terms"))));
                }
            }
            if self.commands >= limits.commands {
                return Ok(Some(Followed::Last(Outcome::Open("paths are too long"))));
            }
            self.commands += 1;
            ran += 1;
            if let Some(cover) = &self.cover {
                cover.look(state);
            }
            if std::mem::take(&mut state.has_arrived) {
                match self.visited.again(&mut self.runner.calculator.terms, state) {
                    Again::No => {}
                    Again::Yes => return Ok(Some(Followed::Ended)),
                    Again::ButForRounds => {
                        state.is_alike = true;
                        break;
                    }
                }
            }
            match self.runner.step(state) {
                Stepped::On => {
                    // What comes to something new goes on.
                    if self.arrive(state) {
                        ran = 0;
                    }
                }
                Stepped::Ended => return Ok(Some(Followed::Ended)),
                Stepped::Dropped(why) => {
                    self.runner.miss(state, why);
                    return Ok(Some(Followed::Ended));
                }
                Stepped::Violated(violated) => {
                    if let Some(trace) = self.violation(*violated, budget) {
                        return Ok(Some(Followed::Last(Outcome::Unsafe(Box::new(trace)))));
                    }
                    if !matches!(self.runner.beyond(state), Stepped::On) {
                        return Ok(Some(Followed::Ended));
                    }
                }
                Stepped::Forked(ways) => match self.on(ways) {
                    Some(way) => *state = way,
                    None => return Ok(Some(Followed::Ended)),
                },
            }
        }
        Ok(None)
    }

    /// What a violation ends the search with. Where one asks for coverage, the search goes on.
    fn violation(&mut self, mut violated: State<'p>, budget: &Budget) -> Option<Trace> {
        let is_met = match &mut self.cover {
            None => {
                let trace = self.trace(&violated, budget);
                if trace.is_some() {
                    return trace;
                }
                false
            }
            Some(cover) => {
                let terms = &self.runner.calculator.terms;
                cover.violation((self.program, self.entry), terms, &mut violated)
            }
        };
        if !is_met {
            self.runner.miss(&violated, "a violation was not met again");
        }
        None
    }

    /// An execution along a path.
    fn trace(&self, state: &State<'p>, budget: &Budget) -> Option<Trace> {
        if self.program.weakened {
            return None;
        }
        witness::trace(self.program, self.entry, &self.runner.calculator.terms, state, budget)
    }

    /// Whether control is where none was.
    fn arrive(&mut self, state: &State<'p>) -> bool {
        let frame = state.frames.last().filter(|frame| frame.next == 0);
        frame.is_some_and(|frame| self.covered.insert((frame.proc, frame.block)))
    }

    fn is_new(&self, place: Option<(ProcId, BlockId)>) -> bool {
        place.is_some_and(|place| !self.covered.contains(&place))
    }

    /// One of several ways to go on with; the others wait.
    fn on(&mut self, mut ways: Vec<State<'p>>) -> Option<State<'p>> {
        let new = ways.iter().position(|way| self.is_new(place(way)));
        let way = match new {
            Some(at) => ways.remove(at),
            None if ways.is_empty() => return None,
            None => ways.remove(self.leaning(&ways)),
        };
        self.waiting.extend(ways.into_iter().map(|way| Box::new(way).into()));
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

    /// A path that waits; `None`: there is none, or only such as are like others.
    fn next(&mut self) -> Option<Box<State<'p>>> {
        let least = self.waiting.iter().map(|path| path.need).min()?;
        self.finished = least.checked_sub(1);
        let guesses = self.waiting.iter().filter(|path| !path.is_alike).map(|path| path.guesses).min()?;
        self.turn += 1;
        self.lean = if self.turn.is_multiple_of(4) { 0 } else { 1 + below(&mut self.random, usize::MAX) as u64 };
        // Where one asks for coverage, finishing bounds gets an eighth.
        let is_least = match self.cover {
            Some(_) => self.turn.is_multiple_of(8),
            None => self.commands / 2 < self.ahead,
        };
        let at = if is_least {
            self.level = Some(least);
            self.waiting.iter().rposition(|path| path.need == least)?
        } else {
            self.level = None;
            self.further(guesses)?
        };
        let Waiting { mut state, .. } = self.waiting.remove(at);
        state.is_alike = false;
        self.arrive(&state);
        Some(state)
    }

    /// Where one asks for coverage: a path, more likely one that is near to what is not covered.
    fn near_to_goals(&mut self, near: &dyn Fn(&Waiting<'p>) -> bool) -> Option<usize> {
        const DRAWN: usize = 1 << 30;
        let cover = self.cover.as_mut()?;
        let mut all = 0.0;
        for path in self.waiting.iter_mut().filter(|path| near(path)) {
            if path.weight.0 != cover.epoch {
                path.weight = (cover.epoch, cover.weight(self.program, &path.state));
            }
            all += path.weight.1;
        }
        let mut left = all * below(&mut self.random, DRAWN) as f64 / DRAWN as f64;
        (0..self.waiting.len()).filter(|&at| near(&self.waiting[at])).find(|&at| {
            left -= self.waiting[at].weight.1;
            left <= 0.0
        })
    }

    /// A path to go ahead with, of those with the least guesses.
    fn further(&mut self, guesses: u32) -> Option<usize> {
        let last = self.waiting.len().checked_sub(1)?;
        let near = |path: &Waiting| path.guesses == guesses && !path.is_alike;
        let new = self.waiting.iter().rposition(|path| near(path) && self.is_new(path.place));
        if new.is_some() {
            return new;
        }
        if self.turn.is_multiple_of(2)
            && let Some(at) = self.near_to_goals(&near)
        {
            return Some(at);
        }
        let any = match self.turn % 3 {
            _ if last >= MOST_WAITING => last,
            0 => last,
            1 => below(&mut self.random, last / 8 + 1),
            _ => below(&mut self.random, last + 1),
        };
        let before = (0..=any).rev().find(|&at| near(&self.waiting[at]));
        before.or_else(|| (any..=last).find(|&at| near(&self.waiting[at])))
    }
}
