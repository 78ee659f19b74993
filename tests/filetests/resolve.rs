//! `// resolve: ok` and `// resolve: error`.

use ivl::ast;
use ivl::diag::Diagnostic;
use ivl::source::SourceMap;
use rmt::internal::ir::unresolve::unresolve;
use rmt::internal::ir::verify::verify;

use crate::{Case, announced, golden};

pub fn run(case: &Case, arguments: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let name = case.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let program = parse(&mut sources, name, case.text.clone())?;
    let (resolved, diagnostics) = rmt::internal::resolve::resolve(&program, &sources);
    announced::check(&case.text, &diagnostics, &sources)?;
    match (arguments, resolved) {
        ("ok", Some(resolved)) => {
            let violations = verify(&resolved);
            if !violations.is_empty() {
                return Err(format!("the program is not valid: {violations:#?}"));
            }
            let printed = unresolve(&resolved).to_string();
            golden::check(&case.path.with_extension("expect"), &printed)?;
            let again = parse(&mut sources, "printed".into(), printed.clone())?;
            match rmt::internal::resolve::resolve(&again, &sources) {
                (Some(_), _) => Ok(()),
                (None, diagnostics) => {
                    Err(format!("printed, it does not resolve:\n{}\n{printed}", render(&diagnostics, &sources)))
                }
            }
        }
        ("error", None) => Ok(()),
        ("ok" | "error", _) => Err("no errors, no program: the resolver contradicts itself".into()),
        _ => Err(format!("a case is `ok` or `error`, not {arguments:?}")),
    }
}

fn parse(sources: &mut SourceMap, name: String, text: String) -> Result<ast::Program, String> {
    let file = sources.add(name, text);
    let (program, diagnostics) = ivl::parse(sources, file);
    if diagnostics.is_empty() { Ok(program) } else { Err(render(&diagnostics, sources)) }
}

fn render(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    diagnostics.iter().map(|d| d.render(sources)).collect()
}
