//! Loop shrinking: a program over arrays of any length has a violation only if it has one where each loop executes the
//! iterations of a few chosen points.
//!
//! ```text
//! Question ── flatten ──▶ one body ── shape ──▶ loops, induction variables
//!   ── obligations: steps, residual, insertion (built by emit) ──▶ Oracle::verify ──▶ Safe, or no answer
//! ```
//!
//! After S. Kumar, A. Sanyal, R. Venkatesh, P. Shah: Property Checking Array Programs Using Loop Shrinking, TACAS 2018.
//! Their condition looks at one loop and the property behind it; here it is stated about the rest of the program, so
//! that loops may follow each other, contain each other, and be left early. The argument is in `docs/proofs.md`.

mod certificate;
mod obligations;

use std::ops::Range;

use self::obligations::Plan;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, VarId};
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question, Verified};
use crate::forms;
use crate::forms::inlined::{Flat, opaque_products};
use crate::ir::{CmdKind, Program};
use crate::prove::loops::emit::{Also, Select};
use crate::prove::loops::invariants;
use crate::prove::loops::landmarks::{landmarks, mirrors, remember_ends};
use crate::prove::loops::named::name_apart;
use crate::prove::loops::shape::{self, Induction, Shape, shape};
use crate::prove::loops::steps::prove_steps;
use crate::prove::trials::{self, Hints};
use crate::verdict::{Certificate, Execution, Trace, Why};

/// The engine.
pub struct Shrink;

/// The largest number of points that is tried.
const MOST_POINTS: usize = 2;

/// Solver resource units for a procedure of a query.
const QUERY: u64 = 5_000_000;

/// The part of the time that is left which running the program may take once a residual program may fail, then looking
/// for a proof, then running the program again.
const FIRST_TRIAL_SHARE: f64 = 0.5;
const PLANNING_SHARE: f64 = 0.7;
const TRIAL_SHARE: f64 = 0.8;

/// How many selections are tried for each number of points.
const MOST_CANDIDATES: usize = 12;

impl Engine for Shrink {
    fn name(&self) -> &'static str {
        "shrink"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| Ok(search(question, begin(question)?, oracle, budget, notes)))
    }

    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        certificate::rebuilt(begin(question)?, told)
    }
}

fn is_nested(shape: &Shape) -> bool {
    shape.loops.iter().any(|l| l.depth > 0)
}

/// What the engine works on.
struct Subject {
    flat: Flat,
    shape: Shape,
    landmarks: Vec<VarId>,
    /// For each loop.
    mirrors: Vec<Vec<ExprId>>,
}

fn begin(question: &Question) -> Result<Subject, Declined> {
    let mut flat = forms::inlined(question)?;
    opaque_products(&mut flat);
    let can_fail = flat.body.cmds().any(|cmd| matches!(cmd.kind, CmdKind::Assert(..)));
    let entries = || Declined("a loop has several entries".into());
    let mut shape = shape(&flat).ok_or_else(entries)?;
    if !can_fail || shape.loops.is_empty() {
        return Err(Declined("no loops in front of assertions".into()));
    }
    let mut found = Vec::new();
    if !is_nested(&shape) {
        let ends = remember_ends(&mut flat, &shape);
        shape = shape::shape(&flat).ok_or_else(entries)?;
        found = landmarks(&flat, &shape, &ends);
    }
    let mirrors = shape.loops.iter().map(|l| mirrors(&mut flat, l)).collect();
    Ok(Subject { flat: name_apart(flat), shape, landmarks: found, mirrors })
}

fn search(
    question: &Question,
    Subject { mut flat, mut shape, landmarks, mirrors }: Subject,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Answer {
    let guesses = invariants::guesses(&mut flat, &shape);
    let flat = &flat;
    invariants::infer(flat, &mut shape, &guesses, oracle, budget);
    let knows = shape.loops.iter().any(|l| !l.invariants.is_empty());
    if knows && let Some(verified) = verified(oracle, "enough", &invariants::enough(flat, &shape), budget) {
        return Answer::proved(certificate::without_points(flat, &shape), verified);
    }
    if let Err(stop) = prove_steps(flat, &mut shape, oracle, budget) {
        return Answer::Unknown(Why::Stopped(stop));
    }
    let most = if is_nested(&shape) { 1 } else { MOST_POINTS };
    let more = (&landmarks[..], &mirrors[..]);
    let plans = (1..=most).flat_map(|k| plans(&shape, k)).chain(special_plans(&shape, more));
    let mut planning = share(budget, PLANNING_SHARE);
    let mut alarms = Vec::new();
    for plan in plans {
        if planning.check().is_err() {
            note(notes, "not all ways to shrink it were tried".into());
            break;
        }
        let residual = match unless_alarmed(oracle, &obligations::residual(flat, &shape, &plan), &planning) {
            Ok(verified) => verified,
            Err(alarm) => {
                alarms.push(alarm);
                note(notes, format!("the residual program for {} points may fail", plan.k));
                if alarms.len() == 1 {
                    if let Some(trace) = try_out(question, &alarms, trials::FIRST, &share(budget, FIRST_TRIAL_SHARE)) {
                        note(notes, "a run of the program reaches a violation".into());
                        return Answer::Unsafe(trace);
                    }
                    planning = share(budget, PLANNING_SHARE);
                }
                continue;
            }
        };
        let insertion = verified(oracle, "insertion", &obligations::insertion(flat, &shape, &plan), &planning);
        match Verified::all([Some(residual), insertion]) {
            Some(verified) => return Answer::proved(certificate::certificate(flat, &shape, &plan), verified),
            None => note(notes, format!("not shrinkable to {} points", plan.k)),
        }
    }
    if let Err(stop) = budget.check() {
        return Answer::Unknown(Why::Stopped(stop));
    }
    let runs = if alarms.is_empty() { trials::ALL } else { trials::OTHERS };
    if let Some(trace) = try_out(question, &alarms, runs, &share(budget, TRIAL_SHARE)) {
        note(notes, "a run of the program reaches a violation".into());
        return Answer::Unsafe(trace);
    }
    note(notes, "runs of the program do not reach a violation".into());
    Answer::Unknown(Why::Incomplete("no way to shrink the loops was found".into()))
}

/// A part of the time that is left.
fn share(budget: &Budget, part: f64) -> Budget {
    budget.within(Limits { timeout: budget.time_left().map(|left| left.mul_f64(part)), ..Limits::default() })
}

/// Runs the program where a residual program may fail.
fn try_out(question: &Question, alarms: &[Alarm], runs: Range<u64>, budget: &Budget) -> Option<Trace> {
    let mut hints = Hints::default();
    alarms.iter().flatten().for_each(|execution| hints.learn(execution));
    trials::violation(question, &hints, runs, budget)
}

/// Notes once what is the same of several plans.
fn note(notes: &mut Vec<String>, text: String) {
    if !notes.contains(&text) {
        notes.push(text);
    }
}

/// How a residual program may fail; `None`: the solver does not say.
type Alarm = Option<Box<Execution>>;

/// Asks whether a residual program may fail.
fn unless_alarmed(oracle: &mut dyn Oracle, program: &Program, budget: &Budget) -> Result<Verified, Alarm> {
    let results = oracle.verify("residual", program, &budget.within(Limits::units(QUERY)));
    let verified = Verified::of(program, &results);
    verified.ok_or_else(|| {
        results.into_iter().flat_map(|one| one.findings).find_map(|finding| finding.execution.map(Box::new))
    })
}

fn verified(oracle: &mut dyn Oracle, name: &str, program: &Program, budget: &Budget) -> Option<Verified> {
    let limited = budget.within(Limits::units(QUERY * program.procs.len() as u64));
    Verified::of(program, &oracle.verify(name, program, &limited))
}

/// The candidates for landmarks, and for mirrors of each loop.
type More<'a> = (&'a [VarId], &'a [Vec<ExprId>]);

/// Which iterations points may stand for: those by one induction variable of each loop, the first, the last, or one that several
/// loops share; then, where loops do not agree, the first ones by one more or less than the others.
fn plans(shape: &Shape, k: usize) -> Vec<Plan> {
    let by = |choose: &dyn Fn(&shape::Loop) -> Option<Induction>| -> Vec<Select> {
        shape.loops.iter().map(|l| Select::by(choose(l), l.depth)).collect()
    };
    let mut all = vec![by(&|l| l.inductions.first().cloned()), by(&|l| l.inductions.last().cloned())];
    for induction in shape.loops.iter().flat_map(|l| &l.inductions) {
        let own = |l: &shape::Loop| l.inductions.iter().find(|i| i.var == induction.var).cloned();
        all.push(by(&|l| own(l).or(l.inductions.first().cloned())));
    }
    let mut found: Vec<Vec<Select>> = Vec::new();
    for selects in all {
        if !found.contains(&selects) {
            found.push(selects);
        }
    }
    for selects in found.clone() {
        for behind in (1..shape.loops.len()).rev() {
            for offset in [1, -1] {
                let mut shifted = selects.clone();
                shifted[..behind].iter_mut().for_each(|s| s.offset = offset);
                found.push(shifted);
            }
        }
    }
    found.truncate(MOST_CANDIDATES);
    each_guarded(shape, k, found)
}

/// Single points by the first induction variables, where iterations are taken in pairs, where loops run against each
/// other, where one iteration is always chosen, or where a loop comes from both ends.
fn special_plans(shape: &Shape, (landmarks, mirrors): More) -> Vec<Plan> {
    let plain: Vec<Select> = shape.loops.iter().map(|l| Select::by(l.inductions.first().cloned(), l.depth)).collect();
    let mut special = Vec::new();
    if !is_nested(shape) {
        for also in [-1, 1] {
            let last = shape.loops.len() - 1;
            let mut pairs = plain.clone();
            pairs[..last].iter_mut().for_each(|s| s.also = Some(Also::Next(also)));
            special.push(pairs);
        }
        for &landmark in landmarks {
            let mut marked = plain.clone();
            for (l, select) in shape.loops.iter().zip(&mut marked) {
                let is_kept = select.induction.is_some() && !l.assigned.contains(&landmark);
                select.landmark = is_kept.then_some(landmark);
            }
            special.push(marked);
        }
    }
    for (l, mirrors) in mirrors.iter().enumerate() {
        for &mirror in mirrors.iter().filter(|_| plain[l].induction.is_some()) {
            let mut mirrored = plain.clone();
            mirrored[l].mirror = Some(mirror);
            special.push(mirrored);
        }
    }
    for (l, sums) in mirrors.iter().enumerate().filter(|(l, _)| plain[*l].induction.is_some() && !is_nested(shape)) {
        for &sum in sums {
            let mut opposite = plain.clone();
            opposite[l].also = Some(Also::Opposite(sum));
            special.push(opposite);
        }
    }
    special.truncate(2 * MOST_CANDIDATES);
    each_guarded(shape, 1, special)
}

/// Plans that do without invariants, and plans that do not.
fn each_guarded(shape: &Shape, k: usize, found: Vec<Vec<Select>>) -> Vec<Plan> {
    let known = shape.loops.iter().any(|l| !l.invariants.is_empty());
    let guarded = if known { &[false, true][..] } else { &[false] };
    let plan = |selects: &Vec<Select>, guarded: bool| Plan { k, selects: selects.clone(), guarded };
    found.iter().flat_map(|selects| guarded.iter().map(move |&guarded| plan(selects, guarded))).collect()
}
