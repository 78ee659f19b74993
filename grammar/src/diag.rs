//! Diagnostics: what is wrong with the user's input, and where.

use codespan_reporting::diagnostic::{Diagnostic as Rendered, Label};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Config};

use crate::source::{FileId, SourceMap, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

/// One finding: a message at a place, related places, and advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    pub span: Span,
    /// Related places, each with what it has to do with the finding.
    pub related: Vec<(Span, String)>,
    pub notes: Vec<String>,
}

impl Diagnostic {
    pub fn error(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message: message.into(), span, related: Vec::new(), notes: Vec::new() }
    }

    pub fn warning(message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(message, span) }
    }

    pub fn related(mut self, span: Span, what: impl Into<String>) -> Diagnostic {
        self.related.push((span, what.into()));
        self
    }

    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// The diagnostic as rustc would show it: the message, `file:line:column`, the guilty line underlined. Plain text.
    pub fn render(&self, sources: &SourceMap) -> String {
        self.render_for(sources, false)
    }

    /// [`Diagnostic::render`], in colors if the reader is a terminal.
    pub fn render_for(&self, sources: &SourceMap, color: bool) -> String {
        let base = match self.severity {
            Severity::Error => Rendered::error(),
            Severity::Warning => Rendered::warning(),
        };
        let range = |s: Span| s.start as usize..s.end as usize;
        let mut labels = Vec::new();
        if sources.get(self.span.file).is_some() {
            labels.push(Label::primary(self.span.file, range(self.span)));
        }
        for (span, what) in &self.related {
            if sources.get(span.file).is_some() {
                labels.push(Label::secondary(span.file, range(*span)).with_message(what));
            }
        }
        let rendered = base.with_message(&self.message).with_labels(labels).with_notes(self.notes.clone());
        let mut text = if color { Buffer::ansi() } else { Buffer::no_color() };
        match term::emit_to_write_style(&mut text, &Config::default(), &View(sources), &rendered) {
            Ok(()) => String::from_utf8_lossy(text.as_slice()).into_owned(),
            Err(_) => format!("error: {}\n", self.message),
        }
    }
}

/// `codespan_reporting`'s view of a [`SourceMap`].
struct View<'a>(&'a SourceMap);

impl<'a> Files<'a> for View<'a> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.0.get(id).ok_or(Error::FileMissing)?.name)
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.0.get(id).ok_or(Error::FileMissing)?.text)
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, Error> {
        Ok(self.0.get(id).ok_or(Error::FileMissing)?.line_column(byte_index as u32).0 - 1)
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<std::ops::Range<usize>, Error> {
        let file = self.0.get(id).ok_or(Error::FileMissing)?;
        file.line_range(line_index + 1).ok_or(Error::LineTooLarge { given: line_index, max: usize::MAX })
    }
}
