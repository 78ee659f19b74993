//! Source texts and positions in them.

use std::sync::Arc;

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A range of bytes in a file: `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// For what stands in no text: generated programs.
    pub const NONE: Span = Span { file: FileId(u32::MAX), start: 0, end: 0 };

    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that covers both; `NONE` is neutral.
    pub fn to(self, other: Span) -> Span {
        if self == Span::NONE || self.file != other.file {
            return if self == Span::NONE { other } else { self };
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One text. Line starts are computed once, so that a position costs a binary search.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the user named it; `<stdin>` for standard input.
    pub name: String,
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Line and column of a byte offset, both from 1; the column counts characters.
    pub fn line_column(&self, offset: u32) -> (usize, usize) {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line_starts.partition_point(|&s| s <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column = self.text.get(start..offset as usize).map_or(0, |s| s.chars().count());
        (line + 1, column + 1)
    }

    /// The bytes of a line (from 1), its line end included.
    pub fn line_range(&self, line: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.line_starts.get(line.checked_sub(1)?)? as usize;
        let end = self.line_starts.get(line).map_or(self.text.len(), |&e| e as usize);
        Some(start..end)
    }
}

/// The text in the bytes of a file: UTF-8, or else Latin-1 (old tools wrote it). A byte order mark is dropped.
pub fn decode(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_string(),
            None => text,
        },
        Err(error) => error.as_bytes().iter().map(|&b| b as char).collect(),
    }
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a text. Texts over 4 GiB are refused by the caller (positions are 32 bits).
    pub fn add(&mut self, name: String, text: String) -> FileId {
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1));
        self.files.push(SourceFile { name, text: text.into(), line_starts });
        FileId(self.files.len() as u32 - 1)
    }

    pub fn get(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize)
    }

    /// File name, line and column of the start of a span; `None` for [`Span::NONE`].
    pub fn locate(&self, span: Span) -> Option<(&str, usize, usize)> {
        let file = self.get(span.file)?;
        let (line, column) = file.line_column(span.start);
        Some((&file.name, line, column))
    }

    pub fn text(&self, span: Span) -> Option<&str> {
        self.get(span.file)?.text.get(span.start as usize..span.end as usize)
    }
}
