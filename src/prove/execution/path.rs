//! One path: a run that decides what it can, and at each fork takes the branch that is its turn.

use crate::base::budget::{Budget, Stop};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, Condition, End, Machine, Policy, note_goto, note_value};
use crate::interp::stuck::{Slot, Stuck};
use crate::interp::symbols::{Range, Supposed, Symbols};
use crate::ir::{Body, Program, Type};
use crate::verdict::{Decision, Open, Trace, Value};

/// Forks on one path.
const MOST_FORKS: usize = 2_000;
/// Nodes of one expression.
const FUEL: u64 = 1_000_000;

/// The branches that are taken, one a fork, and what the last run along them left open.
#[derive(Default)]
pub struct Path {
    forks: Vec<Fork>,
    /// Whether there are forks for conditions within expressions, and for each of few numbers.
    pub splits: bool,
    /// A condition was taken for true without exactly the numbers that make it so.
    guessed: bool,
    /// Of what was left open, in order: the numbers that it may be.
    ranges: Vec<Range>,
}

/// Where a run may go on in several ways.
#[derive(Clone, Copy)]
struct Fork {
    /// The number of the way, of how many.
    taken: usize,
    ways: usize,
    /// Where control may go to several blocks: the branches before, forks or not, and the block.
    target: Option<(u64, BlockId)>,
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
    /// The first path of a program, with forks for conditions within expressions and for each of few numbers, too.
    pub fn splitting() -> Path {
        Path { splits: true, ..Path::default() }
    }

    /// Runs along the path and on; how it ends, after how many commands.
    pub fn run(&mut self, program: &Program, entry: ProcId, longest: u64, budget: &Budget) -> (Ended, u64) {
        let walk = Walk { forks: std::mem::take(&mut self.forks), splits: self.splits, ..Walk::default() };
        let (end, Machine { eval, policy: walk, commands, .. }) = run(program, entry, walk, longest, budget);
        let ended = match end {
            _ if walk.forks.len() > MOST_FORKS => Ended::Open("too many forks"),
            End::Returned | End::Blocked => Ended::Passed,
            End::Violated { .. } => Ended::Violated,
            End::Stuck(_) => Ended::Open("an assertion hangs on what the program leaves open"),
            End::TooLong => Ended::Open("a path is too long"),
            End::Stopped(stop) => Ended::Stopped(stop),
        };
        let symbols = eval.symbols.unwrap_or_default();
        *self = Path {
            forks: walk.forks,
            splits: self.splits,
            guessed: walk.guessed,
            ranges: walk.opened.iter().map(|&symbol| symbols.range(symbol)).collect(),
        };
        (ended, commands)
    }

    /// Whether an execution follows the path as it was run last, whatever numbers of the ranges it has.
    pub fn is_exact(&self) -> bool {
        !self.guessed
    }

    /// The execution along the path that gives what is left open some value; it ends in a violation.
    pub fn trace(&self, program: &Program, entry: ProcId, budget: &Budget) -> Option<Trace> {
        let values = Values { ranges: self.ranges.clone().into_iter(), ..Values::default() };
        let walk = Walk { forks: self.forks.clone(), values: Some(values), ..Walk::default() };
        let (end, machine) = run(program, entry, walk, u64::MAX, budget);
        let (End::Violated { .. }, Some(Values { state, decisions, .. })) = (end, machine.policy.values) else {
            return None;
        };
        Some(Trace { entry, state, functions: Vec::new(), decisions, open: Open::default() })
    }

    /// Turns to the next path; `false`: that was the last one.
    pub fn next(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.ways {
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

/// Runs the program.
fn run<'p>(
    program: &'p Program,
    entry: ProcId,
    mut walk: Walk,
    longest: u64,
    budget: &Budget,
) -> (End, Machine<'p, Walk>) {
    let is_open = walk.values.is_none();
    let model = Interpretation { lazy: is_open, ..Interpretation::default() };
    let mut eval = Evaluator::new(program, model, Limits { fuel: FUEL, ..Limits::default() });
    eval.symbols = is_open.then(Symbols::default);
    for &var in program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins) {
        let slot = walk.open(&mut eval, var);
        if let (Some(values), Ok(value)) = (&mut walk.values, &slot) {
            values.state.push((var, value.clone()));
        }
        eval.set(var, slot);
    }
    let mut machine = Machine::new(eval, walk);
    let end = machine.run(entry, (), longest, budget);
    (end, machine)
}

/// The values of an execution on a path, and what a trace tells of it.
#[derive(Default)]
struct Values {
    /// Of what is left open, in order.
    ranges: std::vec::IntoIter<Range>,
    state: Vec<(VarId, Value)>,
    decisions: Vec<Decision>,
}

/// Decides what the program leaves open.
#[derive(Default)]
struct Walk {
    /// Those to take, then those that were met besides.
    forks: Vec<Fork>,
    /// How many were met.
    met: usize,
    branches: u64,
    splits: bool,
    guessed: bool,
    /// The symbols of what is left open, in order.
    opened: Vec<u64>,
    /// `None`: what is left open is a symbol.
    values: Option<Values>,
}

impl Walk {
    fn open(&mut self, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
        if let Some(symbols) = &mut eval.symbols {
            let symbol = symbols.free();
            self.opened.push(symbol);
            return Err(Stuck::Symbol(symbol));
        }
        let ty = eval.program.vars[var].ty;
        let range = self.values.as_mut().and_then(|values| values.ranges.next()).unwrap_or_default();
        match eval.program.types.get(ty) {
            Type::Int => Ok(Value::Int(range.number())),
            _ => eval.domain.any(ty).ok_or(Stuck::NoValues(ty)),
        }
    }

    fn note(&mut self, slot: &Slot, decision: impl Fn(Value) -> Decision) {
        if let Some(values) = &mut self.values {
            note_value(&mut values.decisions, slot, decision);
        }
    }

    /// The way of several that is taken; `None`: there are too many forks.
    fn fork(&mut self, ways: usize) -> Option<usize> {
        if self.met > MOST_FORKS {
            return None;
        }
        if self.met == self.forks.len() {
            self.forks.push(Fork { taken: 0, ways, target: None });
        }
        self.met += 1;
        Some(self.forks[self.met - 1].taken)
    }

    /// The block of several where control goes on.
    fn branch(&mut self, open: &[BlockId]) -> Option<BlockId> {
        if self.values.is_some() {
            let targets = self.forks.iter().filter_map(|fork| fork.target);
            return targets.into_iter().find(|(before, _)| *before == self.branches).map(|(_, target)| target);
        }
        let target = open[self.fork(open.len())?];
        self.forks[self.met - 1].target = Some((self.branches, target));
        Some(target)
    }

    /// Goes on as if a condition held, or did not.
    fn suppose(&mut self, eval: &mut Evaluator<'_>, e: ExprId, holds: bool) -> Supposed {
        // Of too many ways, the path is not followed to its end.
        eval.suppose(e, holds, &mut |ways| self.fork(ways).unwrap_or(0))
    }

    /// Goes on as if a condition held, or did not, from here on; `None`: the path ends here.
    fn assume(&mut self, eval: &mut Evaluator<'_>, e: ExprId, holds: bool) -> Option<()> {
        let supposed = self.suppose(eval, e, holds);
        self.guessed |= supposed == Supposed::Vaguely;
        if supposed == Supposed::Never {
            return None;
        }
        if let Some(symbols) = eval.symbols.as_mut().filter(|_| self.splits) {
            while let Some((symbol, numbers)) = symbols.next_of_few() {
                let number = &numbers[self.fork(numbers.len())?];
                symbols.narrow(symbol, Some(number.clone()), Some(number.clone()));
            }
        }
        Some(())
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
            several => self.branch(several)?,
        };
        self.branches += 1;
        if let Some(values) = &mut self.values {
            note_goto(&mut values.decisions, body, at, target);
        }
        Some(target)
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }

    /// A condition in the expression is taken both ways, so that it gets a value.
    fn settle(&mut self, eval: &mut Evaluator<'p>, e: ExprId) -> Option<()> {
        if !self.splits || self.values.is_some() {
            return Some(());
        }
        // One more choice is decided each time.
        while let Some(condition) = eval.open_choice(e) {
            let holds = self.fork(2)? == 0;
            self.assume(eval, condition, holds)?;
        }
        Some(())
    }

    fn unknown(&mut self, eval: &mut Evaluator<'p>, e: ExprId, condition: Condition) -> Option<bool> {
        match condition {
            Condition::Ahead => Some(true),
            Condition::Assumed => Some(self.assume(eval, e, true).is_some()),
            Condition::Asserted => {
                let ranges = eval.symbols.as_ref().map(Symbols::ranges);
                match self.suppose(eval, e, false) {
                    Supposed::Never => {
                        if let (Some(symbols), Some(ranges)) = (&mut eval.symbols, ranges) {
                            symbols.go_back(ranges);
                            // The outcome of calls may hang on what was supposed of constants.
                            eval.forget_calls();
                        }
                        Some(true)
                    }
                    Supposed::Exactly if !self.guessed => Some(false),
                    _ => None,
                }
            }
        }
    }
}
