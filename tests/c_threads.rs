//! Random C programs with threads, locks and atomic operations: a violation must be one of some interleaving, and one that
//! so many rounds have must be found; where all interleavings are asked for, each.
//!
//! `RMT_C_THREADS=N` tries N programs, `RMT_C_THREADS_FROM=S` begins with seed S, `RMT_C_THREADS_CONTEXTS=K` follows K rounds.

#[path = "support/clang.rs"]
#[allow(dead_code)]
mod clang;
#[path = "support/dice.rs"]
mod dice;
#[path = "support/interleave_c.rs"]
mod interleave_c;

use std::process::Command;

use interleave_c::{any_violates, generate, violates_in_rounds};

/// Programs in a normal run.
const PROGRAMS: u64 = 12;
const CONTEXTS: u64 = 2;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn verdicts_are_those_of_interleavings() {
    if !clang::have_clang() {
        return;
    }
    let (count, from) = (number("RMT_C_THREADS", PROGRAMS), number("RMT_C_THREADS_FROM", 0));
    let contexts = number("RMT_C_THREADS_CONTEXTS", CONTEXTS);
    let folder = std::env::temp_dir().join(format!("rmt-c-threads-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a program");
    let (mut wrong, mut violated, mut open) = (Vec::new(), 0, 0);
    for seed in from..from + count {
        let program = generate(seed);
        let path = folder.join(format!("{seed}.c"));
        std::fs::write(&path, &program.text).expect("there is room for a program");
        for rounds in [Some(contexts), None] {
            let output = Command::new(env!("CARGO_BIN_EXE_rmt"))
                .args(["check", "--check", "none", "--bound", "1", "--no-trace", "--timeout", "60", "--contexts"])
                .arg(rounds.map_or("all".into(), |rounds| rounds.to_string()))
                .arg(&path)
                .output()
                .expect("rmt runs");
            let is_right = match (output.status.code(), rounds) {
                (Some(0), Some(rounds)) => !violates_in_rounds(&program, rounds as usize),
                (Some(0), None) => !any_violates(&program),
                (Some(10), _) => any_violates(&program),
                (Some(20), _) => {
                    open += 1;
                    true
                }
                _ => false,
            };
            violated += u32::from(rounds.is_some() && output.status.code() == Some(10));
            if !is_right {
                println!("seed {seed}, {rounds:?}: {}\n{}", String::from_utf8_lossy(&output.stdout), program.text);
                println!("{}", String::from_utf8_lossy(&output.stderr));
                wrong.push(seed);
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{count} programs: {violated} violations, {open} open");
    assert!(wrong.is_empty(), "{wrong:?}");
    // The generator makes programs of both kinds.
    assert!(count < 100 || (violated > 20 && u64::from(violated) < count - 20));
}
