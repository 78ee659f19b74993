//! Runs `tests/cases/*.bpl`. The first line says what is to happen:
//!
//! - `// parse: ok`: no diagnostics, and the program survives printing.
//! - `// parse: pairs`: moreover, each declaration has the same tree as the next (spans apart), two by two.
//! - `// parse: error`: exactly the diagnostics that comments announce: `//~ ERROR part of the message` on the line
//!   where the diagnostic begins, `//~^ ERROR …` one line further down (one line for each `^`).
//!
//! If `x.expect` stands beside `x.bpl`, the program must be printed like that; `RMT_BLESS=1` writes it anew.

mod common;

use std::path::Path;

use ivl::ast::Program;

#[test]
fn cases() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let files = common::bpl_files(&directory);
    assert!(files.len() > 10, "the cases are gone");
    let failures: Vec<String> = files
        .iter()
        .filter_map(|path| run(path).err().map(|why| format!("{}: {why}", path.file_name().unwrap().display())))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn run(path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let parsed = common::parse(&path.file_name().unwrap().to_string_lossy(), bytes);
    let directive = text.lines().next().and_then(|line| line.strip_prefix("// parse: ")).unwrap_or_default();
    match directive {
        "ok" | "pairs" => {
            if !parsed.diagnostics.is_empty() {
                return Err(format!("it has errors:\n{}", parsed.rendered()));
            }
            common::round_trip(&parsed.program)?;
            if directive == "pairs" {
                pairs(&parsed.program)?;
            }
            golden(&path.with_extension("expect"), &parsed.program.to_string())
        }
        "error" => diagnostics(&text, &parsed),
        other => Err(format!("its first line has no directive: {other:?}")),
    }
}

fn pairs(program: &Program) -> Result<(), String> {
    for pair in program.decls.chunks(2) {
        let shapes: Vec<String> = pair.iter().map(|d| common::shape(&Program { decls: vec![d.clone()] })).collect();
        let [a, b] = &shapes[..] else { return Err("there is one declaration too many".to_string()) };
        if a != b {
            return Err(format!("these differ:\n{}\n{}\n{a}\n{b}", pair[0], pair[1]));
        }
    }
    Ok(())
}

fn golden(path: &Path, printed: &str) -> Result<(), String> {
    if !path.exists() {
        return Ok(());
    }
    if std::env::var_os("RMT_BLESS").is_some() {
        return std::fs::write(path, printed).map_err(|e| e.to_string());
    }
    let wanted = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    match wanted == printed {
        true => Ok(()),
        false => Err(format!("it is printed differently (RMT_BLESS=1 accepts that):\n{printed}")),
    }
}

fn diagnostics(text: &str, parsed: &common::Parsed) -> Result<(), String> {
    let mut wanted: Vec<(usize, &str)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        for mark in line.split("//~").skip(1) {
            let up = mark.len() - mark.trim_start_matches('^').len();
            let Some(message) = mark[up..].trim().strip_prefix("ERROR ") else {
                return Err(format!("line {}: not a mark: {mark}", i + 1));
            };
            wanted.push((i + 1 - up, message));
        }
    }
    let mut wrong = String::new();
    for diagnostic in &parsed.diagnostics {
        let line = parsed.sources.locate(diagnostic.span).map_or(0, |(_, line, _)| line);
        let notes = diagnostic.notes.join(" ");
        let is_it = |&(at, message): &(usize, &str)| {
            at == line && (diagnostic.message.contains(message) || notes.contains(message))
        };
        match wanted.iter().position(is_it) {
            Some(i) => _ = wanted.remove(i),
            None => wrong += &format!("unexpected:\n{}", diagnostic.render(&parsed.sources)),
        }
    }
    for (line, message) in wanted {
        wrong += &format!("line {line}: no such error: {message}\n");
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}
