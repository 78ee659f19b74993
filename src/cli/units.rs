//! Units of work as files: a Boogie program whose first line says which part of its executions to look at.
//!
//! ```text
//! // rmt unit {"entry":"main","bound":3,"unit":{"through":[[0,2]],"not_through":[]}}
//! procedure main() …
//! ```

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::reach::Unit;

const MARK: &str = "// rmt unit ";

/// The first line of a unit.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    pub entry: String,
    pub bound: u32,
    pub unit: Unit,
    /// Assumptions that verdicts rest on.
    pub assumptions: Vec<String>,
}

/// Writes `1.bpl`, `2.bpl`, … into the folder, which is made if need be. It must be empty: left-overs of another check
/// would pass for units of this one.
pub fn write(folder: &Path, program: &str, works: impl Iterator<Item = Work>) -> io::Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder)?;
    if std::fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::other("units of work go to an empty folder"));
    }
    let mut written = Vec::new();
    for (number, work) in works.enumerate() {
        let line = serde_json::to_string(&work).map_err(io::Error::other)?;
        let path = folder.join(format!("{}.bpl", number + 1));
        std::fs::write(&path, format!("{MARK}{line}\n{program}"))?;
        written.push(path);
    }
    Ok(written)
}

/// Why a file is no unit of work.
pub enum Mistake {
    Unreadable(io::Error),
    /// Its first line is not ours.
    Unmarked,
    Malformed(serde_json::Error),
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mistake::Unreadable(error) => write!(f, "{error}"),
            Mistake::Unmarked => write!(f, "not a unit of work: its first line does not begin with \"{MARK}\""),
            Mistake::Malformed(error) => write!(f, "not a unit of work: 1:{}: {error}", MARK.len() + error.column()),
        }
    }
}

/// The unit of a file.
pub fn read(path: &str) -> Result<Work, Mistake> {
    let text = std::fs::read_to_string(path).map_err(Mistake::Unreadable)?;
    let line = text.lines().next().and_then(|line| line.strip_prefix(MARK)).ok_or(Mistake::Unmarked)?;
    serde_json::from_str(line).map_err(Mistake::Malformed)
}
