//! The forms of a program that provers begin with. Each is made once for a question, when it is first asked for.
//!
//! ```text
//! Question ── desugared: contracts, where clauses and `old` are commands
//!               ├─ normal: calls are few, each ends its block; no attributes   (induction, chc)
//!               └─ inlined: one body, branches on conditions                   (shrink, squeeze, shape)
//! ```

pub mod desugared;
pub mod inlined;
pub mod normal;

use std::sync::Arc;

pub use desugared::Desugared;
pub use inlined::Flat;
pub use normal::NormalForm;

use crate::engine::{Declined, Question};

/// Contracts, where clauses and `old` are commands.
pub fn desugared(question: &Question) -> Arc<Desugared> {
    question.forms.get(question, || Desugared::new(question))
}

/// Everything that is asserted or assumed is a command, calls are few, and each ends its block.
pub fn normal(question: &Question) -> Result<NormalForm, Declined> {
    (*question.forms.get(question, || normal::normal(question))).clone()
}

/// The whole program as one body.
pub fn inlined(question: &Question) -> Result<Flat, Declined> {
    (*question.forms.get(question, || inlined::flatten(question))).clone()
}
