//! Which of two elements goes: a condition over what the program itself compares, learnt from runs.

use rustc_hash::FxHashMap;

use super::squeezing::position;
use super::subject::Subject;
use crate::base::ids::{ExprId, VarId};
use crate::cfg::maps::is_map;
use crate::ir::visit::{substitute, walk};
use crate::ir::{ExprKind, Op, TypeTable};
use crate::prove::loops::shape::variables;

/// Elements that conditions mention.
const MENTIONED: &[i64] = &[0, 1, 2, -1, -2, -3];

/// Atoms, at most.
const MOST_ATOMS: usize = 200;

/// Candidates, at most.
const MOST_CANDIDATES: usize = 40;

/// If the condition holds, the element at one of the positions goes, else that at the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub condition: Condition,
    /// By their indices in [`POSITIONS`](super::squeezing::POSITIONS).
    pub positions: [usize; 2],
}

/// Literals are atoms by number, negated if not `true`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    All(Vec<(usize, bool)>),
    Any(Vec<(usize, bool)>),
}

/// What the loop compares elements with, as it is for elements near the ends of the arrays.
pub fn atoms(subject: &mut Subject, length: VarId) -> Vec<ExprId> {
    let mut found = Vec::new();
    let assigned = subject.only().assigned.clone();
    let program = &mut subject.flat.program;
    let places: Vec<ExprId> = MENTIONED.iter().map(|&at| position(program, length, at)).collect();
    let mut comparisons = Vec::new();
    walk(&program.exprs, subject.conditions.iter().copied(), |e, kind| {
        let compares = matches!(kind, ExprKind::Op(Op::Eq | Op::Neq | Op::Lt | Op::Le | Op::Gt | Op::Ge, _));
        if compares && variables(program, e).any(|v| is_map(program, v)) && !comparisons.contains(&e) {
            comparisons.push(e);
        }
    });
    for e in comparisons {
        let mut moving: Vec<VarId> = Vec::new();
        for var in variables(program, e).filter(|v| assigned.contains(v)) {
            if program.vars[var].ty == TypeTable::INT && !moving.contains(&var) {
                moving.push(var);
            }
        }
        let mut states: Vec<FxHashMap<VarId, ExprId>> = vec![FxHashMap::default()];
        for var in moving.into_iter().take(2) {
            let with = |before: &FxHashMap<VarId, ExprId>, place: ExprId| {
                let mut state = before.clone();
                state.insert(var, place);
                state
            };
            states = states.iter().flat_map(|s| places.iter().map(|&p| with(s, p)).collect::<Vec<_>>()).collect();
        }
        for state in states {
            let atom = substitute(&mut program.exprs, e, &state);
            if !found.contains(&atom) && !variables(program, atom).any(|v| assigned.contains(&v)) {
                found.push(atom);
            }
        }
    }
    found.truncate(MOST_ATOMS);
    found
}

/// The condition as an expression.
pub fn expression(subject: &mut Subject, atoms: &[ExprId], condition: &Condition) -> Option<ExprId> {
    let (Condition::All(literals) | Condition::Any(literals)) = condition;
    let mut all = Vec::new();
    for &(atom, holds) in literals {
        let atom = *atoms.get(atom)?;
        all.push(if holds { atom } else { subject.flat.program.exprs.not(atom) });
    }
    Some(match condition {
        Condition::All(_) => subject.flat.program.exprs.and(&all),
        Condition::Any(_) => subject.flat.program.exprs.or(&all),
    })
}

/// Choices that agree with all samples, the simplest first. `harmless` has the samples for each position where its element may go,
/// `holds` those where an atom holds.
pub fn choices(harmless: &[Vec<bool>], holds: &[Vec<bool>]) -> Vec<Choice> {
    let literals: Vec<((usize, bool), Vec<bool>)> = (0..holds.len())
        .flat_map(|atom| [true, false].map(|value| ((atom, value), holds[atom].iter().map(|&h| h == value).collect())))
        .collect();
    let (mut single, mut double) = (Vec::new(), Vec::new());
    for (first, without_first) in harmless.iter().enumerate() {
        for (second, without_second) in harmless.iter().enumerate().skip(first + 1) {
            // Where the first must not go, the condition must not hold; where the second must not, it must.
            let samples = || without_first.iter().zip(without_second);
            if !samples().all(|(a, b)| *a || *b) {
                continue;
            }
            let (never, always): (Vec<bool>, Vec<bool>) = samples().map(|(a, b)| (!*a, !*b)).unzip();
            let implied = |l: &[bool]| always.iter().zip(l).all(|(a, l)| !*a || *l);
            let excluded = |l: &[bool]| never.iter().zip(l).all(|(n, l)| !*n || !*l);
            let positions = [first, second];
            let too_wide: Vec<_> = literals.iter().filter(|(_, l)| implied(l)).collect();
            let too_narrow: Vec<_> = literals.iter().filter(|(_, l)| excluded(l)).collect();
            for (literal, _) in too_wide.iter().filter(|(_, l)| excluded(l)) {
                single.push(Choice { condition: Condition::All(vec![*literal]), positions });
            }
            if !single.is_empty() {
                continue;
            }
            for (i, (a, la)) in too_wide.iter().enumerate() {
                for (b, lb) in &too_wide[i + 1..] {
                    let both: Vec<bool> = la.iter().zip(lb).map(|(a, b)| *a && *b).collect();
                    if excluded(&both) {
                        double.push(Choice { condition: Condition::All(vec![*a, *b]), positions });
                    }
                }
            }
            for (i, (a, la)) in too_narrow.iter().enumerate() {
                for (b, lb) in &too_narrow[i + 1..] {
                    let either: Vec<bool> = la.iter().zip(lb).map(|(a, b)| *a || *b).collect();
                    if implied(&either) {
                        double.push(Choice { condition: Condition::Any(vec![*a, *b]), positions });
                    }
                }
            }
        }
    }
    single.extend(double);
    single.truncate(MOST_CANDIDATES);
    single
}
