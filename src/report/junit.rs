//! Many verdicts as a report of JUnit, which continuous integration shows: a test case for each program or procedure. A
//! violation is a failure, what was not decided or is no program is an error; of what has an expected verdict, another
//! verdict is the failure.

use std::fmt::Write;

use super::told::Told;

/// The report, as XML.
pub fn render(all: &[Told]) -> String {
    let cases: Vec<(String, Outcome)> = all.iter().map(|told| (case(told), outcome(told))).collect();
    let count = |wanted: Outcome| cases.iter().filter(|(_, outcome)| *outcome == wanted).count();
    let seconds = all.iter().filter_map(|told| told.seconds).fold(0.0, |sum, seconds| sum + seconds);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{seconds:.3}\"",
        all.len(),
        count(Outcome::Failure),
        count(Outcome::Error)
    );
    let _ = writeln!(out, "<testsuites {counts}>\n  <testsuite name=\"rmt\" {counts}>");
    cases.iter().for_each(|(text, _)| out.push_str(text));
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failure,
    Error,
}

fn outcome(told: &Told) -> Outcome {
    let fails = matches!(told.verdict.as_str(), "unsafe" | "refuted");
    let decided = fails || matches!(told.verdict.as_str(), "safe" | "safe-up-to-bound" | "verified" | "nothing-found");
    match (told.expected.as_deref(), decided) {
        (_, false) => Outcome::Error,
        (Some(expected), true) if (expected == "unsafe") == fails => Outcome::Passed,
        (None, true) if !fails => Outcome::Passed,
        _ => Outcome::Failure,
    }
}

fn case(told: &Told) -> String {
    let name = escaped(&told.about());
    let class = escaped(if told.entry.is_empty() { "rmt" } else { &told.entry });
    let seconds = told.seconds.unwrap_or_default();
    let mut out = format!("    <testcase name=\"{name}\" classname=\"{class}\" time=\"{seconds:.3}\"");
    let element = match outcome(told) {
        Outcome::Passed => return out + "/>\n",
        Outcome::Failure => "failure",
        Outcome::Error => "error",
    };
    let expected = told.expected.as_ref().map_or(String::new(), |expected| format!("expected {expected}, but "));
    let message = escaped(&format!("{expected}{}", told.says()));
    let _ = writeln!(out, ">\n      <{element} message=\"{message}\" type=\"{}\">", escaped(&told.verdict));
    for (_, trace, _) in told.failures() {
        for step in trace.iter().flat_map(|trace| &trace.steps) {
            let place = step.place().map_or(String::new(), |place| format!("{place}: "));
            let _ = writeln!(out, "{}", escaped(&format!("{place}{:2$}{}", "", step.says(), 2 * step.depth as usize)));
        }
    }
    out.push_str(&escaped(told.diagnostics.as_deref().unwrap_or_default()));
    let _ = writeln!(out, "      </{element}>\n    </testcase>");
    out
}

/// As XML takes it: without the characters that it has no way to write.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c < ' ' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
