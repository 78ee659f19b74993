//! Quantifiers that no term can ever instantiate.
//!
//! The solver uses a quantified assumption where a term of the query matches a trigger, and a trigger must mention
//! every bound variable below a function or a map access. `(forall x: int :: x < n ==> x + 1 <= n)` has none: without
//! model-based instantiation it says nothing. (K. R. M. Leino, C. Pit-Claudel, Trigger Selection Strategies to
//! Stabilize Program Verifiers, CAV 2016, on triggers.)

use rustc_hash::FxHashSet;

use crate::base::ids::{ExprId, VarId};
use crate::ir::roots::{Place, for_each_root};
use crate::ir::visit::{for_each_child, walk};
use crate::ir::{ExprKind, FunctionKind, Op, Program, Quantifier};

/// A quantifier without a possible trigger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Its `{:qid}` and where it stands.
    pub name: String,
    /// A bound variable that no trigger can mention.
    pub variable: String,
}

/// The quantifiers of the program that have no trigger and cannot get one, in the order of the text.
pub fn idle_quantifiers(program: &Program) -> Vec<Idle> {
    let mut roots = Vec::new();
    for_each_root(program, |place, e| {
        if place == Place::Meaning {
            roots.push(e);
        }
    });
    let mut found = Vec::new();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Quantifier(q) = kind
            && !q.triggers.iter().any(|t| t.positive)
            && let Some(variable) = unmatched(program, q)
        {
            let idle = Idle { name: q.label(), variable: program.vars[variable].name.to_string() };
            if !found.contains(&idle) {
                found.push(idle);
            }
        }
    });
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// A bound variable below no term that can be part of a trigger. Booleans are no such: their cases are split.
fn unmatched(program: &Program, q: &Quantifier) -> Option<VarId> {
    let mut matched: FxHashSet<VarId> = FxHashSet::default();
    let mut stack = vec![(q.body, false)];
    let mut seen: FxHashSet<(ExprId, bool)> = FxHashSet::default();
    while let Some((e, below)) = stack.pop() {
        if !seen.insert((e, below)) {
            continue;
        }
        let kind = program.exprs.kind(e);
        match kind {
            ExprKind::Var(v) if below => {
                matched.insert(*v);
            }
            _ => {
                let below = below || can_match(program, kind);
                for_each_child(kind, |child| stack.push((child, below)));
            }
        }
    }
    q.vars.iter().copied().find(|v| !matched.contains(v))
}

/// Whether a term of this kind can be part of a trigger.
fn can_match(program: &Program, kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Op(op, _) => matches!(op, Op::Select | Op::Store),
        // What is expanded is not there to be matched, but its body may hold what is.
        ExprKind::Call { func, .. } => !matches!(program.funcs[*func].kind, FunctionKind::Builtin(_)),
        _ => false,
    }
}
