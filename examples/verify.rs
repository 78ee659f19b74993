//! Verifies the procedures of a Boogie file, a line for each: `cargo run --example verify -- FILE`.

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use rmt::Limits;

fn run(path: &str) -> Result<ExitCode, Box<dyn Error>> {
    let program = rmt::resolve(&rmt::parse(path, &std::fs::read_to_string(path)?)?)?;
    let limits = Limits { timeout: Some(Duration::from_secs(30)), ..Limits::default() };
    let mut code = 0;
    for verification in rmt::verify(&program, &limits)? {
        let place = program.locate(verification.span).map_or(String::new(), |(_, line, _)| format!(" (line {line})"));
        let found = match verification.is_verified() {
            true => "keeps its contract".to_string(),
            false => format!("{} assertions may fail", verification.findings.len()),
        };
        println!("{}{place}: {found}", verification.procedure);
        print!("{}", rmt::render_verification(&program, &verification));
        code = code.max(verification.exit_code());
    }
    Ok(ExitCode::from(code))
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: verify FILE");
        return ExitCode::from(2);
    };
    run(&path).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(3)
    })
}
