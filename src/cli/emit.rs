//! `rmt emit`: the program as text, after passes if any are named.

use ivl::source::SourceMap;

use super::args::EmitArgs;
use super::{REJECTED, USAGE, input, print, warn};
use crate::base::stats::Stats;
use crate::driver::elaborate::elaborate;
use crate::driver::entry::entries;
use crate::driver::pipeline::{self, Pass};
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
    let mut sources = SourceMap::default();
    let mut files = Vec::new();
    for path in &args.files {
        match input::read(&mut sources, path) {
            Ok(file) => files.push(file),
            Err(code) => return code,
        }
    }
    let elaborated = elaborate(&sources, &files, &mut Stats::default());
    let program = match elaborated {
        Ok((program, _)) => program,
        Err(diagnostics) => {
            warn(&input::render(&diagnostics, &sources));
            return REJECTED;
        }
    };
    let program = if passes.is_empty() {
        program
    } else {
        match entries(&program, &args.entry) {
            Ok(entries) => pipeline::run(program, entries[0], &passes).program,
            Err(diagnostic) => {
                warn(&diagnostic.render(&sources));
                return REJECTED;
            }
        }
    };
    print(&unresolve(&program).to_string());
    0
}

fn passes(names: &[String]) -> Result<Vec<Pass>, &str> {
    let mut passes = Vec::new();
    for name in names.iter().flat_map(|n| n.split(',')) {
        match Pass::ALL.iter().find(|p| p.name() == name) {
            Some(pass) => passes.push(*pass),
            None if name == "all" => passes.extend(Pass::ALL),
            None => return Err(name),
        }
    }
    Ok(passes)
}
