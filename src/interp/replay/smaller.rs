//! Small inputs: people read a trace more easily where inputs are 0, 1 or a bound that matters, and a solver gives any.
//!
//! The execution stays on its path: an input gets a smaller value if with it the same check fails at the end of the same
//! path. That is tried by running it, so the result is an execution like any other. Delta debugging (Zeller, Hildebrandt:
//! Simplifying and Isolating Failure-Inducing Input, TSE 2002) with numbers instead of texts.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::amend::Origin;
use super::shown::number;
use crate::interp::bitvectors::from_int;
use crate::verdict::{Execution, Failure, Trace, Value};

/// Commands of all attempts together, and attempts; to begin costs as much as the program has variables.
const COMMANDS: u64 = 1_000_000;
const ATTEMPTS: u64 = 300;

/// The number as a value like this one.
fn like(value: &Value, number: &BigInt) -> Value {
    match value {
        Value::Bv { width, .. } => from_int(number, *width),
        _ => Value::Int(number.clone()),
    }
}

/// A replay that ended in a violation.
pub(super) struct Replayed {
    pub execution: Execution,
    /// Where the trace has numbers that the outside world gave.
    pub inputs: Vec<Origin>,
    /// Commands.
    pub steps: u64,
}

struct Smaller<'a, R> {
    replay: R,
    trace: Trace,
    /// Whether that is another trace than at first.
    changed: bool,
    failure: &'a Failure,
    attempts: u64,
}

/// The trace with smaller inputs, as far as a few attempts show. `None`: it stays as it is.
pub(super) fn smaller(
    trace: &Trace,
    first: &Replayed,
    variables: u64,
    replay: impl FnMut(&Trace) -> Option<Replayed>,
) -> Option<Trace> {
    let Replayed { execution, inputs, steps } = first;
    let attempts = (COMMANDS / (steps + variables).max(1)).min(ATTEMPTS);
    let numbers = inputs.iter().filter_map(|&origin| Some((origin, number(origin.value(trace), true)?)));
    let numbers: Vec<(Origin, BigInt)> = numbers.filter(|(_, n)| !n.is_zero()).collect();
    if numbers.is_empty() {
        return None;
    }
    let (trace, failure) = (trace.clone(), &execution.failure);
    let mut smaller = Smaller { replay, trace, changed: false, failure, attempts };
    let zero: Vec<(Origin, BigInt)> = numbers.iter().map(|(origin, _)| (*origin, BigInt::ZERO)).collect();
    if !smaller.holds(&zero) {
        for (origin, n) in numbers {
            smaller.shrink(origin, &n);
        }
    }
    smaller.changed.then_some(smaller.trace)
}

impl<R: FnMut(&Trace) -> Option<Replayed>> Smaller<'_, R> {
    /// Whether the same check fails with these values; if so, they stay.
    fn holds(&mut self, values: &[(Origin, BigInt)]) -> bool {
        if self.attempts == 0 {
            return false;
        }
        self.attempts -= 1;
        let mut before = Vec::with_capacity(values.len());
        for (origin, number) in values {
            let place = origin.value_mut(&mut self.trace);
            let value = like(place, number);
            before.push((origin, std::mem::replace(place, value)));
        }
        let replayed = (self.replay)(&self.trace);
        let holds = replayed.is_some_and(|Replayed { execution, .. }| {
            let (now, then) = (&execution.failure, self.failure);
            let same = (now.span, now.what, &now.message) == (then.span, then.what, &then.message);
            same && execution.certain
        });
        if !holds {
            before.into_iter().rev().for_each(|(origin, value)| *origin.value_mut(&mut self.trace) = value);
        }
        self.changed |= holds;
        holds
    }

    /// Zero, one, or the least of the same sign that a search by doubling and halving finds.
    fn shrink(&mut self, origin: Origin, number: &BigInt) {
        if self.holds(&[(origin, BigInt::ZERO)]) || self.holds(&[(origin, BigInt::from(1))]) {
            return;
        }
        let sign = number.signum();
        let (mut fails, mut works) = (BigInt::ZERO, number.abs());
        let mut next = BigInt::from(1);
        while next < works {
            if self.holds(&[(origin, &next * &sign)]) {
                works = next;
                break;
            }
            fails.clone_from(&next);
            next *= 2;
        }
        while &works - &fails > BigInt::from(1) && self.attempts > 0 {
            let middle: BigInt = (&works + &fails) / 2;
            match self.holds(&[(origin, &middle * &sign)]) {
                true => works = middle,
                false => fails = middle,
            }
        }
    }
}
