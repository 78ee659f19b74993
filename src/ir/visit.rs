//! Walking and rebuilding expressions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expr::{Expr, ExprArena, ExprKind, Trigger};
use super::program::{Program, VarKind};
use crate::base::ids::{ExprId, TypeId, VarId};

/// Calls `visit` on the direct sub-expressions, trigger terms included. Code expressions have none here.
pub fn for_each_child(kind: &ExprKind, mut visit: impl FnMut(ExprId)) {
    match kind {
        ExprKind::Op(_, args) | ExprKind::Call { args, .. } => args.iter().copied().for_each(visit),
        ExprKind::Quantifier(q) => {
            q.triggers.iter().flat_map(|t| t.exprs.iter()).copied().for_each(&mut visit);
            visit(q.body);
        }
        ExprKind::Lambda { body, .. } => visit(*body),
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Bv { .. }
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::RoundingMode(_)
        | ExprKind::Var(_)
        | ExprKind::Old(_)
        | ExprKind::Code(_) => {}
    }
}

/// Visits every distinct expression reachable from the roots once, parents before children.
pub fn walk(exprs: &ExprArena, roots: impl IntoIterator<Item = ExprId>, mut visit: impl FnMut(ExprId, &ExprKind)) {
    Walker::default().walk(exprs, roots, &mut visit);
}

/// Whether a variable occurs in expressions.
pub fn mentions(exprs: &ExprArena, roots: impl IntoIterator<Item = ExprId>, var: VarId) -> bool {
    let mut found = false;
    walk(exprs, roots, |_, kind| found |= *kind == ExprKind::Var(var));
    found
}

/// Whether an expression mentions nothing that a lambda or a quantifier binds.
pub fn is_closed(program: &Program, e: ExprId) -> bool {
    let mut closed = true;
    walk(&program.exprs, [e], |_, kind| {
        closed &= !matches!(*kind, ExprKind::Var(v) if program.vars[v].kind == VarKind::Bound);
    });
    closed
}

/// Whether there is a quantifier in an expression.
pub fn has_quantifier(exprs: &ExprArena, e: ExprId) -> bool {
    let mut found = false;
    walk(exprs, [e], |_, kind| found |= matches!(kind, ExprKind::Quantifier(_)));
    found
}

/// The globals under `old`, in order of their ids.
pub fn globals_under_old(exprs: &ExprArena, roots: impl IntoIterator<Item = ExprId>) -> Vec<VarId> {
    let mut olds = Vec::new();
    walk(exprs, roots, |_, kind| {
        if let ExprKind::Old(global) = kind {
            olds.push(*global);
        }
    });
    olds.sort_unstable();
    olds.dedup();
    olds
}

/// [`walk`] that remembers what it has seen, for many walks over one program.
#[derive(Default)]
pub struct Walker {
    seen: FxHashSet<ExprId>,
    stack: Vec<ExprId>,
}

impl Walker {
    pub fn walk(
        &mut self,
        exprs: &ExprArena,
        roots: impl IntoIterator<Item = ExprId>,
        visit: &mut dyn FnMut(ExprId, &ExprKind),
    ) {
        for root in roots {
            self.stack.push(root);
            while let Some(e) = self.stack.pop() {
                if self.seen.insert(e) {
                    let kind = exprs.kind(e);
                    visit(e, kind);
                    for_each_child(kind, |c| self.stack.push(c));
                }
            }
        }
    }
}

/// Rebuilds expressions bottom-up. `leaf` may replace any node before its children are looked at
/// (`Some`: this instead, not descended into). Results are remembered, so shared parts are rebuilt once.
pub struct Rewriter<F> {
    leaf: F,
    /// The new types of rebuilt expressions.
    types: FxHashMap<TypeId, TypeId>,
    done: FxHashMap<ExprId, ExprId>,
}

impl<F: FnMut(&mut ExprArena, ExprId) -> Option<ExprId>> Rewriter<F> {
    pub fn new(leaf: F) -> Self {
        Rewriter { leaf, types: FxHashMap::default(), done: FxHashMap::default() }
    }

    /// Expressions of these types get others.
    pub fn with_types(self, types: FxHashMap<TypeId, TypeId>) -> Self {
        Rewriter { types, ..self }
    }

    pub fn rewrite(&mut self, exprs: &mut ExprArena, e: ExprId) -> ExprId {
        if let Some(&done) = self.done.get(&e) {
            return done;
        }
        let result = match (self.leaf)(exprs, e) {
            Some(replaced) => replaced,
            None => self.rebuild(exprs, e),
        };
        self.done.insert(e, result);
        result
    }

    fn rebuild(&mut self, exprs: &mut ExprArena, e: ExprId) -> ExprId {
        let Expr { kind, ty } = exprs.get(e).clone();
        let ty_now = self.types.get(&ty).copied().unwrap_or(ty);
        let mut changed = ty_now != ty;
        let mut go = |this: &mut Self, child: ExprId| {
            let new = this.rewrite(exprs, child);
            changed |= new != child;
            new
        };
        let kind = match kind {
            ExprKind::Op(op, args) => ExprKind::Op(op, args.iter().map(|&a| go(self, a)).collect()),
            ExprKind::Call { func, types, args } => {
                ExprKind::Call { func, types, args: args.iter().map(|&a| go(self, a)).collect() }
            }
            ExprKind::Quantifier(mut q) => {
                q.triggers = q
                    .triggers
                    .iter()
                    .map(|t| Trigger { positive: t.positive, exprs: t.exprs.iter().map(|&x| go(self, x)).collect() })
                    .collect();
                q.body = go(self, q.body);
                ExprKind::Quantifier(q)
            }
            ExprKind::Lambda { type_params, vars, body } => {
                ExprKind::Lambda { type_params, vars, body: go(self, body) }
            }
            leaf => leaf,
        };
        if changed { exprs.intern(Expr { kind, ty: ty_now }) } else { e }
    }
}

/// Replaces variables by expressions; `old` of a global is left alone.
pub fn substitute(exprs: &mut ExprArena, e: ExprId, map: &FxHashMap<VarId, ExprId>) -> ExprId {
    Rewriter::new(|exprs: &mut ExprArena, e| match exprs.kind(e) {
        ExprKind::Var(v) => map.get(v).copied(),
        _ => None,
    })
    .rewrite(exprs, e)
}
