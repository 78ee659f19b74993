//! `rmt verify` of C: each function against its contract.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;
use rmt_c::{Contracted, Replaced, Translated, Units};

use super::args::{FormatArg, VerifyArgs};
use super::config::solver_config;
use super::pattern::matches;
use super::ways::{self, Seen, Way};
use super::{REJECTED, USAGE, gathered, input, print, warn, worse};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::base::workers;
use crate::cfg::call_graph;
use crate::cfg::loops::loops;
use crate::driver;
use crate::driver::elaborate::{elaborate_tree, elaborate_tree_beside_triggers};
use crate::infer::modular::{self, Inlining};
use crate::infer::{self, Task};
use crate::ir::Program;
use crate::report::{json, verification};
use crate::smt::Settings;
use crate::verdict::verification::{Certainty, Finding, Verification};
use crate::verdict::{Verdict, Why};

pub fn run(args: &VerifyArgs) -> u8 {
    let (limits, solver) = match solver_config(&args.solver) {
        Ok(done) => done,
        Err(mistake) => {
            warn(&mistake.to_string());
            return USAGE;
        }
    };
    let files = match files(&args.files) {
        Ok(files) => files,
        Err(code) => return code,
    };
    let c = match input::c_settings(&files[0], &args.c) {
        Ok(c) => c,
        Err(diagnostic) => return input::say_usage(&diagnostic),
    };
    let config = infer::Config {
        solver: Settings { count_instances: args.quantifier_stats, ..solver },
        error_limit: (args.error_limit > 0).then_some(args.error_limit),
        split: args.split,
        first_turn: super::config::WHOLE,
        prefer_true: false,
        by_models: true,
    };
    let name = args.files.join(" ");
    workers::on_deep_stack(|| {
        let proving = Proving { args, limits, config, files, c, name, all: super::until_interrupt() };
        proving.run()
    })
}

/// The C files that are meant: of a folder, all that are in it.
pub(super) fn files(paths: &[String]) -> Result<Vec<PathBuf>, u8> {
    let mut files = Vec::new();
    for path in paths {
        let path = Path::new(path);
        if path.is_dir() {
            files.extend(inside(path));
        } else if input::is_c(&path.to_string_lossy()) {
            input::readable(path)?;
            files.push(path.to_path_buf());
        } else {
            warn(&format!("rmt: {}: this is no C file, as others are\n", path.display()));
            return Err(USAGE);
        }
    }
    if files.is_empty() {
        warn(&format!("rmt: {}: there are no C files\n", paths.join(" ")));
        return Err(USAGE);
    }
    Ok(files)
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            found.extend(inside(&path));
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    found
}

struct Proving<'a> {
    args: &'a VerifyArgs,
    limits: Limits,
    config: infer::Config,
    files: Vec<PathBuf>,
    c: rmt_c::Config,
    name: String,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
}

/// What became of a function.
struct Answer {
    verification: Option<Verification>,
    /// Text, and what is said in a document about all.
    text: String,
    told: Option<String>,
    assumptions: Vec<String>,
    code: u8,
}

impl Answer {
    fn is_verified(&self) -> bool {
        self.verification.as_ref().is_some_and(Verification::is_verified)
    }

    /// Whether no other way is needed. Where loops may do anything, what fails may be right all the same; and where the solver
    /// does not decide, another way may be one in which it does.
    fn is_settled(&self, seen: Seen) -> bool {
        let Some(verification) = &self.verification else { return true };
        let is_easy = verification.errors().any(|finding| !finding.hard);
        verification.is_verified() || is_easy && !seen.has_open_loops
    }

    /// Whether it ended for want of time or units.
    fn is_cut(&self) -> bool {
        self.verification.as_ref().is_some_and(|verification| verification.gave_up.is_some())
    }

    fn has_errors(&self) -> bool {
        self.verification.as_ref().is_some_and(|verification| verification.errors().next().is_some())
    }
}

/// What has been said so far.
#[derive(Default)]
struct Said {
    results: Vec<Verification>,
    told: Vec<String>,
    assumptions: std::collections::BTreeSet<String>,
    code: u8,
}

/// What a thread reads once.
type Read = (SourceMap, Result<Units, ()>);

impl Proving<'_> {
    fn run(&self) -> u8 {
        let mut sources = SourceMap::default();
        let read = match Units::read(&mut sources, &self.files, &self.c) {
            Ok((read, warnings)) => {
                warn(&input::render(&warnings, &sources));
                read
            }
            Err(diagnostics) => {
                warn(&input::render(&diagnostics, &sources));
                return REJECTED;
            }
        };
        let all = read.contracted(&mut sources);
        let wanted: Vec<&Contracted> = all.iter().filter(|function| self.is_wanted(&function.name)).collect();
        if wanted.is_empty() {
            warn(&format!("rmt: {}: {}\n", self.name, self.nothing(&all)));
            return USAGE;
        }
        let said: Mutex<Said> = Mutex::default();
        let first = Mutex::new(Some((sources, Ok(read))));
        let worker = || -> Option<Read> { None };
        let prove = |own: &mut Option<Read>, index: usize| {
            let (sources, read) = own.get_or_insert_with(|| self.read());
            let answer = match read {
                Ok(units) => self.function(sources, units, wanted[index], &said),
                Err(()) => return,
            };
            self.say(&said, answer);
        };
        let jobs = self.args.jobs.clamp(1, wanted.len());
        if jobs == 1 {
            // Trees stay on the thread that read them.
            let mut own = first.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
            (0..wanted.len()).for_each(|index| prove(&mut own, index));
        } else {
            workers::each("function", jobs, wanted.len(), worker, prove);
        }
        let said = said.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        self.finish(&said)
    }

    fn read(&self) -> Read {
        let mut sources = SourceMap::default();
        let read = Units::read(&mut sources, &self.files, &self.c);
        (sources, read.map(|(units, _)| units).map_err(|_| ()))
    }

    fn is_wanted(&self, name: &str) -> bool {
        let args = self.args;
        let asked: Vec<&String> = args.procedures.iter().chain(&args.enforce).collect();
        let left_out = args.left_out.iter().any(|p| matches(p, name));
        !left_out && (asked.is_empty() || asked.iter().any(|p| matches(p, name)))
    }

    fn nothing(&self, all: &[Contracted]) -> String {
        if all.is_empty() {
            return "no function with a body has a contract".into();
        }
        let names: Vec<&str> = all.iter().map(|function| function.name.as_str()).collect();
        format!("no such function; those with a body and a contract: {}", names.join(", "))
    }

    fn say(&self, said: &Mutex<Said>, answer: Answer) {
        let Ok(mut said) = said.lock() else { return };
        print(&answer.text);
        said.code = worse(said.code, answer.code);
        said.told.extend(answer.told);
        said.assumptions.extend(answer.assumptions);
        said.results.extend(answer.verification);
    }

    fn finish(&self, said: &Said) -> u8 {
        if self.args.report.format == FormatArg::Text && !self.args.emit {
            let granted = said.assumptions.iter().map(|a| format!("{}: taken for granted: {a}\n", self.name));
            print(&(granted.collect::<String>() + &verification::summary(&self.name, &said.results)));
        }
        worse(said.code, gathered::finish(&self.args.report, &said.told))
    }

    fn function(&self, sources: &mut SourceMap, units: &Units, function: &Contracted, said: &Mutex<Said>) -> Answer {
        let hung = || {
            let stopped = self.gave_up(function, Why::Stopped(Stop::Timeout));
            self.say(said, self.answer(stopped, &SourceMap::default(), vec![], &Stats::default()));
            if let Ok(said) = said.lock() {
                std::process::exit(self.finish(&said).into());
            }
        };
        watchdog::within(self.limits, &self.all, hung, |budget| self.in_ways(sources, units, function, budget))
    }

    /// The answer of the first way that proves the function or finds errors of its own; else of the first.
    fn in_ways(&self, sources: &mut SourceMap, units: &Units, function: &Contracted, budget: &Budget) -> Answer {
        let all = Way::all(self.args);
        let Some((first, others)) = all.split_first() else { panic!("internal: no way to read a function") };
        let (mut best, read) = self.proved(sources, units, function, first, &ways::turn(all.len() == 1, budget));
        let Some(seen) = read.filter(|_| !self.args.emit) else { return best };
        let others: Vec<&Way> = others.iter().filter(|way| way.is_other(seen)).collect();
        // What ended for want of time has what is left.
        let again = best.is_cut().then_some(first);
        let turns = others.len() + usize::from(again.is_some());
        for (n, way) in others.into_iter().chain(again).enumerate() {
            if best.is_settled(seen) || budget.check().is_err() {
                break;
            }
            let (answer, _) = self.proved(sources, units, function, way, &ways::turn(n + 1 == turns, budget));
            // Errors in the bodies of callees are theirs.
            let is_modular = way.replaced != Replaced::WithLoops;
            if answer.is_verified() || is_modular && answer.has_errors() {
                best = answer;
                if way.is_whole {
                    break;
                }
            }
        }
        best
    }

    fn proved(
        &self,
        sources: &mut SourceMap,
        units: &Units,
        function: &Contracted,
        way: &Way,
        budget: &Budget,
    ) -> (Answer, Option<Seen>) {
        let mut stats = Stats::default();
        let Way { ints, replaced, is_whole } = way.clone();
        let translated = stats.time("translate", || units.prove(sources, &function.name, replaced, ints));
        let translated = match translated {
            Ok(translated) => translated,
            Err(diagnostics) => return (self.rejected(function, sources, &diagnostics), None),
        };
        let mut seen = Seen {
            works_on_bits: translated.bitwise,
            has_open_callees: translated.has_open_callees,
            has_open_loops: false,
        };
        if self.args.emit {
            let text = format!("// {}\n{}", function.name, translated.program);
            return (Answer { verification: None, text, told: None, assumptions: vec![], code: 0 }, Some(seen));
        }
        let verification = match is_whole {
            false => self.verified(&translated, sources, function, budget, &mut stats),
            true => self.followed(&translated, sources, function, budget, &mut stats).map(|found| (found, true)),
        };
        let answer = match verification {
            Ok((verification, has_open_loops)) => {
                seen.has_open_loops = has_open_loops;
                self.answer(verification, sources, translated.assumptions, &stats)
            }
            Err(diagnostics) => self.rejected(function, sources, &diagnostics),
        };
        (answer, Some(seen))
    }

    /// Each loop by itself; and whether there are loops of which nothing is said, or recursion.
    fn verified(
        &self,
        translated: &Translated,
        sources: &SourceMap,
        function: &Contracted,
        budget: &Budget,
        stats: &mut Stats,
    ) -> Result<(Verification, bool), Vec<Diagnostic>> {
        let (program, _) = elaborate_tree_beside_triggers(&translated.program, sources, stats)?;
        let entry = entry(&program, translated);
        let within = |_, work: &mut dyn FnMut(&Budget)| work(budget);
        let results = infer::verify(&Task {
            program: &program,
            procs: &[entry],
            modular: modular::Config { loop_unroll: None, inline_depth: None, inline: Inlining::Assert },
            config: self.config.clone(),
            smoke: self.args.smoke,
            jobs: 1,
            within: &within,
            done: &|_, _| {},
        });
        let verified = results.into_iter().next().expect("internal: no result for a procedure");
        stats.merge(&verified.stats);
        let verification =
            Verification { procedure: function.name.clone(), span: function.span, ..verified.verification };
        Ok((verification, may_go_on(&program, entry)))
    }

    /// The executions of the whole program.
    fn followed(
        &self,
        translated: &Translated,
        sources: &SourceMap,
        function: &Contracted,
        budget: &Budget,
        stats: &mut Stats,
    ) -> Result<Verification, Vec<Diagnostic>> {
        let (program, _) = elaborate_tree(&translated.program, sources, stats)?;
        let checked = driver::prove(&program, entry(&program, translated), &self.config.solver, budget);
        stats.merge(&checked.stats);
        let verification = self.gave_up(function, Why::Stopped(Stop::Timeout));
        Ok(match checked.verdict {
            Verdict::Safe(_) => Verification { gave_up: None, ..verification },
            Verdict::Unsafe(execution) => {
                let finding = Finding {
                    failure: execution.failure.clone(),
                    certainty: Certainty::Replayed,
                    hard: false,
                    execution: Some(execution),
                    path: vec![],
                };
                Verification { findings: vec![finding], gave_up: None, ..verification }
            }
            Verdict::SafeUpTo(_) => verification,
            Verdict::Unknown(why) => Verification { gave_up: Some(why), ..verification },
        })
    }

    fn gave_up(&self, function: &Contracted, why: Why) -> Verification {
        Verification {
            procedure: function.name.clone(),
            span: function.span,
            findings: vec![],
            gave_up: Some(why),
            unreachable: vec![],
        }
    }

    fn answer(
        &self,
        verification: Verification,
        sources: &SourceMap,
        assumptions: Vec<String>,
        stats: &Stats,
    ) -> Answer {
        let report = &self.args.report;
        let name = &self.name;
        let json = || verification::json(&verification, name, sources, report.stats().then_some(stats));
        let text = match report.format {
            FormatArg::Json => json() + "\n",
            FormatArg::Sarif | FormatArg::Junit => String::new(),
            FormatArg::Text => {
                let mut text = verification::render(&verification, sources, name, report.style());
                let errors = verification.errors().count();
                let function = &verification.procedure;
                if verification.is_verified() {
                    text.push_str(&format!("{name}: {function}: verified\n"));
                } else if errors > 0 {
                    text.push_str(&format!("{name}: {function}: not verified: {errors} of its assertions fail\n"));
                } else if verification.gave_up.is_none() {
                    text.push_str(&format!("{name}: {function}: not verified\n"));
                }
                if report.stats() {
                    text.push_str(&crate::report::stats::table(stats));
                }
                text
            }
        };
        let told = report.gathers().then(json);
        Answer { code: verification.exit_code(), text, told, assumptions, verification: Some(verification) }
    }

    /// What the function uses is not supported.
    fn rejected(&self, function: &Contracted, sources: &SourceMap, diagnostics: &[Diagnostic]) -> Answer {
        let said = input::render_for(diagnostics, sources, false);
        warn(&input::render(diagnostics, sources));
        let line = json::rejected(&self.name, &said, diagnostics, sources);
        let text = match self.args.report.format {
            FormatArg::Json => format!("{line}\n"),
            FormatArg::Text => format!("{}: {}: rejected\n", self.name, function.name),
            _ => String::new(),
        };
        let told = self.args.report.gathers().then_some(line);
        Answer { verification: None, text, told, assumptions: vec![], code: REJECTED }
    }
}

fn entry(program: &Program, translated: &Translated) -> ProcId {
    let entry = program.procs.ids().find(|&id| *program.procs[id].name == *translated.entry);
    entry.expect("internal: a program without its entry")
}

/// Whether there are loops, or recursion.
fn may_go_on(program: &Program, entry: ProcId) -> bool {
    let has_loops = |&id: &ProcId| program.procs[id].body.as_ref().is_some_and(|body| !loops(body).is_empty());
    call_graph::reachable(program, entry).iter().any(has_loops) || !call_graph::graph(program).cycles().is_empty()
}
