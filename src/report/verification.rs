//! Modular verification for people and as JSON.
//!
//! ```text
//! error: this postcondition fails
//!    ┌─ m.bpl:12:1
//!    …
//! m.bpl: P: not verified: 1 error
//! m.bpl: 3 verified, 1 error, 1 undecided
//! ```

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;
use serde::Serialize;

use super::json::{JsonFailure, JsonStats, Position, Reason, Trace, line};
use super::text::Style;
use super::{Place, reason, text};
use crate::base::stats::Stats;
use crate::verdict::verification::{Certainty, Finding, Verification};

/// The findings of one procedure as diagnostics, with what leads to them if the style says so. Empty where there is
/// nothing to say.
pub fn render(verification: &Verification, sources: &SourceMap, file: &str, style: Style) -> String {
    let mut out = String::new();
    for finding in &verification.findings {
        if style.trace {
            out.push_str(&way(finding, sources, file));
        }
        out.push_str(&diagnostic(finding, sources).render_for(sources, style.color));
        out.push('\n');
    }
    for &span in &verification.unreachable {
        let diag = Diagnostic::warning("nothing can reach this code: assumptions contradict each other", span)
            .note(format!("in procedure {}", verification.procedure));
        out.push_str(&diag.render_for(sources, style.color));
        out.push('\n');
    }
    if let Some(why) = &verification.gave_up {
        let procedure = &verification.procedure;
        out.push_str(&format!("{file}: {procedure}: not verified: {}\n", text::why_text(why)));
    }
    out
}

/// The execution, or where there is none the blocks.
fn way(finding: &Finding, sources: &SourceMap, file: &str) -> String {
    match &finding.execution {
        Some(execution) => text::steps(execution, sources) + "\n",
        None => {
            let line = |(name, span): &(String, ivl::source::Span)| {
                let place = Place::in_text(*span, sources).map_or(file.to_string(), |p| p.to_string());
                format!("{place}  {name}\n")
            };
            finding.path.iter().map(line).collect::<String>() + "\n"
        }
    }
}

fn diagnostic(finding: &Finding, sources: &SourceMap) -> Diagnostic {
    let mut diag = text::failure_diagnostic(&finding.failure, sources);
    match &finding.certainty {
        Certainty::Replayed => {}
        Certainty::NotReplayed(why) => {
            diag = diag.note(format!("unconfirmed: the solver's model could not be followed: {why}"));
        }
        Certainty::Undecided(why) => {
            diag.severity = ivl::diag::Severity::Warning;
            diag.message = diag.message.replacen(" fails", " could not be decided", 1);
            diag = diag.note(format!("unconfirmed: the solver gave up ({why}); this may hold all the same"));
        }
    }
    diag
}

/// The last line.
pub fn summary(file: &str, all: &[Verification]) -> String {
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let verified = all.iter().filter(|v| v.is_verified()).count();
    let errors: usize = all.iter().map(|v| v.errors().count()).sum();
    let undecided: usize = all.iter().map(|v| v.findings.len() - v.errors().count()).sum();
    let gave_up = all.iter().filter(|v| v.gave_up.is_some()).count();
    let mut line = format!("{file}: {verified} verified, {}", count(errors, "error", "errors"));
    if undecided > 0 {
        line.push_str(&format!(", {undecided} undecided"));
    }
    if gave_up > 0 {
        line.push_str(&format!(", {} given up", count(gave_up, "procedure", "procedures")));
    }
    line.push('\n');
    line
}

#[derive(Serialize)]
struct Object<'a> {
    rmt: &'static str,
    file: &'a str,
    procedure: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason<'a>>,
    findings: Vec<JsonFinding<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreachable: Vec<Position<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<JsonStats<'a>>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    certainty: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    failure: JsonFailure<'a>,
    path: Vec<Block<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Trace<'a>>,
}

#[derive(Serialize)]
struct Block<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
}

/// The result for one procedure as one line of JSON, without a line end.
pub fn json(verification: &Verification, file: &str, sources: &SourceMap, stats: Option<&Stats>) -> String {
    let finding = |f: &'_ Finding| -> (&'static str, Option<String>) {
        match &f.certainty {
            Certainty::Replayed => ("replayed", None),
            Certainty::NotReplayed(why) => ("not-replayed", Some(why.clone())),
            Certainty::Undecided(why) => ("undecided", Some(why.clone())),
        }
    };
    let details: Vec<_> = verification.findings.iter().map(finding).collect();
    let findings = verification.findings.iter().zip(&details).map(|(f, (certainty, detail))| JsonFinding {
        certainty,
        detail: detail.as_deref(),
        failure: JsonFailure::of(&f.failure, sources),
        path: f
            .path
            .iter()
            .map(|(name, span)| Block { name, at: Place::in_text(*span, sources).map(Position::from) })
            .collect(),
        trace: f.execution.as_ref().map(|e| Trace::of(e, sources)),
    });
    let object = Object {
        rmt: env!("CARGO_PKG_VERSION"),
        file,
        procedure: &verification.procedure,
        verdict: match verification.exit_code() {
            0 => "verified",
            10 => "refuted",
            _ => "unknown",
        },
        at: Place::in_text(verification.span, sources).map(Position::from),
        reason: verification.gave_up.as_ref().map(|why| {
            let (kind, detail) = reason(why);
            Reason { kind, detail }
        }),
        findings: findings.collect(),
        unreachable: verification
            .unreachable
            .iter()
            .filter_map(|s| Place::in_text(*s, sources))
            .map(Position::from)
            .collect(),
        stats: stats.map(JsonStats::of),
    };
    line(&object)
}
