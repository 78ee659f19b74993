//! C on the command line: several files, property files, task definitions, witnesses, what is missing. What the
//! verdicts are, the cases under `tests/cases/c` say. Without clang they fail, unless `RMT_WITHOUT_CLANG` is set.

#[path = "support/clang.rs"]
#[allow(dead_code)]
mod clang;
#[path = "support/mutants.rs"]
mod mutants;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use clang::have_clang;
use mutants::{fails_natively, mutants};

const MAIN: &str = "tests/cli/c/main.c";
const HALF: &str = "tests/cli/c/half.c";
const TASK: &str = "tests/cli/c/task.yml";
const OVERFLOW: &str = "tests/cli/c/overflow.prp";

/// Standard output and error together, and the exit code.
fn rmt(arguments: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
    let Output { status, stdout, stderr } =
        command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("rmt runs");
    let text = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(!text.contains("panicked"), "{text}");
    (text, status.code().expect("no signal"))
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("rmt-c-{}-{name}", std::process::id()))
}

#[test]
fn files_are_one_program() {
    if !have_clang() {
        return;
    }
    let (text, code) = rmt(&["check", MAIN, HALF]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("call half(n = 4"), "{text}");
    // Alone, the other file's function may return anything, which is said.
    let (text, code) = rmt(&["check", MAIN]);
    assert_eq!(code, 10, "{text}");
    assert!(
        text.contains("half() gives 21") && text.contains("taken for granted: the undefined function `half`"),
        "{text}"
    );
}

/// The verdict on two files, which are one program.
fn of_both(name: &str, one: &str, other: &str) -> (String, i32) {
    let folder = scratch(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let files = [("one.c", one), ("other.c", other)].map(|(file, text)| {
        let path = folder.join(file);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    });
    let result = rmt(&["check", &files[0], &files[1], "--timeout", "30"]);
    std::fs::remove_dir_all(&folder).expect("the folder");
    result
}

#[test]
fn declarations_of_two_files_agree() {
    if !have_clang() {
        return;
    }
    let main = |condition: &str, declared: &str| {
        format!("#include <assert.h>\n{declared}\nint main(void) {{ assert({condition}); return 0; }}\n")
    };
    for (condition, declared, defined) in [
        ("f() == -1", "long f(void);", "int f(void) { return -1; }"),
        ("f(1) == 1", "int f(double);", "int f(int n) { return n; }"),
        ("g.a == 1", "extern struct { int a, c; } g;", "struct { short a, b; int c; } g = { 1, 2, 3 };"),
    ] {
        let (text, code) = of_both("types", &main(condition, declared), defined);
        assert!(code == 3 && text.contains("another type"), "{code} {text}");
    }
    // A weak definition gives way, and what is constant is so in all files.
    let weak = "__attribute__((weak)) int n = 1;";
    for (text, expected) in [("int n = 2;", 10), ("extern int n;", 0)] {
        let (text, code) = of_both("weak", &main("n == 1", weak), text);
        assert_eq!(code, expected, "{text}");
    }
    let writes = "extern int limit; int main(void) { limit = 1; return 0; }";
    assert_eq!(of_both("constant", writes, "const int limit = 3;").1, 10);
}

#[test]
fn loops_that_nothing_leaves_are_named() {
    if !have_clang() {
        return;
    }
    let (text, code) = rmt(&["check", "tests/cli/c/endless.c"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(text.matches("no execution leaves this loop").count(), 1, "{text}");
    assert!(text.contains("endless.c:8:10"), "{text}");
    let (text, _) = rmt(&["check", "-q", "tests/cli/c/endless.c"]);
    assert!(!text.contains("no execution leaves"), "{text}");
}

#[test]
fn without_clang_it_is_said_how_to_get_it() {
    let (text, code) = rmt(&["check", MAIN, "--clang", "tests/cli/no-such-clang"]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("apt install clang") && text.contains("--clang"), "{text}");
    let (text, code) = rmt(&["check", "tests/cli/safe.bpl", "--clang", "tests/cli/no-such-clang"]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn mistakes_are_usage_errors() {
    for (arguments, message) in [
        (&["check", "tests/cli/c/missing.c"][..], "missing.c"),
        (&["check", "tests/cli/c/missing.yml"], "missing.yml"),
        (&["check", MAIN, "tests/cli/c/missing.prp"], "missing.prp"),
        (&["check", OVERFLOW], "without a C program"),
        (&["check", MAIN, "--compile-commands", TASK], "task.yml"),
        (&["check", MAIN, "--check", "everything"], "everything"),
    ] {
        let (text, code) = rmt(arguments);
        assert_eq!(code, 2, "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

#[test]
fn tasks_have_expected_verdicts() {
    if !have_clang() {
        return;
    }
    let (text, code) = rmt(&["check", TASK, "--format", "json"]);
    assert_eq!(code, 10, "{text}");
    let found: Vec<(String, String)> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("an object a line"))
        .map(|o| (o["verdict"].as_str().unwrap_or("").into(), o["expected"].as_str().unwrap_or("").into()))
        .collect();
    // Termination is not supported, and left out.
    assert_eq!(found, [("unsafe".into(), "unsafe".into()), ("safe".into(), "safe".into())], "{text}");
    let (text, code) = rmt(&["check", TASK, OVERFLOW]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn properties_say_what_is_checked() {
    if !have_clang() {
        return;
    }
    assert_eq!(rmt(&["check", MAIN, HALF, OVERFLOW]).1, 0);
    // By SV-COMP's rules, allocations succeed.
    const SAFETY: &str = "no/such/folder/valid-memsafety.prp";
    assert_eq!(rmt(&["check", "tests/cli/c/allocated.c", "--check", "deref"]).1, 10);
    assert_eq!(rmt(&["check", "tests/cli/c/allocated.c", SAFETY]).1, 0);
    const CALL: &str = "no/such/folder/unreach-call.prp";
    assert_eq!(rmt(&["check", MAIN, HALF, CALL]).1, 10);
    // An assertion that fails is no call, and ends the program.
    assert_eq!(rmt(&["check", "tests/cli/c/assert.c"]).1, 10);
    assert_eq!(rmt(&["check", "tests/cli/c/assert.c", CALL]).1, 0);
    // Memory that is left at the end is a leak for one property; for the other only if nothing points to it.
    assert_eq!(rmt(&["check", "tests/cli/c/kept.c", "no/such/folder/valid-memcleanup.prp"]).1, 10);
    // That one, however the program ends; `--check leak` looks where the entry returns.
    assert_eq!(rmt(&["check", "tests/cli/c/ended.c", "no/such/folder/valid-memcleanup.prp"]).1, 10);
    assert_eq!(rmt(&["check", "tests/cli/c/ended.c", "--check", "leak"]).1, 0);
    let (text, code) = rmt(&["check", "tests/cli/c/kept.c", SAFETY]);
    assert_eq!(code, 20, "{text}");
    assert!(text.contains("valid-memtrack"), "{text}");
}

#[test]
fn witnesses_name_the_inputs() {
    if !have_clang() {
        return;
    }
    let path = scratch("witness.yml");
    let file = path.display().to_string();
    let (text, code) = rmt(&["check", MAIN, HALF, "--witness", &file]);
    assert_eq!(code, 10, "{text}");
    let witness = std::fs::read_to_string(&path).expect("a witness");
    let _ = std::fs::remove_file(&path);
    let returned = witness.split("type: \"function_return\"").nth(1).expect("an input");
    assert!(returned.contains("line: 6\n") && returned.contains("\\\\result == 4"), "{witness}");
    let target = witness.split("type: \"target\"").nth(1).expect("a target");
    assert!(target.contains("line: 8\n") && target.contains("function: \"main\""), "{witness}");
    assert!(witness.contains("G ! call(reach_error())") && witness.contains("data_model: \"LP64\""), "{witness}");
    for file in [MAIN, HALF] {
        let hash = Command::new("sha256sum").arg(file).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        if let Ok(Output { stdout, .. }) = hash {
            let text = String::from_utf8_lossy(&stdout);
            let hash = text.split_whitespace().next().expect("a hash");
            assert!(witness.contains(&format!("\"{file}\": \"{hash}\"")), "{witness}");
        }
    }
}

#[test]
fn compilation_databases_are_found() {
    if !have_clang() {
        return;
    }
    let (text, code) = rmt(&["check", "tests/cli/c/build/flags.c"]);
    assert_eq!(code, 10, "{text}");
    let other = scratch("commands.json");
    std::fs::write(&other, "[]").expect("a database");
    let (text, code) = rmt(&["check", "tests/cli/c/build/flags.c", "--compile-commands", &other.display().to_string()]);
    let _ = std::fs::remove_file(&other);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("answer.h"), "{text}");
}

#[test]
fn other_commands_read_c() {
    if !have_clang() {
        return;
    }
    assert_eq!(rmt(&["resolve", MAIN, HALF]), (String::new(), 0));
    for arguments in [&["emit", MAIN, HALF][..], &["emit", "-p", "all", MAIN, HALF], &["check", "--dump", "ir", MAIN]] {
        let (text, code) = rmt(arguments);
        assert_eq!(code, 0, "{arguments:?}: {text}");
        assert!(text.contains("procedure"), "{arguments:?}: {text}");
    }
    let (text, _) = rmt(&["emit", MAIN, HALF]);
    assert!(text.contains("{:sourcefile \"tests/cli/c/main.c\"} {:sourceline 6}"), "{text}");
}

/// A bound that cuts off nothing but a loop in a model says so.
#[test]
fn what_a_bound_cuts_off_is_told() {
    let file = scratch("cut.c");
    let text = "#include <assert.h>\n#include <string.h>\nint nondet(void);\n\
                int main(void) { char name[32]; int n = nondet(); if (n < 0 || n > 23) return 0;\n\
                strncpy(name, \"Ada\", n); assert(n < 9 || name[8] == 0); }\n";
    std::fs::write(&file, text).expect("a file");
    let file = file.display().to_string();
    let (report, _) = rmt(&["check", &file, "--bound", "2"]);
    assert!(report.contains("not followed beyond bound 2: a loop in the model of strncpy"), "{report}");
    let (report, _) = rmt(&["check", &file, "--bound", "2", "--format", "json"]);
    assert!(report.contains(r#""cut_off":[{"kind":"loop","procedure":"strncpy"}]"#), "{report}");
    // A part of a model is told by what the program calls; what the front end puts in place of a call has no name.
    let read = "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n\
                int main(void) { char line[32], word[10]; if (!fgets(line, sizeof line, stdin)) return 0;\n";
    for (rest, bound, name) in [
        ("assert(strspn(line, \"ab\") < 32); }", "2", "strspn"),
        ("return sscanf(line, \"%9s\", word) != 1 || puts(word) < 0; }", "0", "a library function"),
    ] {
        std::fs::write(&file, format!("{read}{rest}\n")).expect("a file");
        let (report, _) = rmt(&["check", &file, "--bound", bound]);
        let told = format!("not followed beyond bound {bound}: a loop in the model of {name}\n");
        assert!(report.contains(&told), "{report}");
    }
    let _ = std::fs::remove_file(&file);
}

/// What is checked, or holds of the C library, is not said to be taken for granted.
#[test]
fn what_is_checked_is_not_taken_for_granted() {
    if !have_clang() {
        return;
    }
    let file = scratch("granted.c");
    let path = file.display().to_string();
    let program = |read: &str| {
        format!(
            "#include <stdio.h>\nint main(void) {{ char word[10]; int n;\n\
             if (scanf({read}) != 1) {{ fprintf(stderr, \"no input\\n\"); return 1; }}\n return 0; }}\n"
        )
    };
    for read in ["\"%d\", &n", "\"%9s\", word"] {
        std::fs::write(&file, program(read)).expect("a file");
        let (report, _) = rmt(&["check", &path, "--bound", "0"]);
        assert!(!report.contains("write fits") && !report.contains("undefined variable"), "{report}");
    }
    let (report, _) = rmt(&["check", &path, "--check", "none", "--bound", "0"]);
    assert!(report.contains("write fits"), "{report}");
    let _ = std::fs::remove_file(&file);
    let (report, _) = rmt(&["check", "tests/cases/c/memory/table_of_functions.c", "--bound", "4"]);
    assert!(!report.contains("unknown functions"), "{report}");
}

/// The verdict in the last line of a report on the file.
fn verdict(report: &str, file: &str) -> String {
    let name = format!("{file}: ");
    let last = report.lines().rfind(|l| l.starts_with(&name)).unwrap_or(&name);
    last[name.len()..].split([':', '(']).next().unwrap_or_default().trim().to_string()
}

/// What the violations of each kind of check say.
const KINDS: [(&str, &str); 8] = [
    ("deref", "freed memory"),
    ("bounds", "out of bounds"),
    ("free", "invalid free"),
    ("leak", "leaked"),
    ("overflow", "overflow"),
    ("div", "division by zero"),
    ("shift", "shift"),
    ("uninit", "never set"),
];

/// Mutants of the sample are unsafe, at least one for each kind of check.
fn mutants_are_unsafe(sample: &Path, arguments: &[&str]) {
    let kinds = arguments.iter().position(|&a| a == "--check").map_or("", |i| arguments[i + 1]);
    let mut missing: Vec<&str> = kinds.split(',').filter(|kind| !kind.is_empty()).collect();
    let folder = scratch("mutant");
    std::fs::create_dir_all(&folder).expect("a folder");
    let (file, place) = (folder.join("mutant.c").display().to_string(), folder.display().to_string());
    for mutant in mutants(&std::fs::read_to_string(sample).expect("a sample can be read")) {
        std::fs::write(&file, &mutant.text).expect("a file");
        let (report, _) = rmt(&[&["check", &file, "--test-case", &place], &arguments[2..]].concat());
        let last = report.lines().last().unwrap_or_default();
        let about = format!("{}\n{report}", mutant.text);
        assert!(verdict(&report, &file) == "unsafe" && last.contains(&mutant.message), "{about}");
        if mutant.natively {
            let _ = std::fs::remove_file(folder.join("program"));
            fails_natively(&folder).unwrap_or_else(|why| panic!("{why}\n{about}"));
        }
        missing.retain(|kind| !KINDS.iter().any(|(name, says)| name == kind && last.contains(says)));
    }
    missing.retain(|kind| *kind != "none");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(missing.is_empty(), "{}: no mutant for {missing:?}", sample.display());
}

/// What is emitted of a sample has the sample's verdict.
fn same_when_emitted(arguments: &[&str], expected: &str) {
    // What the front end is not asked.
    let of_search = |option: &str| ["--bound", "--contexts", "--provers"].contains(&option);
    let is_of_check = |i: &usize| of_search(arguments[*i]) || of_search(arguments[i - 1]);
    let (of_check, of_emit): (Vec<usize>, Vec<usize>) = (1..arguments.len()).partition(is_of_check);
    let [of_check, of_emit] =
        [of_check, of_emit].map(|list| list.into_iter().map(|i| arguments[i]).collect::<Vec<_>>());
    let (text, code) = rmt(&[&["emit"], &of_emit[..]].concat());
    assert_eq!(code, 0, "{text}");
    let file = scratch("emitted.bpl");
    std::fs::write(&file, text).expect("a file");
    let file = file.display().to_string();
    let (report, _) = rmt(&[&["check", &file], &of_check[..]].concat());
    let _ = std::fs::remove_file(&file);
    assert_eq!(verdict(&report, &file), expected, "{arguments:?}: {report}");
}

/// The C files of a folder of the repository, with their texts.
fn samples_in(folder: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = std::fs::read_dir(folder).expect("samples").map(|entry| entry.expect("a sample").path());
    paths.filter(|path| path.extension().is_some_and(|e| e == "c")).map(|path| {
        let text = std::fs::read_to_string(&path).expect("a sample can be read");
        (path, text)
    })
}

/// `// rmt ARGUMENTS: EXPECTED`
struct Directive<'t> {
    line: &'t str,
    arguments: Vec<&'t str>,
    expected: &'t str,
}

fn directive(text: &str) -> Directive<'_> {
    let line = text.lines().next().and_then(|l| l.strip_prefix("// rmt ")).expect("a command");
    let (arguments, expected) = line.rsplit_once(": ").expect("a verdict");
    Directive { line, arguments: arguments.split_whitespace().collect(), expected }
}

/// A faulty sample has a twin that is right.
fn assert_has_twin(path: &Path) {
    let twin = path.display().to_string().replace(".c", "_fixed.c");
    assert!(Path::new(&twin).exists(), "no {twin}");
}

#[test]
fn samples_do_what_their_first_line_says() {
    if !have_clang() {
        return;
    }
    let mut count = 0;
    for (path, text) in samples_in("samples") {
        let Directive { line, arguments, expected } = directive(&text);
        let folder = scratch("sample");
        let place = folder.display().to_string();
        let (report, _) = rmt(&[&arguments[..], &["--test-case", &place]].concat());
        assert_eq!(verdict(&report, arguments[1]), expected, "{line}\n{report}");
        // What was left out of the verdict is in the text.
        if !report.contains("it was not decided") {
            same_when_emitted(&arguments, expected);
        }
        if expected == "unsafe" {
            fails_natively(&folder).unwrap_or_else(|why| panic!("{line}\n{why}"));
            assert_has_twin(&path);
        } else {
            mutants_are_unsafe(&path, &arguments);
        }
        let _ = std::fs::remove_dir_all(&folder);
        count += 1;
    }
    assert!(count >= 36, "only {count} samples in C");
}

/// `// rmt verify samples/contracts/x.c -I include: verified`, or `fails` with what `//~` says, beside a twin that is right.
#[test]
fn samples_with_contracts_do_what_their_first_line_says() {
    if !have_clang() {
        return;
    }
    let mut count = 0;
    for (path, text) in samples_in("samples/contracts") {
        let Directive { line, arguments, expected } = directive(&text);
        let (report, code) = rmt(&arguments);
        assert_eq!(code, if expected == "verified" { 0 } else { 10 }, "{line}\n{report}");
        if expected == "fails" {
            let mistakes: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, l)| l.contains("//~")).collect();
            assert_eq!(mistakes.len(), 1, "{line}");
            let message = mistakes[0].1.split_once("//~").map_or("", |(_, message)| message.trim());
            let place = format!("{}:{}:", arguments[1], mistakes[0].0 + 1);
            assert!(report.contains(message) && report.contains(&place), "{line}\n{report}");
            assert_has_twin(&path);
        }
        count += 1;
    }
    assert!(count >= 6, "only {count} samples with contracts");
}

/// What is emitted has real numbers: this is no case for `tests/cases`, either.
#[test]
fn floats_are_rounded_where_nobody_says_otherwise() {
    if !have_clang() {
        return;
    }
    let (report, code) = rmt(&["check", "tests/cli/c/rounded.c"]);
    assert!(code == 0 && !report.contains("neither rounded"), "{report}");
    let (report, code) = rmt(&["check", "tests/cli/c/rounded.c", "--float", "real"]);
    assert!(code == 10 && report.contains("neither rounded"), "{report}");
}

/// What is emitted is not looked at so: this is no case for `tests/cases`.
#[test]
fn deadlocks_are_found_that_nobody_asked_for() {
    if !have_clang() {
        return;
    }
    let (report, code) = rmt(&["check", "tests/cli/c/deadlock.c"]);
    assert!(code == 10 && report.contains("deadlock: every thread waits"), "{report}");
}

#[test]
fn flags_of_a_database_count_or_are_refused() {
    if !have_clang() {
        return;
    }
    let flags = "tests/cli/c/flags.c";
    for mode in ["math", "bits"] {
        let (text, code) = rmt(&["check", flags, "--compile-commands", "tests/cli/c/flags.json", "--int", mode]);
        assert_eq!(code, 0, "{text}");
    }
    let (text, code) = rmt(&["check", flags, "--compile-commands", "tests/cli/c/refused.json"]);
    assert!(code == 3 && text.contains("`-mms-bitfields` is not supported"), "{text}");
    let (text, code) = rmt(&["check", flags, "-D", "true=1", "--check", "overflow"]);
    assert_eq!(code, 10, "{text}");
}

#[test]
fn flags_of_compilers_are_taken_as_such() {
    if !have_clang() {
        return;
    }
    let warned = "tests/cli/c/warned.c";
    let flags =
        ["-std=c99", "-O2", "-Wall", "-g", "-fno-strict-aliasing", "-funsigned-char", "-isystem", "tests/cli/c"];
    let (text, code) = rmt(&[&["check", warned][..], &flags].concat());
    assert!(code == 0 && text.contains("unused variable"), "{text}");
    let (text, code) = rmt(&[&["check", warned, "-w"][..], &flags].concat());
    assert!(code == 0 && !text.contains("unused variable"), "{text}");
    let (text, code) = rmt(&["check", warned, "-mms-bitfields"]);
    assert!(code == 3 && text.contains("`-mms-bitfields` is not supported"), "{text}");
}
