//! Replacing type variables: the parameters of declarations, and the variables that map types bind.
//!
//! The variables of a map type's binders are numbered from the inside ([`Type::Bound`]), so that equal types are one;
//! moving a type below a binder or out of one shifts the numbers.

use super::{ERROR_ID, Infer, Shape, Ty};
use crate::base::ids::{TypeId, TypeParamId};
use crate::ir::Type;

/// What a ground type mentions.
#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    pub(super) params: bool,
    /// The number of enclosing binders that it needs.
    pub(super) loose: u32,
}

impl Infer {
    /// What the type mentions; computed once per type.
    pub(super) fn flags(&mut self, ty: TypeId) -> Flags {
        if ty == ERROR_ID {
            return Flags::default();
        }
        while self.flags.len() <= ty.0 as usize {
            let next = TypeId(self.flags.len() as u32);
            let of = |t: TypeId| if t == ERROR_ID { Flags::default() } else { self.flags[t.0 as usize] };
            let join = |parts: &mut dyn Iterator<Item = TypeId>| {
                parts
                    .map(of)
                    .fold(Flags::default(), |a, b| Flags { params: a.params || b.params, loose: a.loose.max(b.loose) })
            };
            // parts are interned before the whole, so their flags are known
            let flags = match self.table.get(next) {
                Type::Map { binders, args, result } => {
                    let inner = join(&mut args.iter().copied().chain([*result]));
                    Flags { params: inner.params, loose: inner.loose.saturating_sub(u32::from(*binders > 0)) }
                }
                Type::Con(_, args) => join(&mut args.iter().copied()),
                Type::Param(_) => Flags { params: true, loose: 0 },
                Type::Bound { depth, .. } => Flags { params: false, loose: depth + 1 },
                _ => Flags::default(),
            };
            self.flags.push(flags);
        }
        self.flags[ty.0 as usize]
    }

    /// `ty` with type parameters replaced.
    pub fn substitute(&mut self, ty: TypeId, map: &[(TypeParamId, Ty)]) -> Ty {
        if map.is_empty() || !self.flags(ty).params {
            return Ty::ground(ty);
        }
        match self.table.get(ty).clone() {
            Type::Param(p) => map.iter().find(|(q, _)| *q == p).map_or(Ty::ground(ty), |&(_, t)| t),
            Type::Map { binders, args, result } => {
                let args: Vec<Ty> = args.iter().map(|&a| self.substitute(a, map)).collect();
                let result = self.substitute(result, map);
                self.map(binders, &args, result)
            }
            Type::Con(con, args) => {
                let args: Vec<Ty> = args.iter().map(|&a| self.substitute(a, map)).collect();
                self.con(con, &args)
            }
            _ => Ty::ground(ty),
        }
    }

    /// [`Infer::substitute`] with ground types for the parameters.
    pub fn substitute_ground(&mut self, ty: TypeId, map: &[(TypeParamId, TypeId)]) -> TypeId {
        let map: Vec<(TypeParamId, Ty)> = map.iter().map(|&(p, t)| (p, Ty::ground(t))).collect();
        let result = self.substitute(ty, &map);
        self.known(result).expect("internal: a substitution of ground types is ground")
    }

    /// The inside of a map type with binders (or a synonym's body) with the binders replaced.
    pub fn open_binders(&mut self, ty: Ty, binders: &[Ty]) -> Ty {
        if binders.is_empty() { ty } else { self.replace_bound(ty, 0, &mut |_, index| binders[index as usize]) }
    }

    /// Replaces the variables of the binder that is `depth` levels out; those of binders further out come closer.
    fn replace_bound(&mut self, ty: Ty, depth: u32, by: &mut dyn FnMut(&mut Infer, u32) -> Ty) -> Ty {
        let ty = self.follow(ty);
        if ty.is_error() || (ty.open_index().is_none() && self.flags(TypeId(ty.0)).loose <= depth) {
            return ty;
        }
        match self.shape(ty) {
            Shape::Basic(Type::Bound { depth: d, index }) if d == depth => {
                let replacement = by(self, index);
                self.shift(replacement, 0, depth)
            }
            Shape::Basic(Type::Bound { depth: d, index }) if d > depth => {
                Ty::ground(self.table.intern(Type::Bound { depth: d - 1, index }))
            }
            Shape::Map { binders, args, result } => {
                let inner = depth + u32::from(binders > 0);
                let args: Vec<Ty> = args.into_iter().map(|a| self.replace_bound(a, inner, by)).collect();
                let result = self.replace_bound(result, inner, by);
                self.map(binders, &args, result)
            }
            Shape::Con(con, args) => {
                let args: Vec<Ty> = args.into_iter().map(|a| self.replace_bound(a, depth, by)).collect();
                self.con(con, &args)
            }
            Shape::Error | Shape::Basic(_) | Shape::Var(_) => ty,
        }
    }

    /// Moves a type `by` binders further in; variables of its own binders (below `depth`) stay.
    fn shift(&mut self, ty: Ty, depth: u32, by: u32) -> Ty {
        let ty = self.follow(ty);
        if by == 0 || ty.is_error() || (ty.open_index().is_none() && self.flags(TypeId(ty.0)).loose <= depth) {
            return ty;
        }
        match self.shape(ty) {
            Shape::Basic(Type::Bound { depth: d, index }) => {
                Ty::ground(self.table.intern(Type::Bound { depth: d + by, index }))
            }
            Shape::Map { binders, args, result } => {
                let inner = depth + u32::from(binders > 0);
                let args: Vec<Ty> = args.into_iter().map(|a| self.shift(a, inner, by)).collect();
                let result = self.shift(result, inner, by);
                self.map(binders, &args, result)
            }
            Shape::Con(con, args) => {
                let args: Vec<Ty> = args.into_iter().map(|a| self.shift(a, depth, by)).collect();
                self.con(con, &args)
            }
            Shape::Error | Shape::Basic(_) | Shape::Var(_) => ty,
        }
    }

    /// Turns rigid parameters into the variables of a binder around the type: the type of a polymorphic lambda.
    /// Types of expressions have no variables of enclosing binders, so nothing else moves.
    pub fn bind_params(&mut self, ty: Ty, params: &[TypeParamId], depth: u32) -> Ty {
        let ty = self.follow(ty);
        if ty.is_error() || (ty.open_index().is_none() && !self.flags(TypeId(ty.0)).params) {
            return ty;
        }
        match self.shape(ty) {
            Shape::Basic(Type::Param(p)) => match params.iter().position(|&q| q == p) {
                Some(index) => Ty::ground(self.table.intern(Type::Bound { depth, index: index as u32 })),
                None => ty,
            },
            Shape::Map { binders, args, result } => {
                let inner = depth + u32::from(binders > 0);
                let args: Vec<Ty> = args.into_iter().map(|a| self.bind_params(a, params, inner)).collect();
                let result = self.bind_params(result, params, inner);
                self.map(binders, &args, result)
            }
            Shape::Con(con, args) => {
                let args: Vec<Ty> = args.into_iter().map(|a| self.bind_params(a, params, depth)).collect();
                self.con(con, &args)
            }
            Shape::Error | Shape::Basic(_) | Shape::Var(_) => ty,
        }
    }

    /// Renumbers the variables of the innermost binder around the type.
    pub fn permute_bound(&mut self, ty: TypeId, depth: u32, new_index: &[u32]) -> TypeId {
        if self.flags(ty).loose <= depth {
            return ty;
        }
        let made = match self.table.get(ty).clone() {
            Type::Bound { depth: d, index } if d == depth => Type::Bound { depth, index: new_index[index as usize] },
            Type::Map { binders, args, result } => {
                let inner = depth + u32::from(binders > 0);
                let args = args.iter().map(|&a| self.permute_bound(a, inner, new_index)).collect();
                Type::Map { binders, args, result: self.permute_bound(result, inner, new_index) }
            }
            Type::Con(con, args) => {
                Type::Con(con, args.iter().map(|&a| self.permute_bound(a, depth, new_index)).collect())
            }
            other => other,
        };
        self.table.intern(made)
    }

    /// The variables of the binder `depth` levels out, in the order in which they first occur.
    pub fn bound_in_order(&mut self, ty: TypeId, depth: u32, found: &mut Vec<u32>) {
        if self.flags(ty).loose <= depth {
            return;
        }
        match self.table.get(ty).clone() {
            Type::Bound { depth: d, index } if d == depth && !found.contains(&index) => found.push(index),
            Type::Map { binders, args, result } => {
                let inner = depth + u32::from(binders > 0);
                args.iter().chain([&result]).for_each(|&a| self.bound_in_order(a, inner, found));
            }
            Type::Con(_, args) => args.iter().for_each(|&a| self.bound_in_order(a, depth, found)),
            _ => {}
        }
    }

    /// The type parameters in the order in which they first occur.
    pub fn params_in_order(&mut self, ty: TypeId, found: &mut Vec<TypeParamId>) {
        if !self.flags(ty).params {
            return;
        }
        match self.table.get(ty).clone() {
            Type::Param(p) if !found.contains(&p) => found.push(p),
            Type::Map { args, result, .. } => {
                args.iter().chain([&result]).for_each(|&a| self.params_in_order(a, found));
            }
            Type::Con(_, args) => args.iter().for_each(|&a| self.params_in_order(a, found)),
            _ => {}
        }
    }
}
