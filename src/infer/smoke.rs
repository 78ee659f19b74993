//! Code that is verified because nothing can reach it.
//!
//! ```text
//! A: assume P; assert e; goto B;   →   A: assume P; assume e; assert false; goto B;
//! ```
//!
//! An `assert false` at the end of a block that holds: assumptions contradict each other on every way there. Reported
//! is the first such block on a way.

use rustc_hash::FxHashSet;

use super::goals::{Grouping, Split, split_all};
use super::procedure::{Config, Examined};
use super::query::Query;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId};
use crate::cfg::flow::{predecessors, reverse_postorder};
use crate::ir::{
    AssertKind, Attr, Attribute, AttributeValue, Attributes, Body, Cmd, CmdKind, ExprKind, Program, Transfer,
};
use crate::smt::Outcome;
use crate::vc::vocabulary::Vocabulary;
use crate::verdict::Why;

/// A copy of the program with a goal at the end of each block of these procedures, and the goals.
pub fn probed(program: &Program, procs: &[ProcId]) -> (Program, Vec<Split>) {
    let mut probed = program.clone();
    for &proc in procs {
        if let Some(original) = &program.procs[proc].body {
            probed.procs[proc].body = Some(with_probes(&mut probed, original));
        }
    }
    split_all(&probed, procs, Grouping::Single)
}

/// Adds what is unreachable to the result of a verified procedure. The words and goals are of the [`probed`] program.
pub fn find_unreachable(
    program: &Program,
    words: &Vocabulary,
    Split { proc, goals, .. }: &Split,
    config: &Config,
    verified: &mut Examined,
    budget: &Budget,
) {
    let Some(original) = &program.procs[*proc].body else { return };
    if goals.is_empty() {
        return;
    }
    let query = match Query::new(words.above(), *proc, &config.solver, budget) {
        Ok(query) => query,
        Err(stop) => {
            verified.verification.gave_up = Some(Why::Stopped(stop));
            return;
        }
    };
    let preds = predecessors(original);
    let mut unreachable: FxHashSet<BlockId> = FxHashSet::default();
    let order = reverse_postorder(original);
    for block in order {
        // The goals are in the order of the blocks.
        let goal = &goals[block.0 as usize];
        let expected = original.blocks[block].cmds.iter().any(|c| match c.kind {
            CmdKind::Assert(e, _) => *program.exprs.kind(e) == ExprKind::Bool(false),
            _ => false,
        });
        let from = &preds[block];
        if block != original.entry && from.iter().all(|p| unreachable.contains(p)) {
            unreachable.insert(block);
            continue;
        }
        let off: Vec<_> = goals.iter().filter(|g| g.on != goal.on).flat_map(|g| query.off(g)).collect();
        match query.check(&off, budget) {
            Outcome::Unsat => {
                unreachable.insert(block);
                // Who asserts `false` knows.
                if expected {
                    continue;
                }
                let span = original.blocks[block].cmds.iter().map(|c| c.span).find(|s| *s != ivl::source::Span::NONE);
                verified.verification.unreachable.push(span.unwrap_or(original.blocks[block].span));
            }
            Outcome::Stopped(stop) => {
                verified.verification.gave_up = Some(Why::Stopped(stop));
                return;
            }
            Outcome::Sat | Outcome::Unknown(_) => {}
        }
    }
    verified.verification.unreachable.sort();
    verified.verification.unreachable.dedup();
}

fn with_probes(program: &mut Program, original: &Body) -> Body {
    let never = program.exprs.bool(false);
    // What follows is not behind an `assume false`.
    let zero = AttributeValue::Expr(program.exprs.int(0));
    let attrs = Attributes::from([Attribute::with(Attr::Subsumption, vec![zero])]);
    let mut body = original.clone();
    for block in body.blocks.iter_mut() {
        for cmd in &mut block.cmds {
            if let CmdKind::Assert(e, _) = cmd.kind {
                cmd.kind = CmdKind::Assume(e);
            }
        }
        let kind = CmdKind::Assert(never, AssertKind::Assert);
        let probe = Cmd { kind, attrs: attrs.clone(), span: block.span };
        // What ends a way on purpose, as cut loops do, is not what makes its block unreachable.
        let ends = block.transfer == Transfer::Return
            && block.cmds.last().is_some_and(|c| match c.kind {
                CmdKind::Assume(e) => *program.exprs.kind(e) == ExprKind::Bool(false),
                _ => false,
            });
        let at = block.cmds.len() - usize::from(ends);
        block.cmds.insert(at, probe);
    }
    body
}
