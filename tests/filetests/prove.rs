//! `// prove: PROVER ARGUMENTS`: that prover alone proves a program whatever the bound, `rmt check FILE ARGUMENTS` given.
//!
//! The certificate is rechecked. The program has mutants (see `support/mutants.rs`): bounded search finds each unsafe,
//! and the prover proves none.

use std::path::Path;
use std::process::Command;

use crate::Case;
use crate::mutants::mutants;

/// Seconds for a proof. A proof takes a fraction of that, but on a busy machine.
const PROOF: &str = "60";
/// Seconds for an attempt that must not succeed.
const ATTEMPT: &str = "3";
/// What shows that a mutant is unsafe.
const BOUND: &str = "12";

pub fn run(case: &Case, directive: &str) -> Result<(), String> {
    let is_c = case.path.extension().is_some_and(|e| e == "c");
    if is_c && Command::new("clang").arg("--version").output().is_err() {
        // Without clang there is no C.
        return Ok(());
    }
    let mut words = directive.split_whitespace();
    let only = format!("only:{}", words.next().ok_or("the directive names no prover")?);
    let arguments: Vec<&str> = words.collect();
    let name = case.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let scratch = std::env::temp_dir().join(format!("rmt-prove-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&scratch).map_err(|e| e.to_string())?;
    let result = proved(case, &only, &arguments, &scratch).and_then(|()| {
        let mutants = mutants(&case.text);
        if mutants.is_empty() {
            return Err("a proved program needs a mutant: a line that ends in `//=> text`".into());
        }
        mutants.iter().try_for_each(|mutant| {
            let path = scratch.join(format!("mutant-{name}"));
            std::fs::write(&path, &mutant.text).map_err(|e| e.to_string())?;
            not_proved(&path, &only, &arguments).map_err(|why| format!("{why}\n{}", mutant.text))
        })
    });
    let _ = std::fs::remove_dir_all(&scratch);
    result
}

fn proved(case: &Case, only: &str, arguments: &[&str], scratch: &Path) -> Result<(), String> {
    let (file, folder) = (case.path.to_string_lossy(), scratch.to_string_lossy());
    let check = ["check", "--provers", only, "--timeout", PROOF, "--certificate", &folder, &file];
    let (code, text) = rmt(&[&check, arguments].concat())?;
    if code != Some(0) || !text.contains("safe (proved by ") {
        return Err(format!("not proved:\n{text}"));
    }
    // What integers are is part of the question.
    let (code, text) = rmt(&[&["recheck", &folder, &file], arguments].concat())?;
    if code != Some(0) { Err(format!("the certificate is refused:\n{text}")) } else { Ok(()) }
}

fn not_proved(path: &Path, only: &str, arguments: &[&str]) -> Result<(), String> {
    let file = path.to_string_lossy();
    let search = ["check", "--provers", "none", "--bound", BOUND, "--timeout", PROOF, &file];
    let (code, text) = rmt(&[&search, arguments].concat())?;
    if code != Some(10) {
        return Err(format!("a mutant is not unsafe:\n{text}"));
    }
    let attempt = ["check", "--provers", only, "--timeout", ATTEMPT, &file];
    let (code, text) = rmt(&[&attempt, arguments].concat())?;
    if code == Some(20) { Ok(()) } else { Err(format!("a mutant is proved, or worse:\n{text}")) }
}

fn rmt(arguments: &[&str]) -> Result<(Option<i32>, String), String> {
    let output = Command::new(env!("CARGO_BIN_EXE_rmt")).args(arguments).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    Ok((output.status.code(), text.into_owned()))
}
