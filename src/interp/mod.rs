//! The concrete interpreter: evaluates expressions, replays traces, and explores small programs exhaustively.
//!
//! It works on the monomorphic program that comes before every other pass, so it shares no code with the engines
//! whose answers it checks. Types are [`crate::verdict::Value`]'s; what has no value is a [`Stuck`], never a guess.

pub mod bitvectors;
pub mod domain;
mod eval;
pub mod floats;
mod functions;
mod maps;
pub mod numbers;
mod quantifiers;
mod relevant;
mod stuck;

pub use eval::{Evaluator, Interpretation, Limits};
pub use stuck::{Point, Slot, Stuck};
