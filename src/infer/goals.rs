//! Assertions become branches to blocks that nothing leaves, so that "can this one fail?" is "can that block be
//! reached?".
//!
//! ```text
//! A: S; assert e; T; goto B;   →   A: S; goto fail, ok;   fail: havoc on; assume on; assume !e; return;
//!                                  ok: assume e; T; goto B;
//! ```
//!
//! `on` is a Boolean that nothing else mentions: a query that assumes `!on` does not look at this goal. What leads to
//! no goal is dropped. Neighbours that a [`Grouping`] takes together share a goal; each has a Boolean `holds` there:
//!
//! ```text
//! fail: havoc on, h1, h2; assume on; assume h1 <==> e1; assume h2 <==> e2; assume !(h1 && h2); return;
//! ```
//!
//! Of an `e` with quantifiers only `!h ==> !e` is assumed: that it holds need not be shown to the solver.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::flow::{leading_to, retain_blocks};
use crate::ir::visit::has_quantifier;
use crate::ir::{
    AssertKind, Attr, Attributes, Block, Body, Cmd, CmdKind, Names, Op, Program, Transfer, TypeTable, VarKind,
    int_attribute, is_marked,
};
use crate::pass::{Back, Origin};
use ivl::source::Span;

/// A block that is reached when one of its checks fails.
#[derive(Debug)]
pub struct Goal {
    pub on: VarId,
    pub block: BlockId,
    pub checks: Vec<Check>,
    /// The goals behind a `{:split_here}` belong together, and so do those between two.
    pub part: usize,
}

/// An assertion.
#[derive(Clone, Debug)]
pub struct Check {
    pub condition: ExprId,
    pub kind: AssertKind,
    pub attrs: Attributes,
    pub span: Span,
    /// False in a model only where the condition does not hold; only where several checks share a goal.
    pub holds: Option<VarId>,
}

/// Which assertions are one goal with the assertion in front of them.
#[derive(Clone, Copy)]
pub enum Grouping<'a> {
    /// None: each is a goal of its own.
    Single,
    /// Those of which this holds, if it holds of the one in front, too.
    Together(&'a dyn Fn(&Program, ExprId) -> bool),
}

/// A procedure and its goals.
pub struct Split {
    pub proc: ProcId,
    pub goals: Vec<Goal>,
    /// The way back for traces.
    pub back: Back,
    /// How long it took to find them.
    pub took: Duration,
}

/// A copy of the program in which the goals of these procedures are split, and the goals.
pub fn split_all(program: &Program, procs: &[ProcId], grouping: Grouping) -> (Program, Vec<Split>) {
    let mut program = program.clone();
    let split = procs.iter().map(|&proc| {
        let start = Instant::now();
        let (goals, back) = split_goals(&mut program, proc, grouping);
        Split { proc, goals, back, took: start.elapsed() }
    });
    let split = split.collect();
    (program, split)
}

/// The goals of a procedure, whose body is changed: it has no assertions afterwards. Also the way back for traces.
pub fn split_goals(program: &mut Program, proc: ProcId, grouping: Grouping) -> (Vec<Goal>, Back) {
    let Some(old) = program.procs[proc].body.take() else { return Default::default() };
    let names = Names::of_blocks(&old);
    let mut work = Work {
        program,
        blocks: IdVec::new(),
        origins: IdVec::new(),
        names,
        goals: Vec::new(),
        made: Vec::new(),
        ensures: FxHashMap::default(),
        part: 0,
    };
    // The first part of each block keeps its number.
    for (id, block) in old.blocks.iter_enumerated() {
        work.blocks.push(Block { cmds: Vec::new(), transfer: Transfer::Return, ..block.clone() });
        work.origins.push(Origin { start: Some(id), ..Origin::default() });
    }
    for (id, block) in old.blocks.iter_enumerated() {
        work.block(id, block, grouping);
    }
    let Work { blocks, mut origins, goals, made, .. } = work;
    let mut back = Back::default();
    back.vars.extend(made.iter().map(|&v| (v, None)));
    let mut body = Body { locals: old.locals, blocks, entry: old.entry };
    body.locals.extend(made);
    // Goals that control cannot reach are none.
    let new_ids = leave_paths_to_goals(&mut body, &mut origins, &goals);
    let goals = goals.into_iter().filter_map(|goal| Some(Goal { block: new_ids[goal.block]?, ..goal })).collect();
    program.procs[proc].body = Some(body);
    back.blocks.insert(proc, origins);
    (goals, back)
}

struct Work<'a> {
    program: &'a mut Program,
    blocks: IdVec<BlockId, Block>,
    origins: IdVec<BlockId, Origin>,
    names: Names,
    goals: Vec<Goal>,
    made: Vec<VarId>,
    /// A postcondition that fails at one return is not reported at the others: they share a switch.
    ensures: FxHashMap<(Span, ExprId), VarId>,
    part: usize,
}

impl Work<'_> {
    fn block(&mut self, id: BlockId, block: &Block, grouping: Grouping) {
        let mut current = id;
        let mut rest = block.cmds.iter().peekable();
        while let Some(cmd) = rest.next() {
            if is_marked(&self.program.exprs, &cmd.attrs, Attr::SplitHere) {
                self.part += 1;
            }
            let CmdKind::Assert(e, _) = cmd.kind else {
                self.blocks[current].cmds.push(cmd.clone());
                continue;
            };
            let mut group = vec![cmd];
            if let Grouping::Together(belongs) = grouping
                && belongs(self.program, e)
            {
                while let Some(next) = rest.next_if(|c| match c.kind {
                    CmdKind::Assert(e, _) => belongs(self.program, e),
                    _ => false,
                }) {
                    group.push(next);
                }
            }
            current = self.goal(current, &group);
        }
        self.blocks[current].transfer = block.transfer.clone();
        self.origins[current].end = Some(id);
        // The return is where the last part stands.
        self.blocks[current].span = block.span;
    }

    /// Ends `current` with these checks; returns the block behind them.
    fn goal(&mut self, current: BlockId, group: &[&Cmd]) -> BlockId {
        let span = group[0].span;
        let mut checks: Vec<Check> = Vec::with_capacity(group.len());
        for cmd in group {
            if let CmdKind::Assert(condition, kind) = cmd.kind {
                checks.push(Check { condition, kind, attrs: cmd.attrs.clone(), span: cmd.span, holds: None });
            }
        }
        let on = match checks[..] {
            [Check { kind: AssertKind::Ensures(clause), condition, .. }] => {
                match self.ensures.get(&(clause, condition)) {
                    Some(&on) => on,
                    None => {
                        let on = self.boolean("on");
                        self.ensures.insert((clause, condition), on);
                        on
                    }
                }
            }
            _ => self.boolean("on"),
        };
        let mut havoc = vec![on];
        let mut assumed = vec![self.program.var_expr(on)];
        if checks.len() == 1 {
            assumed.push(self.program.exprs.not(checks[0].condition));
        } else {
            let mut all = Vec::with_capacity(checks.len());
            for check in &mut checks {
                let holds = self.boolean("holds");
                havoc.push(holds);
                check.holds = Some(holds);
                let holds = self.program.var_expr(holds);
                assumed.push(match has_quantifier(&self.program.exprs, check.condition) {
                    true => {
                        let fails = self.program.exprs.not(check.condition);
                        self.program.exprs.or(&[holds, fails])
                    }
                    false => self.program.exprs.op(Op::Iff, [holds, check.condition], TypeTable::BOOL),
                });
                all.push(holds);
            }
            let all = self.program.exprs.and(&all);
            assumed.push(self.program.exprs.not(all));
        }
        let mut cmds = vec![Cmd::new(CmdKind::Havoc(havoc), span)];
        cmds.extend(assumed.into_iter().map(|e| Cmd::assume(e, span)));
        let fail = self.add("fail", cmds, span);
        let kept = checks.iter().filter(|c| is_subsumed(self.program, c));
        let cmds: Vec<Cmd> = kept.map(|c| Cmd::assume(c.condition, c.span)).collect();
        let on_block = self.add("ok", cmds, span);
        self.blocks[current].transfer = Transfer::Goto(vec![fail, on_block]);
        self.goals.push(Goal { on, block: fail, checks, part: self.part });
        on_block
    }

    fn boolean(&mut self, name: &str) -> VarId {
        let var = self.program.new_var(name, VarKind::Local, TypeTable::BOOL, Span::NONE);
        self.made.push(var);
        var
    }

    fn add(&mut self, name: &str, cmds: Vec<Cmd>, span: Span) -> BlockId {
        let name = self.names.fresh(name);
        self.origins.push(Origin::default());
        self.blocks.push(Block { name, cmds, transfer: Transfer::Return, span })
    }
}

/// Whether an assertion is assumed behind it: `{:subsumption 0}` never, `1` unless it has a quantifier, `2` always.
fn is_subsumed(program: &Program, check: &Check) -> bool {
    match int_attribute(&program.exprs, &check.attrs, Attr::Subsumption) {
        Some(0) => false,
        Some(1) => !has_quantifier(&program.exprs, check.condition),
        _ => true,
    }
}

/// Drops every block that leads to no goal, or that control cannot reach. Returns the new numbers of the others.
fn leave_paths_to_goals(
    body: &mut Body,
    origins: &mut IdVec<BlockId, Origin>,
    goals: &[Goal],
) -> IdVec<BlockId, Option<BlockId>> {
    let number = crate::cfg::flow::depth_first(body).number;
    let leads = leading_to(body, goals.iter().map(|goal| goal.block).filter(|b| number[*b].is_some()));
    if !leads[body.entry] {
        return IdVec::filled(None, body.blocks.len());
    }
    for block in body.blocks.iter_mut() {
        if let Transfer::Goto(targets) = &mut block.transfer {
            targets.retain(|t| leads[*t]);
        }
    }
    *origins = origins.iter_enumerated().filter(|&(b, _)| leads[b]).map(|(_, origin)| *origin).collect();
    retain_blocks(body, |b| leads[b])
}
