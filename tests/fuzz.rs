//! Mutated programs must be refused or checked, never panic or hang.
//!
//! `RMT_FUZZ=N cargo test --test fuzz` tries N inputs for resolution and N/10 for checks, instead of a few. The seed is
//! fixed, so a failure happens again; the guilty input is written below `target/tmp`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use ivl::source::{SourceMap, decode};
use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::base::stats::Stats;
use rmt::internal::driver;
use rmt::internal::driver::elaborate::elaborate;
use rmt::internal::driver::entry::entries;
use rmt::internal::reach::Config;
use rmt::internal::report::origin::UNKNOWN;
use rmt::internal::report::text::Style;
use rmt::internal::report::{Report, json, text};
use rmt::internal::verdict::Bound;

/// Nested expressions recurse.
const STACK: usize = 512 << 20;
/// Far more than any input needs, even on a busy machine.
const HANGS_AFTER: Duration = Duration::from_secs(60);
/// Z3's resource units for one check, and its time limit.
const RLIMIT: u64 = 200_000;
const TIMEOUT: Duration = Duration::from_secs(5);

#[test]
fn resolution_survives() {
    let inputs = wanted().unwrap_or(1_000);
    survive("resolve", inputs, 1, |text| {
        let mut sources = SourceMap::default();
        let file = sources.add("fuzz.bpl".into(), text);
        match elaborate(&sources, &[file], &mut Stats::default()) {
            Ok((_, diagnostics)) | Err(diagnostics) => drop(diagnostics.iter().map(|d| d.render(&sources)).max()),
        }
    });
}

#[test]
fn checks_survive() {
    let inputs = wanted().map_or(100, |n| n / 10);
    survive("check", inputs, 2, |text| {
        let mut sources = SourceMap::default();
        let file = sources.add("fuzz.bpl".into(), text);
        let Ok((program, _)) = elaborate(&sources, &[file], &mut Stats::default()) else { return };
        let Ok(entries) = entries(&program, &[]) else { return };
        for entry in entries.into_iter().take(2) {
            let budget = Budget::new(
                Limits { timeout: Some(TIMEOUT), rlimit: Some(RLIMIT), ..Limits::default() },
                Cancel::default(),
            );
            let config = Config { bound: Some(Bound(1)), ..Config::default() };
            let checked = driver::check(&program, entry, &config, &budget, false, &mut |_| {});
            let entry = &program.procs[entry].name;
            let (verdict, stats) = (&checked.verdict, Some(&checked.stats));
            let report = Report {
                contexts: None,
                cut: &[],
                checks: &[],
                file: "fuzz.bpl",
                entry,
                verdict,
                assumptions: &[],
                expected: None,
                stats,
                summaries: None,
                coverage: None,
                origin: &UNKNOWN,
                sources: &sources,
            };
            text::render(&report, Style { color: false, trace: true });
            json::render(&report);
        }
    });
}

fn wanted() -> Option<usize> {
    std::env::var("RMT_FUZZ").ok()?.parse().ok()
}

/// Runs mutants one after another in a thread of its own, and fails at the first one that panics or hangs.
fn survive(name: &str, inputs: usize, seed: u64, run: impl Fn(String) + Send + 'static) {
    let corpus = corpus();
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}.bpl"));
    let (send, receive) = channel::<Result<(), String>>();
    let file = kept.clone();
    let work = move || {
        let mut random = Random(seed);
        for number in 0..inputs {
            let input = mutant(&corpus, &mut random);
            std::fs::write(&file, &input).expect("the input can be kept");
            let text = decode(input);
            let result = catch_unwind(AssertUnwindSafe(|| run(text))).map_err(|_| format!("input {number} panics"));
            let failed = result.is_err();
            if send.send(result).is_err() || failed {
                return;
            }
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread can be started");
    loop {
        match receive.recv_timeout(HANGS_AFTER) {
            Ok(Ok(())) => {}
            Ok(Err(what)) => panic!("{what}: {}", kept.display()),
            Err(RecvTimeoutError::Timeout) => panic!("an input hangs: {}", kept.display()),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    worker.join().expect("the worker ends by itself");
    println!("{name}: {inputs} inputs");
}

/// The texts to mutate: small ones, so that a mutation tends to hit something.
fn corpus() -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    collect(&root.join("tests/cases"), &mut paths);
    collect(&root.join("samples"), &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "there are no programs");
    let read = |path: &PathBuf| std::fs::read(path).expect("a case can be read");
    paths.iter().map(read).filter(|text| text.len() < 20_000).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|e| e == "bpl") {
            paths.push(path);
        }
    }
}

/// A text of the corpus after a few mutations.
fn mutant(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    const TOKENS: [&str; 36] = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ";",
        ":",
        ":=",
        "==",
        "==>",
        "&&",
        "-",
        "*",
        "old(",
        "forall x: int :: ",
        "0",
        "1",
        "99999999999999999999",
        "1bv8",
        "1.5e3",
        "true",
        "int",
        "bool",
        "[int]int",
        "<T>",
        "T",
        "goto ",
        "call ",
        "havoc ",
        "assert ",
        "while (*) ",
        "return;",
        "lambda i: int :: i",
        "{:inline 1}",
        "\u{e9}\0",
    ];
    let mut text = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        let end = (at + 1 + random.below(30)).min(text.len());
        match random.below(8) {
            0 if at < text.len() => text[at] ^= 1 << random.below(8),
            1 => drop(text.drain(at..end)),
            2 => {
                let copy = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, copy);
            }
            3 => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(200)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            4 => text.truncate(at.max(text.len() / 2)),
            // A word for another word of the text.
            5 | 6 => {
                let words = words(&text);
                if words.len() > 1 {
                    let (from, to) = (random.below(words.len()), random.below(words.len()));
                    let copy = text[words[from].clone()].to_vec();
                    text.splice(words[to].clone(), copy);
                }
            }
            _ => drop(text.splice(at..at, TOKENS[random.below(TOKENS.len())].bytes())),
        }
    }
    text
}

/// Where names and numbers stand.
fn words(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut words = Vec::new();
    let mut start = 0;
    for (i, byte) in text.iter().enumerate() {
        if !byte.is_ascii_alphanumeric() && *byte != b'_' {
            if start < i {
                words.push(start..i);
            }
            start = i + 1;
        }
    }
    words
}

/// The splitmix64 generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end.max(1) as u64) as usize
    }
}
