//! Keeps what can matter to a violation: procedures that the entry reaches, and in them the blocks that control can
//! reach. Assertions of `true` (source markers) go. In large programs, which generators write with a block for each
//! command, blocks that follow each other become one.
//!
//! Procedures keep their ids; the ones that are not reached lose their bodies. Axioms, functions and globals are
//! left alone: what no formula mentions costs nothing downstream.

use super::{Back, Effect, Origin, Step, keep_reachable};
use crate::base::ids::{IdVec, ProcId};
use crate::cfg::call_graph::reachable;
use crate::cfg::flow::join_blocks;
use crate::cfg::threads::is_thread_mark;
use crate::ir::{Attr, Cmd, CmdKind, ExprKind, Program, has_attribute};

/// Blocks of a program from which on it is worth while to have fewer.
const LARGE: usize = 2_000;

/// Whether it says something to whoever runs it.
fn is_mark(cmd: &Cmd) -> bool {
    is_thread_mark(&cmd.attrs) || has_attribute(&cmd.attrs, Attr::Cover)
}

pub fn run(mut program: Program, entry: ProcId) -> Step {
    let mut live = IdVec::filled(false, program.procs.len());
    for proc in reachable(&program, entry) {
        live[proc] = true;
    }
    let blocks: usize = program.procs.iter().filter_map(|proc| proc.body.as_ref()).map(|body| body.blocks.len()).sum();
    let mut back = Back::default();
    for id in program.procs.ids() {
        if !live[id] {
            program.procs[id].body = None;
            // A further implementation is one by its body.
            program.procs[id].implements = None;
            continue;
        }
        let Some(mut body) = program.procs[id].body.take() else { continue };
        for block in body.blocks.iter_mut() {
            block.cmds.retain(|cmd| match cmd.kind {
                CmdKind::Assert(e, _) => *program.exprs.kind(e) != ExprKind::Bool(true),
                CmdKind::Assume(e) => *program.exprs.kind(e) != ExprKind::Bool(true) || is_mark(cmd),
                _ => true,
            });
        }
        let mut origins = body.blocks.ids().map(Origin::same).collect();
        if blocks < LARGE {
            keep_reachable(&mut body, &mut origins);
        } else {
            let joined = join_blocks(&mut body).into_iter();
            origins = joined.map(|(start, end)| Origin { proc: None, start: Some(start), end: Some(end) }).collect();
        }
        back.blocks.insert(id, origins);
        program.procs[id].body = Some(body);
    }
    Step { program, back, effect: Effect::Equivalent }
}
