//! A program with guesses about its loop heads.

use std::ops::Range;

use crate::base::budget::Budget;
use crate::base::ids::{ProcId, VarId};
use crate::engine::{Guesses, Oracle};
use crate::infer::houdini::{Attached, Place, annotate, attach};
use crate::ir::Program;
use crate::ir::unresolve::{unresolve, unresolve_expr};
use crate::verdict::{Invariant, InvariantPlace, Obligation};
use ivl::source::Span;

/// A program of one procedure, and what may be true at its loop heads. Guesses are known by position.
pub struct Guessed {
    /// The guesses attached.
    pub program: Program,
    pub guards: Guesses,
    pub guesses: Vec<Attached>,
    proc: ProcId,
}

impl Guessed {
    pub fn new(mut program: Program, proc: ProcId, guesses: Vec<Attached>) -> Guessed {
        let guards = Guesses { guards: attach(&mut program, &guesses) };
        Guessed { program, guards, guesses, proc }
    }

    pub fn guard(&self, position: usize) -> VarId {
        self.guards.guards[position]
    }

    /// Which of these guesses hold where others are known to.
    pub fn hold(
        &self,
        name: &str,
        asked: Range<usize>,
        known: &[usize],
        oracle: &mut dyn Oracle,
        budget: &Budget,
    ) -> Vec<usize> {
        let guards = Guesses { guards: self.guards.guards[asked.clone()].to_vec() };
        let others: Vec<VarId> = self.guards.guards.iter().copied().filter(|g| !guards.guards.contains(g)).collect();
        let survivors: Vec<VarId> = known.iter().map(|&k| self.guard(k)).collect();
        let program = annotate(&self.program, &others, &survivors);
        let answer = oracle.houdini(name, &program, &guards, budget);
        asked.filter(|&k| answer.survivors.binary_search(&self.guard(k)).is_ok()).collect()
    }

    /// The program with these guesses as invariants, without the others.
    pub fn annotated(&self, kept: &[usize]) -> Program {
        let survivors: Vec<VarId> = kept.iter().map(|&k| self.guard(k)).collect();
        annotate(&self.program, &self.guards.guards, &survivors)
    }

    /// `None`: there are no such guesses.
    pub fn obligation(&self, kept: &[usize], name: String) -> Option<Obligation> {
        if kept.iter().any(|&k| k >= self.guesses.len()) {
            return None;
        }
        let mut program = self.annotated(kept);
        // Guards are not mentioned any more.
        program.consts.retain(|c| self.guards.guards.binary_search(c).is_err());
        Some(Obligation { name, text: unresolve(&program).to_string() })
    }

    pub fn invariants(&self, kept: &[usize]) -> Vec<Invariant> {
        kept.iter().map(|&k| self.invariant(k)).collect()
    }

    fn invariant(&self, position: usize) -> Invariant {
        let guess = &self.guesses[position];
        let place = match (guess.place, &self.program.procs[self.proc].body) {
            (Place::Invariant(block), Some(body)) => body.blocks[block].name.to_string(),
            _ => String::new(),
        };
        let formula = unresolve_expr(&self.program, guess.expr, Span::NONE).to_string();
        let procedure = self.program.procs[guess.proc].name.to_string();
        Invariant { procedure, place: InvariantPlace::Loop(place), formula }
    }
}
