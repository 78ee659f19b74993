//! What contracts speak of: quantifiers, and which memory is meant.

use ivl::ast;
use ivl::diag::Diagnostic;
use ivl::make::*;

use crate::cir::*;
use crate::types::{Scalar, limits};

use super::value::Val;
use super::{Emit, quantify};

impl Emit<'_> {
    /// `forall x: int :: low <= x && x <= high ==> body`. What the body would check or take for granted is left out: its
    /// operations are those of numbers, and it reads memory wherever that is.
    pub(super) fn quantified(&mut self, all: bool, vars: &[VarId], body: &Expr) -> ast::Expr {
        let outer = std::mem::take(&mut self.out);
        let guards = std::mem::take(&mut self.guards);
        let body = self.cond(body);
        self.guards = guards;
        self.out = outer;
        let (mut bound, mut ranges) = (vec![], vec![]);
        for v in vars {
            let (name, ty) = (self.var_names[v.index()].to_string(), self.program.vars[v.index()].ty);
            bound.push(variable(&*name, self.ivl_type(ty)));
            if let (Scalar::Int(ty), false) = (ty, self.is_bits()) {
                let (low, high) = limits(ty);
                ranges.push(and(le(int(low), var(name.clone())), le(var(name), int(high))));
            }
        }
        let body = if all { body } else { not(body) };
        if let [index] = vars
            && let (Scalar::Int(ty), false) = (self.program.vars[index.index()].ty, self.is_bits())
            && let Some(instances) = quantify::by_instances(&self.var_names[index.index()], &body, limits(ty))
        {
            return if all { instances } else { not(instances) };
        }
        let body = ranges.into_iter().reduce(and).into_iter().fold(body, |body, range| implies(range, body));
        let by_address = match vars {
            [index] if !self.is_bits() => {
                quantify::by_address(&self.var_names[index.index()], &body, all && self.assuming)
            }
            _ => None,
        };
        let universal = by_address.unwrap_or_else(|| forall(bound, body));
        if all { universal } else { not(universal) }
    }

    /// `base <= addr && addr + size <= base + length`, without overflow.
    pub(super) fn within(&mut self, [addr, size, base, length]: [&Expr; 4]) -> ast::Expr {
        self.refuse_loose(addr);
        let parts = [addr, size, base, length].map(|e| self.value(e).e);
        self.bytes_within(parts)
    }

    pub(super) fn bytes_within(&mut self, [addr, size, base, length]: [ast::Expr; 4]) -> ast::Expr {
        if !self.is_bits() {
            return and(le(base.clone(), addr.clone()), le(add(addr, size), add(base, length)));
        }
        let starts = self.at_most(base.clone(), addr.clone());
        let distance = self.minus(addr, base);
        let inside = self.at_most(distance.clone(), length.clone());
        let rest = self.minus(length, distance);
        and(starts, and(inside, self.at_most(size, rest)))
    }

    /// Blocks follow one another: those that came later have higher addresses.
    pub(super) fn since(&mut self, addr: &Expr, mark: &Expr) -> ast::Expr {
        self.refuse_loose(addr);
        let (addr, mark) = (self.value(addr).e, self.value(mark).e);
        self.at_most(mark, addr)
    }

    pub(super) fn beside(&mut self, a: &Expr, b: &Expr) -> ast::Expr {
        self.refuse_loose(a);
        let (a, b) = (self.value(a).e, self.value(b).e);
        eq(self.base_of(a), self.base_of(b))
    }

    pub(super) fn block_within(&mut self, addr: &Expr, base: &Expr, length: &Expr) -> ast::Expr {
        self.refuse_loose(addr);
        let [addr, base, length] = [addr, base, length].map(|e| self.value(e).e);
        let start = self.base_of(addr);
        let size = self.room(start.clone());
        self.bytes_within([start, size, base, length])
    }

    pub(super) fn next(&mut self) -> Val {
        self.uses_next = true;
        Val::of(var("$next"), limits(self.types.ptr_int(false)))
    }

    fn refuse_loose(&mut self, at: &Expr) {
        if self.loose {
            let message = "contracts of what looks at addresses as numbers are not supported";
            let diagnostic = Diagnostic::error(message, at.span);
            if !self.diags.contains(&diagnostic) {
                self.diags.push(diagnostic);
            }
        }
    }
}
