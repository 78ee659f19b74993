//! What tests cover, in lines and branches of the text: as a line, and as a tracefile of lcov.

use std::collections::BTreeMap;
use std::fmt::Write;

use ivl::source::SourceMap;
use serde::Serialize;

use crate::ir::cover::{Goal, GoalKind};

/// Places that are told, of those that no test reaches.
const MOST: usize = 12;

/// What is covered of a program.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    files: BTreeMap<String, File>,
    pub tests: usize,
}

/// How many tests reach something.
type Hits = u64;

/// What is counted in a file.
#[derive(Clone, Debug, Default)]
struct File {
    /// By line and name.
    functions: BTreeMap<(usize, String), Hits>,
    lines: BTreeMap<usize, Hits>,
    /// By line and number of the condition: each side.
    branches: BTreeMap<(usize, u32), BTreeMap<u32, Branch>>,
}

#[derive(Clone, Debug, Default)]
struct Branch {
    hits: Hits,
    /// The condition.
    text: String,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part {
    pub reached: usize,
    pub all: usize,
}

impl Part {
    fn of(hits: impl Iterator<Item = Hits>) -> Part {
        hits.fold(Part::default(), |Part { reached, all }, hits| Part {
            reached: reached + usize::from(hits > 0),
            all: all + 1,
        })
    }

    fn text(self, what: &str) -> String {
        let percent = (self.reached * 100).checked_div(self.all).unwrap_or(100);
        format!("{what} {percent} % ({} of {})", self.reached, self.all)
    }
}

impl Coverage {
    /// Of the goals, how many tests reach each.
    pub fn new(goals: &[Goal], hits: &[Hits], tests: usize, sources: &SourceMap) -> Coverage {
        let mut files: BTreeMap<String, File> = BTreeMap::new();
        for (Goal { span, kind }, &hits) in goals.iter().zip(hits) {
            let Some((name, line, _)) = sources.locate(*span) else { continue };
            let file = files.entry(name.to_string()).or_default();
            match kind {
                GoalKind::Function(name) => {
                    file.functions.insert((line, name.to_string()), hits);
                }
                GoalKind::Line => {
                    let known = file.lines.entry(line).or_default();
                    *known = (*known).max(hits);
                }
                GoalKind::Branch { condition, side } => {
                    let text = sources.text(*span).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
                    let sides = file.branches.entry((line, *condition)).or_default();
                    sides.insert(*side, Branch { hits, text });
                }
            }
        }
        Coverage { files, tests }
    }

    pub fn lines(&self) -> Part {
        Part::of(self.files.values().flat_map(|file| file.lines.values().copied()))
    }

    pub fn branches(&self) -> Part {
        let sides = self.files.values().flat_map(|file| file.branches.values());
        Part::of(sides.flat_map(|sides| sides.values().map(|branch| branch.hits)))
    }

    pub fn functions(&self) -> Part {
        Part::of(self.files.values().flat_map(|file| file.functions.values().copied()))
    }

    /// Branches that no test takes: file, line, and which side of which condition.
    pub fn missing(&self) -> Vec<(&str, usize, String)> {
        let mut all = Vec::new();
        for (name, file) in &self.files {
            for ((line, _), sides) in &file.branches {
                for (side, branch) in sides.iter().filter(|(_, branch)| branch.hits == 0) {
                    all.push((name.as_str(), *line, way(&branch.text, *side, sides.len())));
                }
            }
        }
        all
    }

    /// In a line, with places that no test reaches: all of them, or some.
    pub fn text(&self, all: bool) -> String {
        let mut text = format!(
            "{}, {}, by {} {}",
            self.lines().text("lines"),
            self.branches().text("branches"),
            self.tests,
            if self.tests == 1 { "test" } else { "tests" }
        );
        let missing = self.missing();
        let most = if all { missing.len() } else { MOST.min(missing.len()) };
        let places: Vec<String> =
            missing[..most].iter().map(|(file, line, way)| format!("{file}:{line} ({way})")).collect();
        if !places.is_empty() {
            let _ = write!(text, "; not reached: {}", places.join(", "));
        }
        if most < missing.len() {
            let _ = write!(text, ", {} more", missing.len() - most);
        }
        text
    }

    /// As lcov and genhtml read it.
    pub fn lcov(&self) -> String {
        let mut out = String::from("TN:\n");
        for (name, file) in &self.files {
            let _ = writeln!(out, "SF:{name}");
            for (line, function) in file.functions.keys() {
                let _ = writeln!(out, "FN:{line},{function}");
            }
            for ((_, function), hits) in &file.functions {
                let _ = writeln!(out, "FNDA:{hits},{function}");
            }
            let part = Part::of(file.functions.values().copied());
            let _ = writeln!(out, "FNF:{}\nFNH:{}", part.all, part.reached);
            let (mut last, mut block) = (0, 0);
            for ((line, _), sides) in &file.branches {
                block = if last == *line { block + 1 } else { 0 };
                last = *line;
                let is_reached = sides.values().any(|branch| branch.hits > 0);
                for (side, branch) in sides {
                    let taken = if is_reached { branch.hits.to_string() } else { "-".to_string() };
                    let _ = writeln!(out, "BRDA:{line},{block},{side},{taken}");
                }
            }
            let sides = file.branches.values().flat_map(|sides| sides.values());
            let part = Part::of(sides.map(|branch| branch.hits));
            let _ = writeln!(out, "BRF:{}\nBRH:{}", part.all, part.reached);
            for (line, hits) in &file.lines {
                let _ = writeln!(out, "DA:{line},{hits}");
            }
            let part = Part::of(file.lines.values().copied());
            let _ = writeln!(out, "LF:{}\nLH:{}\nend_of_record", part.all, part.reached);
        }
        out
    }
}

/// A side of a condition, in words.
fn way(text: &str, side: u32, sides: usize) -> String {
    const LONGEST: usize = 40;
    let text = if text.chars().count() > LONGEST { "the condition" } else { text };
    match (sides, side) {
        (2, 0) => format!("{text} holds"),
        (2, 1) => format!("{text} does not hold"),
        _ => format!("way {} of {text}", side + 1),
    }
}
