//! Trial runs: a candidate path, which passes through open calls, is executed.
//!
//! The model of a candidate has values for what the program leaves open. With them the program runs: along the path
//! where it can, through the open calls as the values will have it, and elsewhere where the path turns out to be
//! infeasible. A run that reaches the end has passed a violation on its way, most often because most of what the open
//! calls compute does not matter to it. What a run itself does not know (quantified conditions, say), it takes for true:
//! its trace is a violation only if a replay, which knows more, has no doubts.

use std::collections::VecDeque;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bound::{Context, Costs};
use super::node::NodeId;
use super::tree::{Path, PathEvent, Tree};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::liveness::Liveness;
use crate::cfg::relevance::assumed;
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, Condition, End, Machine, Policy, note_value};
use crate::interp::on_deep_stack;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Body, Program};
use crate::pass::Back;
use crate::smt::Model;
use crate::verdict::{Decision, MapBase, MapValue, Trace, Value};

/// Commands of one run.
const LONGEST: u64 = 200_000;
/// Runs of one candidate, with other values where the model's are arbitrary.
const RUNS: u64 = 6;

/// What an activation on the path does there.
#[derive(Default)]
pub(super) struct Guided {
    pub gotos: FxHashMap<BlockId, BlockId>,
    /// Values at the havocs of each block, in order.
    havocs: FxHashMap<BlockId, VecDeque<(VarId, Value)>>,
    /// Of locals and results that are read before they are assigned.
    initial: Vec<(VarId, Value)>,
    /// The calls of each block, in order, as far as the path has them; `None`: open.
    pub calls: FxHashMap<BlockId, Vec<(ProcId, Option<usize>)>>,
}

/// A candidate, to be executed.
pub struct Candidate {
    entry: ProcId,
    /// The activations, the entry's first.
    pub(super) guided: Vec<Guided>,
    /// Initial values, and what functions are.
    start: Trace,
}

impl Candidate {
    /// `back`: what the variables of the tree's program are in the one that is to be executed, whose procedures and
    /// blocks are the same. `None`: the model does not say enough.
    pub fn new(tree: &mut Tree, model: &Model, path: &Path, entry: ProcId, back: &Back) -> Option<Candidate> {
        let start = tree.trace(model, path);
        let mut decisions = start.decisions.iter().peekable();
        let mut number: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut guided: Vec<Guided> = Vec::new();
        for event in &path.events {
            match *event {
                PathEvent::Enter(node) => {
                    number.insert(node, guided.len());
                    let mut own = Guided::default();
                    for &(var, _) in &tree.nodes[node.0].template.uninitialised {
                        let here = |d: &&Decision| matches!(d, Decision::Initial { var: v, .. } if *v == var);
                        if let Some(Decision::Initial { value, .. }) = decisions.next_if(here) {
                            own.initial.extend(back.var(var).map(|var| (var, value.clone())));
                        }
                    }
                    guided.push(own);
                }
                PathEvent::Havoc(node, block, _) => {
                    if let Some(Decision::Value { var, value }) =
                        decisions.next_if(|d| matches!(d, Decision::Value { .. }))
                    {
                        let block = tree.nodes[node.0].template.blocks[block].block;
                        let own = &mut guided[*number.get(&node)?];
                        let values = own.havocs.entry(block).or_default();
                        values.extend(back.var(*var).map(|var| (var, value.clone())));
                    }
                }
                PathEvent::Goto(node, ..) => {
                    let Some(&Decision::Goto { block, target, .. }) = decisions.next() else { return None };
                    guided[*number.get(&node)?].gotos.insert(block, target);
                }
                PathEvent::Open(_) => {}
            }
        }
        for (&node, &index) in &number {
            let node = &tree.nodes[node.0];
            let mut passed: FxHashSet<BlockId> = guided[index].gotos.values().copied().collect();
            passed.insert(node.template.blocks[0].block);
            // With sharing, a call beside the path may lead to an instance on it.
            let calls = node.template.calls.iter().zip(&node.sites).filter(|(call, _)| passed.contains(&call.block));
            for (call, site) in calls {
                let filled = tree.sites[site.0].inlined.and_then(|callee| number.get(&callee).copied());
                guided[index].calls.entry(call.block).or_default().push((call.callee, filled));
            }
        }
        Some(Candidate { entry, guided, start })
    }

    /// A run to the end within the bound.
    pub fn execute(&self, program: &Program, live: &Liveness, within: (&Costs, u32), budget: &Budget) -> Option<Trace> {
        let run = |number| run(self, program, live, within, number, budget);
        on_deep_stack(|| (0..RUNS).find_map(run))
    }
}

/// What the guide keeps of an activation.
struct Note {
    /// The activation on the path.
    guided: Option<usize>,
    /// Calls of the block so far that the path has.
    calls: usize,
    context: Context,
}

/// Follows the candidate where it can.
struct Guide<'a> {
    candidate: &'a Candidate,
    costs: &'a Costs,
    bound: u32,
    /// The first run takes the first of several ways, others take others.
    random: u64,
    havocs: Vec<FxHashMap<BlockId, VecDeque<(VarId, Value)>>>,
    decisions: Vec<Decision>,
}

/// One run to the end. The first one takes the model's values, others take others.
fn run(
    candidate: &Candidate,
    program: &Program,
    live: &Liveness,
    (costs, bound): (&Costs, u32),
    number: u64,
    budget: &Budget,
) -> Option<Trace> {
    let start = &candidate.start;
    let model = Interpretation::new(&start.functions, &start.open);
    let mut eval = Evaluator::new(program, model, Limits { fuel: 1_000_000, ..Limits::default() });
    let given = || program.consts.iter().chain(live.needed_in(candidate.entry)).copied();
    for var in program.globals.iter().copied().chain(given()) {
        let slot = any(&mut eval, var);
        eval.set(var, slot);
    }
    for (var, value) in &start.state {
        eval.set(*var, Ok(varied(value, number)));
    }
    let state = given().filter_map(|var| Some((var, eval.var(var).clone().ok()?))).collect();
    let havocs = candidate.guided.iter().map(|guided| guided.havocs.clone()).collect();
    let guide = Guide { candidate, costs, bound, random: number, havocs, decisions: Vec::new() };
    let mut machine = Machine::new(eval, guide);
    let note = Note { guided: Some(0), calls: 0, context: Context::default() };
    let end = machine.run(candidate.entry, note, LONGEST, budget);
    (end == End::Returned).then(|| Trace { state, decisions: machine.policy.decisions, ..start.clone() })
}

/// A value of the model, or one that agrees with it where the model says something.
fn varied(value: &Value, number: u64) -> Value {
    if number % 2 == 1
        && let Value::Map(map) = value
        && let MapBase::Const(Value::Int(_)) = map.base
    {
        let base = MapBase::Const(Value::Int(BigInt::ZERO));
        return Value::Map(MapValue { base, entries: map.entries.clone() }.into());
    }
    value.clone()
}

fn any(eval: &mut Evaluator<'_>, var: VarId) -> Slot {
    let value = eval.domain.any(eval.program.vars[var].ty);
    value.ok_or(Stuck::Unassigned(var))
}

impl Guide<'_> {
    /// A number below `n`; 0 in the first run. Xorshift.
    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % n as u64) as usize
    }

    /// The guide's value, or any.
    fn value_or_any(eval: &mut Evaluator<'_>, var: VarId, given: Option<Value>) -> Slot {
        given.map_or_else(|| any(eval, var), Ok)
    }
}

impl<'p> Policy<'p> for Guide<'_> {
    type Note = Note;

    fn initial(&mut self, eval: &mut Evaluator<'p>, note: &mut Note, var: VarId) -> Slot {
        let initial = note.guided.map_or(&[][..], |guided| &self.candidate.guided[guided].initial);
        let given = initial.iter().rfind(|(v, _)| *v == var).map(|(_, value)| value.clone());
        let slot = Guide::value_or_any(eval, var, given);
        note_value(&mut self.decisions, &slot, |value| Decision::Initial { var, value });
        slot
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, at: At, note: &mut Note, var: VarId) -> Slot {
        let given = note.guided.and_then(|guided| {
            let values = self.havocs[guided].get_mut(&at.block)?;
            if values.front()?.0 == var { values.pop_front() } else { None }
        });
        let slot = Guide::value_or_any(eval, var, given.map(|(_, value)| value));
        note_value(&mut self.decisions, &slot, |value| Decision::Value { var, value });
        slot
    }

    fn goto(&mut self, body: &Body, at: At, note: &mut Note, open: &[BlockId]) -> Option<BlockId> {
        let targets = body.blocks[at.block].transfer.targets();
        let target = if let [only] = targets {
            *only
        } else {
            let guide = note.guided.and_then(|guided| self.candidate.guided[guided].gotos.get(&at.block).copied());
            let first = self.below(targets.len());
            let ways = targets[first..].iter().chain(&targets[..first]).copied();
            let enabled: Vec<BlockId> = ways.filter(|target| open.contains(target)).collect();
            // A loop may be left at any time, as far as its head knows, but is not while its condition holds.
            let guided = enabled.iter().find(|&&target| Some(target) == guide);
            let guarded = || enabled.iter().find(|&&target| assumed(body, target).next().is_some());
            *guided.or_else(guarded).or(enabled.first())?
        };
        // A pass may have left the block with one of several successors.
        self.decisions.push(Decision::Goto { proc: at.proc, block: at.block, target });
        note.calls = 0;
        Some(target)
    }

    fn call(&mut self, at: At, note: &mut Note, callee: ProcId) -> Option<Note> {
        let cost = self.costs.cost(at.proc, callee, &note.context);
        let context = self.costs.enter(at.proc, callee, &note.context);
        let known = note.guided.and_then(|guided| {
            let calls = self.candidate.guided[guided].calls.get(&at.block)?;
            calls.get(note.calls).filter(|&&(known, _)| known == callee)
        });
        note.calls += usize::from(known.is_some());
        let guided = known.and_then(|&(_, filled)| filled);
        (cost <= self.bound).then_some(Note { guided, calls: 0, context })
    }

    fn unknown(&mut self, _: &mut Evaluator<'p>, _: ExprId, _: Condition) -> Option<bool> {
        Some(true)
    }
}
