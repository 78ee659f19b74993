//! From texts to the program that verdicts are about: parsed, resolved, without code expressions, monomorphic.

use ivl::ast;
use ivl::diag::{Diagnostic, Severity};
use ivl::parse;
use ivl::source::{FileId, SourceMap};

use crate::base::stats::Stats;
use crate::ir::Program;
use crate::pass::code_expr::eliminate_code_exprs;
use crate::pass::definitions::{use_definitions, use_definitions_beside_triggers};
use crate::pass::frames::simplify_frames;
use crate::pass::implementations::choose_implementations;
use crate::pass::isomorphic_types::merge_isomorphic_types;
use crate::pass::monomorphise::monomorphise;
use crate::resolve::resolve;

/// The syntax tree of several files taken together.
pub fn parse_files(sources: &SourceMap, files: &[FileId]) -> Result<ast::Program, Vec<Diagnostic>> {
    let mut whole = ast::Program::default();
    let mut diagnostics = Vec::new();
    for &file in files {
        let (program, found) = parse(sources, file);
        whole.decls.extend(program.decls);
        diagnostics.extend(found);
    }
    if has_errors(&diagnostics) { Err(diagnostics) } else { Ok(whole) }
}

/// The typed program of a syntax tree; warnings come along.
pub fn resolve_program(ast: &ast::Program, sources: &SourceMap) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (program, diagnostics) = resolve(ast, sources);
    match program {
        Some(program) if !has_errors(&diagnostics) => Ok((program, diagnostics)),
        _ => Err(diagnostics),
    }
}

/// The program that engines work on.
pub fn elaborate(
    sources: &SourceMap,
    files: &[FileId],
    stats: &mut Stats,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let ast = stats.time("parse", || parse_files(sources, files))?;
    elaborate_tree(&ast, sources, stats)
}

/// The same for modular verification, where the user's triggers steer the solver.
pub fn elaborate_beside_triggers(
    sources: &SourceMap,
    files: &[FileId],
    stats: &mut Stats,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let ast = stats.time("parse", || parse_files(sources, files))?;
    elaborate_tree_beside_triggers(&ast, sources, stats)
}

/// The same of a syntax tree.
pub fn elaborate_tree_beside_triggers(
    ast: &ast::Program,
    sources: &SourceMap,
    stats: &mut Stats,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (program, warnings) = stats.time("resolve", || resolve_program(ast, sources))?;
    with_warnings(warnings, elaborate_resolved_beside_triggers(program, stats))
}

/// The program that engines work on, of a syntax tree.
pub fn elaborate_tree(
    ast: &ast::Program,
    sources: &SourceMap,
    stats: &mut Stats,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (program, warnings) = stats.time("resolve", || resolve_program(ast, sources))?;
    with_warnings(warnings, elaborate_resolved(program, stats))
}

/// The program that engines work on, of one whose names and types are resolved; with warnings.
pub fn elaborate_resolved(program: Program, stats: &mut Stats) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    elaborate_with(program, stats, |program| {
        use_definitions(program);
        choose_implementations(program);
    })
}

/// The same for modular verification.
pub fn elaborate_resolved_beside_triggers(
    program: Program,
    stats: &mut Stats,
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    elaborate_with(program, stats, use_definitions_beside_triggers)
}

fn elaborate_with(
    mut program: Program,
    stats: &mut Stats,
    definitions: fn(&mut Program),
) -> Result<(Program, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (program, warnings) = stats.time("elaborate", || -> Result<_, Vec<Diagnostic>> {
        eliminate_code_exprs(&mut program)?;
        let (mut program, warnings) = monomorphise(program)?;
        program.weakened = !warnings.is_empty();
        merge_isomorphic_types(&mut program);
        definitions(&mut program);
        simplify_frames(&mut program);
        Ok((program, warnings))
    })?;
    #[cfg(debug_assertions)]
    crate::ir::verify::assert_valid(&program, "elaboration");
    Ok((program, warnings))
}

/// Warnings that came before those of the elaboration.
fn with_warnings<T>(
    mut earlier: Vec<Diagnostic>,
    elaborated: Result<(T, Vec<Diagnostic>), Vec<Diagnostic>>,
) -> Result<(T, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (program, warnings) = elaborated?;
    earlier.extend(warnings);
    Ok((program, earlier))
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
