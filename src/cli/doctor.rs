//! `rmt doctor`: what is found of what rmt needs.
//!
//! ```text
//! rmt     0.1.0, /usr/bin/rmt
//! Z3      5.3.2.0, inside rmt; it refutes what is false
//! Spacer  in processes of /usr/bin/rmt
//! clang   14.0.6, /usr/bin/clang
//! ```

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::args::DoctorArgs;
use super::{USAGE, print};
use crate::api::{CheckOptions, check, parse, resolve};
use crate::smt::{check_version, horn, library, z3_full_version};
use crate::verdict::Verdict;

/// The oldest clang whose tree is read.
const OLDEST_CLANG: u32 = 14;

pub fn run(args: &DoctorArgs) -> u8 {
    let own = std::env::current_exe().map_or(String::new(), |path| format!(", {}", path.display()));
    print(format_args!("rmt     {}{own}\n", env!("CARGO_PKG_VERSION")));
    let (solver, works) = solver();
    print(format_args!("Z3      {solver}\n"));
    print(format_args!("Spacer  {}\n", spacer()));
    print(format_args!("clang   {}\n", clang(&args.clang)));
    if works { 0 } else { USAGE }
}

/// What there is to say of Z3, and whether it works.
fn solver() -> (String, bool) {
    let origin = match library() {
        Ok(origin) => origin,
        Err(missing) => return (format!("missing: {missing}"), false),
    };
    let version = format!("{}, {origin}", z3_full_version());
    if let Err((_, oldest)) = check_version() {
        return (format!("{version}; too old: {oldest} or newer is needed"), false);
    }
    match refutes() {
        true => (format!("{version}; it refutes what is false"), true),
        false => (format!("{version}; it does not work: a violation is not found"), false),
    }
}

/// Whether a violation is found where there is one.
fn refutes() -> bool {
    let text = "procedure main(x: int) { assume x > 3; assert x * x > 16; }";
    let program = parse("doctor.bpl", text).and_then(|parsed| resolve(&parsed));
    let outcome = program.and_then(|program| check(&program, &CheckOptions::default()));
    outcome.is_ok_and(|outcome| matches!(outcome.verdict, Verdict::Unsafe(_)))
}

/// Where Horn clauses are solved.
fn spacer() -> String {
    let script = "(set-logic HORN)(assert true)(check-sat)";
    let Some(mut running) = horn::start(script, Some(Duration::from_secs(10)), 1_000) else {
        return "missing; no proofs by Horn clauses".into();
    };
    let answer = loop {
        match running.poll() {
            Some(answer) => break answer,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let program = horn::executable().map_or(String::new(), |path| path.display().to_string());
    match answer.trim() {
        "sat" => format!("in processes of {program}"),
        _ => format!("does not answer, in a process of {program}; no proofs by Horn clauses"),
    }
}

/// What there is to say of clang.
fn clang(program: &Path) -> String {
    let missing = "missing; C is not read without it (apt install clang)";
    let Ok(output) = Command::new(program).arg("--version").output() else { return missing.into() };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let Some(version) = text.split_whitespace().skip_while(|word| *word != "version").nth(1) else {
        return format!("{}: not clang", program.display());
    };
    let major: Option<u32> = version.split('.').next().and_then(|number| number.parse().ok());
    let place = found(program).map_or(String::new(), |path| format!(", {}", path.display()));
    match major {
        Some(major) if major >= OLDEST_CLANG => format!("{version}{place}"),
        _ => format!("{version}{place}; too old: {OLDEST_CLANG} or newer is needed for C"),
    }
}

/// Where the system finds a program.
fn found(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_path_buf());
    }
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(program)).find(|path| path.is_file())
}
