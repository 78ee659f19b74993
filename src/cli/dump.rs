//! `rmt check --dump STAGE`: what a stage of the pipeline makes of the program.

use ivl::source::SourceMap;

use super::args::{CheckArgs, StageArg};
use super::input::{Failed, Input};
use super::{input, print};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::call_graph::reachable;
use crate::cfg::liveness::liveness;
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::pipeline::prepare;
use crate::ir::Program;
use crate::ir::unresolve::unresolve;
use crate::vc::passive::{Passive, passive_form};
use crate::vc::show;
use crate::vc::vocabulary::Vocabulary;

/// The stages before the solver; `smt` is printed by the check itself.
pub fn run(args: &CheckArgs, stage: StageArg) -> u8 {
    let programs = match input::programs(&args.files, &args.entry, &args.c) {
        Ok(programs) => programs,
        Err(diagnostic) => return input::say_usage(&diagnostic),
    };
    for program in &programs {
        let mut sources = SourceMap::default();
        if let Err(failed) = one(args, program, stage, &mut sources) {
            return input::say(failed, &sources);
        }
    }
    0
}

fn one(args: &CheckArgs, input: &Input, stage: StageArg, sources: &mut SourceMap) -> Result<(), Failed> {
    let source = input.read(sources, &args.with, &mut Stats::default())?;
    if stage == StageArg::Ast {
        print(&source.ast);
        return Ok(());
    }
    let (program, _) = elaborate_tree(&source.ast, sources, &mut Stats::default())?;
    for entry in entries(&program, input.named_entries(&args.entry)).map_err(|d| vec![d])? {
        let prepared = prepare(program.clone(), entry);
        if stage == StageArg::Ir {
            print(unresolve(&prepared.program));
        } else {
            print(passive_procedures(prepared.program, prepared.entry, prepared.error, stage));
        }
    }
    Ok(())
}

fn passive_procedures(program: Program, entry: ProcId, error: crate::base::ids::VarId, stage: StageArg) -> String {
    let live = liveness(&program, entry, &[error]);
    let mut vocabulary = Vocabulary::new(&program);
    let made = reachable(&program, entry).into_iter().map(|proc| passive_form(&mut vocabulary, &live, proc));
    let made: Vec<Passive> = made.collect();
    let program = vocabulary.to_program();
    let mut text = String::new();
    for passive in &made {
        text.push_str(&match stage {
            StageArg::Passive => show::passive(&program, passive),
            _ => show::formula(&program, passive),
        });
        text.push('\n');
    }
    text
}
