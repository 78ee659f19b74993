//! Polymorphic maps as records.
//!
//! `<a>[Ref, Field a]a`, of which the program uses the instances `a = int` and `a = bool`:
//!
//! ```text
//! datatype PolyMap { PolyMap(int: [Ref, Field_int]int, bool: [Ref, Field_bool]bool, rest: PolyMap.rest) }
//! m[r, f]         →  int#PolyMap(m)[r, f]
//! m[r, f := v]    →  PolyMap(int#PolyMap(m)[r, f := v], bool#PolyMap(m), rest#PolyMap(m))
//! ```
//!
//! `rest` stands for all other instances: two maps that agree in the fields may still differ, and a store leaves
//! what it does not touch alone. So equality, stores and selections keep their meaning.

use ivl::source::Span;

use super::position::Root;
use super::{Context, Record, Round, Types};
use crate::base::ids::{ExprId, FuncId, TypeConId, TypeId};
use crate::ir::visit::walk;
use crate::ir::{Expr, ExprKind, Function, FunctionKind, Op, Type, TypeCon, Var, VarKind};

impl Round<'_> {
    /// The record of a ground polymorphic map type.
    pub(super) fn record(&mut self, map: TypeId) -> Record {
        if let Some(known) = self.records.get(&map) {
            return known.clone();
        }
        let number = match self.uses.maps.get_index_of(&map) {
            Some(number) => number,
            None => {
                self.uses.grown = true;
                self.uses.maps.insert_full(map, Default::default()).0
            }
        };
        let name = if number == 0 { "PolyMap".to_string() } else { format!("PolyMap{}", number + 1) };
        let instances: Vec<Types> = self.uses.maps[&map].iter().cloned().collect();
        let con = self.uninterpreted(&name);
        let rest = self.uninterpreted(&format!("{name}.rest"));
        let constructor = self.new.funcs.next_id();
        let selectors: Vec<FuncId> = (1..=instances.len() as u32 + 1).map(|i| FuncId(constructor.0 + i)).collect();
        let record = Record { con, constructor, instances: instances.clone(), selectors: selectors.clone() };
        // Known before its fields are, whose types may lead back here.
        self.records.insert(map, record.clone());
        let ty = self.new.types.intern(Type::Con(con, [].into()));
        self.ground.insert(map, ty);
        self.new.type_cons[con].constructors = Some(vec![constructor]);
        let kind = FunctionKind::Constructor { datatype: con, fields: selectors };
        self.declare(&name, ty, kind);
        let mut names: Vec<String> = Vec::new();
        for (i, types) in instances.iter().enumerate() {
            let parts: Vec<String> = types.iter().map(|&t| self.uses.name(t)).collect();
            names.push(parts.join("_"));
            self.selector(&format!("{}#{name}", names[i]), ty, constructor, i);
        }
        names.push("rest".into());
        self.selector(&format!("rest#{name}"), ty, constructor, instances.len());
        // The types come last: they may declare functions, and the above have consecutive ids.
        let mut field_types: Vec<TypeId> = Vec::new();
        for types in &instances {
            field_types.push(self.field_type(map, types));
        }
        field_types.push(self.new.types.intern(Type::Con(rest, [].into())));
        for (i, (&field, name)) in field_types.iter().zip(&names).enumerate() {
            let param = self.bound(name, field);
            self.new.funcs[constructor].params.push(param);
            self.new.funcs[record.selectors[i]].result = field;
        }
        record
    }

    /// `[Ref, Field int]int` of `<a>[Ref, Field a]a`.
    fn field_type(&mut self, map: TypeId, types: &[TypeId]) -> TypeId {
        let Type::Map { args, result, .. } = self.uses.types.get(map).clone() else {
            panic!("internal: a record of no map")
        };
        let args: Box<[TypeId]> = args
            .iter()
            .map(|&a| {
                let opened = self.uses.open(a, 0, types);
                self.ground(opened)
            })
            .collect();
        let opened = self.uses.open(result, 0, types);
        let result = self.ground(opened);
        self.new.types.map(args, result)
    }

    fn uninterpreted(&mut self, name: &str) -> TypeConId {
        let attrs = [].into();
        let (name, span) = (name.into(), Span::NONE);
        self.new.type_cons.push(TypeCon { name, arity: 0, attrs, constructors: None, params: Vec::new(), span })
    }

    fn declare(&mut self, name: &str, result: TypeId, kind: FunctionKind) -> FuncId {
        self.new.funcs.push(Function {
            name: name.into(),
            type_params: Vec::new(),
            params: Vec::new(),
            result,
            kind,
            attrs: [].into(),
            span: Span::NONE,
        })
    }

    fn selector(&mut self, name: &str, record: TypeId, constructor: FuncId, field: usize) {
        let selector = self.declare(name, record, FunctionKind::Selector { constructor, field });
        let param = self.bound("_0", record);
        self.new.funcs[selector].params.push(param);
    }

    fn bound(&mut self, name: &str, ty: TypeId) -> crate::base::ids::VarId {
        self.new.vars.push(Var {
            name: name.into(),
            ty,
            kind: VarKind::Bound,
            where_clause: None,
            attrs: [].into(),
            span: Span::NONE,
        })
    }

    /// `m[i…]` or `m[i… := v]`, with the copies of the arguments.
    pub(super) fn access(
        &mut self,
        e: ExprId,
        op: Op,
        args: &[ExprId],
        copies: &[ExprId],
        context: &Context,
    ) -> ExprId {
        let map = self.at(self.old.exprs.ty(args[0]), context);
        let types = self.binder_types(e, args);
        let types = self.all_at(&types, context);
        let record = self.record(map);
        let Some(field) = record.instances.iter().position(|t| *t == types) else {
            // Not this round: from the next on, the instance is known.
            if self.uses.maps.entry(map).or_default().insert(types.clone()) {
                self.uses.grown = true;
                self.another_copy("a polymorphic map", &types, self.span);
            }
            let ty = self.ty(self.old.exprs.ty(e), context);
            let placeholder = self.bound("placeholder", ty);
            return self.new.exprs.var(placeholder, ty);
        };
        let fields: Vec<ExprId> = record
            .selectors
            .iter()
            .map(|&func| {
                let ty = self.new.funcs[func].result;
                let kind = ExprKind::Call { func, types: [].into(), args: [copies[0]].into() };
                self.new.exprs.intern(Expr { kind, ty })
            })
            .collect();
        let field_type = self.new.exprs.ty(fields[field]);
        let mut inner = copies.to_vec();
        inner[0] = fields[field];
        if op == Op::Select {
            let Type::Map { result, .. } = *self.new.types.get(field_type) else {
                panic!("internal: a field that is no map")
            };
            return self.new.exprs.op(op, inner, result);
        }
        let mut fields = fields;
        fields[field] = self.new.exprs.op(op, inner, field_type);
        let kind = ExprKind::Call { func: record.constructor, types: [].into(), args: fields.into() };
        let ty = self.new.funcs[record.constructor].result;
        self.new.exprs.intern(Expr { kind, ty })
    }

    /// `(lambda<a> r: Ref, f: Field a :: e)`: a record of lambdas. Its `rest` is an unknown function of the variables
    /// that the lambda captures, so that equal captures give equal maps.
    pub(super) fn map_lambda(&mut self, e: ExprId, context: &mut Context) -> ExprId {
        let old = self.old;
        let ExprKind::Lambda { type_params, vars, body } = old.exprs.kind(e) else {
            panic!("internal: {e:?} is no lambda")
        };
        let map = self.at(old.exprs.ty(e), context);
        let record = self.record(map);
        let bound = self.bound_below(e);
        let mut fields = Vec::with_capacity(record.selectors.len());
        for (types, &selector) in record.instances.iter().zip(&record.selectors) {
            let mut inner = Context { done: Default::default(), ..context.clone() };
            inner.sigma.0.extend(type_params.iter().copied().zip(types.iter().copied()));
            inner.vars.retain(|v, _| !bound.contains(v));
            let vars = vars.iter().map(|&v| self.var(v, &mut inner)).collect();
            let body = self.root(*body, Root::Value, &mut inner);
            let kind = ExprKind::Lambda { type_params: [].into(), vars, body };
            let ty = self.new.funcs[selector].result;
            fields.push(self.new.exprs.intern(Expr { kind, ty }));
        }
        let mut captured = Vec::new();
        walk(&old.exprs, [e], |part, kind| match kind {
            ExprKind::Var(v) if !bound.contains(v) && !matches!(old.vars[*v].kind, VarKind::Const { .. }) => {
                captured.push(part);
            }
            ExprKind::Old(_) => captured.push(part),
            _ => {}
        });
        let captured: Box<[ExprId]> = captured.into_iter().map(|v| self.root(v, Root::Value, context)).collect();
        let ty = self.new.funcs[record.selectors[record.instances.len()]].result;
        let key = (e, context.sigma.values());
        let func = match self.rests.get(&key) {
            Some(&known) => known,
            None => {
                let name = format!("lambda{}.rest", self.rests.len() + 1);
                let func = self.declare(&name, ty, FunctionKind::Uninterpreted);
                for (i, &v) in captured.iter().enumerate() {
                    let param = self.bound(&format!("_{i}"), self.new.exprs.ty(v));
                    self.new.funcs[func].params.push(param);
                }
                self.rests.insert(key, func);
                func
            }
        };
        let kind = ExprKind::Call { func, types: [].into(), args: captured };
        fields.push(self.new.exprs.intern(Expr { kind, ty }));
        let kind = ExprKind::Call { func: record.constructor, types: [].into(), args: fields.into() };
        let ty = self.new.funcs[record.constructor].result;
        self.new.exprs.intern(Expr { kind, ty })
    }

    /// Refuses records that contain themselves: no value could be finite.
    pub(super) fn check_records(&mut self) {
        for map in self.uses.maps.keys().copied().collect::<Vec<_>>() {
            let Some(con) = self.records.get(&map).map(|r| r.con) else { continue };
            if self.reaches(con) {
                let global = self.old.globals.iter().map(|&v| &self.old.vars[v]).find(|v| v.ty == map);
                self.span = global.map_or(Span::NONE, |v| v.span);
                self.refuse("not supported: a polymorphic map that holds maps of its own type");
            }
        }
    }

    /// Whether values of the type contain values of it.
    fn reaches(&self, con: TypeConId) -> bool {
        let new = &self.new;
        let mut seen = rustc_hash::FxHashSet::default();
        let fields = |con: TypeConId| -> Vec<TypeId> {
            let constructors = new.type_cons[con].constructors.iter().flatten();
            constructors.flat_map(|&c| new.funcs[c].params.iter().map(|&v| new.vars[v].ty)).collect()
        };
        let mut stack = fields(con);
        while let Some(ty) = stack.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match new.types.get(ty) {
                Type::Con(inner, _) if *inner == con => return true,
                Type::Con(inner, _) => stack.extend(fields(*inner)),
                Type::Map { args, result, .. } => stack.extend(args.iter().copied().chain([*result])),
                _ => {}
            }
        }
        false
    }
}
