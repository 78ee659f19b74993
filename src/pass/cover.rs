//! Marks what counts for coverage in a program whose front end has not: commands, and targets of jumps that have several.
//!
//! ```text
//! A: goto B, C;   →   A: goto A#0, A#1;   A#0: assume {:cover "branch", 0, 0} true; goto B;   …
//! ```

use std::sync::Arc;

use ivl::source::Span;

use crate::base::ids::ExprId;
use crate::ir::cover::{Goal, GoalKind};
use crate::ir::{Attr, Block, Body, Cmd, CmdKind, Names, Program, Transfer, has_attribute};

/// Marks a program, unless it is marked.
pub fn run(program: &mut Program) {
    if program.procs.iter().flat_map(|proc| proc.cmds()).any(|cmd| has_attribute(&cmd.attrs, Attr::Cover)) {
        return;
    }
    let mut conditions = 0;
    for proc in program.procs.ids() {
        let Some(mut body) = program.procs[proc].body.take() else { continue };
        branches(program, &mut body, &mut conditions);
        lines(program, &mut body);
        let (name, span) = (program.procs[proc].name.clone(), program.procs[proc].span);
        let start = mark(program, &GoalKind::Function(name), span);
        let entry = body.entry;
        body.blocks[entry].cmds.insert(0, start);
        program.procs[proc].body = Some(body);
    }
}

fn mark(program: &mut Program, kind: &GoalKind, span: Span) -> Cmd {
    let exprs = &mut program.exprs;
    let attr = Goal::attribute(kind, |n| -> ExprId { exprs.int(n) });
    let attrs = Arc::from([attr]);
    Cmd { attrs, ..Cmd::new(CmdKind::Assume(exprs.bool(true)), span) }
}

/// A block on each way where control may go several, behind what the target begins with.
fn branches(program: &mut Program, body: &mut Body, conditions: &mut u32) {
    let mut names = Names::of_blocks(body);
    for block in body.blocks.ids().collect::<Vec<_>>() {
        let Transfer::Goto(targets) = body.blocks[block].transfer.clone() else { continue };
        if targets.len() < 2 {
            continue;
        }
        let condition = *conditions;
        *conditions += 1;
        let mut ways = Vec::new();
        for (side, target) in targets.into_iter().enumerate() {
            let to = &body.blocks[target];
            let assumed = to.cmds.iter().take_while(|cmd| matches!(cmd.kind, CmdKind::Assume(_)));
            let mut cmds: Vec<Cmd> = assumed.cloned().collect();
            let span = to.cmds.first().map_or(to.span, |cmd| cmd.span);
            cmds.push(mark(program, &GoalKind::Branch { condition, side: side as u32 }, span));
            let (name, transfer) = (names.fresh("way"), Transfer::Goto(vec![target]));
            ways.push(body.blocks.push(Block { name, cmds, transfer, span }));
        }
        body.blocks[block].transfer = Transfer::Goto(ways);
    }
}

/// Commands count, but for what blocks begin with: it belongs to the jump.
fn lines(program: &mut Program, body: &mut Body) {
    for block in body.blocks.iter_mut() {
        let assumed = block.cmds.iter().take_while(|cmd| matches!(cmd.kind, CmdKind::Assume(_))).count();
        for cmd in block.cmds.split_off(assumed) {
            block.cmds.push(mark(program, &GoalKind::Line, cmd.span));
            block.cmds.push(cmd);
        }
    }
}
