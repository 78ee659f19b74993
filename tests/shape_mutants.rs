//! Mutants of the programs over linked structures that are proved safe. None that has a violation is proved.
//!
//! Those of `tests/shape_mutants.tsv` have one, which is found again: each a line of a program that reads otherwise.
//! Besides, mutants are drawn. `RMT_MUTANTS=N` tries N of them, spread over all programs; `RMT_MUTANTS_FROM=M` leaves out the
//! first M. With `RMT_MUTANTS_OF=TABLE=CHECKOUT,…`, the programs are those of tables under `tests/acceptance/c` instead.
//! `RMT_MUTANTS_BY=FILE` is an rmt that is faster than that of the tests. `RMT_MUTANTS_TO=FILE` gets a table of those that
//! have a violation.

#[path = "support/changes.rs"]
mod changes;
#[path = "support/clang.rs"]
#[allow(dead_code)]
mod clang;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use changes::{Operators, lines, operators, without_comments};
use clang::have_clang;

/// Mutants in a normal run.
const MUTANTS: usize = 24;
/// Seconds in which a violation is looked for, and then a proof.
const PATIENCE: [&str; 2] = ["4", "10"];
/// The same of mutants that are known to have one.
const PATIENCE_KNOWN: [&str; 2] = ["60", "4"];
const OPERATORS: Operators = &[
    ("->", &[]),
    ("++", &[]),
    ("--", &[]),
    ("<<", &[]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("<=", &["<"]),
    (">=", &[">"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("<", &["<="]),
    (">", &[">="]),
    ("+", &["-"]),
    ("NULL", &[]),
];

/// A program, and how it is checked.
struct Source {
    path: PathBuf,
    arguments: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn own() -> Vec<Source> {
    let folders = ["shape", "paths"].map(|name| root().join("tests/cases/prove").join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("the folder can be read"));
    let mut found = Vec::new();
    for path in files.map(|file| file.expect("the folder can be read").path()) {
        let text = std::fs::read_to_string(&path).expect("the program can be read");
        let head = text.lines().next().unwrap_or_default();
        let Some(arguments) = head.strip_prefix("// prove: shape ").and_then(|rest| rest.strip_suffix("=> safe"))
        else {
            continue;
        };
        found.push(Source { path, arguments: arguments.split_whitespace().map(String::from).collect() });
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn of_table(table: &str, checkout: &Path) -> Vec<Source> {
    let path = root().join(format!("tests/acceptance/c/{table}.tsv"));
    let text = std::fs::read_to_string(path).expect("the table can be read");
    let rows = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let is_safe = |row: &Vec<&str>| row.len() > 6 && row[5] == "safe" && row[6] == "safe";
    rows.filter(is_safe)
        .map(|row| Source {
            path: checkout.join(row[1]),
            arguments: row[3].split_whitespace().map(String::from).collect(),
        })
        .collect()
}

/// The verdict on a program that stands beside the one that it was made of.
fn verdict(source: &Source, text: &str, number: usize, provers: &str, seconds: &str) -> String {
    let beside = source.path.parent().expect("a file is in a folder");
    let path = std::env::temp_dir().join(format!("rmt-shape-mutant-{}-{number}.c", std::process::id()));
    std::fs::write(&path, text).expect("the mutant can be written");
    let program = std::env::var("RMT_MUTANTS_BY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_rmt").into());
    let output = Command::new(program)
        .current_dir(root())
        .args(["check", "-w", "--format", "json", "--provers", provers, "--timeout", seconds])
        .arg("-I")
        .arg(beside)
        .args(&source.arguments)
        .arg(&path)
        .output()
        .expect("rmt runs");
    let _ = std::fs::remove_file(&path);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    object["verdict"].as_str().unwrap_or("rejected").to_string()
}

#[test]
fn no_violated_mutant_is_proved() {
    if !have_clang() {
        return;
    }
    let sources = match std::env::var("RMT_MUTANTS_OF") {
        Err(_) => own(),
        Ok(tables) => {
            let pairs = tables.split(',').filter_map(|pair| pair.split_once('='));
            pairs.flat_map(|(table, checkout)| of_table(table, Path::new(checkout))).collect()
        }
    };
    let mut all = Vec::new();
    for source in &sources {
        let text = std::fs::read_to_string(&source.path).expect("the program can be read");
        let text = without_comments(&text);
        let start = text.find("main(").unwrap_or(0);
        let changed = lines(&text).into_iter().chain(operators(&text, start..text.len(), OPERATORS));
        all.extend(changed.map(|mutant| (source, mutant)));
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let wanted = number("RMT_MUTANTS").unwrap_or(MUTANTS);
    let from = number("RMT_MUTANTS_FROM").unwrap_or(0);
    let step = (all.len() / wanted.max(1)).max(1);
    let chosen: Vec<(usize, &(&Source, String))> =
        all.iter().enumerate().skip(from).step_by(step).take(wanted).collect();
    let found = Mutex::new(Vec::new());
    side_by_side(chosen, |(number, (source, text))| {
        let searched = verdict(source, text, number, "execution", PATIENCE[0]);
        if searched != "rejected" {
            let proved = verdict(source, text, number, "only:shape", PATIENCE[1]) == "safe";
            found.lock().expect("no thread panics").push((number, *source, text, searched == "unsafe", proved));
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.sort_by_key(|mutant| mutant.0);
    let violated: Vec<_> = found.iter().filter(|mutant| mutant.3).collect();
    let proved = found.iter().filter(|mutant| mutant.4).count();
    println!("{} mutants, {} tried, {} violated, {proved} proved", all.len(), found.len(), violated.len());
    if let Ok(file) = std::env::var("RMT_MUTANTS_TO") {
        let rows: Vec<String> = violated.iter().map(|mutant| row(mutant.1, mutant.2)).collect();
        std::fs::write(file, format!("{HEAD}\n{}", rows.concat())).expect("the table can be written");
    }
    assert!(!violated.is_empty(), "no mutant has a violation");
    let wrong = violated.iter().filter(|mutant| mutant.4);
    let wrong: Vec<String> =
        wrong.map(|mutant| format!("a mutant of {} is proved:\n{}", mutant.1.path.display(), mutant.2)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the columns of the table are.
const HEAD: &str = "program\tline\treads";

/// The row of a mutant.
fn row(source: &Source, text: &str) -> String {
    let old = std::fs::read_to_string(&source.path).expect("the program can be read");
    let old = without_comments(&old);
    let changed = old.lines().zip(text.lines()).position(|(old, new)| old != new).expect("a line is another");
    let parts: Vec<_> = source.path.iter().map(|part| part.to_string_lossy()).collect();
    let name = parts[parts.len().saturating_sub(2)..].join("/");
    format!("{name}\t{}\t{}\n", changed + 1, text.lines().nth(changed).unwrap_or_default().trim())
}

fn side_by_side<T: Send>(items: Vec<T>, work: impl Fn(T) + Sync) {
    let queue = Mutex::new(items.into_iter());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get().min(4)) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").next();
                    let Some(item) = next else { break };
                    work(item);
                }
            });
        }
    });
}

#[test]
fn known_violations_are_found_and_not_proved() {
    if !have_clang() {
        return;
    }
    let sources = own();
    let table = std::fs::read_to_string(root().join("tests/shape_mutants.tsv")).expect("the table can be read");
    let mut mutants = Vec::new();
    for (number, row) in table.lines().enumerate().skip(1) {
        let [name, line, reads] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let source = sources.iter().find(|source| source.path.ends_with(name)).expect("the program is there");
        let text = std::fs::read_to_string(&source.path).expect("the program can be read");
        let mut lines: Vec<&str> = text.lines().collect();
        lines[line.parse::<usize>().expect("a number") - 1] = reads;
        // Numbers that the other test does not have.
        mutants.push((1_000_000 + number, source, lines.join("\n") + "\n", row));
    }
    assert!(mutants.len() >= 200, "only {} mutants", mutants.len());
    let wrong = Mutex::new(Vec::new());
    side_by_side(mutants, |(number, source, text, row)| {
        let searched = verdict(source, &text, number, "execution", PATIENCE_KNOWN[0]);
        let proved = verdict(source, &text, number, "only:shape", PATIENCE_KNOWN[1]);
        if searched != "unsafe" || proved == "safe" {
            wrong.lock().expect("no thread panics").push(format!("{row}: searched: {searched}, proved: {proved}"));
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
