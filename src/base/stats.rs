//! What a run did: times per phase and deterministic counts.

use std::time::{Duration, Instant};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Statistics of one query; everything but the times is deterministic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Wall time per phase, in the order in which the phases first ran.
    pub phases: Vec<(&'static str, Duration)>,
    /// Procedure instances that were inlined, the entry included.
    pub inlined: u64,
    /// `check` calls to Z3.
    pub queries: u64,
    /// Z3 resource units.
    pub rlimit: u64,
    /// Largest call tree: open call sites at the end.
    pub open_calls: u64,
    /// The bound that was reached.
    pub bound: Option<u32>,
    /// Peak resident memory in bytes.
    pub peak_memory: u64,
    /// How often the solver instantiated each quantifier, by name, if it was asked to count.
    pub instances: IndexMap<String, u64, FxBuildHasher>,
    /// Only if globals were abstracted away.
    pub tracked: Option<TrackedGlobals>,
    /// The engines that were asked, in order.
    pub engines: Vec<EngineRun>,
}

/// The outcome of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineRun {
    /// By its name.
    pub engine: &'static str,
    /// How the program was read for it; empty: as it is.
    pub reading: String,
    /// Its answer in a few words.
    pub outcome: String,
    /// Wall time.
    pub spent: Duration,
    /// Z3 resource units.
    pub units: u64,
    /// Its attempts, and why they failed; a line each.
    pub notes: Vec<String>,
}

/// The outcome of the abstraction of globals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackedGlobals {
    /// The globals that sufficed, in the order in which they were found.
    pub names: Vec<String>,
    /// Globals of the program.
    pub all: u64,
    /// Abstract programs that were searched.
    pub searches: u64,
    /// `check` calls to Z3 about paths.
    pub checks: u64,
}

impl Stats {
    /// Runs a phase and adds its time.
    pub fn time<T>(&mut self, phase: &'static str, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = run();
        self.add_time(phase, start.elapsed());
        result
    }

    /// Adds to the time of a phase.
    pub fn add_time(&mut self, phase: &'static str, spent: Duration) {
        match self.phases.iter_mut().find(|(name, _)| *name == phase) {
            Some((_, total)) => *total += spent,
            None => self.phases.push((phase, spent)),
        }
    }

    /// Takes off what was told before.
    pub fn without(mut self, told: &Stats) -> Stats {
        for (phase, spent) in &mut self.phases {
            let before = told.phases.iter().find(|(name, _)| name == phase);
            *spent = spent.saturating_sub(before.map_or(Duration::ZERO, |&(_, before)| before));
        }
        self.inlined = self.inlined.saturating_sub(told.inlined);
        self.queries = self.queries.saturating_sub(told.queries);
        self.open_calls = self.open_calls.saturating_sub(told.open_calls);
        self
    }

    /// Adds the counts and times of another query.
    pub fn merge(&mut self, other: &Stats) {
        for &(phase, spent) in &other.phases {
            self.add_time(phase, spent);
        }
        self.inlined += other.inlined;
        self.queries += other.queries;
        self.rlimit += other.rlimit;
        self.open_calls += other.open_calls;
        self.bound = self.bound.max(other.bound);
        self.peak_memory = self.peak_memory.max(other.peak_memory);
        for (name, count) in &other.instances {
            *self.instances.entry(name.clone()).or_insert(0) += count;
        }
        self.engines.extend(other.engines.iter().cloned());
        self.tracked = self.tracked.take().or_else(|| other.tracked.clone());
    }
}
