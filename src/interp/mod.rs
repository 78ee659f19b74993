//! The concrete interpreter: evaluates expressions, replays traces, and explores small programs exhaustively.
//!
//! It works on the monomorphic program that comes before every other pass, so it shares no code with the engines
//! whose answers it checks. Types are [`crate::verdict::Value`]'s; what has no value is a [`Stuck`], never a guess.

pub mod bitvectors;
pub mod domain;
pub(crate) mod eval;
pub mod explore;
pub mod floats;
mod functions;
pub mod machine;
mod maps;
pub mod numbers;
mod quantifiers;
mod relevant;
pub mod replay;
pub mod run;
pub(crate) mod stuck;
pub mod text;

pub use eval::{Evaluator, Interpretation, Limits};
pub use explore::explore;
pub use replay::{Disagreement, DisagreementKind, replay};
pub use stuck::{Point, Slot, Stuck};

/// Stack for the evaluator's recursion: nested expressions and recursive functions, [`Limits::depth`] levels.
const STACK: usize = 512 << 20;

/// Runs on a thread whose stack is large enough for the deepest expressions.
pub fn on_deep_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        match thread.expect("internal: no thread for the interpreter").join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
