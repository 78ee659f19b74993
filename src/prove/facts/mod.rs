//! Facts about integers, truth values and cells at loop heads, and where procedures begin and return that are called: guessed from
//! what the program mentions, pruned by the states of sample runs, kept by Houdini.
//!
//! ```text
//! i, s := 0, 0;                          i >= 0   i <= n   s >= i …      (bounds: what is compared, what is assigned)
//! while (i < n) {                        s == 2 * i                      (equalities: abstract interpretation)
//!   i, s := i + 1, s + 2;                s mod 2 == 0                    (remainders)
//!   M[a + i] := 7;                       forall x in [a, a + i): M[x] == 7     (cells)
//!   M[r] := M[r] + s;                    M[r] == i * i …                 (fitted: equations that hold in all samples)
//!   p, n := p + 1, n - 1;                p + n <= q + size …             (sums of what goes up and down)
//!   d := d div 10; …                     i == 3 ==> d <= 4294967 …  (divided: by how often)
//!   if (p == 0) { p, c := new, 16; }       p != 0 ==> n < c   (conditional: where an atom of the program holds)
//! }
//! assert M[a + k] == k;                  forall x in [a, a + i): M[x] == x - a (generalised: what is asserted of one cell)
//!
//! heads ── mentioned: terms at a head ── guesses ── samples: runs refute most ── Houdini ──▶ facts
//! ```
//!
//! A fact is an invariant of a certificate as any other: nothing rests on how it was found.

mod affine;
mod bounds;
mod cells;
mod conditional;
mod divided;
mod equalities;
mod fitted;
mod generalised;
mod heads;
mod implied;
mod linear;
mod mentioned;
mod remainders;
mod samples;
mod sizes;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use self::cells::Ranged;
use self::fitted::multiplies;
use self::heads::{Head, ends, heads};
use self::implied::implied;
use self::linear::is_constant;
use self::mentioned::{Mentioned, Source, constant_cells};
use self::samples::State;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, ProcId, VarId};
use crate::cfg::liveness::liveness;
use crate::engine::{Because, Guesses, Oracle};
use crate::forms::NormalForm;
use crate::infer::houdini::{self, Attached, Place};
use crate::ir::{Attributes, Clause, Cmd, CmdKind, ExprKind, Op, Program};
use ivl::source::Span;

/// Solver units for guesses that are asked about together: one or two seconds.
const UNITS: u64 = 20_000_000;

/// What holds whenever control reaches a loop head, or to where a procedure begins or returns; an expression of the plain program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    pub proc: ProcId,
    pub place: Place,
    pub formula: ExprId,
    /// Facts of loops that stand in each other are asked about together, in this order.
    pub nest: usize,
    pub form: Form,
}

/// What a fact speaks of; the harder it is to ask about, the later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Plain,
    /// Where a condition holds.
    Conditional,
    /// All cells from the beginning to where a variable says.
    Prefix,
    /// Each two of them.
    Ordered,
    /// All cells of a range.
    Cells,
    /// Each two cells of a range, or of two ranges.
    Pairs,
    /// What follows from other guesses, which need not hold.
    Weaker,
}

/// Guesses of a kind at a head, at most: those with quantifiers, and the others.
const MOST: usize = 240;
/// Where no run comes, or not often enough.
const UNSEEN: usize = 160;
/// Evaluations of guesses in states: a fraction of a second.
const EFFORT: u64 = 500_000;
/// Guesses about ranges of cells take so much more of it.
const RANGED: u64 = 4;
/// Commands that are looked at for guesses, in all, each again for each head.
const COMMANDS: usize = 100_000;
/// What is the same in so many states is no length that the program reads.
const SAME: usize = 8;
/// Integers of more bits are addresses.
const LARGE: u64 = 40;

/// Which facts are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Remainders alone: Spacer finds inequalities and equalities by itself.
    Remainders,
    All,
}

/// Guesses of these kinds, whether they hold or not. Their expressions are added to the program.
pub fn guesses(plain: &mut NormalForm, kinds: Kinds, budget: &Budget) -> Vec<Fact> {
    let live = liveness(&plain.program, plain.entry, &[]);
    let mut heads = heads(&plain.program, &live);
    if kinds == Kinds::All {
        let ends = ends(&plain.program, plain.entry, &live);
        if !ends.is_empty() {
            heads.iter_mut().for_each(|head| head.nest = 0);
            heads.extend(ends);
        }
    }
    let plain_fact = |(head, formula)| (head, formula, Form::Plain);
    let mut found: Vec<(usize, ExprId, Form)> =
        remainders::guesses(&mut plain.program, &heads).into_iter().map(plain_fact).collect();
    if kinds == Kinds::All {
        let procs: Vec<ProcId> = plain.program.procs.ids().filter(|&p| plain.program.procs[p].body.is_some()).collect();
        let mut sources = FxHashMap::default();
        for proc in procs {
            if let Some(body) = &plain.program.procs[proc].body {
                sources.insert(proc, Source::of(&plain.program, body));
            }
            found.extend(equalities::guesses(&mut plain.program, proc, &heads, &live).into_iter().map(plain_fact));
        }
        let states = samples::samples(plain, &heads, budget);
        found = not_refuted(&plain.program, found, &states);
        let (numbers, limits) = (bounds::numbers(&mut plain.program), bounds::limits(&mut plain.program));
        let constant = if heads.iter().all(Head::is_of_loop) { Vec::new() } else { constant_cells(&plain.program) };
        let whole = Whole { numbers, limits, constant, multiplies: multiplies(&plain.program) };
        let mut commands = 0;
        let share = EFFORT / heads.len().max(1) as u64;
        let mut ranged: Vec<Vec<Ranged>> = vec![Vec::new(); heads.len()];
        let first = found.len();
        // Outer loops first.
        let mut order: Vec<usize> = (0..heads.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(heads[index].members.len()));
        for index in order {
            let (head, states) = (&heads[index], &states[index]);
            commands += plain.program.procs[head.proc].cmds().count();
            if commands > COMMANDS || budget.check().is_err() {
                break;
            }
            let around = (0..heads.len()).filter(|&outer| heads[outer].contains(head));
            let outer: Vec<Ranged> = around.flat_map(|outer| ranged[outer].iter().cloned()).collect();
            let (unrefuted, cells) =
                at(&mut plain.program, (&whole, &sources[&head.proc]), head, (states, share), &outer);
            found.extend(unrefuted.into_iter().map(|(formula, form)| (index, formula, form)));
            ranged[index] = cells;
        }
        found[first..].sort_by_key(|(index, ..)| *index);
    }
    let mut seen = FxHashSet::default();
    let facts = found.into_iter().map(|(head, formula, form)| {
        let Head { proc, place, nest, .. } = heads[head];
        Fact { proc, place, formula, nest, form }
    });
    facts.filter(|fact| seen.insert((fact.proc, fact.place, fact.formula))).collect()
}

/// Those that hold in all states of their heads, and say something of one of them.
fn not_refuted(
    program: &Program,
    found: Vec<(usize, ExprId, Form)>,
    states: &[Vec<State>],
) -> Vec<(usize, ExprId, Form)> {
    let condition = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Op(Op::Implies, sides) => Some(sides[0]),
        _ => None,
    };
    samples::tested(program, EFFORT, |tester| {
        let mut says: Vec<bool> = found.iter().map(|&(_, guess, _)| condition(guess).is_none()).collect();
        let mut is_refuted = vec![false; found.len()];
        for (head, states) in states.iter().enumerate() {
            for state in states {
                tester.enter(state);
                for (i, &(_, guess, _)) in found.iter().enumerate().filter(|(_, (at, ..))| *at == head) {
                    says[i] |= condition(guess).is_some_and(|e| tester.holds(e) == Some(true));
                    is_refuted[i] |= tester.holds(guess) == Some(false);
                }
            }
        }
        let kept = found.into_iter().zip(says.iter().zip(&is_refuted));
        kept.filter(|(_, (says, is_refuted))| **says && !**is_refuted).map(|(guess, _)| guess).collect()
    })
}

/// What is known of the whole program.
struct Whole {
    /// That it mentions.
    numbers: Vec<ExprId>,
    /// That it compares with.
    limits: Vec<ExprId>,
    /// Cells at the same places in all procedures, where there are several.
    constant: Vec<(VarId, ExprId)>,
    /// Whether it multiplies by what is no number.
    multiplies: bool,
}

/// What may hold at a head, and does in these states; and of it, what is about ranges of cells. Also what may hold of them at
/// the heads of the loops around, which is to be kept.
fn at(
    program: &mut Program,
    (whole, source): (&Whole, &Source),
    head: &Head,
    (states, effort): (&[State], u64),
    outer: &[Ranged],
) -> (Vec<(ExprId, Form)>, Vec<Ranged>) {
    let mut mentioned = Mentioned::at(program, source, head, &whole.constant);
    let integers = mentioned.integers.clone();
    let mut values: Vec<Vec<Option<BigInt>>> = samples::tested(program, effort, |tester| {
        let row = |state| {
            tester.enter(state);
            integers.iter().map(|&e| tester.integer(e)).collect()
        };
        states.iter().map(row).collect()
    });
    let large: Vec<ExprId> = addresses(&mentioned, &values);
    let constant = constant_sizes(program, &source.of_blocks, &mentioned, &values);
    mentioned.keep_starts(program, &large);
    for row in &mut values {
        let mut columns = integers.iter();
        row.retain(|_| columns.next().is_some_and(|e| mentioned.integers.contains(e)));
    }
    let mut plain = bounds::truths(program, &mentioned, &large);
    plain.extend(bounds::compared(program, &mentioned));
    plain.extend(bounds::uncoupled(program, &mentioned, &large));
    plain.extend(fitted::guesses(program, &mentioned, &values, &large, whole.multiplies));
    plain.extend(bounds::sums(program, &mentioned, &large));
    plain.extend(bounds::paces(program, &mentioned, &values, &large));
    plain.extend(bounds::joint(program, &mentioned, &values, &large));
    plain.extend(divided::guesses(program, &mentioned, &values, &large));
    if !head.is_of_loop() {
        plain.extend(sizes::indices(program, &mentioned, &source.of_blocks, &large));
    }
    plain.extend(bounds::guesses(program, &mentioned, (&large, &constant), (&whole.numbers, &whole.limits)));
    let mut ranged = cells::guesses(program, source, head, &mentioned, &large);
    ranged.extend(outer.iter().filter(|guess| guess.is_to_be_kept(program, head)).cloned());
    let mut seen = FxHashSet::default();
    plain.retain(|&e| seen.insert(e) && head.changes(program, e) && !is_constant(program, e));
    let atoms = conditional::atoms(program, &mentioned);
    // What bounds a number from one side alone, samples may not tell.
    let equal = conditional::equalities(program, &plain);
    let (plain, spent, implied) = samples::tested(program, effort, |tester| {
        let mut refuted = Vec::new();
        for state in states {
            tester.enter(state);
            let mut holds = |e: &ExprId| tester.is_spent() || tester.holds(*e) == Some(true);
            refuted.extend(plain.extract_if(.., |e| !holds(e)));
        }
        let spent = tester.is_spent();
        let is_refuted = |e: &ExprId| {
            states.iter().any(|state| {
                tester.enter(state);
                tester.holds(*e) != Some(true)
            })
        };
        refuted.splice(0..0, equal.into_iter().filter(is_refuted));
        (plain, spent, conditional::guesses(&refuted, &atoms, states, tester))
    });
    let mut conditional = sizes::guesses(program, &mentioned, &values, &source.of_blocks, &large);
    conditional.retain(|&e| head.changes(program, e));
    conditional.extend(conditional::formulas(program, implied, &large));
    let whole_program: &Program = program;
    let mut ranged =
        samples::tested(program, RANGED * effort, |tester| cells::unrefuted(whole_program, ranged, states, tester));
    ranged.truncate(MOST);
    let most = if states.is_empty() || spent { UNSEEN } else { MOST };
    let mut found: Vec<(ExprId, Form)> = plain.into_iter().take(most).map(|e| (e, Form::Plain)).collect();
    found.extend(conditional.into_iter().map(|e| (e, Form::Conditional)));
    found.extend(ranged.iter().map(|guess| (guess.formula(program), guess.form)));
    (found, ranged)
}

/// Integers that are addresses in some state.
fn addresses(mentioned: &Mentioned, values: &[Vec<Option<BigInt>>]) -> Vec<ExprId> {
    let is_large = |column: usize| values.iter().any(|row| row[column].as_ref().is_some_and(|n| n.bits() > LARGE));
    let columns = mentioned.integers.iter().enumerate();
    columns.filter(|(column, _)| is_large(*column)).map(|(_, &e)| e).collect()
}

/// Sizes of blocks that are the same number in all states: what is less than the number is no less telling.
fn constant_sizes(
    program: &Program,
    of_blocks: &FxHashSet<VarId>,
    mentioned: &Mentioned,
    values: &[Vec<Option<BigInt>>],
) -> Vec<ExprId> {
    let is_size = |e: ExprId| match program.exprs.kind(e) {
        ExprKind::Op(Op::Select, args) => {
            matches!(program.exprs.kind(args[0]), ExprKind::Var(map) if of_blocks.contains(map))
        }
        _ => false,
    };
    let is_constant = |column: usize| {
        let first = values.first().and_then(|row| row[column].as_ref());
        values.len() >= SAME && first.is_some() && values.iter().all(|row| row[column].as_ref() == first)
    };
    let columns = mentioned.integers.iter().enumerate();
    columns.filter(|&(column, &e)| is_size(e) && is_constant(column)).map(|(_, &e)| e).collect()
}

/// What became of guesses that were asked about together.
#[derive(Default)]
pub struct Pruned {
    /// They hold together.
    pub kept: Vec<Fact>,
    /// They do not, or nobody can tell.
    pub refuted: Vec<Fact>,
    /// With quantifiers, and in a turn of more units they may be decided.
    pub hard: Vec<Fact>,
    /// Nobody looked, for want of units.
    pub open: Vec<Fact>,
}

/// Which of the guesses hold together where others are `known` to, and whatever the program asserts holds; `shape` is
/// what is done to the program with the guesses at its loop heads before it is asked about.
pub fn prune(
    plain: &NormalForm,
    known: &[Fact],
    guesses: Vec<Fact>,
    shape: impl FnOnce(&mut Program),
    oracle: &mut dyn Oracle,
    budget: &Budget,
) -> Pruned {
    if guesses.is_empty() {
        return Pruned::default();
    }
    let mut program = plain.program.clone();
    for cmd in program.procs.iter_mut().filter_map(|p| p.body.as_mut()).flat_map(|b| b.cmds_mut()) {
        // What the program asserts holds, or the certificate does not verify.
        if let CmdKind::Assert(e, _) = cmd.kind {
            cmd.kind = CmdKind::Assume(e);
        }
    }
    let attached = |&Fact { proc, place, formula, .. }: &Fact| Attached { proc, place, expr: formula };
    let attached: Vec<Attached> = guesses.iter().map(attached).collect();
    let by = implied(&plain.program, &guesses);
    let guards = houdini::attach(&mut program, &attached);
    let implied = guards.iter().zip(&by).map(|(&guard, by)| (guard, by.iter().map(|&n| guards[n]).collect()));
    let implied = implied.collect();
    let guards = Guesses { guards, implied };
    for fact in known {
        assume(&mut program, fact);
    }
    shape(&mut program);
    let gets_more = budget.left().is_some_and(|left| left < UNITS);
    let told = oracle.houdini("facts", &program, &guards, &budget.within(Limits::units(UNITS)));
    // With quantifiers, nothing is ever decided that does not hold.
    let is_decidable = guesses.iter().chain(known).all(|fact| fact.form <= Form::Conditional);
    let fallen: FxHashMap<VarId, Because> = told.fallen.iter().map(|fallen| (fallen.guard, fallen.because)).collect();
    let mut pruned = Pruned::default();
    let is_kept = |guard: &VarId| told.survivors.contains(guard);
    for ((fact, guard), by) in guesses.into_iter().zip(&guards.guards).zip(&by) {
        let pile = match fallen.get(guard) {
            // Another one says it.
            _ if is_kept(guard) && by.iter().any(|&n| is_kept(&guards.guards[n])) => continue,
            _ if is_kept(guard) => &mut pruned.kept,
            // What was too hard among many may not be among few.
            Some(Because::Undecided | Because::TooHard) if is_decidable => &mut pruned.open,
            Some(Because::TooHard) if gets_more => &mut pruned.hard,
            Some(Because::Undecided | Because::TooHard | Because::Refuted) => &mut pruned.refuted,
            Some(Because::Stopped) | None => &mut pruned.open,
        };
        pile.push(fact);
    }
    pruned
}

/// Assumes a fact in front of all that is at its head; of a procedure, it becomes part of the contract.
fn assume(program: &mut Program, fact: &Fact) {
    let (proc, expr) = (&mut program.procs[fact.proc], fact.formula);
    let clause = Clause { free: true, expr, attrs: Attributes::from([]), span: Span::NONE };
    match fact.place {
        Place::Requires => proc.requires.push(clause),
        Place::Ensures => proc.ensures.push(clause),
        Place::Invariant(block) => {
            if let Some(body) = &mut proc.body {
                body.blocks[block].cmds.insert(0, Cmd::assume(expr, Span::NONE));
            }
        }
    }
}
