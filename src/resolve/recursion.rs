//! Functions that are `:inline` or `:define` are replaced by their bodies, so they must not call each other in a circle.

use ivl::diag::Diagnostic;

use super::Resolver;
use crate::base::graph::Graph;
use crate::base::ids::FuncId;
use crate::ir::visit;
use crate::ir::{Definition, ExprKind, FunctionKind};

impl Resolver<'_> {
    pub(super) fn check_recursion(&mut self) {
        let body = |id: FuncId| match self.program.funcs[id].kind {
            FunctionKind::Defined { body, style: Definition::Inline | Definition::Define } => Some(body),
            _ => None,
        };
        let calls = Graph::new(self.program.funcs.ids(), |id| {
            let mut called = Vec::new();
            visit::walk(&self.program.exprs, body(id), |_, kind| {
                if let ExprKind::Call { func, .. } = kind {
                    called.push(*func);
                }
            });
            called
        });
        for mut circle in calls.cycles() {
            circle.sort_unstable();
            let [first, rest @ ..] = &circle[..] else { continue };
            let name = |f: FuncId| self.program.funcs[f].name.clone();
            let message = if rest.is_empty() {
                format!("the function `{}` is inlined, but calls itself", name(*first))
            } else {
                let others: Vec<String> = rest.iter().map(|&f| format!("`{}`", name(f))).collect();
                format!("the function `{}` is inlined, but calls itself by way of {}", name(*first), others.join(", "))
            };
            let span = self.program.funcs[*first].span;
            self.report(Diagnostic::error(message, span));
        }
    }
}
