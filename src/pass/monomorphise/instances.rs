//! The types at which a quantifier over types is instantiated.
//!
//! The calls and map accesses below it are patterns: `f<a, C b>(x)` is matched against all `f<…>` that the program
//! uses. For `forall<a, b>`, matches are joined until both have a type. Where no call mentions a parameter, the type
//! constructors in the types below do (`x: C a` is matched against all `C …` in use).

use rustc_hash::FxHashSet;

use super::{Context, Round, Types};
use crate::base::ids::{ExprId, TypeId, TypeParamId};
use crate::ir::visit::walk;
use crate::ir::{ExprKind, Op, Quantifier, Type, TypeTable};

/// More tuples than this are not made for one quantifier.
const MAX_TUPLES: usize = 2_000;

/// Types below a quantifier, and those that the program uses in the same place.
struct Pattern {
    types: Types,
    uses: Vec<Types>,
}

type Tuple = Vec<Option<TypeId>>;

impl Round<'_> {
    /// The tuples of ground types for the quantifier's type parameters.
    pub(super) fn instances(&mut self, e: ExprId, q: &Quantifier, context: &Context) -> Vec<Types> {
        let params = &q.type_params;
        let (calls, types) = self.patterns(q, context);
        let calls: Vec<Vec<Tuple>> = calls.iter().map(|p| self.tuples(p, params)).collect();
        let types: Vec<Vec<Tuple>> = types.iter().map(|p| self.tuples(p, params)).collect();
        let mut joined: Vec<Tuple> = vec![vec![None; params.len()]];
        for place in 0..params.len() {
            let mentioning = |tuples: &&Vec<Tuple>| tuples.iter().any(|t| t[place].is_some());
            let mut options: Vec<&Tuple> = calls.iter().filter(mentioning).flatten().collect();
            if options.is_empty() {
                options = types.iter().filter(mentioning).flatten().collect();
            }
            joined = join(joined, &options, place);
        }
        let mut tuples: Vec<Types> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut cut = false;
        for tuple in joined {
            let Some(tuple) = tuple.into_iter().collect::<Option<Vec<TypeId>>>() else { continue };
            if tuple.iter().any(|&t| self.uses.depth(t) > self.uses.depth_limit) || tuples.len() >= MAX_TUPLES {
                cut = true;
            } else if seen.insert(tuple.clone()) {
                tuples.push(tuple.into());
            }
        }
        if cut && self.warned.insert(e) {
            let message = "a quantifier over types is instantiated at some of ever more types only; \
                           a violation may be spurious";
            self.warnings.push(ivl::diag::Diagnostic::warning(message, self.span));
        }
        tuples
    }

    /// The patterns of calls and map accesses, and those of types.
    fn patterns(&mut self, q: &Quantifier, context: &Context) -> (Vec<Pattern>, Vec<Pattern>) {
        let old = self.old;
        let params: &[TypeParamId] = &q.type_params;
        let mut calls: Vec<(Use, Types)> = Vec::new();
        let mut mentioned: Vec<TypeId> = q.vars.iter().map(|&v| old.vars[v].ty).collect();
        walk(
            &old.exprs,
            [q.body].into_iter().chain(q.triggers.iter().flat_map(|t| t.exprs.iter().copied())),
            |e, kind| {
                mentioned.push(old.exprs.ty(e));
                match kind {
                    ExprKind::Call { func, types, .. } => calls.push((Use::Func(*func), types.clone())),
                    ExprKind::Op(Op::Select | Op::Store, args) => {
                        let map = old.exprs.ty(args[0]);
                        if let Type::Map { binders, .. } = self.uses.types.get(map)
                            && *binders > 0
                        {
                            let types = self.binder_types(e, args);
                            calls.push((Use::Map(map), types));
                        }
                    }
                    ExprKind::Quantifier(inner) => mentioned.extend(inner.vars.iter().map(|&v| old.vars[v].ty)),
                    ExprKind::Lambda { vars, .. } => mentioned.extend(vars.iter().map(|&v| old.vars[v].ty)),
                    _ => {}
                }
            },
        );
        let mut seen = FxHashSet::default();
        let mut patterns = Vec::new();
        for (used, types) in calls {
            if types.iter().any(|&t| self.uses.mentions_any(t, params)) && seen.insert((used, types.clone())) {
                let types = self.all_at(&types, context);
                let uses = match used {
                    Use::Func(f) => self.uses.funcs.get(&f),
                    Use::Map(map) => {
                        // A map type that itself depends on the parameters is no place to look.
                        let map = self.at(map, context);
                        self.uses.maps.get(&map)
                    }
                };
                patterns.push(Pattern { types, uses: uses.into_iter().flatten().cloned().collect() });
            }
        }
        let mut by_type = Vec::new();
        let mut seen = FxHashSet::default();
        while let Some(ty) = mentioned.pop() {
            if !self.uses.mentions_any(ty, params) || !seen.insert(ty) {
                continue;
            }
            match self.uses.types.get(ty).clone() {
                Type::Con(con, args) => {
                    mentioned.extend(args.iter().copied());
                    let types = self.all_at(&args, context);
                    let uses = self.uses.cons.get(&con).into_iter().flatten().cloned().collect();
                    by_type.push(Pattern { types, uses });
                }
                Type::Map { args, result, .. } => mentioned.extend(args.iter().copied().chain([result])),
                _ => {}
            }
        }
        (patterns, by_type)
    }

    fn tuples(&self, pattern: &Pattern, params: &[TypeParamId]) -> Vec<Tuple> {
        let variable = |ty: &Type, _: u32| match ty {
            Type::Param(p) => params.iter().position(|q| q == p),
            _ => None,
        };
        let mut tuples = Vec::new();
        for used in &pattern.uses {
            let mut tuple = vec![None; params.len()];
            let fits = pattern.types.iter().zip(used).all(|(&p, &t)| self.uses.matches(p, t, &variable, 0, &mut tuple));
            if fits {
                tuples.push(tuple);
            }
        }
        tuples
    }

    /// The types that the binders of the polymorphic map type stand for in `m[i]` or `m[i := v]`.
    pub(super) fn binder_types(&self, e: ExprId, args: &[ExprId]) -> Types {
        let exprs = &self.old.exprs;
        let Type::Map { binders, args: formals, result } = self.uses.types.get(exprs.ty(args[0])) else {
            panic!("internal: {e:?} accesses no map")
        };
        let value = match exprs.kind(e) {
            ExprKind::Op(Op::Store, _) => exprs.ty(args[args.len() - 1]),
            _ => exprs.ty(e),
        };
        let variable = |ty: &Type, depth: u32| match ty {
            Type::Bound { depth: d, index } if *d == depth => Some(*index as usize),
            _ => None,
        };
        let mut found = vec![None; *binders as usize];
        let actuals = args[1..=formals.len()].iter().map(|&a| exprs.ty(a)).chain([value]);
        for (&formal, actual) in formals.iter().chain([result]).zip(actuals) {
            self.uses.matches(formal, actual, &variable, 0, &mut found);
        }
        // What the map type does not mention may be anything.
        found.into_iter().map(|t| t.unwrap_or(TypeTable::INT)).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    Func(crate::base::ids::FuncId),
    Map(TypeId),
}

/// Extends the tuples that have no type in a place by all options that agree with them.
fn join(tuples: Vec<Tuple>, options: &[&Tuple], place: usize) -> Vec<Tuple> {
    let mut joined = Vec::new();
    let mut seen = FxHashSet::default();
    for tuple in tuples {
        if tuple[place].is_some() {
            joined.push(tuple);
            continue;
        }
        for option in options.iter().filter(|o| o[place].is_some()) {
            let agree = |(a, b): (&Option<TypeId>, &Option<TypeId>)| a.is_none() || b.is_none() || a == b;
            if tuple.iter().zip(option.iter()).all(agree) {
                let both: Tuple = tuple.iter().zip(option.iter()).map(|(a, b)| a.or(*b)).collect();
                if joined.len() <= MAX_TUPLES && seen.insert(both.clone()) {
                    joined.push(both);
                }
            }
        }
    }
    joined
}
