//! The queries: loop-free programs that verify if shrinking is sound and the residual program is safe.
//!
//! Let `k` points be chosen. `R(U)` is the residual program for a set `U` of points, begun at some place. Three things
//! are to be shown, and together they mean that no execution violates an assertion (see `docs/proofs.md`):
//!
//! - *steps*: an iteration changes the induction variables by their steps;
//! - *insertion*: at the head of a loop, if the iteration that is due, followed by `R(U)`, is bad, then `R(V)` is bad
//!   for some `V` of `k` points among those of `U` and the point of that iteration;
//! - *residual*: from the beginning, `R(U)` is not bad.

use crate::base::ids::ExprId;
use crate::forms::inlined::Flat;
use crate::ir::{Body, Op, Program};
use crate::prove::loops::emit::{Chain, Emitter, Point, Run, Select};
use crate::prove::loops::shape::Shape;
use crate::prove::loops::steps::{add, chains, prefix};

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
    if let Some(&(l, _)) = chain.last() {
        emitter.not_chosen(head, l, &points);
    }
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
        let run = Run { renaming, points, strict: false, ..Run::new(next, stop) };
        let start = emitter.rest(run, chain, false);
        emitter.goto(copies, vec![start]);
        next = copies;
    }
    let renaming = emitter.copies(head, "t");
    let run = Run { renaming, points, ..Run::new(stop, next) };
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
    let run = Run { points, ..Run::new(good, bad) };
    let start = emitter.whole(run);
    let (mut program, body) = emitter.finish(start);
    add(&mut program, "residual".into(), body);
    program
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
