//! `rmt houdini`: which of the guessed annotations hold.

use ivl::source::{FileId, SourceMap};

use super::args::{FormatArg, HoudiniArgs};
use super::config::solver_config;
use super::{REJECTED, UNKNOWN, input, print, warn, watchdog};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{IdVec, ProcId, VarId};
use crate::base::stats::Stats;
use crate::driver::elaborate::{elaborate_beside_triggers, parse_files, resolve_program};
use crate::infer::houdini::{self, Inferred, Refutation, annotate, existential_constants};
use crate::infer::{self, modular};
use crate::ir::Program;
use crate::ir::unresolve::unresolve;
use crate::report::inference::{Candidate, render, to_json};
use crate::report::{json, stats, verification};
use crate::verdict::verification::Verification;

pub fn run(args: &HoudiniArgs) -> u8 {
    let (limits, solver) = match solver_config(&args.solver) {
        Ok(done) => done,
        Err(mistake) => return super::verify::usage(&mistake),
    };
    if input::is_refused_c(&args.file) {
        return super::USAGE;
    }
    let all = super::until_interrupt();
    let mut sources = SourceMap::default();
    let mut files: Vec<FileId> = Vec::new();
    for path in std::iter::once(&args.file).chain(&args.with) {
        match input::read(&mut sources, path) {
            Ok(file) => files.push(file),
            Err(code) => return code,
        }
    }
    let name = sources.get(files[0]).map_or(String::new(), |f| f.name.clone());
    let mut total = Stats::default();
    let (program, warnings) = match elaborate_beside_triggers(&sources, &files, &mut total) {
        Ok(done) => done,
        Err(diagnostics) => {
            let text = input::render(&diagnostics, &sources);
            if args.report.format == FormatArg::Json {
                print(&(json::rejected(&name, &text) + "\n"));
            }
            warn(&text);
            return REJECTED;
        }
    };
    warn(&input::render(&warnings, &sources));
    let modular = modular::Config { inline_depth: args.inline_depth, ..modular::Config::default() };
    let guards = existential_constants(&program);
    let procs = modular::to_verify(&program, &modular);
    let hung = || {
        warn(&format!("{name}: unknown: the time limit was reached\n"));
        std::process::exit(UNKNOWN);
    };
    let start = std::time::Instant::now();
    // What a procedure may spend, it may spend once: on candidates, and on what is left to verify.
    let units = Limits { rlimit: limits.rlimit, ..Limits::default() };
    let own: IdVec<ProcId, Budget> = program.procs.iter().map(|_| all.within(units)).collect();
    let limits = Limits { rlimit: None, ..limits };
    // Together the procedures take no longer than one after the other.
    let patience = Limits { timeout: limits.timeout.map(|t| t.saturating_mul(procs.len() as u32 + 1)), ..limits };
    let inferred = watchdog::within(patience, &all, hung, |inference| {
        houdini::infer(&houdini::Task {
            program: &program,
            procs: &procs,
            guards: &guards,
            modular,
            solver: solver.clone(),
            jobs: args.jobs,
            budget: &|proc| own[proc].within(limits).with_cancel(inference.cancel().clone()),
        })
    });
    total.add_time("inference", start.elapsed());
    total.merge(&inferred.stats);
    if args.annotate {
        return print_annotated(&sources, &files, &program, &inferred);
    }
    // What no candidate can save is reported with the survivors in place.
    let annotated = annotate(&program, &guards, &inferred.survivors);
    let start = std::time::Instant::now();
    let verified = infer::verify(&infer::Task {
        program: &annotated,
        procs: &procs,
        modular,
        config: infer::Config { solver, ..infer::Config::default() },
        smoke: false,
        jobs: args.jobs,
        within: &|proc, work| watchdog::within(limits, &own[proc], hung, work),
        done: &|_, _| {},
    });
    total.add_time("verification", start.elapsed());
    verified.iter().for_each(|v| total.merge(&v.stats));
    let candidates = candidates(&program, &guards, &inferred);
    let mut out = String::new();
    match args.report.format {
        FormatArg::Json => {
            out.push_str(&to_json(&name, &candidates, &sources));
            out.push('\n');
            for v in &verified {
                out.push_str(&verification::json(&v.verification, &name, &sources, None));
                out.push('\n');
            }
        }
        FormatArg::Text => {
            out.push_str(&render(&candidates, &sources));
            for v in &verified {
                out.push_str(&verification::render(&v.verification, &sources, &name, !args.report.no_trace));
            }
        }
    }
    let all: Vec<Verification> = verified.into_iter().map(|v| v.verification).collect();
    if args.report.format == FormatArg::Text {
        out.push_str(&verification::summary(&name, &all));
        if args.report.stats {
            total.peak_memory = crate::base::memory::peak();
            out.push_str(&stats::table(&total));
        }
    }
    print(&out);
    all.iter().fold(0, |code, v| super::worse(code, v.exit_code()))
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
            }),
        });
    }
    candidates
}
