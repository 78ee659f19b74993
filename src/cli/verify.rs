//! `rmt verify`: each procedure against its contract.

use std::sync::Mutex;

use ivl::source::{FileId, SourceMap};

use super::args::{FormatArg, InlineArg, VerifyArgs};
use super::config::{Mistake, WHOLE, solver_config};
use super::pattern::matches;
use super::progress::CountLine;
use super::{REJECTED, USAGE, contracts, gathered, input, print, warn};
use crate::base::budget::{Budget, Limits, Stop};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::driver::elaborate::elaborate_beside_triggers;
use crate::infer::modular::Inlining;
use crate::infer::triggers::{Idle, idle_quantifiers};
use crate::infer::{self, Examined, Progress, Task, modular};
use crate::ir::{Attr, Procedure, Program, int_attribute};
use crate::report::text::NO_EXECUTION;
use crate::report::{json, stats, verification};
use crate::smt::Settings;
use crate::vc::vacuity::is_without_executions;
use crate::verdict::Why;
use crate::verdict::verification::Verification;

pub fn run(args: &VerifyArgs) -> u8 {
    if args.files.iter().any(|path| input::is_c(path) || std::path::Path::new(path).is_dir()) {
        return contracts::run(args);
    }
    let (limits, solver) = match solver_config(&args.solver) {
        Ok(done) => done,
        Err(mistake) => return usage(&mistake),
    };
    let command = Verify {
        args,
        limits,
        modular: modular::Config { loop_unroll: args.loop_unroll, inline_depth: None, inline: inlining(args.inline) },
        config: infer::Config {
            solver: Settings { count_instances: args.quantifier_stats, ..solver },
            error_limit: (args.error_limit > 0).then_some(args.error_limit),
            split: args.split,
            first_turn: WHOLE,
            prefer_true: true,
            by_models: false,
        },
        all: super::until_interrupt(),
        told: Mutex::default(),
    };
    let code = args.files.iter().fold(0, |code, path| super::worse(code, command.file(path)));
    command.finish(code)
}

fn inlining(arg: InlineArg) -> Inlining {
    match arg {
        InlineArg::None => Inlining::None,
        InlineArg::Assume => Inlining::Assume,
        InlineArg::Assert => Inlining::Assert,
        InlineArg::Spec => Inlining::Spec,
    }
}

pub(super) fn usage(mistake: &Mistake) -> u8 {
    warn(&mistake.to_string());
    USAGE
}

struct Verify<'a> {
    args: &'a VerifyArgs,
    limits: Limits,
    modular: modular::Config,
    config: infer::Config,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
    /// The reports as JSON, where a document is made of all.
    told: Mutex<Vec<String>>,
}

impl Verify<'_> {
    fn file(&self, path: &str) -> u8 {
        let mut sources = SourceMap::default();
        let mut files: Vec<FileId> = Vec::new();
        for path in std::iter::once(path).chain(self.args.with.iter().map(String::as_str)) {
            match input::read(&mut sources, path) {
                Ok(file) => files.push(file),
                Err(code) => return code,
            }
        }
        let name = sources.get(files[0]).map_or(String::new(), |f| f.name.clone());
        let mut front = Stats::default();
        let (program, warnings) = match elaborate_beside_triggers(&sources, &files, &mut front) {
            Ok(done) => done,
            Err(diagnostics) => {
                let text = input::render_for(&diagnostics, &sources, false);
                let line = json::rejected(&name, &text, &diagnostics, &sources);
                if self.args.report.format == FormatArg::Json {
                    print(format_args!("{line}\n"));
                }
                self.gather(line);
                warn(&input::render(&diagnostics, &sources));
                return REJECTED;
            }
        };
        if !self.args.report.quiet {
            warn(&input::render(&warnings, &sources));
        }
        for Idle { name, variable } in idle_quantifiers(&program) {
            warn(&format!(
                "warning: no term can instantiate the quantifier {name}: a trigger cannot mention {variable}\n"
            ));
        }
        let procs = self.wanted(&program);
        let line = Mutex::new(CountLine::new(procs.len(), "procedures"));
        let finished: Mutex<Vec<Examined>> = Mutex::default();
        let within = |proc: ProcId, work: &mut dyn FnMut(&Budget)| {
            let hung = || {
                let mut results = finished.lock().map(|f| f.clone()).unwrap_or_default();
                results.push(timed_out(&program, proc));
                std::process::exit(self.finish(self.report(&name, results, front.clone(), &sources)).into());
            };
            watchdog::within(self.limits(&program, proc), &self.all, hung, work);
        };
        let done = |now: Progress, verified: &Examined| {
            if let (Ok(mut line), Ok(mut finished)) = (line.lock(), finished.lock()) {
                line.show(&name, now.done);
                finished.push(verified.clone());
            }
        };
        let mut results = infer::verify(&Task {
            program: &program,
            procs: &procs,
            modular: self.modular,
            config: self.config.clone(),
            smoke: self.args.smoke,
            jobs: self.args.jobs,
            within: &within,
            done: &done,
        });
        if let Ok(mut line) = line.into_inner() {
            line.clear();
        }
        let budget = self.all.within(self.limits);
        let fails = results.iter().any(|r| !r.verification.findings.is_empty());
        if fails && is_without_executions(&program, &self.config.solver, &budget, &mut front) {
            warn(&format!("warning: {name}: {NO_EXECUTION}, so that everything holds\n"));
            results.iter_mut().for_each(|r| r.verification.findings.clear());
        }
        self.report(&name, results, front, &sources)
    }

    fn gather(&self, line: String) {
        if let Ok(mut told) = self.told.lock() {
            told.push(line);
        }
    }

    /// Writes the document about all; the exit code.
    fn finish(&self, code: u8) -> u8 {
        let told = self.told.lock().map(|told| told.clone()).unwrap_or_default();
        super::worse(code, gathered::finish(&self.args.report, &told))
    }

    /// The procedures to verify, of those that match a pattern.
    fn wanted(&self, program: &Program) -> Vec<ProcId> {
        let patterns = &self.args.procedures;
        let named = |id: &ProcId| {
            let name = &program.procs[*id].name;
            let left_out = self.args.left_out.iter().any(|p| matches(p, name));
            !left_out && (patterns.is_empty() || patterns.iter().any(|p| matches(p, name)))
        };
        modular::to_verify(program, &self.modular).into_iter().filter(named).collect()
    }

    /// Those of the command line and of the procedure's attributes.
    fn limits(&self, program: &Program, proc: ProcId) -> Limits {
        let own = int_attribute(&program.exprs, &program.procs[proc].attrs, Attr::TimeLimit);
        let timeout = match own {
            Some(0) => None,
            Some(seconds) => Some(std::time::Duration::from_secs(seconds.into())),
            None => self.limits.timeout,
        };
        let rlimit = int_attribute(&program.exprs, &program.procs[proc].attrs, Attr::Rlimit)
            .map(u64::from)
            .or(self.limits.rlimit);
        Limits { timeout, rlimit, ..self.limits }
    }

    fn report(&self, name: &str, results: Vec<Examined>, mut total: Stats, sources: &SourceMap) -> u8 {
        let mut out = String::new();
        for Examined { verification, stats, .. } in &results {
            if self.args.report.gathers() {
                self.gather(verification::json(verification, name, sources, None));
            }
            match self.args.report.format {
                FormatArg::Json => {
                    let wanted = self.args.report.stats() || self.args.quantifier_stats;
                    let stats = wanted.then_some(stats);
                    out.push_str(&verification::json(verification, name, sources, stats));
                    out.push('\n');
                }
                FormatArg::Sarif | FormatArg::Junit => {}
                FormatArg::Text => {
                    out.push_str(&verification::render(verification, sources, name, self.args.report.style()));
                }
            }
            total.merge(stats);
        }
        let all: Vec<Verification> = results.into_iter().map(|v| v.verification).collect();
        if self.args.report.format == FormatArg::Text {
            out.push_str(&verification::summary(name, &all));
            if self.args.report.stats() {
                total.peak_memory = crate::base::memory::peak();
                out.push_str(&stats::table(&total));
            }
            if self.args.quantifier_stats {
                out.push_str(&stats::instances(&total));
            }
        }
        print(&out);
        all.iter().fold(0, |code, v| super::worse(code, v.exit_code()))
    }
}

/// The result for a procedure on which the solver cannot be stopped.
fn timed_out(program: &Program, proc: ProcId) -> Examined {
    let Procedure { name, span, .. } = &program.procs[proc];
    let verification = Verification {
        procedure: name.to_string(),
        span: *span,
        findings: Vec::new(),
        gave_up: Some(Why::Stopped(Stop::Timeout)),
        unreachable: Vec::new(),
    };
    Examined { proc, verification, stats: Stats::default() }
}
