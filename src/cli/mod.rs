//! The command line: arguments → configuration → commands. Each command is a file.

mod args;
mod certificate;
mod check;
mod config;
mod dump;
mod emit;
mod evidence;
mod houdini;
mod input;
mod pattern;
mod progress;
mod provers;
mod reach;
mod recheck;
mod resolve;
mod units;
mod verify;
mod watchdog;

use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use self::args::{Cli, Command};
use crate::base::budget::Budget;
use crate::smt::{check_version, horn, z3_full_version};

/// Exit codes besides those of verdicts.
pub const USAGE: u8 = 2;
pub const REJECTED: u8 = 3;
/// Where there is no verdict to ask.
const UNKNOWN: i32 = 20;

/// Whether the solver is new enough; says so if it is not.
fn solver_is_there() -> bool {
    let Err((found, oldest)) = check_version() else { return true };
    warn(&format!("rmt: the libz3 that this process runs with is {found}; {oldest} or newer is needed\n"));
    warn("rmt: run scripts/setup, which installs the pinned version, and build again\n");
    false
}

/// Of two exit codes the one that says more: unsafe, rejected, usage, unknown, safe.
fn worse(a: u8, b: u8) -> u8 {
    let rank = |code: u8| match code {
        10 => 4,
        REJECTED => 3,
        USAGE => 2,
        0 => 0,
        _ => 1,
    };
    if rank(b) > rank(a) { b } else { a }
}

/// A budget without limits that Ctrl-C ends; a second one ends the process.
fn until_interrupt() -> Budget {
    let all = Budget::unlimited();
    let on_signal = all.cancel().clone();
    // Without a handler Ctrl-C just ends the process.
    let _ = ctrlc::set_handler(move || {
        if on_signal.is_cancelled() {
            std::process::exit(130);
        }
        on_signal.cancel();
    });
    all
}

/// Deep programs recurse deeply; the memory is only reserved.
const STACK: usize = 1 << 30;

/// Parses the arguments and runs the command on a thread with a large stack.
pub fn main() -> ExitCode {
    let cli = Cli::parse_from(as_clap_reads_them(std::env::args_os()));
    let run = std::thread::Builder::new().stack_size(STACK).spawn(move || run(cli));
    match run.map(|thread| thread.join()) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The panic's message is printed already; it is a bug of ours.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            warn(&format!("rmt: no thread can be started: {error}\n"));
            ExitCode::from(USAGE)
        }
    }
}

/// Options of C compilers, as words behind one dash, become those of ours.
fn as_clap_reads_them(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut read = Vec::new();
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        let text = argument.to_str().unwrap_or_default();
        match text {
            "-include" => read.push("--include".into()),
            "-m32" => read.push("--m32".into()),
            "-w" => read.push("--no-warnings".into()),
            // What follows is theirs.
            "-isystem" | "-iquote" | "-idirafter" | "-U" => {
                for part in std::iter::once(argument.clone()).chain(arguments.next()) {
                    read.extend(["--clang-arg".into(), part]);
                }
            }
            _ if is_of_compilers(text) => read.extend(["--clang-arg".into(), argument]),
            _ => read.push(argument),
        }
    }
    read
}

/// Whether an argument is a flag of C compilers that clang should see.
fn is_of_compilers(text: &str) -> bool {
    const WORDS: [&str; 8] = ["-m64", "-ansi", "-pedantic", "-pthread", "-nostdinc", "-g", "-O", "-mms-bitfields"];
    const STARTS: [&str; 6] = ["-std=", "-W", "-f", "-isystem", "-U", "-pedantic-"];
    let level = text.strip_prefix("-O").or_else(|| text.strip_prefix("-g"));
    WORDS.contains(&text)
        || STARTS.iter().any(|start| text.starts_with(start) && text.len() > start.len())
        || level.is_some_and(|level| level.len() == 1)
}

fn run(cli: Cli) -> u8 {
    if cli.version {
        print(format_args!("rmt {}\nZ3 {}\n", env!("CARGO_PKG_VERSION"), z3_full_version()));
        return 0;
    }
    match cli.command {
        Some(Command::Completions { shell }) => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "rmt", &mut text);
            print(String::from_utf8_lossy(&text));
            0
        }
        Some(Command::ServeHorn { seconds, megabytes }) => {
            // Whoever wanted the answer may be gone.
            let served = horn::serve(seconds, megabytes);
            u8::from(served.is_err())
        }
        Some(Command::Resolve(args)) => resolve::run(&args),
        Some(Command::Emit(args)) => emit::run(&args),
        Some(Command::Check(args)) => {
            if solver_is_there() {
                check::run(*args)
            } else {
                USAGE
            }
        }
        Some(Command::Recheck(args)) => {
            if solver_is_there() {
                recheck::run(&args)
            } else {
                USAGE
            }
        }
        Some(Command::Reach(args)) => {
            if solver_is_there() {
                reach::run(&args)
            } else {
                USAGE
            }
        }
        Some(Command::Verify(args)) => {
            if solver_is_there() {
                verify::run(&args)
            } else {
                USAGE
            }
        }
        Some(Command::Houdini(args)) => {
            if solver_is_there() {
                houdini::run(&args)
            } else {
                USAGE
            }
        }
        None => {
            let _ = Cli::command().print_help();
            USAGE
        }
    }
}

/// Writes to standard output. An answer that nobody gets is none: the process ends, and says why unless the reader went
/// away (`rmt … | head`).
fn print(text: impl std::fmt::Display) {
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    if let Err(error) = write!(out, "{text}").and_then(|()| out.flush()) {
        if error.kind() != ErrorKind::BrokenPipe {
            warn(&format!("rmt: standard output: {error}\n"));
        }
        std::process::exit(USAGE.into());
    }
}

/// Writes to standard error; it too may be a pipe that nobody reads any more.
fn warn(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Colors are for terminals, and not for users who set `NO_COLOR`.
fn with_color() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
