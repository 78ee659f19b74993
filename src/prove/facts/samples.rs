//! States that runs reach at loop heads: what does not hold in them need not be asked.
//!
//! After M. Ernst, J. Cockrell, W. Griswold, D. Notkin, Dynamically Discovering Likely Program Invariants, TSE 27(2),
//! 2001. Nothing rests on them.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use super::heads::Head;
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::forms::NormalForm;
use crate::interp::draws::{Draws, Limited, below, within};
use crate::interp::machine::{At, End};
use crate::interp::run::{Inputs, run};
use crate::interp::{Evaluator, Interpretation, Limits, on_deep_stack};
use crate::ir::{Program, Type, TypeTable};
use crate::prove::terms::is_memory;
use crate::verdict::{MapBase, MapValue, Value};

/// Runs of a kind.
struct Runs {
    /// How many, of which most end soon where a program looks at its inputs first.
    most: u64,
    /// Commands of one.
    longest: u64,
    /// So many runs that reach no new state end it, or so many that are as long as any may be.
    idle: u64,
    long: u64,
}

const RUNS: Runs = Runs { most: 1_000, longest: 3_000, idle: 160, long: 60 };
/// Where some head was not seen: there may be long loops in front of it.
const FAR: Runs = Runs { most: 40, longest: 120_000, idle: 20, long: 4 };
/// States that are kept of a head; of one run, and how many are passed over between two of these at most.
const MOST: usize = 48;
const OF_RUN: usize = 8;
const APART: usize = 6;
/// Of these states, so many at most are those in which a run reaches a head first: there, much holds that does not later.
const FIRST: usize = 12;
/// Of integers that are drawn, every other run has small ones alone; of these, some variables have even smaller ones, which meet.
const SMALL: usize = 12;
const SMALLER: [usize; 4] = [2, 3, SMALL, SMALL];

/// What variables held.
pub type State = Vec<(VarId, Value)>;

/// Of each head, states that runs have reached.
pub fn samples(plain: &NormalForm, heads: &[Head], budget: &Budget) -> Vec<Vec<State>> {
    let program = &plain.program;
    let Draws { values, ranges, given, .. } = Draws::new(program, plain.entry, &[]);
    let mut limits: FxHashMap<VarId, Limited> = ranges.into_iter().map(|((.., var), range)| (var, range)).collect();
    limits.extend(given);
    let places = heads.iter().enumerate().map(|(index, head)| ((head.proc, head.block), index)).collect();
    let mut found: Vec<Vec<State>> = vec![Vec::new(); heads.len()];
    // Nobody draws values that axioms allow.
    if !program.axioms.is_empty() {
        return found;
    }
    let mut first = vec![0; heads.len()];
    for (from, runs) in [(0, RUNS), (RUNS.most, FAR)] {
        let (mut count, mut idle, mut long) = (found.iter().map(Vec::len).sum::<usize>(), 0, 0);
        for number in from..from + runs.most {
            let mut sampling = Sampling {
                program,
                heads,
                values: &values,
                limits: &limits,
                places: &places,
                number,
                random: (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
                waits: vec![0; heads.len()],
                own: vec![0; heads.len()],
                found: &mut found,
                first: &mut first,
            };
            let ran = run(program, plain.entry, &mut sampling, Interpretation::default(), runs.longest, budget);
            long += u64::from(ran.end == End::TooLong);
            let now = found.iter().map(Vec::len).sum();
            idle = if now > count { 0 } else { idle + 1 };
            count = now;
            let all = found.iter().all(|states| states.len() >= MOST);
            if budget.check().is_err() || idle == runs.idle || long == runs.long || all {
                break;
            }
        }
        if found.iter().all(|states| !states.is_empty()) {
            break;
        }
    }
    found
}

struct Sampling<'a> {
    program: &'a Program,
    heads: &'a [Head],
    values: &'a [BigInt],
    limits: &'a FxHashMap<VarId, Limited>,
    places: &'a FxHashMap<(ProcId, BlockId), usize>,
    number: u64,
    random: u64,
    /// How many visits are still passed over, and how many states this run gave.
    waits: Vec<usize>,
    own: Vec<usize>,
    found: &'a mut Vec<Vec<State>>,
    /// How many of them are the first of a run.
    first: &'a mut Vec<usize>,
}

impl Sampling<'_> {
    fn integer(&mut self, var: VarId) -> BigInt {
        let any = match self.number % 4 {
            0 | 2 => BigInt::from(below(
                &mut self.random,
                SMALLER[(var.0 as usize + self.number as usize / 2) % SMALLER.len()],
            )),
            1 => BigInt::from(below(&mut self.random, 2 * SMALL)) - SMALL,
            _ => self.values[below(&mut self.random, self.values.len())].clone(),
        };
        within(self.limits.get(&var), any, &mut self.random)
    }
}

impl Inputs for Sampling<'_> {
    fn start(&mut self, var: VarId) -> Option<Value> {
        self.value(var)
    }

    fn value(&mut self, var: VarId) -> Option<Value> {
        match self.program.vars[var].ty {
            TypeTable::INT => Some(Value::Int(self.integer(var))),
            TypeTable::BOOL => Some(Value::Bool(below(&mut self.random, 2) == 0)),
            ty if is_memory(self.program, ty) => {
                let number = below(&mut self.random, SMALL);
                let cell = match self.program.types.get(ty) {
                    Type::Map { result: TypeTable::INT, .. } => Value::Int(number.into()),
                    Type::Map { result: TypeTable::BOOL, .. } => Value::Bool(number.is_multiple_of(2)),
                    _ => return None,
                };
                Some(Value::Map(MapValue { base: MapBase::Const(cell), entries: BTreeMap::new() }.into()))
            }
            _ => None,
        }
    }

    fn choose(&mut self, _: At, open: &[BlockId]) -> usize {
        below(&mut self.random, open.len())
    }

    fn visit(&mut self, eval: &Evaluator<'_>, at: At) {
        let Some(&index) = self.places.get(&(at.proc, at.block)) else { return };
        if self.own[index] >= OF_RUN || self.found[index].len() >= MOST {
            return;
        }
        if self.waits[index] > 0 {
            self.waits[index] -= 1;
            return;
        }
        self.waits[index] = below(&mut self.random, 1 + APART.min(self.own[index]));
        self.own[index] += 1;
        let is_first = self.own[index] == 1;
        if is_first && self.first[index] == FIRST {
            return;
        }
        self.first[index] += usize::from(is_first);
        let vars = self.heads[index].here.iter().chain(&self.program.consts);
        let state = vars.filter_map(|&var| Some((var, eval.var(var).clone().ok()?))).collect();
        self.found[index].push(state);
    }
}

/// Evaluates expressions in states, as long as there is effort left.
pub struct Tester<'p> {
    eval: Evaluator<'p>,
    /// Evaluations that are left.
    effort: u64,
}

impl Tester<'_> {
    pub fn enter(&mut self, state: &State) {
        for (var, value) in state {
            self.eval.set(*var, Ok(value.clone()));
        }
    }

    /// `None`: it has no value there, or nobody looked.
    pub fn holds(&mut self, e: ExprId) -> Option<bool> {
        self.effort = self.effort.checked_sub(1)?;
        self.eval.holds(e).ok()
    }

    pub fn integer(&mut self, e: ExprId) -> Option<BigInt> {
        self.effort = self.effort.checked_sub(1)?;
        match self.eval.eval(e) {
            Ok(Value::Int(n)) => Some(n),
            _ => None,
        }
    }

    /// Whether nobody looks any more.
    pub fn is_spent(&self) -> bool {
        self.effort == 0
    }

    pub fn bind(&mut self, var: VarId, value: BigInt) {
        self.eval.set(var, Ok(Value::Int(value)));
    }
}

/// With an evaluator on a stack that deep expressions do not overflow, for so many evaluations.
pub fn tested<T: Send>(program: &Program, effort: u64, run: impl FnOnce(&mut Tester<'_>) -> T + Send) -> T {
    on_deep_stack(|| {
        let eval = Evaluator::new(program, Interpretation::default(), Limits { fuel: 20_000, ..Limits::default() });
        run(&mut Tester { eval, effort })
    })
}
