//! What a search is asked, how it is to go about it, whom it tells, and what it returns.

use std::sync::Arc;

use super::bound::Costs;
use super::refine::Refinement;
use super::sharing::Thresholds;
use super::unit::Unit;
use crate::base::ids::{ProcId, VarId};
use crate::base::stats::Stats;
use crate::ir::Program;
use crate::smt::Settings;
use crate::verdict::{Bound, Trace, Verdict};

/// How call sites are chosen for inlining.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// On demand (Figure 2).
    #[default]
    Stratified,
    /// Everything within the bound, before the first query.
    Static,
}

/// How a search goes about its work.
#[derive(Clone, Debug)]
pub struct Config {
    pub engine: Engine,
    /// Whether calls that no execution makes both share an instance of their callee, and when; `None`: never.
    pub sharing: Option<Thresholds>,
    /// `None`: 0, 1, 2, … until an answer.
    pub bound: Option<Bound>,
    /// Without `bound`: where to begin; nothing is to be found below.
    pub first: u32,
    /// `bound` is one of those that a search goes through: what every execution does may be run beyond it.
    pub is_passing: bool,
    /// Nothing is said of what is beyond `bound`, so nothing need be known of what comes behind calls beyond it.
    pub shuts: bool,
    /// Calls are evaluated where they are met until there are that many clauses; then they are left open. `None`: as
    /// suits the program.
    pub ahead: Option<usize>,
    /// Loops whose trip count is a constant of the program, and at most this, are unrolled whatever the bound.
    pub unroll_limit: u32,
    /// What the bound counts, where an abstract program does not tell; `None`: the program tells.
    pub costs: Option<Costs>,
    pub summaries: Summaries,
    /// Z3 resource units after which a search has taken long.
    pub long: u64,
    /// Instances of a slice that are looked at at once; larger ones grow along their paths.
    pub at_once: usize,
    /// Whether those that were inferred are returned as text.
    pub show_summaries: bool,
    /// The part of the executions to look at.
    pub unit: Unit,
    /// That many threads share a search, or infer summaries.
    pub jobs: usize,
    /// A unit is split when it has cost that many of Z3's resource units: the other half begins anew.
    pub split_after: u64,
    pub solver: Settings,
    /// Which globals are tracked; `None`: all.
    pub abstraction: Option<Abstraction>,
}

/// What is known of a call that is not inlined. The driver sees to what is known before the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Summaries {
    /// Nothing.
    None,
    /// What the contract of the callee says.
    Given,
    /// That, and what Houdini infers about the globals that assertions mention, once the search has taken long.
    Typestate,
    /// What the contract says, and what Houdini infers before the search.
    Houdini,
    /// The same as `Typestate`, and what Houdini infers once the search has reached a bound without a proof, or takes
    /// much longer.
    #[default]
    OnDemand,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            engine: Engine::default(),
            sharing: Some(Thresholds::default()),
            bound: None,
            first: 0,
            is_passing: false,
            shuts: false,
            ahead: None,
            unroll_limit: UNROLL_LIMIT,
            costs: None,
            summaries: Summaries::default(),
            long: LONG,
            at_once: AT_ONCE,
            show_summaries: false,
            unit: Unit::default(),
            jobs: 1,
            split_after: 200_000_000,
            solver: Settings::default(),
            abstraction: None,
        }
    }
}

/// So many clauses are little work for one query, and what is evaluated in the order of the program is simpler than
/// what is inlined later.
pub const AHEAD: usize = 3000;

/// Loops that programs spell out have few rounds; each further one makes the search longer.
pub const UNROLL_LIMIT: u32 = 64;

/// A few seconds: most searches never come to infer summaries.
const LONG: u64 = 10_000_000;

/// Slices have few instances, most of which matter.
const AT_ONCE: usize = 200;

/// A snapshot for progress lines.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub bound: u32,
    pub open: usize,
    pub inlined: usize,
    pub queries: u64,
}

/// Who says when a search goes on that has several turns.
pub trait Turns: Sync {
    /// Its turn is over, for want of time or of units.
    fn is_over(&self) -> bool;
    /// Waits for the next turn; this was done since the last one began, besides what has ended. False: there is none.
    fn next(&self, done: Stats) -> bool;
    /// A search of several has ended, which took that.
    fn ended(&self, done: &Stats);
    /// Nothing is to be found within a bound; the loops and procedures whose further rounds that leaves out.
    fn finished(&self, bound: Bound, cut: &[ProcId]);
}

/// There is one turn.
pub struct OneTurn;

impl Turns for OneTurn {
    fn is_over(&self) -> bool {
        false
    }

    fn next(&self, _: Stats) -> bool {
        false
    }

    fn ended(&self, _: &Stats) {}

    fn finished(&self, _: Bound, _: &[ProcId]) {}
}

/// What the search calls while it runs.
pub struct Hooks<'a> {
    pub turns: &'a dyn Turns,
    pub progress: &'a mut (dyn FnMut(Progress) + Send),
    /// Whether a candidate replays and every condition on the way is decided: then it is a violation beyond doubt.
    pub is_certain: &'a mut (dyn FnMut(&Trace) -> bool + Send),
}

impl Hooks<'_> {
    /// The same for a shorter time.
    pub fn shorter(&mut self) -> Hooks<'_> {
        Hooks { turns: self.turns, progress: &mut *self.progress, is_certain: &mut *self.is_certain }
    }
}

/// The answer and, for dumps, the final solver state.
pub struct Reached<T = Verdict<Trace>> {
    pub answer: T,
    pub stats: Stats,
    /// Everything asserted, as SMT-LIB, when asked for.
    pub smtlib: Option<String>,
    /// What was inferred, as Boogie declarations, when asked for.
    pub summaries: Option<String>,
    /// Where nothing was found within a bound: the loops and procedures whose further rounds that leaves out.
    pub cut: Vec<ProcId>,
}

/// A program of acyclic procedures without assertions: can `entry` return with the flag `error` raised?
#[derive(Clone)]
pub struct Acyclic {
    pub program: Arc<Program>,
    pub entry: ProcId,
    pub error: VarId,
}

/// Which globals are tracked at first, and how further ones are found.
#[derive(Clone, Debug)]
pub struct Abstraction {
    pub tracked: Vec<VarId>,
    pub refinement: Refinement,
}
