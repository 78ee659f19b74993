//! `compile_commands.json`: how a build compiles each file. What the preprocessor needs is kept, and what changes the
//! language.
//!
//! ```text
//! {"directory": "/d", "command": "cc -O2 -Iinc -DX=1 -c a.c", "file": "a.c"}   →   /d/a.c: -I/d/inc -DX=1
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ivl::diag::Diagnostic;
use ivl::source::Span;
use serde::Deserialize;

/// Arguments for clang, by file.
pub type FileArguments = BTreeMap<PathBuf, Vec<String>>;

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// Reads a compilation database. Errors: it cannot be read, or is not one.
pub fn compile_commands(path: &Path) -> Result<FileArguments, Diagnostic> {
    let mistake = |error: &dyn std::fmt::Display| Diagnostic::error(format!("{}: {error}", path.display()), Span::NONE);
    let text = std::fs::read(path).map_err(|e| mistake(&e))?;
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|e| mistake(&e))?;
    let mut files = FileArguments::new();
    for entry in entries {
        let words = if entry.arguments.is_empty() { words(&entry.command) } else { entry.arguments };
        // The first entry of a file counts: a build may compile it several times.
        files.entry(absolute(&entry.directory, &entry.file)).or_insert_with(|| arguments(&words, &entry.directory));
    }
    Ok(files)
}

/// The path from the root, without `.` and `..` where it exists.
fn absolute(directory: &Path, file: &Path) -> PathBuf {
    let path = directory.join(file);
    path.canonicalize().unwrap_or(path)
}

/// The arguments that matter of the words of a compiler's command, with paths from the root.
pub fn arguments(words: &[String], directory: &Path) -> Vec<String> {
    const PATHS: [&str; 5] = ["-include", "-isystem", "-iquote", "-idirafter", "-I"];
    const TEXTS: [&str; 2] = ["-D", "-U"];
    let mut kept = vec![];
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        // What is not supported is kept and refused where the file is read.
        if crate::dialect::is_of_language(word).unwrap_or(true) {
            kept.push(word.clone());
            continue;
        }
        let is_path = PATHS.iter().find(|option| word.starts_with(**option));
        let option = is_path.or_else(|| TEXTS.iter().find(|option| word.starts_with(**option)));
        let Some(&option) = option else { continue };
        let value = match &word[option.len()..] {
            "" => words.next().map_or("", String::as_str),
            value => value,
        };
        kept.push(option.to_string());
        let there = directory.join(value);
        // `-include stdbool.h` may name a header of the system.
        let is_file = is_path.is_some() && (option != "-include" || there.exists());
        kept.push(if is_file { there.display().to_string() } else { value.to_string() });
    }
    kept
}

/// The words of a command as a shell splits it: quotes and backslashes.
pub fn words(command: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(q), c) if c == q => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let words = words(r#"cc  -DA="x y" '-DB="z"' -I inc\ dir -O2 -funsigned-char a.c"#);
        assert_eq!(words, ["cc", "-DA=x y", "-DB=\"z\"", "-I", "inc dir", "-O2", "-funsigned-char", "a.c"]);
        let kept = arguments(&words, Path::new("/d"));
        assert_eq!(kept, ["-D", "A=x y", "-D", "B=\"z\"", "-I", "/d/inc dir", "-funsigned-char"]);
    }
}
