//! A solution as what certificates have: invariants as text, and declarations that they need.

use ivl::ast::Decl;

use super::clauses::Place;
use super::proof::Annotation;
use crate::certify::horn;
use crate::engine::Declined;
use crate::engine::annotate::{head, invariant};
use crate::forms::NormalForm;
use crate::ir::Program;
use crate::ir::unresolve::unresolve;
use crate::verdict::{Certificate, Invariant, InvariantPlace};

/// The certificate of annotations that are expressions of `program`, which is the plain program and more functions.
pub fn certificate(plain: &NormalForm, program: &Program, annotations: &[Annotation]) -> Result<Certificate, Declined> {
    let invariants: Vec<Invariant> = annotations.iter().filter_map(|a| annotated(program, a)).collect();
    horn::certificate(plain, new_functions(plain, program), invariants)
}

fn annotated(program: &Program, annotation: &Annotation) -> Option<Invariant> {
    let (proc, place) = match annotation.place {
        Place::Requires(proc) => (proc, InvariantPlace::Requires),
        Place::Ensures(proc) => (proc, InvariantPlace::Ensures),
        Place::Loop(proc, block) => (proc, head(program, proc, block)?),
        Place::Behind(..) => return None,
    };
    Some(invariant(program, proc, place, annotation.formula))
}

/// The declarations of functions that reading the solution has added.
fn new_functions(plain: &NormalForm, program: &Program) -> Vec<Decl> {
    let known = plain.program.funcs.len();
    if program.funcs.len() == known {
        return Vec::new();
    }
    let new: Vec<&str> = program.funcs.iter().skip(known).map(|f| &*f.name).collect();
    let declared = unresolve(program).decls.into_iter();
    declared.filter(|d| matches!(d, Decl::Function(f) if new.contains(&&*f.name.name))).collect()
}
