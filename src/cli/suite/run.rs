//! One task, in a process of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::store::Done;
use super::task::Task;
use crate::base::child::end_with_us;
use crate::report::told::Told;

/// Checks it. What does not end as it should is unknown, with what it said last. A C file without a main is scanned.
pub fn run(task: &Task) -> Done {
    let done = run_once(task);
    instead(task, &done).map_or(done, |scan| run_once(&scan))
}

fn run_once(task: &Task) -> Done {
    let begun = Instant::now();
    let output = std::env::current_exe().and_then(|program| command(&program, task).output());
    let seconds = begun.elapsed().as_secs_f64();
    output.map_or_else(|error| failed(task, seconds, &error.to_string()), |output| done(task, &output, seconds))
}

/// The same, until nobody wants to know any more: then there is no outcome.
pub fn run_while(task: &Task, is_wanted: &dyn Fn() -> bool) -> Option<Done> {
    let done = run_once_while(task, is_wanted)?;
    instead(task, &done).map_or(Some(done), |scan| run_once_while(&scan, is_wanted))
}

/// The scan of what has no entry, and nobody says which.
fn instead(task: &Task, done: &Done) -> Option<Task> {
    let undefined = rmt_c::undefined_entry("main");
    let told = done.lines.first().and_then(|line| Told::read(line).ok())?;
    let is_without = told.mistakes.iter().any(|mistake| mistake.message == undefined);
    let scan = Task { command: "scan".into(), ..task.clone() };
    // Some options are those of check alone.
    let may = is_without && task.expected.is_none() && !task.names_entries() && scan.is_understood();
    may.then_some(scan)
}

fn run_once_while(task: &Task, is_wanted: &dyn Fn() -> bool) -> Option<Done> {
    let begun = Instant::now();
    let seconds = || begun.elapsed().as_secs_f64();
    let child = std::env::current_exe().and_then(|program| end_with_us(&mut command(&program, task)).spawn());
    let child = match child {
        Ok(child) => child,
        Err(error) => return Some(failed(task, seconds(), &error.to_string())),
    };
    let pid = libc::pid_t::try_from(child.id()).ok()?;
    let (ended, is_ended) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || _ = ended.send(child.wait_with_output()));
        let mut wanted = true;
        loop {
            match is_ended.recv_timeout(LOOK) {
                Ok(Ok(output)) => return (wanted && is_wanted()).then(|| done(task, &output, seconds())),
                Ok(Err(error)) => return (wanted && is_wanted()).then(|| failed(task, seconds(), &error.to_string())),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if wanted && !is_wanted() => {
                    wanted = false;
                    // SAFETY: a plain system call; the process is ours, and not waited for yet.
                    unsafe { libc::kill(pid, libc::SIGKILL) };
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    })
}

/// How often somebody is asked whether an outcome is still wanted.
const LOOK: Duration = Duration::from_millis(100);

fn command(program: &Path, task: &Task) -> Command {
    let mut command = Command::new(program);
    command.args(task.arguments()).current_dir(&task.folder).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn done(task: &Task, output: &Output, seconds: f64) -> Done {
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
