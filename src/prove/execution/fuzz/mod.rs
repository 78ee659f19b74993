//! Coverage-guided runs with drawn inputs, beside the paths that a solver follows: no query, thousands of runs a second, and violations that
//! need long inputs but no clever ones are found soon (a buffer that two lines fill, a table that six entries fill).
//!
//! A run that reaches a place more often than others did is kept there, and others go on from it with other inputs: M. Zalewski's
//! AFL, with snapshots of the midst of a run instead of inputs, as Nyx has them (S. Schumilo et al., USENIX Security 2021). Runs are of
//! [compiled](code) programs; what is drawn is in [`draw`], from a [`dictionary`]. A violation is one if the interpreter reaches it.

mod code;
mod compile;
mod dictionary;
mod draw;
mod eval;
mod floats;
mod kept;
mod run;
mod state;
mod theories;

use rustc_hash::{FxHashMap, FxHashSet};

use self::code::{Image, Kind};
use self::dictionary::Dictionary;
use self::draw::Draw;
use self::kept::Kept;
use self::run::{Arrival, End, Machine};
use self::state::State;
use super::given::Given;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId};
use crate::interp::draws::below;
use crate::ir::Program;
use crate::verdict::{Trace, Value};

/// Instructions of a run since it reached something new; one of so many runs gets so many times as many.
const PATIENCE: u64 = 3_000;
const LONGER: (usize, u64) = (8, 8);
/// Instructions of a run behind the first input, and the part of all work that it may be if that is more: short runs come first, for each
/// costs little, and what they find is soon confirmed and easily read.
const SHORTEST: u64 = 20_000;
const SHARE: u64 = 64;
/// Instructions until the first input is drawn.
const MOST_BEFORE: u64 = 1_000_000;
/// Beginnings that axioms may exclude.
const BEGINNINGS: usize = 16;

/// Runs of a program.
pub struct Fuzzer {
    image: Image,
    machine: Machine,
    entry: ProcId,
    /// Before the first input, where none is one of the variables that have values from the beginning.
    first: Option<State>,
    /// Instructions until then, or until the next input.
    before: u64,
    kept: Kept,
    seen: FxHashSet<Arrival>,
    random: u64,
    /// How often a run reached a violation at each place.
    violations: FxHashMap<Option<(ProcId, BlockId, usize)>, u32>,
    is_over: bool,
    pub runs: u64,
}

impl Fuzzer {
    pub fn new(program: &Program, entry: ProcId) -> Fuzzer {
        let image = Image::new(program, entry);
        let machine = Machine::new(&image, Draw::new(Dictionary::new(program)));
        let mut fuzzer = Fuzzer {
            image,
            machine,
            entry,
            first: None,
            before: 0,
            kept: Kept::default(),
            seen: FxHashSet::default(),
            random: 0x2545_f491_4f6c_dd1d,
            violations: FxHashMap::default(),
            is_over: false,
            runs: 0,
        };
        fuzzer.begin();
        fuzzer
    }

    /// Runs to the first input, and learns the words of the program.
    fn begin(&mut self) {
        let mut beginnings = (0..BEGINNINGS).map(|_| self.machine.begin(&self.image, self.entry));
        let mut end = beginnings.find(|&end| end != Some(End::Blocked)).unwrap_or(Some(End::Blocked));
        self.is_over = end == Some(End::Unknown);
        let drawn = self.machine.draw.drawn;
        let mut steps = 0;
        while end.is_none() && self.machine.draw.drawn == drawn && self.work() < MOST_BEFORE {
            end = self.machine.step(&self.image);
            steps += 1;
        }
        self.before = steps;
        let maps = self.image.memory.iter().map(|&slot| &self.machine.state.maps[slot]);
        let cells = maps.flat_map(|map| map.cells.iter().map(|(&at, &value)| (at, value))).collect();
        self.machine.draw.dictionary.add_words(&cells);
        if drawn == 0 {
            self.is_over |= end.is_some();
            self.machine.begin(&self.image, self.entry);
            for _ in 1..steps {
                self.machine.step(&self.image);
            }
            self.first = Some(self.machine.copied());
        }
    }

    /// Whether there is nothing to be found by more runs.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Instructions so far.
    pub fn work(&self) -> u64 {
        self.machine.work
    }

    /// Runs for about so many instructions, within the budget of a turn, which is a part of the whole. Returns a violation that a run reaches.
    pub fn run(&mut self, program: &Program, instructions: u64, (turn, whole): (&Budget, &Budget)) -> Option<Trace> {
        let until = self.work() + instructions;
        while self.work() < until && !self.is_over && turn.check().is_ok() {
            if self.once() != Some(End::Violated) {
                continue;
            }
            let times = self.violations.entry(self.machine.at()).or_default();
            *times += 1;
            // Where the interpreter does not reach it, it is asked ever more seldom.
            if times.is_power_of_two()
                && let Some(trace) = self.trace(program, whole)
            {
                return Some(trace);
            }
        }
        None
    }

    /// The execution that was run last, if it ends in a violation.
    fn trace(&self, program: &Program, budget: &Budget) -> Option<Trace> {
        let State { inputs, cells, picks, opened, length, .. } = &self.machine.state;
        let value = |&(value, kind): &(i128, Kind)| match kind {
            Kind::Int => Value::Int(value.into()),
            Kind::Truth => Value::Bool(value == 1),
            Kind::Float(width) => {
                let (exponent, significand) = width.bits();
                Value::Float { bits: (value as u64).into(), exponent, significand }
            }
        };
        let mut given = Given::default();
        for (&n, input) in inputs.iter() {
            given.values.insert((n, input.1 == Kind::Truth), value(input));
        }
        for (&(n, at), cell) in cells.iter() {
            given.cells.entry((n, cell.1 == Kind::Truth)).or_default().push((at, value(cell)));
        }
        given.picks = picks.iter().map(|(&branches, &target)| (branches, target)).collect();
        given.inputs = (0..*opened).collect();
        given.run((program, self.entry), 2 * length, budget).violation(program, budget)
    }

    /// One run. Returns how it ends; `None`: it is too long.
    fn once(&mut self) -> Option<End> {
        self.runs += 1;
        let kept = self.kept.pick(self.machine.draw.drawn, &mut self.random);
        let from = kept.map(|(state, style)| (state, Some(style))).or_else(|| Some((self.first.clone()?, None)));
        let ended = match from {
            Some((state, style)) => {
                self.machine.go_on_from(state, style);
                None
            }
            None => self.machine.begin(&self.image, self.entry),
        };
        let end = ended.or_else(|| self.follow());
        if end.is_some() {
            self.kept.end(self.machine.draw.drawn);
        }
        end
    }

    fn follow(&mut self) -> Option<End> {
        let longer = if below(&mut self.random, LONGER.0) == 0 { LONGER.1 } else { 1 };
        let mut until = self.work() + PATIENCE * longer;
        let longest = self.before + SHORTEST.max(self.work() / SHARE);
        while self.work() < until && self.machine.state.length < longest {
            let end = self.machine.step(&self.image);
            if end.is_some() {
                return end;
            }
            let Some(arrivals) = self.machine.arrival() else { continue };
            if arrivals.map(|arrival| self.seen.insert(arrival)).contains(&true) {
                self.kept.keep(arrivals[0].0, &mut self.machine, &mut self.random);
                until = self.work() + PATIENCE * longer;
            }
        }
        None
    }
}
