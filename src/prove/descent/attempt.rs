//! One product: which guesses hold in it, which runs it covers, and whether it verifies.

use super::cases::Case;
use super::cuts::Cuts;
use super::flatten::plain;
use super::guessed::Guessed;
use super::plan::Plan;
use super::product::Claim;
use super::shrink::Shrink;
use super::stages::{Product, build};
use super::{Prepared, cases};
use crate::base::budget::Budget;
use crate::base::ids::{ExprId, VarId};
use crate::cfg::flow::drop_unreachable;
use crate::engine::{Guesses, Oracle, Verified};
use crate::infer::houdini::{Place, annotate};
use crate::ir::{AssertKind, CmdKind, Op, Program, Transfer, TypeTable, VarKind};
use crate::prove::terms::Terms;
use ivl::source::Span;

/// A product with its guesses.
pub struct Attempt {
    /// In words.
    pub name: String,
    pub plan: Plan,
    pub has_dynamic: bool,
    product: Product,
    pub guessed: Guessed,
}

/// Whether a product verifies.
pub enum Outcome {
    /// Whether a smaller run reaches the end beside the primary.
    Verifies { verified: Verified, smaller_run: bool },
    /// In words, why not.
    Fails(String),
}

impl Attempt {
    pub fn new(prepared: &Prepared, cuts: &Cuts, shrink: &Shrink, plan: Plan) -> Attempt {
        let program = prepared.flat.program.clone();
        let shrinks = std::slice::from_ref(shrink);
        let product = build(program, prepared.flat.proc, cuts, &prepared.memory, shrinks, &prepared.rounds, &plan);
        #[cfg(debug_assertions)]
        crate::ir::verify::assert_valid(&product.program, "a product");
        let guessed = Guessed::new(product.program.clone(), product.proc, product.guesses.clone());
        let name = format!(
            "{}, {} in front, cut {}{}{}",
            shrink.name,
            plan.align.peel,
            if plan.behind_test { "behind tests" } else { "at heads" },
            if plan.align.dynamic { ", out of step at the end" } else { "" },
            if plan.cases.is_empty() { String::new() } else { format!(", runs {}", cases::write(&plan.cases)) },
        );
        Attempt { name, plan, has_dynamic: product.has_dynamic, product, guessed }
    }

    /// The guesses at the head of a loop, without those about all links.
    pub fn guesses_at(&self, n: usize) -> Vec<usize> {
        let here = |k: &usize| self.guessed.guesses[*k].place == Place::Invariant(self.product.heads[n]);
        let simple = |k: &usize| self.product.links.binary_search(k).is_err();
        (0..self.guessed.guesses.len()).filter(here).filter(simple).collect()
    }

    /// Those about all links.
    pub fn links_at(&self, n: usize) -> Vec<usize> {
        let here = |k: &usize| self.guessed.guesses[*k].place == Place::Invariant(self.product.heads[n]);
        self.product.links.iter().copied().filter(here).collect()
    }

    pub fn loops(&self) -> usize {
        self.product.heads.len()
    }

    pub fn blocks(&self) -> usize {
        self.guessed.program.procs[self.product.proc].body.as_ref().map_or(0, |b| b.blocks.len())
    }

    /// Whether the product verifies with these guesses.
    pub fn verify(&self, kept: &[usize], name: &str, oracle: &mut dyn Oracle, budget: &Budget) -> Outcome {
        let annotated = self.guessed.annotated(kept);
        let results = oracle.verify(&format!("{name}-product"), &annotated, budget);
        let Some(verified) = Verified::of(&annotated, &results) else {
            let mut why: Vec<String> = Vec::new();
            for verification in &results {
                let ends = verification.findings.iter().filter_map(|f| f.path.last());
                why.extend(ends.map(|(block, _)| format!("ends {block}")));
                why.extend(verification.gave_up.iter().map(|why| format!("{why:?}")));
            }
            return Outcome::Fails(why.join(", "));
        };
        let claim = self.claims_no_smaller_run(&annotated);
        let vacuous = Verified::of(&claim, &oracle.verify(&format!("{name}-vacuous"), &claim, budget));
        Outcome::Verifies { verified, smaller_run: vacuous.is_none() }
    }

    /// The program up to the stage of the next loop, with what is known of the loops in front of this one. There it is
    /// guessed what may be true at the head of this one, of each claim that control does not come there, and of each case that
    /// control reaches no claim with a run of it.
    pub fn asked(&self, n: usize, kept: &[usize], guesses: &[usize], besides: Besides) -> Asked {
        let guards = |positions: &[usize]| positions.iter().map(|&k| self.guessed.guard(k)).collect::<Vec<VarId>>();
        let mut asked = guards(guesses);
        let others: Vec<VarId> = self.guessed.guards.guards.iter().copied().filter(|g| !asked.contains(g)).collect();
        let mut program = annotate(&self.guessed.program, &others, &guards(kept));
        let mut guess = |program: &mut Program| {
            let kind = VarKind::Const { unique: false };
            let guard = program.new_var(format!("claim{}", asked.len()), kind, TypeTable::BOOL, Span::NONE);
            program.consts.push(guard);
            asked.push(guard);
            guard
        };
        // What becomes of a loop is known where runs reach later ones.
        let open = (0..=n).filter(|position| self.plan.cases.iter().all(|c| c.position != *position));
        let open = open.filter(|_| matches!(besides, Besides::Cases | Besides::ClaimsAndCases));
        let both = open.flat_map(|position| [true, false].map(|again| Case { position, again }));
        let cases: Vec<(VarId, Case)> = both.map(|case| (guess(&mut program), case)).collect();
        let mut claims = Vec::new();
        for claim in self.product.claims.iter().filter(|claim| claim.behind <= n) {
            // What was asked before is not asked again: control does not go on from there.
            let mut asserted = Vec::new();
            if claim.behind == n && besides != Besides::Nothing {
                let own = guess(&mut program);
                let never = program.exprs.bool(false);
                let mut conditions = vec![(own, never)];
                conditions.extend(cases.iter().map(|&(guard, case)| (guard, self.is_other(&mut program, claim, case))));
                for (guard, e) in conditions {
                    let guard = program.var_expr(guard);
                    let e = program.exprs.op(Op::Implies, [guard, e], TypeTable::BOOL);
                    asserted.push(plain(CmdKind::Assert(e, AssertKind::Assert), Span::NONE));
                }
                let name = self.product.program.procs[self.product.proc].body.as_ref();
                claims.push((own, name.map_or(String::new(), |body| body.blocks[claim.block].name.to_string())));
            }
            if let Some(body) = &mut program.procs[self.product.proc].body {
                let block = &mut body.blocks[claim.block];
                block.cmds.retain(|cmd| !matches!(cmd.kind, CmdKind::Assert(..)));
                let end = block.cmds.len() - 1;
                block.cmds.splice(end..end, asserted);
            }
        }
        if let (Some(&next), Some(body)) = (self.product.begins.get(n + 1), &mut program.procs[self.product.proc].body)
        {
            body.blocks[next].cmds.clear();
            body.blocks[next].transfer = Transfer::Return;
            drop_unreachable(body);
        }
        Asked { program, guards: Guesses { guards: asked, ..Guesses::default() }, claims, cases }
    }

    /// At a claim: the run is not one of the case.
    fn is_other(&self, program: &mut Program, claim: &Claim, case: Case) -> ExprId {
        let round = program.var_expr(self.product.rounds[case.position]);
        match (case.again, claim.alone) {
            (false, _) => round,
            // It may still come back to the loop's head.
            (true, Some(at)) if at <= case.position => program.exprs.bool(false),
            (true, _) => program.exprs.not(round),
        }
    }

    /// The product with a claim at its end that does not hold if the proof says something about runs of all sizes.
    fn claims_no_smaller_run(&self, annotated: &Program) -> Program {
        let mut program = annotated.clone();
        let mut claims = Vec::new();
        for &(alive, bytes) in &self.product.scapegoats {
            let mut t = Terms(&mut program);
            let (alive, own, primary) = (t.var(alive), t.var(bytes), t.var(self.product.bytes));
            let smaller = t.lt(own, primary);
            let both = t.and(&[alive, smaller]);
            claims.push(t.not(both));
        }
        let claim = program.exprs.and(&claims);
        let end = self.product.end;
        if let Some(body) = &mut program.procs[self.product.proc].body {
            let span = body.blocks[end].span;
            body.blocks[end].cmds.push(plain(CmdKind::Assert(claim, AssertKind::Assert), span));
        }
        program
    }
}

/// What is asked besides which guesses hold.
#[derive(Clone, Copy, PartialEq)]
pub enum Besides {
    Nothing,
    /// To which claims control comes.
    Claims,
    /// Of which cases the runs are that reach none.
    Cases,
    ClaimsAndCases,
}

/// A question about the guesses at one loop; with the guards of claims, by the names of their blocks, and of cases.
pub struct Asked {
    pub program: Program,
    pub guards: Guesses,
    pub claims: Vec<(VarId, String)>,
    pub cases: Vec<(VarId, Case)>,
}
