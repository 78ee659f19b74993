//! The variables that expressions mention.

use rustc_hash::FxHashMap;

use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::for_each_child;
use crate::ir::{ExprKind, Program, VarKind};

/// Free non-bound variables of expressions, remembered.
#[derive(Default)]
pub struct FreeVars {
    known: FxHashMap<ExprId, Vec<VarId>>,
}

impl FreeVars {
    /// In order, `old` ones included; neither constants nor bound variables.
    pub fn of(&mut self, program: &Program, e: ExprId) -> &[VarId] {
        self.known.entry(e).or_insert_with(|| {
            let mut vars = Vec::new();
            let mut seen = rustc_hash::FxHashSet::default();
            let mut stack = vec![e];
            while let Some(e) = stack.pop() {
                if !seen.insert(e) {
                    continue;
                }
                match program.exprs.kind(e) {
                    ExprKind::Var(v) | ExprKind::Old(v) => vars.push(*v),
                    kind => for_each_child(kind, |c| stack.push(c)),
                }
            }
            vars.retain(|&v| !matches!(program.vars[v].kind, VarKind::Const { .. } | VarKind::Bound));
            vars.sort();
            vars.dedup();
            vars
        })
    }
}
