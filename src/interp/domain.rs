//! The values of a type: how many there are, all of them where they are few, and one of them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::base::ids::{FuncId, TypeConId, TypeId};
use crate::ir::expr::RoundingMode;
use crate::ir::{FunctionKind, Program, Type};
use crate::verdict::{Decision, MapBase, MapValue, Trace, Value};

/// Types with at most that many values are enumerated.
pub const ENUMERATED: u64 = 4096;

/// The values of a program's types, given the elements of its uninterpreted types.
#[derive(Clone, Debug)]
pub struct Domain<'p> {
    program: &'p Program,
    /// At least one element each; a type that is missing has the element 0 alone.
    elements: BTreeMap<TypeConId, BTreeSet<u64>>,
    counts: FxHashMap<TypeId, Option<u64>>,
    all: FxHashMap<TypeId, Option<Rc<[Value]>>>,
}

impl<'p> Domain<'p> {
    pub fn new(program: &'p Program) -> Domain<'p> {
        Domain { program, elements: BTreeMap::new(), counts: FxHashMap::default(), all: FxHashMap::default() }
    }

    /// Makes every element inside a value part of its type.
    pub fn add_elements_of(&mut self, value: &Value) {
        let elements = &mut self.elements;
        for_each_part(value, &mut |part| {
            if let Value::Element { con, number } = part {
                elements.entry(*con).or_default().insert(*number);
            }
        });
        self.counts.clear();
        self.all.clear();
    }

    /// An uninterpreted type has the elements that the trace mentions.
    pub fn add_elements_of_trace(&mut self, trace: &Trace) {
        trace.state.iter().for_each(|(_, v)| self.add_elements_of(v));
        trace.open.elements.iter().for_each(|v| self.add_elements_of(v));
        for (_, table) in &trace.functions {
            table.entries.keys().flatten().for_each(|v| self.add_elements_of(v));
            table.entries.values().chain([&table.default]).for_each(|v| self.add_elements_of(v));
        }
        for decision in &trace.decisions {
            match decision {
                Decision::Initial { value, .. } | Decision::Value { value, .. } => self.add_elements_of(value),
                Decision::Goto { .. } | Decision::Turn { .. } => {}
            }
        }
    }

    /// Gives every uninterpreted type the elements `0..count`.
    pub fn set_elements(&mut self, count: u64) {
        for (con, decl) in self.program.type_cons.iter_enumerated() {
            if decl.constructors.is_none() {
                self.elements.insert(con, (0..count.max(1)).collect());
            }
        }
        self.counts.clear();
        self.all.clear();
    }

    fn elements(&self, con: TypeConId) -> Vec<Value> {
        match self.elements.get(&con) {
            Some(numbers) => numbers.iter().map(|&number| Value::Element { con, number }).collect(),
            None => vec![Value::Element { con, number: 0 }],
        }
    }

    /// How many elements an uninterpreted type has.
    pub fn count_elements(&self, con: TypeConId) -> u64 {
        self.elements.get(&con).map_or(1, |elements| elements.len() as u64)
    }

    /// How many values a type has; `None`: infinitely many, or more than 64 bits can count.
    pub fn count(&mut self, ty: TypeId) -> Option<u64> {
        if let Some(&known) = self.counts.get(&ty) {
            return known;
        }
        // A datatype that contains itself has no finite count; the entry also ends the recursion.
        self.counts.insert(ty, None);
        let program = self.program;
        let count = match program.types.get(ty) {
            Type::Bool => Some(2),
            Type::Bv(width) => 1u64.checked_shl(*width).filter(|_| *width < 64),
            Type::RoundingMode => Some(5),
            Type::Con(con, _) => match &program.type_cons[*con].constructors {
                None => Some(self.count_elements(*con)),
                Some(constructors) => constructors.iter().try_fold(0u64, |sum, &c| {
                    let fields = self.field_types(c);
                    fields.iter().try_fold(1u64, |n, &f| n.checked_mul(self.count(f)?))?.checked_add(sum)
                }),
            },
            Type::Map { binders: 0, args, result } => {
                let results = self.count(*result);
                match (self.count_points(args), results) {
                    (_, Some(1)) => Some(1),
                    (Some(points), Some(results)) => u32::try_from(points).ok().and_then(|p| results.checked_pow(p)),
                    _ => None,
                }
            }
            _ => None,
        };
        self.counts.insert(ty, count);
        count
    }

    /// How many index tuples a map with these index types has.
    pub fn count_points(&mut self, args: &[TypeId]) -> Option<u64> {
        args.iter().try_fold(1u64, |n, &a| n.checked_mul(self.count(a)?))
    }

    /// The types of a value constructor's fields.
    pub fn field_types(&self, constructor: FuncId) -> Vec<TypeId> {
        match &self.program.funcs[constructor].kind {
            FunctionKind::Constructor { fields, .. } => fields.iter().map(|&f| self.program.funcs[f].result).collect(),
            _ => Vec::new(),
        }
    }

    /// All values of a type that has at most [`ENUMERATED`], in a fixed order.
    pub fn all(&mut self, ty: TypeId) -> Option<Rc<[Value]>> {
        if let Some(known) = self.all.get(&ty) {
            return known.clone();
        }
        let all = match self.count(ty) {
            Some(n) if n <= ENUMERATED => self.enumerate(ty).map(Rc::from),
            _ => None,
        };
        self.all.insert(ty, all.clone());
        all
    }

    fn enumerate(&mut self, ty: TypeId) -> Option<Vec<Value>> {
        let program = self.program;
        Some(match program.types.get(ty) {
            Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Type::Bv(width) => {
                (0..1u64 << width).map(|v| Value::Bv { value: BigUint::from(v), width: *width }).collect()
            }
            Type::RoundingMode => [
                RoundingMode::NearestEven,
                RoundingMode::NearestAway,
                RoundingMode::TowardPositive,
                RoundingMode::TowardNegative,
                RoundingMode::TowardZero,
            ]
            .map(Value::RoundingMode)
            .to_vec(),
            Type::Con(con, _) => match &program.type_cons[*con].constructors {
                None => self.elements(*con),
                Some(constructors) => {
                    let mut values = Vec::new();
                    for &constructor in constructors {
                        let fields = self.field_types(constructor);
                        for tuple in self.tuples(&fields)? {
                            values.push(Value::Data { constructor, fields: tuple.into() });
                        }
                    }
                    values
                }
            },
            Type::Map { binders: 0, args, result } => {
                let results = self.all(*result)?;
                if results.len() == 1 {
                    return Some(vec![constant_map(results[0].clone())]);
                }
                let points = self.tuples(args)?;
                let columns = vec![results; points.len()];
                let mut values = Vec::new();
                for row in product(&columns) {
                    values.push(table(&points, row));
                }
                values
            }
            _ => return None,
        })
    }

    /// All tuples of these types, where they are few.
    pub fn tuples(&mut self, types: &[TypeId]) -> Option<Vec<Vec<Value>>> {
        if self.count_points(types)? > ENUMERATED {
            return None;
        }
        let columns: Option<Vec<Rc<[Value]>>> = types.iter().map(|&t| self.all(t)).collect();
        Some(product(&columns?))
    }

    /// One value of the type: false, zero, the first element, the first constructor that ends.
    pub fn any(&mut self, ty: TypeId) -> Option<Value> {
        self.any_within(ty, &mut Vec::new())
    }

    fn any_within(&mut self, ty: TypeId, open: &mut Vec<TypeId>) -> Option<Value> {
        let program = self.program;
        Some(match program.types.get(ty) {
            Type::Bool => Value::Bool(false),
            Type::Int => Value::Int(BigInt::ZERO),
            Type::Real => Value::Real(BigRational::from_integer(BigInt::ZERO)),
            Type::Bv(width) => Value::Bv { value: BigUint::ZERO, width: *width },
            &Type::Float { exponent, significand } => Value::Float { bits: BigUint::ZERO, exponent, significand },
            Type::RoundingMode => Value::RoundingMode(RoundingMode::NearestEven),
            Type::String => Value::Str(Arc::from("")),
            Type::Con(con, _) => match &program.type_cons[*con].constructors {
                None => self.elements(*con).swap_remove(0),
                Some(constructors) => {
                    if open.contains(&ty) {
                        return None;
                    }
                    open.push(ty);
                    let value = constructors.iter().find_map(|&constructor| {
                        let fields = self.field_types(constructor);
                        let fields: Option<Vec<Value>> = fields.iter().map(|&f| self.any_within(f, open)).collect();
                        Some(Value::Data { constructor, fields: fields?.into() })
                    });
                    open.pop();
                    return value;
                }
            },
            Type::Map { binders: 0, result, .. } => constant_map(self.any_within(*result, open)?),
            Type::Regex | Type::Map { .. } | Type::Param(_) | Type::Bound { .. } => return None,
        })
    }

    /// Whether a value can be of that type, as far as its outermost form shows.
    pub fn fits(&self, value: &Value, ty: TypeId) -> bool {
        match (value, self.program.types.get(ty)) {
            (Value::Bool(_), Type::Bool)
            | (Value::Int(_), Type::Int)
            | (Value::Real(_), Type::Real)
            | (Value::RoundingMode(_), Type::RoundingMode)
            | (Value::Str(_), Type::String)
            | (Value::Map(_), Type::Map { .. }) => true,
            (Value::Bv { width, .. }, Type::Bv(w)) => width == w,
            (Value::Float { exponent, significand, .. }, Type::Float { exponent: e, significand: s }) => {
                exponent == e && significand == s
            }
            (Value::Element { con, .. }, Type::Con(c, _)) => con == c,
            (Value::Data { constructor, .. }, Type::Con(c, _)) => {
                self.program.type_cons[*c].constructors.as_ref().is_some_and(|all| all.contains(constructor))
            }
            _ => false,
        }
    }

    /// The one representation of a map over an index type with few values: the base is the value at the first index.
    /// Over other types: no entry equals a constant base.
    pub fn canonical(&mut self, args: &[TypeId], mut map: MapValue) -> Value {
        let MapBase::Const(base) = &mut map.base else { return Value::Map(Arc::new(map)) };
        map.entries.retain(|_, v| v != base);
        if let Value::Unknown(_) = base {
            return Value::Map(Arc::new(map));
        }
        let first_differs = !map.entries.is_empty() && self.count_points(args).is_some_and(|n| n <= ENUMERATED / 16);
        if first_differs && let Some(points) = self.tuples(args) {
            let first = points.first().and_then(|p| map.entries.get(p));
            if let Some(new_base) = first.filter(|first| !matches!(first, Value::Unknown(_))).cloned() {
                let old_base = std::mem::replace(base, new_base.clone());
                for point in points {
                    match map.entries.get(&point) {
                        None => {
                            map.entries.insert(point, old_base.clone());
                        }
                        Some(v) if *v == new_base => {
                            map.entries.remove(&point);
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        Value::Map(Arc::new(map))
    }

    /// A value from outside with all maps in it in their one representation.
    pub fn normalise(&mut self, value: &Value, ty: TypeId) -> Value {
        let program = self.program;
        match (value, program.types.get(ty)) {
            (Value::Map(map), Type::Map { args, result, .. }) => {
                let base = match &map.base {
                    MapBase::Const(v) => MapBase::Const(self.normalise(v, *result)),
                    lambda => lambda.clone(),
                };
                let mut entries = BTreeMap::new();
                for (key, v) in &map.entries {
                    let key = key.iter().zip(args).map(|(k, &t)| self.normalise(k, t)).collect();
                    let v = self.normalise(v, *result);
                    entries.insert(key, v);
                }
                self.canonical(args, MapValue { base, entries })
            }
            // Engines know a map without indices as its one value.
            (value, Type::Map { args, result, .. }) if args.is_empty() => constant_map(self.normalise(value, *result)),
            (Value::Data { constructor, fields }, _) => {
                let types = self.field_types(*constructor);
                let fields: Vec<Value> = fields.iter().zip(types).map(|(f, t)| self.normalise(f, t)).collect();
                Value::Data { constructor: *constructor, fields: fields.into() }
            }
            (Value::Bv { value, width }, _) => {
                Value::Bv { value: value % (BigUint::from(1u8) << width), width: *width }
            }
            (&Value::Float { ref bits, exponent, significand }, _) => {
                super::floats::canonical(bits.clone(), exponent, significand)
            }
            _ => value.clone(),
        }
    }
}

/// The map that has this value everywhere.
pub fn constant_map(value: Value) -> Value {
    Value::Map(Arc::new(MapValue { base: MapBase::Const(value), entries: BTreeMap::new() }))
}

/// The map over exactly these index tuples (the first of the type first), canonical.
pub fn table(points: &[Vec<Value>], values: Vec<Value>) -> Value {
    let base = values[0].clone();
    let entries = points.iter().cloned().zip(values).filter(|(_, v)| *v != base).collect();
    Value::Map(Arc::new(MapValue { base: MapBase::Const(base), entries }))
}

/// All tuples with one value of each column, the last column varying fastest.
pub fn product(columns: &[Rc<[Value]>]) -> Vec<Vec<Value>> {
    let mut rows = vec![Vec::with_capacity(columns.len())];
    for column in columns {
        rows = rows
            .iter()
            .flat_map(|row: &Vec<Value>| {
                column.iter().map(|v| {
                    let mut row = row.clone();
                    row.push(v.clone());
                    row
                })
            })
            .collect();
    }
    rows
}

/// Visits a value and everything inside it.
pub fn for_each_part(value: &Value, visit: &mut dyn FnMut(&Value)) {
    visit(value);
    match value {
        Value::Data { fields, .. } => fields.iter().for_each(|f| for_each_part(f, visit)),
        Value::Map(map) => {
            match &map.base {
                MapBase::Const(v) => for_each_part(v, visit),
                MapBase::Lambda { env, olds, .. } => {
                    env.iter().chain(olds).for_each(|(_, v)| for_each_part(v, visit));
                }
            }
            for (key, v) in &map.entries {
                key.iter().for_each(|k| for_each_part(k, visit));
                for_each_part(v, visit);
            }
        }
        _ => {}
    }
}
