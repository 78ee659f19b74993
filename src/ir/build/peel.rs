//! Iterations in front of a loop.
//!
//! ```text
//! A: goto H;                 A: goto H#1;
//! H: …; goto B, E;     →     H#1: …; goto B#1, E;   B#1: …; goto H;
//! B: …; goto H;              H: …; goto B, E;       B: …; goto H;
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::region::{Loop, copy_region, redirect};
use super::rename::Renaming;
use crate::base::ids::BlockId;
use crate::ir::{Block, Body, Cmd, Names, Program, Transfer};

/// Executes up to `times` iterations in copies of the loop in front of it. Returns the copies of the members, the
/// first iteration first.
pub fn peel(
    program: &mut Program,
    body: &mut Body,
    l: Loop,
    times: usize,
    names: &mut Names,
) -> Vec<FxHashMap<BlockId, BlockId>> {
    let members: FxHashSet<BlockId> = l.members.iter().copied().collect();
    let outside: Vec<BlockId> = body.blocks.ids().filter(|b| !members.contains(b)).collect();
    let mut copies: Vec<FxHashMap<BlockId, BlockId>> =
        (0..times).map(|_| copy_region(program, body, l.members, &Renaming::default(), names)).collect();
    for i in 0..times {
        let again = copies.get(i + 1).map_or(l.header, |next| next[&l.header]);
        let own = copies[i][&l.header];
        for &copy in copies[i].values() {
            redirect(body, copy, &FxHashMap::from_iter([(own, again)]));
        }
    }
    if let Some(first) = copies.first_mut() {
        let enter = FxHashMap::from_iter([(l.header, first[&l.header])]);
        outside.into_iter().for_each(|b| redirect(body, b, &enter));
        if body.entry == l.header {
            body.entry = first[&l.header];
        }
    }
    copies
}

/// Takes back edges at most `times` times; executions that would go on end there.
pub fn unroll(program: &mut Program, body: &mut Body, l: Loop, times: usize, names: &mut Names) {
    peel(program, body, l, times, names);
    // What is left of the loop is the last iteration.
    let end = dead_end(program, body, l.header, names);
    for &member in l.members {
        redirect(body, member, &FxHashMap::from_iter([(l.header, end)]));
    }
}

/// Adds a block where executions end that would go on to `instead`.
pub fn dead_end(program: &mut Program, body: &mut Body, instead: BlockId, names: &mut Names) -> BlockId {
    let never = program.exprs.bool(false);
    let span = body.blocks[instead].span;
    let cmds = vec![Cmd::assume(never, span)];
    body.blocks.push(Block { name: names.fresh("cut"), cmds, transfer: Transfer::Return, span })
}
