//! `// slice: VERDICT [bound=N] [more=N]`: the verdict of `rmt check` with one thread, any search being a long one, which looks
//! at a slice when it reaches a candidate. A violation is found there: the rest of the program is executed, not
//! inlined, or so many more instances decide it along the candidate. `x.expect` beside `x.bpl` has the slice.

use rmt::internal::base::budget::Budget;
use rmt::internal::cfg::relevance::Follow;
use rmt::internal::driver::entry::entries;
use rmt::internal::driver::{self, pipeline};
use rmt::internal::ir::unresolve::unresolve;
use rmt::internal::ir::verify;
use rmt::internal::pass::{prune, slice};
use rmt::internal::reach::{Config, Summaries};
use rmt::internal::verdict::Bound;

use crate::load::load;
use crate::{Case, check, golden};

pub fn run(case: &Case, arguments: &str) -> Result<(), String> {
    let mut words = arguments.split(' ');
    let expected = words.next().unwrap_or_default();
    let (mut bound, mut more) = (Bound(0), 0);
    for word in words {
        let number = |text: &str| text.parse().map_err(|_| format!("no number: {word}"));
        match word.split_once('=') {
            Some(("bound", text)) => bound = Bound(number(text)?),
            Some(("more", text)) => more = number(text)?.into(),
            _ => return Err(format!("what is {word}?")),
        }
    }
    let (verdict, text) = looked_at(&case.text, bound, more)?;
    if verdict != expected {
        return Err(format!("expected {expected}, found {verdict}"));
    }
    golden::check(&case.path.with_extension("expect"), &text)?;
    let mutants = check::mutants(&case.text);
    if expected != "unsafe" && mutants.is_empty() {
        return Err("a safe program needs a mutant: a line that ends in `//=> text`".into());
    }
    for mutant in mutants {
        let (verdict, _) = looked_at(&mutant, bound, more)?;
        if verdict != "unsafe" {
            return Err(format!("a mutant is {verdict}:\n{mutant}"));
        }
    }
    Ok(())
}

/// The verdict, and the slice.
fn looked_at(text: &str, bound: Bound, more: u64) -> Result<(&'static str, String), String> {
    let program = load("case.bpl", text)?.program;
    let entry = entries(&program, &[]).map_err(|d| format!("{d:?}"))?[0];
    let prepared = pipeline::prepare(program.clone(), entry);
    let sliced = slice::run(prepared.program, prepared.entry, prepared.error, Follow::Failing).program;
    verify::assert_valid(&sliced, "slice");
    let config =
        Config { bound: Some(bound), summaries: Summaries::Given, ahead: Some(0), long: 0, ..Config::default() };
    let checked = driver::check(&program, entry, &config, &Budget::unlimited(), false, &mut |_| {});
    let sliced = prune::run(sliced, prepared.entry).program;
    // Of the program itself, the entry alone is inlined, and of the slice each procedure once in these programs.
    let instances = 1 + more + sliced.procs.iter().filter(|p| p.body.is_some()).count() as u64;
    if checked.stats.inlined > instances {
        return Err(format!("{} instances", checked.stats.inlined));
    }
    Ok((check::word(&checked.verdict), unresolve(&sliced).to_string()))
}
