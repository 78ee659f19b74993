//! An open text: its names, what is wrong with it, what became of its procedures.

use std::collections::BTreeMap;
use std::ops;

use ivl::diag::{self, Severity};
use ivl::names::{Kind, Names};
use ivl::source::{SourceMap, Span};
use lsp_server::Notification;
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position,
    PublishDiagnosticsParams, Range, Uri,
};

use crate::cli::c_names::functions;
use crate::driver::elaborate::{parse_files, resolve_program};
use crate::report::told::{self, Told};

/// What stands above a function whose check has not ended, and above one whose check has no answer.
const RUNNING: &str = "running";
pub const UNDECIDED: &str = "not decided";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    Boogie,
    C,
}

impl Language {
    /// By what the client says, or by the ending.
    pub fn of(uri: &Uri, id: &str) -> Language {
        if id == "c" || uri.as_str().ends_with(".c") { Language::C } else { Language::Boogie }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Document {
    pub language: Language,
    pub text: String,
    pub names: Names,
    /// Counts the changes.
    pub version: u64,
    /// The check of C that runs, or did; a change of the text ends it.
    pub check: u64,
    /// How often the client was asked to look at the lenses anew.
    pub refreshes: u64,
    mistakes: Vec<Diagnostic>,
    findings: Vec<Diagnostic>,
    /// By procedure.
    verdicts: BTreeMap<String, String>,
    /// Of a proof of the whole text.
    invariants: Vec<told::Invariant>,
}

impl Document {
    /// A new text. What was verified is not about it any more.
    pub fn change(&mut self, uri: &Uri, text: String) {
        self.version += 1;
        self.check = 0;
        self.text = text;
        self.findings.clear();
        self.verdicts.clear();
        self.invariants.clear();
        if self.language == Language::C {
            // What is wrong with a text while somebody types, servers for C say.
            return;
        }
        self.names = Names::of(&self.text);
        let mut sources = SourceMap::default();
        let file = sources.add(uri.as_str().to_string(), self.text.clone());
        let resolved = parse_files(&sources, &[file]).and_then(|ast| resolve_program(&ast, &sources));
        let found = resolved.map_or_else(|mistakes| mistakes, |(_, warnings)| warnings);
        self.mistakes = found.iter().map(|mistake| self.diagnostic(uri, mistake)).collect();
    }

    /// What `rmt verify` said about this text.
    pub fn verified(&mut self, uri: &Uri, reports: &[Told]) {
        self.findings.clear();
        self.verdicts.clear();
        for report in reports {
            let Some(procedure) = &report.procedure else { continue };
            let failures = report.failures();
            let said = match (report.verdict.as_str(), failures.len()) {
                ("verified", _) => "✓ verified".to_string(),
                ("refuted", 1) => format!("✗ {}", failures[0].0.says()),
                ("refuted", number) => format!("✗ {number} assertions fail"),
                _ => "? not decided".to_string(),
            };
            self.verdicts.insert(procedure.clone(), said);
            for (failure, _, certain) in failures {
                let Some(at) = &failure.at else { continue };
                let values: Vec<String> = failure.values.iter().map(|b| format!("{} = {}", b.name, b.value)).collect();
                let values = if values.is_empty() { String::new() } else { format!("\nwhere {}", values.join(", ")) };
                // A postcondition is marked where it stands, too, and a way out where it is left.
                let related = failure.related.as_ref().map(|at| self.line_from(at));
                let severity = Some(if certain { DiagnosticSeverity::ERROR } else { DiagnosticSeverity::WARNING });
                let finding = |range, message: String, other: Option<(Range, &str)>| Diagnostic {
                    range,
                    severity,
                    code: (!failure.code.is_empty()).then(|| NumberOrString::String(failure.code.clone())),
                    source: Some("rmt verify".into()),
                    message,
                    related_information: other.map(|(range, said)| {
                        let location = Location { uri: uri.clone(), range };
                        vec![DiagnosticRelatedInformation { location, message: said.to_string() }]
                    }),
                    ..Diagnostic::default()
                };
                let here = self.line_from(at);
                let said = format!("this {}{values}", failure.says());
                let mut found = vec![finding(here, said, related.map(|range| (range, "what must hold")))];
                if let (Some(range), "postcondition") = (related, failure.kind.as_str()) {
                    let said = format!("this postcondition fails{values}");
                    found.push(finding(range, said, Some((here, "the way out"))));
                }
                self.findings.extend(found);
            }
        }
    }

    /// What is said of C from now on; what was said before is over.
    pub fn begin(&mut self, running: &[&str]) {
        self.findings.clear();
        self.verdicts = running.iter().map(|name| ((*name).to_string(), RUNNING.to_string())).collect();
    }

    /// A finding, unless it is known.
    pub fn found(&mut self, finding: Diagnostic) {
        let is_same = |known: &&Diagnostic| known.range == finding.range && known.message == finding.message;
        if !self.findings.iter().any(|known| is_same(&known)) {
            self.findings.push(finding);
        }
    }

    pub fn say(&mut self, function: &str, said: String) {
        self.verdicts.insert(function.to_string(), said);
    }

    /// The functions that were not decided, which run again.
    pub fn again(&mut self) -> Vec<String> {
        let open = self.verdicts.iter_mut().filter(|(_, said)| said.starts_with(UNDECIDED));
        open.map(|(name, said)| {
            *said = RUNNING.to_string();
            name.clone()
        })
        .collect()
    }

    /// What was running is not any more.
    pub fn end(&mut self) {
        self.verdicts.retain(|_, said| said != RUNNING);
    }

    /// What `rmt check` said about this text.
    pub fn proved(&mut self, reports: &[Told]) {
        let proofs = reports.iter().filter_map(|report| report.proof.as_ref());
        self.invariants = proofs.flat_map(|proof| proof.certificate.invariants.clone()).collect();
    }

    /// What is known at a place: of a name its declaration, of a procedure what was inferred of its calls, of a line with
    /// a loop what was inferred there.
    pub fn hover(&self, position: Position) -> Option<String> {
        let name = self.names.at(self.offset(position));
        let is_here = |invariant: &&told::Invariant| match (&invariant.at, name) {
            (Some(at), None) => at.line == position.line as usize + 1,
            (None, Some(name)) => name.kind == Kind::Procedure && name.name == invariant.procedure,
            _ => false,
        };
        let inferred = self.invariants.iter().filter(is_here).map(|invariant| {
            let word = if invariant.at.is_some() { "invariant" } else { &*invariant.place };
            format!("{word} {}; // inferred", invariant.formula)
        });
        let lines: Vec<String> = name.map(|name| name.text.clone()).into_iter().chain(inferred).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The message that tells the client what is wrong.
    pub fn publish(&self, uri: &Uri) -> Notification {
        let diagnostics = self.mistakes.iter().chain(&self.findings).cloned().collect();
        let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version: None };
        Notification::new(PublishDiagnostics::METHOD.into(), params)
    }

    /// A title above each procedure of which something is known.
    pub fn lenses(&self) -> Vec<(Range, String)> {
        if self.language == Language::C {
            let functions = functions(&self.text);
            let known = functions.iter().filter_map(|function| {
                Some((self.range(&function.place(&self.text)), self.verdicts.get(function.name)?.clone()))
            });
            return known.collect();
        }
        let procedures = self.names.declared.iter().filter(|declared| declared.kind == Kind::Procedure);
        let known = procedures.filter_map(|p| Some((self.range(&p.at), self.verdicts.get(&p.name)?.clone())));
        known.collect()
    }

    fn diagnostic(&self, uri: &Uri, mistake: &diag::Diagnostic) -> Diagnostic {
        let notes: String = mistake.notes.iter().map(|note| format!("\n{note}")).collect();
        let related = mistake.related.iter().map(|(span, message)| DiagnosticRelatedInformation {
            location: Location { uri: uri.clone(), range: self.span(*span) },
            message: message.clone(),
        });
        Diagnostic {
            range: self.span(mistake.span),
            severity: Some(match mistake.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
            }),
            source: Some("rmt".into()),
            message: mistake.message.clone() + &notes,
            related_information: Some(related.collect()),
            ..Diagnostic::default()
        }
    }

    fn span(&self, span: Span) -> Range {
        if span == Span::NONE { Range::default() } else { self.range(&(span.start as usize..span.end as usize)) }
    }

    pub fn range(&self, bytes: &ops::Range<usize>) -> Range {
        Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }

    /// From a place to the end of its line.
    pub fn line_from(&self, at: &told::Position) -> Range {
        let line = self.text.lines().nth(at.line.saturating_sub(1)).unwrap_or_default();
        let before: String = line.chars().take(at.column.unwrap_or(1).saturating_sub(1)).collect();
        let position = |text: &str| Position::new(at.line.saturating_sub(1) as u32, text.encode_utf16().count() as u32);
        Range { start: position(&before), end: position(line.trim_end()) }
    }

    /// Lines and columns of the protocol count from 0, columns units of UTF-16.
    fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position::new(before.matches('\n').count() as u32, before[start..].encode_utf16().count() as u32)
    }

    pub fn offset(&self, position: Position) -> usize {
        let start: usize = self.text.split_inclusive('\n').take(position.line as usize).map(str::len).sum();
        let mut units = 0;
        for (at, c) in self.text[start..].char_indices() {
            if units >= position.character || c == '\n' {
                return start + at;
            }
            units += c.len_utf16() as u32;
        }
        self.text.len()
    }
}
