//! Mutates the bytes of the test cases, always in the same way: the parser must not panic, and what it accepts must
//! survive printing. `IVL_FUZZ=N` makes N times as many mutants, `IVL_FUZZ_SEED=S` other ones; with `IVL_FUZZ` set, the
//! small files under `IVL_CORPUS=DIR` are mutated, too.

mod common;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    /// A short range of a text.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let limit = [2, 8, 64, 400][self.below(4)];
        start..(start + self.below(limit)).min(length)
    }
}

const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ":",
    ",",
    ":=",
    "::",
    "|{",
    "}|",
    "{:",
    "<",
    ">",
    "==>",
    "<==",
    "&&",
    "||",
    "*",
    "**",
    "-",
    "->",
    "\"",
    "\\",
    "/*",
    "*/",
    "//",
    "#",
    "#if x\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#line 3\n",
    "if",
    "then",
    "else",
    "while",
    "var",
    "type",
    "procedure",
    "axiom",
    "is",
    "x",
    "yield",
    "par",
    "measure",
    "pure",
    "uses",
    "returns",
    "return",
    "0",
    "1bv2",
    "1e3",
    "1.5",
    "7:0",
    "0x1.0e0f24e8",
    "\u{feff}",
    "∀",
    "é",
    "\0",
    "\u{7f}",
    "forall",
    "lambda",
    "int",
    "old",
    "extends",
];

#[test]
fn fuzz() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let rounds = 40 * setting("IVL_FUZZ").unwrap_or(1);
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ setting("IVL_FUZZ_SEED").unwrap_or(0));
    let mut files = common::bpl_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"));
    if let (Some(_), Ok(corpus)) = (setting("IVL_FUZZ"), std::env::var("IVL_CORPUS")) {
        files.extend(std::env::split_paths(&corpus).flat_map(|directory| common::bpl_files(&directory)));
    }
    let read = |path: &PathBuf| std::fs::read(path).expect("a readable case");
    let seeds: Vec<Vec<u8>> = files.iter().map(read).filter(|bytes| bytes.len() < 10_000).collect();
    let mut accepted = 0;
    for _ in 0..rounds {
        for seed in &seeds {
            let mut bytes = seed.clone();
            for _ in 0..=random.below(4) {
                mutate(&mut bytes, &seeds, &mut random);
            }
            accepted += check(bytes) as usize;
        }
    }
    assert!(accepted > 0, "the mutants are too wild to be of use");
}

fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let range = random.range(bytes.len());
    match random.below(6) {
        0 => {
            let at = random.below(bytes.len() + 1);
            let word = WORDS[random.below(WORDS.len())];
            bytes.splice(at..at, word.bytes());
        }
        1 => _ = bytes.drain(range),
        2 => {
            let copy = bytes[range.clone()].to_vec();
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, copy);
        }
        3 => {
            let other = &seeds[random.below(seeds.len())];
            let copy = other[random.range(other.len())].to_vec();
            bytes.splice(range, copy);
        }
        4 if !bytes.is_empty() => {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        _ => {
            let word = WORDS[random.below(WORDS.len())];
            bytes.splice(range, word.bytes());
        }
    }
}

/// Whether the text is accepted.
fn check(bytes: Vec<u8>) -> bool {
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    let start = Instant::now();
    let result = std::panic::catch_unwind(|| {
        let parsed = common::parse("mutant", bytes);
        assert!(parsed.diagnostics.is_empty() || !parsed.rendered().is_empty());
        if parsed.diagnostics.is_empty() { common::round_trip(&parsed.program).map(|()| true) } else { Ok(false) }
    });
    assert!(start.elapsed() < Duration::from_secs(10), "it takes too long:\n{shown}");
    match result {
        Ok(Ok(accepted)) => accepted,
        Ok(Err(why)) => panic!("{why}\nin\n{shown}"),
        Err(panic) => {
            eprintln!("the parser panics on\n{shown}");
            std::panic::resume_unwind(panic)
        }
    }
}
