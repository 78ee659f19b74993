//! What a search within a bound did not follow further, in the words of the program that the verdict is about.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::base::ids::{IdVec, ProcId};
use crate::cfg::call_graph;
use crate::ir::{Attr, Program, string_attribute};
use crate::pass::Back;
use crate::pass::loops::is_loop_procedure;
use crate::verdict::CutOff;

/// Procedures that are called so are a front end's own, where the text calls something else.
const OWN: &str = "__rmt_";

/// The loops and procedures of a prepared program, as the original has them, in the order of the text.
pub fn cut_off(original: &Program, prepared: &Program, cut: &[ProcId], backs: &[Back]) -> Vec<CutOff> {
    let callers = LazyCell::new(|| callers_in(original));
    let told = cut.iter().flat_map(|&proc| {
        let made = &prepared.procs[proc];
        let old = |proc, back: &Back| back.procs.get(&proc).copied().unwrap_or(proc);
        let of = backs.iter().rev().fold(proc, old);
        let what = if is_loop_procedure(made) { CutOff::LOOP } else { CutOff::RECURSION };
        let names = match original.procs.get(of) {
            // What passes add has nothing to tell.
            None => vec![],
            Some(_) => match shown(original, of) {
                Some(name) => vec![name],
                None => called_in_text(original, &callers, of),
            },
        };
        names.into_iter().map(move |name| CutOff { what, procedure: name.to_string(), span: made.span })
    });
    let mut told: Vec<CutOff> = told.collect();
    told.sort_by_key(|cut| (cut.span.file, cut.span.start, cut.procedure.clone()));
    told.dedup();
    told
}

/// The name in the text.
fn shown(program: &Program, proc: ProcId) -> Option<&str> {
    string_attribute(&program.procs[proc].attrs, Attr::Shown)
}

/// Of a procedure that a front end has added, such as a model of a library function or a part of one: what the text calls
/// that leads there, if it calls anything.
fn called_in_text<'p>(program: &'p Program, callers: &IdVec<ProcId, Vec<ProcId>>, of: ProcId) -> Vec<&'p str> {
    let name = |proc: ProcId| &*program.procs[proc].name;
    let (mut found, mut work, mut seen) = (vec![], vec![of], BTreeSet::from([of]));
    while let Some(proc) = work.pop() {
        let is_called = callers[proc].iter().any(|caller| shown(program, *caller).is_some());
        match is_called {
            true if name(proc).starts_with(OWN) => found.push("a library function"),
            true => found.push(name(proc)),
            false => work.extend(callers[proc].iter().copied().filter(|caller| seen.insert(*caller))),
        }
    }
    if found.is_empty() { vec![name(of)] } else { found }
}

/// By procedure: who calls it.
fn callers_in(program: &Program) -> IdVec<ProcId, Vec<ProcId>> {
    let mut callers: IdVec<ProcId, Vec<ProcId>> = IdVec::filled(Vec::new(), program.procs.len());
    for (caller, callees) in call_graph::callees(program).iter_enumerated() {
        callees.iter().for_each(|&callee| callers[callee].push(caller));
    }
    callers
}
