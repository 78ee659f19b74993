//! Texts to programs.

use ivl::source::SourceMap;
use rmt::base::ids::ProcId;
use rmt::base::stats::Stats;
use rmt::driver::elaborate::elaborate;
use rmt::driver::entry::entries;
use rmt::ir::Program;

pub struct Loaded {
    pub sources: SourceMap,
    pub program: Program,
}

/// The elaborated program of a text; the error is what a user would read.
pub fn load(name: &str, text: &str) -> Result<Loaded, String> {
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
