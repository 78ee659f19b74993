//! Places that one wants to know whether executions reach: control may stop there, at an assertion that fails.
//!
//! ```text
//! L: assume c; x := 1; …   →   L: assume c; goto stop, on;   stop: assert false;   on: x := 1; …
//! ```
//!
//! A branch target is reached when the assumptions that it begins with hold: the guard, where an `if` or a `while` was
//! written.

use std::collections::BTreeMap;

use ivl::source::Span;
use rustc_hash::FxHashSet;

use crate::base::ids::{BlockId, ExprId, ProcId};
use crate::cfg::loops::loops;
use crate::ir::{AssertKind, Block, Body, Cmd, CmdKind, ExprKind, Names, Program, Transfer};

/// A place, by its position in the result of [`run`].
#[derive(Clone, Debug)]
pub struct Target {
    pub proc: ProcId,
    /// In the new program; control passes through its end when it reaches the place.
    pub block: BlockId,
    pub kind: TargetKind,
    pub span: Span,
    /// Of a branch: the conditions that it begins with.
    pub guards: Vec<ExprId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// A procedure begins.
    Start,
    /// A target of a jump that has several.
    Branch,
    /// The header of a loop.
    Loop,
    /// A way out of the loop whose header is the target at that position.
    Exit(usize),
}

impl TargetKind {
    pub fn describe(self) -> &'static str {
        match self {
            TargetKind::Start => "procedure",
            TargetKind::Branch => "branch",
            TargetKind::Loop => "loop",
            TargetKind::Exit(_) => "way out of a loop",
        }
    }
}

/// Marks the starts of procedures that have bodies and, if wanted, targets of branches: those that stand where `asked`
/// says.
pub fn run(program: &mut Program, branches: bool, asked: &dyn Fn(Span) -> bool) -> Vec<Target> {
    let mut targets = Vec::new();
    for proc in program.procs.ids() {
        let Some(mut body) = program.procs[proc].body.take() else { continue };
        let mut names = Names::of_blocks(&body);
        let mut places: Vec<BlockId> = Vec::new();
        if branches {
            let several = body.blocks.iter().map(|b| b.transfer.targets()).filter(|t| t.len() > 1);
            places.extend(several.flatten().copied());
            places.sort();
            places.dedup();
        }
        for block in places {
            let assumes = body.blocks[block].cmds.iter().take_while(|c| matches!(c.kind, CmdKind::Assume(_))).count();
            let first = body.blocks[block].cmds.first();
            let span = first.map_or(body.blocks[block].span, |c| c.span);
            if !asked(span) {
                continue;
            }
            let guard = |cmd: &Cmd| if let CmdKind::Assume(guard) = cmd.kind { Some(guard) } else { None };
            let guards = body.blocks[block].cmds[..assumes].iter().filter_map(guard).collect();
            mark(program, &mut body, block, assumes, &mut names, targets.len());
            targets.push(Target { proc, block, kind: TargetKind::Branch, span, guards });
        }
        let span = program.procs[proc].span;
        if asked(span) {
            // The entry block may be a branch target, too; then the start comes first.
            let entry = body.entry;
            let rest = mark(program, &mut body, entry, 0, &mut names, targets.len());
            targets.iter_mut().filter(|t| t.proc == proc && t.block == entry).for_each(|t| t.block = rest);
            targets.push(Target { proc, block: entry, kind: TargetKind::Start, span, guards: Vec::new() });
        }
        program.procs[proc].body = Some(body);
    }
    targets
}

/// Marks the headers of loops and the ways out of them, but for loops that have none or in which the program may end.
pub fn of_loops(program: &mut Program) -> Vec<Target> {
    let mut targets = Vec::new();
    for proc in program.procs.ids() {
        let Some(mut body) = program.procs[proc].body.take() else { continue };
        let mut names = Names::of_blocks(&body);
        // Where an edge comes from now, which a way out of an inner loop is on.
        let mut origins: BTreeMap<(BlockId, BlockId), BlockId> = BTreeMap::new();
        let mut headers = Vec::new();
        for found in loops(&body) {
            let inside: FxHashSet<BlockId> = found.members.iter().copied().collect();
            let leaving = |&from: &BlockId| {
                let to = body.blocks[from].transfer.targets().iter().copied();
                to.filter(|to| !inside.contains(to)).map(move |to| (from, to)).collect::<Vec<_>>()
            };
            let edges: Vec<(BlockId, BlockId)> = found.members.iter().flat_map(leaving).collect();
            let ends = |&block: &BlockId| {
                let block = &body.blocks[block];
                matches!(block.transfer, Transfer::Return) || block.cmds.iter().any(|cmd| is_end(program, cmd))
            };
            if edges.is_empty() || found.members.iter().any(ends) {
                continue;
            }
            let span = body.blocks[found.header].cmds.first().map_or(body.blocks[found.header].span, |cmd| cmd.span);
            let position = targets.len();
            headers.push((found.header, position));
            let target = |block, kind| Target { proc, block, kind, span, guards: Vec::new() };
            targets.push(target(found.header, TargetKind::Loop));
            for edge in edges {
                let from = origins.get(&edge).copied().unwrap_or(edge.0);
                let way = between(&mut body, from, edge.1, &mut names);
                let end = body.blocks[way].cmds.len();
                origins.insert(edge, mark(program, &mut body, way, end, &mut names, targets.len()));
                targets.push(target(way, TargetKind::Exit(position)));
            }
        }
        for (header, position) in headers {
            mark(program, &mut body, header, 0, &mut names, position);
        }
        program.procs[proc].body = Some(body);
    }
    targets
}

/// `assume false`
fn is_end(program: &Program, cmd: &Cmd) -> bool {
    matches!(cmd.kind, CmdKind::Assume(e) if program.exprs.get(e).kind == ExprKind::Bool(false))
}

/// A block on an edge that assumes what the target begins with.
fn between(body: &mut Body, from: BlockId, to: BlockId, names: &mut Names) -> BlockId {
    let target = &body.blocks[to];
    let assumptions = target.cmds.iter().take_while(|cmd| matches!(cmd.kind, CmdKind::Assume(_))).cloned().collect();
    let (span, transfer) = (target.span, Transfer::Goto(vec![to]));
    let way = body.blocks.push(Block { name: names.fresh("way"), cmds: assumptions, transfer, span });
    if let Transfer::Goto(targets) = &mut body.blocks[from].transfer {
        targets.iter_mut().filter(|target| **target == to).for_each(|target| *target = way);
    }
    way
}

/// Control may stop in `block` behind its first `before` commands. Returns the block of the other commands.
fn mark(
    program: &mut Program,
    body: &mut Body,
    block: BlockId,
    before: usize,
    names: &mut Names,
    position: usize,
) -> BlockId {
    let old = &mut body.blocks[block];
    let span = old.span;
    let rest = old.cmds.split_off(before);
    let transfer = std::mem::replace(&mut old.transfer, Transfer::Return);
    let on = body.blocks.push(Block { name: names.fresh("on"), cmds: rest, transfer, span });
    let never = program.exprs.bool(false);
    let stop = Cmd::new(CmdKind::Assert(never, AssertKind::Stop(position)), span);
    let stop = Block { name: names.fresh("stop"), cmds: vec![stop], transfer: Transfer::Return, span };
    let stop = body.blocks.push(stop);
    body.blocks[block].transfer = Transfer::Goto(vec![stop, on]);
    on
}
