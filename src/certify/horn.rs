//! Certificates of Horn clauses: invariants and contracts as text, and the program that verifies with them.
//!
//! The same way leads from a solution to its obligation and from a certificate read again to the one to check: the
//! plain program as syntax, with the invariants in their places.

use ivl::ast::{self, Decl};

use crate::engine::annotate::{attach, counted, named, parse, written};
use crate::engine::{Declined, Question};
use crate::forms::{self, NormalForm};
use crate::verdict::{Certificate, Invariant, Obligation};

/// What the method is called.
pub const NAME: &str = "chc";

const LEMMA: &str = "The program is the input in which contracts, where clauses and old are written out as assertions \
    and assumptions, calls are inlined where that ends, and what the entry cannot reach is gone. Every procedure of it \
    verifies, with each call replaced by the contract and each loop by its invariants, and the entry requires nothing: \
    by induction over the steps of an execution no assertion is violated.";

/// The parameter that holds declarations of built-in functions, where invariants need ones that the program has not.
const FUNCTIONS: &str = "functions";

/// The certificate that another one tells of.
pub fn rebuilt(question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
    let functions = match &told.parameters[..] {
        [] => Vec::new(),
        [(name, functions)] if name == FUNCTIONS => parse(functions)?.decls,
        _ => return Err(Declined("parameters that are none of Horn clauses".into())),
    };
    if !functions.iter().all(is_builtin) {
        return Err(Declined("a declaration that is no built-in function".into()));
    }
    certificate(&forms::normal(question)?, functions, told.invariants.iter().map(written).collect::<Result<_, _>>()?)
}

/// The certificate of these invariants of the program in normal form, and of declarations that they need.
pub fn certificate(
    plain: &NormalForm,
    functions: Vec<Decl>,
    invariants: Vec<Invariant>,
) -> Result<Certificate, Declined> {
    let text = ast::Program { decls: functions.clone() }.to_string();
    Ok(Certificate {
        engine: NAME.into(),
        method: "Horn clauses".into(),
        found: counted(&invariants),
        lemma: LEMMA.into(),
        parameters: if functions.is_empty() { Vec::new() } else { vec![(FUNCTIONS.to_string(), text)] },
        obligations: vec![obligation(plain, functions, &invariants)?],
        invariants,
        ..Certificate::default()
    })
}

/// The plain program with these functions and invariants.
fn obligation(plain: &NormalForm, functions: Vec<Decl>, invariants: &[Invariant]) -> Result<Obligation, Declined> {
    let mut tree = named(&plain.program)?;
    let entry = plain.program.procs[plain.entry].name.to_string();
    for invariant in invariants.iter().rev() {
        attach(&mut tree, invariant, &entry)?;
    }
    tree.decls.splice(0..0, functions);
    Ok(Obligation { name: "program".into(), text: tree.to_string() })
}

/// A declaration by which nothing can be assumed.
fn is_builtin(decl: &Decl) -> bool {
    match decl {
        Decl::Function(f) => f.body.is_none() && f.attrs.iter().all(|a| &*a.name.name == "bvbuiltin"),
        _ => false,
    }
}
