//! `rmt scan`: bugs in C files that nobody has written a harness for. Every function that others can call is looked at by itself.
//!
//! ```text
//! called as its text takes for granted → a violation → likely; without null pointers there is none → certain
//! nothing, and --all → null, one object twice, any numbers, one after the other → a violation → possible
//! ```

mod elsewhere;
mod finding;
mod ignored;
mod kept;
mod linked;
mod search;
mod since;
mod subjects;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ivl::source::SourceMap;
use rmt_c::{Environment, Nulls};

use self::finding::{Far, Finding, Findings, Said};
use self::ignored::is_ignored;
use self::kept::Kept;
use self::search::search;
use self::subjects::{Subject, subjects};
use super::args::{FormatArg, RankArg, ScanArgs};
use super::config::{Mistake, seconds};
use super::input::{Failed, Goal, Input};
use super::progress::CountLine;
use super::{USAGE, contracts, gathered, input, print, warn, worse};
use crate::base::budget::{Budget, Limits};
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::base::workers;
use crate::driver::checks::alone;
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::readings::Reading;
use crate::report::{Report, origin, text};
use crate::verdict::{Execution, Verdict};

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
    let friendly = in_environment(&config, Environment::default());
    let (subjects, code) = match subjects(args, &files, &friendly) {
        Ok(found) => found,
        Err(unknown) => {
            warn(&format!("rmt: --since {}: {unknown}\n", args.since.as_deref().unwrap_or_default()));
            return USAGE;
        }
    };
    let kept = match Kept::open(args.cache.as_deref()) {
        Ok(kept) => kept,
        Err(error) => {
            warn(&format!("rmt: {}: {error}\n", args.cache.as_deref().unwrap_or(Path::new("")).display()));
            return USAGE;
        }
    };
    let scan = Scan { args, limits, config, kept, ignored: AtomicUsize::new(0), all: super::until_interrupt() };
    let (findings, undecided, count) = scan.look_at(&subjects);
    worse(code, scan.report(findings.without(&known), count, undecided))
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
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    let Some(first) = files.first() else {
        warn(&format!("rmt: {}: there are no C files\n", args.paths.join(" ")));
        return Err(USAGE);
    };
    let mut config = input::c_settings(first, &args.c).map_err(|diagnostic| say(&diagnostic))?;
    config.file_args.extend(file_args);
    config.warnings = false;
    Ok((files, config))
}

/// How functions are read that are called so.
fn in_environment(config: &rmt_c::Config, environment: Environment) -> rmt_c::Config {
    rmt_c::Config { environment: Some(environment), ..config.clone() }
}

struct Scan<'a> {
    args: &'a ScanArgs,
    /// Of a question about a function.
    limits: Limits,
    config: rmt_c::Config,
    kept: Kept,
    /// Violations that the text says are none.
    ignored: AtomicUsize,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
}

/// What is found of a function in an environment.
struct Found {
    /// Violations, each at another place.
    violations: Vec<Said>,
    rest: Rest,
}

/// What is known besides.
enum Rest {
    /// There is nothing else, so far.
    Nothing(Far),
    /// That is open, and why; how far there is nothing all the same.
    Undecided(String, Far),
}

impl Found {
    fn undecided(why: impl Into<String>) -> Found {
        Found { violations: vec![], rest: Rest::Undecided(why.into(), Far::Open) }
    }
}

/// Places of a function that are looked for: those of likely violations, and all.
const MOST: usize = 4;
const MOST_OPEN: usize = 16;

/// The functions that nothing is said of, and why.
type Undecided = Vec<(String, String)>;

/// What comes out for a function.
#[derive(Default)]
struct Outcome {
    findings: Vec<Finding>,
    /// Why it is not more.
    undecided: Option<String>,
    /// How far nothing is found.
    far: Far,
}

impl Scan<'_> {
    /// What is found of functions, and which of how many are open. Those that are for their callers are looked at by themselves where
    /// no caller has been looked at to the end.
    fn look_at(&self, subjects: &[Subject]) -> (Findings, Undecided, usize) {
        let outer: Vec<usize> = (0..subjects.len()).filter(|&index| !subjects[index].is_inner).collect();
        let mut outcomes = self.outcomes(subjects, &outer);
        // What comes behind a violation was not looked at.
        let is_closed =
            |outcome: &Outcome| outcome.findings.is_empty() && matches!(outcome.far, Far::All | Far::Bound(_));
        let closed = outcomes.iter().filter(|(_, outcome)| is_closed(outcome));
        let seen: BTreeSet<usize> = closed.flat_map(|(index, _)| &subjects[*index].inner).copied().collect();
        let inner: Vec<usize> =
            (0..subjects.len()).filter(|index| subjects[*index].is_inner && !seen.contains(index)).collect();
        outcomes.extend(self.outcomes(subjects, &inner));
        outcomes.sort_by_key(|(index, _)| *index);
        let count = outcomes.len();
        let (mut found, mut open) = (vec![], vec![]);
        for (index, outcome) in outcomes {
            found.extend(outcome.findings);
            open.extend(outcome.undecided.map(|why| (subjects[index].function.name.clone(), why)));
        }
        (Findings::grouped(found.into_iter()), open, count)
    }

    /// What comes out for these functions, by number.
    fn outcomes(&self, subjects: &[Subject], these: &[usize]) -> Vec<(usize, Outcome)> {
        let outcomes = Mutex::new(Vec::new());
        let line = Mutex::new(CountLine::new(these.len(), "functions"));
        let done = AtomicUsize::new(0);
        let work = |(): &mut (), number: usize| {
            if self.all.check().is_err() {
                return;
            }
            let subject = &subjects[these[number]];
            let outcome = self.function(subject);
            if self.args.each {
                self.say(subject.file(), &subject.function.name, &outcome);
            }
            if let Ok(mut outcomes) = outcomes.lock() {
                outcomes.push((these[number], outcome));
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if let Ok(mut line) = line.lock() {
                line.show(&subject.file().display().to_string(), done);
            }
        };
        workers::each("scan", self.args.jobs, these.len(), || (), work);
        if let Ok(mut line) = line.into_inner() {
            line.clear();
        }
        outcomes.into_inner().unwrap_or_default()
    }

    /// A line about a function.
    fn say(&self, file: &Path, name: &str, outcome: &Outcome) {
        let shown: Vec<&Finding> = outcome.findings.iter().filter(|finding| finding.rank >= self.shown()).collect();
        let (undecided, far) = (outcome.undecided.as_deref(), outcome.far);
        let file = file.display().to_string();
        match self.args.report.format {
            FormatArg::Text => {
                let open = undecided.map(|why| format!("not decided: {why}"));
                let nothing: Vec<String> = far.told().into_iter().chain(open).collect();
                let nothing =
                    if nothing.is_empty() { "nothing found that is likely".into() } else { nothing.join("; ") };
                let said: Vec<String> = shown.iter().map(|finding| finding.line()).collect();
                let said = if said.is_empty() { nothing } else { said.join("; ") };
                print(format_args!("{file}: {name}: {said}\n"));
            }
            FormatArg::Json if shown.is_empty() => print(finding::nothing(&file, name, undecided, far) + "\n"),
            FormatArg::Json => shown.iter().for_each(|finding| print(finding.json() + "\n")),
            FormatArg::Sarif | FormatArg::Junit => {}
        }
    }

    /// The rank from which on findings are told of.
    fn shown(&self) -> RankArg {
        if self.args.all { RankArg::Possible } else { self.args.fail_on.min(RankArg::Likely) }
    }

    fn function(&self, subject: &Subject) -> Outcome {
        let friendly = Environment::default();
        let mut outcome = Outcome::default();
        let found = self.ask(subject, friendly);
        if !found.violations.is_empty() {
            outcome.findings = self.ranked(subject, found.violations);
            return outcome;
        }
        match found.rest {
            Rest::Nothing(far) => outcome.far = far,
            Rest::Undecided(why, far) => (outcome.undecided, outcome.far) = (Some(why), far),
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
            let found = self.ask(subject, environment).violations;
            if !found.is_empty() {
                let possible = |said| Finding { rank: RankArg::Possible, assumed: Some(assumed), said };
                outcome.findings = found.into_iter().map(possible).collect();
                return outcome;
            }
        }
        outcome
    }

    /// A violation on null that only null pointers reach which the function itself asks for contradicts its text.
    fn ranked(&self, subject: &Subject, found: Vec<Said>) -> Vec<Finding> {
        let never = Environment { nulls: Nulls::Never, ..Environment::default() };
        let is_asked = found.iter().any(|said| !said.is_open && said.is_access());
        let without = is_asked.then(|| self.ask(subject, never));
        let rank = |said: &Said| match &without {
            _ if said.is_open => RankArg::Possible,
            Some(Found { violations, rest: Rest::Nothing(_) })
                if said.is_access() && violations.iter().all(|other| !other.is_at(said)) =>
            {
                RankArg::Certain
            }
            _ => RankArg::Likely,
        };
        found.into_iter().map(|said| Finding { rank: rank(&said), assumed: None, said }).collect()
    }

    /// Whether a function has a violation in an environment.
    fn ask(&self, subject: &Subject, environment: Environment) -> Found {
        let Subject { function, files, known, together, .. } = subject;
        let name = &*function.name;
        let (mut sources, mut front) = (SourceMap::default(), Stats::default());
        let mut read = |files: &[PathBuf], caller: Option<String>| {
            let config = rmt_c::Config { entry: name.to_string(), caller, ..in_environment(&self.config, environment) };
            let goal = Goal { specification: String::new(), tracked_only: false, expected: None };
            let reading = Reading { any_texts: true, ..Reading::default() };
            let input = Input::C { files: files.to_vec(), config: Box::new(config), goal };
            input.read_with(reading, &mut sources, &[], &mut front)
        };
        let is_known = function.caller.is_some() && environment == Environment::default();
        let own = || Some(format!("{known}\n{}", function.caller.as_ref()?)).filter(|_| is_known);
        let mut source = read(files, Some(together.to_string()).filter(|_| is_known));
        // What calls several functions may be no program, nor what files say together.
        let others = [(&files[..], is_known), (&files[..1], files.len() > 1)];
        for (files, _) in others.into_iter().filter(|(_, is_other)| *is_other) {
            if matches!(source, Err(Failed::Rejected(_))) {
                source = read(files, own());
            }
        }
        let first = |diagnostics: &[ivl::diag::Diagnostic]| {
            Found::undecided(diagnostics.first().map_or(String::new(), |first| first.message.clone()))
        };
        let source = match source {
            Ok(source) => source,
            Err(Failed::Said(_)) => return Found::undecided("it cannot be read"),
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
            return Found::undecided("it cannot be called");
        };
        let file = files[0].display().to_string();
        let said_of = |verdict: &Verdict<Execution>, style| {
            let report = Report::bare((&file, name), verdict, &origin::UNKNOWN, &sources);
            let text = text::render(&report, style);
            match verdict {
                Verdict::Unsafe(execution) => Ok(Said::of(&report, execution, text)),
                _ => Err(text),
            }
        };
        let mut violations: Vec<Said> = vec![];
        let mut ignored = 0;
        let work = |budget: &Budget| {
            let mut seen = BTreeSet::new();
            loop {
                let asked = alone(&program, &|(_, span)| !seen.contains(&span));
                let searched = search(&asked, entry, self.args.bound, budget);
                let rest = match &searched.verdict {
                    Verdict::Unsafe(execution) => {
                        if is_ignored(&sources, &execution.failure) {
                            ignored += 1;
                        } else {
                            violations.extend(said_of(&searched.verdict, self.args.report.style()));
                        }
                        let is_new = seen.insert(execution.failure.span);
                        let sure = violations.iter().filter(|said| !said.is_open).count();
                        if is_new && sure < MOST && violations.len() < MOST_OPEN {
                            continue;
                        }
                        Rest::Undecided("there may be more".into(), Far::Open)
                    }
                    Verdict::Safe(_) | Verdict::SafeUpTo(_) => Rest::Nothing(searched.far),
                    Verdict::Unknown(_) => {
                        let style = text::Style { color: false, trace: false };
                        let text = said_of(&searched.verdict, style).err().unwrap_or_default();
                        let why = text.trim().rsplit_once("unknown: ").map_or(text.trim(), |(_, why)| why).to_string();
                        match searched.far {
                            far @ Far::Paths(_) => Rest::Nothing(far),
                            far => Rest::Undecided(why, far),
                        }
                    }
                };
                return rest;
            }
        };
        let rest = watchdog::within(self.limits, &self.all, || {}, work);
        let found = Found { violations, rest };
        if ignored > 0 {
            // What comments say is no part of what is kept.
            self.ignored.fetch_add(ignored, Ordering::Relaxed);
        } else if self.all.check().is_ok() {
            self.kept.write(key.as_ref(), &found);
        }
        found
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
            said.push_str(&format!("{functions} functions, {found} findings, {open} functions not decided"));
            match self.ignored.load(Ordering::Relaxed) {
                0 => said.push('\n'),
                ignored => said.push_str(&format!(", {ignored} ignored\n")),
            }
            warn(&said);
        }
        worse(code, if fails { 10 } else { 0 })
    }
}

/// Whether a violation is of what somebody has written, or of a text that is any, or how much there is of what the function
/// is given and where its pointers lead if not to objects of their types: callers may see to it.
fn is_open(execution: &Execution) -> bool {
    let failure = &execution.failure;
    let is_missed = matches!(failure.code().as_str(), "RMT-deref-bounds" | "RMT-deref-invalid" | "RMT-free-invalid");
    // What stands at a constant distance in front of a pointer is never counted.
    let is_in_front = failure.values.first().is_some_and(|place| place.name.contains("[-"));
    let is_given = match &failure.block {
        Some(block) if block.lives => match block.name.split('#').next() {
            Some("given") => true,
            Some("counted") => is_in_front,
            _ => false,
        },
        Some(_) => false,
        None => true,
    };
    failure.written
        || is_missed && is_given && !failure.always
        || execution.inputs.iter().any(|input| input.value.name == rmt_c::ANY_TEXT)
}
