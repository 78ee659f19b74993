//! Checks a Boogie or C file: `cargo run --example check -- FILE [BOUND]`.

use std::error::Error;
use std::process::ExitCode;

use rmt::{Bound, CheckOptions, Parsed, Verdict};

/// The file, however it is written.
fn read(path: &str) -> Result<Parsed, Box<dyn Error>> {
    if path.ends_with(".c") {
        return Ok(rmt::translate(&[path], "main")?);
    }
    Ok(rmt::parse(path, &std::fs::read_to_string(path)?)?)
}

fn run(path: &str, bound: Option<Bound>) -> Result<ExitCode, Box<dyn Error>> {
    let program = rmt::resolve(&read(path)?)?;
    eprint!("{}", program.warnings());
    let outcome = rmt::check(&program, &CheckOptions { bound, ..CheckOptions::default() })?;
    print!("{}", rmt::render(&program, &outcome));
    if let Verdict::Unsafe(execution) = &outcome.verdict {
        println!("{} steps lead there", execution.steps.len());
    }
    Ok(ExitCode::from(outcome.verdict.exit_code(false)))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, bound) = match &arguments[..] {
        [path] => (path, None),
        [path, bound] if bound.parse::<u32>().is_ok() => (path, bound.parse().ok().map(Bound)),
        _ => {
            eprintln!("usage: check FILE [BOUND]");
            return ExitCode::from(2);
        }
    };
    run(path, bound).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(3)
    })
}
