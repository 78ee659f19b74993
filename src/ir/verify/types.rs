//! The rules of types.

use super::assignment::Assignment;
use super::{Rule, Verifier};
use crate::base::ids::{Id, TypeId, TypeParamId};
use crate::ir::Type;

impl Verifier<'_> {
    pub(super) fn mentions_param(&self, ty: TypeId) -> bool {
        match self.program.types.get(ty) {
            Type::Param(_) => true,
            Type::Con(_, args) => args.iter().any(|&a| self.mentions_param(a)),
            Type::Map { args, result, .. } => args.iter().chain([result]).any(|&a| self.mentions_param(a)),
            _ => false,
        }
    }

    pub(super) fn type_table(&mut self) {
        let program = self.program;
        let types = &program.types;
        // How many binders must stand around a type.
        let mut open: Vec<u32> = Vec::with_capacity(types.len());
        for index in 0..types.len() {
            let id = TypeId::from_index(index);
            let ty = types.get(id);
            let parts: Vec<TypeId> = match ty {
                Type::Con(_, args) => args.to_vec(),
                Type::Map { args, result, .. } => args.iter().copied().chain([*result]).collect(),
                _ => Vec::new(),
            };
            let older = parts.iter().all(|p| p.index() < index);
            if !self.check(Rule::TypeShape, older, || format!("type {id:?} is older than its parts")) {
                return;
            }
            let inner = parts.iter().map(|p| open[p.index()]).max().unwrap_or(0);
            open.push(match ty {
                Type::Bound { depth, .. } => depth + 1,
                Type::Map { binders, .. } if *binders > 0 => inner.saturating_sub(1),
                _ => inner,
            });
            match ty {
                Type::Con(con, args) => {
                    let arity = program.type_cons.get(*con).map(|c| c.arity);
                    self.check(Rule::TypeShape, arity == Some(args.len()), || format!("type {id:?}: {ty:?}"));
                }
                Type::Param(p) => {
                    self.check(Rule::Range, p.index() < program.type_params.len(), || format!("type {id:?}: {p:?}"));
                }
                Type::Float { exponent, significand } => {
                    let fits = *exponent > 1 && *significand > 1;
                    self.check(Rule::TypeShape, fits, || format!("type {id:?}: {ty:?}"));
                }
                _ => {}
            }
        }
        for var in program.vars.iter() {
            let closed = open.get(var.ty.index()).is_none_or(|&o| o == 0);
            self.check(Rule::TypeScope, closed, || format!("the type of {} has a loose variable", var.name));
        }
    }

    /// The type parameters of a declared type are among those of the declaration.
    pub(super) fn type_in_scope(&mut self, ty: TypeId, params: &[TypeParamId]) {
        let mut free = Vec::new();
        self.free_params(ty, &mut free);
        let stray = free.into_iter().find(|p| !params.contains(p));
        self.check(Rule::TypeScope, stray.is_none(), || format!("type {ty:?} mentions {stray:?}"));
    }

    pub(super) fn free_params(&self, ty: TypeId, into: &mut Vec<TypeParamId>) {
        if self.program.type_params.is_empty() {
            return;
        }
        match self.program.types.get(ty) {
            Type::Param(p) => into.push(*p),
            Type::Con(_, args) => args.iter().for_each(|&a| self.free_params(a, into)),
            Type::Map { args, result, .. } => {
                args.iter().for_each(|&a| self.free_params(a, into));
                self.free_params(*result, into);
            }
            _ => {}
        }
    }

    /// Whether `actual` is `pattern` with its type parameters assigned.
    pub(super) fn instance(&self, pattern: TypeId, assignment: &Assignment, actual: TypeId) -> bool {
        if pattern == actual && assignment.0.is_empty() {
            return true;
        }
        let types = &self.program.types;
        match (types.get(pattern), types.get(actual)) {
            (Type::Param(p), _) if assignment.0.contains_key(p) => assignment.0[p] == actual,
            (Type::Con(c, args), Type::Con(d, others)) => {
                c == d && args.len() == others.len() && self.instances(args, assignment, others)
            }
            (
                Type::Map { binders, args, result },
                Type::Map { binders: other_binders, args: other_args, result: other_result },
            ) => {
                binders == other_binders
                    && args.len() == other_args.len()
                    && self.instances(args, assignment, other_args)
                    && self.instance(*result, assignment, *other_result)
            }
            _ => pattern == actual,
        }
    }

    fn instances(&self, patterns: &[TypeId], assignment: &Assignment, actuals: &[TypeId]) -> bool {
        patterns.iter().zip(actuals).all(|(&p, &a)| self.instance(p, assignment, a))
    }

    /// Matches a part of a map type against an actual type; `bound` collects what the map's binders stand for.
    /// `depth`: the binders between the map type and the part.
    pub(super) fn matches(&self, pattern: TypeId, depth: u32, actual: TypeId, bound: &mut [Option<TypeId>]) -> bool {
        let types = &self.program.types;
        match (types.get(pattern), types.get(actual)) {
            (Type::Bound { depth: d, index }, _) if *d == depth => match bound.get_mut(*index as usize) {
                Some(known) => *known.get_or_insert(actual) == actual,
                None => false,
            },
            (Type::Con(c, args), Type::Con(d, others)) => {
                c == d
                    && args.len() == others.len()
                    && args.iter().zip(others).all(|(&p, &a)| self.matches(p, depth, a, bound))
            }
            (
                Type::Map { binders, args, result },
                Type::Map { binders: other_binders, args: other_args, result: other_result },
            ) => {
                let depth = depth + u32::from(*binders > 0);
                binders == other_binders
                    && args.len() == other_args.len()
                    && args.iter().zip(other_args).all(|(&p, &a)| self.matches(p, depth, a, bound))
                    && self.matches(*result, depth, *other_result, bound)
            }
            _ => pattern == actual,
        }
    }
}
