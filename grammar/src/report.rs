//! Collects diagnostics, but not without end.

use crate::diag::Diagnostic;

/// How many diagnostics one run shows.
const MAX_DIAGNOSTICS: usize = 50;

/// The first diagnostics, and whether there were more.
#[derive(Debug, Default)]
pub struct Report {
    list: Vec<Diagnostic>,
    more: bool,
}

impl Report {
    pub fn add(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            self.more = true;
        } else {
            self.list.push(diagnostic);
        }
    }

    pub fn is_full(&self) -> bool {
        self.list.len() >= MAX_DIAGNOSTICS
    }

    /// The diagnostics in the order of the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.span.file, d.span.start));
        if self.more
            && let Some(last) = self.list.last_mut()
        {
            last.notes.push("there are more errors than these".to_string());
        }
        self.list
    }
}
