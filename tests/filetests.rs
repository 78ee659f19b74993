//! Runs the data files under `tests/cases`. The first line of each is its directive: `// name: arguments`.
//!
//! - `explore`: see [`support::explored`].

mod support;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let trials = files
        .into_iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            let (name, arguments) = text.lines().next()?.strip_prefix("// ")?.split_once(':')?;
            let run = match name {
                "explore" => support::explored::run,
                _ => return None,
            };
            let arguments = arguments.trim().to_string();
            let title = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            Some(Trial::test(title, move || run(&path, &arguments).map_err(Failed::from)))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "bpl") {
            files.push(path);
        }
    }
}
