//! Runs a program on given inputs: for whoever wants to see states, such as a prover that samples them.

use super::eval::{Evaluator, Interpretation, Limits};
use super::machine::{At, End, Machine, Policy};
use super::on_deep_stack;
use super::stuck::{Slot, Stuck};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::ir::{Body, Program};
use crate::verdict::Value;

/// What a program leaves open. Where nothing is given, a value is any one of its type, and control goes to the first
/// successor that is open.
pub trait Inputs {
    /// The initial value of a constant, global or parameter of the entry.
    fn start(&mut self, _var: VarId) -> Option<Value> {
        None
    }

    /// The value of a havoc, or what an out-parameter or local holds before it is assigned.
    fn value(&mut self, _var: VarId) -> Option<Value> {
        None
    }

    /// The position of the successor, of several whose leading assumptions hold.
    fn choose(&mut self, _at: At, _open: &[BlockId]) -> usize {
        0
    }

    /// Control reaches the beginning of a block; the evaluator holds the state.
    fn visit(&mut self, _eval: &Evaluator<'_>, _at: At) {}
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    pub end: End,
    /// The globals and, where the entry returned, its out-parameters, as far as they have values.
    pub state: Vec<(VarId, Value)>,
}

/// Runs the entry, at most so many commands. Contracts, where clauses and `old` must be written out; functions and
/// divisions by zero are what the interpretation says.
pub fn run<I: Inputs + Send>(
    program: &Program,
    entry: ProcId,
    inputs: &mut I,
    interpretation: Interpretation,
    longest: u64,
    budget: &Budget,
) -> Ran {
    on_deep_stack(|| {
        let mut machine = Machine::new(Evaluator::new(program, interpretation, Limits::default()), Given(inputs));
        let ins = &program.procs[entry].ins;
        for &var in program.consts.iter().chain(&program.globals).chain(ins) {
            let slot = or_any(machine.policy.0.start(var), &mut machine.eval, var);
            machine.eval.set(var, slot);
        }
        let end = machine.run(entry, (), longest, budget);
        let outs: &[VarId] = if end == End::Returned { &program.procs[entry].outs } else { &[] };
        let vars = program.globals.iter().chain(outs);
        let state = vars.filter_map(|&var| Some((var, machine.eval.var(var).clone().ok()?))).collect();
        Ran { end, state }
    })
}

fn or_any(given: Option<Value>, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
    let ty = eval.program.vars[var].ty;
    given.or_else(|| eval.domain.any(ty)).ok_or(Stuck::NoValues(ty))
}

struct Given<'i, I>(&'i mut I);

impl<'p, I: Inputs> Policy<'p> for Given<'_, I> {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        or_any(self.0.value(var), eval, var)
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, _: At, (): &mut (), var: VarId) -> Slot {
        or_any(self.0.value(var), eval, var)
    }

    fn goto(&mut self, _: &Body, at: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        match open {
            [] => None,
            [only] => Some(*only),
            several => Some(several[self.0.choose(at, several).min(several.len() - 1)]),
        }
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }

    fn arrive(&mut self, eval: &Evaluator<'p>, at: At) {
        self.0.visit(eval, at);
    }
}
