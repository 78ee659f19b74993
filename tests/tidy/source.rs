//! The sources of the workspace as texts, for the house rules (`tidy.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::path;

const PACKAGES: [&str; 4] = ["src", "grammar/src", "frontends/c/src", "libz3/src"];

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
    /// From its path and text.
    pub fn new(path: String, text: &str) -> Source {
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
        Source { path, length: lines.len(), lines }
    }

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

    /// The module that the file is, behind its package: `src/cfg/mod.rs` is `src cfg`.
    fn module(&self) -> Vec<String> {
        let package = PACKAGES.iter().find(|p| self.path.starts_with(&format!("{p}/"))).copied().unwrap_or_default();
        let path = self.path[package.len()..].trim_end_matches(".lalrpop").trim_end_matches(".rs");
        let mut parts = vec![package.to_string()];
        parts.extend(path.split('/').filter(|p| !p.is_empty()).map(str::to_string));
        if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
            parts.pop();
        }
        parts
    }

    /// The paths in the text, each from its package's root: those that it imports, with the names that it calls them,
    /// wherever the import stands; and those that are written out, without a name.
    fn paths(&self) -> Vec<Path> {
        let mut found = Vec::new();
        let mut text = String::new();
        let mut item = None::<String>;
        for line in &self.lines {
            let line = line.trim();
            match &mut item {
                Some(tree) => *tree += line,
                None => match imported(line) {
                    Some(tree) => item = Some(tree.to_string()),
                    None => {
                        text += line;
                        text.push('\n');
                    }
                },
            }
            if let Some(tree) = item.take_if(|tree| tree.ends_with(';')) {
                leaves(tree.trim_end_matches(';').trim(), Vec::new(), &mut found);
            }
        }
        for start in ["crate::", "super::", "self::"] {
            for (at, _) in text.match_indices(start) {
                if !text[..at].ends_with(|c: char| c == '$' || c == '_' || c == ':' || c.is_alphanumeric()) {
                    let end = text[at..].find(|c: char| c != ':' && c != '_' && !c.is_alphanumeric());
                    let path = &text[at..end.map_or(text.len(), |end| at + end)];
                    let parts = path.split("::").filter(|p| !p.is_empty()).map(str::to_string).collect();
                    found.push(Path { parts, name: None });
                }
            }
        }
        found.into_iter().map(|path| Path { parts: self.absolute(&path.parts), ..path }).collect()
    }

    /// A path as this file means it, from its package's root; what starts with the name of a package stays.
    fn absolute(&self, path: &[String]) -> Vec<String> {
        let mut from = self.module();
        let up = path.iter().take_while(|p| *p == "super" || *p == "self").count();
        let rest = match path.first().map(String::as_str) {
            Some("crate") => {
                from.truncate(1);
                &path[1..]
            }
            _ => {
                let left = from.len().saturating_sub(path[..up].iter().filter(|p| *p == "super").count());
                from.truncate(left);
                &path[up..]
            }
        };
        from.extend(rest.iter().cloned());
        from
    }

    /// The lines with their numbers, from 1.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().enumerate().map(|(i, line)| (i + 1, line.as_str()))
    }
}

/// A path that a file names.
#[derive(Clone)]
struct Path {
    parts: Vec<String>,
    /// What an import calls it.
    name: Option<String>,
}

/// The tree of an import that begins in this line.
fn imported(line: &str) -> Option<&str> {
    without_visibility(line).strip_prefix("use ")
}

/// The root of the repository.
pub fn root() -> &'static path::Path {
    path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All sources, by path.
pub fn sources() -> Vec<Source> {
    let mut paths = Vec::new();
    PACKAGES.iter().for_each(|p| collect(&root().join(p), &mut paths));
    paths.sort();
    assert!(paths.len() > 50, "the sources are not where they should be");
    paths.iter().map(|path| source(path)).collect()
}

fn collect(folder: &path::Path, paths: &mut Vec<path::PathBuf>) {
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

fn source(path: &path::Path) -> Source {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let path = path.strip_prefix(root()).unwrap_or(path);
    Source::new(path.to_string_lossy().replace('\\', "/"), &text)
}

/// The name, where the line is the head of a function, whatever stands before `fn`: `pub(super) const unsafe fn name`.
fn function_name(line: &str) -> Option<String> {
    let mut words = without_visibility(line).split_whitespace();
    let is_modifier =
        |word: &&str| ["const", "async", "unsafe", "extern", "default", "\"C\"", "\"system\""].contains(word);
    if words.find(|word| !is_modifier(word)) != Some("fn") {
        return None;
    }
    words.next().map(|name| name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// `pub(in crate::a) item` is `item`.
fn without_visibility(line: &str) -> &str {
    let rest = line.strip_prefix("pub").filter(|rest| rest.starts_with([' ', '('])).unwrap_or(line);
    let rest = if rest.starts_with('(') { rest.split_once(')').map_or(rest, |(_, rest)| rest) } else { rest };
    rest.trim_start()
}

/// The line up to a comment. A `//` in a text literal counts only if no quotation mark stands before it.
fn without_comment(line: &str) -> &str {
    match line.find("//") {
        Some(at) if line[..at].matches('"').count().is_multiple_of(2) => &line[..at],
        _ => line,
    }
}

/// The paths of a `use`: `a::{b, c::d as e}` is `a::b` and `a::c::d`, called `e`.
fn leaves(tree: &str, prefix: Vec<String>, found: &mut Vec<Path>) {
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
        let (last, name) = tree.split_once(" as ").unwrap_or((tree, tree));
        let (last, name) = (last.trim(), name.trim());
        // `a::{self}` is `a`.
        let name = if name == "self" { prefix.last().cloned() } else { Some(name.to_string()) };
        found
            .push(Path { parts: prefix.into_iter().chain((last != "self").then(|| last.to_string())).collect(), name });
    }
}

/// The files that each file names, and through which names of other files (`pub use`) they are reached: what a module
/// passes on is not its own.
pub fn imports(sources: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    let files: BTreeMap<Vec<String>, &Source> = sources.iter().map(|s| (s.module(), s)).collect();
    let paths: BTreeMap<&str, Vec<Path>> = sources.iter().map(|s| (s.path.as_str(), s.paths())).collect();
    let target = |path: &[String]| -> Option<&str> {
        let mut path = path.to_vec();
        // A chain of passing on is short.
        for _ in 0..8 {
            let depth = (1..=path.len()).rev().find(|n| files.contains_key(&path[..*n]))?;
            let file = files[&path[..depth]];
            let passed = path.get(depth).and_then(|name| {
                let known = |p: &&Path| files.keys().any(|module| module.len() > 1 && p.parts.starts_with(module));
                paths[file.path.as_str()].iter().filter(known).find(|p| p.name.as_ref() == Some(name))
            });
            match passed {
                Some(passed) if passed.parts[..] != path[..depth + 1] => {
                    path = passed.parts.iter().chain(&path[depth + 1..]).cloned().collect();
                }
                _ => return Some(&file.path),
            }
        }
        None
    };
    let named = |s: &Source| paths[s.path.as_str()].iter().filter_map(|p| target(&p.parts)).collect();
    sources.iter().map(|s| (s.path.as_str(), named(s))).collect()
}

/// Sets of files that import each other, directly or not; each is sorted. A module may use what it is a part of.
pub fn circles(sources: &[Source]) -> Vec<Vec<String>> {
    let modules: BTreeMap<&str, Vec<String>> = sources.iter().map(|s| (s.path.as_str(), s.module())).collect();
    let mut imported = imports(sources);
    for (file, others) in &mut imported {
        others.retain(|other| !modules[file].starts_with(&modules[other]));
    }
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
