//! Provers without a bound. Each is an [`Engine`] in a folder of its own, asks its oracle queries that are IVL programs,
//! and imports no other engine.
//!
//! To add one: a folder here, and a line in [`ENGINES`], whose order is that in which they are tried.

pub mod chc;
pub mod descent;
pub mod execution;
pub mod facts;
pub mod induction;
pub mod loops;
pub mod quantified;
pub mod shape;
pub mod shrink;
pub mod squeeze;
pub mod terms;
pub mod trials;

use crate::engine::Engine;

/// All provers, the most promising first; `shape` declines or ends soon.
pub const ENGINES: &[&dyn Engine] = &[
    &shape::Shape(shape::Flow::Edges),
    &execution::Execution,
    &induction::Induction,
    &shrink::Shrink,
    &squeeze::Squeeze,
    &descent::Descent,
    &chc::HornClauses,
];
