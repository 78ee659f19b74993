//! Squeezing: an execution over an array of some length has a counterpart over the array without one of its elements;
//! so a violation there is one over a short array, where there is none.
//!
//! ```text
//! Question ── flatten ──▶ one body with one loop ── shape ──▶ induction variables, invariants
//!   ── queries: for a squeezing, anchor, step, fault, base ──▶ Oracle::verify ──▶ Safe, or no answer
//! ```
//!
//! After O. Ish-Shalom, S. Itzhaky, N. Rinetzky, S. Shoham: Putting the Squeeze on Array Programs: Loop Verification via
//! Inductive Rank Reduction, VMCAI 2020. Here squeezings are guessed: which element goes, and how sums are corrected.
//! The argument is in `docs/proofs.md`.

mod queries;

use self::queries::{Correction, Squeezing};
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::base::stats::Stats;
use crate::cfg::liveness::liveness;
use crate::engine::{Answer, Answered, Declined, Engine, Oracle, Question};
use crate::ir::unresolve::unresolve;
use crate::ir::{CmdKind, ExprKind, Op, Program, Type, TypeTable};
use crate::prove::loops::flatten::{Flat, flatten, is_branch};
use crate::prove::loops::invariants;
use crate::prove::loops::shape::{Shape, shape, variables};
use crate::prove::loops::steps::{add, prove_steps, steps};
use crate::verdict::{Certificate, Obligation, Why};

/// The engine.
pub struct Squeeze;

/// Solver resource units for a query.
const QUERY: u64 = 3_000_000;

/// Squeezings that are tried.
const MOST: usize = 60;

impl Engine for Squeeze {
    fn name(&self) -> &'static str {
        "squeeze"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        let mut notes = Vec::new();
        let answer = match Subject::of(question) {
            Ok(subject) => search(self.name(), subject, oracle, budget, &mut notes),
            Err(declined) => Answer::Declined(declined),
        };
        Answered { answer, stats: Stats::default(), notes }
    }

    fn obligations(&self, question: &Question, certificate: &Certificate) -> Result<Vec<Obligation>, Declined> {
        let mut subject = Subject::of(question)?;
        let wrong = || Declined("the certificate is not one of this program".into());
        let numbers = |name: &str| -> Option<Vec<usize>> {
            let (_, value) = certificate.parameters.iter().find(|(n, _)| n == name)?;
            value.split_whitespace().map(|n| n.parse().ok()).collect()
        };
        let guesses = invariants::guesses(&mut subject.flat, &subject.shape);
        let kept = (numbers("inductions").ok_or_else(wrong)?, numbers("invariants").ok_or_else(wrong)?);
        subject.keep(&guesses, &kept.0, &kept.1).ok_or_else(wrong)?;
        let [number] = numbers("squeezing").ok_or_else(wrong)?[..] else { return Err(wrong()) };
        let squeezing = subject.squeezings().into_iter().nth(number).ok_or_else(wrong)?;
        Ok(subject.obligations(&squeezing))
    }
}

/// A program with one loop over arrays that nothing assigns.
pub struct Subject {
    pub flat: Flat,
    pub shape: Shape,
    /// The arrays, each with how its elements are addressed.
    pub arrays: Vec<Array>,
    /// What may be the length.
    pub lengths: Vec<VarId>,
    /// What matters at the head of the loop and is assigned in it, but for induction variables.
    pub carried: Vec<VarId>,
}

/// An array in a map: element `i` is at `base + i * stride`.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub map: VarId,
    pub base: Option<VarId>,
    pub stride: i64,
}

impl Subject {
    fn of(question: &Question) -> Result<Subject, Declined> {
        let no = |why: &str| Err(Declined(why.into()));
        let mut flat = flatten(question)?;
        let Some(guessed) = shape(&flat) else { return no("a loop has several entries") };
        if guessed.loops.len() != 1 {
            return no("not one loop");
        }
        forget_ranges(&mut flat, &guessed);
        let Some(shape) = shape(&flat) else { return no("a loop has several entries") };
        let inside = |b: BlockId| shape.innermost[b].is_some();
        for (_, block) in flat.body.blocks.iter_enumerated().filter(|(id, _)| inside(*id)) {
            if block.cmds.iter().any(|c| matches!(c.kind, CmdKind::Assert(..) | CmdKind::Havoc(_))) {
                return no("the loop asserts or chooses something");
            }
            if block.transfer.targets().iter().any(|&t| shape.doomed[t]) {
                return no("the loop asserts something");
            }
            if block.cmds.iter().flat_map(|c| c.assigned()).any(|v| is_map(&flat.program, v)) {
                return no("the loop assigns maps");
            }
        }
        let assigned: Vec<VarId> = flat.body.cmds().flat_map(|c| c.assigned()).collect();
        let arrays = arrays(&flat, &assigned);
        if arrays.is_empty() {
            return no("no arrays");
        }
        let lengths = lengths(&flat, &assigned, &shape);
        let mut subject = Subject { flat, shape, arrays, lengths, carried: Vec::new() };
        subject.find_carried();
        Ok(subject)
    }

    /// What is tried, the most promising first.
    fn squeezings(&self) -> Vec<Squeezing> {
        let numbers: Vec<VarId> =
            self.carried.iter().copied().filter(|&v| self.flat.program.vars[v].ty == TypeTable::INT).collect();
        if numbers.len() > 3 {
            return Vec::new();
        }
        let ways = [Correction::Removed, Correction::Latest, Correction::None];
        let mut found = Vec::new();
        for &length in &self.lengths {
            for first in [true, false] {
                for way in 0..ways.len().pow(numbers.len() as u32) {
                    let mut rest = way;
                    let mut corrections = Vec::new();
                    for &var in &numbers {
                        corrections.push((var, ways[rest % ways.len()]));
                        rest /= ways.len();
                    }
                    found.push(Squeezing { length, first, corrections });
                }
            }
        }
        found.truncate(MOST);
        found
    }

    fn keep(&mut self, guesses: &[Vec<ExprId>], inductions: &[usize], invariants: &[usize]) -> Option<()> {
        let only = &mut self.shape.loops[0];
        only.invariants = invariants.iter().map(|&i| guesses[0].get(i).copied()).collect::<Option<Vec<_>>>()?;
        let kept: Option<Vec<_>> = inductions.iter().map(|&i| only.inductions.get(i).cloned()).collect();
        only.inductions = kept?;
        self.find_carried();
        Some(())
    }

    /// An induction variable whose step could not be proved is carried like any other.
    fn find_carried(&mut self) {
        let only = &self.shape.loops[0];
        let counts = |v: &VarId| only.inductions.iter().any(|i| i.var == *v);
        let mut program = self.flat.program.clone();
        add(&mut program, "all".into(), self.flat.body.clone());
        let all = program.procs.ids().next().expect("internal: a procedure was added");
        let live = liveness(&program, all, &[]);
        let live = live.live_in(all, only.header).iter().copied();
        self.carried = live.filter(|v| only.assigned.contains(v) && !counts(v)).collect();
    }

    fn obligations(&self, squeezing: &Squeezing) -> Vec<Obligation> {
        let all = [
            ("invariants", invariants::annotated(&self.flat, &self.shape, &[self.shape.loops[0].invariants.clone()])),
            ("steps", steps(&self.flat, &self.shape).0),
            ("squeezing", queries::squeezing(self, squeezing)),
            ("base", queries::base(self, squeezing)),
        ];
        let text = |program: &Program| unresolve(program).to_string();
        all.iter().map(|(name, program)| Obligation { name: name.to_string(), text: text(program) }).collect()
    }
}

/// Drops what the loop assumes of sums and of elements: that they are in range does not tell it of a sum that lacks an
/// element, or of an element that another iteration reads. Without assumptions, there are more executions.
fn forget_ranges(flat: &mut Flat, shape: &Shape) {
    let Flat { program, body } = flat;
    let only = &shape.loops[0];
    let is_sum = |v: VarId| only.assigned.contains(&v) && only.inductions.iter().all(|i| i.var != v);
    let is_in_range = |v: VarId| is_sum(v) || is_map(program, v);
    for block in body.blocks.ids().filter(|b| only.members.contains(b)).collect::<Vec<_>>() {
        body.blocks[block].cmds.retain(|cmd| match cmd.kind {
            CmdKind::Assume(e) if !is_branch(cmd) => !variables(program, e).any(is_in_range),
            _ => true,
        });
    }
}

fn is_map(program: &Program, var: VarId) -> bool {
    matches!(program.types.get(program.vars[var].ty), Type::Map { .. })
}

/// The maps from integers that nothing assigns, with how the first access addresses elements.
fn arrays(flat: &Flat, assigned: &[VarId]) -> Vec<Array> {
    let program = &flat.program;
    let mut found: Vec<Array> = Vec::new();
    let accesses = flat.body.cmds().flat_map(|c| c.exprs());
    crate::ir::visit::walk(&program.exprs, accesses, |_, kind| {
        if let ExprKind::Op(Op::Select, args) = kind
            && let [map, index] = args[..]
            && let ExprKind::Var(map) = *program.exprs.kind(map)
            && program.exprs.ty(index) == TypeTable::INT
            && flat.body.locals.contains(&map)
            && !assigned.contains(&map)
            && found.iter().all(|a| a.map != map)
        {
            let (base, stride) = address(program, index);
            found.push(Array { map, base, stride });
        }
    });
    found
}

/// `b + i * c`, or else any index.
fn address(program: &Program, index: ExprId) -> (Option<VarId>, i64) {
    if let ExprKind::Op(Op::Add, args) = program.exprs.kind(index)
        && let ExprKind::Var(base) = *program.exprs.kind(args[0])
        && let ExprKind::Op(Op::Mul, factors) = program.exprs.kind(args[1])
        && let ExprKind::Int(stride) = program.exprs.kind(factors[1])
        && let Ok(stride) = i64::try_from(stride.clone())
        && stride > 0
    {
        return (Some(base), stride);
    }
    (None, 1)
}

/// Integers on which the loop's conditions depend, and that are never assigned, or only havocked in front of the loop.
fn lengths(flat: &Flat, assigned: &[VarId], shape: &Shape) -> Vec<VarId> {
    let (program, only) = (&flat.program, &shape.loops[0]);
    let mut found: Vec<VarId> = only.facts.iter().flat_map(|&f| variables(program, f)).collect();
    let mut at = 0;
    // What they are computed from comes behind them.
    while let Some(&var) = found.get(at) {
        for cmd in flat.body.cmds() {
            if let CmdKind::Assign(pairs) = &cmd.kind {
                let values = pairs.iter().filter(|(v, _)| *v == var).flat_map(|&(_, e)| variables(program, e));
                for source in values.collect::<Vec<_>>() {
                    if !found.contains(&source) {
                        found.push(source);
                    }
                }
            }
        }
        at += 1;
    }
    let given = |v: VarId| {
        let is_assigned = |c: &crate::ir::Cmd| matches!(c.kind, CmdKind::Assign(_)) && c.assigned().any(|a| a == v);
        !assigned.contains(&v) || (!flat.body.cmds().any(is_assigned) && !only.assigned.contains(&v))
    };
    let is_local = |v: &VarId| flat.body.locals.contains(v);
    let mut seen = Vec::new();
    found.retain(|v| {
        let is_new = !seen.contains(v);
        seen.push(*v);
        is_new && program.vars[*v].ty == TypeTable::INT && is_local(v) && given(*v)
    });
    found.truncate(3);
    found
}

fn search(
    name: &str,
    mut subject: Subject,
    oracle: &mut dyn Oracle,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Answer {
    let guesses = invariants::guesses(&mut subject.flat, &subject.shape);
    let kept_invariants = invariants::infer(&subject.flat, &mut subject.shape, &guesses, oracle, budget);
    let kept = match prove_steps(&subject.flat, &mut subject.shape, oracle, budget) {
        Ok(kept) => kept,
        Err(stop) => return Answer::Unknown(Why::Stopped(stop)),
    };
    subject.find_carried();
    for (number, squeezing) in subject.squeezings().iter().enumerate() {
        if let Err(stop) = budget.check() {
            return Answer::Unknown(Why::Stopped(stop));
        }
        let mut verified = |name: &str, program: Program| {
            let limited = budget.within(Limits::units(QUERY * program.procs.len() as u64));
            let results = oracle.verify(name, &program, &limited);
            results.len() == program.procs.len() && results.iter().all(|r| r.is_verified())
        };
        if !verified("squeezing", queries::squeezing(&subject, squeezing)) {
            continue;
        }
        if !verified("base", queries::base(&subject, squeezing)) {
            notes.push("the program over short arrays may fail".into());
            continue;
        }
        let list = |items: &[usize]| items.iter().map(|i| i.to_string()).collect::<Vec<_>>().join(" ");
        return Answer::Safe(Certificate {
            engine: name.into(),
            method: "squeezing".into(),
            found: format!("the {} element goes", if squeezing.first { "first" } else { "last" }),
            rests_on: Vec::new(),
            lemma:
                "An execution over a longer array has a counterpart over the array without one element, which violates \
                    an assertion if it does; over short arrays, none does."
                    .into(),
            parameters: vec![
                ("inductions".into(), list(&kept[0])),
                ("invariants".into(), list(&kept_invariants[0])),
                ("squeezing".into(), number.to_string()),
            ],
            invariants: Vec::new(),
            obligations: subject.obligations(squeezing),
        });
    }
    Answer::Unknown(Why::Incomplete("no squeezing was found".into()))
}
