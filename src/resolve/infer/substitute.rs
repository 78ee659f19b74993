//! Replacing type variables: the parameters of declarations, and the variables that map types bind.
//!
//! The variables of a map type's binders are numbered from the inside ([`Type::Bound`]), so that equal types are one;
//! moving a type below a binder or out of one shifts the numbers.

use rustc_hash::FxHashMap;

use super::{ERROR_ID, Flags, Infer, Shape, Ty};
use crate::base::ids::{TypeId, TypeParamId};
use crate::ir::Type;

impl Infer {
    /// What the type mentions; computed once per type.
    pub(super) fn flags(&mut self, ty: TypeId) -> Flags {
        if ty == ERROR_ID {
            return Flags { error: true, ..Flags::default() };
        }
        while self.flags.len() <= ty.0 as usize {
            let next = TypeId(self.flags.len() as u32);
            let broken = Flags { error: true, ..Flags::default() };
            let of = |t: TypeId| if t == ERROR_ID { broken } else { self.flags[t.0 as usize] };
            let join = |parts: &mut dyn Iterator<Item = TypeId>| {
                parts.map(of).fold(Flags::default(), |a, b| Flags {
                    params: a.params || b.params,
                    error: a.error || b.error,
                    loose: a.loose.max(b.loose),
                })
            };
            // parts are interned before the whole, so their flags are known
            let flags = match self.table.get(next) {
                Type::Map { binders, args, result } => {
                    let inner = join(&mut args.iter().copied().chain([*result]));
                    Flags { loose: inner.loose.saturating_sub(u32::from(*binders > 0)), ..inner }
                }
                Type::Con(_, args) => join(&mut args.iter().copied()),
                Type::Param(_) => Flags { params: true, ..Flags::default() },
                Type::Bound { depth, .. } => Flags { loose: depth + 1, ..Flags::default() },
                _ => Flags::default(),
            };
            self.flags.push(flags);
        }
        self.flags[ty.0 as usize]
    }

    /// Rebuilds a type: `leaf` may replace basic types, given how many binders of the type stand around them.
    /// What `skip` says of the flags stays as it is. Parts that occur several times are rebuilt once.
    fn rebuild(
        &mut self,
        ty: Ty,
        depth: u32,
        done: &mut FxHashMap<(Ty, u32), Ty>,
        skip: &dyn Fn(Flags, u32) -> bool,
        leaf: &mut dyn FnMut(&mut Infer, &Type, u32) -> Option<Ty>,
    ) -> Ty {
        let ty = self.follow(ty);
        if ty.is_error() || ty.open_index().is_none() && skip(self.flags(TypeId(ty.0)), depth) {
            return ty;
        }
        if let Some(&made) = done.get(&(ty, depth)) {
            return made;
        }
        let made = match self.shape(ty) {
            Shape::Basic(basic) => return leaf(self, &basic, depth).unwrap_or(ty),
            Shape::Error | Shape::Var(_) => return ty,
            Shape::Map { binders, args, result } => {
                let inner = depth + u32::from(binders > 0);
                let args: Vec<Ty> = args.into_iter().map(|a| self.rebuild(a, inner, done, skip, leaf)).collect();
                let result = self.rebuild(result, inner, done, skip, leaf);
                self.map(binders, &args, result)
            }
            Shape::Con(con, args) => {
                let args: Vec<Ty> = args.into_iter().map(|a| self.rebuild(a, depth, done, skip, leaf)).collect();
                self.con(con, &args)
            }
        };
        done.insert((ty, depth), made);
        made
    }

    /// `ty` with type parameters replaced.
    pub fn substitute(&mut self, ty: TypeId, map: &[(TypeParamId, Ty)]) -> Ty {
        if map.is_empty() {
            return Ty::ground(ty);
        }
        self.rebuild(Ty::ground(ty), 0, &mut FxHashMap::default(), &|f, _| !f.params, &mut |_, basic, _| match basic {
            Type::Param(p) => map.iter().find(|(q, _)| q == p).map(|&(_, t)| t),
            _ => None,
        })
    }

    /// [`Infer::substitute`] with ground types for the parameters.
    pub fn substitute_ground(&mut self, ty: TypeId, map: &[(TypeParamId, TypeId)]) -> TypeId {
        let map: Vec<(TypeParamId, Ty)> = map.iter().map(|&(p, t)| (p, Ty::ground(t))).collect();
        let result = self.substitute(ty, &map);
        self.known(result).expect("internal: a substitution of ground types is ground")
    }

    /// The inside of a map type with binders (or a synonym's body) with the binders replaced; the variables of
    /// binders further out come closer.
    pub fn open_binders(&mut self, ty: Ty, binders: &[Ty]) -> Ty {
        if binders.is_empty() {
            return ty;
        }
        self.rebuild(ty, 0, &mut FxHashMap::default(), &|f, depth| f.loose <= depth, &mut |this, basic, depth| {
            match *basic {
                Type::Bound { depth: d, index } if d == depth => Some(this.shift(binders[index as usize], depth)),
                Type::Bound { depth: d, index } if d > depth => {
                    Some(Ty::ground(this.table.intern(Type::Bound { depth: d - 1, index })))
                }
                _ => None,
            }
        })
    }

    /// Moves a type `by` binders further in.
    fn shift(&mut self, ty: Ty, by: u32) -> Ty {
        if by == 0 {
            return ty;
        }
        self.rebuild(ty, 0, &mut FxHashMap::default(), &|f, depth| f.loose <= depth, &mut |this, basic, depth| {
            match *basic {
                Type::Bound { depth: d, index } if d >= depth => {
                    Some(Ty::ground(this.table.intern(Type::Bound { depth: d + by, index })))
                }
                _ => None,
            }
        })
    }

    /// Turns rigid parameters into the variables of a binder around the type: the type of a polymorphic lambda.
    /// Types of expressions have no variables of enclosing binders, so nothing else moves.
    pub fn bind_params(&mut self, ty: Ty, params: &[TypeParamId]) -> Ty {
        if params.is_empty() {
            return ty;
        }
        self.rebuild(ty, 0, &mut FxHashMap::default(), &|f, _| !f.params, &mut |this, basic, depth| {
            let Type::Param(p) = basic else { return None };
            let index = params.iter().position(|q| q == p)? as u32;
            Some(Ty::ground(this.table.intern(Type::Bound { depth, index })))
        })
    }

    /// Renumbers the variables of the binder around the type.
    pub fn permute_bound(&mut self, ty: TypeId, new_index: &[u32]) -> TypeId {
        let ty = Ty::ground(ty);
        let permuted =
            self.rebuild(ty, 0, &mut FxHashMap::default(), &|f, depth| f.loose <= depth, &mut |this, basic, depth| {
                match *basic {
                    Type::Bound { depth: d, index } if d == depth => {
                        Some(Ty::ground(this.table.intern(Type::Bound { depth, index: new_index[index as usize] })))
                    }
                    _ => None,
                }
            });
        self.known(permuted).expect("internal: a ground type with other variables is ground")
    }

    /// The variables of the binder around the types, in the order in which they first occur.
    pub fn bound_in_order(&mut self, types: &[TypeId]) -> Vec<u32> {
        let mut found = Vec::new();
        let mut seen = FxHashMap::default();
        for &ty in types {
            self.rebuild(Ty::ground(ty), 0, &mut seen, &|f, depth| f.loose <= depth, &mut |_, basic, depth| {
                match *basic {
                    Type::Bound { depth: d, index } if d == depth && !found.contains(&index) => found.push(index),
                    _ => {}
                }
                None
            });
        }
        found
    }

    /// The type parameters in the order in which they first occur.
    pub fn params_in_order(&mut self, types: &[TypeId]) -> Vec<TypeParamId> {
        let mut found = Vec::new();
        let mut seen = FxHashMap::default();
        for &ty in types {
            self.rebuild(Ty::ground(ty), 0, &mut seen, &|f, _| !f.params, &mut |_, basic, _| {
                match *basic {
                    Type::Param(p) if !found.contains(&p) => found.push(p),
                    _ => {}
                }
                None
            });
        }
        found
    }
}
