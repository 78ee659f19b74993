//! Copies of the program's blocks, one for each iteration that is executed.

use rustc_hash::FxHashMap;

use super::{Emitter, Level, Mode, Run};
use crate::base::ids::{BlockId, ExprId};
use crate::forms::inlined::is_branch;
use crate::ir::{Block, Cmd, CmdKind, Transfer};
use crate::prove::loops::shape::Loop;

impl Emitter<'_> {
    /// An iteration of a loop in a level.
    pub(super) fn inner(
        &mut self,
        outer: usize,
        l: usize,
        mode: Mode,
        which: &str,
        at: ExprId,
        back: BlockId,
    ) -> usize {
        let Level { run, path, asserts, .. } = &self.levels[outer];
        let (run, path) = (*run, format!("{path}/{l}:{which}"));
        let asserts = *asserts && mode == Mode::Full;
        self.level(Level {
            of: Some(l),
            mode,
            parent: Some(outer),
            run,
            path,
            at: Some(at),
            back,
            asserts,
            next: None,
            copies: FxHashMap::default(),
            children: FxHashMap::default(),
        })
    }

    /// Where an edge of the original program goes from a level.
    pub(super) fn edge(&mut self, level: usize, target: BlockId) -> BlockId {
        let Level { of, mode, parent, back, .. } = self.levels[level];
        let inner = self.shape.innermost[target];
        if let Some(l) = of {
            let Loop { header, members, .. } = &self.shape.loops[l];
            if target == *header {
                return back;
            }
            if !members.contains(&target) {
                return match (mode, parent) {
                    (Mode::Full, _) if self.shape.doomed[target] => self.copy(level, target),
                    (Mode::Last, Some(parent)) if !self.shape.doomed[target] => self.edge(parent, target),
                    _ => self.given_up(level, target),
                };
            }
        }
        if inner == of {
            return self.copy(level, target);
        }
        let mut child = inner.expect("internal: a block outside of all loops is in one");
        while self.shape.loops[child].parent != of {
            child = self.shape.loops[child].parent.expect("internal: a loop that is not in the loop around it");
        }
        self.child(level, child)
    }

    /// The run ends where control would go to a block, if it goes there.
    pub(super) fn given_up(&mut self, level: usize, target: BlockId) -> BlockId {
        let Run { good, renaming, .. } = &self.runs[self.levels[level].run];
        let (good, renaming) = (*good, renaming.clone());
        let taken: Vec<ExprId> = match &self.flat.body.blocks[target].cmds[..] {
            [first, ..] if is_branch(first) => first.exprs().collect(),
            _ => return good,
        };
        let end = self.block("left");
        for e in taken {
            let e = renaming.expr(&mut self.program, e);
            self.push(end, CmdKind::Assume(e));
        }
        self.goto(end, vec![good]);
        end
    }

    /// A level's copy of a block.
    pub(super) fn copy(&mut self, level: usize, old: BlockId) -> BlockId {
        if let Some(&copy) = self.levels[level].copies.get(&old) {
            return copy;
        }
        let name = self.flat.body.blocks[old].name.clone();
        let new = self.block(&name);
        self.levels[level].copies.insert(old, new);
        self.pending.push((level, old, new));
        new
    }

    /// What a loop in a level becomes.
    pub(super) fn child(&mut self, level: usize, l: usize) -> BlockId {
        if let Some(&entry) = self.levels[level].children.get(&l) {
            return entry;
        }
        let run = &self.runs[self.levels[level].run];
        if let Some(block) = run.at_loop {
            return block;
        }
        let entry = match (&run.prefix, self.levels[level].next) {
            (Some(chain), Some(next)) if chain[next].0 == l => self.arrive(level, next),
            (Some(_), _) => self.anything(level, l),
            (None, _) => self.residual(level, l, None),
        };
        self.levels[level].children.insert(l, entry);
        entry
    }

    /// The run goes on only if a condition holds. Returns the block where it does.
    pub(super) fn hold(&mut self, block: BlockId, run: usize, condition: ExprId) -> BlockId {
        let Run { strict, good, .. } = self.runs[run];
        if strict {
            self.push(block, CmdKind::Assume(condition));
            return block;
        }
        self.check(block, condition, good)
    }

    /// Writes the blocks that were copied.
    pub(super) fn fill(&mut self) {
        while let Some((level, old, new)) = self.pending.pop() {
            let Block { cmds, transfer, .. } = self.flat.body.blocks[old].clone();
            let mut current = new;
            for (at, cmd) in cmds.iter().enumerate() {
                current = self.cmd(level, old, at, cmd, current);
            }
            let targets = match transfer {
                Transfer::Goto(targets) => {
                    let mut new: Vec<BlockId> = Vec::new();
                    for target in targets {
                        let target = self.edge(level, target);
                        if !new.contains(&target) {
                            new.push(target);
                        }
                    }
                    new
                }
                _ => vec![self.runs[self.levels[level].run].good],
            };
            self.goto(current, targets);
        }
    }

    pub(super) fn cmd(&mut self, level: usize, old: BlockId, at: usize, cmd: &Cmd, current: BlockId) -> BlockId {
        let Level { run, asserts, .. } = self.levels[level];
        let renaming = self.runs[run].renaming.clone();
        match &cmd.kind {
            CmdKind::Assign(pairs) => {
                let mut new = Vec::new();
                for &(var, value) in pairs {
                    new.push((renaming.var(var), renaming.expr(&mut self.program, value)));
                }
                self.push(current, CmdKind::Assign(new));
                current
            }
            CmdKind::Havoc(vars) if self.runs[run].prefix.is_some() => {
                self.push(current, CmdKind::Havoc(vars.clone()));
                current
            }
            CmdKind::Havoc(vars) => {
                let mut new = Vec::new();
                for &var in vars {
                    let key = format!("{}/{old:?}.{at}.{var:?}", self.levels[level].path);
                    let (name, ty) = (self.program.vars[var].name.to_string(), self.program.vars[var].ty);
                    let value = match self.runs[run].chosen.get(&var) {
                        Some(&chosen) => chosen,
                        None => {
                            let any = self.constant(&key, &format!("any_{name}"), ty);
                            self.var(any)
                        }
                    };
                    new.push((renaming.var(var), value));
                }
                self.push(current, CmdKind::Assign(new));
                current
            }
            CmdKind::Assume(e) => {
                let e = renaming.expr(&mut self.program, *e);
                if is_branch(cmd) {
                    self.push(current, CmdKind::Assume(e));
                    return current;
                }
                self.hold(current, run, e)
            }
            CmdKind::Assert(e, _) => {
                let e = renaming.expr(&mut self.program, *e);
                let bad = self.runs[run].bad;
                if asserts { self.check(current, e, bad) } else { self.hold(current, run, e) }
            }
            CmdKind::Call { .. } => panic!("internal: a call in a program without procedures"),
        }
    }

    /// Goes elsewhere if a condition does not hold. Returns the block where it does.
    pub(super) fn check(&mut self, block: BlockId, e: ExprId, otherwise: BlockId) -> BlockId {
        let (ok, no) = (self.block("ok"), self.block("no"));
        let negated = self.program.exprs.not(e);
        self.push(ok, CmdKind::Assume(e));
        self.push(no, CmdKind::Assume(negated));
        self.goto(no, vec![otherwise]);
        self.goto(block, vec![ok, no]);
        ok
    }
}
