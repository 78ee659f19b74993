//! Mutants of C programs, and whether the test case of a violation fails natively.
//!
//! A line that ends in `//=> text` stands for a program in which `text` is that line, and that must be unsafe;
//! `//=> MESSAGE: text` tells the message of its violation, too. If the violation cannot be seen natively, `(not natively)`
//! comes first.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

pub struct Mutant {
    /// What its violation says, among other things.
    pub message: String,
    pub natively: bool,
    pub text: String,
    /// The index of the line that differs.
    #[allow(dead_code)]
    pub line: usize,
}

/// The mutants of a program, one for each `//=>`.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mutant = |(i, line): (usize, &&str)| {
        let replacement = line.split_once("//=>")?.1;
        let (natively, replacement) = match replacement.split_once("(not natively)") {
            Some((_, replacement)) => (false, replacement),
            None => (true, replacement),
        };
        let (message, replacement) = match replacement.split_once(": ") {
            Some((message, rest)) if message.chars().all(|c| c.is_ascii_alphabetic() || c == ' ') => (message, rest),
            _ => ("", replacement),
        };
        let mut mutated = lines.clone();
        mutated[i] = replacement;
        Some(Mutant { message: message.trim().into(), natively, text: mutated.join("\n") + "\n", line: i })
    };
    lines.iter().enumerate().filter_map(mutant).collect()
}

/// The test case in a folder compiles, and fails when it runs: by a signal or by what a sanitizer says, for programs
/// without a violation may return something other than zero.
pub fn fails_natively(folder: &Path) -> Result<(), String> {
    let run = Command::new(folder.join("run.sh")).output().map_err(|e| format!("no test case: {e}"))?;
    let compiled = folder.join("program").exists();
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    let killed = run.status.signal().is_some();
    if compiled && (killed || said.contains("Sanitizer") || said.contains(": runtime error: ")) {
        return Ok(());
    }
    let inputs = std::fs::read_to_string(folder.join("inputs.c")).unwrap_or_default();
    Err(format!("the test case does not {}:\n{said}{inputs}", if compiled { "fail" } else { "compile" }))
}
