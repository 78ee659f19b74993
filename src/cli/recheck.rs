//! `rmt recheck`: is what `check --certificate` left a proof of this program?

use ivl::source::SourceMap;

use super::args::RecheckArgs;
use super::config::solver_config;
use super::input::Input;
use super::{REJECTED, UNKNOWN, USAGE, certificate, input, print, until_interrupt, verify::usage, warn};
use crate::base::memory;
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::recheck::{How, recheck};
use crate::driver::unrolled::Searched;
use crate::engine::Question;
use crate::prove::ENGINES;
use crate::report::stats;

/// 0: it is. 20: an obligation fails, or it is a certificate for another program.
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
    // Nobody else says which procedure the proof is about.
    let is_usual = match &input {
        Input::C { .. } => read.entry == rmt_c::Config::default().entry,
        Input::Boogie(_) => entries(&program, &[]).is_ok_and(|usual| usual == [entry]),
    };
    let from = if is_usual { String::new() } else { format!(" from {}", read.entry) };
    let question = Question { program: &program, entry, bound: None };
    let how = How { solver: &solver, jobs: args.jobs, other: args.solver_path.as_deref() };
    let engines = [ENGINES, &[&Searched]].concat();
    let rechecked =
        watchdog::within(limits, &all, hung, |budget| recheck(&question, &read.certificate, &engines, &how, budget));
    let name = input.name();
    let rechecked = match rechecked {
        Ok(rechecked) => rechecked,
        Err(declined) => {
            print(format_args!("{name}: refused: {}\n", declined.0));
            return UNKNOWN as u8;
        }
    };
    let mut refused = false;
    for one in &rechecked {
        stats.merge(&one.stats);
        let obligation = &one.obligation.name;
        if one.failed.is_empty() {
            print(format_args!("{name}: {obligation}: verified\n"));
        }
        for (procedure, why) in &one.failed {
            refused = true;
            print(format_args!("{name}: {obligation}: {procedure}: {why}\n"));
        }
    }
    if args.stats {
        stats.peak_memory = memory::peak();
        print(stats::table(&stats));
    }
    // It is a text of whoever wrote the certificate: on one line it stays.
    let method = read.certificate.method.escape_debug();
    if refused {
        print(format_args!("{name}: refused: the certificate ({method}) does not prove this program\n"));
        return UNKNOWN as u8;
    }
    let obligations = match rechecked.len() {
        0 => String::new(),
        number => format!(", {number} obligations"),
    };
    for assumption in &source.assumptions {
        print(format_args!("{name}: taken for granted: {assumption}\n"));
    }
    print(format_args!("{name}: safe{from} (rechecked: {method}{obligations})\n"));
    0
}
