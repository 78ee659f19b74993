//! Runs all refinement algorithms side by side on the spurious paths of programs; `scripts/refinement` sums up.
//!
//! `cargo run --release --example refinement -- SECONDS PATHS FILE=ENTRY=BOUND…` (an empty entry is the default one;
//! at most SECONDS a program for finding paths, and PATHS paths of each) prints a line for each path: the program, the
//! number of the path, commands on it, globals, those tracked before, and for each algorithm: variables found, checks,
//! CPU seconds (building formulas included), and whether the set is minimal.

#[path = "../tests/support/load.rs"]
#[allow(dead_code)] // the tests use the rest
mod load;
#[path = "../tests/support/spurious.rs"]
mod spurious;

use std::process::ExitCode;
use std::time::Duration;

use rmt::internal::base::budget::{Budget, Cancel, Limits, Stop};
use rmt::internal::base::ids::VarId;
use rmt::internal::driver::entry::entries;
use rmt::internal::reach::Config;
use rmt::internal::reach::refine::{Refinement, minimal_set, oracle};
use rmt::internal::smt::Settings;
use rmt::internal::verdict::Bound;

use spurious::{Spurious, spurious_paths};

/// CPU seconds of this thread.
fn cpu() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure outlives the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

struct Measured {
    needed: Vec<VarId>,
    checks: u64,
    seconds: f64,
    minimal: bool,
}

fn measure(algorithm: Refinement, found: &mut Spurious) -> Result<Measured, Stop> {
    let (settings, budget) = (Settings::default(), Budget::unlimited());
    let (path, tracked, undecided) = (found.path, found.tracked, found.undecided);
    let before = cpu();
    let mut asked = oracle(algorithm, found.stage, path, undecided, &settings, &budget).expect("there is no limit");
    let needed = minimal_set(algorithm, &mut *asked, tracked, undecided)?;
    let seconds = cpu() - before;
    let checks = asked.checks();
    drop(asked);
    let mut judge =
        oracle(Refinement::Alg1, found.stage, path, undecided, &settings, &budget).expect("there is no limit");
    let mut correct = |without: Option<VarId>| {
        let set = tracked.iter().chain(&needed).copied().filter(|&v| Some(v) != without);
        judge.is_correct(&set.collect::<Vec<VarId>>())
    };
    let mut minimal = correct(None)?;
    for &var in &needed {
        minimal &= !correct(Some(var))?;
    }
    Ok(Measured { needed, checks, seconds, minimal })
}

fn program(seconds: u64, most: usize, what: &str) -> Result<(), String> {
    let mut parts = what.split('=');
    let (file, entry) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let bound = parts.next().unwrap_or_default().parse().map_err(|_| format!("no bound: {what}"))?;
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let loaded = load::load(file, &text)?;
    let named: Vec<String> = [entry].into_iter().filter(|e| !e.is_empty()).map(str::to_string).collect();
    let entry = entries(&loaded.program, &named).map_err(|d| d.render(&loaded.sources))?[0];
    let config = Config { bound: Some(Bound(bound)), ..Config::default() };
    let budget =
        Budget::new(Limits { timeout: Some(Duration::from_secs(seconds)), ..Limits::default() }, Cancel::default());
    let mut paths = 0;
    spurious_paths(&loaded.program, entry, &config, &budget, &mut |mut found| {
        paths += 1;
        let commands = found.path.body.blocks.iter().map(|b| b.cmds.len()).sum::<usize>();
        let globals = found.tracked.len() + found.undecided.len();
        let mut line = format!("{file}\t{paths}\t{commands}\t{globals}\t{}", found.tracked.len());
        let mut further = None;
        for algorithm in Refinement::ALL {
            let Measured { needed, checks, seconds, minimal } = measure(algorithm, &mut found).ok()?;
            line += &format!("\t{}\t{checks}\t{seconds:.4}\t{}", needed.len(), if minimal { "yes" } else { "no" });
            further = Some(needed);
        }
        println!("{line}");
        further.filter(|_| paths < most)
    });
    Ok(())
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| arguments.get(i).and_then(|a| a.parse::<u64>().ok());
    let (Some(seconds), Some(most)) = (number(0), number(1)) else {
        return Err("usage: refinement SECONDS PATHS FILE=ENTRY=BOUND…".to_string());
    };
    for what in &arguments[2..] {
        if let Err(why) = program(seconds, most as usize, what) {
            eprintln!("{what}: {why}");
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    // Nested expressions recurse.
    let work = std::thread::Builder::new().stack_size(512 << 20).spawn(run);
    match work.map(|thread| thread.join()) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(why))) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
        _ => ExitCode::FAILURE,
    }
}
