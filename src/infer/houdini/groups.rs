//! Which checks of a procedure are asked about together: all at first, fewer where that is too hard.
//!
//! ```text
//! all ── too hard ──▶ quarters ── … ──▶ single ── too hard ──▶ with more units, when all others are known ── … ──▶ falls
//! ```

use crate::infer::goals::Goal;
use crate::infer::query::FIRST_TURN;
use crate::smt::Term;

/// A check that takes another turn has that many times the units.
const GROWTH: u64 = 8;

/// What is too hard together is asked about in so many parts.
const PARTS: usize = 4;

/// A check, by the positions of its goal and of the check in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    pub goal: usize,
    pub check: usize,
}

/// Checks that are asked about together.
#[derive(Clone, Debug)]
pub struct Group {
    pub checks: Vec<At>,
    /// Of a turn.
    pub units: u64,
    /// The assumptions under which none of them fails.
    pub holds_by: Option<Vec<Term>>,
}

impl Group {
    fn of(checks: Vec<At>, units: u64) -> Group {
        Group { checks, units, holds_by: None }
    }

    /// All checks of these goals.
    pub fn whole(goals: &[&Goal]) -> Group {
        let at = |goal: usize| move |check| At { goal, check };
        let checks = goals.iter().enumerate().flat_map(|(n, goal)| (0..goal.checks.len()).map(at(n)));
        Group::of(checks.collect(), FIRST_TURN)
    }

    /// What is asked about instead when its units did not suffice; `None`: it is a single check, and more than these units are
    /// not to be spent on it.
    pub fn instead(&self, most: u64) -> Option<Vec<Group>> {
        if let [_, _, ..] = self.checks[..] {
            let parts = self.checks.chunks(self.checks.len().div_ceil(PARTS));
            return Some(parts.map(|part| Group::of(part.to_vec(), self.units)).collect());
        }
        let units = self.units.saturating_mul(GROWTH);
        (units <= most).then(|| vec![Group::of(self.checks.clone(), units)])
    }
}
