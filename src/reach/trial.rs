//! Trial runs: a candidate path, which passes through open calls, is executed.
//!
//! The model of a candidate has values for what the program leaves open. With them the program runs: along the path
//! where it can, through the open calls as the values will have it, and elsewhere where the path turns out to be
//! infeasible. A run that comes to the end has passed a violation on its way, most often because most of what the open
//! calls compute does not matter to it. What a run itself does not know (quantified conditions, say), it takes for true:
//! its trace is a violation only if a replay, which knows more, has no doubts.

use std::collections::VecDeque;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::bound::{Context, Costs};
use super::execution::{Path, PathEvent, trace};
use super::tree::{NodeId, Tree};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::liveness::Liveness;
use crate::cfg::relevance::assumed;
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::on_deep_stack;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Body, Cmd, CmdKind, Program, Transfer};
use crate::pass::Back;
use crate::smt::Model;
use crate::verdict::{Decision, MapBase, MapValue, Trace, Value};

/// Commands of one run.
const LONGEST: usize = 200_000;
/// Commands between two looks at the clock.
const PATIENCE: usize = 1024;
/// Runs of one candidate, with other values where the model's are arbitrary.
const RUNS: u64 = 6;

/// What an activation on the path does there.
#[derive(Default)]
struct Guided {
    gotos: FxHashMap<BlockId, BlockId>,
    /// Values at the havocs of each block, in order.
    havocs: FxHashMap<BlockId, VecDeque<(VarId, Value)>>,
    /// Of locals and results that are read before they are assigned.
    initial: Vec<(VarId, Value)>,
    /// The calls of each block, in order, as far as the path has them; `None`: open.
    calls: FxHashMap<BlockId, Vec<(ProcId, Option<usize>)>>,
}

/// A candidate, to be executed.
pub struct Candidate {
    entry: ProcId,
    /// The activations, the entry's first.
    guided: Vec<Guided>,
    /// Initial values, and what functions are.
    start: Trace,
}

impl Candidate {
    /// `back`: what the variables of the tree's program are in the one that is to be executed, whose procedures and
    /// blocks are the same. `None`: the model does not say enough.
    pub fn new(tree: &mut Tree, model: &Model, path: &Path, entry: ProcId, back: &Back) -> Option<Candidate> {
        let start = trace(tree, model, path, entry);
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
            for (call, site) in node.template.calls.iter().zip(&node.sites) {
                let filled = tree.sites[site.0].inlined.and_then(|callee| number.get(&callee).copied());
                guided[index].calls.entry(call.block).or_default().push((call.callee, filled));
            }
        }
        Some(Candidate { entry, guided, start })
    }

    /// A run to the end within the bound.
    pub fn execute(&self, program: &Program, live: &Liveness, within: (&Costs, u32), budget: &Budget) -> Option<Trace> {
        let run = |number| Run::new(self, program, live, within, number)?.run(budget);
        on_deep_stack(|| (0..RUNS).find_map(run))
    }
}

/// An activation.
struct Frame<'p> {
    proc: ProcId,
    body: &'p Body,
    block: BlockId,
    next: usize,
    /// Calls of the block so far that the path has.
    calls: usize,
    guided: Option<usize>,
    context: Context,
    /// What the variables held before.
    saved: Vec<(VarId, Slot)>,
    /// Variables of the caller that get the results.
    outs: &'p [VarId],
}

struct Run<'a> {
    candidate: &'a Candidate,
    program: &'a Program,
    costs: &'a Costs,
    bound: u32,
    eval: Evaluator<'a>,
    /// The first run takes the model's values and the first of several ways, others take others.
    number: u64,
    random: u64,
    havocs: Vec<FxHashMap<BlockId, VecDeque<(VarId, Value)>>>,
    frames: Vec<Frame<'a>>,
    /// Initial values, where they are known.
    state: Vec<(VarId, Value)>,
    decisions: Vec<Decision>,
}

impl<'a> Run<'a> {
    fn new(
        candidate: &'a Candidate,
        program: &'a Program,
        live: &Liveness,
        (costs, bound): (&'a Costs, u32),
        number: u64,
    ) -> Option<Run<'a>> {
        let start = &candidate.start;
        let model = Interpretation::new(&start.functions, &start.open);
        let mut run = Run {
            candidate,
            program,
            costs,
            bound,
            eval: Evaluator::new(program, model, Limits { fuel: 1_000_000, ..Limits::default() }),
            number,
            random: number,
            havocs: candidate.guided.iter().map(|guided| guided.havocs.clone()).collect(),
            frames: Vec::new(),
            state: Vec::new(),
            decisions: Vec::new(),
        };
        let given = || program.consts.iter().chain(live.needed_in(candidate.entry)).copied();
        program.globals.iter().copied().chain(given()).for_each(|var| run.set_any(var));
        for (var, value) in &start.state {
            let value = run.varied(value);
            run.eval.set(*var, Ok(value));
        }
        run.state = given().filter_map(|var| Some((var, run.eval.var(var).clone().ok()?))).collect();
        let body = program.procs[candidate.entry].body.as_ref()?;
        run.enter(candidate.entry, body, Some(0), Context::default(), &[]);
        Some(run)
    }

    /// A value of the model, or one that agrees with it where the model says something.
    fn varied(&self, value: &Value) -> Value {
        if self.number % 2 == 1
            && let Value::Map(map) = value
            && let MapBase::Const(Value::Int(_)) = map.base
        {
            let base = MapBase::Const(Value::Int(BigInt::ZERO));
            return Value::Map(MapValue { base, entries: map.entries.clone() }.into());
        }
        value.clone()
    }

    fn set_any(&mut self, var: VarId) {
        let value = self.eval.domain.any(self.program.vars[var].ty);
        self.eval.set(var, value.ok_or(Stuck::Unassigned(var)));
    }

    /// A number below `n`; 0 in the first run. Xorshift.
    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % n as u64) as usize
    }

    fn enter(&mut self, proc: ProcId, body: &'a Body, guided: Option<usize>, context: Context, outs: &'a [VarId]) {
        let procedure = &self.program.procs[proc];
        let own = procedure.ins.iter().chain(&procedure.outs).chain(&body.locals);
        let saved = own.map(|&v| (v, self.eval.var(v).clone())).collect();
        for &var in procedure.outs.iter().chain(&body.locals) {
            self.set_any(var);
        }
        for (var, value) in guided.iter().flat_map(|&g| &self.candidate.guided[g].initial) {
            self.eval.set(*var, Ok(value.clone()));
        }
        for &var in procedure.outs.iter().chain(&body.locals) {
            if let Ok(value) = self.eval.var(var) {
                self.decisions.push(Decision::Initial { var, value: value.clone() });
            }
        }
        self.frames.push(Frame { proc, body, block: body.entry, next: 0, calls: 0, guided, context, saved, outs });
    }

    /// `None`: blocked.
    fn run(mut self, budget: &Budget) -> Option<Trace> {
        for step in 0..LONGEST {
            if step % PATIENCE == 0 && budget.check_time().is_err() {
                return None;
            }
            let Some(frame) = self.frames.last_mut() else {
                let (state, decisions) = (self.state, self.decisions);
                return Some(Trace { state, decisions, ..self.candidate.start.clone() });
            };
            let block = &frame.body.blocks[frame.block];
            match block.cmds.get(frame.next) {
                Some(cmd) => {
                    frame.next += 1;
                    self.command(cmd)?;
                }
                None => match &block.transfer {
                    Transfer::Goto(targets) => self.goto(targets)?,
                    _ => self.leave(),
                },
            }
        }
        None
    }

    fn command(&mut self, cmd: &'a Cmd) -> Option<()> {
        match &cmd.kind {
            &CmdKind::Assume(e) => return self.may_hold(e).then_some(()),
            CmdKind::Assert(..) => {}
            CmdKind::Assign(pairs) => {
                let values: Vec<Slot> = pairs.iter().map(|&(_, e)| self.eval.eval(e)).collect();
                pairs.iter().zip(values).for_each(|(&(var, _), value)| self.eval.set(var, value));
            }
            CmdKind::Havoc(vars) => vars.iter().for_each(|&var| self.havoc(var)),
            CmdKind::Call { callee, ins, outs, .. } => {
                let frame = self.frames.last_mut()?;
                let cost = self.costs.cost(frame.proc, *callee, &frame.context);
                let context = self.costs.enter(frame.proc, *callee, &frame.context);
                let known = frame.guided.and_then(|guided| {
                    let calls = self.candidate.guided[guided].calls.get(&frame.block)?;
                    calls.get(frame.calls).filter(|(known, _)| known == callee)
                });
                frame.calls += usize::from(known.is_some());
                let guided = known.and_then(|&(_, filled)| filled);
                if cost > self.bound {
                    return None;
                }
                let values: Vec<Slot> = ins.iter().map(|&e| self.eval.eval(e)).collect();
                let procedure = &self.program.procs[*callee];
                self.enter(*callee, procedure.body.as_ref()?, guided, context, outs);
                procedure.ins.iter().zip(values).for_each(|(&var, value)| self.eval.set(var, value));
            }
        }
        Some(())
    }

    fn may_hold(&mut self, e: ExprId) -> bool {
        self.eval.holds(e).unwrap_or(true)
    }

    fn havoc(&mut self, var: VarId) {
        let frame = self.frames.last().expect("internal: a command belongs to an activation");
        let known = frame.guided.and_then(|guided| {
            let values = self.havocs[guided].get_mut(&frame.block)?;
            if values.front()?.0 == var { values.pop_front() } else { None }
        });
        match known {
            Some((_, value)) => self.eval.set(var, Ok(value)),
            None => self.set_any(var),
        }
        if let Ok(value) = self.eval.var(var) {
            self.decisions.push(Decision::Value { var, value: value.clone() });
        }
    }

    fn goto(&mut self, targets: &[BlockId]) -> Option<()> {
        let frame = self.frames.last()?;
        let (proc, block, body) = (frame.proc, frame.block, frame.body);
        let target = if let [only] = targets {
            *only
        } else {
            let guide = frame.guided.and_then(|guided| self.candidate.guided[guided].gotos.get(&block).copied());
            let first = self.below(targets.len());
            let ways = targets[first..].iter().chain(&targets[..first]).copied();
            let enabled: Vec<BlockId> = ways.filter(|&target| self.is_enabled(body, target)).collect();
            // A loop may be left at any time, as far as its head knows, but is not while its condition holds.
            let guided = enabled.iter().find(|&&target| Some(target) == guide);
            let guarded = || enabled.iter().find(|&&target| assumed(body, target).next().is_some());
            *guided.or_else(guarded).or(enabled.first())?
        };
        // A pass may have left the block with one of several successors.
        self.decisions.push(Decision::Goto { proc, block, target });
        let frame = self.frames.last_mut()?;
        (frame.block, frame.next, frame.calls) = (target, 0, 0);
        Some(())
    }

    /// Whether the assumptions at the beginning of a block hold.
    fn is_enabled(&mut self, body: &Body, block: BlockId) -> bool {
        assumed(body, block).all(|e| self.may_hold(e))
    }

    fn leave(&mut self) {
        let Some(Frame { proc, saved, outs, .. }) = self.frames.pop() else { return };
        let results: Vec<Slot> = self.program.procs[proc].outs.iter().map(|&v| self.eval.var(v).clone()).collect();
        saved.into_iter().for_each(|(var, slot)| self.eval.set(var, slot));
        outs.iter().zip(results).for_each(|(&var, value)| self.eval.set(var, value));
    }
}
