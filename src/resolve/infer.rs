//! Types during inference: unification, and the type variables that calls of polymorphic functions leave open.
//!
//! Most types are *ground*: they are in the program's [`TypeTable`], where equal types have equal ids, so that
//! checking costs one comparison. Only `f<a>() : List a` and its like give types that are still *open*. A [`Ty`] is
//! either one.
//!
//! Expressions are hash-consed with their types, so they cannot be built while a type is open. Therefore a top-level
//! expression is elaborated again, once the types are known: the first run solves the variables, the next one finds
//! the solutions by the place in the syntax tree ([`Site`]) and builds. Only expressions with open types pay for it.

use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::base::ids::{TypeConId, TypeId, TypeParamId};
use crate::ir::{Name, Type, TypeTable};

/// A ground type, or an open one of the current top-level expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ty(u32);

const OPEN: u32 = 1 << 31;

impl Ty {
    pub const BOOL: Ty = Ty(TypeTable::BOOL.0);
    pub const INT: Ty = Ty(TypeTable::INT.0);
    pub const REAL: Ty = Ty(TypeTable::REAL.0);
    /// The type of what was already complained about; it fits everything.
    pub const ERROR: Ty = Ty(OPEN - 1);

    pub fn ground(id: TypeId) -> Ty {
        Ty(id.0)
    }

    fn open(index: usize) -> Ty {
        Ty(OPEN | index as u32)
    }

    fn open_index(self) -> Option<usize> {
        (self.0 & OPEN != 0).then_some((self.0 & !OPEN) as usize)
    }

    /// Whether this is [`Ty::ERROR`] itself.
    pub fn is_error(self) -> bool {
        self == Ty::ERROR
    }
}

/// The id that stands for [`Ty::ERROR`] inside ground types. A program that mentions it is never handed out.
pub(super) const ERROR_ID: TypeId = TypeId(OPEN - 1);

/// Where a type parameter was instantiated: a node of the syntax tree, and which of its parameters.
pub(super) type Site = (usize, u32);

/// The site of the first type parameter at a node of the syntax tree.
pub(super) fn site_of<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

/// The outermost constructor of a type, as far as it is known.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Error,
    /// A basic type or a rigid parameter; these are always ground.
    Basic(Type),
    Map {
        binders: u32,
        args: Vec<Ty>,
        result: Ty,
    },
    Con(TypeConId, Vec<Ty>),
    /// Not known yet.
    Var(usize),
}

#[derive(Clone, Debug)]
enum Open {
    Var(Var),
    Map { binders: u32, args: Box<[Ty]>, result: Ty },
    Con(TypeConId, Box<[Ty]>),
}

#[derive(Clone, Debug)]
struct Var {
    bound_to: Option<Ty>,
    constraint: Constraint,
    /// Absent for the variables that constraints make.
    origin: Option<Origin>,
}

#[derive(Clone, Debug)]
struct Origin {
    site: Site,
    name: Name,
    span: Span,
}

/// What is known of a type variable besides the types that it must equal.
#[derive(Clone, Debug)]
enum Constraint {
    Any,
    /// A bit-vector of at least `min` bits, as wide as each of the pairs together.
    Bv {
        min: u32,
        sums: Vec<(Ty, Ty)>,
    },
    /// A map of that many arguments that was applied to such arguments, giving such results.
    Map {
        arity: usize,
        uses: Vec<(Vec<Ty>, Ty)>,
    },
}

/// A type parameter that nothing determines, and what it was taken to be.
pub(super) struct Ambiguity {
    pub name: Name,
    pub span: Span,
    pub ty: TypeId,
}

/// The rigid type parameters that an equality may identify, and with what (see [`Infer::comparable`]).
type Rigid = FxHashMap<TypeParamId, Ty>;

#[derive(Default)]
pub(super) struct Infer {
    pub table: TypeTable,
    open: Vec<Open>,
    /// Solutions of earlier runs over the same expression.
    solved: FxHashMap<Site, TypeId>,
    /// Whether an expression had to be left unbuilt because its type was open.
    pub dirty: bool,
    /// Per ground type: whether it mentions type parameters, or binders of enclosing maps.
    flags: Vec<Flags>,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    params: bool,
    /// The number of enclosing binders that it needs.
    loose: u32,
}

impl Infer {
    // ---- runs ----------------------------------------------------------------------------------------------

    /// Ends a run over a top-level expression. If it left something unbuilt, another run is needed (`true`), which
    /// will find the solutions; parameters that nothing determines become `int` and are returned.
    pub fn finish_run(&mut self) -> (bool, Vec<Ambiguity>) {
        let again = self.dirty;
        let mut ambiguous = Vec::new();
        if again {
            // concatenations before their parts, whose widths follow
            for i in (0..self.open.len()).rev() {
                if let Open::Var(Var { bound_to: None, constraint: Constraint::Bv { sums, .. }, .. }) = &self.open[i]
                    && !sums.is_empty()
                {
                    self.settle(Ty::open(i));
                }
            }
            for i in 0..self.open.len() {
                let Open::Var(Var { origin: Some(origin), .. }) = &self.open[i] else { continue };
                let origin = origin.clone();
                let undetermined = matches!(self.shape(Ty::open(i)), Shape::Var(_));
                let ty = self.settle(Ty::open(i));
                if undetermined {
                    ambiguous.push(Ambiguity { name: origin.name, span: origin.span, ty });
                }
                self.solved.insert(origin.site, ty);
            }
        }
        self.open.clear();
        self.dirty = false;
        (again, ambiguous)
    }

    /// Forgets the solutions: the next expression is another one.
    pub fn forget(&mut self) {
        self.open.clear();
        self.solved.clear();
        self.dirty = false;
    }

    /// A variable for a type parameter, or its solution if an earlier run found it.
    pub fn instantiate_param(&mut self, site: Site, name: &Name, span: Span) -> Ty {
        match self.solved.get(&site) {
            Some(&ty) => Ty::ground(ty),
            None => {
                let origin = Some(Origin { site, name: name.clone(), span });
                self.push(Open::Var(Var { bound_to: None, constraint: Constraint::Any, origin }))
            }
        }
    }

    fn fresh(&mut self, constraint: Constraint) -> Ty {
        self.push(Open::Var(Var { bound_to: None, constraint, origin: None }))
    }

    /// Some bit-vector type of at least `min` bits.
    pub fn some_bv(&mut self, min: u32) -> Ty {
        self.fresh(Constraint::Bv { min, sums: Vec::new() })
    }

    fn push(&mut self, open: Open) -> Ty {
        self.open.push(open);
        Ty::open(self.open.len() - 1)
    }

    // ---- looking at types ----------------------------------------------------------------------------------

    /// Follows variables that are bound.
    pub fn follow(&self, mut ty: Ty) -> Ty {
        while let Some(i) = ty.open_index() {
            match &self.open[i] {
                Open::Var(Var { bound_to: Some(next), .. }) => ty = *next,
                _ => break,
            }
        }
        ty
    }

    pub fn shape(&self, ty: Ty) -> Shape {
        let ty = self.follow(ty);
        if ty.is_error() {
            return Shape::Error;
        }
        let Some(i) = ty.open_index() else {
            return match self.table.get(TypeId(ty.0)) {
                Type::Map { binders, args, result } => Shape::Map {
                    binders: *binders,
                    args: args.iter().map(|&a| Ty::ground(a)).collect(),
                    result: Ty::ground(*result),
                },
                Type::Con(con, args) => Shape::Con(*con, args.iter().map(|&a| Ty::ground(a)).collect()),
                basic => Shape::Basic(basic.clone()),
            };
        };
        match &self.open[i] {
            Open::Var(_) => Shape::Var(i),
            Open::Map { binders, args, result } => {
                Shape::Map { binders: *binders, args: args.to_vec(), result: *result }
            }
            Open::Con(con, args) => Shape::Con(*con, args.to_vec()),
        }
    }

    /// The basic type, if it is known to be one.
    pub fn basic(&self, ty: Ty) -> Option<&Type> {
        let ty = self.follow(ty);
        if ty.is_error() || ty.open_index().is_some() {
            return None;
        }
        Some(self.table.get(TypeId(ty.0)))
    }

    pub fn bv_width(&self, ty: Ty) -> Option<u32> {
        match self.basic(ty) {
            Some(Type::Bv(width)) => Some(*width),
            _ => None,
        }
    }

    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self.basic(ty), Some(Type::Float { .. }))
    }

    /// The type as a ground one, if all of it is known.
    pub fn known(&mut self, ty: Ty) -> Option<TypeId> {
        let ty = self.follow(ty);
        let Some(i) = ty.open_index() else { return Some(TypeId(ty.0)) };
        let made = match self.open[i].clone() {
            Open::Var(_) => return None,
            Open::Map { binders, args, result } => {
                Type::Map { binders, args: self.all_known(&args)?, result: self.known(result)? }
            }
            Open::Con(con, args) => Type::Con(con, self.all_known(&args)?),
        };
        Some(self.table.intern(made))
    }

    /// The type as a ground one; what is not determined is chosen.
    fn settle(&mut self, ty: Ty) -> TypeId {
        let ty = self.follow(ty);
        let Some(i) = ty.open_index() else { return TypeId(ty.0) };
        let made = match self.open[i].clone() {
            Open::Var(var) => {
                let chosen = match var.constraint {
                    Constraint::Any => TypeTable::INT,
                    Constraint::Bv { min, .. } => self.table.bv(min),
                    Constraint::Map { arity, .. } => self.most_general_map(arity),
                };
                self.unify(ty, Ty::ground(chosen));
                return chosen;
            }
            Open::Map { binders, args, result } => {
                let args = args.iter().map(|&a| self.settle(a)).collect();
                Type::Map { binders, args, result: self.settle(result) }
            }
            Open::Con(con, args) => Type::Con(con, args.iter().map(|&a| self.settle(a)).collect()),
        };
        self.table.intern(made)
    }

    /// `<a, b, r>[a, b]r`
    fn most_general_map(&mut self, arity: usize) -> TypeId {
        let mut bound: Vec<TypeId> =
            (0..=arity as u32).map(|index| self.table.intern(Type::Bound { depth: 0, index })).collect();
        let result = bound.pop().unwrap_or(TypeTable::INT);
        self.table.intern(Type::Map { binders: arity as u32 + 1, args: bound.into(), result })
    }

    // ---- making types --------------------------------------------------------------------------------------

    pub fn map(&mut self, binders: u32, args: &[Ty], result: Ty) -> Ty {
        match (self.all_known(args), self.known(result)) {
            (Some(args), Some(result)) => Ty::ground(self.table.intern(Type::Map { binders, args, result })),
            _ => self.push(Open::Map { binders, args: args.into(), result }),
        }
    }

    pub fn con(&mut self, con: TypeConId, args: &[Ty]) -> Ty {
        match self.all_known(args) {
            Some(args) => Ty::ground(self.table.intern(Type::Con(con, args))),
            None => self.push(Open::Con(con, args.into())),
        }
    }

    fn all_known(&mut self, types: &[Ty]) -> Option<Box<[TypeId]>> {
        types.iter().map(|&t| self.known(t)).collect()
    }

    fn flags(&mut self, ty: TypeId) -> Flags {
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

    // ---- unification ---------------------------------------------------------------------------------------

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
