//! Nobody recognises a program of C by names: where every variable and function has another name, provers prove what they
//! proved before. `RMT_RENAMED` is how many cases of each engine are tried.

#[path = "support/clang.rs"]
mod clang;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::path::{Path, PathBuf};
use std::process::Command;

use clang::have_clang;
use rmt::internal::ir::unresolve::unresolve;

const ENGINES: [&str; 6] = ["shape", "descent", "shrink", "chc", "induction", "execution"];

#[test]
fn other_names_change_no_verdict() {
    if !have_clang() {
        return;
    }
    let most = std::env::var("RMT_RENAMED").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let scratch = std::env::temp_dir().join(format!("rmt-renamed-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder for what is written");
    let mut tried = 0;
    for engine in ENGINES {
        for (case, arguments) in cases(engine).into_iter().take(most) {
            let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            // What the engine is told, and what the front end is told.
            let flow = arguments.iter().position(|word| *word == "--flow");
            let told: Vec<&str> = flow.map(|at| arguments.drain(at..at + 2).collect()).unwrap_or_default();
            // What is checked by default has more in it than an engine by itself proves.
            if !arguments.contains(&"--check") {
                arguments.extend(["--check", "deref,free"]);
            }
            let emitted = rmt(&[&["emit", &case.display().to_string()], &arguments[..]].concat());
            let file = scratch.join("renamed.bpl");
            std::fs::write(&file, renamed(&emitted)).expect("the file is written");
            let (file, only) = (file.display().to_string(), format!("only:{engine}"));
            let seen = rmt(&[&["check", &file, "--provers", &only], &told[..]].concat());
            assert!(seen.contains(": safe (proved"), "{}, by {engine}, with other names:\n{seen}", case.display());
            tried += 1;
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    assert!(tried > 10, "the cases are not where they should be");
}

/// Programs of C that an engine proves, with what its directive says beside.
fn cases(engine: &str) -> Vec<(PathBuf, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/prove");
    let folders = std::fs::read_dir(root).expect("the cases are there").map(|e| e.expect("a folder").path());
    let files = folders.flat_map(|f| std::fs::read_dir(f).into_iter().flatten().map(|e| e.expect("a file").path()));
    let mut files: Vec<PathBuf> = files.filter(|f| f.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    let of_engine = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).expect("the case can be read");
        let directive = text.lines().next()?.strip_prefix(&format!("// prove: {engine} "))?;
        let (arguments, verdict) = directive.split_once("=>")?;
        verdict.trim().starts_with("safe").then(|| (file, arguments.split_whitespace().map(str::to_string).collect()))
    };
    files.into_iter().filter_map(of_engine).collect()
}

fn renamed(text: &str) -> String {
    let mut program = load::load("emitted.bpl", text).unwrap_or_else(|e| panic!("{e}")).program;
    for (n, var) in program.vars.iter_mut().enumerate() {
        var.name = format!("v{n}").into();
    }
    for (n, func) in program.funcs.iter_mut().enumerate() {
        func.name = format!("f{n}").into();
    }
    unresolve(&program).to_string()
}

fn rmt(arguments: &[&str]) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(env!("CARGO_BIN_EXE_rmt")).current_dir(root).args(arguments).output();
    let output = output.expect("rmt runs");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
