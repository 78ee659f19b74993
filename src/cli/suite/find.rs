//! From folders, patterns and `rmt.toml` to tasks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::settings::{Expected, Files, Kind, Mistake, Rule, Settings, matches, seen_from};
use super::task::Task;
use crate::cli::args::ProgramsArgs;

/// The endings of programs; a task definition (`.yml`) stands for its files.
const ENDINGS: [&str; 4] = ["bpl", "c", "i", "yml"];

/// The tasks of a command, by name.
pub fn tasks(args: &ProgramsArgs) -> Result<Vec<Task>, Mistake> {
    let settings = settings(args)?;
    let folder = std::env::current_dir().map_err(|error| Mistake::Unreadable(PathBuf::from("."), error))?;
    let mut files = BTreeSet::new();
    for path in &args.paths {
        add(path, &mut files)?;
    }
    let mut tasks = Vec::new();
    if args.paths.is_empty() {
        for rule in &settings.programs {
            match &rule.files {
                Files::Pattern(pattern) => add(&settings.folder.join(pattern).to_string_lossy(), &mut files)?,
                Files::List(list) => {
                    let list: Vec<String> =
                        list.iter().map(|file| settings.folder.join(file).to_string_lossy().into_owned()).collect();
                    // What is scanned is no program together with others.
                    let scanned = rule.command == Some(Kind::Scan);
                    let parts = list.chunks(if scanned { 1 } else { list.len().max(1) });
                    tasks.extend(parts.flat_map(|files| of_rules(files, &[rule], &settings, args, &folder)));
                }
            }
        }
    }
    // The files of task definitions are no programs by themselves.
    let mut parts = BTreeSet::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "yml")) {
        if let Ok(task) = rmt_c::Task::read(file) {
            parts.extend(task.files);
        }
    }
    for file in files.difference(&parts) {
        let mut rules = Vec::new();
        for rule in &settings.programs {
            let is_meant = match &rule.files {
                Files::Pattern(pattern) => matches(pattern, &settings.folder, file)?,
                Files::List(list) => {
                    let file = file.strip_prefix("./").unwrap_or(file);
                    rule.command == Some(Kind::Scan) && list.iter().any(|name| settings.folder.join(name) == file)
                }
            };
            if is_meant {
                rules.push(rule);
            }
        }
        let mut excluded = false;
        for pattern in &settings.exclude {
            excluded |= matches(pattern, &settings.folder, file)?;
        }
        if !excluded {
            tasks.extend(of_rules(&[file.to_string_lossy().into_owned()], &rules, &settings, args, &folder));
        }
    }
    if tasks.is_empty() {
        let what = if args.paths.is_empty() {
            "rmt.toml names no programs, and no folder is given"
        } else {
            "no programs are there"
        };
        return Err(Mistake::Nothing(what.to_string()));
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tasks)
}

/// A task about one file by a command, read as the nearest `rmt.toml` above it says, and as its build compiles it.
pub fn read_like(file: &Path, command: &str) -> Task {
    let above = || file.ancestors().skip(1);
    let toml = above().map(|folder| folder.join("rmt.toml")).find(|path| path.is_file());
    // Mistakes in the settings are for commands to tell.
    let settings = toml.and_then(|path| Settings::read(&path, true).ok()).unwrap_or_default();
    let is_meant = |rule: &&Rule| match &rule.files {
        Files::Pattern(pattern) => matches(pattern, &settings.folder, file).is_ok_and(|is| is),
        Files::List(list) => list.iter().any(|name| settings.folder.join(name) == file),
    };
    let mut flags = seen_from(&settings.folder, &settings.flags);
    for rule in settings.programs.iter().filter(is_meant) {
        flags.extend(seen_from(&settings.folder, &rule.flags));
    }
    let database =
        above().flat_map(|folder| ["compile_commands.json", "build/compile_commands.json"].map(|d| folder.join(d)));
    if let Some(database) = database.into_iter().find(|path| path.is_file())
        && !flags.iter().any(|flag| flag.starts_with("--compile-commands"))
    {
        flags.splice(0..0, ["--compile-commands".to_string(), database.display().to_string()]);
    }
    let folder = file.parent().unwrap_or(Path::new("/")).to_path_buf();
    let files = vec![file.to_string_lossy().into_owned()];
    let task = Task { name: files[0].clone(), folder, command: command.to_string(), files, flags, expected: None };
    // Options of another command than this one are left out with all others.
    if task.is_understood() { task } else { Task { flags: vec![], ..task } }
}

fn settings(args: &ProgramsArgs) -> Result<Settings, Mistake> {
    if let Some(path) = &args.config {
        return Settings::read(path, true);
    }
    let beside = args.paths.iter().map(|path| Path::new(path).join("rmt.toml")).find(|path| path.is_file());
    Settings::read(&beside.unwrap_or_else(|| PathBuf::from("rmt.toml")), false)
}

/// A task for each entry of these files, or one. Later rules say more.
fn of_rules(files: &[String], rules: &[&Rule], settings: &Settings, args: &ProgramsArgs, folder: &Path) -> Vec<Task> {
    let mut flags = seen_from(&settings.folder, &settings.flags);
    rules.iter().for_each(|rule| flags.extend(seen_from(&settings.folder, &rule.flags)));
    flags.extend(args.flags.iter().cloned());
    let last = |of: &dyn Fn(&Rule) -> Option<String>| rules.iter().rev().find_map(|rule| of(rule));
    let name = last(&|rule| rule.name.clone()).unwrap_or_else(|| files.join(" "));
    let kind = rules.iter().rev().find_map(|rule| rule.command).unwrap_or(Kind::Check);
    let expected = rules.iter().rev().find_map(|rule| rule.expect).map(Expected::word);
    let task = |name: String, more: &[String]| Task {
        name,
        folder: folder.to_path_buf(),
        command: kind.word().into(),
        files: files.to_vec(),
        flags: flags.iter().chain(more).cloned().collect(),
        expected: expected.map(str::to_string),
    };
    let entries = rules.iter().rev().map(|rule| &rule.entries).find(|entries| !entries.is_empty());
    match entries {
        None => vec![task(name, &[])],
        Some(entries) => {
            let with = |entry: &String| task(format!("{name}: {entry}"), &["--entry".into(), entry.clone()]);
            entries.iter().map(with).collect()
        }
    }
}

/// Adds what a folder, a pattern or a file stands for.
fn add(path: &str, files: &mut BTreeSet<PathBuf>) -> Result<(), Mistake> {
    let here = Path::new(path);
    if here.is_dir() {
        return walk(here, files);
    }
    if here.exists() {
        files.insert(here.to_path_buf());
        return Ok(());
    }
    let found = glob::glob(path).map_err(|error| Mistake::Pattern(path.to_string(), error))?;
    // An earlier pattern may have found the same files.
    let found: Vec<PathBuf> = found.flatten().filter(|file| file.is_file()).collect();
    if found.is_empty() {
        return Err(Mistake::Nothing(format!("{path}: no such file or folder")));
    }
    files.extend(found);
    Ok(())
}

fn walk(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Mistake> {
    let unreadable = |error| Mistake::Unreadable(folder.to_path_buf(), error);
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden || path.is_symlink() && path.is_dir() {
            continue;
        }
        if path.is_dir() {
            walk(&path, files)?;
        } else if is_program(&path) {
            files.insert(path);
        }
    }
    Ok(())
}

fn is_program(path: &Path) -> bool {
    match path.extension().and_then(|ending| ending.to_str()) {
        // Other tools have files of this ending, too.
        Some("yml") => std::fs::read_to_string(path).is_ok_and(|text| text.contains("\ninput_files:")),
        Some(ending) => ENDINGS.contains(&ending),
        None => false,
    }
}
