//! Which path is followed next, by turns of three kinds ([`Kind`]). Two fifths of the work go to those within the least bound, so that one
//! bound after the other is finished, and a fifth to the same by a wider measure. The others go ahead: to a path that reaches a block
//! where none was, else by turns to one that reaches a place so many times for the first time ([`super::novelty`]), one drawn down the
//! tree of forks ([`super::tree`]), the last one that forked, an early one and any. On the way, a path *leans*: at each place it prefers a
//! choice of its own, so that some go on where most end (a line of ten digits, of the many lines that there are). As in A. Groce et al.,
//! *Swarm Testing*, ISSTA 2012.
//!
//! Runs with drawn inputs ([`super::super::fuzz`]) have their part of each turn.
//!
//! Where bounds are finished, the ways of a fork are one path again where they meet ([`super::together`]). So each kind has paths of
//! its own from the first fork on: each looks at everything, and if one has, that is enough. If ways are seldom one again, bounds are
//! finished by those that go ahead.

use rustc_hash::FxHashSet;

use super::super::fuzz::Fuzzer;
use super::cover::Cover;
use super::eval::Calculator;
use super::frontier::{Frontier, Kind, Waiting, arrival, arrive, place};
use super::heat::Heat;
use super::joins::Joins;
use super::novelty::Arrival;
use super::rounds::Loops;
use super::solver::Solver;
use super::state::{Guard, State};
use super::step::{Runner, Stepped, start};
use super::turns::{Progress, Turns};
use super::visited::{Again, Visited};
use super::witness;
use crate::base::budget::Stop;
use crate::base::ids::{BlockId, ProcId};
use crate::interp::draws::below;
use crate::interp::eval::{self, Evaluator, Interpretation};
use crate::ir::build::own_vars;
use crate::ir::{Program, Type};
use crate::verdict::{Bound, Trace};

/// Commands between two looks at the clock.
const PATIENCE: u64 = 256;
/// Paths that wait; with more, the last one is followed always.
const MOST_WAITING: usize = 2_000;
/// Units of a solver that take about as long as a command.
const UNITS: u64 = 6;
/// Values of terms that take about as long as a command.
const VALUES: u64 = 48;
/// Work of a turn; then others have theirs.
const LONG: u64 = 50_000;
/// Work before bounds are finished one after the other: few paths are followed once.
const EARLY: u64 = 2_000;
/// The same where one asks for coverage, and a path reaches nothing new.
const SHORT: u64 = 2_000;
/// One of so many choices is not the one that a path leans to.
const LEANING: usize = 12;
/// Terms of one search.
const MOST_TERMS: usize = 6_000_000;
/// Instructions of runs with drawn inputs for a command: they are quicker.
const FUZZED: u64 = 16;

/// Commands of the run of a path for each command of the search, and besides.
const LONGEST: (u64, u64) = (4, 20_000);

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
    /// The same, for want of time.
    Stopped(Stop),
}

/// An outcome, and what it took.
pub struct Searched {
    pub outcome: Outcome,
    pub progress: Progress,
}

/// Follows the paths of a program: to a violation, or where one asks for coverage, to whatever counts.
pub fn search(
    program: &Program,
    entry: ProcId,
    limits: &Limits,
    cover: Option<&mut Cover<'_>>,
    turns: Turns<'_>,
) -> Searched {
    let concrete =
        Evaluator::new(program, Interpretation { lazy: true, ..Interpretation::default() }, eval::Limits::default());
    let mut runner = Runner {
        calculator: Calculator::new(concrete),
        solver: Solver::default(),
        loops: Loops::new(program),
        turns,
        commands: 0,
        missed: None,
        stopped: None,
        lost: 0,
    };
    let first = start(&mut runner, entry);
    let mut search = Search {
        program,
        entry,
        runner,
        joins: Joins::default(),
        heat: Heat::new(program),
        nested: 0,
        most_commands: limits.commands,
        turn_ends: 0,
        frontier: Frontier::new(Kind::Ahead, Visited::new(program, entry), first, None),
        aside: Vec::new(),
        are_several: false,
        over: None,
        covered: FxHashSet::default(),
        blocks: program.procs.iter().filter_map(|proc| proc.body.as_ref()).map(|body| body.blocks.len()).sum(),
        arrivals: FxHashSet::default(),
        random: 0x9e37_79b9_7f4a_7c15,
        turn: 0,
        lean: 0,
        worked: [0; Kind::ALL.len()],
        kind: Kind::Ahead,
        level: None,
        cover,
        fuzzer: None,
        has_bits: program
            .globals
            .iter()
            .copied()
            .chain(program.procs.iter().flat_map(own_vars))
            .any(|var| matches!(program.types.get(program.vars[var].ty), Type::Bv(_))),
    };
    let outcome = match search.run(limits.paths) {
        Ok(outcome) => outcome,
        Err(stop) => Outcome::Stopped(stop),
    };
    let progress = search.progress();
    search.end_all();
    Searched { outcome, progress }
}

/// The outcome of following a path.
pub(super) enum Followed<'p> {
    Ended,
    Later(Box<State<'p>>),
    Last(Outcome),
}

/// The outcome of a step.
pub(super) enum Went<'p> {
    On,
    /// In several ways.
    Forked(Vec<State<'p>>),
    /// It is others' turn.
    Turned,
    Ended(Followed<'p>),
}

pub(super) struct Search<'p, 'b, 'c, 'g> {
    pub(super) program: &'p Program,
    entry: ProcId,
    pub(super) runner: Runner<'p, 'b>,
    pub(super) joins: Joins,
    pub(super) heat: Heat,
    /// Forks whose ways are followed to where they meet.
    pub(super) nested: u32,
    /// Of the paths that are followed now.
    pub(super) frontier: Frontier<'p>,
    /// The others, of other kinds. There are all from the first fork on.
    aside: Vec<Frontier<'p>>,
    /// Whether all have begun.
    are_several: bool,
    /// The bound up to which those had come that are over.
    over: Option<Bound>,
    covered: FxHashSet<(ProcId, BlockId)>,
    /// All that there are.
    blocks: usize,
    /// What paths that go ahead were the first to do.
    arrivals: FxHashSet<Arrival>,
    most_commands: u64,
    /// Work until then.
    turn_ends: u64,
    random: u64,
    turn: u64,
    /// What the path that is followed prefers; 0: nothing.
    lean: u64,
    /// Work in turns of each kind.
    worked: [u64; Kind::ALL.len()],
    /// That of the turn.
    kind: Kind,
    /// What the turn is to finish; `None`: it goes ahead.
    level: Option<u32>,
    /// What is covered, where one asks for that.
    cover: Option<&'c mut Cover<'g>>,
    /// Runs with drawn inputs, once there were some.
    fuzzer: Option<Fuzzer>,
    has_bits: bool,
}

impl<'p> Search<'p, '_, '_, '_> {
    fn run(&mut self, most_paths: u64) -> Result<Outcome, Stop> {
        while let Some(state) = self.next() {
            let before = self.work();
            match self.follow(*state)? {
                Followed::Ended => {
                    self.frontier.paths += 1;
                    if self.cover.as_ref().is_some_and(|cover| cover.is_full()) {
                        return Ok(Outcome::Open("all is covered"));
                    }
                }
                Followed::Later(state) => self.frontier.wait_long(state),
                Followed::Last(outcome) => return Ok(outcome),
            }
            self.worked[self.kind as usize] += self.work() - before;
            if let Some(trace) = self.fuzz() {
                return Ok(Outcome::Unsafe(Box::new(trace)));
            }
            if self.frontier.paths >= most_paths && !self.frontier.waiting.is_empty() {
                return Ok(Outcome::Open("there are many paths"));
            }
            // Of bit-vectors, only constants are followed: there is more to come.
            if let Some(missed) = self.runner.missed.filter(|_| self.has_bits) {
                return Ok(Outcome::Open(missed.why));
            }
        }
        match (self.runner.stopped, self.runner.missed) {
            (Some(stop), _) => Err(stop),
            (None, Some(_)) if self.only_others() => self.run(most_paths),
            (None, Some(missed)) => Ok(Outcome::Open(missed.why)),
            (None, None) => Ok(Outcome::Safe),
        }
    }

    /// Runs with drawn inputs, when it is their turn. Returns a violation that one reaches.
    fn fuzz(&mut self) -> Option<Trace> {
        // Where all paths have ended, there is nothing to be found.
        let is_done = self.frontier.waiting.is_empty();
        if is_done || self.cover.is_some() || self.has_bits || self.program.weakened {
            return None;
        }
        let due = self.work() * FUZZED;
        let fuzzer = self.fuzzer.get_or_insert_with(|| Fuzzer::new(self.program, self.entry));
        let left = due.checked_sub(fuzzer.work()).filter(|_| !fuzzer.is_over())?;
        let turns = &self.runner.turns;
        fuzzer.run(self.program, left.min(LONG * FUZZED), (turns.budget(), turns.whole()))
    }

    /// Where not all could be looked at by paths of one kind, those of the other may tell. `false`: there are no others.
    fn only_others(&mut self) -> bool {
        self.over = self.within();
        let Some(aside) = self.aside.pop() else { return false };
        self.frontier = aside;
        self.runner.missed = self.frontier.missed;
        true
    }

    /// Paths that are merged seldom are not followed any more: those that go ahead are the same.
    fn without_merging(&mut self) {
        if self.frontier.merges_seldom() {
            self.turn_to(Kind::Ahead);
        }
        if self.aside.iter().any(Frontier::merges_seldom) {
            self.over = self.within();
            self.aside.retain(|other| !other.merges_seldom());
        }
    }

    /// Goes on with the paths of a kind, or, if there are none, with those that go ahead.
    fn turn_to(&mut self, kind: Kind) {
        let wanted = if self.has(kind) { kind } else { Kind::Ahead };
        if let Some(aside) = self.aside.iter_mut().find(|other| other.kind == wanted) {
            self.frontier.missed = self.runner.missed;
            std::mem::swap(&mut self.frontier, aside);
            self.runner.missed = self.frontier.missed;
        }
    }

    /// Whether there are paths of that kind.
    fn has(&self, kind: Kind) -> bool {
        self.frontier.kind == kind || self.aside.iter().any(|other| other.kind == kind)
    }

    /// The kind of the next turn: that on which least was done, by what its work counts for.
    fn kind_of_turn(&self) -> Kind {
        match self.cover {
            Some(_) if (self.turn + 1).is_multiple_of(8) => Kind::Bounds,
            None if self.work() > EARLY => {
                let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Wide || self.has(kind));
                kinds.min_by_key(|&kind| self.worked[kind as usize] * kind.cost()).unwrap_or(Kind::Ahead)
            }
            _ => Kind::Ahead,
        }
    }

    /// How far the search has come.
    fn progress(&mut self) -> Progress {
        let solver = &self.runner.solver;
        Progress {
            paths: self.frontier.paths,
            waiting: self.frontier.waiting.len(),
            commands: self.runner.commands,
            blocks: (self.covered.len(), self.blocks),
            runs: self.fuzzer.as_ref().map_or(0, |fuzzer| fuzzer.runs),
            queries: solver.queries,
            units: solver.units(),
            solver: solver.spent(),
            within: self.within(),
        }
    }

    /// The bound within which all was looked at.
    fn within(&mut self) -> Option<Bound> {
        self.frontier.missed = self.runner.missed;
        let aside = self.aside.iter().filter_map(Frontier::within).max();
        self.over.max(self.frontier.within()).max(aside)
    }

    /// A path ends.
    fn end(&mut self, state: &mut State<'p>) {
        if let Some(cover) = &mut self.cover {
            cover.end((self.program, self.entry), &self.runner.calculator.terms, state);
        }
    }

    /// Paths are not followed any further.
    fn end_all(&mut self) {
        for mut path in std::mem::take(&mut self.frontier.waiting) {
            self.end(&mut path.state);
        }
    }

    /// Follows a path to its end, or for a turn.
    fn follow(&mut self, mut state: State<'p>) -> Result<Followed<'p>, Stop> {
        self.turn_ends = self.work() + self.long();
        state.guard = Guard::default();
        loop {
            match self.advance(&mut state)? {
                Went::On => {}
                Went::Turned => return Ok(Followed::Later(Box::new(state))),
                Went::Ended(followed) => {
                    self.end(&mut state);
                    return Ok(followed);
                }
                Went::Forked(ways) => {
                    if !self.are_several && self.cover.is_none() {
                        self.are_several = true;
                        for kind in [Kind::Wide, Kind::Bounds] {
                            let visited = Visited::new(self.program, self.entry);
                            self.aside.push(Frontier::new(kind, visited, state.clone(), self.runner.missed));
                        }
                    }
                    let ways = if self.frontier.is_merged() {
                        match self.together(&state, ways)? {
                            Ok(ways) => ways,
                            Err(ended) => return Ok(ended),
                        }
                    } else {
                        ways
                    };
                    match self.on(ways) {
                        Some(way) => state = way,
                        None => {
                            self.end(&mut state);
                            return Ok(Followed::Ended);
                        }
                    }
                    state.guard = Guard::default();
                }
            }
        }
    }

    /// What was done so far, in commands.
    fn work(&self) -> u64 {
        let Runner { commands, solver, calculator, .. } = &self.runner;
        commands + solver.units() / UNITS + calculator.terms.valued() / VALUES
    }

    /// Work of a turn.
    fn long(&self) -> u64 {
        match self.cover {
            Some(_) => SHORT,
            // Ways are merged only within a turn.
            None if self.level.is_some() => LONG.max(self.work()),
            None => LONG,
        }
    }

    /// A step of a path, unless its turn is over.
    pub(super) fn advance(&mut self, state: &mut State<'p>) -> Result<Went<'p>, Stop> {
        self.runner.stopped.map_or(Ok(()), Err)?;
        let others = self.nested > 0 || !self.aside.is_empty() || !self.frontier.waiting.is_empty();
        if self.work() >= self.turn_ends && others
            || self.level.is_some_and(|level| self.kind.measure(state.need) > level)
        {
            return Ok(Went::Turned);
        }
        if self.runner.commands.is_multiple_of(PATIENCE) {
            self.runner.turns.go_on(self.runner.commands)?;
            if self.runner.calculator.terms.len() > MOST_TERMS {
                return Ok(Went::Ended(Followed::Last(Outcome::Open("too many terms"))));
            }
        }
        if self.runner.commands >= self.most_commands {
            return Ok(Went::Ended(Followed::Last(Outcome::Open("paths are too long"))));
        }
        self.runner.commands += 1;
        if let Some(cover) = &self.cover {
            cover.look(state);
        }
        if std::mem::take(&mut state.has_arrived) {
            match self.frontier.visited.again(&mut self.runner.calculator.terms, state) {
                Again::No => {}
                Again::Yes => return Ok(Went::Ended(Followed::Ended)),
                Again::ButForRounds => {
                    state.is_alike = true;
                    return Ok(Went::Turned);
                }
            }
        }
        let mut stepped = self.runner.step(state);
        self.runner.stopped.map_or(Ok(()), Err)?;
        if let Stepped::Violated(violated) = stepped {
            if let Some(trace) = self.violation(*violated) {
                return Ok(Went::Ended(Followed::Last(Outcome::Unsafe(Box::new(trace)))));
            }
            stepped = self.runner.beyond(state);
            self.runner.stopped.map_or(Ok(()), Err)?;
        }
        Ok(match stepped {
            Stepped::On => {
                // What reaches something new goes on.
                if self.arrive(state) {
                    self.turn_ends = self.turn_ends.max(self.work() + self.long());
                }
                Went::On
            }
            // Beyond an assertion, nothing is violated before the next step.
            Stepped::Ended | Stepped::Violated(_) => Went::Ended(Followed::Ended),
            Stepped::Dropped(why) => {
                self.runner.miss(state, why);
                self.runner.stopped.map_or(Ok(()), Err)?;
                Went::Ended(Followed::Ended)
            }
            Stepped::Forked(ways) => Went::Forked(ways),
        })
    }

    /// A path waits.
    pub(super) fn wait(&mut self, mut state: State<'p>) {
        state.guard = Guard::default();
        self.frontier.wait(Box::new(state));
    }

    /// What a violation ends the search with. Where one asks for coverage, the search goes on.
    fn violation(&mut self, mut violated: State<'p>) -> Option<Trace> {
        let is_met = match &mut self.cover {
            None => {
                let trace = self.trace(&violated);
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
    fn trace(&self, state: &State<'p>) -> Option<Trace> {
        if self.program.weakened {
            return None;
        }
        // A run with inputs that the path does not tell may have no end.
        let longest = LONGEST.0 * self.runner.commands + LONGEST.1;
        let (terms, budget) = (&self.runner.calculator.terms, self.runner.turns.whole());
        witness::run((self.program, self.entry), terms, state, None, longest, budget).violation(self.program, budget)
    }

    /// Whether control is where none was.
    fn arrive(&mut self, state: &mut State<'p>) -> bool {
        if self.level.is_none() {
            self.arrivals.extend(arrive(state));
        }
        let frame = state.frames.last().filter(|frame| frame.next == 0);
        frame.is_some_and(|frame| self.covered.insert((frame.proc, frame.block)))
    }

    fn is_new(&self, place: Option<(ProcId, BlockId)>) -> bool {
        place.is_some_and(|place| !self.covered.contains(&place))
    }

    fn is_first(&self, arrival: Option<Arrival>) -> bool {
        self.cover.is_none() && self.level.is_none() && arrival.is_some_and(|arrival| !self.arrivals.contains(&arrival))
    }

    /// One of several ways to go on with; the others wait.
    fn on(&mut self, mut ways: Vec<State<'p>>) -> Option<State<'p>> {
        if self.level.is_none() {
            self.frontier.part(&mut ways);
        }
        let new = ways.iter().position(|way| self.is_new(place(way)));
        let new = new.or_else(|| ways.iter().position(|way| self.is_first(arrival(way))));
        let mut way = match new {
            Some(at) => ways.remove(at),
            None if ways.is_empty() => return None,
            None => ways.remove(self.leaning(&ways)),
        };
        ways.into_iter().for_each(|way| self.frontier.wait(Box::new(way)));
        self.arrive(&mut way);
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
        self.runner.turns.progress = self.progress();
        self.without_merging();
        self.kind = self.kind_of_turn();
        self.turn_to(self.kind);
        let waiting = &self.frontier.waiting;
        let least = waiting.iter().map(|path| self.kind.measure(path.need)).min()?;
        // By whatever paths are chosen, what waits is beyond the bound.
        let finished = waiting.iter().map(|path| path.need.bound).min()?.checked_sub(1);
        let guesses = waiting.iter().filter(|path| !path.is_alike).map(|path| path.guesses).min();
        self.frontier.finished = finished;
        let guesses = guesses?;
        self.turn += 1;
        self.lean = if self.turn.is_multiple_of(4) { 0 } else { 1 + below(&mut self.random, usize::MAX) as u64 };
        self.level = (self.kind != Kind::Ahead).then_some(least);
        self.runner.solver.is_finishing = self.level.is_some();
        let at = match self.level {
            Some(level) => self.frontier.waiting.iter().rposition(|path| self.kind.measure(path.need) == level)?,
            None => self.further(guesses)?,
        };
        let mut state = self.frontier.take(at);
        state.is_alike = false;
        self.arrive(&mut state);
        Some(state)
    }

    /// Where one asks for coverage: a path, more likely one that is near to what is not covered.
    fn near_to_goals(&mut self, near: &dyn Fn(&Waiting<'p>) -> bool) -> Option<usize> {
        const DRAWN: usize = 1 << 30;
        let cover = self.cover.as_mut()?;
        let mut all = 0.0;
        for path in self.frontier.waiting.iter_mut().filter(|path| near(path)) {
            if path.weight.0 != cover.epoch {
                path.weight = (cover.epoch, cover.weight(self.program, &path.state));
            }
            all += path.weight.1;
        }
        let mut left = all * below(&mut self.random, DRAWN) as f64 / DRAWN as f64;
        (0..self.frontier.waiting.len()).filter(|&at| near(&self.frontier.waiting[at])).find(|&at| {
            left -= self.frontier.waiting[at].weight.1;
            left <= 0.0
        })
    }

    /// A path to go ahead with, of those with the least guesses.
    fn further(&mut self, guesses: u32) -> Option<usize> {
        let last = self.frontier.waiting.len().checked_sub(1)?;
        let near = |path: &Waiting| path.guesses == guesses && !path.is_alike;
        let new = self.frontier.waiting.iter().rposition(|path| near(path) && self.is_new(path.place));
        if new.is_some() {
            return new;
        }
        if self.turn.is_multiple_of(2) && self.cover.is_none() {
            let first =
                |&at: &usize| near(&self.frontier.waiting[at]) && self.is_first(self.frontier.waiting[at].arrival);
            let all: Vec<usize> = (0..=last).filter(first).collect();
            if !all.is_empty() {
                return Some(all[below(&mut self.random, all.len())]);
            }
        }
        if self.turn % 4 == 1
            && let Some(at) = self.frontier.draw(&mut self.random).filter(|&at| near(&self.frontier.waiting[at]))
        {
            return Some(at);
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
        let before = (0..=any).rev().find(|&at| near(&self.frontier.waiting[at]));
        before.or_else(|| (any..=last).find(|&at| near(&self.frontier.waiting[at])))
    }
}
