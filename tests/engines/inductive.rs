//! A toy engine of two queries: guesses that integers never become negative, and verifies what is left of that.

use rmt::internal::base::budget::Budget;
use rmt::internal::base::ids::VarId;
use rmt::internal::engine::{Answer, Answered, Declined, Engine, Guesses, Oracle, Question, Verified};
use rmt::internal::infer::houdini::{Attached, Place, annotate, attach};
use rmt::internal::ir::unresolve::unresolve;
use rmt::internal::ir::{Op, Program, Type, TypeTable};
use rmt::internal::verdict::{Certificate, Invariant, InvariantPlace, Obligation, Why};

pub struct Inductive;

/// The loop heads of the entry, with a guess for each of its integers.
fn guesses(program: &mut Program, question: &Question) -> Vec<(VarId, Attached)> {
    let body = program.procs[question.entry].body.clone().expect("entries have bodies");
    let heads: Vec<_> = rmt::internal::cfg::loops::loops(&body).iter().map(|l| l.header).collect();
    let zero = program.exprs.int(0);
    let mut all = Vec::new();
    for head in heads {
        for &var in &body.locals {
            if matches!(program.types.get(program.vars[var].ty), Type::Int) {
                let var_expr = program.var_expr(var);
                let expr = program.exprs.op(Op::Ge, [var_expr, zero], TypeTable::BOOL);
                all.push((var, Attached { proc: question.entry, place: Place::Invariant(head), expr }));
            }
        }
    }
    all
}

impl Engine for Inductive {
    fn name(&self) -> &'static str {
        "inductive"
    }

    fn answer(&self, question: &Question, oracle: &mut dyn Oracle, budget: &Budget) -> Answered {
        let mut program = question.program.clone();
        let guesses = guesses(&mut program, question);
        let attached: Vec<Attached> = guesses.iter().map(|(_, guess)| *guess).collect();
        let mut guards = attach(&mut program, &attached);
        guards.sort();
        let asked = Guesses { guards: guards.clone(), ..Guesses::default() };
        let kept = oracle.houdini("guesses", &program, &asked, budget);
        if kept.survivors.is_empty() {
            return Answered::free(Answer::Unknown(Why::Incomplete("no guess holds".into())));
        }
        let annotated = annotate(&program, &guards, &kept.survivors);
        let Some(verified) = Verified::of(&annotated, &oracle.verify("invariants", &annotated, budget)) else {
            return Answered::free(Answer::Unknown(Why::Incomplete("the guesses do not suffice".into())));
        };
        let invariants = guesses.iter().map(|(var, _)| Invariant {
            procedure: program.procs[question.entry].name.to_string(),
            place: InvariantPlace::Loop(String::new()),
            formula: format!("{} >= 0", program.vars[*var].name),
        });
        Answered::free(Answer::proved(certificate(invariants.collect(), &annotated), verified))
    }

    fn rebuilt(&self, question: &Question, told: &Certificate) -> Result<Certificate, Declined> {
        let mut program = question.program.clone();
        let mut guesses: Vec<Attached> = guesses(&mut program, question).into_iter().map(|(_, guess)| guess).collect();
        for (guess, invariant) in guesses.iter_mut().zip(&told.invariants) {
            let least = invariant.formula.split_once(">=").and_then(|(_, number)| number.trim().parse::<i64>().ok());
            let least = least.ok_or_else(|| Declined(format!("no invariant of this engine: {}", invariant.formula)))?;
            let var = program.vars.ids().find(|&v| invariant.formula.starts_with(&*program.vars[v].name));
            let var = var.ok_or_else(|| Declined("an unknown variable".into()))?;
            let (left, right) = (program.var_expr(var), program.exprs.int(least));
            guess.expr = program.exprs.op(Op::Ge, [left, right], TypeTable::BOOL);
        }
        let mut guards = attach(&mut program, &guesses);
        guards.sort();
        let annotated = annotate(&program, &guards, &guards);
        Ok(certificate(told.invariants.clone(), &annotated))
    }
}

fn certificate(invariants: Vec<Invariant>, annotated: &Program) -> Certificate {
    Certificate {
        engine: "inductive".into(),
        method: "guessing".into(),
        found: format!("{} invariants", invariants.len()),
        invariants,
        obligations: vec![Obligation { name: "program".into(), text: unresolve(annotated).to_string() }],
        ..Certificate::default()
    }
}
