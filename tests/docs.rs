//! The documents say what is so: the commands of the pages for first users run, and end and print as the pages say;
//! those of the other pages run on files that stand for the ones they name. The options that pages mention are there. The
//! book has all pages.

#[path = "support/clang.rs"]
mod clang;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Pages whose commands are run.
const RUN: [&str; 4] = ["docs/tasks.md", "docs/tutorial.md", "docs/contracts.md", "docs/cbmc.md"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The fenced blocks of a page: what stands behind the fence, and the text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some((info.trim().to_string(), String::new())),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some((info, text))) => open = Some((info, text + line + "\n")),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    blocks
}

/// A C program of 300 lines without a mistake.
fn big() -> String {
    let function = |i: u32| {
        format!(
            "static int step{i}(int x) {{\n  if (x > {i})\n    return x - 1;\n  if (x < -{i})\n    return x + 1;\n  return x;\n}}\n\n"
        )
    };
    let calls: String = (0..36).map(|i| format!("  x = step{i}(x);\n")).collect();
    let functions: String = (0..36).map(function).collect();
    format!(
        "extern int input(void);\n\n{functions}int main(void) {{\n  int x = input();\n{calls}  return x == 0;\n}}\n"
    )
}

fn run(page: &str) {
    if !clang::have_clang() {
        return;
    }
    let text = std::fs::read_to_string(root().join(page)).expect("the page is there");
    let name = Path::new(page).file_stem().expect("a name").to_string_lossy().into_owned();
    let folder = std::env::temp_dir().join(format!("rmt-docs-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join("big.c"), big()).expect("the file can be written");
    let (mut printed, mut commands) = (String::new(), 0);
    for (info, text) in blocks(&text) {
        match info.split_once(' ') {
            Some((_, file)) => {
                let path = folder.join(file);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
                std::fs::write(path, text).expect("the file can be written");
            }
            None if info == "sh" => {
                printed.clear();
                for line in text.lines() {
                    commands += 1;
                    printed.push_str(&command(&folder, line, page));
                }
            }
            None if info == "text" => says(&printed, &text, page),
            None => {}
        }
    }
    assert!(commands > 3, "{page}: no commands");
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// Runs a line; what it prints. `# exits with N`: how it ends, else with 0.
fn command(folder: &Path, line: &str, page: &str) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_rmt"));
    let path =
        format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
    let output =
        Command::new("sh").arg("-c").arg(line).current_dir(folder).env("PATH", path).output().expect("sh runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let wanted = line.split_once("# exits with ").map(|(_, code)| code.trim().parse().expect("a number"));
    // How a script of a test case ends is the sanitizer's business.
    if line.starts_with("rmt ") {
        assert_eq!(output.status.code(), Some(wanted.unwrap_or(0)), "{page}: {line}\n{text}");
    }
    text
}

/// Each line is printed, in this order.
fn says(printed: &str, wanted: &str, page: &str) {
    let mut rest = printed;
    for line in wanted.lines().filter(|line| *line != "…") {
        let at = rest.find(line).unwrap_or_else(|| panic!("{page}: {line:?} is not printed, or not there:\n{printed}"));
        rest = &rest[at + line.len()..];
    }
}

#[test]
fn commands_of_the_first_tasks_run() {
    run(RUN[0]);
}

#[test]
fn commands_of_the_tutorial_run() {
    run(RUN[1]);
}

#[test]
fn commands_of_the_page_about_contracts_run() {
    run(RUN[2]);
}

const ARRAY: &str = "#include <assert.h>
extern int input(void);
int main(void) {
  int n = input(), s = 0;
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    s += 2;
  assert(s == 2 * n);
  return 0;
}
";

const PARSE: &str = "int parse(const char *text) { return *text == '-' ? -1 : 1; }\n";

const BANK: &str = "var money: int;
procedure Deposit() { var have: int; have := money; money := have + 1; }
procedure {:entrypoint} main() { money := 0; async call Deposit(); async call Deposit(); assert money <= 2; }
";

const SERVER: &str = "#include <pthread.h>
int served;
static void *serve(void *unused) { served++; return unused; }
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, serve, 0);
  served++;
  pthread_join(one, 0);
  return 0;
}
";

const SETTINGS: &str = "[[programs]]\nfiles = \"drivers/*.bpl\"\nflags = [\"--bound\", \"2\"]\n";

/// What the pages call these.
const FILES: [(&str, &str); 11] = [
    ("driver.c", PARSE_AND_MAIN),
    ("lib.c", PARSE),
    ("lib/parse.c", PARSE_AND_MAIN),
    ("src/driver.c", PARSE_AND_MAIN),
    ("array.c", ARRAY),
    ("m.bpl", "procedure P(x: int) returns (y: int) ensures y > x; { y := x + 1; }\n"),
    ("drivers/one.bpl", BANK),
    ("bank.bpl", BANK),
    ("bank.c", BANK_IN_C),
    ("server.c", SERVER),
    ("rmt.toml", SETTINGS),
];

const BANK_IN_C: &str = "#include <assert.h>\n#include <pthread.h>\n\nint balance;\n\n\
    void *deposit(void *unused) { int old = balance; balance = old + 1; return unused; }\n\nint main(void) {\n  \
    pthread_t other;\n  if (pthread_create(&other, 0, deposit, 0)) return 0;\n  deposit(0);\n  \
    pthread_join(other, 0);\n  assert(balance == 2);\n  return 0;\n}\n";

const PARSE_AND_MAIN: &str = "int main(int argc, char **argv) { return argc > 1 ? *argv[1] == '-' : 0; }\n";

/// The commands of rmt in the blocks of a page, without their remarks.
fn commands(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(page).expect("the page is there");
    let shell = blocks(&text).into_iter().filter(|(info, _)| info == "sh").flat_map(|(_, text)| {
        text.lines().map(|line| line.replace("scripts/setup && cargo run --release --", "rmt")).collect::<Vec<_>>()
    });
    let command = |line: String| line.split("  #").next().unwrap_or_default().trim().to_string();
    shell.map(command).filter(|line| line.starts_with("rmt ")).collect()
}

fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("docs")).expect("the folder is there");
    let docs =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.extension() == Some("md".as_ref()));
    let mut pages: Vec<PathBuf> = docs.chain([root().join("README.md")]).collect();
    pages.sort();
    pages
}

/// Each ends with a verdict: what it names is understood.
#[test]
fn commands_of_the_other_pages_run() {
    if !clang::have_clang() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("rmt-docs-others-{}", std::process::id()));
    for (file, text) in FILES {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
    let (has_cvc5, mut run) = (Command::new("cvc5").arg("--version").output().is_ok(), 0);
    for page in pages() {
        let page = page.to_string_lossy().into_owned();
        if RUN.iter().any(|own| page.ends_with(own)) {
            continue;
        }
        for line in commands(&page).iter().filter(|line| has_cvc5 || !line.contains("cvc5")) {
            let line = line.replace("samples/", &format!("{}/samples/", root().display()));
            let program = PathBuf::from(env!("CARGO_BIN_EXE_rmt"));
            let beside = program.parent().expect("a folder").display().to_string();
            let path = format!("{beside}:{}", std::env::var("PATH").unwrap_or_default());
            let output = Command::new("sh").args(["-c", &line]).current_dir(&folder).env("PATH", path).output();
            let output = output.expect("sh runs");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!([0, 10, 20].map(Some).contains(&output.status.code()), "{page}: {line}\n{said}");
            run += 1;
        }
    }
    assert!(run > 12, "{run} commands");
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}

/// Options that pages mention and that are not rmt's.
const OF_OTHERS: [&str; 8] =
    ["--device", "--document-private-items", "--features", "--locked", "--no-deps", "--open", "--path", "--release"];

#[test]
fn options_that_pages_mention_exist() {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_rmt")).args(arguments).arg("--help").output().expect("rmt runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let all = help(&[]);
    let listed = all.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1).take_while(|l| !l.is_empty());
    let names: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    let known: String = names.iter().filter(|name| **name != "help").map(|name| help(&[name])).collect();
    let known: Vec<&str> = options(&known).collect();
    assert!(known.contains(&"--bound") && known.contains(&"--jobs"), "{names:?}");
    for page in pages() {
        // Tables of the options of other tools.
        if page.ends_with("others.md") || page.ends_with("cbmc.md") {
            continue;
        }
        let text = std::fs::read_to_string(&page).expect("the page is there");
        for option in options(&text).filter(|option| !OF_OTHERS.contains(option)) {
            assert!(known.contains(&option), "{}: there is no {option}", page.display());
        }
    }
}

fn options(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| word.starts_with("--") && word[2..].starts_with(|c: char| c.is_ascii_lowercase()))
}

#[test]
fn the_book_has_all_pages() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the book has a summary");
    for entry in std::fs::read_dir(root().join("docs")).expect("the folder is there") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            assert!(summary.contains(&format!("({name})")), "docs/SUMMARY.md does not name {name}");
        }
    }
    for page in summary.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(page, _)| page)) {
        assert!(root().join("docs").join(page).is_file(), "docs/SUMMARY.md names {page}");
    }
}

/// What editors colour (`editors/vscode`) knows the words of the language, and nothing but words.
#[test]
fn the_grammar_of_editors_knows_the_keywords() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("the file is there");
    let tokens = read("grammar/src/token.rs");
    let keywords = tokens.split("    keywords {").nth(1).and_then(|rest| rest.split('}').next()).expect("a list");
    let keywords: Vec<&str> = keywords.split('"').skip(1).step_by(2).collect();
    let grammar: serde_json::Value =
        serde_json::from_str(&read("editors/vscode/syntaxes/boogie.tmLanguage.json")).expect("JSON");
    let patterns = grammar["repository"]["all"]["patterns"].as_array().expect("patterns");
    let lists = patterns.iter().filter_map(|pattern| {
        let name = pattern["name"].as_str()?;
        let list = pattern["match"].as_str()?.split("\\\\])(").nth(1)?.split(")(?!").next()?;
        let is_words = ["keyword.control", "keyword.operator.word", "storage", "constant.language", "support"];
        is_words.iter().any(|kind| name.starts_with(kind)).then_some(list)
    });
    let words: Vec<&str> = lists.flat_map(|list| list.split('|')).collect();
    for keyword in &keywords {
        assert!(words.contains(keyword), "{keyword} is not among {words:?}");
    }
    for word in &words {
        let plain = word.replace("[0-9]+", "");
        assert!(!plain.is_empty() && plain.chars().all(|c| c.is_ascii_alphanumeric()), "{word:?} is no word");
    }
    assert!(keywords.len() > 60, "{keywords:?}");
}

/// What `rmt` says of the example of each kind of check.
#[test]
fn each_check_fails_with_its_code() {
    let page = std::fs::read_to_string(root().join("docs/checks.md")).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    for section in page.split("\n## ").skip(1) {
        let code = section.split(':').next().unwrap_or_default();
        let line = section.lines().nth(2).unwrap_or_default();
        let (ending, text) = blocks(section).into_iter().next().expect("an example");
        let path = folder.path().join(format!("x.{ending}"));
        std::fs::write(&path, text).expect("it is written");
        // What is on unasked is found so.
        let option = line.split('`').nth(1).filter(|option| option.starts_with("--") && !line.contains("unasked"));
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rmt"));
        command.arg("check").arg(&path).args(option.unwrap_or_default().split_whitespace());
        let output = command.args(["--format", "json", "--no-trace"]).output().expect("rmt runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            said.contains(&format!("\"code\":\"{code}\"")),
            "{code}: {said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
