//! `rmt.toml`: what is checked in a folder, and how.
//!
//! ```toml
//! flags = ["--timeout", "30"]           # of all programs
//! exclude = ["old/**"]
//!
//! [[programs]]
//! files = "drivers/*.c"                 # a pattern: each file is a program
//! flags = ["--check", "deref,free"]
//! entries = ["probe", "remove"]         # each by itself
//! expect = "safe"
//!
//! [[programs]]
//! name = "server"
//! files = ["server.c", "queue.c"]       # a list: together one program
//! ```

use std::fmt;
use std::path::{Path, PathBuf};

use glob::{MatchOptions, Pattern};
use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub flags: Vec<String>,
    pub exclude: Vec<String>,
    pub programs: Vec<Rule>,
    /// Where the file is; paths in it are relative to this.
    #[serde(skip)]
    pub folder: PathBuf,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub name: Option<String>,
    pub files: Files,
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub entries: Vec<String>,
    pub expect: Option<Expected>,
    pub command: Option<Kind>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Files {
    /// Each that matches is a program.
    Pattern(String),
    /// Together one program.
    List(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    Safe,
    Unsafe,
}

impl Expected {
    pub fn word(self) -> &'static str {
        match self {
            Expected::Safe => "safe",
            Expected::Unsafe => "unsafe",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Check,
    Verify,
    /// Files without an entry: each of a list by itself.
    Scan,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Check => "check",
            Kind::Verify => "verify",
            Kind::Scan => "scan",
        }
    }
}

/// What is wrong with the arguments or the settings.
#[derive(Debug)]
pub enum Mistake {
    Unreadable(PathBuf, std::io::Error),
    Settings(PathBuf, Box<toml::de::Error>),
    Pattern(String, glob::PatternError),
    /// Nothing is there to check.
    Nothing(String),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            Mistake::Settings(path, error) => write!(f, "{}: {}", path.display(), error.to_string().trim_end()),
            Mistake::Pattern(pattern, error) => write!(f, "{pattern}: {error}"),
            Mistake::Nothing(what) => write!(f, "{what}"),
        }
    }
}

impl Settings {
    /// Reads the settings; a file that was not asked for may be missing.
    pub fn read(path: &Path, asked: bool) -> Result<Settings, Mistake> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !asked => return Ok(Settings::default()),
            Err(error) => return Err(Mistake::Unreadable(path.to_path_buf(), error)),
        };
        let read = toml::from_str(&text).map_err(|e| Mistake::Settings(path.to_path_buf(), Box::new(e)));
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        Ok(Settings { folder, ..read? })
    }
}

/// Flags with their paths from the folder of the settings, wherever the command runs.
pub fn seen_from(folder: &Path, flags: &[String]) -> Vec<String> {
    const PATHS: [&str; 9] = [
        "-I",
        "-include",
        "--include",
        "-isystem",
        "-iquote",
        "-idirafter",
        "--compile-commands",
        "--with",
        "--baseline",
    ];
    let mut is_value = false;
    let joined = |path: &str| folder.join(path).to_string_lossy().into_owned();
    let seen = flags.iter().map(|flag| {
        if std::mem::take(&mut is_value) {
            // `-include stdbool.h` may name a header of the system.
            return if folder.join(flag).exists() { joined(flag) } else { flag.clone() };
        }
        is_value = PATHS.contains(&flag.as_str());
        match (flag.strip_prefix("-I"), flag.split_once('=')) {
            (Some(path), _) if !path.is_empty() => format!("-I{}", joined(path)),
            (None, Some((option, path))) if PATHS.contains(&option) => format!("{option}={}", joined(path)),
            _ => flag.clone(),
        }
    });
    seen.collect()
}

/// Whether a pattern of the settings matches a file. `*` is within a folder, `**` over folders.
pub fn matches(pattern: &str, folder: &Path, file: &Path) -> Result<bool, Mistake> {
    let whole = folder.join(pattern).to_string_lossy().into_owned();
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::default() };
    let pattern = Pattern::new(&whole).map_err(|error| Mistake::Pattern(whole, error))?;
    let file = file.strip_prefix("./").unwrap_or(file);
    Ok(pattern.matches_path_with(file, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_relative_to_the_settings() {
        let folder = Path::new("a");
        assert!(matches("*.c", folder, Path::new("a/x.c")).is_ok_and(|m| m));
        assert!(matches("*.c", folder, Path::new("a/b/x.c")).is_ok_and(|m| !m));
        assert!(matches("**/*.c", folder, Path::new("a/b/x.c")).is_ok_and(|m| m));
        assert!(matches("***", folder, Path::new("a/x.c")).is_err());
    }

    #[test]
    fn paths_of_flags_are_relative_to_the_settings() {
        let flags =
            ["-Iinc", "-I/usr/inc", "--compile-commands=b/c.json", "--include", "no.h", "-DX=a/b", "--bound", "2"];
        let seen = seen_from(Path::new("sub"), &flags.map(str::to_string));
        assert_eq!(
            seen,
            [
                "-Isub/inc",
                "-I/usr/inc",
                "--compile-commands=sub/b/c.json",
                "--include",
                "no.h",
                "-DX=a/b",
                "--bound",
                "2"
            ]
        );
    }

    #[test]
    fn mistakes_are_located() {
        let text = "[[programs]]\nfiles = \"*.c\"\nexpect = \"maybe\"\n";
        let mistake = toml::from_str::<Settings>(text).expect_err("maybe is no verdict").to_string();
        assert!(mistake.contains("line 3") && mistake.contains("safe"), "{mistake}");
    }
}
