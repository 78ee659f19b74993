//! Where threads are interrupted, and what is known then: for whoever compares that with runs.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::heap::{Cell, Class, Heap, Object, is_root};
use super::state::State;
use crate::base::ids::BlockId;

/// A command, by block and index.
pub type Place = (BlockId, usize);

/// Interruptions behind marks.
#[derive(Default)]
pub struct Turns {
    /// Whether each state that comes there is interrupted.
    always: FxHashMap<Place, bool>,
    states: FxHashMap<Place, Vec<State>>,
    count: usize,
}

/// States that are remembered; where there are more, nothing is said of what is known.
const MOST: usize = 10_000;

impl Turns {
    /// A state reaches a place behind a mark.
    pub fn come(&mut self, place: Place, is_interrupted: bool) {
        *self.always.entry(place).or_insert(true) &= is_interrupted;
    }

    /// What is known behind an interruption of cells that somebody writes, and of variables.
    pub fn note(&mut self, place: Place, state: &State, is_written: impl Fn(Class, Cell) -> bool) {
        self.count += 1;
        if self.count >= MOST {
            self.states.clear();
            return;
        }
        let object = |known: &Object, may_change: bool| {
            let slots = known.slots.iter().filter(|(cell, _)| may_change || is_written(known.class, **cell));
            let slots = slots.map(|(&cell, slot)| (cell, slot.clone())).collect();
            Object { slots, ins: BTreeMap::new(), ..*known }
        };
        let objects = state.heap.objects.iter().map(|(&o, known)| (o, object(known, !is_root(o)))).collect();
        let known = State {
            vars: state.vars.clone(),
            heap: Heap { objects, ..Heap::default() },
            ranges: state.ranges.clone(),
            defaults: BTreeMap::new(),
            thread: None,
            accesses: Vec::new(),
            ..*state
        };
        self.states.entry(place).or_default().push(known);
    }

    /// Whether a thread is interrupted whenever it comes there.
    pub fn is_always(&self, place: Place) -> bool {
        self.always.get(&place) == Some(&true)
    }

    /// Whether a state there is like that; `true` if they are not all known.
    pub fn any(&self, place: Place, is_like: impl Fn(&State) -> bool) -> bool {
        self.count >= MOST || self.states.get(&place).is_some_and(|states| states.iter().any(is_like))
    }
}
