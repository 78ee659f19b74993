//! Functions that are `:inline` or `:define` are replaced by their bodies, so they must not call each other in a circle.

use ivl::diag::Diagnostic;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::Resolver;
use crate::base::ids::FuncId;
use crate::ir::visit;
use crate::ir::{Definition, ExprKind, FunctionKind};

impl Resolver<'_> {
    pub(super) fn check_recursion(&mut self) {
        let mut calls: DiGraphMap<u32, ()> = DiGraphMap::new();
        for (id, func) in self.program.funcs.iter_enumerated() {
            let FunctionKind::Defined { body, style: Definition::Inline | Definition::Define } = func.kind else {
                continue;
            };
            visit::walk(&self.program.exprs, [body], |_, kind| {
                if let ExprKind::Call { func: callee, .. } = kind {
                    calls.add_edge(id.0, callee.0, ());
                }
            });
        }
        for mut circle in tarjan_scc(&calls) {
            circle.sort_unstable();
            let [first, rest @ ..] = &circle[..] else { continue };
            if rest.is_empty() && !calls.contains_edge(*first, *first) {
                continue;
            }
            let name = |f: u32| self.program.funcs[FuncId(f)].name.clone();
            let message = if rest.is_empty() {
                format!("the function `{}` is inlined, but calls itself", name(*first))
            } else {
                let others: Vec<String> = rest.iter().map(|&f| format!("`{}`", name(f))).collect();
                format!("the function `{}` is inlined, but calls itself by way of {}", name(*first), others.join(", "))
            };
            let span = self.program.funcs[FuncId(*first)].span;
            self.report(Diagnostic::error(message, span));
        }
    }
}
