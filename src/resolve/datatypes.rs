//! Datatypes: their constructors, selectors and testers; field access, update and tests in expressions.
//!
//! Both ways to declare them give the same: `datatype D<a> { C(x: a) }`, and the older
//! `type {:datatype} D _; function {:constructor} C<a>(x: a): D a;`, whose selectors and testers are also functions
//! by the names `x#C` and `is#C`.
//!
//! A field that several constructors share is looked up by cases:
//! `e->x` → `if e is C2 then x#C2(e) else x#C1(e)`, and updated likewise.

use ivl::ast::{self, Ident};
use ivl::diag::Diagnostic;
use ivl::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::infer::{Shape, Ty};
use super::{Resolver, Typed};
use crate::base::ids::{FuncId, TypeConId, TypeId, TypeParamId, VarId};
use crate::ir::{ExprKind, Function, FunctionKind, Name, Op, Type, Var, VarKind};

/// What expressions need to know of a datatype.
#[derive(Default)]
pub(super) struct Datatype {
    constructors: FxHashMap<Name, FuncId>,
    testers: FxHashMap<FuncId, FuncId>,
    /// Per field: the constructors that have it, each with the selector.
    fields: FxHashMap<Name, Vec<(FuncId, FuncId)>>,
}

/// A field of a value whose type is known.
struct Access {
    con: TypeConId,
    /// The arguments of the datatype.
    types: Vec<Ty>,
    field: Ty,
    /// The constructors that have the field, each with the selector.
    selectors: Vec<(FuncId, FuncId)>,
}

impl<'a> Resolver<'a> {
    // ---- declarations --------------------------------------------------------------------------------------

    /// Makes a type constructor a datatype without constructors as yet.
    pub(super) fn declare_datatype(&mut self, con: TypeConId, params: Vec<TypeParamId>) {
        self.program.type_cons[con].constructors = Some(Vec::new());
        self.program.type_cons[con].params = params;
        self.datatypes.insert(con, Datatype::default());
    }

    pub(super) fn declare_constructors(&mut self, d: &'a ast::DatatypeDecl, index: usize) {
        let Some(super::tables::TypeName::Con(con)) = self.types.get(&d.name.name) else { return };
        let (params, mark) = self.open_type_params(&d.params);
        self.declare_datatype(con, params.clone());
        let args = params.iter().map(|&p| self.infer.table.intern(Type::Param(p))).collect();
        let result = self.infer.table.intern(Type::Con(con, args));
        for (k, c) in d.constructors.iter().enumerate() {
            if self.registry.ignores((index, k + 1)) {
                continue;
            }
            let mut fields: Vec<VarId> = Vec::with_capacity(c.fields.len());
            let mut names = FxHashSet::default();
            for field in &c.fields {
                if !names.insert(&*field.name.name) {
                    self.error(format!("the field `{}` is declared twice", field.name.name), field.name.span);
                    continue;
                }
                fields.push(self.declare_var(field, VarKind::Bound));
            }
            self.add_constructor(con, &c.name, fields, result, None);
        }
        self.close_type_params(mark);
    }

    /// `function {:constructor} C<a>(x: a): D a;` of a `{:datatype}`. False if the result is no such type.
    pub(super) fn declare_old_constructor(
        &mut self,
        d: &'a ast::FunctionDecl,
        type_params: &[TypeParamId],
        params: &[VarId],
        result: TypeId,
    ) -> bool {
        let Shape::Con(con, args) = self.infer.shape(Ty::ground(result)) else { return false };
        if !self.datatypes.contains_key(&con) {
            return false;
        }
        // the constructor's own type parameters become those of the datatype
        let shared = self.program.type_cons[con].params.clone();
        let mut renaming = Vec::new();
        for (arg, &to) in args.into_iter().zip(&shared) {
            match self.infer.basic(arg) {
                Some(&Type::Param(from)) if !renaming.iter().any(|(f, _)| *f == from) => renaming.push((from, to)),
                _ => {}
            }
        }
        if renaming.len() != shared.len() || type_params.len() != shared.len() {
            let message = "the result of a constructor must be the datatype of the type parameters";
            self.error(message, d.name.span);
            return true;
        }
        let mut map = Vec::new();
        for (from, to) in renaming {
            map.push((from, self.infer.table.intern(Type::Param(to))));
        }
        for &param in params {
            let ty = self.program.vars[param].ty;
            self.program.vars[param].ty = self.infer.substitute_ground(ty, &map);
        }
        let result = self.infer.substitute_ground(result, &map);
        self.add_constructor(con, &d.name, params.to_vec(), result, Some(d));
        true
    }

    /// Adds a constructor with its selectors and its tester; those of the `old` style have names of their own.
    fn add_constructor(
        &mut self,
        con: TypeConId,
        name: &Ident,
        fields: Vec<VarId>,
        result: TypeId,
        old: Option<&'a ast::FunctionDecl>,
    ) {
        let type_params = self.program.type_cons[con].params.clone();
        let constructor = self.program.funcs.next_id();
        let selectors: Vec<FuncId> = (1..=fields.len() as u32).map(|i| FuncId(constructor.0 + i)).collect();
        let kind = FunctionKind::Constructor { datatype: con, fields: selectors.clone() };
        let function = |name: Name, params: Vec<VarId>, result: TypeId, kind: FunctionKind, r: &Self| Function {
            name,
            type_params: type_params.clone(),
            params,
            result,
            kind,
            attrs: r.no_attrs.clone(),
            span: r.program.type_cons[con].span,
        };
        let mut made = function(name.name.clone(), fields.clone(), result, kind, self);
        made.span = name.span;
        self.program.funcs.push(made);
        self.funcs.insert(name.name.clone(), constructor);

        for (field, &var) in fields.iter().enumerate() {
            let Var { name: field_name, ty, span, .. } = self.program.vars[var].clone();
            let receiver = self.receiver(result, span);
            let selector_name: Name = format!("{field_name}#{}", name.name).into();
            let kind = FunctionKind::Selector { constructor, field };
            let selector = self.program.funcs.push(function(selector_name.clone(), vec![receiver], ty, kind, self));
            if old.is_some() {
                self.funcs.entry(selector_name).or_insert(selector);
            }
            if let Some(datatype) = self.datatypes.get_mut(&con) {
                datatype.fields.entry(field_name).or_default().push((constructor, selector));
            }
        }
        let receiver = self.receiver(result, name.span);
        let tester_name: Name = format!("is#{}", name.name).into();
        let kind = FunctionKind::Tester { constructor };
        let bool = crate::ir::TypeTable::BOOL;
        let tester = self.program.funcs.push(function(tester_name.clone(), vec![receiver], bool, kind, self));
        if old.is_some() {
            self.funcs.entry(tester_name).or_insert(tester);
        }
        if let Some(datatype) = self.datatypes.get_mut(&con) {
            datatype.testers.insert(constructor, tester);
            datatype.constructors.insert(name.name.clone(), constructor);
        }
        if let Some(constructors) = &mut self.program.type_cons[con].constructors {
            constructors.push(constructor);
        }
    }

    /// The parameter of a selector or tester.
    fn receiver(&mut self, ty: TypeId, span: Span) -> VarId {
        self.program.vars.push(Var {
            name: "_0".into(),
            ty,
            kind: VarKind::Bound,
            where_clause: None,
            attrs: self.no_attrs.clone(),
            span,
        })
    }

    /// Checks that shared fields have one type, and that each datatype has values.
    pub(super) fn check_datatypes(&mut self) {
        for con in self.program.type_cons.ids() {
            let Some(constructors) = self.program.type_cons[con].constructors.clone() else { continue };
            let mut first: FxHashMap<Name, VarId> = FxHashMap::default();
            for &constructor in &constructors {
                for field in self.program.funcs[constructor].params.clone() {
                    let var = self.program.vars[field].clone();
                    let Some(&other) = first.get(&var.name) else {
                        first.insert(var.name, field);
                        continue;
                    };
                    let other = self.program.vars[other].clone();
                    if other.ty != var.ty {
                        let (found, expected) = (self.show_id(var.ty), self.show_id(other.ty));
                        let message = format!(
                            "the field `{}` is of type `{found}` here and `{expected}` in another constructor",
                            var.name
                        );
                        self.report(Diagnostic::error(message, var.span).related(other.span, "the other field"));
                    }
                }
            }
        }
        self.check_well_founded();
    }

    /// A datatype has values if some constructor needs only types that have values.
    fn check_well_founded(&mut self) {
        let all: Vec<TypeConId> =
            self.program.type_cons.ids().filter(|&c| self.program.type_cons[c].constructors.is_some()).collect();
        let mut inhabited: FxHashSet<TypeConId> = FxHashSet::default();
        loop {
            let before = inhabited.len();
            for &con in &all {
                let constructors = self.program.type_cons[con].constructors.as_deref().unwrap_or_default();
                let made = |&c: &FuncId| {
                    self.program.funcs[c]
                        .params
                        .iter()
                        .all(|&f| self.is_inhabited(Ty::ground(self.program.vars[f].ty), &inhabited))
                };
                if !inhabited.contains(&con) && constructors.iter().any(made) {
                    inhabited.insert(con);
                }
            }
            if inhabited.len() == before {
                break;
            }
        }
        for con in all {
            if !inhabited.contains(&con) {
                let (name, span) = (self.program.type_cons[con].name.clone(), self.program.type_cons[con].span);
                self.error(format!("the datatype `{name}` has no values: each constructor needs another one"), span);
            }
        }
    }

    fn is_inhabited(&self, ty: Ty, inhabited: &FxHashSet<TypeConId>) -> bool {
        match self.infer.shape(ty) {
            Shape::Con(con, _) => self.program.type_cons[con].constructors.is_none() || inhabited.contains(&con),
            Shape::Map { args, result, .. } => {
                args.into_iter().chain([result]).all(|t| self.is_inhabited(t, inhabited))
            }
            _ => true,
        }
    }

    // ---- expressions ---------------------------------------------------------------------------------------

    /// The datatype of a value; complains if it has none.
    fn datatype_of(&mut self, value: Typed, what: &str, span: Span) -> Option<(TypeConId, Vec<Ty>)> {
        match self.infer.shape(value.ty) {
            Shape::Error => None,
            Shape::Con(con, args) if self.datatypes.contains_key(&con) => Some((con, args)),
            _ => {
                let ty = self.show(value.ty);
                self.error(format!("{what} needs a value of a datatype, and `{ty}` is none"), span);
                None
            }
        }
    }

    fn access(&mut self, value: Typed, field: &Ident) -> Option<Access> {
        let (con, types) = self.datatype_of(value, "a field access", field.span)?;
        let Some(selectors) = self.datatypes[&con].fields.get(&field.name).cloned() else {
            let name = self.program.type_cons[con].name.clone();
            let span = self.program.type_cons[con].span;
            let diagnostic =
                Diagnostic::error(format!("the datatype `{name}` has no field `{}`", field.name), field.span);
            self.report(diagnostic.related(span, "the datatype"));
            return None;
        };
        let params = self.program.type_cons[con].params.clone();
        let map: Vec<(TypeParamId, Ty)> = params.into_iter().zip(types.iter().copied()).collect();
        let field = self.infer.substitute(self.program.funcs[selectors[0].1].result, &map);
        Some(Access { con, types, field, selectors })
    }

    /// `value->field`
    pub(super) fn field(&mut self, value: Typed, field: &Ident) -> Typed {
        match self.access(value, field) {
            Some(access) => self.select_field(value, &access),
            None => Typed::ERROR,
        }
    }

    fn select_field(&mut self, value: Typed, access: &Access) -> Typed {
        let mut result = None;
        for &(constructor, selector) in &access.selectors {
            let selected = self.apply(selector, &access.types, &[value], access.field);
            result = Some(match result {
                None => selected,
                Some(before) => self.by_constructor(access, constructor, value, selected, before),
            });
        }
        result.unwrap_or(Typed::ERROR)
    }

    /// `if value is constructor then yes else no`
    fn by_constructor(&mut self, access: &Access, constructor: FuncId, value: Typed, yes: Typed, no: Typed) -> Typed {
        let tester = self.datatypes[&access.con].testers[&constructor];
        let test = self.apply(tester, &access.types, &[value], Ty::BOOL);
        self.build(ExprKind::Op(Op::Ite, [test.expr, yes.expr, no.expr].into()), yes.ty)
    }

    /// `value->(field := new)`
    pub(super) fn update_field(&mut self, value: Typed, field: &Ident, new: Typed, new_span: Span) -> Typed {
        let Some(access) = self.access(value, field) else { return Typed::ERROR };
        if new.is_error() {
            return Typed::ERROR;
        }
        if !self.infer.unify(new.ty, access.field) {
            let (found, expected) = (self.show(new.ty), self.show(access.field));
            let message = format!("the field `{}` is of type `{expected}`, not `{found}`", field.name);
            self.error(message, new_span);
            return Typed::ERROR;
        }
        let mut result = None;
        for &(constructor, changed) in &access.selectors {
            let FunctionKind::Constructor { fields, .. } = self.program.funcs[constructor].kind.clone() else {
                panic!("internal: a constructor is expected")
            };
            let mut args = Vec::with_capacity(fields.len());
            for selector in fields {
                args.push(if selector == changed {
                    new
                } else {
                    let params = self.program.funcs[selector].type_params.clone();
                    let map: Vec<_> = params.into_iter().zip(access.types.iter().copied()).collect();
                    let ty = self.infer.substitute(self.program.funcs[selector].result, &map);
                    self.apply(selector, &access.types, &[value], ty)
                });
            }
            let updated = self.apply(constructor, &access.types, &args, value.ty);
            result = Some(match result {
                None => updated,
                Some(before) => self.by_constructor(&access, constructor, value, updated, before),
            });
        }
        result.unwrap_or(Typed::ERROR)
    }

    /// `value is constructor`
    pub(super) fn test(&mut self, value: Typed, name: &Ident) -> Typed {
        let Some((con, types)) = self.datatype_of(value, "`is`", name.span) else { return Typed::ERROR };
        let Some(&constructor) = self.datatypes[&con].constructors.get(&name.name) else {
            let datatype = self.program.type_cons[con].name.clone();
            let span = self.program.type_cons[con].span;
            let message = format!("the datatype `{datatype}` has no constructor `{}`", name.name);
            self.report(Diagnostic::error(message, name.span).related(span, "the datatype"));
            return Typed::ERROR;
        };
        self.test_constructor(value, con, &types, constructor)
    }

    pub(super) fn test_constructor(
        &mut self,
        value: Typed,
        con: TypeConId,
        types: &[Ty],
        constructor: FuncId,
    ) -> Typed {
        let tester = self.datatypes[&con].testers[&constructor];
        self.apply(tester, types, &[value], Ty::BOOL)
    }

    /// A function applied to arguments that fit.
    pub(super) fn apply(&mut self, func: FuncId, types: &[Ty], args: &[Typed], ty: Ty) -> Typed {
        let types: Option<Box<[TypeId]>> = types.iter().map(|&t| self.infer.known(t)).collect();
        match types {
            Some(types) => {
                let args = args.iter().map(|a| a.expr).collect();
                self.build(ExprKind::Call { func, types, args }, ty)
            }
            None => self.unbuilt(ty),
        }
    }
}
