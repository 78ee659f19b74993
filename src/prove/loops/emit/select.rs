//! Which iterations of a loop are meant: by their numbers, and by the values of an induction variable.

use num_bigint::BigInt;
use num_traits::One;

use super::{Emitter, Point};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::ir::build::Renaming;
use crate::ir::{CmdKind, Op, TypeTable};
use crate::prove::loops::shape::Induction;

/// Which iterations of a loop a point stands for: those where an induction variable has the value of a component, but
/// for an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// `None`: the number of the iteration.
    pub induction: Option<Induction>,
    /// What its value is taken off, if anything.
    pub mirror: Option<ExprId>,
    /// What is taken off that.
    pub offset: i64,
    pub component: usize,
    /// A second iteration that a point stands for. Only in programs without nested loops, with single points.
    pub also: Option<Also>,
    /// The iteration where it has this value is executed, too. Only in programs without nested loops, with single points.
    pub landmark: Option<VarId>,
}

/// An iteration besides a point's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Also {
    /// Where the component is that much more.
    Next(i64),
    /// Where the component is this, less its own.
    Opposite(ExprId),
}

impl Select {
    /// By the value itself; `None`: by the number of the iteration.
    pub fn by(induction: Option<Induction>, component: usize) -> Select {
        Select { induction, mirror: None, offset: 0, component, also: None, landmark: None }
    }
}

impl Emitter<'_> {
    /// The iteration at the head of a loop is not that of the loop's landmark, in the state of the program's own
    /// variables, nor one that a point stands for besides its own.
    pub fn not_chosen(&mut self, block: BlockId, l: usize, points: &[Point]) {
        let Select { mirror, offset, landmark, component, also, .. } = self.selects[l].clone();
        let here = self.var(self.here[component]);
        let mut others = Vec::new();
        if let Some(landmark) = landmark {
            let landmark = self.var(landmark);
            let value = match mirror {
                Some(mirror) => self.op(Op::Sub, mirror, landmark),
                None => landmark,
            };
            others.push(self.shifted(value, -offset));
        }
        if let Some(also) = also {
            for point in points {
                let at = self.var(point[component]);
                others.push(match also {
                    Also::Next(by) => self.shifted(at, by),
                    Also::Opposite(sum) => self.op(Op::Sub, sum, at),
                });
            }
        }
        for other in others {
            let differs = self.op(Op::Neq, here, other);
            self.push(block, CmdKind::Assume(differs));
        }
    }

    /// Remembers the induction variables of a loop, of copies.
    pub fn bases_of(&mut self, block: BlockId, l: usize, renaming: &Renaming) -> Vec<VarId> {
        let mut bases = Vec::new();
        for Induction { var, .. } in &self.shape.loops[l].inductions {
            let base = self.local(&format!("{}_0", self.program.vars[*var].name), TypeTable::INT);
            let now = self.var(renaming.var(*var));
            self.push(block, CmdKind::Assign(vec![(base, now)]));
            bases.push(base);
        }
        bases
    }

    /// Remembers the induction variables of a loop before its first iteration.
    pub(super) fn bases(&mut self, block: BlockId, level: usize, l: usize) -> Vec<VarId> {
        let mut bases = Vec::new();
        let mut pairs = Vec::new();
        for Induction { var, .. } in &self.shape.loops[l].inductions {
            let base = self.local(&format!("{}_0", self.program.vars[*var].name), TypeTable::INT);
            let now = self.runs[self.levels[level].run].renaming.var(*var);
            pairs.push((base, self.var(now)));
            bases.push(base);
        }
        if !pairs.is_empty() {
            self.push(block, CmdKind::Assign(pairs));
        }
        bases
    }

    /// Makes the induction variables what they are after that many iterations.
    pub(super) fn set_inductions(&mut self, block: BlockId, level: usize, l: usize, bases: &[VarId], count: ExprId) {
        let mut pairs = Vec::new();
        for (Induction { var, step }, &base) in self.shape.loops[l].inductions.iter().zip(bases) {
            let now = self.runs[self.levels[level].run].renaming.var(*var);
            pairs.push((now, self.after(base, step, count)));
        }
        if !pairs.is_empty() {
            self.push(block, CmdKind::Assign(pairs));
        }
    }

    /// A variable that begins with a value, after that many steps.
    pub fn after(&mut self, base: VarId, step: &BigInt, count: ExprId) -> ExprId {
        let base = self.var(base);
        if step.is_one() {
            return self.op(Op::Add, base, count);
        }
        if (-step).is_one() {
            return self.op(Op::Sub, base, count);
        }
        let step = self.program.exprs.int(step.clone());
        let product = self.op(Op::Mul, step, count);
        self.op(Op::Add, base, product)
    }

    pub(super) fn step(&self, l: usize) -> BigInt {
        self.selects[l].induction.as_ref().map_or(BigInt::one(), |i| i.step.clone())
    }

    pub(super) fn base_of(&self, l: usize, bases: &[VarId]) -> Option<VarId> {
        let induction = self.selects[l].induction.as_ref()?;
        let at = self.shape.loops[l].inductions.iter().position(|i| i == induction)?;
        Some(bases[at])
    }

    /// What the component is by which the iteration of that number is chosen.
    pub(super) fn index(&mut self, level: usize, l: usize, bases: &[VarId], count: ExprId) -> ExprId {
        let index = match self.base_of(l, bases) {
            Some(base) => {
                let step = self.step(l);
                self.after(base, &step, count)
            }
            None => count,
        };
        let index = self.mirrored(level, l, index);
        self.shifted(index, -self.selects[l].offset)
    }

    /// What the value of the chosen induction variable is taken off, less it; and the other way round.
    pub(super) fn mirrored(&mut self, level: usize, l: usize, e: ExprId) -> ExprId {
        let Some(mirror) = self.selects[l].mirror else { return e };
        let renaming = self.runs[self.levels[level].run].renaming.clone();
        let mirror = renaming.expr(&mut self.program, mirror);
        self.op(Op::Sub, mirror, e)
    }

    pub(super) fn shifted(&mut self, e: ExprId, by: i64) -> ExprId {
        if by == 0 {
            return e;
        }
        let by = self.program.exprs.int(by);
        self.op(Op::Add, e, by)
    }

    /// The number of the iteration that a component chooses, if there is one.
    pub(super) fn count(&mut self, level: usize, l: usize, bases: &[VarId], at: ExprId) -> ExprId {
        let at = self.shifted(at, self.selects[l].offset);
        let at = self.mirrored(level, l, at);
        let Some(base) = self.base_of(l, bases) else { return at };
        let (base, step) = (self.var(base), self.step(l));
        if (-&step).is_one() {
            return self.op(Op::Sub, base, at);
        }
        let distance = self.op(Op::Sub, at, base);
        if step.is_one() {
            return distance;
        }
        let step = self.program.exprs.int(step);
        self.op(Op::Div, distance, step)
    }
}
