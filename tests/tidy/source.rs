//! The sources of the workspace as texts, for the house rules (`tidy.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const PACKAGES: [&str; 3] = ["src", "grammar/src", "frontends/c/src"];

/// A source file without comments and tests; removed lines are empty, so that numbers stay.
pub struct Source {
    /// From the root of the repository, with `/`.
    pub path: String,
    pub lines: Vec<String>,
    pub length: usize,
}

/// A function and how many lines it takes.
pub struct Function {
    pub name: String,
    pub length: usize,
}

impl Source {
    /// The functions, inner ones as well. Formatted code is taken for granted: a body ends at the indentation of its head.
    pub fn functions(&self) -> Vec<Function> {
        let mut found = Vec::new();
        for (start, line) in self.lines.iter().enumerate() {
            let text = line.trim_start();
            let indent = line.len() - text.len();
            let Some(name) = function_name(text) else { continue };
            let end = self.lines[start..].iter().position(|l| {
                let inner = l.trim_start();
                l.len() - inner.len() == indent && inner.starts_with('}') || inner.ends_with(';') && l == line
            });
            found.push(Function { name, length: end.unwrap_or(0) + 1 });
        }
        found
    }

    /// The module that the file is: `src/cfg/mod.rs` is `cfg`.
    fn module(&self) -> Vec<String> {
        let path = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        let mut parts: Vec<String> = path.split('/').map(str::to_string).collect();
        if parts.last().is_some_and(|last| last == "mod") {
            parts.pop();
        }
        parts
    }

    /// The paths that it imports, from the crate's root; what it passes on (`pub use`) is not among them.
    fn imports(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        let text = self.lines.join("\n");
        for item in text.split("\nuse ").skip(1) {
            let tree = item.split(';').next().unwrap_or_default();
            let mut paths = Vec::new();
            leaves(tree.trim(), Vec::new(), &mut paths);
            for path in paths {
                let mut from = self.module();
                let rest = match path.first().map(String::as_str) {
                    Some("crate") => {
                        from.clear();
                        &path[1..]
                    }
                    Some("self" | "super") => {
                        let up = path.iter().take_while(|p| *p == "super" || *p == "self").count();
                        path[..up].iter().filter(|p| *p == "super").for_each(|_| {
                            from.pop();
                        });
                        &path[up..]
                    }
                    _ => continue,
                };
                from.extend(rest.iter().cloned());
                found.push(from);
            }
        }
        found
    }
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

/// The name, where the line is the head of a function, whatever stands before `fn`: `pub(super) const unsafe fn name`.
fn function_name(line: &str) -> Option<String> {
    let (before, after) = match line.strip_prefix("fn ") {
        Some(after) => ("", after),
        None => line.split_once(" fn ")?,
    };
    let is_modifier = |word: &str| {
        word == "pub"
            || word.starts_with("pub(") && word.ends_with(')')
            || ["const", "async", "unsafe", "extern", "default", "\"C\"", "\"system\""].contains(&word)
    };
    let is_head = before.split_whitespace().all(is_modifier);
    is_head.then(|| after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// The line up to a comment. A `//` in a text literal counts only if no quotation mark stands before it.
fn without_comment(line: &str) -> &str {
    match line.find("//") {
        Some(at) if line[..at].matches('"').count().is_multiple_of(2) => &line[..at],
        _ => line,
    }
}

/// The paths of a `use`: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(tree: &str, prefix: Vec<String>, found: &mut Vec<Vec<String>>) {
    if let Some(group) = tree.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let (mut depth, mut item) = (0, String::new());
        for c in group.chars().chain([',']) {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if c == ',' && depth == 0 {
                leaves(item.trim(), prefix.clone(), found);
                item.clear();
            } else {
                item.push(c);
            }
        }
    } else if let Some((head, rest)) = tree.split_once("::") {
        leaves(rest.trim(), prefix.into_iter().chain([head.trim().to_string()]).collect(), found);
    } else if !tree.is_empty() {
        let name = tree.split(" as ").next().unwrap_or_default();
        found.push(prefix.into_iter().chain([name.trim().to_string()]).collect());
    }
}

/// Sets of files that import each other, directly or not; each is sorted.
pub fn circles(sources: &[Source]) -> Vec<Vec<String>> {
    let files: BTreeMap<Vec<String>, &str> = sources.iter().map(|s| (s.module(), s.path.as_str())).collect();
    let target = |path: &[String]| (1..=path.len()).rev().find_map(|n| files.get(&path[..n]).copied());
    let imported: BTreeMap<&str, BTreeSet<&str>> =
        sources.iter().map(|s| (s.path.as_str(), s.imports().iter().filter_map(|p| target(p)).collect())).collect();
    let reached = |from: &str| {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![from]);
        while let Some(file) = pending.pop() {
            for &next in imported.get(file).into_iter().flatten() {
                if next != file && seen.insert(next) {
                    pending.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> = imported.keys().map(|&file| (file, reached(file))).collect();
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    for (file, others) in &reached {
        if others.contains(file) {
            let with = others.iter().filter(|other| reached[*other].contains(file));
            found.insert(with.map(|f| f.to_string()).collect());
        }
    }
    found.into_iter().collect()
}
