//! The house rules that a text search can enforce.
//!
//! - Imports go strictly to lower floors; the floors are the table in the crate docs of `src/lib.rs`.
//! - Files do not import each other in circles, but for a few ([`CIRCLES`]); a file may use the module that it is a part of.
//! - Engines do not import each other, and know nothing of programs by names.
//! - No file is longer than 1000 lines, no function longer than 100, but for a few ([`LONG`]).
//! - There is no global mutable state.
//! - Panics are bugs of ours: their messages begin with "internal:".
//! - Errors are types, not `String`s.
//! - Only `src/smt` names the Z3 bindings, only `src/cli` the argument parser.
//!
//! Tests and generated code are exempt.

use std::collections::{BTreeMap, BTreeSet};

use tidy::{Source, circles, imports, root, sources};

const LONGEST: usize = 1000;
const LONGEST_FUNCTION: usize = 100;

/// Functions that are too long still. Names may be taken from this list, none added.
const LONG: &[&str] = &[];

/// Files in circles still, a line each. Circles may be taken from this list, none added.
const CIRCLES: &[&[&str]] = &[];

#[test]
fn imports_go_to_lower_floors() {
    let docs = std::fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs can be read");
    let floors = floors(&docs);
    assert!(!floors.is_empty(), "the crate docs of src/lib.rs hold no table of floors: `| floor | modules |`");
    let mut faults = Vec::new();
    for module in docs.lines().filter_map(|l| l.strip_prefix("mod ")?.strip_suffix(';')) {
        if !floors.contains_key(module) {
            faults.push(format!("src/lib.rs: the module {module} has no floor"));
        }
    }
    for source in sources().iter().filter(|s| s.path.starts_with("src/")) {
        let parts: Vec<&str> = source.path["src/".len()..].trim_end_matches(".rs").split('/').collect();
        if parts == ["lib"] || parts == ["main"] {
            continue;
        }
        let Some(floor) = floors.get(parts[0]) else {
            faults.push(format!("{}: its module has no floor", source.path));
            continue;
        };
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod"));
        for (number, line) in source.numbered() {
            for name in names_after(line, "crate::") {
                match floors.get(name) {
                    Some(other) if name == parts[0] || other < floor => {}
                    Some(other) => faults.push(format!(
                        "{}:{number}: {} (floor {floor}) imports {name} (floor {other})",
                        source.path, parts[0]
                    )),
                    None => faults.push(format!("{}:{number}: crate::{name} has no floor", source.path)),
                }
            }
            if line.contains("crate::{") && !line.contains('}') {
                faults.push(format!("{}:{number}: import one module a line", source.path));
            }
            if line.matches("super::").count() >= depth && line.contains(&"super::".repeat(depth)) {
                faults.push(format!("{}:{number}: reaches the crate's root; write crate::", source.path));
            }
        }
    }
    none(&faults);
}

#[test]
fn files_are_short() {
    let long = sources().into_iter().filter(|s| s.length > LONGEST);
    none(&long.map(|s| format!("{}: {} lines", s.path, s.length)).collect::<Vec<_>>());
}

#[test]
fn functions_are_short() {
    let mut long: Vec<String> = Vec::new();
    for source in sources() {
        let functions = source.functions().into_iter().filter(|f| f.length > LONGEST_FUNCTION);
        long.extend(functions.map(|f| format!("{}: {}", source.path, f.name)));
    }
    long.retain(|function| !LONG.contains(&function.as_str()));
    none(&long.iter().map(|f| format!("{f}: more than {LONGEST_FUNCTION} lines; see LONG")).collect::<Vec<_>>());
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let sources = sources();
    // A known circle may become smaller.
    let is_known = |circle: &[String]| CIRCLES.iter().any(|k| circle.iter().all(|file| k.contains(&file.as_str())));
    let found = circles(&sources).into_iter().filter(|circle| !is_known(circle));
    none(&found.map(|circle| format!("a circle: {}; see CIRCLES", circle.join(", "))).collect::<Vec<_>>());
}

/// An engine is a folder of `src/prove` that implements `Engine`; what engines share lies beside them.
#[test]
fn engines_do_not_import_each_other() {
    let sources = sources();
    let folder = |path: &str| path.strip_prefix("src/prove/")?.split_once('/').map(|(folder, _)| folder.to_string());
    let is_engine = |s: &&Source| s.lines.iter().any(|line| line.starts_with("impl Engine for"));
    let engines: BTreeSet<String> = sources.iter().filter(is_engine).filter_map(|s| folder(&s.path)).collect();
    assert!(engines.len() > 3, "the engines are not where they should be");
    let mut faults = Vec::new();
    for (file, imported) in imports(&sources) {
        for other in imported {
            let (own, others) = (folder(file), folder(other));
            if others != own && others.is_some_and(|other| engines.contains(&other)) && file.starts_with("src/prove/") {
                faults.push(format!("{file} imports {other}"));
            }
        }
    }
    none(&faults);
}

/// What a variable is for is declared (`cfg::heap`); names are for people.
#[test]
fn provers_know_nothing_by_names() {
    let compared = ["starts_with('$')", "starts_with(\"$", "strip_prefix(\"$", "== \"$", "(&\"$"];
    none(&faults(|path, line| path.starts_with("src/prove/") && compared.iter().any(|c| line.contains(c))));
}

/// What checks a certificate must not rest on how proofs are found: neither on engines, nor on search and inference.
#[test]
fn the_checker_is_small_and_apart() {
    const SEARCH: [&str; 5] = ["src/prove/", "src/reach/", "src/driver/", "src/infer/houdini/", "src/infer/summaries/"];
    const MOST: usize = 3000;
    let sources = sources();
    let own: Vec<&Source> = sources.iter().filter(|s| s.path.starts_with("src/certify/")).collect();
    assert!(own.len() > 3, "the checker is not where it should be");
    let mut faults = Vec::new();
    for (file, imported) in imports(&sources) {
        let search = imported.iter().filter(|other| SEARCH.iter().any(|folder| other.starts_with(folder)));
        if file.starts_with("src/certify/") {
            faults.extend(search.map(|other| format!("{file} imports {other}")));
        }
    }
    let length: usize = own.iter().map(|s| s.length).sum();
    if length > MOST {
        faults.push(format!("the checker has {length} lines, of {MOST}"));
    }
    none(&faults);
}

#[test]
fn the_gate_sees_functions_and_paths() {
    let file = |path: &str, text: &str| Source::new(path.to_string(), text);
    let long =
        format!("impl A {{\n    pub(in crate::a) const unsafe fn f() {{\n{}    }}\n}}\n", "        g();\n".repeat(200));
    assert_eq!(file("src/a.rs", &long).functions().iter().map(|f| f.length).collect::<Vec<_>>(), [202]);
    let circle = |first: &str, second: &str| {
        let passed = file("src/c/mod.rs", "mod d;\npub(crate) use d::{self, Passed as Other};\n");
        let of = [file("src/a.rs", first), file("src/b.rs", second), passed, file("src/c/d.rs", "use crate::a;\n")];
        circles(&of)
    };
    assert_eq!(circle("use crate::b::B;\n", "struct B;\n"), Vec::<Vec<String>>::new());
    assert_eq!(circle("use crate::b::B;\n", "fn f() {\n    use crate::{a::A};\n}\n"), [["src/a.rs", "src/b.rs"]]);
    assert_eq!(circle("use crate::b::B;\n", "fn f() {\n    super::a::f();\n}\n"), [["src/a.rs", "src/b.rs"]]);
    assert_eq!(circle("use crate::c::Other;\n", ""), [["src/a.rs", "src/c/d.rs"]]);
    assert_eq!(
        circle("use crate::b::B;\n", "use super::c::{\n    Other,\n};\n"),
        [["src/a.rs", "src/b.rs", "src/c/d.rs"]]
    );
}

#[test]
fn no_global_state_changes() {
    none(&faults(|path, line| {
        // The functions of a library that is loaded when it is first needed.
        let is_loader = path.starts_with("libz3/");
        let rest = line.trim_start();
        let rest =
            rest.strip_prefix("pub").map_or(rest, |r| r.trim_start_matches("(crate)").trim_start_matches("(super)"));
        let mutable = ["Mutex", "RwLock", "Atomic", "OnceLock", "OnceCell", "LazyLock", "RefCell", "UnsafeCell"];
        let is_static = rest.trim_start().starts_with("static ");
        line.contains("thread_local!")
            || line.contains("lazy_static!")
            // A lock around nothing orders what libraries do with state of theirs.
            || !is_loader && is_static && !rest.contains("Mutex<()>") && (rest.contains("static mut ") || mutable.iter().any(|m| rest.contains(m)))
    }));
}

#[test]
fn panics_are_internal() {
    let mut found = Vec::new();
    for source in sources() {
        for (number, line) in source.numbered() {
            let message_follows = ["panic!(", "unreachable!(", ".expect("];
            let mut bad = [".unwrap()", ".unwrap_err()", "todo!(", "unimplemented!("].iter().any(|w| line.contains(w));
            for word in message_follows {
                for (at, _) in line.match_indices(word) {
                    let message = &line[at + word.len()..];
                    let next = source.lines.get(number).map_or("", |l| l.trim());
                    let message = if message.trim().is_empty() { next } else { message };
                    // A parser may have a method `expect` of its own; what takes a message takes a text.
                    bad |= !is_internal(message, &source);
                }
            }
            if bad {
                found.push(format!("{}:{number}: {}", source.path, line.trim()));
            }
        }
    }
    none(&found);
}

#[test]
fn errors_are_types() {
    none(&faults(|_, line| {
        line.contains("Result<") && line.contains(", String>")
            || ["Box<dyn Error", "Box<dyn std::error::Error"].iter().any(|w| line.contains(w))
    }));
}

#[test]
fn few_know_z3_and_the_arguments() {
    none(&faults(|path, line| {
        (line.contains("z3_sys") || line.contains("use z3::")) && !path.starts_with("src/smt/")
            || (line.contains("clap::") || line.contains("clap_complete")) && !path.starts_with("src/cli/")
    }));
}

/// A literal that begins with "internal:", or a constant of this file that is one.
fn is_internal(message: &str, source: &Source) -> bool {
    const START: &str = "\"internal: ";
    let message = message.trim_start();
    let name: String = message.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    message.starts_with(START)
        || !name.is_empty()
            && source.lines.iter().any(|l| l.contains(&format!("const {name}: &str =")) && l.contains(START))
}

/// Rows `| floor | modules |` of the crate docs.
fn floors(docs: &str) -> BTreeMap<String, u32> {
    let mut floors = BTreeMap::new();
    for row in docs.lines().filter_map(|l| l.strip_prefix("//! |")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if let [floor, modules, ..] = cells[..]
            && let Ok(floor) = floor.parse()
        {
            let names = modules.split(',').map(|m| m.trim().trim_matches('`').trim_end_matches('/'));
            floors.extend(names.map(|name| (name.to_string(), floor)));
        }
    }
    floors
}

/// The names right after each `prefix`: `crate::smt::Term` → `smt`; `crate::{cfg, ir::Program}` → `cfg`, `ir`.
fn names_after<'a>(line: &'a str, prefix: &str) -> Vec<&'a str> {
    let ident = |text: &'a str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        &text[..end]
    };
    let mut names = Vec::new();
    for (at, _) in line.match_indices(prefix) {
        if line[..at].ends_with(|c: char| c == '$' || c.is_alphanumeric() || c == '_') {
            continue;
        }
        match line[at + prefix.len()..].strip_prefix('{') {
            Some(group) => names.extend(group.split(',').map(|n| ident(n.trim()))),
            None => names.push(ident(&line[at + prefix.len()..])),
        }
    }
    names.retain(|n| !n.is_empty() && !n.starts_with(char::is_uppercase));
    names
}

fn faults(is_fault: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut faults = Vec::new();
    for source in sources() {
        for (number, line) in source.numbered().filter(|(_, line)| is_fault(&source.path, line)) {
            faults.push(format!("{}:{number}: {}", source.path, line.trim()));
        }
    }
    faults
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
