//! The interface of the library: parse, resolve, check, verify, render.

mod check;
mod program;
mod render;
mod verify;

pub use check::{CheckOptions, Outcome, check};
pub use program::{Parsed, Program, Rejected, parse, resolve, translate};
pub(crate) use program::{configured, left_out};
pub use render::{render, render_verification, to_json};
pub use verify::verify;
