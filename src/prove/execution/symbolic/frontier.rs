//! What is left to be followed of the paths of a program, and what is known of those that were.

use super::novelty::{self, Arrival};
use super::rounds::Need;
use super::state::State;
use super::step::Missed;
use super::tree::Tree;
use super::visited::Visited;
use crate::base::ids::{BlockId, ProcId};
use crate::verdict::Bound;

/// Where ways are one after fewer than one of so many forks, of enough, they are not followed to where they meet.
const RARE: u64 = 8;
const ENOUGH: u64 = 100;

/// What paths are chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To be far soon.
    Ahead,
    /// To finish one bound after the other.
    Bounds,
    /// The same, but for many rounds at once of loops without loops in them: of a text, it is all of it that matters.
    Wide,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Bounds, Kind::Wide, Kind::Ahead];

    /// How much a unit of work on it counts for: what counts more gets less.
    pub fn cost(self) -> u64 {
        match self {
            Kind::Wide => 2,
            Kind::Ahead | Kind::Bounds => 1,
        }
    }

    /// What counts of a path.
    pub fn measure(self, need: Need) -> u32 {
        match self {
            Kind::Wide => need.wide,
            Kind::Ahead | Kind::Bounds => need.bound,
        }
    }
}

/// Paths such that each that is not over goes on from one that waits.
pub struct Frontier<'p> {
    pub kind: Kind,
    pub waiting: Vec<Waiting<'p>>,
    /// Where they parted.
    tree: Tree,
    pub visited: Visited<'p>,
    pub missed: Option<Missed>,
    /// No path waits that is within this bound.
    pub finished: Option<u32>,
    /// Paths that ended.
    pub paths: u64,
    /// Forks whose ways were followed to where they meet, and how often there was one path then.
    pub forks: u64,
    pub merges: u64,
}

impl<'p> Frontier<'p> {
    pub fn new(kind: Kind, visited: Visited<'p>, first: State<'p>, missed: Option<Missed>) -> Frontier<'p> {
        let (waiting, tree) = (Vec::new(), Tree::default());
        let (finished, paths, forks, merges) = (None, 0, 0, 0);
        let mut frontier = Frontier { kind, waiting, tree, visited, missed, finished, paths, forks, merges };
        frontier.wait(Box::new(State { node: Tree::ROOT, ..first }));
        frontier
    }

    /// A path waits as the last one.
    pub fn wait(&mut self, state: Box<State<'p>>) {
        self.tree.wait(state.node);
        self.waiting.push(state.into());
    }

    /// The same as the first one.
    pub fn wait_long(&mut self, state: Box<State<'p>>) {
        self.tree.wait(state.node);
        self.waiting.insert(0, state.into());
    }

    /// A path that waits no longer, by its place.
    pub fn take(&mut self, at: usize) -> Box<State<'p>> {
        let Waiting { state, .. } = self.waiting.remove(at);
        self.tree.go_on(state.node);
        state
    }

    /// Paths part.
    pub fn part(&mut self, ways: &mut [State<'p>]) {
        if ways.len() > 1 {
            ways.iter_mut().for_each(|way| way.node = self.tree.grow(way.node));
        }
    }

    /// The place of a path that waits, drawn as if it went its way at random from the beginning.
    pub fn draw(&self, random: &mut u64) -> Option<usize> {
        let node = self.tree.draw(random);
        self.waiting.iter().position(|path| path.state.node == node)
    }

    /// Whether ways are merged where they meet: not where some are to be far soon.
    pub fn is_merged(&self) -> bool {
        self.kind != Kind::Ahead
    }

    /// Whether ways were seldom one path again, of enough.
    pub fn merges_seldom(&self) -> bool {
        self.forks > ENOUGH && self.merges * RARE < self.forks
    }

    /// The bound within which all was looked at.
    pub fn within(&self) -> Option<Bound> {
        let missed = self.missed.map_or(Some(u32::MAX), |missed| missed.within.checked_sub(1))?;
        self.finished.map(|finished| Bound(finished.min(missed)))
    }
}

/// A path that waits, and what is looked at to choose one.
pub struct Waiting<'p> {
    pub need: Need,
    pub guesses: u32,
    pub is_alike: bool,
    pub place: Option<(ProcId, BlockId)>,
    pub arrival: Option<Arrival>,
    /// Where one asks for coverage: how likely it is to be next, and by what was covered when that was found out.
    pub weight: (u32, f64),
    pub state: Box<State<'p>>,
}

impl<'p> From<Box<State<'p>>> for Waiting<'p> {
    fn from(mut state: Box<State<'p>>) -> Waiting<'p> {
        let place = place(&state);
        state.model.forget();
        Waiting {
            need: state.need,
            guesses: state.guesses,
            is_alike: state.is_alike,
            place,
            arrival: arrival(&state),
            weight: (u32::MAX, 0.0),
            state,
        }
    }
}

/// Where a path is.
pub fn place(state: &State) -> Option<(ProcId, BlockId)> {
    state.frames.last().map(|frame| (frame.proc, frame.block))
}

/// What a path does that begins a block now.
pub fn arrival(state: &State) -> Option<Arrival> {
    Some(state.visits.next(beginning(state)?))
}

/// The same, which counts from now on.
pub fn arrive(state: &mut State) -> Option<Arrival> {
    let place = beginning(state)?;
    Some(state.visits.count(place))
}

/// The place that a path begins now.
fn beginning(state: &State) -> Option<u64> {
    let mut frames = state.frames.iter().rev();
    let own = frames.next().filter(|frame| frame.next == 0)?;
    Some(novelty::place((own.proc, own.block), frames.next().map(|call| (call.proc, call.block))))
}
