//! Procedures and loops by themselves: modular verification and the inference of contracts.
//!
//! ```text
//! the program that verdicts are about ── modular: inline, reducible, contracts, cut ──▶ procedures that stand alone
//!   ── goals: assertions become blocks ──▶ vc ── query ⇄ smt::Session ──▶ procedure: findings
//!                       ▲── parts: fewer goals, then fewer ways ── out of units ──┘
//! ```

mod all;
pub mod goals;
pub mod houdini;
pub mod modular;
pub mod parts;
pub mod procedure;
pub mod program;
pub mod query;
mod queue;
pub mod smoke;
pub mod smtlib;
pub mod summaries;
pub mod triggers;

pub use all::verify_all;
pub use procedure::{Config, Examined};
pub use program::{Progress, Task, Within, unlimited, verify};
