//! Verification conditions: a procedure becomes one term DAG, which is instantiated at each inlined call.
//!
//! Pipeline: `passive` (single assignment over acyclic blocks) → `define`, for procedures by themselves →
//! `template` (the DAG, compiled once) → `evaluate` (an instance: `value` is what is known of a term, `fold` what
//! operators make of it) → `translate` (solver terms), and back: `values` (model → concrete values).

mod bit_lemmas;
pub mod bits;
pub mod clause;
pub mod define;
pub mod encoder;
pub mod evaluate;
pub mod execution;
mod facts;
mod fold;
pub mod functions;
pub mod guard;
mod large;
mod lifted;
pub mod passive;
pub mod show;
pub mod template;
mod theory;
mod translate;
pub mod vacuity;
pub mod value;
pub mod values;
pub mod vocabulary;
