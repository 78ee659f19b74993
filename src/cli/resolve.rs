//! `rmt resolve`: is this a program?

use ivl::source::SourceMap;

use super::args::ResolveArgs;
use super::{input, warn};
use crate::base::stats::Stats;
use crate::driver::elaborate::resolve_program;

pub fn run(args: &ResolveArgs) -> u8 {
    let (input, with) = match input::one_program(&args.files, &[], &args.c) {
        Ok(program) => program,
        Err(diagnostic) => return input::say_usage(&diagnostic),
    };
    let mut sources = SourceMap::default();
    let source = match input.read(&mut sources, &with, &mut Stats::default()) {
        Ok(source) => source,
        Err(failed) => return input::say(failed, &sources),
    };
    match resolve_program(&source.ast, &sources) {
        Ok((_, warnings)) => {
            warn(&input::render(&warnings, &sources));
            0
        }
        Err(diagnostics) => input::say(diagnostics.into(), &sources),
    }
}
