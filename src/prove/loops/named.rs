//! How certificates name what a proof about loops keeps: by its text, so that further guesses change nothing.

use super::shape::{Induction, Loop, Shape};
use super::steps::add;
use crate::base::ids::{ExprId, VarId};
use crate::forms::inlined::Flat;
use crate::ir::unresolve::{unresolve, unresolve_expr};
use crate::ir::{Names, Program};
use crate::verdict::{Invariant, InvariantPlace, Obligation};
use ivl::source::Span;

/// The parameter of an induction variable: `LOOP: VARIABLE + STEP`.
const INDUCTION: &str = "induction";

/// A parameter by itself.
pub type Parameter = (String, String);

/// No two variables or blocks of the program have one name.
pub fn name_apart(Flat { mut program, body }: Flat) -> Flat {
    add(&mut program, "flat".into(), body);
    Names::unique(&mut program);
    let procs = std::mem::take(&mut program.procs);
    let body = procs.into_iter().find_map(|proc| proc.body);
    Flat { program, body: body.unwrap_or_else(|| panic!("internal: it was given a body")) }
}

/// An expression as certificates have it.
pub fn text(program: &Program, e: ExprId) -> String {
    unresolve_expr(program, e, Span::NONE).to_string()
}

/// The candidate of a name.
pub fn variable(program: &Program, candidates: &[VarId], name: &str) -> Option<VarId> {
    candidates.iter().copied().find(|&v| *program.vars[v].name == *name)
}

/// The candidate of a text.
pub fn expression(program: &Program, candidates: &[ExprId], wanted: &str) -> Option<ExprId> {
    candidates.iter().copied().find(|&e| text(program, e) == wanted)
}

/// What a loop is called.
pub fn label(flat: &Flat, l: &Loop) -> String {
    flat.body.blocks[l.header].name.to_string()
}

fn induction(flat: &Flat, l: &Loop, induction: &Induction) -> String {
    format!("{}: {} + {}", label(flat, l), flat.program.vars[induction.var].name, induction.step)
}

/// The induction variables of all loops.
pub fn inductions(flat: &Flat, shape: &Shape) -> Vec<Parameter> {
    let of_loop = |l| move |i| (INDUCTION.to_string(), induction(flat, l, i));
    shape.loops.iter().flat_map(|l| l.inductions.iter().map(of_loop(l))).collect()
}

/// Keeps those that are named; returns the other parameters. `None`: there is no such variable.
pub fn keep_inductions<'a>(flat: &Flat, shape: &mut Shape, parameters: &'a [Parameter]) -> Option<&'a [Parameter]> {
    let count = parameters.iter().take_while(|(name, _)| name == INDUCTION).count();
    let (own, others) = parameters.split_at(count);
    let mut kept = vec![Vec::new(); shape.loops.len()];
    for (_, told) in own {
        let all = shape.loops.iter().enumerate();
        let mut all = all.flat_map(|(at, l)| l.inductions.iter().map(move |i| (at, l, i)));
        let (at, _, found) = all.find(|(_, l, i)| induction(flat, l, i) == *told)?;
        kept[at].push(found.clone());
    }
    for (l, kept) in shape.loops.iter_mut().zip(kept) {
        l.inductions = kept;
    }
    Some(others)
}

/// The invariants of all loops, as they stand in a procedure of an obligation.
pub fn invariants(flat: &Flat, shape: &Shape, procedure: &str) -> Vec<Invariant> {
    let of_loop = |l| {
        move |&e: &ExprId| Invariant {
            procedure: procedure.into(),
            place: InvariantPlace::Loop(label(flat, l)),
            formula: text(&flat.program, e),
        }
    };
    shape.loops.iter().flat_map(|l| l.invariants.iter().map(of_loop(l))).collect()
}

/// Keeps those that are told, of what is guessed for each loop. `None`: something else is told.
pub fn keep_invariants(flat: &Flat, shape: &mut Shape, guesses: &[Vec<ExprId>], told: &[Invariant]) -> Option<()> {
    for invariant in told {
        let InvariantPlace::Loop(place) = &invariant.place else { return None };
        let at = shape.loops.iter().position(|l| label(flat, l) == *place)?;
        let kept = expression(&flat.program, &guesses[at], &invariant.formula)?;
        shape.loops[at].invariants.push(kept);
    }
    Some(())
}

/// These programs as obligations, by name. Where there is nothing to show, there is none.
pub fn obligations<const N: usize>(all: [(&str, Program); N]) -> Vec<Obligation> {
    let there = all.into_iter().filter(|(_, program)| !program.procs.is_empty());
    there.map(|(name, program)| Obligation { name: name.into(), text: unresolve(&program).to_string() }).collect()
}
