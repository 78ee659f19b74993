//! Runs the cases in `tests/cases`. The first line of a file says what is to happen: `// kind: arguments`; lines of that kind
//! behind it say what is to happen, too.
//!
//! | first line | what is checked |
//! |--|--|
//! | `// resolve: ok` | it resolves to a valid program with exactly the announced warnings, also when printed and read again |
//! | `// resolve: error` | it is refused with exactly the announced diagnostics |
//! | `// check: …` | the verdict by both engines; of a safe program, that its mutants are unsafe: see `filetests/check.rs` |
//! | `// cover: … => …` | what `rmt check --cover` reaches, and that tests natively do: see `filetests/cover.rs` |
//! | `// explore: …` | what the explorer finds, and that its violations replay: see `filetests/explore.rs` |
//! | `// rmt: check … => …` | the verdict of `rmt check` on a C program: see `filetests/c.rs` |
//! | `// rmt: verify … => …` | what `rmt verify` says of a C file with contracts: see `filetests/contracts.rs` |
//! | `// rmt: scan …` | what `rmt scan` finds in a C file: see `filetests/scan.rs` |
//! | `// prove: ENGINE => …` | the verdict of one prover, and its certificate; that mutants are not proved: see `filetests/prove.rs` |
//! | `// slice: …` | the verdict of a search that looks at a slice, and the slice: see `filetests/slice.rs` |
//! | `// verify: …` | what fails of each procedure by itself; that mutants of verified programs fail: see `filetests/verify.rs` |
//! | `// houdini: …` | which candidates survive: see `filetests/houdini.rs` |
//! | `// elaborate: ok` | it resolves and becomes monomorphic and free of code expressions, with the announced warnings |
//! | `// elaborate: error` | it resolves and is then refused with exactly the announced diagnostics |
//!
//! Diagnostics are announced by comments: `//~ ERROR part of the message` on the line where the diagnostic begins,
//! `//~^ ERROR …` one line further down (one line for each `^`); `WARNING` likewise.
//!
//! If `x.expect` stands beside `x.bpl`, the output must be that; `RMT_BLESS=1` writes it anew.

#[path = "filetests/announced.rs"]
mod announced;
#[path = "filetests/c.rs"]
mod c;
#[path = "filetests/check.rs"]
mod check;
#[path = "support/clang.rs"]
#[allow(dead_code)]
mod clang;
#[path = "filetests/contracts.rs"]
mod contracts;
#[path = "filetests/cover.rs"]
mod cover;
#[path = "filetests/elaborate.rs"]
mod elaborate;
#[path = "filetests/explore.rs"]
mod explore;
#[path = "filetests/golden.rs"]
mod golden;
#[path = "filetests/houdini.rs"]
mod houdini;
#[path = "support/load.rs"]
mod load;
#[path = "support/mutants.rs"]
mod mutants;
#[path = "filetests/prove.rs"]
mod prove;
#[path = "filetests/resolve.rs"]
mod resolve;
#[path = "filetests/scan.rs"]
mod scan;
#[path = "filetests/slice.rs"]
mod slice;
#[path = "support/verified.rs"]
mod verified;
#[path = "filetests/verify.rs"]
mod verify;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// Nested expressions recurse.
const STACK: usize = 256 << 20;

/// A file with a directive.
struct Case {
    path: PathBuf,
    text: String,
}

type Run = fn(&Case, &str) -> Result<(), String>;

/// What runs the cases of each kind.
fn runner(kind: &str) -> Option<Run> {
    match kind {
        "check" => Some(check::run),
        "cover" => Some(cover::run),
        "explore" => Some(explore::run),
        "elaborate" => Some(elaborate::run),
        "houdini" => Some(houdini::run),
        "prove" => Some(prove::run),
        "resolve" => Some(resolve::run),
        "rmt" => Some(c::run),
        "slice" => Some(slice::run),
        "verify" => Some(verify::run),
        _ => None,
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let trials = paths.into_iter().map(|path| trial(&root, path)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn collect(directory: &Path, paths: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    for path in entries.filter_map(|e| e.ok()).map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|e| e == "bpl" || e == "c") {
            paths.push(path);
        }
    }
}

fn trial(root: &Path, path: PathBuf) -> Trial {
    let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
    Trial::test(name, move || {
        let text = std::fs::read(&path).map_err(|e| e.to_string())?;
        let case = Case { path, text: ivl::source::decode(text) };
        let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || run(&case));
        let result = worker.map_err(|e| e.to_string())?.join();
        result.unwrap_or_else(|_| Err("it panics".into())).map_err(Into::into)
    })
}

fn run(case: &Case) -> Result<(), String> {
    fn directive(line: &str) -> Option<(&str, &str)> {
        let (kind, arguments) = line.strip_prefix("// ")?.split_once(':')?;
        Some((kind, arguments.trim()))
    }
    let first = case.text.lines().next().unwrap_or_default();
    let Some((kind, arguments)) = directive(first) else {
        return Err(format!("the first line has no directive: {first:?}"));
    };
    let run = runner(kind).ok_or_else(|| format!("there is no directive {kind:?}"))?;
    run(case, arguments)?;
    // More of the same.
    let others = case.text.lines().skip(1).map_while(directive).take_while(|(other, _)| *other == kind);
    for (_, arguments) in others {
        run(case, arguments).map_err(|why| format!("{kind}: {arguments}: {why}"))?;
    }
    Ok(())
}
