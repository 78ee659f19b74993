//! Types during inference, and the type variables that calls of polymorphic functions leave open.
//!
//! Most types are *ground*: they are in the program's [`TypeTable`], where equal types have equal ids, so that
//! checking costs one comparison. Only `f<a>() : List a` and its like give types that are still *open*. A [`Ty`] is
//! either one.
//!
//! Expressions are hash-consed with their types, so they cannot be built while a type is open. Therefore a top-level
//! expression is elaborated again, once the types are known: the first run solves the variables, the next one finds
//! the solutions by the place in the syntax tree ([`Site`]) and builds. Only expressions with open types pay for it.

mod substitute;
mod unify;

use ivl::source::Span;
use rustc_hash::FxHashMap;

use crate::base::ids::{TypeConId, TypeId};
use crate::ir::{Name, Type, TypeTable};

/// A ground type, or an open one of the current top-level expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::resolve) struct Ty(u32);

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
pub(in crate::resolve) const ERROR_ID: TypeId = TypeId(OPEN - 1);

/// Where a type parameter was instantiated: a node of the syntax tree, and which of its parameters.
pub(in crate::resolve) type Site = (usize, u32);

/// The site of the first type parameter at a node of the syntax tree.
pub(in crate::resolve) fn site_of<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

/// The outermost constructor of a type, as far as it is known.
#[derive(Clone, Debug)]
pub(in crate::resolve) enum Shape {
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
    /// Was found to be equal to that one.
    Same(Ty),
    Map {
        binders: u32,
        args: Box<[Ty]>,
        result: Ty,
    },
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
pub(in crate::resolve) struct Ambiguity {
    pub name: Name,
    pub span: Span,
    pub ty: TypeId,
}

/// What a ground type mentions.
#[derive(Clone, Copy, Default)]
struct Flags {
    params: bool,
    /// [`Ty::ERROR`]
    error: bool,
    /// The number of enclosing binders that it needs.
    loose: u32,
}

#[derive(Default)]
pub(in crate::resolve) struct Infer {
    pub table: TypeTable,
    open: Vec<Open>,
    /// Solutions of earlier runs over the same expression.
    solved: FxHashMap<Site, TypeId>,
    /// Whether an expression had to be left unbuilt because its type was open.
    pub dirty: bool,
    /// Per ground type: whether it mentions type parameters, or binders of enclosing maps.
    flags: Vec<Flags>,
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
                Open::Var(Var { bound_to: Some(next), .. }) | Open::Same(next) => ty = *next,
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
            Open::Same(_) => panic!("internal: `follow` ends at no alias"),
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
            Open::Var(_) | Open::Same(_) => return None,
            Open::Map { binders, args, result } => {
                Type::Map { binders, args: self.all_known(&args)?, result: self.known(result)? }
            }
            Open::Con(con, args) => Type::Con(con, self.all_known(&args)?),
        };
        let made = self.table.intern(made);
        self.open[i] = Open::Same(Ty::ground(made));
        Some(made)
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
            Open::Same(same) => return self.settle(same),
            Open::Map { binders, args, result } => {
                let args = args.iter().map(|&a| self.settle(a)).collect();
                Type::Map { binders, args, result: self.settle(result) }
            }
            Open::Con(con, args) => Type::Con(con, args.iter().map(|&a| self.settle(a)).collect()),
        };
        let made = self.table.intern(made);
        self.open[i] = Open::Same(Ty::ground(made));
        made
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
}
