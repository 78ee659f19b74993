//! Where preprocessed text comes from.
//!
//! Line markers say from which line. Which token of that line, or of the lines of a macro's use that begins there, is
//! found by what the tokens are: what stands in the same order in both texts is the same.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use ivl::source::decode;

use super::CLAUSES;
use super::token::{Kind, Tokens};

/// So many tokens of a line may be missing in what it becomes.
const SKIPPED: usize = 12;

/// The same where a clause begins.
const SKIPPED_TO_CLAUSE: usize = 600;

/// A token of a file: the file, where the token begins, and where it ends.
pub type Place = (Arc<str>, usize, usize);

/// The lines of a preprocessed text.
pub struct Places<'t> {
    text: &'t str,
    lines: Vec<Line>,
    sources: HashMap<Arc<str>, Option<Source>>,
    /// By line: where its tokens begin, and which ranges of the file they are.
    known: HashMap<usize, Vec<(usize, Range<usize>)>>,
}

struct Line {
    start: usize,
    file: Arc<str>,
    /// From 1.
    number: usize,
}

struct Source {
    text: String,
    tokens: Vec<Range<usize>>,
    /// Where lines begin.
    lines: Vec<usize>,
}

impl<'t> Places<'t> {
    pub fn of(text: &'t str) -> Places<'t> {
        let mut lines = vec![];
        let (mut file, mut number): (Arc<str>, usize) = ("".into(), 1);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            match marker(line) {
                Some((at, name)) => {
                    number = at;
                    if *name != *file {
                        file = name.into();
                    }
                }
                None => {
                    lines.push(Line { start, file: file.clone(), number });
                    number += 1;
                }
            }
            start += line.len();
        }
        Places { text, lines, sources: HashMap::new(), known: HashMap::new() }
    }

    /// The token of a file that a place of the text comes from.
    pub fn place(&mut self, at: usize) -> Option<Place> {
        let index = self.lines.partition_point(|line| line.start <= at).checked_sub(1)?;
        if !self.known.contains_key(&index) {
            let found = self.matched(index).unwrap_or_default();
            self.known.insert(index, found);
        }
        let known = &self.known[&index];
        let before = known.partition_point(|(start, _)| *start <= at);
        let range = known.get(before.saturating_sub(1))?.1.clone();
        Some((self.lines[index].file.clone(), range.start, range.end))
    }

    /// For the tokens of a line, what they are in its file, as far as that is found.
    fn matched(&mut self, index: usize) -> Option<Vec<(usize, Range<usize>)>> {
        let Line { start, ref file, number } = self.lines[index];
        let end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
        let line = Tokens::of(&self.text[start..end]);
        let source = self.sources.entry(file.clone()).or_insert_with(|| Source::read(file)).as_ref()?;
        let mut next =
            source.tokens.partition_point(|token| token.start < source.lines[number.min(source.lines.len()) - 1]);
        let limit = source.end_of_use(next, number);
        let mut found: Vec<(usize, Range<usize>)> = vec![];
        // What is found nowhere is where the line begins.
        if let Some(first) = source.tokens.get(next) {
            found.push((start, first.clone()));
        }
        for (i, token) in line.all.iter().enumerate() {
            let text = line.text(i);
            // A quantifier may come of a macro of its own: the next one of the text is another.
            let reach = match token.kind {
                Kind::Name if CLAUSES.contains(&text) => SKIPPED_TO_CLAUSE,
                Kind::Name | Kind::Number | Kind::Literal => SKIPPED,
                _ => 1,
            };
            let is_same = |range: &Range<usize>| source.text.get(range.clone()).is_some_and(|other| says(other, text));
            let reach = if reach > SKIPPED { reach } else { reach.min(limit.saturating_sub(next)) };
            let ahead = source.tokens.iter().skip(next).take(reach).position(is_same);
            if let Some(ahead) = ahead {
                found.push((start + token.range.start, source.tokens[next + ahead].clone()));
                next += ahead + 1;
            }
        }
        Some(found)
    }
}

impl Source {
    fn read(file: &str) -> Option<Source> {
        let text = decode(std::fs::read(file).ok()?);
        let tokens = Tokens::of(&text).all.into_iter().map(|token| token.range).collect();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Some(Source { text, tokens, lines })
    }

    /// The first token behind a line, and behind the macro's use that goes on from it: brackets are closed there.
    fn end_of_use(&self, first: usize, number: usize) -> usize {
        let end_of_line = self.lines.get(number).copied().unwrap_or(self.text.len());
        let mut depth = 0;
        let is_behind = |token: &Range<usize>| {
            let ends = depth <= 0 && token.start >= end_of_line;
            match self.text.get(token.clone()) {
                Some("(") => depth += 1,
                Some(")") => depth -= 1,
                _ => {}
            }
            ends
        };
        first + self.tokens[first..].iter().position(is_behind).unwrap_or(self.tokens.len() - first)
    }
}

/// Whether a token of a file may be what a token of the preprocessed text comes from: itself, or a short name for it.
fn says(own: &str, text: &str) -> bool {
    let short = |text: &str| {
        let rest = text.strip_prefix("__CPROVER_")?;
        Some(rest.strip_prefix("loop_").unwrap_or(rest).to_string())
    };
    own == text || short(text).is_some_and(|short| own == short || own.strip_prefix("rmt_") == Some(&short))
}

/// `# 12 "file.c" 1`
fn marker(line: &str) -> Option<(usize, String)> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("#line "))?;
    let (number, rest) = rest.split_once(' ')?;
    let name = rest.strip_prefix('"')?;
    let name = &name[..name.rfind('"')?];
    Some((number.parse().ok()?, name.replace("\\\\", "\\").replace("\\\"", "\"")))
}
