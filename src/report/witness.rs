//! A violation as a witness of SV-COMP, format 2.0: the inputs that drive it, in order, and where it ends.
//!
//! An input is the return of a function that the program does not define; its place is the closing parenthesis of the
//! call. Source: Ayaziová et al., Software Verification Witnesses 2.0, SPIN 2024.

use std::fmt::Write;

use ivl::source::{SourceMap, Span};

use crate::verdict::{Execution, StepKind};

/// The subject of the witness.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Each file with the SHA-256 of its bytes, in hexadecimal.
    pub files: Vec<(String, String)>,
    /// The property, as a property file gives it.
    pub specification: String,
    /// `ILP32` or `LP64`
    pub data_model: &'static str,
    /// 32 hexadecimal digits that no other witness has.
    pub id: String,
    /// When it is written: `2026-01-31T12:00:00Z`.
    pub created: String,
}

/// The witness, as YAML.
pub fn render(execution: &Execution, sources: &SourceMap, subject: &Subject) -> String {
    let mut out = metadata(subject);
    out.push_str("  content:\n");
    let mut functions: Vec<&str> = Vec::new();
    for step in &execution.steps {
        match &step.kind {
            StepKind::Call { procedure, .. } => functions.push(procedure),
            StepKind::Return { .. } => _ = functions.pop(),
            StepKind::Input { input } if is_number(&input.text) => {
                let last = Span { start: step.span.end.saturating_sub(1), ..step.span };
                let Some(place) = location(sources, last, functions.last()) else { continue };
                waypoint(&mut out, "function_return", &place);
                let value = quoted(&format!("\\result == {}", input.text));
                let _ = writeln!(out, "          constraint:\n            format: \"acsl_expression\"");
                let _ = writeln!(out, "            value: {value}");
            }
            _ => {}
        }
    }
    if let Some(place) = location(sources, execution.failure.span, functions.last()) {
        waypoint(&mut out, "target", &place);
    }
    out
}

fn metadata(subject: &Subject) -> String {
    let mut out = String::from("- entry_type: \"violation_sequence\"\n  metadata:\n    format_version: \"2.0\"\n");
    let id: Vec<&str> = [0..8, 8..12, 12..16, 16..20, 20..32].into_iter().filter_map(|r| subject.id.get(r)).collect();
    let _ = writeln!(out, "    uuid: {}", quoted(&id.join("-")));
    let _ = writeln!(out, "    creation_time: {}", quoted(&subject.created));
    let _ = writeln!(out, "    producer:\n      name: \"rmt\"\n      version: {}", quoted(env!("CARGO_PKG_VERSION")));
    out.push_str("    task:\n      input_files:\n");
    for (file, _) in &subject.files {
        let _ = writeln!(out, "        - {}", quoted(file));
    }
    out.push_str("      input_file_hashes:\n");
    for (file, hash) in &subject.files {
        let _ = writeln!(out, "        {}: {}", quoted(file), quoted(hash));
    }
    let _ = writeln!(out, "      specification: {}", quoted(&subject.specification));
    let _ = writeln!(out, "      data_model: \"{}\"\n      language: \"C\"", subject.data_model);
    out
}

fn waypoint(out: &mut String, kind: &str, place: &str) {
    let _ =
        writeln!(out, "    - segment:\n      - waypoint:\n          type: \"{kind}\"\n          action: \"follow\"");
    out.push_str(place);
}

fn location(sources: &SourceMap, span: Span, function: Option<&&str>) -> Option<String> {
    let (file, line, column) = sources.locate(span)?;
    let mut text = String::from("          location:\n");
    let _ = writeln!(text, "            file_name: {}", quoted(file));
    let _ = writeln!(text, "            line: {line}\n            column: {column}");
    if let Some(function) = function {
        let _ = writeln!(text, "            function: {}", quoted(function));
    }
    Some(text)
}

/// Other values cannot be compared in a witness.
fn is_number(text: &str) -> bool {
    text.strip_prefix('-').unwrap_or(text).bytes().all(|b| b.is_ascii_digit())
}

/// A text as YAML: what JSON writes is YAML as well.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
