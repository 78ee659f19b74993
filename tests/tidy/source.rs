//! The sources of the workspace as texts, for the house rules (`tidy.rs`).

use std::path::{Path, PathBuf};

const PACKAGES: [&str; 3] = ["src", "grammar/src", "frontends/c/src"];

/// A source file without comments and tests; removed lines are empty, so that numbers stay.
pub struct Source {
    /// From the root of the repository, with `/`.
    pub path: String,
    pub lines: Vec<String>,
    pub length: usize,
}

impl Source {
    /// The lines with their numbers, from 1.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().enumerate().map(|(i, line)| (i + 1, line.as_str()))
    }
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All sources, by path.
pub fn sources() -> Vec<Source> {
    let mut paths = Vec::new();
    PACKAGES.iter().for_each(|p| collect(&root().join(p), &mut paths));
    paths.sort();
    assert!(paths.len() > 50, "the sources are not where they should be");
    paths.iter().map(|path| source(path)).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.map(|e| e.expect("the folder can be read").path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            collect(&path, paths);
        } else if name != "tests.rs" && (name.ends_with(".rs") || name.ends_with(".lalrpop")) {
            paths.push(path);
        }
    }
}

fn source(path: &Path) -> Source {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut lines = Vec::new();
    // The indentation of the test item that is being left out.
    let mut test: Option<usize> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if line.trim() == "#[cfg(test)]" {
            test = Some(indent);
        }
        lines.push(if test.is_some() { String::new() } else { without_comment(line).to_string() });
        let ends = line.trim_end();
        let is_attribute = line.trim_start().starts_with("#[");
        if test == Some(indent) && !is_attribute && (ends.ends_with('}') || ends.ends_with(';')) {
            test = None;
        }
    }
    let path = path.strip_prefix(root()).unwrap_or(path);
    let path = path.to_string_lossy().replace('\\', "/");
    Source { path, length: lines.len(), lines }
}

/// The line up to a comment. A `//` in a text literal counts only if no quotation mark stands before it.
fn without_comment(line: &str) -> &str {
    match line.find("//") {
        Some(at) if line[..at].matches('"').count().is_multiple_of(2) => &line[..at],
        _ => line,
    }
}
