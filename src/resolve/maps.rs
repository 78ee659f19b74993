//! Maps: `m[i]` and `m[i := e]`, of polymorphic map types too.

use ivl::ast::Expr as Ast;
use ivl::source::Span;

use super::infer::{Shape, Ty, site_of};
use super::types::count;
use super::{Resolver, Typed};
use crate::ir::{Name, Op};

/// Type parameters of function calls are numbered from 0 at a node; those of map types must differ.
const FIRST_BINDER: u32 = 1 << 16;

impl<'a> Resolver<'a> {
    pub(super) fn select(&mut self, map: &'a Ast, args: &'a [Ast], e: &'a Ast) -> Typed {
        let typed = self.expr(map);
        let indexes: Vec<Typed> = args.iter().map(|a| self.expr(a)).collect();
        self.select_at(typed, map.span, &indexes, args, site_of(e), e.span)
    }

    /// `map[indexes]`; `args` are the indexes as written, `site` is the place in the syntax tree.
    pub(super) fn select_at(
        &mut self,
        map: Typed,
        map_span: Span,
        indexes: &[Typed],
        args: &'a [Ast],
        site: usize,
        span: Span,
    ) -> Typed {
        let Some(ty) = self.check_indexes(map, map_span, indexes, args, site, span) else { return Typed::ERROR };
        let all: Vec<Typed> = [map].iter().chain(indexes).copied().collect();
        self.op(Op::Select, &all, ty)
    }

    pub(super) fn store(&mut self, map: &'a Ast, args: &'a [Ast], value: &'a Ast, e: &'a Ast) -> Typed {
        let typed = self.expr(map);
        let indexes: Vec<Typed> = args.iter().map(|a| self.expr(a)).collect();
        let new = self.expr(value);
        let Some(ty) = self.check_indexes(typed, map.span, &indexes, args, site_of(e), e.span) else {
            return Typed::ERROR;
        };
        if !self.infer.unify(ty, new.ty) {
            let (found, expected) = (self.show(new.ty), self.show(ty));
            self.error(format!("the map's values are of type `{expected}`, not `{found}`"), value.span);
            return Typed::ERROR;
        }
        self.store_at(typed, &indexes, new)
    }

    /// `map[indexes := value]`, of fitting types.
    pub(super) fn store_at(&mut self, map: Typed, indexes: &[Typed], value: Typed) -> Typed {
        let all: Vec<Typed> = [map].iter().chain(indexes).chain([&value]).copied().collect();
        self.op(Op::Store, &all, map.ty)
    }

    /// Checks that the map can be applied to the indexes; the type of what it gives.
    fn check_indexes(
        &mut self,
        map: Typed,
        map_span: Span,
        indexes: &[Typed],
        args: &'a [Ast],
        site: usize,
        span: Span,
    ) -> Option<Ty> {
        if map.is_error() || indexes.iter().any(|i| i.is_error()) {
            return None;
        }
        let types: Vec<Ty> = indexes.iter().map(|i| i.ty).collect();
        let shape = self.infer.shape(map.ty);
        let (binders, formals, result) = match shape {
            Shape::Map { binders, args, result } => (binders, args, result),
            Shape::Error => return None,
            _ => {
                if let Some(result) = self.infer.apply_unknown_map(map.ty, &types) {
                    self.infer.dirty = true;
                    return Some(result);
                }
                let ty = self.show(map.ty);
                self.error(format!("only maps can be indexed, and this is of type `{ty}`"), map_span);
                return None;
            }
        };
        if formals.len() != indexes.len() {
            let message = format!(
                "the map takes {}, not {}",
                count(formals.len(), "index").replace("indexs", "indexes"),
                indexes.len()
            );
            self.error(message, span);
            return None;
        }
        let fresh: Vec<Ty> = (0..binders)
            .map(|i| {
                let name: Name = format!("{}", char::from(b'a' + (i % 26) as u8)).into();
                self.infer.instantiate_param((site, FIRST_BINDER + i), &name, span)
            })
            .collect();
        let mut good = true;
        for ((formal, index), arg) in formals.into_iter().zip(indexes).zip(args) {
            let formal = self.infer.open_binders(formal, &fresh);
            if !self.infer.unify(formal, index.ty) {
                let (found, expected) = (self.show(index.ty), self.show(formal));
                self.error(format!("the map's index must be of type `{expected}`, not `{found}`"), arg.span);
                good = false;
            }
        }
        good.then(|| self.infer.open_binders(result, &fresh))
    }
}
