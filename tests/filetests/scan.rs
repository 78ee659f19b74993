//! `// rmt: scan ARGUMENTS`: what `rmt scan FILE ARGUMENTS` finds in a C file.
//!
//! Each line that ends in `//~ RANK part of the message` has a finding of that rank with that in its message; there are no
//! others, and every function is decided.

use std::process::{Command, Output};

use crate::Case;
use crate::clang::have_clang;

pub fn run(case: &Case, directive: &str) -> Result<(), String> {
    if !have_clang() {
        return Ok(());
    }
    let root = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
    let path = case.path.display().to_string();
    command.args(["scan", &path, "--timeout", "60", "--format", "json"]).current_dir(root);
    let Output { stdout, stderr, .. } =
        command.args(directive.split_whitespace().skip(1)).output().map_err(|e| e.to_string())?;
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    let mut found = vec![];
    for line in out.lines() {
        let told: serde_json::Value = serde_json::from_str(line).map_err(|e| format!("{e}: {line}"))?;
        let failure = &told["failure"];
        // What is left at the end has no place but where it was allocated.
        let place = failure["at"]["line"].as_u64().filter(|_| failure["related"].is_null());
        let place = place.or(failure["related"]["line"].as_u64()).unwrap_or_default();
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_string();
        found.push((place, text(&told["rank"]), text(&failure["message"])));
    }
    for (i, line) in case.text.lines().enumerate() {
        let Some((_, expected)) = line.split_once("//~ ") else { continue };
        let (rank, part) = expected.split_once(' ').ok_or("`//~ RANK part of the message`")?;
        let is = |(place, is, message): &(u64, String, String)| {
            *place == i as u64 + 1 && is == rank && message.contains(part.trim())
        };
        let index = found.iter().position(is).ok_or(format!("line {}: no `{expected}` in {found:?}\n{err}", i + 1))?;
        found.remove(index);
    }
    if !found.is_empty() || err.contains("not decided:") {
        return Err(format!("besides: {found:?}\n{err}"));
    }
    Ok(())
}
