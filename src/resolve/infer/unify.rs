//! Unification: makes types equal by binding variables.
//!
//! Below the binders of map types, variables of the binders are equal to themselves alone and must not escape into
//! the solutions.

use rustc_hash::FxHashMap;

use super::{Constraint, Infer, Open, Shape, Ty, Var};
use crate::base::ids::{TypeId, TypeParamId};
use crate::ir::Type;

/// The rigid type parameters that an equality may identify, and with what (see [`Infer::comparable`]).
type Rigid = FxHashMap<TypeParamId, Ty>;

impl Infer {
    /// Makes two types equal if that is possible. What it binds before it fails stays bound.
    pub fn unify(&mut self, a: Ty, b: Ty) -> bool {
        a == b || self.unify_at(a, b, 0, &mut None)
    }

    /// Whether values of the two types may be compared: the types are equal for some instance of the type
    /// parameters in them.
    pub fn comparable(&mut self, a: Ty, b: Ty) -> bool {
        if a == b {
            return true;
        }
        let rigid =
            |this: &mut Infer, t: Ty| t.open_index().is_some() || t.is_error() || this.flags(TypeId(t.0)).params;
        if rigid(self, a) || rigid(self, b) { self.unify_at(a, b, 0, &mut Some(Rigid::default())) } else { false }
    }

    /// Variables of the `depth` innermost binders must not escape into solutions.
    fn unify_at(&mut self, a: Ty, b: Ty, depth: u32, rigid: &mut Option<Rigid>) -> bool {
        let (a, b) = (self.follow(a), self.follow(b));
        if a == b || a.is_error() || b.is_error() {
            return true;
        }
        match (self.shape(a), self.shape(b)) {
            (Shape::Var(v), _) => self.bind(v, b, depth, rigid),
            (_, Shape::Var(v)) => self.bind(v, a, depth, rigid),
            (Shape::Basic(Type::Param(p)), _) if rigid.is_some() => self.bind_rigid(p, a, b, depth, rigid),
            (_, Shape::Basic(Type::Param(p))) if rigid.is_some() => self.bind_rigid(p, b, a, depth, rigid),
            (Shape::Map { binders, args, result }, Shape::Map { binders: binders2, args: args2, result: result2 }) => {
                if binders != binders2 || args.len() != args2.len() {
                    return false;
                }
                let inner = depth + u32::from(binders > 0);
                let mut good = true;
                for (x, y) in args.into_iter().zip(args2) {
                    good &= self.unify_at(x, y, inner, rigid);
                }
                self.unify_at(result, result2, inner, rigid) && good
            }
            (Shape::Con(con, args), Shape::Con(con2, args2)) => {
                if con != con2 {
                    return false;
                }
                let mut good = true;
                for (x, y) in args.into_iter().zip(args2) {
                    good &= self.unify_at(x, y, depth, rigid);
                }
                good
            }
            (Shape::Basic(x), Shape::Basic(y)) => x == y,
            _ => false,
        }
    }

    fn bind_rigid(&mut self, p: TypeParamId, a: Ty, b: Ty, depth: u32, rigid: &mut Option<Rigid>) -> bool {
        let Some(map) = rigid else { return false };
        if let Some(&previous) = map.get(&p) {
            return self.unify_at(previous, b, depth, rigid);
        }
        // the other side may be a parameter that stands for this one
        if let Shape::Basic(Type::Param(q)) = self.shape(b)
            && let Some(&previous) = map.get(&q)
        {
            return previous == a || self.unify_at(a, previous, depth, rigid);
        }
        if self.mentions_param(b, p) || self.escapes(b, depth) {
            return false;
        }
        map.insert(p, b);
        true
    }

    fn mentions_param(&mut self, ty: Ty, p: TypeParamId) -> bool {
        match self.shape(ty) {
            Shape::Basic(Type::Param(q)) => p == q,
            Shape::Map { args, result, .. } => args.into_iter().chain([result]).any(|t| self.mentions_param(t, p)),
            Shape::Con(_, args) => args.into_iter().any(|t| self.mentions_param(t, p)),
            _ => false,
        }
    }

    /// Whether the type mentions variables of enclosing binders, of which there are `depth`.
    fn escapes(&mut self, ty: Ty, depth: u32) -> bool {
        depth > 0 && self.loose(ty) > 0
    }

    fn loose(&mut self, ty: Ty) -> u32 {
        let ty = self.follow(ty);
        if ty.is_error() {
            return 0;
        }
        if ty.open_index().is_none() {
            return self.flags(TypeId(ty.0)).loose;
        }
        match self.shape(ty) {
            Shape::Map { binders, args, result } => {
                let inner = args.into_iter().chain([result]).map(|t| self.loose(t)).max().unwrap_or(0);
                inner.saturating_sub(u32::from(binders > 0))
            }
            Shape::Con(_, args) => args.into_iter().map(|t| self.loose(t)).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn occurs(&self, var: usize, ty: Ty) -> bool {
        match self.shape(ty) {
            Shape::Var(v) => v == var,
            Shape::Map { args, result, .. } => args.into_iter().chain([result]).any(|t| self.occurs(var, t)),
            Shape::Con(_, args) => args.into_iter().any(|t| self.occurs(var, t)),
            Shape::Error | Shape::Basic(_) => false,
        }
    }

    fn var(&mut self, var: usize) -> &mut Var {
        match &mut self.open[var] {
            Open::Var(v) => v,
            _ => panic!("internal: not a type variable"),
        }
    }

    fn bind(&mut self, var: usize, to: Ty, depth: u32, rigid: &mut Option<Rigid>) -> bool {
        if self.occurs(var, to) || self.escapes(to, depth) {
            return false;
        }
        if let Shape::Var(other) = self.shape(to) {
            return self.join(var, other);
        }
        match self.var(var).constraint.clone() {
            Constraint::Any => {}
            Constraint::Bv { min, sums } => {
                let Some(width) = self.bv_width(to) else {
                    return match (self.shape(to), rigid.is_some()) {
                        // a parameter that may be taken for any type
                        (Shape::Basic(Type::Param(_)), true) => true,
                        _ => false,
                    };
                };
                if width < min {
                    return false;
                }
                self.var(var).bound_to = Some(to);
                return sums.into_iter().all(|(high, low)| self.split(width, high, low));
            }
            Constraint::Map { arity, uses } => {
                let Shape::Map { binders, args, result } = self.shape(to) else {
                    return matches!(self.shape(to), Shape::Basic(Type::Param(_))) && rigid.is_some();
                };
                if args.len() != arity {
                    return false;
                }
                self.var(var).bound_to = Some(to);
                let mut good = true;
                for (used_args, used_result) in uses {
                    let fresh: Vec<Ty> = (0..binders).map(|_| self.fresh(Constraint::Any)).collect();
                    for (&formal, &actual) in args.iter().zip(&used_args) {
                        let formal = self.open_binders(formal, &fresh);
                        good &= self.unify_at(formal, actual, depth, rigid);
                    }
                    let formal = self.open_binders(result, &fresh);
                    good &= self.unify_at(formal, used_result, depth, rigid);
                }
                return good;
            }
        }
        self.var(var).bound_to = Some(to);
        true
    }

    /// Makes two variables one.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let joined = match (self.var(a).constraint.clone(), self.var(b).constraint.clone()) {
            (Constraint::Any, other) | (other, Constraint::Any) => other,
            (Constraint::Bv { min, mut sums }, Constraint::Bv { min: min2, sums: sums2 }) => {
                sums.extend(sums2);
                Constraint::Bv { min: min.max(min2), sums }
            }
            (Constraint::Map { arity, mut uses }, Constraint::Map { arity: arity2, uses: uses2 }) => {
                if arity != arity2 {
                    return false;
                }
                uses.extend(uses2);
                Constraint::Map { arity, uses }
            }
            _ => return false,
        };
        self.var(b).constraint = joined;
        self.var(a).bound_to = Some(Ty::open(b));
        true
    }

    fn min_width(&mut self, ty: Ty) -> u32 {
        match self.shape(ty) {
            Shape::Basic(Type::Bv(width)) => width,
            Shape::Var(v) => match self.var(v).constraint {
                Constraint::Bv { min, .. } => min,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Gives the two parts of a concatenation their widths: the low one as few bits as it needs.
    fn split(&mut self, width: u32, high: Ty, low: Ty) -> bool {
        let high_width = match self.bv_width(high) {
            Some(fixed) => Some(fixed),
            None => width.checked_sub(self.min_width(low)),
        };
        let Some(high_width) = high_width.filter(|&h| h <= width) else { return false };
        let (high_ty, low_ty) = (self.table.bv(high_width), self.table.bv(width - high_width));
        self.unify(high, Ty::ground(high_ty)) && self.unify(low, Ty::ground(low_ty))
    }

    /// The type of `a ++ b`; both are bit-vectors already.
    pub fn concat(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        if let (Some(x), Some(y)) = (self.bv_width(a), self.bv_width(b)) {
            return x.checked_add(y).map(|width| Ty::ground(self.table.bv(width)));
        }
        let min = self.min_width(a).checked_add(self.min_width(b))?;
        Some(self.fresh(Constraint::Bv { min, sums: vec![(a, b)] }))
    }

    /// A map of unknown type is applied: remembers how, and returns the type of the result.
    /// `None` if the variable is known to be something else.
    pub fn apply_unknown_map(&mut self, map: Ty, args: &[Ty]) -> Option<Ty> {
        let Shape::Var(v) = self.shape(map) else { return None };
        let result = self.fresh(Constraint::Any);
        let arity = args.len();
        match &mut self.var(v).constraint {
            c @ Constraint::Any => *c = Constraint::Map { arity, uses: vec![(args.to_vec(), result)] },
            Constraint::Map { arity: known, uses } if *known == arity => uses.push((args.to_vec(), result)),
            _ => return None,
        }
        Some(result)
    }
}
