//! Runs over short arrays, each beside the runs over the same array without one of its elements: they tell which elements may go,
//! and refute squeezing functions without asking the solver.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::queries::MOST_STEPS;
use super::squeezing::{POSITIONS, Squeezing};
use super::subject::{Array, Subject};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::maps::is_map;
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, End, Machine, Policy};
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::visit::walk;
use crate::ir::{Body, ExprKind, Program, TypeTable};
use crate::prove::loops::shape::Loop;
use crate::prove::loops::steps::add;
use crate::verdict::{MapBase, MapValue, Value};

/// Arrays of each length.
const ARRAYS: u64 = 60;
/// Their lengths.
const LENGTHS: [i64; 2] = [5, 6];
/// Commands of a run.
const LONGEST: u64 = 20_000;

/// What holds at the head of the loop, of the variables that are kept.
type State = Vec<(VarId, Slot)>;

/// A run.
struct Run {
    /// At the head of the loop.
    states: Vec<State>,
    /// Where it leaves the loop.
    exit: Option<BlockId>,
}

/// A run, and those without one element, by position.
pub struct Sample {
    long: Run,
    shorter: Vec<Option<Run>>,
}

pub struct Bank {
    pub samples: Vec<Sample>,
}

impl Bank {
    /// Runs over arrays whose length is a variable's value.
    pub fn new(subject: &Subject, length: VarId, budget: &Budget) -> Bank {
        let mut program = subject.flat.program.clone();
        add(&mut program, "all".into(), subject.flat.body.clone());
        let entry = program.procs.ids().next().expect("internal: a procedure was added");
        let mut vars: Vec<VarId> = subject.flat.body.locals.clone();
        vars.retain(|v| !subject.flat.program.vars[*v].name.is_empty());
        let runner = Runner { program: &program, entry, only: subject.only(), vars, budget };
        let values = values(subject);
        let mut samples = Vec::new();
        for n in LENGTHS {
            for seed in 0..ARRAYS {
                if budget.check_time().is_err() {
                    return Bank { samples };
                }
                samples.extend(sample(&runner, subject, length, n, seed, &values));
            }
        }
        Bank { samples }
    }

    /// For which samples the runs leave the loop at the same place if the element at a position goes.
    pub fn leaves(&self, position: usize) -> Vec<bool> {
        let same = |s: &Sample| s.shorter[position].as_ref().is_some_and(|short| short.exit == s.long.exit);
        self.samples.iter().map(same).collect()
    }

    /// For which samples a squeezing function that takes out the element at a position answers.
    pub fn answers(&self, subject: &Subject, squeezing: &Squeezing, position: usize) -> Vec<bool> {
        let mut eval = Evaluator::new(&subject.flat.program, Interpretation::default(), Limits::default());
        self.samples.iter().map(|sample| sample.answers(&mut eval, squeezing, position)).collect()
    }

    /// The samples where a condition holds when the loop begins.
    pub fn holds(&self, subject: &Subject, conditions: &[ExprId]) -> Vec<Vec<bool>> {
        let mut eval = Evaluator::new(&subject.flat.program, Interpretation::default(), Limits::default());
        let mut all = vec![Vec::new(); conditions.len()];
        for sample in &self.samples {
            sample.long.states[0].iter().for_each(|(var, slot)| eval.set(*var, slot.clone()));
            for (&condition, holds) in conditions.iter().zip(&mut all) {
                holds.push(eval.holds(condition) == Ok(true));
            }
        }
        all
    }
}

impl Sample {
    fn answers(&self, eval: &mut Evaluator, squeezing: &Squeezing, position: usize) -> bool {
        let Some(Run { states: shorter, .. }) = &self.shorter[position] else { return false };
        let mut squeezed = |state: &State| -> Vec<Slot> {
            state.iter().for_each(|(var, slot)| eval.set(*var, slot.clone()));
            squeezing.state.iter().map(|&(_, value)| eval.eval(value)).collect()
        };
        let is = |state: &State, wanted: &[Slot]| {
            squeezing.state.iter().zip(wanted).all(|((var, _), wanted)| {
                let now = state.iter().find(|(v, _)| v == var).map(|(_, slot)| slot);
                matches!((now, wanted), (Some(Ok(a)), Ok(b)) if a == b)
            })
        };
        let all: Vec<Vec<Slot>> = self.long.states.iter().map(&mut squeezed).collect();
        let (mut at, mut behind) = (0, 0);
        if !shorter.first().is_some_and(|first| is(first, &all[0])) {
            return false;
        }
        while at + 1 < all.len() {
            let follows = |to: usize| {
                let wanted = all.get(to)?;
                (behind..=behind + MOST_STEPS).find(|&i| shorter.get(i).is_some_and(|s| is(s, wanted)))
            };
            (at, behind) = match (follows(at + 1), follows(at + 2)) {
                (Some(to), _) => (at + 1, to),
                (None, Some(to)) => (at + 2, to),
                (None, None) => return false,
            };
        }
        true
    }
}

/// Integers that elements may be: some small ones, and those that the program mentions.
fn values(subject: &Subject) -> Vec<BigInt> {
    let mut values: Vec<BigInt> = [0, 1, 2, -1].map(BigInt::from).to_vec();
    walk(&subject.flat.program.exprs, subject.conditions.iter().copied(), |_, kind| {
        if let ExprKind::Int(n) = kind
            && n.bits() < 16
        {
            for near in [n.clone(), n + 1] {
                if !values.contains(&near) && values.len() < 7 {
                    values.push(near);
                }
            }
        }
    });
    values
}

fn sample(runner: &Runner, subject: &Subject, length: VarId, n: i64, seed: u64, values: &[BigInt]) -> Option<Sample> {
    let program = &subject.flat.program;
    let mut inputs: FxHashMap<VarId, Value> = FxHashMap::from_iter([(length, Value::Int(n.into()))]);
    // Where the arrays are, an empty run tells.
    let empty = runner.run(&inputs, seed, values)?;
    let start = empty.states.first()?.clone();
    let address = |array: &Array, at: i64| -> Option<BigInt> {
        let base = match array.base {
            None => BigInt::ZERO,
            Some(base) => match start.iter().find(|(v, _)| *v == base)? {
                (_, Ok(Value::Int(base))) => base.clone(),
                _ => return None,
            },
        };
        Some(base + at * array.stride)
    };
    let mut dice = Dice(seed.wrapping_mul(2) + 1 + n as u64);
    // Few different elements make ties and order likely.
    let kinds = 2 + dice.below(values.len() - 1);
    let mut contents: Vec<(&Array, Vec<BigInt>)> = Vec::new();
    for array in &subject.arrays {
        let elements = (0..n).map(|_| values[dice.below(kinds)].clone()).collect();
        contents.push((array, elements));
    }
    // Equal arrays, and sorted ones, are of interest.
    if seed.is_multiple_of(3) && contents.len() > 1 {
        let first = contents[0].1.clone();
        let keep = dice.below(n as usize + 1);
        contents[1..].iter_mut().for_each(|(_, c)| c[..keep].clone_from_slice(&first[..keep]));
    }
    if seed % 3 == 1 {
        contents.iter_mut().for_each(|(_, c)| c.sort());
    }
    if seed % 6 == 4 {
        contents.iter_mut().for_each(|(_, c)| c.reverse());
    }
    let fill = |inputs: &mut FxHashMap<VarId, Value>, without: Option<usize>| -> Option<()> {
        for map in subject.arrays.iter().map(|a| a.map) {
            let mut entries = BTreeMap::new();
            for (array, elements) in contents.iter().filter(|(a, _)| a.map == map) {
                let left = elements.iter().enumerate().filter(|(i, _)| Some(*i) != without);
                for (at, (_, value)) in left.enumerate() {
                    if *value != BigInt::ZERO {
                        entries.insert(vec![Value::Int(address(array, at as i64)?)], Value::Int(value.clone()));
                    }
                }
            }
            let base = MapBase::Const(Value::Int(BigInt::ZERO));
            inputs.insert(map, Value::Map(MapValue { base, entries }.into()));
        }
        Some(())
    };
    if subject.arrays.iter().any(|a| !is_integers(program, a.map)) {
        return None;
    }
    fill(&mut inputs, None)?;
    let long = runner.run(&inputs, seed, values)?;
    let mut shorter = Vec::new();
    for &position in POSITIONS {
        let at = if position < 0 { n + position } else { position };
        let mut inputs = inputs.clone();
        inputs.insert(length, Value::Int((n - 1).into()));
        shorter.push(match fill(&mut inputs, usize::try_from(at).ok()) {
            Some(()) => runner.run(&inputs, seed, values),
            None => None,
        });
    }
    Some(Sample { long, shorter })
}

fn is_integers(program: &Program, map: VarId) -> bool {
    use crate::ir::Type;
    matches!(program.types.get(program.vars[map].ty), Type::Map { result, .. } if *result == TypeTable::INT)
        && is_map(program, map)
}

/// Xorshift.
struct Dice(u64);

impl Dice {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

struct Runner<'a> {
    program: &'a Program,
    entry: ProcId,
    only: &'a Loop,
    vars: Vec<VarId>,
    budget: &'a Budget,
}

impl Runner<'_> {
    /// `None`: the run does not end, or not reach the loop.
    fn run(&self, inputs: &FxHashMap<VarId, Value>, seed: u64, values: &[BigInt]) -> Option<Run> {
        let eval = Evaluator::new(self.program, Interpretation::default(), Limits::default());
        let player = Player { runner: self, inputs, seed, values, run: Run { states: Vec::new(), exit: None } };
        let mut machine = Machine::new(eval, player);
        match machine.run(self.entry, (), LONGEST, self.budget) {
            End::Returned | End::Violated { .. } | End::Blocked if !machine.policy.run.states.is_empty() => {
                Some(machine.policy.run)
            }
            _ => None,
        }
    }
}

/// Chooses inputs, and notes the states at the head of the loop.
struct Player<'a> {
    runner: &'a Runner<'a>,
    inputs: &'a FxHashMap<VarId, Value>,
    seed: u64,
    values: &'a [BigInt],
    run: Run,
}

impl Player<'_> {
    fn draw(&self, eval: &mut Evaluator<'_>, var: VarId) -> Slot {
        if let Some(value) = self.inputs.get(&var) {
            return Ok(value.clone());
        }
        let ty = eval.program.vars[var].ty;
        if ty == TypeTable::INT {
            // The same for all runs of a sample.
            let number = self.runner.vars.iter().position(|v| *v == var).unwrap_or_default() as u64;
            let mut dice = Dice(self.seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(number + 1));
            dice.below(7);
            return Ok(Value::Int(self.values[dice.below(self.values.len())].clone()));
        }
        eval.domain.any(ty).ok_or(Stuck::NoValues(ty))
    }
}

impl<'p> Policy<'p> for Player<'_> {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        self.draw(eval, var)
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, _: At, (): &mut (), var: VarId) -> Slot {
        self.draw(eval, var)
    }

    fn goto(&mut self, _: &Body, _: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        open.first().copied()
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }

    fn arrive(&mut self, eval: &Evaluator<'p>, at: At) {
        let Loop { header, members, .. } = self.runner.only;
        if at.block == *header {
            self.run.states.push(self.runner.vars.iter().map(|&v| (v, eval.var(v).clone())).collect());
        } else if !members.contains(&at.block) && !self.run.states.is_empty() && self.run.exit.is_none() {
            self.run.exit = Some(at.block);
        }
    }
}
