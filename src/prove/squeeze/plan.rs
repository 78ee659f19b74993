//! How a squeezing function is made, and how certificates say so: by names and expressions.

use super::given::Given;
use super::learn::{self, Choice, Condition};
use super::squeezing::{self, Change, Changes, POSITIONS, Squeezing};
use super::subject::Subject;
use crate::base::ids::{ExprId, VarId};
use crate::ir::{Op, TypeTable};
use crate::prove::loops::named::{self, Parameter};

/// Where conditions decide, arrays up to that length are looked at one by one.
const LEARNT_BASE: u32 = 4;

/// The parameters: what becomes of each variable that the loop changes; then whose the function is, or which element goes.
const CHANGES: &str = "changes";
const GIVEN: &str = "given";
const LENGTH: &str = "length";
const GOES: &str = "goes";
/// Where a condition chooses: the other element, and the condition's literals.
const OTHERWISE: &str = "otherwise";
const CONDITION: &str = "condition";
const HOLDS: &str = "holds";
const FAILS: &str = "fails";

/// How a squeezing function is made, by positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Which of the ways in which the state changes.
    pub changes: usize,
    pub source: Source,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The program's own, by number.
    Given(usize),
    /// Which of the lengths, and which element goes.
    Learnt(usize, Choice),
}

impl Plan {
    /// One where the same element always goes.
    pub fn always(length: usize, changes: usize, position: usize) -> Plan {
        let choice = Choice { condition: Condition::All(Vec::new()), positions: [position; 2] };
        Plan { changes, source: Source::Learnt(length, choice) }
    }

    /// The squeezing function, unless it is not one of this program, where the state changes in these ways.
    pub fn squeezing(&self, subject: &mut Subject, ways: &[Changes], given: &[Given]) -> Option<Squeezing> {
        let changes = ways.get(self.changes)?;
        let squeezing = match &self.source {
            Source::Given(number) => given.get(*number)?.squeezing(subject, changes)?,
            Source::Learnt(length, choice) => learnt(subject, *length, changes, choice)?,
        };
        // What it looks at stays as it is.
        let Squeezing { rank, inputs, arrays, position, .. } = &squeezing;
        let fixed = [*rank, *position].into_iter().chain(inputs.iter().chain(arrays).map(|(_, e)| *e));
        let stays =
            fixed.into_iter().all(|e| subject.is_kept(e)) && arrays.iter().all(|(map, _)| subject.is_given(*map));
        stays.then_some(squeezing)
    }

    /// What goes, in words.
    pub fn found(&self, given: &[Given]) -> String {
        let element = |position: usize| match POSITIONS[position] {
            0 => "the first element".to_string(),
            -1 => "the last element".to_string(),
            at if at < 0 => format!("element n - {}", -at),
            at => format!("element {at}"),
        };
        let [first, second] = match &self.source {
            Source::Given(number) => return format!("by {}", given[*number].name),
            Source::Learnt(_, choice) => choice.positions,
        };
        match first == second {
            true => format!("{} goes", element(first)),
            false => format!("{} or {} goes", element(first), element(second)),
        }
    }

    /// The parameters by which it is made again.
    pub fn write(&self, subject: &mut Subject, ways: &[Changes], given: &[Given]) -> Vec<Parameter> {
        let mut words = changed(subject, &ways[self.changes]);
        let (length, Choice { condition, positions: [first, second] }) = match &self.source {
            Source::Given(number) => {
                words.push((GIVEN.into(), given[*number].name.clone()));
                return words;
            }
            Source::Learnt(length, choice) => (subject.lengths[*length], choice),
        };
        words.push((LENGTH.into(), subject.flat.program.vars[length].name.to_string()));
        words.push((GOES.into(), POSITIONS[*first].to_string()));
        if first == second {
            return words;
        }
        let atoms = learn::atoms(subject, length);
        let (kind, literals) = match condition {
            Condition::All(literals) => ("all", literals),
            Condition::Any(literals) => ("any", literals),
        };
        words.push((OTHERWISE.into(), POSITIONS[*second].to_string()));
        words.push((CONDITION.into(), kind.into()));
        for &(atom, holds) in literals {
            let name = if holds { HOLDS } else { FAILS };
            words.push((name.into(), named::text(&subject.flat.program, atoms[atom])));
        }
        words
    }

    /// The same, of such parameters. `None`: something is not of this program.
    pub fn read(subject: &mut Subject, ways: &[Changes], given: &[Given], told: &[Parameter]) -> Option<Plan> {
        let count = told.iter().take_while(|(name, _)| name == CHANGES).count();
        let (own, rest) = told.split_at(count);
        let changes = ways.iter().position(|way| changed(subject, way) == own)?;
        let is = |(name, _): &Parameter, wanted: &str| name == wanted;
        let source = match rest {
            [one] if is(one, GIVEN) => Source::Given(given.iter().position(|g| g.name == one.1)?),
            [length, goes, rest @ ..] if is(length, LENGTH) && is(goes, GOES) => {
                let program = &subject.flat.program;
                let length = subject.lengths.iter().position(|&v| *program.vars[v].name == *length.1)?;
                let first = position(&goes.1)?;
                let (second, condition) = match rest {
                    [] => (first, Condition::All(Vec::new())),
                    [otherwise, kind, literals @ ..] if is(otherwise, OTHERWISE) && is(kind, CONDITION) => {
                        let atoms = learn::atoms(subject, subject.lengths[length]);
                        let literals = literals.iter().map(|literal| read_literal(subject, &atoms, literal));
                        let literals = literals.collect::<Option<Vec<_>>>()?;
                        let condition = match kind.1.as_str() {
                            "all" => Condition::All(literals),
                            "any" => Condition::Any(literals),
                            _ => return None,
                        };
                        (position(&otherwise.1)?, condition)
                    }
                    _ => return None,
                };
                Source::Learnt(length, Choice { condition, positions: [first, second] })
            }
            _ => return None,
        };
        Some(Plan { changes, source })
    }
}

/// What becomes of the variables that the loop changes, in words.
fn changed(subject: &Subject, changes: &Changes) -> Vec<Parameter> {
    let word = |change: &Change| match change {
        Change::Same => "same",
        Change::Index => "index",
        Change::Removed => "removed",
        Change::Latest => "latest",
    };
    let program = &subject.flat.program;
    let told = |(var, change): &(VarId, Change)| format!("{}: {}", program.vars[*var].name, word(change));
    changes.iter().map(|one| (CHANGES.to_string(), told(one))).collect()
}

fn position(told: &str) -> Option<usize> {
    let at: i64 = told.parse().ok()?;
    POSITIONS.iter().position(|&position| position == at)
}

fn read_literal(subject: &Subject, atoms: &[ExprId], (name, told): &Parameter) -> Option<(usize, bool)> {
    let atom = atoms.iter().position(|&atom| named::text(&subject.flat.program, atom) == *told)?;
    match name.as_str() {
        HOLDS => Some((atom, true)),
        FAILS => Some((atom, false)),
        _ => None,
    }
}

/// The squeezing function that takes out the element that a condition chooses.
fn learnt(subject: &mut Subject, length: usize, changes: &Changes, choice: &Choice) -> Option<Squeezing> {
    let length = *subject.lengths.get(length)?;
    let Choice { condition, positions: [first, second] } = choice;
    let [first, second] = [*POSITIONS.get(*first)?, *POSITIONS.get(*second)?];
    let at = squeezing::position(&mut subject.flat.program, length, first);
    if first == second {
        return squeezing::removing(subject, length, at, squeezing::base(&[first]), changes);
    }
    let atoms = learn::atoms(subject, length);
    let condition = learn::expression(subject, &atoms, condition)?;
    let program = &mut subject.flat.program;
    let other = squeezing::position(program, length, second);
    let at = program.exprs.op(Op::Ite, [condition, at, other], TypeTable::INT);
    squeezing::removing(subject, length, at, LEARNT_BASE, changes)
}
