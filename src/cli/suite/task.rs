//! A program to check, as a suite and its workers exchange it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Parser;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::cli::args::{CArgs, Cli, Command as Rmt};
use crate::cli::{as_clap_reads_them, input};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// How reports call it.
    pub name: String,
    /// Where `files` and `flags` are meant.
    pub folder: PathBuf,
    /// `check`, `verify` or `scan`
    pub command: String,
    pub files: Vec<String>,
    pub flags: Vec<String>,
    /// `safe` or `unsafe`
    pub expected: Option<String>,
}

impl Task {
    /// The arguments of the process that checks it.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![self.command.clone(), "--format=json".to_string()];
        arguments.extend(self.flags.iter().cloned());
        arguments.push("--".into());
        arguments.extend(self.files.iter().cloned());
        arguments
    }

    /// A report with what the suite knows of the program: its name, the time, the expected verdict.
    pub fn about(&self, line: &str, seconds: f64) -> String {
        let Ok(serde_json::Value::Object(mut report)) = serde_json::from_str(line) else { return line.to_string() };
        let name = match report.get("procedure").and_then(|procedure| procedure.as_str()) {
            Some(procedure) => format!("{}: {procedure}", self.name),
            None => self.name.clone(),
        };
        report.insert("name".into(), name.into());
        report.insert("seconds".into(), seconds.into());
        if let Some(expected) = &self.expected {
            report.insert("expected".into(), expected.clone().into());
        }
        serde_json::Value::Object(report).to_string()
    }

    /// The files that the verdict depends on. `None`: it cannot be told.
    pub fn depends_on(&self) -> Option<BTreeSet<PathBuf>> {
        let mut all: BTreeSet<PathBuf> = self.files.iter().map(|file| self.folder.join(file)).collect();
        for text in self.texts()? {
            // The preprocessor says where lines are from: `# 1 "limit.h" 1`.
            for line in String::from_utf8_lossy(&text).lines().filter(|line| line.starts_with("# ")) {
                let file = line.split('"').nth(1).filter(|file| !file.starts_with('<'));
                all.extend(file.map(|file| self.folder.join(file)));
            }
        }
        Some(all)
    }

    /// What the verdict depends on, as a hash: this program, the options, the texts of all files, of C with all that they
    /// include. `None`: it cannot be told, so that no verdict is kept.
    pub fn key(&self) -> Option<String> {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(identity()?.as_bytes());
        add(self.folder.as_os_str().as_encoded_bytes());
        self.arguments().iter().for_each(|argument| add(argument.as_bytes()));
        for text in self.texts()? {
            add(&text);
        }
        Some(hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect())
    }

    /// Whether its options say where executions begin, or it is no check.
    pub fn names_entries(&self) -> bool {
        !matches!(self.read(), Some(Rmt::Check(args)) if args.entry.is_empty())
    }

    /// Whether its options are those of its command.
    pub fn is_understood(&self) -> bool {
        self.read().is_some()
    }

    fn read(&self) -> Option<Rmt> {
        let arguments = std::iter::once("rmt".to_string()).chain(self.arguments());
        Cli::try_parse_from(as_clap_reads_them(arguments.map(Into::into))).ok()?.command
    }

    fn texts(&self) -> Option<Vec<Vec<u8>>> {
        let (with, c) = match self.read()? {
            Rmt::Check(args) => (args.with.clone(), Some(args.c.clone())),
            Rmt::Verify(args) => (args.with.clone(), None),
            Rmt::Scan(args) => (vec![], Some(args.c.clone())),
            _ => return None,
        };
        let read = |path: &Path| std::fs::read(self.folder.join(path)).ok();
        let mut texts = Vec::new();
        for file in self.files.iter().chain(&with) {
            let path = Path::new(file);
            texts.push(read(path)?);
            let c_files = match path.extension().and_then(|e| e.to_str()) {
                Some("c" | "i") => vec![path.to_path_buf()],
                Some("yml") => {
                    let task = rmt_c::Task::read(&self.folder.join(path)).ok()?;
                    for property in &task.properties {
                        texts.push(std::fs::read(&property.file).ok()?);
                    }
                    task.files
                }
                _ => Vec::new(),
            };
            for c_file in c_files {
                let c = c.as_ref()?;
                texts.push(self.preprocessed(&c_file, c)?);
            }
        }
        Some(texts)
    }

    /// How a build compiles a file, if a database says so: that of the options, or the one beside the first C file.
    fn arguments_of_build(&self, file: &Path, c: &CArgs) -> Option<Vec<String>> {
        let first = self.files.iter().find(|file| input::is_c(file)).map_or(file, Path::new);
        let database = c.compile_commands.clone().unwrap_or_else(|| first.with_file_name("compile_commands.json"));
        let database = self.folder.join(database);
        if !database.exists() {
            return Some(vec![]);
        }
        let mut read = rmt_c::compile_commands(&database).ok()?;
        Some(self.folder.join(file).canonicalize().ok().and_then(|path| read.remove(&path)).unwrap_or_default())
    }

    /// A C file and all that it includes, behind how a build compiles it.
    fn preprocessed(&self, file: &Path, c: &CArgs) -> Option<Vec<u8>> {
        let of_build = self.arguments_of_build(file, c)?;
        let mut clang = Command::new(&c.clang);
        clang.current_dir(&self.folder).args(["-E", "-w"]).args(&c.clang_args);
        c.include_dirs.iter().for_each(|folder| _ = clang.arg("-I").arg(folder));
        c.defines.iter().for_each(|define| _ = clang.arg("-D").arg(define));
        c.includes.iter().for_each(|include| _ = clang.arg("-include").arg(include));
        if c.m32 {
            clang.arg("-m32");
        }
        let output = clang.args(&of_build).arg(file).output().ok()?;
        output.status.success().then(|| [of_build.join("\0").into_bytes(), output.stdout].concat())
    }
}

/// Which rmt this is: another build may give other verdicts.
pub fn identity() -> Option<String> {
    let program = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
    let built = program.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{} {} {}", env!("CARGO_PKG_VERSION"), program.len(), built.as_nanos()))
}
