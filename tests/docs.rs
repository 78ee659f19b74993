//! The documents say what is so: the commands of the pages for first users run, and end and print as the pages say. The
//! book has all pages.

#[path = "support/clang.rs"]
mod clang;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Pages whose commands are run.
const RUN: [&str; 2] = ["docs/tasks.md", "docs/tutorial.md"];

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
