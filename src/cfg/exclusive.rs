//! Which calls exclude each other: no execution of their procedure passes through both.
//!
//! ```text
//! if (*) { call P(); } else { call Q(); }   P and Q exclude each other; a procedure that both may call can be
//!                                           active on behalf of one of them only
//! ```

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::call_graph::{bottom_up, callees, reachable};
use super::flow::reverse_postorder;
use crate::base::ids::{BlockId, Id, IdVec, ProcId};
use crate::ir::{Block, Body, Cmd, Program};

/// The blocks of an acyclic body that call, and which of them lie on one path.
pub struct CallOrder {
    /// The blocks that call, by number.
    blocks: Vec<BlockId>,
    number: FxHashMap<BlockId, usize>,
    /// For each of them, those that control may still reach, itself included.
    after: Vec<FixedBitSet>,
}

impl CallOrder {
    pub fn new(body: &Body) -> CallOrder {
        let order = reverse_postorder(body);
        let blocks: Vec<BlockId> =
            order.iter().copied().filter(|&b| callees_of(&body.blocks[b]).next().is_some()).collect();
        let number: FxHashMap<BlockId, usize> = blocks.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let mut waiting = IdVec::filled(0_usize, body.blocks.len());
        order.iter().flat_map(|&b| body.blocks[b].transfer.targets()).for_each(|&target| waiting[target] += 1);
        let mut after = vec![FixedBitSet::new(); blocks.len()];
        let mut open: IdVec<BlockId, FixedBitSet> = IdVec::filled(FixedBitSet::new(), body.blocks.len());
        for &block in order.iter().rev() {
            let mut reached = FixedBitSet::with_capacity(blocks.len());
            for &target in body.blocks[block].transfer.targets() {
                // Large bodies have many blocks: what no other block needs is gone.
                waiting[target] -= 1;
                match waiting[target] {
                    0 if reached.is_clear() => reached = std::mem::take(&mut open[target]),
                    0 => reached.union_with(&std::mem::take(&mut open[target])),
                    _ => reached.union_with(&open[target]),
                }
            }
            reached.grow(blocks.len());
            if let Some(&own) = number.get(&block) {
                reached.insert(own);
                after[own].clone_from(&reached);
            }
            open[block] = reached;
        }
        CallOrder { blocks, number, after }
    }

    /// Whether an execution may pass through calls of both blocks.
    pub fn compatible(&self, a: BlockId, b: BlockId) -> bool {
        let (a, b) = (self.number[&a], self.number[&b]);
        self.after[a].contains(b) || self.after[b].contains(a)
    }
}

/// The procedures that calls which exclude each other may both reach, if they make at least so many
/// instances when all calls below them are inlined. All bodies are acyclic.
pub fn shareable(program: &Program, entry: ProcId, least: u64) -> FixedBitSet {
    let groups = bottom_up(program);
    let closure = transitive_callees(program, &groups);
    let mut found = FixedBitSet::with_capacity(program.procs.len());
    for proc in reachable(program, entry) {
        let Some(body) = &program.procs[proc].body else { continue };
        let order = CallOrder::new(body);
        // The blocks come in a topological order, so those that may reach a procedure exclude each other nowhere if each
        // is on one path with the one before.
        let mut last: Vec<Option<usize>> = vec![None; program.procs.len()];
        for (number, &block) in order.blocks.iter().enumerate() {
            let mut all = FixedBitSet::with_capacity(program.procs.len());
            callees_of(&body.blocks[block]).for_each(|callee| all.union_with(&closure[callee]));
            for callee in all.ones() {
                if last[callee].is_some_and(|before| !order.after[before].contains(number)) {
                    found.insert(callee);
                }
                last[callee] = Some(number);
            }
        }
    }
    let instances = unfolded(program, &groups);
    found.ones().filter(|&p| instances[ProcId::from_index(p)] >= least).collect()
}

/// The number of instances when all calls below a procedure are inlined, each recursive procedure once. The groups are
/// those of [`bottom_up`].
fn unfolded(program: &Program, groups: &[Vec<ProcId>]) -> IdVec<ProcId, u64> {
    let mut instances: IdVec<ProcId, u64> = IdVec::filled(0, program.procs.len());
    for group in groups {
        let calls = group.iter().filter_map(|&p| program.procs[p].body.as_ref());
        let callees = calls.flat_map(|body| body.blocks.iter().flat_map(callees_of));
        let all = callees.fold(1, |sum: u64, callee| sum.saturating_add(instances[callee]));
        for &proc in group {
            instances[proc] = all;
        }
    }
    instances
}

fn callees_of(block: &Block) -> impl Iterator<Item = ProcId> {
    block.cmds.iter().filter_map(Cmd::callee)
}

/// For each procedure, itself and all that it may call, directly or not.
fn transitive_callees(program: &Program, groups: &[Vec<ProcId>]) -> IdVec<ProcId, FixedBitSet> {
    let callees = callees(program);
    let mut closure = IdVec::filled(FixedBitSet::new(), program.procs.len());
    for group in groups {
        let mut all = FixedBitSet::with_capacity(program.procs.len());
        for &proc in group {
            all.insert(proc.index());
            for &callee in &callees[proc] {
                all.insert(callee.index());
                all.union_with(&closure[callee]);
            }
        }
        for &proc in group {
            closure[proc] = all.clone();
        }
    }
    closure
}
