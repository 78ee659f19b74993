//! `// explore: OUTCOME [bound=N] [ints=A..B] [elements=N]`: what the explorer says of a program.
//!
//! OUTCOME is `safe`, `cut` (safe, but executions go beyond the bound), `unsafe`, `unclear` or `big`. For `unsafe`, the
//! trace is replayed, and must fail on a line that ends in `//~ assertion`, `//~ precondition`, … as marked. If a file
//! `x.expect` stands beside `x.bpl`, the report of the replay must be its text; `RMT_BLESS=1` writes it anew.

use rmt::internal::base::budget::Budget;
use rmt::internal::interp::explore::{Options, Outcome, explore};
use rmt::internal::interp::replay;
use rmt::internal::report::origin::UNKNOWN;
use rmt::internal::report::{Report, text};
use rmt::internal::verdict::{Execution, Verdict};

use crate::load::{Loaded, entry, load};
use crate::{Case, golden};

pub fn run(case: &Case, arguments: &str) -> Result<(), String> {
    let name = case.path.file_name().unwrap_or_default().to_string_lossy();
    let loaded = load(&name, &case.text)?;
    let entry = entry(&loaded)?;
    let (expected, options) = options(arguments)?;
    let outcome = explore(&loaded.program, entry, &options);
    let found = match &outcome {
        Outcome::Safe { cut_off: false } => "safe",
        Outcome::Safe { cut_off: true } => "cut",
        Outcome::Unsafe(_) => "unsafe",
        Outcome::Unclear(_) => "unclear",
        Outcome::TooBig => "big",
    };
    if found != expected {
        return Err(format!("expected {expected}, found {outcome:?}"));
    }
    if let Outcome::Unsafe(trace) = &outcome {
        let execution = replay(&loaded.program, trace, &Budget::unlimited())
            .map_err(|d| format!("{}\n{trace:?}", d.describe(&loaded.program)))?;
        failure_is_marked(&loaded, &case.text, &execution)?;
        let (entry, verdict) = (&loaded.program.procs[entry].name, Verdict::Unsafe(execution));
        let sources = &loaded.sources;
        let report = Report {
            file: &name,
            entry,
            contexts: None,
            cut: &[],
            checks: &[],
            verdict: &verdict,
            assumptions: &[],
            expected: None,
            stats: None,
            summaries: None,
            coverage: None,
            origin: &UNKNOWN,
            sources,
        };
        let shown = text::render(&report, text::Style { trace: true, ..text::Style::default() });
        golden::check(&case.path.with_extension("expect"), &shown)?;
    }
    Ok(())
}

fn options(arguments: &str) -> Result<(&str, Options), String> {
    let mut words = arguments.split_whitespace();
    let expected = words.next().ok_or("the directive has no outcome")?;
    let mut options = Options::default();
    for word in words {
        let bad = || format!("bad argument {word}");
        let (key, value) = word.split_once('=').ok_or_else(bad)?;
        match key {
            "bound" => options.bound = value.parse().map_err(|_| bad())?,
            "elements" => options.elements = value.parse().map_err(|_| bad())?,
            "states" => options.states = value.parse().map_err(|_| bad())?,
            "ints" => {
                let (low, high) = value.split_once("..").ok_or_else(bad)?;
                options.ints = low.parse().map_err(|_| bad())?..=high.parse().map_err(|_| bad())?;
            }
            _ => return Err(bad()),
        }
    }
    Ok((expected, options))
}

/// The failing check stands on a line with a mark that says what it is.
fn failure_is_marked(loaded: &Loaded, text: &str, execution: &Execution) -> Result<(), String> {
    let failure = &execution.failure;
    let (_, line, _) = loaded.sources.locate(failure.span).ok_or("the failure has no position")?;
    let mark = text.lines().nth(line - 1).and_then(|l| l.split_once("//~ ")).map(|(_, m)| m.trim());
    if mark == Some(failure.what) {
        return Ok(());
    }
    Err(format!("line {line}: unexpected {} violation of {}", failure.what, failure.condition))
}
