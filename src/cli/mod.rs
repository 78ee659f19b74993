//! The command line: arguments → configuration → commands. Each command is a file.

mod args;
mod c_names;
mod certificate;
mod check;
mod color;
mod config;
mod contexts;
mod contracts;
mod doctor;
mod dump;
mod elsewhere;
mod emit;
mod evidence;
mod explain;
mod fmt;
mod gathered;
mod houdini;
mod init;
mod input;
mod lsp;
mod manual;
mod origin;
mod pattern;
mod progress;
mod provers;
mod reach;
mod recheck;
mod resolve;
mod scan;
mod suite;
mod units;
mod verify;

mod ways;
mod whole;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use self::args::{Cli, Command};
use self::color::{color_asked_for, with_color};
use crate::base::budget::Budget;
use crate::base::memory;
use crate::base::workers;
use crate::smt::{check_version, horn, library, z3_full_version};

/// Exit codes besides those of verdicts.
pub const USAGE: u8 = 2;
pub const REJECTED: u8 = 3;
/// Where there is no verdict to ask.
const UNKNOWN: i32 = 20;

/// Whether the solver is new enough; says so if it is not.
fn solver_is_there() -> bool {
    if let Err(missing) = library() {
        warn(&format!("rmt: {missing}\n"));
        return false;
    }
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

/// Parses the arguments and runs the command on a thread with a large stack.
pub fn main() -> ExitCode {
    memory::keep_freed();
    if let Ok(own) = std::env::current_exe() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var(horn::PROGRAM, own) };
    }
    let arguments = as_clap_reads_them(std::env::args_os());
    // What is wrong with the arguments, and what they are, is told in colors, too.
    color_asked_for(&arguments).write_global();
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(answer) if !answer.use_stderr() => {
            // What clap prints may be lost without a word.
            let text = answer.render();
            print(if with_color(&std::io::stdout()) { text.ansi().to_string() } else { text.to_string() });
            return ExitCode::SUCCESS;
        }
        Err(mistake) => {
            if let Some(tip) = elsewhere::tip(&mistake, &words) {
                warn(&format!("error: {tip}\n\nFor more information, try 'rmt check --help'.\n"));
                return ExitCode::from(USAGE);
            }
            mistake.exit()
        }
    };
    let run = workers::start("command", move || run(cli));
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
            _ if elsewhere::is_of_linkers(text) => {}
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
        let solver = if library().is_ok() { z3_full_version() } else { "not found (rmt doctor says why)".into() };
        print(format_args!("rmt {}\nZ3 {solver}\n", env!("CARGO_PKG_VERSION")));
        if cli.verbose {
            doctor::run(&args::DoctorArgs { clang: "clang".into() });
        }
        return 0;
    }
    let Some(command) = cli.command else {
        print(Cli::command().render_help());
        return USAGE;
    };
    if command.asks_the_solver() && !solver_is_there() {
        return USAGE;
    }
    match command {
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "rmt", &mut text);
            print(String::from_utf8_lossy(&text));
            0
        }
        Command::Explain { code } => explain::run(code.as_deref()),
        Command::Manual { folder } => manual::run(&folder),
        // Whoever wanted the answer may be gone.
        Command::ServeHorn { seconds, megabytes } => u8::from(horn::serve(seconds, megabytes).is_err()),
        Command::Doctor(args) => doctor::run(&args),
        Command::Resolve(args) => resolve::run(&args),
        Command::Emit(args) => emit::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Lsp => lsp::run(),
        Command::Init(args) => init::run(&args),
        Command::Suite(args) => suite::run(&args),
        Command::Watch(args) => suite::watch::run(&args),
        Command::Worker(args) => suite::worker::run(&args),
        Command::Check(args) => check::run(*args),
        Command::Recheck(args) => recheck::run(&args),
        Command::Reach(args) => reach::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Scan(args) => scan::run(&args),
        Command::Houdini(args) => houdini::run(&args),
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
