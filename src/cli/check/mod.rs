//! `rmt check`: verdicts for files and entries.

mod answer;
mod cover;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;

use super::args::{CheckArgs, FormatArg, ReportArgs, StageArg};
use super::config::{abstraction, limits, reach_config};
use super::evidence::{write_test_case, write_witness};
use super::input::{Failed, Input, Source};
use super::origin::origin;
use super::progress::ProgressLine;
use super::provers::Provers;
use super::{REJECTED, USAGE, certificate, gathered, input, print, units, warn, worse};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::base::workers;
use crate::driver::checks;
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::readings::Reading;
use crate::driver::strategy::Engines;
use crate::driver::{self, Checked};
use crate::engine::Declined;
use crate::ir::Program;
use crate::reach::{Config, Unit};
use crate::report::cover::Coverage;
use crate::report::origin::{Origin, UNKNOWN};
use crate::report::text::Style;
use crate::report::witness::Evidence;
use crate::report::{Report, json, stats, survey, text};
use crate::verdict::{Answered, Certificate, Execution, Verdict, Why};

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
    let covering = match args.cover.is_some() || args.test_suite.is_some() {
        true => programs.iter().map(Input::covering).collect(),
        false => Vec::new(),
    };
    let all = super::until_interrupt();
    let batch = Batch { args: &args, programs, covering, limits, config, provers, assumptions, all };
    batch.run()
}

/// All programs of one command.
struct Batch<'a> {
    args: &'a CheckArgs,
    programs: Vec<Input>,
    /// The same with marks on what counts for coverage, where that is asked for.
    covering: Vec<Input>,
    limits: Limits,
    config: Config,
    provers: Provers,
    /// Of a unit of work.
    assumptions: Vec<String>,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
}

/// A program that is being checked.
struct Checking<'a> {
    input: &'a Input,
    name: String,
    reading: Reading,
    source: Source,
    sources: SourceMap,
    program: Program,
    entries: Vec<ProcId>,
    config: Config,
    /// Of the work in front of the engines.
    front: Stats,
    /// Said with the first answer.
    warnings: String,
}

impl Checking<'_> {
    /// What the names in proofs mean; of a program without invariants to tell, nothing.
    fn origin<'v>(&self, mut verdicts: impl Iterator<Item = &'v Verdict>) -> Origin {
        let is_told = |verdict: &Verdict| matches!(verdict, Verdict::Safe(proof) if !proof.invariants.is_empty());
        if verdicts.any(is_told) { origin(&self.program, &self.source.ast) } else { Origin::default() }
    }
}

/// The output for one entry, or for a program that has none: text for both streams and the exit code.
#[derive(Default)]
struct Answer {
    out: String,
    err: String,
    /// The reports as JSON, where a document is made of all.
    told: Vec<String>,
    code: u8,
}

/// The subject of a verdict.
#[derive(Clone, Copy)]
struct About<'a> {
    file: &'a str,
    entry: &'a str,
    assumptions: &'a [String],
    expected: Option<bool>,
    origin: &'a Origin,
    coverage: Option<&'a Coverage>,
}

impl Batch<'_> {
    fn run(&self) -> u8 {
        let answers: Mutex<Printer> = Mutex::default();
        let check = |_: &mut (), index| self.program(&self.programs[index], index, &answers);
        workers::each("check", self.args.jobs, self.programs.len(), || (), check);
        answers
            .into_inner()
            .map_or(USAGE, |printer| worse(printer.code, gathered::finish(&self.args.report, &printer.told)))
    }

    /// Answers for one program, a place for each entry. Jobs that no program needs share its entries.
    fn program(&self, input: &Input, index: usize, answers: &Mutex<Printer>) {
        // Whoever wants one verdict gets it from texts that are any first, which costs little and proves as much.
        let one = !self.args.all && !self.args.each && self.args.save_units.is_none();
        let reading = Reading { any_texts: one, ..Reading::default() };
        let (name, entry_name) = (input.name(), input.entry_name(""));
        let about = About {
            file: &name,
            entry: &entry_name,
            assumptions: &[],
            expected: input.expected(),
            origin: &UNKNOWN,
            coverage: None,
        };
        let hung = || self.give_up((index, 0), about, (Answer::default(), &Stats::default()), answers);
        let mut checking = match watchdog::within(self.limits, &self.all, hung, |_| self.read(input, reading)) {
            Ok(checking) => checking,
            Err(answer) => return add(answers, (index, 0), answer, true),
        };
        let warnings = std::mem::take(&mut checking.warnings);
        let jobs = self.args.jobs / self.programs.len();
        let all = checking.entries.len();
        checking.config.jobs = (jobs / all).max(1);
        workers::each(
            "entry",
            jobs,
            all,
            || (),
            |(), number| {
                let err = if number == 0 { warnings.clone() } else { String::new() };
                let mut answer = Answer { err, ..Answer::default() };
                self.entry(&checking, index, number, &mut answer, answers);
                add(answers, (index, number), answer, number + 1 == all);
            },
        );
    }

    /// Ends the process when the work on something hangs: says what is known, this with it.
    fn give_up(&self, place: Place, about: About, (mut late, front): (Answer, &Stats), answers: &Mutex<Printer>) {
        let verdict = Verdict::Unknown(Why::Stopped(Stop::Timeout));
        self.report(&mut late, about, Checked::at_once(verdict), front, &SourceMap::default());
        if let Ok(mut printer) = answers.lock() {
            printer.add_last(place, late);
            std::process::exit(worse(printer.code, gathered::finish(&self.args.report, &printer.told)).into());
        }
    }

    /// Reads a program. `Err`: there is none, and this is the answer.
    fn read<'i>(&self, input: &'i Input, reading: Reading) -> Result<Checking<'i>, Answer> {
        let mut sources = SourceMap::default();
        let mut front = Stats::default();
        let name = input.name();
        let rejected = |diagnostics: &[Diagnostic], sources: &SourceMap| self.rejected(&name, diagnostics, sources);
        let mut source = match input.read_with(reading, &mut sources, &self.args.with, &mut front) {
            Ok(source) => source,
            Err(Failed::Said(code)) => return Err(Answer { code, ..Answer::default() }),
            Err(Failed::Rejected(diagnostics)) => return Err(rejected(&diagnostics, &sources)),
        };
        source.assumptions.extend(self.assumptions.iter().cloned());
        let (program, warnings) = elaborate_tree(&source.ast, &sources, &mut front)
            .map_err(|diagnostics| rejected(&diagnostics, &sources))?;
        let entries = entries(&program, input.named_entries(&self.args.entry))
            .map_err(|diagnostic| rejected(&[diagnostic], &sources))?;
        let abstraction = abstraction(self.args, &program).map_err(|diagnostic| rejected(&[diagnostic], &sources))?;
        let warnings = if self.args.report.quiet { String::new() } else { input::render(&warnings, &sources) };
        let warnings = std::mem::take(&mut source.warnings) + &warnings;
        let config = Config { abstraction, ..self.config.clone() };
        Ok(Checking { input, name, reading, source, sources, program, entries, config, front, warnings })
    }

    /// The answer about one entry: a verdict for all assertions or each, or units of work.
    fn entry(&self, checking: &Checking, index: usize, number: usize, answer: &mut Answer, answers: &Mutex<Printer>) {
        let Checking { input, name, source, sources, program, config, front, .. } = checking;
        let entry = checking.entries[number];
        let entry_name = input.entry_name(&program.procs[entry].name);
        let several = self.programs.len() * checking.entries.len() > 1;
        let mut line = ProgressLine::new(self.args.jobs == 1 || !several);
        let about = About {
            file: name,
            entry: &entry_name,
            assumptions: &source.assumptions,
            expected: input.expected(),
            origin: &UNKNOWN,
            coverage: None,
        };
        let earlier = Answer { err: answer.err.clone(), ..Answer::default() };
        let hung = || self.give_up((index, number), about, (earlier, front), answers);
        if self.args.all || self.args.each {
            let threads = self.threads();
            let about_program = driver::survey::About { program, entry, config, threads };
            let (provers, solver) = (self.provers.engines(), &config.solver);
            let engines = Engines { search: None, provers, solver, jobs: config.jobs, queries: None };
            let (verdicts, own) = watchdog::within(self.limits, &self.all, hung, |budget| {
                checks::each(about_program, &engines, budget, &mut |now, _| line.show(name, now))
            });
            line.clear();
            let judged = |a: Answered<Execution>| Answered { verdict: input.judged(a.verdict), ..a };
            let verdicts: Vec<_> = verdicts.into_iter().map(judged).collect();
            let origin = checking.origin(verdicts.iter().map(|answered| &answered.verdict));
            let about = About { origin: &origin, ..about };
            let contexts = threads.rounds(program, entry);
            return self.report_each(answer, about, (verdicts, contexts), (front, &own), sources);
        }
        if let (Some(folder), Some(bound)) = (&self.args.save_units, self.args.bound) {
            if input.is_judged() {
                answer.err.push_str("rmt: --save-units does not know the property that the program is checked for\n");
                answer.code = USAGE;
                return;
            }
            let parts = self.args.jobs;
            let split = watchdog::within(self.limits, &self.all, hung, |budget| {
                driver::split(program, entry, config, budget, parts, &mut |now| line.show(name, now))
            });
            line.clear();
            match split {
                Ok(units) => {
                    // Several programs and entries have a folder each.
                    let folder = if several { folder.join(format!("{index}-{number}")) } else { folder.clone() };
                    let works = units.into_iter().map(|unit| units::Work {
                        entry: program.procs[entry].name.to_string(),
                        bound,
                        unit,
                        assumptions: source.assumptions.clone(),
                    });
                    leave_units(answer, &folder, source, works);
                }
                Err(checked) => self.report(answer, about, *checked, front, sources),
            }
            return;
        }
        let begun = Instant::now();
        let covered = self.covered((index, number), hung);
        if let Some(covered) = &covered {
            self.leave_coverage(answer, (covered, index));
        }
        let coverage = covered.as_ref().map(|covered| &covered.coverage);
        let decided = covered.as_ref().filter(|covered| covered.is_decided());
        let about = About { coverage, ..about };
        let earlier = Answer { err: answer.err.clone(), code: answer.code, ..Answer::default() };
        let hung = || self.give_up((index, number), about, (earlier, front), answers);
        let limits = self.limits_left(begun);
        let (checked, other, endless) = watchdog::within(limits, &self.all, hung, |budget| {
            let (checked, other) = match decided {
                Some(covered) => (covered.checked(), None),
                None => self.answer((checking, number), budget, &mut line),
            };
            let asked = (other.as_ref().or(decided.map(|covered| &covered.checking)).unwrap_or(checking), number);
            let endless = self.endless(asked, &checked.verdict, budget);
            (checked, other, endless)
        });
        line.clear();
        answer.err.push_str(&endless);
        let checking = other.as_ref().or(decided.map(|covered| &covered.checking)).unwrap_or(checking);
        let mut checked = Checked { verdict: input.judged(checked.verdict), ..checked };
        if let Some(covered) = covered.as_ref().filter(|_| decided.is_none()) {
            covered.add_to(&mut checked.stats);
        }
        let origin = checking.origin(std::iter::once(&checked.verdict));
        let about = About { origin: &origin, assumptions: &checking.source.assumptions, ..about };
        // The verdict stands, however long that takes.
        let timeout = self.limits_left(begun).timeout;
        let budget = self.all.scope().within(Limits { timeout, ..Limits::default() });
        let written_out = self.written_out((checking, number), &checked.verdict, &budget);
        self.leave_evidence(answer, (checking, index), about, &checked.verdict, written_out);
        self.report(answer, about, checked, &checking.front, &checking.sources);
    }

    /// What is left of the limits of work that has begun then.
    fn limits_left(&self, begun: Instant) -> Limits {
        Limits { timeout: self.limits.timeout.map(|limit| limit.saturating_sub(begun.elapsed())), ..self.limits }
    }

    /// Several programs have a file or folder each.
    fn place_of(&self, path: &Path, index: usize) -> PathBuf {
        match self.programs.len() {
            0 | 1 => path.to_path_buf(),
            _ => path.with_file_name(format!("{index}-{}", path.file_name().unwrap_or_default().to_string_lossy())),
        }
    }

    /// Writes what the user wants of a proof or a violation.
    fn leave_evidence(
        &self,
        answer: &mut Answer,
        (checking, index): (&Checking, usize),
        about: About,
        verdict: &Verdict,
        written_out: Option<Result<Certificate, Declined>>,
    ) {
        let Checking { input, source, sources, .. } = checking;
        let place = |path: &Option<PathBuf>| path.as_ref().map(|path| self.place_of(path, index));
        let mut done = Vec::new();
        match verdict {
            Verdict::Safe(certificate) => {
                if let (Some(folder), Some(made)) = (place(&self.args.certificate), written_out) {
                    match made {
                        Ok(certificate) => {
                            // Of Boogie, there is one reading.
                            let reading = match input {
                                Input::C { .. } => checking.reading,
                                Input::Boogie(_) => Reading::default(),
                            };
                            let about = (about.entry, reading);
                            let written = certificate::write(&folder, about, &certificate);
                            done.push((folder, written));
                        }
                        Err(Declined(why)) => {
                            answer.err.push_str(&format!("rmt: {}: no certificate: {why}\n", folder.display()));
                        }
                    }
                }
                if let Some(witness) = place(&self.args.witness) {
                    let written = write_witness(&witness, input, sources, Evidence::Proof(certificate, about.origin));
                    done.push((witness, written));
                }
            }
            Verdict::Unsafe(execution) => {
                if let Some(folder) = place(&self.args.test_case) {
                    let written = write_test_case(&folder, input, source, sources, execution);
                    done.push((folder, written));
                }
                if let Some(witness) = place(&self.args.witness) {
                    let written = write_witness(&witness, input, sources, Evidence::Violation(execution));
                    done.push((witness, written));
                }
            }
            _ => {}
        }
        for (path, result) in done {
            if let Err(error) = result {
                answer.err.push_str(&format!("rmt: {}: {error}\n", path.display()));
                answer.code = worse(answer.code, USAGE);
            }
        }
    }

    fn report(&self, answer: &mut Answer, about: About, checked: Checked, front: &Stats, sources: &SourceMap) {
        let Checked { verdict, stats: own, contexts, cut, checks, smtlib, summaries, unwritten } = checked;
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
            cut: &cut,
            checks: &checks,
            assumptions: about.assumptions,
            expected: about.expected,
            stats: self.args.report.stats().then_some(&total),
            summaries: summaries.as_deref(),
            coverage: about.coverage,
            origin: about.origin,
            sources,
        };
        if let Some(smtlib) = smtlib {
            answer.out.push_str(&smtlib);
            answer.err.push_str(&text::render(&report, Style { color: false, trace: false }));
        } else {
            match self.args.report.format {
                FormatArg::Json => {
                    let render = if self.args.report.no_trace() { json::render_failure } else { json::render };
                    answer.out.push_str(&render(&report));
                    answer.out.push('\n');
                }
                FormatArg::Sarif | FormatArg::Junit => {}
                FormatArg::Text => {
                    answer.out.push_str(&text::render(&report, self.args.report.style()));
                    if self.args.report.stats() {
                        answer.out.push_str(&stats::table(&total));
                        answer.out.push_str(&stats::checks(&report));
                    }
                }
            }
        }
        if self.args.report.gathers() {
            answer.told.push(json::render(&report));
        }
        answer.code = worse(answer.code, verdict.exit_code(self.args.require_proof));
    }

    /// A verdict for each assertion, an execution for each that fails.
    fn report_each(
        &self,
        answer: &mut Answer,
        about: About,
        (verdicts, contexts): (Vec<Answered<Execution>>, Option<u32>),
        (front, own): (&Stats, &Stats),
        sources: &SourceMap,
    ) {
        let mut total = front.clone();
        total.merge(own);
        let report_args: &ReportArgs = &self.args.report;
        let (format, no_trace, with_stats) = (report_args.format, report_args.no_trace(), report_args.stats());
        let mut lines = String::new();
        for answered in &verdicts {
            let report = Report {
                contexts,
                ..Report::bare((about.file, about.entry), &answered.verdict, about.origin, sources)
            };
            answer.code = worse(answer.code, answered.verdict.exit_code(self.args.require_proof));
            let fails = matches!(answered.verdict, Verdict::Unsafe(_));
            if self.args.report.gathers() {
                answer.told.push(survey::assertion_json(&answered.subject, &report, true));
            }
            if !fails && !self.args.each {
                continue;
            }
            match format {
                FormatArg::Json => {
                    answer.out.push_str(&survey::assertion_json(&answered.subject, &report, !no_trace));
                    answer.out.push('\n');
                }
                // One document about all is written at the end.
                FormatArg::Sarif | FormatArg::Junit => {}
                FormatArg::Text => {
                    if fails && self.args.all {
                        answer.out.push_str(&text::render(&report, report_args.style()));
                    }
                    if self.args.each {
                        lines.push_str(&survey::assertion_line(answered, &report));
                    }
                }
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

    fn rejected(&self, file: &str, diagnostics: &[Diagnostic], sources: &SourceMap) -> Answer {
        let line = json::rejected(file, &input::render_for(diagnostics, sources, false), diagnostics, sources);
        let out = match self.args.report.format {
            FormatArg::Json => line.clone() + "\n",
            FormatArg::Text | FormatArg::Sarif | FormatArg::Junit => String::new(),
        };
        Answer { out, err: input::render(diagnostics, sources), told: vec![line], code: REJECTED }
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
    told: Vec<String>,
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
        self.told.extend(answer.told.iter().cloned());
        self.code = worse(self.code, answer.code);
    }
}
