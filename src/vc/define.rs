//! Incarnations that an assumption determines: another name for a term is none that the solver needs.
//!
//! ```text
//! havoc m;  assume m == m₀[i := v];                             m is m₀[i := v]
//! havoc m;  assume c ==> m == s;  assume !c ==> m == t;         m is if c then s else t
//! ```
//!
//! So it is with what a call modifies where the contract says what becomes of it. The term takes the place of the
//! incarnation everywhere, and the assumption is gone. That is exact: executions through the block satisfy the
//! assumption, and what others do says nothing of an incarnation that the block makes.
//!
//! Where an incarnation is mentioned below a binder it keeps its name: terms there may be patterns.

use rustc_hash::{FxHashMap, FxHashSet};

use super::passive::{Event, Passive};
use super::vocabulary::Vocabulary;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{Rewriter, walk};
use crate::ir::{ExprArena, ExprKind, Op};

/// Replaces the incarnations of havocs that assumptions of the same block determine.
pub fn define(vocabulary: &mut Vocabulary, passive: &mut Passive) {
    let mut definitions = Definitions { kept: below_binders(vocabulary, passive), ..Definitions::default() };
    for block in &mut passive.blocks {
        let made = block.events.iter().filter_map(|event| match event {
            Event::Havoc { incarnation, .. } => Some(*incarnation),
            _ => None,
        });
        let made: FxHashSet<VarId> = made.filter(|incarnation| !definitions.kept.contains(incarnation)).collect();
        if !made.is_empty() {
            definitions.find(&mut vocabulary.exprs, &made, &mut block.assumes);
        }
    }
    if !definitions.of.is_empty() {
        definitions.apply(vocabulary, passive);
    }
}

#[derive(Default)]
struct Definitions {
    of: FxHashMap<VarId, ExprId>,
    /// What the definitions mention.
    mentions: FxHashMap<VarId, Vec<VarId>>,
    /// Incarnations that are not replaced.
    kept: FxHashSet<VarId>,
}

impl Definitions {
    /// Takes definitions of what a block makes out of its assumptions.
    fn find(&mut self, exprs: &mut ExprArena, made: &FxHashSet<VarId>, assumes: &mut Vec<ExprId>) {
        // Incarnations with a definition under a condition: where it stands, the condition, the definition.
        let mut partly: FxHashMap<VarId, (usize, ExprId, ExprId)> = FxHashMap::default();
        let mut gone = FxHashSet::default();
        for (at, &assumed) in assumes.iter().enumerate() {
            if let Some((var, value)) = self.equation(exprs, made, assumed) {
                if self.accept(exprs, var, value) {
                    gone.insert(at);
                }
            } else if let &ExprKind::Op(Op::Implies, ref sides) = exprs.kind(assumed) {
                let (condition, conclusion) = (sides[0], sides[1]);
                let Some((var, value)) = self.equation(exprs, made, conclusion) else { continue };
                match partly.get(&var) {
                    Some(&(before, other, otherwise)) if are_opposites(exprs, condition, other) => {
                        let ty = exprs.ty(value);
                        let value = exprs.op(Op::Ite, [other, otherwise, value], ty);
                        if self.accept(exprs, var, value) {
                            gone.extend([before, at]);
                        }
                    }
                    _ => {
                        partly.insert(var, (at, condition, value));
                    }
                }
            }
        }
        let mut at = 0;
        assumes.retain(|_| {
            at += 1;
            !gone.contains(&(at - 1))
        });
    }

    /// The sides of an equation with an undefined incarnation of the block on one of them.
    fn equation(&self, exprs: &ExprArena, made: &FxHashSet<VarId>, e: ExprId) -> Option<(VarId, ExprId)> {
        let ExprKind::Op(Op::Eq, sides) = exprs.kind(e) else { return None };
        [(sides[0], sides[1]), (sides[1], sides[0])].into_iter().find_map(|(side, other)| match exprs.kind(side) {
            ExprKind::Var(v) if made.contains(v) && !self.of.contains_key(v) => Some((*v, other)),
            _ => None,
        })
    }

    /// Whether this can be a definition: no incarnation is made of itself.
    fn accept(&mut self, exprs: &ExprArena, var: VarId, value: ExprId) -> bool {
        let mut mentioned = Vec::new();
        walk(exprs, [value], |_, kind| {
            if let ExprKind::Var(v) = kind {
                mentioned.push(*v);
            }
        });
        let mut seen: FxHashSet<VarId> = FxHashSet::default();
        let mut pending = mentioned.clone();
        while let Some(v) = pending.pop() {
            if v == var {
                return false;
            }
            if seen.insert(v) {
                pending.extend(self.mentions.get(&v).into_iter().flatten());
            }
        }
        self.of.insert(var, value);
        self.mentions.insert(var, mentioned);
        true
    }

    fn apply(mut self, vocabulary: &mut Vocabulary, passive: &mut Passive) {
        // Each after those that it mentions.
        let mut order: Vec<VarId> = Vec::new();
        let mut done: FxHashSet<VarId> = FxHashSet::default();
        let mut stack: Vec<(VarId, bool)> = self.of.keys().map(|&var| (var, false)).collect();
        stack.sort_unstable();
        while let Some((var, are_done)) = stack.pop() {
            if are_done {
                order.push(var);
            } else if done.insert(var) {
                stack.push((var, true));
                let mentioned = self.mentions[&var].iter().filter(|v| self.of.contains_key(v) && !done.contains(v));
                stack.extend(mentioned.map(|&v| (v, false)));
            }
        }
        for var in order {
            let of = &self.of;
            let value = replaced(vocabulary, of, [of[&var]])[0];
            self.of.insert(var, value);
        }
        let mut all: Vec<&mut ExprId> = Vec::new();
        for block in &mut passive.blocks {
            for event in &mut block.events {
                match event {
                    Event::Havoc { var, incarnation } => {
                        if let Some(&value) = self.of.get(incarnation) {
                            *event = Event::Defined { var: *var, value };
                        }
                    }
                    Event::Defined { value, .. } => all.push(value),
                    Event::Call(_, call) => all.extend(&mut call.args),
                }
            }
            all.extend(&mut block.assumes);
            all.extend(block.targets.iter_mut().flatten().flat_map(|edge| &mut edge.equations));
        }
        let new = replaced(vocabulary, &self.of, all.iter().map(|e| **e));
        for (e, new) in all.into_iter().zip(new) {
            *e = new;
        }
    }
}

/// Expressions with definitions, of which none mentions another, in the place of incarnations.
fn replaced(
    vocabulary: &mut Vocabulary,
    of: &FxHashMap<VarId, ExprId>,
    all: impl IntoIterator<Item = ExprId>,
) -> Vec<ExprId> {
    let mut rewriter = Rewriter::new(|exprs: &mut ExprArena, e| match exprs.kind(e) {
        ExprKind::Var(v) => of.get(v).copied(),
        _ => None,
    });
    all.into_iter().map(|e| rewriter.rewrite(&mut vocabulary.exprs, e)).collect()
}

/// Whether one is true where the other is not, as far as their operators say so.
fn are_opposites(exprs: &ExprArena, a: ExprId, b: ExprId) -> bool {
    let opposites = |some: &[ExprId], others: &[ExprId]| {
        some.len() == others.len() && some.iter().zip(others).all(|(&a, &b)| are_opposites(exprs, a, b))
    };
    match (exprs.kind(a), exprs.kind(b)) {
        (ExprKind::Op(Op::Not, args), _) if args[0] == b => true,
        (_, ExprKind::Op(Op::Not, args)) if args[0] == a => true,
        (ExprKind::Op(Op::Eq, some), ExprKind::Op(Op::Neq, others))
        | (ExprKind::Op(Op::Neq, some), ExprKind::Op(Op::Eq, others)) => some == others,
        (ExprKind::Op(Op::And, some), ExprKind::Op(Op::Or, others))
        | (ExprKind::Op(Op::Or, some), ExprKind::Op(Op::And, others)) => opposites(some, others),
        _ => false,
    }
}

/// The variables that are mentioned below quantifiers and lambdas.
fn below_binders(vocabulary: &Vocabulary, passive: &Passive) -> FxHashSet<VarId> {
    let mut binders = Vec::new();
    walk(&vocabulary.exprs, passive.roots(), |e, kind| {
        if matches!(kind, ExprKind::Quantifier(_) | ExprKind::Lambda { .. }) {
            binders.push(e);
        }
    });
    let mut below = FxHashSet::default();
    walk(&vocabulary.exprs, binders, |_, kind| {
        if let ExprKind::Var(v) = kind {
            below.insert(*v);
        }
    });
    below
}
