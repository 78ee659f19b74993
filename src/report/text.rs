//! A verdict for people: the execution, the guilty line, and the verdict in the last line.
//!
//! ```text
//! m.bpl:3:1    initially g = 0
//! m.bpl:9:1    call main(n = 5)
//! m.bpl:10:3     x = 5, y = 6
//! m.bpl:11:3     call inc(a = 5)
//! m.bpl:4:3        r = 6
//! m.bpl:11:3     return inc(r = 6)
//!
//! error: this assertion fails
//!    ┌─ m.bpl:12:3
//!    …
//! m.bpl: unsafe: assertion fails at m.bpl:12:3
//! ```
//!
//! Consecutive assignments of one line stand together. Positions are those of the original source where
//! the program's annotations give them.

use std::fmt::Write;

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;

use super::fold::{Line, folded};
use super::{Place, Report, reason};
use crate::verdict::execution::Binding;
use crate::verdict::{BOUNDED, Bound, Certificate, Check, CutOff, Execution, Failure, Step, StepKind, Verdict, Why};

/// How to write.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// The reader is a terminal.
    pub color: bool,
    /// Print the execution, not only the failure.
    pub trace: bool,
}

/// The whole report; ends with a line end.
pub fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    if let Verdict::Unsafe(execution) = report.verdict {
        if style.trace {
            out.push_str(&steps(execution, report.sources));
            out.push('\n');
        }
        let failure = failure_diagnostic(&execution.failure, report.sources).render_for(report.sources, style.color);
        out.push_str(failure.trim_end());
        out.push_str("\n\n");
    }
    out.push_str(report.summaries.unwrap_or_default());
    for assumption in report.assumptions {
        let _ = writeln!(out, "{}: taken for granted: {assumption}", report.file);
    }
    if let Some(coverage) = report.coverage {
        let _ = writeln!(out, "{}: {}", report.file, coverage.text(report.stats.is_some()));
    }
    out.push_str(&proved_checks(report));
    out.push_str(&not_followed(report));
    let (word, rest) = verdict(report);
    let word = match (style.color, report.verdict) {
        (false, _) => word,
        (true, Verdict::Safe(_) | Verdict::SafeUpTo(_)) => format!("\x1b[1;32m{word}\x1b[0m"),
        (true, Verdict::Unsafe(_)) => format!("\x1b[1;31m{word}\x1b[0m"),
        (true, Verdict::Unknown(_)) => format!("\x1b[1;33m{word}\x1b[0m"),
    };
    if let Some(safe) = report.expected {
        let expected = if safe { "safe" } else { "unsafe" };
        let _ = writeln!(out, "{}: expected to be {expected}", report.file);
    }
    let _ = writeln!(out, "{}: {word}{rest}", report.file);
    out
}

/// Where the program as a whole is not decided: how many of its checks are, and which are open.
fn proved_checks(report: &Report) -> String {
    const MOST: usize = 8;
    let open: Vec<&Check> = report.checks.iter().filter(|check| !check.is_proved()).collect();
    let is_open = matches!(report.verdict, Verdict::SafeUpTo(_) | Verdict::Unknown(_));
    if !is_open || open.is_empty() || open.len() == report.checks.len() {
        return String::new();
    }
    let mut places: Vec<String> = open.iter().take(MOST).map(|check| check_text(check, report.sources)).collect();
    if open.len() > MOST {
        places.push(format!("{} more", open.len() - MOST));
    }
    let (all, proved) = (report.checks.len(), report.checks.len() - open.len());
    format!("{}: {proved} of {all} checks proved; open: {}\n", report.file, places.join(", "))
}

/// `m.c:3:5 (division by zero)`
pub(super) fn check_text(check: &Check, sources: &SourceMap) -> String {
    let message = check.message.as_deref().unwrap_or(check.what);
    match Place::in_text(check.span, sources) {
        Some(place) => format!("{place} ({message})"),
        None => format!("{} ({message})", check.procedure),
    }
}

/// What a bound has cut off: places that a larger bound would follow.
fn not_followed(report: &Report) -> String {
    const MOST: usize = 8;
    let Some(Bound(bound)) = report.verdict.within() else { return String::new() };
    let told = |cut: &CutOff| {
        let place = Place::in_text(cut.span, report.sources);
        let name = &cut.procedure;
        match (cut.what, place) {
            (CutOff::LOOP, Some(place)) => format!("the loop at {place} in {name}"),
            (CutOff::LOOP, None) => format!("a loop in the model of {name}"),
            (_, Some(place)) => format!("the recursion of {name} at {place}"),
            (_, None) => format!("the recursion in the model of {name}"),
        }
    };
    let mut lines: Vec<String> = report.cut.iter().take(MOST).map(told).collect();
    if lines.is_empty() {
        return String::new();
    }
    if report.cut.len() > MOST {
        lines.push(format!("{} more", report.cut.len() - MOST));
    }
    format!("{}: not followed beyond bound {bound}: {}\n", report.file, lines.join(", "))
}

/// The verdict's word, and what follows it.
pub(super) fn verdict(report: &Report) -> (String, String) {
    match report.verdict {
        Verdict::Safe(certificate) => ("safe".into(), format!(" ({})", proved(certificate))),
        Verdict::SafeUpTo(Bound(bound)) => match report.contexts {
            Some(contexts) => (
                format!("safe up to bound {bound} and {contexts} contexts"),
                " (threads, loops and recursion were not followed further; a larger --contexts or --bound may find a \
                 violation)"
                    .into(),
            ),
            None => (
                format!("safe up to bound {bound}"),
                " (loops and recursion were not followed further; a larger --bound may find a violation)".into(),
            ),
        },
        Verdict::Unsafe(execution) => {
            let failure = &execution.failure;
            let place = Place::of(failure.span, failure.source.as_ref(), report.sources);
            // Nobody has written it: what is wrong is what counts.
            if let (Some(message), false) = (&failure.message, failure.written) {
                let place = place.map_or(String::new(), |place| format!(" {place}:"));
                return ("unsafe".into(), format!(":{place} {message}"));
            }
            let mut rest = format!(": {} fails", failure.what);
            if let Some(place) = place {
                let _ = write!(rest, " at {place}");
            }
            if let Some(message) = &failure.message {
                let _ = write!(rest, ": {message}");
            }
            ("unsafe".into(), rest)
        }
        Verdict::Unknown(why) => {
            let mut rest = format!(": {}", why_text(why));
            if let Why::StoppedAfter(_, Bound(bound)) = why {
                let contexts = report.contexts.map_or(String::new(), |k| format!(" and {k} contexts"));
                let _ = write!(rest, " (no violation up to bound {bound}{contexts})");
            }
            if let Why::AllElseHolds { engine, .. } = why {
                let _ = write!(rest, " (all but what was not decided is proved by {engine})");
            }
            ("unknown".into(), rest)
        }
    }
}

/// Said of a program whose axioms and constants have no model.
pub const NO_EXECUTION: &str = "there is no execution: the axioms and unique constants contradict each other";

/// By whom something was proved, and what the proof consists of.
fn proved(certificate: &Certificate) -> String {
    let Certificate { engine, method, found, .. } = certificate;
    if certificate.is_no_execution() {
        return NO_EXECUTION.into();
    }
    match (certificate.is_nothing_to_check(), engine == BOUNDED, found.is_empty()) {
        (true, ..) => "proved, whatever the bound: no assertion can be reached".into(),
        (_, true, _) => "proved, whatever the bound".into(),
        (.., true) => format!("proved by {method}"),
        _ => format!("proved by {method}: {found}"),
    }
}

pub(super) fn why_text(why: &Why) -> String {
    let text = match reason(why).0 {
        "timeout" => "the time limit was reached",
        "interrupted" => "interrupted",
        "resource-limit" => "the solver's resource limit was reached",
        "memory" => "the memory limit was reached",
        "incomplete" => "the solver gave up",
        "unsupported" => "not supported",
        _ => "the execution that the solver found does not replay",
    };
    match reason(why).1 {
        Some(detail) => format!("{text}: {detail}"),
        None => text.to_string(),
    }
}

/// The failing check as rustc would show an error.
pub(super) fn failure_diagnostic(failure: &Failure, sources: &SourceMap) -> Diagnostic {
    let mut diag = Diagnostic::error(format!("this {} fails", failure.what), failure.span);
    if let Some(message) = &failure.message {
        diag.message = if failure.written { format!("{}: {message}", diag.message) } else { message.clone() };
    }
    if let Some(related) = failure.related {
        let label = match failure.what {
            "assertion" => "what is left was allocated here".to_string(),
            "access" => "the other access".to_string(),
            what => format!("the {what} is written here"),
        };
        diag = diag.related(related, label);
    }
    if !failure.values.is_empty() {
        diag = diag.note(format!("where {}", bindings(&failure.values)));
    }
    if sources.get(failure.span.file).is_none() {
        diag = diag.note(format!("the condition is {}", failure.condition));
    }
    if let Some(source) = &failure.source {
        let column = source.column.map(|c| format!(":{c}")).unwrap_or_default();
        diag = diag.note(format!("in the original source: {}:{}{column}", source.file, source.line));
    }
    if !failure.procedure.is_empty() {
        diag = diag.note(format!("in procedure {}", failure.procedure));
    }
    diag
}

/// The execution, a line a step.
pub(super) fn steps(execution: &Execution, sources: &SourceMap) -> String {
    let mut out = String::new();
    let mut lines: Vec<Line> = Vec::new();
    if !execution.initial.is_empty() {
        lines.push(Line::remark(format!("initially {}", bindings(&execution.initial))));
    }
    let (first, left_out, last) = execution.told();
    lines_of(first, sources, &mut lines);
    if left_out > 0 {
        lines.push(Line::remark(format!("… {left_out} steps")));
    }
    lines_of(last, sources, &mut lines);
    let lines = folded(lines);
    let width = lines.iter().map(|l| l.place.chars().count()).max().unwrap_or(0);
    let mut running = Some(0);
    for line in lines {
        let indent = 2 * line.depth as usize;
        if let Some(thread) = line.thread {
            // A context switch.
            if running.replace(thread) != Some(thread) {
                let _ = writeln!(out, "{:width$}  -- thread {thread}", "");
            }
            let _ = writeln!(out, "{:width$}  {thread}| {:indent$}{}", line.place, "", line.text);
        } else {
            let _ = writeln!(out, "{:width$}  {:indent$}{}", line.place, "", line.text);
        }
    }
    out
}

fn lines_of(steps: &[Step], sources: &SourceMap, lines: &mut Vec<Line>) {
    let mut steps = steps.iter().peekable();
    while let Some(step) = steps.next() {
        let place = place(step, sources);
        let text = match &step.kind {
            StepKind::Assign { changes } | StepKind::Havoc { changes } => {
                // What the next steps assign on the same line follows.
                let mut changes = changes.clone();
                while let Some(next) =
                    steps.next_if(|next| continues(step, next) && self::place(next, sources).same_line(&place))
                {
                    if let StepKind::Assign { changes: more } | StepKind::Havoc { changes: more } = &next.kind {
                        changes.extend_from_slice(more);
                    }
                }
                let text = bindings(&changes);
                if matches!(step.kind, StepKind::Havoc { .. }) && !text.is_empty() {
                    format!("havoc {text}")
                } else {
                    text
                }
            }
            kind => step_text(kind),
        };
        let input = match &step.kind {
            StepKind::Input { input } => Some((input.name.clone(), input.text.clone())),
            _ => None,
        };
        if !text.is_empty() {
            let shape = format!("{} {} {:?} {}", place.text, step.depth, step.thread, shape(&step.kind));
            lines.push(Line { place: place.text, depth: step.depth, thread: step.thread, text, shape, input });
        }
    }
}

/// The position as printed, and the part of it that names the line.
struct Position {
    text: String,
    line: (String, usize),
}

impl Position {
    fn same_line(&self, other: &Position) -> bool {
        self.line == other.line
    }
}

fn place(step: &Step, sources: &SourceMap) -> Position {
    match Place::of(step.span, step.source.as_ref(), sources) {
        Some(place) => Position { text: place.to_string(), line: (place.file.to_string(), place.line) },
        None => Position { text: String::new(), line: (String::new(), 0) },
    }
}

/// Whether both steps give values in the same way and in the same activation.
fn continues(step: &Step, next: &Step) -> bool {
    let same_kind = matches!(
        (&step.kind, &next.kind),
        (StepKind::Assign { changes: a }, StepKind::Assign { changes: b })
        | (StepKind::Havoc { changes: a }, StepKind::Havoc { changes: b }) if !a.is_empty() && !b.is_empty()
    );
    same_kind && step.depth == next.depth && step.thread == next.thread
}

fn step_text(kind: &StepKind) -> String {
    match kind {
        StepKind::Call { procedure, args } => format!("call {procedure}({})", bindings(args)),
        StepKind::Return { procedure, results } => format!("return {procedure}({})", bindings(results)),
        StepKind::Spawn { procedure, child } => format!("spawn thread {child}: {procedure}"),
        StepKind::Assign { changes } | StepKind::Havoc { changes } => bindings(changes),
        StepKind::Input { input } => format!("{}() gives {}", input.name, input.text),
        StepKind::Condition { text, holds, values } if values.is_empty() => format!("{text} is {holds}"),
        StepKind::Condition { text, holds, values } => format!("{text} is {holds}, where {}", bindings(values)),
        StepKind::Assume { condition } => format!("assume {condition}"),
        StepKind::Goto { label } => format!("goto {label}"),
        StepKind::Print { text } => text.clone(),
    }
}

/// What a step does, without the values.
fn shape(kind: &StepKind) -> String {
    match kind {
        StepKind::Condition { holds, .. } => format!("is {holds}"),
        StepKind::Call { procedure, .. } => format!("call {procedure}"),
        StepKind::Return { procedure, .. } => format!("return {procedure}"),
        StepKind::Goto { label } => format!("goto {label}"),
        StepKind::Spawn { .. } => "spawn".into(),
        StepKind::Assign { .. } => "assign".into(),
        StepKind::Havoc { .. } => "havoc".into(),
        StepKind::Input { .. } => "input".into(),
        StepKind::Assume { .. } => "assume".into(),
        StepKind::Print { .. } => "print".into(),
    }
}

/// `x = 1, y = 2`; of three neighbours in an array and more, `a[0..2] = 1, 0, 7`.
fn bindings(bindings: &[Binding]) -> String {
    const FEWEST: usize = 3;
    const MOST: usize = 12;
    let mut texts = Vec::new();
    let mut rest = bindings;
    while let Some((first, others)) = rest.split_first() {
        let mut run = 1;
        if let Some((array, start)) = element(&first.name) {
            let next = |(n, b): &(usize, &Binding)| element(&b.name) == Some((array, start + 1 + *n as u64));
            run += others.iter().enumerate().take_while(next).count();
        }
        if run < FEWEST {
            texts.push(format!("{} = {}", first.name, first.text));
            rest = others;
            continue;
        }
        let (cells, after) = rest.split_at(run);
        let (array, start) = element(&first.name).unwrap_or_default();
        let values: Vec<&str> = cells.iter().map(|b| &*b.text).collect();
        let values = match values.iter().all(|value| *value == values[0]) {
            true => values[0].to_string(),
            false if run <= MOST => values.join(", "),
            false => format!("{}, …, {}", values[..MOST - 2].join(", "), values[run - 1]),
        };
        texts.push(format!("{array}[{start}..{}] = {values}", start + run as u64 - 1));
        rest = after;
    }
    texts.join(", ")
}

/// `a[3]` is the element 3 of `a`.
fn element(name: &str) -> Option<(&str, u64)> {
    let (array, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((array, index.parse().ok()?))
}
