//! `rmt houdini`: which of the guessed annotations hold.

use std::time::Instant;

use ivl::source::{FileId, SourceMap};
use rustc_hash::FxHashMap;

use super::args::{FormatArg, HoudiniArgs};
use super::config::solver_config;
use super::{REJECTED, UNKNOWN, USAGE, gathered, input, print, warn};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{IdVec, ProcId, VarId};
use crate::base::stats::Stats;
use crate::base::watchdog;
use crate::driver::elaborate::{elaborate_beside_triggers, parse_files, resolve_program};
use crate::infer::houdini::{self, Inferred, Refutation, annotate, existential_constants};
use crate::infer::{self, modular};
use crate::ir::Program;
use crate::ir::unresolve::unresolve;
use crate::report::inference::{Candidate, render, to_json};
use crate::report::{json, stats, verification};
use crate::smt::Settings;
use crate::verdict::verification::Verification;

pub fn run(args: &HoudiniArgs) -> u8 {
    if gathered::is_refused(&args.report) {
        return USAGE;
    }
    let (limits, solver) = match solver_config(&args.solver) {
        Ok(done) => done,
        Err(mistake) => return super::verify::usage(&mistake),
    };
    if input::is_refused_c(&args.file) {
        return super::USAGE;
    }
    let mut read = match read(args) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let modular = modular::Config { inline_depth: args.inline_depth, ..modular::Config::default() };
    let work = Work {
        name: &read.name,
        program: &read.program,
        procs: modular::to_verify(&read.program, &modular),
        guards: existential_constants(&read.program),
        modular,
        solver,
        jobs: args.jobs,
        all: super::until_interrupt(),
    };
    // What a procedure may spend, it may spend once: on candidates, and on what is left to verify.
    let units = Limits { rlimit: limits.rlimit, ..Limits::default() };
    let own: IdVec<ProcId, Budget> = read.program.procs.iter().map(|_| work.all.within(units)).collect();
    let limits = Limits { rlimit: None, ..limits };
    let stats = &mut read.stats;
    let inferred = work.infer(limits, &own, stats);
    if args.annotate {
        return print_annotated(&read.sources, &read.files, &read.program, &inferred);
    }
    let verified = work.verify(limits, &own, &inferred, stats);
    let candidates = candidates(&read.program, &work.guards, &inferred);
    report(args, &read.name, &candidates, verified, &read.sources, stats)
}

/// A program with guesses.
struct Read {
    name: String,
    sources: SourceMap,
    files: Vec<FileId>,
    program: Program,
    stats: Stats,
}

/// `Err`: there is none, which has been said; the exit code.
fn read(args: &HoudiniArgs) -> Result<Read, u8> {
    let mut sources = SourceMap::default();
    let mut files: Vec<FileId> = Vec::new();
    for path in std::iter::once(&args.file).chain(&args.with) {
        files.push(input::read(&mut sources, path)?);
    }
    let name = sources.get(files[0]).map_or(String::new(), |f| f.name.clone());
    let mut stats = Stats::default();
    match elaborate_beside_triggers(&sources, &files, &mut stats) {
        Ok((program, warnings)) => {
            warn(&input::render(&warnings, &sources));
            Ok(Read { name, sources, files, program, stats })
        }
        Err(diagnostics) => {
            let text = input::render_for(&diagnostics, &sources, false);
            if args.report.format == FormatArg::Json {
                print(&(json::rejected(&name, &text, &diagnostics, &sources) + "\n"));
            }
            warn(&input::render(&diagnostics, &sources));
            Err(REJECTED)
        }
    }
}

/// A program, and how its guesses are looked at.
struct Work<'a> {
    name: &'a str,
    program: &'a Program,
    procs: Vec<ProcId>,
    guards: Vec<VarId>,
    modular: modular::Config,
    solver: Settings,
    jobs: usize,
    /// Of the command: the user's Ctrl-C ends it.
    all: Budget,
}

impl Work<'_> {
    fn hung(&self) {
        warn(&format!("{}: unknown: the time limit was reached\n", self.name));
        std::process::exit(UNKNOWN);
    }

    /// Which guesses hold together; procedures have budgets of their own.
    fn infer(&self, limits: Limits, own: &IdVec<ProcId, Budget>, stats: &mut Stats) -> Inferred {
        let start = Instant::now();
        // Together the procedures take no longer than one after the other.
        let rounds = self.procs.len() as u32 + 1;
        let patience = Limits { timeout: limits.timeout.map(|t| t.saturating_mul(rounds)), ..limits };
        let inferred = watchdog::within(
            patience,
            &self.all,
            || self.hung(),
            |inference| {
                houdini::infer(&houdini::Task {
                    program: self.program,
                    procs: &self.procs,
                    guards: &self.guards,
                    implied: &FxHashMap::default(),
                    modular: self.modular,
                    solver: self.solver.clone(),
                    jobs: self.jobs,
                    budget: &|proc| own[proc].within(limits).with_cancel(inference.cancel().clone()),
                })
            },
        );
        stats.add_time("inference", start.elapsed());
        stats.merge(&inferred.stats);
        inferred
    }

    /// Verifies with the survivors in place: no candidate saves what fails then.
    fn verify(
        &self,
        limits: Limits,
        own: &IdVec<ProcId, Budget>,
        inferred: &Inferred,
        stats: &mut Stats,
    ) -> Vec<Verification> {
        let annotated = annotate(self.program, &self.guards, &inferred.survivors);
        let start = Instant::now();
        let verified = infer::verify(&infer::Task {
            program: &annotated,
            procs: &self.procs,
            modular: self.modular,
            config: infer::Config { solver: self.solver.clone(), ..infer::Config::default() },
            smoke: false,
            jobs: self.jobs,
            within: &|proc, work| watchdog::within(limits, &own[proc], || self.hung(), work),
            done: &|_, _| {},
        });
        stats.add_time("verification", start.elapsed());
        verified.iter().for_each(|v| stats.merge(&v.stats));
        verified.into_iter().map(|v| v.verification).collect()
    }
}

/// Prints all of it; returns the exit code.
fn report(
    args: &HoudiniArgs,
    name: &str,
    candidates: &[Candidate],
    verified: Vec<Verification>,
    sources: &SourceMap,
    total: &mut Stats,
) -> u8 {
    let mut out = String::new();
    match args.report.format {
        FormatArg::Json => {
            out.push_str(&to_json(name, candidates, sources));
            out.push('\n');
            for verification in &verified {
                out.push_str(&verification::json(verification, name, sources, None));
                out.push('\n');
            }
        }
        // Others are refused.
        _ => {
            out.push_str(&render(candidates, sources));
            for verification in &verified {
                out.push_str(&verification::render(verification, sources, name, args.report.style()));
            }
            out.push_str(&verification::summary(name, &verified));
            if args.report.stats() {
                total.peak_memory = crate::base::memory::peak();
                out.push_str(&stats::table(total));
            }
        }
    }
    print(&out);
    verified.iter().fold(0, |code, v| super::worse(code, v.exit_code()))
}

/// The program as it was written, polymorphism included, with survivors for candidates.
fn print_annotated(sources: &SourceMap, files: &[FileId], program: &Program, inferred: &Inferred) -> u8 {
    let resolved = parse_files(sources, files).and_then(|ast| resolve_program(&ast, sources));
    let Ok((resolved, _)) = resolved else { panic!("internal: a program that was resolved before") };
    let survived = |v: &VarId| {
        let name = &resolved.vars[*v].name;
        inferred.survivors.iter().any(|s| program.vars[*s].name == *name)
    };
    let guards = existential_constants(&resolved);
    let survivors: Vec<VarId> = guards.iter().copied().filter(survived).collect();
    print(unresolve(&annotate(&resolved, &guards, &survivors)));
    0
}

fn candidates<'a>(program: &'a Program, guards: &[VarId], inferred: &'a Inferred) -> Vec<Candidate<'a>> {
    let mut candidates = Vec::with_capacity(guards.len());
    for &guard in guards {
        let fallen = inferred.fallen.iter().find(|f| f.guard == guard);
        candidates.push(Candidate {
            name: &program.vars[guard].name,
            fell: fallen.map(|f| (f.what, f.span, &*program.procs[f.proc].name)),
            undecided: fallen.and_then(|f| match &f.refutation {
                Refutation::Model => None,
                Refutation::Undecided(reason) => Some(reason.as_str()),
                Refutation::TooHard => Some("too hard"),
                Refutation::Stopped(_) => Some("a limit was reached"),
            }),
        });
    }
    candidates
}
