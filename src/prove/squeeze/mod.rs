//! Squeezing: an execution over an array of some length has a counterpart over the array without one of its elements;
//! so a violation there is one over a short array, where there is none.
//!
//! ```text
//! Question ── subject ──▶ one loop over arrays (collapse: loops behind it are one arbitrary iteration each)
//!   ── squeezing: functions from a state to one with an element less (bank, learn: which may go, by runs over short arrays)
//!   ── queries: anchor, step, base ──▶ Oracle::verify ──▶ Safe, or no answer
//! ```
//!
//! After O. Ish-Shalom, S. Itzhaky, N. Rinetzky, S. Shoham: Putting the Squeeze on Array Programs: Loop Verification via
//! Inductive Rank Reduction, VMCAI 2020. The argument is in `docs/proofs.md`.

mod bank;
mod collapse;
mod given;
mod learn;
mod queries;
mod squeezing;
mod subject;
mod symbolic;

use self::bank::Bank;
use self::given::{Given, given};
use self::learn::{Choice, Condition};
use self::squeezing::{Changes, POSITIONS, Squeezing};
use self::subject::{Original, Subject};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::ExprId;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::ir::unresolve::unresolve;
use crate::ir::{Op, Program, TypeTable};
use crate::prove::loops::invariants;
use crate::prove::loops::steps::{prove_steps, steps};
use crate::verdict::{Certificate, Obligation, Why};

/// The engine.
pub struct Squeeze;

/// Solver resource units for a query.
const QUERY: u64 = 3_000_000;

/// Squeezing functions that the solver is asked about.
const MOST: usize = 60;

/// Ways to change the state for which conditions are learnt.
const MOST_CHANGES: usize = 9;

/// Where conditions decide, arrays up to that length are looked at one by one.
const LEARNT_BASE: u32 = 4;

impl Engine for Squeeze {
    fn name(&self) -> &'static str {
        "squeeze"
    }

    /// Where it proves, it does so soon.
    fn share(&self) -> f64 {
        0.25
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        Answered::noting(|notes| search(question, Original::of(question)?, oracle, budget, notes))
    }

    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let mut original = Original::of(question)?;
        let wrong = || Declined("the certificate is not one of this program".into());
        let value = |name: &str| {
            certificate.parameters.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str()).ok_or_else(wrong)
        };
        let guesses = invariants::guesses(&mut original.flat, &original.shape);
        original.keep(&guesses, value("inductions")?, value("invariants")?).ok_or_else(wrong)?;
        let mut subject = original.collapsed()?;
        let plan = Plan::parse(value("squeezing")?).ok_or_else(wrong)?;
        let given = given(question, &mut subject)?;
        let ways = squeezing::changes(&subject);
        let squeezing = plan.squeezing(&mut subject, &ways, &given).ok_or_else(wrong)?;
        Ok(obligations(&original, &subject, &squeezing))
    }
}

/// How a squeezing function is made: what a certificate names.
#[derive(Clone, Debug, PartialEq)]
struct Plan {
    /// Which of the ways in which the state changes.
    changes: usize,
    source: Source,
}

#[derive(Clone, Debug, PartialEq)]
enum Source {
    /// The program's own, by number.
    Given(usize),
    /// Which of the lengths, and which element goes.
    Learnt(usize, Choice),
}

impl Plan {
    /// One where the same element always goes.
    fn always(length: usize, changes: usize, position: usize) -> Plan {
        let choice = Choice { condition: Condition::All(Vec::new()), positions: [position; 2] };
        Plan { changes, source: Source::Learnt(length, choice) }
    }

    /// The squeezing function, unless it is not one of this program, where the state changes in these ways.
    fn squeezing(&self, subject: &mut Subject, ways: &[Changes], given: &[Given]) -> Option<Squeezing> {
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

    /// `given changes number`, or `learnt changes length first second all|any literal…`
    fn text(&self) -> String {
        let (length, Choice { condition, positions: [first, second] }) = match &self.source {
            Source::Given(number) => return format!("given {} {number}", self.changes),
            Source::Learnt(length, choice) => (length, choice),
        };
        let (kind, literals) = match condition {
            Condition::All(literals) => ("all", literals),
            Condition::Any(literals) => ("any", literals),
        };
        let mut text = format!("learnt {} {length} {first} {second} {kind}", self.changes);
        for (atom, holds) in literals {
            text += &format!(" {}{atom}", if *holds { "" } else { "!" });
        }
        text
    }

    fn parse(text: &str) -> Option<Plan> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (length, first, second, kind, literals) = match &words[..] {
            ["given", changes, number] => {
                return Some(Plan { changes: changes.parse().ok()?, source: Source::Given(number.parse().ok()?) });
            }
            ["learnt", _, length, first, second, kind, literals @ ..] => (length, first, second, kind, literals),
            _ => return None,
        };
        let literal = |word: &&str| match word.strip_prefix('!') {
            Some(number) => Some((number.parse().ok()?, false)),
            None => Some((word.parse().ok()?, true)),
        };
        let literals = literals.iter().map(literal).collect::<Option<Vec<_>>>()?;
        let condition = match *kind {
            "all" => Condition::All(literals),
            "any" => Condition::Any(literals),
            _ => return None,
        };
        let choice = Choice { condition, positions: [first.parse().ok()?, second.parse().ok()?] };
        Some(Plan { changes: words[1].parse().ok()?, source: Source::Learnt(length.parse().ok()?, choice) })
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

impl Original {
    /// Keeps the induction variables and invariants that a certificate names: `loop.number …`.
    fn keep(&mut self, guesses: &[Vec<ExprId>], inductions: &str, invariants: &str) -> Option<()> {
        let numbers = |text: &str| -> Option<Vec<(usize, usize)>> {
            let one = |word: &str| {
                let (l, i) = word.split_once('.')?;
                Some((l.parse().ok()?, i.parse().ok()?))
            };
            text.split_whitespace().map(one).collect()
        };
        let all: Vec<_> = self.shape.loops.iter().map(|l| l.inductions.clone()).collect();
        self.shape.loops.iter_mut().for_each(|l| l.inductions.clear());
        for (l, i) in numbers(inductions)? {
            let kept = all.get(l)?.get(i)?.clone();
            self.shape.loops[l].inductions.push(kept);
        }
        for (l, i) in numbers(invariants)? {
            let kept = *guesses.get(l)?.get(i)?;
            self.shape.loops[l].invariants.push(kept);
        }
        Some(())
    }
}

/// What the search goes on with.
struct Search<'a> {
    original: &'a Original,
    subject: Subject,
    /// The ways in which the state may change.
    ways: Vec<Changes>,
    /// The program's own squeezing functions.
    given: Vec<Given>,
    oracle: &'a mut dyn Oracle,
    budget: &'a Budget,
    notes: &'a mut Vec<String>,
    /// Induction variables and invariants that are kept, as certificates name them.
    kept: [String; 2],
    asked: Vec<Plan>,
}

fn search(
    question: &Question,
    mut original: Original,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Result<Answer, Declined> {
    let guesses = invariants::guesses(&mut original.flat, &original.shape);
    let invariants = invariants::infer(&original.flat, &mut original.shape, &guesses, oracle, budget);
    let inductions = match prove_steps(&original.flat, &mut original.shape, oracle, budget) {
        Ok(kept) => kept,
        Err(stop) => return Ok(Answer::Unknown(Why::Stopped(stop))),
    };
    let mut subject = original.collapsed()?;
    let given = given(question, &mut subject)?;
    let kept = [numbers(&inductions), numbers(&invariants)];
    let ways = squeezing::changes(&subject);
    let mut search =
        Search { original: &original, subject, ways, given, oracle, budget, notes, kept, asked: Vec::new() };
    if search.subject.counter().is_none() {
        return Err(Declined("nothing counts the iterations".into()));
    }
    if let Some(answer) = search.given() {
        return Ok(answer);
    }
    for length in 0..search.subject.lengths.len() {
        if let Some(answer) = search.by_length(length) {
            return Ok(answer);
        }
    }
    if let Err(stop) = budget.check() {
        return Ok(Answer::Unknown(Why::Stopped(stop)));
    }
    Ok(Answer::Unknown(Why::Incomplete("no squeezing was found".into())))
}

impl Search<'_> {
    /// By the program's own squeezing functions.
    fn given(&mut self) -> Option<Answer> {
        for number in 0..self.given.len() {
            for changes in 0..self.ways.len().min(MOST_CHANGES) {
                let plan = Plan { changes, source: Source::Given(number) };
                let Some(squeezing) = plan.squeezing(&mut self.subject, &self.ways, &self.given) else { continue };
                if let Some(answer) = self.ask(&plan, &squeezing) {
                    return Some(answer);
                }
            }
            self.notes.push(format!("{} is not a squeezing function", self.given[number].name));
        }
        None
    }

    fn by_length(&mut self, length: usize) -> Option<Answer> {
        let bank = Bank::new(&self.subject, self.subject.lengths[length], self.budget);
        // What runs refute, the solver need not.
        let mut harmless = Vec::new();
        for changes in 0..self.ways.len().min(MOST) {
            let mut of_position = Vec::new();
            for position in 0..POSITIONS.len() {
                let plan = Plan::always(length, changes, position);
                let Some(squeezing) = plan.squeezing(&mut self.subject, &self.ways, &self.given) else {
                    of_position.push(vec![false; bank.samples.len()]);
                    continue;
                };
                let answers = bank.answers(&self.subject, &squeezing, position);
                if answers.iter().all(|a| *a)
                    && let Some(answer) = self.ask(&plan, &squeezing)
                {
                    return Some(answer);
                }
                of_position.push(answers);
            }
            self.budget.check().ok()?;
            harmless.push(of_position);
        }
        let variable = self.subject.lengths[length];
        let atoms = learn::atoms(&mut self.subject, variable);
        let holds = bank.holds(&self.subject, &atoms);
        self.notes.push(format!("{} runs, {} conditions", bank.samples.len(), atoms.len()));
        let leaves: Vec<Vec<bool>> = (0..POSITIONS.len()).map(|position| bank.leaves(position)).collect();
        for (changes, harmless) in harmless.iter().enumerate().take(MOST_CHANGES) {
            // How the loop is left matters more often than not.
            let both = |(a, b): (&Vec<bool>, &Vec<bool>)| a.iter().zip(b).map(|(a, b)| *a && *b).collect();
            let strict: Vec<Vec<bool>> = harmless.iter().zip(&leaves).map(both).collect();
            for choice in learn::choices(&strict, &holds).into_iter().chain(learn::choices(harmless, &holds)) {
                let plan = Plan { changes, source: Source::Learnt(length, choice) };
                if self.asked.contains(&plan) {
                    continue;
                }
                let Some(squeezing) = plan.squeezing(&mut self.subject, &self.ways, &self.given) else { continue };
                if let Some(answer) = self.ask(&plan, &squeezing) {
                    return Some(answer);
                }
                self.budget.check().ok()?;
            }
        }
        None
    }

    /// Asks the solver about a squeezing function.
    fn ask(&mut self, plan: &Plan, squeezing: &Squeezing) -> Option<Answer> {
        if self.asked.len() >= MOST || self.budget.check().is_err() {
            return None;
        }
        self.asked.push(plan.clone());
        if !self.verified("squeezing", queries::squeezing(&self.subject, squeezing)) {
            return None;
        }
        if !self.verified("base", queries::base(&self.subject, squeezing)) {
            self.notes.push("the program over short arrays may fail".into());
            return None;
        }
        let [inductions, invariants] = self.kept.clone();
        Some(Answer::Safe(Certificate {
            engine: Squeeze.name().into(),
            method: "squeezing".into(),
            found: self.found(plan),
            rests_on: Vec::new(),
            lemma:
                "An execution over a longer array has a counterpart over the array without one element, which violates \
                    an assertion if it does; over short arrays, none does."
                    .into(),
            parameters: vec![
                ("inductions".into(), inductions),
                ("invariants".into(), invariants),
                ("squeezing".into(), plan.text()),
            ],
            invariants: Vec::new(),
            obligations: obligations(self.original, &self.subject, squeezing),
        }))
    }

    fn verified(&mut self, name: &str, program: Program) -> bool {
        let limited = self.budget.within(Limits::units(QUERY * program.procs.len() as u64));
        let results = self.oracle.verify(name, &program, &limited);
        results.len() == program.procs.len() && results.iter().all(|r| r.is_verified())
    }

    /// What goes, in words.
    fn found(&self, plan: &Plan) -> String {
        let element = |position: usize| match POSITIONS[position] {
            0 => "the first element".to_string(),
            -1 => "the last element".to_string(),
            at if at < 0 => format!("element n - {}", -at),
            at => format!("element {at}"),
        };
        let [first, second] = match &plan.source {
            Source::Given(number) => return format!("by {}", self.given[*number].name),
            Source::Learnt(_, choice) => choice.positions,
        };
        match first == second {
            true => format!("{} goes", element(first)),
            false => format!("{} or {} goes", element(first), element(second)),
        }
    }
}

/// `loop.number …`
fn numbers(kept: &[Vec<usize>]) -> String {
    let of_loop = |(l, all): (usize, &Vec<usize>)| all.iter().map(|i| format!("{l}.{i}")).collect::<Vec<_>>();
    kept.iter().enumerate().flat_map(of_loop).collect::<Vec<_>>().join(" ")
}

fn obligations(original: &Original, subject: &Subject, squeezing: &Squeezing) -> Vec<Obligation> {
    let (flat, shape) = (&original.flat, &original.shape);
    let kept: Vec<Vec<ExprId>> = shape.loops.iter().map(|l| l.invariants.clone()).collect();
    let all = [
        ("invariants", invariants::annotated(flat, shape, &kept)),
        ("steps", steps(flat, shape).0),
        ("squeezing", queries::squeezing(subject, squeezing)),
        ("base", queries::base(subject, squeezing)),
    ];
    let text = |program: &Program| unresolve(program).to_string();
    all.iter().map(|(name, program)| Obligation { name: name.to_string(), text: text(program) }).collect()
}
