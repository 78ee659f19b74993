//! Every sample is translated, and what is printed of it reads back. Without clang that fails, unless
//! `RMT_WITHOUT_CLANG` is set.

#[path = "../../../tests/support/clang.rs"]
#[allow(dead_code)]
mod clang;

use std::path::PathBuf;

use ivl::source::SourceMap;
use rmt_c::{Checks, Config, translate};

use clang::have_clang;

fn samples() -> Vec<PathBuf> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

fn read_back(config: &Config) {
    if !have_clang() {
        return;
    }
    // Some describe their inputs by `rmt.h`.
    let include = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../include");
    let config = &Config { include_dirs: vec![include], ..config.clone() };
    for file in samples() {
        let mut sources = SourceMap::default();
        let translated = match translate(&mut sources, std::slice::from_ref(&file), config) {
            Ok(translated) => translated,
            Err(diags) => panic!("{}: {}", file.display(), diags[0].render(&sources)),
        };
        let printed = translated.program.to_string();
        let id = sources.add("printed.bpl".into(), printed.clone());
        let (again, diags) = ivl::parse(&sources, id);
        assert!(diags.is_empty(), "{}: {}", file.display(), diags[0].render(&sources));
        assert_eq!(again.to_string(), printed, "{}", file.display());
    }
}

#[test]
fn samples_read_back() {
    read_back(&Config::default());
}

#[test]
fn samples_with_all_checks_read_back() {
    let checks = Checks {
        deref: true,
        bounds: true,
        free: true,
        leak: true,
        cleanup: true,
        overflow: true,
        div: true,
        shift: true,
        uninit: true,
        format: true,
        ends: true,
        pointer: true,
        distance: true,
        late: false,
        race: false,
        deadlock: false,
        lock: false,
        unsigned: false,
        conversion: false,
        pointer_overflow: false,
    };
    read_back(&Config { checks, source_attributes: true, ..Config::default() });
}
