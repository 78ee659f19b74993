//! The bounds that a search goes through: one, or 0, 1, 2, … until there is an answer.

use super::config::Config;
use crate::verdict::{Bound, Trace, Verdict, Why};

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Deepening {
    /// The only one; `None`: as far as it takes.
    last: Option<Bound>,
    /// Where the search is.
    now: Bound,
    /// Nothing is to be found within it.
    finished: Option<Bound>,
}

impl Deepening {
    pub fn new(config: &Config) -> Deepening {
        let now = config.bound.unwrap_or(Bound(config.first));
        Deepening { last: config.bound, now, finished: config.first.checked_sub(1).map(Bound) }
    }

    pub fn now(&self) -> Bound {
        self.now
    }

    /// Nothing is to be found within the present bound. On to the next, unless that is the answer.
    pub fn exhausted(&mut self) -> Option<Verdict<Trace>> {
        if self.last == Some(self.now) {
            return Some(Verdict::SafeUpTo(self.now));
        }
        self.finished = Some(self.now);
        self.now = Bound(self.now.0 + 1);
        None
    }

    /// Nothing is to be found within this bound, wherever the search is.
    pub fn has_finished(&mut self, bound: Bound) {
        if self.finished < Some(bound) {
            self.finished = Some(bound);
            self.now = Bound(bound.0 + 1);
        }
    }

    /// The search ends without an answer.
    pub fn given_up(&self, why: Why) -> Verdict<Trace> {
        Verdict::Unknown(match (why, self.finished) {
            (Why::Stopped(stop), Some(bound)) => Why::StoppedAfter(stop, bound),
            (why, _) => why,
        })
    }
}
