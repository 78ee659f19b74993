//! Who is asked, in which order, and with which part of what the user's limits allow.
//!
//! | row | who | what |
//! |--|--|--|
//! | 0 | every prover | a glance: what needs no more than to be run |
//! | 1 | bounded search | a probe |
//! | 2 | induction | its cheap guesses |
//! | 3 | bounded search | its first turn |
//! | 4 … | each prover | its part, by the weights of [`WEIGHTS`] |
//! | last | bounded search | its part |
//!
//! A row is over when its engine is. The others get their turn again, with more units each time, until the user's limits
//! are reached. What a row leaves is shared by those behind it by their weights, so parts do not compound: if all use
//! theirs up, each has its weight of the whole.

use std::time::Duration;

use super::limits::{GROWTH, SLACK, UNITS_A_SECOND, UNLIMITED};
use crate::base::budget::{Budget, Limits};
use crate::verdict::BOUNDED;

/// The weight of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// By its name.
    pub engine: &'static str,
    /// In hundredths of nothing in particular: what counts is the ratio to those that are still to be asked.
    pub weight: f64,
    /// Whether its work is counted in units; else time ends its turn.
    pub is_counted: bool,
}

/// The weights, in the order of turns; of two with the same name, a program meets one.
pub const WEIGHTS: &[Row] = &[
    // Ends or declines soon, but for a few programs with many kinds of objects (`forester.tsv`).
    Row { engine: "shape", weight: 60.0, is_counted: false },
    // Where paths become ever longer, more time does not help.
    Row { engine: "execution", weight: 100.0, is_counted: false },
    // It goes on where its last turn ended (`kinds.tsv`).
    Row { engine: "induction", weight: 60.0, is_counted: true },
    // Many ways to shrink, each cheap (`loops.tsv`).
    Row { engine: "shrink", weight: 30.0, is_counted: true },
    Row { engine: "squeeze", weight: 10.0, is_counted: true },
    // Attempts are few and long (`descent.tsv`).
    Row { engine: "descent", weight: 40.0, is_counted: true },
    // In a process of its own; recursion, and what nobody else has proved.
    Row { engine: "chc", weight: 14.0, is_counted: false },
    Row { engine: BOUNDED, weight: 30.0, is_counted: true },
];

/// The search where nothing is repeated, which it is the one to decide (`aws.tsv`).
const ACYCLIC: Row = Row { engine: BOUNDED, weight: 240.0, is_counted: true };

/// What an engine has that the table does not know.
const OTHER: Row = Row { engine: "", weight: 20.0, is_counted: true };

/// The row of an engine; `search_decides`: nothing is repeated.
pub fn row(engine: &'static str, search_decides: bool) -> Row {
    if search_decides && engine == BOUNDED {
        return ACYCLIC;
    }
    WEIGHTS.iter().copied().find(|row| row.engine == engine).unwrap_or(Row { engine, ..OTHER })
}

/// A pass over the rows: the units that it may spend.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    units: u64,
    /// Spent of the budget when it began.
    spent: u64,
}

impl Pass {
    /// The first: as many units as the user's limits stand for.
    pub fn first(budget: &Budget) -> Pass {
        let time = budget.time_left().unwrap_or(UNLIMITED);
        let units = units_of(time);
        Pass { units: budget.left().map_or(units, |left| left.min(units)), spent: budget.spent() }
    }

    /// The next, which gives more to those that are left.
    pub fn next(self, budget: &Budget) -> Pass {
        Pass { units: self.units.saturating_mul(GROWTH), spent: budget.spent() }
    }

    /// The turn of the first of these rows. Its guard is its part of the time, and more where units should end it.
    pub fn turn(&self, rows: &[Row], budget: &Budget) -> Budget {
        let Some((row, behind)) = rows.split_first() else { return budget.within(Limits::default()) };
        let part = row.weight / (row.weight + behind.iter().map(|row| row.weight).sum::<f64>());
        let left = self.units.saturating_sub(budget.spent().saturating_sub(self.spent));
        let units = (left as f64 * part) as u64;
        let guard = if row.is_counted { (part * SLACK).min(1.0) } else { part };
        let time = match budget.time_left() {
            Some(left) => left.mul_f64(guard),
            None => time_of(self.units).mul_f64(guard),
        };
        let rlimit = row.is_counted.then_some(units.max(1));
        budget.within(Limits { timeout: Some(time), rlimit, ..Limits::default() })
    }
}

/// A turn of so many units, and no more than that part of what there is; `guard`: the time that ends it if units do not.
pub fn turn_of(units: u64, part: f64, guard: Duration, budget: &Budget) -> Budget {
    let whole = budget.left().unwrap_or(u64::MAX).min(budget.time_left().map_or(u64::MAX, units_of));
    let most = if whole == u64::MAX { units } else { units.min((whole as f64 * part) as u64) };
    let time = budget.time_left().map_or(guard, |left| left.mul_f64(part * SLACK).min(guard));
    budget.within(Limits { timeout: Some(time), rlimit: Some(most.max(1)), ..Limits::default() })
}

/// The units that a time stands for.
pub fn units_of(time: Duration) -> u64 {
    (time.as_secs_f64() * UNITS_A_SECOND as f64) as u64
}

/// The time that units should take, at most.
pub fn time_of(units: u64) -> Duration {
    Duration::from_secs_f64(units as f64 / UNITS_A_SECOND as f64 * SLACK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::ENGINES;

    #[test]
    fn every_prover_has_a_row_in_the_order_of_turns() {
        let provers = ENGINES.iter().map(|engine| engine.name());
        let rows: Vec<&str> = WEIGHTS.iter().map(|row| row.engine).collect();
        assert_eq!(rows, provers.chain([BOUNDED]).collect::<Vec<_>>());
    }

    #[test]
    fn parts_do_not_compound() {
        let budget = Budget::new(Limits::units(1_000_000), Default::default());
        let pass = Pass::first(&budget);
        let all: f64 = WEIGHTS.iter().map(|row| row.weight).sum();
        for n in 0..WEIGHTS.len() {
            let turn = pass.turn(&WEIGHTS[n..], &budget);
            let wanted = WEIGHTS[n].weight / all * 1_000_000.0;
            if WEIGHTS[n].is_counted {
                let units = turn.left().expect("there is a limit") as f64;
                assert!((units - wanted).abs() < 100.0, "{}: {units} of {wanted}", WEIGHTS[n].engine);
            }
            budget.charge(wanted as u64);
        }
    }

    #[test]
    fn what_is_left_goes_to_those_behind() {
        let budget = Budget::new(Limits::units(1_000_000), Default::default());
        let pass = Pass::first(&budget);
        let last = &[Row { engine: BOUNDED, weight: 1.0, is_counted: true }];
        assert_eq!(pass.turn(last, &budget).left(), Some(1_000_000));
    }
}
