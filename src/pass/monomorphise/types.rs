//! Types: substitution, copies of ground types in the new program, and readable names for them.
//!
//! `C int` → `C_int`, `[int]C bool` → the map type `[int]C_bool`, `<a>[Field a]a` → a record type.

use super::{Context, Round, Sigma, Types, Uses};
use crate::base::ids::{TypeConId, TypeId, TypeParamId};
use crate::ir::{Type, TypeCon};

impl Uses {
    /// The height of a type's tree.
    pub(super) fn depth(&self, ty: TypeId) -> usize {
        let deepest = |parts: &[TypeId]| parts.iter().map(|&p| self.depth(p)).max().unwrap_or(0);
        match self.types.get(ty) {
            Type::Con(_, args) => 1 + deepest(args),
            Type::Map { args, result, .. } => 1 + deepest(args).max(self.depth(*result)),
            _ => 1,
        }
    }

    /// The type with its parameters replaced.
    pub(super) fn substitute(&mut self, ty: TypeId, sigma: &Sigma) -> TypeId {
        if sigma.0.is_empty() {
            return ty;
        }
        let replaced = match self.types.get(ty).clone() {
            Type::Param(p) => return sigma.get(p).unwrap_or(ty),
            Type::Con(con, args) => Type::Con(con, args.iter().map(|&a| self.substitute(a, sigma)).collect()),
            Type::Map { binders, args, result } => Type::Map {
                binders,
                args: args.iter().map(|&a| self.substitute(a, sigma)).collect(),
                result: self.substitute(result, sigma),
            },
            _ => return ty,
        };
        self.types.intern(replaced)
    }

    /// A part of a polymorphic map type with the binders replaced by closed types. `depth`: the binders in between.
    pub(super) fn open(&mut self, ty: TypeId, depth: u32, types: &[TypeId]) -> TypeId {
        let opened = match self.types.get(ty).clone() {
            Type::Bound { depth: d, index } if d == depth => return types[index as usize],
            Type::Con(con, args) => Type::Con(con, args.iter().map(|&a| self.open(a, depth, types)).collect()),
            Type::Map { binders, args, result } => {
                let depth = depth + u32::from(binders > 0);
                Type::Map {
                    binders,
                    args: args.iter().map(|&a| self.open(a, depth, types)).collect(),
                    result: self.open(result, depth, types),
                }
            }
            _ => return ty,
        };
        self.types.intern(opened)
    }

    /// Matches a pattern's type variables against a type: `variable` says which place in `found` one has.
    pub(super) fn matches(
        &self,
        pattern: TypeId,
        ty: TypeId,
        variable: &dyn Fn(&Type, u32) -> Option<usize>,
        depth: u32,
        found: &mut [Option<TypeId>],
    ) -> bool {
        let (p, t) = (self.types.get(pattern), self.types.get(ty));
        if let Some(place) = variable(p, depth) {
            return *found[place].get_or_insert(ty) == ty;
        }
        if let Type::Param(_) = p {
            // Of a quantifier further in.
            return true;
        }
        let all = |ps: &[TypeId], ts: &[TypeId], depth, found: &mut [Option<TypeId>]| {
            ps.len() == ts.len() && ps.iter().zip(ts).all(|(&p, &t)| self.matches(p, t, variable, depth, found))
        };
        match (p, t) {
            (Type::Con(c, ps), Type::Con(d, ts)) => c == d && all(ps, ts, depth, found),
            (
                Type::Map { binders, args, result },
                Type::Map { binders: other_binders, args: other_args, result: other_result },
            ) => {
                let depth = depth + u32::from(*binders > 0);
                binders == other_binders
                    && all(args, other_args, depth, found)
                    && self.matches(*result, *other_result, variable, depth, found)
            }
            _ => pattern == ty,
        }
    }

    /// The parameters among `of` that the type mentions.
    pub(super) fn mentions_any(&self, ty: TypeId, of: &[TypeParamId]) -> bool {
        match self.types.get(ty) {
            Type::Param(p) => of.contains(p),
            Type::Con(_, args) => args.iter().any(|&a| self.mentions_any(a, of)),
            Type::Map { args, result, .. } => {
                args.iter().any(|&a| self.mentions_any(a, of)) || self.mentions_any(*result, of)
            }
            _ => false,
        }
    }

    /// The type as part of a name.
    pub(super) fn name(&self, ty: TypeId) -> String {
        match self.types.get(ty) {
            Type::Bool => "bool".into(),
            Type::Int => "int".into(),
            Type::Real => "real".into(),
            Type::Bv(width) => format!("bv{width}"),
            Type::Float { exponent, significand } => format!("float{significand}e{exponent}"),
            Type::RoundingMode => "rmode".into(),
            Type::String => "string".into(),
            Type::Regex => "regex".into(),
            Type::Con(con, args) => self.instance_name(&self.type_cons[*con].name, args),
            Type::Map { binders: 0, args, result } => {
                let all: Vec<TypeId> = args.iter().copied().chain([*result]).collect();
                self.instance_name("Map", &all)
            }
            Type::Map { .. } => "PolyMap".into(),
            Type::Param(_) | Type::Bound { .. } => panic!("internal: a type that is not ground has no name"),
        }
    }

    /// `f` at `int` is `f_int`.
    pub(super) fn instance_name(&self, name: &str, types: &[TypeId]) -> String {
        types.iter().fold(name.to_string(), |text, &t| format!("{text}_{}", self.name(t)))
    }
}

impl Round<'_> {
    /// The ground type that an old type is in a context.
    pub(super) fn at(&mut self, ty: TypeId, context: &Context) -> TypeId {
        self.uses.substitute(ty, &context.sigma)
    }

    pub(super) fn all_at(&mut self, types: &[TypeId], context: &Context) -> Types {
        types.iter().map(|&t| self.at(t, context)).collect()
    }

    /// The new type of an old type in a context.
    pub(super) fn ty(&mut self, ty: TypeId, context: &Context) -> TypeId {
        let ground = self.at(ty, context);
        self.ground(ground)
    }

    /// The copy of a ground type.
    pub(super) fn ground(&mut self, ty: TypeId) -> TypeId {
        if let Some(&known) = self.ground.get(&ty) {
            return known;
        }
        let copy = match self.uses.types.get(ty).clone() {
            Type::Con(con, args) => Type::Con(self.type_con(con, &args), [].into()),
            Type::Map { binders: 0, args, result } => {
                let args = args.iter().map(|&a| self.ground(a)).collect();
                Type::Map { binders: 0, args, result: self.ground(result) }
            }
            Type::Map { .. } => Type::Con(self.record(ty).con, [].into()),
            Type::Param(_) | Type::Bound { .. } => panic!("internal: a type without meaning here"),
            basic => basic,
        };
        let copy = self.new.types.intern(copy);
        self.ground.insert(ty, copy);
        copy
    }

    /// The copy of a type constructor for these arguments.
    pub(super) fn type_con(&mut self, con: TypeConId, args: &[TypeId]) -> TypeConId {
        let key = (con, Types::from(args));
        if let Some(&known) = self.cons.get(&key) {
            return known;
        }
        if self.uses.cons.entry(con).or_default().insert(key.1.clone()) {
            self.uses.grown = true;
        }
        let TypeCon { name, attrs, constructors, span, .. } = self.uses.type_cons[con].clone();
        let copy = TypeCon {
            name: self.uses.instance_name(&name, args).into(),
            arity: 0,
            attrs: self.attributes(&attrs, &mut Context::default()),
            constructors: None,
            params: Vec::new(),
            span,
        };
        let id = self.new.type_cons.push(copy);
        self.cons.insert(key, id);
        if let Some(constructors) = constructors
            && (args.is_empty() || self.another_copy(&name, args, span))
        {
            let mut copies = Vec::with_capacity(constructors.len());
            for c in constructors {
                copies.push(self.func(c, args));
                if let Some(&tester) = self.uses.testers.get(&c) {
                    self.func(tester, args);
                }
            }
            self.new.type_cons[id].constructors = Some(copies);
        }
        id
    }

    pub(super) fn is_polymorphic_map(&self, ty: TypeId) -> bool {
        matches!(self.uses.types.get(ty), Type::Map { binders, .. } if *binders > 0)
    }
}
