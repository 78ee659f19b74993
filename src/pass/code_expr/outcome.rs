//! What a formula says about all outcomes of the code expressions in it, and about some of them.
//!
//! A code expression with several paths may have several values, one an evaluation. An assertion must hold for each
//! outcome, an assumption passes if it holds for one; below a negation, and on the left of an implication, the two
//! change places. Both are the same where a code expression has one value only.

use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::base::ids::{CodeId, ExprId, VarId};
use crate::ir::visit::{Rewriter, for_each_child, walk};
use crate::ir::{Expr, ExprArena, ExprKind, Op, Program, Quantifier, QuantifierKind, TypeTable, VarKind};

/// Says what stands for a formula with several outcomes.
pub(super) type Pick<'a> = dyn FnMut(&mut Program, Both) -> ExprId + 'a;

/// Which outcomes are meant: of the paths through a code expression, and of all that follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Outcomes {
    Every,
    Some,
}

impl Outcomes {
    fn of_negation(self) -> Outcomes {
        match self {
            Outcomes::Every => Outcomes::Some,
            Outcomes::Some => Outcomes::Every,
        }
    }

    fn quantifier(self) -> QuantifierKind {
        match self {
            Outcomes::Every => QuantifierKind::Forall,
            Outcomes::Some => QuantifierKind::Exists,
        }
    }

    /// What holds of the outcomes for which `premise` does.
    pub(super) fn given(self, exprs: &mut ExprArena, premise: ExprId, e: ExprId) -> ExprId {
        match self {
            Outcomes::Every => exprs.implies(premise, e),
            Outcomes::Some => exprs.and(&[premise, e]),
        }
    }

    pub(super) fn join(self, exprs: &mut ExprArena, parts: &[ExprId]) -> ExprId {
        match self {
            Outcomes::Every => exprs.and(parts),
            Outcomes::Some => exprs.or(parts),
        }
    }

    /// The same for all values, or for some value, of the variables.
    pub(super) fn over(self, exprs: &mut ExprArena, vars: Vec<VarId>, body: ExprId) -> ExprId {
        if vars.is_empty() {
            return body;
        }
        let quantifier = Quantifier {
            kind: self.quantifier(),
            type_params: Box::default(),
            vars: vars.into(),
            triggers: Box::default(),
            weight: None,
            name: None,
            place: Default::default(),
            body,
        };
        exprs.intern(Expr { kind: ExprKind::Quantifier(Box::new(quantifier)), ty: TypeTable::BOOL })
    }
}

/// A formula for every outcome, and one for some.
#[derive(Clone, Copy, Debug)]
pub(super) struct Both {
    pub(super) every: ExprId,
    pub(super) some: ExprId,
}

impl Both {
    /// Whether there is one outcome, as far as can be seen.
    pub(super) fn agree(self) -> bool {
        self.every == self.some
    }

    pub(super) fn get(self, outcomes: Outcomes) -> ExprId {
        match outcomes {
            Outcomes::Every => self.every,
            Outcomes::Some => self.some,
        }
    }

    /// `v` is one of the outcomes.
    pub(super) fn includes(self, exprs: &mut ExprArena, v: ExprId) -> ExprId {
        let upper = exprs.implies(v, self.some);
        let lower = exprs.implies(self.every, v);
        exprs.and(&[upper, lower])
    }
}

/// The values of code expressions, and of what they stand in.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) values: FxHashMap<CodeId, Both>,
    pub(super) diags: Vec<Diagnostic>,
    /// Whether there is a code expression in it.
    has_code: FxHashMap<ExprId, bool>,
    done: FxHashMap<(ExprId, Outcomes), ExprId>,
}

impl Outcome {
    /// Whether there is a code expression in it.
    pub(super) fn concerns(&mut self, exprs: &ExprArena, e: ExprId) -> bool {
        if let Some(&known) = self.has_code.get(&e) {
            return known;
        }
        let mut found = matches!(exprs.kind(e), ExprKind::Code(_));
        for_each_child(exprs.kind(e), |child| found = found || self.concerns(exprs, child));
        self.has_code.insert(e, found);
        found
    }

    pub(super) fn both(&mut self, program: &mut Program, e: ExprId) -> Both {
        let every = self.formula(program, e, Outcomes::Every);
        Both { every, some: self.formula(program, e, Outcomes::Some) }
    }

    /// The formula about the outcomes.
    pub(super) fn formula(&mut self, program: &mut Program, e: ExprId, outcomes: Outcomes) -> ExprId {
        if !self.concerns(&program.exprs, e) {
            return e;
        }
        if let Some(&done) = self.done.get(&(e, outcomes)) {
            return done;
        }
        let result = self.formula_anew(program, e, outcomes);
        self.done.insert((e, outcomes), result);
        result
    }

    fn formula_anew(&mut self, program: &mut Program, e: ExprId, outcomes: Outcomes) -> ExprId {
        let Expr { kind, ty } = program.exprs.get(e).clone();
        let opposite = outcomes.of_negation();
        match kind {
            ExprKind::Code(code) => self.values[&code].get(outcomes),
            ExprKind::Op(Op::Not, args) => {
                let inner = self.formula(program, args[0], opposite);
                program.exprs.not(inner)
            }
            ExprKind::Op(op @ (Op::And | Op::Or), args) => {
                let args: Vec<ExprId> = args.iter().map(|&a| self.formula(program, a, outcomes)).collect();
                program.exprs.op(op, args, ty)
            }
            ExprKind::Op(Op::Implies, args) => {
                let left = self.formula(program, args[0], opposite);
                let right = self.formula(program, args[1], outcomes);
                program.exprs.implies(left, right)
            }
            ExprKind::Op(op @ (Op::Iff | Op::Eq | Op::Neq), args) if program.exprs.ty(args[0]) == TypeTable::BOOL => {
                self.equivalence(program, args[0], args[1], op == Op::Neq, outcomes)
            }
            ExprKind::Op(Op::Ite, args) if ty == TypeTable::BOOL => {
                let condition = self.both(program, args[0]);
                let sides = [args[1], args[2]].map(|side| self.formula(program, side, outcomes));
                let no = program.exprs.not(condition.every);
                let parts = [
                    outcomes.given(&mut program.exprs, condition.some, sides[0]),
                    outcomes.given(&mut program.exprs, no, sides[1]),
                ];
                outcomes.join(&mut program.exprs, &parts)
            }
            ExprKind::Quantifier(mut q) => {
                q.body = self.formula(program, q.body, outcomes);
                program.exprs.intern(Expr { kind: ExprKind::Quantifier(q), ty })
            }
            _ => {
                let mut picked = Vec::new();
                let mut premises = Vec::new();
                let rest = self.picking(program, e, &mut |program, both| {
                    let v = program.new_var("outcome", VarKind::Bound, TypeTable::BOOL, Span::NONE);
                    picked.push(v);
                    let v = program.exprs.var(v, TypeTable::BOOL);
                    premises.push(both.includes(&mut program.exprs, v));
                    v
                });
                let premise = program.exprs.and(&premises);
                let body = outcomes.given(&mut program.exprs, premise, rest);
                outcomes.over(&mut program.exprs, picked, body)
            }
        }
    }

    /// `a <==> b`, or its negation, is two implications.
    fn equivalence(
        &mut self,
        program: &mut Program,
        a: ExprId,
        b: ExprId,
        negated: bool,
        outcomes: Outcomes,
    ) -> ExprId {
        let of_a = self.both(program, a);
        let mut of_b = self.both(program, b);
        let exprs = &mut program.exprs;
        if of_a.agree() && of_b.agree() {
            let op = if negated { Op::Neq } else { Op::Iff };
            return exprs.op(op, [of_a.every, of_b.every], TypeTable::BOOL);
        }
        if negated {
            of_b = Both { every: exprs.not(of_b.some), some: exprs.not(of_b.every) };
        }
        let opposite = outcomes.of_negation();
        let there = exprs.implies(of_a.get(opposite), of_b.get(outcomes));
        let back = exprs.implies(of_b.get(opposite), of_a.get(outcomes));
        exprs.and(&[there, back])
    }

    /// [`Self::value`] of what is below the expression.
    fn picking(&mut self, program: &mut Program, e: ExprId, pick: &mut Pick) -> ExprId {
        let mut several = false;
        let is_lambda = matches!(program.exprs.kind(e), ExprKind::Lambda { .. });
        let mut children = Vec::new();
        for_each_child(program.exprs.kind(e), |child| children.push(child));
        let mut now = FxHashMap::default();
        for child in children {
            if self.concerns(&program.exprs, child) {
                let value = match is_lambda {
                    // It has an outcome for each value of the lambda's variables.
                    true => self.value(program, child, &mut |_, both| {
                        several = true;
                        both.every
                    }),
                    false => self.value(program, child, pick),
                };
                now.insert(child, value);
            }
        }
        if several {
            self.refuse(program, e, "a code expression with several paths in a lambda");
        }
        Rewriter::new(|_: &mut ExprArena, child| now.get(&child).copied()).rewrite(&mut program.exprs, e)
    }

    /// The expression where `pick` says what stands for each greatest formula with several outcomes in it.
    pub(super) fn value(&mut self, program: &mut Program, e: ExprId, pick: &mut Pick) -> ExprId {
        if program.exprs.ty(e) != TypeTable::BOOL {
            return self.picking(program, e, pick);
        }
        let both = self.both(program, e);
        if both.agree() { both.every } else { pick(program, both) }
    }

    /// The expression where every code expression is what holds of all its paths.
    pub(super) fn first(&mut self, exprs: &mut ExprArena, e: ExprId) -> ExprId {
        let values = &self.values;
        Rewriter::new(|exprs: &mut ExprArena, e| match exprs.kind(e) {
            ExprKind::Code(code) => values.get(code).map(|both| both.every),
            _ => None,
        })
        .rewrite(exprs, e)
    }

    /// Says that the code expression in `e` is not supported there.
    pub(super) fn refuse(&mut self, program: &Program, e: ExprId, what: &str) {
        let mut span = Span::NONE;
        walk(&program.exprs, [e], |_, kind| {
            if let ExprKind::Code(code) = kind {
                let body = &program.codes[*code].body;
                span = body.blocks[body.entry].span;
            }
        });
        self.diags.push(Diagnostic::error(format!("not supported: {what}"), span));
    }
}
