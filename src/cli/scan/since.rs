//! What has changed since a revision of a Git repository, so that functions are looked at that it matters to.
//!
//! ```text
//! git diff --unified=0 REV -- file      @@ -12,0 +13,2 @@      →  lines 13 and 14
//! ```

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rmt_c::{Body, Functions};

/// What has changed since a revision, as far as it was asked.
pub struct Since<'a> {
    revision: &'a str,
    /// And whether it is between the functions of a scanned file.
    files: HashMap<PathBuf, (Changed, bool)>,
}

impl<'a> Since<'a> {
    pub fn new(revision: &'a str) -> Since<'a> {
        Since { revision, files: HashMap::new() }
    }

    /// Whether a change may matter to a function that these bodies are reached from: one in their text, or between the functions of
    /// a file of theirs. Errors: Git does not know the revision, or a file cannot be read.
    pub fn touches(&mut self, scanned: &HashMap<&Path, &Functions>, reached: &[&Body]) -> Result<bool, Unknown> {
        for body in reached {
            let changes = match self.files.entry(body.file.clone()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(open) => {
                    let functions = scanned.get(&*body.file);
                    let changes = changed(&body.file, self.revision, functions.is_some())?;
                    let own = functions.map(|functions| functions.bodies.iter().filter(|own| own.file == body.file));
                    let outside = own.map(|own| between(own.map(|own| own.text.clone())));
                    let is_between = outside.is_some_and(|ranges| ranges.iter().any(|range| changes.touches(range)));
                    open.insert((changes, is_between))
                }
            };
            if changes.1 || changes.0.touches(&body.text) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What is between these ranges of a text, in its order, and around them.
fn between(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut end = 0;
    let mut found = vec![];
    for range in ranges {
        // Functions of one macro are in one place.
        if end < range.start {
            found.push(end..range.start);
        }
        end = end.max(range.end);
    }
    found.push(end..usize::MAX);
    found
}

/// Why changes are not known, in Git's words or the system's.
#[derive(Debug)]
pub struct Unknown(String);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<io::Error> for Unknown {
    fn from(error: io::Error) -> Unknown {
        Unknown(error.to_string())
    }
}

/// What has changed in a file.
enum Changed {
    /// There was no such file.
    All,
    /// These lines, in bytes.
    Lines(Vec<Range<usize>>),
}

impl Changed {
    fn touches(&self, range: &Range<usize>) -> bool {
        match self {
            Changed::All => true,
            Changed::Lines(lines) => lines.iter().any(|line| line.start < range.end && range.start < line.end),
        }
    }
}

/// What has changed in a file. That which no repository knows, as a header of the system, stays as it was, unless it must be known.
fn changed(file: &Path, revision: &str, is_known: bool) -> Result<Changed, Unknown> {
    let path = file.canonicalize()?;
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Ok(Changed::Lines(vec![]));
    };
    match said(folder, &["rev-parse", "--show-toplevel"]) {
        Err(unknown) if is_known => return Err(unknown),
        Err(_) => return Ok(Changed::Lines(vec![])),
        Ok(_) => {}
    }
    let commit = said(folder, &["rev-parse", "--verify", "--end-of-options", &format!("{revision}^{{commit}}")])?;
    let (name, commit) = (name.to_string_lossy(), commit.trim());
    if !git(folder, &["cat-file", "-e", &format!("{commit}:./{name}")])?.status.success() {
        return Ok(Changed::All);
    }
    let options = ["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", commit, "--", &name];
    let diff = said(folder, &options)?;
    let text = std::fs::read(&path)?;
    let mut lines = vec![0];
    lines.extend(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
    let (is_code, hunks) = (code(&text), diff.lines().filter_map(hunk));
    Ok(Changed::Lines(hunks.flatten().filter_map(|line| told(&is_code, &lines, line)).collect()))
}

/// The lines that a hunk adds or changes, from 0 on, and whether they are next to what it deletes.
fn hunk(line: &str) -> Option<impl Iterator<Item = (usize, bool)> + use<>> {
    let after = line.strip_prefix("@@ ")?.split(' ').find_map(|word| word.strip_prefix('+'))?;
    let (first, count) = after.split_once(',').unwrap_or((after, "1"));
    let (first, count): (usize, usize) = (first.parse().ok()?, count.parse().ok()?);
    let (lines, is_deleted) = match count {
        0 => (first.saturating_sub(1)..first + 1, true),
        count => (first.saturating_sub(1)..first.saturating_sub(1) + count, false),
    };
    Some(lines.map(move |line| (line, is_deleted)))
}

/// The bytes of a line, from its first to its last that is code; of one where something was deleted, all. `None`: there are none.
fn told(is_code: &[bool], lines: &[usize], (line, is_deleted): (usize, bool)) -> Option<Range<usize>> {
    let start = *lines.get(line)?;
    let end = lines.get(line + 1).copied().unwrap_or(is_code.len());
    if is_deleted {
        return Some(start..end.max(start + 1));
    }
    let is_code = &is_code[start..end];
    let (first, last) = (is_code.iter().position(|&is| is)?, is_code.iter().rposition(|&is| is)?);
    Some(start + first..start + last + 1)
}

/// Of each byte of a C text, whether it is no space and in no comment.
fn code(text: &[u8]) -> Vec<bool> {
    let mut found = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let (len, is_code) = match rest {
            [b'/', b'*', after @ ..] => {
                (4 + after.windows(2).position(|end| end == b"*/").unwrap_or(after.len()), false)
            }
            [b'/', b'/', after @ ..] => {
                (2 + after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len()), false)
            }
            [b'"' | b'\'', after @ ..] => (1 + literal(after, first), true),
            _ => (1, !first.is_ascii_whitespace()),
        };
        let (token, after) = rest.split_at(len.min(rest.len()));
        found.resize(found.len() + token.len(), is_code);
        rest = after;
    }
    found
}

/// The length of a literal behind its first quote; it ends with its line at the latest.
fn literal(text: &[u8], quote: u8) -> usize {
    let mut is_escaped = false;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Output, Unknown> {
    let run = Command::new("git").env("GIT_LITERAL_PATHSPECS", "1").arg("-C").arg(folder).args(arguments).output();
    run.map_err(|error| Unknown(format!("git: {error}")))
}

/// What Git says. Errors: what it says then.
fn said(folder: &Path, arguments: &[&str]) -> Result<String, Unknown> {
    let Output { status, stdout, stderr } = git(folder, arguments)?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    Err(Unknown(String::from_utf8_lossy(&stderr).trim().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with a dot for each byte that is no code.
    fn shown(text: &str) -> String {
        let code = code(text.as_bytes());
        assert_eq!(code.len(), text.len());
        text.chars().zip(code).map(|(c, is_code)| if is_code || c == '\n' { c } else { '.' }).collect()
    }

    #[test]
    fn comments_and_spaces_are_no_code() {
        assert_eq!(shown("a // b\nc"), "a.....\nc");
        assert_eq!(shown("a /* b\n * c */ d"), "a.....\n........d");
        assert_eq!(shown(r#"p("/* \" //", '"');//"#), r#"p("/* \" //",.'"');.."#);
        assert_eq!(shown("a /* b"), "a.....");
        assert_eq!(shown("a /"), "a./");
    }

    #[test]
    fn hunks_name_the_lines_after_the_change() {
        let lines = |text| hunk(text).map(|lines| lines.collect::<Vec<_>>());
        assert_eq!(lines("@@ -12,0 +13,2 @@ int f(void)"), Some(vec![(12, false), (13, false)]));
        assert_eq!(lines("@@ -3 +3 @@"), Some(vec![(2, false)]));
        assert_eq!(lines("@@ -5,2 +4,0 @@"), Some(vec![(3, true), (4, true)]));
        assert_eq!(lines("@@ -1,2 +0,0 @@"), Some(vec![(0, true)]));
        assert_eq!(lines("+++ b/f.c"), None);
    }
}
