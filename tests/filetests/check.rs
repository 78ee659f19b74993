//! `// check: VERDICT [bound=N] [entry=P] [contexts=all] [summaries=given|typestate|houdini|on-demand]`: the verdict of `rmt
//! check`, by both engines, in a slice, and with globals abstracted away; with these summaries by the engine that uses them,
//! any search being a long one; of all interleavings of threads at once, and in no other way.
//!
//! VERDICT is `safe`, `safe-up-to-bound`, `unsafe` or `unknown`. A violation must fail on a line that ends in
//! `//~ assertion`, `//~ precondition`, and so on. If `x.expect` stands beside `x.bpl`, it is the report,
//! with the summaries that were inferred.
//!
//! A safe program has mutants: a line that ends in `//=> text` stands for a program in which `text` is that line, and
//! that must be unsafe at the same bound. So no case is safe because nothing is looked at. With a slice and with
//! abstraction, `safe` and `safe-up-to-bound` are the same: a proof may need more than that no violation is there.

use rmt::internal::base::budget::Budget;
use rmt::internal::driver;
use rmt::internal::driver::bounded::{Bounded, Threads};
use rmt::internal::driver::entry::entries;
use rmt::internal::driver::strategy::{Engines, decide};
use rmt::internal::engine::{Forms, Question};
use rmt::internal::reach::refine::Refinement;
use rmt::internal::reach::{Abstraction, Config, Engine, Summaries, Thresholds};
use rmt::internal::report::origin::UNKNOWN;
use rmt::internal::report::text::Style;
use rmt::internal::report::{Report, text};
use rmt::internal::smt::{Arrays, Settings};
use rmt::internal::verdict::{Bound, Verdict};

use crate::load::load;
use crate::{Case, golden};

pub fn run(case: &Case, arguments: &str) -> Result<(), String> {
    let mut words = arguments.split_whitespace();
    let expected = words.next().unwrap_or_default();
    let (mut bound, mut entry, mut summaries, mut is_ordered) = (None, None, None, false);
    for word in words {
        match word.split_once('=') {
            Some(("bound", n)) => bound = Some(Bound(n.parse().map_err(|_| format!("no bound: {n}"))?)),
            Some(("entry", name)) => entry = Some(name.to_string()),
            Some(("contexts", "all")) => is_ordered = true,
            Some(("summaries", "given")) => summaries = Some(Summaries::Given),
            Some(("summaries", "typestate")) => summaries = Some(Summaries::Typestate),
            Some(("summaries", "houdini")) => summaries = Some(Summaries::Houdini),
            Some(("summaries", "on-demand")) => summaries = Some(Summaries::OnDemand),
            _ => return Err(format!("unknown argument {word}")),
        }
    }
    let refined = Abstraction { tracked: Vec::new(), refinement: Refinement::Core };
    let usual = Config { bound, summaries: Summaries::Typestate, show_summaries: true, ..Config::default() };
    let shared = |thresholds| Config {
        summaries: Summaries::Given,
        long: 0,
        ahead: Some(0),
        sharing: Some(thresholds),
        solver: Settings { arrays: Some(Arrays::ByNeed), ..usual.solver.clone() },
        ..usual.clone()
    };
    // Rounds that constants decide are free in the program, and count in a slice that has left these out.
    let more = if bound.is_none() && summaries.is_none() {
        vec![
            ("a slice, and calls that share instances", shared(Thresholds::NONE)),
            ("a slice, and some calls that share instances", shared(Thresholds { alone: 2, instances: 0 })),
        ]
    } else {
        Vec::new()
    };
    let ways = match summaries {
        Some(summaries) => vec![("summaries", Config { summaries, long: 0, ..usual })],
        None if is_ordered => vec![("all interleavings", usual)],
        None => vec![
            ("stratified inlining", usual.clone()),
            ("static inlining", Config { engine: Engine::Static, ..usual.clone() }),
            ("a slice", Config { summaries: Summaries::Given, long: 0, ..usual.clone() }),
            ("abstraction", Config { abstraction: Some(refined), ..usual }),
        ],
    };
    if summaries.is_none() {
        let config = Config { bound, summaries: Summaries::Given, ..Config::default() };
        in_parts(case, expected, entry.as_deref(), &config)?;
    }
    for (number, (how, config)) in ways.into_iter().chain(more).enumerate() {
        let as_safe = (how == "abstraction" || how.starts_with("a slice")) && expected.starts_with("safe");
        let (found, report) = verdict(case, &case.text, entry.as_deref(), (&config, is_ordered))?;
        if found.0 != expected && !(as_safe && found.0.starts_with("safe")) {
            return Err(format!("expected {expected}, found {} with {how}:\n{report}", found.0));
        }
        if let Some(failure) = found.1 {
            let (line, what) = failure;
            let marked = case.text.lines().nth(line - 1).unwrap_or_default();
            if !marked.trim_end().ends_with(&format!("//~ {what}")) {
                return Err(format!("line {line} is not marked `//~ {what}`: {marked}"));
            }
        }
        if number == 0 {
            golden::check(&case.path.with_extension("expect"), &report)?;
        }
        if expected.starts_with("safe") {
            let mutants = mutants(&case.text);
            if mutants.is_empty() {
                return Err("a safe program needs a mutant: a line that ends in `//=> text`".into());
            }
            for mutant in mutants {
                let (found, report) = verdict(case, &mutant, entry.as_deref(), (&config, is_ordered))?;
                if found.0 != "unsafe" {
                    return Err(format!("a mutant is {} with {how}:\n{report}\n{mutant}", found.0));
                }
            }
        }
    }
    Ok(())
}

/// A search that is split has a violation iff one of its parts has.
fn in_parts(case: &Case, expected: &str, entry: Option<&str>, config: &Config) -> Result<(), String> {
    let loaded = load("case.bpl", &case.text)?;
    let named: Vec<String> = entry.map(str::to_string).into_iter().collect();
    let main = entries(&loaded.program, &named).map_err(|d| d.render(&loaded.sources))?[0];
    let units = driver::split(&loaded.program, main, config, &Budget::unlimited(), 2, &mut |_| {});
    let units = units.unwrap_or_default();
    let was_split = !units.is_empty();
    for unit in units {
        let (found, report) = verdict(case, &case.text, entry, (&Config { unit, ..config.clone() }, false))?;
        match (expected, found.0) {
            ("unsafe", "unsafe") => return Ok(()),
            ("safe" | "safe-up-to-bound", "unsafe") => return Err(format!("a part is unsafe:\n{report}")),
            _ => {}
        }
    }
    match expected {
        "unsafe" if was_split => Err("no part is unsafe".into()),
        _ => Ok(()),
    }
}

type Found = (&'static str, Option<(usize, &'static str)>);

/// The verdict, with line and kind of the failure, and the report.
fn verdict(
    case: &Case,
    program: &str,
    entry: Option<&str>,
    (config, is_ordered): (&Config, bool),
) -> Result<(Found, String), String> {
    let name = case.path.file_name().unwrap_or_default().to_string_lossy();
    let loaded = load(&name, program)?;
    let named: Vec<String> = entry.map(str::to_string).into_iter().collect();
    let entry = entries(&loaded.program, &named).map_err(|d| d.render(&loaded.sources))?[0];
    let budget = Budget::unlimited();
    let mut silent = |_| {};
    let threads = Threads { is_ordered, ..Threads::default() };
    let search = Bounded { threads, ..Bounded::new(config.clone(), &mut silent) };
    let engines = Engines {
        search: Some(&search),
        provers: Vec::new(),
        solver: &config.solver,
        jobs: config.jobs,
        queries: None,
    };
    let forms = Forms::of(&loaded.program, entry);
    let question = Question { program: &loaded.program, entry, bound: config.bound, forms: &forms };
    let checked = decide(&question, &engines, &budget);
    let report = Report {
        file: &name,
        entry: &loaded.program.procs[entry].name,
        verdict: &checked.verdict,
        contexts: checked.contexts,
        cut: &[],
        checks: &[],
        assumptions: &[],
        expected: None,
        stats: None,
        summaries: checked.summaries.as_deref(),
        coverage: None,
        origin: &UNKNOWN,
        sources: &loaded.sources,
    };
    let report = text::render(&report, Style { color: false, trace: true });
    let mut failed = None;
    if let Verdict::Unsafe(execution) = &checked.verdict {
        let failure = &execution.failure;
        let (_, line, _) = loaded.sources.locate(failure.span).ok_or("the failure has no position")?;
        failed = Some((line, failure.what));
    }
    Ok(((word(&checked.verdict), failed), report))
}

/// The verdict, as directives name it.
pub fn word<T>(verdict: &Verdict<T>) -> &'static str {
    match verdict {
        Verdict::Safe(_) => "safe",
        Verdict::SafeUpTo(_) => "safe-up-to-bound",
        Verdict::Unknown(_) => "unknown",
        Verdict::Unsafe(_) => "unsafe",
    }
}

/// One program for each `//=>`.
pub fn mutants(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mutant = |(i, line): (usize, &&str)| {
        let (_, replacement) = line.split_once("//=>")?;
        let mut mutated = lines.clone();
        mutated[i] = replacement;
        Some(mutated.join("\n"))
    };
    lines.iter().enumerate().filter_map(mutant).collect()
}
