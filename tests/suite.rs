//! Many programs: verdicts that are kept, parts, workers that die.

#[path = "support/clang.rs"]
mod clang;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder that is gone in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rmt-suite-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder can be made");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rmt"));
        command.args(arguments).current_dir(&self.0).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn rmt(&self, arguments: &[&str]) -> (String, i32) {
        let Output { stdout, stderr, status } = self.command(arguments).output().expect("rmt runs");
        let text = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
        (text, status.code().expect("rmt ends by itself"))
    }

    fn files(&self, folder: &str) -> BTreeSet<String> {
        let entries = std::fs::read_dir(self.0.join(folder)).expect("the folder is there");
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const SAFE: &str = "procedure main(x: int) { assume x > 1; assert x > 0; }";
const UNSAFE: &str = "procedure main(x: int) { assume x > 1; assert x > 2; }";

#[test]
fn verdicts_are_kept_until_the_text_changes() {
    let folder = Folder::new("cache");
    folder.write("p/safe.bpl", SAFE);
    folder.write("p/deep/unsafe.bpl", UNSAFE);
    let (first, code) = folder.rmt(&["suite", "p", "--jobs", "2"]);
    assert_eq!(code, 10, "{first}");
    assert!(first.contains("p/deep/unsafe.bpl: unsafe: assertion fails at p/deep/unsafe.bpl:1:40"), "{first}");
    assert!(first.contains("2 programs: 1 safe, 1 unsafe; "), "{first}");
    let (second, _) = folder.rmt(&["suite", "p"]);
    assert!(second.contains("; 2 from the cache"), "{second}");
    assert_eq!(first.lines().next(), second.lines().next());
    folder.write("p/safe.bpl", &SAFE.replace("x > 0", "x > 3"));
    let (third, _) = folder.rmt(&["suite", "p"]);
    assert!(third.contains("2 unsafe; 1 from the cache"), "{third}");
    assert!(!folder.rmt(&["suite", "p", "--", "--bound", "1"]).0.contains("cache"), "options are part of the key");
    assert!(!folder.rmt(&["suite", "p", "--no-cache"]).0.contains("cache"));
}

#[test]
fn a_header_that_changes_is_noticed() {
    if !clang::have_clang() {
        return;
    }
    let folder = Folder::new("header");
    folder.write("limit.h", "#define LIMIT 3\n");
    let text =
        "#include \"limit.h\"\n#include <assert.h>\nint main(void) { int x = LIMIT; assert(x < 4); return 0; }\n";
    folder.write("m.c", text);
    assert_eq!(folder.rmt(&["suite", "m.c"]).1, 0);
    assert!(folder.rmt(&["suite", "m.c"]).0.contains("1 from the cache"));
    folder.write("limit.h", "#define LIMIT 5\n");
    assert_eq!(folder.rmt(&["suite", "m.c"]).1, 10);
}

#[test]
fn settings_say_what_is_expected() {
    let folder = Folder::new("settings");
    folder.write("a.bpl", SAFE);
    folder.write("b.bpl", UNSAFE);
    folder.write("two.bpl", "procedure first() { assert true; } procedure second(x: int) { assert x > 0; }");
    folder.write(
        "rmt.toml",
        "[[programs]]\nfiles = \"?.bpl\"\nexpect = \"safe\"\n\n[[programs]]\nfiles = \"b.bpl\"\nexpect = \"unsafe\"\n\n\
         [[programs]]\nfiles = \"two.bpl\"\nentries = [\"first\", \"second\"]\n",
    );
    let (text, code) = folder.rmt(&["suite", "--no-cache"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("two.bpl: first: safe") && text.contains("two.bpl: second: unsafe"), "{text}");
    assert!(!text.contains("expected"), "{text}");
    folder.write("b.bpl", SAFE);
    let (text, _) = folder.rmt(&["suite", "--no-cache"]);
    assert!(text.contains("b.bpl: safe") && text.contains("(expected to be unsafe)"), "{text}");
    assert!(text.contains("1 not as expected"), "{text}");
    folder.write("rmt.toml", "[[programs]]\nfiles = \"*.bpl\"\nexpect = \"perhaps\"\n");
    let (text, code) = folder.rmt(&["suite"]);
    assert!(code == 2 && text.contains("rmt.toml") && text.contains("line 3"), "{text}");
}

#[test]
fn patterns_may_overlap_and_the_last_option_counts() {
    let folder = Folder::new("overlap");
    folder.write("p/safe.bpl", SAFE);
    let settings = "flags = [\"--timeout\", \"30\"]\n[[programs]]\nfiles = \"p/*.bpl\"\n\
                    [[programs]]\nfiles = \"p/safe.bpl\"\nexpect = \"safe\"\n";
    folder.write("rmt.toml", settings);
    let (said, code) = folder.rmt(&["suite", "--no-cache", "--", "--timeout", "20"]);
    assert!(code == 0 && said.contains("1 programs: 1 safe"), "{said}");
    let (said, _) = folder.rmt(&["suite", "--no-cache", "--", "--no-such-option"]);
    assert!(said.contains("unexpected argument"), "{said}");
}

#[test]
fn parts_make_the_whole() {
    let folder = Folder::new("shards");
    (0..5).for_each(|i| folder.write(&format!("p/{i}.bpl"), SAFE));
    let count = |part: &str| folder.rmt(&["suite", "p", "--shard", part, "--no-cache"]).0.matches(": safe").count();
    assert_eq!([count("1/2"), count("2/2"), count("1/1")], [3, 2, 5]);
    for wrong in ["0/2", "3/2", "x"] {
        assert_eq!(folder.rmt(&["suite", "p", "--shard", wrong]).1, 2, "{wrong}");
    }
}

#[test]
fn the_first_violation_can_end_a_suite() {
    let folder = Folder::new("fast");
    folder.write("p/a.bpl", UNSAFE);
    (0..3).for_each(|i| folder.write(&format!("p/b{i}.bpl"), SAFE));
    let (text, code) = folder.rmt(&["suite", "p", "--fail-fast", "--no-cache"]);
    assert_eq!((code, text.matches(": safe").count()), (10, 0), "{text}");
    assert!(text.contains("3 not looked at"), "{text}");
}

/// Two workers, one of which is killed twice: each task has one verdict in the end.
#[test]
fn work_of_dead_workers_is_done_by_others() {
    const TASKS: usize = 24;
    let folder = Folder::new("workers");
    (0..TASKS).for_each(|i| folder.write(&format!("p/{i}.bpl"), if i % 3 == 0 { UNSAFE } else { SAFE }));
    // What takes long enough to be killed within.
    folder.write(
        "p/slow.bpl",
        &std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/hard.bpl"))
            .expect("it is there"),
    );
    let (text, _) = folder.rmt(&["suite", "p", "--cache", "work", "--submit", "--", "--timeout", "2"]);
    assert_eq!(text, format!("{0} of {0} programs submitted\n", TASKS + 1));
    let worker = || folder.command(&["worker", "work", "--lease", "1"]).spawn().expect("rmt runs");
    for _ in 0..2 {
        let mut doomed = worker();
        let begun = Instant::now();
        while folder.files("work/taken").is_empty() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(5));
        }
        doomed.kill().expect("it can be killed");
        doomed.wait().expect("it ends");
    }
    let both = [worker(), worker()];
    let mut checked = 0;
    for worker in both {
        let output = worker.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        checked += text.split_whitespace().next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
    }
    let done = folder.files("work/done");
    assert_eq!(done.iter().filter(|name| name.ends_with(".json")).count(), TASKS + 1, "{done:?}");
    assert!(checked <= TASKS + 1, "{checked}");
    assert!(folder.files("work/todo").iter().chain(&folder.files("work/taken")).all(|name| name.starts_with('.')));
    let (text, _) = folder.rmt(&["suite", "p", "--cache", "work", "--", "--timeout", "2"]);
    assert!(text.contains(&format!("; {} from the cache", TASKS + 1)), "{text}");
    assert!(text.contains("16 safe") && text.contains("8 unsafe"), "{text}");
}
