//! Read-only facts about programs: control flow, loops, calls, modified variables, liveness.

pub mod call_graph;
pub mod exclusive;
pub mod flow;
pub mod free_vars;
pub mod heap;
pub mod liveness;
pub mod loops;
pub mod maps;
pub mod mod_sets;
pub mod relevance;
pub mod sections;
pub mod threads;
