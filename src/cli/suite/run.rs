//! One task, in a process of its own.

use std::process::{Command, Stdio};
use std::time::Instant;

use super::store::Done;
use super::task::Task;

/// Checks it. What does not end as it should is unknown, with what it said last.
pub fn run(task: &Task) -> Done {
    let begun = Instant::now();
    let output = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.args(task.arguments()).current_dir(&task.folder).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).output()
    });
    let seconds = begun.elapsed().as_secs_f64();
    let output = match output {
        Ok(output) => output,
        Err(error) => return failed(task, seconds, &error.to_string()),
    };
    let mut lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect();
    if task.command == "scan" && output.status.success() && lines.is_empty() {
        lines.push(nothing_found(task));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0 | 3 | 10 | 20) if !lines.is_empty() => {
            let interrupted = |line: &String| line.contains("\"kind\":\"interrupted\"");
            Done { lasts: !lines.iter().any(interrupted), lines, seconds }
        }
        Some(_) | None => failed(task, seconds, &format!("{} ({})", complaint(&said), output.status)),
    }
}

/// The line that says what is wrong: the one that is marked as an error, and not the advice behind it; else the last.
fn complaint(said: &str) -> &str {
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let marked = lines.clone().find(|line| line.starts_with("error") || line.starts_with("rmt: "));
    marked.or_else(|| lines.next_back()).unwrap_or("no verdict")
}

/// The report about a scan without findings, which is no proof.
fn nothing_found(task: &Task) -> String {
    let report = serde_json::json!({
        "rmt": env!("CARGO_PKG_VERSION"),
        "file": task.files.join(" "),
        "verdict": "nothing-found",
    });
    report.to_string()
}

/// The report about what gave none.
fn failed(task: &Task, seconds: f64, why: &str) -> Done {
    let report = serde_json::json!({
        "rmt": env!("CARGO_PKG_VERSION"),
        "file": task.files.join(" "),
        "verdict": "unknown",
        "reason": {"kind": "failed", "detail": why},
    });
    Done { lines: vec![report.to_string()], seconds, lasts: false }
}

#[cfg(test)]
mod tests {
    use super::complaint;

    #[test]
    fn advice_is_no_complaint() {
        let said = "error: unexpected argument '--tiemout' found\n\nFor more information, try '--help'.\n";
        assert_eq!(complaint(said), "error: unexpected argument '--tiemout' found");
        assert_eq!(complaint("thread 'main' panicked\ninternal: no block\n"), "internal: no block");
        assert_eq!(complaint("\n"), "no verdict");
    }
}
