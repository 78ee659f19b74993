//! The program of one path: what an execution along a trace does, from the entry to its return, as one block.
//!
//! ```text
//! main: havoc g; call x := P(g); goto A, B;         havoc g; y#1 := g; assume y#1 > 0; z#1 := y#1 + 1; x := z#1;
//! P: assume y > 0; z := y + 1; return;        →     assume x > 7;
//! B: assume x > 7; return;
//! ```
//!
//! Each activation has variables of its own; those of the entry, and the globals, keep their names.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, ExprId, IdVec, ProcId, VarId};
use crate::cfg::free_vars::FreeVars;
use crate::ir::build::{Renaming, rename_cmd};
use crate::ir::{Block, Body, Cmd, CmdKind, Procedure, Program, Transfer, VarKind};
use crate::verdict::{Decision, Trace, Value};
use ivl::source::Span;

/// Where the programs of paths are made: the declarations of a program, with one procedure.
pub struct Stage {
    pub program: Program,
    pub free_vars: FreeVars,
}

impl Stage {
    /// The procedure.
    pub const PATH: ProcId = ProcId(0);

    /// For the paths of `program` from `entry` on.
    pub fn new(program: &Program, entry: ProcId) -> Stage {
        let only = Procedure { body: None, ..program.procs[entry].clone() };
        let program = Program { procs: [only].into_iter().collect(), ..program.clone() };
        Stage { program, free_vars: FreeVars::default() }
    }
}

/// A path of a program, in terms of a [`Stage`].
pub struct Path {
    pub body: Body,
    /// The globals that it reads.
    pub reads: FxHashSet<VarId>,
    entry: ProcId,
    /// What of it a trace mentions, in order.
    points: Vec<Point>,
}

/// Where an execution has a choice.
enum Point {
    Goto(Decision),
    /// A variable of an activation begins with any value: in the path, in the program.
    Initial(VarId, VarId),
    /// A variable gets any value.
    Value(VarId, VarId),
}

impl Path {
    /// The path of a trace; `None` if the trace does not say where control goes.
    pub fn new(stage: &mut Stage, program: &Program, trace: &Trace) -> Option<Path> {
        let mut maker = Maker { stage, program, cmds: Vec::new(), locals: Vec::new(), points: Vec::new() };
        maker.follow(trace)?;
        let Maker { cmds, locals, points, .. } = maker;
        let mut reads = FxHashSet::default();
        for e in cmds.iter().flat_map(Cmd::exprs) {
            let vars = stage.free_vars.of(&stage.program, e);
            reads.extend(vars.iter().copied().filter(|&v| program.vars.len() > v.0 as usize));
        }
        reads.retain(|&v| program.vars[v].kind == VarKind::Global);
        let mut blocks = IdVec::new();
        let entry = blocks.push(Block { name: "path".into(), cmds, transfer: Transfer::Return, span: Span::NONE });
        Some(Path { body: Body { locals, blocks, entry }, reads, entry: trace.entry, points })
    }

    /// The trace of the program that an execution of the path stands for.
    pub fn trace(&self, execution: Trace) -> Trace {
        let (mut initial, mut values) = (FxHashMap::default(), VecDeque::new());
        for decision in execution.decisions {
            match decision {
                Decision::Initial { var, value } => {
                    initial.insert(var, value);
                }
                Decision::Value { var, value } => values.push_back((var, value)),
                Decision::Goto { .. } | Decision::Turn { .. } => {}
            }
        }
        let next = |values: &mut VecDeque<(VarId, Value)>, wanted: VarId| match values.front() {
            Some((var, _)) if *var == wanted => values.pop_front().map(|(_, value)| value),
            _ => None,
        };
        let decision = |point: &Point| match point {
            Point::Goto(decision) => Some(decision.clone()),
            Point::Initial(own, var) => Some(Decision::Initial { var: *var, value: initial.remove(own)? }),
            Point::Value(own, var) => Some(Decision::Value { var: *var, value: next(&mut values, *own)? }),
        };
        let decisions = self.points.iter().filter_map(decision).collect();
        Trace { entry: self.entry, decisions, ..execution }
    }
}

/// An activation.
struct Frame {
    proc: ProcId,
    block: BlockId,
    next: usize,
    renaming: Renaming,
    /// Variables of the caller that get the results.
    outs: Vec<VarId>,
}

struct Maker<'a> {
    stage: &'a mut Stage,
    program: &'a Program,
    cmds: Vec<Cmd>,
    locals: Vec<VarId>,
    points: Vec<Point>,
}

impl Maker<'_> {
    fn follow(&mut self, trace: &Trace) -> Option<()> {
        let mut gotos = trace.decisions.iter().filter(|d| matches!(d, Decision::Goto { .. })).peekable();
        let body = self.program.procs[trace.entry].body.as_ref()?;
        self.locals.extend(&body.locals);
        let own = self.program.procs[trace.entry].outs.iter().chain(&body.locals);
        self.points.extend(own.map(|&v| Point::Initial(v, v)));
        let first =
            Frame { proc: trace.entry, block: body.entry, next: 0, renaming: Renaming::default(), outs: Vec::new() };
        let mut frames = vec![first];
        while let Some(frame) = frames.last_mut() {
            let block = &self.program.procs[frame.proc].body.as_ref()?.blocks[frame.block];
            if let Some(cmd) = block.cmds.get(frame.next) {
                frame.next += 1;
                let callee = self.command(cmd, &frame.renaming)?;
                frames.extend(callee);
                continue;
            }
            let targets = block.transfer.targets();
            if targets.is_empty() {
                let Some(Frame { proc, renaming, outs, .. }) = frames.pop() else { break };
                let results = self.program.procs[proc].outs.iter().map(|&v| renaming.var(v));
                let program = &mut self.stage.program;
                let pairs = outs.into_iter().zip(results).map(|(to, from)| (to, program.var_expr(from))).collect();
                self.assign(pairs);
                continue;
            }
            let here = |d: &Decision| match *d {
                Decision::Goto { proc, block, target } => {
                    (proc, block) == (frame.proc, frame.block) && targets.contains(&target)
                }
                _ => false,
            };
            let target = match gotos.next_if(|d| here(d)) {
                Some(decision) => {
                    self.points.push(Point::Goto(decision.clone()));
                    let Decision::Goto { target, .. } = *decision else { return None };
                    target
                }
                None if targets.len() == 1 => targets[0],
                None => return None,
            };
            (frame.block, frame.next) = (target, 0);
        }
        Some(())
    }

    /// Adds a command; a call is entered instead. `None`: the path goes nowhere.
    fn command(&mut self, cmd: &Cmd, renaming: &Renaming) -> Option<Option<Frame>> {
        match &cmd.kind {
            CmdKind::Call { callee, ins, outs, .. } => {
                let ins = ins.iter().map(|&e| renaming.expr(&mut self.stage.program, e)).collect::<Vec<_>>();
                let outs = outs.iter().map(|&v| renaming.var(v)).collect();
                self.enter(*callee, ins, outs).map(Some)
            }
            kind => {
                if let CmdKind::Havoc(vars) = kind {
                    self.points.extend(vars.iter().map(|&v| Point::Value(renaming.var(v), v)));
                }
                let renamed = rename_cmd(&mut self.stage.program, cmd, renaming);
                self.cmds.push(renamed);
                Some(None)
            }
        }
    }

    fn enter(&mut self, callee: ProcId, ins: Vec<ExprId>, outs: Vec<VarId>) -> Option<Frame> {
        let proc = &self.program.procs[callee];
        let body = proc.body.as_ref()?;
        let mut renaming = Renaming::default();
        for &var in proc.ins.iter().chain(&proc.outs).chain(&body.locals) {
            let mut own = self.program.vars[var].clone();
            own.kind = VarKind::Local;
            let own = self.stage.program.vars.push(own);
            self.locals.push(own);
            renaming.vars.insert(var, own);
        }
        self.assign(proc.ins.iter().map(|&v| renaming.var(v)).zip(ins).collect());
        let uninitialised = proc.outs.iter().chain(&body.locals);
        self.points.extend(uninitialised.map(|&v| Point::Initial(renaming.var(v), v)));
        Some(Frame { proc: callee, block: body.entry, next: 0, renaming, outs })
    }

    fn assign(&mut self, pairs: Vec<(VarId, ExprId)>) {
        self.cmds.extend(Cmd::assign(pairs, Span::NONE));
    }
}
