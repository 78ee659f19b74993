//! Reading files.

use std::io::Read;

use ivl::diag::Diagnostic;
use ivl::source::{FileId, SourceMap, decode};

use super::{REJECTED, USAGE, warn};

/// Reads a file (`-`: standard input) into the source map; prints why not, and gives the exit code.
pub fn read(sources: &mut SourceMap, path: &str) -> Result<FileId, u8> {
    let mut bytes = Vec::new();
    let (name, result) = match path {
        "-" => ("<stdin>", std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())),
        path => (path, std::fs::read(path).map(|read| bytes = read)),
    };
    if let Err(error) = result {
        warn(&format!("rmt: {name}: {error}\n"));
        return Err(USAGE);
    }
    if bytes.len() >= u32::MAX as usize {
        warn(&format!("rmt: {name}: files of 4 GiB and more are not supported\n"));
        return Err(REJECTED);
    }
    Ok(sources.add(name.to_string(), decode(bytes)))
}

/// Diagnostics as text for standard error, with a count when something is wrong.
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    /// More would only scroll the first ones away.
    const SHOWN: usize = 50;
    let mut text: String = diagnostics.iter().take(SHOWN).map(|d| d.render(sources) + "\n").collect();
    if diagnostics.len() > SHOWN {
        text.push_str(&format!("… and {} more\n", diagnostics.len() - SHOWN));
    }
    text
}
