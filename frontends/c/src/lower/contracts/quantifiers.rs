//! `({ T i; __rmt_forall((e)); })`

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};

use super::super::{Lower, Slot, Storage};
use super::called;
use super::zeroes::zeroed;

impl<'a> Lower<'a> {
    /// A statement expression that is a quantifier. `None`: it is none.
    pub(in crate::lower) fn quantifier(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let (last, before) = node.inner.first()?.inner.split_last()?;
        let all = match called(last) {
            Some("__rmt_forall") => true,
            Some("__rmt_exists") => false,
            _ => return None,
        };
        self.enter_scope();
        let mut vars = vec![];
        for decl in before.iter().filter(|n| n.kind == Kind::DeclStmt).flat_map(|n| n.inner.iter()) {
            let (ty, at) = (self.ty(decl), self.span(decl));
            let Some(scalar) = self.types.scalar(&ty).filter(|_| decl.kind == Kind::VarDecl) else {
                self.error("a quantifier is about numbers", at);
                continue;
            };
            let var = self.register(decl.name(), scalar, at);
            // It is bound by the quantifier alone.
            self.frame.locals.pop();
            self.frame.slots.insert(decl.id, Slot { storage: Storage::Reg(var), ty, vla_size: None });
            vars.push(var);
        }
        let arg = last.inner.get(1)?;
        let uncounted = std::mem::replace(&mut self.frame.uncounted, true);
        let (body, stmts) = self.aside(|this| {
            let value = this.value(arg);
            this.truth(value, span)
        });
        self.frame.uncounted = uncounted;
        self.leave_scope();
        if !stmts.is_empty() {
            self.error("calls, side effects and facts about blocks within a quantifier are not supported", span);
        }
        let index = vars.first().filter(|_| all && vars.len() == 1).copied();
        let zeroed = index.and_then(|var| zeroed((var, self.program.vars[var.index()].ty), &body, &self.types));
        let kind = zeroed.unwrap_or(ExprKind::Quant { all, vars, body });
        Some(Self::int(kind, span))
    }
}
