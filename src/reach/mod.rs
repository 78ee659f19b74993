//! The Corral engine: is the return of the entry procedure reachable? (Lal, Qadeer, Lahiri: "A Solver for
//! Reachability Modulo Theories", CAV 2012.)

mod abstraction;
mod bound;
mod config;
mod deepening;
mod node;
mod parallel;
mod pool;
pub mod refine;
mod route;
pub mod schedules;
mod search;
mod sharing;
mod suited;
mod tree;
mod trial;
mod trip_count;
mod turns;
mod unit;

pub use abstraction::reach;
pub use config::{
    Abstraction, Acyclic, Config, Engine, Hooks, OneTurn, Progress, Reached, Summaries, Turns, UNROLL_LIMIT,
};
pub use parallel::{search, split};
pub use search::{Search, with_search};
pub use sharing::Thresholds;
pub use suited::Bounds;
pub use trip_count::{arrived_at, unrolls};
pub use turns::{FIRST_TURN, reach_by_turns, takes_turns};
pub use unit::{CallPath, Unit};
