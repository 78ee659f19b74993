//! Mutants of the programs over linked structures that are proved safe. None that has a violation is proved.
//!
//! `RMT_MUTANTS=N` tries N mutants, spread over all programs; `RMT_MUTANTS_FROM=M` leaves out the first M. With
//! `RMT_MUTANTS_OF=TABLE=CHECKOUT,…`, the programs are those of tables under `tests/acceptance/c` instead.
//! `RMT_MUTANTS_BY=FILE` is an rmt that is faster than that of the tests.

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
    let folder = root().join("tests/cases/prove/shape");
    let files = std::fs::read_dir(folder).expect("the folder can be read");
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
    let (queue, figures) = (Mutex::new(chosen.into_iter()), Mutex::new((0, 0, 0, Vec::new())));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get().min(4)) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").next();
                    let Some((number, (source, text))) = next else { break };
                    let searched = verdict(source, text, number, "execution", PATIENCE[0]);
                    let proved = match &*searched {
                        "rejected" => continue,
                        _ => verdict(source, text, number, "only:shape", PATIENCE[1]) == "safe",
                    };
                    let mut figures = figures.lock().expect("no thread panics");
                    figures.0 += 1;
                    figures.1 += usize::from(searched == "unsafe");
                    figures.2 += usize::from(proved);
                    if searched == "unsafe" && proved {
                        figures.3.push(format!("a mutant of {} is proved:\n{text}", source.path.display()));
                    }
                }
            });
        }
    });
    let (tried, violated, proved, wrong) = figures.into_inner().expect("no thread panics");
    println!("{} mutants, {tried} tried, {violated} violated, {proved} proved", all.len());
    assert!(violated > 0, "no mutant has a violation");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
