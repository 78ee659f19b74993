//! From a model back to concrete values, directed by the program's types.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::encoder::Encoder;
use crate::base::ids::{FuncId, ProcId, TypeConId, TypeId, VarId};
use crate::ir::{Function, FunctionKind, Type, TypeTable};
use crate::smt::{FuncTable, Model, Term, View};
use crate::verdict::{Decision, Division, FuncValue, MapBase, MapValue, Open, Trace, Value};

/// Something that a trace says, with the term whose value it needs.
pub enum Wanted {
    Initial(VarId, Term),
    Value(VarId, Term),
    Goto(Decision),
}

/// Reads values off one model. Elements of uninterpreted types are numbered as they are met.
pub struct Values<'a> {
    encoder: &'a Encoder<'a>,
    model: &'a Model,
    elements: RefCell<FxHashMap<(TypeConId, u64), u64>>,
}

impl<'a> Values<'a> {
    pub fn new(encoder: &'a Encoder<'a>, model: &'a Model) -> Values<'a> {
        Values { encoder, model, elements: RefCell::default() }
    }

    /// The value of a term of this type; `None` when the model's answer has no finite form.
    pub fn of(&self, term: Term, ty: TypeId) -> Option<Value> {
        self.read(self.model.eval(term)?, ty)
    }

    fn read(&self, value: Term, ty: TypeId) -> Option<Value> {
        match (self.encoder.vocabulary.program.types.get(ty), self.model.view(value)) {
            (Type::Bool, View::Bool(b)) => Some(Value::Bool(b)),
            (Type::Int, View::Int(i)) => Some(Value::Int(i)),
            (Type::Real, View::Real(r)) => Some(Value::Real(r)),
            (Type::Bv(0), _) => Some(Value::Bv { value: BigUint::ZERO, width: 0 }),
            (Type::Bv(_), View::Bv { value, width }) => Some(Value::Bv { value, width }),
            (Type::RoundingMode, View::RoundingMode(mode)) => Some(Value::RoundingMode(mode)),
            (&Type::Float { exponent, significand }, _)
                if self.model.is_true(self.encoder.session.fp_is_nan(value)) =>
            {
                let infinity = ((BigUint::one() << exponent) - 1u32) << (significand - 1);
                let bits = infinity | (BigUint::one() << (significand - 2));
                Some(Value::Float { bits, exponent, significand })
            }
            (&Type::Float { exponent, significand }, _) => {
                match self.model.view(self.model.eval(self.encoder.session.fp_to_bits(value))?) {
                    View::Bv { value, .. } => Some(Value::Float { bits: value, exponent, significand }),
                    _ => None,
                }
            }
            (Type::Map { args, result, .. }, _) if args.is_empty() => self.read(value, *result),
            (Type::Map { args, result, .. }, _) => self.map(value, args, *result),
            (Type::Con(con, _), View::Element(_)) => self.element(*con, value),
            (Type::Con(..), View::Constructor(symbol, args)) => {
                let constructor = *self.encoder.symbols.constructors.get(&symbol)?;
                let FunctionKind::Constructor { fields, .. } = &self.encoder.vocabulary.program.funcs[constructor].kind
                else {
                    return None;
                };
                let fields: Option<Vec<Value>> = args
                    .iter()
                    .zip(fields)
                    .map(|(&arg, field)| self.read(arg, self.encoder.vocabulary.program.funcs[*field].result))
                    .collect();
                Some(Value::Data { constructor, fields: fields?.into() })
            }
            _ => None,
        }
    }

    fn map(&self, value: Term, args: &[TypeId], result: TypeId) -> Option<Value> {
        let mut entries = BTreeMap::new();
        let mut rest = value;
        let base = loop {
            match self.model.view(rest) {
                View::Store { array, index, value } => {
                    // Outer stores win over inner ones.
                    let (index, value) = (self.index(&index, args)?, self.read(value, result)?);
                    entries.entry(index).or_insert(value);
                    rest = array;
                }
                View::ConstArray(value) => break self.read(value, result)?,
                View::AsArray(func) => {
                    let table = self.model.function(func)?;
                    for (index, value) in table.entries {
                        let (index, value) = (self.index(&index, args)?, self.read(value, result)?);
                        entries.entry(index).or_insert(value);
                    }
                    break self.read(table.default, result)?;
                }
                _ => return None,
            }
        };
        entries.retain(|_, value| *value != base);
        Some(Value::Map(Arc::new(MapValue { base: MapBase::Const(base), entries })))
    }

    fn index(&self, index: &[Term], args: &[TypeId]) -> Option<Vec<Value>> {
        index.iter().zip(args).map(|(&i, &ty)| self.read(i, ty)).collect()
    }

    /// The trace from `entry` with these initial values of globals and parameters, and what happens in order.
    pub fn trace(&self, entry: ProcId, initial: &[(VarId, Term)], wanted: Vec<Wanted>) -> Trace {
        let value_of = |var: VarId, term| self.of(term, self.encoder.vocabulary.var(var).ty);
        let consts = self.encoder.symbols.used_consts.iter().filter_map(|&c| Some((c, self.encoder.known_const(c)?)));
        let known = initial.iter().copied().chain(consts);
        let state = known.filter_map(|(var, term)| Some((var, value_of(var, term)?))).collect();
        let used = &self.encoder.symbols.used_funcs;
        let mut functions: Vec<(FuncId, FuncValue)> =
            used.iter().filter_map(|&f| Some((f, self.function(f)?))).collect();
        functions.extend(self.selectors());
        let decision = |item| match item {
            Wanted::Goto(decision) => Some(decision),
            Wanted::Initial(var, term) => Some(Decision::Initial { var, value: value_of(var, term)? }),
            Wanted::Value(var, term) => Some(Decision::Value { var, value: value_of(var, term)? }),
        };
        let decisions = wanted.into_iter().filter_map(decision).collect();
        let open = Open { divisions: self.divisions(), elements: self.all_elements() };
        Trace { entry, state, functions, decisions, open }
    }

    /// What the model makes of selectors of other constructors.
    fn selectors(&self) -> Vec<(FuncId, FuncValue)> {
        let funcs = &self.encoder.vocabulary.program.funcs;
        let table = |(id, func): (FuncId, &Function)| {
            let FunctionKind::Selector { constructor, .. } = func.kind else { return None };
            let table = self.model.function(self.encoder.known_func(id)?)?;
            let mut entries = BTreeMap::new();
            for (args, value) in table.entries {
                entries.insert(self.index(&args, &[funcs[constructor].result])?, self.read(value, func.result)?);
            }
            Some((id, FuncValue { entries, default: self.read(table.default, func.result)? }))
        };
        funcs.iter_enumerated().filter_map(table).collect()
    }

    /// All elements of types whose elements conditions may tell apart, though nobody mentions them.
    fn all_elements(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for &con in &self.encoder.vocabulary.facts.searched {
            let elements = self.encoder.known_type(con).map(|sort| self.model.universe(sort)).unwrap_or_default();
            all.extend(elements.into_iter().filter_map(|element| self.element(con, element)));
        }
        all
    }

    fn element(&self, con: TypeConId, value: Term) -> Option<Value> {
        let View::Element(id) = self.model.view(value) else { return None };
        let mut elements = self.elements.borrow_mut();
        let next = elements.len() as u64;
        let number = *elements.entry((con, id)).or_insert(next);
        Some(Value::Element { con, number })
    }

    /// What the model makes of divisions by zero.
    fn divisions(&self) -> Vec<(Division, FuncValue)> {
        self.model.tables().into_iter().filter_map(|(name, table)| self.division(&name, table)).collect()
    }

    fn division(&self, name: &str, table: FuncTable) -> Option<(Division, FuncValue)> {
        let (op, ty) = match name {
            "div0" => (Division::Div, TypeTable::INT),
            "mod0" => (Division::Mod, TypeTable::INT),
            "rem0" => (Division::Rem, TypeTable::INT),
            "/0" => (Division::Real, TypeTable::REAL),
            _ => return None,
        };
        let mut entries = BTreeMap::new();
        for (args, value) in table.entries {
            entries.insert(vec![self.read(*args.first()?, ty)?], self.read(value, ty)?);
        }
        Some((op, FuncValue { entries, default: self.read(table.default, ty)? }))
    }

    /// The table of an uninterpreted function; `None` when the model does not mention it or has no finite form.
    pub fn function(&self, func: FuncId) -> Option<FuncValue> {
        let symbol = self.encoder.known_func(func)?;
        let declared = &self.encoder.vocabulary.program.funcs[func];
        if declared.params.is_empty() {
            let value = self.of(self.encoder.session.apply(symbol, &[]), declared.result)?;
            return Some(FuncValue { entries: BTreeMap::new(), default: value });
        }
        let table = self.model.function(symbol)?;
        let params: Vec<TypeId> = declared.params.iter().map(|&p| self.encoder.vocabulary.var(p).ty).collect();
        let mut entries = BTreeMap::new();
        for (args, value) in table.entries {
            entries.insert(self.index(&args, &params)?, self.read(value, declared.result)?);
        }
        Some(FuncValue { entries, default: self.read(table.default, declared.result)? })
    }
}
