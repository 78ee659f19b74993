//! Invariants of certificates as parts of a program's text.

use ivl::ast::{self, Decl, ExprKind, Spec, StmtKind};
use ivl::source::{SourceMap, Span};

use super::Declined;
use crate::base::ids::{BlockId, ExprId, ProcId};
use crate::ir::Program;
use crate::ir::unresolve::{unresolve, unresolve_expr};
use crate::verdict::{Invariant, InvariantPlace};

/// An invariant of a certificate: an expression of the program, at a place of a procedure.
pub fn invariant(program: &Program, proc: ProcId, place: InvariantPlace, formula: ExprId) -> Invariant {
    let formula = unresolve_expr(program, formula, Span::NONE).to_string();
    Invariant { procedure: program.procs[proc].name.to_string(), place, formula }
}

/// The same invariant, written as all are.
pub fn written(invariant: &Invariant) -> Result<Invariant, Declined> {
    Ok(Invariant { formula: expression(&invariant.formula)?.to_string(), ..invariant.clone() })
}

/// The place in front of a block, which is a loop head.
pub fn head(program: &Program, proc: ProcId, block: BlockId) -> Option<InvariantPlace> {
    let body = program.procs[proc].body.as_ref()?;
    Some(InvariantPlace::Loop(body.blocks[block].name.to_string()))
}

/// How many invariants a certificate has, in words.
pub fn counted(invariants: &[Invariant]) -> String {
    format!("{} invariant{}", invariants.len(), if invariants.len() == 1 { "" } else { "s" })
}

/// The program as text, to which invariants are attached by the names of procedures: each has there the name that it has in the program.
pub fn named(program: &Program) -> Result<ast::Program, Declined> {
    let tree = unresolve(program);
    let written = tree.decls.iter().filter_map(|decl| match decl {
        Decl::Procedure(proc) => Some(&*proc.name.name),
        _ => None,
    });
    if !written.eq(program.procs.iter().map(|proc| &*proc.name)) {
        return Err(Declined("procedures that cannot be written with their names".into()));
    }
    Ok(tree)
}

/// Writes an invariant of a certificate into a program that is plain: one with a label at each place. Errors: there is no such
/// place, or the formula is no expression; nobody checks what `entry` requires, so it may not require anything.
pub fn attach(tree: &mut ast::Program, invariant: &Invariant, entry: &str) -> Result<(), Declined> {
    let nowhere = || Declined(format!("the program has no place {} in {}", invariant.place, invariant.procedure));
    let expr = expression(&invariant.formula)?;
    let proc = tree.decls.iter_mut().find_map(|decl| match decl {
        Decl::Procedure(p) if *p.name.name == *invariant.procedure => Some(p),
        _ => None,
    });
    let proc = proc.ok_or_else(nowhere)?;
    let (attrs, span, free) = (Vec::new(), Span::NONE, false);
    match &invariant.place {
        // Nobody checks what the entry requires.
        InvariantPlace::Requires if *proc.name.name == *entry => return Err(nowhere()),
        InvariantPlace::Requires => proc.specs.insert(0, Spec::Requires { free, attrs, expr, span }),
        InvariantPlace::Ensures => proc.specs.insert(0, Spec::Ensures { free, attrs, expr, span }),
        InvariantPlace::Loop(label) => {
            let stmts = &mut proc.body.as_mut().ok_or_else(nowhere)?.stmts;
            let is_place = |s: &ast::Stmt| matches!(&s.kind, StmtKind::Label(l) if *l.name == **label);
            let at = stmts.iter().position(is_place).ok_or_else(nowhere)?;
            stmts.insert(at + 1, ast::Stmt { kind: StmtKind::Assert { attrs, expr }, span });
        }
        InvariantPlace::Object(_) => return Err(nowhere()),
    }
    Ok(())
}

fn expression(text: &str) -> Result<ast::Expr, Declined> {
    match &mut parse(&format!("axiom {text};"))?.decls[..] {
        [Decl::Axiom(axiom)] if axiom.attrs.is_empty() && is_formula(&axiom.expr) => Ok(axiom.expr.clone()),
        _ => Err(Declined(format!("no expression: {text}"))),
    }
}

/// Whether there is no code expression in it. Executions end where all ways of one are closed by assumptions, so to assert
/// it may be to assume something.
fn is_formula(e: &ast::Expr) -> bool {
    let mut is_formula_below = true;
    e.kind.for_each_child(|child| is_formula_below &= is_formula(child));
    is_formula_below && !matches!(&*e.kind, ExprKind::Code(_))
}

/// The declarations of a text from a certificate.
pub fn parse(text: &str) -> Result<ast::Program, Declined> {
    let mut sources = SourceMap::default();
    let file = sources.add("certificate".into(), text.into());
    let (program, diagnostics) = ivl::parse(&sources, file);
    match diagnostics.first() {
        None => Ok(program),
        Some(diagnostic) => Err(Declined(format!("{}: {text}", diagnostic.message))),
    }
}
