//! Positions of clang as spans: each file that a position names is read once.

use std::sync::Arc;

use ivl::source::{FileId, SourceMap, Span, decode};
use rustc_hash::FxHashMap;

use crate::clang::node::{Extent, Place};

/// The files read so far.
#[derive(Default)]
pub struct Files {
    ids: FxHashMap<Arc<str>, Option<FileId>>,
}

impl Files {
    fn file(&mut self, sources: &mut SourceMap, name: &Arc<str>) -> Option<FileId> {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = std::fs::read(&**name)
            .ok()
            .map(|bytes| sources.add(name.strip_prefix("./").unwrap_or(name).to_string(), decode(bytes)));
        self.ids.insert(name.clone(), id);
        id
    }

    /// The text between two positions.
    pub fn range(&mut self, sources: &mut SourceMap, range: Option<&Extent>) -> Span {
        let Some(range) = range else { return Span::NONE };
        let Some(file) = self.file(sources, &range.file) else { return Span::NONE };
        Span::new(file, range.start as usize, range.end as usize)
    }

    /// A part of a file: from where to where.
    pub fn part(&mut self, sources: &mut SourceMap, (file, start, end): &(Arc<str>, usize, usize)) -> Span {
        self.file(sources, file).map_or(Span::NONE, |file| Span::new(file, *start, *end))
    }

    /// The token at a position.
    pub fn token(&mut self, sources: &mut SourceMap, place: Option<&Place>) -> Span {
        let Some(place) = place else { return Span::NONE };
        let Some(file) = self.file(sources, &place.file) else { return Span::NONE };
        Span::new(file, place.offset as usize, (place.offset + place.length) as usize)
    }

    /// The name, or else the character, at a line and column, both from 1.
    pub fn line_column(&mut self, sources: &mut SourceMap, name: &str, line: usize, column: usize) -> Span {
        let Some(file) = self.file(sources, &name.into()) else { return Span::NONE };
        let Some(source) = sources.get(file) else { return Span::NONE };
        let Some(range) = source.line_range(line) else { return Span::NONE };
        let start = (range.start + column - 1).min(range.end);
        let rest = source.text.as_bytes().get(start..range.end).unwrap_or_default();
        let length = rest.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'_').count();
        Span::new(file, start, (start + length.max(1)).min(range.end))
    }
}

/// Whether a file belongs to the system.
pub fn is_system_path(path: &str) -> bool {
    ["/usr/", "/lib/", "/opt/", "<"].iter().any(|folder| path.starts_with(folder))
}
