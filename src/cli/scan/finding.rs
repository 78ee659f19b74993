//! Findings of a scan: one for each place and kind, the surest first.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::is_open;
use crate::cli::args::RankArg;
use crate::report::{Report, json};
use crate::verdict::Execution;

/// What is said of a violation.
pub struct Said {
    /// What is wrong.
    what: String,
    /// Where it happens, and the kind: findings that agree in it have one cause.
    place: String,
    /// Whether callers may see to it that there is none.
    pub is_open: bool,
    /// The report, as text and as JSON.
    text: String,
    told: Value,
}

impl Said {
    pub fn of(report: &Report, execution: &Execution, text: String) -> Said {
        // What is lost is lost where it was allocated.
        let spans = [Some(execution.failure.span), execution.failure.related];
        let place = spans.into_iter().flatten().find_map(|span| report.sources.locate(span));
        let line = place.map(|(file, line, _)| format!("{file}:{line}"));
        let told: serde_json::Value = serde_json::from_str(&json::render(report)).unwrap_or_default();
        let what = execution.failure.message.as_deref().unwrap_or(execution.failure.what);
        // What a model of the library has allocated has no place: it is lost by the function.
        let of = || told["entry"].as_str().unwrap_or_default().to_string();
        let place = format!("{} {what}", line.unwrap_or_else(of));
        Said { place, what: what.to_string(), is_open: is_open(execution), text, told }
    }
}

impl Said {
    /// Whether another violation is of the same kind at the same place.
    pub fn is_at(&self, other: &Said) -> bool {
        self.place == other.place
    }

    /// Whether it is an access to memory that is not there.
    pub fn is_access(&self) -> bool {
        ["invalid read", "invalid write"].iter().any(|words| self.what.starts_with(words))
    }
}

/// A violation, and how sure it is that it is a bug.
pub struct Finding {
    pub rank: RankArg,
    /// What callers do if there is none.
    pub assumed: Option<&'static str>,
    pub said: Said,
}

impl Finding {
    fn rank(&self) -> &'static str {
        match self.rank {
            RankArg::Certain => "certain",
            RankArg::Likely => "likely",
            RankArg::Possible => "possible",
        }
    }

    /// `likely: invalid read: null pointer`
    pub fn line(&self) -> String {
        format!("{}: {}", self.rank(), self.said.what)
    }

    pub fn text(&self) -> String {
        let entry = self.said.told["entry"].as_str().unwrap_or_default();
        let assumed = self.assumed.map(|assumed| format!(", unless {assumed}")).unwrap_or_default();
        format!("{}, in {entry}{assumed}: {}\n{}\n", self.rank(), self.said.what, self.said.text)
    }

    pub fn json(&self) -> String {
        let mut told = self.said.told.clone();
        told["rank"] = json!(self.rank());
        told["id"] = json!(self.id());
        if let Some(assumed) = self.assumed {
            told["assumed"] = json!(assumed);
        }
        told.to_string()
    }

    /// The same as long as the kind, the function and the check are; where it stands does not matter.
    fn id(&self) -> String {
        let failure = &self.said.told["failure"];
        let part = |name: &str| failure[name].as_str().unwrap_or_default();
        let file = self.said.told["file"].as_str().unwrap_or_default();
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = [name.as_str(), &self.said.what, part("procedure"), part("condition")].join("\0");
        Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// How far nothing is found.
#[derive(Clone, Copy, Debug, Default)]
pub enum Far {
    /// Nobody knows.
    #[default]
    Open,
    /// Whatever the bound.
    All,
    Bound(u32),
    /// Along so many paths, with all their rounds.
    Paths(u64),
}

impl Far {
    /// `nothing found up to bound 2`
    pub fn told(self) -> Option<String> {
        match self {
            Far::Open => None,
            Far::All => Some("nothing found".to_string()),
            Far::Bound(bound) => Some(format!("nothing found up to bound {bound}")),
            Far::Paths(paths) => Some(format!("nothing found on {paths} paths")),
        }
    }
}

/// The report about a function without a finding, as JSON.
pub fn nothing(file: &str, function: &str, undecided: Option<&str>, far: Far) -> String {
    let mut told =
        json!({"rmt": env!("CARGO_PKG_VERSION"), "file": file, "entry": function, "verdict": "nothing-found"});
    match far {
        Far::Open | Far::All => {}
        Far::Bound(bound) => told["bound"] = json!(bound),
        Far::Paths(paths) => told["paths"] = json!(paths),
    }
    if let Some(why) = undecided {
        told["verdict"] = json!("unknown");
        told["reason"] = json!({"kind": "not decided", "detail": why});
    }
    told.to_string()
}

/// The findings of a scan.
pub struct Findings {
    pub all: Vec<Finding>,
}

impl Findings {
    /// One for each place and kind: the surest of them. The surest come first.
    pub fn grouped(found: impl Iterator<Item = Finding>) -> Findings {
        let mut all: Vec<Finding> = vec![];
        for finding in found {
            match all.iter_mut().find(|known| known.said.place == finding.said.place) {
                Some(known) if known.rank < finding.rank => *known = finding,
                Some(_) => {}
                None => all.push(finding),
            }
        }
        all.sort_by_key(|finding| std::cmp::Reverse(finding.rank));
        Findings { all }
    }

    pub fn without(mut self, known: &BTreeSet<String>) -> Findings {
        self.all.retain(|finding| !known.contains(&finding.id()));
        self
    }

    pub fn above(mut self, rank: RankArg) -> Findings {
        self.all.retain(|finding| finding.rank >= rank);
        self
    }
}

/// What an earlier scan has found.
pub fn known(path: &Path) -> std::io::Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(lines.filter_map(|told| told["id"].as_str().map(str::to_string)).collect())
}
