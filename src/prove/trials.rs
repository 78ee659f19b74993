//! Trial runs: the program as it is, with all its iterations, on the interpreter, with drawn inputs.
//!
//! A violation of a residual program may be one that the program has, too, after a hundred thousand iterations. Which
//! values matter for it, the residual program tells: they, and the integers that the program compares with, are drawn
//! for all inputs, again and again. A run that reaches a violation is a trace. Short runs without hints find what many inputs violate.
//!
//! A tree of nine nodes needs nine times that a loop goes on, and an allocation that does not fail; with even odds
//! no run gets there. So of the short runs that come later, every second *leans*: at each place it prefers a choice of its own, more or
//! less, and one of them goes on with the tree, lets no allocation fail, and goes left as often as right. As in A. Groce, C. Zhang, E. Eide, Y. Chen, J. Regehr, *Swarm Testing*, ISSTA 2012, where
//! each test leaves out some features.

use std::ops::Range;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId, TypeId, VarId};
use crate::engine::Question;
use crate::forms;
use crate::interp::draws::{Draws, Limited, below, value_of_type, within};
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, End, Machine, Policy, note_goto, note_value};
use crate::interp::on_deep_stack;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::{Body, Program, Var, VarKind};
use crate::verdict::execution::{Execution, StepKind};
use crate::verdict::{Decision, Open, Trace, Value};

/// All runs, by number: those that come first, and the others.
pub const ALL: Range<u64> = 0..24;
pub const FIRST: Range<u64> = 0..ZEROS + 1;
pub const OTHERS: Range<u64> = FIRST.end..ALL.end;
/// Commands of a run: of those that come first, of the first half, and of the others.
const LONGEST: [u64; 3] = [12_000_000, 30_000_000, 90_000_000];
/// The first run takes what the violation of the residual program has, the last value again and again, and zeros for what it
/// does not tell; others take a few numbers and then zeros, small numbers, those that seem to matter, large ones, by turns.
const KINDS: u64 = 5;
/// The run that takes zeros alone.
const ZEROS: u64 = KINDS;
/// How many the few are.
const FIRST_DRAWS: u64 = 3;
/// Commands of a short run.
const SHORT: u64 = 50_000;
/// One of so many truth values is true: allocations that fail, and such, end most runs early.
const TRUE: usize = 4;
/// A run that leans draws evenly at one of so many times, by the place, and else does what it prefers there.
const LEANINGS: [usize; 3] = [2, 8, 64];
/// Decisions of a run.
const MOST_DECISIONS: usize = 5_000_000;

/// A violation, if a run reaches one.
pub fn violation(question: &Question, hints: &Hints, runs: Range<u64>, budget: &Budget) -> Option<Trace> {
    let longest = |number| LONGEST[usize::from(number >= FIRST.end) + usize::from(number >= ALL.end / 2)];
    found(question, hints, runs.map(|number| (number, longest(number))), budget)
}

/// A violation that many inputs reach.
pub fn shallow_violation(question: &Question, runs: Range<u64>, budget: &Budget) -> Option<Trace> {
    found(question, &Hints::default(), runs.map(|number| (number, SHORT)), budget)
}

/// The outcome of runs, each with a number and a limit on its commands.
fn found(
    question: &Question,
    hints: &Hints,
    runs: impl Iterator<Item = (u64, u64)> + Send,
    budget: &Budget,
) -> Option<Trace> {
    let unique = |v: &VarId| matches!(question.program.vars[*v].kind, VarKind::Const { unique: true });
    if question.program.weakened || question.program.consts.iter().any(unique) {
        return None;
    }
    let stated = forms::desugared(question);
    let subject = Subject::new(&stated.program, stated.entry, hints);
    let trace = on_deep_stack(|| {
        let mut runs = runs.take_while(|_| budget.check_time().is_ok());
        runs.find_map(|(number, longest)| run(&subject, number, longest, budget))
    })?;
    Some(stated.original(question.program, trace))
}

/// What violations of residual programs tell.
#[derive(Default)]
pub struct Hints {
    /// Integers that occur in them.
    values: Vec<BigInt>,
    /// What variables were in one of them, by name, in order.
    of: FxHashMap<String, Vec<BigInt>>,
}

impl Hints {
    /// Learns from an execution that ends in a violation of a residual program.
    pub fn learn(&mut self, execution: &Execution) {
        let is_first = self.of.is_empty();
        for step in &execution.steps {
            let (StepKind::Assign { changes } | StepKind::Havoc { changes }) = &step.kind else { continue };
            for change in changes {
                let Value::Int(n) = &change.value else { continue };
                if !self.values.contains(n) {
                    self.values.push(n.clone());
                }
                if is_first {
                    self.of.entry(change.name.clone()).or_default().push(n.clone());
                }
            }
        }
    }

    /// What a variable of the program was: the residual program has the procedure's name in front.
    fn of(&self, name: &str) -> Option<&[BigInt]> {
        let is_meant =
            |known: &str| known.strip_suffix(name).is_some_and(|front| front.is_empty() || front.ends_with('_'));
        let meant = self.of.iter().filter(|(known, _)| is_meant(known));
        meant.min_by_key(|(known, _)| (known.len(), *known)).map(|(_, values)| &values[..])
    }
}

/// What is run.
struct Subject<'p> {
    program: &'p Program,
    entry: ProcId,
    /// What may be drawn.
    values: Vec<BigInt>,
    /// What is assumed of a variable where it is havocked.
    ranges: FxHashMap<(ProcId, BlockId, VarId), Limited>,
    /// What is assumed of constants, globals and parameters at the beginning.
    given: FxHashMap<VarId, Limited>,
    /// What variables were in the violation of a residual program, in order.
    guides: FxHashMap<VarId, Vec<BigInt>>,
}

impl<'p> Subject<'p> {
    fn new(program: &'p Program, entry: ProcId, hints: &Hints) -> Subject<'p> {
        let Draws { values, ranges, given, .. } = Draws::new(program, entry, &hints.values);
        let guide = |(var, v): (VarId, &Var)| Some((var, hints.of(&v.name)?.to_vec()));
        let guides = program.vars.iter_enumerated().filter_map(guide).collect();
        Subject { program, entry, values, ranges, given, guides }
    }
}

fn run(subject: &Subject, number: u64, longest: u64, budget: &Budget) -> Option<Trace> {
    let &Subject { program, entry, .. } = subject;
    let mut eval = Evaluator::new(program, Interpretation::default(), Limits { fuel: 1_000_000, ..Limits::default() });
    let mut dice = Dice {
        subject,
        number,
        random: 0x9e37_79b9_7f4a_7c15 ^ (number + 1),
        draws: FxHashMap::default(),
        decisions: Vec::new(),
    };
    let given: Vec<VarId> =
        program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins).copied().collect();
    for &var in &given {
        let slot = dice.draw(&mut eval, subject.given.get(&var), var);
        eval.set(var, slot);
    }
    if program.axioms.iter().any(|axiom| eval.holds(axiom.expr) != Ok(true)) {
        return None;
    }
    let state = given.iter().filter_map(|&var| Some((var, eval.var(var).clone().ok()?))).collect();
    let mut machine = Machine::new(eval, dice);
    let End::Violated { .. } = machine.run(entry, (), longest, budget) else { return None };
    let decisions = machine.policy.decisions;
    Some(Trace { entry, state, functions: Vec::new(), decisions, open: Open::default() })
}

/// How a choice is made.
enum Lean {
    /// As if there was no leaning.
    No,
    /// Zero or not, one way or another: all are as likely.
    Evenly,
    /// What the run prefers there: a number, of which the choice is a remainder.
    Towards(u64),
}

/// Draws what the program leaves open.
struct Dice<'a, 'p> {
    subject: &'a Subject<'p>,
    number: u64,
    /// How many integers were drawn for each variable.
    draws: FxHashMap<VarId, u64>,
    random: u64,
    decisions: Vec<Decision>,
}

impl Dice<'_, '_> {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        below(&mut self.random, n)
    }

    fn integer(&mut self, range: Option<&Limited>, var: VarId) -> BigInt {
        let draws = self.draws.entry(var).or_default();
        *draws += 1;
        let (drawn, is_first) = (*draws as usize - 1, *draws <= FIRST_DRAWS);
        let listed = self.subject.values.len();
        let any = match self.number % KINDS {
            0 if self.number == 0 => {
                let guide = self.subject.guides.get(&var);
                let value = guide.and_then(|values| values.get(drawn).or(values.last()));
                value.cloned().unwrap_or_default()
            }
            0 if self.number == ZEROS => BigInt::ZERO,
            // What is all but sorted is sorted quickly.
            1 if !is_first => BigInt::ZERO,
            2 => BigInt::from(self.below(12)),
            4 => BigInt::from(self.below(2_000)) - 1_000,
            _ => {
                let which = self.below(listed);
                self.subject.values[which].clone()
            }
        };
        let any = match self.leans(u64::from(var.0)) {
            Lean::No => any,
            Lean::Towards(way) if way.is_multiple_of(2) => BigInt::ZERO,
            Lean::Evenly if self.below(2) == 0 => BigInt::ZERO,
            _ if any == BigInt::ZERO => BigInt::from(1),
            _ => any,
        };
        within(range, any, &mut self.random)
    }

    /// How the run chooses at a place this time.
    fn leans(&mut self, place: u64) -> Lean {
        if self.number < ALL.end || self.number.is_multiple_of(2) {
            return Lean::No;
        }
        let mut way = mixed(mixed(self.number) ^ place);
        let leaning = LEANINGS[below(&mut way, LEANINGS.len())];
        if self.below(leaning) == 0 { Lean::Evenly } else { Lean::Towards(way >> 8) }
    }

    fn draw(&mut self, eval: &mut Evaluator<'_>, range: Option<&Limited>, var: VarId) -> Slot {
        let ty = eval.program.vars[var].ty;
        self.value(eval, range, (var, ty)).ok_or(Stuck::NoValues(ty))
    }

    fn value(
        &mut self,
        eval: &mut Evaluator<'_>,
        range: Option<&Limited>,
        (var, ty): (VarId, TypeId),
    ) -> Option<Value> {
        value_of_type(eval, ty, &mut |is_truth| match is_truth {
            true => BigInt::from(!self.number.is_multiple_of(ZEROS) && self.below(TRUE) == 0),
            false => self.integer(range, var),
        })
    }
}

/// Another number for each number, all bits of which depend on all of its. The finaliser of SplitMix (Steele, Lea, Flood, OOPSLA 2014).
fn mixed(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

impl<'p> Policy<'p> for Dice<'_, 'p> {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        let slot = self.draw(eval, None, var);
        note_value(&mut self.decisions, &slot, |value| Decision::Initial { var, value });
        slot
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, at: At, (): &mut (), var: VarId) -> Slot {
        let subject = self.subject;
        let slot = self.draw(eval, subject.ranges.get(&(at.proc, at.block, var)), var);
        note_value(&mut self.decisions, &slot, |value| Decision::Value { var, value });
        slot
    }

    fn goto(&mut self, body: &Body, at: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        let target = match open {
            [] => return None,
            [only] => *only,
            several => {
                let even = self.below(several.len());
                let place = u64::from(at.proc.0) << 16 ^ u64::from(at.block.0);
                match self.leans(!place) {
                    Lean::Towards(way) => several[(way % several.len() as u64) as usize],
                    Lean::Evenly | Lean::No => several[even],
                }
            }
        };
        if self.decisions.len() >= MOST_DECISIONS {
            return None;
        }
        note_goto(&mut self.decisions, body, at, target);
        Some(target)
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }
}
