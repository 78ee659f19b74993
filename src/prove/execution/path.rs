//! One path: a run that decides what it can, and at each fork takes the branch that is its turn.

use crate::base::budget::{Budget, Stop};
use crate::base::ids::{BlockId, ProcId, VarId};
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, Condition, End, Machine, Policy};
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Body, Program};
use crate::verdict::{Decision, Open, Trace, Value};

/// Forks on one path.
const MOST_FORKS: usize = 2_000;
/// Nodes of one expression.
const FUEL: u64 = 1_000_000;

/// The branches that are taken, one a fork.
#[derive(Default)]
pub struct Path {
    forks: Vec<Fork>,
    /// A condition without a value was taken for true.
    guessed: bool,
}

#[derive(Clone, Copy)]
struct Fork {
    taken: usize,
    branches: usize,
}

/// How a path ends.
pub enum Ended {
    /// All its assertions hold.
    Passed,
    Violated,
    /// Something has no value that is needed.
    Open(&'static str),
    Stopped(Stop),
}

impl Path {
    /// Runs along the path and on; how it ends, after how many commands.
    pub fn run(&mut self, program: &Program, entry: ProcId, longest: u64, budget: &Budget) -> (Ended, u64) {
        let (end, machine) = run(program, entry, Walk::new(self.forks.clone(), None), longest, budget);
        let Walk { met, guessed, .. } = machine.policy;
        let ended = match end {
            _ if met.len() > MOST_FORKS => Ended::Open("too many forks"),
            End::Returned | End::Blocked => Ended::Passed,
            End::Violated { .. } => Ended::Violated,
            End::Stuck(_) => Ended::Open("an assertion hangs on what the program leaves open"),
            End::TooLong => Ended::Open("a path is too long"),
            End::Stopped(stop) => Ended::Stopped(stop),
        };
        (self.forks, self.guessed) = (met, guessed);
        (ended, machine.commands)
    }

    /// Whether some execution is on the path, as it was run last.
    pub fn is_exact(&self) -> bool {
        !self.guessed
    }

    /// The execution along the path that gives what is left open some value; it ends in a violation.
    pub fn trace(&self, program: &Program, entry: ProcId, budget: &Budget) -> Option<Trace> {
        let (end, machine) =
            run(program, entry, Walk::new(self.forks.clone(), Some(Record::default())), u64::MAX, budget);
        let (End::Violated { .. }, Some(Record { state, decisions })) = (end, machine.policy.record) else {
            return None;
        };
        Some(Trace { entry, state, functions: Vec::new(), decisions, open: Open::default() })
    }

    /// Turns to the next path; `false`: that was the last one.
    pub fn next(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.branches {
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

/// Runs the program; what is left open has no value, or any where the run is recorded.
fn run<'p>(
    program: &'p Program,
    entry: ProcId,
    mut walk: Walk,
    longest: u64,
    budget: &Budget,
) -> (End, Machine<'p, Walk>) {
    let model = Interpretation { lazy: walk.record.is_none(), ..Interpretation::default() };
    let mut eval = Evaluator::new(program, model, Limits { fuel: FUEL, ..Limits::default() });
    eval.unknowns = walk.record.is_none().then_some(0);
    for &var in program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins) {
        let slot = walk.open(&mut eval, var);
        if let (Some(record), Ok(value)) = (&mut walk.record, &slot) {
            record.state.push((var, value.clone()));
        }
        eval.set(var, slot);
    }
    let mut machine = Machine::new(eval, walk);
    let end = machine.run(entry, (), longest, budget);
    (end, machine)
}

/// What a trace tells of a run.
#[derive(Default)]
struct Record {
    state: Vec<(VarId, Value)>,
    decisions: Vec<Decision>,
}

/// Decides what the program leaves open.
struct Walk {
    /// The forks to take first.
    given: Vec<Fork>,
    /// Those that were met.
    met: Vec<Fork>,
    guessed: bool,
    record: Option<Record>,
}

impl Walk {
    fn new(given: Vec<Fork>, record: Option<Record>) -> Walk {
        Walk { given, met: Vec::new(), guessed: false, record }
    }

    fn open(&self, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
        if self.record.is_none() {
            return Err(Stuck::Unassigned(var));
        }
        let ty = eval.program.vars[var].ty;
        eval.domain.any(ty).ok_or(Stuck::NoValues(ty))
    }

    fn note(&mut self, slot: &Slot, decision: impl Fn(Value) -> Decision) {
        if let (Some(record), Ok(value)) = (&mut self.record, slot) {
            record.decisions.push(decision(value.clone()));
        }
    }
}

impl<'p> Policy<'p> for Walk {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        let slot = self.open(eval, var);
        self.note(&slot, |value| Decision::Initial { var, value });
        slot
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, _: At, (): &mut (), var: VarId) -> Slot {
        let slot = self.open(eval, var);
        self.note(&slot, |value| Decision::Value { var, value });
        slot
    }

    fn goto(&mut self, body: &Body, at: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        let target = match open {
            [] => return None,
            [only] => *only,
            several => {
                let number = self.met.len();
                if number > MOST_FORKS {
                    return None;
                }
                let fork = self.given.get(number).copied().unwrap_or(Fork { taken: 0, branches: several.len() });
                self.met.push(fork);
                several[fork.taken]
            }
        };
        if let Some(record) = &mut self.record
            && body.blocks[at.block].transfer.targets().len() > 1
        {
            record.decisions.push(Decision::Goto { proc: at.proc, block: at.block, target });
        }
        Some(target)
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }

    fn unknown(&mut self, condition: Condition) -> Option<bool> {
        self.guessed = true;
        (condition == Condition::Assumed).then_some(true)
    }
}
