//! Induction variables change by their steps: queries with a procedure for each.

use num_bigint::BigInt;

use super::emit::{Chain, Emitter, Mode, Run, Select};
use super::shape::{Induction, Shape};
use crate::base::budget::{Budget, Stop};
use crate::base::ids::{BlockId, VarId};
use crate::engine::Oracle;
use crate::forms::inlined::Flat;
use crate::ir::{AssertKind, Attributes, Body, CmdKind, Op, Procedure, Program};
use ivl::source::Span;

/// Keeps the induction variables whose steps can be proved. They are proved together: where one falls, the others are
/// asked again.
pub fn prove_steps(flat: &Flat, shape: &mut Shape, oracle: &mut dyn Oracle, budget: &Budget) -> Result<(), Stop> {
    while shape.loops.iter().any(|l| !l.inductions.is_empty()) {
        let (program, about) = steps(flat, shape);
        let results = oracle.verify("steps", &program, budget);
        let holds = |i: usize| results.get(i).is_some_and(|r| r.is_verified());
        let mut fallen: Vec<(usize, usize)> =
            about.iter().enumerate().filter(|(i, _)| !holds(*i)).map(|(_, a)| *a).collect();
        fallen.dedup();
        if fallen.is_empty() {
            break;
        }
        for (l, i) in fallen.into_iter().rev() {
            shape.loops[l].inductions.remove(i);
        }
        budget.check()?;
    }
    Ok(())
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
    shape.loops.iter().map(|l| Select::by(None, l.depth)).collect()
}

fn step_query(mut emitter: Emitter, chain: &Chain, var: VarId, step: &BigInt) -> (Program, Body) {
    let head = emitter.block("head");
    let before = emitter.copies(head, "before").var(var);
    let start = prefix(&mut emitter, chain, head);
    let (end, stop) = (emitter.block("end"), emitter.stop());
    let anything = Run { prefix: Some(Vec::new()), ..Run::new(stop, stop) };
    let iteration = emitter.iteration(anything, chain, end);
    emitter.goto(head, vec![iteration]);
    let (now, before, step) = (emitter.var(var), emitter.var(before), emitter.program.exprs.int(step.clone()));
    let after = emitter.op(Op::Add, before, step);
    let changed = emitter.program.exprs.eq(now, after);
    emitter.push(end, CmdKind::Assert(changed, AssertKind::Assert));
    emitter.finish(start)
}

/// A run that leads to the head of the last loop of a chain, in any iteration, and goes on in a block.
pub fn prefix(emitter: &mut Emitter, chain: &Chain, head: BlockId) -> BlockId {
    let stop = emitter.stop();
    let run = Run { prefix: Some(chain.to_vec()), ..Run::new(stop, head) };
    emitter.whole(run)
}

/// The chains to the head of a loop: the loops around it, in all ways in which their iterations can go on from there.
pub fn chains(flat: &Flat, shape: &Shape, l: usize) -> Vec<Vec<(usize, Mode)>> {
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
