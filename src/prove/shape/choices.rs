//! `x := if c then a else b` becomes a branch, so that which of the two it is stays known.
//!
//! ```text
//! B: S; x := if c then a else b; T;   →   B: S; goto Y, N;   Y: assume c; x := a; goto R;   N: …   R: T;
//! ```

use crate::ir::build::split_block;
use crate::ir::{Block, Body, Cmd, CmdKind, ExprKind, Names, Op, Program, Transfer};

pub fn split(program: &mut Program, body: &mut Body) {
    let mut names = Names::of_blocks(body);
    let mut pending: Vec<_> = body.blocks.ids().collect();
    while let Some(block) = pending.pop() {
        let found = body.blocks[block].cmds.iter().enumerate().find_map(|(at, cmd)| {
            let CmdKind::Assign(pairs) = &cmd.kind else { return None };
            pairs.iter().enumerate().find_map(|(number, &(_, e))| match program.exprs.kind(e) {
                ExprKind::Op(Op::Ite, args) => Some((at, number, [args[0], args[1], args[2]])),
                _ => None,
            })
        });
        let Some((at, number, [condition, yes, no])) = found else { continue };
        let after = split_block(body, block, at + 1, &mut names);
        let choice = body.blocks[block].cmds.pop().expect("internal: the command is there");
        let (name, span) = (body.blocks[block].name.clone(), body.blocks[block].span);
        let otherwise = program.exprs.not(condition);
        let mut targets = Vec::new();
        for (condition, value) in [(condition, yes), (otherwise, no)] {
            let mut assign = choice.clone();
            if let CmdKind::Assign(pairs) = &mut assign.kind {
                pairs[number].1 = value;
            }
            let cmds = vec![Cmd::assume(condition, choice.span), assign];
            let transfer = Transfer::Goto(vec![after]);
            targets.push(body.blocks.push(Block { name: names.fresh(&name), cmds, transfer, span }));
        }
        pending.push(after);
        pending.extend(&targets);
        body.blocks[block].transfer = Transfer::Goto(targets);
    }
}
