//! The intermediate verification language of rmt: a Boogie superset. Text to syntax tree and back.
//!
//! This package knows nothing of types, verdicts or solvers; front ends depend on it alone.

pub mod ast;
pub mod diag;
pub mod source;
