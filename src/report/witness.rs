//! Violations and proofs as witnesses of SV-COMP, format 2.0. Of a violation: the inputs that drive it, in order, and
//! where it ends. Of a proof: its invariants, where they stand at `while` and `for` and are expressions of C.
//!
//! An input is the return of a function that the program does not define; its place is the closing parenthesis of the
//! call. Source: Ayaziová et al., Software Verification Witnesses 2.0, SPIN 2024.

use std::fmt::Write;

use ivl::source::{SourceMap, Span};

use super::c_expression;
use super::origin::{Loop, Origin, Variable, expression, readable};
use crate::verdict::{Certificate, Execution, Invariant, StepKind};

/// What a witness is made of.
#[derive(Clone, Copy)]
pub enum Evidence<'a> {
    Violation(&'a Execution),
    Proof(&'a Certificate, &'a Origin),
}

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
pub fn render(evidence: Evidence, sources: &SourceMap, subject: &Subject) -> String {
    match evidence {
        Evidence::Violation(execution) => {
            metadata("violation_sequence", subject) + "  content:\n" + &waypoints(execution, sources)
        }
        Evidence::Proof(certificate, origin) => {
            let invariants: String =
                certificate.invariants.iter().map(|invariant| hints(invariant, origin, sources)).collect();
            let content = if invariants.is_empty() { " []\n".into() } else { format!("\n{invariants}") };
            metadata("invariant_set", subject) + "  content:" + &content
        }
    }
}

fn waypoints(execution: &Execution, sources: &SourceMap) -> String {
    let mut out = String::new();
    let mut functions: Vec<&str> = Vec::new();
    for step in &execution.steps {
        match &step.kind {
            StepKind::Call { procedure, .. } => functions.push(procedure),
            StepKind::Return { .. } => _ = functions.pop(),
            StepKind::Input { input } if is_number(&input.text) => {
                let last = Span { start: step.span.end.saturating_sub(1), ..step.span };
                let Some(place) = location(sources, last, functions.last(), 10) else { continue };
                waypoint(&mut out, "function_return", &place);
                let value = quoted(&format!("\\result == {}", input.text));
                let _ = writeln!(out, "          constraint:\n            format: \"acsl_expression\"");
                let _ = writeln!(out, "            value: {value}");
            }
            _ => {}
        }
    }
    if let Some(place) = location(sources, execution.failure.span, functions.last(), 10) {
        waypoint(&mut out, "target", &place);
    }
    out
}

/// What an invariant says in C. A loop of which inlining may have made several copies has none: there an invariant is
/// about one of them.
fn hints(invariant: &Invariant, origin: &Origin, sources: &SourceMap) -> String {
    let found = origin.loop_of(invariant).filter(|at| at.procedure.once && is_loop(at.span, sources));
    let (Some(at), Some(formula)) = (found, expression(&invariant.formula)) else { return String::new() };
    let Some(place) = location(sources, at.span, Some(&&*at.procedure.shown), 8) else { return String::new() };
    let named = |name: &str| origin.variable(&at, name).filter(|v| is_visible(v, &at, origin, sources))?.shown.clone();
    // Names that are none of C stay, and the translation does not know them.
    let mut out = String::new();
    for part in c_expression::conjuncts(readable(formula, &|_| None)) {
        let Some(value) = c_expression::c_expression(&part, &named) else { continue };
        let _ = writeln!(out, "    - invariant:\n        type: \"loop_invariant\"");
        out.push_str(&place);
        let _ = writeln!(out, "        value: {}\n        format: \"c_expression\"", quoted(&value));
    }
    out
}

/// Whether a loop stands there that asks first: the place of an invariant is where the condition is asked.
fn is_loop(span: Span, sources: &SourceMap) -> bool {
    let text = sources.text(span).unwrap_or_default();
    ["while", "for"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
    })
}

/// Whether a variable of C can be named at the loop: it is declared in front, in a block that is still open, or by the
/// loop itself, and no other has its name.
fn is_visible(variable: &Variable, at: &Loop, origin: &Origin, sources: &SourceMap) -> bool {
    let all = || at.procedure.variables.iter().chain(&origin.globals);
    if all().filter(|other| other.shown == variable.shown).count() != 1 {
        return false;
    }
    if origin.globals.iter().any(|global| global.name == variable.name) {
        return true;
    }
    let (declared, head) = (variable.span, at.span);
    if declared == Span::NONE || declared.file != head.file {
        return false;
    }
    let between = |from: u32, to: u32| sources.text(Span { start: from, end: to, ..head }).unwrap_or_default();
    if declared.start >= head.start {
        return declared.start < head.end && !between(head.start, declared.start).contains([';', '{']);
    }
    let mut depth = 0;
    between(declared.start, head.start).chars().all(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth >= 0
    })
}

fn metadata(kind: &str, subject: &Subject) -> String {
    let mut out = format!("- entry_type: \"{kind}\"\n  metadata:\n    format_version: \"2.0\"\n");
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

/// `indent`: of its first line.
fn location(sources: &SourceMap, span: Span, function: Option<&&str>, indent: usize) -> Option<String> {
    let (file, line, column) = sources.locate(span)?;
    let [first, rest] = [indent, indent + 2].map(|n| " ".repeat(n));
    let mut text = format!("{first}location:\n{rest}file_name: {}\n", quoted(file));
    let _ = writeln!(text, "{rest}line: {line}\n{rest}column: {column}");
    if let Some(function) = function {
        let _ = writeln!(text, "{rest}function: {}", quoted(function));
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
