//! Trial runs: the program as it is, with all its iterations, on the interpreter.
//!
//! A violation of a residual program may be one that the program has, too, after a hundred thousand iterations. Which
//! values matter for it, the residual program tells: they, and the integers that the program compares with, are drawn
//! for all inputs, again and again. A run that comes to a violation is a trace.

use std::ops::Range;

use num_bigint::{BigInt, BigUint};
use num_traits::Signed;
use rustc_hash::FxHashMap;

use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ProcId, TypeId, VarId};
use crate::engine::Question;
use crate::interp::eval::{Evaluator, Interpretation, Limits};
use crate::interp::machine::{At, End, Machine, Policy};
use crate::interp::on_deep_stack;
use crate::interp::stuck::{Slot, Stuck};
use crate::ir::visit::walk;
use crate::ir::{Body, CmdKind, ExprKind, Op, Program, Type, Var, VarKind};
use crate::prove::stated::Stated;
use crate::verdict::execution::{Execution, StepKind};
use crate::verdict::{Decision, MapBase, MapValue, Open, Trace, Value};

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
/// Decisions of a run.
const MOST_DECISIONS: usize = 5_000_000;
/// Integers that are drawn.
const MOST_VALUES: usize = 64;

/// A violation, if a run comes to one.
pub fn violation(question: &Question, hints: &Hints, runs: Range<u64>, budget: &Budget) -> Option<Trace> {
    let unique = |v: &VarId| matches!(question.program.vars[*v].kind, VarKind::Const { unique: true });
    if question.program.weakened || question.program.consts.iter().any(unique) {
        return None;
    }
    let stated = Stated::new(question);
    let subject = Subject::new(&stated.program, stated.entry, hints);
    for number in runs {
        if budget.check_time().is_err() {
            break;
        }
        if let Some(trace) = on_deep_stack(|| run(&subject, number, budget)) {
            return Some(stated.original(question.program, trace));
        }
    }
    None
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
    /// What variables were in the violation of a residual program, in order.
    guides: FxHashMap<VarId, Vec<BigInt>>,
}

#[derive(Clone, Default)]
struct Limited {
    least: Option<BigInt>,
    most: Option<BigInt>,
}

impl<'p> Subject<'p> {
    fn new(program: &'p Program, entry: ProcId, hints: &Hints) -> Subject<'p> {
        let mut values: Vec<BigInt> = [0, 1, 2, -1, 3].map(BigInt::from).to_vec();
        let mut add = |n: BigInt| {
            if !values.contains(&n) && values.len() < MOST_VALUES {
                values.push(n);
            }
        };
        hints.values.iter().cloned().for_each(&mut add);
        let mut ranges = FxHashMap::default();
        for (proc, procedure) in program.procs.iter_enumerated() {
            let Some(body) = &procedure.body else { continue };
            for (id, block) in body.blocks.iter_enumerated() {
                for (at, cmd) in block.cmds.iter().enumerate() {
                    match &cmd.kind {
                        CmdKind::Havoc(vars) => {
                            let behind = block.cmds[at + 1..].iter().map_while(|next| match next.kind {
                                CmdKind::Assume(e) => Some(e),
                                _ => None,
                            });
                            for e in behind {
                                for &var in vars {
                                    narrow(
                                        program,
                                        e,
                                        var,
                                        ranges.entry((proc, id, var)).or_insert_with(Limited::default),
                                    );
                                }
                            }
                        }
                        CmdKind::Assume(e) | CmdKind::Assert(e, _) => walk(&program.exprs, [*e], |_, kind| {
                            if let ExprKind::Int(n) = kind
                                && n.bits() < 31
                            {
                                [n.clone(), n + 1, n - 1].into_iter().for_each(&mut add);
                            }
                        }),
                        _ => {}
                    }
                }
            }
        }
        let guide = |(var, v): (VarId, &Var)| Some((var, hints.of(&v.name)?.to_vec()));
        let guides = program.vars.iter_enumerated().filter_map(guide).collect();
        Subject { program, entry, values, ranges, guides }
    }
}

/// Learns what a condition says about a variable.
fn narrow(program: &Program, e: crate::base::ids::ExprId, var: VarId, range: &mut Limited) {
    let ExprKind::Op(op, args) = program.exprs.kind(e) else { return };
    let is_var = |e| *program.exprs.kind(e) == ExprKind::Var(var);
    let constant = |e| match program.exprs.kind(e) {
        ExprKind::Int(n) => Some(n.clone()),
        ExprKind::Op(Op::Neg, args) => match program.exprs.kind(args[0]) {
            ExprKind::Int(n) => Some(-n),
            _ => None,
        },
        _ => None,
    };
    if *op == Op::And {
        args.iter().for_each(|&arg| narrow(program, arg, var, range));
        return;
    }
    let [a, b] = args[..] else { return };
    let (small, large, strict) = match op {
        Op::Le => (a, b, 0),
        Op::Lt => (a, b, 1),
        Op::Ge => (b, a, 0),
        Op::Gt => (b, a, 1),
        _ => return,
    };
    if is_var(large)
        && let Some(n) = constant(small)
    {
        let n: BigInt = n + strict;
        range.least = Some(range.least.take().map_or(n.clone(), |m| m.max(n)));
    } else if is_var(small)
        && let Some(n) = constant(large)
    {
        let n: BigInt = n - strict;
        range.most = Some(range.most.take().map_or(n.clone(), |m| m.min(n)));
    }
}

fn run(subject: &Subject, number: u64, budget: &Budget) -> Option<Trace> {
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
        let slot = dice.draw(&mut eval, None, var);
        eval.set(var, slot);
    }
    if program.axioms.iter().any(|axiom| eval.holds(axiom.expr) != Ok(true)) {
        return None;
    }
    let state = given.iter().filter_map(|&var| Some((var, eval.var(var).clone().ok()?))).collect();
    let mut machine = Machine::new(eval, dice);
    let longest = LONGEST[usize::from(number >= FIRST.end) + usize::from(number >= ALL.end / 2)];
    let End::Violated { .. } = machine.run(entry, (), longest, budget) else { return None };
    let decisions = machine.policy.decisions;
    Some(Trace { entry, state, functions: Vec::new(), decisions, open: Open::default() })
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
    /// A number below `n`. Xorshift.
    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % n as u64) as usize
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
        let Some(Limited { least, most }) = range else { return any };
        match (least, most) {
            (Some(least), _) if any < *least => match most {
                // Somewhere above the least, most often not far.
                Some(most) => (least + any.abs()).min(most.clone()),
                None => least + any.abs(),
            },
            (_, Some(most)) if any > *most => most.clone(),
            _ => any,
        }
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
        Some(match *eval.program.types.get(ty) {
            Type::Int => Value::Int(self.integer(range, var)),
            Type::Bool => Value::Bool(!self.number.is_multiple_of(ZEROS) && self.below(2) == 1),
            Type::Bv(width) => {
                let modulus = BigInt::from(1) << width;
                let n = self.integer(range, var) % &modulus;
                let n = if n.is_negative() { n + modulus } else { n };
                Value::Bv { value: BigUint::try_from(n).ok()?, width }
            }
            Type::Map { binders: 0, ref args, result } if eval.domain.count_points(args).is_none() => {
                let base = MapBase::Const(self.value(eval, None, (var, result))?);
                Value::Map(MapValue { base, entries: Default::default() }.into())
            }
            _ => eval.domain.any(ty)?,
        })
    }
}

impl<'p> Policy<'p> for Dice<'_, 'p> {
    type Note = ();

    fn initial(&mut self, eval: &mut Evaluator<'p>, (): &mut (), var: VarId) -> Slot {
        let slot = self.draw(eval, None, var);
        if let Ok(value) = &slot {
            self.decisions.push(Decision::Initial { var, value: value.clone() });
        }
        slot
    }

    fn havoc(&mut self, eval: &mut Evaluator<'p>, at: At, (): &mut (), var: VarId) -> Slot {
        let subject = self.subject;
        let slot = self.draw(eval, subject.ranges.get(&(at.proc, at.block, var)), var);
        if let Ok(value) = &slot {
            self.decisions.push(Decision::Value { var, value: value.clone() });
        }
        slot
    }

    fn goto(&mut self, body: &Body, at: At, (): &mut (), open: &[BlockId]) -> Option<BlockId> {
        let target = match open {
            [] => return None,
            [only] => *only,
            several => several[self.below(several.len())],
        };
        if self.decisions.len() >= MOST_DECISIONS {
            return None;
        }
        if body.blocks[at.block].transfer.targets().len() > 1 {
            self.decisions.push(Decision::Goto { proc: at.proc, block: at.block, target });
        }
        Some(target)
    }

    fn call(&mut self, _: At, (): &mut (), _: ProcId) -> Option<()> {
        Some(())
    }
}
