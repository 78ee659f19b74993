//! Compares diagnostics with those that a file announces.

use ivl::diag::{Diagnostic, Severity};
use ivl::source::SourceMap;

/// `//~ ERROR part of the message`, as line, severity and part of the message.
struct Announced<'a> {
    line: usize,
    severity: Severity,
    message: &'a str,
}

/// Checks that the diagnostics are exactly those that the text announces.
pub fn check(text: &str, diagnostics: &[Diagnostic], sources: &SourceMap) -> Result<(), String> {
    let mut announced = read(text)?;
    let mut wrong = String::new();
    for diagnostic in diagnostics {
        let line = sources.locate(diagnostic.span).map_or(0, |(_, line, _)| line);
        let is_it = |a: &Announced| {
            a.line == line && a.severity == diagnostic.severity && diagnostic.message.contains(a.message)
        };
        match announced.iter().position(is_it) {
            Some(i) => drop(announced.remove(i)),
            None => wrong += &format!("not announced:\n{}", diagnostic.render(sources)),
        }
    }
    for Announced { line, message, .. } in announced {
        wrong += &format!("line {line}: missing: {message}\n");
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

fn read(text: &str) -> Result<Vec<Announced<'_>>, String> {
    let mut announced = Vec::new();
    for (i, line) in text.lines().enumerate() {
        for mark in line.split("//~").skip(1) {
            let up = mark.len() - mark.trim_start_matches('^').len();
            let (word, message) = mark[up..].trim().split_once(' ').unwrap_or_default();
            let severity = match word {
                "ERROR" => Severity::Error,
                "WARNING" => Severity::Warning,
                _ => return Err(format!("line {}: not a mark: {mark}", i + 1)),
            };
            announced.push(Announced { line: i + 1 - up, severity, message: message.trim() });
        }
    }
    Ok(announced)
}
