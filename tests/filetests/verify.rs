//! `// verify: OUTCOME [loop-unroll=N] [inline=spec] [smoke] [split]`: what `rmt verify` says of every procedure.
//!
//! OUTCOME is `verified`, or `refuted`: then the findings are exactly those announced by `//~ assertion`,
//! `//~ precondition`, … on their lines (`//~ undecided assertion` where the solver gives up, `//~ unconfirmed assertion`
//! where the interpreter does not follow, `//~ unreachable` for code that assumptions make unreachable).
//!
//! A verified program has mutants, as in `filetests/check.rs`: none may be verified.

use rmt::internal::infer::modular::{Inlining, to_verify};
use rmt::internal::infer::{self, Task, modular};
use rmt::internal::report::text::Style;
use rmt::internal::report::verification::render;
use rmt::internal::verdict::verification::{Certainty, Verification};

use crate::load::{Loaded, load_beside_triggers};
use crate::{Case, check, golden};

struct Options {
    modular: modular::Config,
    config: infer::Config,
    smoke: bool,
}

pub fn run(case: &Case, arguments: &str) -> Result<(), String> {
    let mut words = arguments.split_whitespace();
    let expected = words.next().unwrap_or_default();
    let mut options = Options { modular: modular::Config::default(), config: infer::Config::default(), smoke: false };
    for word in words {
        match word.split_once('=').unwrap_or((word, "")) {
            ("loop-unroll", n) => options.modular.loop_unroll = Some(n.parse().map_err(|_| format!("no number: {n}"))?),
            ("inline", "spec") => options.modular.inline = Inlining::Spec,
            ("smoke", "") => options.smoke = true,
            ("split", "") => options.config.split = true,
            _ => return Err(format!("unknown argument {word}")),
        }
    }
    let name = case.path.file_name().unwrap_or_default().to_string_lossy();
    let loaded = load_beside_triggers(&name, &case.text)?;
    let mut reports = Vec::new();
    // With two jobs the results are the same.
    for jobs in [1, 2] {
        let results = verify(&loaded, &options, jobs);
        let report: String =
            results.iter().map(|v| render(v, &loaded.sources, &name, Style { color: false, trace: true })).collect();
        reports.push(report);
        if jobs == 1 {
            compare(case, &loaded, &results, expected, &reports[0])?;
        }
    }
    // Nor does it matter how small the parts are that hard questions are split into.
    options.config.first_turn = 10;
    compare(case, &loaded, &verify(&loaded, &options, 1), expected, "in small parts")?;
    options.config.first_turn = infer::Config::default().first_turn;
    if reports[0] != reports[1] {
        return Err(format!("two jobs differ:\n{}\n{}", reports[0], reports[1]));
    }
    golden::check(&case.path.with_extension("expect"), &reports[0])?;
    if expected == "verified" {
        let mutants = check::mutants(&case.text);
        if mutants.is_empty() {
            return Err("a verified program needs a mutant: a line that ends in `//=> text`".into());
        }
        for mutant in mutants {
            let results = verify(&load_beside_triggers(&name, &mutant)?, &options, 1);
            if results.iter().all(Verification::is_verified) {
                return Err(format!("a mutant is verified:\n{mutant}"));
            }
        }
    }
    Ok(())
}

fn verify(loaded: &Loaded, options: &Options, jobs: usize) -> Vec<Verification> {
    let procs = to_verify(&loaded.program, &options.modular);
    let results = infer::verify(&Task {
        program: &loaded.program,
        procs: &procs,
        modular: options.modular,
        config: options.config.clone(),
        smoke: options.smoke,
        jobs,
        within: &infer::unlimited,
        done: &|_, _| {},
    });
    results.into_iter().map(|v| v.verification).collect()
}

fn compare(case: &Case, loaded: &Loaded, results: &[Verification], expected: &str, report: &str) -> Result<(), String> {
    if let Some(why) = results.iter().find_map(|v| v.gave_up.as_ref()) {
        return Err(format!("gave up: {why:?}"));
    }
    let line = |span| loaded.sources.locate(span).map_or(0, |(_, line, _)| line);
    let mut found: Vec<(usize, String)> = Vec::new();
    for verification in results {
        found.extend(verification.unreachable.iter().map(|&span| (line(span), "unreachable".to_string())));
        for finding in &verification.findings {
            let what = match &finding.certainty {
                Certainty::Replayed => finding.failure.what.to_string(),
                Certainty::Undecided(_) => format!("undecided {}", finding.failure.what),
                Certainty::NotReplayed(_) => format!("unconfirmed {}", finding.failure.what),
            };
            found.push((line(finding.failure.span), what));
        }
    }
    let mut announced: Vec<(usize, String)> = Vec::new();
    for (i, text) in case.text.lines().enumerate() {
        announced.extend(text.split("//~").skip(1).map(|mark| (i + 1, mark.trim().to_string())));
    }
    found.sort();
    announced.sort();
    if found != announced {
        return Err(format!("found {found:?}, announced {announced:?}:\n{report}"));
    }
    match (expected, found.is_empty()) {
        ("verified", true) | ("refuted", false) => Ok(()),
        _ => Err(format!("expected {expected}:\n{report}")),
    }
}
