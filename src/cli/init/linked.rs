//! Which files make a program, by the names of functions: a file with a `main`, those that define what it uses, and so on.
//! What that gets wrong, the linker of the project knows better, and
//! whoever reads `rmt.toml` may say so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cli::c_names::{Names, names};

/// The programs of a project.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Programs {
    /// By the file with the `main`, which comes first.
    pub with_main: Vec<Vec<PathBuf>>,
    pub without_main: Vec<PathBuf>,
}

/// The programs of files with their flags.
pub fn programs(folder: &Path, files: &BTreeMap<PathBuf, Vec<String>>) -> Programs {
    let read = |(file, flags): (_, &Vec<String>)| {
        let text = std::fs::read(folder.join(file)).unwrap_or_default();
        let defined = flags.iter().filter_map(|flag| flag.strip_prefix("-D")?.split('=').next());
        (file, names(&String::from_utf8_lossy(&text), &defined.collect::<Vec<_>>()))
    };
    linked(&files.iter().map(read).collect())
}

fn linked(files: &BTreeMap<&PathBuf, Names>) -> Programs {
    let mut definers: BTreeMap<&str, Vec<&PathBuf>> = BTreeMap::new();
    for (file, names) in files.iter().filter(|(_, names)| !names.defined.contains("main")) {
        names.defined.iter().for_each(|name| definers.entry(name).or_default().push(file));
    }
    let mut programs = Programs::default();
    for (&file, names) in files {
        if !names.defined.contains("main") {
            programs.without_main.push(file.clone());
            continue;
        }
        let mut program = vec![file];
        let mut defined: BTreeSet<&str> = names.defined.iter().map(String::as_str).collect();
        let mut next = 0;
        while let Some(&user) = program.get(next) {
            next += 1;
            for name in &files[user].used {
                if defined.contains(name.as_str()) {
                    continue;
                }
                let others = definers.get(name.as_str()).map_or(&[][..], Vec::as_slice);
                // What would define a name twice belongs to another program.
                let fits =
                    |other: &&&PathBuf| files[**other].defined.iter().all(|name| !defined.contains(name.as_str()));
                let near = others.iter().filter(fits).max_by_key(|other| other.parent() == user.parent());
                if let Some(&other) = near {
                    defined.extend(files[other].defined.iter().map(String::as_str));
                    program.push(other);
                }
            }
        }
        program[1..].sort();
        programs.with_main.push(program.into_iter().cloned().collect());
    }
    programs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_what_its_main_uses() {
        let file = |text: &str| names(text, &[]);
        let paths = ["a.c", "b.c", "lib/one.c", "lib/two.c", "z/one.c"].map(PathBuf::from);
        let texts = [
            "int main(void) { return one(); }",
            "int main(void) { return 0; }",
            "int one(void) { return two(); }",
            "int two(void) { return 2; }",
            "int one(void) { return 1; }",
        ];
        let files = paths.iter().zip(texts.map(file)).collect();
        let programs = linked(&files);
        assert_eq!(programs.with_main.len(), 2);
        assert_eq!(programs.with_main[1], ["b.c"].map(PathBuf::from));
        assert_eq!(programs.without_main.len(), 3);
    }
}
