//! The loops of a body, and the variables that count their iterations.

use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{BlockId, ExprId, IdVec, VarId};
use crate::cfg::flow::reverse_postorder;
use crate::cfg::loops::loops;
use crate::forms::inlined::{Flat, ends};
use crate::ir::visit::walk;
use crate::ir::{Body, Cmd, CmdKind, ExprKind, Op, Program, TypeTable};

/// A variable that changes by a constant from one iteration to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Induction {
    pub var: VarId,
    pub step: BigInt,
}

/// A loop with one entry.
pub struct Loop {
    pub header: BlockId,
    /// Those of inner loops included.
    pub members: FxHashSet<BlockId>,
    pub parent: Option<usize>,
    /// How many loops are around.
    pub depth: usize,
    /// What it assigns, in the order of first assignment.
    pub assigned: Vec<VarId>,
    /// Guessed here, verified by `obligations`.
    pub inductions: Vec<Induction>,
    /// What every complete iteration assumes of the state at its start.
    pub facts: Vec<ExprId>,
    /// What holds at its head.
    pub invariants: Vec<ExprId>,
}

pub struct Shape {
    /// Outer loops before those in them, each level in the order of the program.
    pub loops: Vec<Loop>,
    /// The innermost loop around a block.
    pub innermost: IdVec<BlockId, Option<usize>>,
    /// Blocks from which every execution ends in `assert false` or `assume false`, without a loop.
    pub doomed: IdVec<BlockId, bool>,
}

/// `None`: a loop has several entries.
pub fn shape(flat: &Flat) -> Option<Shape> {
    let Flat { program, body } = flat;
    let mut nest = loops(body);
    if nest.iter().any(|l| !l.side_entries.is_empty()) {
        return None;
    }
    let last = nest.len().wrapping_sub(1);
    nest.reverse();
    let order = reverse_postorder(body);
    let mut found: Vec<Loop> = Vec::new();
    let mut innermost = IdVec::filled(None, body.blocks.len());
    for (i, l) in nest.iter().enumerate() {
        let parent = l.parent.map(|p| last - p);
        let depth = parent.map_or(0, |p| found[p].depth + 1);
        let members: FxHashSet<BlockId> = l.members.iter().copied().collect();
        l.members.iter().for_each(|&m| innermost[m] = Some(i));
        let mut assigned = Vec::new();
        for &block in order.iter().filter(|b| members.contains(b)) {
            for var in body.blocks[block].cmds.iter().flat_map(Cmd::assigned) {
                if !assigned.contains(&var) {
                    assigned.push(var);
                }
            }
        }
        found.push(Loop {
            header: l.header,
            members,
            parent,
            depth,
            assigned,
            inductions: Vec::new(),
            facts: Vec::new(),
            invariants: Vec::new(),
        });
    }
    let mut shape = Shape { loops: found, innermost, doomed: doomed(program, body) };
    for i in 0..shape.loops.len() {
        shape.loops[i].inductions = inductions(program, body, &shape, i, &order);
        shape.loops[i].facts = facts(program, body, &shape, i);
    }
    Some(shape)
}

fn doomed(program: &Program, body: &Body) -> IdVec<BlockId, bool> {
    let mut doomed = IdVec::filled(false, body.blocks.len());
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in body.blocks.iter_enumerated() {
            let targets = block.transfer.targets();
            let all = !targets.is_empty() && targets.iter().all(|&t| doomed[t]);
            if !doomed[id] && (all || block.cmds.last().is_some_and(|cmd| ends(program, cmd))) {
                doomed[id] = true;
                changed = true;
            }
        }
    }
    doomed
}

/// The assumptions on the way from the head, as long as there is one way, about what has not been assigned on it; not
/// those about maps, which residual runs fill in part.
fn facts(program: &Program, body: &Body, shape: &Shape, index: usize) -> Vec<ExprId> {
    let l = &shape.loops[index];
    let (mut facts, mut assigned) = (Vec::new(), FxHashSet::default());
    let mut block = l.header;
    loop {
        for cmd in &body.blocks[block].cmds {
            if let CmdKind::Assume(e) = cmd.kind
                && variables(program, e).all(|v| !assigned.contains(&v) && is_scalar(program, v))
            {
                facts.push(e);
            }
            assigned.extend(cmd.assigned());
        }
        let inside = body.blocks[block].transfer.targets().iter().filter(|t| l.members.contains(t));
        match inside.collect::<Vec<_>>()[..] {
            [&next] if next != l.header && shape.innermost[next] == Some(index) => block = next,
            _ => return facts,
        }
    }
}

fn is_scalar(program: &Program, var: VarId) -> bool {
    !program.types.is_map(program.vars[var].ty)
}

/// The variables that an expression mentions.
pub fn variables(program: &Program, e: ExprId) -> impl Iterator<Item = VarId> + use<> {
    let mut all = Vec::new();
    walk(&program.exprs, [e], |_, kind| {
        if let ExprKind::Var(v) = kind {
            all.push(*v);
        }
    });
    all.into_iter()
}

/// Integers that every way round the loop seems to change by the same constant.
fn inductions(program: &Program, body: &Body, shape: &Shape, index: usize, order: &[BlockId]) -> Vec<Induction> {
    let l = &shape.loops[index];
    let candidates = l.assigned.iter().copied().filter(|&v| program.vars[v].ty == TypeTable::INT);
    candidates.filter_map(|var| Some(Induction { var, step: step(program, body, shape, index, order, var)? })).collect()
}

fn step(program: &Program, body: &Body, shape: &Shape, index: usize, order: &[BlockId], var: VarId) -> Option<BigInt> {
    let l = &shape.loops[index];
    // What a block adds on the way to it; the back edges meet at the end.
    let mut at: FxHashMap<BlockId, BigInt> = FxHashMap::from_iter([(l.header, BigInt::zero())]);
    let mut round: Option<BigInt> = None;
    for &block in order.iter().filter(|b| l.members.contains(b)) {
        let mut sum = at.get(&block)?.clone();
        for cmd in &body.blocks[block].cmds {
            match &cmd.kind {
                CmdKind::Assign(pairs) => {
                    if let Some(&(_, value)) = pairs.iter().find(|(v, _)| *v == var) {
                        if shape.innermost[block] != Some(index) {
                            return None;
                        }
                        sum += addend(program, var, value)?;
                    }
                }
                _ => {
                    if cmd.assigned().any(|v| v == var) {
                        return None;
                    }
                }
            }
        }
        for &target in body.blocks[block].transfer.targets() {
            if target == l.header {
                if round.get_or_insert_with(|| sum.clone()) != &sum {
                    return None;
                }
            } else if l.members.contains(&target) && *at.entry(target).or_insert_with(|| sum.clone()) != sum {
                return None;
            }
        }
    }
    round.filter(|step| !step.is_zero())
}

/// The constant that is added to the variable somewhere in its new value.
fn addend(program: &Program, var: VarId, value: ExprId) -> Option<BigInt> {
    let mut found = None;
    let is_var = |e: ExprId| *program.exprs.kind(e) == ExprKind::Var(var);
    let constant = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Int(n) => Some(n.clone()),
        _ => None,
    };
    walk(&program.exprs, [value], |_, kind| {
        if let ExprKind::Op(op @ (Op::Add | Op::Sub), args) = kind
            && let [a, b] = args[..]
        {
            let n = match op {
                Op::Sub if is_var(a) => constant(b).map(|n| -n),
                Op::Add if is_var(a) => constant(b),
                Op::Add if is_var(b) => constant(a),
                _ => None,
            };
            found = found.take().or(n);
        }
    });
    found
}
