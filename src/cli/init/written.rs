//! The text of an `rmt.toml`.

use std::fmt::Write;
use std::path::PathBuf;

use super::Project;
use super::linked::Programs;

pub fn text(project: &Project, programs: &Programs) -> String {
    let mut text =
        format!("# Written by `rmt init` from {}; the manual's page \"Many programs\" says more.\n", project.from);
    // What all files have in common is said once.
    let mut all = project.files.values();
    let first = all.next().cloned().unwrap_or_default();
    let is_common = all.all(|flags| *flags == first);
    let common = [&project.flags[..], if is_common { &first } else { &[] }].concat();
    if !common.is_empty() {
        let _ = writeln!(text, "flags = {}", list(common.iter().map(String::as_str)));
    }
    let of = |files: &[PathBuf]| match is_common {
        true => vec![],
        false => joined(files.iter().filter_map(|file| project.files.get(file))),
    };
    for program in &programs.with_main {
        let name = program.first().map(|main| main.with_extension("")).unwrap_or_default();
        let _ = write!(text, "\n[[programs]]\nname = {}\n", quoted(&name.display().to_string()));
        let _ = writeln!(text, "files = {}", paths(program));
        write_flags(&mut text, &of(program));
    }
    // Files that are read in the same way.
    let mut groups: Vec<(Vec<String>, Vec<PathBuf>)> = vec![];
    for file in &programs.without_main {
        let flags = of(std::slice::from_ref(file));
        match groups.iter_mut().find(|(known, _)| *known == flags) {
            Some((_, files)) => files.push(file.clone()),
            None => groups.push((flags, vec![file.clone()])),
        }
    }
    for (flags, files) in &groups {
        let _ = write!(text, "\n# Without a main: each function by itself.\n[[programs]]\ncommand = \"scan\"\n");
        let _ = writeln!(text, "files = {}", paths(files));
        write_flags(&mut text, flags);
    }
    text
}

fn write_flags(text: &mut String, flags: &[String]) {
    if !flags.is_empty() {
        let _ = writeln!(text, "flags = {}", list(flags.iter().map(String::as_str)));
    }
}

/// The flags of several files that are read as one program: each once, in their order.
fn joined<'a>(all: impl Iterator<Item = &'a Vec<String>>) -> Vec<String> {
    let mut joined: Vec<&[String]> = vec![];
    for flags in all {
        let mut rest = flags.as_slice();
        while let Some(first) = rest.first() {
            let with_value = ["-U", "-include", "-isystem", "-iquote", "-idirafter"].contains(&first.as_str());
            let (flag, others) = rest.split_at(if with_value { 2.min(rest.len()) } else { 1 });
            rest = others;
            if !joined.contains(&flag) {
                joined.push(flag);
            }
        }
    }
    joined.concat()
}

fn paths(files: &[PathBuf]) -> String {
    let words: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    list(words.iter().map(String::as_str))
}

/// On one line, if it is short.
fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.map(quoted).collect();
    let line = format!("[{}]", words.join(", "));
    if line.len() <= 100 { line } else { format!("[\n    {},\n]", words.join(",\n    ")) }
}

/// A string of TOML: its escapes are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
