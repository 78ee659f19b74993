//! Texts to programs.

use ivl::diag::{Diagnostic, Severity};
use ivl::parse;
use ivl::source::SourceMap;
use rmt::base::ids::ProcId;
use rmt::ir::{Program, has_attribute};
use rmt::pass::code_expr::eliminate_code_exprs;
use rmt::resolve::resolve;

pub struct Loaded {
    pub sources: SourceMap,
    pub program: Program,
}

/// The typed program of a text, ready for the interpreter.
pub fn load(name: &str, text: &str) -> Result<Loaded, String> {
    let mut sources = SourceMap::default();
    let file = sources.add(name.to_string(), text.to_string());
    let (ast, diagnostics) = parse(&sources, file);
    fail_on_errors(&diagnostics, &sources)?;
    let (program, diagnostics) = resolve(&ast, &sources);
    fail_on_errors(&diagnostics, &sources)?;
    let mut program = program.ok_or("resolution made no program")?;
    if let Err(diagnostics) = eliminate_code_exprs(&mut program) {
        fail_on_errors(&diagnostics, &sources)?;
    }
    Ok(Loaded { sources, program })
}

fn fail_on_errors(diagnostics: &[Diagnostic], sources: &SourceMap) -> Result<(), String> {
    if diagnostics.iter().all(|d| d.severity != Severity::Error) {
        return Ok(());
    }
    Err(diagnostics.iter().map(|d| d.render(sources)).collect())
}

/// The procedure marked `{:entrypoint}`, else `main`.
pub fn entry(program: &Program) -> Result<ProcId, String> {
    let marked = |&p: &ProcId| has_attribute(&program.procs[p].attrs, "entrypoint");
    let entry = program.procs.ids().find(marked).or_else(|| program.proc_by_name("main"));
    entry.ok_or_else(|| "there is no entry".to_string())
}
