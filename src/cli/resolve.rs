//! `rmt resolve`: is this a program?

use ivl::source::SourceMap;

use super::args::ResolveArgs;
use super::{REJECTED, input, warn};
use crate::driver::elaborate::{parse_files, resolve_program};

pub fn run(args: &ResolveArgs) -> u8 {
    let mut sources = SourceMap::default();
    let mut files = Vec::new();
    for path in &args.files {
        match input::read(&mut sources, path) {
            Ok(file) => files.push(file),
            Err(code) => return code,
        }
    }
    match parse_files(&sources, &files).and_then(|ast| resolve_program(&ast, &sources)) {
        Ok((_, warnings)) => {
            warn(&input::render(&warnings, &sources));
            0
        }
        Err(diagnostics) => {
            warn(&input::render(&diagnostics, &sources));
            REJECTED
        }
    }
}
