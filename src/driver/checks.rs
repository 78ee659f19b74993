//! What is known of each check of a program that is not decided as a whole.
//!
//! ```text
//! all checks that executions may reach ── some: the others are assumed ──▶ proved: all of these are
//!                                       ── not proved: half of them, and the other half; one alone is open
//! ```
//!
//! An execution ends where it violates a check. So where all others are assumed, a proof says that no execution violates these
//! first, and together the proofs of all parts are one of the whole. What is violated is found by whoever decides
//! the program, or by [`super::survey`].

use std::collections::BTreeSet;

use ivl::source::Span;

use super::limits::{CHECK, CHECKS_LARGEST, EACH_PART};
use super::portfolio::{time_of, units_of};
use super::strategy::{Engines, decide};
use super::survey::{About, check_each};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ProcId;
use crate::base::stats::Stats;
use crate::cfg::call_graph::reachable;
use crate::cfg::threads::is_concurrent;
use crate::engine::{Forms, Question};
use crate::ir::{AssertKind, Attr, CmdKind, ExprKind, Program, string_attribute};
use crate::reach::Progress;
use crate::verdict::{Answered, Certificate, Check, Execution, Status, Verdict, Why};

/// The provers that are asked about parts: what they find, they find soon.
const QUICK: [&str; 1] = ["induction"];

/// A check by its place. Those that a front end adds to a procedure have the same.
pub type Place = (ProcId, Span);

/// What is known of each check, by the verdict about all of them and, where this is open, by proofs of some.
pub fn statuses(
    question: &Question,
    engines: &Engines,
    verdict: &Verdict,
    budget: &Budget,
    stats: &mut Stats,
) -> Vec<Check> {
    let program = question.program;
    let mut checks = checks(program, question.entry);
    let all = |status: Status, checks: &mut Vec<(Place, Check)>| {
        checks.iter_mut().for_each(|(_, check)| check.status = status.clone());
    };
    match verdict {
        Verdict::Safe(Certificate { engine, .. }) | Verdict::Unknown(Why::AllElseHolds { engine, .. }) => {
            all(Status::Proved(engine.clone()), &mut checks);
        }
        Verdict::Unsafe(execution) => {
            let fails = |check: &Check| check.span == execution.failure.span && check.what == execution.failure.what;
            if let Some((_, check)) = checks.iter_mut().find(|(_, check)| fails(check)) {
                check.status = Status::Violated;
            }
        }
        Verdict::SafeUpTo(_) | Verdict::Unknown(_) => {
            if let Some(bound) = verdict.within() {
                all(Status::UpTo(bound), &mut checks);
            }
        }
    }
    let is_proved = matches!(verdict, Verdict::Unknown(Why::AllElseHolds { .. }));
    let is_open = !is_proved && matches!(verdict, Verdict::SafeUpTo(_) | Verdict::Unknown(_));
    if is_open && are_asked(question, engines) {
        let places: BTreeSet<Place> = checks.iter().map(|(place, _)| *place).collect();
        // What is asked of all at once has been asked.
        let places: Vec<Place> = places.into_iter().collect();
        let (first, second) = places.split_at(places.len() / 2);
        let proved = proved(question, engines, vec![second.to_vec(), first.to_vec()], budget, stats);
        for (place, check) in &mut checks {
            if let Some((_, proof)) = proved.iter().find(|(proved, _)| proved == place) {
                check.status = Status::Proved(proof.engine.clone());
            }
        }
    }
    checks.into_iter().map(|(_, check)| check).collect()
}

/// Whether checks are asked about by themselves if all of them are not decided.
pub fn are_asked(question: &Question, engines: &Engines) -> bool {
    let Question { program, entry, .. } = *question;
    let size: usize = program.procs.iter().map(|proc| proc.cmds().count()).sum();
    let is_possible = size <= CHECKS_LARGEST && !engines.provers.is_empty() && !is_concurrent(program, entry);
    is_possible && checks(program, entry).len() > 1
}

/// The places that are proved, of all in these parts. As long as there is something left of the budget: halves of the parts that
/// were not, and in the end each by all engines.
pub fn proved(
    question: &Question,
    engines: &Engines,
    mut open: Vec<Vec<Place>>,
    budget: &Budget,
    stats: &mut Stats,
) -> Vec<(Place, Certificate)> {
    let quick = engines.provers.iter().copied().filter(|prover| QUICK.contains(&prover.name())).collect();
    let quick = Engines { provers: quick, ..*engines };
    let mut found = Vec::new();
    let mut singles = Vec::new();
    while let Some(part) = open.pop() {
        if budget.check().is_err() {
            return found;
        }
        let limits = Limits { timeout: Some(time_of(CHECK)), rlimit: Some(CHECK), ..Limits::default() };
        match proof(question, &quick, &part, &budget.within(limits), stats) {
            Some(proof) => found.extend(part.into_iter().map(|place| (place, proof.clone()))),
            None if part.len() > 1 => {
                let (first, second) = part.split_at(part.len() / 2);
                open.extend([second.to_vec(), first.to_vec()]);
            }
            None => singles.extend(part),
        }
    }
    let mut left = singles.len() as u32;
    for place in singles {
        if budget.check().is_err() {
            break;
        }
        let time = budget.time_left().map(|time| time / left);
        let rlimit = budget.left().map(|units| units / u64::from(left));
        let limits = Limits { timeout: time, rlimit: rlimit.or(time.map(units_of)), ..Limits::default() };
        if let Some(proof) = proof(question, engines, &[place], &budget.within(limits), stats) {
            found.push((place, proof));
        }
        left -= 1;
    }
    found
}

/// Who proves that no execution violates one of these first.
fn proof(
    question: &Question,
    engines: &Engines,
    kept: &[Place],
    budget: &Budget,
    stats: &mut Stats,
) -> Option<Certificate> {
    let kept: BTreeSet<Place> = kept.iter().copied().collect();
    let program = alone(question.program, &|place| kept.contains(&place));
    let forms = Forms::of(&program, question.entry);
    let question = Question { program: &program, bound: None, forms: &forms, ..*question };
    let checked = decide(&question, engines, budget);
    stats.rlimit += checked.stats.rlimit;
    stats.queries += checked.stats.queries;
    match checked.verdict {
        Verdict::Safe(certificate) => Some(certificate),
        _ => None,
    }
}

/// The program in which only the assertions of some places are checked; the others are assumed. What contracts say is checked
/// in any case.
pub fn alone(program: &Program, is_kept: &dyn Fn(Place) -> bool) -> Program {
    let mut program = program.clone();
    for id in program.procs.ids() {
        for cmd in program.procs[id].body.iter_mut().flat_map(|b| b.blocks.iter_mut()).flat_map(|b| &mut b.cmds) {
            if let CmdKind::Assert(e, _) = cmd.kind
                && !is_kept((id, cmd.span))
            {
                cmd.kind = CmdKind::Assume(e);
            }
        }
    }
    program
}

/// The assertions that executions of the entry may reach, in the order of the text, one a place.
fn checks(program: &Program, entry: ProcId) -> Vec<(Place, Check)> {
    let mut found: Vec<(Place, Check)> = Vec::new();
    let mut seen = BTreeSet::new();
    for proc in reachable(program, entry) {
        for cmd in program.procs[proc].cmds() {
            let CmdKind::Assert(e, kind) = cmd.kind else { continue };
            let message = string_attribute(&cmd.attrs, Attr::Msg).map(str::to_string);
            let is_trivial = matches!(program.exprs.kind(e), ExprKind::Bool(true));
            if is_trivial || matches!(kind, AssertKind::Stop(_)) || !seen.insert((proc, cmd.span, message.clone())) {
                continue;
            }
            let attrs = &program.procs[proc].attrs;
            let procedure = string_attribute(attrs, Attr::Shown).unwrap_or(&program.procs[proc].name).to_string();
            let (what, span, status) = (kind.describe().0, cmd.span, Status::Open);
            found.push(((proc, span), Check { what, span, procedure, message, status }));
        }
    }
    found.sort_by_key(|(_, check)| (check.span.file, check.span.start));
    found
}

/// The verdict about each assertion: of the search, and of provers for what it leaves open.
pub fn each(
    about: About,
    engines: &Engines,
    budget: &Budget,
    progress: &mut (dyn FnMut(Progress, usize) + Send),
) -> (Vec<Answered<Execution>>, Stats) {
    let About { program, entry, config, .. } = about;
    if engines.provers.is_empty() || config.bound.is_some() || is_concurrent(program, entry) {
        return check_each(about, budget, progress);
    }
    let part = Limits {
        timeout: budget.time_left().map(|time| time.mul_f64(EACH_PART)),
        rlimit: budget.left().map(|units| (units as f64 * EACH_PART) as u64),
        ..Limits::default()
    };
    let (mut answers, mut stats) = check_each(about, &budget.within(part), progress);
    let place = |answered: &Answered<Execution>| {
        let is_open = matches!(answered.verdict, Verdict::SafeUpTo(_) | Verdict::Unknown(_));
        let is_assertion = matches!(answered.subject.what, "assertion" | "loop invariant");
        let named = |id: &ProcId| *program.procs[*id].name == *answered.subject.procedure;
        let proc = program.procs.ids().find(named).filter(|_| is_open && is_assertion)?;
        Some((proc, answered.subject.span))
    };
    let open: BTreeSet<Place> = answers.iter().filter_map(place).collect();
    if open.is_empty() {
        return (answers, stats);
    }
    let question = Question { program, entry, bound: None, forms: &Forms::of(program, entry) };
    let proved = proved(&question, engines, vec![open.into_iter().collect()], budget, &mut stats);
    for answered in &mut answers {
        let place = place(answered);
        if let Some((_, proof)) = proved.iter().find(|(proved, _)| Some(*proved) == place) {
            answered.verdict = Verdict::Safe(proof.clone());
        }
    }
    (answers, stats)
}
