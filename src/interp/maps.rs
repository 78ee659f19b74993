//! Maps: selection, update, extensional equality, lambda.
//!
//! A map over few indices is always a table. One over infinitely many is a constant with exceptions where that can be
//! seen (`lambda i :: if i == 3 then 1 else m[i]` over a table `m`), else a closure with exceptions.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::domain::{ENUMERATED, constant_map, for_each_part, table};
use super::eval::Evaluator;
use super::stuck::{Junction, Slot, Stuck};
use super::symbols::is_long;
use crate::base::ids::{ExprId, TypeId, VarId};
use crate::ir::{ExprKind, FunctionKind, Op, Type};
use crate::verdict::{MapBase, MapValue, Value};

/// What a variable held before an assignment.
pub enum Before {
    All(Slot),
    /// It is a map that changed at one index: this was there.
    Cell(Vec<Value>, Value),
}

/// Indices tried to tell two closures apart.
const PROBES: usize = 64;

/// Whether a part of it is a closure or not known.
fn is_vague(value: &Value) -> bool {
    let mut found = false;
    for_each_part(value, &mut |part| {
        found |= match part {
            Value::Map(map) => matches!(map.base, MapBase::Lambda { .. }),
            part => matches!(part, Value::Unknown(_)),
        }
    });
    found
}

impl<'p> Evaluator<'p> {
    fn map_type(&self, ty: TypeId) -> Result<(&'p [TypeId], TypeId), Stuck> {
        match self.program.types.get(ty) {
            Type::Map { binders: 0, args, result } => Ok((args, *result)),
            Type::Map { .. } => Err(Stuck::NotLowered),
            _ => Err(Stuck::Operation),
        }
    }

    /// Index values; what is vague cannot be looked up in a table.
    fn key(&mut self, indices: &[ExprId]) -> Result<Vec<Value>, Stuck> {
        let mut key = Vec::with_capacity(indices.len());
        for &index in indices {
            let value = self.strict(index)?;
            if is_vague(&value) {
                return Err(Stuck::Map);
            }
            key.push(value);
        }
        Ok(key)
    }

    /// `map[index…]`; an index that was just stored at has a value even when the rest of the map has none.
    pub(super) fn select_expr(&mut self, args: &[ExprId]) -> Slot {
        let program = self.program;
        let key = self.key(&args[1..])?;
        let mut map = args[0];
        if let ExprKind::Var(var) = program.exprs.kind(map)
            && let Some(cells) = self.cells.get_mut(var)
        {
            cells.insert(key.clone());
        }
        loop {
            let stuck = match self.strict(map) {
                Ok(Value::Map(value)) => return self.select(&value, &key),
                Ok(_) => return Err(Stuck::Operation),
                Err(stuck) => stuck,
            };
            match program.exprs.kind(map) {
                ExprKind::Op(Op::Store, store) => {
                    let stored_at = self.key(&store[1..store.len() - 1])?;
                    if stored_at == key {
                        return self.go(store[store.len() - 1]);
                    }
                    map = store[0];
                }
                _ => return Err(stuck),
            }
        }
    }

    pub(super) fn store_expr(&mut self, args: &[ExprId]) -> Slot {
        let (args_types, _) = self.map_type(self.program.exprs.ty(args[0]))?;
        let Value::Map(map) = self.strict(args[0]).or_else(|stuck| self.unknown_map(stuck))? else {
            return Err(Stuck::Operation);
        };
        let key = match self.key(&args[1..args.len() - 1]) {
            Ok(key) => key,
            Err(stuck) => return self.unknown_map(stuck),
        };
        let value = self.cell_value(args[args.len() - 1])?;
        Ok(self.store(args_types, map, key, value))
    }

    /// What a map holds where an expression is stored.
    fn cell_value(&mut self, e: ExprId) -> Slot {
        match self.go(e) {
            Ok(value) if self.symbols.is_some() && is_long(&value) => self.unknown(Stuck::Unknown),
            slot => slot.or_else(|stuck| self.unknown(stuck)),
        }
    }

    /// What a map holds where something without a value is stored.
    fn unknown(&mut self, stuck: Stuck) -> Slot {
        match (stuck, &mut self.symbols) {
            (Stuck::Symbol(symbol), Some(_)) => Ok(Value::Unknown(symbol)),
            (_, Some(symbols)) => Ok(Value::Unknown(symbols.bound())),
            (stuck, None) => Err(stuck.harden()),
        }
    }

    /// A map without a value, or one with a store to an index without a value.
    fn unknown_map(&mut self, stuck: Stuck) -> Slot {
        self.unknown(stuck.harden()).map(constant_map)
    }

    /// The value at an index.
    pub fn select(&mut self, map: &MapValue, key: &[Value]) -> Slot {
        match (map.entries.get(key), &map.base) {
            (Some(Value::Unknown(symbol)), _) => Err(Stuck::Symbol(*symbol)),
            // Of a map, not of its cells.
            (None, MapBase::Const(Value::Unknown(_))) => Err(Stuck::Unknown),
            (Some(value), _) | (None, MapBase::Const(value)) => Ok(value.clone()),
            (None, MapBase::Lambda { expr, env, olds }) => self.apply(*expr, env, olds, key),
        }
    }

    /// The map with one value changed; `types` are those of the index. It is copied only if others hold it.
    pub fn store(&mut self, types: &[TypeId], mut map: Arc<MapValue>, key: Vec<Value>, value: Value) -> Value {
        Arc::make_mut(&mut map).put(key, value);
        match self.domain.count_points(types) {
            Some(n) if n <= ENUMERATED => self.domain.canonical(types, Arc::unwrap_or_clone(map)),
            _ => Value::Map(map),
        }
    }

    /// Assigns a variable the value of an expression. A map that changes at one index is not copied.
    pub fn assign(&mut self, var: VarId, e: ExprId) -> Before {
        self.overwrite(var, e).unwrap_or_else(|| {
            let slot = self.named_value(e);
            Before::All(self.swap(var, slot))
        })
    }

    /// Map, indices and value of a store, also of a call of a function that is defined as one of its parameters.
    fn store_of(&self, e: ExprId) -> Option<Box<[ExprId]>> {
        let program = self.program;
        match program.exprs.kind(e) {
            ExprKind::Op(Op::Store, args) => Some(args.clone()),
            ExprKind::Call { func, args, .. } => {
                let FunctionKind::Defined { body, .. } = program.funcs[*func].kind else { return None };
                let ExprKind::Op(Op::Store, parts) = program.exprs.kind(body) else { return None };
                let argument = |&part: &ExprId| {
                    let ExprKind::Var(param) = program.exprs.kind(part) else { return None };
                    let position = program.funcs[*func].params.iter().position(|p| p == param)?;
                    args.get(position).copied()
                };
                parts.iter().map(argument).collect()
            }
            _ => None,
        }
    }

    /// Assigns `var := var[index… := value]` where the map is a large table.
    fn overwrite(&mut self, var: VarId, e: ExprId) -> Option<Before> {
        let program = self.program;
        let args = self.store_of(e)?;
        let [map, index @ .., value] = &args[..] else { return None };
        let Ok(Value::Map(table)) = self.var(var) else { return None };
        let MapBase::Const(base) = &table.base else { return None };
        if *program.exprs.kind(*map) != ExprKind::Var(var) {
            return None;
        }
        let base = base.clone();
        let (types, _) = self.map_type(program.exprs.ty(*map)).ok()?;
        if self.domain.count_points(types).is_some_and(|n| n <= ENUMERATED) {
            return None;
        }
        self.refuel();
        let key = self.in_scope(e, |this| this.key(index)).ok()?;
        let value = self.in_scope(e, |this| this.strict(*value)).ok()?;
        self.note_read(var);
        let Ok(Value::Map(mut table)) = self.swap(var, Err(Stuck::Unassigned(var))) else { return None };
        let before = Arc::make_mut(&mut table).put(key.clone(), value);
        self.set(var, Ok(Value::Map(table)));
        Some(Before::Cell(key, before.unwrap_or(base)))
    }

    /// Assigns `var := var[index… := value][index… := value]…` where the map is large, whatever it was before; `false`: it
    /// is another assignment. Where numbers are left open.
    pub fn update(&mut self, var: VarId, e: ExprId) -> bool {
        let program = self.program;
        let (mut stores, mut map) = (Vec::new(), e);
        while let ExprKind::Op(Op::Store, args) = program.exprs.kind(map) {
            stores.push(&args[1..]);
            map = args[0];
        }
        let Ok((types, _)) = self.map_type(program.exprs.ty(map)) else { return false };
        if *program.exprs.kind(map) != ExprKind::Var(var)
            || stores.is_empty()
            || self.var(var).is_err()
            || self.domain.count_points(types).is_some_and(|n| n <= ENUMERATED)
        {
            return false;
        }
        self.refuel();
        let mut cells = Vec::with_capacity(stores.len());
        for store in stores.into_iter().rev() {
            let [index @ .., value] = store else { return false };
            let key = self.in_scope(e, |this| this.key(index));
            let value = self.in_scope(e, |this| this.cell_value(*value));
            let (Ok(key), Ok(value)) = (key, value) else { return false };
            cells.push((key, value));
        }
        let Ok(Value::Map(mut table)) = self.swap(var, Err(Stuck::Unassigned(var))) else { return false };
        let map = Arc::make_mut(&mut table);
        for (key, value) in cells {
            map.put(key, value);
        }
        self.set(var, Ok(Value::Map(table)));
        true
    }

    /// Gives a variable back what it held before an assignment.
    pub fn restore(&mut self, var: VarId, before: Before) {
        match before {
            Before::All(slot) => self.set(var, slot),
            Before::Cell(key, value) => {
                let Ok(Value::Map(mut table)) = self.swap(var, Err(Stuck::Unassigned(var))) else { return };
                Arc::make_mut(&mut table).put(key, value);
                self.set(var, Ok(Value::Map(table)));
            }
        }
    }

    /// A closure at an index.
    fn apply(&mut self, lambda: ExprId, env: &[(VarId, Value)], olds: &[(VarId, Value)], key: &[Value]) -> Slot {
        let program = self.program;
        let ExprKind::Lambda { vars, body, .. } = program.exprs.kind(lambda) else { return Err(Stuck::Operation) };
        let saved_olds: Vec<Slot> = olds.iter().map(|(v, value)| self.swap_old(*v, Ok(value.clone()))).collect();
        let saved_env: Vec<Slot> = env.iter().map(|(v, value)| self.swap(*v, Ok(value.clone()))).collect();
        let result = self.at(vars, key, *body);
        for ((v, _), slot) in env.iter().zip(saved_env) {
            self.set(*v, slot);
        }
        for ((v, _), slot) in olds.iter().zip(saved_olds) {
            self.set_old(*v, slot);
        }
        result
    }

    /// A body under bindings of its variables.
    pub(super) fn at(&mut self, vars: &[VarId], values: &[Value], body: ExprId) -> Slot {
        let saved: Vec<Slot> = vars.iter().zip(values).map(|(&v, value)| self.swap(v, Ok(value.clone()))).collect();
        let result = self.in_scope(body, |this| this.strict(body));
        for (&v, slot) in vars.iter().zip(saved) {
            self.set(v, slot);
        }
        result
    }

    /// `(lambda vars :: body)` of type `ty`.
    pub(super) fn lambda(&mut self, e: ExprId, vars: &[VarId], body: ExprId, ty: TypeId) -> Slot {
        let (types, _) = self.map_type(ty)?;
        if let Some(points) = self.domain.tuples(types) {
            let values: Result<Vec<Value>, Stuck> = points.iter().map(|p| self.at(vars, p, body)).collect();
            return Ok(table(&points, values?));
        }
        let tabulated = match self.tabulate(vars, body) {
            Err(_) if self.symbols.is_some() => None,
            tabulated => tabulated?,
        };
        if let Some(map) = tabulated {
            return Ok(Value::Map(Arc::new(map)));
        }
        let free = self.free_vars(e);
        let mut env = Vec::with_capacity(free.vars.len());
        for &v in &free.vars {
            let is_map = self.program.types.is_map(self.program.vars[v].ty);
            let slot = self.var(v).clone().map_err(Stuck::harden);
            env.push((v, if is_map { slot.or_else(|stuck| self.unknown_map(stuck)) } else { slot }?));
        }
        let mut olds = Vec::with_capacity(free.olds.len());
        for &v in &free.olds {
            olds.push((v, self.old(v).clone().map_err(Stuck::harden)?));
        }
        Ok(Value::Map(Arc::new(MapValue { base: MapBase::Lambda { expr: e, env, olds }, entries: BTreeMap::new() })))
    }

    /// A lambda over infinitely many indices as a constant with exceptions, where its body shows that it is one.
    fn tabulate(&mut self, vars: &[VarId], body: ExprId) -> Result<Option<MapValue>, Stuck> {
        let mut columns: Vec<(Vec<Value>, Value)> = Vec::new();
        for (i, &v) in vars.iter().enumerate() {
            let others: Vec<VarId> = vars.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &v)| v).collect();
            let Some(relevant) = self.relevant(v, &others, &[], body)? else { return Ok(None) };
            let (false, Some(fresh)) = (relevant.ordered, relevant.fresh) else { return Ok(None) };
            columns.push((relevant.keys, fresh));
        }
        let elsewhere: Vec<Value> = columns.iter().map(|(_, fresh)| fresh.clone()).collect();
        let base = self.at(vars, &elsewhere, body)?;
        let size = columns.iter().map(|(keys, _)| keys.len() + 1).try_fold(1usize, usize::checked_mul);
        if size.is_none_or(|n| n as u64 > ENUMERATED) {
            return Ok(None);
        }
        let mut entries = BTreeMap::new();
        let mut choice = vec![0usize; columns.len()];
        'points: loop {
            // Choice 0 is the fresh value, which stands for infinitely many.
            let point: Vec<Value> = choice
                .iter()
                .zip(&columns)
                .map(|(&c, (keys, fresh))| if c == 0 { fresh } else { &keys[c - 1] }.clone())
                .collect();
            let value = self.at(vars, &point, body)?;
            if value != base {
                if choice.contains(&0) {
                    return Ok(None);
                }
                entries.insert(point, value);
            }
            for (c, (keys, _)) in choice.iter_mut().zip(&columns) {
                if *c < keys.len() {
                    *c += 1;
                    continue 'points;
                }
                *c = 0;
            }
            return Ok(Some(MapValue { base: MapBase::Const(base), entries }));
        }
    }

    /// `a == b` for values of type `ty`.
    pub fn equal(&mut self, ty: TypeId, a: &Value, b: &Value) -> Result<bool, Stuck> {
        match (a, b) {
            (Value::Map(x), Value::Map(y)) => {
                if Arc::ptr_eq(x, y) || x == y {
                    return Ok(true);
                }
                let (types, result) = self.map_type(ty)?;
                self.equal_maps(types, result, x, y)
            }
            (Value::Data { constructor: c, fields: x }, Value::Data { constructor: d, fields: y }) => {
                if c != d {
                    return Ok(false);
                }
                let mut junction = Junction::new(false);
                for ((x, y), ty) in x.iter().zip(y.iter()).zip(self.domain.field_types(*c)) {
                    if junction.add(self.equal(ty, x, y)) {
                        return Ok(false);
                    }
                }
                junction.end()
            }
            (Value::Unknown(_), _) | (_, Value::Unknown(_)) if a != b => Err(Stuck::Unknown),
            _ => Ok(a == b),
        }
    }

    /// Extensional: equal at every index.
    fn equal_maps(&mut self, types: &[TypeId], result: TypeId, x: &MapValue, y: &MapValue) -> Result<bool, Stuck> {
        let mut junction = Junction::new(false);
        let mut keys: Vec<&Vec<Value>> = x.entries.keys().chain(y.entries.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in &keys {
            let same = match (self.select(x, key), self.select(y, key)) {
                (Ok(a), Ok(b)) => self.equal(result, &a, &b),
                (Err(stuck), _) | (_, Err(stuck)) => Err(stuck),
            };
            if junction.add(same) {
                return Ok(false);
            }
        }
        if let (MapBase::Const(a), MapBase::Const(b)) = (&x.base, &y.base) {
            let all_seen = self.domain.count_points(types).is_some_and(|n| n <= keys.len() as u64);
            if !all_seen && junction.add(self.equal(result, a, b)) {
                return Ok(false);
            }
            return junction.end();
        }
        if x.base == y.base {
            return junction.end();
        }
        for key in self.probes(types) {
            if let (Ok(a), Ok(b)) = (self.select(x, &key), self.select(y, &key))
                && self.equal(result, &a, &b) == Ok(false)
            {
                return Ok(false);
            }
        }
        junction.add(Err(Stuck::Unsure(true)));
        junction.end()
    }

    /// Some index tuples of values that occur.
    fn probes(&mut self, types: &[TypeId]) -> Vec<Vec<Value>> {
        let mut probes: Vec<Vec<Value>> = vec![Vec::new()];
        for &ty in types {
            let column = self.seen(ty, None);
            probes = probes
                .iter()
                .flat_map(|p| {
                    column.iter().map(|v| {
                        let mut p = p.clone();
                        p.push(v.clone());
                        p
                    })
                })
                .take(PROBES)
                .collect();
        }
        probes
    }

    /// A combinator: the operation at every index of maps that are constants with exceptions.
    pub(super) fn pointwise(
        &mut self,
        types: &[TypeId],
        maps: &[Arc<MapValue>],
        mut operation: impl FnMut(&mut Self, &[Value]) -> Slot,
    ) -> Slot {
        let mut bases = Vec::with_capacity(maps.len());
        for map in maps {
            match &map.base {
                MapBase::Const(Value::Unknown(_)) => return Err(Stuck::Unknown),
                MapBase::Const(value) => bases.push(value.clone()),
                MapBase::Lambda { .. } => return Err(Stuck::Map),
            }
        }
        let base = operation(self, &bases)?;
        let mut entries = BTreeMap::new();
        for key in maps.iter().flat_map(|m| m.entries.keys()) {
            if !entries.contains_key(key) {
                let operands: Result<Vec<Value>, Stuck> = maps.iter().map(|m| self.select(m, key)).collect();
                let value = operation(self, &operands?)?;
                entries.insert(key.clone(), value);
            }
        }
        Ok(self.domain.canonical(types, MapValue { base: MapBase::Const(base), entries }))
    }

    /// `MapConst`: the map of type `ty` that has this value everywhere.
    pub(super) fn constant(&mut self, value: Value) -> Slot {
        Ok(constant_map(value))
    }
}
