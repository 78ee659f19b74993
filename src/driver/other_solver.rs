//! Another solver, run as a process of its own on SMT-LIB text.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::base::budget::Budget;
use crate::base::child::end_with_us;

/// How often a running solver is looked at.
const LOOK: Duration = Duration::from_millis(5);

/// The first word that it prints for a script: `unsat`, `sat`, `unknown`, or why there is none of these.
pub fn ask(solver: &Path, script: &str, budget: &Budget) -> io::Result<String> {
    let folder = std::env::temp_dir().join(format!("rmt-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("condition.smt2");
    let answer = std::fs::write(&file, script).and_then(|()| run(solver, &file, budget));
    // What is left behind is in the folder for temporary files.
    let _ = std::fs::remove_dir_all(&folder);
    answer
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
