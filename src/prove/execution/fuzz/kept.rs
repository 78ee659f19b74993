//! States that runs were the first to reach, to go on from.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::draw::Style;
use super::run::Machine;
use super::state::State;
use crate::interp::draws::below;

/// States that are kept of a place; then one of them makes room.
const MOST: usize = 64;
/// Bytes of all states, about; then every second one goes.
const MOST_BYTES: usize = 256 << 20;
/// One of so many runs begins anew.
const ANEW: usize = 4;
/// Instead of how often runs went on from a state: there is no input beyond.
const NEVER: u32 = u32::MAX;
/// States of which the one is gone on with that was so least often.
const DRAWN: usize = 3;

#[derive(Default)]
pub struct Kept {
    /// In the order in which they were kept.
    states: Vec<One>,
    /// By their place, for each place is as likely to be gone on from: loops over texts are at few places and reach them very often.
    places: IndexMap<usize, Vec<usize>, FxBuildHasher>,
    bytes: usize,
    /// Of the run: from which one it goes on, and how many there were.
    picked: Option<usize>,
    before: usize,
    /// How much was drawn until then.
    began: u64,
}

struct One {
    state: State,
    place: usize,
    /// What the run favoured.
    style: Style,
    /// How often runs went on from it.
    picked: u32,
    size: usize,
}

impl Kept {
    /// A state to go on from: by turns one of any place, and one that was kept not long ago. `None`: the beginning. `drawn`: how much was
    /// drawn until now.
    pub fn pick(&mut self, drawn: u64, random: &mut u64) -> Option<(State, Style)> {
        (self.before, self.began) = (self.states.len(), drawn);
        self.picked = self.any(random).filter(|&at| self.states[at].picked != NEVER);
        let one = &mut self.states[self.picked?];
        one.picked += 1;
        Some((one.state.clone(), one.style))
    }

    fn any(&self, random: &mut u64) -> Option<usize> {
        if self.states.is_empty() || below(random, ANEW) == 0 {
            return None;
        }
        if below(random, 2) == 0 {
            let (_, kept) = self.places.get_index(below(random, self.places.len()))?;
            let drawn = (0..DRAWN).filter_map(|_| kept.get(below(random, kept.len().max(1))).copied());
            return drawn.min_by_key(|&at| self.states[at].picked);
        }
        // All orders of magnitude are as likely.
        let magnitude = below(random, 1 + self.states.len().ilog2() as usize);
        Some(self.states.len() - 1 - below(random, 1 << magnitude))
    }

    /// Keeps the state of a run at a place.
    pub fn keep(&mut self, place: usize, machine: &mut Machine, random: &mut u64) {
        let size = machine.state.size();
        let style = machine.draw.style;
        let one = One { state: machine.copied(), place, style, picked: 0, size };
        self.bytes += size;
        let kept = self.places.entry(place).or_default();
        if kept.len() < MOST {
            kept.push(self.states.len());
            self.states.push(one);
        } else {
            let replaced = &mut self.states[kept[below(random, MOST)]];
            self.bytes -= replaced.size;
            *replaced = one;
        }
        if self.bytes > MOST_BYTES {
            self.thin();
        }
    }

    /// The run ends; so much was drawn until then. A state beyond the last input is of no use: from there, all runs are the same.
    pub fn end(&mut self, drawn: u64) {
        let Some(picked) = self.picked.filter(|_| self.began == drawn) else { return };
        self.states[picked].picked = NEVER;
        while self.states.len() > self.before
            && let Some(one) = self.states.pop()
        {
            self.bytes -= one.size;
            if let Some(kept) = self.places.get_mut(&one.place) {
                kept.pop();
            }
        }
    }

    /// Makes room.
    fn thin(&mut self) {
        let mut is_odd = false;
        self.states.retain(|one| {
            is_odd = !is_odd;
            is_odd && one.picked != NEVER
        });
        self.places.values_mut().for_each(Vec::clear);
        self.bytes = 0;
        for (at, one) in self.states.iter().enumerate() {
            self.places.entry(one.place).or_default().push(at);
            self.bytes += one.size;
        }
        self.picked = None;
    }
}
