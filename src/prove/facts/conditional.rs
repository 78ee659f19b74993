//! Conditional facts: what holds only where a condition of the program does.
//!
//! ```text
//! while (*) { if (data == 0) { data := new; cap := 16; len := 0; } …     data != 0 ==> len < cap
//! ```
//!
//! Guards are atoms: flags, whether there is a block, comparisons of branches and assertions. A guess that samples refute is tried
//! under each guard that excludes those states; of guards that do, under the weakest ones. As the splitting conditions of
//! M. Ernst and others, TSE 27(2), 2001, or the implications of P. Garg, D. Neider, P. Madhusudan, D. Roth, Learning
//! Invariants using Decision Trees and Implication Counterexamples, POPL 2016.

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use super::mentioned::Mentioned;
use super::samples::{State, Tester};
use crate::base::ids::ExprId;
use crate::ir::{ExprKind, Op, Program};
use crate::prove::terms::Terms;

/// Guards that tell states apart, at most.
const GUARDS: usize = 24;
/// Guards of one guess, and guesses, at most.
const WEAKEST: usize = 2;
const MOST: usize = 160;
/// In so many states a guard holds, and in so many it does not, or nothing speaks for it.
const WITNESSES: u32 = 3;

/// What may hold wherever a guard does.
pub struct Implied {
    guard: ExprId,
    guesses: Vec<ExprId>,
}

/// States in which something holds, as bits.
type States = u64;

/// Atoms of the program that may tell states apart, with their negations, what says least of the heap first.
pub fn atoms(program: &mut Program, mentioned: &Mentioned) -> Vec<ExprId> {
    let mut t = Terms(program);
    let zero = t.int(0);
    let mut found: Vec<ExprId> = mentioned.starts.iter().map(|&(start, _)| t.eq(start, zero)).collect();
    for &(op, left, right) in &mentioned.comparisons {
        found.push(match op {
            Op::Eq | Op::Neq => t.eq(left, right),
            Op::Lt | Op::Ge => t.lt(left, right),
            _ => t.le(left, right),
        });
    }
    found.extend(&mentioned.truths);
    found.into_iter().flat_map(|e| [e, t.not(e)]).collect()
}

/// That integers are what these guesses say that they are at most, or at least.
pub fn equalities(program: &mut Program, guesses: &[ExprId]) -> Vec<ExprId> {
    let mut seen = FxHashSet::default();
    let limits = guesses.iter().filter_map(|&guess| limit(program, guess));
    let limits = limits.map(|(Limit::Most(e, n) | Limit::Least(e, n))| (e, n));
    let limits: Vec<(ExprId, BigInt)> = limits.filter(|limit| seen.insert(limit.clone())).collect();
    let mut t = Terms(program);
    let equal = |(e, n): (ExprId, BigInt)| {
        let n = t.int(n);
        t.eq(e, n)
    };
    limits.into_iter().map(equal).collect()
}

/// `guard ==> guess` of these guesses, which hold in no more than some of the states; those that more states speak for come first.
pub fn guesses(refuted: &[ExprId], atoms: &[ExprId], states: &[State], tester: &mut Tester<'_>) -> Vec<Implied> {
    let states = &states[..states.len().min(States::BITS as usize)];
    let mut holding = vec![0; atoms.len() + refuted.len()];
    for (bit, state) in states.iter().enumerate() {
        tester.enter(state);
        for (holds, &e) in holding.iter_mut().zip(atoms.iter().chain(refuted)) {
            *holds |= States::from(tester.holds(e) == Some(true)) << bit;
        }
    }
    let (of_atoms, of_refuted) = holding.split_at(atoms.len());
    let mut seen = FxHashSet::default();
    let tells =
        |holds: States| holds.count_ones() >= WITNESSES && states.len() as u32 >= holds.count_ones() + WITNESSES;
    let mut guards: Vec<(ExprId, States)> = atoms.iter().copied().zip(of_atoms.iter().copied()).collect();
    guards.retain(|&(_, holds)| tells(holds) && seen.insert(holds));
    guards.truncate(GUARDS);
    guards.sort_by_key(|(_, holds)| std::cmp::Reverse(holds.count_ones()));
    let mut found: Vec<Implied> = guards.iter().map(|&(guard, _)| Implied { guard, guesses: Vec::new() }).collect();
    for (&guess, &holds) in refuted.iter().zip(of_refuted) {
        let mut weakest: Vec<States> = Vec::new();
        for (&(_, guarded), implied) in guards.iter().zip(&mut found).filter(|((_, guarded), _)| guarded & !holds == 0)
        {
            if weakest.len() < WEAKEST && weakest.iter().all(|weaker| guarded & !weaker != 0) {
                weakest.push(guarded);
                implied.guesses.push(guess);
            }
        }
    }
    found.retain(|implied| !implied.guesses.is_empty());
    found
}

/// The conditional facts as formulas, as many of each guard, those first that do not follow from others of the same guard;
/// none of which guard and guess compare the same.
pub fn formulas(program: &mut Program, found: Vec<Implied>, large: &[ExprId]) -> Vec<ExprId> {
    let each = MOST / found.len().max(1);
    let mut formulas = Vec::new();
    for Implied { guard, guesses } in found {
        let known = compared(program, guard);
        let telling = guesses.into_iter().filter(|&guess| !compared(program, guess).iter().all(|e| known.contains(e)));
        let telling: Vec<ExprId> = telling.collect();
        let strength = Strength::of(program, &telling);
        let is_weak = |&guess: &ExprId| {
            let sides = compared(program, guess);
            strength.is_weak(program, guess) || sides.iter().any(|&side| mentions(program, side, large))
        };
        let (weak, strong): (Vec<ExprId>, Vec<ExprId>) = telling.iter().partition(|guess| is_weak(guess));
        let chosen = strong.into_iter().chain(weak).take(each);
        formulas.extend(chosen.map(|guess| program.exprs.implies(guard, guess)));
    }
    formulas
}

/// What guesses that hold together say of the same integers.
#[derive(Default)]
struct Strength {
    less: FxHashSet<(ExprId, ExprId)>,
    same: FxHashSet<(ExprId, ExprId)>,
    /// What is said to be a number.
    exact: FxHashSet<ExprId>,
    /// The least number that something is said to be at most, and the greatest that it is said to be at least.
    most: FxHashMap<ExprId, BigInt>,
    least: FxHashMap<ExprId, BigInt>,
}

/// An integer on one side, the number that it is said to be at most (or at least) on the other.
enum Limit {
    Most(ExprId, BigInt),
    Least(ExprId, BigInt),
}

impl Strength {
    fn of(program: &Program, guesses: &[ExprId]) -> Strength {
        let mut strength = Strength::default();
        for &guess in guesses {
            match program.exprs.kind(guess) {
                ExprKind::Op(Op::Lt, args) => strength.less.insert((args[0], args[1])),
                ExprKind::Op(Op::Eq, args) => {
                    let is_number = program.exprs.literal(args[1]).is_some();
                    strength.exact.extend(is_number.then_some(args[0]));
                    strength.same.insert((args[0], args[1]))
                }
                _ => continue,
            };
        }
        for limit in guesses.iter().filter_map(|&guess| limit(program, guess)) {
            match limit {
                Limit::Most(e, n) => {
                    let most = strength.most.entry(e).or_insert_with(|| n.clone());
                    *most = n.min(most.clone());
                }
                Limit::Least(e, n) => {
                    let least = strength.least.entry(e).or_insert_with(|| n.clone());
                    *least = n.max(least.clone());
                }
            }
        }
        strength
    }

    /// Whether it follows from another of the guesses.
    fn is_weak(&self, program: &Program, guess: ExprId) -> bool {
        let either = |set: &FxHashSet<_>, a, b| set.contains(&(a, b)) || set.contains(&(b, a));
        match limit(program, guess) {
            Some(Limit::Most(e, n)) => return self.exact.contains(&e) || self.most[&e] < n,
            Some(Limit::Least(e, n)) => return self.exact.contains(&e) || self.least[&e] > n,
            None => {}
        }
        match program.exprs.kind(guess) {
            ExprKind::Op(Op::Le, args) => {
                self.less.contains(&(args[0], args[1])) || either(&self.same, args[0], args[1])
            }
            ExprKind::Op(Op::Not, args) => match program.exprs.kind(args[0]) {
                ExprKind::Op(Op::Eq, args) => either(&self.less, args[0], args[1]),
                _ => false,
            },
            _ => false,
        }
    }
}

fn limit(program: &Program, guess: ExprId) -> Option<Limit> {
    let (args, less) = match program.exprs.kind(guess) {
        ExprKind::Op(Op::Le, args) => (args, 0),
        ExprKind::Op(Op::Lt, args) => (args, 1),
        _ => return None,
    };
    match (program.exprs.literal(args[0]), program.exprs.literal(args[1])) {
        (None, Some(n)) => Some(Limit::Most(args[0], n - less)),
        (Some(n), None) => Some(Limit::Least(args[1], n + less)),
        _ => None,
    }
}

/// Whether it is a sum with one of these in it.
fn mentions(program: &Program, e: ExprId, large: &[ExprId]) -> bool {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::Add | Op::Sub, args) => args.iter().any(|&arg| mentions(program, arg, large)),
        _ => large.contains(&e),
    }
}

/// What a comparison or its negation compares, without numbers.
fn compared(program: &Program, e: ExprId) -> Vec<ExprId> {
    match program.exprs.kind(e) {
        ExprKind::Op(Op::Not, args) => compared(program, args[0]),
        ExprKind::Op(Op::Eq | Op::Neq | Op::Le | Op::Lt | Op::Ge | Op::Gt, args) => {
            args.iter().copied().filter(|&e| program.exprs.literal(e).is_none()).collect()
        }
        _ => vec![e],
    }
}
