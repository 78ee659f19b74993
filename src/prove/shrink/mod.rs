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

mod obligations;
mod trial;

use self::obligations::Plan;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ExprId;
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::ir::unresolve::unresolve;
use crate::ir::{CmdKind, Program};
use crate::prove::loops::emit::Select;
use crate::prove::loops::flatten::{Flat, flatten};
use crate::prove::loops::invariants;
use crate::prove::loops::shape::{self, Induction, Shape, shape};
use crate::prove::loops::steps::{prove_steps, steps};
use crate::verdict::{Certificate, Execution, Obligation, Trace, Why};

/// The engine.
pub struct Shrink;

/// The largest number of points that is tried.
const MOST_POINTS: usize = 2;

/// Solver resource units for a procedure of a query.
const QUERY: u64 = 5_000_000;

/// The part of the time that is left which running the program may take.
const TRIAL_SHARE: f64 = 0.7;

/// How many selections are tried for each number of points.
const MOST_CANDIDATES: usize = 12;

impl Engine for Shrink {
    fn name(&self) -> &'static str {
        "shrink"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = match begin(question) {
            Ok((flat, shape)) => search(question, (flat, shape), oracle, budget, &mut notes),
            Err(declined) => Answer::Declined(declined),
        };
        Answered { answer, stats: Stats::default(), notes }
    }

    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let (mut flat, mut shape) = begin(question)?;
        let wrong = || Declined("the certificate is not one of this program".into());
        let value = |name: &str| {
            certificate.parameters.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).ok_or_else(wrong)
        };
        let guesses = invariants::guesses(&mut flat, &shape);
        keep(&mut shape, value("inductions")?).ok_or_else(wrong)?;
        keep_invariants(&mut shape, &guesses, value("invariants")?).ok_or_else(wrong)?;
        let k = value("points")?.parse().map_err(|_| wrong())?;
        let selects = selects(&shape, value("selected")?).ok_or_else(wrong)?;
        if !(1..=MOST_POINTS).contains(&k) || (k > 1 && is_nested(&shape)) {
            return Err(wrong());
        }
        let guarded = value("guarded")? == "yes";
        Ok(obligations(&flat, &shape, &Plan { k, selects, guarded }))
    }
}

fn is_nested(shape: &Shape) -> bool {
    shape.loops.iter().any(|l| l.depth > 0)
}

/// What the engine works on.
fn begin(question: &Question) -> Result<(Flat, Shape), Declined> {
    let flat = flatten(question)?;
    let can_fail = flat.body.cmds().any(|cmd| matches!(cmd.kind, CmdKind::Assert(..)));
    let shape = shape(&flat).ok_or_else(|| Declined("a loop has several entries".into()))?;
    if !can_fail || shape.loops.is_empty() {
        return Err(Declined("no loops in front of assertions".into()));
    }
    Ok((flat, shape))
}

fn search(
    question: &Question,
    (mut flat, mut shape): (Flat, Shape),
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Answer {
    let guesses = invariants::guesses(&mut flat, &shape);
    let flat = &flat;
    let kept_invariants = invariants::infer(flat, &mut shape, &guesses, oracle, budget);
    let kept = match prove_steps(flat, &mut shape, oracle, budget) {
        Ok(kept) => kept,
        Err(stop) => return Answer::Unknown(Why::Stopped(stop)),
    };
    let (mut alarms, mut tried) = (Vec::new(), false);
    for k in 1..=MOST_POINTS {
        if k > 1 && is_nested(&shape) {
            notes.push("several points in nested loops are not tried".into());
            break;
        }
        for plan in plans(&shape, k) {
            if let Err(stop) = budget.check() {
                return Answer::Unknown(Why::Stopped(stop));
            }
            let alarm = alarm(oracle, &obligations::residual(flat, &shape, &plan), budget);
            if let Some(alarm) = alarm {
                alarms.push(alarm);
                note(notes, format!("the residual program for {k} points may fail"));
                continue;
            }
            if !verified(oracle, "insertion", &obligations::insertion(flat, &shape, &plan), budget) {
                note(notes, format!("not shrinkable to {k} points"));
                continue;
            }
            return Answer::Safe(certificate(Shrink.name(), flat, &shape, &plan, &kept, &kept_invariants));
        }
        // Once, with what the first residual programs tell.
        if !tried && !alarms.is_empty() {
            tried = true;
            if let Some(trace) = try_out(question, &alarms, budget, notes) {
                return Answer::Unsafe(trace);
            }
        }
    }
    Answer::Unknown(Why::Incomplete("no way to shrink the loops was found".into()))
}

/// Runs the program where a residual program may fail.
fn try_out(question: &Question, alarms: &[Alarm], budget: &Budget, notes: &mut Vec<String>) -> Option<Trace> {
    let time = budget.time_left().map(|left| left.mul_f64(TRIAL_SHARE));
    let mut hints = Vec::new();
    alarms.iter().flatten().for_each(|execution| trial::hints(execution, &mut hints));
    let trace = trial::violation(question, &hints, &budget.within(Limits { timeout: time, ..Limits::default() }));
    notes.push(format!("runs of the program {} a violation", if trace.is_some() { "come to" } else { "do not come to" }));
    trace
}

/// Notes what several plans come to once.
fn note(notes: &mut Vec<String>, text: String) {
    if !notes.contains(&text) {
        notes.push(text);
    }
}

/// How a residual program may fail; `None`: the solver does not say.
type Alarm = Option<Execution>;

/// Asks whether a residual program may fail.
fn alarm(oracle: &mut dyn Oracle, program: &Program, budget: &Budget) -> Option<Alarm> {
    let mut results = oracle.verify("residual", program, &budget.within(Limits::units(QUERY)));
    match results.pop() {
        Some(only) if results.is_empty() && only.is_verified() => None,
        Some(only) => Some(only.findings.into_iter().find_map(|finding| finding.execution)),
        None => Some(None),
    }
}

fn verified(oracle: &mut dyn Oracle, name: &str, program: &Program, budget: &Budget) -> bool {
    let limited = budget.within(Limits::units(QUERY * program.procs.len() as u64));
    let results = oracle.verify(name, program, &limited);
    results.len() == program.procs.len() && results.iter().all(|r| r.is_verified())
}

/// Which iterations points may stand for: those by one induction variable of each loop, the first, the last, or one that several
/// loops share; then, where loops do not agree, the first ones by one more or less than the others.
fn plans(shape: &Shape, k: usize) -> Vec<Plan> {
    let by = |choose: &dyn Fn(&shape::Loop) -> Option<Induction>| -> Vec<Select> {
        let select = |l: &shape::Loop| Select { induction: choose(l), offset: 0, component: l.depth };
        shape.loops.iter().map(select).collect()
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
    let known = shape.loops.iter().any(|l| !l.invariants.is_empty());
    let guarded = if known { &[false, true][..] } else { &[false] };
    let plan = |selects: &Vec<Select>, guarded: bool| Plan { k, selects: selects.clone(), guarded };
    found.iter().flat_map(|selects| guarded.iter().map(move |&guarded| plan(selects, guarded))).collect()
}

fn certificate(
    name: &str,
    flat: &Flat,
    shape: &Shape,
    plan: &Plan,
    kept: &[Vec<usize>],
    kept_invariants: &[Vec<usize>],
) -> Certificate {
    let loops = shape.loops.len();
    let list = |items: Vec<String>| items.join(" ");
    let numbers = |kept: &[Vec<usize>]| -> String {
        let of_loop = |(l, all): (usize, &Vec<usize>)| all.iter().map(|i| format!("{l}.{i}")).collect::<Vec<_>>();
        list(kept.iter().enumerate().flat_map(of_loop).collect())
    };
    let selected = shape.loops.iter().zip(&plan.selects).map(|(l, s)| {
        let at = s.induction.as_ref().and_then(|i| l.inductions.iter().position(|j| i == j));
        format!("{}@{}", at.map_or("count".into(), |i| i.to_string()), s.offset)
    });
    Certificate {
        engine: name.into(),
        method: "loop shrinking".into(),
        found: format!(
            "{loops} {} to {} {}",
            if loops == 1 { "loop" } else { "loops" },
            plan.k,
            if plan.k == 1 { "iteration" } else { "iterations" }
        ),
        rests_on: Vec::new(),
        lemma: "An iteration that is inserted in front of a residual program makes no violation that a residual \
                program for as many points has not; so a violation of the program is one of the residual program from \
                the beginning, which has none."
            .into(),
        parameters: vec![
            ("points".into(), plan.k.to_string()),
            ("inductions".into(), numbers(kept)),
            ("invariants".into(), numbers(kept_invariants)),
            ("selected".into(), list(selected.collect())),
            ("guarded".into(), if plan.guarded { "yes" } else { "no" }.into()),
        ],
        invariants: Vec::new(),
        obligations: obligations(flat, shape, plan),
    }
}

fn obligations(flat: &Flat, shape: &Shape, plan: &Plan) -> Vec<Obligation> {
    let invariants: Vec<Vec<ExprId>> = shape.loops.iter().map(|l| l.invariants.clone()).collect();
    let all = [
        ("invariants", invariants::annotated(flat, shape, &invariants)),
        ("steps", steps(flat, shape).0),
        ("insertion", obligations::insertion(flat, shape, plan)),
        ("residual", obligations::residual(flat, shape, plan)),
    ];
    let text = |program: &Program| unresolve(program).to_string();
    all.iter().map(|(name, program)| Obligation { name: name.to_string(), text: text(program) }).collect()
}

/// Keeps the induction variables that a certificate names.
fn keep(shape: &mut Shape, names: &str) -> Option<()> {
    let mut kept = vec![Vec::new(); shape.loops.len()];
    for name in names.split_whitespace() {
        let (l, i) = name.split_once('.')?;
        let (l, i): (usize, usize) = (l.parse().ok()?, i.parse().ok()?);
        kept.get_mut(l)?.push(shape.loops[l].inductions.get(i)?.clone());
    }
    for (l, kept) in shape.loops.iter_mut().zip(kept) {
        l.inductions = kept;
    }
    Some(())
}

/// Keeps the guessed invariants that a certificate names.
fn keep_invariants(shape: &mut Shape, guesses: &[Vec<ExprId>], names: &str) -> Option<()> {
    for name in names.split_whitespace() {
        let (l, i) = name.split_once('.')?;
        let (l, i): (usize, usize) = (l.parse().ok()?, i.parse().ok()?);
        let guess = *guesses.get(l)?.get(i)?;
        shape.loops[l].invariants.push(guess);
    }
    Some(())
}

/// The selection that a certificate names.
fn selects(shape: &Shape, names: &str) -> Option<Vec<Select>> {
    let names: Vec<&str> = names.split_whitespace().collect();
    if names.len() != shape.loops.len() {
        return None;
    }
    let select = |(l, name): (&shape::Loop, &&str)| {
        let (which, offset) = name.split_once('@')?;
        let offset = offset.parse().ok()?;
        let induction = match which {
            "count" => None,
            i => Some(l.inductions.get(i.parse::<usize>().ok()?)?.clone()),
        };
        Some(Select { induction, offset, component: l.depth })
    };
    shape.loops.iter().zip(&names).map(select).collect()
}
