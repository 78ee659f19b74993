//! `rmt check`: verdicts for files and entries.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ivl::source::{FileId, SourceMap};

use super::args::{CheckArgs, FormatArg, StageArg};
use super::config::{Limits, limits, reach_config};
use super::progress::ProgressLine;
use super::{REJECTED, STACK, USAGE, input, print, stdout_is_terminal, warn, watchdog, worse};
use crate::base::budget::{Budget, Cancel, Stop};
use crate::base::stats::Stats;
use crate::driver::elaborate::elaborate;
use crate::driver::entry::entries;
use crate::driver::{Checked, check};
use crate::reach::Config;
use crate::report::text::Style;
use crate::report::{Report, json, stats, text};
use crate::verdict::{Verdict, Why};

pub fn run(args: CheckArgs) -> u8 {
    let (limits, config) = match (limits(&args), reach_config(&args)) {
        (Ok(limits), Ok(config)) => (limits, config),
        (Err(mistake), _) | (_, Err(mistake)) => {
            warn(&mistake.to_string());
            return USAGE;
        }
    };
    if let Some(stage) = args.dump
        && stage != StageArg::Smt
    {
        return super::dump::run(&args, stage);
    }
    let interrupted = Cancel::default();
    super::on_interrupt(&interrupted);
    let batch = Batch { args: &args, limits, config, interrupted };
    batch.run()
}

/// All files of one command.
struct Batch<'a> {
    args: &'a CheckArgs,
    limits: Limits,
    config: Config,
    interrupted: Cancel,
}

/// What one file leads to: text for both streams and the exit code.
#[derive(Default)]
struct Answer {
    out: String,
    err: String,
    code: u8,
}

impl Batch<'_> {
    fn run(&self) -> u8 {
        let files = &self.args.files;
        let jobs = self.args.jobs.clamp(1, files.len());
        let next = AtomicUsize::new(0);
        // Answers are printed in the order of the files, as soon as those before are.
        let answers: Mutex<Printer> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let worker = || {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(path) = files.get(index) else { return };
                        let answer = self.file(path, index, &answers);
                        if let Ok(mut printer) = answers.lock() {
                            printer.add(index, answer);
                        }
                    }
                };
                if jobs == 1 {
                    worker();
                } else if let Err(error) = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker) {
                    warn(&format!("rmt: no thread can be started: {error}\n"));
                }
            }
        });
        answers.into_inner().map_or(USAGE, |printer| printer.code)
    }

    /// The answer for one file; `answers` is for the case that it never comes.
    fn file(&self, path: &str, index: usize, answers: &Mutex<Printer>) -> Answer {
        let mut sources = SourceMap::default();
        let mut files: Vec<FileId> = Vec::new();
        for path in std::iter::once(path).chain(self.args.with.iter().map(String::as_str)) {
            match input::read(&mut sources, path) {
                Ok(file) => files.push(file),
                Err(code) => return Answer { code, ..Answer::default() },
            }
        }
        let name = sources.get(files[0]).map_or(String::new(), |f| f.name.clone());
        let mut front = Stats::default();
        let (program, warnings) = match elaborate(&sources, &files, &mut front) {
            Ok(done) => done,
            Err(diagnostics) => return self.rejected(&name, input::render(&diagnostics, &sources)),
        };
        let entries = match entries(&program, &self.args.entry) {
            Ok(entries) => entries,
            Err(diagnostic) => return self.rejected(&name, diagnostic.render(&sources)),
        };
        let mut answer = Answer { err: input::render(&warnings, &sources), ..Answer::default() };
        for entry in entries {
            let cancel = Cancel::default();
            let job = cancel.clone();
            let hook = self.interrupted.on_cancel(move || job.cancel());
            if self.interrupted.is_cancelled() {
                cancel.cancel();
            }
            let Limits { timeout, rlimit, memory } = self.limits;
            let watched = cancel.clone();
            let mut budget = Budget::new(timeout, rlimit, memory, cancel);
            let mut line = ProgressLine::new(self.args.jobs == 1 || self.args.files.len() == 1);
            let want_smtlib = self.args.dump == Some(StageArg::Smt);
            let entry_name = program.procs[entry].name.to_string();
            let hung = || {
                let mut late = Answer { out: answer.out.clone(), err: answer.err.clone(), code: answer.code };
                let verdict = Verdict::Unknown(Why::Stopped(Stop::Timeout));
                let checked = Checked { verdict, stats: Stats::default(), smtlib: None };
                self.report(&mut late, &name, &entry_name, checked, &front, &SourceMap::default());
                if let Ok(mut printer) = answers.lock() {
                    printer.add_last(index, late);
                    std::process::exit(printer.code.into());
                }
            };
            let checked = watchdog::watched(timeout, &watched, hung, || {
                check(&program, entry, &self.config, &mut budget, want_smtlib, &mut |now| line.show(&name, now))
            });
            line.clear();
            self.interrupted.forget(hook);
            self.report(&mut answer, &name, &entry_name, checked, &front, &sources);
        }
        answer
    }

    fn report(
        &self,
        answer: &mut Answer,
        file: &str,
        entry: &str,
        checked: Checked,
        front: &Stats,
        sources: &SourceMap,
    ) {
        let Checked { verdict, stats: own, smtlib } = checked;
        let mut total = front.clone();
        total.merge(&own);
        let report = Report {
            file,
            entry,
            verdict: &verdict,
            assumptions: &[],
            stats: self.args.stats.then_some(&total),
            sources,
        };
        if let Some(smtlib) = smtlib {
            answer.out.push_str(&smtlib);
            answer.err.push_str(&text::render(&report, Style { color: false, trace: false }));
        } else {
            match self.args.format {
                FormatArg::Json => {
                    answer.out.push_str(&json::render(&report));
                    answer.out.push('\n');
                }
                FormatArg::Text => {
                    let style = Style { color: stdout_is_terminal(), trace: !self.args.no_trace };
                    answer.out.push_str(&text::render(&report, style));
                    if self.args.stats {
                        answer.out.push_str(&stats::table(&total));
                    }
                }
            }
        }
        answer.code = worse(answer.code, verdict.exit_code(self.args.require_proof));
    }

    fn rejected(&self, file: &str, diagnostics: String) -> Answer {
        let out = match self.args.format {
            FormatArg::Json => json::rejected(file, &diagnostics) + "\n",
            FormatArg::Text => String::new(),
        };
        Answer { out, err: diagnostics, code: REJECTED }
    }
}

/// Prints answers in order.
#[derive(Default)]
struct Printer {
    printed: usize,
    waiting: std::collections::BTreeMap<usize, Answer>,
    code: u8,
}

impl Printer {
    fn add(&mut self, index: usize, answer: Answer) {
        self.waiting.insert(index, answer);
        while let Some(answer) = self.waiting.remove(&self.printed) {
            self.print(&answer);
            self.printed += 1;
        }
    }

    /// Nothing comes after this answer: prints what there is.
    fn add_last(&mut self, index: usize, answer: Answer) {
        self.waiting.insert(index, answer);
        for answer in std::mem::take(&mut self.waiting).into_values() {
            self.print(&answer);
        }
    }

    fn print(&mut self, answer: &Answer) {
        warn(&answer.err);
        print(&answer.out);
        self.code = worse(self.code, answer.code);
    }
}
