//! A verdict for programs: one JSON object, described in `docs/json.md`.
//!
//! The structures here are the schema. They are not the verdict's own types, so that the schema stays when those
//! change: members are added, never renamed, and readers ignore what they do not know.

use ivl::diag::{Diagnostic, Severity};
use ivl::source::{SourceMap, Span};
use serde::Serialize;

use super::cover::{Coverage, Part};
use super::told::{self, Mistake};
use super::{Place, Report, reason};
use crate::base::stats::{EngineRun, Stats};
use crate::verdict::execution::{Binding, SourceLine};
use crate::verdict::{
    BOUNDED, Certificate, Check, CutOff, Execution, Failure, Invariant, Status, Step, StepKind, Verdict, Why,
};

/// The report as one line of JSON, without a line end.
pub fn render(report: &Report) -> String {
    line(&Object::of(report))
}

/// The same without the trace.
pub fn render_failure(report: &Report) -> String {
    line(&Object { trace: None, ..Object::of(report) })
}

pub(super) fn line(object: &impl Serialize) -> String {
    serde_json::to_string(object).unwrap_or_else(|e| panic!("internal: a report that is no JSON: {e}"))
}

/// The object for a file that is no program: its diagnostics as text, and each with its place.
pub fn rejected(file: &str, text: &str, diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let mistakes: Vec<Mistake> = diagnostics.iter().map(|diagnostic| mistake(diagnostic, sources)).collect();
    serde_json::json!({
        "rmt": env!("CARGO_PKG_VERSION"),
        "file": file,
        "verdict": "rejected",
        "diagnostics": text,
        "mistakes": mistakes,
    })
    .to_string()
}

fn mistake(diagnostic: &Diagnostic, sources: &SourceMap) -> Mistake {
    let place = |span| {
        let (file, line, column) = sources.locate(span)?;
        Some(told::Position { file: file.to_string(), line, column: Some(column) })
    };
    Mistake {
        severity: match diagnostic.severity {
            Severity::Error => "error".into(),
            Severity::Warning => "warning".into(),
        },
        message: diagnostic.message.clone(),
        at: place(diagnostic.span),
        end: place(Span { start: diagnostic.span.end, ..diagnostic.span }),
        notes: diagnostic.notes.clone(),
    }
}

#[derive(Serialize)]
pub(super) struct Object<'a> {
    /// The version that wrote this.
    rmt: &'static str,
    file: &'a str,
    entry: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Proof<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contexts: Option<u32>,
    /// What the bound has cut off.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut_off: Vec<JsonCutOff<'a>>,
    /// What is known of each check, where the program as a whole is not proved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<JsonCheck<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<JsonFailure<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace<'a>>,
    assumptions: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<JsonCoverage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<JsonStats<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summaries: Option<&'a str>,
}

/// What tests cover.
#[derive(Serialize)]
struct JsonCoverage {
    tests: usize,
    functions: Part,
    lines: Part,
    branches: Part,
    /// Branches that no test takes.
    not_reached: Vec<NotReached>,
}

#[derive(Serialize)]
struct NotReached {
    file: String,
    line: usize,
    way: String,
}

impl JsonCoverage {
    fn of(coverage: &Coverage) -> JsonCoverage {
        let missing = coverage.missing().into_iter();
        JsonCoverage {
            tests: coverage.tests,
            functions: coverage.functions(),
            lines: coverage.lines(),
            branches: coverage.branches(),
            not_reached: missing.map(|(file, line, way)| NotReached { file: file.to_string(), line, way }).collect(),
        }
    }
}

/// A loop or a recursion that was not followed further.
#[derive(Serialize)]
struct JsonCutOff<'a> {
    /// "loop" or "recursion"
    kind: &'static str,
    procedure: &'a str,
    /// Not of what a front end adds, such as models of library functions.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
}

impl<'a> JsonCutOff<'a> {
    fn all(report: &Report<'a>) -> Vec<JsonCutOff<'a>> {
        let told = |cut: &'a CutOff| JsonCutOff {
            kind: cut.what,
            procedure: &cut.procedure,
            at: Place::in_text(cut.span, report.sources).map(Position::from),
        };
        report.cut.iter().map(told).collect()
    }
}

/// A check and what is known of it.
#[derive(Serialize)]
struct JsonCheck<'a> {
    kind: &'static str,
    procedure: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
    /// "proved", "violated", "up-to-bound" or "open"
    status: &'static str,
    /// Who has proved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
}

impl<'a> JsonCheck<'a> {
    fn all(report: &Report<'a>) -> Vec<JsonCheck<'a>> {
        let told = |check: &'a Check| {
            let (status, by, bound) = match &check.status {
                Status::Proved(engine) => ("proved", Some(engine.as_str()), None),
                Status::Violated => ("violated", None, None),
                Status::UpTo(bound) => ("up-to-bound", None, Some(bound.0)),
                Status::Open => ("open", None, None),
            };
            let at = Place::in_text(check.span, report.sources).map(Position::from);
            let Check { what, procedure, message, .. } = check;
            JsonCheck { kind: what, procedure, message: message.as_deref(), at, status, by, bound }
        };
        let is_proved = matches!(report.verdict, Verdict::Safe(_));
        if is_proved { Vec::new() } else { report.checks.iter().map(told).collect() }
    }
}

#[derive(Serialize)]
pub(super) struct Reason<'a> {
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct Position<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// Where something stands in the checked text and, if annotated, in the original source.
#[derive(Serialize)]
struct Positions<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Position<'a>>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
pub(super) struct JsonFailure<'a> {
    kind: &'static str,
    code: String,
    procedure: &'a str,
    condition: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    /// Nobody has written the check: a front end has added it, and the message says what is wrong.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    added: bool,
    #[serde(flatten)]
    positions: Positions<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<Position<'a>>,
    values: Vec<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<u32>,
}

#[derive(Serialize)]
pub(super) struct Trace<'a> {
    initial: Vec<Named<'a>>,
    steps: Vec<JsonStep<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<LeftOut>,
}

/// Steps in the middle of a long execution.
#[derive(Serialize)]
struct LeftOut {
    /// The index of the first step behind them.
    before: usize,
    steps: u64,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<u32>,
    #[serde(flatten)]
    positions: Positions<'a>,
    #[serde(flatten)]
    kind: JsonStepKind<'a>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum JsonStepKind<'a> {
    Call { procedure: &'a str, args: Vec<Named<'a>> },
    Return { procedure: &'a str, results: Vec<Named<'a>> },
    Spawn { procedure: &'a str, child: u32 },
    Assign { changes: Vec<Named<'a>> },
    Havoc { changes: Vec<Named<'a>> },
    Input { function: &'a str, value: &'a str },
    Condition { condition: &'a str, holds: bool, values: Vec<Named<'a>> },
    Assume { condition: &'a str },
    Goto { label: &'a str },
    Print { text: &'a str },
}

#[derive(Serialize)]
pub(super) struct JsonStats<'a> {
    phases: Vec<Phase>,
    inlined: u64,
    open_calls: u64,
    queries: u64,
    rlimit: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abstraction: Option<JsonAbstraction<'a>>,
    peak_memory: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    instances: Vec<Instances>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    engines: Vec<JsonEngine<'a>>,
}

/// An engine that was asked.
#[derive(Serialize)]
struct JsonEngine<'a> {
    engine: &'a str,
    /// How the program was read.
    #[serde(skip_serializing_if = "str::is_empty")]
    reading: &'a str,
    outcome: &'a str,
    seconds: f64,
    /// Z3 resource units.
    units: u64,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

#[derive(Serialize)]
struct Instances {
    quantifier: String,
    count: u64,
}

#[derive(Serialize)]
struct JsonAbstraction<'a> {
    tracked: &'a [String],
    globals: u64,
    searches: u64,
    checks: u64,
}

#[derive(Serialize)]
struct Phase {
    name: &'static str,
    seconds: f64,
}

/// Who proved a program, and on what that rests.
#[derive(Serialize)]
struct Proof<'a> {
    by: &'a str,
    rests_on: &'a [String],
    certificate: CertificateParts<'a>,
}

#[derive(Serialize)]
struct CertificateParts<'a> {
    found: &'a str,
    lemma: &'a str,
    invariants: Vec<JsonInvariant<'a>>,
    obligations: Vec<&'a str>,
}

#[derive(Serialize)]
struct JsonInvariant<'a> {
    procedure: &'a str,
    place: String,
    formula: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Position<'a>>,
}

impl<'a> JsonInvariant<'a> {
    /// In the words of the source where they are known.
    fn of(invariant: &'a Invariant, report: &Report<'a>) -> JsonInvariant<'a> {
        let Some(found) = report.origin.loop_of(invariant) else {
            let Invariant { procedure, place, formula } = invariant;
            return JsonInvariant { procedure, place: place.to_string(), formula: formula.clone(), at: None };
        };
        JsonInvariant {
            procedure: &found.procedure.shown,
            place: format!("loop {}", found.label),
            formula: report.origin.written(&found, &invariant.formula),
            at: Place::in_text(found.span, report.sources).map(Position::from),
        }
    }
}

impl<'a> Proof<'a> {
    fn of(certificate: &'a Certificate, report: &Report<'a>) -> Proof<'a> {
        let Certificate { engine, method, found, rests_on, lemma, invariants, obligations, .. } = certificate;
        let invariants = invariants.iter().map(|invariant| JsonInvariant::of(invariant, report));
        let certificate = CertificateParts {
            found,
            lemma,
            invariants: invariants.collect(),
            obligations: obligations.iter().map(|obligation| &*obligation.name).collect(),
        };
        Proof { by: if method.is_empty() { engine } else { method }, rests_on, certificate }
    }
}

/// The engine that made a certificate; the first two names are older than the engines.
fn certificate_kind(certificate: &Certificate) -> &str {
    match &*certificate.engine {
        "prune" => "nothing-to-check",
        "axioms" => "no-execution",
        BOUNDED => "over-approximation-refuted",
        engine => engine,
    }
}

impl<'a> Object<'a> {
    pub fn of(report: &'a Report) -> Object<'a> {
        let mut object = Object {
            rmt: env!("CARGO_PKG_VERSION"),
            file: report.file,
            entry: report.entry,
            verdict: "",
            certificate: None,
            proof: None,
            bound: None,
            contexts: report.contexts,
            cut_off: Vec::new(),
            checks: JsonCheck::all(report),
            reason: None,
            failure: None,
            trace: None,
            assumptions: report.assumptions,
            expected: report.expected.map(|safe| if safe { "safe" } else { "unsafe" }),
            coverage: report.coverage.map(JsonCoverage::of),
            stats: report.stats.map(JsonStats::of),
            summaries: report.summaries,
        };
        match report.verdict {
            Verdict::Safe(certificate) => {
                object.verdict = "safe";
                object.certificate = Some(certificate_kind(certificate));
                object.proof = Some(Proof::of(certificate, report));
            }
            Verdict::SafeUpTo(bound) => {
                object.verdict = "safe-up-to-bound";
                object.bound = Some(bound.0);
                object.cut_off = JsonCutOff::all(report);
            }
            Verdict::Unsafe(execution) => {
                object.verdict = "unsafe";
                object.failure = Some(JsonFailure::of(&execution.failure, report.sources));
                object.trace = Some(Trace::of(execution, report.sources));
            }
            Verdict::Unknown(why) => {
                let (kind, detail) = reason(why);
                object.verdict = "unknown";
                if let Why::StoppedAfter(_, bound) = why {
                    object.bound = Some(bound.0);
                    object.cut_off = JsonCutOff::all(report);
                }
                object.reason = Some(Reason { kind, detail });
            }
        }
        object
    }
}

impl<'a> From<Place<'a>> for Position<'a> {
    fn from(place: Place<'a>) -> Self {
        Position { file: place.file, line: place.line, column: place.column }
    }
}

impl<'a> Positions<'a> {
    fn of(span: Span, source: Option<&'a SourceLine>, sources: &'a SourceMap) -> Positions<'a> {
        let original = source.and_then(|s| Place::of(span, Some(s), sources));
        Positions { at: Place::in_text(span, sources).map(Position::from), source: original.map(Position::from) }
    }
}

fn named(bindings: &[Binding]) -> Vec<Named<'_>> {
    bindings.iter().map(|b| Named { name: &b.name, value: &b.text }).collect()
}

impl<'a> JsonFailure<'a> {
    pub fn of(failure: &'a Failure, sources: &'a SourceMap) -> JsonFailure<'a> {
        JsonFailure {
            kind: failure.what,
            code: failure.code(),
            procedure: &failure.procedure,
            condition: &failure.condition,
            message: failure.message.as_deref(),
            added: !failure.written,
            positions: Positions::of(failure.span, failure.source.as_ref(), sources),
            related: failure.related.and_then(|s| Place::in_text(s, sources)).map(Position::from),
            values: named(&failure.values),
            thread: failure.thread,
        }
    }
}

impl<'a> Trace<'a> {
    pub fn of(execution: &'a Execution, sources: &'a SourceMap) -> Trace<'a> {
        let (first, left_out, last) = execution.told();
        let steps = first.iter().chain(last).map(|step| JsonStep::of(step, sources)).collect();
        let left_out = (left_out > 0).then_some(LeftOut { before: first.len(), steps: left_out });
        Trace { initial: named(&execution.initial), steps, left_out }
    }
}

impl<'a> JsonStep<'a> {
    fn of(step: &'a Step, sources: &'a SourceMap) -> JsonStep<'a> {
        let kind = match &step.kind {
            StepKind::Call { procedure, args } => JsonStepKind::Call { procedure, args: named(args) },
            StepKind::Return { procedure, results } => JsonStepKind::Return { procedure, results: named(results) },
            StepKind::Spawn { procedure, child } => JsonStepKind::Spawn { procedure, child: *child },
            StepKind::Assign { changes } => JsonStepKind::Assign { changes: named(changes) },
            StepKind::Havoc { changes } => JsonStepKind::Havoc { changes: named(changes) },
            StepKind::Input { input } => JsonStepKind::Input { function: &input.name, value: &input.text },
            StepKind::Condition { text, holds, values } => {
                JsonStepKind::Condition { condition: text, holds: *holds, values: named(values) }
            }
            StepKind::Assume { condition } => JsonStepKind::Assume { condition },
            StepKind::Goto { label } => JsonStepKind::Goto { label },
            StepKind::Print { text } => JsonStepKind::Print { text },
        };
        let thread = step.thread;
        JsonStep { depth: step.depth, thread, positions: Positions::of(step.span, step.source.as_ref(), sources), kind }
    }
}

impl<'a> JsonStats<'a> {
    pub fn of(stats: &'a Stats) -> JsonStats<'a> {
        JsonStats {
            phases: stats.phases.iter().map(|&(name, spent)| Phase { name, seconds: spent.as_secs_f64() }).collect(),
            inlined: stats.inlined,
            open_calls: stats.open_calls,
            queries: stats.queries,
            rlimit: stats.rlimit,
            bound: stats.bound,
            abstraction: stats.tracked.as_ref().map(|t| JsonAbstraction {
                tracked: &t.names,
                globals: t.all,
                searches: t.searches,
                checks: t.checks,
            }),
            peak_memory: stats.peak_memory,
            instances: stats
                .instances
                .iter()
                .map(|(name, &count)| Instances { quantifier: name.clone(), count })
                .collect(),
            engines: stats.engines.iter().map(JsonEngine::of).collect(),
        }
    }
}

impl<'a> JsonEngine<'a> {
    fn of(run: &'a EngineRun) -> JsonEngine<'a> {
        let EngineRun { engine, reading, outcome, spent, units, notes } = run;
        JsonEngine { engine, reading, outcome, seconds: spent.as_secs_f64(), units: *units, notes }
    }
}
