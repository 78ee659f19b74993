//! `#pragma CPROVER check disable "kind"`: where kinds of checks are off.

use std::collections::BTreeSet;

use ivl::source::{FileId, Span};
use rustc_hash::FxHashMap;

use super::Emit;

/// By file: from which byte on which kinds are off.
pub(super) type Pragmas = FxHashMap<FileId, Vec<(u32, BTreeSet<String>)>>;

impl Emit<'_> {
    /// Whether a kind of what C defines counts as a mistake at a place. What has no place is none of the program.
    pub(super) fn is_on(&mut self, kind: &str, span: Span) -> bool {
        span != Span::NONE && !self.is_off(kind, span)
    }

    /// Whether a pragma puts a kind off at a place.
    pub(super) fn is_off(&mut self, kind: &str, span: Span) -> bool {
        let Some(source) = self.sources.get(span.file) else { return false };
        let known = self.pragmas.entry(span.file).or_insert_with(|| read(&source.text));
        let before = known.partition_point(|(start, _)| *start <= span.start);
        before.checked_sub(1).is_some_and(|index| known[index].1.contains(kind))
    }
}

fn read(text: &str) -> Vec<(u32, BTreeSet<String>)> {
    let (mut now, mut saved, mut found, mut at) = (BTreeSet::new(), vec![], vec![], 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
        let Some(rest) = rest.and_then(|rest| rest.strip_prefix("pragma")) else { continue };
        let mut words = rest.split_whitespace();
        if (words.next(), words.next()) != (Some("CPROVER"), Some("check")) {
            continue;
        }
        let kind = |words: &mut dyn Iterator<Item = &str>| words.next().unwrap_or("").trim_matches('"').to_string();
        match words.next() {
            Some("push") => saved.push(now.clone()),
            Some("pop") => now = saved.pop().unwrap_or_default(),
            Some("disable") => _ = now.insert(kind(&mut words)),
            Some("enable") => _ = now.remove(&kind(&mut words)),
            _ => {}
        }
        found.push((at as u32, now.clone()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn follows_push_and_pop() {
        let text = "a\n#pragma CPROVER check push\n#pragma CPROVER check disable \"conversion\"\nb\n# pragma CPROVER check pop\nc\n";
        let found = read(text);
        let off: Vec<bool> = found.iter().map(|(_, off)| off.contains("conversion")).collect();
        assert_eq!(off, [false, true, false]);
        assert!(found.is_sorted_by_key(|(at, _)| *at));
    }
}
