//! Reports as they were told: the JSON of `docs/json.md`, read back. What is written from many reports (SARIF, JUnit, the
//! page) is written from these, so that it is the same for a verdict of this run, of another process, or of a cache.

use serde::{Deserialize, Serialize};

/// A verdict about a program or a procedure.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Told {
    pub file: String,
    pub entry: String,
    /// Of `rmt verify`.
    pub procedure: Option<String>,
    pub at: Option<Position>,
    pub verdict: String,
    pub bound: Option<u32>,
    /// Of a scan without findings: the paths that were followed.
    pub paths: Option<u64>,
    pub contexts: Option<u32>,
    pub reason: Option<Reason>,
    pub proof: Option<Proof>,
    pub failure: Option<Failure>,
    pub trace: Option<Trace>,
    /// Of `rmt verify`.
    pub findings: Vec<Finding>,
    /// Of what is no program.
    pub diagnostics: Option<String>,
    pub mistakes: Vec<Mistake>,
    pub assumptions: Vec<String>,
    pub expected: Option<String>,
    /// Of `rmt scan`: how sure it is that this is a bug.
    pub rank: Option<String>,
    /// Of `rmt suite`.
    pub name: Option<String>,
    pub seconds: Option<f64>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct Position {
    pub file: String,
    pub line: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Reason {
    pub kind: String,
    pub detail: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Proof {
    pub by: String,
    pub certificate: Parts,
}

/// The parts of a certificate.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Parts {
    pub found: String,
    pub invariants: Vec<Invariant>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Invariant {
    pub procedure: String,
    pub place: String,
    pub formula: String,
    pub at: Option<Position>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Failure {
    pub kind: String,
    /// Of the kind of check; `docs/checks.md` lists them. Empty in reports that know no codes.
    pub code: String,
    pub procedure: String,
    pub condition: String,
    pub message: Option<String>,
    /// A front end has added the check, and the message says what is wrong.
    pub added: bool,
    pub at: Option<Position>,
    pub source: Option<Position>,
    pub related: Option<Position>,
    pub values: Vec<Binding>,
    pub thread: Option<u32>,
}

impl Failure {
    /// In the original source if the program names it, else in the text.
    pub fn place(&self) -> Option<&Position> {
        self.source.as_ref().or(self.at.as_ref())
    }

    /// `assertion fails: the lock is free`
    pub fn says(&self) -> String {
        match &self.message {
            Some(message) if self.added => message.clone(),
            Some(message) => format!("{} fails: {message}", self.kind),
            None => format!("{} fails", self.kind),
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Binding {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Trace {
    pub initial: Vec<Binding>,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Step {
    pub depth: u32,
    pub thread: Option<u32>,
    pub at: Option<Position>,
    pub source: Option<Position>,
    pub kind: String,
    pub procedure: String,
    pub child: Option<u32>,
    pub function: String,
    pub value: String,
    pub condition: String,
    pub holds: bool,
    pub label: String,
    pub text: String,
    pub args: Vec<Binding>,
    pub results: Vec<Binding>,
    pub changes: Vec<Binding>,
    pub values: Vec<Binding>,
}

impl Step {
    pub fn place(&self) -> Option<&Position> {
        self.source.as_ref().or(self.at.as_ref())
    }

    /// As the text report says it.
    pub fn says(&self) -> String {
        let list = |bindings: &[Binding]| {
            let texts: Vec<String> = bindings.iter().map(|b| format!("{} = {}", b.name, b.value)).collect();
            texts.join(", ")
        };
        match self.kind.as_str() {
            "call" => format!("call {}({})", self.procedure, list(&self.args)),
            "return" => format!("return {}({})", self.procedure, list(&self.results)),
            "spawn" => format!("spawn thread {}: {}", self.child.unwrap_or_default(), self.procedure),
            "assign" => list(&self.changes),
            "havoc" => format!("havoc {}", list(&self.changes)),
            "input" => format!("{}() gives {}", self.function, self.value),
            "condition" if self.values.is_empty() => format!("{} is {}", self.condition, self.holds),
            "condition" => format!("{} is {}, where {}", self.condition, self.holds, list(&self.values)),
            "assume" => format!("assume {}", self.condition),
            "goto" => format!("goto {}", self.label),
            _ => self.text.clone(),
        }
    }
}

/// An assertion of a procedure that may fail.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Finding {
    pub certainty: String,
    pub failure: Failure,
    pub trace: Option<Trace>,
}

/// A diagnostic of a file that is no program.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Mistake {
    pub severity: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Position>,
    /// Where it ends: the position behind its last character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Position>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Told {
    /// One line of JSON. Errors: it is not a report.
    pub fn read(line: &str) -> serde_json::Result<Told> {
        serde_json::from_str(line)
    }

    /// What the report is about, in few words.
    pub fn about(&self) -> String {
        match (&self.name, &self.procedure) {
            (Some(name), _) => name.clone(),
            (None, Some(procedure)) => format!("{}: {procedure}", self.file),
            (None, None) => self.file.clone(),
        }
    }

    /// All that fails, each with the way there. Of several entries of a file each is a report.
    pub fn failures(&self) -> Vec<(&Failure, Option<&Trace>, bool)> {
        let own = self.failure.iter().map(|failure| (failure, self.trace.as_ref(), true));
        let found = self.findings.iter().map(|f| (&f.failure, f.trace.as_ref(), f.certainty != "undecided"));
        own.chain(found).collect()
    }

    /// The verdict in a line: `unsafe: assertion fails: … at m.c:3:5`.
    pub fn says(&self) -> String {
        let mut text = self.verdict.replace('-', " ");
        if self.verdict == "safe-up-to-bound" {
            text.push_str(&format!(" {}", self.bound.unwrap_or_default()));
        }
        if let Some((failure, ..)) = self.failures().first() {
            let place = failure.place().map_or(String::new(), |place| format!(" at {place}"));
            match &failure.message {
                Some(message) if failure.added => {
                    let place = failure.place().map_or(String::new(), |place| format!(" {place}:"));
                    text.push_str(&format!(":{place} {message}"));
                }
                Some(message) => text.push_str(&format!(": {} fails{place}: {message}", failure.kind)),
                None => text.push_str(&format!(": {} fails{place}", failure.kind)),
            }
        }
        if let Some(Reason { kind, detail }) = &self.reason {
            text.push_str(&format!(": {kind}"));
            detail.iter().for_each(|detail| text.push_str(&format!(": {detail}")));
        }
        if let Some(proof) = &self.proof {
            let found = &proof.certificate.found;
            let found = if found.is_empty() { String::new() } else { format!(": {found}") };
            let by = if proof.by == "bounded" { ", whatever the bound".into() } else { format!(" by {}", proof.by) };
            text.push_str(&format!(" (proved{by}{found})"));
        }
        if let Some(mistake) = self.mistakes.iter().find(|m| m.severity == "error") {
            let place = mistake.at.as_ref().map_or(String::new(), |at| format!(" at {at}"));
            text.push_str(&format!(": {}{place}", mistake.message));
        }
        text
    }
}
