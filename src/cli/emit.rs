//! `rmt emit`: the program as text, after passes if any are named.

use ivl::source::SourceMap;

use super::args::EmitArgs;
use super::input::Input;
use super::{USAGE, input, print, warn};
use crate::base::stats::Stats;
use crate::driver::elaborate::elaborate_tree;
use crate::driver::entry::entries;
use crate::driver::pipeline::{self, Pass, Refused};
use crate::ir::unresolve::unresolve;

pub fn run(args: &EmitArgs) -> u8 {
    let passes = match passes(&args.passes) {
        Ok(passes) => passes,
        Err(name) => {
            let known: Vec<&str> = Pass::ALL.iter().map(|p| p.name()).collect();
            warn(&format!("rmt: there is no pass {name}; passes are {}, all\n", known.join(", ")));
            return USAGE;
        }
    };
    if let Err(refused) = pipeline::check_order(&passes) {
        return usage(&refused);
    }
    let (mut input, with) = match input::one_program(&args.files, &args.entry, &args.c) {
        Ok(program) => program,
        Err(diagnostic) => return input::say_usage(&diagnostic),
    };
    let is_c = match &mut input {
        Input::Boogie(_) => false,
        Input::C { config, .. } => {
            config.source_attributes = true;
            true
        }
    };
    let mut sources = SourceMap::default();
    let source = match input.read(&mut sources, &with, &mut Stats::default()) {
        Ok(source) => source,
        Err(failed) => return input::say(failed, &sources),
    };
    for assumption in &source.assumptions {
        print(format_args!("// taken for granted: {assumption}\n"));
    }
    // What C became is read best as the front end wrote it.
    if is_c && passes.is_empty() {
        print(&source.ast);
        // The program ends here: freeing a large tree node by node would cost as much as printing it.
        std::mem::forget(source);
        return 0;
    }
    let program = match elaborate_tree(&source.ast, &sources, &mut Stats::default()) {
        Ok((program, _)) => program,
        Err(diagnostics) => return input::say(diagnostics.into(), &sources),
    };
    let program = if passes.is_empty() {
        program
    } else {
        match entries(&program, input.named_entries(&args.entry)) {
            Ok(entries) => match pipeline::run(program, entries[0], &passes) {
                Ok(prepared) => prepared.program,
                Err(refused) => return usage(&refused),
            },
            Err(diagnostic) => return input::say(vec![diagnostic].into(), &sources),
        }
    };
    print(unresolve(&program));
    0
}

fn usage(refused: &Refused) -> u8 {
    warn(&format!("rmt: {refused}\n"));
    USAGE
}

fn passes(names: &[String]) -> Result<Vec<Pass>, &str> {
    let mut passes = Vec::new();
    for name in names.iter().flat_map(|n| n.split(',')) {
        match Pass::ALL.iter().find(|p| p.name() == name) {
            Some(pass) => passes.push(*pass),
            None if name == "all" => passes.extend(Pass::PIPELINE),
            None => return Err(name),
        }
    }
    Ok(passes)
}
