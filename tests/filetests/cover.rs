//! `// cover: ARGUMENTS => VERDICT`: what `rmt check FILE ARGUMENTS --cover …` reaches, and what it says of the program.
//!
//! All lines and branches are reached but those of lines that end in `//- line` (it is not), `//- 2` (two branches are not), or `//- line,
//! 2`. The test suite of a C program is compiled and run: together, the tests print each `puts("…")` of the program that stands in
//! no such line.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::Case;
use crate::clang::have_clang;

/// What is not reached of a line: whether it is the line itself, and how many branches.
type Missed = BTreeMap<usize, (bool, usize)>;

pub fn run(case: &Case, directive: &str) -> Result<(), String> {
    let is_c = case.path.extension().is_some_and(|ending| ending == "c");
    if is_c && !have_clang() {
        return Ok(());
    }
    let (arguments, verdict) = directive.split_once("=>").ok_or("no `=> VERDICT`")?;
    let scratch = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (info, suite) = (scratch.path().join("cover.info"), scratch.path().join("suite"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
    command
        .arg("check")
        .arg(&case.path)
        .args(arguments.split_whitespace())
        .args(["--format", "json", "--cover"])
        .arg(&info);
    if is_c {
        command.arg("--test-suite").arg(&suite);
    }
    let output = command.output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&text).map_err(|e| format!("{e}: {text}"))?;
    if report["verdict"] != verdict.trim() {
        return Err(format!("expected {}, found {}", verdict.trim(), report["verdict"]));
    }
    let trace = std::fs::read_to_string(&info).map_err(|e| e.to_string())?;
    let (found, expected) = (missed(&trace), marked(&case.text));
    if found != expected {
        return Err(format!("not reached: {found:?}, marked: {expected:?}\n{trace}"));
    }
    let counted = |what: &str| report["coverage"][what]["all"].as_u64().unwrap_or(0);
    let lines = |start: &str| trace.lines().filter(|line| line.starts_with(start)).count() as u64;
    if (counted("lines"), counted("branches")) != (lines("DA:"), lines("BRDA:")) || lines("DA:") == 0 {
        return Err(format!("the report says {}\n{trace}", report["coverage"]));
    }
    if is_c { natively(case, &suite, report["coverage"]["tests"].as_u64().unwrap_or(0)) } else { Ok(()) }
}

/// What a tracefile says is not reached.
fn missed(trace: &str) -> Missed {
    let mut missed = Missed::new();
    for line in trace.lines() {
        let numbers = |rest: &str| rest.split(',').map(str::to_string).collect::<Vec<_>>();
        if let Some([at, count]) = line.strip_prefix("DA:").map(numbers).as_deref()
            && count == "0"
        {
            missed.entry(at.parse().unwrap_or(0)).or_default().0 = true;
        } else if let Some([at, _, _, count]) = line.strip_prefix("BRDA:").map(numbers).as_deref()
            && (count == "0" || count == "-")
        {
            missed.entry(at.parse().unwrap_or(0)).or_default().1 += 1;
        }
    }
    missed
}

fn marked(text: &str) -> Missed {
    let mut marked = Missed::new();
    for (number, line) in text.lines().enumerate() {
        let Some((_, mark)) = line.split_once("//- ") else { continue };
        let entry = marked.entry(number + 1).or_default();
        for part in mark.split(',').map(str::trim) {
            match part.parse() {
                Ok(count) => entry.1 = count,
                Err(_) => entry.0 = part == "line",
            }
        }
    }
    marked
}

/// Compiles and runs the tests.
fn natively(case: &Case, suite: &Path, tests: u64) -> Result<(), String> {
    let run = Command::new("sh").arg(suite.join("run.sh")).output().map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&run.stdout);
    if said.lines().count() as u64 != tests || tests == 0 {
        return Err(format!("{tests} tests, but run.sh says\n{said}{}", String::from_utf8_lossy(&run.stderr)));
    }
    let mut printed = String::new();
    for number in 1..=tests {
        printed += &std::fs::read_to_string(suite.join(format!("{number:03}.out"))).unwrap_or_default();
        let case = std::fs::read_to_string(suite.join(format!("testcase-{number}.xml"))).map_err(|e| e.to_string())?;
        if !case.contains("<testcase") {
            return Err(format!("testcase-{number}.xml is none"));
        }
    }
    for line in case.text.lines().filter(|line| !line.contains("//- ")) {
        let Some((word, _)) = line.split_once("puts(\"").and_then(|(_, rest)| rest.split_once('"')) else { continue };
        if !printed.lines().any(|line| line == word) {
            return Err(format!("no test prints {word}:\n{said}\n{printed}"));
        }
    }
    Ok(())
}
