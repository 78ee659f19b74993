//! A program with guesses about its loop heads.

use std::ops::Range;

use crate::base::budget::Budget;
use crate::base::ids::{ProcId, VarId};
use crate::engine::{Declined, Guesses, Oracle, annotate};
use crate::infer::houdini::{self, Attached, Place};
use crate::ir::{Names, Program};
use crate::verdict::{Invariant, InvariantPlace, Obligation};

/// A program of one procedure, and what may be true at its loop heads. Here guesses are known by position, in certificates by their text.
pub struct Guessed {
    /// The guesses attached.
    pub program: Program,
    pub guards: Guesses,
    pub guesses: Vec<Attached>,
    proc: ProcId,
}

impl Guessed {
    pub fn new(mut program: Program, proc: ProcId, guesses: Vec<Attached>) -> Guessed {
        // What certificates say of it is read in the program as it is printed.
        Names::unique(&mut program);
        let guards = Guesses { guards: houdini::attach(&mut program, &guesses), ..Guesses::default() };
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
        let guards = Guesses { guards: self.guards.guards[asked.clone()].to_vec(), ..Guesses::default() };
        let others: Vec<VarId> = self.guards.guards.iter().copied().filter(|g| !guards.guards.contains(g)).collect();
        let survivors: Vec<VarId> = known.iter().map(|&k| self.guard(k)).collect();
        let program = houdini::annotate(&self.program, &others, &survivors);
        let answer = oracle.houdini(name, &program, &guards, budget);
        asked.filter(|&k| answer.survivors.binary_search(&self.guard(k)).is_ok()).collect()
    }

    /// The program with these guesses as invariants, without the others.
    pub fn annotated(&self, kept: &[usize]) -> Program {
        let survivors: Vec<VarId> = kept.iter().map(|&k| self.guard(k)).collect();
        houdini::annotate(&self.program, &self.guards.guards, &survivors)
    }

    /// The program with these invariants, whoever guessed them.
    pub fn obligation(&self, invariants: &[Invariant], name: String) -> Result<Obligation, Declined> {
        let mut program = self.annotated(&[]);
        // Guards are not mentioned any more.
        program.consts.retain(|c| self.guards.guards.binary_search(c).is_err());
        let mut tree = annotate::named(&program)?;
        for invariant in invariants.iter().rev() {
            match invariant.place {
                InvariantPlace::Loop(_) => annotate::attach(&mut tree, invariant, &program.procs[self.proc].name)?,
                _ => return Err(Declined(format!("an invariant that is none of a loop: {}", invariant.formula))),
            }
        }
        Ok(Obligation { name, text: tree.to_string() })
    }

    pub fn invariants(&self, kept: &[usize]) -> Vec<Invariant> {
        kept.iter().map(|&k| self.invariant(k)).collect()
    }

    fn invariant(&self, position: usize) -> Invariant {
        let Attached { proc, place: Place::Invariant(block), expr } = self.guesses[position] else {
            panic!("internal: a guess that is none of a loop")
        };
        let head = annotate::head(&self.program, proc, block);
        annotate::invariant(&self.program, proc, head.unwrap_or(InvariantPlace::Ensures), expr)
    }
}
