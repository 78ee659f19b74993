//! Where control may be in an atomic section: what calls bring along counts, as do sections that callees leave open.

use rustc_hash::FxHashMap;

use super::threads::{Mark, is_atomic, is_spawn, mark};
use crate::base::ids::{BlockId, IdVec, ProcId};
use crate::ir::{Body, Cmd, Program, Transfer};

/// Deeper nesting is taken for any depth.
const DEEP: u32 = 4;

/// How many sections control may be in, at most; [`DEEP`]: any number.
type Depth = u32;

/// The depths in a program.
#[derive(Default)]
pub struct Sections {
    entry: FxHashMap<ProcId, Depth>,
    exit: FxHashMap<ProcId, Depth>,
    blocks: FxHashMap<ProcId, IdVec<BlockId, Option<Depth>>>,
}

impl Sections {
    /// The depths in the procedures that executions reach which begin in one of them.
    pub fn new(program: &Program, start: ProcId) -> Sections {
        let mut sections = Sections::default();
        sections.entry.insert(start, 0);
        loop {
            let before = (sections.entry.clone(), sections.exit.clone());
            let mut known: Vec<ProcId> = sections.entry.keys().copied().collect();
            known.sort();
            for proc in known {
                sections.body(program, proc);
            }
            if (&sections.entry, &sections.exit) == (&before.0, &before.1) {
                return sections;
            }
        }
    }

    /// For each command of a block of a procedure's body, whether it may run in a section; the last: at the block's end.
    pub fn inside(&self, proc: ProcId, body: &Body, block: BlockId) -> Vec<bool> {
        let mut depth = self.blocks.get(&proc).and_then(|blocks| blocks[block]);
        let mut inside = vec![depth.is_some_and(|d| d > 0)];
        for cmd in &body.blocks[block].cmds {
            depth = depth.and_then(|d| self.after(cmd, d));
            inside.push(depth.is_some_and(|d| d > 0));
        }
        inside
    }

    fn body(&mut self, program: &Program, proc: ProcId) {
        let Some(body) = &program.procs[proc].body else {
            let entry = self.entry[&proc];
            self.exit.insert(proc, entry);
            return;
        };
        let entry = self.entry[&proc];
        let is_atomic = is_atomic(program, &program.procs[proc]);
        let first = (entry + u32::from(is_atomic)).min(DEEP);
        let mut blocks: IdVec<BlockId, Option<Depth>> = IdVec::filled(None, body.blocks.len());
        blocks[body.entry] = Some(first);
        let mut open = vec![body.entry];
        let mut exit = None;
        while let Some(block) = open.pop() {
            let Some(depth) = self.through(body, block, blocks[block]) else { continue };
            if body.blocks[block].transfer == Transfer::Return {
                exit = exit.max(Some(if is_atomic { entry } else { depth }));
            }
            for &target in body.blocks[block].transfer.targets() {
                if blocks[target] < Some(depth) {
                    blocks[target] = Some(depth);
                    open.push(target);
                }
            }
        }
        self.blocks.insert(proc, blocks);
        if let Some(exit) = exit {
            self.exit.insert(proc, exit);
        }
    }

    /// The depth behind a block; `None`: control does not come there, as far as is known.
    fn through(&mut self, body: &Body, block: BlockId, mut depth: Option<Depth>) -> Option<Depth> {
        for cmd in &body.blocks[block].cmds {
            let now = depth?;
            if let Some(callee) = cmd.callee() {
                let begin = if is_spawn(cmd) { 0 } else { now };
                let entry = self.entry.entry(callee).or_insert(begin);
                *entry = begin.max(*entry);
            }
            depth = self.after(cmd, now);
        }
        depth
    }

    fn after(&self, cmd: &Cmd, depth: Depth) -> Option<Depth> {
        match (mark(cmd), cmd.callee()) {
            (Some(Mark::Begin { nests: true }), _) => Some((depth + 1).min(DEEP)),
            (Some(Mark::Begin { nests: false }), _) => Some(1),
            (Some(Mark::End { nests: true }), _) if depth < DEEP => Some(depth.saturating_sub(1)),
            (Some(Mark::End { nests: false }), _) => Some(0),
            (None, Some(callee)) if !is_spawn(cmd) => self.exit.get(&callee).copied(),
            _ => Some(depth),
        }
    }
}
