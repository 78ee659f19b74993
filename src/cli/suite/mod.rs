//! `rmt suite`: many programs, each checked by a process of its own, so that none can take the others with it.
//!
//! ```text
//! folders, patterns, rmt.toml ── find ──▶ tasks ── store: is there a verdict of the same text and options?
//!    ── run: `rmt check --format json` ──▶ store ──▶ reports, in the order of the names
//! ```

mod find;
mod run;
mod settings;
mod store;
mod task;
pub mod watch;
pub mod worker;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub use self::find::read_like;
pub use self::store::{Done, Store};
pub use self::task::{Task, identity};
use super::args::{FormatArg, ProgramsArgs, SuiteArgs};
use super::{USAGE, gathered, print, until_interrupt, warn, worse};
use crate::base::budget::Budget;
use crate::base::workers;
use crate::report::told::Told;

pub fn run(args: &SuiteArgs) -> u8 {
    let tasks = match find::tasks(&args.programs) {
        Ok(tasks) => tasks,
        Err(mistake) => {
            warn(&format!("rmt: {mistake}\n"));
            return USAGE;
        }
    };
    let tasks = args.shard.map_or(tasks.clone(), |shard| shard.of(tasks));
    let store = match kept(&args.programs) {
        Ok(store) => store,
        Err(code) => return code,
    };
    if args.submit {
        return submit(&tasks, store.as_ref());
    }
    let suite = Suite {
        args,
        tasks: &tasks,
        store,
        all: until_interrupt(),
        stop: AtomicBool::new(false),
        told: Mutex::default(),
        bar: bar(args, tasks.len()),
        begun: Instant::now(),
    };
    suite.run()
}

/// Where verdicts are kept, if they are. Error: the exit code.
fn kept(args: &ProgramsArgs) -> Result<Option<Store>, u8> {
    (!args.no_cache).then(|| Store::open(&args.cache)).transpose().map_err(|error| {
        warn(&format!("rmt: {}: {error}\n", args.cache.display()));
        USAGE
    })
}

/// Leaves what has no verdict yet to workers.
fn submit(tasks: &[Task], store: Option<&Store>) -> u8 {
    let Some(store) = store else {
        warn("rmt: --submit needs the folder that --cache names\n");
        return USAGE;
    };
    let mut submitted = 0;
    for task in tasks {
        let Some(key) = task.key() else {
            warn(&format!("rmt: {}: cannot be read or preprocessed; it is left out\n", task.name));
            continue;
        };
        match store.submit(&key, task) {
            Ok(new) => submitted += usize::from(new),
            Err(error) => {
                warn(&format!("rmt: {}: {error}\n", store.folder().display()));
                return USAGE;
            }
        }
    }
    print(format_args!("{submitted} of {} programs submitted\n", tasks.len()));
    0
}

/// Shown on terminals, with an estimate of the time that is left.
fn bar(args: &SuiteArgs, all: usize) -> ProgressBar {
    let bar = ProgressBar::new(all as u64);
    if args.report.quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({elapsed}, {eta} left)") {
        bar.set_style(style);
    }
    bar
}

struct Suite<'a> {
    args: &'a SuiteArgs,
    tasks: &'a [Task],
    store: Option<Store>,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
    /// No more is begun.
    stop: AtomicBool,
    told: Mutex<Results>,
    bar: ProgressBar,
    begun: Instant,
}

/// What is known so far; printed in the order of the tasks.
#[derive(Default)]
struct Results {
    next: usize,
    waiting: BTreeMap<usize, Vec<String>>,
    lines: Vec<String>,
    counts: BTreeMap<String, usize>,
    unexpected: usize,
    cached: usize,
    code: u8,
}

impl Suite<'_> {
    fn run(&self) -> u8 {
        let check = |_: &mut (), index: usize| self.one(index);
        workers::each("suite", self.args.programs.jobs, self.tasks.len(), || (), check);
        self.bar.finish_and_clear();
        let Ok(mut results) = self.told.lock() else { return USAGE };
        // What was never begun leaves gaps.
        for lines in std::mem::take(&mut results.waiting).into_values() {
            self.print(&mut results, lines);
        }
        if self.args.report.format == FormatArg::Text {
            print(self.summary(&results));
        }
        worse(results.code, gathered::finish(&self.args.report, &results.lines))
    }

    fn one(&self, index: usize) {
        if self.stop.load(Ordering::Relaxed) || self.all.cancel().is_cancelled() {
            return;
        }
        let task = &self.tasks[index];
        let key = self.store.as_ref().and_then(|_| task.key());
        let known = self.store.as_ref().zip(key.as_ref()).and_then(|(store, key)| store.read(key));
        let cached = known.is_some();
        let done = known.unwrap_or_else(|| run::run(task));
        if let (false, Some(store), Some(key)) = (cached || !done.lasts, &self.store, &key)
            && let Err(error) = store.write(key, &done)
        {
            warn(&format!("rmt: {}: {error}; verdicts are not kept\n", store.folder().display()));
        }
        let lines: Vec<String> = done.lines.iter().map(|line| task.about(line, done.seconds)).collect();
        let Ok(mut results) = self.told.lock() else { return };
        results.cached += usize::from(cached);
        let code = lines.iter().fold(0, |code, line| worse(code, self.code(line)));
        results.code = worse(results.code, code);
        if code != 0 && self.args.fail_fast {
            self.stop.store(true, Ordering::Relaxed);
        }
        results.waiting.insert(index, lines);
        loop {
            let next = results.next;
            let Some(lines) = results.waiting.remove(&next) else { break };
            results.next += 1;
            self.print(&mut results, lines);
        }
        self.bar.set_message(task.name.clone());
        self.bar.inc(1);
    }

    /// The exit code of one report: of what has an expected verdict, that is what counts.
    fn code(&self, line: &str) -> u8 {
        let Ok(told) = Told::read(line) else { return 20 };
        let own = match told.verdict.as_str() {
            "safe" | "verified" => 0,
            "safe-up-to-bound" | "nothing-found" => 0,
            "unsafe" | "refuted" => 10,
            "rejected" => super::REJECTED,
            _ => 20,
        };
        match told.expected.as_deref() {
            Some(expected) if own == 0 || own == 10 => 10 * u8::from((expected == "unsafe") != (own == 10)),
            _ => own,
        }
    }

    fn print(&self, results: &mut Results, lines: Vec<String>) {
        for line in lines {
            let told = Told::read(&line).unwrap_or_default();
            *results.counts.entry(told.verdict.replace('-', " ")).or_default() += 1;
            let unexpected = told.expected.is_some() && self.code(&line) != 0;
            results.unexpected += usize::from(unexpected);
            match self.args.report.format {
                FormatArg::Json => print(format_args!("{line}\n")),
                FormatArg::Text if unexpected || !self.args.report.quiet => {
                    let expected = told.expected.as_deref().filter(|_| unexpected);
                    let expected = expected.map_or(String::new(), |e| format!(" (expected to be {e})"));
                    self.bar.suspend(|| print(format_args!("{}: {}{expected}\n", told.about(), told.says())));
                }
                _ => {}
            }
            results.lines.push(line);
        }
    }

    fn summary(&self, results: &Results) -> String {
        let counts: Vec<String> = results.counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        let all = self.tasks.len();
        let mut text = format!("{all} programs: {}", counts.join(", "));
        let told = results.next;
        for (number, what) in [
            (results.unexpected, "not as expected"),
            (results.cached, "from the cache"),
            (all.saturating_sub(told), "not looked at"),
        ] {
            if number > 0 {
                text.push_str(&format!("; {number} {what}"));
            }
        }
        format!("{text}; {:.1} s\n", self.begun.elapsed().as_secs_f64())
    }
}
