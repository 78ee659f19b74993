//! Which uninterpreted types may be said to have few elements. What is said of such a type matters even to who mentions
//! none of the symbols that it is said with:
//!
//! ```text
//! type T; const a: T; axiom (forall x: T :: x == a);      →      x == y, for all x, y of T
//! ```
//!
//! Formulas that never ask whether two elements are the same hold as well with a further element that is like another
//! one. So a type is *limited* only where a quantifier binds it and asks that: by `==`, by a store, or by maps from it.
//! Quantifiers with triggers say nothing but the instances that these match, as in the solver.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::roots::procedure_roots;
use super::visit::{for_each_child, walk};
use super::{ExprKind, FunctionKind, Op, Program, Type, VarKind};
use crate::base::ids::{ExprId, FuncId, Id, TypeConId, TypeId, VarId};

type Cons = FxHashSet<TypeConId>;

/// The limited types of a program.
pub struct Cardinality<'p> {
    program: &'p Program,
    limited: Cons,
    quantified: Option<Rc<Cons>>,
    /// The uninterpreted types that the values of a type are made of.
    parts: FxHashMap<TypeId, Rc<[TypeConId]>>,
}

impl<'p> Cardinality<'p> {
    pub fn new(program: &'p Program) -> Cardinality<'p> {
        let mut made = Cardinality { program, limited: Cons::default(), quantified: None, parts: FxHashMap::default() };
        if program.restricts_constants() && program.type_cons.iter().any(|con| con.constructors.is_none()) {
            made.limited = made.find_limited();
        }
        made
    }

    pub fn is_limited(&self, con: TypeConId) -> bool {
        self.limited.contains(&con)
    }

    /// The limited types that conditions of procedures quantify over, and where clauses.
    pub fn quantified_by_procedures(&mut self) -> Rc<Cons> {
        if let Some(known) = &self.quantified {
            return known.clone();
        }
        let program = self.program;
        let mut found = Cons::default();
        self.walk(procedures(program), &mut |this, e| {
            bound(program.exprs.kind(e)).iter().for_each(|&v| found.extend(this.parts(program.vars[v].ty).iter()));
        });
        found.retain(|con| self.limited.contains(con));
        self.quantified.insert(found.into()).clone()
    }

    /// The limited types that an expression may say something about, in order.
    pub fn mentioned(&mut self, e: ExprId) -> Vec<TypeConId> {
        if self.limited.is_empty() {
            return Vec::new();
        }
        let mut found = Cons::default();
        self.walk(vec![e], &mut |this, e| {
            found.extend(this.parts(this.program.exprs.ty(e)).iter().filter(|con| this.limited.contains(con)));
            for &var in bound(&this.program.exprs.get(e).kind) {
                found.extend(this.parts(this.program.vars[var].ty).iter().filter(|con| this.limited.contains(con)));
            }
        });
        let mut found: Vec<TypeConId> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// The types of which conditions may tell elements apart that nobody mentions: they quantify over them, or compare maps
    /// from them.
    pub fn searched(&mut self) -> Vec<TypeConId> {
        let program = self.program;
        let mut found = Cons::default();
        if program.type_cons.iter().all(|con| con.constructors.is_some()) {
            return Vec::new();
        }
        for e in (0..program.exprs.len()).map(ExprId::from_index) {
            if let ExprKind::Op(Op::Eq | Op::Neq, args) = program.exprs.kind(e) {
                found.extend(self.indices(program.exprs.ty(args[0])));
            }
        }
        let mut searched = Vec::new();
        walk(&program.exprs, procedures(program), |_, kind| {
            if let ExprKind::Quantifier(q) = kind {
                searched.extend(q.vars.iter().map(|&v| program.vars[v].ty));
            }
        });
        searched.into_iter().for_each(|ty| found.extend(self.parts(ty).iter()));
        let mut found: Vec<TypeConId> = found.into_iter().collect();
        found.sort_unstable();
        found
    }

    /// The unique constants of limited types.
    pub fn unique_constants(&mut self) -> Vec<(TypeConId, VarId)> {
        let program = self.program;
        let is_unique = |&&c: &&VarId| program.vars[c].kind == VarKind::Const { unique: true };
        let of = |&c: &VarId| match program.types.get(program.vars[c].ty) {
            Type::Con(con, _) if self.limited.contains(con) => Some((*con, c)),
            _ => None,
        };
        program.consts.iter().filter(is_unique).filter_map(of).collect()
    }

    fn find_limited(&mut self) -> Cons {
        let program = self.program;
        let (mut stored, mut limited) = (Cons::default(), Cons::default());
        let (mut bound_anywhere, mut binders) = (Cons::default(), Vec::new());
        for e in (0..program.exprs.len()).map(ExprId::from_index) {
            match program.exprs.kind(e) {
                ExprKind::Op(Op::Store, args) => {
                    args[1..args.len() - 1].iter().for_each(|&i| stored.extend(self.parts(program.exprs.ty(i)).iter()));
                }
                kind => {
                    let mut own = Cons::default();
                    bound(kind).iter().for_each(|&v| own.extend(self.parts(program.vars[v].ty).iter()));
                    if !own.is_empty() {
                        bound_anywhere.extend(&own);
                        binders.push((e, own));
                    }
                }
            }
        }
        for func in program.funcs.iter().filter(|f| matches!(f.kind, FunctionKind::Builtin(_))) {
            limited.extend(self.indices(func.result));
        }
        limited.extend(stored.intersection(&bound_anywhere));
        for (binder, own) in binders {
            if own.is_subset(&limited) {
                continue;
            }
            let mut equated = Cons::default();
            self.walk(vec![binder], &mut |this, e| match program.exprs.kind(e) {
                ExprKind::Op(Op::Eq | Op::Neq, args) => equated.extend(this.parts(program.exprs.ty(args[0])).iter()),
                kind => bound(kind).iter().for_each(|&v| equated.extend(this.indices(program.vars[v].ty))),
            });
            limited.extend(own.intersection(&equated));
        }
        limited
    }

    /// Visits what expressions say, once: bodies of functions as well, but nothing behind triggers.
    fn walk(&mut self, roots: Vec<ExprId>, visit: &mut dyn FnMut(&mut Self, ExprId)) {
        let program = self.program;
        let mut pending = roots;
        let (mut seen, mut called) = (FxHashSet::default(), FxHashSet::<FuncId>::default());
        while let Some(e) = pending.pop() {
            let kind = program.exprs.kind(e);
            if !seen.insert(e) || has_trigger(kind) {
                continue;
            }
            visit(self, e);
            for_each_child(kind, |child| pending.push(child));
            if let ExprKind::Call { func, .. } = kind
                && let FunctionKind::Defined { body, .. } = program.funcs[*func].kind
                && called.insert(*func)
            {
                pending.push(body);
            }
        }
    }

    fn parts(&mut self, ty: TypeId) -> Rc<[TypeConId]> {
        if let Some(known) = self.parts.get(&ty) {
            return known.clone();
        }
        let mut found = Cons::default();
        let (mut pending, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = pending.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.program.types.get(ty) {
                Type::Map { args, result, .. } => pending.extend(args.iter().chain([result])),
                Type::Con(con, args) => {
                    pending.extend(args.iter());
                    match &self.program.type_cons[*con].constructors {
                        None => {
                            found.insert(*con);
                        }
                        Some(constructors) => constructors.iter().for_each(|&c| pending.extend(self.field_types(c))),
                    }
                }
                _ => {}
            }
        }
        let mut found: Vec<TypeConId> = found.into_iter().collect();
        found.sort_unstable();
        let found: Rc<[TypeConId]> = found.into();
        self.parts.insert(ty, found.clone());
        found
    }

    fn field_types(&self, constructor: FuncId) -> Vec<TypeId> {
        match &self.program.funcs[constructor].kind {
            FunctionKind::Constructor { fields, .. } => fields.iter().map(|&f| self.program.funcs[f].result).collect(),
            _ => Vec::new(),
        }
    }

    /// The uninterpreted types that maps among the values of a type are indexed by.
    fn indices(&mut self, ty: TypeId) -> Cons {
        let mut found = Cons::default();
        let (mut pending, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = pending.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.program.types.get(ty) {
                Type::Map { args, result, .. } => {
                    args.iter().for_each(|&arg| found.extend(self.parts(arg).iter()));
                    pending.push(*result);
                }
                Type::Con(con, _) => {
                    let constructors = self.program.type_cons[*con].constructors.iter().flatten();
                    constructors.for_each(|&c| pending.extend(self.field_types(c)));
                }
                _ => {}
            }
        }
        found
    }
}

/// Conditions of procedures, and where clauses.
fn procedures(program: &Program) -> Vec<ExprId> {
    let mut roots: Vec<ExprId> = program.vars.iter().filter_map(|var| var.where_clause).collect();
    for procedure in program.procs.iter() {
        procedure_roots(procedure, &mut |_, e| roots.push(e));
    }
    roots
}

fn has_trigger(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Quantifier(q) if q.triggers.iter().any(|trigger| trigger.positive))
}

/// What a binder without triggers binds.
fn bound(kind: &ExprKind) -> &[VarId] {
    match kind {
        ExprKind::Quantifier(q) if !has_trigger(kind) => &q.vars,
        ExprKind::Lambda { vars, .. } => vars,
        _ => &[],
    }
}
