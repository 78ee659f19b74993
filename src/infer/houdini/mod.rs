//! Houdini: the largest inductive subset of guessed annotations.
//!
//! A candidate is a clause `guard ==> e`, where the guard is a Boolean constant of the program: a `requires`, `ensures`
//! or invariant, or any other assertion. Candidates are assumed where the contract says so and checked where it says
//! so; one that fails is dropped, and what was proved with its help is checked again. What is left holds whatever else
//! is true. After C. Flanagan, K. R. M. Leino, Houdini, an Annotation Assistant for ESC/Java, FME 2001; with one
//! incremental session for each procedure, and with all candidates dropped that fail in a model, as in
//! S. Lahiri, S. Qadeer, Complexity and Algorithms for Monomial and Clausal Predicate Abstraction, CADE 2009. What was proved
//! is asked about again only where a candidate falls that its proof used; what is too hard falls alone.

mod annotate;
mod candidates;
mod groups;
mod search;
mod task;
mod worker;

pub use annotate::annotate;
pub use candidates::{Attached, Place, attach, existential_constants, guard_of};
pub use search::infer;
pub use task::{Fallen, Inferred, Refutation, Task};
