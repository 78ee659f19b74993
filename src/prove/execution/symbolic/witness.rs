//! A path with inputs, run once more on the interpreter: the execution that it stands for.

use rustc_hash::FxHashMap;

use super::state::State;
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
            Node::Input(n) => drop(given.values.insert(n, int())),
            Node::Truth(n) => drop(given.values.insert(n, Value::Bool(value == 1))),
            Node::Cell(n, at) => given.cells.entry(n).or_default().push((at, int())),
            Node::TruthCell(n, at) => given.cells.entry(n).or_default().push((at, Value::Bool(value == 1))),
            _ => {}
        }
    }
    let mut pick = state.picks.as_deref();
    while let Some(known) = pick {
        given.picks.insert(known.branches, known.target);
        pick = known.before.as_deref();
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

/// The values of what is left open, by the order in which it is.
#[derive(Default)]
struct Given<'g> {
    values: FxHashMap<u32, Value>,
    cells: FxHashMap<u32, Vec<(i128, Value)>>,
    picks: FxHashMap<u64, BlockId>,
    opened: u32,
    branches: u64,
    /// A call begins.
    called: Option<ProcId>,
    state: Vec<(VarId, Value)>,
    decisions: Vec<Decision>,
    passed: Option<Passed<'g>>,
}

impl Given<'_> {
    fn next(&mut self, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
        let (n, ty) = (self.opened, eval.program.vars[var].ty);
        self.opened += 1;
        if let Some(value) = self.values.remove(&n) {
            return Ok(value);
        }
        let any = eval.domain.any(ty).ok_or(Stuck::NoValues(ty))?;
        let Some(cells) = self.cells.remove(&n) else { return Ok(any) };
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
