//! `// rmt: scan ARGUMENTS`: what `rmt scan FILE ARGUMENTS` finds in a C file.
//!
//! Each line that ends in `//~ RANK part of the message` has a finding of that rank with that in its message; there are no
//! others, and every function is decided. What stands behind a line `// file: NAME` is a file of its own, scanned with the others.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::Case;
use crate::clang::have_clang;

pub fn run(case: &Case, directive: &str) -> Result<(), String> {
    if !have_clang() {
        return Ok(());
    }
    let root = env!("CARGO_MANIFEST_DIR");
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
    let name = case.path.file_stem().unwrap_or_default().display();
    let folder = std::env::temp_dir().join(format!("rmt-scan-{}-{name}", std::process::id()));
    let files = parts(case, &folder).map_err(|e| e.to_string())?;
    command.arg("scan").args(files).args(["--timeout", "60", "--format", "json"]).current_dir(root);
    let output = command.args(directive.split_whitespace().skip(1)).output();
    let _ = fs::remove_dir_all(&folder);
    let Output { stdout, stderr, .. } = output.map_err(|e| e.to_string())?;
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

/// The files that a case is, with the lines of the case; one that is no more than one stays where it is.
fn parts(case: &Case, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    const FILE: &str = "// file: ";
    if !case.text.contains(FILE) {
        return Ok(vec![case.path.clone()]);
    }
    fs::create_dir_all(folder)?;
    let mut parts = vec![(folder.join("case.c"), String::new())];
    for (i, line) in case.text.lines().enumerate() {
        match line.strip_prefix(FILE) {
            Some(name) => parts.push((folder.join(name), "\n".repeat(i + 1))),
            None => parts.iter_mut().next_back().into_iter().for_each(|(_, text)| *text += &format!("{line}\n")),
        }
    }
    parts.iter().try_for_each(|(path, text)| fs::write(path, text))?;
    Ok(parts.into_iter().map(|(path, _)| path).filter(|path| path.extension().is_some_and(|end| end == "c")).collect())
}
