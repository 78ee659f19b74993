//! `rmt recheck`: is what `check --certificate` left a proof of this program?

use ivl::source::SourceMap;

use super::args::RecheckArgs;
use super::certificate::Difference;
use super::config::solver_config;
use super::input::Input;
use super::{REJECTED, UNKNOWN, USAGE, certificate, input, print, until_interrupt, verify::usage, warn};
use crate::base::memory;
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::certify::check::{How, Rechecked, verify_obligations};
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::readings::Reading;
use crate::driver::recheck::{Proof, rebuild};
use crate::driver::unrolled::Searched;
use crate::engine::{Declined, Forms, Question};
use crate::prove::ENGINES;
use crate::report::stats;

/// 0: it is. 20: an obligation fails, or it is not the certificate that is built from this program.
pub fn run(args: &RecheckArgs) -> u8 {
    let (limits, solver) = match solver_config(&args.solver) {
        Ok(configured) => configured,
        Err(mistake) => return usage(&mistake),
    };
    let folder = args.folder.display();
    let read = match certificate::read(&args.folder) {
        Ok(read) => read,
        Err(error) => {
            warn(&format!("rmt: {folder}: {error}\n"));
            return USAGE;
        }
    };
    let (input, mut with) = match input::one_program(&args.files, std::slice::from_ref(&read.entry), &args.c) {
        Ok(found) => found,
        Err(diagnostic) => return input::say_usage(&diagnostic),
    };
    with.extend(args.with.iter().cloned());
    let all = until_interrupt();
    let (mut sources, mut stats) = (SourceMap::default(), Stats::default());
    let source = match input.read_with(read.reading, &mut sources, &with, &mut stats) {
        Ok(source) => source,
        Err(failed) => return input::say(failed, &sources),
    };
    let (program, _) = match elaborate_tree(&source.ast, &sources, &mut stats) {
        Ok(done) => done,
        Err(diagnostics) => {
            warn(&input::render(&diagnostics, &sources));
            return REJECTED;
        }
    };
    let entry = match entries(&program, input.named_entries(std::slice::from_ref(&read.entry))) {
        Ok(entries) => entries[0],
        Err(diagnostic) => {
            warn(&input::render(&[diagnostic], &sources));
            return REJECTED;
        }
    };
    let hung = || {
        warn(&format!("{folder}: unknown: the time limit was reached\n"));
        std::process::exit(UNKNOWN);
    };
    // Nobody else says which procedure the proof is about, and how C was read.
    let (is_usual, read_so) = match &input {
        Input::C { .. } => (read.entry == rmt_c::Config::default().entry, read.reading.told()),
        Input::Boogie(_) => (entries(&program, &[]).is_ok_and(|usual| usual == [entry]), String::new()),
    };
    let from = if is_usual { String::new() } else { format!(" from {}", read.entry) };
    let question = Question { program: &program, entry, bound: None, forms: &Forms::of(&program, entry) };
    let how = How { solver: &solver, jobs: args.jobs, other: args.solver_path.as_deref() };
    let engines = [ENGINES, &[&Searched]].concat();
    let name = input.name();
    let refuse = |why: &str| {
        print(format_args!("{name}: refused: {why}\n"));
        UNKNOWN as u8
    };
    if matches!(input, Input::Boogie(_)) && read.reading != Reading::default() {
        return refuse("it says how C was read, and there is none");
    }
    let checked = watchdog::within(limits, &all, hung, |budget| {
        let rebuilt = rebuild(&question, &read.certificate, &engines).map_err(|Declined(why)| why)?;
        let difference = certificate::difference(&args.folder, &read, &rebuilt.certificate);
        if let Some(difference) = difference.map_err(|error| error.to_string())? {
            return Err(told(&difference));
        }
        let rechecked = verify_obligations(&rebuilt.certificate, &how, budget);
        Ok((rebuilt, rechecked))
    });
    let (rebuilt, rechecked) = match checked {
        Ok(checked) => checked,
        Err(why) => return refuse(&why),
    };
    rechecked.iter().for_each(|one| say(&name, one));
    if args.stats {
        rechecked.iter().for_each(|one| stats.merge(&one.stats));
        stats.peak_memory = memory::peak();
        print(stats::table(&stats));
    }
    let method = &rebuilt.certificate.method;
    let obligations = match (rebuilt.proof(&rechecked), rechecked.len()) {
        (None, _) => return refuse(&format!("the certificate ({method}) does not prove this program")),
        (Some(Proof::Again), _) => String::new(),
        (Some(Proof::Obligations(_)), 1) => ", 1 obligation".into(),
        (Some(Proof::Obligations(_)), number) => format!(", {number} obligations"),
    };
    for assumption in &source.assumptions {
        print(format_args!("{name}: taken for granted: {assumption}\n"));
    }
    print(format_args!("{name}: safe{from} (rechecked: {method}{obligations}{read_so})\n"));
    0
}

/// Says what became of an obligation.
fn say(name: &str, Rechecked { obligation, outcome, .. }: &Rechecked) {
    match outcome {
        Ok(_) => print(format_args!("{name}: {obligation}: verified\n")),
        Err(failed) => {
            for (procedure, why) in failed {
                print(format_args!("{name}: {obligation}: {procedure}: {why}\n"));
            }
        }
    }
}

/// A difference in words.
fn told(difference: &Difference) -> String {
    let Difference { file, line, found, built } = difference;
    format!("{}:{line}: not what is built from the program: `{found}`, built `{built}`", file.display())
}
