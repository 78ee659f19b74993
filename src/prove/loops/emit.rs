//! Residual programs: each loop executes the iterations of some chosen points alone, and then leaves.
//!
//! ```text
//! L: goto B, X;  B: assume i < n; S; i := i + 1; goto L;  X: assume i >= n; …
//!
//!    →   i0 := i;
//!        if (0 <= p - i0 && p - i0 < N) { i := p; assume i < n; S; i := i + 1; }        (for each point p, in order)
//!        i := i0 + N; assume i >= n; …
//! ```
//!
//! `N`, the number of complete iterations, and what is havocked in an iteration are constants: the same for all runs
//! in a query. An iteration of an outer loop executes those iterations of its inner loops whose points it belongs to.
//! A run ends `good` where an assumption does not hold, and `bad` where an assertion does not hold. The last, partial
//! iteration of a loop is one that leaves it: its assertions hold, since a violation there is one of an iteration that
//! is not the last.

use num_bigint::BigInt;
use num_traits::{One, Signed};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flatten::{Flat, command, drop_unreachable, is_branch};
use super::shape::{Induction, Loop, Shape, variables};
use crate::base::ids::{BlockId, ExprId, IdVec, TypeId, VarId};
use crate::ir::build::{Renaming, fresh_local, rename_cmds};
use crate::ir::visit::{substitute, walk};
use crate::ir::{AssertKind, Block, Body, Cmd, CmdKind, ExprKind, Names, Op, Program, Transfer, TypeTable, VarKind};
use ivl::source::Span;

/// Which iterations of a loop a point stands for: those where an induction variable has the value of a component, but
/// for an offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// `None`: the number of the iteration.
    pub induction: Option<Induction>,
    /// What is taken off its value.
    pub offset: i64,
    pub component: usize,
}

/// Components of a point, each a variable.
pub type Point = Vec<VarId>;

/// Whether an iteration goes on to the next or leaves the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Full,
    Last,
}

/// The loops around a place in the program, outermost first, and how their iterations go on.
pub type Chain = [(usize, Mode)];

/// What is executed, and where it ends.
pub struct Run {
    /// Its own copies of what the program assigns.
    pub renaming: Renaming,
    pub points: Vec<Point>,
    pub good: BlockId,
    pub bad: BlockId,
    /// Assumptions that do not hold end all, not the run alone.
    pub strict: bool,
    /// Leads to the head of the last of these loops, through loops that do anything; ends there in `bad`.
    pub prefix: Option<Vec<(usize, Mode)>>,
    /// Where the run goes instead of to the head of a loop.
    pub at_loop: Option<BlockId>,
    /// The variable that is havocked to one less than in other runs.
    pub less: Option<VarId>,
}

impl Run {
    /// The program's own variables, no points.
    pub fn new(good: BlockId, bad: BlockId) -> Run {
        let renaming = Renaming::default();
        Run { renaming, points: Vec::new(), good, bad, strict: true, prefix: None, at_loop: None, less: None }
    }
}

/// One copy of the blocks of a loop that are in no inner loop, or of those in no loop.
struct Level {
    of: Option<usize>,
    mode: Mode,
    parent: Option<usize>,
    run: usize,
    /// Names the iterations around it; the same in all runs.
    path: String,
    /// What the chosen induction variable is in this iteration.
    at: Option<ExprId>,
    /// Where back edges go.
    back: BlockId,
    asserts: bool,
    /// The next loop on the way of a prefix.
    next: Option<usize>,
    copies: FxHashMap<BlockId, BlockId>,
    children: FxHashMap<usize, BlockId>,
}

/// Where a run is in a loop, when it does not begin at its head.
#[derive(Clone)]
struct Position {
    /// What the induction variables were when the loop was entered.
    bases: Vec<VarId>,
    /// The number of the iteration, from 0.
    count: VarId,
}

/// Builds a procedure out of runs.
pub struct Emitter<'a> {
    flat: &'a Flat,
    shape: &'a Shape,
    selects: &'a [Select],
    /// Runs end where an invariant of a loop does not hold at its head.
    guarded: bool,
    pub program: Program,
    body: Body,
    names: Names,
    runs: Vec<Run>,
    levels: Vec<Level>,
    pending: Vec<(usize, BlockId, BlockId)>,
    /// Constants by what they stand for.
    fixed: FxHashMap<String, VarId>,
    preamble: Vec<Cmd>,
    positions: FxHashMap<usize, Position>,
    /// The iterations that a position is in.
    pub here: Point,
}

impl<'a> Emitter<'a> {
    /// `program` is the flat one, perhaps with procedures that were built out of it.
    pub fn new(
        program: Program,
        flat: &'a Flat,
        shape: &'a Shape,
        selects: &'a [Select],
        guarded: bool,
    ) -> Emitter<'a> {
        let body = Body { locals: flat.body.locals.clone(), blocks: IdVec::new(), entry: BlockId(0) };
        let mut this = Emitter {
            flat,
            shape,
            selects,
            guarded,
            program,
            names: Names::of_blocks(&body),
            body,
            runs: Vec::new(),
            levels: Vec::new(),
            pending: Vec::new(),
            fixed: FxHashMap::default(),
            preamble: Vec::new(),
            positions: FxHashMap::default(),
            here: Vec::new(),
        };
        this.body.entry = this.block("start");
        this.here = this.point("here");
        this
    }

    /// A point of its own.
    pub fn point(&mut self, name: &str) -> Point {
        let components = self.selects.iter().map(|s| s.component + 1).max().unwrap_or(1);
        (0..components).map(|i| self.local(&format!("{name}_{i}"), TypeTable::INT)).collect()
    }

    /// Assumes something of constants.
    pub fn assume(&mut self, e: ExprId) {
        self.preamble.push(command(CmdKind::Assume(e)));
    }

    /// A block that goes nowhere yet.
    pub fn block(&mut self, name: &str) -> BlockId {
        let block =
            Block { name: self.names.fresh(name), cmds: Vec::new(), transfer: Transfer::Return, span: Span::NONE };
        self.body.blocks.push(block)
    }

    /// A block where nothing is left to show.
    pub fn stop(&mut self) -> BlockId {
        let block = self.block("stop");
        let never = self.program.exprs.bool(false);
        self.push(block, CmdKind::Assume(never));
        block
    }

    /// A block that must not be reached.
    pub fn fail(&mut self) -> BlockId {
        let block = self.block("fail");
        let never = self.program.exprs.bool(false);
        self.push(block, CmdKind::Assert(never, AssertKind::Assert));
        block
    }

    pub fn push(&mut self, block: BlockId, kind: CmdKind) {
        self.body.blocks[block].cmds.push(command(kind));
    }

    pub fn goto(&mut self, block: BlockId, targets: Vec<BlockId>) {
        self.body.blocks[block].transfer = Transfer::Goto(targets);
    }

    pub fn var(&mut self, var: VarId) -> ExprId {
        self.program.var_expr(var)
    }

    pub fn op(&mut self, op: Op, a: ExprId, b: ExprId) -> ExprId {
        let ty = match op {
            Op::Add | Op::Sub | Op::Mul | Op::Div => TypeTable::INT,
            _ => TypeTable::BOOL,
        };
        self.program.exprs.op(op, [a, b], ty)
    }

    /// Copies of all variables that the program assigns, for a run of its own; they are set in the block.
    pub fn copies(&mut self, block: BlockId, name: &str) -> Renaming {
        let mut renaming = Renaming::default();
        let mut assigned: Vec<VarId> =
            self.flat.body.blocks.iter().flat_map(|b| &b.cmds).flat_map(Cmd::assigned).collect();
        assigned.sort();
        assigned.dedup();
        let mut pairs = Vec::new();
        for var in assigned {
            let (old, ty) = (self.program.vars[var].name.clone(), self.program.vars[var].ty);
            let copy = self.local(&format!("{old}_{name}"), ty);
            renaming.vars.insert(var, copy);
            pairs.push((copy, self.var(var)));
        }
        if !pairs.is_empty() {
            self.push(block, CmdKind::Assign(pairs));
        }
        renaming
    }

    /// The program from its beginning. Returns where it begins.
    pub fn whole(&mut self, run: Run) -> BlockId {
        let next = run.prefix.is_some().then_some(0);
        let level = self.top(run, next);
        let entry = self.flat.body.entry;
        let start = self.edge(level, entry);
        self.fill();
        start
    }

    /// The rest of the program from the head of the last loop of a chain, where a prefix has led: with the iteration
    /// that is due if `due`, and with those iterations of the run's points that are not over. Returns where it begins.
    pub fn rest(&mut self, run: Run, chain: &Chain, due: bool) -> BlockId {
        let good = run.good;
        let mut level = self.top(run, None);
        let (&(last, _), around) = chain.split_last().expect("internal: a position is in a loop");
        for &(l, mode) in around {
            level = match mode {
                Mode::Full => {
                    let back = self.residual(level, l, Some(Op::Gt));
                    self.here_level(level, l, mode, back)
                }
                Mode::Last => self.here_level(level, l, mode, good),
            };
        }
        let start = match due {
            false => self.residual(level, last, Some(Op::Ge)),
            true => {
                let back = self.residual(level, last, Some(Op::Gt));
                let level = self.here_level(level, last, Mode::Full, back);
                self.copy(level, self.shape.loops[last].header)
            }
        };
        self.fill();
        start
    }

    /// The procedure's body: what is assumed of constants, and then `start`.
    pub fn finish(mut self, start: BlockId) -> (Program, Body) {
        let entry = self.body.entry;
        self.body.blocks[entry].cmds = std::mem::take(&mut self.preamble);
        self.goto(entry, vec![start]);
        drop_unreachable(&mut self.body);
        let Emitter { flat, mut program, mut body, .. } = self;
        // Variables belong to one procedure.
        let mut own = Renaming::default();
        for &var in &flat.body.locals {
            let (name, ty) = (program.vars[var].name.clone(), program.vars[var].ty);
            own.vars.insert(var, program.new_var(name, VarKind::Local, ty, Span::NONE));
        }
        body.locals.iter_mut().for_each(|v| *v = own.var(*v));
        rename_cmds(&mut program, body.cmds_mut(), &own);
        keep_mentioned(&program, &mut body);
        (program, body)
    }

    /// One iteration of a loop with everything else in the loop abstracted: from the head, where the prefix has led,
    /// to `back`.
    pub fn iteration(&mut self, run: Run, chain: &Chain, back: BlockId) -> BlockId {
        let mut level = self.top(run, None);
        let (&(last, _), around) = chain.split_last().expect("internal: a position is in a loop");
        for &(l, mode) in around {
            let good = self.runs[self.levels[level].run].good;
            level = self.here_level(level, l, mode, good);
        }
        let level = self.here_level(level, last, Mode::Full, back);
        let start = self.copy(level, self.shape.loops[last].header);
        self.fill();
        start
    }

    /// A complete iteration of a loop that is in no other, from its head to `back`.
    pub fn complete(&mut self, run: Run, l: usize, back: BlockId) -> BlockId {
        let level = self.top(run, None);
        let level = self.here_level(level, l, Mode::Full, back);
        let start = self.copy(level, self.shape.loops[l].header);
        self.fill();
        start
    }

    /// The last iteration of a loop that is in no other, and what is behind it.
    pub fn last(&mut self, run: Run, l: usize) -> BlockId {
        let good = run.good;
        let level = self.top(run, None);
        let level = self.here_level(level, l, Mode::Last, good);
        let start = self.copy(level, self.shape.loops[l].header);
        self.fill();
        start
    }

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

    fn top(&mut self, run: Run, next: Option<usize>) -> usize {
        let back = run.good;
        let asserts = run.prefix.is_none();
        self.runs.push(run);
        self.level(Level {
            of: None,
            mode: Mode::Full,
            parent: None,
            run: self.runs.len() - 1,
            path: String::new(),
            at: None,
            back,
            asserts,
            next,
            copies: FxHashMap::default(),
            children: FxHashMap::default(),
        })
    }

    fn level(&mut self, level: Level) -> usize {
        self.levels.push(level);
        self.levels.len() - 1
    }

    /// An iteration of a loop in a level.
    fn inner(&mut self, outer: usize, l: usize, mode: Mode, which: &str, at: ExprId, back: BlockId) -> usize {
        let Level { run, path, asserts, .. } = &self.levels[outer];
        let (run, path) = (*run, format!("{path}/{l}:{which}"));
        let asserts = *asserts && mode == Mode::Full;
        self.level(Level {
            of: Some(l),
            mode,
            parent: Some(outer),
            run,
            path,
            at: Some(at),
            back,
            asserts,
            next: None,
            copies: FxHashMap::default(),
            children: FxHashMap::default(),
        })
    }

    /// The iteration of a loop that the position is in.
    fn here_level(&mut self, outer: usize, l: usize, mode: Mode, back: BlockId) -> usize {
        let component = self.here[self.selects[l].component];
        let at = self.var(component);
        let which = match mode {
            Mode::Full => self.program.vars[component].name.to_string(),
            Mode::Last => "last".into(),
        };
        self.inner(outer, l, mode, &which, at, back)
    }

    /// Where an edge of the original program goes from a level.
    fn edge(&mut self, level: usize, target: BlockId) -> BlockId {
        let Level { of, mode, parent, back, .. } = self.levels[level];
        let inner = self.shape.innermost[target];
        if let Some(l) = of {
            let Loop { header, members, .. } = &self.shape.loops[l];
            if target == *header {
                return back;
            }
            if !members.contains(&target) {
                return match (mode, parent) {
                    (Mode::Full, _) if self.shape.doomed[target] => self.copy(level, target),
                    (Mode::Last, Some(parent)) if !self.shape.doomed[target] => self.edge(parent, target),
                    _ => self.given_up(level, target),
                };
            }
        }
        if inner == of {
            return self.copy(level, target);
        }
        let mut child = inner.expect("internal: a block outside of all loops is in one");
        while self.shape.loops[child].parent != of {
            child = self.shape.loops[child].parent.expect("internal: a loop that is not in the loop around it");
        }
        self.child(level, child)
    }

    /// The run ends where control would go to a block, if it goes there.
    fn given_up(&mut self, level: usize, target: BlockId) -> BlockId {
        let Run { good, renaming, .. } = &self.runs[self.levels[level].run];
        let (good, renaming) = (*good, renaming.clone());
        let taken: Vec<ExprId> = match &self.flat.body.blocks[target].cmds[..] {
            [first, ..] if is_branch(first) => first.exprs().collect(),
            _ => return good,
        };
        let end = self.block("left");
        for e in taken {
            let e = renaming.expr(&mut self.program, e);
            self.push(end, CmdKind::Assume(e));
        }
        self.goto(end, vec![good]);
        end
    }

    /// A level's copy of a block.
    fn copy(&mut self, level: usize, old: BlockId) -> BlockId {
        if let Some(&copy) = self.levels[level].copies.get(&old) {
            return copy;
        }
        let name = self.flat.body.blocks[old].name.clone();
        let new = self.block(&name);
        self.levels[level].copies.insert(old, new);
        self.pending.push((level, old, new));
        new
    }

    /// What a loop in a level becomes.
    fn child(&mut self, level: usize, l: usize) -> BlockId {
        if let Some(&entry) = self.levels[level].children.get(&l) {
            return entry;
        }
        let run = &self.runs[self.levels[level].run];
        if let Some(block) = run.at_loop {
            return block;
        }
        let entry = match (&run.prefix, self.levels[level].next) {
            (Some(chain), Some(next)) if chain[next].0 == l => self.arrive(level, next),
            (Some(_), _) => self.anything(level, l),
            (None, _) => self.residual(level, l, None),
        };
        self.levels[level].children.insert(l, entry);
        entry
    }

    /// A loop of a prefix: any number of iterations that do anything, and then the last.
    fn anything(&mut self, level: usize, l: usize) -> BlockId {
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
        let at = self.index(l, &bases, count);
        let last = self.inner(level, l, Mode::Last, "last", at, good);
        let header = self.copy(last, self.shape.loops[l].header);
        self.goto(end, vec![header]);
        entry
    }

    /// If there is an iteration before that of the number, what it has assumed holds. Returns the block where it does.
    fn over(&mut self, block: BlockId, level: usize, l: usize, bases: &[VarId], count: ExprId) -> BlockId {
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
    fn at_head(&mut self, block: BlockId, level: usize, l: usize) -> BlockId {
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

    /// The run goes on only if a condition holds. Returns the block where it does.
    fn hold(&mut self, block: BlockId, run: usize, condition: ExprId) -> BlockId {
        let Run { strict, good, .. } = self.runs[run];
        if strict {
            self.push(block, CmdKind::Assume(condition));
            return block;
        }
        self.check(block, condition, good)
    }

    /// The loop that a prefix leads to, or one around it: it has done anything so far.
    fn arrive(&mut self, level: usize, next: usize) -> BlockId {
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
        let (component, index) = (self.var(component), self.index(l, &bases, count));
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
    fn residual(&mut self, level: usize, l: usize, position: Option<Op>) -> BlockId {
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
        let mut points = self.runs[run].points.clone();
        if self.step(l).is_negative() {
            points.reverse();
        }
        let component = self.selects[l].component;
        let mut current = entry;
        for point in points {
            let at = self.var(point[component]);
            let count = self.count(l, &bases, at);
            let zero = self.program.exprs.int(0);
            let mut conditions = self.alive(level, &point);
            conditions.push(self.op(Op::Le, zero, count));
            conditions.push(self.op(Op::Lt, count, n));
            if let Some((op, here)) = from {
                conditions.push(self.op(op, count, here));
            }
            if !self.step(l).abs().is_one() {
                let index = self.index(l, &bases, count);
                conditions.push(self.program.exprs.eq(index, at));
            }
            let (yes, no, next) = (self.block("chosen"), self.block("not_chosen"), self.block("next"));
            let condition = self.program.exprs.and(&conditions);
            let negated = self.program.exprs.not(condition);
            self.push(yes, CmdKind::Assume(condition));
            self.push(no, CmdKind::Assume(negated));
            self.set_inductions(yes, level, l, &bases, count);
            let begin = self.at_head(yes, level, l);
            let which = self.program.vars[point[component]].name.to_string();
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
        let (at, good) = (self.index(l, &bases, n), self.runs[run].good);
        let last = self.inner(level, l, Mode::Last, "last", at, good);
        let header = self.copy(last, self.shape.loops[l].header);
        self.goto(current, vec![header]);
        entry
    }

    /// That a point belongs to the iterations around a level.
    fn alive(&mut self, level: usize, point: &Point) -> Vec<ExprId> {
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
    fn iterations(&mut self, level: usize, l: usize) -> ExprId {
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

    fn constant(&mut self, key: &str, name: &str, ty: TypeId) -> VarId {
        if let Some(&var) = self.fixed.get(key) {
            return var;
        }
        let var = self.local(name, ty);
        self.fixed.insert(key.into(), var);
        var
    }

    /// A local of its own.
    pub fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        fresh_local(&mut self.program, &mut self.body, name, ty, Span::NONE)
    }

    /// Remembers the induction variables of a loop before its first iteration.
    fn bases(&mut self, block: BlockId, level: usize, l: usize) -> Vec<VarId> {
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
    fn set_inductions(&mut self, block: BlockId, level: usize, l: usize, bases: &[VarId], count: ExprId) {
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

    fn step(&self, l: usize) -> BigInt {
        self.selects[l].induction.as_ref().map_or(BigInt::one(), |i| i.step.clone())
    }

    fn base_of(&self, l: usize, bases: &[VarId]) -> Option<VarId> {
        let induction = self.selects[l].induction.as_ref()?;
        let at = self.shape.loops[l].inductions.iter().position(|i| i == induction)?;
        Some(bases[at])
    }

    /// What the chosen induction variable is in the iteration of that number.
    fn index(&mut self, l: usize, bases: &[VarId], count: ExprId) -> ExprId {
        let index = match self.base_of(l, bases) {
            Some(base) => {
                let step = self.step(l);
                self.after(base, &step, count)
            }
            None => count,
        };
        self.shifted(index, -self.selects[l].offset)
    }

    fn shifted(&mut self, e: ExprId, by: i64) -> ExprId {
        if by == 0 {
            return e;
        }
        let by = self.program.exprs.int(by);
        self.op(Op::Add, e, by)
    }

    /// The number of the iteration where the chosen induction variable has a value, if there is one.
    fn count(&mut self, l: usize, bases: &[VarId], at: ExprId) -> ExprId {
        let at = self.shifted(at, self.selects[l].offset);
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

    /// Writes the blocks that were copied.
    fn fill(&mut self) {
        while let Some((level, old, new)) = self.pending.pop() {
            let Block { cmds, transfer, .. } = self.flat.body.blocks[old].clone();
            let mut current = new;
            for (at, cmd) in cmds.iter().enumerate() {
                current = self.cmd(level, old, at, cmd, current);
            }
            let targets = match transfer {
                Transfer::Goto(targets) => {
                    let mut new: Vec<BlockId> = Vec::new();
                    for target in targets {
                        let target = self.edge(level, target);
                        if !new.contains(&target) {
                            new.push(target);
                        }
                    }
                    new
                }
                _ => vec![self.runs[self.levels[level].run].good],
            };
            self.goto(current, targets);
        }
    }

    fn cmd(&mut self, level: usize, old: BlockId, at: usize, cmd: &Cmd, current: BlockId) -> BlockId {
        let Level { run, asserts, .. } = self.levels[level];
        let renaming = self.runs[run].renaming.clone();
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                let mut new = Vec::new();
                for &(var, value) in pairs {
                    new.push((renaming.var(var), renaming.expr(&mut self.program, value)));
                }
                self.push(current, CmdKind::Assign(new));
                current
            }
            CmdKind::Havoc(vars) if self.runs[run].prefix.is_some() => {
                self.push(current, CmdKind::Havoc(vars.clone()));
                current
            }
            CmdKind::Havoc(vars) => {
                let mut new = Vec::new();
                for &var in vars {
                    let key = format!("{}/{old:?}.{at}.{var:?}", self.levels[level].path);
                    let (name, ty) = (self.program.vars[var].name.to_string(), self.program.vars[var].ty);
                    let any = self.constant(&key, &format!("any_{name}"), ty);
                    let mut value = self.var(any);
                    if self.runs[run].less == Some(var) {
                        value = self.shifted(value, -1);
                    }
                    new.push((renaming.var(var), value));
                }
                self.push(current, CmdKind::Assign(new));
                current
            }
            CmdKind::Assume(e) => {
                let e = renaming.expr(&mut self.program, *e);
                if is_branch(cmd) {
                    self.push(current, CmdKind::Assume(e));
                    return current;
                }
                self.hold(current, run, e)
            }
            CmdKind::Assert(e, _) => {
                let e = renaming.expr(&mut self.program, *e);
                let bad = self.runs[run].bad;
                if asserts { self.check(current, e, bad) } else { self.hold(current, run, e) }
            }
            CmdKind::Call { .. } => panic!("internal: a call in a program without procedures"),
        }
    }

    /// Goes elsewhere if a condition does not hold. Returns the block where it does.
    fn check(&mut self, block: BlockId, e: ExprId, otherwise: BlockId) -> BlockId {
        let (ok, no) = (self.block("ok"), self.block("no"));
        let negated = self.program.exprs.not(e);
        self.push(ok, CmdKind::Assume(e));
        self.push(no, CmdKind::Assume(negated));
        self.goto(no, vec![otherwise]);
        self.goto(block, vec![ok, no]);
        ok
    }
}

/// Drops the locals that nothing mentions.
fn keep_mentioned(program: &Program, body: &mut Body) {
    let mut mentioned: FxHashSet<VarId> = body.cmds().flat_map(Cmd::assigned).collect();
    walk(&program.exprs, body.cmds().flat_map(Cmd::exprs), |_, kind| {
        if let ExprKind::Var(v) = kind {
            mentioned.insert(*v);
        }
    });
    body.locals.retain(|v| mentioned.contains(v));
}
