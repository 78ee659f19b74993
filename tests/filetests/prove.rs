//! `// prove: ENGINE ARGUMENTS => VERDICT`: what `rmt check --provers only:ENGINE ARGUMENTS` says of a program, in Boogie
//! or in C.
//!
//! VERDICT is `safe`, `unsafe` or `unknown`. The certificate of a proof must pass `rmt recheck`. A program has mutants: a line that
//! ends in `//=> text` stands for a program in which `text` is that line; no mutant may be proved. If the VERDICT is
//! `safe, mutants unsafe`, bounded search finds each unsafe. A proof by size descent has a smaller run beside the primary that
//! lives to the end; of several products, one has.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use serde_json::Value;

use crate::Case;
use crate::clang::have_clang;
use crate::mutants::mutants;

pub fn run(case: &Case, directive: &str) -> Result<(), String> {
    let is_c = case.path.extension().is_some_and(|e| e == "c");
    if is_c && !have_clang() {
        return Ok(());
    }
    let (engine, expected) = directive.split_once("=>").ok_or("no `=> VERDICT`")?;
    let (expected, search_mutants) = match expected.trim().split_once(", ") {
        Some((expected, "mutants unsafe")) => (expected, true),
        _ => (expected.trim(), false),
    };
    let mut words = engine.split_whitespace();
    let provers = format!("only:{}", words.next().ok_or("the directive names no prover")?);
    let arguments: Vec<&str> = words.collect();
    let alone = Asked { provers: &provers, arguments: &arguments, seconds: "120", bound: None };
    let scratch = Scratch::new(case)?;
    let certificate = scratch.0.join("certificate");
    let started = Instant::now();
    let found = check(&case.path, alone, Some(&certificate))?;
    let patience = (3.0 * started.elapsed().as_secs_f64()).clamp(1.0, 5.0).to_string();
    if found.0 != expected {
        return Err(format!("expected {expected}, found {}:\n{}", found.0, found.1));
    }
    if found.0 != "safe" {
        return Ok(());
    }
    // Other attempts prove nothing, and need not.
    let vacuous = found.1.contains("\"by\":\"size descent\"") && found.1.contains("no smaller run reaches the end");
    if vacuous && !found.1.contains("a smaller run reaches the end, too") {
        return Err(format!("the product says nothing about smaller runs:\n{}", found.1));
    }
    let (folder, path) = (certificate.display().to_string(), case.path.display().to_string());
    // What was counted is in the certificate.
    let told = arguments.iter().position(|word| *word == "--flow").map_or(0..0, |at| at..at + 2);
    let (before, after) = (&arguments[..told.start], &arguments[told.end..]);
    let again = rmt(&[&["recheck", &folder, &path], before, after].concat())?;
    if !again.status.success() {
        return Err(format!("the certificate does not hold:\n{}", text(&again)));
    }
    let mutants = mutants(&case.text);
    if mutants.is_empty() {
        return Err("a safe program needs a mutant: a line that ends in `//=> text`".into());
    }
    for mutant in mutants {
        let path = scratch.0.join(if is_c { "mutant.c" } else { "mutant.bpl" });
        std::fs::write(&path, &mutant.text).map_err(|e| e.to_string())?;
        if search_mutants {
            let search = Asked { provers: "none", bound: Some("12"), ..alone };
            let found = check(&path, search, None)?;
            if found.0 != "unsafe" {
                return Err(format!("a mutant is not found unsafe but {}:\n{}\n{}", found.0, found.1, mutant.text));
            }
        }
        // An attempt that must not succeed may go on for ever.
        let found = check(&path, Asked { seconds: &patience, ..alone }, None)?;
        if !["unknown", "unsafe"].contains(&found.0.as_str()) {
            return Err(format!("a mutant is {}:\n{}\n{}", found.0, found.1, mutant.text));
        }
    }
    Ok(())
}

/// A folder for what a case writes.
struct Scratch(PathBuf);

impl Scratch {
    fn new(case: &Case) -> Result<Scratch, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let name = case.path.strip_prefix(root).unwrap_or(&case.path).display().to_string().replace('/', "-");
        let path = std::env::temp_dir().join(format!("rmt-prove-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|e| e.to_string())?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Who is asked, and how.
#[derive(Clone, Copy)]
struct Asked<'a> {
    provers: &'a str,
    arguments: &'a [&'a str],
    seconds: &'a str,
    bound: Option<&'a str>,
}

/// The verdict, and all that was printed.
fn check(path: &Path, asked: Asked, certificate: Option<&Path>) -> Result<(String, String), String> {
    let (path, certificate) = (path.display().to_string(), certificate.map(|c| c.display().to_string()));
    let mut arguments = vec!["check", &path, "--provers", asked.provers, "--format", "json", "--stats"];
    arguments.extend(["--timeout", asked.seconds]);
    arguments.extend(asked.arguments);
    if let Some(bound) = asked.bound {
        arguments.extend(["--bound", bound]);
    }
    if let Some(certificate) = &certificate {
        arguments.extend(["--certificate", certificate]);
    }
    let output = rmt(&arguments)?;
    let object: Value = serde_json::from_slice(&output.stdout).map_err(|e| format!("{e}: {}", text(&output)))?;
    Ok((object["verdict"].as_str().unwrap_or_default().to_string(), text(&output)))
}

fn rmt(arguments: &[&str]) -> Result<Output, String> {
    Command::new(env!("CARGO_BIN_EXE_rmt")).args(arguments).output().map_err(|e| e.to_string())
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout))
}
