//! `IVL_CORPUS=DIR[:DIR…] cargo test -p ivl --test corpus -- --nocapture`: parses every `.bpl` file there. None may make
//! the parser panic, and what parses must survive printing. Files that were rejected are listed with their first error.

mod common;

use std::collections::BTreeMap;

#[test]
fn corpus() {
    let Ok(directories) = std::env::var("IVL_CORPUS") else { return };
    common::with_big_stack(move || {
        let mut files = Vec::new();
        for directory in std::env::split_paths(&directories) {
            files.extend(common::bpl_files(&directory));
        }
        assert!(!files.is_empty(), "no .bpl files in {directories}");
        let mut counts = BTreeMap::new();
        let mut unstable = Vec::new();
        for path in files {
            let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let parsed = common::parse(&path.to_string_lossy(), bytes);
            let kind = match &parsed.diagnostics[..] {
                [] => {
                    if let Err(why) = common::round_trip(&parsed.program) {
                        unstable.push(format!("{}: {why}", path.display()));
                    }
                    "parsed"
                }
                all if all.iter().any(|d| d.message.contains("CIVL")) => "rejected (CIVL)",
                all => {
                    println!("{}: {}", path.display(), all[0].message);
                    "rejected"
                }
            };
            *counts.entry(kind).or_insert(0) += 1;
        }
        println!("{counts:?}");
        assert!(unstable.is_empty(), "{}", unstable.join("\n"));
    });
}
