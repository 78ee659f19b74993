//! The checker of certificates: it rebuilds their obligations from the program's forms and the certificate's text, and has them
//! verified. How a proof was found is no part of it: it imports no engine, no search and no inference (`tests/tidy`
//! insists, and that it stays small).
//!
//! ```text
//! the program ── forms::normal ─────────────┐
//! the certificate's parameters, invariants ┴─▶ induction, horn: the certificate anew ── check ⇄ infer::verify_all ──▶ Verified
//! ```
//!
//! *What must be trusted* where a certificate of these methods is accepted: the front end; the lemma of the method (`docs/proofs.md`);
//! the forms and the passes that they use; modular verification with what is below it, or whoever verifies the obligations
//! instead; the solver. Certificates of other methods are rebuilt by their engines ([`crate::engine::Engine::rebuilt`]), whose
//! products and residual programs must be trusted as well.

pub mod check;
pub mod horn;
pub mod induction;
mod other_solver;
pub mod unfold;

use crate::engine::{Declined, Question};
use crate::verdict::Certificate;

/// The certificate that another one tells of, built anew from the program, with its obligations. `None`: of another method.
pub fn rebuilt(question: &Question, told: &Certificate) -> Option<Result<Certificate, Declined>> {
    match told.engine.as_str() {
        induction::NAME => Some(induction::rebuilt(question, told)),
        horn::NAME => Some(horn::rebuilt(question, told)),
        _ => None,
    }
}
