//! Function calls: definitions, tables, datatypes, and the operators of the theories.

use std::sync::Arc;

use num_traits::{Signed, Zero};

use super::bitvectors;
use super::eval::{Evaluator, truth};
use super::floats;
use super::numbers::{self, Comparison};
use super::stuck::{Junction, Point, Slot, Stuck, iff, negate};
use crate::base::ids::{ExprId, FuncId, TypeId};
use crate::ir::expr::RoundingMode;
use crate::ir::{Builtin, FunctionKind, Op, Type};
use crate::verdict::{Division, MapValue, Value};

/// Results of recursive functions that are remembered.
const REMEMBERED_CALLS: usize = 200_000;

impl<'p> Evaluator<'p> {
    /// `func(args)` of type `ty`.
    pub(super) fn call(&mut self, func: FuncId, args: &[ExprId], ty: TypeId) -> Slot {
        let program = self.program;
        match &program.funcs[func].kind {
            FunctionKind::Defined { body, .. } => self.defined(func, *body, args),
            FunctionKind::Builtin(builtin) => match self.builtin(builtin, args, ty) {
                // An operator that is not known here may still have a table in the model.
                Err(Stuck::Builtin(_)) => {
                    let args = self.strict_all(args)?;
                    match self.model.functions.get(&func) {
                        Some(table) => Ok(table.entries.get(&args).unwrap_or(&table.default).clone()),
                        None => Err(Stuck::Builtin(func)),
                    }
                }
                slot => slot,
            },
            FunctionKind::Uninterpreted => {
                self.note_consulted(func);
                if self.model.functions.get(&func).is_some_and(|t| t.entries.is_empty()) && !self.model.lazy {
                    return Ok(self.model.functions[&func].default.clone());
                }
                let args = self.strict_all(args)?;
                self.look_up(func, args, ty)
            }
            FunctionKind::Constructor { .. } => {
                Ok(Value::Data { constructor: func, fields: self.strict_all(args)?.into() })
            }
            FunctionKind::Selector { constructor, field } => match self.strict(args[0])? {
                Value::Data { constructor: c, fields } if c == *constructor => {
                    fields.get(*field).cloned().ok_or(Stuck::Operation)
                }
                // Not specified: a function of the value.
                value => {
                    self.note_consulted(func);
                    self.look_up(func, vec![value], ty)
                }
            },
            FunctionKind::Tester { constructor } => match self.strict(args[0])? {
                Value::Data { constructor: c, .. } => Ok(Value::Bool(c == *constructor)),
                _ => Err(Stuck::Operation),
            },
        }
    }

    fn strict_all(&mut self, args: &[ExprId]) -> Result<Vec<Value>, Stuck> {
        args.iter().map(|&a| self.strict(a)).collect()
    }

    /// The table's value, or what stands for a missing one.
    fn look_up(&mut self, func: FuncId, args: Vec<Value>, ty: TypeId) -> Slot {
        if let Some(table) = self.model.functions.get(&func) {
            if let Some(value) = table.entries.get(&args) {
                return Ok(value.clone());
            }
            if !self.model.lazy {
                return Ok(table.default.clone());
            }
        }
        if self.model.lazy {
            return Err(Stuck::Open(Box::new(Point::Function(func, args))));
        }
        self.domain.any(ty).ok_or(Stuck::NoValues(ty))
    }

    /// Binds parameters to whatever the arguments are (a parameter that is not looked at may be stuck), evaluates the
    /// body. Calls inside another activation of the same function are remembered: so are all but the outermost call of
    /// a recursive function.
    fn defined(&mut self, func: FuncId, body: ExprId, args: &[ExprId]) -> Slot {
        let program = self.program;
        let params = &program.funcs[func].params;
        let slots: Vec<Slot> = args.iter().map(|&a| self.go(a)).collect();
        let recursive = self.active[func] > 0;
        let key = if recursive {
            let values: Option<Vec<Value>> = slots.iter().map(|s| s.as_ref().ok().cloned()).collect();
            values.map(|values| (func, values))
        } else {
            None
        };
        if let Some(key) = &key
            && let Some(value) = self.calls.get(key)
        {
            return Ok(value.clone());
        }
        let saved: Vec<Slot> = params.iter().zip(slots).map(|(&p, slot)| self.swap(p, slot)).collect();
        self.active[func] += 1;
        let result = self.in_scope(body, |this| this.go(body));
        self.active[func] -= 1;
        for (&p, slot) in params.iter().zip(saved) {
            self.set(p, slot);
        }
        if let (Some(key), Ok(value)) = (key, &result) {
            if self.calls.len() >= REMEMBERED_CALLS {
                self.calls.clear();
            }
            self.calls.insert(key, value.clone());
        }
        result
    }

    /// An operator of SMT-LIB by its attribute. [`Stuck::Builtin`] (of no particular function) when it is not known.
    fn builtin(&mut self, builtin: &Builtin, args: &[ExprId], ty: TypeId) -> Slot {
        let unknown = Err(Stuck::Builtin(FuncId(0)));
        match (builtin, args.len()) {
            (Builtin::And, _) => return self.junction(args, false).map(Value::Bool),
            (Builtin::Or, _) => return self.junction(args, true).map(Value::Bool),
            (Builtin::Implies, 2) => return self.implies(args[0], args[1]).map(Value::Bool),
            (Builtin::Not, 1) => return negate(self.truth(args[0])).map(Value::Bool),
            (Builtin::Xor, 2) => {
                let (a, b) = (self.truth(args[0]), self.truth(args[1]));
                return negate(iff(a, b)).map(Value::Bool);
            }
            (Builtin::Ite, 3) => return self.ite(args, ty),
            (Builtin::Eq, 2) => return self.equal_exprs(args[0], args[1]).map(Value::Bool),
            (Builtin::Distinct, _) => return self.distinct(args).map(Value::Bool),
            (Builtin::Lt, 2) => return self.comparison(Comparison::Lt, args),
            (Builtin::Le, 2) => return self.comparison(Comparison::Le, args),
            (Builtin::Gt, 2) => return self.comparison(Comparison::Gt, args),
            (Builtin::Ge, 2) => return self.comparison(Comparison::Ge, args),
            (Builtin::RoundNearestEven, 0) => return Ok(Value::RoundingMode(RoundingMode::NearestEven)),
            (Builtin::RoundNearestAway, 0) => return Ok(Value::RoundingMode(RoundingMode::NearestAway)),
            (Builtin::RoundTowardPositive, 0) => return Ok(Value::RoundingMode(RoundingMode::TowardPositive)),
            (Builtin::RoundTowardNegative, 0) => return Ok(Value::RoundingMode(RoundingMode::TowardNegative)),
            (Builtin::RoundTowardZero, 0) => return Ok(Value::RoundingMode(RoundingMode::TowardZero)),
            (Builtin::Other(_), _) => return unknown,
            _ => {}
        }
        let values = self.strict_all(args)?;
        if let Some(slot) = self.numeric(builtin, &values) {
            return slot;
        }
        if let Some(slot) = self.map_combinator(builtin, &values, args, ty) {
            return slot;
        }
        match of_theory(builtin, &values) {
            Some(value) => Ok(value),
            None => unknown,
        }
    }

    /// An operator of SMT-LIB on values; `None`: it has no value that is known, or is one of logic or of maps.
    pub fn builtin_on(&mut self, builtin: &Builtin, values: &[Value]) -> Option<Value> {
        match self.numeric(builtin, values) {
            Some(slot) => slot.ok(),
            None => of_theory(builtin, values),
        }
    }

    fn distinct(&mut self, args: &[ExprId]) -> Result<bool, Stuck> {
        let values = self.strict_all(args)?;
        let mut junction = Junction::new(false);
        for (i, a) in values.iter().enumerate() {
            for b in &values[i + 1..] {
                if junction.add(negate(self.equal(self.program.exprs.ty(args[i]), a, b))) {
                    return Ok(false);
                }
            }
        }
        junction.end()
    }

    /// An operator on integers and reals; `None`: not one.
    fn numeric(&mut self, builtin: &Builtin, values: &[Value]) -> Option<Slot> {
        Some(match (builtin, values) {
            (Builtin::Sub, [a]) => self.negative(a.clone()),
            (Builtin::Add, [a, b]) => self.arithmetic(Op::Add, a.clone(), b.clone()),
            (Builtin::Sub, [a, b]) => self.arithmetic(Op::Sub, a.clone(), b.clone()),
            (Builtin::Mul, [a, b]) => self.arithmetic(Op::Mul, a.clone(), b.clone()),
            (Builtin::Div, [a, b]) => self.arithmetic(Op::Div, a.clone(), b.clone()),
            (Builtin::Mod, [a, b]) => self.arithmetic(Op::Mod, a.clone(), b.clone()),
            (Builtin::RealDiv, [a, b]) => self.arithmetic(Op::RealDiv, a.clone(), b.clone()),
            (Builtin::Rem, [Value::Int(_), Value::Int(b)]) if b.is_zero() => {
                self.division_by_zero(Division::Rem, values[0].clone())
            }
            (Builtin::Rem, [Value::Int(a), Value::Int(b)]) => Ok(Value::Int(numbers::rem(a, b))),
            (Builtin::Abs, [Value::Int(n)]) => Ok(Value::Int(n.abs())),
            (Builtin::ToReal, [Value::Int(n)]) => Ok(Value::Real(n.clone().into())),
            (Builtin::ToInt, [Value::Real(r)]) => Ok(Value::Int(r.floor().to_integer())),
            (Builtin::IsInt, [Value::Real(r)]) => Ok(Value::Bool(r.is_integer())),
            _ => return None,
        })
    }

    /// The combinators of array theory; `None`: not one.
    fn map_combinator(&mut self, builtin: &Builtin, values: &[Value], args: &[ExprId], ty: TypeId) -> Option<Slot> {
        if let (Builtin::MapConst, [value]) = (builtin, values) {
            return Some(self.constant(value.clone()));
        }
        let program = self.program;
        let maps: Option<Vec<Arc<MapValue>>> =
            values.iter().map(|v| if let Value::Map(m) = v { Some(m.clone()) } else { None }).collect();
        let maps = maps.filter(|m| !m.is_empty())?;
        let Type::Map { args: types, .. } = program.types.get(ty) else { return None };
        let Type::Map { result: element, .. } = *program.types.get(program.exprs.ty(*args.last()?)) else {
            return None;
        };
        let both = |v: &[Value]| match v {
            [Value::Bool(a), Value::Bool(b)] => Ok((*a, *b)),
            _ => Err(Stuck::Operation),
        };
        let arithmetic = |op: Op| Some(Combined::Arithmetic(op));
        let comparison = |op: Comparison| Some(Combined::Comparison(op));
        let combined = match (builtin, maps.len()) {
            (Builtin::MapAdd, 2) => arithmetic(Op::Add),
            (Builtin::MapSub, 2) => arithmetic(Op::Sub),
            (Builtin::MapMul, 2) => arithmetic(Op::Mul),
            (Builtin::MapDiv, 2) => arithmetic(Op::Div),
            (Builtin::MapMod, 2) => arithmetic(Op::Mod),
            (Builtin::MapLt, 2) => comparison(Comparison::Lt),
            (Builtin::MapLe, 2) => comparison(Comparison::Le),
            (Builtin::MapGt, 2) => comparison(Comparison::Gt),
            (Builtin::MapGe, 2) => comparison(Comparison::Ge),
            (Builtin::MapEq, 2) => Some(Combined::Equal),
            (Builtin::MapAnd, 2) => Some(Combined::Logic(|a, b| a && b)),
            (Builtin::MapOr, 2) => Some(Combined::Logic(|a, b| a || b)),
            (Builtin::MapImp, 2) => Some(Combined::Logic(|a, b| !a || b)),
            (Builtin::MapIff, 2) => Some(Combined::Logic(|a, b| a == b)),
            (Builtin::MapNot, 1) => Some(Combined::Not),
            (Builtin::MapIte, 3) => Some(Combined::Ite),
            _ => None,
        }?;
        Some(self.pointwise(types, &maps, |this, v| match &combined {
            Combined::Arithmetic(op) => this.arithmetic(*op, v[0].clone(), v[1].clone()),
            Combined::Comparison(op) => super::eval::compare(*op, &v[0], &v[1]).map(Value::Bool),
            Combined::Equal => this.equal(element, &v[0], &v[1]).map(Value::Bool).map_err(Stuck::harden),
            Combined::Logic(f) => both(v).map(|(a, b)| Value::Bool(f(a, b))),
            Combined::Not => negate(truth(Ok(v[0].clone()))).map(Value::Bool),
            Combined::Ite => match v[0] {
                Value::Bool(true) => Ok(v[1].clone()),
                Value::Bool(false) => Ok(v[2].clone()),
                _ => Err(Stuck::Operation),
            },
        }))
    }
}

/// An operator on bit-vectors or floats; `None`: not one.
fn of_theory(builtin: &Builtin, values: &[Value]) -> Option<Value> {
    let bits = match values {
        [Value::Bv { value, width }] => bitvectors::unary(builtin, value, *width),
        [Value::Bv { value: a, width: wa }, Value::Bv { value: b, width: wb }] => match builtin {
            Builtin::Concat => Some(bitvectors::concat(a, *wa, b, *wb)),
            _ if wa == wb => bitvectors::binary(builtin, a, b, *wa),
            _ => None,
        },
        [Value::Int(n)] => match builtin {
            Builtin::IntToBv(width) => Some(bitvectors::from_int(n, *width)),
            _ => None,
        },
        // bvadd, bvand and their like take more than two operands in SMT-LIB.
        [first @ Value::Bv { .. }, rest @ ..] => rest.iter().try_fold(first.clone(), |sum, b| match (&sum, b) {
            (Value::Bv { value: x, width }, Value::Bv { value: y, width: w }) if width == w => {
                bitvectors::binary(builtin, x, y, *w)
            }
            _ => None,
        }),
        _ => None,
    };
    bits.or_else(|| floats::apply(builtin, values))
}

/// The operation of a map combinator at each index.
enum Combined {
    Arithmetic(Op),
    Comparison(Comparison),
    Equal,
    Logic(fn(bool, bool) -> bool),
    Not,
    Ite,
}
