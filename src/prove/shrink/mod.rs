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

mod emit;
mod flatten;
mod obligations;
mod shape;

use self::emit::Select;
use self::flatten::{Flat, flatten};
use self::obligations::Plan;
use self::shape::{Shape, shape};
use crate::base::budget::Budget;
use crate::base::stats::Stats;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::ir::unresolve::unresolve;
use crate::ir::{CmdKind, Program};
use crate::verdict::{Certificate, Obligation, Why};

/// The engine.
pub struct Shrink;

/// The largest number of points that is tried.
const MOST_POINTS: usize = 2;

impl Engine for Shrink {
    fn name(&self) -> &'static str {
        "shrink"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &mut Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = match begin(question) {
            Ok((flat, shape)) => search(self.name(), &flat, shape, oracle, budget, &mut notes),
            Err(declined) => Answer::Declined(declined),
        };
        Answered { answer, stats: Stats::default(), notes }
    }

    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let (flat, mut shape) = begin(question)?;
        let wrong = || Declined("the certificate is not one of this program".into());
        let value = |name: &str| {
            certificate.parameters.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).ok_or_else(wrong)
        };
        keep(&mut shape, value("inductions")?).ok_or_else(wrong)?;
        let k = value("points")?.parse().map_err(|_| wrong())?;
        let selects = selects(&shape, value("selected")?).ok_or_else(wrong)?;
        if !(1..=MOST_POINTS).contains(&k) || (k > 1 && is_nested(&shape)) {
            return Err(wrong());
        }
        Ok(obligations(&flat, &shape, &Plan { k, selects }))
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
    name: &str,
    flat: &Flat,
    mut shape: Shape,
    oracle: &mut dyn Oracle,
    budget: &mut Budget,
    notes: &mut Vec<String>,
) -> Answer {
    let mut kept: Vec<Vec<usize>> = shape.loops.iter().map(|l| (0..l.inductions.len()).collect()).collect();
    // Steps are proved together: where one falls, the others are asked again.
    while shape.loops.iter().any(|l| !l.inductions.is_empty()) {
        let (program, about) = obligations::steps(flat, &shape);
        let results = oracle.verify("steps", &program, budget);
        let mut fallen: Vec<(usize, usize)> =
            about.iter().zip(&results).filter(|(_, r)| !r.is_verified()).map(|(a, _)| *a).collect();
        fallen.dedup();
        if fallen.is_empty() {
            break;
        }
        for (l, i) in fallen.into_iter().rev() {
            shape.loops[l].inductions.remove(i);
            kept[l].remove(i);
        }
        if let Err(stop) = budget.check() {
            return Answer::Unknown(Why::Stopped(stop));
        }
    }
    for k in 1..=MOST_POINTS {
        if k > 1 && is_nested(&shape) {
            notes.push("several points in nested loops are not tried".into());
            break;
        }
        for selects in candidates(&shape) {
            if let Err(stop) = budget.check() {
                return Answer::Unknown(Why::Stopped(stop));
            }
            let plan = Plan { k, selects };
            if !verified(oracle, "residual", &obligations::residual(flat, &shape, &plan), budget) {
                notes.push(format!("the residual program for {k} points may fail"));
                continue;
            }
            if !verified(oracle, "insertion", &obligations::insertion(flat, &shape, &plan), budget) {
                notes.push(format!("not shrinkable to {k} points"));
                continue;
            }
            return Answer::Safe(certificate(name, flat, &shape, &plan, &kept));
        }
    }
    Answer::Unknown(Why::Incomplete("no way to shrink the loops was found".into()))
}

fn verified(oracle: &mut dyn Oracle, name: &str, program: &Program, budget: &mut Budget) -> bool {
    let results = oracle.verify(name, program, budget);
    results.len() == program.procs.len() && results.iter().all(|r| r.is_verified())
}

/// Which iterations points may stand for: by the loop's first induction variable, else by their number.
fn candidates(shape: &Shape) -> Vec<Vec<Select>> {
    let first: Vec<Select> =
        shape.loops.iter().map(|l| Select { induction: l.inductions.first().cloned(), component: l.depth }).collect();
    let last: Vec<Select> =
        shape.loops.iter().map(|l| Select { induction: l.inductions.last().cloned(), component: l.depth }).collect();
    if first == last { vec![first] } else { vec![first, last] }
}

fn certificate(name: &str, flat: &Flat, shape: &Shape, plan: &Plan, kept: &[Vec<usize>]) -> Certificate {
    let loops = shape.loops.len();
    let list = |items: Vec<String>| items.join(" ");
    let inductions = kept.iter().enumerate().flat_map(|(l, all)| all.iter().map(move |i| format!("{l}.{i}"))).collect();
    let selected = shape.loops.iter().zip(&plan.selects).map(|(l, s)| {
        let at = s.induction.as_ref().and_then(|i| l.inductions.iter().position(|j| i == j));
        at.map_or("count".into(), |i| i.to_string())
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
            ("inductions".into(), list(inductions)),
            ("selected".into(), list(selected.collect())),
        ],
        invariants: Vec::new(),
        obligations: obligations(flat, shape, plan),
    }
}

fn obligations(flat: &Flat, shape: &Shape, plan: &Plan) -> Vec<Obligation> {
    let all = [
        ("steps", obligations::steps(flat, shape).0),
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

/// The selection that a certificate names.
fn selects(shape: &Shape, names: &str) -> Option<Vec<Select>> {
    let names: Vec<&str> = names.split_whitespace().collect();
    if names.len() != shape.loops.len() {
        return None;
    }
    let select = |(l, name): (&shape::Loop, &&str)| {
        let induction = match *name {
            "count" => None,
            i => Some(l.inductions.get(i.parse::<usize>().ok()?)?.clone()),
        };
        Some(Select { induction, component: l.depth })
    };
    shape.loops.iter().zip(&names).map(select).collect()
}
