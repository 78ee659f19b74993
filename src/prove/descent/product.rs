//! Copies of the program that run beside each other: the primary, and scapegoats that choose differently.
//!
//! A *step* is a copy of the code from one cut to the next. The primary comes first; a scapegoat then steps from what
//! the primary has drawn. What makes a scapegoat's copy a run of the program, and so the induction legal:
//! - draws are assigned (the primary's value, changed by the shrink): any value is one that the program may draw;
//! - where the program assumes, the scapegoat goes on if the condition holds, and dies else;
//! - of two branches whose conditions are each other's negation it takes the one that holds; of others it takes the
//!   one that the primary took last, if that is open, and dies else;
//! - where the program asserts, the induction hypothesis is assumed: if fewer bytes than the primary has now were
//!   allocated, the condition holds. If it does not hold all the same, the scapegoat dies.
//!
//! So a scapegoat blocks no run of the primary.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cases::{Case, by_position};
use super::cuts::Cuts;
use super::flatten::plain;
use super::relax::Memory;
use super::shrink::{Draw, Shrink};
use crate::base::ids::{BlockId, ExprId, TypeId, VarId};
use crate::cfg::flow::predecessors;
use crate::cfg::heap::{Role, is_bookkeeping, role};
use crate::forms::inlined::complementary;
use crate::ir::build::{Renaming, fresh_local, rename_cmd};
use crate::ir::visit::{is_closed, walk};
use crate::ir::{
    AssertKind, Attr, Attribute, Block, Body, Cmd, CmdKind, ExprKind, Names, Op, Program, Transfer, TypeTable,
};
use crate::prove::terms::{Terms, is_memory};
use ivl::source::Span;

/// How many addresses are remembered of one step.
const MOST_READS: usize = 4;

/// Where a primary is that has violated an assertion.
const FAILED: i64 = -1;

pub struct Scapegoat {
    pub renaming: Renaming,
    pub alive: VarId,
    /// At which cut it is.
    pub at: VarId,
    /// What it draws instead of what the primary drew.
    pub shrink: Shrink,
}

/// A product that is being built.
pub struct Builder<'a> {
    pub cuts: &'a Cuts,
    pub memory: &'a Memory,
    pub program: Program,
    pub body: Body,
    names: Names,
    /// At which cut the primary is.
    pub at: VarId,
    pub scapegoats: Vec<Scapegoat>,
    /// What the primary drew last, by drawn variable.
    logs: FxHashMap<VarId, VarId>,
    /// Which way the primary took last at a branch without conditions.
    turns: FxHashMap<BlockId, VarId>,
    /// What the primary will draw next, where it draws ahead.
    pub ahead: FxHashMap<VarId, VarId>,
    /// Assumptions that hold of the initial state: the runs have that in common.
    initial: FxHashSet<(BlockId, usize)>,
    /// Branches of which one is open.
    exhaustive: FxHashSet<BlockId>,
    /// The targets of these: each begins with its condition and is reached in no other way.
    guarded: FxHashSet<BlockId>,
    /// Of each loop, whether the primary has come back to its head.
    pub rounds: Vec<VarId>,
    /// The runs that the product is about.
    pub cases: Vec<Case>,
    /// Where the product fails.
    pub claims: Vec<Claim>,
    /// Of the loop that was reached last.
    pub position: usize,
    /// Maps and where the primary alone wrote them.
    pub keys: Vec<(VarId, VarId)>,
    /// Maps and where the primary alone read them.
    pub reads: Vec<(VarId, VarId)>,
    span: Span,
}

/// A block that the product does not verify with if control comes there.
#[derive(Clone, Debug)]
pub struct Claim {
    pub block: BlockId,
    /// At which loop the primary is left alone; `None`: it has violated an assertion.
    pub alone: Option<usize>,
    /// The loop that control reaches before, or there; 0 in front of all.
    pub behind: usize,
}

/// Where a step goes on.
#[derive(Clone, Copy)]
pub struct Ends {
    /// At the cut where it began.
    pub back: BlockId,
    /// At another one.
    pub left: BlockId,
    /// The primary has failed; the scapegoat is dead.
    pub bad: BlockId,
}

impl<'a> Builder<'a> {
    pub fn new(
        cuts: &'a Cuts,
        memory: &'a Memory,
        mut program: Program,
        shrinks: &[Shrink],
        (rounds, cases): (&[VarId], &[Case]),
    ) -> Builder<'a> {
        let span = cuts.body.blocks[cuts.body.entry].span;
        let mut body = Body { locals: cuts.body.locals.clone(), blocks: Default::default(), entry: BlockId(0) };
        let at = fresh_local(&mut program, &mut body, "at", TypeTable::INT, span);
        let mut scapegoats = Vec::new();
        for (n, shrink) in shrinks.iter().enumerate() {
            let mark = "'".repeat(n + 1);
            let mut renaming = Renaming::default();
            for &var in &cuts.body.locals {
                let (name, ty) = (format!("{}{mark}", program.vars[var].name), program.vars[var].ty);
                renaming.vars.insert(var, fresh_local(&mut program, &mut body, &name, ty, span));
            }
            let alive = fresh_local(&mut program, &mut body, &format!("alive{mark}"), TypeTable::BOOL, span);
            let at = fresh_local(&mut program, &mut body, &format!("at{mark}"), TypeTable::INT, span);
            scapegoats.push(Scapegoat { renaming, alive, at, shrink: shrink.clone() });
        }
        let names = Names::of_blocks(&body);
        let initial = initial_assumptions(&program, &cuts.body);
        let exhaustive = exhaustive_branches(&mut program, &cuts.body);
        let targets = exhaustive.iter().flat_map(|&b| cuts.body.blocks[b].transfer.targets());
        let guarded = targets.copied().collect();
        Builder {
            cuts,
            memory,
            program,
            body,
            names,
            at,
            scapegoats,
            logs: FxHashMap::default(),
            turns: FxHashMap::default(),
            ahead: FxHashMap::default(),
            initial,
            exhaustive,
            guarded,
            rounds: by_position(cuts, rounds),
            cases: cases.to_vec(),
            claims: Vec::new(),
            position: 0,
            keys: Vec::new(),
            reads: Vec::new(),
            span,
        }
    }

    pub fn terms(&mut self) -> Terms<'_> {
        Terms(&mut self.program)
    }

    pub fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        fresh_local(&mut self.program, &mut self.body, name, ty, self.span)
    }

    // Blocks

    /// A block to be filled later.
    pub fn label(&mut self, name: &str) -> BlockId {
        self.block(name, Vec::new(), &[])
    }

    pub fn block(&mut self, name: &str, cmds: Vec<Cmd>, targets: &[BlockId]) -> BlockId {
        let name = self.names.fresh(name);
        let block = Block { name, cmds: Vec::new(), transfer: Transfer::Return, span: self.span };
        let block = self.body.blocks.push(block);
        self.fill(block, cmds, targets);
        block
    }

    pub fn fill(&mut self, block: BlockId, cmds: Vec<Cmd>, targets: &[BlockId]) {
        let mut unique: Vec<BlockId> = Vec::new();
        for target in targets {
            if !unique.contains(target) {
                unique.push(*target);
            }
        }
        let b = &mut self.body.blocks[block];
        b.cmds = cmds;
        b.transfer = if unique.is_empty() { Transfer::Return } else { Transfer::Goto(unique) };
    }

    pub fn assume(&self, e: ExprId) -> Cmd {
        plain(CmdKind::Assume(e), self.span)
    }

    pub fn assign(&self, var: VarId, e: ExprId) -> Cmd {
        plain(CmdKind::Assign(vec![(var, e)]), self.span)
    }

    pub fn set_int(&mut self, var: VarId, value: i64) -> Cmd {
        let value = self.program.exprs.int(value);
        self.assign(var, value)
    }

    pub fn set_bool(&mut self, var: VarId, value: bool) -> Cmd {
        let value = self.program.exprs.bool(value);
        self.assign(var, value)
    }

    /// Goes one way if the condition holds, the other way if not.
    pub fn branch(&mut self, name: &str, condition: ExprId, yes: BlockId, no: BlockId) -> BlockId {
        if yes == no {
            return yes;
        }
        let negated = self.program.exprs.not(condition);
        let (then, other) = (self.assume(condition), self.assume(negated));
        let then = self.block(name, vec![then], &[yes]);
        let other = self.block(name, vec![other], &[no]);
        self.block(name, Vec::new(), &[then, other])
    }

    /// The primary has violated an assertion and no scapegoat has: the product does not verify if control comes here.
    pub fn fail_unmatched(&mut self) -> BlockId {
        // What became of loops that the primary has not reached is known: nothing.
        let again: Vec<usize> = self.cases.iter().filter(|c| c.again).map(|c| c.position).collect();
        let cmds = again.into_iter().map(|position| self.came_back(position)).collect();
        self.fail("unmatched", None, cmds)
    }

    /// The primary would run on alone in a loop.
    pub fn fail_alone(&mut self) -> BlockId {
        self.fail("alone", Some(self.position), Vec::new())
    }

    fn fail(&mut self, name: &str, alone: Option<usize>, mut cmds: Vec<Cmd>) -> BlockId {
        let never = self.program.exprs.bool(false);
        cmds.extend([self.claim(never), self.assume(never)]);
        let block = self.block(name, cmds, &[]);
        self.claims.push(Claim { block, alone, behind: self.position });
        block
    }

    /// Runs that have not come back to a loop's head are no concern of the product.
    pub fn came_back(&mut self, position: usize) -> Cmd {
        let round = self.program.var_expr(self.rounds[position]);
        self.assume(round)
    }

    /// An assertion that is looked at by itself.
    pub fn claim(&self, e: ExprId) -> Cmd {
        let alone = Attribute::with(Attr::SplitHere, Vec::new());
        Cmd { kind: CmdKind::Assert(e, AssertKind::Assert), attrs: [alone].into(), span: self.span }
    }

    /// `at == cut`
    pub fn primary_at(&mut self, cut: usize) -> ExprId {
        let at = self.at;
        let mut t = self.terms();
        let (at, cut) = (t.var(at), t.int(cut));
        t.eq(at, cut)
    }

    pub fn primary_failed(&mut self) -> ExprId {
        let at = self.at;
        let mut t = self.terms();
        let (at, failed) = (t.var(at), t.int(FAILED));
        t.eq(at, failed)
    }

    /// `alive && at == cut`, of a scapegoat.
    pub fn scapegoat_at(&mut self, n: usize, cut: usize) -> ExprId {
        let Scapegoat { alive, at, .. } = self.scapegoats[n];
        let mut t = self.terms();
        let (alive, at, cut) = (t.var(alive), t.var(at), t.int(cut));
        let here = t.eq(at, cut);
        t.and(&[alive, here])
    }

    // Steps

    /// How a region leaves: for the cut where it began (if it is one), or another, whose number is stored.
    fn exit(
        &mut self,
        at: VarId,
        begin: BlockId,
        target: Option<BlockId>,
        ends: &Ends,
        exits: &mut FxHashMap<usize, BlockId>,
    ) -> BlockId {
        if target == Some(begin) && self.cuts.index.contains_key(&begin) {
            return ends.back;
        }
        let cut = target.map_or(self.cuts.cuts.len(), |t| self.cuts.index[&t]);
        if let Some(&block) = exits.get(&cut) {
            return block;
        }
        let set = self.set_int(at, cut as i64);
        let block = self.block("exit", vec![set], &[ends.left]);
        exits.insert(cut, block);
        block
    }

    /// The primary's code from a block to the next cuts. `alone`: what it writes is remembered under this name.
    pub fn primary_step(&mut self, begin: BlockId, ends: Ends, alone: Option<&str>) -> BlockId {
        let cuts = self.cuts;
        let region = cuts.region(begin);
        let copies: FxHashMap<BlockId, BlockId> =
            region.iter().map(|&b| (b, self.label(&format!("P.{}", cuts.body.blocks[b].name)))).collect();
        let mut exits = FxHashMap::default();
        let mut read = Vec::new();
        let failed = self.set_int(self.at, FAILED);
        let failed = self.block("failed", vec![failed], &[ends.bad]);
        for &b in &region {
            let block = &cuts.body.blocks[b];
            let (mut current, mut cmds) = (copies[&b], Vec::new());
            for cmd in &block.cmds {
                if let Some(name) = alone {
                    self.remember_reads(cmd, name, &mut read, &mut cmds);
                }
                match &cmd.kind {
                    CmdKind::Assert(e, _) => {
                        let negated = self.program.exprs.not(*e);
                        let (holds, fails) = (self.assume(*e), self.assume(negated));
                        let violated = self.block("violated", vec![fails], &[failed]);
                        let next = self.label("P");
                        self.fill(current, std::mem::take(&mut cmds), &[next, violated]);
                        current = next;
                        cmds.push(holds);
                    }
                    CmdKind::Havoc(vars) => {
                        for &var in vars {
                            self.draw(var, &mut cmds);
                        }
                    }
                    CmdKind::Assign(pairs) => {
                        if let (Some(name), [(map, e)]) = (alone, &pairs[..]) {
                            self.remember_key(*map, *e, name, &mut cmds);
                        }
                        cmds.push(cmd.clone());
                        let yes = self.program.exprs.bool(true);
                        let comes_back = |position: usize| pairs.contains(&(self.rounds[position], yes));
                        if self.cases.iter().any(|c| !c.again && comes_back(c.position)) {
                            let never = self.program.exprs.bool(false);
                            cmds.push(self.assume(never));
                        }
                    }
                    _ => cmds.push(cmd.clone()),
                }
            }
            let targets: Vec<Option<BlockId>> = match &block.transfer {
                Transfer::Goto(targets) => targets.iter().map(|&t| Some(t)).collect(),
                _ => vec![None],
            };
            let mut new = Vec::new();
            for (n, &target) in targets.iter().enumerate() {
                let inside = target.filter(|t| !cuts.index.contains_key(t)).map(|t| copies[&t]);
                let mut to = match inside {
                    Some(copy) => copy,
                    None => self.exit(self.at, begin, target, &ends, &mut exits),
                };
                if targets.len() > 1 && !self.exhaustive.contains(&b) {
                    let turn = self.turn(b);
                    let set = self.set_int(turn, n as i64);
                    to = self.block("turn", vec![set], &[to]);
                }
                new.push(to);
            }
            self.fill(current, cmds, &new);
        }
        copies[&begin]
    }

    /// The primary draws a value; what it drew is remembered.
    fn draw(&mut self, var: VarId, cmds: &mut Vec<Cmd>) {
        let log = self.log(var);
        match self.ahead.get(&var).copied() {
            Some(next) => {
                let value = self.program.var_expr(next);
                cmds.push(self.assign(var, value));
                cmds.push(plain(CmdKind::Havoc(vec![next]), self.span));
                cmds.extend(self.range_of_next(var));
            }
            None => cmds.push(plain(CmdKind::Havoc(vec![var]), self.span)),
        }
        let value = self.program.var_expr(var);
        cmds.push(self.assign(log, value));
    }

    /// What is drawn ahead is in the range of what is drawn: a range that is not empty.
    pub fn range_of_next(&mut self, var: VarId) -> Option<Cmd> {
        let next = self.ahead[&var];
        let (low, high) = super::shrink::range_of(&self.program, &self.cuts.body, var)?;
        let mut t = self.terms();
        let (next, low, high) = (t.var(next), t.int(low), t.int(high));
        let (above, below) = (t.le(low, next), t.le(next, high));
        let within = t.and(&[above, below]);
        Some(self.assume(within))
    }

    fn log(&mut self, var: VarId) -> VarId {
        if let Some(&log) = self.logs.get(&var) {
            return log;
        }
        let (name, ty) = (format!("drew.{}", self.program.vars[var].name), self.program.vars[var].ty);
        let log = self.local(&name, ty);
        self.logs.insert(var, log);
        log
    }

    fn turn(&mut self, block: BlockId) -> VarId {
        if let Some(&turn) = self.turns.get(&block) {
            return turn;
        }
        let turn = self.local("turn", TypeTable::INT);
        self.turns.insert(block, turn);
        turn
    }

    fn remember_key(&mut self, map: VarId, e: ExprId, name: &str, cmds: &mut Vec<Cmd>) {
        let ExprKind::Op(Op::Store, args) = self.program.exprs.kind(e).clone() else { return };
        let ty = self.program.vars[map].ty;
        if args.len() != 3 || !is_memory(&self.program, ty) || !is_kept(&self.program, map) {
            return;
        }
        let key = self.local(&format!("wrote.{}.{name}", self.program.vars[map].name), TypeTable::INT);
        cmds.push(self.assign(key, args[1]));
        self.keys.push((map, key));
    }

    /// Remembers the addresses that a command looks at.
    fn remember_reads(&mut self, cmd: &Cmd, name: &str, known: &mut Vec<(VarId, ExprId)>, cmds: &mut Vec<Cmd>) {
        let roots = match &cmd.kind {
            CmdKind::Assume(e) => vec![*e],
            CmdKind::Assign(pairs) => pairs.iter().map(|p| p.1).collect(),
            _ => return,
        };
        let mut found = Vec::new();
        walk(&self.program.exprs, roots, |_, kind| {
            if let ExprKind::Op(Op::Select, args) = kind
                && let ExprKind::Var(map) = *self.program.exprs.kind(args[0])
                && is_memory(&self.program, self.program.vars[map].ty)
                && !is_bookkeeping(&self.program, map)
                && is_closed(&self.program, args[1])
            {
                found.push((map, args[1]));
            }
        });
        found.sort();
        for (map, at) in found {
            if known.len() < MOST_READS && !known.contains(&(map, at)) {
                known.push((map, at));
                let key = self.local(&format!("read.{}.{name}", self.program.vars[map].name), TypeTable::INT);
                cmds.push(self.assign(key, at));
                self.reads.push((map, key));
            }
        }
    }

    /// A scapegoat's code from a block to the next cuts.
    pub fn scapegoat_step(&mut self, n: usize, begin: BlockId, ends: Ends) -> BlockId {
        let cuts = self.cuts;
        let renaming = self.scapegoats[n].renaming.clone();
        let region = cuts.region(begin);
        let copies: FxHashMap<BlockId, BlockId> =
            region.iter().map(|&b| (b, self.label(&format!("S.{}", cuts.body.blocks[b].name)))).collect();
        let mut exits = FxHashMap::default();
        let (at, alive) = (self.scapegoats[n].at, self.scapegoats[n].alive);
        let dies = self.set_bool(alive, false);
        let dies = self.block("dies", vec![dies], &[ends.bad]);
        for &b in &region {
            let block = &cuts.body.blocks[b];
            let (mut current, mut cmds) = (copies[&b], Vec::new());
            let guards = usize::from(self.guarded.contains(&b));
            for (position, cmd) in block.cmds.iter().enumerate() {
                match &cmd.kind {
                    CmdKind::Assert(e, _) => {
                        let e = renaming.expr(&mut self.program, *e);
                        let hypothesis = self.hypothesis(&renaming, e);
                        cmds.push(hypothesis);
                        (current, cmds) = self.go_on_if(current, cmds, e, dies);
                    }
                    CmdKind::Assume(e) if position < guards => {
                        let e = renaming.expr(&mut self.program, *e);
                        cmds.push(self.assume(e));
                    }
                    CmdKind::Assume(_) if self.initial.contains(&(b, position)) => {}
                    CmdKind::Assume(e) => {
                        let e = renaming.expr(&mut self.program, *e);
                        (current, cmds) = self.go_on_if(current, cmds, e, dies);
                    }
                    CmdKind::Havoc(vars) => {
                        for &var in vars {
                            let value = self.drawn(n, var);
                            cmds.push(self.assign(renaming.var(var), value));
                        }
                    }
                    CmdKind::Assign(_) => cmds.push(rename_cmd(&mut self.program, cmd, &renaming)),
                    CmdKind::Call { .. } => panic!("internal: a call in a flat body"),
                }
            }
            let targets: Vec<Option<BlockId>> = match &block.transfer {
                Transfer::Goto(targets) => targets.iter().map(|&t| Some(t)).collect(),
                _ => vec![None],
            };
            let mut new = Vec::new();
            for &target in &targets {
                let inside = target.filter(|t| !cuts.index.contains_key(t)).map(|t| copies[&t]);
                new.push(match inside {
                    Some(copy) => copy,
                    None => self.exit(at, begin, target, &ends, &mut exits),
                });
            }
            if new.len() > 1 && !self.exhaustive.contains(&b) {
                // The way that the primary took. What the targets assume is looked at there.
                let turn = self.turn(b);
                let mut otherwise = dies;
                for (n, &to) in new.iter().enumerate().rev() {
                    let mut t = self.terms();
                    let (turn, n) = (t.var(turn), t.int(n));
                    let taken = t.eq(turn, n);
                    otherwise = self.branch("turn", taken, to, otherwise);
                }
                new = vec![otherwise];
            }
            self.fill(current, cmds, &new);
        }
        copies[&begin]
    }

    /// Goes on in a new block if the condition holds, else elsewhere.
    fn go_on_if(&mut self, current: BlockId, cmds: Vec<Cmd>, e: ExprId, otherwise: BlockId) -> (BlockId, Vec<Cmd>) {
        let negated = self.program.exprs.not(e);
        let (holds, not) = (self.assume(e), self.assume(negated));
        let not = self.block("not", vec![not], &[otherwise]);
        let next = self.label("S");
        self.fill(current, cmds, &[next, not]);
        (next, vec![holds])
    }

    /// What memory holds at the start, where a scapegoat begins with something else than the primary: its first byte
    /// where the primary has its second.
    pub fn initial_memory(&mut self) -> Vec<Cmd> {
        let mut cmds = Vec::new();
        for n in 0..self.scapegoats.len() {
            let Some(at) = self.scapegoats[n].shrink.second else { continue };
            for map in self.free_at_first() {
                let map = self.scapegoats[n].renaming.var(map);
                let mut t = self.terms();
                let (cells, at, one) = (t.var(map), t.var(at), t.int(1));
                let (first, next) = (t.select(cells, at), t.add(at, one));
                let stored = t.store(cells, next, first);
                cmds.push(self.assign(map, stored));
            }
        }
        cmds
    }

    /// The program's memory that nothing is assumed of at the start: it may begin with anything.
    fn free_at_first(&self) -> Vec<VarId> {
        let mut free = crate::cfg::free_vars::FreeVars::default();
        let assumed = self.initial.iter().filter_map(|&(block, n)| match self.cuts.body.blocks[block].cmds[n].kind {
            CmdKind::Assume(e) => Some(e),
            _ => None,
        });
        let mentioned: FxHashSet<VarId> = assumed.flat_map(|e| free.of(&self.program, e).to_vec()).collect();
        let is_free = |v: &VarId| {
            let var = &self.program.vars[*v];
            is_memory(&self.program, var.ty) && !is_bookkeeping(&self.program, *v) && !mentioned.contains(v)
        };
        self.cuts.body.locals.iter().copied().filter(is_free).collect()
    }

    /// A run that has allocated less than the primary violates no assertion.
    fn hypothesis(&mut self, renaming: &Renaming, e: ExprId) -> Cmd {
        let bytes = self.memory.bytes;
        let mut t = self.terms();
        let (own, primary) = (t.var(renaming.var(bytes)), t.var(bytes));
        let smaller = t.lt(own, primary);
        let e = t.implies(smaller, e);
        self.assume(e)
    }

    /// What a scapegoat draws: any expression is a value that the program may draw.
    fn drawn(&mut self, n: usize, var: VarId) -> ExprId {
        let log = self.log(var);
        let draw = self.scapegoats[n].shrink.draws.get(&var).cloned();
        let renaming = self.scapegoats[n].renaming.clone();
        let next = self.ahead.get(&var).copied();
        let mut t = self.terms();
        let log = t.var(log);
        match draw {
            None => log,
            Some(Draw::Less(step)) => {
                let step = t.int(step);
                let (enough, less) = (t.le(step, log), t.sub(log, step));
                t.ite(enough, less, log)
            }
            Some(Draw::SameEnd(size)) => {
                let (size, own) = (t.var(size), t.var(renaming.var(size)));
                let difference = t.sub(size, own);
                t.add(log, difference)
            }
            Some(Draw::LeaveEarly { at_zero }) => {
                let next = next.expect("internal: nothing is drawn ahead");
                let (next, zero) = (t.var(next), t.int(0));
                let is_zero = t.eq(log, zero);
                let stops = if at_zero { is_zero } else { t.not(is_zero) };
                t.ite(stops, log, next)
            }
        }
    }
}

/// The program's memory, and which blocks live.
fn is_kept(program: &Program, map: VarId) -> bool {
    !is_bookkeeping(program, map) || matches!(role(program, map), Some(Role::Live | Role::Size))
}

/// Assumptions at the start that are about nothing that was assigned before.
fn initial_assumptions(program: &Program, body: &Body) -> FxHashSet<(BlockId, usize)> {
    let mut free = crate::cfg::free_vars::FreeVars::default();
    let mut assigned: FxHashSet<VarId> = FxHashSet::default();
    let mut initial = FxHashSet::default();
    if !predecessors(body)[body.entry].is_empty() {
        return initial;
    }
    for (position, cmd) in body.blocks[body.entry].cmds.iter().enumerate() {
        match &cmd.kind {
            CmdKind::Assume(e) if free.of(program, *e).iter().all(|v| !assigned.contains(v)) => {
                initial.insert((body.entry, position));
            }
            CmdKind::Assume(_) => {}
            CmdKind::Assign(pairs) => assigned.extend(pairs.iter().map(|(v, _)| *v)),
            CmdKind::Havoc(vars) => assigned.extend(vars),
            CmdKind::Assert(..) | CmdKind::Call { .. } => break,
        }
    }
    initial
}

/// Blocks that go to two others, whose first conditions are each other's negation, and that nothing else goes to.
fn exhaustive_branches(program: &mut Program, body: &Body) -> FxHashSet<BlockId> {
    let preds = predecessors(body);
    let mut found = FxHashSet::default();
    for (block, b) in body.blocks.iter_enumerated() {
        let [one, other] = b.transfer.targets()[..] else { continue };
        if preds[one].len() == 1 && preds[other].len() == 1 && complementary(program, body, &[one, other]).is_some() {
            found.insert(block);
        }
    }
    found
}
