//! Texts to programs.

use ivl::diag::Diagnostic;
use ivl::source::{FileId, SourceMap};
use rmt::internal::base::ids::ProcId;
use rmt::internal::base::stats::Stats;
use rmt::internal::driver::elaborate::{elaborate, elaborate_beside_triggers};
use rmt::internal::driver::entry::entries;
use rmt::internal::ir::Program;

pub struct Loaded {
    pub sources: SourceMap,
    pub program: Program,
}

/// The elaborated program of a text; the error is what a user would read.
pub fn load(name: &str, text: &str) -> Result<Loaded, String> {
    elaborated(name, text, elaborate)
}

/// The same as modular verification sees it.
pub fn load_beside_triggers(name: &str, text: &str) -> Result<Loaded, String> {
    elaborated(name, text, elaborate_beside_triggers)
}

type Elaborate = fn(&SourceMap, &[FileId], &mut Stats) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>>;

fn elaborated(name: &str, text: &str, elaborate: Elaborate) -> Result<Loaded, String> {
    let mut sources = SourceMap::default();
    let file = sources.add(name.to_string(), text.to_string());
    match elaborate(&sources, &[file], &mut Stats::default()) {
        Ok((program, _)) => Ok(Loaded { sources, program }),
        Err(diagnostics) => Err(diagnostics.iter().map(|d| d.render(&sources)).collect()),
    }
}

/// The one entry of the program.
pub fn entry(loaded: &Loaded) -> Result<ProcId, String> {
    let entries = entries(&loaded.program, &[]).map_err(|d| d.render(&loaded.sources))?;
    match entries[..] {
        [entry] => Ok(entry),
        _ => Err(format!("there are {} entries", entries.len())),
    }
}
