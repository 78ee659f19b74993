//! Random C programs do in the IVL what they do natively, with integers of both kinds: the interpreter and the engine find
//! an assertion of what gcc's program printed safe, and one of something else unsafe.
//!
//! The interpreter runs programs in batches, each a function of one file: most of the time goes into starting compilers.
//! The engine gets smaller ones, each by itself.
//!
//! `RMT_NATIVE=N` tries N programs in the interpreter, `RMT_NATIVE_CHECKED=N` so many others with the engine,
//! `RMT_NATIVE_FROM=S` begins with seed S. Without gcc or clang it fails, unless `RMT_WITHOUT_CLANG` is set.

#[path = "support/clang.rs"]
#[allow(dead_code)]
mod clang;
#[path = "support/execute.rs"]
mod execute;
#[path = "support/generate_c.rs"]
mod generate_c;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use ivl::source::SourceMap;
use rmt::internal::base::budget::{Budget, Cancel, Limits};
use rmt::internal::driver;
use rmt::internal::reach;
use rmt::internal::verdict::{Bound, Verdict, Why};
use rmt_c::{Config, IntMode};

use clang::have;
use execute::returns;
use generate_c::{NAMES, OBSERVED, program};
use load::{Loaded, entry, load};

/// Programs in a normal run.
const PROGRAMS: u64 = 40;
const CHECKED: u64 = 2;
/// Programs in one file.
const BATCH: u64 = 20;
/// How deep statements are nested, for the interpreter and for the engine.
const NESTING: (u32, u32) = (2, 1);
/// What one query to the engine may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Loops of the programs are shorter.
const BOUND: u32 = 6;

#[derive(Debug, Default)]
struct Tally {
    /// Programs that the interpreter finds right, with integers of both kinds.
    agreed: u64,
    /// Programs about which the engine is right each time: in both modes, right and wrong.
    checked: u64,
    /// The engine needed too long.
    slow: u64,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn programs_do_what_they_do_natively() {
    if !have("gcc") || !have("clang") {
        return;
    }
    let count = number("RMT_NATIVE").unwrap_or(PROGRAMS);
    let checked = number("RMT_NATIVE_CHECKED").unwrap_or(CHECKED);
    let from = number("RMT_NATIVE_FROM").unwrap_or(0);
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("native-{from}"));
    std::fs::create_dir_all(&dir).expect("internal: no folder for programs");
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    let mut failed = |seed: u64, why: String| {
        println!("seed {seed}: {why}");
        failures.push(seed);
    };
    for first in (from..from + count).step_by(BATCH as usize) {
        let seeds: Vec<u64> = (first..(first + BATCH).min(from + count)).collect();
        let Err(why) = interpreted(&seeds, &dir) else {
            tally.agreed += seeds.len() as u64;
            continue;
        };
        // Which one it is, if it is one alone.
        let mut alone = 0;
        for &seed in &seeds {
            if let Err(why) = interpreted(&[seed], &dir) {
                failed(seed, why);
                alone += 1;
            }
        }
        if alone == 0 {
            failed(first, format!("and those after it: {why}"));
        }
    }
    for seed in from..from + checked {
        if let Err(why) = decided(seed, &dir, &mut tally) {
            failed(seed, why);
        }
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "seeds {failures:?}; the programs are in {}", dir.display());
    assert!(checked == 0 || tally.checked > 0);
}

/// What the programs print natively: a row for each, a number for each observed place.
fn native(programs: &[String], dir: &Path) -> Result<Vec<Vec<i64>>, String> {
    let places = OBSERVED.split_whitespace();
    let printing: String = places.map(|place| format!("printf(\"%ld\\n\", (long)({place})); ")).collect();
    let endings = vec![printing; programs.len()];
    let text = format!("extern int printf(const char *, ...);\n{}", together(programs, &endings));
    let (source, binary) = (dir.join("native.c"), dir.join("native"));
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let built = Command::new("gcc").args(["-w", "-O0", "-o"]).arg(&binary).arg(&source).output();
    let built = built.map_err(|e| e.to_string())?;
    if !built.status.success() {
        return Err(format!("gcc: {}", String::from_utf8_lossy(&built.stderr)));
    }
    let run = Command::new(&binary).output().map_err(|e| e.to_string())?;
    let values: Vec<i64> = String::from_utf8_lossy(&run.stdout).lines().filter_map(|l| l.parse().ok()).collect();
    let width = OBSERVED.split_whitespace().count();
    match values.len() == width * programs.len() {
        true => Ok(values.chunks(width).map(<[i64]>::to_vec).collect()),
        false => Err(format!("it prints {} numbers: {}", values.len(), run.status)),
    }
}

/// One program that runs them all, each with its ending.
fn together(programs: &[String], endings: &[String]) -> String {
    let mut text = String::new();
    let mut calls = String::new();
    for (n, (program, ending)) in programs.iter().zip(endings).enumerate() {
        for name in NAMES.split_whitespace() {
            _ = writeln!(text, "#define {name} {name}_{n}");
        }
        text += &program.replace("CHECK", ending);
        for name in NAMES.split_whitespace() {
            _ = writeln!(text, "#undef {name}");
        }
        _ = writeln!(calls, "  main_{n}();");
    }
    format!("{text}int main(void) {{\n{calls}}}\n")
}

/// Asserts each value; one of them another if `wrong` says which.
fn assertions(values: &[i64], wrong: Option<usize>) -> String {
    let mut ending = String::new();
    for (i, place) in OBSERVED.split_whitespace().enumerate() {
        let value = values[i].wrapping_add(i64::from(wrong == Some(i)));
        // The least number has no literal.
        _ = write!(ending, "__VERIFIER_assert((long)({place}) == {}l + {}l); ", value / 2, value - value / 2);
    }
    ending
}

/// The programs with assertions of the values, in both modes; one value is wrong if `wrong` says of which place.
fn translated(
    name: &str,
    programs: &[String],
    values: &[Vec<i64>],
    wrong: Option<usize>,
    dir: &Path,
) -> Result<[Loaded; 2], String> {
    let last = programs.len() - 1;
    let endings: Vec<String> =
        values.iter().enumerate().map(|(n, values)| assertions(values, wrong.filter(|_| n == last))).collect();
    let file = dir.join(format!("{name}.c"));
    let text = format!("void __VERIFIER_assert(int);\n{}", together(programs, &endings));
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    let mode = |ints| translate(&file, ints).map_err(|e| format!("{ints:?}: {e}"));
    Ok([mode(IntMode::Math)?, mode(IntMode::Bits)?])
}

fn translate(file: &Path, ints: IntMode) -> Result<Loaded, String> {
    let mut sources = SourceMap::default();
    let config = Config { ints, malloc_never_fails: true, ..Config::default() };
    match rmt_c::translate(&mut sources, &[file.to_path_buf()], &config) {
        Ok(translated) => load("translated.bpl", &translated.program.to_string()),
        Err(diagnostics) => Err(diagnostics.iter().map(|d| d.render(&sources)).collect()),
    }
}

/// The interpreter agrees on the programs, and sees that a wrong value of the last one is wrong.
fn interpreted(seeds: &[u64], dir: &Path) -> Result<(), String> {
    let programs: Vec<String> = seeds.iter().map(|&seed| program(seed, NESTING.0)).collect();
    let values = native(&programs, dir)?;
    let (last, place) = (programs.len() - 1, seeds[0] as usize / BATCH as usize % values[0].len());
    let name = format!("{}-interpreted", seeds[0]);
    for loaded in translated(&name, &programs, &values, None, dir)? {
        executed(&loaded, true)?;
    }
    for loaded in translated(&name, &programs[last..], &values[last..], Some(place), dir)? {
        executed(&loaded, false)?;
    }
    forget(&name, dir)
}

/// The engine finds the right values safe and a wrong one unsafe.
fn decided(seed: u64, dir: &Path, tally: &mut Tally) -> Result<(), String> {
    let programs = [program(seed, NESTING.1)];
    let values = native(&programs, dir)?;
    let guilty = seed as usize % values[0].len();
    let slow = tally.slow;
    let name = format!("{seed}-decided");
    for wrong in [None, Some(guilty)] {
        for loaded in translated(&name, &programs, &values, wrong, dir)? {
            engine(&loaded, wrong.is_none(), tally)?;
        }
    }
    tally.checked += u64::from(tally.slow == slow);
    forget(&name, dir)
}

/// Only files of failures stay.
fn forget(name: &str, dir: &Path) -> Result<(), String> {
    std::fs::remove_file(dir.join(format!("{name}.c"))).map_err(|e| e.to_string())
}

fn executed(loaded: &Loaded, safe: bool) -> Result<(), String> {
    match returns(&loaded.program, entry(loaded)?)? {
        returned if returned == safe => Ok(()),
        returned => Err(format!("safe: {safe}, the execution returns: {returned}")),
    }
}

fn engine(loaded: &Loaded, safe: bool, tally: &mut Tally) -> Result<(), String> {
    let config = reach::Config { bound: Some(Bound(BOUND)), ..reach::Config::default() };
    let budget = Budget::new(Limits { timeout: Some(PATIENCE), ..Limits::default() }, Cancel::default());
    let outcome = driver::check(&loaded.program, entry(loaded)?, &config, &budget, false, &mut |_| {});
    match (outcome.verdict, safe) {
        (Verdict::Safe(_) | Verdict::SafeUpTo(_), true) | (Verdict::Unsafe(_), false) => {}
        (Verdict::Unknown(Why::Stopped(_)), _) => tally.slow += 1,
        (other, _) => return Err(format!("safe: {safe}, checked: {other:?}").chars().take(200).collect()),
    }
    Ok(())
}
