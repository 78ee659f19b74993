//! What is known of each check of a program, where there is more to say than about all of them.

use ivl::source::Span;

use super::Bound;

/// A check that executions may reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// "assertion", "loop invariant", …
    pub what: &'static str,
    /// Where it stands; `Span::NONE` for what a front end adds, such as models of library functions.
    pub span: Span,
    /// The procedure that it is in, as its author calls it.
    pub procedure: String,
    /// What it says where it fails.
    pub message: Option<String>,
    /// What is known of it.
    pub status: Status,
}

/// What is known of a check. An execution ends where it violates one: a check that is proved is violated by none that
/// keeps all checks before.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// No execution violates it, whatever the bound; who has proved that.
    Proved(String),
    /// An execution violates it.
    Violated,
    /// None does within the bound.
    UpTo(Bound),
    /// Nothing is known.
    Open,
}

impl Check {
    /// Whether it is proved.
    pub fn is_proved(&self) -> bool {
        matches!(self.status, Status::Proved(_))
    }
}
