//! `rmt check --dump STAGE`: what a stage of the pipeline makes of the program.

use ivl::source::SourceMap;

use super::args::{CheckArgs, StageArg};
use super::{REJECTED, input, print, warn};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::call_graph::reachable;
use crate::cfg::liveness::liveness;
use crate::driver::elaborate::{elaborate, parse_files};
use crate::driver::entry::entries;
use crate::driver::pipeline::prepare;
use crate::ir::Program;
use crate::ir::unresolve::unresolve;
use crate::vc::functions::Definitions;
use crate::vc::passive::{Passive, passive_form};
use crate::vc::show;

/// The stages before the solver; `smt` is printed by the check itself.
pub fn run(args: &CheckArgs, stage: StageArg) -> u8 {
    for path in &args.files {
        let code = file(args, path, stage);
        if code != 0 {
            return code;
        }
    }
    0
}

fn file(args: &CheckArgs, path: &str, stage: StageArg) -> u8 {
    let mut sources = SourceMap::default();
    let mut files = Vec::new();
    for path in std::iter::once(path).chain(args.with.iter().map(String::as_str)) {
        match input::read(&mut sources, path) {
            Ok(file) => files.push(file),
            Err(code) => return code,
        }
    }
    let rejected = |diagnostics: &[ivl::diag::Diagnostic]| {
        warn(&input::render(diagnostics, &sources));
        REJECTED
    };
    if stage == StageArg::Ast {
        return match parse_files(&sources, &files) {
            Ok(ast) => {
                print(&ast.to_string());
                0
            }
            Err(diagnostics) => rejected(&diagnostics),
        };
    }
    let program = match elaborate(&sources, &files, &mut Stats::default()) {
        Ok((program, _)) => program,
        Err(diagnostics) => return rejected(&diagnostics),
    };
    let entries = match entries(&program, &args.entry) {
        Ok(entries) => entries,
        Err(diagnostic) => return rejected(&[diagnostic]),
    };
    for entry in entries {
        let prepared = prepare(program.clone(), entry);
        if stage == StageArg::Ir {
            print(&unresolve(&prepared.program).to_string());
        } else {
            print(&passive_procedures(prepared.program, prepared.entry, prepared.error, stage));
        }
    }
    0
}

fn passive_procedures(mut program: Program, entry: ProcId, error: crate::base::ids::VarId, stage: StageArg) -> String {
    let live = liveness(&program, entry, &[error]);
    let mut definitions = Definitions::new(&program);
    let mut text = String::new();
    for proc in reachable(&program, entry) {
        let passive: Passive = passive_form(&mut program, &mut definitions, &live, proc);
        text.push_str(&match stage {
            StageArg::Passive => show::passive(&program, &passive),
            _ => show::formula(&program, &passive),
        });
        text.push('\n');
    }
    text
}
