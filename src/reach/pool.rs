//! Units of a search that wait for a worker.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};

use super::config::{Acyclic, Config, Summaries};
use super::unit::Unit;
use crate::ir::Program;

/// Units that wait for a worker.
pub struct Pool {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Unit>,
    /// The program with the summaries that a worker has inferred.
    summarised: Option<Arc<Program>>,
    /// Workers without a unit.
    idle: usize,
    workers: usize,
    over: bool,
    /// Units are collected, not worked on: until there are so many.
    wanted: Option<usize>,
}

impl Pool {
    pub fn new(workers: usize, first: Unit) -> Pool {
        let state = State { waiting: VecDeque::from([first]), workers, ..State::default() };
        Pool { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// For a search that is to be split into so many units besides its own.
    pub fn collecting(wanted: usize) -> Pool {
        let state = State { wanted: Some(wanted), ..State::default() };
        Pool { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The units that were wanted; `None`: there are not so many.
    pub fn into_collected(self) -> Option<VecDeque<Unit>> {
        let is_complete = self.is_complete();
        is_complete.then(|| self.state.into_inner().map(|state| state.waiting).unwrap_or_default())
    }

    /// Units that begin later, begin with these summaries.
    pub fn summarised(&self, program: &Arc<Program>) {
        if let Ok(mut state) = self.state.lock() {
            state.summarised = Some(program.clone());
        }
    }

    /// The same with the summaries that are known by now.
    pub fn with_summaries(&self, question: Acyclic, config: Config) -> (Acyclic, Config) {
        match self.state.lock().ok().and_then(|state| state.summarised.clone()) {
            Some(program) => (Acyclic { program, ..question }, Config { summaries: Summaries::Given, ..config }),
            None => (question, config),
        }
    }

    /// Whether a worker waits for a unit that nobody has given yet.
    pub fn is_hungry(&self) -> bool {
        self.state.lock().is_ok_and(|state| state.wanted.unwrap_or(state.idle) > state.waiting.len())
    }

    /// Whether all units that were wanted are there.
    pub fn is_complete(&self) -> bool {
        self.state.lock().is_ok_and(|state| state.wanted.is_some_and(|wanted| wanted <= state.waiting.len()))
    }

    pub fn give(&self, unit: Unit) {
        if let Ok(mut state) = self.state.lock() {
            state.waiting.push_back(unit);
        }
        self.changed.notify_one();
    }

    /// The next unit; `None` when all are done.
    pub fn take(&self) -> Option<Unit> {
        let mut state = self.state.lock().ok()?;
        state.idle += 1;
        loop {
            if let Some(unit) = state.waiting.pop_front() {
                state.idle -= 1;
                return Some(unit);
            }
            if state.over || state.idle == state.workers {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            state = self.changed.wait(state).ok()?;
        }
    }

    /// There is one worker less than was said, but never none.
    pub fn lack_one(&self) {
        if let Ok(mut state) = self.state.lock() {
            state.workers = (state.workers - 1).max(1);
        }
        self.changed.notify_all();
    }

    pub fn end(&self) {
        if let Ok(mut state) = self.state.lock() {
            state.over = true;
            state.waiting.clear();
        }
        self.changed.notify_all();
    }
}
