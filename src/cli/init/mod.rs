//! `rmt init`: an `rmt.toml` for a project that has none.
//!
//! ```text
//! compile_commands.json, or else what make would run, or else the C files that are there
//!    ── how each file is read ── linked: which files make a program with which `main` ──▶ rmt.toml
//! ```
//!
//! A guess to begin with, which its reader may change: a program is a file with a `main` and the files that define what it
//! uses, by their names. Files without a `main` are scanned.

mod headers;
mod linked;
mod make;
mod written;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use super::args::InitArgs;
use super::{USAGE, input, print, warn};

/// What an `rmt.toml` is made from.
pub struct Project {
    /// How it was found out, for the first line of the file.
    pub from: String,
    /// Flags of all programs.
    pub flags: Vec<String>,
    /// The C files, relative to the folder of the project, each with flags of its own.
    pub files: BTreeMap<PathBuf, Vec<String>>,
}

/// Why there is no `rmt.toml`.
enum Mistake {
    Exists(PathBuf),
    Nothing(PathBuf),
    Database(ivl::diag::Diagnostic),
    Io(PathBuf, std::io::Error),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Exists(path) => {
                write!(f, "{}: this is there already; --force writes it anew", path.display())
            }
            Mistake::Nothing(folder) => write!(f, "{}: there are no C files", folder.display()),
            Mistake::Database(diagnostic) => write!(f, "{}", diagnostic.message),
            Mistake::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

pub fn run(args: &InitArgs) -> u8 {
    match init(args) {
        Ok(said) => {
            print(said);
            0
        }
        Err(mistake) => {
            warn(&format!("rmt: {mistake}\n"));
            USAGE
        }
    }
}

fn init(args: &InitArgs) -> Result<String, Mistake> {
    let here = args.folder == Path::new(".");
    let path = if here { PathBuf::from("rmt.toml") } else { args.folder.join("rmt.toml") };
    if path.exists() && !args.force {
        return Err(Mistake::Exists(path));
    }
    let folder = args.folder.canonicalize().map_err(|error| Mistake::Io(args.folder.clone(), error))?;
    let project = project(args, &folder)?;
    if project.files.is_empty() {
        return Err(Mistake::Nothing(args.folder.clone()));
    }
    let programs = linked::programs(&folder, &project.files);
    let text = written::text(&project, &programs);
    std::fs::write(&path, &text).map_err(|error| Mistake::Io(path.clone(), error))?;
    let (number, files) = (programs.with_main.len(), programs.without_main.len());
    let from = &project.from;
    let said = format!("{}: from {from}: programs: {number}, files to scan: {files}\n", path.display());
    Ok(said + "`rmt suite` checks them; what is in the file is a guess, to be changed\n")
}

/// What is known of a folder: the first that says something of databases, make, the files.
fn project(args: &InitArgs, folder: &Path) -> Result<Project, Mistake> {
    for database in ["compile_commands.json", "build/compile_commands.json"] {
        let path = folder.join(database);
        if !path.is_file() {
            continue;
        }
        // It is named, and not copied: it changes with the build.
        let read = rmt_c::compile_commands(&path).map_err(Mistake::Database)?;
        let files: BTreeMap<PathBuf, Vec<String>> =
            inside(folder, read).into_keys().map(|file| (file, Vec::new())).collect();
        if !files.is_empty() {
            let flags = vec!["--compile-commands".to_string(), database.to_string()];
            return Ok(Project { from: database.to_string(), flags, files });
        }
    }
    if let Some(read) = make::compiled(folder) {
        let files = inside(folder, read);
        if !files.is_empty() {
            let files = files.into_iter().map(|(file, flags)| (file, make::flags(folder, &flags))).collect();
            return Ok(Project { from: "what make would run".to_string(), flags: vec![], files });
        }
    }
    let unreadable = |error| Mistake::Io(args.folder.clone(), error);
    let (files, flags) = headers::found(folder).map_err(unreadable)?;
    let files = files.into_iter().map(|file| (file, Vec::new())).collect();
    Ok(Project { from: "the C files that are there".to_string(), flags, files })
}

/// The C files of the project, by their paths in it. Others, such as those of libraries elsewhere, are not its own.
fn inside(folder: &Path, read: rmt_c::FileArguments) -> BTreeMap<PathBuf, Vec<String>> {
    let own = |(path, flags): (PathBuf, Vec<String>)| {
        let is_there = input::is_c(&path.to_string_lossy()) && path.is_file();
        Some((path.strip_prefix(folder).ok()?.to_path_buf(), flags)).filter(|_| is_there)
    };
    read.into_iter().filter_map(own).collect()
}
