//! What the text says is no bug.
//!
//! ```text
//! return table[n]; // rmt:ignore deref-bounds callers pass numbers of the table
//! ```
//!
//! The comment stands in the line of the finding or in the one above; of a leak, perhaps where the memory was allocated.
//! Without a reason it says nothing.

use ivl::source::SourceMap;

use crate::verdict::execution::Failure;

const MARK: &str = "rmt:ignore";

/// Whether the text says that a failure is none.
pub fn is_ignored(sources: &SourceMap, failure: &Failure) -> bool {
    let code = failure.code();
    [Some(failure.span), failure.related].into_iter().flatten().any(|span| {
        let Some((file, (line, _))) = sources.get(span.file).map(|file| (file, file.line_column(span.start))) else {
            return false;
        };
        let lines = [Some(line), line.checked_sub(1)].into_iter().flatten();
        let texts = lines.filter_map(|line| file.text.get(file.line_range(line)?));
        texts.into_iter().any(|text| says(text, &code))
    })
}

/// Whether a line says that of the kind of check whose code is `RMT-deref-null`: by that, `deref-null` or `deref`.
fn says(line: &str, code: &str) -> bool {
    let Some((_, said)) = line.split_once(MARK) else { return false };
    let said = said.trim().trim_end_matches("*/");
    let Some((kind, reason)) = said.split_once(char::is_whitespace) else { return false };
    let (kind, code) = (kind.trim_start_matches("RMT-"), code.trim_start_matches("RMT-"));
    !reason.trim().is_empty() && code.strip_prefix(kind).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn a_kind_and_a_reason() {
        assert!(says("x = *p; // rmt:ignore deref-null p was set by init", "RMT-deref-null"));
        assert!(says("/* rmt:ignore RMT-deref the table is full */", "RMT-deref-bounds"));
        assert!(!says("x = *p; // rmt:ignore deref-null", "RMT-deref-null"));
        assert!(!says("x = *p; // rmt:ignore leak it lives for ever", "RMT-deref-null"));
        assert!(!says("x = *p; // rmt:ignore de p was set by init", "RMT-deref-null"));
    }
}
