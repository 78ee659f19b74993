//! `rmt scan`: bugs in C files that nobody has written a harness for. Every function that others can call is looked at by itself.
//!
//! ```text
//! called as its text takes for granted → a violation → likely; without null pointers there is none → certain
//! nothing, and --all → null, one object twice, any numbers, one after the other → a violation → possible
//! ```

mod finding;
mod kept;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ivl::source::SourceMap;
use rmt_c::{Checks, Environment, Nulls};

use self::finding::{Finding, Findings, Said};
use self::kept::Kept;
use super::args::{FormatArg, RankArg, ScanArgs};
use super::config::{Mistake, seconds};
use super::input::{Failed, Goal, Input};
use super::pattern::matches;
use super::progress::CountLine;
use super::{REJECTED, USAGE, contracts, gathered, input, print, warn, worse};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::base::workers;
use crate::driver::Checked;
use crate::driver::bounded::Bounded;
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::readings::Reading;
use crate::driver::strategy::{Engines, decide};
use crate::engine::{Forms, Question};
use crate::ir::Program;
use crate::reach::Config;
use crate::report::{Report, json, origin, text};
use crate::verdict::{Bound, Execution, Verdict};

pub fn run(args: &ScanArgs) -> u8 {
    let limits = match seconds(args.timeout) {
        Ok(timeout) => Limits { timeout, ..Limits::default() },
        Err(mistake) => return usage(&mistake),
    };
    let (files, config) = match meant(args) {
        Ok(meant) => meant,
        Err(code) => return code,
    };
    let known = match args.baseline.as_deref().map(finding::known).transpose() {
        Ok(known) => known.unwrap_or_default(),
        Err(error) => {
            warn(&format!("rmt: {}: {error}\n", args.baseline.as_deref().unwrap_or(Path::new("")).display()));
            return USAGE;
        }
    };
    let mut subjects = vec![];
    let mut code = 0;
    for file in &files {
        let mut sources = SourceMap::default();
        match rmt_c::functions(&mut sources, file, &config) {
            Ok(names) => subjects.extend(names.into_iter().map(|name| (file.clone(), name))),
            Err(diagnostics) => {
                warn(&input::render(&diagnostics, &sources));
                if args.each && args.report.format == FormatArg::Json {
                    let said = input::render_for(&diagnostics, &sources, false);
                    let name = file.display().to_string();
                    print(json::rejected(&name, &said, &diagnostics, &sources) + "\n");
                }
                code = worse(code, REJECTED);
            }
        }
    }
    let named = |name: &str| args.entries.is_empty() || args.entries.iter().any(|pattern| matches(pattern, name));
    subjects.retain(|(_, name)| named(name));
    let kept = match Kept::open(args.cache.as_deref()) {
        Ok(kept) => kept,
        Err(error) => {
            warn(&format!("rmt: {}: {error}\n", args.cache.as_deref().unwrap_or(Path::new("")).display()));
            return USAGE;
        }
    };
    let scan = Scan { args, limits, config, kept, all: super::until_interrupt() };
    let (findings, undecided) = scan.look_at(&subjects);
    worse(code, scan.report(findings.without(&known), subjects.len(), undecided))
}

fn usage(mistake: &Mistake) -> u8 {
    warn(&mistake.to_string());
    USAGE
}

/// The files that the arguments name, and how they are read.
fn meant(args: &ScanArgs) -> Result<(Vec<PathBuf>, rmt_c::Config), u8> {
    let is_database = |path: &&String| path.ends_with(".json");
    let say = |diagnostic: &ivl::diag::Diagnostic| input::say_usage(diagnostic);
    let (databases, paths): (Vec<&String>, Vec<&String>) = args.paths.iter().partition(is_database);
    let mut file_args = rmt_c::FileArguments::new();
    let mut files = vec![];
    for database in databases {
        let read = rmt_c::compile_commands(Path::new(database)).map_err(|diagnostic| say(&diagnostic))?;
        files.extend(read.keys().filter(|file| input::is_c(&file.to_string_lossy())).cloned());
        file_args.extend(read);
    }
    if !paths.is_empty() {
        files.extend(contracts::files(&paths.into_iter().cloned().collect::<Vec<_>>())?);
    }
    let Some(first) = files.first() else {
        warn(&format!("rmt: {}: there are no C files\n", args.paths.join(" ")));
        return Err(USAGE);
    };
    let mut config = input::c_settings(first, &args.c).map_err(|diagnostic| say(&diagnostic))?;
    config.file_args.extend(file_args);
    config.warnings = false;
    if args.c.checks.is_empty() {
        // What is in memory that a function is given has a value, and nobody says which.
        config.checks = Checks { uninit: false, ..Checks::BY_DEFAULT };
    }
    Ok((files, config))
}

struct Scan<'a> {
    args: &'a ScanArgs,
    /// Of a question about a function.
    limits: Limits,
    config: rmt_c::Config,
    kept: Kept,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
}

/// What is found of a function in an environment.
enum Found {
    Violation(Box<Said>),
    /// Up to a bound, if there is one.
    Nothing(Option<u32>),
    /// Neither, and why; up to which bound there is nothing all the same.
    Undecided(String, Option<u32>),
}

/// The functions that nothing is said of, and why.
type Undecided = Vec<(String, String)>;

/// What comes out for a function.
#[derive(Default)]
struct Outcome {
    finding: Option<Finding>,
    /// Why it is not more.
    undecided: Option<String>,
    /// Up to which bound nothing is found, if there is one.
    bound: Option<u32>,
}

impl Scan<'_> {
    fn look_at(&self, subjects: &[(PathBuf, String)]) -> (Findings, Undecided) {
        let (findings, open) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        let line = Mutex::new(CountLine::new(subjects.len(), "functions"));
        let done = AtomicUsize::new(0);
        let work = |(): &mut (), index: usize| {
            if self.all.check().is_err() {
                return;
            }
            let (file, name) = &subjects[index];
            let outcome = self.function(file, name);
            if self.args.each {
                self.say(file, name, &outcome);
            }
            let Outcome { finding: found, undecided, .. } = outcome;
            if let Ok(mut findings) = findings.lock() {
                findings.extend(found.into_iter().map(|finding| (index, finding)));
            }
            if let Ok(mut open) = open.lock() {
                open.extend(undecided.map(|why| (index, why)));
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if let Ok(mut line) = line.lock() {
                line.show(&file.display().to_string(), done);
            }
        };
        workers::each("scan", self.args.jobs, subjects.len(), || (), work);
        if let Ok(mut line) = line.into_inner() {
            line.clear();
        }
        let mut found: Vec<(usize, Finding)> = findings.into_inner().unwrap_or_default();
        let mut undecided: Vec<(usize, String)> = open.into_inner().unwrap_or_default();
        found.sort_by_key(|(index, _)| *index);
        undecided.sort();
        let undecided = undecided.into_iter().map(|(index, why)| (subjects[index].1.clone(), why)).collect();
        (Findings::grouped(found.into_iter().map(|(_, finding)| finding)), undecided)
    }

    /// A line about a function.
    fn say(&self, file: &Path, name: &str, outcome: &Outcome) {
        let shown = outcome.finding.as_ref().filter(|finding| finding.rank >= self.shown());
        let (undecided, bound) = (outcome.undecided.as_deref(), outcome.bound);
        let file = file.display().to_string();
        match self.args.report.format {
            FormatArg::Text => {
                let said = match (shown, undecided, bound) {
                    (Some(finding), ..) => finding.line(),
                    (None, Some(why), None) => format!("not decided: {why}"),
                    (None, Some(why), Some(bound)) => format!("nothing found up to bound {bound}; not decided: {why}"),
                    (None, None, Some(bound)) => format!("nothing found up to bound {bound}"),
                    (None, None, None) => "nothing found".to_string(),
                };
                print(format_args!("{file}: {name}: {said}\n"));
            }
            FormatArg::Json => match shown {
                Some(finding) => print(finding.json() + "\n"),
                None => print(finding::nothing(&file, name, undecided, bound) + "\n"),
            },
            FormatArg::Sarif | FormatArg::Junit => {}
        }
    }

    /// The rank from which on findings are told of.
    fn shown(&self) -> RankArg {
        if self.args.all { RankArg::Possible } else { self.args.fail_on.min(RankArg::Likely) }
    }

    fn function(&self, file: &Path, name: &str) -> Outcome {
        let friendly = Environment::default();
        let mut outcome = Outcome::default();
        match self.ask(file, name, friendly) {
            Found::Violation(said) => {
                let rank = self.rank(file, name, &said);
                outcome.finding = Some(Finding { rank, assumed: None, said: *said });
                return outcome;
            }
            Found::Nothing(bound) => outcome.bound = bound,
            Found::Undecided(why, bound) => (outcome.undecided, outcome.bound) = (Some(why), bound),
        }
        if !self.args.all && self.args.fail_on > RankArg::Possible {
            return outcome;
        }
        let wider = [
            (Environment { nulls: Nulls::Any, ..friendly }, "callers pass pointers that are not null"),
            (Environment { shared: true, ..friendly }, "callers pass different objects"),
            (
                Environment { large: true, ..friendly },
                "callers pass numbers that fit what they count or index, and are not large",
            ),
        ];
        for (environment, assumed) in wider {
            if let Found::Violation(said) = self.ask(file, name, environment) {
                outcome.finding = Some(Finding { rank: RankArg::Possible, assumed: Some(assumed), said: *said });
                return outcome;
            }
        }
        outcome
    }

    /// A violation on null that only null pointers come to which the function itself asks for contradicts its text.
    fn rank(&self, file: &Path, name: &str, said: &Said) -> RankArg {
        if said.is_open {
            return RankArg::Possible;
        }
        let never = Environment { nulls: Nulls::Never, ..Environment::default() };
        if !said.is_access() || !matches!(self.ask(file, name, never), Found::Nothing(_)) {
            return RankArg::Likely;
        }
        RankArg::Certain
    }

    /// Whether a function has a violation in an environment.
    fn ask(&self, file: &Path, name: &str, environment: Environment) -> Found {
        let mut config =
            rmt_c::Config { entry: name.to_string(), environment: Some(environment), ..self.config.clone() };
        if self.args.c.checks.is_empty() {
            // Whether arithmetic overflows is a matter of which numbers callers pass.
            config.checks.overflow = environment.large;
        }
        let goal = Goal { specification: String::new(), tracked_only: false, expected: None };
        let input = Input::C { files: vec![file.to_path_buf()], config: Box::new(config), goal };
        let (mut sources, mut front) = (SourceMap::default(), Stats::default());
        let reading = Reading { any_texts: true, ..Reading::default() };
        let first = |diagnostics: &[ivl::diag::Diagnostic]| {
            Found::Undecided(diagnostics.first().map_or(String::new(), |first| first.message.clone()), None)
        };
        let source = match input.read_with(reading, &mut sources, &[], &mut front) {
            Ok(source) => source,
            Err(Failed::Said(_)) => return Found::Undecided("it cannot be read".into(), None),
            Err(Failed::Rejected(diagnostics)) => return first(&diagnostics),
        };
        let key = self.kept.key(self, &source.ast);
        if let Some(known) = self.kept.read(key.as_ref()) {
            return known;
        }
        let program = match elaborate_tree(&source.ast, &sources, &mut front) {
            Ok((program, _)) => program,
            Err(diagnostics) => return first(&diagnostics),
        };
        let Some(&entry) = entries(&program, &[]).ok().as_deref().and_then(<[_]>::first) else {
            return Found::Undecided("it cannot be called".into(), None);
        };
        let mut last = None;
        let search = |budget: &Budget| self.search(&program, entry, budget, &mut last);
        let checked = watchdog::within(self.limits, &self.all, || {}, search);
        let report = Report {
            file: &input.name(),
            entry: name,
            verdict: &checked.verdict,
            contexts: None,
            cut: &[],
            checks: &[],
            assumptions: &[],
            expected: None,
            stats: None,
            summaries: None,
            origin: &origin::UNKNOWN,
            sources: &sources,
        };
        let found = match &checked.verdict {
            Verdict::Unsafe(execution) => {
                let text = text::render(&report, self.args.report.style());
                Found::Violation(Box::new(Said::of(&report, execution, text)))
            }
            Verdict::Safe(_) => Found::Nothing(None),
            Verdict::SafeUpTo(bound) => Found::Nothing(Some(bound.0)),
            Verdict::Unknown(_) => {
                let text = text::render(&report, text::Style { color: false, trace: false });
                let why = text.trim().rsplit_once("unknown: ").map_or(text.trim(), |(_, why)| why).to_string();
                Found::Undecided(why, last)
            }
        };
        if self.all.check().is_ok() {
            self.kept.write(key.as_ref(), &found);
        }
        found
    }

    /// What bounded search finds: first what is near. `last`: the bound up to which there is nothing.
    fn search(&self, program: &Program, entry: ProcId, budget: &Budget, last: &mut Option<u32>) -> Checked {
        let mut bound = 0;
        loop {
            let config = Config { bound: Some(Bound(bound)), ..Config::default() };
            let mut progress = |_| {};
            let search = Bounded::new(config.clone(), &mut progress);
            let engines =
                Engines { search: Some(&search), provers: vec![], solver: &config.solver, jobs: 1, queries: None };
            let forms = Forms::of(program, entry);
            let checked = decide(&Question { program, entry, bound: config.bound, forms: &forms }, &engines, budget);
            if bound >= self.args.bound || !matches!(checked.verdict, Verdict::SafeUpTo(_)) {
                return checked;
            }
            *last = Some(bound);
            bound += 1;
        }
    }

    /// Prints what is found; the exit code.
    fn report(&self, findings: Findings, functions: usize, undecided: Undecided) -> u8 {
        let findings = findings.above(self.shown());
        let fails = findings.all.iter().any(|finding| finding.rank >= self.args.fail_on);
        let mut out = String::new();
        // What is said of each function says it.
        for finding in findings.all.iter().filter(|_| !self.args.each) {
            match self.args.report.format {
                FormatArg::Text => out.push_str(&finding.text()),
                FormatArg::Json => out.push_str(&(finding.json() + "\n")),
                FormatArg::Sarif | FormatArg::Junit => {}
            }
        }
        print(out);
        let told: Vec<String> = findings.all.iter().map(Finding::json).collect();
        let code = gathered::finish(&self.args.report, &told);
        if !self.args.report.quiet {
            let mut said = String::new();
            for (name, why) in &undecided {
                said.push_str(&format!("{name}: not decided: {why}\n"));
            }
            let (found, open) = (findings.all.len(), undecided.len());
            said.push_str(&format!("{functions} functions, {found} findings, {open} functions not decided\n"));
            warn(&said);
        }
        worse(code, if fails { 10 } else { 0 })
    }
}

/// Whether a violation is of what somebody has written, or of a text that is any: callers may see to it.
fn is_open(execution: &Execution) -> bool {
    execution.failure.written || execution.inputs.iter().any(|input| input.value.name == rmt_c::ANY_TEXT)
}
