//! `// rmt: verify ARGUMENTS => VERDICT`: what `rmt verify FILE ARGUMENTS` says of the functions of a C file.
//!
//! VERDICT is `verified`, `fails`, `unknown` or `rejected`. Each line that ends in `//~ part of the message` is one that is
//! reported. A verified file has mutants (see `support/mutants.rs`), of which each must be reported, with its message if
//! it tells one; whether by an execution, or as something that could not be proved, does not matter.

use std::process::{Command, Output};

use crate::Case;
use crate::clang::have_clang;
use crate::mutants::mutants;

pub fn run(case: &Case, directive: &str) -> Result<(), String> {
    if !have_clang() {
        return Ok(());
    }
    let (command, expected) = directive.split_once("=>").ok_or("no `=> VERDICT`")?;
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    let expected = expected.trim();
    let path = case.path.display().to_string();
    let found = verify(&path, &arguments)?;
    if found.verdict != expected {
        return Err(format!("expected {expected}, found {}:\n{}", found.verdict, found.text));
    }
    let file = case.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for (i, line) in case.text.lines().enumerate() {
        if let Some((_, part)) = line.split_once("//~") {
            let (place, part) = (format!("{file}:{}:", i + 1), part.trim());
            if !found.text.contains(&place) || !found.text.contains(part) {
                return Err(format!("line {} is not reported with `{part}`:\n{}", i + 1, found.text));
            }
        }
    }
    if expected == "verified" {
        let mutants = mutants(&case.text);
        if mutants.is_empty() {
            return Err("a verified file needs a mutant: a line that ends in `//=> text`".into());
        }
        let folder = std::env::temp_dir().join(format!("rmt-contracts-{}-{file}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        for mutant in mutants {
            let path = folder.join("mutant.c");
            std::fs::write(&path, &mutant.text).map_err(|e| e.to_string())?;
            let path = path.display().to_string();
            let is_reported =
                |found: &Found| matches!(found.verdict, "fails" | "unknown") && found.text.contains(&mutant.message);
            // Mostly it is the function of the line that is wrong.
            if let Some(function) = function_at(&mutant.text, mutant.line)
                && verify(&path, &[&arguments[..], &["--proc", function]].concat())
                    .is_ok_and(|found| is_reported(&found))
            {
                continue;
            }
            let found = verify(&path, &arguments)?;
            if !is_reported(&found) {
                let about = format!("a mutant is {} ({}):", found.verdict, mutant.message);
                return Err(format!("{about}\n{}\n{}", found.text, mutant.text));
            }
        }
        let _ = std::fs::remove_dir_all(&folder);
    }
    Ok(())
}

/// The function that a line stands in, clauses of its contract included.
fn function_at(text: &str, line: usize) -> Option<&str> {
    let starts = |line: &&str| {
        let is_clause = line.starts_with("__CPROVER_") || line.starts_with("rmt_");
        line.starts_with(|c: char| c.is_ascii_alphabetic()) && line.contains('(') && !is_clause
    };
    let before: Vec<&str> = text.lines().take(line + 1).collect();
    let head = before.into_iter().rev().find(starts)?.split('(').next()?;
    head.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()
}

struct Found {
    verdict: &'static str,
    /// All that was printed.
    text: String,
}

fn verify(path: &str, arguments: &[&str]) -> Result<Found, String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
    command.args(["verify", path, "--timeout", "60"]).args(arguments).current_dir(root);
    let Output { status, stdout, stderr } = command.output().map_err(|e| e.to_string())?;
    let text = format!("{}{}", String::from_utf8_lossy(&stderr), String::from_utf8_lossy(&stdout));
    let verdict = match status.code() {
        Some(0) => "verified",
        Some(10) => "fails",
        Some(20) => "unknown",
        Some(3) => "rejected",
        other => return Err(format!("the command ends with {other:?}:\n{text}")),
    };
    Ok(Found { verdict, text })
}
