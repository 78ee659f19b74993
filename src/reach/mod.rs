//! The Corral engine: is the return of the entry procedure reachable? (Lal, Qadeer, Lahiri: "A Solver for
//! Reachability Modulo Theories", CAV 2012.)

mod abstraction;
mod bound;
mod execution;
pub mod refine;
mod search;
mod tree;

pub use abstraction::{Abstraction, reach};
pub use search::{Config, Engine, Hooks, Progress, Reached, search};
