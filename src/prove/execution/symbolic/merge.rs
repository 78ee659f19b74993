//! Several ways of a path as one: what they hold becomes a choice by the conditions that tell them apart.
//!
//! ```text
//! if (c == 'a') n := n + 1;        n: if c == 97 then n₀ + 1 else n₀
//! ```
//!
//! After V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, *Efficient State Merging in Symbolic Execution*, PLDI 2012; T. Avgerinos, A. Rebert,
//! S. K. Cha, D. Brumley, *Enhancing Symbolic Execution with Veritesting*, ICSE 2014. A choice that is an address forks the path where it
//! is used ([`super::eval`]): there are never more ways than before, and less where nobody asks.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::eval::Calculator;
use super::rounds::Need;
use super::state::{Count, Event, State, Way};
use super::term::{TRUE, TermId, Terms};
use super::value::{Base, Map, Val};
use crate::base::ids::VarId;

/// What all ways hold that parted at `fork`, in the variables that are looked at later. `is_whole`: they are all there are. `None`: they
/// differ in what terms cannot say. They are at the same place, and no two of them have an execution in common.
pub fn merged<'p>(
    calculator: &mut Calculator<'p>,
    fork: &State<'p>,
    ways: &[State<'p>],
    live: &[VarId],
    is_whole: bool,
) -> Option<State<'p>> {
    let parted = &fork.guard;
    let guards: Vec<TermId> = ways
        .iter()
        .map(|way| calculator.terms.and(way.guard.conditions[parted.conditions.len()..].iter().copied()))
        .collect();
    let first = &ways[0];
    let scratch = &mut fork.clone();
    let mut merged = State { vars: first.vars.clone(), frames: first.frames.clone(), ..fork.clone() };
    for &var in live {
        let values: Vec<&Val> = ways.iter().map(|way| &way.vars[var]).collect();
        if values[1..].iter().all(|value| is_same(values[0], value)) {
            continue;
        }
        merged.vars[var] = choice(calculator, scratch, &guards, &values)?;
    }
    merged.need = ways.iter().map(|way| way.need).reduce(Need::min)?;
    // What was decided on the ways is no more to be seen, but a round in which it was is none that constants decide.
    merged.picked += 1;
    merged.guesses = first.guesses;
    merged.model = first.model.clone();
    let ends = || ways.iter().map(State::count);
    let end = Count { opened: ends().map(|end| end.opened).max()?, branches: ends().map(|end| end.branches).max()? };
    let ways = ways.iter().zip(&guards);
    let ways = ways.map(|(way, &guard)| Way { guard, history: way.history.clone(), end: way.count() }).collect();
    merged.happen(Event::Merge { parted: fork.count(), ways, merged: end });
    (merged.opened, merged.branches) = (end.opened, end.branches);
    if !is_whole {
        let any = calculator.terms.or(guards);
        if any != TRUE {
            merged.take(&mut calculator.terms, any);
        }
    }
    Some(merged)
}

/// One of several values, by the guards of their ways.
fn choice(calculator: &mut Calculator, fork: &mut State, guards: &[TermId], values: &[&Val]) -> Option<Val> {
    if let Val::Map(_) = values[0] {
        let maps: Option<Vec<&Rc<Map>>> =
            values.iter().map(|value| if let Val::Map(map) = value { Some(map) } else { None }).collect();
        return chosen_map(calculator, fork, guards, &maps?);
    }
    let terms: Option<Vec<TermId>> =
        values.iter().map(|value| if let Val::Term(term) = value { Some(*term) } else { None }).collect();
    let (&last, others) = terms.as_deref()?.split_last()?;
    Some(Val::Term(guards.iter().zip(others).rev().fold(last, |otherwise, (&guard, &then)| {
        if calculator.terms.is_truth(then) || calculator.terms.is_truth(otherwise) {
            calculator.terms.ite_bool(guard, then, otherwise)
        } else {
            calculator.terms.ite(guard, then, otherwise)
        }
    })))
}

/// The same of maps over the same base.
fn chosen_map(calculator: &mut Calculator, fork: &mut State, guards: &[TermId], maps: &[&Rc<Map>]) -> Option<Val> {
    if !maps[1..].iter().all(|map| is_same_base(&maps[0].base, &map.base)) {
        return None;
    }
    let mut keys = BTreeSet::new();
    for map in &maps[1..] {
        differing(&maps[0].entries, &map.entries, &mut keys);
    }
    let mut chosen = Rc::clone(maps[0]);
    let entries = &mut Rc::make_mut(&mut chosen).entries;
    for at in keys {
        let held: Option<Vec<Val>> = maps.iter().map(|map| calculator.held(fork, map, at)).collect();
        let held = held?;
        let held: Vec<&Val> = held.iter().collect();
        entries.insert(at, choice(calculator, fork, guards, &held)?);
    }
    Some(Val::Map(chosen))
}

/// Adds where two maps are not known to hold the same.
fn differing(a: &BTreeMap<i128, Val>, b: &BTreeMap<i128, Val>, keys: &mut BTreeSet<i128>) {
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    loop {
        match (left.peek(), right.peek()) {
            (None, None) => return,
            (Some(&(i, x)), Some(&(j, y))) if i == j => {
                if !is_same(x, y) {
                    keys.insert(*i);
                }
                left.next();
                right.next();
            }
            (Some(&(i, _)), other) if other.is_none_or(|&(j, _)| i < j) => {
                keys.insert(*i);
                left.next();
            }
            (_, Some(&(j, _))) => {
                keys.insert(*j);
                right.next();
            }
            (Some(_), None) => return,
        }
    }
}

/// Whether two values are different numbers, or hold such.
pub fn are_apart(terms: &Terms, a: &Val, b: &Val) -> bool {
    let is_number = |term: TermId| terms.as_int(term).is_some() || terms.as_bool(term).is_some();
    match (a, b) {
        (Val::Term(a), Val::Term(b)) => a != b && is_number(*a) && is_number(*b),
        (Val::Map(a), Val::Map(b)) => {
            if Rc::ptr_eq(a, b) {
                return false;
            }
            let mut keys = BTreeSet::new();
            differing(&a.entries, &b.entries, &mut keys);
            keys.iter().any(|at| match (a.entries.get(at), b.entries.get(at)) {
                (Some(x), Some(y)) => are_apart(terms, x, y),
                _ => false,
            })
        }
        _ => false,
    }
}

/// Whether two values are known to be the same.
fn is_same(a: &Val, b: &Val) -> bool {
    match (a, b) {
        (Val::Term(a), Val::Term(b)) => a == b,
        (Val::Map(a), Val::Map(b)) => {
            Rc::ptr_eq(a, b)
                || is_same_base(&a.base, &b.base)
                    && a.entries.len() == b.entries.len()
                    && a.entries.iter().zip(&b.entries).all(|((i, x), (j, y))| i == j && is_same(x, y))
        }
        (Val::Known(a), Val::Known(b)) => a == b,
        (Val::Unknown, Val::Unknown) => true,
        _ => false,
    }
}

fn is_same_base(a: &Base, b: &Base) -> bool {
    match (a, b) {
        (Base::Same(a), Base::Same(b)) => is_same(a, b),
        (Base::Open(a, _), Base::Open(b, _)) => a == b,
        (Base::Over(a, i, x), Base::Over(b, j, y)) => Rc::ptr_eq(a, b) && i == j && is_same(x, y),
        (Base::Lambda(e, env), Base::Lambda(f, other)) => {
            e == f
                && (Rc::ptr_eq(env, other)
                    || env.len() == other.len()
                        && env.iter().zip(other.iter()).all(|((v, x), (w, y))| v == w && is_same(x, y)))
        }
        _ => false,
    }
}
