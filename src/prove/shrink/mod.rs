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

use std::ops::Range;

use self::obligations::Plan;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{ExprId, VarId};
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::ir::unresolve::unresolve;
use crate::ir::{CmdKind, Program};
use crate::prove::forms;
use crate::prove::forms::inlined::{Flat, opaque_products};
use crate::prove::loops::emit::{Also, Select};
use crate::prove::loops::invariants;
use crate::prove::loops::landmarks::{landmarks, mirrors, remember_ends};
use crate::prove::loops::shape::{self, Induction, Shape, shape};
use crate::prove::loops::steps::{prove_steps, steps};
use crate::prove::trials::{self, Hints};
use crate::verdict::{Certificate, Execution, Obligation, Trace, Why};

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

    /// Where it proves, it mostly does so soon.
    fn share(&self) -> f64 {
        0.4
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| Ok(search(question, begin(question)?, oracle, budget, notes)))
    }

    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let Subject { mut flat, mut shape, landmarks, mirrors } = begin(question)?;
        let wrong = || Declined("the certificate is not one of this program".into());
        let value = |name: &str| {
            certificate.parameters.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).ok_or_else(wrong)
        };
        let guesses = invariants::guesses(&mut flat, &shape);
        keep(&mut shape, value("inductions")?).ok_or_else(wrong)?;
        keep_invariants(&mut shape, &guesses, value("invariants")?).ok_or_else(wrong)?;
        let k = value("points")?.parse().map_err(|_| wrong())?;
        if k == 0 {
            return Ok(vec![enough(&flat, &shape)]);
        }
        let more = (&landmarks[..], &mirrors[..]);
        let selects = selects(&shape, more, value("selected")?).ok_or_else(wrong)?;
        let is_special = selects.iter().any(|s| s.landmark.is_some() || s.also.is_some());
        let is_twice = selects.iter().any(|s| s.landmark.is_some() && s.also.is_some());
        let alone = !is_special || (k == 1 && !is_nested(&shape) && !is_twice);
        if !(1..=MOST_POINTS).contains(&k) || (k > 1 && is_nested(&shape)) || !alone {
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
    Ok(Subject { flat, shape, landmarks: found, mirrors })
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
    let kept_invariants = invariants::infer(flat, &mut shape, &guesses, oracle, budget);
    let knows = shape.loops.iter().any(|l| !l.invariants.is_empty());
    if knows && verified(oracle, "enough", &invariants::enough(flat, &shape), budget) {
        return Answer::Safe(without_points(flat, &shape, numbers(&kept_invariants)));
    }
    let kept = match prove_steps(flat, &mut shape, oracle, budget) {
        Ok(kept) => kept,
        Err(stop) => return Answer::Unknown(Why::Stopped(stop)),
    };
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
        if let Some(alarm) = alarm(oracle, &obligations::residual(flat, &shape, &plan), &planning) {
            alarms.push(alarm);
            note(notes, format!("the residual program for {} points may fail", plan.k));
            if alarms.len() == 1 {
                if let Some(trace) = try_out(question, &alarms, trials::FIRST, &share(budget, FIRST_TRIAL_SHARE)) {
                    note(notes, "a run of the program comes to a violation".into());
                    return Answer::Unsafe(trace);
                }
                planning = share(budget, PLANNING_SHARE);
            }
            continue;
        }
        if !verified(oracle, "insertion", &obligations::insertion(flat, &shape, &plan), &planning) {
            note(notes, format!("not shrinkable to {} points", plan.k));
            continue;
        }
        let kept = [numbers(&kept), numbers(&kept_invariants)];
        let selected = selected(&shape, (&landmarks, &mirrors), &plan);
        return Answer::Safe(certificate(flat, &shape, &plan, kept, selected));
    }
    if let Err(stop) = budget.check() {
        return Answer::Unknown(Why::Stopped(stop));
    }
    let runs = if alarms.is_empty() { trials::ALL } else { trials::OTHERS };
    if let Some(trace) = try_out(question, &alarms, runs, &share(budget, TRIAL_SHARE)) {
        note(notes, "a run of the program comes to a violation".into());
        return Answer::Unsafe(trace);
    }
    note(notes, "runs of the program do not come to a violation".into());
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

/// `loop.number …`
fn numbers(kept: &[Vec<usize>]) -> String {
    let of_loop = |(l, all): (usize, &Vec<usize>)| all.iter().map(|i| format!("{l}.{i}")).collect::<Vec<_>>();
    kept.iter().enumerate().flat_map(of_loop).collect::<Vec<_>>().join(" ")
}

/// How a certificate names a selection: for each loop `induction@offset`, then `:next` or `%opposite`, `~mirror` and
/// `^landmark`.
fn selected(shape: &Shape, (landmarks, mirrors): More, plan: &Plan) -> String {
    let one = |((l, s), mirrors): ((&shape::Loop, &Select), &Vec<ExprId>)| {
        let at = s.induction.as_ref().and_then(|i| l.inductions.iter().position(|j| i == j));
        let mut text = format!("{}@{}", at.map_or("count".into(), |i| i.to_string()), s.offset);
        let mirror = mirrors.iter().position(|&e| Some(e) == s.mirror);
        let landmark = landmarks.iter().position(|&v| Some(v) == s.landmark);
        text.extend(s.also.map(|also| match also {
            Also::Next(by) => format!(":{by}"),
            Also::Opposite(sum) => format!("%{}", mirrors.iter().position(|&e| e == sum).unwrap_or(mirrors.len())),
        }));
        text.extend(mirror.map(|i| format!("~{i}")));
        text.extend(landmark.map(|i| format!("^{i}")));
        text
    };
    shape.loops.iter().zip(&plan.selects).zip(mirrors).map(one).collect::<Vec<_>>().join(" ")
}

fn certificate(
    flat: &Flat,
    shape: &Shape,
    plan: &Plan,
    [inductions, invariants]: [String; 2],
    selected: String,
) -> Certificate {
    let loops = shape.loops.len();
    Certificate {
        engine: Shrink.name().into(),
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
            ("inductions".into(), inductions),
            ("invariants".into(), invariants),
            ("selected".into(), selected),
            ("guarded".into(), if plan.guarded { "yes" } else { "no" }.into()),
        ],
        invariants: Vec::new(),
        obligations: obligations(flat, shape, plan),
    }
}

/// Where invariants alone are enough.
fn without_points(flat: &Flat, shape: &Shape, invariants: String) -> Certificate {
    Certificate {
        engine: Shrink.name().into(),
        method: "loop shrinking".into(),
        found: "invariants alone".into(),
        rests_on: Vec::new(),
        lemma:
            "The invariants hold where control first comes to their loops, and after each iteration from states where \
                they hold; in such states, no assertion fails."
                .into(),
        parameters: vec![
            ("points".into(), "0".into()),
            ("inductions".into(), String::new()),
            ("invariants".into(), invariants),
        ],
        invariants: Vec::new(),
        obligations: vec![enough(flat, shape)],
    }
}

fn enough(flat: &Flat, shape: &Shape) -> Obligation {
    Obligation { name: "enough".into(), text: unresolve(&invariants::enough(flat, shape)).to_string() }
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
fn selects(shape: &Shape, (landmarks, mirrors): More, names: &str) -> Option<Vec<Select>> {
    let names: Vec<&str> = names.split_whitespace().collect();
    if names.len() != shape.loops.len() {
        return None;
    }
    let select = |((l, name), mirrors): ((&shape::Loop, &&str), &Vec<ExprId>)| {
        let (name, landmark) = match name.split_once('^') {
            Some((name, number)) => (name, Some(*landmarks.get(number.parse::<usize>().ok()?)?)),
            None => (*name, None),
        };
        if landmark.is_some_and(|v| l.assigned.contains(&v)) {
            return None;
        }
        let (name, mirror) = match name.split_once('~') {
            Some((name, number)) => (name, Some(*mirrors.get(number.parse::<usize>().ok()?)?)),
            None => (name, None),
        };
        let (name, also) = match (name.split_once(':'), name.split_once('%')) {
            (Some((name, by)), _) => (name, Some(Also::Next(by.parse().ok()?))),
            (None, Some((name, number))) => (name, Some(Also::Opposite(*mirrors.get(number.parse::<usize>().ok()?)?))),
            (None, None) => (name, None),
        };
        let (which, offset) = name.split_once('@')?;
        let induction = match which {
            "count" => None,
            i => Some(l.inductions.get(i.parse::<usize>().ok()?)?.clone()),
        };
        if also == Some(Also::Next(0)) {
            return None;
        }
        Some(Select { mirror, also, offset: offset.parse().ok()?, landmark, ..Select::by(induction, l.depth) })
    };
    shape.loops.iter().zip(&names).zip(mirrors).map(select).collect()
}
