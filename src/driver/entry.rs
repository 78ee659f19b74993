//! Which procedure executions begin in.

use ivl::diag::Diagnostic;
use ivl::similar::similar;
use ivl::source::Span;

use crate::base::ids::ProcId;
use crate::ir::{Attr, Program, has_attribute, is_marked};

/// The entries to check: the named ones; else those marked `{:entrypoint}`; else `main`; else the only procedure
/// with a body. Otherwise a diagnostic that lists the candidates.
pub fn entries(program: &Program, named: &[String]) -> Result<Vec<ProcId>, Diagnostic> {
    if !named.is_empty() {
        return named.iter().map(|name| by_name(program, name)).collect();
    }
    let with_body: Vec<ProcId> = program
        .procs
        .iter_enumerated()
        .filter(|(_, p)| p.body.is_some() && !has_attribute(&p.attrs, Attr::Implementation))
        .map(|(id, _)| id)
        .collect();
    let marked: Vec<ProcId> = with_body
        .iter()
        .copied()
        .filter(|&p| is_marked(&program.exprs, &program.procs[p].attrs, Attr::EntryPoint))
        .collect();
    if !marked.is_empty() {
        return Ok(marked);
    }
    if let Some(main) = with_body.iter().find(|&&p| &*program.procs[p].name == "main") {
        return Ok(vec![*main]);
    }
    match with_body[..] {
        [only] => Ok(vec![only]),
        [] => Err(Diagnostic::error("no procedure has a body, so there is nothing to check", Span::NONE)),
        _ => Err(Diagnostic::error("which procedure does the program begin with?", Span::NONE)
            .note("name it with --entry NAME, or mark it {:entrypoint}")
            .note(format!("candidates: {}", candidates(program, &with_body)))),
    }
}

fn by_name(program: &Program, name: &str) -> Result<ProcId, Diagnostic> {
    match program.proc_by_name(name) {
        Some(proc) if program.procs[proc].body.is_some() => Ok(proc),
        Some(proc) => Err(Diagnostic::error(format!("the entry {name} has no body"), program.procs[proc].span)),
        None => {
            let with_body: Vec<ProcId> =
                program.procs.iter_enumerated().filter(|(_, p)| p.body.is_some()).map(|(id, _)| id).collect();
            let mut diagnostic = Diagnostic::error(format!("there is no procedure {name}"), Span::NONE);
            if let Some(meant) = similar(name, with_body.iter().map(|&p| &*program.procs[p].name)) {
                diagnostic = diagnostic.note(format!("did you mean `{meant}`?"));
            }
            Err(diagnostic.note(format!("procedures with bodies: {}", candidates(program, &with_body))))
        }
    }
}

/// The names, at most twenty of them.
fn candidates(program: &Program, procs: &[ProcId]) -> String {
    const SHOWN: usize = 20;
    let names: Vec<&str> = procs.iter().take(SHOWN).map(|&p| &*program.procs[p].name).collect();
    let mut text = names.join(", ");
    if procs.len() > SHOWN {
        text.push_str(&format!(", and {} more", procs.len() - SHOWN));
    }
    text
}
