//! Answers for people and for machines.

use super::check::Outcome;
use super::program::Program;
use crate::report::origin::UNKNOWN;
use crate::report::text::Style;
use crate::report::{Report, json, text, verification};
use crate::verdict::Verification;

/// A verdict as `rmt check` prints it: the execution, the line that is wrong, and the verdict.
///
/// ```
/// let program = rmt::resolve(&rmt::parse("one.bpl", "procedure main() { assert true; }")?)?;
/// let outcome = rmt::check(&program, &rmt::CheckOptions::default())?;
/// assert!(rmt::render(&program, &outcome).starts_with("one.bpl: safe (proved"));
/// # Ok::<(), rmt::Rejected>(())
/// ```
pub fn render(program: &Program, outcome: &Outcome) -> String {
    text::render(&report(program, outcome), Style { color: false, trace: true })
}

/// A verdict as `rmt check --format json` prints it: one line, described in `docs/json.md`.
pub fn to_json(program: &Program, outcome: &Outcome) -> String {
    json::render(&report(program, outcome))
}

/// The result of [`crate::verify`] for a procedure, as `rmt verify` prints it; empty where all is well.
pub fn render_verification(program: &Program, verification: &Verification) -> String {
    verification::render(verification, &program.sources, &program.name, Style { color: false, trace: true })
}

fn report<'a>(program: &'a Program, outcome: &'a Outcome) -> Report<'a> {
    Report {
        file: &program.name,
        entry: &outcome.entry,
        verdict: &outcome.verdict,
        contexts: outcome.contexts,
        cut: &outcome.cut,
        checks: &outcome.checks,
        assumptions: &program.assumptions,
        expected: None,
        stats: None,
        summaries: None,
        coverage: None,
        origin: &UNKNOWN,
        sources: &program.sources,
    }
}
