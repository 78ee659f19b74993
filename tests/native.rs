//! Random C programs do in the IVL what they do natively, with integers of both kinds: the interpreter and the engine find
//! an assertion of what gcc's program printed safe, and one of something else unsafe.
//!
//! `RMT_NATIVE=N` tries N programs in the interpreter, `RMT_NATIVE_CHECKED=N` so many with the engine as well,
//! `RMT_NATIVE_FROM=S` begins with seed S. Without gcc and clang there is nothing to compare.

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
use rmt::base::budget::{Budget, Cancel};
use rmt::driver;
use rmt::reach;
use rmt::verdict::{Bound, Verdict, Why};
use rmt_c::{Config, IntMode};

use execute::{End, execute};
use generate_c::{OBSERVED, program};
use load::{Loaded, entry, load};

/// Programs in a normal run.
const PROGRAMS: u64 = 25;
const CHECKED: u64 = 2;
/// What one query to the engine may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// Loops of the programs are shorter.
const BOUND: u32 = 6;

#[derive(Debug, Default)]
struct Tally {
    agreed: u32,
    checked: u32,
    /// The engine needed too long.
    slow: u32,
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn runs(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

#[test]
fn programs_do_what_they_do_natively() {
    if !runs("gcc") || !runs("clang") {
        return;
    }
    let count = number("RMT_NATIVE").unwrap_or(PROGRAMS);
    let checked = number("RMT_NATIVE_CHECKED").unwrap_or(CHECKED);
    let from = number("RMT_NATIVE_FROM").unwrap_or(0);
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("native-{from}"));
    std::fs::create_dir_all(&dir).expect("internal: no folder for programs");
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for seed in from..from + count {
        if let Err(why) = compare(seed, seed - from < checked, &dir, &mut tally) {
            println!("seed {seed}: {why}");
            failures.push(seed);
        }
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "seeds {failures:?}; the programs are in {}", dir.display());
    assert!(checked == 0 || tally.checked > 0);
}

/// What the program prints natively, one number for each observed place.
fn native(text: &str, seed: u64, dir: &Path) -> Result<Vec<i64>, String> {
    let printing: String =
        OBSERVED.split_whitespace().map(|place| format!("printf(\"%ld\\n\", (long)({place})); ")).collect();
    let text = format!("extern int printf(const char *, ...);\n{}", text.replace("CHECK", &printing));
    let (source, binary) = (dir.join(format!("{seed}.native.c")), dir.join(format!("{seed}.native")));
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let built = Command::new("gcc").args(["-w", "-O0", "-o"]).arg(&binary).arg(&source).output();
    let built = built.map_err(|e| e.to_string())?;
    if !built.status.success() {
        return Err(format!("gcc: {}", String::from_utf8_lossy(&built.stderr)));
    }
    let run = Command::new(&binary).output().map_err(|e| e.to_string())?;
    _ = std::fs::remove_file(&binary);
    _ = std::fs::remove_file(&source);
    let values: Vec<i64> = String::from_utf8_lossy(&run.stdout).lines().filter_map(|l| l.parse().ok()).collect();
    match values.len() == OBSERVED.split_whitespace().count() {
        true => Ok(values),
        false => Err(format!("it prints {} numbers: {}", values.len(), run.status)),
    }
}

/// Asserts each value; one of them another if `wrong` says which.
fn asserting(text: &str, values: &[i64], wrong: Option<usize>) -> String {
    let mut ending = String::new();
    for (i, place) in OBSERVED.split_whitespace().enumerate() {
        let value = values[i].wrapping_add(i64::from(wrong == Some(i)));
        // The least number has no literal.
        _ = write!(ending, "__VERIFIER_assert((long)({place}) == {}l + {}l); ", value / 2, value - value / 2);
    }
    format!("void __VERIFIER_assert(int);\n{}", text.replace("CHECK", &ending))
}

fn translate(file: &Path, ints: IntMode) -> Result<Loaded, String> {
    let mut sources = SourceMap::default();
    let config = Config { ints, ..Config::default() };
    match rmt_c::translate(&mut sources, &[file.to_path_buf()], &config) {
        Ok(translated) => load("translated.bpl", &translated.program.to_string()),
        Err(diagnostics) => Err(diagnostics.iter().map(|d| d.render(&sources)).collect()),
    }
}

fn compare(seed: u64, checked: bool, dir: &Path, tally: &mut Tally) -> Result<(), String> {
    let text = program(seed);
    let values = native(&text, seed, dir)?;
    let guilty = seed as usize % values.len();
    for (safe, wrong) in [(true, None), (false, Some(guilty))] {
        // That a wrong value is seen needs no proof for each program.
        if !safe && !checked && !seed.is_multiple_of(10) {
            continue;
        }
        let file = dir.join(format!("{seed}-{}.c", if safe { "right" } else { "wrong" }));
        std::fs::write(&file, asserting(&text, &values, wrong)).map_err(|e| e.to_string())?;
        for ints in [IntMode::Math, IntMode::Bits] {
            let loaded = translate(&file, ints).map_err(|e| format!("{ints:?}: {e}"))?;
            executed(&loaded, safe).map_err(|e| format!("{ints:?}, safe: {safe}: {e}"))?;
            tally.agreed += 1;
            if checked {
                engine(&loaded, safe, tally).map_err(|e| format!("{ints:?}, safe: {safe}: {e}"))?;
            }
        }
        _ = std::fs::remove_file(&file);
    }
    Ok(())
}

fn executed(loaded: &Loaded, safe: bool) -> Result<(), String> {
    match (execute(&loaded.program, entry(loaded)?)?, safe) {
        (End::Returned, true) | (End::Violated, false) => Ok(()),
        (end, _) => Err(format!("the execution: {end:?}")),
    }
}

fn engine(loaded: &Loaded, safe: bool, tally: &mut Tally) -> Result<(), String> {
    let config = reach::Config { bound: Some(Bound(BOUND)), ..reach::Config::default() };
    let mut budget = Budget::new(Some(PATIENCE), None, None, Cancel::default());
    let outcome = driver::check(&loaded.program, entry(loaded)?, &config, &mut budget, false, &mut |_| {});
    match (outcome.verdict, safe) {
        (Verdict::Safe(_) | Verdict::SafeUpTo(_), true) | (Verdict::Unsafe(_), false) => tally.checked += 1,
        (Verdict::Unknown(Why::Stopped(_)), _) => tally.slow += 1,
        (other, _) => return Err(format!("checked: {other:?}").chars().take(200).collect()),
    }
    Ok(())
}
