//! Answers to many questions about one program.

use ivl::source::Span;

use super::Verdict;

/// The subject of a question.
#[derive(Clone, Debug)]
pub struct Subject {
    /// "assertion", "postcondition", "branch", "procedure", …
    pub what: &'static str,
    /// Where the check happens.
    pub span: Span,
    /// Where the condition is written, when elsewhere.
    pub related: Option<Span>,
    /// The procedure that it is in.
    pub procedure: String,
    /// Of a branch: what holds on it.
    pub side: Option<String>,
}

/// A question and its answer. About an assertion: whether an execution violates it on which no other assertion fails
/// before. About a place, [`Verdict::Unsafe`] says that an execution comes there.
#[derive(Clone, Debug)]
pub struct Answered<T> {
    /// The question.
    pub subject: Subject,
    /// The answer.
    pub verdict: Verdict<T>,
}
