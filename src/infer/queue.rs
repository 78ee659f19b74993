//! The questions about one procedure that are still to be answered, by several threads.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};

use super::parts::Part;
use crate::base::stats::Stats;
use crate::verdict::Why;
use crate::verdict::verification::Finding;

/// Which goals fail in a part?
#[derive(Clone, Debug)]
pub struct Question {
    pub part: Part,
    /// That its turn has.
    pub units: u64,
    /// Whether the solver has the parameters that suit most questions.
    pub tuned: bool,
}

/// In the order in which they take turns.
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    waiting: VecDeque<Question>,
    /// Questions that somebody works on.
    busy: usize,
    all: Answer,
}

/// The answer to one question, or to all.
#[derive(Default)]
pub struct Answer {
    /// By goal.
    pub findings: BTreeMap<usize, Finding>,
    /// What is to be asked in its place.
    pub instead: Vec<Question>,
    pub gave_up: Option<Why>,
    pub stats: Stats,
}

impl Queue {
    pub fn new(questions: impl Iterator<Item = Question>) -> Queue {
        let state = State { waiting: questions.collect(), busy: 0, all: Answer::default() };
        Queue { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Waits for a question, which is to be answered; `None`: there will be none any more.
    pub fn next(&self) -> Option<Question> {
        let mut state = self.lock();
        loop {
            if let Some(next) = state.waiting.pop_front() {
                state.busy += 1;
                return Some(next);
            }
            if state.busy == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// The goals in front of this one that are known to fail.
    pub fn failing_before(&self, goal: usize) -> Vec<usize> {
        self.lock().all.findings.range(..goal).map(|(&goal, _)| goal).collect()
    }

    /// Takes the answer to a question. Who gives up ends it all.
    pub fn answered(&self, answer: Answer) {
        let mut state = self.lock();
        state.busy -= 1;
        for (goal, finding) in answer.findings {
            state.all.findings.entry(goal).or_insert(finding);
        }
        state.all.stats.merge(&answer.stats);
        state.all.gave_up = state.all.gave_up.take().or(answer.gave_up);
        if state.all.gave_up.is_some() {
            state.waiting.clear();
        } else {
            state.waiting.extend(answer.instead);
        }
        self.changed.notify_all();
    }

    pub fn into_answers(self) -> Answer {
        self.state.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).all
    }
}
