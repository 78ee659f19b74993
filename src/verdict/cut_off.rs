//! What a verdict up to a bound leaves out.

use ivl::source::Span;

/// A loop, or a procedure that calls itself, that was not followed further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// [`CutOff::LOOP`] or [`CutOff::RECURSION`].
    pub what: &'static str,
    /// Whose loop, or the procedure, as its author calls it; of what a front end has added, the library function that leads there.
    pub procedure: String,
    /// Where it stands; `Span::NONE` for what a front end adds, such as models of library functions.
    pub span: Span,
}

impl CutOff {
    /// Rounds of a loop.
    pub const LOOP: &'static str = "loop";
    /// Calls of a procedure within itself.
    pub const RECURSION: &'static str = "recursion";
}
