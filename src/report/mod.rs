//! What users read: verdicts and executions as text, as JSON and as witnesses, and the table of statistics; many verdicts
//! as SARIF, for JUnit, and as a page, which are written from the JSON ([`told`]).
//!
//! Knows verdicts and source positions alone, so that nothing here depends on how a verdict was found.

mod c_expression;
pub mod catalogue;
pub mod cover;
mod fold;
pub mod html;
pub mod inference;
pub mod json;
pub mod junit;
pub mod origin;
pub mod sarif;
pub mod stats;
pub mod survey;
#[cfg(test)]
mod tests;
pub mod text;
pub mod told;
pub mod verification;
pub mod witness;

use ivl::source::{SourceMap, Span};

use self::cover::Coverage;
use self::origin::Origin;
use crate::base::budget::Stop;
use crate::base::stats::Stats;
use crate::verdict::execution::SourceLine;
use crate::verdict::{Check, CutOff, Verdict, Why};

/// A verdict and what there is to say about it.
pub struct Report<'a> {
    /// The checked file as the user named it.
    pub file: &'a str,
    /// The entry procedure.
    pub entry: &'a str,
    pub verdict: &'a Verdict,
    /// Where there are threads: the rounds in which they took turns.
    pub contexts: Option<u32>,
    /// Where nothing was found up to a bound: what was not followed further.
    pub cut: &'a [CutOff],
    /// What is known of each check.
    pub checks: &'a [Check],
    /// Assumptions that the verdict rests on, such as "no signed overflow".
    pub assumptions: &'a [String],
    /// Whether it is safe, according to its task definition.
    pub expected: Option<bool>,
    pub stats: Option<&'a Stats>,
    /// Inferred summaries of procedures, as Boogie declarations.
    pub summaries: Option<&'a str>,
    /// What tests cover, where one asks for that.
    pub coverage: Option<&'a Coverage>,
    /// What a proof's names mean.
    pub origin: &'a Origin,
    pub sources: &'a SourceMap,
}

impl<'a> Report<'a> {
    /// About a verdict alone.
    pub fn bare(
        (file, entry): (&'a str, &'a str),
        verdict: &'a Verdict,
        origin: &'a Origin,
        sources: &'a SourceMap,
    ) -> Report<'a> {
        Report {
            file,
            entry,
            verdict,
            contexts: None,
            cut: &[],
            checks: &[],
            assumptions: &[],
            expected: None,
            stats: None,
            summaries: None,
            coverage: None,
            origin,
            sources,
        }
    }
}

/// Where something happens, in the original source if the program says so, else in the checked text.
struct Place<'a> {
    file: &'a str,
    line: usize,
    column: Option<usize>,
}

impl<'a> Place<'a> {
    fn of(span: Span, source: Option<&'a SourceLine>, sources: &'a SourceMap) -> Option<Place<'a>> {
        match source {
            Some(s) => Some(Place { file: &s.file, line: s.line as usize, column: s.column.map(|c| c as usize) }),
            None => Place::in_text(span, sources),
        }
    }

    fn in_text(span: Span, sources: &'a SourceMap) -> Option<Place<'a>> {
        sources.locate(span).map(|(file, line, column)| Place { file, line, column: Some(column) })
    }
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        match self.column {
            Some(column) => write!(f, ":{column}"),
            None => Ok(()),
        }
    }
}

/// Why there is no answer: a fixed word for machines, and the details.
fn reason(why: &Why) -> (&'static str, Option<&str>) {
    match why {
        Why::Stopped(stop) | Why::StoppedAfter(stop, _) => match stop {
            Stop::Timeout => ("timeout", None),
            Stop::Interrupted => ("interrupted", None),
            Stop::Rlimit => ("resource-limit", None),
            Stop::Memory => ("memory", None),
        },
        Why::Incomplete(detail) => ("incomplete", Some(detail)),
        Why::Unsupported(detail) => ("unsupported", Some(detail)),
        Why::ReplayDisagrees(detail) => ("replay-disagrees", Some(detail)),
        Why::AllElseHolds { why, .. } => reason(why),
    }
}
