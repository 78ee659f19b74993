//! `// elaborate: ok` and `// elaborate: error`.

use ivl::diag::Diagnostic;
use ivl::source::SourceMap;
use rmt::internal::ir::Program;
use rmt::internal::ir::unresolve::unresolve;
use rmt::internal::ir::verify::verify;
use rmt::internal::pass::code_expr::eliminate_code_exprs;
use rmt::internal::pass::monomorphise::monomorphise;

use crate::{Case, announced, golden};

pub fn run(case: &Case, arguments: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let name = case.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut program = resolve(&mut sources, name, case.text.clone())?;
    valid(&program, "resolution")?;
    let elaborated = match eliminate_code_exprs(&mut program) {
        Ok(()) => {
            valid(&program, "the elimination of code expressions")?;
            monomorphise(program)
        }
        Err(diagnostics) => Err(diagnostics),
    };
    match (arguments, elaborated) {
        ("ok", Ok((program, warnings))) => {
            announced::check(&case.text, &warnings, &sources)?;
            valid(&program, "monomorphisation")?;
            let printed = unresolve(&program).to_string();
            golden::check(&case.path.with_extension("expect"), &printed)?;
            let again = resolve(&mut sources, "printed".into(), printed.clone())?;
            let reprinted = unresolve(&again).to_string();
            match reprinted == printed {
                true => Ok(()),
                false => Err(format!("printed, read and printed again:\n{reprinted}\nat first:\n{printed}")),
            }
        }
        ("error", Err(diagnostics)) => announced::check(&case.text, &diagnostics, &sources),
        ("ok", Err(diagnostics)) => Err(render(&diagnostics, &sources)),
        ("error", Ok(_)) => Err("it is not refused".into()),
        _ => Err(format!("a case is `ok` or `error`, not {arguments:?}")),
    }
}

fn resolve(sources: &mut SourceMap, name: String, text: String) -> Result<Program, String> {
    let file = sources.add(name, text);
    let (ast, diagnostics) = ivl::parse(sources, file);
    if !diagnostics.is_empty() {
        return Err(render(&diagnostics, sources));
    }
    let (program, diagnostics) = rmt::internal::resolve::resolve(&ast, sources);
    program.ok_or_else(|| render(&diagnostics, sources))
}

fn valid(program: &Program, after: &str) -> Result<(), String> {
    let violations = verify(program);
    if violations.is_empty() { Ok(()) } else { Err(format!("after {after}: {violations:#?}")) }
}

fn render(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    diagnostics.iter().map(|d| d.render(sources)).collect()
}
