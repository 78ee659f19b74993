//! Unification: makes types equal by binding variables.
//!
//! Below the binders of map types, variables of the binders are equal to themselves alone and must not escape into
//! the solutions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Constraint, Infer, Open, Shape, Ty, Var};
use crate::base::ids::{TypeId, TypeParamId};
use crate::ir::Type;

/// What an equality takes rigid type parameters to be (see [`Infer::comparable`]).
#[derive(Default)]
struct Rigid {
    params: FxHashMap<TypeParamId, Ty>,
    /// Pairs of types, each below so many binders, that are equal then.
    equal: FxHashSet<(Ty, Ty, u32)>,
}

impl Infer {
    /// Makes two types equal if that is possible. What it binds before it fails stays bound.
    pub fn unify(&mut self, a: Ty, b: Ty) -> bool {
        a == b || self.unify_at(a, b, 0, &mut None)
    }

    /// Whether values of the two types may be compared: the types are equal for some instance of the type
    /// parameters in them.
    pub fn comparable(&mut self, a: Ty, b: Ty) -> bool {
        a == b || self.unify_at(a, b, 0, &mut Some(Rigid::default()))
    }

    /// `depth` counts the binders around the types.
    fn unify_at(&mut self, a: Ty, b: Ty, depth: u32, rigid: &mut Option<Rigid>) -> bool {
        let (a, b) = (self.follow(a), self.follow(b));
        if a == b || a.is_error() || b.is_error() {
            return true;
        }
        if a.open_index().is_none() && b.open_index().is_none() {
            let (x, y) = (self.flags(TypeId(a.0)), self.flags(TypeId(b.0)));
            let fixed = rigid.is_none() || !(x.params || y.params);
            // different ids are different types
            if fixed && !(x.error || y.error) {
                return false;
            }
        }
        let equal = match (self.shape(a), self.shape(b)) {
            (Shape::Var(v), _) => return self.bind(v, b, depth, rigid),
            (_, Shape::Var(v)) => return self.bind(v, a, depth, rigid),
            (Shape::Basic(Type::Param(p)), _) if rigid.is_some() => return self.bind_rigid(p, a, b, depth, rigid),
            (_, Shape::Basic(Type::Param(p))) if rigid.is_some() => return self.bind_rigid(p, b, a, depth, rigid),
            (Shape::Map { binders, args, result }, Shape::Map { binders: binders2, args: args2, result: result2 }) => {
                let inner = depth + u32::from(binders > 0);
                binders == binders2
                    && args.len() == args2.len()
                    && (args.into_iter().chain([result]))
                        .zip(args2.into_iter().chain([result2]))
                        .all(|(x, y)| self.unify_parts(x, y, inner, rigid))
            }
            (Shape::Con(con, args), Shape::Con(con2, args2)) => {
                con == con2 && args.into_iter().zip(args2).all(|(x, y)| self.unify_parts(x, y, depth, rigid))
            }
            (Shape::Basic(x), Shape::Basic(y)) => x == y,
            _ => false,
        };
        // types share parts, which need not be looked at again
        if equal {
            match (rigid, a.open_index(), b.open_index()) {
                (Some(rigid), ..) => drop(rigid.equal.insert((a, b, depth))),
                (None, Some(i), _) => self.open[i] = Open::Same(b),
                (None, None, Some(i)) => self.open[i] = Open::Same(a),
                (None, None, None) => {}
            }
        }
        equal
    }

    fn unify_parts(&mut self, a: Ty, b: Ty, depth: u32, rigid: &mut Option<Rigid>) -> bool {
        rigid.as_ref().is_some_and(|r| r.equal.contains(&(a, b, depth))) || self.unify_at(a, b, depth, rigid)
    }

    /// Takes the rigid parameter `p`, which is the type `a`, to be `b`.
    fn bind_rigid(&mut self, p: TypeParamId, a: Ty, b: Ty, depth: u32, rigid: &mut Option<Rigid>) -> bool {
        let Some(known) = rigid else { return false };
        if let Some(&previous) = known.params.get(&p) {
            return self.unify_at(previous, b, depth, rigid);
        }
        if let Shape::Basic(Type::Param(q)) = self.shape(b)
            && let Some(&previous) = known.params.get(&q)
        {
            return self.unify_at(a, previous, depth, rigid);
        }
        if self.mentions(b, Some(known), &|shape| matches!(shape, Shape::Basic(Type::Param(q)) if *q == p)) {
            return false;
        }
        if self.escapes(b, depth) {
            return false;
        }
        known.params.insert(p, b);
        true
    }

    /// Whether some part of the type, by way of what rigid parameters are taken to be, is one of the `wanted`.
    fn mentions(&self, ty: Ty, rigid: Option<&Rigid>, wanted: &dyn Fn(&Shape) -> bool) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            let ty = self.follow(ty);
            // only open types have variables
            if rigid.is_none() && ty.open_index().is_none() || !seen.insert(ty) {
                continue;
            }
            let shape = self.shape(ty);
            if wanted(&shape) {
                return true;
            }
            match shape {
                Shape::Map { args, result, .. } => stack.extend(args.into_iter().chain([result])),
                Shape::Con(_, args) => stack.extend(args),
                Shape::Basic(Type::Param(p)) => stack.extend(rigid.and_then(|r| r.params.get(&p))),
                Shape::Error | Shape::Basic(_) | Shape::Var(_) => {}
            }
        }
        false
    }

    /// Whether the type mentions variables of enclosing binders, of which there are `depth`.
    fn escapes(&mut self, ty: Ty, depth: u32) -> bool {
        depth > 0 && self.loose(ty, &mut FxHashMap::default()) > 0
    }

    fn loose(&mut self, ty: Ty, done: &mut FxHashMap<Ty, u32>) -> u32 {
        let ty = self.follow(ty);
        if ty.open_index().is_none() {
            return self.flags(TypeId(ty.0)).loose;
        }
        if let Some(&loose) = done.get(&ty) {
            return loose;
        }
        let loose = match self.shape(ty) {
            Shape::Map { binders, args, result } => {
                let inner = args.into_iter().chain([result]).map(|t| self.loose(t, done)).max().unwrap_or(0);
                inner.saturating_sub(u32::from(binders > 0))
            }
            Shape::Con(_, args) => args.into_iter().map(|t| self.loose(t, done)).max().unwrap_or(0),
            Shape::Error | Shape::Basic(_) | Shape::Var(_) => 0,
        };
        done.insert(ty, loose);
        loose
    }

    fn var(&mut self, var: usize) -> &mut Var {
        match &mut self.open[var] {
            Open::Var(v) => v,
            _ => panic!("internal: not a type variable"),
        }
    }

    fn bind(&mut self, var: usize, to: Ty, depth: u32, rigid: &mut Option<Rigid>) -> bool {
        let occurs = self.mentions(to, None, &|shape| matches!(shape, Shape::Var(v) if *v == var));
        if occurs || self.escapes(to, depth) {
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
