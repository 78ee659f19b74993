//! Answers to many questions about one program: a line each, and a line that counts them.
//!
//! ```text
//! m.bpl:7:3: assertion of P: safe (proved, whatever the bound)
//! m.bpl:9:5: branch of P: dead
//! m.bpl: 12 assertions: 1 unsafe, 9 safe, 2 safe up to the bound
//! ```

use serde::Serialize;

use super::json::{Position, Reason};
use super::{Place, Report, json, reason, text};
use crate::verdict::{Answered, Execution, Subject, Verdict};
use ivl::source::SourceMap;

/// The verdict about one assertion, as a line.
pub fn assertion_line(answered: &Answered<Execution>, report: &Report) -> String {
    let (word, rest) = text::verdict(report);
    format!("{}: {word}{rest}\n", about(&answered.subject, report.file, report.sources))
}

/// The verdict about a place, as a line.
pub fn place_line(answered: &Answered<()>, file: &str, sources: &SourceMap) -> String {
    let found = match &answered.verdict {
        Verdict::Unsafe(()) => "reached".to_string(),
        Verdict::Safe(_) => "dead".to_string(),
        Verdict::SafeUpTo(bound) => format!("not reached up to bound {}", bound.0),
        Verdict::Unknown(why) => format!("unknown: {}", text::why_text(why)),
    };
    format!("{}: {found}\n", about(&answered.subject, file, sources))
}

fn about(subject: &Subject, file: &str, sources: &SourceMap) -> String {
    let place = Place::in_text(subject.span, sources).map_or(file.to_string(), |p| p.to_string());
    match subject.what {
        "procedure" => format!("{place}: procedure {}", subject.procedure),
        what => {
            let side = subject.side.as_ref().map_or(String::new(), |side| format!(", where {side}"));
            format!("{place}: {what} of {}{side}", subject.procedure)
        }
    }
}

/// `file: 12 assertions: 1 unsafe, …`; `words`: for unsafe, safe, safe up to the bound, unknown.
pub fn summary<T>(file: &str, what: &str, answers: &[Answered<T>], words: [&str; 4]) -> String {
    let mut counts = [0; 4];
    for answered in answers {
        counts[match answered.verdict {
            Verdict::Unsafe(_) => 0,
            Verdict::Safe(_) => 1,
            Verdict::SafeUpTo(_) => 2,
            Verdict::Unknown(_) => 3,
        }] += 1;
    }
    let counted = counts.iter().zip(words).filter(|(n, _)| **n > 0).map(|(n, word)| format!("{n} {word}"));
    let counted: Vec<String> = counted.collect();
    format!("{file}: {} {what}: {}\n", answers.len(), counted.join(", "))
}

#[derive(Serialize)]
struct AssertionObject<'a> {
    assertion: JsonSubject<'a>,
    #[serde(flatten)]
    verdict: json::Object<'a>,
}

#[derive(Serialize)]
struct PlaceObject<'a> {
    rmt: &'static str,
    file: &'a str,
    entry: &'a str,
    place: JsonSubject<'a>,
    /// "reached", "dead", "not-reached-up-to-bound" or "unknown".
    found: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason<'a>>,
}

#[derive(Serialize)]
struct JsonSubject<'a> {
    kind: &'static str,
    procedure: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<Position<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'a str>,
}

impl<'a> JsonSubject<'a> {
    fn of(subject: &'a Subject, sources: &'a SourceMap) -> JsonSubject<'a> {
        JsonSubject {
            kind: subject.what,
            procedure: &subject.procedure,
            at: Place::in_text(subject.span, sources).map(Position::from),
            related: subject.related.and_then(|s| Place::in_text(s, sources)).map(Position::from),
            side: subject.side.as_deref(),
        }
    }
}

/// One line; the report is of that assertion's verdict.
pub fn assertion_json(subject: &Subject, report: &Report, trace: bool) -> String {
    let mut verdict = json::Object::of(report);
    if !trace {
        verdict.trace = None;
    }
    json::line(&AssertionObject { assertion: JsonSubject::of(subject, report.sources), verdict })
}

/// One line.
pub fn place_json(answered: &Answered<()>, file: &str, entry: &str, sources: &SourceMap) -> String {
    let (found, bound, reason) = match &answered.verdict {
        Verdict::Unsafe(()) => ("reached", None, None),
        Verdict::Safe(_) => ("dead", None, None),
        Verdict::SafeUpTo(bound) => ("not-reached-up-to-bound", Some(bound.0), None),
        Verdict::Unknown(why) => {
            let (kind, detail) = reason(why);
            ("unknown", None, Some(Reason { kind, detail }))
        }
    };
    let place = JsonSubject::of(&answered.subject, sources);
    json::line(&PlaceObject { rmt: env!("CARGO_PKG_VERSION"), file, entry, place, found, bound, reason })
}
