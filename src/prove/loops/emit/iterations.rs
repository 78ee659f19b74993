//! What loops become: chosen iterations, anything, or the place that a query is about.

use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use super::{Also, Emitter, Level, Mode, Point, Position, Run, Select};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::ir::visit::substitute;
use crate::ir::{CmdKind, ExprKind, Op, TypeTable};
use crate::prove::loops::shape::{Induction, Loop, variables};

/// An iteration of a loop that is executed if conditions hold.
struct Chosen {
    /// The component that chooses it.
    at: ExprId,
    conditions: Vec<ExprId>,
    /// Names it, the same in all runs.
    which: String,
}

impl Emitter<'_> {
    /// At the head of a loop: it has done anything so far. Returns the number of the iteration, what the induction
    /// variables were before, and the block where that is so.
    pub fn anywhere(&mut self, block: BlockId, l: usize) -> (VarId, Vec<VarId>, BlockId) {
        let mut run = Run::new(block, block);
        // Its invariants hold.
        run.prefix = Some(Vec::new());
        let level = self.top(run, None);
        let bases = self.bases(block, level, l);
        self.push(block, CmdKind::Havoc(self.shape.loops[l].assigned.clone()));
        let counter = self.local("count", TypeTable::INT);
        let (count, zero) = (self.var(counter), self.program.exprs.int(0));
        let positive = self.op(Op::Le, zero, count);
        self.push(block, CmdKind::Assume(positive));
        let end = self.over(block, level, l, &bases, count);
        self.set_inductions(end, level, l, &bases, count);
        let end = self.at_head(end, level, l);
        (counter, bases, end)
    }

    /// The iteration of a loop that the position is in.
    pub(super) fn here_level(&mut self, outer: usize, l: usize, mode: Mode, back: BlockId) -> usize {
        let component = self.here[self.selects[l].component];
        let at = self.var(component);
        let which = match mode {
            Mode::Full => self.program.vars[component].name.to_string(),
            Mode::Last => "last".into(),
        };
        self.inner(outer, l, mode, &which, at, back)
    }

    /// A loop of a prefix: any number of iterations that do anything, and then the last.
    pub(super) fn anything(&mut self, level: usize, l: usize) -> BlockId {
        let entry = self.block("loop");
        let bases = self.bases(entry, level, l);
        self.push(entry, CmdKind::Havoc(self.shape.loops[l].assigned.clone()));
        let n = self.local("N", TypeTable::INT);
        let count = self.var(n);
        let (zero, good) = (self.program.exprs.int(0), self.runs[self.levels[level].run].good);
        let positive = self.op(Op::Le, zero, count);
        self.push(entry, CmdKind::Assume(positive));
        let end = self.over(entry, level, l, &bases, count);
        self.set_inductions(end, level, l, &bases, count);
        let end = self.at_head(end, level, l);
        let at = self.index(level, l, &bases, count);
        let last = self.inner(level, l, Mode::Last, "last", at, good);
        let header = self.copy(last, self.shape.loops[l].header);
        self.goto(end, vec![header]);
        entry
    }

    /// If there is an iteration before that of the number, what it has assumed holds. Returns the block where it does.
    pub(super) fn over(&mut self, block: BlockId, level: usize, l: usize, bases: &[VarId], count: ExprId) -> BlockId {
        let Loop { inductions, facts, assigned, .. } = &self.shape.loops[l];
        let run = self.levels[level].run;
        let (zero, one) = (self.program.exprs.int(0), self.program.exprs.int(1));
        let before = self.op(Op::Sub, count, one);
        let mut values: FxHashMap<VarId, ExprId> = FxHashMap::default();
        for (Induction { var, step }, &base) in inductions.iter().zip(bases) {
            values.insert(*var, self.after(base, step, before));
        }
        let known = |v: VarId| values.contains_key(&v) || !assigned.contains(&v);
        let facts: Vec<ExprId> = facts.iter().copied().filter(|&e| variables(&self.program, e).all(known)).collect();
        for (&from, &to) in &self.runs[run].renaming.vars.clone() {
            let to = self.var(to);
            values.entry(from).or_insert(to);
        }
        let facts: Vec<ExprId> = facts.into_iter().map(|e| substitute(&mut self.program.exprs, e, &values)).collect();
        if facts.is_empty() {
            return block;
        }
        let facts = self.program.exprs.and(&facts);
        let some = self.op(Op::Lt, zero, count);
        let condition = self.program.exprs.implies(some, facts);
        self.hold(block, run, condition)
    }

    /// The invariants of a loop hold. Returns the block where they do.
    pub(super) fn at_head(&mut self, block: BlockId, level: usize, l: usize) -> BlockId {
        let run = self.levels[level].run;
        let renaming = self.runs[run].renaming.clone();
        let invariants = self.program.exprs.and(&self.shape.loops[l].invariants);
        let relevant = self.guarded || self.runs[run].prefix.is_some();
        if !relevant || *self.program.exprs.kind(invariants) == ExprKind::Bool(true) {
            return block;
        }
        let invariants = renaming.expr(&mut self.program, invariants);
        self.hold(block, run, invariants)
    }

    /// The loop that a prefix leads to, or one around it: it has done anything so far.
    pub(super) fn arrive(&mut self, level: usize, next: usize) -> BlockId {
        let run = self.levels[level].run;
        let (good, bad) = (self.runs[run].good, self.runs[run].bad);
        let chain = self.runs[run].prefix.clone().unwrap_or_default();
        let (l, mode) = chain[next];
        let entry = self.block("here");
        let bases = self.bases(entry, level, l);
        self.push(entry, CmdKind::Havoc(self.shape.loops[l].assigned.clone()));
        let n = self.iterations(level, l);
        let count = self.local(&format!("count_{l}"), TypeTable::INT);
        self.positions.insert(l, Position { bases: bases.clone(), count });
        let (count, zero) = (self.var(count), self.program.exprs.int(0));
        let from = self.op(Op::Le, zero, count);
        let to = self.op(if mode == Mode::Full { Op::Lt } else { Op::Eq }, count, n);
        let component = self.here[self.selects[l].component];
        let (component, index) = (self.var(component), self.index(level, l, &bases, count));
        let chosen = self.program.exprs.eq(component, index);
        for e in [from, to, chosen] {
            self.push(entry, CmdKind::Assume(e));
        }
        let end = self.over(entry, level, l, &bases, count);
        self.set_inductions(end, level, l, &bases, count);
        let end = self.at_head(end, level, l);
        let target = if next + 1 == chain.len() {
            bad
        } else {
            let inner = self.here_level(level, l, mode, good);
            self.levels[inner].next = Some(next + 1);
            self.copy(inner, self.shape.loops[l].header)
        };
        self.goto(end, vec![target]);
        entry
    }

    /// The chosen iterations of a loop, and the last. With a position, only those that compare so with its own.
    pub(super) fn residual(&mut self, level: usize, l: usize, position: Option<Op>) -> BlockId {
        let entry = self.block("loop");
        let run = self.levels[level].run;
        let (bases, from) = match position {
            None => (self.bases(entry, level, l), None),
            Some(op) => {
                let Position { bases, count } = self.positions[&l].clone();
                (bases, Some((op, self.var(count))))
            }
        };
        let n = self.iterations(level, l);
        let mut current = entry;
        for Chosen { at, mut conditions, which } in self.chosen(level, l) {
            let count = self.count(level, l, &bases, at);
            let zero = self.program.exprs.int(0);
            conditions.push(self.op(Op::Le, zero, count));
            conditions.push(self.op(Op::Lt, count, n));
            if let Some((op, here)) = from {
                conditions.push(self.op(op, count, here));
            }
            if !self.step(l).abs().is_one() {
                let index = self.index(level, l, &bases, count);
                conditions.push(self.program.exprs.eq(index, at));
            }
            let (yes, no, next) = (self.block("chosen"), self.block("not_chosen"), self.block("next"));
            let condition = self.program.exprs.and(&conditions);
            let negated = self.program.exprs.not(condition);
            self.push(yes, CmdKind::Assume(condition));
            self.push(no, CmdKind::Assume(negated));
            self.set_inductions(yes, level, l, &bases, count);
            let begin = self.at_head(yes, level, l);
            let iteration = self.inner(level, l, Mode::Full, &which, at, next);
            let header = self.copy(iteration, self.shape.loops[l].header);
            self.goto(begin, vec![header]);
            self.goto(no, vec![next]);
            self.goto(current, vec![yes, no]);
            current = next;
        }
        let current = self.over(current, level, l, &bases, n);
        self.set_inductions(current, level, l, &bases, n);
        let current = self.at_head(current, level, l);
        let (at, good) = (self.index(level, l, &bases, n), self.runs[run].good);
        let last = self.inner(level, l, Mode::Last, "last", at, good);
        let header = self.copy(last, self.shape.loops[l].header);
        self.goto(current, vec![header]);
        entry
    }

    /// The iterations of a loop that are executed, in their order: those of the points and, before or behind, that of
    /// the landmark or the opposite one.
    fn chosen(&mut self, level: usize, l: usize) -> Vec<Chosen> {
        let run = self.levels[level].run;
        let mut points = self.runs[run].points.clone();
        let Select { component, mirror, landmark, also, .. } = self.selects[l].clone();
        let falls = self.step(l).is_negative() != mirror.is_some();
        if falls {
            points.reverse();
        }
        let mut chosen = Vec::new();
        for point in points {
            let (at, which) = (self.var(point[component]), self.program.vars[point[component]].name.to_string());
            let conditions = self.alive(level, &point);
            let next = match also {
                Some(Also::Next(by)) => Some((by, self.shifted(at, by))),
                Some(Also::Opposite(_)) | None => None,
            };
            let also =
                next.map(|(by, at)| (by, Chosen { at, conditions: conditions.clone(), which: format!("{which}~") }));
            let own = Chosen { at, conditions, which };
            match also {
                Some((by, also)) if (by < 0) != falls => chosen.extend([also, own]),
                Some((_, also)) => chosen.extend([own, also]),
                None => chosen.push(own),
            }
        }
        let [only] = &chosen[..] else { return chosen };
        let point = only.at;
        let renaming = self.runs[run].renaming.clone();
        let other = match (landmark, also) {
            (Some(landmark), _) => {
                let landmark = self.var(renaming.var(landmark));
                let landmark = self.mirrored(level, l, landmark);
                Some((self.shifted(landmark, -self.selects[l].offset), "landmark"))
            }
            (None, Some(Also::Opposite(sum))) => {
                let sum = renaming.expr(&mut self.program, sum);
                Some((self.op(Op::Sub, sum, point), "opposite"))
            }
            _ => None,
        };
        if let Some((at, which)) = other {
            let sides = if falls { [Op::Gt, Op::Lt] } else { [Op::Lt, Op::Gt] };
            let [before, behind] = sides.map(|side| {
                let conditions = vec![self.op(side, at, point)];
                Chosen { at, conditions, which: which.into() }
            });
            chosen.insert(0, before);
            chosen.push(behind);
        }
        chosen
    }

    /// That a point belongs to the iterations around a level.
    pub(super) fn alive(&mut self, level: usize, point: &Point) -> Vec<ExprId> {
        let mut conditions = Vec::new();
        let mut around = Some(level);
        while let Some(level) = around {
            let Level { of, at, parent, .. } = self.levels[level];
            if let (Some(l), Some(at)) = (of, at) {
                let component = self.var(point[self.selects[l].component]);
                if component != at {
                    conditions.push(self.program.exprs.eq(component, at));
                }
            }
            around = parent;
        }
        conditions
    }

    /// How many complete iterations a loop has, in the iterations around it.
    pub(super) fn iterations(&mut self, level: usize, l: usize) -> ExprId {
        let key = format!("{}/{l}", self.levels[level].path);
        let new = !self.fixed.contains_key(&key);
        let n = self.constant(&key, "N", TypeTable::INT);
        let (n, zero) = (self.var(n), self.program.exprs.int(0));
        if new {
            let positive = self.op(Op::Le, zero, n);
            self.assume(positive);
        }
        n
    }
}
