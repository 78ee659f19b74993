//! A path with inputs, run once more on the interpreter: the execution that it stands for.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::model::Model;
use super::state::{Count, Event, History, Past, State};
use super::term::{Node, Terms};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::interp::domain::constant_map;
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, End, Machine, Policy};
use crate::interp::passed::Passed;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::cover::Goals;
use crate::ir::{Body, Cmd, Program, Type};
use crate::verdict::{Decision, Open, Trace, Value};

/// The execution, if it ends in a violation.
pub fn trace(program: &Program, entry: ProcId, terms: &Terms, state: &State<'_>, budget: &Budget) -> Option<Trace> {
    let Run { end, trace, .. } = run((program, entry), terms, state, None, u64::MAX, budget);
    matches!(end, End::Violated { .. }).then_some(trace)
}

/// How a path went with its inputs.
pub struct Run<'g> {
    pub end: End,
    pub trace: Trace,
    pub passed: Option<Passed<'g>>,
}

/// The same however it ends, after so many commands at the latest. `goals`: to be told what it passes of them. Where the path has not
/// ended, it goes on with any inputs, as far as the program leaves it no choice.
pub fn run<'g>(
    (program, entry): (&Program, ProcId),
    terms: &Terms,
    state: &State<'_>,
    goals: Option<&'g Goals>,
    longest: u64,
    budget: &Budget,
) -> Run<'g> {
    let mut given = Given { passed: goals.map(|goals| Passed::new(goals, program, entry)), ..Given::default() };
    for (input, value) in state.model.told() {
        let int = || Value::Int(value.into());
        match *terms.node(input) {
            Node::Input(n) => drop(given.values.insert((n, false), int())),
            Node::Truth(n) => drop(given.values.insert((n, true), Value::Bool(value == 1))),
            Node::Cell(n, at) => given.cells.entry((n, false)).or_default().push((at, int())),
            Node::TruthCell(n, at) => given.cells.entry((n, true)).or_default().push((at, Value::Bool(value == 1))),
            _ => {}
        }
    }
    if let Some(recalled) = recalled(terms, state) {
        (given.picks, given.inputs) = (recalled.picks, recalled.inputs);
    }
    let mut eval = Evaluator::new(program, Interpretation::default(), Limits { fuel: 1_000_000, ..Limits::default() });
    for &var in program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins) {
        let slot = given.next(&mut eval, var);
        if let Ok(value) = &slot {
            given.state.push((var, value.clone()));
        }
        eval.set(var, slot);
    }
    let mut machine = Machine::new(eval, given);
    let end = machine.run(entry, (), longest, budget);
    let Given { state, decisions, passed, .. } = machine.policy;
    Run { end, trace: Trace { entry, state, functions: Vec::new(), decisions, open: Open::default() }, passed }
}

/// What an execution along a path comes to in order.
#[derive(Default)]
struct Recalled {
    inputs: Vec<u32>,
    picks: FxHashMap<u64, BlockId>,
    /// Branches on the execution.
    branches: u64,
    /// How many of both the path counts.
    counted: Count,
}

/// Of the ways that were merged on a path, the execution goes along those whose guards hold.
fn recalled(terms: &Terms, state: &State) -> Option<Recalled> {
    let mut recalled = Recalled::default();
    recalled.along(terms, &state.model, &state.history, None)?;
    recalled.until(state.count());
    Some(recalled)
}

impl Recalled {
    /// What happened on a path since another event.
    fn along(&mut self, terms: &Terms, model: &Model, history: &History, since: Option<&Rc<Past>>) -> Option<()> {
        let mut events = Vec::new();
        let mut at = history.as_ref();
        while let Some(past) = at.filter(|past| since.is_none_or(|since| !Rc::ptr_eq(past, since))) {
            events.push(past);
            at = past.before.as_ref();
        }
        for past in events.into_iter().rev() {
            match &past.event {
                Event::Pick { branches, target } => {
                    let branches = self.branches + (branches - self.counted.branches);
                    self.picks.insert(branches, *target);
                }
                Event::Merge { parted, ways, merged } => {
                    self.until(*parted);
                    let way = ways.iter().find(|way| model.satisfies(terms, way.guard))?;
                    self.along(terms, model, &way.history, past.before.as_ref())?;
                    self.until(way.end);
                    self.counted = *merged;
                }
            }
        }
        Some(())
    }

    fn until(&mut self, count: Count) {
        self.inputs.extend(self.counted.opened..count.opened);
        self.branches += count.branches - self.counted.branches;
        self.counted = count;
    }
}

/// The values of what is left open, by the order in which it is.
#[derive(Default)]
struct Given<'g> {
    /// By whether they are truth values: of ways that were merged, each has an n-th.
    values: FxHashMap<(u32, bool), Value>,
    cells: FxHashMap<(u32, bool), Vec<(i128, Value)>>,
    picks: FxHashMap<u64, BlockId>,
    /// As the n-th of which the path left open what is left open.
    inputs: Vec<u32>,
    opened: usize,
    branches: u64,
    /// A call begins.
    called: Option<ProcId>,
    state: Vec<(VarId, Value)>,
    decisions: Vec<Decision>,
    passed: Option<Passed<'g>>,
}

impl Given<'_> {
    fn next(&mut self, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
        let (n, ty) = (self.inputs.get(self.opened).copied().unwrap_or(u32::MAX), eval.program.vars[var].ty);
        self.opened += 1;
        let types = &eval.program.types;
        let is_truth = match types.get(ty) {
            Type::Map { result, .. } => *types.get(*result) == Type::Bool,
            ty => *ty == Type::Bool,
        };
        let is_map = matches!(types.get(ty), Type::Map { .. });
        if !is_map && let Some(value) = self.values.remove(&(n, is_truth)) {
            return Ok(value);
        }
        let any = eval.domain.any(ty).ok_or(Stuck::NoValues(ty))?;
        let Some(cells) = self.cells.remove(&(n, is_truth)).filter(|_| is_map) else { return Ok(any) };
        let (Type::Map { args, .. }, Value::Map(map)) = (eval.program.types.get(ty), constant_or(any)) else {
            return Err(Stuck::Map);
        };
        let mut map = map;
        for (at, value) in cells {
            map = match eval.store(args, map, vec![Value::Int(at.into())], value) {
                Value::Map(map) => map,
                _ => return Err(Stuck::Map),
            };
        }
        Ok(Value::Map(map))
    }
}

/// A map as it is.
fn constant_or(value: Value) -> Value {
    if let Value::Map(_) = value { value } else { constant_map(value) }
}

impl<'p> Policy<'p> for Given<'_> {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        let slot = self.next(eval, var);
        if let Ok(value) = &slot {
            self.decisions.push(Decision::Initial { var, value: value.clone() });
        }
        slot
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, _: At, (): &mut (), var: VarId) -> Slot {
        let slot = self.next(eval, var);
        if let Ok(value) = &slot {
            self.decisions.push(Decision::Value { var, value: value.clone() });
        }
        slot
    }

    fn goto(&mut self, body: &Body, at: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        let target = match open {
            [] => return None,
            [only] => *only,
            several => self.picks.get(&self.branches).copied().filter(|pick| several.contains(pick))?,
        };
        self.branches += 1;
        if body.blocks[at.block].transfer.targets().len() > 1 {
            self.decisions.push(Decision::Goto { proc: at.proc, block: at.block, target });
        }
        Some(target)
    }

    fn call(&mut self, _: At, (): &mut (), callee: ProcId) -> Option<()> {
        self.called = Some(callee);
        Some(())
    }

    fn passed(&mut self, eval: &mut Evaluator<'p>, cmd: &Cmd) {
        if let Some(passed) = &mut self.passed {
            passed.command(eval, cmd);
        }
    }

    fn arrive(&mut self, eval: &Evaluator<'p>, _: At) {
        let called = self.called.take();
        if let Some(passed) = &mut self.passed {
            called.into_iter().for_each(|callee| passed.call(eval.program, callee));
            passed.arrive(eval);
        }
    }

    fn leave(&mut self, _: &Evaluator<'p>, _: ProcId) {
        if let Some(passed) = &mut self.passed {
            passed.leave();
        }
    }
}
