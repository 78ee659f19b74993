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

mod copies;
mod iterations;
mod select;
mod views;

use rustc_hash::{FxHashMap, FxHashSet};

pub use self::select::{Also, Select};

use super::shape::Shape;
use crate::base::ids::{BlockId, ExprId, IdVec, TypeId, VarId};
use crate::cfg::flow::drop_unreachable;
use crate::forms::inlined::{Flat, command};
use crate::ir::build::{Renaming, fresh_local, rename_cmds};
use crate::ir::visit::walk;
use crate::ir::{AssertKind, Block, Body, Cmd, CmdKind, ExprKind, Names, Op, Program, Transfer, TypeTable, VarKind};
use ivl::source::Span;

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
    /// What variables are havocked to, where it is not the same as in other runs.
    pub chosen: FxHashMap<VarId, ExprId>,
}

impl Run {
    /// The program's own variables, no points.
    pub fn new(good: BlockId, bad: BlockId) -> Run {
        let (renaming, chosen) = (Renaming::default(), FxHashMap::default());
        Run { renaming, points: Vec::new(), good, bad, strict: true, prefix: None, at_loop: None, chosen }
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
        self.copies_of(block, &Renaming::default(), name)
    }

    /// Copies of the variables of a run, which are set in the block.
    pub fn copies_of(&mut self, block: BlockId, run: &Renaming, name: &str) -> Renaming {
        let mut renaming = run.clone();
        let mut assigned: Vec<VarId> =
            self.flat.body.blocks.iter().flat_map(|b| &b.cmds).flat_map(Cmd::assigned).collect();
        assigned.sort();
        assigned.dedup();
        let mut pairs = Vec::new();
        for var in assigned {
            let (old, ty) = (self.program.vars[var].name.clone(), self.program.vars[var].ty);
            let copy = self.local(&format!("{old}_{name}"), ty);
            renaming.vars.insert(var, copy);
            pairs.push((copy, self.var(run.var(var))));
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
