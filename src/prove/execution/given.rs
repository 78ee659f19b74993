//! A run whose inputs are given, on the interpreter: the execution that a path with inputs, or a run with drawn ones, stands for.

use rustc_hash::FxHashMap;

use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::interp::domain::constant_map;
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, End, Machine, Policy, note_goto, note_value};
use crate::interp::passed::Passed;
use crate::interp::replay::replay_quietly;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Body, Cmd, Program, Type};
use crate::verdict::{Decision, Open, Trace, Value};

/// How it went.
pub struct Run<'g> {
    pub end: End,
    pub trace: Trace,
    pub passed: Option<Passed<'g>>,
}

impl Run<'_> {
    /// The execution, if it ends in a violation, and is one for certain: there is no solver behind it that knows the axioms.
    pub fn violation(self, program: &Program, budget: &Budget) -> Option<Trace> {
        let is_certain = || replay_quietly(program, &self.trace, budget).is_ok_and(|execution| execution.certain);
        let is_violation = matches!(self.end, End::Violated { .. }) && (!program.restricts_constants() || is_certain());
        is_violation.then_some(self.trace)
    }
}

/// The values of what is left open, by the order in which it is.
#[derive(Default)]
pub struct Given<'g> {
    /// By whether they are truth values: of ways that were merged, each has an n-th.
    pub values: FxHashMap<(u32, bool), Value>,
    pub cells: FxHashMap<(u32, bool), Vec<(i128, Value)>>,
    pub picks: FxHashMap<u64, BlockId>,
    /// As the n-th of which the path left open what is left open.
    pub inputs: Vec<u32>,
    opened: usize,
    branches: u64,
    /// A call begins.
    called: Option<ProcId>,
    state: Vec<(VarId, Value)>,
    decisions: Vec<Decision>,
    pub passed: Option<Passed<'g>>,
}

impl<'g> Given<'g> {
    /// Runs the program, so many commands at the latest.
    pub fn run(mut self, (program, entry): (&Program, ProcId), longest: u64, budget: &Budget) -> Run<'g> {
        let limits = Limits { fuel: 1_000_000, ..Limits::default() };
        let mut eval = Evaluator::new(program, Interpretation::default(), limits);
        let all = program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins);
        for (at, &var) in all.enumerate() {
            let is_told = self.tells_next();
            let slot = self.next(&mut eval, var);
            // Axioms may say what a constant is that nobody looked at.
            if let Ok(value) = &slot
                && (is_told || at >= program.consts.len())
            {
                self.state.push((var, value.clone()));
            }
            eval.set(var, slot);
        }
        let mut machine = Machine::new(eval, self);
        let end = machine.run(entry, (), longest, budget);
        let Given { state, decisions, passed, .. } = machine.policy;
        Run { end, trace: Trace { entry, state, functions: Vec::new(), decisions, open: Open::default() }, passed }
    }

    /// As the n-th of which the path left open what is left open next.
    fn number(&self) -> u32 {
        self.inputs.get(self.opened).copied().unwrap_or(u32::MAX)
    }

    /// Whether that has a value.
    fn tells_next(&self) -> bool {
        let n = self.number();
        [false, true].iter().any(|&kind| self.values.contains_key(&(n, kind)) || self.cells.contains_key(&(n, kind)))
    }

    fn next(&mut self, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
        let (n, ty) = (self.number(), eval.program.vars[var].ty);
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
        note_value(&mut self.decisions, &slot, |value| Decision::Initial { var, value });
        slot
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, _: At, (): &mut (), var: VarId) -> Slot {
        let slot = self.next(eval, var);
        note_value(&mut self.decisions, &slot, |value| Decision::Value { var, value });
        slot
    }

    fn goto(&mut self, body: &Body, at: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        let target = match open {
            [] => return None,
            [only] => *only,
            several => self.picks.get(&self.branches).copied().filter(|pick| several.contains(pick))?,
        };
        self.branches += 1;
        note_goto(&mut self.decisions, body, at, target);
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
