//! The queries: loop-free programs that verify if shrinking is sound and the residual program is safe.
//!
//! Let `k` points be chosen. `R(U)` is the residual program for a set `U` of points, begun at some place. Three things
//! are to be shown, and together they mean that no execution violates an assertion (see `docs/proofs.md`):
//!
//! - *steps*: an iteration changes the induction variables by their steps;
//! - *insertion*: at the head of a loop, if the iteration that is due, followed by `R(U)`, is bad, then `R(V)` is bad
//!   for some `V` of `k` points among those of `U` and the point of that iteration;
//! - *residual*: from the beginning, `R(U)` is not bad.

use num_bigint::BigInt;

use super::emit::{Chain, Emitter, Mode, Point, Run, Select};
use super::flatten::Flat;
use super::shape::{Induction, Shape};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::ir::build::Renaming;
use crate::ir::{Attributes, Body, CmdKind, Op, Procedure, Program};
use ivl::source::Span;

/// How a program is shrunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How many points.
    pub k: usize,
    /// For each loop, in the order of the shape.
    pub selects: Vec<Select>,
    /// Runs end where an invariant of a loop does not hold at its head.
    pub guarded: bool,
}

/// A program with a procedure for each induction variable, by loop and position.
pub fn steps(flat: &Flat, shape: &Shape) -> (Program, Vec<(usize, usize)>) {
    let selects = by_count(shape);
    let mut program = flat.program.clone();
    let mut about = Vec::new();
    for (l, this) in shape.loops.iter().enumerate() {
        for (i, Induction { var, step }) in this.inductions.iter().enumerate() {
            for chain in chains(flat, shape, l) {
                let emitter = Emitter::new(program, flat, shape, &selects, false);
                let (grown, body) = step_query(emitter, &chain, *var, step);
                program = grown;
                add(&mut program, format!("step_{}", about.len()), body);
                about.push((l, i));
            }
        }
    }
    (program, about)
}

/// Every loop by the number of its iteration.
fn by_count(shape: &Shape) -> Vec<Select> {
    shape.loops.iter().map(|l| Select { induction: None, offset: 0, component: l.depth }).collect()
}

fn step_query(mut emitter: Emitter, chain: &Chain, var: VarId, step: &BigInt) -> (Program, Body) {
    let head = emitter.block("head");
    let before = emitter.copies(head, "before").var(var);
    let start = prefix(&mut emitter, chain, head);
    let (end, stop) = (emitter.block("end"), emitter.stop());
    let anything = Run {
        renaming: Renaming::default(),
        points: Vec::new(),
        good: stop,
        bad: stop,
        strict: true,
        prefix: Some(Vec::new()),
    };
    let iteration = emitter.iteration(anything, chain, end);
    emitter.goto(head, vec![iteration]);
    let (now, before, step) = (emitter.var(var), emitter.var(before), emitter.program.exprs.int(step.clone()));
    let after = emitter.op(Op::Add, before, step);
    let changed = emitter.program.exprs.eq(now, after);
    emitter.push(end, CmdKind::Assert(changed, crate::ir::AssertKind::Assert));
    emitter.finish(start)
}

/// A program whose procedures say that iterations can be inserted.
pub fn insertion(flat: &Flat, shape: &Shape, plan: &Plan) -> Program {
    let mut program = flat.program.clone();
    for l in 0..shape.loops.len() {
        for chain in chains(flat, shape, l) {
            for place in 0..=if plan.k == 1 { 0 } else { plan.k } {
                let name = format!("insert_{}", program.procs.len());
                let emitter = Emitter::new(program, flat, shape, &plan.selects, plan.guarded);
                let (grown, body) = insertion_query(emitter, plan, &chain, place);
                program = grown;
                add(&mut program, name, body);
            }
        }
    }
    program
}

/// With several points, the point of the iteration is behind `place` of them.
fn insertion_query(mut emitter: Emitter, plan: &Plan, chain: &Chain, place: usize) -> (Program, Body) {
    let head = emitter.block("head");
    let start = prefix(&mut emitter, chain, head);
    let points = points(&mut emitter, plan.k);
    let here = emitter.here.clone();
    let hypotheses = if plan.k == 1 {
        let bound: Vec<usize> = chain.iter().map(|&(l, _)| plan.selects[l].component).collect();
        differs(&mut emitter, &bound, &points[0]);
        single(&bound, &here, &points[0])
    } else {
        let mut all = points.clone();
        all.insert(place, here);
        ascending(&mut emitter, &all);
        (0..all.len())
            .map(|out| all.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, p)| p.clone()).collect())
            .collect()
    };
    let (stop, fail) = (emitter.stop(), emitter.fail());
    // From the last to the first: where a run ends well, the next begins.
    let mut next = fail;
    for (i, points) in hypotheses.into_iter().enumerate() {
        let copies = emitter.block("hypothesis");
        let renaming = emitter.copies(copies, &format!("h{i}"));
        let run = Run { renaming, points, good: next, bad: stop, strict: false, prefix: None };
        let start = emitter.rest(run, chain, false);
        emitter.goto(copies, vec![start]);
        next = copies;
    }
    let renaming = emitter.copies(head, "t");
    let run = Run { renaming, points, good: stop, bad: next, strict: true, prefix: None };
    let inserted = emitter.rest(run, chain, true);
    emitter.goto(head, vec![inserted]);
    emitter.finish(start)
}

/// A program with one procedure: the residual program.
pub fn residual(flat: &Flat, shape: &Shape, plan: &Plan) -> Program {
    let mut emitter = Emitter::new(flat.program.clone(), flat, shape, &plan.selects, plan.guarded);
    let points = points(&mut emitter, plan.k);
    ascending(&mut emitter, &points);
    let (good, bad) = (emitter.stop(), emitter.fail());
    let run = Run { renaming: Renaming::default(), points, good, bad, strict: true, prefix: None };
    let start = emitter.whole(run);
    let (mut program, body) = emitter.finish(start);
    add(&mut program, "residual".into(), body);
    program
}

fn prefix(emitter: &mut Emitter, chain: &Chain, head: BlockId) -> BlockId {
    let stop = emitter.stop();
    let run = Run {
        renaming: Renaming::default(),
        points: Vec::new(),
        good: stop,
        bad: head,
        strict: true,
        prefix: Some(chain.to_vec()),
    };
    emitter.whole(run)
}

fn points(emitter: &mut Emitter, k: usize) -> Vec<Point> {
    (0..k).map(|i| emitter.point(&format!("point{i}"))).collect()
}

/// Points come in order.
fn ascending(emitter: &mut Emitter, points: &[Point]) {
    for pair in points.windows(2) {
        let (a, b) = (emitter.var(pair[0][0]), emitter.var(pair[1][0]));
        let less = emitter.op(Op::Lt, a, b);
        emitter.assume(less);
    }
}

/// A point is not that of the iteration.
fn differs(emitter: &mut Emitter, bound: &[usize], point: &Point) {
    let here = emitter.here.clone();
    let same: Vec<ExprId> = bound
        .iter()
        .map(|&c| {
            let (a, b) = (emitter.var(here[c]), emitter.var(point[c]));
            emitter.program.exprs.eq(a, b)
        })
        .collect();
    let same = emitter.program.exprs.and(&same);
    let differs = emitter.program.exprs.not(same);
    emitter.assume(differs);
}

/// The single points that may witness the violation: that of the run, that of the iteration, and, where they have
/// several components, mixtures; what the iteration does not determine is free, and chosen as in the point.
fn single(bound: &[usize], here: &Point, point: &Point) -> Vec<Vec<Point>> {
    let mut all: Vec<Point> = vec![point.clone()];
    let mut add = |p: Point| {
        if !all.contains(&p) {
            all.push(p);
        }
    };
    let mix = |from: &dyn Fn(usize) -> bool| -> Point {
        (0..point.len()).map(|c| if from(c) { here[c] } else { point[c] }).collect()
    };
    add(mix(&|c| bound.contains(&c)));
    add(here.clone());
    if bound.len() > 1 {
        for &b in bound {
            add(mix(&|c| c == b));
        }
    }
    all.into_iter().map(|p| vec![p]).collect()
}

/// The chains to the head of a loop: the loops around it, in all ways in which their iterations can go on from there.
fn chains(flat: &Flat, shape: &Shape, l: usize) -> Vec<Vec<(usize, Mode)>> {
    let mut chains = vec![vec![(l, Mode::Full)]];
    let mut inner = l;
    while let Some(outer) = shape.loops[inner].parent {
        let mut modes = vec![Mode::Full];
        if can_leave(flat, shape, inner, outer) {
            modes.push(Mode::Last);
        }
        chains = modes
            .iter()
            .flat_map(|&mode| {
                chains.iter().map(move |c| std::iter::once((outer, mode)).chain(c.iter().copied()).collect())
            })
            .collect();
        inner = outer;
    }
    chains
}

/// Whether an outer loop can be left in the iteration in which an inner one is entered.
fn can_leave(flat: &Flat, shape: &Shape, inner: usize, outer: usize) -> bool {
    let (outer, start) = (&shape.loops[outer], shape.loops[inner].header);
    let mut seen = vec![start];
    let mut pending = vec![start];
    while let Some(block) = pending.pop() {
        for &target in flat.body.blocks[block].transfer.targets() {
            if !outer.members.contains(&target) {
                if !shape.doomed[target] {
                    return true;
                }
            } else if target != outer.header && !seen.contains(&target) {
                seen.push(target);
                pending.push(target);
            }
        }
    }
    false
}

/// Adds a procedure without parameters.
pub fn add(program: &mut Program, name: String, body: Body) {
    program.procs.push(Procedure {
        name: name.into(),
        type_params: Vec::new(),
        ins: Vec::new(),
        outs: Vec::new(),
        requires: Vec::new(),
        ensures: Vec::new(),
        modifies: Vec::new(),
        body: Some(body),
        attrs: Attributes::from([]),
        implements: None,
        span: Span::NONE,
    });
}
