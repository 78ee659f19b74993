//! The intermediate verification language of rmt: a Boogie superset. Text to syntax tree and back.
//!
//! This package knows nothing of types, verdicts or solvers; front ends depend on it alone.

mod action;
pub mod ast;
mod context;
pub mod diag;
mod directive;
mod expected;
pub mod make;
mod parse;
mod print;
mod report;
pub mod source;
mod token;

pub use parse::parse;
