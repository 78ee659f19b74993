//! Another solver, run as a process of its own on SMT-LIB text.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::Builder;

use crate::base::budget::Budget;
use crate::base::child::end_with_us;

/// How often a running solver is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// The first word that it prints for a script: `unsat`, `sat`, `unknown`, or why there is none of these.
pub fn ask(solver: &Path, script: &str, budget: &Budget) -> io::Result<String> {
    // Nobody else knows its name, and it goes away with the value.
    let mut file = Builder::new().prefix("rmt-").suffix(".smt2").tempfile()?;
    file.write_all(script.as_bytes())?;
    file.flush()?;
    run(solver, file.path(), budget)
}

fn run(solver: &Path, file: &Path, budget: &Budget) -> io::Result<String> {
    let mut command = Command::new(solver);
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = end_with_us(&mut command).spawn()?;
    let out = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let read = out.map_or(Ok(0), |mut out| out.read_to_string(&mut text));
        read.map(|_| text)
    });
    let stopped = wait(&mut child, budget)?;
    let text = reader.join().map_err(|_| io::Error::other("the solver's output cannot be read"))??;
    Ok(match text.split_whitespace().next() {
        _ if stopped => "stopped".into(),
        Some(word) => word.into(),
        None => "no answer".into(),
    })
}

/// Waits for its end, which comes with that of the budget at the latest. Whether it did.
fn wait(child: &mut Child, budget: &Budget) -> io::Result<bool> {
    while child.try_wait()?.is_none() {
        if budget.check().is_err() {
            child.kill()?;
            child.wait()?;
            return Ok(true);
        }
        std::thread::sleep(LOOK);
    }
    Ok(false)
}
