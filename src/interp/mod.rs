//! The concrete interpreter: evaluates expressions, replays traces, and explores small programs exhaustively.
//!
//! It works on the monomorphic program that comes before every other pass, so it shares no code with the engines
//! whose answers it checks. Types are [`crate::verdict::Value`]'s; what has no value is a [`Stuck`], never a guess.

pub mod bitvectors;
pub mod domain;
pub mod draws;
pub(crate) mod eval;
pub mod explore;
pub mod floats;
mod functions;
pub mod machine;
pub(crate) mod maps;
mod marks;
pub mod numbers;
pub mod passed;
mod quantifiers;
mod relevant;
pub mod replay;
pub mod run;
pub(crate) mod stuck;
mod suppose;
pub mod symbols;
pub mod text;

pub use crate::base::workers::on_deep_stack;
pub use eval::{Evaluator, Interpretation, Limits};
pub use explore::explore;
pub use replay::{Disagreement, DisagreementKind, replay};
pub use stuck::{Point, Slot, Stuck};
