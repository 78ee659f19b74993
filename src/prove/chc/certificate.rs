//! Certificates: invariants as text, and the program that verifies with them.
//!
//! The same way leads from a solution to its obligation and from a certificate read again to the one to check: the
//! plain program as syntax, with the invariants in their places.

use ivl::ast::{self, Decl};

use super::clauses::Place;
use super::proof::Annotation;
use crate::engine::Declined;
use crate::engine::annotate::{attach, counted, head, invariant, parse};
use crate::ir::Program;
use crate::ir::unresolve::unresolve;
use crate::prove::forms::NormalForm;
use crate::verdict::{Certificate, Invariant, InvariantPlace, Obligation};

const LEMMA: &str = "The program is the input in which contracts, where clauses and old are written out as assertions \
    and assumptions, calls are inlined where that ends, and what the entry cannot reach is gone. Every procedure of it \
    verifies, with each call replaced by the contract and each loop by its invariants, and the entry requires nothing: \
    by induction over the steps of an execution no assertion is violated.";

/// The parameter that holds declarations of built-in functions, where invariants need ones that the program has not.
const FUNCTIONS: &str = "functions";

/// The certificate of annotations that are expressions of `program`, which is the plain program and more functions.
pub fn certificate(plain: &NormalForm, program: &Program, annotations: &[Annotation]) -> Result<Certificate, Declined> {
    let invariants: Vec<Invariant> = annotations.iter().filter_map(|a| annotated(program, a)).collect();
    let functions = new_functions(plain, program);
    let mut parameters = Vec::new();
    if !functions.is_empty() {
        parameters.push((FUNCTIONS.to_string(), functions));
    }
    let mut certificate = Certificate {
        engine: super::NAME.into(),
        method: "Horn clauses".into(),
        found: counted(&invariants),
        lemma: LEMMA.into(),
        parameters,
        invariants,
        ..Certificate::default()
    };
    certificate.obligations = vec![obligation(plain, &certificate)?];
    Ok(certificate)
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
fn new_functions(plain: &NormalForm, program: &Program) -> String {
    let known = plain.program.funcs.len();
    if program.funcs.len() == known {
        return String::new();
    }
    let new: Vec<&str> = program.funcs.iter().skip(known).map(|f| &*f.name).collect();
    let declared = unresolve(program).decls.into_iter();
    let decls = declared.filter(|d| matches!(d, Decl::Function(f) if new.contains(&&*f.name.name))).collect();
    ast::Program { decls }.to_string()
}

/// The plain program with the invariants of a certificate.
pub fn obligation(plain: &NormalForm, certificate: &Certificate) -> Result<Obligation, Declined> {
    let mut tree = unresolve(&plain.program);
    let mut functions = String::new();
    for (name, value) in &certificate.parameters {
        match name.as_str() {
            FUNCTIONS => functions.push_str(value),
            _ => return Err(Declined(format!("an unknown parameter {name}"))),
        }
    }
    let entry = plain.program.procs[plain.entry].name.to_string();
    for invariant in certificate.invariants.iter().rev() {
        attach(&mut tree, invariant, &entry)?;
    }
    let added = parse(&functions)?.decls;
    if !added.iter().all(is_builtin) {
        return Err(Declined("a declaration that is no built-in function".into()));
    }
    tree.decls.splice(0..0, added);
    Ok(Obligation { name: "program".into(), text: tree.to_string() })
}

/// A declaration by which nothing can be assumed.
fn is_builtin(decl: &Decl) -> bool {
    match decl {
        Decl::Function(f) => f.body.is_none() && f.attrs.iter().all(|a| &*a.name.name == "bvbuiltin"),
        _ => false,
    }
}
