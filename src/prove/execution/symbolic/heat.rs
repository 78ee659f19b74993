//! How much of what is decided later hangs on a variable: conditions, and cells that are looked for. Ways that differ in a number by which
//! much is decided stay apart: a choice between the two would be decided again and again. As in V. Kuznetsov, J. Kinder, S. Bucur,
//! G. Candea, *Efficient State Merging in Symbolic Execution*, PLDI 2012, section 3 (QCE), without places: what a variable is used for
//! anywhere counts, ten times as much in a loop.

use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, IdVec, VarId};
use crate::cfg::loops::loops;
use crate::ir::visit::walk;
use crate::ir::{Body, CmdKind, ExprKind, Op, Program};

/// What a place counts for within so many loops.
const BY_DEPTH: [f64; 3] = [1.0, 10.0, 100.0];
/// The part of all places that is much: with ten times as much, paths that part by the state of a machine are merged; with a hundred
/// times, those that part by pointers (`ordinary.tsv`).
const MUCH: f64 = 0.002;

/// How much is decided by variables; by a map: by what it holds.
#[derive(Default)]
pub struct Heat {
    of: FxHashMap<VarId, f64>,
    all: f64,
}

impl Heat {
    pub fn new(program: &Program) -> Heat {
        let mut heat = Heat::default();
        let bodies = program.procs.iter().filter_map(|proc| proc.body.as_ref());
        bodies.for_each(|body| heat.places(program, body));
        heat.flow(program);
        heat
    }

    /// Whether much is decided by it.
    pub fn is_hot(&self, var: VarId) -> bool {
        self.of.get(&var).is_some_and(|heat| *heat > self.all * MUCH)
    }

    /// What is decided in a body.
    fn places(&mut self, program: &Program, body: &Body) {
        let mut depth = IdVec::filled(0usize, body.blocks.len());
        for inside in loops(body) {
            inside.members.iter().for_each(|&block| depth[block] += 1);
        }
        for (id, block) in body.blocks.iter_enumerated() {
            let counts = BY_DEPTH[depth[id].min(BY_DEPTH.len() - 1)];
            for cmd in &block.cmds {
                if let CmdKind::Assume(e) = cmd.kind {
                    self.decided(program, e, counts);
                }
                let mut indices = Vec::new();
                walk(&program.exprs, cmd.exprs(), |_, kind| match kind {
                    ExprKind::Op(Op::Select, args) => indices.extend(&args[1..]),
                    ExprKind::Op(Op::Store, args) => indices.extend(&args[1..args.len() - 1]),
                    _ => {}
                });
                indices.into_iter().for_each(|e| self.decided(program, e, counts));
            }
        }
    }

    fn decided(&mut self, program: &Program, e: ExprId, counts: f64) {
        self.all += counts;
        for var in vars(program, e) {
            *self.of.entry(var).or_default() += counts;
        }
    }

    /// By what something is made of, the same is decided.
    fn flow(&mut self, program: &Program) {
        let mut edges: Vec<(VarId, VarId)> = Vec::new();
        let mut add = |to: VarId, e: ExprId| edges.extend(vars(program, e).into_iter().map(|from| (from, to)));
        let mut results = Vec::new();
        for cmd in program.procs.iter().flat_map(|proc| proc.cmds()) {
            match &cmd.kind {
                CmdKind::Assign(pairs) => pairs.iter().for_each(|&(var, e)| add(var, e)),
                CmdKind::Call { callee, ins, outs, .. } => {
                    let callee = &program.procs[*callee];
                    callee.ins.iter().zip(ins).for_each(|(&param, &e)| add(param, e));
                    results.extend(callee.outs.iter().copied().zip(outs.iter().copied()));
                }
                _ => {}
            }
        }
        edges.extend(results);
        loop {
            let mut changed = false;
            for &(from, to) in &edges {
                let heat = self.of.get(&to).copied().unwrap_or(0.0);
                let own = self.of.entry(from).or_default();
                changed |= heat > *own;
                *own = own.max(heat);
            }
            if !changed {
                return;
            }
        }
    }
}

fn vars(program: &Program, e: ExprId) -> Vec<VarId> {
    let mut found = Vec::new();
    walk(&program.exprs, [e], |_, kind| {
        if let ExprKind::Var(var) = kind {
            found.push(*var);
        }
    });
    found
}
