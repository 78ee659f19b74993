//! What the tests of this package share.
#![allow(dead_code, reason = "each test uses a part")]

use std::path::{Path, PathBuf};

use ivl::ast::Program;
use ivl::diag::Diagnostic;
use ivl::source::{SourceMap, decode};

pub struct Parsed {
    pub sources: SourceMap,
    pub program: Program,
    pub diagnostics: Vec<Diagnostic>,
}

pub fn parse(name: &str, bytes: Vec<u8>) -> Parsed {
    let mut sources = SourceMap::default();
    let file = sources.add(name.to_string(), decode(bytes));
    let (program, diagnostics) = ivl::parse(&sources, file);
    Parsed { sources, program, diagnostics }
}

impl Parsed {
    pub fn rendered(&self) -> String {
        self.diagnostics.iter().map(|d| d.render(&self.sources)).collect()
    }
}

/// The tree without its spans, as text.
pub fn shape(program: &Program) -> String {
    let text = format!("{program:?}");
    let mut shape = String::with_capacity(text.len() / 2);
    let mut rest = &text[..];
    while let Some(at) = rest.find("Span { file") {
        shape.push_str(&rest[..at]);
        // A span is printed with the braces of its file number inside: `FileId(0)` has none.
        let end = rest[at..].find('}').expect("spans end with a brace");
        rest = &rest[at + end + 1..];
    }
    shape.push_str(rest);
    shape
}

/// What is wrong with printing and parsing a program again, if anything is.
pub fn round_trip(program: &Program) -> Result<(), String> {
    let printed = program.to_string();
    let again = parse("printed", printed.clone().into_bytes());
    if !again.diagnostics.is_empty() {
        return Err(format!("the printed text does not parse:\n{}", again.rendered()));
    }
    let reprinted = again.program.to_string();
    if printed != reprinted {
        let line = printed.lines().zip(reprinted.lines()).find(|(a, b)| a != b);
        return Err(format!("printing is not stable: {line:?}"));
    }
    let (a, b) = (shape(program), shape(&again.program));
    if a != b {
        let at = a.bytes().zip(b.bytes()).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
        let around = |s: &str| {
            String::from_utf8_lossy(&s.as_bytes()[at.saturating_sub(200)..(at + 200).min(s.len())]).into_owned()
        };
        return Err(format!("the tree has changed:\nbefore {}\nafter  {}", around(&a), around(&b)));
    }
    Ok(())
}

/// Runs what may need more stack than tests have.
pub fn with_big_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// All `.bpl` files under a directory, in the order of their names.
pub fn bpl_files(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![root.to_path_buf()];
    while let Some(directory) = directories.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            // Links could lead round in circles.
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|e| e == "bpl") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
