//! Loops become what one step of induction needs: their first iterations, and one behind `k` that violate nothing.
//!
//! ```text
//! A: goto H;                        A: goto H¹;
//! H: assert I; goto B, E;           H¹: assert I; goto B¹, E;   B¹: S; goto H²;        the first k iterations
//! B: S; goto H;               →     H²: havoc (what the loop assigns);
//! E: …                                  assume I; goto B²;      B²: S; goto H;         k that violate nothing
//!                                   H: assert I; goto B, E;     B: S; assume false;    one more   (k = 1)
//!                                   E: …
//! ```
//!
//! Whatever an execution of the loop does, there is one of these that does the same: with at most `k` complete
//! iterations, in the copies in front; with more, the arbitrary state is the one before the last `k`, which violated
//! nothing or the execution would have ended. The combined case of A. Donaldson, L. Haller, D. Kroening, P. Rümmer,
//! Software Verification Using k-Induction, SAS 2011.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, ProcId};
use crate::cfg::flow::drop_unreachable;
use crate::cfg::loops::loops;
use crate::ir::build::{Loop, dead_end, havoc, peel, redirect};
use crate::ir::{Body, Cmd, CmdKind, Names, Program, Transfer};

/// Commands that a program may have, unfolded.
const LARGEST: usize = 20_000;

/// Unfolds the loops of a procedure, inner ones first; each has one entry. Without steps, loops stay what they are. `false`: the
/// program becomes too large.
pub fn unfold(program: &mut Program, proc: ProcId, k: usize) -> bool {
    if k == 0 {
        return true;
    }
    let Some(mut body) = program.procs[proc].body.take() else { return true };
    let mut names = Names::of_blocks(&body);
    // Unfolding changes the loops around, so they are found anew; innermost ones come first.
    while let Some(l) = loops(&body).into_iter().next() {
        let size: usize = l.members.iter().map(|&member| 1 + body.blocks[member].cmds.len()).sum();
        if size * 2 * k + body.blocks.len() > LARGEST {
            return false;
        }
        unfold_loop(program, &mut body, l.region(), k, &mut names);
        drop_unreachable(&mut body);
    }
    program.procs[proc].body = Some(body);
    true
}

fn unfold_loop(program: &mut Program, body: &mut Body, l: Loop, k: usize, names: &mut Names) {
    let span = body.blocks[l.header].span;
    let assigned = l.assigned(body);
    let copies = peel(program, body, l, 2 * k, names);
    let never = program.exprs.bool(false);
    let end = dead_end(program, body, l.header, names);
    let arbitrary = havoc(program, body, assigned, span);
    for (index, copy) in copies[k..].iter().enumerate() {
        let next = copies.get(k + index + 1).map_or(l.header, |next| next[&l.header]);
        let inside: FxHashSet<BlockId> = copy.values().copied().chain([next]).collect();
        for &block in copy.values() {
            for cmd in &mut body.blocks[block].cmds {
                if let CmdKind::Assert(e, _) = cmd.kind {
                    cmd.kind = CmdKind::Assume(e);
                }
            }
            // These iterations are complete.
            let leaving = body.blocks[block].transfer.targets().iter().filter(|target| !inside.contains(target));
            let leaving: FxHashMap<BlockId, BlockId> = leaving.map(|&target| (target, end)).collect();
            redirect(body, block, &leaving);
            if matches!(body.blocks[block].transfer, Transfer::Return) {
                body.blocks[block].cmds.push(Cmd::assume(never, span));
            }
        }
    }
    body.blocks[copies[k][&l.header]].cmds.splice(0..0, arbitrary);
    let again = FxHashMap::from_iter([(l.header, end)]);
    l.members.iter().for_each(|&member| redirect(body, member, &again));
}
