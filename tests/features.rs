//! Features of C do in the IVL what they do natively, with integers of both kinds: the interpreter finds the values that
//! gcc's program printed right, and another one wrong.
//!
//! A file of `tests/features` is a template: `feature()` shows values with `SEE(e)`; `A` (1 to 7), `B` (0 to 99) and `C`
//! (-50 to 49) are numbers, `T` is an integer type. A set of them gives a program for each file.
//!
//! `RMT_FEATURES=N` tries N sets, `RMT_FEATURES_FROM=S` begins with set S. Without gcc or clang it fails, unless
//! `RMT_WITHOUT_CLANG` is set.

#[path = "support/clang.rs"]
#[allow(dead_code)]
mod clang;
#[path = "support/execute.rs"]
mod execute;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use ivl::source::SourceMap;
use rmt_c::{Config, IntMode};

use clang::have;
use execute::returns;
use load::{entry, load};

/// Names of templates at file scope; each program has its own.
const NAMES: [&str; 12] =
    ["feature", "helper", "other", "state", "table", "tag", "both", "first", "second", "third", "fourth", "fifth"];

const TYPES: [&str; 9] = [
    "int",
    "unsigned char",
    "short",
    "unsigned",
    "signed char",
    "long",
    "unsigned short",
    "unsigned long",
    "long long",
];

const DECLARATIONS: &str = "typedef unsigned long size_t;
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), *memcpy(void *, const void *, size_t);
void free(void *), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t), atoi(const char *);
int strncmp(const char *, const char *, size_t);
size_t strlen(const char *);
char *strcat(char *, const char *), *strncat(char *, const char *, size_t), *strncpy(char *, const char *, size_t);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
long strtol(const char *, char **, int);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
";

/// A template with a set of parameters.
struct Feature {
    name: String,
    text: String,
}

fn templates() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features");
    let files = std::fs::read_dir(folder).expect("internal: no features").flatten();
    let mut found: Vec<(String, String)> = files
        .map(|file| {
            let name = file.path().file_stem().map_or(String::new(), |name| name.to_string_lossy().into());
            (name, std::fs::read_to_string(file.path()).expect("a template"))
        })
        .collect();
    found.sort();
    found
}

fn programs(set: u64) -> Vec<Feature> {
    let mut random = set.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |n: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) % n
    };
    let mut found = vec![];
    for (number, (name, template)) in templates().into_iter().enumerate() {
        let (a, b, c) = (1 + below(7), below(100), below(100) as i64 - 50);
        let ty = TYPES[(set as usize + number) % TYPES.len()];
        let mut text = format!("#define A {a}\n#define B {b}\n#define C ({c})\n#define T {ty}\n");
        NAMES.iter().for_each(|name| _ = writeln!(text, "#define {name} {name}_{number}"));
        text += &template;
        NAMES.iter().chain(&["A", "B", "C", "T"]).for_each(|name| _ = writeln!(text, "#undef {name}"));
        found.push(Feature { name: format!("{name} with A = {a}, B = {b}, C = {c}, T = {ty}"), text });
    }
    found
}

/// What each program shows natively.
fn native(features: &[Feature], dir: &Path) -> Vec<Vec<i64>> {
    let mut text =
        format!("{DECLARATIONS}int printf(const char *, ...);\n#define SEE(e) printf(\" %ld\", (long)(e))\n");
    let mut calls = String::new();
    for (number, feature) in features.iter().enumerate() {
        text += &feature.text;
        _ = writeln!(calls, "  feature_{number}();\n  printf(\"\\n\");");
    }
    _ = writeln!(text, "int main(void) {{\n{calls}}}");
    let (source, binary) = (dir.join("native.c"), dir.join("native"));
    std::fs::write(&source, text).expect("internal: no source");
    let sanitized = "-fsanitize=undefined,address";
    let built = Command::new("gcc")
        .args([
            "-w",
            "-O0",
            "-std=gnu11",
            "-fno-builtin-printf",
            "-fno-sanitize=alignment",
            "-fno-sanitize-recover=all",
        ])
        .args([sanitized, "-o"])
        .args([&binary, &source])
        .output()
        .expect("gcc runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&binary).env("ASAN_OPTIONS", "detect_leaks=0").output().expect("the program runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8_lossy(&run.stdout);
    text.lines().map(|line| line.split_whitespace().filter_map(|n| n.parse().ok()).collect()).collect()
}

/// Whether the interpreter finds the values right.
fn agrees(features: &[(usize, &Feature)], values: &[Vec<i64>], ints: IntMode, dir: &Path) -> Result<bool, String> {
    let mut text = format!("{DECLARATIONS}void __VERIFIER_assert(int);\nstatic int seen;\n");
    let mut calls = String::new();
    for ((number, feature), values) in features.iter().zip(values) {
        // The least number has no literal.
        let values: Vec<String> = values.iter().map(|n| format!("{}l + {}l", n / 2, n - n / 2)).collect();
        _ = writeln!(text, "static const long expected_{number}[] = {{{}}};", values.join(", "));
        _ = writeln!(text, "#define SEE(e) __VERIFIER_assert((long)(e) == expected_{number}[seen++])");
        text += &feature.text;
        text += "#undef SEE\n";
        _ = writeln!(calls, "  seen = 0;\n  feature_{number}();");
    }
    _ = writeln!(text, "int main(void) {{\n{calls}}}");
    let file = dir.join("checked.c");
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    let mut sources = SourceMap::default();
    let config = Config { ints, malloc_never_fails: true, ..Config::default() };
    let translated = rmt_c::translate(&mut sources, &[file], &config)
        .map_err(|diagnostics| diagnostics.iter().map(|d| d.render(&sources)).collect::<String>())?;
    let loaded = load("translated.bpl", &translated.program.to_string())?;
    returns(&loaded.program, entry(&loaded)?)
}

#[test]
fn features_do_what_they_do_natively() {
    if !have("gcc") || !have("clang") {
        return;
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (from, sets) = (number("RMT_FEATURES_FROM").unwrap_or(0), number("RMT_FEATURES").unwrap_or(1));
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("features-{from}"));
    std::fs::create_dir_all(&dir).expect("internal: no folder for programs");
    let (mut agreed, mut failed) = (0, vec![]);
    for set in from..from + sets {
        let features = programs(set);
        let values = native(&features, &dir);
        assert_eq!(values.len(), features.len());
        assert!(values.iter().all(|values| !values.is_empty()), "a feature shows nothing");
        let all: Vec<(usize, &Feature)> = features.iter().enumerate().collect();
        for ints in [IntMode::Math, IntMode::Bits] {
            if agrees(&all, &values, ints, &dir) == Ok(true) {
                continue;
            }
            for (one, values) in all.iter().zip(&values) {
                match agrees(&[*one], std::slice::from_ref(values), ints, &dir) {
                    Ok(true) => {}
                    other => failed.push(format!("{ints:?}: {}: {other:?}", one.1.name)),
                }
            }
            assert!(!failed.is_empty(), "together they differ, alone they do not");
        }
        // One value of one program is another.
        let guilty = set as usize % features.len();
        let mut wrong = values[guilty].clone();
        let place = set as usize / features.len() % wrong.len();
        wrong[place] ^= 1;
        let found = agrees(&[all[guilty]], &[wrong], IntMode::Math, &dir);
        assert_eq!(found, Ok(false), "{}: a wrong value is not seen", features[guilty].name);
        agreed += features.len();
    }
    println!("{agreed} programs");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
