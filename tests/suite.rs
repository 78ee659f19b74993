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

const MAIN: &str =
    "#include <assert.h>\n#include \"queue.h\"\nint main(void) { assert(length(0) == LIMIT); return 0; }\n";
const QUEUE: &str =
    "#include \"queue.h\"\nint length(int *p) { return p ? *p : LIMIT; }\nint first(int *p) { return p ? 0 : *p; }\n";

/// A program of two files, a header that is not beside them, and a file that no program needs.
fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("main.c", MAIN);
    folder.write("lib/queue.c", QUEUE);
    folder.write("lib/spare.c", "int spare(int x) { return x; }\n");
    folder.write("inc/queue.h", "#ifndef LIMIT\n#define LIMIT 3\n#endif\nint length(int *p);\n");
    folder
}

/// `rmt init` wrote a file by which `rmt suite` finds what is wrong with the project.
fn is_checked(folder: &Folder) -> String {
    let (told, code) = folder.rmt(&["suite"]);
    assert_eq!(code, 10, "{told}");
    assert!(told.contains("main: safe"), "{told}");
    assert!(told.contains("lib/queue.c: unsafe: lib/queue.c:3:36: invalid read: null pointer"), "{told}");
    assert!(told.contains("lib/spare.c: nothing found"), "{told}");
    let (again, _) = folder.rmt(&["suite"]);
    assert!(again.contains("3 from the cache"), "{again}");
    std::fs::read_to_string(folder.0.join("rmt.toml")).expect("it is written")
}

#[test]
fn a_project_is_found_in_its_files() {
    if !clang::have_clang() {
        return;
    }
    let folder = project("init-files");
    let (told, code) = folder.rmt(&["init"]);
    assert_eq!(
        (told.lines().next(), code),
        (Some("rmt.toml: from the C files that are there: programs: 1, files to scan: 2"), 0)
    );
    let text = is_checked(&folder);
    assert!(text.contains("flags = [\"-Iinc\"]") && text.contains("files = [\"main.c\", \"lib/queue.c\"]"), "{text}");
    // What somebody has written stays.
    folder.write("rmt.toml", "# mine\n");
    let (told, code) = folder.rmt(&["init", "."]);
    assert!(code == 2 && told.contains("--force"), "{told}");
    assert_eq!(std::fs::read_to_string(folder.0.join("rmt.toml")).ok().as_deref(), Some("# mine\n"));
    assert_eq!(folder.rmt(&["init", "--force"]).1, 0);
    is_checked(&folder);
    folder.write("none/README", "nothing here\n");
    assert_eq!(folder.rmt(&["init", "none"]), ("rmt: none: there are no C files\n".to_string(), 2));
}

#[test]
fn a_project_is_found_in_what_make_would_run() {
    if !clang::have_clang() || Command::new("make").arg("--version").output().is_err() {
        return;
    }
    let folder = project("init-make");
    let makefile = "CFLAGS = -Iinc -DLIMIT=4\nall: app spare\napp: main.o queue.o\n\t$(CC) -o app main.o queue.o -lm\n\
                    queue.o: lib/queue.c\n\tcd lib && gcc -O2 -I../inc -DLIMIT=4 \\\n\t  -c queue.c -o ../queue.o\n\
                    spare: lib/spare.c\n\tcc -o spare lib/spare.c\n";
    folder.write("Makefile", makefile);
    folder.write("old/unused.c", "int main(void) { return 1 / 0; }\n");
    let (told, code) = folder.rmt(&["init"]);
    assert_eq!(
        (told.lines().next(), code),
        (Some("rmt.toml: from what make would run: programs: 1, files to scan: 2"), 0)
    );
    let text = is_checked(&folder);
    assert!(text.contains("flags = [\"-Iinc\", \"-DLIMIT=4\"]"), "{text}");
    assert!(!folder.0.join("app").exists(), "nothing is built");
}

#[test]
fn a_project_is_found_in_the_commands_of_a_build() {
    if !clang::have_clang() {
        return;
    }
    let folder = project("init-database");
    let here = folder.0.display();
    let entry = |file: &str| {
        format!("{{\"directory\": \"{here}\", \"file\": \"{file}\", \"command\": \"cc -Iinc -DLIMIT=5 -c {file}\"}}")
    };
    let entries = ["main.c", "lib/queue.c", "lib/spare.c", "lib/gone.c"].map(entry);
    folder.write("build/compile_commands.json", &format!("[{}]", entries.join(", ")));
    assert_eq!(folder.rmt(&["init"]).1, 0);
    let text = is_checked(&folder);
    assert!(text.contains("flags = [\"--compile-commands\", \"build/compile_commands.json\"]"), "{text}");
    // How a build compiles a file is part of what a verdict depends on.
    folder.write("build/compile_commands.json", &format!("[{}]", entries.join(", ").replace("LIMIT=5", "LIMIT=6")));
    assert!(!folder.rmt(&["suite"]).0.contains("from the cache"));
}

/// A file without a main is scanned where nobody says what is meant.
#[test]
fn files_without_a_main_are_scanned() {
    if !clang::have_clang() {
        return;
    }
    let folder = project("scanned");
    let (told, code) = folder.rmt(&["suite", "lib", "--", "-Iinc"]);
    assert_eq!(code, 10, "{told}");
    assert!(told.contains("lib/queue.c: unsafe: lib/queue.c:3:36: invalid read: null pointer"), "{told}");
    assert!(told.contains("lib/spare.c: nothing found"), "{told}");
    let (told, _) = folder.rmt(&["suite", "lib/spare.c", "--", "--entry", "main"]);
    assert!(told.contains("rejected: the entry function `main` is not defined"), "{told}");
}

/// What another file of the folder says once and for all is known, whether it is scanned or not; what a file changes is not.
#[test]
fn constants_of_other_files_are_known() {
    if !clang::have_clang() {
        return;
    }
    let folder = Folder::new("elsewhere");
    folder.write("lib/level.h", "extern int level;\nint always(void);\n");
    folder.write(
        "lib/use.c",
        "#include \"level.h\"\nint use(void) { int n; if (level) n = 1; return always() ? n : 0; }\n",
    );
    let level = "#include \"level.h\"\nint level = 1;\nint always(void)\n{\n  return 3;\n}\n";
    let nothing = "lib/use.c: use: nothing found";
    let read = "lib/use.c: use: likely: a value is read that was never set";
    for (other, said) in [
        ("", read),
        (level, nothing),
        (&level.replace("= 1", "= 0"), read),
        (&format!("{level}\nvoid set(int to)\n{{\n  level = to;\n}}\n"), read),
        (&level.replace("return 3", "return level"), nothing),
        (&level.replace("int", "unsigned"), read),
    ] {
        folder.write("lib/level.c", other);
        for scanned in ["lib/use.c", "lib"] {
            let (told, _) = folder.rmt(&["scan", scanned, "--each"]);
            assert!(told.lines().any(|line| line == said), "{scanned}: {other}\n{told}");
        }
    }
}

const BASE: &str = "#define STEP 1
static int next(int *p) { return *p + STEP; }
/* Two functions, one of which
 * calls another. */
int plain(int x) { return x / 2; }
int twice(int *p) { return 2 * next(p); }
";

#[test]
fn functions_are_scanned_that_a_change_matters_to() {
    if !clang::have_clang() || Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let folder = Folder::new("since");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(&folder.0).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
        assert!(git.output().expect("git runs").status.success(), "{arguments:?}");
    };
    let scanned = |revision: &str| {
        let (told, code) = folder.rmt(&["scan", "lib", "--each", "--since", revision]);
        let names =
            told.lines().filter_map(|line| line.strip_prefix("lib/base.c: ")?.split(':').next().map(String::from));
        (names.collect::<Vec<_>>(), code, told)
    };
    folder.write("lib/base.c", BASE);
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "base"]);
    assert_eq!(scanned("HEAD").0, Vec::<String>::new());
    for (from, to, matters) in [
        ("Two functions", "Some functions\n *", &[][..]),
        ("x / 2", "x / 3", &["plain"]),
        ("return *p + STEP", "return STEP + *p", &["twice"]),
        ("STEP 1", "STEP 2", &["plain", "twice"]),
        ("int plain(int x) { return x / 2; }\n", "", &["twice"]),
        ("int twice", "int thrice(int x) { return x / 4; }\n\nint twice", &["thrice"]),
    ] {
        assert!(BASE.contains(from));
        folder.write("lib/base.c", &BASE.replace(from, to));
        assert_eq!(scanned("HEAD").0, matters, "{to}");
    }
    folder.write("lib/base.c", BASE);
    folder.write("lib/new.c", "int fresh(int *p) { if (!p) *p = 1; return 0; }\n");
    let (_, code, told) = scanned("HEAD");
    assert!(code == 10 && told.contains("lib/new.c: fresh: certain: invalid write: null pointer"), "{told}");
    let (_, code, told) = scanned("nowhere");
    assert!(code == 2 && told.starts_with("rmt: --since nowhere: fatal: "), "{code} {told}");
}

/// `rmt watch`, whose lines come when they come.
struct Watched {
    process: std::process::Child,
    lines: std::sync::mpsc::Receiver<String>,
}

impl Watched {
    fn start(folder: &Folder, arguments: &[&str]) -> Watched {
        let mut process = folder.command(arguments).spawn().expect("rmt runs");
        let (stdout, stderr) = (process.stdout.take().expect("a pipe"), process.stderr.take().expect("a pipe"));
        let (said, lines) = std::sync::mpsc::channel();
        for pipe in [Box::new(stdout) as Box<dyn std::io::Read + Send>, Box::new(stderr)] {
            let said = said.clone();
            std::thread::spawn(move || {
                use std::io::BufRead;
                std::io::BufReader::new(pipe).lines().map_while(Result::ok).for_each(|line| _ = said.send(line));
            });
        }
        Watched { process, lines }
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("a line")
    }

    /// Ctrl-C, which is no mistake.
    fn stop(mut self) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
        assert_eq!(self.process.wait().expect("it ends").code(), Some(0));
        assert_eq!(self.lines.iter().collect::<Vec<String>>(), Vec::<String>::new());
    }
}

impl Drop for Watched {
    /// A test that fails leaves nobody behind.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn what_changes_is_checked_again() {
    let folder = Folder::new("watch");
    folder.write("p/a.bpl", SAFE);
    folder.write("p/b.bpl", UNSAFE);
    let watched = Watched::start(&folder, &["watch", "p", "--no-cache"]);
    assert!(watched.next().starts_with("p/a.bpl: safe"));
    assert!(watched.next().starts_with("p/b.bpl: unsafe"));
    folder.write("p/b.bpl", SAFE);
    assert!(watched.next().starts_with("p/b.bpl: safe"));
    // New files and mistakes are seen, too.
    folder.write("p/c.bpl", "procedure main() { assert x; }");
    let next = watched.next();
    assert!(next.starts_with("p/c.bpl: rejected"), "{next}");
    // What changes while it is checked is not told of any more.
    folder.write("p/b.bpl", &std::fs::read_to_string("tests/cli/hard.bpl").expect("a program that takes long"));
    std::thread::sleep(Duration::from_millis(600));
    folder.write("p/b.bpl", UNSAFE);
    assert!(watched.next().starts_with("p/b.bpl: unsafe"));
    watched.stop();
}

#[test]
fn a_header_that_changes_has_its_programs_checked_again() {
    if !clang::have_clang() {
        return;
    }
    let folder = project("watch-header");
    folder.rmt(&["init"]);
    let watched = Watched::start(&folder, &["watch"]);
    let first: BTreeSet<String> = (0..3).map(|_| watched.next()).collect();
    assert!(first.iter().any(|line| line.starts_with("main: safe")), "{first:?}");
    // The header is of two of three.
    folder.write("inc/queue.h", "#define LIMIT (1 / 0)\nint length(int *p);\n");
    let next: BTreeSet<String> = (0..3).map(|_| watched.next()).collect();
    assert!(
        next.iter().any(|line| line.starts_with("main: unsafe: ") && line.ends_with("division by zero")),
        "{next:?}"
    );
    assert!(!next.iter().any(|line| line.starts_with("lib/spare.c")), "{next:?}");
    watched.stop();
}

#[test]
fn functions_that_come_to_the_same_are_not_looked_at_again() {
    if !clang::have_clang() {
        return;
    }
    let folder = project("scan-cache");
    let scan = || folder.rmt(&["scan", "lib", "-Iinc", "--each", "--cache", "kept"]);
    let (first, code) = scan();
    assert_eq!(code, 10, "{first}");
    let wanted = [
        "lib/queue.c: length: nothing found",
        "lib/queue.c: first: certain: invalid read: null pointer",
        "lib/spare.c: spare: nothing found",
    ];
    assert_eq!(first.lines().take(3).collect::<Vec<_>>(), wanted);
    let kept = folder.files("kept/done");
    // The third is the question without null pointers, by which the violation is certain.
    assert_eq!(kept.len(), 3, "violations are found anew");
    // Where functions stand does not matter, what they do does.
    folder.write("lib/spare.c", "/* a comment */\n\nint spare(int x) { return x; }\n");
    assert_eq!(scan().0.lines().nth(2), Some(wanted[2]));
    assert_eq!(folder.files("kept/done"), kept);
    folder.write("lib/spare.c", "int spare(int x) { int a[2] = {0}; return x > 7 ? a[x] : 0; }\n");
    assert_eq!(scan().0.lines().nth(2), Some("lib/spare.c: spare: likely: invalid read: out of bounds"));
}
