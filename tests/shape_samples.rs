//! What the prover of linked structures finds of a program holds of heaps that runs of the program reach; and if a kind of
//! objects is left out that they reach, that is seen.

#[path = "support/clang.rs"]
#[allow(dead_code)]
mod clang;
#[path = "support/load.rs"]
#[allow(dead_code)]
mod load;

use std::path::Path;
use std::process::Command;

use clang::have_clang;
use load::{entry, load};
use rmt::internal::base::budget::Budget;
use rmt::internal::engine::{Forms, Question};
use rmt::internal::prove::shape::{Flow, sample};

/// Programs without linked structures beside the variables, and such with threads, of which runs tell nothing.
fn is_told(path: &Path) -> bool {
    path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with("locks_"))
}

#[test]
fn runs_are_as_foreseen() {
    if !have_clang() {
        return;
    }
    let folders =
        ["shape", "paths"].map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/prove").join(name));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("the folder can be read"));
    let mut paths: Vec<_> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.sort();
    let (mut programs, mut told) = (0, 0);
    for path in paths.iter().filter(|path| is_told(path)) {
        let text = std::fs::read_to_string(path).expect("the program can be read");
        let head = text.lines().next().unwrap_or_default();
        let Some(arguments) = head.strip_prefix("// prove: shape ").and_then(|rest| rest.strip_suffix("=> safe"))
        else {
            continue;
        };
        let (flow, arguments) = match arguments.strip_prefix("--flow paths ") {
            Some(rest) => (Flow::Paths, rest),
            None => (Flow::Edges, arguments),
        };
        let emitted = Command::new(env!("CARGO_BIN_EXE_rmt"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .arg("emit")
            .args(arguments.split_whitespace())
            // What nobody asks for is looked at by itself, and not by this prover.
            .args(if arguments.contains("--check") {
                &[][..]
            } else {
                &["--check", "deref,bounds,free,overflow,div,shift"]
            })
            .arg(path)
            .output()
            .expect("rmt runs");
        let loaded =
            load("emitted.bpl", &String::from_utf8_lossy(&emitted.stdout)).expect("what is emitted is accepted");
        let entry = entry(&loaded).expect("there is an entry");
        let forms = Forms::of(&loaded.program, entry);
        let question = Question { program: &loaded.program, entry, bound: None, forms: &forms };
        let name = path.display();
        let sampled = sample(&question, flow, &Budget::unlimited());
        let (sampled, seen, sentences) = sampled.unwrap_or_else(|why| panic!("{name}: {}", why.0));
        println!("{name}: {} heaps, {} objects, {seen} of {sentences} seen", sampled.heaps, sampled.objects);
        assert!(sampled.heaps >= 50, "{name}: {sampled:?}");
        programs += 1;
        told += usize::from(seen > 0);
    }
    // Of a ring without a head, each kind may be covered by others.
    assert!(programs >= 30 && told + 1 >= programs, "{programs} programs, and of {told} is seen what is left out");
}
