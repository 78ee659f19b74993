//! `rmt reach`: which procedures are called and which branches taken.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ivl::source::SourceMap;

use super::args::{FormatArg, ReachArgs};
use super::config::solver_config;
use super::progress::CountLine;
use super::{REJECTED, USAGE, gathered, input, print, until_interrupt, verify::usage, warn, worse};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, ProcId};
use crate::base::stats::Stats;
use crate::base::workers;
use crate::driver::bounded::Threads;
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::survey::{About, Reachability, reach_targets};
use crate::ir::Program;
use crate::ir::unresolve::unresolve_expr;
use crate::pass::targets::{self, Target};
use crate::reach::Config;
use crate::report::{stats, survey};
use crate::verdict::{Answered, Bound, Subject, Verdict};

pub fn run(args: &ReachArgs) -> u8 {
    if gathered::is_refused(&args.report) {
        return USAGE;
    }
    let (limits, solver) = match solver_config(&args.solver) {
        Ok(configured) => configured,
        Err(mistake) => return usage(&mistake),
    };
    let (input, with) = match input::one_program(&args.files, &args.entry, &args.c) {
        Ok(found) => found,
        Err(diagnostic) => return input::say_usage(&diagnostic),
    };
    let all = until_interrupt();
    let (mut sources, mut front) = (SourceMap::default(), Stats::default());
    let source = match input.read(&mut sources, &with, &mut front) {
        Ok(source) => source,
        Err(failed) => return input::say(failed, &sources),
    };
    let (mut program, warnings) = match elaborate_tree(&source.ast, &sources, &mut front) {
        Ok(done) => done,
        Err(diagnostics) => {
            warn(&input::render(&diagnostics, &sources));
            return REJECTED;
        }
    };
    if !args.report.quiet {
        warn(&input::render(&warnings, &sources));
    }
    let entries = match entries(&program, input.named_entries(&args.entry)) {
        Ok(entries) => entries,
        Err(diagnostic) => {
            warn(&input::render(&[diagnostic], &sources));
            return REJECTED;
        }
    };
    let line = |span| sources.locate(span).map(|(_, line, _)| line);
    let asked = |span| args.line.is_empty() || line(span).is_some_and(|line| args.line.contains(&line));
    let marked = targets::run(&mut program, args.branches, &asked);
    if marked.is_empty() && !args.line.is_empty() {
        warn("rmt: no such line has the beginning of a procedure with a body (or of a branch, with --branches)\n");
        return USAGE;
    }
    let config = Config { bound: Some(Bound(args.bound)), solver, ..Config::default() };
    let command = Reach { args, program, marked, config, limits, all, name: input.name() };
    let code = entries.iter().map(|&entry| {
        let (answers, total) = command.ask(entry);
        let mut all = front.clone();
        all.merge(&total);
        command.report(&input.entry_name(&command.program.procs[entry].name), answers, &all, &sources)
    });
    code.fold(0, worse)
}

struct Reach<'a> {
    args: &'a ReachArgs,
    program: Program,
    marked: Vec<Target>,
    config: Config,
    limits: Limits,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
    name: String,
}

impl Reach<'_> {
    /// Each job asks for its share of the places.
    fn ask(&self, entry: ProcId) -> (Vec<Answered<()>>, Stats) {
        let jobs = self.args.jobs.clamp(1, self.marked.len().max(1));
        let line = Mutex::new(CountLine::new(self.marked.len(), "places"));
        let known: Vec<AtomicUsize> = (0..jobs).map(|_| AtomicUsize::new(0)).collect();
        let parts: Mutex<Vec<Option<Reachability>>> = Mutex::new(self.marked.iter().map(|_| None).collect());
        let total = Mutex::new(Stats::default());
        let budget = self.all.within(self.limits).shared_by(jobs);
        workers::each(
            "reach",
            jobs,
            jobs,
            || (),
            |(), job| {
                let (program, config) = (&self.program, &self.config);
                let about = About { program, entry, config, threads: Threads::default() };
                let mut progress = |_, answered| {
                    known[job].store(answered, Ordering::Relaxed);
                    if let Ok(mut line) = line.lock() {
                        line.show(&self.name, known.iter().map(|k| k.load(Ordering::Relaxed)).sum());
                    }
                };
                let mine = |position: usize| position % jobs == job;
                let (answers, stats) = reach_targets(about, &self.marked, &mine, &budget, &mut progress);
                if let (Ok(mut parts), Ok(mut total)) = (parts.lock(), total.lock()) {
                    for (place, answer) in parts.iter_mut().zip(answers) {
                        *place = answer.or(place.take());
                    }
                    total.merge(&stats);
                }
            },
        );
        if let Ok(mut line) = line.into_inner() {
            line.clear();
        }
        let verdicts = parts.into_inner().unwrap_or_default();
        let answers = self.marked.iter().zip(verdicts).filter_map(|(target, verdict)| {
            let procedure = self.program.procs[target.proc].name.to_string();
            let text = |guard: &ExprId| unresolve_expr(&self.program, *guard, target.span).to_string();
            let guards: Vec<String> = target.guards.iter().map(text).collect();
            // What the translation of C has names for is not for readers.
            let side = Some(guards.join(" && ")).filter(|side| !side.is_empty() && !side.contains('$'));
            let what = target.kind.describe();
            let subject = Subject { what, span: target.span, related: None, procedure, side };
            Some(Answered { subject, verdict: verdict? })
        });
        let mut answers: Vec<Answered<()>> = answers.collect();
        answers.sort_by_key(|a| (a.subject.span.file, a.subject.span.start));
        (answers, total.into_inner().unwrap_or_default())
    }

    fn report(&self, entry: &str, answers: Vec<Answered<()>>, total: &Stats, sources: &SourceMap) -> u8 {
        let mut out = String::new();
        let json = self.args.report.format == FormatArg::Json;
        for answered in &answers {
            if json {
                out.push_str(&survey::place_json(answered, &self.name, entry, sources));
                out.push('\n');
            } else if self.args.all || !matches!(answered.verdict, Verdict::Unsafe(())) {
                out.push_str(&survey::place_line(answered, &self.name, sources));
            }
        }
        if !json {
            let words = ["reached", "dead", "not reached up to the bound", "unknown"];
            out.push_str(&survey::summary(&self.name, "places", &answers, words));
            if self.args.report.stats() {
                out.push_str(&stats::table(total));
            }
        }
        print(&out);
        if answers.iter().any(|a| matches!(a.verdict, Verdict::Unknown(_))) { 20 } else { 0 }
    }
}
