//! The time of a search: one turn, or several, between which it waits where it is.

use std::time::Duration;

use crate::base::budget::{Budget, Stop};
use crate::verdict::Bound;

/// Time that a solver can use.
const LEAST: Duration = Duration::from_millis(3);

/// What a search may spend until it waits or ends.
pub struct Turn {
    pub budget: Budget,
    /// Commands.
    pub commands: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Default)]
pub struct Progress {
    /// All paths within it were followed.
    pub within: Option<Bound>,
    /// Paths that ended.
    pub paths: u64,
    pub waiting: usize,
    pub commands: u64,
    /// Blocks that a path reached, and all.
    pub blocks: (usize, usize),
    /// Runs with drawn inputs.
    pub runs: u64,
    pub queries: u64,
    /// Units of the solver.
    pub units: u64,
    /// Time of the solver.
    pub solver: Duration,
}

/// Waits for the next turn: why this one is over, and how far the search has come. `None`: there is none.
type Wait<'t> = Box<dyn FnMut(Stop, &Progress) -> Option<Turn> + 't>;

/// The turns of a search.
pub struct Turns<'t> {
    /// What all turns are part of.
    whole: &'t Budget,
    turn: Turn,
    /// Commands when it began.
    began: u64,
    wait: Option<Wait<'t>>,
    /// Before the path that is followed now.
    pub progress: Progress,
}

impl<'t> Turns<'t> {
    /// One turn, of any number of commands.
    pub fn one(whole: &'t Budget) -> Turns<'t> {
        let turn = Turn { budget: whole.within(Default::default()), commands: u64::MAX };
        Turns { whole, turn, began: 0, wait: None, progress: Progress::default() }
    }

    /// Several turns, of which this is the first.
    pub fn several(whole: &'t Budget, first: Turn, wait: Wait<'t>) -> Turns<'t> {
        Turns { whole, turn: first, began: 0, wait: Some(wait), progress: Progress::default() }
    }

    /// That of the turn.
    pub fn budget(&self) -> &Budget {
        &self.turn.budget
    }

    /// That of all turns.
    pub fn whole(&self) -> &Budget {
        self.whole
    }

    /// Whether the turn is over.
    pub fn is_over(&self) -> bool {
        self.stop().is_some()
    }

    /// Why it is over. Solvers count in milliseconds: what is less than some is none.
    fn stop(&self) -> Option<Stop> {
        let is_late = self.turn.budget.time_left().is_some_and(|left| left < LEAST);
        self.turn.budget.check().err().or_else(|| is_late.then_some(Stop::Timeout))
    }

    /// Goes on in the next turn if this one is over, after so many commands. `Err`: it was the last one.
    pub fn go_on(&mut self, commands: u64) -> Result<(), Stop> {
        loop {
            let stop = match self.stop() {
                Some(stop) => stop,
                None if commands - self.began >= self.turn.commands => Stop::Rlimit,
                None => return Ok(()),
            };
            self.turn = self.wait.as_mut().and_then(|wait| wait(stop, &self.progress)).ok_or(stop)?;
            self.began = commands;
        }
    }
}
