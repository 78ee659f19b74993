//! `// rmt: check ARGUMENTS => VERDICT`: what `rmt check FILE ARGUMENTS` says of a C program.
//!
//! VERDICT is `safe`, `safe-up-to-bound`, `unsafe`, `unknown` or `rejected`. The same holds for what `rmt emit` makes of
//! it. If `x.expect` stands beside `x.c`, it is the report.
//!
//! A violation, or the first diagnostic, must be on a line that ends in `//~ part of the message`. The test case of a
//! violation is compiled and run, and must fail; where that cannot be seen natively, the directive ends in
//! `=> unsafe (not natively)`. Where it is of a check that is on unasked, it ends in `(unasked)`: what is emitted has
//! those of the arguments.
//!
//! A safe program has mutants, which must be unsafe (see `support/mutants.rs`), with test cases that fail, too.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::clang::have_clang;
use crate::mutants::{fails_natively, mutants};
use crate::{Case, golden};

pub fn run(case: &Case, directive: &str) -> Result<(), String> {
    if !have_clang() {
        return Ok(());
    }
    if directive.starts_with("scan") {
        return crate::scan::run(case, directive);
    }
    let (command, expected) = directive.split_once("=>").ok_or("no `=> VERDICT`")?;
    let mut words = command.split_whitespace();
    match words.next() {
        Some("check") => {}
        Some("verify") => return crate::contracts::run(case, directive),
        _ => return Err("the directive is `// rmt: check …` or `// rmt: verify …`".into()),
    }
    let arguments: Vec<&str> = words.collect();
    let (expected, notes) = match expected.trim().split_once(" (") {
        Some((expected, notes)) => (expected, notes.trim_end_matches(')').split(", ").collect()),
        None => (expected.trim(), Vec::new()),
    };
    if let Some(unknown) = notes.iter().find(|&note| !["not natively", "unasked"].contains(note)) {
        return Err(format!("`{unknown}` is no note"));
    }
    let scratch = Scratch::new(case)?;
    let found = check(&case.path, &arguments, &scratch)?;
    if found.verdict != expected {
        return Err(format!("expected {expected}, found {}:\n{}", found.verdict, found.text));
    }
    let marks = marks(&case.text);
    match (&found.failure, &marks[..]) {
        (None, []) => {}
        (Some((line, message)), [(marked, part)]) if line == marked && message.contains(part) => {}
        (failure, marks) => return Err(format!("marked: {marks:?}, found: {failure:?}\n{}", found.text)),
    }
    golden::check(&case.path.with_extension("expect"), &scratch.without_path(&report(&case.path, &arguments)?))?;
    if expected != "rejected" && !notes.contains(&"unasked") {
        same_when_emitted(case, &arguments, expected, &scratch)?;
    }
    if expected == "unsafe" && !notes.contains(&"not natively") {
        fails_natively(&scratch.path)?;
    }
    if expected.starts_with("safe") {
        let mutants = mutants(&case.text);
        if mutants.is_empty() {
            return Err("a safe program needs a mutant: a line that ends in `//=> text`".into());
        }
        for mutant in mutants {
            let path = scratch.path.join("mutant.c");
            std::fs::write(&path, &mutant.text).map_err(|e| e.to_string())?;
            let found = check(&path, &arguments, &scratch)?;
            let says = found.failure.as_ref().is_some_and(|(_, said)| said.contains(&mutant.message));
            let about = |what: String| format!("a mutant {what}\n{}\n{}", found.text, mutant.text);
            if found.verdict != "unsafe" || !says {
                return Err(about(format!("is {}, not unsafe ({}):", found.verdict, mutant.message)));
            }
            if mutant.natively {
                scratch.without_program();
                fails_natively(&scratch.path).map_err(|why| about(format!("is unsafe, but {why}")))?;
            }
        }
    }
    Ok(())
}

/// A folder for what a case writes.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new(case: &Case) -> Result<Scratch, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let name = case.path.strip_prefix(root).unwrap_or(&case.path).display().to_string().replace('/', "-");
        let path = std::env::temp_dir().join(format!("rmt-case-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|e| e.to_string())?;
        Ok(Scratch { path })
    }

    /// Compiled before, it would hide that a test case does not compile.
    fn without_program(&self) {
        let _ = std::fs::remove_file(self.path.join("program"));
    }

    /// The report without the machine's paths.
    fn without_path(&self, report: &str) -> String {
        let root = format!("{}/", env!("CARGO_MANIFEST_DIR"));
        report.replace(&root, "")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

struct Found {
    verdict: String,
    /// The line and message of the violation, or of the first diagnostic.
    failure: Option<(u64, String)>,
    /// All that was printed.
    text: String,
}

fn rmt(arguments: &[&str]) -> Result<Output, String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let run = Command::new(env!("CARGO_BIN_EXE_rmt")).args(arguments).current_dir(root).output();
    run.map_err(|e| e.to_string())
}

fn path_text(path: &Path) -> String {
    let path = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path);
    path.display().to_string()
}

fn check(path: &Path, arguments: &[&str], scratch: &Scratch) -> Result<Found, String> {
    let (path, folder) = (path_text(path), scratch.path.display().to_string());
    let mut all = vec!["check", &path, "--format", "json", "--test-case", &folder, "--timeout", "120"];
    all.extend(arguments);
    let output = rmt(&all)?;
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = format!("{}{out}", String::from_utf8_lossy(&output.stderr));
    let object: Value = serde_json::from_str(out.trim()).map_err(|e| format!("{e}: {text}"))?;
    let verdict = object["verdict"].as_str().unwrap_or_default().to_string();
    let failure = match (&object["failure"], object["diagnostics"].as_str()) {
        (Value::Object(failure), _) => {
            let line = failure["at"]["line"].as_u64().unwrap_or(0);
            Some((line, failure.get("message").and_then(Value::as_str).unwrap_or_default().to_string()))
        }
        (_, Some(diagnostics)) => {
            // error: message ⏎ ┌─ file:line:column
            let message = diagnostics.lines().next().unwrap_or_default().to_string();
            let place = diagnostics.lines().find_map(|l| l.split_once("┌─ ")).map_or("", |(_, place)| place);
            let line = place.rsplit(':').nth(1).and_then(|line| line.parse().ok()).unwrap_or(0);
            Some((line, message))
        }
        _ => None,
    };
    Ok(Found { verdict, failure, text })
}

/// The report as text.
fn report(path: &Path, arguments: &[&str]) -> Result<String, String> {
    let path = path_text(path);
    let mut all = vec!["check", &path];
    all.extend(arguments);
    Ok(String::from_utf8_lossy(&rmt(&all)?.stdout).into_owned())
}

/// What is emitted is a program with the same verdict.
fn same_when_emitted(case: &Case, arguments: &[&str], expected: &str, scratch: &Scratch) -> Result<(), String> {
    const OF_CHECK: [&str; 6] = ["--bound", "--contexts", "--timeout", "--engine", "--memory", "--provers"];
    let path = path_text(&case.path);
    let (mut emit, mut again) = (vec!["emit", &path], vec!["check"]);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if OF_CHECK.contains(word) {
            again.extend([word, words.next().ok_or("an option without a value")?]);
        } else {
            emit.push(word);
        }
    }
    let emitted = rmt(&emit)?.stdout;
    let file = scratch.path.join("emitted.bpl");
    std::fs::write(&file, &emitted).map_err(|e| e.to_string())?;
    let file = file.display().to_string();
    again.extend(["--format", "json", &file]);
    let output = rmt(&again)?;
    let object: Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    if object["verdict"] != expected {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!(
            "what is emitted is {}:\n{errors}{}",
            object["verdict"],
            String::from_utf8_lossy(&emitted)
        ));
    }
    Ok(())
}

/// The lines that end in `//~ text`.
fn marks(text: &str) -> Vec<(u64, String)> {
    let mark = |(i, line): (usize, &str)| Some((i as u64 + 1, line.split_once("//~")?.1.trim().to_string()));
    text.lines().enumerate().filter_map(mark).collect()
}
