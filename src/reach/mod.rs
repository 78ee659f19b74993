//! The Corral engine: is the return of the entry procedure reachable? (Lal, Qadeer, Lahiri: "A Solver for
//! Reachability Modulo Theories", CAV 2012.)

mod abstraction;
mod bound;
mod node;
mod parallel;
pub mod refine;
mod search;
mod sharing;
mod tree;
mod trial;
mod trip_count;
mod unit;

pub use abstraction::{Abstraction, reach};
pub use parallel::{search, split};
pub use search::{
    AHEAD, Acyclic, Config, Engine, Hooks, Progress, Reached, Search, Summaries, UNROLL_LIMIT, with_search,
};
pub use sharing::Thresholds;
pub use unit::{CallPath, Unit};
