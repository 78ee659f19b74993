//! What is left to be followed of the paths of a program, and what is known of those that were.

use super::state::State;
use super::step::Missed;
use super::visited::Visited;
use crate::base::ids::{BlockId, ProcId};
use crate::verdict::Bound;

/// Paths such that each that is not over goes on from one that waits.
pub struct Frontier<'p> {
    pub waiting: Vec<Waiting<'p>>,
    pub visited: Visited<'p>,
    pub missed: Option<Missed>,
    /// No path waits that is within this bound.
    pub finished: Option<u32>,
    /// Paths that ended.
    pub paths: u64,
}

impl<'p> Frontier<'p> {
    pub fn new(visited: Visited<'p>, first: State<'p>) -> Frontier<'p> {
        Frontier { waiting: vec![Box::new(first).into()], visited, missed: None, finished: None, paths: 0 }
    }

    /// The bound within which all was looked at.
    pub fn within(&self) -> Option<Bound> {
        let missed = self.missed.map_or(Some(u32::MAX), |missed| missed.within.checked_sub(1))?;
        self.finished.map(|finished| Bound(finished.min(missed)))
    }
}

/// A path that waits, and what is looked at to choose one.
pub struct Waiting<'p> {
    pub need: u32,
    pub guesses: u32,
    pub is_alike: bool,
    pub place: Option<(ProcId, BlockId)>,
    /// Where one asks for coverage: how likely it is to be next, and by what was covered when that was found out.
    pub weight: (u32, f64),
    pub state: Box<State<'p>>,
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
pub fn place(state: &State) -> Option<(ProcId, BlockId)> {
    state.frames.last().map(|frame| (frame.proc, frame.block))
}
