//! Certificates that were tampered with: what `rmt recheck` accepts is what it builds, and it says whatever else it believes.
//!
//! Of proofs by each method, lines of the manifest and of the programs beside it are changed, dropped, doubled and emptied,
//! files are taken from other proofs, and proofs are held up to other programs. Each such certificate must be refused, or what is
//! printed must differ from what is printed of the genuine one (another entry, another reading).
//!
//! `RMT_TAMPERED=N` tries N of them, `RMT_TAMPERED_FROM=S` begins with seed S.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "support/clang.rs"]
mod clang;

/// Tampered certificates in a normal run.
const USUAL: usize = 40;

/// A program of each method and what is said with it, and one that its proof is not about.
const PROOFS: &[(&str, &str, &[&str], &str)] = &[
    ("chc/two_counters.bpl", "chc", &[], "chc/grows.bpl"),
    ("chc/lock.c", "chc", &["--check", "none"], "chc/gcd.c"),
    ("induction/twice.bpl", "induction", &[], "chc/two_counters.bpl"),
    ("shrink/minimum.bpl", "shrink", &[], "shrink/find_flag.bpl"),
    ("shrink/init.bpl", "shrink", &[], "shrink/minimum.bpl"),
    ("squeeze/count.bpl", "squeeze", &[], "squeeze/dot.bpl"),
    ("squeeze/given_max_ind.bpl", "squeeze", &[], "squeeze/given_min_ind.bpl"),
    ("descent/strlen.c", "descent", &["--check", "deref"], "descent/strnlen.c"),
    ("descent/list_find.c", "descent", &["-I", "include"], "descent/last_node.c"),
    ("shape/stack.c", "shape", &[], "shape/queue.c"),
    ("../../cli/by_twos.bpl", "execution", &[], "execution/no_way.bpl"),
    ("../../certificates/rounds.bpl", "bounded", &[], "../../certificates/restored.bpl"),
    ("../../certificates/restored.bpl", "bounded", &[], "../../certificates/rounds.bpl"),
];

/// A proof, as files by name.
struct Proof {
    program: PathBuf,
    other: PathBuf,
    engine: &'static str,
    /// How the program is read.
    flags: &'static [&'static str],
    files: BTreeMap<String, String>,
    /// What is printed of the genuine one.
    printed: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The exit code, and what was printed to both.
fn rmt(arguments: &[&str]) -> (Option<i32>, String, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_rmt")).args(arguments).current_dir(root()).output().expect("rmt runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (ran.status.code(), text(&ran.stdout), text(&ran.stderr))
}

fn recheck(folder: &Path, program: &Path, flags: &[&str]) -> (Option<i32>, String, String) {
    let (folder, program) = (folder.display().to_string(), program.display().to_string());
    rmt(&[&["recheck", &folder, &program, "--timeout", "60"], flags].concat())
}

fn prove(folder: &Path, &(program, engine, flags, other): &(&str, &'static str, &'static [&str], &str)) -> Proof {
    let at = |path: &str| root().join("tests/cases/prove").join(path);
    let (program, other) = (at(program), at(other));
    // Of a search, there is a certificate where no prover has one.
    let provers = if engine == "bounded" { "none".into() } else { format!("only:{engine}") };
    let path = program.display().to_string();
    let folder_text = folder.display().to_string();
    let arguments = ["check", &path, "--provers", &provers, "--timeout", "60", "--certificate", &folder_text];
    let (code, out, err) = rmt(&[&arguments, flags].concat());
    assert_eq!(code, Some(0), "{path}: {out}{err}");
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("there is a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, std::fs::read_to_string(entry.path()).expect("its files are texts"));
    }
    assert!(files["proof.json"].contains(&format!("\"engine\": \"{engine}\"")), "{path}: {}", files["proof.json"]);
    let (code, printed, err) = recheck(folder, &program, flags);
    assert_eq!(code, Some(0), "{path}: {printed}{err}");
    Proof { program, other, engine, flags, files, printed }
}

/// Numbers that are the same in each run.
struct Draws(u64);

impl Draws {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most.max(1) as u64) as usize
    }
}

/// What is done, in words, and the certificate and the program then.
struct Tampered<'a> {
    what: String,
    files: BTreeMap<String, String>,
    program: &'a Path,
}

/// One thing done to one of the proofs.
fn tampered<'a>(proof: &'a Proof, all: &'a [Proof], draws: &mut Draws) -> Tampered<'a> {
    let mut files = proof.files.clone();
    let names: Vec<&String> = proof.files.keys().collect();
    // The manifest as often as all others together.
    let name = if draws.below(2) == 0 { "proof.json" } else { names[draws.below(names.len())] };
    let text = &proof.files[name];
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let at = draws.below(lines.len());
    let mut program = &*proof.program;
    let what = match draws.below(12) {
        0..=3 => {
            lines[at] = changed(&lines[at], draws);
            format!("line {} changed to {}", at + 1, lines[at])
        }
        4 => {
            let line = lines.remove(at);
            format!("line {} dropped: {line}", at + 1)
        }
        5 => {
            lines.insert(at, lines[at].clone());
            format!("line {} doubled: {}", at + 1, lines[at])
        }
        6 => {
            let line = std::mem::take(&mut lines[at]);
            format!("line {} emptied: {line}", at + 1)
        }
        7 if at + 1 < lines.len() => {
            lines.swap(at, at + 1);
            format!("lines {} and {} changed places", at + 1, at + 2)
        }
        8 => {
            // Whole lists: `[` up to `]`.
            let whole = emptied_list(text, draws);
            lines = whole.lines().map(str::to_string).collect();
            "a list emptied, or a text at its end".into()
        }
        9 => {
            files.remove(name);
            return Tampered { what: format!("{name} taken away"), files, program };
        }
        10 => {
            let from = &all[draws.below(all.len())];
            let names: Vec<&String> = from.files.keys().collect();
            let taken = if from.files.contains_key(name) { name } else { names[draws.below(names.len())] };
            files.insert(name.to_string(), from.files[taken].clone());
            let what = format!("{name} is {taken} of {}", from.program.display());
            return Tampered { what, files, program };
        }
        _ => {
            program = &proof.other;
            return Tampered { what: format!("held up to {}", program.display()), files, program };
        }
    };
    files.insert(name.to_string(), lines.join("\n") + "\n");
    Tampered { what: format!("{name}: {what}"), files, program }
}

/// A line in which something else stands.
fn changed(line: &str, draws: &mut Draws) -> String {
    let places: Vec<usize> = line.char_indices().filter(|(_, c)| c.is_alphanumeric()).map(|(at, _)| at).collect();
    if places.is_empty() {
        return format!("{line} ");
    }
    let at = places[draws.below(places.len())];
    let old = line[at..].chars().next().unwrap_or(' ');
    let new = match (old, draws.below(3)) {
        ('0'..='8', _) => char::from(old as u8 + 1).to_string(),
        (_, 0) => String::new(),
        (_, 1) => format!("{old}{old}"),
        _ => if old == 'x' { "y" } else { "x" }.to_string(),
    };
    format!("{}{new}{}", &line[..at], &line[at + old.len_utf8()..])
}

fn emptied_list(text: &str, draws: &mut Draws) -> String {
    let opens: Vec<usize> = text.match_indices("[\n").map(|(at, _)| at).collect();
    if opens.is_empty() {
        return format!("{text}\n// nothing\n");
    }
    let open = opens[draws.below(opens.len())];
    let indent = text[..open].rsplit('\n').next().unwrap_or_default();
    let spaces = &indent[..indent.len() - indent.trim_start().len()];
    let close = text[open..].find(&format!("\n{spaces}]")).map_or(text.len(), |at| open + at + 1 + spaces.len());
    format!("{}[{}", &text[..open], &text[close..])
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn what_was_tampered_with_is_refused() {
    let scratch = tempfile::tempdir().expect("there is a folder for temporary files");
    let known = PROOFS.iter().filter(|(program, ..)| clang::have_clang() || !program.ends_with(".c"));
    let proofs: Vec<Proof> =
        known.enumerate().map(|(number, known)| prove(&scratch.path().join(number.to_string()), known)).collect();
    let count = number("RMT_TAMPERED").unwrap_or(USUAL);
    let from = number("RMT_TAMPERED_FROM").unwrap_or(0);
    let folder = scratch.path().join("tampered");
    let (mut refused, mut told, mut same, mut failures) = (BTreeMap::<&str, u32>::new(), 0, 0, Vec::new());
    for seed in from..from + count {
        let mut draws = Draws(seed as u64 + 1);
        draws.below(1);
        let proof = &proofs[seed % proofs.len()];
        let Tampered { what, files, program } = tampered(proof, &proofs, &mut draws);
        if files == proof.files && program == proof.program {
            same += 1;
            continue;
        }
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder is made");
        for (name, text) in &files {
            std::fs::write(folder.join(name), text).expect("a file is written");
        }
        let (code, out, err) = recheck(&folder, program, proof.flags);
        let why = format!("seed {seed}, {} of {}: {what}\n{out}{err}", proof.engine, proof.program.display());
        let reason = out.contains(": refused: ") || !err.trim().is_empty();
        match code {
            Some(20 | 2) if reason && !err.contains("panicked") => *refused.entry(proof.engine).or_default() += 1,
            Some(0) if out != proof.printed && program == proof.program => {
                told += 1;
                println!("accepted, and said: {why}");
            }
            _ => {
                println!("{code:?}: {why}");
                failures.push(seed);
            }
        }
    }
    println!("{count} tampered with: refused {refused:?}, accepted and said {told}, the same as before {same}");
    assert!(failures.is_empty(), "seeds {failures:?}");
    assert!(count < 40 || refused.values().sum::<u32>() > 30);
}
