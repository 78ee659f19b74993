//! `rmt check`: verdicts for files and entries.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ivl::source::SourceMap;

use super::args::{CheckArgs, FormatArg, ReportArgs, StageArg};
use super::config::{abstraction, limits, reach_config};
use super::evidence::{write_test_case, write_witness};
use super::input::{Failed, Input, Source};
use super::progress::ProgressLine;
use super::provers::Provers;
use super::{REJECTED, USAGE, certificate, input, print, units, warn, watchdog, with_color, worse};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::stats::Stats;
use crate::base::workers;
use crate::driver::bounded::{Bounded, Threads};
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::strategy::{Engines, decide};
use crate::driver::survey::check_each;
use crate::driver::{self, Checked};
use crate::engine::Question;
use crate::reach::{Config, Unit};
use crate::report::text::Style;
use crate::report::{Report, json, stats, survey, text};
use crate::verdict::{Answered, Execution, Verdict, Why};

pub fn run(mut args: CheckArgs) -> u8 {
    let (mut unit, mut assumptions) = (Unit::default(), Vec::new());
    if let Some(path) = &args.resume_unit {
        match units::read(path) {
            Ok(work) => {
                args.files = vec![path.clone()];
                args.entry = vec![work.entry];
                args.bound = Some(work.bound);
                unit = work.unit;
                assumptions = work.assumptions;
            }
            Err(mistake) => {
                warn(&format!("rmt: {path}: {mistake}\n"));
                return REJECTED;
            }
        }
    }
    let (limits, config) = match (limits(&args), reach_config(&args)) {
        (Ok(limits), Ok(config)) => (limits, config),
        (Err(mistake), _) | (_, Err(mistake)) => {
            warn(&mistake.to_string());
            return USAGE;
        }
    };
    let provers = match Provers::of(&args) {
        Ok(provers) => provers,
        Err(unknown) => {
            warn(&unknown.to_string());
            return USAGE;
        }
    };
    if let Some(stage) = args.dump
        && stage != StageArg::Smt
    {
        return super::dump::run(&args, stage);
    }
    let programs = match input::programs(&args.files, &args.entry, &args.c) {
        Ok(programs) => programs,
        Err(diagnostic) => return input::say_usage(&diagnostic),
    };
    let config = Config { unit, ..config };
    let batch = Batch { args: &args, programs, limits, config, provers, assumptions, all: super::until_interrupt() };
    batch.run()
}

/// All programs of one command.
struct Batch<'a> {
    args: &'a CheckArgs,
    programs: Vec<Input>,
    limits: Limits,
    config: Config,
    provers: Provers,
    /// Of a unit of work.
    assumptions: Vec<String>,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
}

/// What one entry, or a program that has none, leads to: text for both streams and the exit code.
#[derive(Default)]
struct Answer {
    out: String,
    err: String,
    code: u8,
}

/// What a verdict is about.
#[derive(Clone, Copy)]
struct About<'a> {
    file: &'a str,
    entry: &'a str,
    assumptions: &'a [String],
    expected: Option<bool>,
}

impl Batch<'_> {
    fn run(&self) -> u8 {
        let answers: Mutex<Printer> = Mutex::default();
        let check = |_: &mut (), index| self.program(&self.programs[index], index, &answers);
        workers::each("check", self.args.jobs, self.programs.len(), || (), check);
        answers.into_inner().map_or(USAGE, |printer| printer.code)
    }

    /// Answers for one program, a place for each entry. Jobs that no program needs share its entries.
    fn program(&self, input: &Input, index: usize, answers: &Mutex<Printer>) {
        let only = |answer: Answer| add(answers, (index, 0), answer, true);
        let mut sources = SourceMap::default();
        let mut front = Stats::default();
        let name = input.name();
        let source = match input.read(&mut sources, &self.args.with, &mut front) {
            Ok(mut source) => {
                source.assumptions.extend(self.assumptions.iter().cloned());
                source
            }
            Err(Failed::Said(code)) => return only(Answer { code, ..Answer::default() }),
            Err(Failed::Rejected(diagnostics)) => {
                return only(self.rejected(&name, input::render(&diagnostics, &sources)));
            }
        };
        let (program, warnings) = match elaborate_tree(&source.ast, &sources, &mut front) {
            Ok(done) => done,
            Err(diagnostics) => return only(self.rejected(&name, input::render(&diagnostics, &sources))),
        };
        let entries = match entries(&program, input.named_entries(&self.args.entry)) {
            Ok(entries) => entries,
            Err(diagnostic) => return only(self.rejected(&name, diagnostic.render(&sources))),
        };
        let abstraction = match abstraction(self.args, &program) {
            Ok(abstraction) => abstraction,
            Err(diagnostic) => return only(self.rejected(&name, diagnostic.render(&sources))),
        };
        let warnings = input::render(&warnings, &sources);
        let jobs = self.args.jobs / self.programs.len();
        let config = Config { jobs: (jobs / entries.len()).max(1), abstraction, ..self.config.clone() };
        workers::each(
            "entry",
            jobs,
            entries.len(),
            || (),
            |(), number| {
                let (entry, place) = (entries[number], (index, number));
                let err = if number == 0 { warnings.clone() } else { String::new() };
                let mut answer = Answer { err, ..Answer::default() };
                let mut line = ProgressLine::new(self.args.jobs == 1 || self.programs.len() * entries.len() == 1);
                let want_smtlib = self.args.dump == Some(StageArg::Smt);
                let entry_name = input.entry_name(&program.procs[entry].name);
                let expected = input.expected();
                let about = About { file: &name, entry: &entry_name, assumptions: &source.assumptions, expected };
                let hung = || {
                    let mut late = Answer { err: answer.err.clone(), ..Answer::default() };
                    let verdict = Verdict::Unknown(Why::Stopped(Stop::Timeout));
                    self.report(&mut late, about, Checked::at_once(verdict), &front, &SourceMap::default());
                    if let Ok(mut printer) = answers.lock() {
                        printer.add_last(place, late);
                        std::process::exit(printer.code.into());
                    }
                };
                if self.args.all || self.args.each {
                    let about_program = driver::survey::About { program: &program, entry, config: &config };
                    let (verdicts, own) = watchdog::within(self.limits, &self.all, hung, |budget| {
                        check_each(about_program, budget, &mut |now, _| line.show(&name, now))
                    });
                    line.clear();
                    let judged = |a: Answered<Execution>| Answered { verdict: input.judged(a.verdict), ..a };
                    let verdicts = verdicts.into_iter().map(judged).collect();
                    self.report_each(&mut answer, about, verdicts, (&front, &own), &sources);
                    return add(answers, place, answer, number + 1 == entries.len());
                }
                if let (Some(folder), Some(bound)) = (&self.args.save_units, self.args.bound) {
                    if input.is_judged() {
                        answer
                            .err
                            .push_str("rmt: --save-units does not know the property that the program is checked for\n");
                        answer.code = USAGE;
                        return add(answers, place, answer, number + 1 == entries.len());
                    }
                    let parts = self.args.jobs;
                    let split = watchdog::within(self.limits, &self.all, hung, |budget| {
                        driver::split(&program, entry, &config, budget, parts, &mut |now| line.show(&name, now))
                    });
                    line.clear();
                    match split {
                        Ok(units) => {
                            // Several programs and entries have a folder each.
                            let folder = match self.programs.len() * entries.len() {
                                1 => folder.clone(),
                                _ => folder.join(format!("{index}-{number}")),
                            };
                            let works = units.into_iter().map(|unit| units::Work {
                                entry: program.procs[entry].name.to_string(),
                                bound,
                                unit,
                                assumptions: source.assumptions.clone(),
                            });
                            leave_units(&mut answer, &folder, &source, works);
                        }
                        Err(checked) => self.report(&mut answer, about, *checked, &front, &sources),
                    }
                    return add(answers, place, answer, number + 1 == entries.len());
                }
                let checked = watchdog::within(self.limits, &self.all, hung, |budget| {
                    let mut progress = |now| line.show(&name, now);
                    let threads = Threads { contexts: self.args.contexts, cooperative: self.args.cooperative };
                    let search = Bounded { want_smtlib, threads, ..Bounded::new(config.clone(), &mut progress) };
                    let engines = Engines {
                        search: self.provers.with_search().then_some(&search),
                        provers: self.provers.engines(),
                        solver: &config.solver,
                        jobs: config.jobs,
                        queries: self.args.dump_queries.as_deref(),
                    };
                    decide(&Question { program: &program, entry, bound: config.bound }, &engines, budget)
                });
                line.clear();
                let checked = Checked { verdict: input.judged(checked.verdict), ..checked };
                if let (Verdict::Safe(certificate), Some(folder)) = (&checked.verdict, &self.args.certificate) {
                    let folder = self.place_of(folder, index);
                    if let Err(error) = certificate::write(&folder, &name, &entry_name, certificate) {
                        answer.err.push_str(&format!("rmt: {}: {error}\n", folder.display()));
                        answer.code = worse(answer.code, USAGE);
                    }
                }
                if let Verdict::Unsafe(execution) = &checked.verdict {
                    self.leave_evidence(&mut answer, input, index, (&source, &sources), execution);
                }
                self.report(&mut answer, about, checked, &front, &sources);
                add(answers, place, answer, number + 1 == entries.len());
            },
        );
    }

    /// Several programs have a file or folder each.
    fn place_of(&self, path: &Path, index: usize) -> PathBuf {
        match self.programs.len() {
            0 | 1 => path.to_path_buf(),
            _ => path.with_file_name(format!("{index}-{}", path.file_name().unwrap_or_default().to_string_lossy())),
        }
    }

    fn leave_evidence(
        &self,
        answer: &mut Answer,
        input: &Input,
        index: usize,
        (source, sources): (&Source, &SourceMap),
        execution: &Execution,
    ) {
        let folder = self.args.test_case.as_ref().map(|path| self.place_of(path, index));
        let witness = self.args.witness.as_ref().map(|path| self.place_of(path, index));
        let mut done = Vec::new();
        if let Some(folder) = &folder {
            done.push((folder, write_test_case(folder, input, source, execution)));
        }
        if let Some(witness) = &witness {
            done.push((witness, write_witness(witness, input, execution, sources)));
        }
        for (path, result) in done {
            if let Err(error) = result {
                answer.err.push_str(&format!("rmt: {}: {error}\n", path.display()));
                answer.code = worse(answer.code, USAGE);
            }
        }
    }

    fn report(&self, answer: &mut Answer, about: About, checked: Checked, front: &Stats, sources: &SourceMap) {
        let Checked { verdict, stats: own, contexts, smtlib, summaries, unwritten } = checked;
        if let Some((path, error)) = unwritten {
            answer.err.push_str(&format!("rmt: {}: {error}\n", path.display()));
            answer.code = worse(answer.code, USAGE);
        }
        let mut total = front.clone();
        total.merge(&own);
        let report = Report {
            file: about.file,
            entry: about.entry,
            verdict: &verdict,
            contexts,
            assumptions: about.assumptions,
            expected: about.expected,
            stats: self.args.report.stats.then_some(&total),
            summaries: summaries.as_deref(),
            sources,
        };
        if let Some(smtlib) = smtlib {
            answer.out.push_str(&smtlib);
            answer.err.push_str(&text::render(&report, Style { color: false, trace: false }));
        } else {
            match self.args.report.format {
                FormatArg::Json => {
                    let render = if self.args.report.no_trace { json::render_failure } else { json::render };
                    answer.out.push_str(&render(&report));
                    answer.out.push('\n');
                }
                FormatArg::Text => {
                    let style = Style { color: with_color(), trace: !self.args.report.no_trace };
                    answer.out.push_str(&text::render(&report, style));
                    if self.args.report.stats {
                        answer.out.push_str(&stats::table(&total));
                    }
                }
            }
        }
        answer.code = worse(answer.code, verdict.exit_code(self.args.require_proof));
    }

    /// A verdict for each assertion, an execution for each that fails.
    fn report_each(
        &self,
        answer: &mut Answer,
        about: About,
        verdicts: Vec<Answered<Execution>>,
        (front, own): (&Stats, &Stats),
        sources: &SourceMap,
    ) {
        let mut total = front.clone();
        total.merge(own);
        let ReportArgs { format, no_trace, stats: with_stats } = self.args.report;
        let mut lines = String::new();
        for answered in &verdicts {
            let report = Report {
                file: about.file,
                entry: about.entry,
                verdict: &answered.verdict,
                contexts: None,
                assumptions: &[],
                expected: None,
                stats: None,
                summaries: None,
                sources,
            };
            answer.code = worse(answer.code, answered.verdict.exit_code(self.args.require_proof));
            let fails = matches!(answered.verdict, Verdict::Unsafe(_));
            if !fails && !self.args.each {
                continue;
            }
            if format == FormatArg::Json {
                answer.out.push_str(&survey::assertion_json(&answered.subject, &report, !no_trace));
                answer.out.push('\n');
                continue;
            }
            if fails && self.args.all {
                let style = Style { color: with_color(), trace: !no_trace };
                answer.out.push_str(&text::render(&report, style));
            }
            if self.args.each {
                lines.push_str(&survey::assertion_line(answered, &report));
            }
        }
        if format == FormatArg::Text {
            answer.out.push_str(&lines);
            let words = ["unsafe", "safe", "safe up to the bound", "unknown"];
            answer.out.push_str(&survey::summary(about.file, "assertions", &verdicts, words));
            for assumption in about.assumptions {
                answer.out.push_str(&format!("{}: taken for granted: {assumption}\n", about.file));
            }
            if with_stats {
                answer.out.push_str(&stats::table(&total));
            }
        }
    }

    fn rejected(&self, file: &str, diagnostics: String) -> Answer {
        let out = match self.args.report.format {
            FormatArg::Json => json::rejected(file, &diagnostics) + "\n",
            FormatArg::Text => String::new(),
        };
        Answer { out, err: diagnostics, code: REJECTED }
    }
}

/// Writes units of work and says where.
fn leave_units(answer: &mut Answer, folder: &Path, source: &Source, works: impl Iterator<Item = units::Work>) {
    match units::write(folder, &source.ast.to_string(), works) {
        Ok(written) => {
            for path in written {
                answer.out.push_str(&format!("{}\n", path.display()));
            }
        }
        Err(error) => {
            answer.err.push_str(&format!("rmt: {}: {error}\n", folder.display()));
            answer.code = worse(answer.code, USAGE);
        }
    }
}

/// Of which file and entry, from 0.
type Place = (usize, usize);

/// `last`: it is the last one of its file.
fn add(answers: &Mutex<Printer>, place: Place, answer: Answer, last: bool) {
    if let Ok(mut printer) = answers.lock() {
        printer.add(place, answer, last);
    }
}

/// Prints answers in order, as soon as those before are printed.
#[derive(Default)]
struct Printer {
    next: Place,
    waiting: std::collections::BTreeMap<Place, (Answer, bool)>,
    code: u8,
}

impl Printer {
    fn add(&mut self, place: Place, answer: Answer, last: bool) {
        self.waiting.insert(place, (answer, last));
        while let Some((answer, last)) = self.waiting.remove(&self.next) {
            self.print(&answer);
            self.next = if last { (self.next.0 + 1, 0) } else { (self.next.0, self.next.1 + 1) };
        }
    }

    /// Nothing comes after this answer: prints what there is.
    fn add_last(&mut self, place: Place, answer: Answer) {
        self.waiting.insert(place, (answer, true));
        for (answer, _) in std::mem::take(&mut self.waiting).into_values() {
            self.print(&answer);
        }
    }

    fn print(&mut self, answer: &Answer) {
        warn(&answer.err);
        print(&answer.out);
        self.code = worse(self.code, answer.code);
    }
}
