//! What every floor uses: typed ids, vectors indexed by them, budgets, threads and statistics.

pub mod budget;
pub mod child;
pub mod graph;
pub mod ids;
pub mod memory;
pub mod stats;
pub mod stepwise;
pub mod watchdog;
pub mod workers;
