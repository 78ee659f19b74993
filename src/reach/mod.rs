//! The Corral engine: is the return of the entry procedure reachable? (Lal, Qadeer, Lahiri: "A Solver for
//! Reachability Modulo Theories", CAV 2012.)

mod bound;
mod execution;
mod search;
mod sharing;
mod tree;
mod trip_count;

pub use search::{
    Config, Engine, Hooks, Progress, Question, Reached, Search, Summaries, UNROLL_LIMIT, search, with_search,
};
pub use sharing::Thresholds;
