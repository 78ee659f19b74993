//! Which candidates hold, and why the others fell, for people and as JSON.
//!
//! ```text
//! b1 = true
//! b2 = false  (loop invariant on entry fails at m.bpl:12:5 in P)
//! ```

use std::fmt::Write;

use ivl::source::{SourceMap, Span};
use serde::Serialize;

use super::Place;
use super::json::Position;

/// A candidate by the name of its guard.
pub struct Candidate<'a> {
    pub name: &'a str,
    /// The check that fails, where, and in which procedure; `None`: it holds.
    pub fell: Option<(&'static str, Span, &'a str)>,
    /// It fell because the solver gave up, for this reason.
    pub undecided: Option<&'a str>,
}

/// A line a candidate.
pub fn render(candidates: &[Candidate], sources: &SourceMap) -> String {
    let mut out = String::new();
    for Candidate { name, fell, undecided } in candidates {
        let _ = match fell {
            None => writeln!(out, "{name} = true"),
            Some((what, span, procedure)) => {
                let place = Place::in_text(*span, sources).map(|p| format!(" at {p}")).unwrap_or_default();
                let verb = match undecided {
                    None => "fails".to_string(),
                    Some(reason) => format!("is not decided ({reason})"),
                };
                writeln!(out, "{name} = false  ({what} {verb}{place} in {procedure})")
            }
        };
    }
    out
}

#[derive(Serialize)]
struct Object<'a> {
    rmt: &'static str,
    file: &'a str,
    candidates: Vec<JsonCandidate<'a>>,
}

#[derive(Serialize)]
struct JsonCandidate<'a> {
    name: &'a str,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    procedure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<&'a str>,
}

/// One line of JSON for all candidates, without a line end.
pub fn to_json(file: &str, candidates: &[Candidate], sources: &SourceMap) -> String {
    let candidates = candidates.iter().map(|c| JsonCandidate {
        name: c.name,
        holds: c.fell.is_none(),
        kind: c.fell.map(|(what, ..)| what),
        procedure: c.fell.map(|(.., procedure)| procedure),
        at: c.fell.and_then(|(_, span, _)| Place::in_text(span, sources)).map(Position::from),
        undecided: c.undecided,
    });
    let object = Object { rmt: env!("CARGO_PKG_VERSION"), file, candidates: candidates.collect() };
    serde_json::to_string(&object).unwrap_or_else(|e| panic!("internal: a report that is no JSON: {e}"))
}
