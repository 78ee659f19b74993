//! What a search within a bound did not follow further, in the words of the program that the verdict is about.

use crate::base::ids::{Id, ProcId};
use crate::ir::{Attr, Program, string_attribute};
use crate::pass::Back;
use crate::pass::loops::is_loop_procedure;
use crate::verdict::CutOff;

/// The loops and procedures of a prepared program, as the original has them, in the order of the text.
pub fn cut_off(original: &Program, prepared: &Program, cut: &[ProcId], backs: &[Back]) -> Vec<CutOff> {
    let told = cut.iter().filter_map(|&proc| {
        let made = &prepared.procs[proc];
        let old = |proc, back: &Back| back.procs.get(&proc).copied().unwrap_or(proc);
        let of = backs.iter().rev().fold(proc, old);
        // What passes add has nothing to tell.
        let of = (of.index() < original.procs.len()).then(|| &original.procs[of])?;
        let name = string_attribute(&of.attrs, Attr::Shown).unwrap_or(&of.name).to_string();
        let what = if is_loop_procedure(made) { CutOff::LOOP } else { CutOff::RECURSION };
        Some(CutOff { what, procedure: name, span: made.span })
    });
    let mut told: Vec<CutOff> = told.collect();
    told.sort_by_key(|cut| (cut.span.file, cut.span.start, cut.procedure.clone()));
    told.dedup();
    told
}
